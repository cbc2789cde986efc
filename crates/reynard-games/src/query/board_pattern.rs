//! Patterns of pieces on the board.

use std::str::FromStr;

use reynard::{Bitboard, Board, Color, File, Piece, PieceType, Position, Rank, Square};

use super::pawn_needs::PawnNeeds;
use super::piece_set::PieceSet;
use super::{InvalidCondition, PieceCounts, Truth};

/// A pattern of pieces on the board, written like the first field of a FEN with additional
/// characters: `?` matches anything, `!` any piece, `A` any white piece and `a` any black piece,
/// and `*` stands for as many `?` as are needed to fill the rank. A digit stands for that number of
/// empty squares. A set in brackets matches any of its members or, with `^`, anything else: `[QR]`,
/// `[^P]`, `[N1]` (a knight or nothing). The side to move may follow, and after it `flipcolor`,
/// which makes the pattern also match with colors reversed.
///
/// ```
/// use reynard_games::BoardPattern;
///
/// // A rook on a8, the black king on h1, White to move.
/// let pattern: BoardPattern = "r*/*/*/*/*/*/*/*k w".parse()?;
/// assert!(pattern.matches(&"r6K/8/8/8/8/8/8/7k w - - 0 1".parse().unwrap()));
/// // No white pawn on d2, either side to move.
/// let pattern: BoardPattern = "*/*/*/*/*/*/???[^P]*/*".parse()?;
/// assert!(!pattern.matches(&reynard_games::reynard::Position::startpos()));
/// # Ok::<(), reynard_games::InvalidCondition>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardPattern {
    own: Placement,
    /// The pattern with colors reversed, if the reversed pattern also matches.
    flipped: Option<Placement>,
}

/// The pieces of a pattern.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Placement {
    pieces: Vec<(Piece, Bitboard)>,
    white: Bitboard,
    black: Bitboard,
    any: Bitboard,
    empty: Bitboard,
    sets: Vec<(PieceSet, Bitboard)>,
    turn: Option<Color>,
}

impl Placement {
    const fn new() -> Self {
        Self {
            pieces: Vec::new(),
            white: Bitboard::EMPTY,
            black: Bitboard::EMPTY,
            any: Bitboard::EMPTY,
            empty: Bitboard::EMPTY,
            sets: Vec::new(),
            turn: None,
        }
    }

    fn matches(&self, board: &Board, turn: Color) -> bool {
        let occupied = board.occupied();
        self.any.is_subset(occupied)
            && self.empty.is_disjoint(occupied)
            && self.turn.is_none_or(|it| it == turn)
            && self
                .pieces
                .iter()
                .all(|&(piece, squares)| squares.is_subset(board.pieces(piece.color, piece.kind)))
            && self.white.is_subset(board.by_color(Color::White))
            && self.black.is_subset(board.by_color(Color::Black))
            && self.sets.iter().all(|(set, squares)| squares.is_subset(set.squares(board)))
    }

    fn put(&mut self, square: Square, set: PieceSet) {
        let square = Bitboard::from(square);
        if set.is_anything() {
        } else if set.is_vacancy() {
            self.empty |= square;
        } else if let Some(piece) = set.single() {
            match self.pieces.iter_mut().find(|(other, _)| *other == piece) {
                Some((_, squares)) => *squares |= square,
                None => self.pieces.push((piece, square)),
            }
        } else if Some(set) == PieceSet::of_sign('A') {
            self.white |= square;
        } else if Some(set) == PieceSet::of_sign('a') {
            self.black |= square;
        } else if Some(set) == PieceSet::of_sign('!') {
            self.any |= square;
        } else {
            match self.sets.iter_mut().find(|(other, _)| *other == set) {
                Some((_, squares)) => *squares |= square,
                None => self.sets.push((set, square)),
            }
        }
    }

    fn squares(&self) -> Bitboard {
        if self.turn.is_some() {
            return !Bitboard::EMPTY;
        }
        let mut squares = self.white | self.black | self.any | self.empty;
        self.pieces.iter().for_each(|(_, of_piece)| squares |= *of_piece);
        self.sets.iter().for_each(|(_, of_set)| squares |= *of_set);
        squares
    }

    fn flipped(&self) -> Self {
        let flip = |squares: Bitboard| squares.flip_ranks();
        let piece = |&(piece, squares): &(Piece, Bitboard)| {
            (piece.kind.of(!piece.color), squares.flip_ranks())
        };
        Self {
            pieces: self.pieces.iter().map(piece).collect(),
            white: flip(self.black),
            black: flip(self.white),
            any: flip(self.any),
            empty: flip(self.empty),
            sets: self.sets.iter().map(|&(set, squares)| (set.flipped(), flip(squares))).collect(),
            turn: self.turn.map(|turn| !turn),
        }
    }

