//! Reports of users of other databases, replayed.

use crate::shared::folder;
use reynard::Position;
use reynard_db::{
    Budget, Database, DatabaseOptions, ExploreAnswer, ExploreLimits, Explored, ExtraContent,
    GameOrder, VariationIndex,
};
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

#[test]
fn a_move_of_the_king_and_castling_onto_the_same_square_differ_in_the_explorer() {
    let fen = "rk3r2/8/8/8/8/8/8/RK3R2 w FAfa - 0 1";
    let tags = format!("[Variant \"Chess960\"]\n[SetUp \"1\"]\n[FEN \"{fen}\"]\n\n");
    let (_folder, base) = base_of(&format!("{tags}1. Kc1 *\n\n{tags}1. O-O-O *\n\n"));
    let pos = fen.parse().expect("a position");
    let explored = base.explore(&pos, &Query::default(), &ExploreLimits::default());
    let explored = explored.expect("intact");
    let mut moves: Vec<_> = explored.moves.iter().map(|it| (&*it.san, &*it.uci)).collect();
    moves.sort_unstable();
    assert_eq!(moves, [("Kc1", "b1c1"), ("O-O-O", "b1a1")]);
    let (read, _) = ExploreAnswer::from(&explored).into_explored().expect("legal moves");
    assert_eq!(read.moves, explored.moves);
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

/// Explores a position with a filter that every game fulfills.
fn games_at(base: &Database, fen: &str) -> u64 {
    base.count(&fen.parse().expect(fen), &Query::default()).expect("intact")
}

// pgn-parser 641, chessParser 2: null moves of ChessBase, in the main line as well.
#[test]
fn positions_after_a_null_move_have_their_games() {
    let pgn = "1. e4 -- 2. d4 d5 1-0\n\n1. d4 d5 2. e4 0-1\n\n1. e4 Nf6 2. d4 *\n\n";
    let (_folder, base) = base_of(pgn);
    assert_eq!(exported(&base), pgn);
    for (fen, games) in [
        ("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1", 2),
        ("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2", 1),
        ("rnbqkbnr/pppppppp/8/8/3PP3/8/PPP2PPP/RNBQKBNR b KQkq - 0 2", 1),
        ("rnbqkbnr/ppp1pppp/8/3p4/3PP3/8/PPP2PPP/RNBQKBNR w KQkq - 0 3", 1),
        ("rnbqkbnr/ppp1pppp/8/3p4/3PP3/8/PPP2PPP/RNBQKBNR b KQkq - 0 2", 1),
    ] {
        assert_eq!(games_at(&base, fen), games, "{fen}");
    }
    let after: Position =
        "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2".parse().expect("a position");
    let explored = base.explore(&after, &Query::default(), &ExploreLimits::default());
    assert_eq!(explored.expect("intact").moves[0].san, "d4");
}

// pgn-parser 436: `Z0` in variations.
#[test]
fn bases_with_variations_after_null_moves_are_merged() {
    let folder = folder();
    let path = |name: &str| folder.path().join(name);
    let kept = DatabaseOptions { variations: VariationIndex::Indexed, ..Default::default() };
    let fen = "rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR w KQkq - 0 2";
    for (number, extra) in [ExtraContent::Kept, ExtraContent::Dropped].into_iter().enumerate() {
        let base = |name: String, pgn: &str| {
            let mut base =
                Database::create(path(&name), DatabaseOptions { extra, ..kept }).expect("a file");
            base.add_pgn(pgn.as_bytes(), &Budget::default()).expect("room");
            base
        };
        let one = base(format!("{number}a"), "1. e4 (1. d4 Z0 2. e4 e5) 1... e5 *\n\n1. e4 *\n");
        let two = base(format!("{number}b"), "1. c4 *\n\n1. e4 (1. d4 -- 2. e4 e5) 1... c5 *\n");
        let out = path(&format!("{number}c"));
        Database::merge(&[&one, &two], &out, &Budget::default()).expect("intact");
        let all = Database::open(out).expect("a base");
        let games = if extra == ExtraContent::Kept { [1, 1, 2] } else { [0, 0, 0] };
        assert_eq!([&one, &two, &all].map(|base| games_at(base, fen)), games);
    }
}

// en-croissant 253, where games that agree up to a place are found: those are not the same game.
#[test]
fn games_that_agree_up_to_a_null_move_are_two() {
    let head = "[White \"Carlsen, M\"]\n[Black \"Giri, A\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5";
    let pgn = |end: &str| format!("{head} {end} *\n\n");
    let ends = ["-- 4. O-O Nf6", "-- 4. O-O a6", "-- 4. O-O {castled} Nf6", "-- 4. Nc3"];
    let (_folder, base) = base_of(&ends.map(pgn).concat());
    let groups = base.duplicates(4).expect("intact");
    assert_eq!(groups.len(), 1, "{groups:?}");
    assert_eq!((groups[0].keep, groups[0].others.len(), groups[0].others[0].id), (2, 1, 0));
    let other = "[Variant \"Crazyhouse\"]\n\n1. e4 e5 2. N@f3";
    let (_folder, base) = base_of(&format!("{other} *\n\n{other} d6 *\n\n{other} *\n\n"));
    let groups = base.duplicates(0).expect("intact");
    assert_eq!((groups.len(), groups[0].others.len(), groups[0].others[0].id), (1, 1, 2));
}

// python-chess 258 and 900, scalachess 127: names with blanks and colons, values with brackets.
#[test]
fn unusual_tags_come_out_as_they_went_in() {
    let pgn = "[White ACPL \"252\"]\n[BlackType: \"program\"]\n[Black \"[=0040.34h5a4]\"]\n\n\
               1. f4 e5 2. g4 Qh4# 0-1\n\n";
    let (_folder, base) = base_of(pgn);
    assert_eq!(exported(&base), pgn);
    assert_eq!(base.game(0).unwrap().head().unwrap().plies, 4);
}

// python-chess 566 and 1077: a blank line between tags, a byte order mark before each file.
#[test]
fn tags_of_a_game_belong_to_it_whatever_stands_between_them() {
    let (_folder, base) = base_of(
        "\u{feff}[Event \"a\"]\n\n[White \"White vs 1...c5\"]\n\n1. e4 *\n\n\u{feff}[Event \"b\"]\n\n*\n",
    );
    let names: Vec<String> = base.iter().map(|game| game.head().unwrap().white).collect();
    assert_eq!(names, ["White vs 1...c5", ""]);
}

// pychess 2186, elephantchess 495: ratings as text, and no place for games without a date.
#[test]
fn orders_are_those_of_numbers_and_unknown_ones_come_last() {
    let game = |(white, date): (&str, &str)| {
        format!("[WhiteElo \"{white}\"]\n[Date \"{date}\"]\n\n1. e4 *\n\n")
    };
    let games = [("950", "2001.??.??"), ("2400", "????.??.??"), ("?", "2001.02.03"), ("", "1999")];
    let (_folder, base) = base_of(&games.map(game).concat());
    let order = |order| {
        let games = base.find(None, &Query::default(), order).expect("intact");
        games.iter().map(reynard_db::StoredGame::id).collect::<Vec<_>>()
    };
    assert_eq!(order(GameOrder::Elo)[..2], [1, 0]);
    assert_eq!(order(GameOrder::Date), [2, 0, 3, 1]);
}

// openingtree 352, lila 8656: the name of an opening, and the sums of its moves.
#[test]
fn an_opening_has_one_name_and_a_move_the_sums_of_the_position_after_it() {
    let (_folder, base) = base_of("1. c4 d5 2. d4 e6 *\n\n1. d4 d5 2. c4 c6 *\n\n1. d4 *\n\n");
    let [one, other] = ["c4 d5 d4", "d4 d5 c4"].map(|moves| explored(&base, moves));
    assert_eq!(one.opening.map(|it| it.name), Some("Queen's Gambit"));
    assert_eq!((one.opening, &one.moves), (other.opening, &other.moves));
    let before = explored(&base, "d4 d5");
    assert_eq!(before.moves[0].reached, Some(one.score.games()));
}

// scidonthego 26: with one game at the position, others were listed as well.
#[test]
fn a_position_of_one_game_lists_that_game() {
    let (_folder, base) = base_of("1. e4 e5 *\n\n1. e4 c5 2. Nf3 *\n\n1. d4 *\n\n");
    let pos = explored(&base, "e4 c5").position;
    let games = base.games_at(&pos, &Query::default()).expect("intact");
    assert_eq!(games.iter().map(reynard_db::StoredGame::id).collect::<Vec<_>>(), [1]);
}
