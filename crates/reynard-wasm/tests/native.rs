//! The functions as the page calls them, in a native build.

use reynard_wasm::{
    GameList, MoveExplorer, StudyGame, game_status, inspect_fen, line_to_san, position_info,
};
use serde_json::Value;

fn parse(json: &str) -> Value {
    serde_json::from_str(json).expect("valid JSON")
}

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

#[test]
fn a_position_has_its_moves_check_opening_and_outcome() {
    let info = parse(&position_info(START).expect("a position"));
    assert_eq!(info["moves"].as_array().map(Vec::len), Some(20));
    assert_eq!((&info["check"], &info["outcome"]), (&Value::Null, &Value::Null));
    let mate = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3";
    let info = parse(&position_info(mate).expect("a position"));
    assert_eq!((&info["check"], &info["outcome"]["name"]), (&"e1".into(), &"checkmate".into()));
    let sicilian = "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2";
    let info = parse(&position_info(sicilian).expect("a position"));
    assert_eq!(info["opening"]["eco"], "B20");
}

#[test]
fn castling_names_the_king_and_the_rook() {
    let info = parse(
        &position_info("bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9")
            .expect("a position"),
    );
    assert_eq!(info["chess960"], true);
    let castling = parse(&position_info("4k3/8/8/8/8/8/8/4K2R w K - 0 1").expect("a position"));
    let moves = castling["moves"].as_array().expect("moves");
    let castles = moves.iter().find(|mv| mv["san"] == "O-O").expect("castling is legal");
    assert_eq!(
        (&castles["uci"], &castles["to"], &castles["rook"]),
        (&"e1g1".into(), &"g1".into(), &"h1".into())
    );
}

#[test]
fn every_fault_of_a_set_up_is_named() {
    let found = parse(&inspect_fen("8/8/8/8/8/8/8/P3K3 w KQ - 0 1").expect("JSON"));
    assert_eq!(found["fen"], Value::Null);
    let kinds: Vec<&str> = found["diagnostics"]
        .as_array()
        .expect("diagnostics")
        .iter()
        .filter_map(|diagnostic| diagnostic["kind"].as_str())
        .collect();
    assert!(
        kinds.contains(&"missing-black-king") && kinds.contains(&"pawn-on-back-rank"),
        "{kinds:?}"
    );
    let found = parse(&inspect_fen("4k3/8/8/9/8/8/8/4K3 w - - 0 1").expect("JSON"));
    assert_eq!(found["diagnostics"][0]["kind"], "syntax");
    assert!(found["diagnostics"][0]["offset"].is_u64());
    let found = parse(&inspect_fen(START).expect("JSON"));
    assert_eq!(
        (&found["fen"], found["diagnostics"].as_array().map(Vec::len)),
        (&START.into(), Some(0))
    );
}

#[test]
fn a_line_ends_before_the_first_illegal_move() {
    let line = parse(&line_to_san(START, "e2e4 e7e5 e4e5 d2d4").expect("a line"));
    assert_eq!(line.as_array().map(Vec::len), Some(2));
    assert_eq!(line[1]["san"], "e5");
}

#[test]
fn a_repeated_position_can_be_claimed_and_then_ends_the_game() {
    let shuffle = "g1f3 g8f6 f3g1 f6g8 ";
    let twice = parse(&game_status(START, &shuffle.repeat(2)).expect("legal moves"));
    assert_eq!(
        (&twice["claim"]["name"], &twice["outcome"]),
        (&"threefold-repetition".into(), &Value::Null)
    );
    let often = parse(&game_status(START, &shuffle.repeat(4)).expect("legal moves"));
    assert_eq!(often["outcome"]["name"], "fivefold-repetition");
    assert!(game_status(START, "e2e5").is_err());
}

