//! Static exchange evaluation: the material that a move wins or loses through captures on its
//! target square.
//!
//! Both sides capture on that square in turn, always with the least valuable piece, and stop when
//! continuing would lose material. Sliders behind a capturing piece join in. A pawn that captures
//! on the last rank promotes to a queen: the side gains the difference, and the queen can be
//! recaptured. Pins are ignored, but a king never captures where it could be recaptured. Nothing
//! else on the board is considered. The method is described at
//! <https://www.chessprogramming.org/Static_Exchange_Evaluation>.

use crate::{Bitboard, Color, Move, MoveKind, PieceType, PieceValues, Position, Square, attacks};

/// Upper bound on the number of successive captures on a square, since each piece captures at most
/// once.
const LONGEST: usize = 32;

impl Position {
    /// Computes the static exchange evaluation (SEE) of a legal move: the gain of the side to move
    /// after all profitable captures on the target square, in the unit of `values`. It is negative
    /// if the move loses material, and 0 for castling.
    ///
    /// [`Position::see_at_least`] is faster if a comparison suffices.
    ///
    /// ```
    /// use reynard::{PieceValues, Position};
    ///
    /// let pos: Position = "4k3/8/4p3/3p4/4P3/8/8/3QK3 w - - 0 1".parse()?;
    /// let see = |text| pos.parse_uci(text).map(|mv| pos.see(mv, &PieceValues::DEFAULT));
    /// assert_eq!(see("e4d5")?, 100);
    /// assert_eq!(see("d1d5")?, 100 - 900 + 100);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn see(&self, mv: Move, values: &PieceValues) -> i32 {
        if mv.is_castling() {
            return 0;
        }
        let opening = self.opening(mv, values);
        let mut exchange = Exchange::new(self, mv, values);
        let mut gains = [0; LONGEST];
        gains[0] = opening.gain;
        let mut count = 1;
        let mut at_risk = opening.at_risk;
        while let Some(taker) = exchange.next_taker() {
            // The gain of the side so far, if it captures and no capture follows.
            gains[count] = at_risk + taker.bonus - gains[count - 1];
            at_risk = taker.at_risk;
            count += 1;
        }
        // From the last capture back, each side chooses between capturing and standing pat.
        for index in (1..count).rev() {
            gains[index - 1] = -gains[index].max(-gains[index - 1]);
        }
        gains[0]
    }

    /// Returns `true` if [`Position::see`] of a legal move is at least `threshold`. Stops as soon
    /// as the result is certain.
    ///
    /// ```
    /// use reynard::{PieceValues, Position};
    ///
    /// let pos: Position = "4k3/8/4p3/3p4/4P3/8/8/3QK3 w - - 0 1".parse()?;
    /// let mv = pos.parse_uci("e4d5")?;
    /// assert!(pos.see_at_least(mv, &PieceValues::DEFAULT, 100));
    /// assert!(!pos.see_at_least(mv, &PieceValues::DEFAULT, 101));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn see_at_least(&self, mv: Move, values: &PieceValues, threshold: i32) -> bool {
        if mv.is_castling() {
            return threshold <= 0;
        }
        let opening = self.opening(mv, values);
        // The other side must win back this much for the move to fall short.
        let mut needed = opening.gain.saturating_sub(threshold).saturating_add(1);
        if needed <= 0 {
            return false;
        }
        let promotion = i32::from(values.queen) - i32::from(values.pawn);
        let most = opening.at_risk + if is_last_rank(mv.to()) { promotion.max(0) } else { 0 };
        if most < needed {
            return true;
        }
        let mut exchange = Exchange::new(self, mv, values);
        let mut at_risk = opening.at_risk;
        let mut holds = true;
        while let Some(taker) = exchange.next_taker() {
            // The capturing side wins enough unless the other side then wins back this much.
            needed = at_risk + taker.bonus - needed + 1;
            if needed <= 0 {
                break;
            }
            holds = !holds;
            at_risk = taker.at_risk;
        }
        holds
    }

    /// Returns the gain of the move itself, and the value of the piece that it puts on the target
    /// square.
    #[inline(always)]
    fn opening(&self, mv: Move, values: &PieceValues) -> Opening {
        let mover = self.board().type_at(mv.from()).map_or(0, |kind| values.of(kind));
        let gain = if mv.kind() == MoveKind::EnPassant {
            i32::from(values.pawn)
        } else {
            self.board().type_at(mv.to()).map_or(0, |kind| values.of(kind))
        };
        match mv.promotion() {
            Some(kind) => {
                Opening { gain: gain + values.of(kind) - mover, at_risk: values.of(kind) }
            }
            None => Opening { gain, at_risk: mover },
        }
    }
}

