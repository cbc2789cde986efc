//! Standings on the command line: games and reports, formats, widths, assumptions.

use std::fs;

use tempfile::TempDir;

use crate::run::{reynard, reynard_in, reynard_with_input};

fn game(round: &str, white: &str, black: &str, moves: &str) -> String {
    format!(
        "[Event \"Open\"]\n[Round \"{round}\"]\n[White \"{white}\"]\n[Black \"{black}\"]\n\n{moves}\n\n"
    )
}

/// An open of 24 players in nine rounds, in which the last player misses the odd rounds.
fn open() -> String {
    let name = |index: usize| format!("Player with a rather long name, Number {index:02}");
    let mut pgn = String::new();
    for round in 0..9 {
        for board in 0..12 {
            let (white, black) = (board, 12 + (board + round) % 12);
            if black == 23 && round % 2 == 0 {
                continue;
            }
            let result = ["1-0", "1/2-1/2", "0-1"][(board * 7 + round * 5) % 3];
            let tag = format!("{}.{}", round + 1, board + 1);
            pgn += &game(&tag, &name(white), &name(black), &format!("1. e4 e5 {result}"));
        }
    }
    pgn
}

fn folder() -> TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    fs::write(folder.path().join("open.pgn"), open()).expect("a writable folder");
    folder
}

#[test]
fn no_line_is_wider_than_asked_and_no_number_is_cut() {
    let pgn = open();
    for width in [60_usize, 80, 100, 200] {
        let text = width.to_string();
        let run = reynard_with_input(&["pgn", "crosstable", "--width", &text, "-"], pgn.as_bytes());
        assert_eq!(run.code, 0, "{run:?}");
        for line in run.stdout.lines() {
            assert!(line.chars().count() <= width, "{width}: {line}");
        }
        assert_eq!(run.stdout.contains("blocks of columns"), width < 200, "{}", run.stdout);
    }
    let run = reynard_with_input(&["pgn", "crosstable", "-"], pgn.as_bytes());
    assert!(run.stdout.lines().all(|line| line.chars().count() <= 80), "{}", run.stdout);
    let text = run.stdout.replace('\n', " ");
    assert!(
        text.contains("10 rounds of players without a game counted as zero-point byes"),
        "{text}"
    );
}

#[test]
fn a_report_made_of_games_gives_the_same_standings() {
    let folder = folder();
    let run = reynard_in(
        folder.path(),
        &["pgn", "crosstable", "--to", "trf", "-o", "open.trf", "open.pgn"],
    );
    assert_eq!((run.code, run.stdout.as_str()), (0, ""), "{run:?}");
    assert!(
        run.stderr.contains("24 names are longer than the 33 letters of a report"),
        "{}",
        run.stderr
    );
    let table = |file: &str| {
        let run = reynard_in(folder.path(), &["pgn", "crosstable", "--to", "csv", file]);
        assert_eq!(run.code, 0, "{run:?}");
        // A report has room for 33 letters of a name.
        run.stdout
            .lines()
            .map(|line| line.rsplit('"').next().unwrap_or(line).to_owned() + "\n")
            .collect::<String>()
    };
    assert_eq!(table("open.pgn"), table("open.trf"));
    for options in [
        &["--where", "round=1"][..],
        &["--missing", "half"],
        &["--no-join"],
        &["--join-initials"],
        &["--play-offs"],
    ] {
        let run =
            reynard_in(folder.path(), &[&["pgn", "crosstable", "open.trf"], options].concat());
        let text = format!("{} is for games", options[0]);
        assert_eq!((run.code, run.stderr.contains(&text)), (2, true), "{run:?}");
    }
    let run = reynard_in(folder.path(), &["pgn", "crosstable", "open.trf", "--rounds", "1"]);
    assert!(run.code == 2 && run.stderr.contains("there are results of round"), "{run:?}");
    let run = reynard_in(folder.path(), &["pgn", "crosstable", "open.pgn", "--rounds", "1"]);
    assert!(run.code == 2 && run.stderr.contains("there are results of round"), "{run:?}");
    for option in [&["--by-round"][..], &["--player", "a"]] {
        let args = [&["pgn", "crosstable", "open.pgn", "--json"], option].concat();
        let run = reynard_in(folder.path(), &args);
        assert!(run.code == 2 && run.stderr.contains(" is for tables, and --json"), "{run:?}");
    }
    let piped = fs::read(folder.path().join("open.trf")).expect("a report");
    let run = reynard_with_input(&["pgn", "crosstable", "--to", "csv", "-"], &piped);
    assert_eq!(run.stdout.lines().count(), table("open.trf").lines().count());
}

