//! The filter language, and the facts that it decides about.

use std::borrow::Cow;

use reynard_games::reynard::Color;
use reynard_games::reynard_pgn::{Games, Input, ReaderOptions, Tags, Termination, read_parallel};
use reynard_games::{
    BoardWatcher, GameFacts, GameSoundness, Matcher, Query, QueryTerm, TagFacts, Truth,
};

fn tags() -> Tags {
    let mut tags = Tags::default();
    for (name, value) in [
        ("Event", "Zürich Chess Challenge"),
        ("Site", "https://lichess.org/abcdefgh"),
        ("Date", "2014.01.30"),
        ("White", "Carlsen, Magnus"),
        ("Black", "Caruana, Fabiano"),
        ("WhiteElo", "2872"),
        ("BlackElo", "2782"),
        ("ECO", "C65"),
        ("TimeControl", "40/7200:3600"),
        ("Annotator", "Müller"),
    ] {
        tags.set(name, value).expect("a name");
    }
    tags
}

fn holds(query: &str) -> bool {
    let query = Query::parse(query).unwrap_or_else(|error| panic!("{query}: {error}"));
    let tags = tags();
    let facts = TagFacts { tags: &tags, result: Some(Termination::WhiteWins), plies: Some(90) };
    query.matches(&facts, &BoardWatcher::new(&query))
}

#[test]
fn conditions_are_understood_as_people_write_them() {
    for query in [
        "",
        "white~carlsen",
        "White ~ 'magnus carlsen'",
        "white=\"Magnus Carlsen\"",
        "player~caruana",
        "player~carlsen player~caruana",
        "player~carlsen color=white",
        "player~carlsen color=white result=win",
        "player~caruana result=loss",
        "player~caruana opponent~carlsen",
        "player~carlsen result=win,draw",
        "player~caruana not result=win",
        "player~caruana result!=win",
        "(player~carlsen or player~caruana) result=loss",
        "(player~nobody or player~caruana) color=black opponent~carlsen",
        "player~carlsen (result=win or eco=B90)",
        "player~caruana (result=win or result=loss)",
        "player~caruana (not (color=white or eco=B90))",
        "(player~anand or (player~caruana eco=C65)) result=loss",
        "player~caruana opponent=\"Magnus Carlsen\"",
        "result=1-0",
        "result=white,draw",
        "not result=draw",
        "result!=draw",
        "elo>=2700",
        "elo=2700+",
        "elo=2700..2900",
        "elo=2700-2900",
        "whiteelo>2800 blackelo<2800",
        "white-elo>2800",
        "elo-average=2827",
        "elo-diff=90",
        "elo-either>=2850",
        "year>=2010",
        "year=2014",
        "date=2014-01-30",
        "date=2014.01",
        "date>2013 date<2014-02",
        "eco=c65",
        "eco=C60-C99",
        "eco=B,C6",
        "tc=classical",
        "tc=blitz,classical",
        "plies>=80",
        "plies=80..100",
        "event~zurich",
        "event~zuerich",
        "site~lichess.org",
        "annotator~mueller",
        "tag.Annotator=muller",
        "!eco=B90",
        "(eco=B90 or eco=C65) and not (result=draw or result=black)",
        "elo>=3000 or white~carlsen",
        "ELO>=2700 AND White~Carlsen",
        "round!=3",
    ] {
        assert!(holds(query), "{query}");
    }
    for query in [
        "white~caruana",
        "white=carlsen",
        "player~carlsen color=black",
        "player~carlsen result=loss",
        "player~caruana opponent~anand",
        "player~caruana opponent=carlsen",
        "player~carlsen result=loss,draw",
        "player~carlsen not result=win",
        "(player~carlsen or player~anand) result=loss",
        "(player~carlsen or player~anand) (color=black or eco=B90)",
        "player~carlsen (result=loss or eco=B90)",
        "not (player~caruana result=loss)",
        "elo>2800",
        "date>2014",
        "eco=B90-B99",
        "tc=blitz",
        "round=3",
        "not white~carlsen",
        "elo>=3000 or white~caruana",
        "source~lichess",
    ] {
        assert!(!holds(query), "{query}");
    }
}

