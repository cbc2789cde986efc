//! Statistics of a player.

use reynard_db::{Budget, Database, DatabaseOptions, PlayerGroup, PlayerReport, PlayerReportTable};
use reynard_games::Query;

/// Makes the report on the player `me`, over games of their opponents with their tags.
fn report(games: &[(&str, &str)]) -> PlayerReport {
    let pgn = games.iter().enumerate().map(|(number, (opponent, tags))| {
        let result = ["1-0", "0-1", "1/2-1/2"][number % 3];
        format!(
            "[White \"me\"]\n[Black \"{opponent}\"]\n[Round \"{number}\"]\n{tags}\n\n1. e4 e5 {result}\n\n"
        )
    });
    let pgn: String = pgn.collect();
    let folder = tempfile::tempdir().expect("a folder");
    let mut base = Database::create(folder.path().join("a.rdb"), DatabaseOptions::default())
        .expect("a new file");
    base.add_pgn(pgn.as_bytes(), &Budget::default()).expect("room");
    base.player(&"me".parse().expect("a name"), &Query::default()).expect("intact")
}

fn counts(groups: &[PlayerGroup]) -> Vec<(&str, u64, u64)> {
    groups.iter().map(|it| (it.name.as_str(), it.score.games, it.score.wins)).collect()
}

#[test]
fn a_player_is_reported_by_rating_time_control_termination_and_month() {
    let report = report(&[
        (
            "a",
            "[BlackElo \"1799\"]\n[TimeControl \"180+2\"]\n[Termination \"Normal\"]\n[Date \"2025.03.01\"]",
        ),
        (
            "b",
            "[BlackElo \"1800\"]\n[TimeControl \"60\"]\n[Termination \"Time forfeit\"]\n[Date \"2025.03.??\"]",
        ),
        (
            "c",
            "[BlackElo \"1999\"]\n[TimeControl \"300\"]\n[Termination \"Normal\"]\n[Date \"2025.11.30\"]",
        ),
        ("e", "[Date \"????.??.??\"]\n[UTCDate \"2025.11.02\"]"),
        ("d", "[BlackElo \"?\"]\n[TimeControl \"?\"]\n[Termination \"?\"]\n[Date \"2025.??.??\"]"),
    ]);
    assert_eq!(counts(&report.opponent_ratings), [("1600-1799", 1, 1), ("1800-1999", 2, 0)]);
    assert_eq!(counts(&report.time_classes), [("bullet", 1, 0), ("blitz", 2, 1)]);
    assert_eq!(counts(&report.terminations), [("Normal", 2, 1), ("Time forfeit", 1, 0)]);
    assert_eq!(counts(&report.years), [("2025", 5, 2)]);
    assert_eq!(counts(&report.months), [("2025-03", 2, 1), ("2025-11", 2, 1)]);
    let table = PlayerReportTable { report: &report, most: 10 }.to_string();
    assert!(table.contains("Months\n2025-03 "), "{table}");
    assert!(!table.contains("Years"), "{table}");
}

#[test]
fn opponents_of_one_game_are_a_line_together_where_they_are_many() {
    let mut games = vec![("often", ""), ("often", "")];
    let names: Vec<String> = (0..40).map(|number| format!("guest{number}")).collect();
    games.extend(names.iter().map(|name| (name.as_str(), "")));
    let report = report(&games);
    let table = PlayerReportTable { report: &report, most: 10 }.to_string();
    let opponents: Vec<&str> =
        table.lines().skip_while(|line| *line != "Opponents").skip(1).take(3).collect();
    assert!(
        opponents[0].starts_with("often                              2      1      0      1"),
        "{table}"
    );
    assert!(opponents[1].starts_with("40 in one game each               40"), "{table}");
    assert_eq!(opponents.get(2).copied().unwrap_or_default(), "", "{table}");
    let few = PlayerReportTable { report: &report, most: 50 }.to_string();
    assert!(few.contains("guest39 ") && !few.contains("one game each"), "{few}");
}

#[test]
fn a_game_between_two_players_of_the_name_counts_for_both() {
    let pgn = b"[White \"Polgar, Judit\"]\n[Black \"Polgar, Susan\"]\n[WhiteElo \"2700\"]\n\
        [BlackElo \"2500\"]\n[Date \"1992.01.01\"]\n\n1. e4 1-0\n\n";
    let folder = tempfile::tempdir().expect("a folder");
    let mut base = Database::create(folder.path().join("a.rdb"), DatabaseOptions::default())
        .expect("a new file");
    base.add_pgn(pgn, &Budget::default()).expect("room");
    let report = base.player(&"polgar".parse().expect("a name"), &Query::default());
    let report = report.expect("intact");
    assert_eq!((report.white.games, report.white.wins), (1, 1));
    assert_eq!((report.black.games, report.black.losses), (1, 1));
    let both = [("Polgar, Judit", 1, 1), ("Polgar, Susan", 1, 0)];
    assert_eq!(counts(&report.names), both);
    assert_eq!(counts(&report.opponents), [("Polgar, Judit", 1, 0), ("Polgar, Susan", 1, 1)]);
    assert_eq!(counts(&report.opponent_ratings), [("2400-2599", 1, 1), ("2600-2799", 1, 0)]);
    assert_eq!(counts(&report.years), [("1992", 2, 1)]);
}
