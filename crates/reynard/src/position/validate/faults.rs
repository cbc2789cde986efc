//! Named faults of set-ups.

use core::fmt;
use core::ops::{BitAnd, BitOr, BitOrAssign, Sub};
use core::str::FromStr;

/// A fault of a [`Setup`](crate::Setup).
///
/// [`SetupFault::explain`] describes the fault in words, and [`SetupFault::name`] is its
/// machine-readable name. [`SetupFaults::WAIVABLE`] lists the faults that can be tolerated, and
/// [`SetupFaults::SANITIZABLE`] those that can be repaired.
///
/// ```
/// use reynard::{Setup, SetupFault};
///
/// let setup: Setup = "4k3/8/8/8/8/8/8/8 w - - 0 1".parse()?;
/// let faults = setup.faults();
/// assert_eq!(faults.iter().collect::<Vec<_>>(), [SetupFault::MissingWhiteKing]);
/// assert_eq!(SetupFault::MissingWhiteKing.name(), "missing-white-king");
/// # Ok::<(), reynard::FenError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum SetupFault {
    /// White does not have a king.
    MissingWhiteKing,
    /// Black does not have a king.
    MissingBlackKing,
    /// White has more than one king.
    TooManyWhiteKings,
    /// Black has more than one king.
    TooManyBlackKings,
    /// White has more than sixteen pieces, including the king.
    TooManyWhitePieces,
    /// Black has more than sixteen pieces, including the king.
    TooManyBlackPieces,
    /// A pawn stands on the first or the last rank.
    PawnOnBackRank,
    /// The kings stand on adjacent squares.
    KingsTouching,
    /// A castling right refers to a square on neither back rank. A FEN cannot express this.
    CastlingOffBackRank,
    /// A castling right of a side that has no king on its back rank, or has more than one king.
    CastlingWithoutKing,
    /// A castling right whose rook is missing.
    CastlingWithoutRook,
    /// Castling rights with two rooks on the same side of the king. Only one of these rights can
    /// date from the start of the game.
    CastlingTwiceOneSide,
    /// An en-passant square that is not on the sixth rank, as seen by the side to move.
    EnPassantRank,
    /// An en-passant square on which a piece stands.
    EnPassantOccupied,
    /// An en-passant square without an enemy pawn in front of it.
    EnPassantWithoutPawn,
    /// An en-passant square whose pawn cannot have come from its start square, because that square
    /// is occupied.
    EnPassantOrigin,
    /// An en-passant square when the side to move is in a check that the double push cannot have
    /// given, either by the pawn itself or through its start square.
    EnPassantCheck,
    /// White has more than eight pawns.
    TooManyWhitePawns,
    /// Black has more than eight pawns.
    TooManyBlackPawns,
    /// White has more pieces beyond the initial ones than pawns are missing. Bishops are counted by
    /// the color of their square: of two bishops on light squares, one must be a promoted pawn.
    TooManyWhitePromotions,
    /// Black has more pieces beyond the initial ones than pawns are missing.
    TooManyBlackPromotions,
    /// The side not to move is in check.
    OppositeCheck,
    /// Three or more pieces give check.
    TooManyCheckers,
    /// Two pieces give check, and no single move can have caused both. (Single checks are not
    /// examined: well-known test positions have one that no move explains.)
    ImpossibleCheck,
    /// The move number is 0; the first move of a game has number 1.
    FullmoveNumberZero,
}

impl SetupFault {
    /// All faults, in the order in which they are reported.
    pub const ALL: [Self; 25] = [
        Self::MissingWhiteKing,
        Self::MissingBlackKing,
        Self::TooManyWhiteKings,
        Self::TooManyBlackKings,
        Self::TooManyWhitePieces,
        Self::TooManyBlackPieces,
        Self::PawnOnBackRank,
        Self::KingsTouching,
        Self::CastlingOffBackRank,
        Self::CastlingWithoutKing,
        Self::CastlingWithoutRook,
        Self::CastlingTwiceOneSide,
        Self::EnPassantRank,
        Self::EnPassantOccupied,
        Self::EnPassantWithoutPawn,
        Self::EnPassantOrigin,
        Self::EnPassantCheck,
        Self::TooManyWhitePawns,
        Self::TooManyBlackPawns,
        Self::TooManyWhitePromotions,
        Self::TooManyBlackPromotions,
        Self::OppositeCheck,
        Self::TooManyCheckers,
        Self::ImpossibleCheck,
        Self::FullmoveNumberZero,
    ];