#[test]
fn a_broken_report_is_refused_with_line_and_column() {
    let run =
        reynard_with_input(&["pgn", "crosstable", "-"], b"012 Open\r\n001    x      Anna\r\n");
    assert_eq!(run.code, 2, "{run:?}");
    assert!(run.stderr.contains("line 2, column 5: `x` stands where"), "{}", run.stderr);
}

#[test]
fn tie_breaks_are_refused_with_a_hint() {
    let pgn = game("1", "A", "B", "1. e4 1-0")
        + &game("2", "B", "C", "1. e4 1-0")
        + &game("3", "C", "A", "1. e4 1-0");
    let stderr = |list: &str| {
        let run =
            reynard_with_input(&["pgn", "crosstable", "--tie-breaks", list, "-"], pgn.as_bytes());
        assert_eq!(run.code, 2, "{run:?}");
        run.stderr
    };
    assert!(stderr("BH").contains("--force-buchholz"));
    assert!(stderr("ARO").contains("--unrated"));
    assert!(stderr("WINS").contains("WON games over the board"));
    let forced = ["pgn", "crosstable", "--tiebreaks", "BH", "--force-buchholz", "-"];
    assert_eq!(reynard_with_input(&forced, pgn.as_bytes()).code, 0);
}

#[test]
fn each_format_has_all_players() {
    let pgn = open();
    for format in ["text", "markdown", "csv", "html", "json", "trf"] {
        let run = reynard_with_input(&["pgn", "crosstable", "--to", format, "-"], pgn.as_bytes());
        assert_eq!(run.code, 0, "{run:?}");
        // A report has room for 33 letters of a name.
        let names = run.stdout.matches("Player with a").count();
        assert!(names >= 24, "{format}: {names}");
    }
    let html =
        reynard_with_input(&["pgn", "crosstable", "--to", "html", "-"], pgn.as_bytes()).stdout;
    assert!(
        html.contains("<th scope=\"col\">")
            && html.contains("<th scope=\"row\"")
            && html.contains("size:A4")
    );
    assert!(!html.contains("http"), "it needs no other file");
}

#[test]
fn standings_after_each_round_come_one_after_the_other() {
    let pgn = open();
    let run = reynard_with_input(
        &["pgn", "crosstable", "--by-round", "--results", "none", "-"],
        pgn.as_bytes(),
    );
    for round in 1..=9 {
        assert!(run.stdout.contains(&format!("Open after round {round}\n")), "{}", run.stdout);
    }
    let run = reynard_with_input(&["pgn", "crosstable", "--after", "3", "-"], pgn.as_bytes());
    assert!(run.stdout.contains("After round 3 of 9"), "{}", run.stdout);
}

#[test]
fn teams_come_from_the_team_tags() {
    let game = |round: &str, teams: [&str; 2], names: [&str; 2], result: &str| {
        let teams = format!("[WhiteTeam \"{}\"]\n[BlackTeam \"{}\"]\n", teams[0], teams[1]);
        teams + &game(round, names[0], names[1], &format!("1. e4 {result}"))
    };
    let pgn = game("1.1", ["Oslo", "Rome"], ["A", "C"], "1-0")
        + &game("1.2", ["Rome", "Oslo"], ["D", "B"], "1/2-1/2");
    let run = reynard_with_input(&["pgn", "crosstable", "--teams", "-"], pgn.as_bytes());
    assert!(run.stdout.contains("    1  Oslo        1  1  0  0   2  1.5"), "{}", run.stdout);
    let run = reynard_with_input(&["pgn", "crosstable", "--teams", "-"], open().as_bytes());
    assert_eq!(run.code, 2);
}

#[test]
fn forfeits_byes_and_play_offs_are_listed() {
    let pgn = open()
        + &game("9.13", "Late, Anna", "Absent, Ben", "1-0")
        + &game("8.13", "Late, Anna", "BYE", "1-0")
        + &game("Playoff 1", "Late, Anna", "Absent, Ben", "1. e4 0-1");
    let run = reynard_with_input(&["pgn", "crosstable", "-"], pgn.as_bytes());
    for note in [
        "game without a move counted as a forfeit: round 9.13, Late, Anna - Absent, Ben 1-0",
        "game counted as a bye: round 8.13, Late, Anna - BYE 1-0",
        "game of a play-off left out (--play-offs): round Playoff 1",
    ] {
        assert!(run.stderr.contains(note), "{}", run.stderr);
    }
}