    /// Rejects a pattern that no position can match.
    fn check(&self) -> Result<(), String> {
        let ends = Bitboard::rank(Rank::First) | Bitboard::rank(Rank::Eighth);
        for &(piece, squares) in &self.pieces {
            let count = squares.len();
            let name = if piece.color == Color::White { "White" } else { "Black" };
            match piece.kind {
                PieceType::King if count > 1 => return Err(format!("{name} has {count} kings")),
                PieceType::Pawn if count > 8 => return Err(format!("{name} has {count} pawns")),
                PieceType::Pawn if !squares.is_disjoint(ends) => {
                    return Err(format!("{name} has a pawn on the first or the last rank"));
                }
                _ => {}
            }
        }
        for color in Color::ALL {
            let own = self.pieces.iter().filter(|(piece, _)| piece.color == color);
            let count: u32 = own.map(|(_, squares)| squares.len()).sum();
            if count > 16 {
                let name = if color == Color::White { "White" } else { "Black" };
                return Err(format!("{name} has {count} pieces"));
            }
        }
        Ok(())
    }

    /// Returns the pawns that the pattern requires.
    fn pawns(&self) -> PawnNeeds {
        let of = |color| {
            let mut pieces = self.pieces.iter();
            let pawns = pieces.find(|(piece, _)| *piece == PieceType::Pawn.of(color));
            pawns.map_or(Bitboard::EMPTY, |(_, squares)| *squares)
        };
        PawnNeeds::of_all(Color::ALL.map(of))
    }

    fn decide(&self, counts: &PieceCounts) -> bool {
        self.pieces.iter().all(|&(piece, squares)| {
            squares.len() <= u32::from(counts.get(piece.color, piece.kind))
        })
    }
}

impl BoardPattern {
    /// Returns `true` if a position matches the pattern.
    ///
    /// ```
    /// use reynard_games::BoardPattern;
    ///
    /// let pattern: BoardPattern = "*/*/*/*/????P*/*/*/*".parse()?;
    /// assert!(!pattern.matches(&reynard_games::reynard::Position::startpos()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn matches(&self, pos: &Position) -> bool {
        self.matches_board(pos.board(), pos.turn())
    }

    pub(super) fn matches_board(&self, board: &Board, turn: Color) -> bool {
        self.own.matches(board, turn)
            || self.flipped.as_ref().is_some_and(|flipped| flipped.matches(board, turn))
    }

    /// Returns the squares on which the result depends; all squares if the result also depends on
    /// the side to move.
    pub(super) fn squares(&self) -> Bitboard {
        let flipped = self.flipped.as_ref().map_or(Bitboard::EMPTY, Placement::squares);
        self.own.squares() | flipped
    }

    /// Returns the pawns that the pattern requires.
    pub(super) fn pawn_needs(&self) -> PawnNeeds {
        let own = self.own.pawns();
        match &self.flipped {
            Some(flipped) => own.or(flipped.pawns()),
            None => own,
        }
    }

    /// Returns the pattern with colors reversed.
    pub(super) fn flipped(&self) -> Self {
        Self { own: self.own.flipped(), flipped: self.flipped.as_ref().map(Placement::flipped) }
    }

    /// Evaluates the pattern from piece counts alone. The result is either false or unknown.
    pub(super) fn decide(&self, counts: &PieceCounts) -> Truth {
        let may_be = self.own.decide(counts)
            || self.flipped.as_ref().is_some_and(|flipped| flipped.decide(counts));
        if may_be { Truth::Unknown } else { Truth::False }
    }
}

impl FromStr for BoardPattern {
    type Err = InvalidCondition;

    fn from_str(text: &str) -> Result<Self, InvalidCondition> {
        let mut own = Placement::new();
        // A blank within brackets is an empty square.
        let end = end_of_placement(text);
        let (placement, fields) = text.trim_start().split_at(end);
        let ranks: Vec<&str> = placement.split('/').collect();
        if ranks.len() != 8 {
            return Err(
                format!("8 ranks are needed, with slashes between, not {}", ranks.len()).into()
            );
        }
        for (rank, signs) in Rank::ALL.into_iter().rev().zip(ranks) {
            for (file, set) in File::ALL.into_iter().zip(spread(signs)?) {
                own.put(Square::new(file, rank), set);
            }
        }
        let mut fields = fields.split_ascii_whitespace().peekable();
        own.turn = match fields.next_if(|field| *field != FLIP) {
            None | Some("-") => None,
            Some("w") => Some(Color::White),
            Some("b") => Some(Color::Black),
            Some(other) => {
                return Err(format!(
                    "the side to move is w, b or -, and {FLIP} may follow, not `{other}`"
                )
                .into());
            }
        };
        own.check()?;
        let flipped = match fields.next() {
            None => None,
            Some(FLIP) => Some(own.flipped()),
            Some(other) => {
                return Err(
                    format!("behind the side to move there may be {FLIP}, not `{other}`").into()
                );
            }
        };
        Ok(Self { own, flipped })
    }
}

