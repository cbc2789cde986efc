//! Patterns of moves: `Bxh7+`, `O-O-O`, `e8=Q`, `Q?7`.

use std::str::FromStr;

use reynard::{Bitboard, CastlingSide, File, Move, PieceType, Position, Rank};

use super::InvalidCondition;

/// A move in standard notation, with `?` for any file or rank. Without a piece letter, it is a pawn
/// move. With `x` it must be a capture; without `x` it must not be one. With `+` it must give check
/// or mate, with `#` mate. The from-square may precede the target: `Nb1d2`.
///
/// ```
/// use reynard::Position;
/// use reynard_games::MovePattern;
///
/// let pattern: MovePattern = "Q?5".parse()?;
/// let mut pos: Position = "4k3/8/8/8/8/8/8/3QK3 w - - 0 1".parse().unwrap();
/// let mv = pos.parse_san("Qd5").unwrap();
/// pos.play(mv).unwrap();
/// assert!(pattern.matches(mv, &pos) && !"Qxd5".parse::<MovePattern>()?.matches(mv, &pos));
/// # Ok::<(), reynard_games::InvalidCondition>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MovePattern {
    kind: MoveShape,
    check: CheckGiven,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum MoveShape {
    Castling(CastlingSide),
    Piece {
        piece: PieceType,
        from: Bitboard,
        to: Bitboard,
        capture: CaptureMade,
        promotion: Option<PieceType>,
    },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum CaptureMade {
    Yes,
    No,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum CheckGiven {
    Any,
    Check,
    Mate,
}

impl MovePattern {
    /// Returns `true` if a move matches the pattern, given the position after it.
    pub fn matches(&self, mv: Move, after: &Position) -> bool {
        let is_it = match self.kind {
            MoveShape::Castling(side) => mv.castling_side() == Some(side),
            MoveShape::Piece { piece, from, to, capture, promotion } => {
                to.contains(mv.to())
                    && from.contains(mv.from())
                    && mv.castling_side().is_none()
                    && mv.is_capture() == (capture == CaptureMade::Yes)
                    && moved_piece(mv, after) == Some(piece)
                    && (promotion.is_none() || mv.promotion() == promotion)
            }
        };
        is_it
            && match self.check {
                CheckGiven::Any => true,
                CheckGiven::Check => after.is_check(),
                CheckGiven::Mate => after.is_check() && !after.has_legal_move(),
            }
    }
}

fn moved_piece(mv: Move, after: &Position) -> Option<PieceType> {
    if mv.promotion().is_some() {
        return Some(PieceType::Pawn);
    }
    after.board().type_at(mv.to())
}

impl FromStr for MovePattern {
    type Err = InvalidCondition;

    fn from_str(text: &str) -> Result<Self, InvalidCondition> {
        let error = || {
            InvalidCondition::from(format!(
                "`{text}` is not a move in standard notation like Bxh7+, O-O or e8=Q"
            ))
        };
        let (rest, check) = match (text.strip_suffix('#'), text.strip_suffix('+')) {
            (Some(rest), _) => (rest, CheckGiven::Mate),
            (_, Some(rest)) => (rest, CheckGiven::Check),
            _ => (text, CheckGiven::Any),
        };
        match rest {
            "O-O" | "0-0" => {
                return Ok(Self { kind: MoveShape::Castling(CastlingSide::KingSide), check });
            }
            "O-O-O" | "0-0-0" => {
                return Ok(Self { kind: MoveShape::Castling(CastlingSide::QueenSide), check });
            }
            _ => {}
        }
        let (rest, promotion) = match rest.split_once('=') {
            Some((rest, letter)) => {
                let mut letters = letter.chars();
                let piece = letters.next().and_then(piece_of).filter(|_| letters.next().is_none());
                let piece = piece.filter(|it| PieceType::PROMOTIONS.contains(it));
                (rest, Some(piece.ok_or_else(error)?))
            }
            None => (rest, None),
        };
        let first = rest.chars().next().ok_or_else(error)?;
        let (piece, rest) = match piece_of(first) {
            Some(piece) => (piece, &rest[1..]),
            None => (PieceType::Pawn, rest),
        };
        let (rest, capture) = match rest.split_once('x') {
            Some((from, to)) => (format!("{from}{to}"), CaptureMade::Yes),
            None => (rest.to_owned(), CaptureMade::No),
        };
        let signs: Vec<char> = rest.chars().collect();
        let place = signs.len().checked_sub(2).ok_or_else(error)?;
        let to = squares(&signs[place..]).ok_or_else(error)?;
        let from = squares(&signs[..place]).ok_or_else(error)?;
        let last = Bitboard::rank(Rank::First) | Bitboard::rank(Rank::Eighth);
        if piece == PieceType::Pawn && promotion.is_some() && to.is_disjoint(last)
            || piece != PieceType::Pawn && promotion.is_some()
        {
            return Err(
                format!("`{text}` is no promotion: a pawn promotes on the last rank").into()
            );
        }
        Ok(Self { kind: MoveShape::Piece { piece, from, to, capture, promotion }, check })
    }
}

/// Returns the piece denoted by an uppercase letter.
fn piece_of(letter: char) -> Option<PieceType> {
    let kind = PieceType::from_char(letter.to_ascii_lowercase())?;
    (letter.is_ascii_uppercase() && kind != PieceType::Pawn).then_some(kind)
}

/// Returns the squares denoted by a file, a rank or both, with `?` for any. Returns all squares for
/// empty text.
fn squares(signs: &[char]) -> Option<Bitboard> {
    let mut squares = !Bitboard::EMPTY;
    let mut last = 0;
    if signs.len() > 2 {
        return None;
    }
    for (index, &sign) in signs.iter().enumerate() {
        match sign {
            '?' => {}
            'a'..='h' if index == 0 => {
                squares &= Bitboard::file(File::ALL[sign as usize - 'a' as usize]);
            }
            '1'..='8' if last != 1 => {
                squares &= Bitboard::rank(Rank::ALL[sign as usize - '1' as usize]);
                last = 1;
            }
            _ => return None,
        }
    }
    Some(squares)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_match_as_they_are_written() {
        let fen = "r3k2r/1P6/8/3pp3/4P3/8/3N1N2/R3K2R w KQkq - 0 1";
        for (san, patterns, others) in [
            ("exd5", &["exd5", "?xd5", "ex??", "?x?5"][..], &["d5", "e5", "Nxd5", "exd5+"][..]),
            ("b8=Q+", &["b8", "b8=Q", "b8=Q+", "b8+", "?8=Q"], &["b8=N", "b8=Q#", "Qb8"]),
            ("bxa8=N", &["bxa8=N", "bxa8", "?x?8"], &["b8=N", "bxa8=Q"]),
            ("O-O", &["O-O", "0-0"], &["O-O-O", "Kg1", "Kh1"]),
            ("O-O-O", &["O-O-O"], &["O-O"]),
            ("Nc4", &["Nc4", "N?4", "Nd2c4", "Ndc4", "N2c4"], &["Nfc4", "Nxc4", "c4"]),
            ("Rxh8+", &["Rxh8+", "Rxh8", "R?x?8"], &["Rh8", "Rxh8#", "Rxa8"]),
        ] {
            let mut pos: Position = fen.parse().expect("a position");
            let mv = pos.parse_san(san).expect(san);
            pos.play(mv).expect("legal");
            for pattern in patterns {
                assert!(
                    pattern.parse::<MovePattern>().expect(pattern).matches(mv, &pos),
                    "{san} {pattern}"
                );
            }
            for pattern in others {
                assert!(
                    !pattern.parse::<MovePattern>().expect(pattern).matches(mv, &pos),
                    "{san} {pattern}"
                );
            }
        }
        for text in
            ["", "+", "N", "e", "Ke9", "Zd4", "e4=Q", "Nd8=Q", "b8=K", "b8=QQ", "Nabc4", "4e"]
        {
            assert!(text.parse::<MovePattern>().is_err(), "{text}");
        }
    }
}
