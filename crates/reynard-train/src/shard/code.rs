//! Packed games.

use reynard::{GameResult, MoveList, PackedPosition, Position};

use super::bits::{BitReader, BitWriter};
use super::error::{GameFault, InvalidGame};
use super::game::{
    Ply, SelfPlayEnding, TrainingGame, WaivedAdjudication, WhiteScore, white_half_points,
};

/// A training game in about one and a half bytes per move.
///
/// [`PackedGame::unpack`] returns either an error or a game that packs to the same bytes, whatever
/// the bytes are.
///
/// ```
/// use reynard_train::shard::PackedGame;
///
/// assert!(PackedGame::from_bytes(vec![0; 40]).unpack().is_err());
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PackedGame(Box<[u8]>);

// Fields of the first byte.
const RESULT_BITS: u8 = 0b11;
const ENDING_SHIFT: u32 = 2;
const ENDING_BITS: u8 = 0b11 << ENDING_SHIFT;
/// Flag that is set if a waived adjudication follows.
pub(super) const ADJUDICATION_FLAG: u8 = 1 << 4;

impl PackedGame {
    /// Maximum size of a packed game in bytes.
    pub const MAX_LEN: usize = TrainingGame::MAX_PLIES * 5 + 64;

    /// Creates a packed game from unchecked bytes.
    pub fn from_bytes(bytes: Vec<u8>) -> Self {
        Self(bytes.into_boxed_slice())
    }

    /// Returns the bytes.
    pub fn as_bytes(&self) -> &[u8] {
        &self.0
    }

    /// Unpacks the game.
    ///
    /// # Errors
    ///
    /// [`InvalidGame`] with the fault and its offset.
    ///
    /// ```
    /// use reynard_train::shard::{GameFault, PackedGame};
    ///
    /// let error = PackedGame::from_bytes(Vec::new()).unpack().unwrap_err();
    /// assert_eq!(error.fault, GameFault::Cut);
    /// ```
    pub fn unpack(&self) -> Result<TrainingGame, InvalidGame> {
        let unpacker = Unpacker { bytes: &self.0, at: 0 };
        unpacker.game().map_err(|(at, fault)| InvalidGame { at, fault })
    }
}

impl TrainingGame {
    /// Packs the game.
    ///
    /// # Errors
    ///
    /// [`GameFault`] if a move is illegal, there are too many moves, or the result and the ending
    /// contradict each other.
    ///
    /// ```
    /// use reynard_train::reynard::{GameResult, Position};
    /// use reynard_train::shard::{SelfPlayEnding, TrainingGame};
    ///
    /// let start = Position::startpos();
    /// let game = TrainingGame {
    ///     start,
    ///     plies: Vec::new(),
    ///     result: GameResult::Draw,
    ///     ending: SelfPlayEnding::TooLong,
    ///     waived: None,
    /// };
    /// let packed = game.pack()?;
    /// assert_eq!(packed.as_bytes().len(), 34);
    /// assert_eq!(packed.unpack()?, game);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn pack(&self) -> Result<PackedGame, GameFault> {
        let result = white_half_points(self.result);
        if self.ending == SelfPlayEnding::TooLong && self.result != GameResult::Draw {
            return Err(GameFault::Head);
        }
        if self.plies.len() > Self::MAX_PLIES {
            return Err(GameFault::TooLong);
        }
        let mut bytes = Vec::with_capacity(64 + 2 * self.plies.len());
        let waived = if self.waived.is_some() { ADJUDICATION_FLAG } else { 0 };
        bytes.push(result | ending_code(self.ending) << ENDING_SHIFT | waived);
        if let Some(waived) = self.waived {
            if waived.plies as usize > self.plies.len() {
                return Err(GameFault::Adjudication);
            }
            push_varint(
                &mut bytes,
                waived.plies << 2 | u32::from(white_half_points(waived.result)),
            );
        }
        bytes.extend(PackedPosition::from(&self.start).to_bytes());
        push_varint(&mut bytes, u32::try_from(self.plies.len()).unwrap_or(u32::MAX));
        let mut bits = BitWriter::new(&mut bytes);
        let mut pos = self.start.clone();
        let mut before = 0;
        for ply in &self.plies {
            let moves = ordered_moves(&pos);
            let index = moves.iter().position(|&mv| mv == ply.mv).ok_or(GameFault::IllegalMove)?;
            bits.push(u32::try_from(index).unwrap_or(0), width(moves.len()));
            let score = i32::from(ply.score.number());
            bits.push_golomb(zigzag(score - before));
            before = score;
            pos.play_unchecked(ply.mv);
        }
        Ok(PackedGame(bytes.into_boxed_slice()))
    }
}

