//! The material of a game over time: captures and promotions, and when they were made.
//!
//! Each byte represents a move that changes the material, so conditions on material can be decided
//! without a board. The format is described in `docs/src/db-format.md`.

use reynard::{Board, Color, Move, MoveKind, PieceType, Position};
use reynard_games::PieceCounts;

use crate::Damage;
use crate::bytes::{ByteCursor, low_byte};

/// Number of piece types that can be captured.
const KINDS: u8 = 5;

/// Maximum number of plies that the byte of a capture can count.
const GAPS: u8 = 50;

/// A gap of [`GAPS`] plies without a capture.
const SKIP: u8 = 250;

/// A promotion. Two bytes follow: the plies since the last change, and a byte for the new piece and
/// the captured piece.
const PROMOTION: u8 = 251;

/// A nonstandard start position. The piece counts follow, White's and then Black's, from pawn to
/// king, and then the side to move.
const OTHER_START: u8 = 252;

/// The material is unknown, because moves are missing after a null move or belong to an unknown
/// variant.
const UNKNOWN: u8 = 253;

/// Records the material of a game.
#[derive(Debug, Default)]
pub(crate) struct MaterialRecorder {
    bytes: Vec<u8>,
    /// Number of plies since the last change.
    gap: u32,
}

impl MaterialRecorder {
    /// Starts a game.
    pub(crate) fn begin(&mut self, start: &Position) {
        self.bytes.clear();
        self.gap = 0;
        let counts = PieceCounts::of(start.board());
        if counts != PieceCounts::of(&Board::STANDARD) || start.turn() == Color::Black {
            self.bytes.push(OTHER_START);
            self.bytes.extend(counts.numbers().iter().flatten());
            self.bytes.push(start.turn() as u8);
        }
    }

    /// Adds a move of the main line and the position before it.
    #[inline]
    pub(crate) fn play(&mut self, before: &Position, mv: Move) {
        let kind = mv.kind();
        if matches!(
            kind,
            MoveKind::Quiet
                | MoveKind::DoublePush
                | MoveKind::CastleKingSide
                | MoveKind::CastleQueenSide
        ) {
            self.gap += 1;
            return;
        }
        let taken = match kind {
            MoveKind::EnPassant => Some(PieceType::Pawn),
            _ => before.board().type_at(mv.to()),
        };
        while self.gap >= u32::from(GAPS) {
            self.bytes.push(SKIP);
            self.gap -= u32::from(GAPS);
        }
        let gap = low_byte(self.gap.into());
        match (mv.promotion(), taken) {
            (None, Some(taken)) => self.bytes.push(taken as u8 - 1 + KINDS * gap),
            (promotion, taken) => {
                let promotion = promotion.map_or(0, |kind| kind as u8);
                let taken = taken.map_or(0, |kind| kind as u8);
                self.bytes.extend([PROMOTION, gap, promotion << 4 | taken]);
            }
        }
        self.gap = 0;
    }

    /// Returns the bytes of the game.
    pub(crate) fn bytes(&self) -> &[u8] {
        &self.bytes
    }
}

/// The material bytes that are used if a game's material is not recorded.
pub(crate) const UNRECORDED: &[u8] = &[UNKNOWN];

/// Returns `true` if the game begins from the standard start position and its material is recorded,
/// in which case every capture has a byte.
pub(crate) fn begins_as_chess(bytes: &[u8]) -> bool {
    bytes.first().is_none_or(|&first| first < OTHER_START)
}

/// Numbers of captured pieces, one byte for each piece type from pawn to queen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct CaptureCounts(u64);

impl CaptureCounts {
    /// The amount that each material byte adds to the counts.
    const OF_BYTE: [u64; 256] = {
        let mut counts = [0; 256];
        let mut byte = 0_u8;
        loop {
            counts[byte as usize] = match byte {
                SKIP => 0,
                0..SKIP => 1 << (8 * (byte % KINDS)),
                _ => Self::OTHER,
            };
            let Some(next) = byte.checked_add(1) else { break counts };
            byte = next;
        }
    };

