//! `reynard pgn convert`

use serde_json::json;

use crate::run::reynard_with_input;

use super::FAMOUS;

const GAME: &str = "\
[White \"Ann\"]
[Black \" Bob, \\\"B\\\" \"]
[Date \"2001-9-2\"]
[Annotator \"\"]
[Result \"*\"]

{[%clk 0:05:00] start} 1. e4 $1 {[%clk 0:04:59] best} (1. d4 d5 (1... Nf6)) 1... c5 0-1
";

fn convert(args: &[&str], input: &str) -> String {
    let args = [&["pgn", "convert"], args, &["-"]].concat();
    let run = reynard_with_input(&args, input.as_bytes());
    assert_eq!((run.code, run.stderr.as_str()), (0, ""), "{args:?}");
    run.stdout
}

#[test]
fn parts_are_stripped() {
    let moves = |parts: &str| {
        let text = convert(&["--strip", parts], GAME);
        text.split_once("\n\n").expect("moves").1.trim().to_owned()
    };
    let all = "1. e4 $1 {[%clk 0:04:59] best} (1. d4 d5 (1... Nf6))\n1... c5 0-1";
    assert_eq!(moves("tags"), format!("{{[%clk 0:05:00] start}} {all}"));
    assert_eq!(moves("comments,nags"), "1. e4 (1. d4 d5 (1... Nf6)) 1... c5 0-1");
    assert_eq!(moves("variations,clocks"), "{start} 1. e4 $1 {best} 1... c5 0-1");
    assert_eq!(
        moves("variations,text,nags"),
        "{[%clk 0:05:00]} 1. e4 {[%clk 0:04:59]} 1... c5 0-1"
    );
    assert_eq!(moves("variations,text,commands,nags"), "1. e4 c5 0-1");
}

#[test]
fn tags_are_added_and_put_right() {
    let text = convert(&["--add", "opening,plycount,fen,hash", "--tidy"], GAME);
    let tags: Vec<&str> = text.lines().take_while(|line| !line.is_empty()).collect();
    assert_eq!(
        tags,
        [
            "[Event \"?\"]",
            "[Site \"?\"]",
            "[Date \"2001.09.02\"]",
            "[Round \"?\"]",
            "[White \"Ann\"]",
            "[Black \"Bob, \\\"B\\\"\"]",
            "[Result \"0-1\"]",
            "[ECO \"B20\"]",
            "[FinalFEN \"rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2\"]",
            "[HashCode \"644d4afe02564aeb\"]",
            "[Opening \"Sicilian Defense\"]",
            "[PlyCount \"2\"]",
        ]
    );
    let bare = convert(&["--strip", "tags"], GAME);
    assert_eq!(bare.lines().take_while(|line| !line.is_empty()).count(), 7);
}

#[test]
fn lines_of_moves_and_positions() {
    assert_eq!(convert(&["--to", "uci"], GAME), "e2e4 c7c5\n");
    assert_eq!(convert(&["--to", "lan"], GAME), "e2-e4 c7-c5\n");
    assert_eq!(convert(&["--to", "san"], GAME), "e4 c5\n");
    let fens = convert(&["--to", "fen"], GAME);
    assert_eq!(fens.lines().count(), 3);
    assert!(fens.starts_with("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n"));
    let epd = convert(&["--to", "epd"], GAME);
    let operations = "c0 \"Ann -  Bob, 'B' , ply 1\"; fmvn 1; hmvc 0; sm c5;";
    let second = epd.lines().nth(1).expect("three lines");
    assert!(second.ends_with(operations), "{second}");
    assert_eq!(reynard_with_input(&["epd", "--strict", "-"], epd.as_bytes()).code, 0);
    let set_up = "[FEN \"4k3/8/8/8/8/8/8/R3K3 w Q - 0 1\"]\n\n1. O-O-O -- *\n";
    let line = "fen 4k3/8/8/8/8/8/8/R3K3 w Q - 0 1 moves e1c1 0000\n";
    assert_eq!(convert(&["--to", "uci"], set_up), line);
    let chess960 = format!("[Variant \"chess960\"]\n{set_up}");
    assert_eq!(convert(&["--to", "uci"], &chess960), line, "the position decides, not the tag");
}

#[test]
fn games_become_objects_and_rows() {
    let object: serde_json::Value =
        serde_json::from_str(&convert(&["--to", "jsonl"], GAME)).expect("JSON");
    assert_eq!(object["tags"]["Black"], " Bob, \"B\" ");
    assert_eq!((&object["result"], &object["eco"]), (&json!("0-1"), &json!("B20")));
    assert_eq!((&object["san"], &object["uci"]), (&json!(["e4", "c5"]), &json!(["e2e4", "c7c5"])));
    let rows = convert(&["--to", "csv"], GAME);
    let row = ",,2001-9-2,,Ann,\" Bob, \"\"B\"\" \",0-1,,,B20,Sicilian Defense,2,e4 c5";
    assert_eq!(rows.lines().nth(1), Some(row));
    assert_eq!(convert(&["--to", "csv"], FAMOUS).lines().count(), 6);
}

#[test]
fn what_only_pgn_has_is_not_asked_of_others() {
    for (to, options) in [
        ("uci", &["--strip", "comments"][..]),
        ("csv", &["--add", "plycount"]),
        ("san", &["--tidy"]),
    ] {
        let args = [&["pgn", "convert", "--to", to], options, &["-"]].concat();
        let run = reynard_with_input(&args, GAME.as_bytes());
        assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{args:?}");
        assert!(run.stderr.contains(&format!("{} is for games in PGN", options[0])), "{run:?}");
    }
}
