//! The path of one piece across the board: `Nb1-d2-f1-g3`.

use std::str::FromStr;

use reynard::{
    Bitboard, Board, Color, File, Move, Piece, PieceType, Position, Rank, Square, attacks,
};

use super::InvalidCondition;

/// Consecutive moves of one piece, written as a FEN piece letter followed by the squares, with `?`
/// for any file or rank. Other pieces may move in between. With `flipcolor`, the path also matches
/// with colors reversed.
///
/// ```
/// use reynard::Position;
/// use reynard_games::Maneuver;
///
/// let maneuver: Maneuver = "Nb1-c3-d5".parse()?;
/// let mut pos = Position::startpos();
/// let mut moves = Vec::new();
/// for san in ["Nc3", "a6", "e3", "h6", "Nd5"] {
///     moves.push(pos.parse_san(san).unwrap());
///     pos.play(moves[moves.len() - 1]).unwrap();
/// }
/// assert!(maneuver.is_in(&Position::startpos(), &moves));
/// assert!(!maneuver.is_in(&Position::startpos(), &moves[..4]));
/// # Ok::<(), reynard_games::InvalidCondition>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Maneuver {
    own: PieceWay,
    /// The path with colors reversed, if the reversed path also matches.
    flipped: Option<PieceWay>,
}

/// A piece, and the squares that it visits in order.
#[derive(Clone, Debug, PartialEq, Eq)]
struct PieceWay {
    piece: Piece,
    squares: Vec<Bitboard>,
}

/// The progress of pieces along the paths of a maneuver.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct ManeuverProgress {
    own: WayProgress,
    flipped: WayProgress,
}

/// The squares of the pieces on a path, grouped by the number of steps that the pieces have
/// completed, and the squares of all pieces in the previous position.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct WayProgress {
    steps: Vec<Bitboard>,
    before: Option<PieceSquares>,
}

/// The squares of all pieces that have a path's kind and color, and those of all pieces that have
/// its color.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct PieceSquares {
    kind: Bitboard,
    color: Bitboard,
}

/// The maximum number of squares in a path.
const MOST_SQUARES: usize = 16;

/// The keyword for reversed colors.
const FLIP: &str = "flipcolor";

impl Maneuver {
    /// Returns `true` if a piece makes these moves in the game. The moves must be legal: otherwise
    /// the answer is meaningless.
    pub fn is_in(&self, start: &Position, moves: &[Move]) -> bool {
        let (mut pos, mut progress) = (start.clone(), ManeuverProgress::default());
        self.see(&mut progress, pos.board(), pos.turn());
        moves.iter().any(|&mv| {
            pos.play_unchecked(mv);
            self.see(&mut progress, pos.board(), pos.turn())
        })
    }

    /// Advances to the next position. Returns `true` if the move that leads to it completes the
    /// path.
    pub(super) fn see(&self, progress: &mut ManeuverProgress, board: &Board, turn: Color) -> bool {
        let own = self.own.see(&mut progress.own, board, turn);
        let flipped = self.flipped.as_ref();
        own | flipped.is_some_and(|way| way.see(&mut progress.flipped, board, turn))
    }
}

impl ManeuverProgress {
    /// Resets the state for a new game.
    pub(super) fn clear(&mut self) {
        self.own.clear();
        self.flipped.clear();
    }
}

impl WayProgress {
    fn clear(&mut self) {
        self.steps.clear();
        self.before = None;
    }
}

impl PieceWay {
    /// Advances to the next position, in which `turn` is to move. The last move is deduced from the
    /// squares that pieces of this kind have left and reached.
    fn see(&self, progress: &mut WayProgress, board: &Board, turn: Color) -> bool {
        let Piece { kind, color } = self.piece;
        let squares =
            PieceSquares { kind: board.pieces(color, kind), color: board.by_color(color) };
        let Some(before) = progress.before.replace(squares) else {
            progress.steps.resize(self.squares.len() - 1, Bitboard::EMPTY);
            return false;
        };
        if before == squares {
            return false;
        }
        let left = before.kind & !squares.kind;
        let mut reached = squares.kind & !before.kind;
        if kind == PieceType::Pawn && reached.is_empty() {
            // It is another piece there.
            reached = squares.color & !before.color;
        }
        let pair = left.first().zip(reached.first()).filter(|_| turn != color);
        let mut is_done = false;
        // The last step first: the others decide about it as they were before the move.
        for step in (0..progress.steps.len()).rev() {
            let made = pair.filter(|&(from, to)| {
                let is_on_the_way = step == 0 || progress.steps[step - 1].contains(from);
                let [start, end] = [self.squares[step], self.squares[step + 1]];
                is_on_the_way && start.contains(from) && end.contains(to)
            });
            // A piece that is taken, or leaves the way, is forgotten.
            progress.steps[step] &= squares.kind & before.kind;
            if let Some((_, to)) = made {
                progress.steps[step] |= Bitboard::from(to);
                is_done |= step == progress.steps.len() - 1;
            }
        }
        is_done
    }