/// Parser of a packed game.
struct Unpacker<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Unpacker<'_> {
    fn game(mut self) -> Result<TrainingGame, (usize, GameFault)> {
        let [flags] = self.take(GameFault::Cut)?;
        let parts =
            (result_of(flags & RESULT_BITS), ending_of((flags & ENDING_BITS) >> ENDING_SHIFT));
        let (Some(result), Some(ending)) = parts else { return Err((0, GameFault::Head)) };
        let contradicts = ending == SelfPlayEnding::TooLong && result != GameResult::Draw;
        if flags & !(RESULT_BITS | ENDING_BITS | ADJUDICATION_FLAG) != 0 || contradicts {
            return Err((0, GameFault::Head));
        }
        let place = self.at;
        let code = if flags & ADJUDICATION_FLAG == 0 { None } else { Some(self.varint()?) };
        let waived = match code.map(|code| (code >> 2, result_of((code & 3) as u8))) {
            None => None,
            Some((plies, Some(result))) => Some(WaivedAdjudication { plies, result }),
            Some((_, None)) => return Err((place, GameFault::Adjudication)),
        };
        let start = self.position()?;
        let count = self.at;
        let len = self.varint()? as usize;
        if len > TrainingGame::MAX_PLIES {
            return Err((count, GameFault::TooLong));
        }
        if waived.is_some_and(|waived| waived.plies as usize > len) {
            return Err((place, GameFault::Adjudication));
        }
        let plies = self.plies(start.clone(), len)?;
        Ok(TrainingGame { start, plies, result, ending, waived })
    }

    fn position(&mut self) -> Result<Position, (usize, GameFault)> {
        let place = self.at;
        let bytes = self.take::<{ PackedPosition::LEN }>(GameFault::Cut)?;
        let packed = PackedPosition::from_bytes(bytes).map_err(|_| (place, GameFault::Position))?;
        let pos = Position::from_setup(&packed.to_setup());
        let pos = pos.map_err(|_| (place, GameFault::Position))?;
        // Parts of a set-up without meaning are not kept: the position would be packed differently.
        if PackedPosition::from(&pos) != packed {
            return Err((place, GameFault::Position));
        }
        Ok(pos)
    }

    fn plies(&self, mut pos: Position, len: usize) -> Result<Vec<Ply>, (usize, GameFault)> {
        let mut bits = BitReader::new(&self.bytes[self.at..]);
        // A move takes at least five bits, whatever the stored number is.
        let most = (self.bytes.len() - self.at) * 8 / 5;
        let mut plies = Vec::with_capacity(len.min(most));
        let mut before = 0;
        for _ in 0..len {
            let place = self.at + bits.byte();
            let moves = ordered_moves(&pos);
            let index = bits.take(width(moves.len())).ok_or((place, GameFault::Cut))?;
            let mv = *moves.get(index as usize).ok_or((place, GameFault::IllegalMove))?;
            let change = bits.golomb().ok_or((place, GameFault::Cut))?;
            let number = i16::try_from(before + unzigzag(change)).ok();
            let score = number.and_then(WhiteScore::from_number);
            let score = score.ok_or((place, GameFault::Score))?;
            before = score.number().into();
            plies.push(Ply { mv, score });
            pos.play_unchecked(mv);
        }
        if bits.is_done() { Ok(plies) } else { Err((self.at + bits.byte(), GameFault::Leftover)) }
    }

    fn take<const N: usize>(&mut self, cut: GameFault) -> Result<[u8; N], (usize, GameFault)> {
        let bytes = self.bytes.get(self.at..self.at + N);
        let bytes = bytes.and_then(|bytes| bytes.try_into().ok());
        self.at += N;
        bytes.ok_or((self.bytes.len(), cut))
    }

    fn varint(&mut self) -> Result<u32, (usize, GameFault)> {
        let (number, len) = read_varint(&self.bytes[self.at..]).ok_or((self.at, GameFault::Cut))?;
        self.at += len;
        Ok(number)
    }
}

/// Returns the legal moves sorted by their codes. Move indices refer to this order.
fn ordered_moves(pos: &Position) -> MoveList {
    let mut moves = pos.legal_moves();
    moves.as_mut_slice().sort_unstable_by_key(|mv| mv.bits());
    moves
}

/// Returns the number of bits needed for indices below `count`.
const fn width(count: usize) -> u32 {
    usize::BITS - count.saturating_sub(1).leading_zeros()
}

const fn result_of(code: u8) -> Option<GameResult> {
    match code {
        0 => Some(GameResult::BlackWins),
        1 => Some(GameResult::Draw),
        2 => Some(GameResult::WhiteWins),
        _ => None,
    }
}

const fn ending_code(ending: SelfPlayEnding) -> u8 {
    match ending {
        SelfPlayEnding::Rules => 0,
        SelfPlayEnding::Adjudicated => 1,
        SelfPlayEnding::TooLong => 2,
    }
}

const fn ending_of(code: u8) -> Option<SelfPlayEnding> {
    match code {
        0 => Some(SelfPlayEnding::Rules),
        1 => Some(SelfPlayEnding::Adjudicated),
        2 => Some(SelfPlayEnding::TooLong),
        _ => None,
    }
}

/// Maps differences to unsigned numbers, with small differences mapped to small numbers (zigzag
/// code).
const fn zigzag(number: i32) -> u32 {
    (number << 1 ^ number >> 31).cast_unsigned()
}

const fn unzigzag(number: u32) -> i32 {
    (number >> 1).cast_signed() ^ -(number & 1).cast_signed()
}

/// Writes a number as LEB128.
pub(super) fn push_varint(bytes: &mut Vec<u8>, mut number: u32) {
    while number >= 0x80 {
        let [low, ..] = number.to_le_bytes();
        bytes.push(low | 0x80);
        number >>= 7;
    }
    let [low, ..] = number.to_le_bytes();
    bytes.push(low);
}

/// Reads a LEB128 number. Returns the number and the length of its code, or `None` if the code is
/// incomplete, too large, or not in the shortest form.
pub(super) fn read_varint(bytes: &[u8]) -> Option<(u32, usize)> {
    let mut number = 0_u32;
    for (index, &byte) in bytes.iter().enumerate().take(5) {
        let part = u32::from(byte & 0x7F);
        let shift = 7 * u32::try_from(index).ok()?;
        if part << shift >> shift != part {
            return None;
        }
        number |= part << shift;
        if byte & 0x80 == 0 {
            let shorter = byte == 0 && index > 0;
            return (!shorter).then_some((number, index + 1));
        }
    }
    None
}
