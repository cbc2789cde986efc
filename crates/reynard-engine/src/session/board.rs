//! Terminal commands for users, beyond the UCI protocol.

use std::fmt::Write;

use reynard::draw::TextBoard;
use reynard::{CastlingNotation, Color, Game, GameResult, PieceValues, Position, Setup, UciMove};
use reynard_nnue::Network;
use reynard_uci::Extension;

use crate::eval::Trace;

/// Maximum width of a PGN line.
const WIDTH: usize = 79;

/// Returns the answer to a command about the position. `network` is the network used by the engine
/// for evaluation.
pub(super) fn answer(
    extension: &Extension<'_>,
    game: &Game,
    castling: CastlingNotation,
    network: Option<&Network>,
) -> String {
    let pos = game.position();
    match extension {
        Extension::Board => board(pos, castling),
        Extension::Eval if pos.is_check() => {
            "in check: the search evaluates no such position".to_owned()
        }
        Extension::Eval => match network {
            Some(network) => format!("{}\n\nClassic\n{}", network.explain(pos), Trace::new(pos)),
            None => Trace::new(pos).to_string(),
        },
        Extension::Fen => pos.to_string(),
        Extension::Pgn => pgn(game),
        Extension::See(text) => match text.to_move(pos) {
            Ok(mv) => format!("{} centipawns", pos.see(mv, &PieceValues::DEFAULT)),
            Err(error) => format!("info string error {error}"),
        },
        Extension::Compiler => {
            "rustc, 1.90 or later; newer processors get faster code and play the same".to_owned()
        }
        Extension::License => "MIT or Apache-2.0, as you like".to_owned(),
        _ => HELP.to_owned(),
    }
}

/// The answer to `help`.
const HELP: &str = "\
A chess engine that speaks UCI: load it into a chess GUI, or type:

  position startpos moves e2e4 e7e5     the game so far, from the start position
  position fen FEN moves e2e4           or from another one
  go movetime 1000                      search for a second and print the best move
  go depth 12                           search to a depth of 12 plies
  go nodes 100000                       search 100,000 nodes
  go mate 3                             search for a mate in three moves
  go wtime MS btime MS winc MS binc MS movestogo N    search by the clocks
  go infinite                           search until stop
  go ponder wtime MS btime MS           on the opponent's time, until ponderhit or stop
  go depth 12 searchmoves e2e4 d2d4     search these moves only
  go perft 5                            count the leaves of the tree of legal moves
  stop                                  stop the search
  uci                                   name, author and options of the engine
  setoption name Hash value 64          set an option
  ucinewgame                            start a new game
  isready                               answers when all commands are done
  debug on                              report the tokens of a line that were skipped
  d, board                              board, FEN and legal moves of the position
  eval, evaluate                        static evaluation, term by term
  see e4d5                              static exchange evaluation of a move
  fen, pgn                              the position; the game
  flip                                  swap the colors
  bench 8                               nodes and speed over fixed positions
  compiler, license, help               about this program
  quit                                  end the program";

/// Returns the board, FEN, key, checkers and legal moves.
fn board(pos: &Position, castling: CastlingNotation) -> String {
    let mut text = TextBoard::of_position(pos).to_string();
    let checkers: Vec<String> = pos.checkers().iter().map(|square| square.to_string()).collect();
    let moves: Vec<String> =
        pos.legal_moves().iter().map(|&mv| UciMove::new(mv, castling).to_string()).collect();
    let _ = write!(
        text,
        "\nFEN       {pos}\nKey       {:016x}\nCheckers  {}\nMoves     {}",
        pos.key(),
        checkers.join(" "),
        moves.join(" ")
    );
    text
}

/// Returns the position with the colors swapped and the board flipped, which has the same value.
pub(super) fn flipped(pos: &Position) -> Position {
    let setup = pos.to_setup();
    let mut board = reynard::Board::EMPTY;
    for (square, piece) in setup.board.iter() {
        board.set(square.flip_rank(), Some(piece.kind.of(!piece.color)));
    }
    let setup = Setup {
        board,
        turn: !setup.turn,
        castling_rooks: setup.castling_rooks.flip_ranks(),
        en_passant: setup.en_passant.map(reynard::Square::flip_rank),
        ..setup
    };
    // A mirrored legal position is legal.
    Position::from_setup(&setup).unwrap_or_else(|_| pos.clone())
}

/// Returns the game as PGN.
pub(super) fn pgn(game: &Game) -> String {
    let result = game.outcome().map_or("*".to_owned(), |outcome| match outcome.result() {
        GameResult::WhiteWins => "1-0".to_owned(),
        GameResult::BlackWins => "0-1".to_owned(),
        GameResult::Draw => "1/2-1/2".to_owned(),
    });
    let mut text = String::new();
    let mut tag = |name: &str, value: &str| {
        let _ = writeln!(text, "[{name} \"{value}\"]");
    };
    tag("Event", "?");
    tag("Site", "?");
    tag("Date", "????.??.??");
    tag("Round", "?");
    tag("White", "?");
    tag("Black", "?");
    tag("Result", &result);
    if game.root().to_setup() != Setup::standard() {
        tag("SetUp", "1");
        tag("FEN", &game.root().to_string());
    }
    let mut words = Vec::new();
    for (pos, mv) in game.positions().zip(game.moves()) {
        if pos.turn() == Color::White {
            words.push(format!("{}.", pos.fullmove_number()));
        } else if words.is_empty() {
            words.push(format!("{}...", pos.fullmove_number()));
        }
        words.push(pos.san(mv).to_string());
    }
    words.push(result);
    let mut column = 0;
    for word in words {
        if column > 0 && column + 1 + word.len() > WIDTH {
            column = 0;
        }
        text.push(if column == 0 { '\n' } else { ' ' });
        text.push_str(&word);
        column += word.len() + usize::from(column > 0);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::{flipped, pgn};
    use reynard::{Game, Position};

    #[test]
    fn flips_back() {
        let mut pos = Position::startpos();
        for text in ["e2e4", "c7c5", "e1e2"] {
            pos.play(pos.parse_uci(text).unwrap()).unwrap();
        }
        assert_ne!(flipped(&pos), pos);
        assert_eq!(flipped(&flipped(&pos)).to_setup().board, pos.to_setup().board);
        assert_eq!(flipped(&pos).turn(), !pos.turn());
    }

    #[test]
    fn writes_games() {
        let root: Position = "4k3/8/8/8/8/8/4p3/4K2R b K - 3 10".parse().unwrap();
        let mut game = Game::from_position(root);
        for text in ["e8d8", "h1h8"] {
            game.play(game.position().parse_uci(text).unwrap()).unwrap();
        }
        let text = pgn(&game);
        assert!(text.contains("[SetUp \"1\"]") && text.contains("[FEN \"4k3/"), "{text}");
        assert!(text.ends_with("\n10... Kd8 11. Rh8+ *"), "{text}");
    }

    #[test]
    fn wraps_lines() {
        let mut game = Game::new();
        for _ in 0..20 {
            for text in ["g1f3", "g8f6", "f3g1", "f6g8"] {
                game.play(game.position().parse_uci(text).unwrap()).unwrap();
            }
        }
        let text = pgn(&game);
        assert!(text.lines().all(|line| line.len() < 80), "{text}");
        assert!(text.ends_with("1/2-1/2"), "{text}");
    }
}