#[test]
fn values_that_do_not_fit_into_a_report_are_noted() {
    let tags = "[WhiteElo \"12345\"]\n[BlackElo \"2400\"]\n[WhiteFideId \"99999999999999\"]\n\
                [BlackFideId \"99999999999\"]\n";
    let pgn = tags.to_owned() + &game("1", "Anna", "Ben", "1. e4 1-0");
    let run = reynard_with_input(&["pgn", "crosstable", "--to", "trf", "-"], pgn.as_bytes());
    assert_eq!(run.code, 0, "{run:?}");
    for note in [
        "note: 1 FIDE id with more than the 11 digits of a report left out\n",
        "note: 1 rating of 5,000 and more left out\n",
    ] {
        assert!(run.stderr.contains(note), "{}", run.stderr);
    }
    let digits = run.stdout.matches("99999999999").count();
    assert_eq!(digits, 1, "the id that fits: {}", run.stdout);
}

#[test]
fn a_game_without_a_result_gives_no_points() {
    let pgn = game("1", "Anna", "Ben", "1. e4 1-0")
        + &game("1", "Cleo", "Dora", "1. e4 1-0")
        + &game("2", "Ben", "Cleo", "1. d4 *")
        + &game("2", "Anna", "Dora", "1. d4 1-0")
        + &game("3", "?", "Anna", "1. d4 1-0");
    let args = ["pgn", "crosstable", "--after", "2", "-"];
    let run = reynard_with_input(&args, pgn.as_bytes());
    assert!(run.stdout.contains("b?") && run.stdout.contains("w?"), "{}", run.stdout);
    let notes = "note: 1 game without a name left out\n\
                 note: 1 game without a result counted without points\n";
    assert!(run.stderr.ends_with(notes), "{}", run.stderr);
    let run = reynard_with_input(&["pgn", "ratings", "-"], pgn.as_bytes());
    assert!(run.stderr.contains("1 game without a result left out\n"), "{}", run.stderr);
}

#[test]
fn the_first_player_is_behind_no_other() {
    let pgn = game("1", "Anna", "Ben", "1. e4 1-0") + &game("1", "Cleo", "Dora", "1. e4 1-0");
    let run = reynard_with_input(&["pgn", "crosstable", "--json", "-"], pgn.as_bytes());
    let players = &run.object()["players"];
    let decided: Vec<Option<&str>> = (0..4).map(|it| players[it]["decided_by"].as_str()).collect();
    assert_eq!((decided[0], decided[2]), (None, Some("points")), "{players}");
}

#[test]
fn other_points_are_refused_where_a_report_has_points_for_a_kind_of_result() {
    let folder = folder();
    let row = |number: u32, name: &str, rounds: &str| {
        format!("001 {number:>4}      {name:<66} 1.0 {number:>4}  {rounds}\n")
    };
    let rows = row(1, "Anna", "   2 w 1") + &row(2, "Ben", "   1 b 0");
    for (kind, code) in [(' ', 0), ('W', 2)] {
        let report = format!("{rows}299 {kind}         0.5         1\n");
        fs::write(folder.path().join("open.trf"), report).expect("a writable folder");
        let args = ["pgn", "crosstable", "open.trf", "--points", "3,1,0"];
        let run = reynard_in(folder.path(), &args);
        assert_eq!((run.code, run.stderr.contains("a record 299")), (code, code == 2), "{run:?}");
    }
}

