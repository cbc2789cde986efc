//! EPD, the format of test suites: a position and operations on one line.
//!
//! [`Epd`] is a single record with its operations as values; [`EpdReader`] iterates over many
//! records, one per line. Strict reading follows section 16.2 of the PGN standard. Tolerant reading
//! accepts the variants found in real files and reports what it tolerated. Writing always follows
//! the standard.

mod diagnostic;
mod operation;
mod read;
mod reader;
mod scan;
mod typed;
mod write;

pub use diagnostic::{EpdDiagnostic, EpdDiagnosticKind};
pub use operation::{EpdOperand, EpdOperation};
pub use reader::{EpdReader, EpdRecord};

use alloc::vec::Vec;

use crate::{CastlingNotation, Move, Position, SetupFaults};

/// A position with operations that describe it.
///
/// The four fields of the position do not include the half-move clock or the move number. These are
/// stored in the operations `hmvc` and `fmvn`.
///
/// ```
/// use reynard::{Epd, epd::EpdOperation};
///
/// let text = "1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - - bm Qd1+; hmvc 3; id \"BK.01\";";
/// let epd: Epd = text.parse()?;
/// assert_eq!(epd.position.halfmove_clock(), 3);
/// assert_eq!(epd.best_moves(), [epd.position.parse_uci("d6d1")?]);
/// assert_eq!(epd.id(), Some("BK.01"));
/// assert_eq!(epd.to_string(), text);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Epd {
    /// The position.
    pub position: Position,
    /// The operations, in order.
    pub operations: Vec<EpdOperation>,
}

/// Options of the EPD reader.
///
/// ```
/// use reynard::{Epd, epd::EpdOptions};
///
/// let text = "4k3/8/8/8/8/8/8/3QK3 w - - 0 1 ; bm d1d7; id test";
/// let (epd, diagnostics) = Epd::read(text, EpdOptions::TOLERANT)?;
/// assert_eq!(epd.to_string(), "4k3/8/8/8/8/8/8/3QK3 w - - bm Qd7+; id \"test\";");
/// assert_eq!(
///     diagnostics[0].to_string(),
///     "line 1, column 28: clocks follow the position; `hmvc` and `fmvn` are meant for them",
/// );
/// # Ok::<(), reynard::epd::EpdDiagnostic>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EpdOptions {
    /// Strictness of the syntax.
    pub mode: EpdMode,
    /// Faults of positions to accept: see [`Position::from_setup_waiving`].
    pub waived: SetupFaults,
    /// `true` to drop castling rights and en-passant squares that contradict the board: see
    /// [`Setup::sanitize`](crate::Setup::sanitize).
    pub sanitize: bool,
    /// Variant used for castling rights. In standard chess, rights that [exist only in
    /// Chess960](crate::Setup::chess960_rooks) are dropped, unless they are given by the files of
    /// the rooks.
    pub castling: CastlingNotation,
}

/// Strictness of the EPD syntax.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum EpdMode {
    /// Accepts only standard EPD, except for two liberties that nearly all files take: operations
    /// in any order, and `bm #3` for a mate in three.
    #[default]
    Strict,
    /// Accepts everything that can be understood without guessing. The rest is kept as written.
    Tolerant,
}

impl EpdOptions {
    /// Accepts only standard EPD. This is the default.
    pub const STRICT: Self = Self {
        mode: EpdMode::Strict,
        waived: SetupFaults::EMPTY,
        sanitize: false,
        castling: CastlingNotation::Chess960,
    };

    /// Accepts any text that can be understood, but only legal positions.
    pub const TOLERANT: Self = Self { mode: EpdMode::Tolerant, ..Self::STRICT };

    /// Accepts any text that can be understood, and every position to which the rules can be
    /// applied, with a diagnostic for each position that cannot occur in a game. Castling rights
    /// are those of standard chess.
    pub const PLAYABLE: Self = Self {
        mode: EpdMode::Tolerant,
        waived: SetupFaults::WAIVABLE,
        sanitize: true,
        castling: CastlingNotation::Standard,
    };
}

impl Default for EpdOptions {
    /// Returns [`EpdOptions::STRICT`].
    fn default() -> Self {
        Self::STRICT
    }
}

impl Epd {
    /// Creates an EPD record of a position. It has no operations except the clocks: `fmvn` if the
    /// move number is not 1, and `hmvc` if the half-move clock is not 0.
    ///
    /// ```
    /// use reynard::{Epd, Position};
    ///
    /// let pos: Position = "4k3/8/8/8/8/8/8/4K3 w - - 7 40".parse()?;
    /// assert_eq!(Epd::new(pos).to_string(), "4k3/8/8/8/8/8/8/4K3 w - - fmvn 40; hmvc 7;");
    /// # Ok::<(), reynard::ParsePositionError>(())
    /// ```
    pub fn new(position: Position) -> Self {
        let mut epd = Self { position, operations: Vec::new() };
        epd.add_clocks();
        epd
    }