/// The outcome of the move that starts an exchange.
struct Opening {
    gain: i32,
    at_risk: i32,
}

/// The next capturing piece.
struct Taker {
    /// The gain in addition to the value of the captured piece. It is nonzero only for a pawn that
    /// promotes to a queen.
    bonus: i32,
    /// The value of the capturing piece, which can be recaptured after its capture.
    at_risk: i32,
}

/// The state of an exchange: the pieces that remain on the board.
struct Exchange<'a> {
    position: &'a Position,
    values: &'a PieceValues,
    target: Square,
    occupied: Bitboard,
    /// The pieces of both sides that attack the target, given the remaining pieces.
    attackers: Bitboard,
    turn: Color,
}

impl<'a> Exchange<'a> {
    /// Starts the exchange after its first move.
    #[inline(always)]
    fn new(position: &'a Position, mv: Move, values: &'a PieceValues) -> Self {
        let target = mv.to();
        let mut occupied = position.occupied().without(mv.from()).with(target);
        if mv.kind() == MoveKind::EnPassant {
            occupied.remove(Square::new(target.file(), mv.from().rank()));
        }
        let attackers = position.board().attackers_to(target, occupied) & occupied;
        let turn = !position.turn();
        // The capturing piece now stands on the target, and the captured piece is gone.
        Self { position, values, target, occupied, attackers: attackers.without(target), turn }
    }

    /// Captures with the least valuable piece that the side to move may use.
    #[inline(always)]
    fn next_taker(&mut self) -> Option<Taker> {
        let board = self.position.board();
        let own = self.attackers & board.by_color(self.turn);
        if own.is_empty() {
            return None;
        }
        let with = |kind| (own & board.by_type(kind)).isolate_first();
        let kind = PieceType::ALL.into_iter().find(|&kind| with(kind).any())?;
        self.occupied -= with(kind);
        match kind {
            PieceType::Pawn | PieceType::Bishop => self.open_diagonals(),
            PieceType::Knight => {}
            PieceType::Rook => self.open_files_and_ranks(),
            PieceType::Queen | PieceType::King => {
                self.open_diagonals();
                self.open_files_and_ranks();
            }
        }
        self.attackers &= self.occupied;
        self.turn = !self.turn;
        let values = self.values;
        if kind == PieceType::Pawn && is_last_rank(self.target) {
            let queen = i32::from(values.queen);
            return Some(Taker { bonus: queen - i32::from(values.pawn), at_risk: queen });
        }
        if kind == PieceType::King && !self.attackers.is_disjoint(board.by_color(self.turn)) {
            return None;
        }
        Some(Taker { bonus: 0, at_risk: values.of(kind) })
    }

    /// Adds bishops and queens that stood behind the piece that has just left.
    #[inline(always)]
    fn open_diagonals(&mut self) {
        let sliders = self.position.board().diagonal_sliders();
        if (sliders & (self.occupied - self.attackers)).is_empty() {
            return;
        }
        self.attackers |= attacks::bishop(self.target, self.occupied) & sliders;
    }

    /// Adds rooks and queens that stood behind the piece that has just left.
    #[inline(always)]
    fn open_files_and_ranks(&mut self) {
        let sliders = self.position.board().orthogonal_sliders();
        if (sliders & (self.occupied - self.attackers)).is_empty() {
            return;
        }
        self.attackers |= attacks::rook(self.target, self.occupied) & sliders;
    }
}

/// Returns `true` if a pawn that captures on the square promotes, whatever its color.
#[inline(always)]
const fn is_last_rank(square: Square) -> bool {
    Bitboard::BACK_RANKS.contains(square)
}
