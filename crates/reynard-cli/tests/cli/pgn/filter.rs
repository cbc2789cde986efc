//! `reynard pgn filter`

use crate::run::{reynard, reynard_with_input};

use super::{DAMAGED, FAMOUS};

fn count(conditions: &[&str], input: &str) -> u64 {
    let args = [&["pgn", "filter", "--count"], conditions, &["-"]].concat();
    let run = reynard_with_input(&args, input.as_bytes());
    run.stdout.trim().parse().unwrap_or_else(|_| panic!("{args:?}: {run:?}"))
}

#[test]
fn conditions_select_games() {
    for (conditions, expected) in [
        (&[][..], 5),
        (&["--white", "anderssen"], 2),
        (&["--player", "fischer"], 1),
        (&["--player", "kasparov", "--player", "topalov"], 1),
        (&["--player", "kasparov", "--player", "fischer"], 0),
        (&["--result", "0-1,1/2-1/2"], 1),
        (&["--date", "1850..1859"], 3),
        (&["--date", "1851.06..1851.07"], 1),
        (&["--tag", "Round>=5"], 1),
        (&["--tag", "Event=Casual game", "--tag", "Site!~GER"], 2),
        (&["--eco", "C3,B"], 2),
        (&["--opening", "gambit"], 2),
        (&["--plies", "80.."], 2),
        (&["--plies", "33"], 1),
        (&["--end", "checkmate"], 4),
        (&["--end", "open"], 1),
        (&["--material", "KRNvK"], 0),
        (&["--position", "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w"], 3),
        (&["--position", "1n1Rkb1r/p4ppp/4q3/4p1B1/4P3/8/PPP2PPP/2K5"], 1),
        (&["--position", "*/*/*/*/*/*/*/n*"], 0),
        (&["--position", "*/*/*/*/*/*/*/n*", "--invert"], 5),
        (&["--elo", "2000.."], 0),
        (&["--limit", "2"], 2),
    ] {
        assert_eq!(count(conditions, FAMOUS), expected, "{conditions:?}");
    }
}

#[test]
fn material_may_have_to_stay() {
    let pgn = "[FEN \"4k3/8/8/8/8/8/r7/R3K3 w - - 0 1\"]\n\n1. Rb1 Kd7 2. Rb2 Rxb2 *\n";
    for (plies, expected) in [("4", 1), ("5", 0)] {
        assert_eq!(count(&["--material", "KRvKR", "--material-plies", plies], pgn), expected);
    }
    assert_eq!(count(&["--material", "KvKR"], pgn), 1);
}

#[test]
fn ends_on_the_board_are_told_apart() {
    let shuffle = "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 1/2-1/2\n";
    assert_eq!(count(&["--end", "repetition"], shuffle), 1);
    let stalemate = "[FEN \"k7/8/1K6/8/8/8/8/2Q5 w - - 0 1\"]\n\n1. Qc7 1/2-1/2\n";
    assert_eq!(count(&["--end", "stalemate"], stalemate), 1);
    let bare = "[FEN \"k7/1p6/K7/8/8/8/8/8 w - - 0 1\"]\n\n1. Kxb7+ *\n";
    assert_eq!(count(&["--end", "insufficient-material"], bare), 0, "an illegal capture");
}

/// Games come out as they went in, byte by byte, whatever they are like.
#[test]
fn text_is_left_as_it_is() {
    let loose = "[White \"x\"]\n1.e2-e4   e7-e5 {  } *";
    let input = format!("{DAMAGED}\n{loose}\n\n\n{FAMOUS}");
    let args = ["pgn", "filter", "--white", "x", "-"];
    let run = reynard_with_input(&args, input.as_bytes());
    assert_eq!((run.code, run.stdout), (0, format!("{loose}\n\n")));
    let run =
        reynard_with_input(&["pgn", "filter", "--invert", "--white", "x", "-"], input.as_bytes());
    assert_eq!(run.stdout, format!("{DAMAGED}\n{FAMOUS}"));
}

#[test]
fn mistakes_are_explained() {
    for (args, hint) in [
        (["--tag", ">=2500"], "begins with the name of a tag"),
        (["--position", "8/8"], "8 ranks are needed"),
        (["--material", "KRK"], "like KRPvKR"),
        (["--plies", "many"], "`many` is not a number"),
        (["--where", "elo-diff<-50"], "`-50` is negative: 0 is the least value"),
        (["--elo", "abc"], "'abc' for '--elo <RATINGS>': `abc` is not a number"),
        (["--game", "0"], "there is no game 0"),
        (["--game", "5-"], "`5-` is not a range: did you mean 5..?"),
        (["--elo", "2500-"], "`2500-` is not a range: did you mean 2500..?"),
        (["--where", "material=KRPvKR/0"], "`0` is not a number of positions"),
        (["--date", "May"], "`May` is not a date like 2001"),
        (["--result", "2-0"], "`2-0` is not a result"),
        (["--elo", "2500..2000"], "empty range: 2500 is above 2000"),
        (["--date", "2001..1999"], "empty range: 2001 is after 1999"),
        (["--date", "1999.13"], "`1999.13` is not a date like 2001"),
        (["--tag", "WhiteElo>>2500"], "`>2500` is not a value"),
    ] {
        let run = reynard(&[&["pgn", "filter"], &args[..], &["-"]].concat());
        assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{args:?}");
        assert!(run.stderr.contains(hint), "{args:?}: {}", run.stderr);
    }
}

