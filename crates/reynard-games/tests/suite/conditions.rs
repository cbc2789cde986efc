//! Conditions that need a player, a round, a clock or something beside the moves, over games of a
//! file.

use reynard_games::reynard_pgn::{Games, Input, Reader, ReaderOptions, read_parallel};
use reynard_games::{Counter, GameSoundness, Matcher, NameCount, Query, QueryTerm};

/// Games with a tag of these values.
fn games(tag: &str, values: &[&str]) -> String {
    let game = |value: &&str| format!("[{tag} \"{value}\"]\n\n1. e4 *\n\n");
    values.iter().map(game).collect::<Vec<_>>().concat()
}

/// Numbers of the games of a text that match a query.
fn found(pgn: &str, query: &str) -> Vec<u64> {
    let query = Query::parse(query).unwrap_or_else(|error| panic!("{query}: {error}"));
    let mut numbers = Vec::new();
    let _ = read_parallel(
        Input::new(pgn.as_bytes()).expect("memory"),
        &ReaderOptions::default(),
        std::num::NonZero::<usize>::MIN,
        || Matcher::new(&query),
        |matcher, _| {
            numbers.extend(&matcher.found().numbers);
            std::ops::ControlFlow::<()>::Continue(())
        },
    )
    .expect("memory");
    numbers
}

#[test]
fn a_loss_beside_alternatives_is_that_of_the_player_of_each() {
    let games = [("Ann", "Bob"), ("Bob", "Cyd"), ("Cyd", "Ann"), ("Dan", "Eve")];
    let mut pgn = String::new();
    for (white, black) in games {
        for result in ["1-0", "0-1", "1/2-1/2"] {
            let tags = format!("[White \"{white}\"]\n[Black \"{black}\"]\n\n");
            pgn.extend([&*tags, "1. e4 ", result, "\n\n"]);
        }
    }
    let distributed = found(&pgn, "(player~ann or player~dan) result=loss");
    assert_eq!(distributed, [2, 7, 11]);
    assert_eq!(distributed, found(&pgn, "player~ann result=loss or player~dan result=loss"));
    assert_eq!(
        found(&pgn, "(player~ann or player~dan) (result=loss or color=black)"),
        [2, 7, 8, 9, 11]
    );
    // A player and an opponent who are named by one alternative each.
    assert_eq!(
        found(&pgn, "(player~ann opponent~bob or player~cyd opponent~bob) result=win"),
        [1, 5]
    );
}

#[test]
fn alternatives_that_multiply_without_end_are_refused() {
    let players = vec!["player~a"; 1_000].join(" or ");
    let modifiers = vec!["result=win"; 1_000].join(" or ");
    let error = Query::parse(&format!("({players}) ({modifiers})")).expect_err("too many");
    assert_eq!(error.reason, "the alternatives make more than 10000 conditions");
}

#[test]
fn modifiers_in_one_term_find_the_player_of_another() {
    let terms = || [QueryTerm::new("player", "carlsen"), QueryTerm::new("color", "white")];
    let mut terms = terms().map(|term| term.expect("a term")).to_vec();
    terms.push("result=loss or eco=B90".parse().expect("a term"));
    assert_eq!(
        Query::all(terms).expect("a query"),
        Query::parse("player~carlsen color=white (result=loss or eco=B90)").expect("a query")
    );
    let loss = QueryTerm::new("result", "loss").expect("a term");
    assert_eq!(
        Query::all([loss]).expect_err("no player").to_string(),
        "loss of whom? A condition on a player is needed"
    );
}