#[test]
fn errors_name_the_column_and_what_may_be_meant() {
    for (query, error) in [
        ("whiet~x", "column 1: `whiet` is no name of a condition; did you mean white?"),
        (
            "elo>=2700 anotator~x",
            "column 11: `anotator` is no name of a condition; did you mean annotator?",
        ),
        ("elo>=x", "column 6: `x` is not a number"),
        ("elo>=99999", "column 6: no player has an Elo rating of 99999"),
        ("eco=Z12", "column 5: `Z12` is no ECO code: these are A00 to E99"),
        ("result=drwa", "column 8: `drwa` is no result; did you mean draw?"),
        ("date=2020.13", "column 6: `2020.13` is not a date like 2001, 2001.05 or 2001-05-23"),
        (
            "opening~grunfled",
            "column 9: no opening has `grunfled` in its name; did you mean Grünfeld?",
        ),
        ("opening~nosuchopening", "column 9: no opening has `nosuchopening` in its name"),
        (
            "white~magnus carlsen",
            "column 14: `carlsen` is followed by no comparison; a value with blanks needs quotes, like white~\"magnus carlsen\"",
        ),
        ("(elo>=2700", "column 1: this `(` is never closed"),
        ("elo>=2700)", "column 10: `)` closes nothing"),
        ("elo>=", "column 6: a value is needed here"),
        ("elo>>3", "column 5: one sign of comparison is enough: >"),
        ("white~'x", "column 7: this ' is never closed"),
        ("color=white", "column 1: color of whom? A condition on a player is needed"),
        ("eco=B90 result=loss", "column 9: loss of whom? A condition on a player is needed"),
        ("result!=win", "column 1: win of whom? A condition on a player is needed"),
        (
            "not (eco=B90 or opponent~x)",
            "column 17: opponent of whom? A condition on a player is needed",
        ),
        (
            "(player~a or eco=B90) result=loss",
            "column 23: loss of whom? A condition on a player is needed in each alternative",
        ),
        (
            "player~a or result=win",
            "column 13: win of whom? A condition on a player is needed in each alternative",
        ),
        ("not player~a result=win", "column 14: win of whom? A condition on a player is needed"),
        ("player~a color=white (color=black or eco=B)", "column 23: the player has two colors"),
        ("player~a result=win result=loss", "column 21: the player has two results"),
        ("player~a opponent~b opponent~c", "column 21: the player has two opponents"),
        ("round=2..1", "column 7: nothing lies from 2 to 1"),
        ("round<=final", "column 8: `final` is not a round like 3, or 3.2 for board 2"),
        ("clock<soon", "column 7: `soon` is not a time like 30s, 1m30s or 1:30"),
        (
            "has=evil",
            "column 5: `evil` is nothing that games have: these are eval, clock and comment",
        ),
        ("tc=3/x", "column 4: `3/x` is not a time control in seconds like 180+2 or 40/7200:3600"),
        ("white~x or", "column 11: a condition is needed here, like elo>=2500"),
        (
            "moves='e4 e5 Nf4'",
            "column 7: `Nf4` is not a legal move at ply 3; did you mean Nf3 or f4?",
        ),
        (
            "tc=blits",
            "column 4: `blits` is no class of time controls: these are bullet, blitz, rapid, classical and correspondence",
        ),
        ("end=stalemat", "column 5: `stalemat` is no end of a game; did you mean stalemate?"),
        ("white>x", "column 7: `white` has no order: use =, != or ~"),
        ("ü=3", "column 1: `ü` is no name of a condition; a tag that is not usual is tag.ü"),
    ] {
        assert_eq!(Query::parse(query).expect_err(query).to_string(), error, "{query}");
    }
    let deep = "(".repeat(1_000);
    assert!(Query::parse(&deep).is_err());
    assert!(Query::parse(&"not ".repeat(1_000)).is_err());
}