    fn flipped(&self) -> Self {
        let squares = self.squares.iter().map(|squares| squares.flip_ranks()).collect();
        Self { piece: self.piece.kind.of(!self.piece.color), squares }
    }

    /// Returns the squares that the piece can reach from a square in one move.
    fn targets(&self, from: Square) -> Bitboard {
        let Piece { kind, color } = self.piece;
        let mut targets = attacks::of(kind, color, from, Bitboard::EMPTY);
        let home = if color == Color::White { Rank::First } else { Rank::Eighth };
        match kind {
            PieceType::Pawn => {
                let ahead = |square: Square| match color {
                    Color::White => square.offset(0, 1),
                    Color::Black => square.offset(0, -1),
                };
                let second = if color == Color::White { Rank::Second } else { Rank::Seventh };
                let one = ahead(from);
                targets |= one.map_or(Bitboard::EMPTY, Bitboard::from);
                if from.rank() == second {
                    targets |= one.and_then(ahead).map_or(Bitboard::EMPTY, Bitboard::from);
                }
            }
            PieceType::King if from.rank() == home => {
                targets |= Bitboard::from(Square::new(File::C, home));
                targets |= Bitboard::from(Square::new(File::G, home));
            }
            _ => {}
        }
        targets
    }

    /// Rejects a path that the piece cannot follow.
    fn check(&self) -> Result<(), InvalidCondition> {
        for pair in self.squares.windows(2) {
            let mut reached = Bitboard::EMPTY;
            for from in pair[0] {
                reached |= self.targets(from);
            }
            if !reached.is_disjoint(pair[1]) {
                continue;
            }
            let name = self.piece.kind;
            let (from, to) = (list(pair[0]), list(pair[1]));
            let hint = if reached.is_empty() {
                String::new()
            } else {
                format!("; did you mean {}?", nearest(reached, pair[1]))
            };
            return Err(format!("a {name} does not go from {from} to {to}{hint}").into());
        }
        Ok(())
    }
}

/// Lists the squares, or gives their number if there are many.
fn list(squares: Bitboard) -> String {
    match squares.len() {
        1..=3 => {
            let names: Vec<String> = squares.into_iter().map(|square| square.to_string()).collect();
            names.join(" or ")
        }
        count => format!("one of {count} squares"),
    }
}

/// Lists the squares in `squares` that are nearest to those in `to`, at most three.
fn nearest(squares: Bitboard, to: Bitboard) -> String {
    let distance = |square: Square| to.into_iter().map(|other| square.distance(other)).min();
    let mut squares: Vec<Square> = squares.into_iter().collect();
    squares.sort_by_key(|&square| distance(square));
    let names: Vec<String> = squares.iter().take(3).map(ToString::to_string).collect();
    names.join(" or ")
}

impl FromStr for Maneuver {
    type Err = InvalidCondition;

    fn from_str(text: &str) -> Result<Self, InvalidCondition> {
        let mut words = text.split_ascii_whitespace();
        let way = words.next().unwrap_or_default();
        let is_flipped = match words.next() {
            None => false,
            Some(FLIP) if words.next().is_none() => true,
            Some(other) => {
                return Err(format!("only {FLIP} may follow the squares, not `{other}`").into());
            }
        };
        let first = way.chars().next();
        let piece = first.and_then(Piece::from_char).ok_or_else(|| {
            format!("`{text}` is not the way of a piece, which begins with its letter: Nb1-d2-f1")
        })?;
        let rest = &way[first.map_or(0, char::len_utf8)..];
        let squares: Vec<Bitboard> = rest
            .strip_prefix(':')
            .unwrap_or(rest)
            .split('-')
            .map(|name| {
                squares_of(name)
                    .ok_or_else(|| format!("`{name}` is not a square like d4, ?4 or d?"))
            })
            .collect::<Result<_, _>>()?;
        if !(2..=MOST_SQUARES).contains(&squares.len()) {
            return Err(format!(
                "a way has 2 to {MOST_SQUARES} squares with - between them, not {}",
                squares.len()
            )
            .into());
        }
        let own = PieceWay { piece, squares };
        own.check()?;
        let flipped = is_flipped.then(|| own.flipped());
        Ok(Self { own, flipped })
    }
}