    /// Returns the machine-readable name of the fault, in lower case with hyphens. Names never
    /// change.
    ///
    /// ```
    /// assert_eq!(reynard::SetupFault::OppositeCheck.name(), "opposite-check");
    /// ```
    pub const fn name(self) -> &'static str {
        match self {
            Self::MissingWhiteKing => "missing-white-king",
            Self::MissingBlackKing => "missing-black-king",
            Self::TooManyWhiteKings => "too-many-white-kings",
            Self::TooManyBlackKings => "too-many-black-kings",
            Self::TooManyWhitePieces => "too-many-white-pieces",
            Self::TooManyBlackPieces => "too-many-black-pieces",
            Self::PawnOnBackRank => "pawn-on-back-rank",
            Self::KingsTouching => "kings-touching",
            Self::CastlingOffBackRank => "castling-off-back-rank",
            Self::CastlingWithoutKing => "castling-without-king",
            Self::CastlingWithoutRook => "castling-without-rook",
            Self::CastlingTwiceOneSide => "castling-twice-one-side",
            Self::EnPassantRank => "en-passant-rank",
            Self::EnPassantOccupied => "en-passant-occupied",
            Self::EnPassantWithoutPawn => "en-passant-without-pawn",
            Self::EnPassantOrigin => "en-passant-origin",
            Self::EnPassantCheck => "en-passant-check",
            Self::TooManyWhitePawns => "too-many-white-pawns",
            Self::TooManyBlackPawns => "too-many-black-pawns",
            Self::TooManyWhitePromotions => "too-many-white-promotions",
            Self::TooManyBlackPromotions => "too-many-black-promotions",
            Self::OppositeCheck => "opposite-check",
            Self::TooManyCheckers => "too-many-checkers",
            Self::ImpossibleCheck => "impossible-check",
            Self::FullmoveNumberZero => "fullmove-number-zero",
        }
    }
}

impl fmt::Display for SetupFault {
    /// Writes the [`name`](SetupFault::name).
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for SetupFault {
    type Err = ParseSetupFaultError;

    /// Parses the [`name`](SetupFault::name).
    ///
    /// ```
    /// use reynard::SetupFault;
    ///
    /// assert_eq!("opposite-check".parse(), Ok(SetupFault::OppositeCheck));
    /// assert!("opposite check".parse::<SetupFault>().is_err());
    /// ```
    fn from_str(text: &str) -> Result<Self, ParseSetupFaultError> {
        Self::ALL.into_iter().find(|fault| fault.name() == text).ok_or(ParseSetupFaultError)
    }
}

/// The error returned for text that is not the name of a fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseSetupFaultError;

impl fmt::Display for ParseSetupFaultError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not the name of a fault, such as `opposite-check`")
    }
}

impl core::error::Error for ParseSetupFaultError {}

/// A set of faults.
///
/// The operators are `|` union, `&` intersection and `-` difference. Iteration follows the order of
/// [`SetupFault::ALL`].
///
/// ```
/// use reynard::{SetupFault, SetupFaults};
///
/// let faults = SetupFaults::of(&[SetupFault::OppositeCheck, SetupFault::KingsTouching]);
/// assert_eq!(faults.to_string(), "kings-touching, opposite-check");
/// assert_eq!(faults - SetupFaults::WAIVABLE, SetupFault::KingsTouching.into());
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct SetupFaults(u32);

impl SetupFaults {
    /// The set without any fault.
    pub const EMPTY: Self = Self(0);

    /// The set of all faults.
    pub const ALL: Self = Self::of(&SetupFault::ALL);

    /// The faults that can be waived: they cannot arise in a game, but the rules of movement can
    /// still be applied. A *relaxed* reader waives all of them.
    pub const WAIVABLE: Self = Self::of(&[
        SetupFault::EnPassantCheck,
        SetupFault::TooManyWhitePawns,
        SetupFault::TooManyBlackPawns,
        SetupFault::TooManyWhitePromotions,
        SetupFault::TooManyBlackPromotions,
        SetupFault::OppositeCheck,
        SetupFault::TooManyCheckers,
        SetupFault::ImpossibleCheck,
        SetupFault::FullmoveNumberZero,
    ]);