    /// The amount added by a material byte that is not a plain capture.
    const OTHER: u64 = 1 << 56;

    /// The highest bit of the byte of each piece type.
    const HIGH: u64 = 0x80_8080_8080;

    /// Creates counts from numbers of captured pieces.
    pub(crate) const fn new(numbers: [u8; KINDS as usize]) -> Self {
        let [a, b, c, d, e] = numbers;
        Self(u64::from_le_bytes([a & 127, b & 127, c & 127, d & 127, e & 127, 0, 0, 0]))
    }

    /// Returns `true` if, for some piece type, fewer pieces are captured in the game than these
    /// counts require. Returns `false` if the game does not begin from the standard position, or
    /// has a promotion.
    #[inline]
    pub(crate) fn are_missing(self, bytes: &[u8]) -> bool {
        if self.0 == 0 {
            return false;
        }
        let add = |sum: u64, &byte: &u8| sum.wrapping_add(Self::OF_BYTE[usize::from(byte)]);
        let taken = bytes.iter().fold(0, add);
        // No byte borrows from its neighbor.
        taken < Self::OTHER && ((taken | Self::HIGH) - self.0) & Self::HIGH != Self::HIGH
    }
}

/// The material of a game, read from beginning to end. Yields piece counts, each with the number of
/// consecutive positions that have them.
pub(crate) struct MaterialPath<'a> {
    bytes: ByteCursor<'a>,
    counts: PieceCounts,
    turn: Color,
    /// Number of positions not yet returned.
    left: u64,
    damage: Option<Damage>,
}

impl<'a> MaterialPath<'a> {
    /// Starts reading the material of a game of `plies` plies. Returns `None` if the material is
    /// not recorded.
    pub(crate) fn new(bytes: &'a [u8], plies: u16) -> Result<Option<Self>, Damage> {
        let mut cursor = ByteCursor::new(bytes);
        let (mut counts, mut turn) = (PieceCounts::of(&Board::STANDARD), Color::White);
        match bytes.first() {
            Some(&UNKNOWN) => return Ok(None),
            Some(&OTHER_START) => {
                cursor.byte()?;
                let mut numbers = [[0; 6]; 2];
                for number in numbers.iter_mut().flatten() {
                    *number = cursor.byte()?;
                }
                counts = PieceCounts::from_numbers(numbers);
                turn = if cursor.byte()? == 0 { Color::White } else { Color::Black };
            }
            _ => {}
        }
        let left = u64::from(plies) + 1;
        Ok(Some(Self { bytes: cursor, counts, turn, left, damage: None }))
    }

    /// Returns the side to move. Before anything is read, it is the side to move in the first
    /// position.
    pub(crate) const fn turn(&self) -> Color {
        self.turn
    }

    /// Returns the damage at which reading stopped; `None` if there was none.
    pub(crate) const fn damage(&self) -> Option<Damage> {
        self.damage
    }

    fn read(&mut self) -> Result<(PieceCounts, u64), Damage> {
        let counts = self.counts;
        let mut gap = 0;
        loop {
            if self.bytes.is_empty() {
                return Ok((counts, std::mem::take(&mut self.left)));
            }
            let byte = self.bytes.byte()?;
            let (promotion, taken) = match byte {
                SKIP => {
                    gap += u64::from(GAPS);
                    continue;
                }
                PROMOTION => {
                    gap += u64::from(self.bytes.byte()?);
                    let pieces = self.bytes.byte()?;
                    (kind(pieces >> 4)?, kind(pieces & 15)?)
                }
                byte if byte < SKIP => {
                    gap += u64::from(byte / KINDS);
                    (None, kind(byte % KINDS + 1)?)
                }
                _ => return Err(Damage::NUMBER),
            };
            if gap % 2 == 1 {
                self.turn = !self.turn;
            }
            if let Some(piece) = promotion {
                self.counts.remove(self.turn, PieceType::Pawn);
                self.counts.add(self.turn, piece);
            }
            self.turn = !self.turn;
            if let Some(piece) = taken {
                self.counts.remove(self.turn, piece);
            }
            // The positions up to the one in which the move was played.
            self.left = self.left.checked_sub(gap + 1).ok_or(Damage::NUMBER)?;
            return Ok((counts, gap + 1));
        }
    }
}