#[test]
fn a_report_beside_the_games_fills_byes_and_forfeits() {
    let folder = folder();
    let row = |number: u32, name: &str, points: &str, rounds: &str| {
        format!("001 {number:>4}      {name:<66}{points:>4} {number:>4}  {rounds}\n")
    };
    let report = "012 Club\n".to_owned()
        + &row(1, "Anna", "1.5", "   2 w 1  0000 - H")
        + &row(2, "Ben", "1.0", "   1 b 0  0000 - U")
        + &row(3, "Cleo", "1.0", "   4 w +  0000 - Z")
        + &row(4, "Dora", "0.0", "   3 b -  0000 - Z");
    let games =
        game("1.1", "Anna", "Ben", "1. e4 1-0") + &game("2.1", "Cleo", "Dora", "1. e4 1/2-1/2");
    for (name, text) in [("club.pgn", games.as_str()), ("club.trf", &report)] {
        fs::write(folder.path().join(name), text).expect("a writable folder");
    }
    let scores = |args: &[&str]| {
        let args = [&["pgn", "crosstable", "--system", "swiss", "--to", "csv"], args].concat();
        let run = reynard_in(folder.path(), &args);
        assert_eq!(run.code, 0, "{run:?}");
        let score = |name: &str| {
            let row = run.stdout.lines().find(|line| line.contains(name)).expect("a row");
            row.split(',').map(str::to_owned).collect::<Vec<_>>()
        };
        ["Anna", "Ben", "Cleo", "Dora"].map(score).concat().join(" ")
    };
    let (alone, both) = (scores(&["club.pgn"]), scores(&["club.pgn", "club.trf"]));
    assert!(alone != both, "{alone}");
    for cell in ["H", "U", "+", "-"] {
        assert!(both.split(' ').any(|it| it.contains(cell)), "{cell}: {both}");
    }
    // An option comes before the report.
    let zero = scores(&["--bye", "2 zero Anna", "club.pgn", "club.trf"]);
    assert!(zero != both && !zero.split(' ').any(|it| it == "H"), "{zero}");
    let run = reynard_in(folder.path(), &["pgn", "crosstable", "club.trf", "club.trf"]);
    assert!(run.code == 2 && run.stderr.contains("several reports"), "{run:?}");
}

#[test]
fn a_file_is_split_by_the_number_before_the_dot() {
    let folder = folder();
    let run =
        reynard_in(folder.path(), &["pgn", "split", "--by-round", "--into", "rounds", "open.pgn"]);
    assert_eq!((run.code, run.stderr.as_str()), (0, "9 files in rounds\n"), "{run:?}");
    let count = |name: &str| {
        let text = fs::read_to_string(folder.path().join("rounds").join(name)).expect(name);
        text.matches("[Round").count()
    };
    assert_eq!((count("round-01.pgn"), count("round-02.pgn")), (11, 12));
}

#[test]
fn a_player_is_found_by_a_part_of_the_name() {
    let pgn = open();
    let card = |name: &str| {
        reynard_with_input(&["pgn", "crosstable", "--player", name, "-"], pgn.as_bytes())
    };
    assert!(
        card("number 07").stdout.starts_with("Player with a rather long name, Number 07: place")
    );
    let run = card("number");
    assert!(run.code == 2 && run.stderr.contains("may be"), "{run:?}");
    assert_eq!(card("kasparov").code, 2);
    assert_eq!(reynard(&["pgn", "crosstable", "nothing.pgn"]).code, 2);
}

#[test]
fn ratings_show_anchors_as_given_and_players_set_aside() {
    let mut pgn = String::new();
    for (white, black, result) in [
        ("A", "B", "1-0"),
        ("B", "A", "1-0"),
        ("A", "B", "1/2-1/2"),
        ("C", "A", "1-0"),
        ("B", "C", "0-1"),
    ] {
        pgn += &game("?", white, black, &format!("1. e4 e5 {result}"));
    }
    pgn += &game("?", "A", "C", "1-0");
    let ratings = |args: &[&str]| {
        let args = [&["pgn", "ratings"], args, &["-"]].concat();
        reynard_with_input(&args, pgn.as_bytes())
    };
    let run = ratings(&["--anchor", "b=2012.25", "--white-advantage", "0"]);
    assert_eq!(run.code, 0, "{run:?}");
    assert!(run.stdout.contains("2012.25  anchor"), "{}", run.stdout);
    assert!(run.stdout.contains("Set aside: C, all points, 2 games, above"), "{}", run.stdout);
    assert!(
        run.stderr.contains("without a move counted as a forfeit: A - C 1-0"),
        "{}",
        run.stderr
    );
    let run = ratings(&["--anchor", "nobody=2000"]);
    assert!(
        run.stderr.contains("--anchor nobody: no player has this name; the list is not anchored"),
        "{}",
        run.stderr
    );
    let run = ratings(&["--anchor", "c=2000", "--mean", "2100"]);
    let note = "the anchor C has no effect: its games give it no rating";
    assert!(run.stderr.contains(note) && !run.stderr.contains("--mean"), "{}", run.stderr);
    assert!(run.stdout.contains("The mean rating is 2100: --mean, --anchor"), "{}", run.stdout);
    let run = ratings(&["--anchor", "b=2000", "--mean", "2100"]);
    let note = "--mean has no effect: the only group of players has an anchor";
    assert!(run.stderr.contains(note), "{}", run.stderr);
    assert!(ratings(&["--anchor", "x"]).stderr.contains("a name and a rating"));
    assert!(ratings(&["--to", "csv"]).stdout.starts_with("No,Player,Elo,+/-,"));
}