#[test]
fn only_a_count_is_an_object() {
    let run = reynard_with_input(&["pgn", "filter", "--json", "-"], FAMOUS.as_bytes());
    assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{run:?}");
    assert!(run.stderr.contains("--json is for --count"), "{}", run.stderr);
    let run = reynard_with_input(&["pgn", "filter", "--json", "--count", "-"], FAMOUS.as_bytes());
    assert_eq!((run.code, &run.object()["matched"]), (0, &5.into()));
}

/// The games of the diagnostics: each condition finds what its words mean.
const SPELLINGS: &str = "\
[White \"Carlsen, Magnus\"]\n[Black \"Müller, K\"]\n[ECO \"B90\"]\n[WhiteElo \"2850\"]\n[BlackElo \"2700\"]\n\
[Date \"2020.01.01\"]\n\n1. e4 c5 2. Nf3 d6 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3 a6 1/2-1/2\n\n\
[White \"a\"]\n\n1. d4 Nf6 2. c4 g6 3. Nc3 d5 *\n\n\
[White \"b\"]\n\n1. d4 Nf6 2. c4 g6 3. Nc3 Bg7 *\n\n\
[White \"c\"]\n\n1. e4 c6 *\n\n\
[White \"d\"]\n\n1. d4 Nf6 2. c4 e6 3. Nc3 Bb4 *\n\n";

#[test]
fn questions_are_understood_however_they_are_spelled() {
    for conditions in [
        &["--opening", "Grunfeld"][..],
        &["--opening", "Gruenfeld"],
        &["--opening", "Kings Indian"],
        &["--opening", "Caro Kann"],
        &["--opening", "Nimzoindian"],
        &["--opening", "sicilian najdorf"],
        &["--eco", "B90-B99"],
        &["--eco", "b90"],
        &["--tag", "whiteelo>1000"],
        &["--player", "Magnus Carlsen"],
        &["--player", "muller"],
        &["--elo", "2700+"],
        &["--elo", ">=2700"],
        &["--date", "2020-01-01"],
        &["--result", "draw"],
        &["--moves", "e4 c5 Nf3"],
        &["--where", "player~'magnus carlsen' color=white elo>=2500"],
    ] {
        assert_eq!(count(conditions, SPELLINGS), 1, "{conditions:?}");
    }
}

#[test]
fn a_value_that_no_game_can_have_is_an_error() {
    for (conditions, error) in [
        (&["--opening", "nosuchopening"][..], "no opening has `nosuchopening` in its name"),
        (&["--opening", "Grunfled"], "did you mean Grünfeld?"),
        (&["--eco", "Z99"], "these are A00 to E99"),
        (&["--result", "drwa"], "did you mean draw?"),
        (&["--elo", "99999"], "no player has an Elo rating of 99999"),
        (&["--material", "KRvK", "--material-plies", "0"], "it has to be 1 or more"),
        (&["--where", "whit~x"], "column 1: `whit` is not a condition; did you mean white?"),
    ] {
        let args = [&["pgn", "filter"], conditions, &["-"]].concat();
        let run = reynard_with_input(&args, SPELLINGS.as_bytes());
        assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{args:?}");
        assert!(run.stderr.contains(error), "{args:?}: {}", run.stderr);
    }
}

#[test]
fn a_value_that_no_game_had_is_noted() {
    let args = ["pgn", "filter", "--player", "Karlsen", "--count", "-"];
    let run = reynard_with_input(&args, SPELLINGS.as_bytes());
    assert_eq!((run.code, run.stdout.as_str()), (0, "0\n"));
    assert_eq!(run.stderr, "note: no game fulfills player~Karlsen\n");
    // An opening, too, if nothing else is asked for.
    let opening =
        reynard_with_input(&["pgn", "filter", "--opening", "Gruenfeld", "-"], FAMOUS.as_bytes());
    assert_eq!((opening.code, opening.stdout.as_str()), (0, ""));
    assert_eq!(opening.stderr, "note: no game fulfills opening~Gruenfeld\n");
}

#[test]
fn a_number_that_no_game_has_is_noted() {
    for (numbers, stderr) in [
        ("99", "note: no game fulfills --game 99: the last one has the number 5\n"),
        ("9,20+", "note: no game fulfills --game 9,20+: the last one has the number 5\n"),
        ("5,99", ""),
    ] {
        let args = ["pgn", "filter", "--game", numbers, "-"];
        let run = reynard_with_input(&args, FAMOUS.as_bytes());
        assert_eq!((run.code, run.stderr.as_str()), (0, stderr), "{numbers}");
    }
    let args = ["pgn", "filter", "--game", "2", "--player", "Fischer", "-"];
    let run = reynard_with_input(&args, FAMOUS.as_bytes());
    assert_eq!((run.code, run.stdout.as_str(), run.stderr.as_str()), (0, "", ""));
}
