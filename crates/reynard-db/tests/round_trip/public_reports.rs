//! Reports of users of other databases, replayed.

use crate::shared::folder;
use reynard::Position;
use reynard_db::{Budget, Database, DatabaseOptions, ExploreLimits, Explored};
use reynard_games::Query;

/// Makes a base of games.
fn base_of(pgn: &str) -> (tempfile::TempDir, Database) {
    let folder = folder();
    let mut base =
        Database::create(folder.path().join("a.rdb"), DatabaseOptions::default()).expect("a file");
    base.add_pgn(pgn.as_bytes(), &Budget::default()).expect("room");
    (folder, base)
}

fn exported(base: &Database) -> String {
    let pgn = base.iter().flat_map(|game| game.pgn().expect("intact")).collect();
    String::from_utf8(pgn).expect("text")
}

fn explored(base: &Database, moves: &str) -> Explored {
    let mut pos = Position::startpos();
    for san in moves.split(' ') {
        let mv = pos.parse_san(san).expect(san);
        pos.play(mv).expect("legal");
    }
    base.explore(&pos, &Query::default(), &ExploreLimits::default()).expect("intact")
}

// rpb-chessboard 260; scid has the same order of its own.
#[test]
fn a_comment_behind_a_variation_stays_there() {
    let pgn = "1. e4 e6 {French} (1... c6) {, but} 2. d4 (2. d3 (2. Nc3) {nested}) {end} *\n\n";
    assert_eq!(exported(&base_of(pgn).1), pgn);
}

// lila 1942.
#[test]
fn variations_of_both_sides_in_a_row_stay_apart() {
    let pgn = "1. d4 (1. e4) 1... Nf6 (1... d5) *\n\n";
    assert_eq!(exported(&base_of(pgn).1), pgn);
}

// ocgdb 22, where Scid refused the exported games.
#[test]
fn a_game_without_a_result_is_exported_with_a_mark_that_ends_it() {
    let (_folder, base) = base_of("[White \"a\"]\n\n1. d4 d5\n\n[White \"b\"]\n\n1. e4 e5\n");
    assert_eq!(exported(&base), "[White \"a\"]\n\n1. d4 d5 *\n\n[White \"b\"]\n\n1. e4 e5 *\n\n");
}

// lila 11708: 892,960 games of an export begin in the line of the result before them.
#[test]
fn a_game_that_begins_in_the_line_of_a_result_is_one_of_its_own() {
    let (_folder, base) = base_of(
        "1. d4 d5 1/2-1/2[Event \"A\"]\n[White \"b\"]\n\n1. c4 1-0[Event \"B\"]\n\n1. e4 *\n",
    );
    assert_eq!(base.games(), 3);
    assert_eq!(base.game(1).unwrap().head().unwrap().white, "b");
}

// lila 10816.
#[test]
fn a_move_of_black_may_stand_in_a_line_of_its_own() {
    assert_eq!(exported(&base_of("1.e4\nc5 2.Nf3\nNc6\n").1), "1. e4 c5 2. Nf3 Nc6 *\n\n");
}

// lila 17260, where another game was taken for the imported one.
#[test]
fn games_that_begin_alike_are_not_the_same() {
    let pgn = "1. e4 Nf6 2. e5 d5 3. exd6 cxd6 *\n\n1. e4 f6 *\n\n";
    let (_folder, base) = base_of(pgn);
    assert_eq!(exported(&base), pgn);
    assert!(base.duplicates(0).unwrap().is_empty());
}

// lila-openingexplorer 47.
#[test]
fn a_move_of_the_explorer_is_a_capture_only_if_it_takes_something() {
    let (_folder, base) = base_of("1. e4 e5 2. Nf3 f5 3. Nxe5 Qe7 *\n");
    assert_eq!(explored(&base, "e4 e5 Nf3 f5 Nxe5").moves[0].san, "Qe7");
}

// openingtree 216: the moves of other games that reach the position after them were counted.
#[test]
fn a_move_counts_where_it_was_played_and_transpositions_apart() {
    let games = "1. e4 Nf6 2. Nf3 Nxe4 0-1\n\n1. e4 e5 2. Nf3 Nf6 1-0\n\n1. e4 Nf6 2. Nf3 e5 *\n";
    let (_folder, base) = base_of(games);
    let explored = explored(&base, "e4 Nf6 Nf3");
    let mut counts: Vec<_> =
        explored.moves.iter().map(|it| (&*it.san, it.score.games(), it.reached)).collect();
    counts.sort_unstable();
    assert_eq!(counts, [("Nxe4", 1, Some(1)), ("e5", 1, Some(2))]);
}

// pychess 1424: the tree had castling as a move of the king to its rook.
#[test]
fn castling_in_the_explorer_is_the_move_of_the_game() {
    let (_folder, base) = base_of("1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5 4. O-O O-O *\n");
    let explored = explored(&base, "e4 e5 Nf3 Nf6 Bc4 Bc5 O-O");
    assert_eq!((&*explored.moves[0].san, explored.moves[0].score.games()), ("O-O", 1));
}

// lila 488.
#[test]
fn a_fen_tag_with_the_start_position_is_a_game_from_the_start() {
    let pgn =
        "[FEN \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\"]\n\n1. e4 c5 0-1\n\n";
    let (_folder, base) = base_of(pgn);
    assert_eq!(exported(&base), pgn);
    assert_eq!(explored(&base, "e4").score.games(), 1);
}