#[test]
fn rounds_are_numbers_before_a_dot_and_boards_behind_it() {
    let rounds = ["1", "1.2", "2.1", "2.10", "3", "10.1", "Final", "?"];
    let pgn = games("Round", &rounds);
    for (query, numbers) in [
        ("round=1", &[1, 2][..]),
        ("round=1.2", &[2]),
        ("round=2.1", &[3]),
        ("round<=2", &[1, 2, 3, 4]),
        ("round>=3", &[5, 6]),
        ("round>1", &[3, 4, 5, 6]),
        ("round=1..2", &[1, 2, 3, 4]),
        ("round=2..10", &[3, 4, 5, 6]),
        ("round=1,3", &[1, 2, 5]),
        ("round!=1", &[3, 4, 5, 6, 7, 8]),
        ("round=final", &[7]),
        ("round=final,3", &[5, 7]),
        ("round~fin", &[7]),
        ("tag.Round<=2", &[1, 2, 3, 4]),
        ("tag.Round=2", &[3, 4]),
    ] {
        assert_eq!(found(&pgn, query), numbers, "{query}");
    }
}

#[test]
fn time_controls_of_all_sites_are_read_alike() {
    let controls = ["180", "180+0", "180+2", "60", "-", "40/7200:3600"];
    let pgn = games("TimeControl", &controls);
    for (query, numbers) in [
        ("tc=180", &[1, 2][..]),
        ("tc=180+0", &[1, 2]),
        ("tc=180,60+0", &[1, 2, 4]),
        ("tc!=180", &[3, 4, 5, 6]),
        ("tc=-", &[5]),
        ("tc=40/7200+0:3600", &[6]),
        ("timecontrol=180+0", &[1, 2]),
        ("tag.TimeControl=180", &[1, 2]),
        ("tag.TimeControl!=180", &[3, 4, 5, 6]),
    ] {
        assert_eq!(found(&pgn, query), numbers, "{query}");
    }
}

#[test]
fn clocks_are_those_of_the_player_where_one_is_named() {
    let pgn = "[White \"Ann\"]\n[Black \"Bob\"]\n\n1. e4 {[%clk 0:00:40]} e5 {[%clk 0:00:20]} *\n\n\
        [White \"Bob\"]\n[Black \"Ann\"]\n\n1. e4 {[%clk 0:00:50]} e5 {[%clk 0:00:45.5]} *\n\n\
        [White \"Ann\"]\n[Black \"Cyd\"]\n\n1. e4 {[%clk 0:01:00]} ({[%clk 0:00:01]} 1. d4) e5 *\n\n\
        [White \"Cyd\"]\n[Black \"Ann\"]\n[FEN \"4k3/8/8/8/8/8/8/4K3 b - - 0 1\"]\n\n1... Kd8 {[%clk 5]} *\n\n";
    for (query, numbers) in [
        ("clock<30s", &[1, 4][..]),
        ("clock<30", &[1, 4]),
        ("clock<=0:45.5", &[1, 2, 4]),
        ("clock>=1m", &[3]),
        ("clock=40s..50s", &[1, 2]),
        ("player~ann clock<30s", &[4]),
        ("player~bob clock<30s", &[1]),
        ("player~ann color=white clock<1m", &[1]),
        ("(player~bob or player~cyd) clock<30s", &[1]),
        ("player~bob (clock<30s or eco=B90)", &[1]),
        ("player~ann not clock<30s", &[1, 2, 3]),
        ("(player~bob or eco=B90) clock<30s", &[1]),
        ("(eco=B90 or clock<30s) opening~pawn", &[1]),
    ] {
        assert_eq!(found(pgn, query), numbers, "{query}");
    }
}

