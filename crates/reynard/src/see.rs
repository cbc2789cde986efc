//! Static exchange evaluation: what a move wins or loses in the captures on its target square.
//!
//! Both sides capture on that square in turn, always with the least valuable piece, and stop when
//! going on would lose. Pieces behind a capturing piece on its line join in. A pawn that captures
//! on the last rank becomes a queen: the side gains the difference, and the queen can be
//! recaptured. Pins are ignored, except that a king never captures where it could be captured.
//! Nothing else on the board counts. The method is described at
//! <https://www.chessprogramming.org/Static_Exchange_Evaluation>.

use crate::{Bitboard, Color, Move, MoveKind, PieceType, PieceValues, Position, Square, attacks};

/// The most captures that can follow one another on a square: every piece but the two that start.
const LONGEST: usize = 32;

impl Position {
    /// Computes the static exchange evaluation (SEE) of a legal move: the gain of the side to move,
    /// in the unit of `values`, after all profitable captures on the target square; negative if it
    /// loses material. Castling gains 0.
    ///
    /// [`Position::see_at_least`] is faster where a comparison is enough.
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
            // Gain of the side so far if it captures and nothing follows.
            gains[count] = at_risk + taker.bonus - gains[count - 1];
            at_risk = taker.at_risk;
            count += 1;
        }
        // From the last capture back, each side chooses between taking and standing pat.
        for index in (1..count).rev() {
            gains[index - 1] = -gains[index].max(-gains[index - 1]);
        }
        gains[0]
    }

    /// Returns `true` if [`Position::see`] of a legal move is at least `threshold`; stops as soon
    /// as that is certain.
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
            // The taker's side wins enough unless the other then wins this much of it back.
            needed = at_risk + taker.bonus - needed + 1;
            if needed <= 0 {
                break;
            }
            holds = !holds;
            at_risk = taker.at_risk;
        }
        holds
    }

    /// Returns the gain of the move itself, and the piece that it puts on the target square.
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

/// The move that starts an exchange.
struct Opening {
    gain: i32,
    at_risk: i32,
}

/// The next piece to take.
struct Taker {
    /// The gain besides the captured piece: something only for a pawn that becomes a queen.
    bonus: i32,
    /// The piece that can then be captured.
    at_risk: i32,
}

/// The pieces that still take part.
struct Exchange<'a> {
    position: &'a Position,
    values: &'a PieceValues,
    target: Square,
    occupied: Bitboard,
    /// The pieces of both sides that attack the target with what is left on the board.
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
        // The capturing piece stands on the target now, with what stood there gone.
        Self { position, values, target, occupied, attackers: attackers.without(target), turn }
    }

    /// Takes with the least valuable piece of the side to move, if it has one that may.
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

    /// Lets bishops and queens join that stood behind the piece that has just left.
    #[inline(always)]
    fn open_diagonals(&mut self) {
        let sliders = self.position.board().diagonal_sliders();
        if (sliders & (self.occupied - self.attackers)).is_empty() {
            return;
        }
        self.attackers |= attacks::bishop(self.target, self.occupied) & sliders;
    }

    /// Lets rooks and queens join that stood behind the piece that has just left.
    #[inline(always)]
    fn open_files_and_ranks(&mut self) {
        let sliders = self.position.board().orthogonal_sliders();
        if (sliders & (self.occupied - self.attackers)).is_empty() {
            return;
        }
        self.attackers |= attacks::rook(self.target, self.occupied) & sliders;
    }
}

/// Returns `true` if a pawn that reaches the square becomes a queen: of the pawns that can capture
/// there, all do.
#[inline(always)]
const fn is_last_rank(square: Square) -> bool {
    Bitboard::BACK_RANKS.contains(square)
}
