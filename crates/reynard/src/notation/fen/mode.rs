//! Modes of reading a FEN, from strict to tolerant.

use crate::{ParsePositionError, Position, Setup, SetupError, SetupFaults};

/// Strictness of [`Position::read_fen`]. The default is [`FenMode::STRICT`].
///
/// ```
/// use reynard::{Position, fen::FenMode};
///
/// let two_faults = "QQQQQQQQ/4k3/8/8/8/8/8/Q3K3 b - e3 0 1";
/// assert!(Position::read_fen(two_faults, FenMode::STRICT).is_err());
/// assert!(Position::read_fen(two_faults, FenMode::PLAYABLE).is_err());
/// assert!(Position::read_fen(two_faults, FenMode::TOLERANT).is_ok());
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct FenMode {
    /// Accepts what no game can reach but the rules can work on: [`SetupFaults::WAIVABLE`].
    pub playable: bool,
    /// Drops castling rights and en-passant squares that contradict the board: [`Setup::sanitize`].
    pub sanitize: bool,
}

impl FenMode {
    /// Refuses every fault.
    pub const STRICT: Self = Self { playable: false, sanitize: false };

    /// Accepts every position that the rules can work on.
    pub const PLAYABLE: Self = Self { playable: true, sanitize: false };

    /// Accepts every position that the rules can work on, after sanitizing.
    pub const TOLERANT: Self = Self { playable: true, sanitize: true };
}

/// A position read by [`Position::read_fen`].
#[derive(Clone, Debug)]
pub struct ReadFen {
    /// The position.
    pub position: Position,
    /// The faults of the FEN that were accepted or dropped, if there were any.
    pub notes: Option<SetupError>,
}

impl Position {
    /// Reads a FEN in one of three [modes](FenMode), and reports the faults that the mode let pass.
    ///
    /// # Errors
    ///
    /// [`ParsePositionError`] if the text is not a FEN, or has faults that the mode does not allow.
    ///
    /// ```
    /// use reynard::{Position, fen::FenMode};
    ///
    /// let read = Position::read_fen("4k3/8/8/8/8/8/8/4K2R w KQ - 0 1", FenMode::TOLERANT)?;
    /// assert_eq!(read.position.fen(), "4k3/8/8/8/8/8/8/4K2R w K - 0 1");
    /// assert_eq!(read.notes.map(|notes| notes.faults().to_string()).as_deref(), Some("castling-without-rook"));
    /// # Ok::<(), reynard::ParsePositionError>(())
    /// ```
    pub fn read_fen(fen: &str, mode: FenMode) -> Result<ReadFen, ParsePositionError> {
        Ok(Self::read_setup(&Setup::from_fen(fen)?, mode)?)
    }

    /// Makes a position of a set-up in one of three [modes](FenMode), and reports the faults that the mode let pass.
    ///
    /// # Errors
    ///
    /// [`SetupError`] with the faults that the mode does not let pass.
    ///
    /// ```
    /// use reynard::{Position, Setup, fen::FenMode};
    ///
    /// let setup: Setup = "4k3/8/8/8/8/8/4R3/4K3 w Q - 0 1".parse()?;
    /// assert!(Position::read_setup(&setup, FenMode::PLAYABLE).is_err());
    /// assert!(Position::read_setup(&setup, FenMode::TOLERANT).is_ok());
    /// # Ok::<(), reynard::FenError>(())
    /// ```
    pub fn read_setup(setup: &Setup, mode: FenMode) -> Result<ReadFen, SetupError> {
        let faults = match Self::from_setup(setup) {
            Ok(position) => return Ok(ReadFen { position, notes: None }),
            Err(faults) => faults,
        };
        let waived = if mode.playable { SetupFaults::WAIVABLE } else { SetupFaults::EMPTY };
        let sanitized = mode.sanitize.then(|| setup.sanitize().setup);
        let position = Self::from_setup_waiving(sanitized.as_ref().unwrap_or(setup), waived)?;
        Ok(ReadFen { position, notes: Some(faults) })
    }
}