#[test]
fn games_are_found_by_what_stands_beside_their_moves() {
    let pgn = "1. e4 {[%eval 0.2]} *\n\n1. e4 {[%clk 0:01:00]} *\n\n1. e4 {best} *\n\n{Of a book.}\n1. e4 *\n\n\
        1. e4 ({[%eval 1] a line} 1. d4) *\n\n1. e4 {[%eval 0.2] [%clk 9] good} *\n\n1. e4 {[%eval]} *\n\n";
    for (query, numbers) in [
        ("has=eval", &[1, 6][..]),
        ("has=clock", &[2, 6]),
        ("has=comment", &[3, 4, 6]),
        ("has=eval,clock", &[1, 2, 6]),
        ("has=eval has=clock", &[6]),
        ("not has=comment has!=eval", &[2, 5, 7]),
    ] {
        assert_eq!(found(pgn, query), numbers, "{query}");
        let query = Query::parse(query).expect("a query");
        let trees = Games::from_bytes(pgn.as_bytes());
        let of_trees = trees.zip(1_u64..).filter(|(game, _)| {
            let tree = &game.as_ref().expect("memory").tree;
            query.matches_tree(tree, GameSoundness::Sound)
        });
        assert_eq!(of_trees.map(|(_, number)| number).collect::<Vec<_>>(), numbers);
    }
}

#[test]
fn a_name_that_is_found_in_full_is_found_by_its_words() {
    let names = ["KnightRider85", "Knight_Rider85", "knight_rider85", "KNIGHTRIDER85", "Knight"];
    let pgn = games("White", &names);
    for name in &names[..4] {
        for sign in ["=", "~"] {
            assert_eq!(found(&pgn, &format!("player{sign}{name}")), [1, 2, 3, 4], "{sign}{name}");
        }
    }
}

#[test]
fn dates_ratings_and_time_controls_of_real_exports_are_found() {
    let found =
        |tags: &str, condition: &str| found(&format!("{tags}\n\n1. e4 *\n"), condition) == [1];
    let lichess = "[Date \"????.??.??\"]\n[UTCDate \"2015.03.05\"]";
    assert!(found(lichess, "year=2015") && found(lichess, "date>=2015.03"));
    assert!(!found(lichess, "year=2016"));
    assert!(found("[Date \"2014.12.31\"]\n[UTCDate \"2015.01.01\"]", "year=2014"));
    for rating in ["1820 (FIDE)", "1820?", "1820P12", "1820/12", " 1820 "] {
        assert!(found(&format!("[WhiteElo \"{rating}\"]"), "whiteelo=1820"), "{rating}");
    }
    for rating in ["1820.5", "1820-1830", "18x", "-1820", ""] {
        assert!(!found(&format!("[WhiteElo \"{rating}\"]"), "whiteelo>0"), "{rating}");
    }
    assert!(found("[TimeControl \"15'/game & 10\\\"/move\"]", "tc=rapid"));
    let engines = "[WhiteTimeControl \"40/60\"]\n[BlackTimeControl \"40/30\"]";
    assert!(found(engines, "tc=bullet"));
    assert!(!found(&engines.replace("40/30", "40/7200"), "tc=bullet"));
}

#[test]
fn statistics_count_months_time_controls_and_terminations() {
    let game = |date: &str, tc: &str, end: &str| {
        format!("[Date \"{date}\"]\n[TimeControl \"{tc}\"]\n[Termination \"{end}\"]\n\n1. e4 *\n\n")
    };
    let pgn = game("2025.03.01", "180", "Normal")
        + &game("2025.03.02", "60", "Normal")
        + &game("2025.11.01", "180+0", "Time forfeit")
        + &game("2025.??.??", "?", "?");
    let mut counter = Counter::default();
    Reader::from_bytes(pgn.as_bytes()).read_all(&mut counter).expect("memory");
    let summary = counter.statistics().summary(10);
    let named = |counts: &[NameCount]| -> Vec<(String, u64)> {
        counts.iter().map(|it| (it.name.clone(), it.games)).collect()
    };
    assert_eq!(named(&summary.months), [("2025-03".into(), 2), ("2025-11".into(), 1)]);
    assert_eq!(named(&summary.time_classes), [("bullet".into(), 1), ("blitz".into(), 2)]);
    assert_eq!(named(&summary.terminations), [("Normal".into(), 2), ("Time forfeit".into(), 1)]);
    let text = summary.to_string();
    assert!(text.contains("\nMonths\n  2025-03  2") && !text.contains("Years"), "{text}");
}