    /// Adds the clocks of the position, unless they have their default values or are already
    /// present.
    fn add_clocks(&mut self) {
        let (clock, number) = (self.position.halfmove_clock(), self.position.fullmove_number());
        let has = |said: fn(&EpdOperation) -> bool| self.operations.iter().any(said);
        let says_number = has(|operation| matches!(operation, EpdOperation::FullmoveNumber(_)));
        let says_clock = has(|operation| matches!(operation, EpdOperation::HalfmoveClock(_)));
        if number != 1 && !says_number {
            self.operations.push(EpdOperation::FullmoveNumber(number));
        }
        if clock != 0 && !says_clock {
            self.operations.push(EpdOperation::HalfmoveClock(clock));
        }
    }

    /// Returns the first operation with this opcode.
    ///
    /// ```
    /// use reynard::{Epd, epd::EpdOperation};
    ///
    /// let epd: Epd = "4k3/8/8/8/8/8/8/4K3 w - - ce 0; Ae \"me\";".parse()?;
    /// assert_eq!(epd.operation("ce"), Some(&EpdOperation::CentipawnEvaluation(0)));
    /// assert_eq!(epd.operation("dm"), None);
    /// # Ok::<(), reynard::epd::EpdDiagnostic>(())
    /// ```
    pub fn operation(&self, opcode: &str) -> Option<&EpdOperation> {
        self.operations.iter().find(|operation| operation.opcode() == opcode)
    }

    /// Returns the best moves, `bm`. The list is empty if there is no such operation or if it
    /// specifies a mate.
    ///
    /// ```
    /// use reynard::Epd;
    ///
    /// let epd: Epd = "4k3/8/8/8/8/8/8/3QK3 w - - bm Qd7+;".parse()?;
    /// assert_eq!(epd.best_moves()[0].to_string(), "d1d7");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn best_moves(&self) -> &[Move] {
        self.moves_of("bm")
    }

    /// Returns the moves to avoid, `am`.
    ///
    /// ```
    /// use reynard::Epd;
    ///
    /// let epd: Epd = "4k3/8/8/8/8/8/8/3QK3 w - - am Qd7+;".parse()?;
    /// assert_eq!(epd.avoid_moves().len(), 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn avoid_moves(&self) -> &[Move] {
        self.moves_of("am")
    }

    /// Returns the predicted variation, `pv`, as a sequence of moves.
    ///
    /// ```
    /// use reynard::Epd;
    ///
    /// let epd: Epd = "4k3/8/8/8/8/8/8/3QK3 w - - pv Qd7+ Kxd7;".parse()?;
    /// assert_eq!(epd.predicted_variation().len(), 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn predicted_variation(&self) -> &[Move] {
        self.moves_of("pv")
    }

    fn moves_of(&self, opcode: &str) -> &[Move] {
        match self.operation(opcode) {
            Some(
                EpdOperation::BestMoves(moves)
                | EpdOperation::AvoidMoves(moves)
                | EpdOperation::PredictedVariation(moves),
            ) => moves,
            _ => &[],
        }
    }

    /// Returns the name of the position, `id`.
    ///
    /// ```
    /// use reynard::Epd;
    ///
    /// let epd: Epd = "4k3/8/8/8/8/8/8/3QK3 w - - id \"mate\";".parse()?;
    /// assert_eq!(epd.id(), Some("mate"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn id(&self) -> Option<&str> {
        match self.operation("id") {
            Some(EpdOperation::Id(name)) => Some(name),
            _ => None,
        }
    }

    /// Sorts the operations, and the moves within `am` and `bm`, in ASCII order, as the standard
    /// requires for archives. Operations with the same name keep their order.
    ///
    /// ```
    /// use reynard::Epd;
    ///
    /// let mut epd: Epd = "4k3/8/8/8/8/8/8/3QK3 w - - id \"x\"; bm Qd7+ Qa4+;".parse()?;
    /// epd.sort();
    /// assert_eq!(epd.to_string(), "4k3/8/8/8/8/8/8/3QK3 w - - bm Qa4+ Qd7+; id \"x\";");
    /// # Ok::<(), reynard::epd::EpdDiagnostic>(())
    /// ```
    pub fn sort(&mut self) {
        for operation in &mut self.operations {
            if let EpdOperation::BestMoves(moves) | EpdOperation::AvoidMoves(moves) = operation {
                moves.sort_by_cached_key(|&mv| self.position.san(mv).as_bytes().to_vec());
            }
        }
        self.operations.sort_by(|a, b| a.opcode().cmp(b.opcode()));
    }
}
