//! Validation of set-ups.
//!
//! There are three groups of faults. Faults that make the rules of movement inapplicable (kings,
//! pawns on the outer ranks, too many pieces) are never accepted. Castling rights and en-passant
//! squares that contradict the board are not accepted either, but [`Setup::sanitize`] can drop
//! them. Faults that are merely impossible in a game can be waived.
//!
//! * `faults`: the names of faults, and sets of them;
//! * `material`, `rights`, `checks`: the tests;
//! * `explain`: the error and its explanations.

mod checks;
mod explain;
mod faults;
mod material;
mod rights;

pub use explain::{Explanation, SetupError};
pub use faults::{ParseSetupFaultError, SetupFault, SetupFaults};

use crate::{Position, Setup};

/// Finds every fault of a set-up.
fn faults_of(setup: &Setup) -> SetupFaults {
    let en_passant = rights::en_passant_faults(setup);
    let sound_en_passant = setup.en_passant.is_some() && en_passant.is_empty();
    (material::faults(&setup.board)
        | rights::castling_faults(setup)
        | en_passant
        | checks::faults(setup, sound_en_passant))
    .with_if(SetupFault::FullmoveNumberZero, setup.fullmove_number == 0)
}

/// Returns the set-up without the faulty castling rights, en-passant square and move number.
fn sanitized(setup: &Setup) -> Setup {
    let en_passant = setup.en_passant.filter(|_| rights::en_passant_faults(setup).is_empty());
    Setup {
        castling_rooks: rights::sound_castling_rooks(setup),
        en_passant,
        fullmove_number: setup.fullmove_number.max(1),
        ..setup.clone()
    }
}

impl Setup {
    /// Finds every fault of this set-up. The set-up of a valid position has none.
    ///
    /// ```
    /// use reynard::{Setup, SetupFault};
    ///
    /// assert!(Setup::standard().faults().is_empty());
    /// assert!(Setup::EMPTY.faults().contains(SetupFault::MissingBlackKing));
    /// ```
    pub fn faults(&self) -> SetupFaults {
        faults_of(self)
    }

    /// Drops what contradicts the board: every castling right without its king or rook or with a
    /// second rook on the same side, and an en-passant square that no double push can have left. A
    /// move number of 0 becomes 1. Nothing else is changed, so other faults remain.
    ///
    /// If a right could refer to two rooks, no choice is made: both rights are dropped.
    ///
    /// ```
    /// use reynard::{Position, Setup};
    ///
    /// let setup: Setup = "r3k2r/8/8/8/8/8/8/R4K1R w KQkq e3 0 1".parse()?;
    /// let sanitized = setup.sanitize();
    /// assert_eq!(sanitized.setup.to_string(), "r3k2r/8/8/8/8/8/8/R4K1R w KQkq - 0 1");
    /// assert_eq!(sanitized.dropped.to_string(), "en-passant-rank");
    /// assert!(Position::from_setup(&sanitized.setup).is_ok());
    /// # Ok::<(), reynard::FenError>(())
    /// ```
    pub fn sanitize(&self) -> Sanitized {
        let dropped = self.faults() & SetupFaults::SANITIZABLE;
        Sanitized { setup: sanitized(self), dropped }
    }
}

/// A set-up from which everything that contradicted its board has been removed, returned by
/// [`Setup::sanitize`].
///
/// Comparing its fields with those of the original set-up shows which rights were dropped.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sanitized {
    /// The resulting set-up.
    pub setup: Setup,
    /// The faults that were removed; empty if nothing was dropped. Use the original set-up to
    /// [explain](crate::SetupFault::explain) them.
    pub dropped: SetupFaults,
}

impl Position {
    /// Creates the position of a set-up without faults.
    ///
    /// # Errors
    ///
    /// [`SetupError`] with all faults of the set-up.
    ///
    /// ```
    /// use reynard::{Position, Setup, SetupFault};
    ///
    /// let setup: Setup = "4k3/8/8/8/8/8/4R3/4K3 w Q - 0 1".parse()?;
    /// let error = Position::from_setup(&setup).unwrap_err();
    /// assert!(error.faults().contains(SetupFault::OppositeCheck));
    /// assert!(error.faults().contains(SetupFault::CastlingWithoutRook));
    /// # Ok::<(), reynard::FenError>(())
    /// ```
    pub fn from_setup(setup: &Setup) -> Result<Self, SetupError> {
        Self::from_setup_waiving(setup, SetupFaults::EMPTY)
    }

    /// Creates the position of a set-up that has no faults except waived ones. Only the faults in
    /// [`SetupFaults::WAIVABLE`] can be waived; waiving all of them is what *relaxed* means. A
    /// waived move number of 0 becomes 1.
    ///
    /// # Errors
    ///
    /// [`SetupError`] with all faults that were not waived.
    ///
    /// ```
    /// use reynard::{Position, Setup, SetupFaults};
    ///
    /// let setup: Setup = "4k3/8/8/8/8/8/4R3/4K3 w - - 0 1".parse()?;
    /// assert!(Position::from_setup(&setup).is_err());
    /// assert!(Position::from_setup_waiving(&setup, SetupFaults::WAIVABLE).is_ok());
    /// # Ok::<(), reynard::FenError>(())
    /// ```
    pub fn from_setup_waiving(setup: &Setup, waived: SetupFaults) -> Result<Self, SetupError> {
        let faults = faults_of(setup) - (waived & SetupFaults::WAIVABLE);
        if !faults.is_empty() {
            return Err(SetupError::new(setup, faults));
        }
        if setup.fullmove_number == 0 {
            return Ok(Self::from_checked_setup(&Setup { fullmove_number: 1, ..setup.clone() }));
        }
        Ok(Self::from_checked_setup(setup))
    }
}
