//! `reynard learn` on what users of other trainers have reported, with games of our own.

use std::fs;

use crate::folder::Folder;
use crate::run::{Run, reynard, reynard_with_input};

struct Notebook(Folder);

impl Notebook {
    /// Makes a notebook with a file.
    fn with(name: &str, text: &str) -> Self {
        let folder = Folder::new();
        let path = folder.path("nb");
        assert_eq!(reynard(&["learn", "start", &path, "--me", "Me", "--nodes", "300"]).code, 0);
        fs::write(format!("{path}/{name}"), text).expect("a file");
        Self(folder)
    }

    fn learn(&self, args: &[&str], input: &str) -> Run {
        let path = self.0.path("nb");
        reynard_with_input(&[&["learn"], args, &["--notebook", &path]].concat(), input.as_bytes())
    }

    /// Returns the best moves of the cards in SAN, in the order of the file.
    fn bests(&self) -> Vec<String> {
        let run = self.learn(&["export", "--to", "epd"], "");
        assert_eq!(run.code, 0, "{run:?}");
        let best = |line: &str| {
            let (_, rest) = line.split_once(" bm ").expect("a best move");
            rest.split(';').next().unwrap_or_default().to_owned()
        };
        run.stdout.lines().map(best).collect()
    }
}

// lichess-org/lila#18769: a chapter from a position with Black to move was not imported, in silence.
#[test]
fn a_repertoire_from_a_position_with_black_to_move_gives_cards() {
    let text = "[FEN \"rnbqkbnr/pp1ppppp/8/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2\"]\n\
                [Orientation \"Black\"]\n[StartFlipped \"1\"]\n\n\
                2... Nc6 (2... d6 3. d4 cxd4) 3. Bb5 (3. d4 cxd4 4. Nxd4 g6) 3... g6 *\n";
    let notebook = Notebook::with("repertoire/sicilian.pgn", text);
    let bests = notebook.bests();
    assert_eq!(bests.len(), 5, "{bests:?}");
    assert!(bests[0].starts_with("Nc6"), "{bests:?}");
}

// chrislicodes/obsidian-chess-study#23: of nested variations only the main line was read.
// lichess-org/lila#10360: comments in other scripts, before the first move and after results.
#[test]
fn moves_of_nested_variations_are_cards_whatever_stands_in_comments() {
    let text = "[Event \"Глава 1: дебют\"]\n[Result \"*\"]\n\n{ начало [%csl Ge4] } 1. e4 e6 \
                (1... c6 2. d4 { центр } (2. c4 d5 3. exd5 (3. e5 { [%cal Gf1e1] } 3... Bf5 4. Nf3))) \
                2. d4 d5 3. Nc3 $1 * { конец }\n";
    let notebook = Notebook::with("repertoire/e4-white.pgn", text);
    // d4 and c4 are moves of one position, and so are exd5 and e5.
    assert_eq!(notebook.bests().len(), 6, "{:?}", notebook.bests());
}

// lichess-org/lila#4008: a game with an error was left out of a study, and nothing said so.
#[test]
fn a_game_of_the_repertoire_with_an_illegal_move_is_named_and_costs_no_other() {
    let text = "1. e4 e5 2. Ke3 Nc6 3. Nf3 *\n\n1. d4 d5 2. c4 *\n";
    let notebook = Notebook::with("repertoire/white.pgn", text);
    let bests = notebook.bests();
    assert!(bests.iter().any(|best| best.starts_with("c4")), "{bests:?}");
    for args in [&["status"][..], &["repertoire", "check"]] {
        let run = notebook.learn(args, "");
        let note = "white.pgn: 1 game with errors, first 1:13: `Ke3` is not a legal move here";
        assert!(run.stderr.contains(note), "{run:?}");
    }
}

