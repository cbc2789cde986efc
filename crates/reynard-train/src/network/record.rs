//! A training position in 32 bytes.

use reynard::{Bitboard, Board, Color, Piece, PieceType, Position, Setup, SetupFaults, Square};

use crate::shard::{TrainingSample, white_half_points};

/// A position from the point of view of the side to move, with the search score and the game
/// result, in 32 bytes.
///
/// The side to move is always White: a position with Black to move is stored with the colors
/// exchanged and the ranks flipped. Castling rights and the en-passant square are not stored.
///
/// | bytes | content |
/// |---|---|
/// | 8 | occupied squares |
/// | 16 | four bits for each occupied square: kind, and 8 for a piece of the other side |
/// | 2 | score for the side to move in centipawns |
/// | 1 | result for the side to move: 0 lost, 1 drawn, 2 won |
/// | 1 | half-moves since the last capture or pawn move, at most 255 |
/// | 4 | number of the game |
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PositionRecord([u8; PositionRecord::LEN]);

impl PositionRecord {
    /// Length in bytes.
    pub const LEN: usize = 32;

    /// Packs a sample with its game number. Returns `None` if its score is a mate score.
    pub fn pack(sample: &TrainingSample, game: u32) -> Option<Self> {
        let pos = &sample.position;
        let score = i16::from_le_bytes(sample.score.centipawns()?.to_le_bytes());
        let is_white = pos.turn() == Color::White;
        let flip = |set: Bitboard| if is_white { set } else { set.flip_ranks() };
        let occupied = flip(pos.occupied());
        let mut bytes = [0; Self::LEN];
        bytes[..8].copy_from_slice(&occupied.bits().to_le_bytes());
        for (index, square) in occupied.iter().take(32).enumerate() {
            let origin = if is_white { square } else { square.flip_rank() };
            let code = pos.piece_at(origin).map_or(0, |piece| {
                piece.kind.index() | if piece.color == pos.turn() { 0 } else { 8 }
            });
            bytes[8 + index / 2] |= (code << (4 * (index % 2))) as u8;
        }
        let score = if is_white { score } else { -score };
        bytes[24..26].copy_from_slice(&score.to_le_bytes());
        let half_points = white_half_points(sample.result);
        bytes[26] = if is_white { half_points } else { 2 - half_points };
        bytes[27] = u8::try_from(pos.halfmove_clock()).unwrap_or(u8::MAX);
        bytes[28..].copy_from_slice(&game.to_le_bytes());
        Some(Self(bytes))
    }

    /// Creates a record from its bytes; any bytes are valid.
    pub const fn from_bytes(bytes: [u8; Self::LEN]) -> Self {
        Self(bytes)
    }

    /// Returns the bytes of the record.
    pub const fn to_bytes(self) -> [u8; Self::LEN] {
        self.0
    }

    /// Returns the pieces and their squares. The pieces of the side to move are white.
    pub fn pieces(&self) -> impl Iterator<Item = (Square, Piece)> + Clone + '_ {
        let occupied = Bitboard::from_bits(u64::from_le_bytes(self.array(0)));
        occupied.iter().take(32).enumerate().map(|(index, square)| {
            let code = self.0[8 + index / 2] >> (4 * (index % 2));
            let color = if code & 8 == 0 { Color::White } else { Color::Black };
            let kind = PieceType::ALL[usize::from(code & 7).min(5)];
            (square, kind.of(color))
        })
    }

    /// Returns the score for the side to move in centipawns.
    pub fn score(&self) -> i16 {
        i16::from_le_bytes(self.array(24))
    }

    /// Returns the points scored by the side to move: 0, 0.5 or 1.
    pub fn result(&self) -> f32 {
        f32::from(self.0[26].min(2)) / 2.0
    }

    /// Returns the number of the game.
    pub fn game(&self) -> u32 {
        u32::from_le_bytes(self.array(28))
    }

    /// Returns the position with White to move, or `None` if it is illegal.
    pub fn position(&self) -> Option<Position> {
        let mut board = Board::EMPTY;
        for (square, piece) in self.pieces() {
            board.set(square, Some(piece));
        }
        let setup = Setup { board, halfmove_clock: self.0[27].into(), ..Setup::EMPTY };
        Position::from_setup_waiving(&setup, SetupFaults::WAIVABLE).ok()
    }

    fn array<const N: usize>(&self, at: usize) -> [u8; N] {
        std::array::from_fn(|index| self.0[at + index])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shard::WhiteScore;
    use reynard::GameResult;
    use reynard_engine::Score;

    fn sample(fen: &str, score: i32, result: GameResult) -> TrainingSample {
        let position: Position = fen.parse().unwrap();
        let mv = position.legal_moves()[0];
        let score = WhiteScore::new(Score::Centipawns(score), Color::White);
        TrainingSample { position, score, result, mv }
    }

    #[test]
    fn a_position_is_kept_as_the_side_to_move_sees_it() {
        let white = sample("4k3/8/8/8/8/8/P7/1N2K3 w - - 7 9", 120, GameResult::WhiteWins);
        let black = sample("1n2k3/p7/8/8/8/8/8/4K3 b - - 7 9", -120, GameResult::BlackWins);
        let records = [&white, &black].map(|sample| PositionRecord::pack(sample, 3).unwrap());
        assert_eq!(records[0], records[1]);
        let record = PositionRecord::from_bytes(records[0].to_bytes());
        assert_eq!((record.score(), record.game()), (120, 3));
        assert!((record.result() - 1.0).abs() < f32::EPSILON);
        let read = record.position().unwrap();
        assert_eq!(read.board().to_string(), white.position.board().to_string());
        assert_eq!(read.halfmove_clock(), 7);
    }

    #[test]
    fn any_bytes_are_read_without_a_panic() {
        let mut random = reynard_base::SplitMix64::new(1);
        for _ in 0..500 {
            let bytes = std::array::from_fn(|_| random.next_u64().to_le_bytes()[0]);
            let record = PositionRecord::from_bytes(bytes);
            let _ = (record.pieces().count(), record.position(), record.result(), record.score());
        }
    }
}