impl Iterator for MaterialPath<'_> {
    type Item = (PieceCounts, u64);

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        if self.left == 0 || self.damage.is_some() {
            return None;
        }
        match self.read() {
            Ok(span) => Some(span),
            Err(damage) => {
                self.damage = Some(damage);
                None
            }
        }
    }
}

/// Returns the piece type numbered `number`; `Ok(None)` for 0, which means no piece.
fn kind(number: u8) -> Result<Option<PieceType>, Damage> {
    match number {
        0 => Ok(None),
        number => {
            PieceType::ALL.get(usize::from(number) - 1).copied().map(Some).ok_or(Damage::NUMBER)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Plays random games and compares each position with the decoded material.
    #[test]
    fn the_material_of_every_position_is_read_as_it_was() {
        let starts = [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
            "4k3/1P4P1/8/8/8/8/1p4p1/4K3 b - - 0 1",
            "7k/8/8/8/8/8/8/1QK5 w - - 0 1",
            "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1",
        ];
        let (mut seed, mut captures) = (5_u64, 0);
        for start in starts {
            for _ in 0..30 {
                let mut pos: Position = start.parse().expect("a position");
                let mut recorder = MaterialRecorder::default();
                recorder.begin(&pos);
                let mut expected = vec![PieceCounts::of(pos.board())];
                for _ in 0..200 {
                    let legal = pos.legal_moves();
                    if legal.is_empty() {
                        break;
                    }
                    seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                    let mv = legal[usize::try_from(seed >> 33).expect("31 bits") % legal.len()];
                    recorder.play(&pos, mv);
                    pos.play_unchecked(mv);
                    captures += u32::from(mv.is_capture());
                    expected.push(PieceCounts::of(pos.board()));
                }
                let plies = u16::try_from(expected.len() - 1).expect("few");
                let mut path =
                    MaterialPath::new(recorder.bytes(), plies).expect("intact").expect("recorded");
                let read: Vec<PieceCounts> = path
                    .by_ref()
                    .flat_map(|(counts, positions)| (0..positions).map(move |_| counts))
                    .collect();
                assert!(path.damage().is_none());
                assert_eq!(read, expected, "{start}");
            }
        }
        assert!(captures > 500, "{captures}");
    }

    #[test]
    fn captures_are_missing_only_where_too_few_of_a_kind_are_made() {
        // Captures a pawn immediately, a queen after two plies, then has 50 plies, and captures a
        // knight.
        let bytes = [0, 14, SKIP, 1];
        for (numbers, are_missing) in [
            ([0; 5], false),
            ([1, 1, 0, 0, 1], false),
            ([2, 0, 0, 0, 0], true),
            ([0, 2, 0, 0, 0], true),
            ([0, 0, 1, 0, 0], true),
            ([0, 0, 0, 1, 0], true),
            ([1, 1, 0, 0, 2], true),
        ] {
            assert_eq!(CaptureCounts::new(numbers).are_missing(&bytes), are_missing, "{numbers:?}");
            // A promotion can add a piece that is captured later.
            let promoted = [&bytes[..], &[PROMOTION, 0, 0x50]].concat();
            assert!(!CaptureCounts::new(numbers).are_missing(&promoted));
        }
        assert!(CaptureCounts::new([1; 5]).are_missing(&[]));
    }

    #[test]
    fn bytes_of_no_game_are_damage() {
        for bytes in
            [&[254][..], &[255], &[PROMOTION], &[PROMOTION, 0, 0x70], &[OTHER_START, 1], &[249]]
        {
            match MaterialPath::new(bytes, 3) {
                Err(_) => {}
                Ok(path) => {
                    let mut path = path.expect("recorded");
                    while path.next().is_some() {}
                    assert!(path.damage().is_some(), "{bytes:?}");
                }
            }
        }
        assert!(MaterialPath::new(UNRECORDED, 3).expect("intact").is_none());
    }
}