// ArneVogel/listudy#104: a file with positions in which White or Black is to move.
#[test]
fn puzzles_of_both_sides_are_asked_from_the_side_that_moves() {
    let puzzle = |fen: &str, moves: &str| format!("[FEN \"{fen}\"]\n\n{moves} *\n\n");
    let text = puzzle("7k/8/6K1/8/8/8/8/1Q6 w - - 0 1", "1. Qb8#")
        + &puzzle("1q6/8/8/8/8/6k1/8/7K b - - 0 1", "1... Qb1#")
        + &puzzle("7k/8/6K1/8/8/8/8/R7 w - - 0 1", "");
    let notebook = Notebook::with("puzzles/mates.pgn", &text);
    let run = notebook.learn(&["drill"], "Qb8\nQb1\n");
    assert!(run.stdout.contains("2 of 2 right at the first try."), "{run:?}");
    assert!(run.stderr.contains("mates.pgn: 1 puzzle without a solution"), "{run:?}");
}

#[test]
fn castling_of_chess960_is_recorded_as_a_move_onto_the_rook() {
    let text =
        "[Variant \"Chess960\"]\n[FEN \"2rkr3/2p1p3/8/8/8/8/8/RK6 w A - 0 1\"]\n\n1. O-O-O# *\n";
    let notebook = Notebook::with("puzzles/castling.pgn", text);
    let run = notebook.learn(&["drill"], "O-O-O\n");
    assert!(run.stdout.contains("1 of 1 right at the first try."), "{run:?}");
    let reviews = fs::read_to_string(notebook.0.path("nb/reviews.jsonl")).expect("a journal");
    assert!(reviews.contains(r#""b1a1""#), "{reviews}");
    let exported = notebook.learn(&["export"], "");
    assert!(exported.stdout.contains("[Variant \"Chess960\"]\n"), "{exported:?}");
}

// linrock/blitz-tactics#49: after a wrong move within a solution the right one was refused.
// lichess-org/lila#2727: after a mistake the position could not be won any more.
#[test]
fn after_a_wrong_move_within_a_solution_the_right_one_goes_on() {
    let text = "[FEN \"r6k/6pp/8/6N1/2Q5/8/8/5K2 w - - 0 1\"]\n\n1. Qg8+ Rxg8 2. Nf7# *\n";
    let notebook = Notebook::with("puzzles/one.pgn", text);
    let run = notebook.learn(&["drill"], "Qg8\nNf3\nNf7\n");
    assert!(run.stdout.contains("1... Rxg8: go on."), "{run:?}");
    assert!(run.stdout.contains("Try again, or show."), "{run:?}");
    assert!(run.stdout.contains("0 of 1 right at the first try."), "{run:?}");
}

#[test]
fn a_puzzle_does_not_go_on_after_the_move_of_a_repertoire() {
    let start = "[FEN \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\"]\n\n";
    let notebook = Notebook::with("puzzles/one.pgn", &format!("{start}1. e4 e5 2. Nf3 *\n"));
    fs::write(notebook.0.path("nb/repertoire/white.pgn"), "1. d4 *\n").expect("a file");
    let run = notebook.learn(&["drill"], "d4\n");
    assert!(run.stdout.contains("1 of 1 right at the first try."), "{run:?}");
}

// Siderite/lichessTools#1629: a line ended where another order of moves goes on.
#[test]
fn a_line_goes_on_where_another_order_of_moves_does() {
    let text = "1. e4 e5 2. Nf3 Nc6 3. Bb5 *\n\n1. Nf3 e5 2. e4 *\n";
    let notebook = Notebook::with("repertoire/white.pgn", text);
    let run = notebook.learn(&["drill", "--lines"], "Nf3\ne4\nBb5\n");
    assert!(run.stdout.contains("2... Nc6: your move?"), "{run:?}");
    assert!(run.stdout.contains("3 of 3 right at the first try."), "{run:?}");
}

// lichess-org/lila#2430: a game of a variant became an empty chapter.
#[test]
fn a_game_of_a_variant_is_counted_and_left_out() {
    let notebook = Notebook::with("repertoire/white.pgn", "1. e4 *\n");
    let game = "[White \"Me\"]\n[Black \"b\"]\n[Variant \"Crazyhouse\"]\n\n1. e4 d5 2. exd5 Qxd5 3. P@e4 1-0\n";
    let games = notebook.0.file("games.pgn", game);
    let run = notebook.learn(&["add", "--no-engine", &games], "");
    assert!(run.stderr.contains("1 game of a chess variant left out"), "{run:?}");
}