#[test]
fn options_and_the_language_build_the_same_value() {
    for (name, value, text) in [
        ("player", "Carlsen", "player~Carlsen"),
        ("elo", "2700+", "elo=2700+"),
        ("eco", "B90-B99,C6", "eco=B90-B99,C6"),
        ("result", "draw", "result=draw"),
        ("date", ">=2020", "date=>=2020"),
        ("opening", "najdorf", "opening~najdorf"),
        ("moves", "e4 c5", "moves='e4 c5'"),
    ] {
        let term = QueryTerm::new(name, value).unwrap_or_else(|error| panic!("{name}: {error}"));
        let query = Query::all([term]).expect("a query");
        match Query::parse(text) {
            Ok(parsed) => assert_eq!(query, parsed, "{text}"),
            Err(error) => assert_eq!(error.column, 6, "{text}: {error}"),
        }
    }
}

/// Facts that are no tags, as a database has them.
struct Row {
    white: &'static str,
    elo: u32,
    result: Termination,
}

impl GameFacts for Row {
    fn tag(&self, name: &str) -> Option<Cow<'_, str>> {
        (name == "White").then_some(Cow::Borrowed(self.white))
    }

    fn elo(&self, _: Color) -> Option<u32> {
        Some(self.elo)
    }

    fn result(&self) -> Option<Termination> {
        Some(self.result)
    }

    fn plies(&self) -> Option<u64> {
        None
    }
}

#[test]
fn a_query_decides_about_plain_facts_and_says_when_it_needs_the_moves() {
    let row = Row { white: "Réti, R", elo: 2600, result: Termination::Draw };
    for (query, truth) in [
        ("white~reti elo>=2500 result=draw", Truth::True),
        ("white~reti elo>=2700", Truth::False),
        ("white~reti opening~najdorf", Truth::Unknown),
        ("elo>=2700 opening~najdorf", Truth::False),
        ("elo>=2500 or opening~najdorf", Truth::True),
        ("not opening~najdorf", Truth::Unknown),
        ("plies>=40", Truth::Unknown),
    ] {
        assert_eq!(Query::parse(query).expect("a query").decide(&row), truth, "{query}");
    }
}

#[test]
fn a_matcher_reports_which_conditions_no_game_has_fulfilled() {
    let pgn = "[White \"Morphy\"]\n\n1. e4 e5 1-0\n\n[White \"Barnes\"]\n\n1. f4 *\n";
    let query = Query::parse("white~morphy white~steinitz plies>=2").expect("a query");
    let mut fulfilled = Vec::new();
    let _ = read_parallel(
        Input::new(pgn.as_bytes()).expect("memory"),
        &ReaderOptions::default(),
        std::num::NonZero::<usize>::MIN,
        || Matcher::new(&query),
        |matcher, _| {
            fulfilled = matcher.fulfilled().to_vec();
            std::ops::ControlFlow::<()>::Continue(())
        },
    )
    .expect("memory");
    assert_eq!(fulfilled, [true, false, false]);
    assert_eq!(query.condition_text(1), Some("white~steinitz"));
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
            pgn += &format!("[White \"{white}\"]\n[Black \"{black}\"]\n\n1. e4 {result}\n\n");
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
    let pgn: String = rounds.iter().map(|it| format!("[Round \"{it}\"]\n\n1. e4 *\n\n")).collect();
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
    let pgn: String =
        controls.iter().map(|it| format!("[TimeControl \"{it}\"]\n\n1. e4 *\n\n")).collect();
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
    let pgn: String = names.iter().map(|it| format!("[White \"{it}\"]\n\n1. e4 *\n\n")).collect();
    for name in &names[..4] {
        for sign in ["=", "~"] {
            assert_eq!(found(&pgn, &format!("player{sign}{name}")), [1, 2, 3, 4], "{sign}{name}");
        }
    }
}