/// The keyword for reversed colors.
const FLIP: &str = "flipcolor";

/// Returns the end of the piece placement field.
fn end_of_placement(text: &str) -> usize {
    let mut is_inside = false;
    let text = text.trim_start();
    for (at, sign) in text.char_indices() {
        match sign {
            '[' => is_inside = true,
            ']' => is_inside = false,
            _ if sign.is_whitespace() && !is_inside => return at,
            _ => {}
        }
    }
    text.len()
}

/// Expands the pattern of a rank to a set of pieces for each square.
fn spread(rank: &str) -> Result<Vec<PieceSet>, String> {
    let anything = || PieceSet::of_sign('?').ok_or_else(String::new);
    let (mut squares, mut star, mut rest) = (Vec::new(), None, rank);
    while let Some(sign) = rest.chars().next() {
        if let Some(count @ 1..=8) = sign.to_digit(10) {
            let (empty, _) = PieceSet::split("[1]")?;
            squares.extend((0..count).map(|_| empty));
        } else if sign.is_ascii_digit() {
            return Err(format!("`{sign}` is not a number of empty squares"));
        } else if sign == '*' {
            if star.replace(squares.len()).is_some() {
                return Err(format!("`{rank}` has more than one `*`"));
            }
        } else if sign == '?' {
            squares.push(anything()?);
        } else {
            let (set, behind) = PieceSet::split(rest)?;
            squares.push(set);
            rest = behind;
            continue;
        }
        rest = &rest[sign.len_utf8()..];
    }
    if let Some(place) = star {
        let missing = 8_usize.saturating_sub(squares.len());
        squares.splice(place..place, std::iter::repeat_n(anything()?, missing));
    }
    let good = squares.len() == 8;
    good.then_some(squares).ok_or_else(|| format!("`{rank}` is not a rank of 8 squares"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn matches(pattern: &str, fen: &str) -> bool {
        let pos = fen.parse().expect("a position");
        pattern.parse::<BoardPattern>().expect(pattern).matches(&pos)
    }

    #[test]
    fn patterns_match_what_they_say() {
        let fen = "4k3/p7/8/8/8/8/4P3/R3K3 w Q - 0 1";
        for pattern in [
            "4k3/p7/8/8/8/8/4P3/R3K3",
            "4k3/p7/8/8/8/8/4P3/R3K3 w",
            "*/a*/*/*/*/*/????P*/A3!*",
            "????!*/*/*/*/*/*/*/* -",
            "*k3/p*/*/*/*/*/*P3/*",
            "*[kq]3/*/*/*/*/*/*/*",
            "*/*/*/*/*/*/[^P][^Pp]*/[RQ]*",
            "*/[p1][n1]*/*/*/*/*/*/*",
            "*/*/*/*/*/*/*/R* w flipcolor",
            "r*/*/*/*/*/*/*/* b flipcolor",
            "*/*/*/*/*/*/P*/* - flipcolor",
            "r*/*/*/*/*/*/*/* flipcolor",
        ] {
            assert!(matches(pattern, fen), "{pattern}");
        }
        for pattern in [
            "4k3/p7/8/8/8/8/4P3/R3K3 b",
            "*/A*/*/*/*/*/*/*",
            "*/*/*/*/*/*/8/*",
            "*/!!*/*/*/*/*/*/*",
            "4q3/*/*/*/*/*/*/*",
            "*/*/*/*/*/*/????[^P]*/*",
            "r*/*/*/*/*/*/*/* w flipcolor",
            "*/[^p]*/*/*/*/*/*/*",
        ] {
            assert!(!matches(pattern, fen), "{pattern}");
        }
    }

    #[test]
    fn other_text_is_refused() {
        for text in [
            "",
            "8/8",
            "9/8/8/8/8/8/8/8",
            "x7/8/8/8/8/8/8/8",
            "8/8/8/8/8/8/8/8 x",
            "ppp/*/*/*/*/*/*/*",
            "*/*/*/*/*/*/*/P*",
            "KK*/*/*/*/*/*/*/*",
            "*/*/*/*/*/PPPPPPPP/P*/*",
            "[k*/*/*/*/*/*/*/*",
            "[]*/*/*/*/*/*/*/*",
            "**/*/*/*/*/*/*/*",
            "*/*/*/*/*/*/*/* w flip",
        ] {
            assert!(text.parse::<BoardPattern>().is_err(), "{text}");
        }
    }
}