#[test]
fn the_numbers_of_nodes_stay_while_a_game_is_edited() {
    let mut game = StudyGame::from_pgn("1. e4 e5 (1... c5 2. Nf3) 2. d4 *").expect("a game");
    let before = parse(&game.json().expect("JSON"));
    let number = |json: &Value, san: &str| {
        json["nodes"]
            .as_array()
            .expect("nodes")
            .iter()
            .find(|node| node["san"] == san)
            .map(|node| node["id"].clone())
    };
    let sicilian = number(&before, "c5").and_then(|id| id.as_u64()).expect("a node");
    game.delete(
        usize::try_from(number(&before, "e5").and_then(|id| id.as_u64()).expect("a node"))
            .expect("small"),
    )
    .expect("a node");
    let after = parse(&game.json().expect("JSON"));
    assert_eq!(number(&after, "c5"), Some(sicilian.into()));
    assert_eq!(number(&after, "d4"), None);
    assert!(game.delete(99).is_err());
}

#[test]
fn comments_arrows_and_clocks_survive_each_other() {
    let mut game = StudyGame::from_pgn("1. e4 {[%clk 0:10:00] first} *").expect("a game");
    game.set_command(1, "[%cal Ge2e4,Rd2d4]").expect("a command");
    game.set_comment(1, "second").expect("a node");
    game.set_command(1, "[%eval #-3]").expect("a command");
    let node = &parse(&game.json().expect("JSON"))["nodes"][1];
    assert_eq!(node["comment"], "second");
    assert_eq!(node["arrows"], serde_json::json!(["Ge2e4", "Rd2d4"]));
    assert_eq!((&node["clock"], &node["eval"]["mate"]), (&600.0.into(), &(-3).into()));
    assert!(game.set_command(1, "no command").is_err());
    let again = StudyGame::from_pgn(&game.pgn().expect("text")).expect("a game");
    assert_eq!(again.pgn(), game.pgn());
}

#[test]
fn a_list_finds_games_by_words_of_their_tags() {
    let game = |n: u32| format!("[White \"Player {n}\"]\n[Event \"Open\"]\n\n1. e4 *\n\n");
    let text = (0..100).map(game).collect::<Vec<String>>().concat();
    let games = GameList::new(text.into_bytes()).expect("games");
    assert_eq!(games.length(), 100);
    let page = parse(&games.page("open 42", 0, 10).expect("JSON"));
    assert_eq!((&page["total"], &page["rows"][0]["index"]), (&1.into(), &42.into()));
    assert_eq!(
        parse(&games.page("", 90, 50).expect("JSON"))["rows"].as_array().map(Vec::len),
        Some(10)
    );
    assert!(games.game(100).is_err());
}

#[test]
fn the_result_of_a_game_without_a_tag_is_that_of_its_mark() {
    let games = GameList::new(b"[White \"A\"]\n\n1. e4 1-0\n".to_vec()).expect("games");
    assert_eq!(parse(&games.page("", 0, 1).expect("JSON"))["rows"][0]["result"], "1-0");
}

#[test]
fn an_index_counts_transpositions_and_leaves_variations_out() {
    let text = b"1. d4 Nf6 2. c4 e6 1-0\n\n1. c4 Nf6 2. d4 (2. e4) g6 0-1\n\n".to_vec();
    let games = GameList::new(text).expect("games");
    let mut explorer = MoveExplorer::new();
    while explorer.add(&games, 1).expect("few games") {}
    let indian = "rnbqkb1r/pppppppp/5n2/8/2PP4/8/PP2PPPP/RNBQKBNR b KQkq - 0 2";
    let found = parse(&explorer.explore(indian).expect("JSON"));
    assert_eq!(
        (&found["games"], &found["white"], &found["black"]),
        (&2.into(), &1.into(), &1.into())
    );
    assert_eq!(found["list"], serde_json::json!([0, 1]));
}

/// The page writes what `reynard pgn fmt` writes; `tests/cli` of the command line compares the two.
#[test]
fn what_is_written_is_read_as_the_same_text() {
    let messy = "[White \"A\"]\n\n1.e4 e5 ; to the end of the line\n2. Nf3 $1 (2. f4 {gambit} exf4 (2... d5)) 2... Nc6 1-0\n\n[White \"B\"]\n1.d4*";
    let games = GameList::new(messy.into()).expect("games");
    let once = games.pgn().expect("text");
    let again = GameList::new(once.clone().into_bytes()).expect("games").pgn().expect("text");
    assert_eq!(once, again);
    assert_eq!(games.length(), 2);
}