    /// The faults that [`Setup::sanitize`](crate::Setup::sanitize) repairs by dropping a castling
    /// right or the en-passant square, or by setting the move number to 1.
    pub const SANITIZABLE: Self = Self::of(&[
        SetupFault::CastlingOffBackRank,
        SetupFault::CastlingWithoutKing,
        SetupFault::CastlingWithoutRook,
        SetupFault::CastlingTwiceOneSide,
        SetupFault::EnPassantRank,
        SetupFault::EnPassantOccupied,
        SetupFault::EnPassantWithoutPawn,
        SetupFault::EnPassantOrigin,
        SetupFault::EnPassantCheck,
        SetupFault::FullmoveNumberZero,
    ]);

    /// Returns the set of the given faults.
    ///
    /// ```
    /// use reynard::{SetupFault, SetupFaults};
    ///
    /// const CHECKS: SetupFaults = SetupFaults::of(&[SetupFault::OppositeCheck]);
    /// assert_eq!(CHECKS.len(), 1);
    /// ```
    pub const fn of(faults: &[SetupFault]) -> Self {
        let mut set = Self::EMPTY;
        let mut index = 0;
        while index < faults.len() {
            set = set.with(faults[index]);
            index += 1;
        }
        set
    }

    /// Returns the set with `fault` added.
    ///
    /// ```
    /// use reynard::{SetupFault, SetupFaults};
    ///
    /// let faults = SetupFaults::EMPTY.with(SetupFault::OppositeCheck);
    /// assert_eq!(faults.len(), 1);
    /// ```
    #[must_use]
    pub const fn with(self, fault: SetupFault) -> Self {
        Self(self.0 | 1 << fault as u8)
    }

    /// Returns the set, with `fault` added if `present`.
    pub(super) const fn with_if(self, fault: SetupFault, present: bool) -> Self {
        Self(self.0 | (present as u32) << fault as u8)
    }

    /// Returns the faults that are in either set.
    ///
    /// ```
    /// use reynard::SetupFaults;
    ///
    /// let both = SetupFaults::WAIVABLE.union(SetupFaults::SANITIZABLE);
    /// assert!(both.len() > SetupFaults::WAIVABLE.len());
    /// ```
    #[must_use]
    pub const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Returns `true` if the set contains `fault`.
    ///
    /// ```
    /// use reynard::{SetupFault, SetupFaults};
    ///
    /// assert!(SetupFaults::WAIVABLE.contains(SetupFault::OppositeCheck));
    /// ```
    pub const fn contains(self, fault: SetupFault) -> bool {
        self.0 >> fault as u8 & 1 == 1
    }

    /// Returns `true` if the set is empty.
    ///
    /// ```
    /// use reynard::SetupFaults;
    ///
    /// assert!(SetupFaults::EMPTY.is_empty());
    /// ```
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns the number of faults in the set.
    ///
    /// ```
    /// use reynard::SetupFaults;
    ///
    /// assert_eq!(SetupFaults::EMPTY.len(), 0);
    /// ```
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Returns the faults of the set, in the order of [`SetupFault::ALL`].
    ///
    /// ```
    /// use reynard::SetupFaults;
    ///
    /// assert!(SetupFaults::WAIVABLE.iter().any(|fault| fault.name() == "opposite-check"));
    /// ```
    pub fn iter(self) -> impl Iterator<Item = SetupFault> + Clone {
        SetupFault::ALL.into_iter().filter(move |&fault| self.contains(fault))
    }
}

impl From<SetupFault> for SetupFaults {
    fn from(fault: SetupFault) -> Self {
        Self::EMPTY.with(fault)
    }
}

impl FromIterator<SetupFault> for SetupFaults {
    fn from_iter<I: IntoIterator<Item = SetupFault>>(faults: I) -> Self {
        faults.into_iter().fold(Self::EMPTY, Self::with)
    }
}

impl BitOr for SetupFaults {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        self.union(other)
    }
}

impl BitOrAssign for SetupFaults {
    fn bitor_assign(&mut self, other: Self) {
        *self = self.union(other);
    }
}

impl BitAnd for SetupFaults {
    type Output = Self;

    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl Sub for SetupFaults {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }
}

impl fmt::Display for SetupFaults {
    /// Writes the names, separated by commas.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, fault) in self.iter().enumerate() {
            let separator = if index == 0 { "" } else { ", " };
            write!(f, "{separator}{fault}")?;
        }
        Ok(())
    }
}

impl fmt::Debug for SetupFaults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SetupFaults ")?;
        f.debug_set().entries(self.iter()).finish()
    }
}