/// Returns the squares denoted by a file and a rank, either of which may be `?` for any.
fn squares_of(name: &str) -> Option<Bitboard> {
    let mut signs = name.chars();
    let (file, rank) = (signs.next()?, signs.next()?);
    if signs.next().is_some() {
        return None;
    }
    let files = match file {
        '?' => !Bitboard::EMPTY,
        _ => Bitboard::file(*File::ALL.get((file as usize).checked_sub('a' as usize)?)?),
    };
    let ranks = match rank {
        '?' => !Bitboard::EMPTY,
        _ => Bitboard::rank(*Rank::ALL.get((rank as usize).checked_sub('1' as usize)?)?),
    };
    Some(files & ranks)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_in(way: &str, start: &str, moves: &str) -> bool {
        let start: Position = start.parse().expect("a position");
        let (mut pos, mut played) = (start.clone(), Vec::new());
        for san in moves.split(' ') {
            let mv = pos.parse_san(san).expect(san);
            pos.play(mv).expect("legal");
            played.push(mv);
        }
        way.parse::<Maneuver>().expect(way).is_in(&start, &played)
    }

    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

    #[test]
    fn a_way_is_that_of_one_piece_whatever_others_do() {
        let moves = "Nf3 Nf6 d3 d6 Nbd2 Nbd7 e4 e5 Be2 Be7 O-O O-O Nc4 Re8 Ne3 Nf8 Nf5 Ng6";
        for way in [
            "Nb1-d2-c4-e3-f5",
            "N:d2-c4",
            "N??-d2-?4",
            "Nd2-c4-e3",
            "nb8-d7-f8-g6",
            "nd7-c5-e6-f4 flipcolor",
            "Ke1-g1",
            "Rh1-f1",
            "rh8-f8-e8",
            "Pd2-d3",
        ] {
            assert!(is_in(way, START, moves), "{way}");
        }
        for way in [
            "Nb1-d2-f3",
            "nb1-d2",
            "Nb8-d7",
            "Nd2-c4-a3",
            "nd7-c5-e6-f4",
            "Rh1-f1-e1",
            "Kg1-h1",
            "Pd3-d4",
        ] {
            assert!(!is_in(way, START, moves), "{way}");
        }
    }

    #[test]
    fn another_piece_on_the_square_and_a_detour_begin_anew() {
        // The knight of c3 is taken on d5, and another one goes on from there.
        let start = "4k3/8/4p3/3p4/8/2N5/5N2/4K3 w - - 0 1";
        let moves = "Nxd5 exd5 Nd3 Kd8 Nf4 Kc8 Nxd5 Kb8 Nf6";
        assert!(is_in("Nf4-d5-f6", start, moves));
        assert!(!is_in("Nc3-d5-f6", start, moves));
        let moves = "Ne2 Kd8 Nf4 Kc8 Nh5";
        assert!(is_in("Nc3-e2-f4", start, moves));
        let moves = "Ne2 Kd8 Nc1 Kc8 Ne2 Kb8 Nf4";
        assert!(!is_in("Nc3-e2-f4", start, moves) && is_in("Nc1-e2-f4", start, moves));
    }

    #[test]
    fn a_way_that_the_piece_cannot_go_is_refused() {
        for (way, reason) in [
            ("Nb1-b3", "does not go from b1 to b3; did you mean"),
            ("Bc1-c4", "a bishop does not go"),
            ("Pd2-d5", "a pawn does not go from d2 to d5; did you mean d4"),
            ("pd7-d8", "did you mean c6 or d6 or e6?"),
            ("Nb1", "2 to 16 squares"),
            ("Xb1-c3", "begins with its letter"),
            ("", "begins with its letter"),
            ("Nb1-c9", "`c9` is not a square"),
            ("Nb1-c3 flip", "only flipcolor may follow"),
            ("Pd8-d9", "is not a square"),
        ] {
            let error = way.parse::<Maneuver>().expect_err(way).to_string();
            assert!(error.contains(reason), "{way}: {error}");
        }
    }
}
