//! `reynard learn drill`: what is said about a wrong answer is what the board shows.

use std::fs;

use crate::folder::Folder;
use crate::run::{reynard, reynard_with_input};

/// Returns the output of a wrong answer to a puzzle, and of `why`.
fn reason(fen: &str, solution: &str, answer: &str) -> String {
    let folder = Folder::new();
    let path = folder.path("nb");
    assert_eq!(reynard(&["learn", "start", &path, "--me", "Me"]).code, 0);
    let puzzle = format!("[SetUp \"1\"]\n[FEN \"{fen}\"]\n\n{solution} *\n");
    fs::write(format!("{path}/puzzles/one.pgn"), puzzle).expect("a file");
    let input = format!("{answer}\nwhy\nquit\n");
    let run = reynard_with_input(&["learn", "drill", "--notebook", &path], input.as_bytes());
    assert_eq!(run.code, 0, "{run:?}");
    run.stdout
}

// The lines of the engine end after a move or two in all of these.
#[test]
fn a_wrong_answer_is_refuted_by_the_pieces_that_the_line_wins() {
    let bishop = "r4rk1/pp4pp/2p5/q2pNb2/P2P1B2/1B1Q2P1/5K1P/R7 w - - 3 26";
    let check = "rnb3k1/ppp2pp1/7p/1B1P4/4q3/5N2/PPP2PPP/1K1RR3 b - - 1 15";
    let corner = "r2qk1nr/p1pnbppp/1p1pp3/8/8/PPPP4/1BQNPPbP/R3KBNR w KQkq - 0 8";
    for (fen, solution, answer, expected) in [
        (bishop, "26. Qe3", "Rh1", "26... Bxd3 27. Nxd3, and Black wins the queen for a bishop."),
        (bishop, "26. Qe3", "Nxc6", "takes the knight on c6"),
        (check, "15... Qg4", "Qd4", "16. Re8+ Kh7 17. Rxd4, and White wins the queen."),
        (check, "15... Qg4", "Qh4", "16. Re8+ Kh7 17. Nxh4, and White wins the queen."),
        (check, "15... Qg4", "Qa4", "16. Re8+ Kh7 17. Bxa4, and White wins the queen."),
        (
            check,
            "15... Qg4",
            "Qxf3",
            "16. Re8+ Kh7 17. gxf3, and White wins the queen for a knight.",
        ),
        (corner, "8. Bxg2", "a4", "8... Bxh1 takes the rook on h1"),
    ] {
        let text = reason(fen, solution, answer);
        assert!(text.contains(expected), "{text}");
        assert!(!text.contains("long run") && !text.contains("fork"), "{answer}: {text}");
    }
}

#[test]
fn a_great_loss_that_no_line_shows_is_what_the_move_missed() {
    for (fen, solution, answer, expected) in [
        ("8/1p6/2p5/p1k2rK1/6P1/8/8/8 w - - 0 44", "44. gxf5", "Kg6", "it missed a free rook."),
        (
            "r1b1k2r/pppp1ppp/2n5/4p3/2B1P2q/2NP1N2/PPP2KPP/R1BQ4 w kq - 1 9",
            "9. Nxh4",
            "Ke3",
            "it missed a free queen.",
        ),
    ] {
        let text = reason(fen, solution, answer);
        let why = text.lines().find(|line| line.starts_with("It is worth ")).expect("a reason");
        assert!(why.ends_with(expected), "{text}");
    }
}
