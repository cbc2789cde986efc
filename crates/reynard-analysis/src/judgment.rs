//! Judgments of bad moves.

use std::fmt;

use reynard_pgn::Nag;

/// The judgment of a move that loses a considerable part of its side's expected score.
///
/// The thresholds are losses of a tenth, a fifth and three tenths of a point. They are based on win
/// chances rather than centipawns, because a pawn that decides an even game changes nothing in a
/// won one. In an even game, they correspond to about half a pawn, nearly a pawn, and a pawn and a
/// quarter of normalized score: 0.44 to 0.62, 0.85 to 0.89 and 1.11 to 1.34, depending on the
/// material on the board.
///
/// ```
/// use reynard_analysis::Judgment;
///
/// assert_eq!(Judgment::from_loss(250), Some(Judgment::Mistake));
/// assert_eq!(Judgment::from_loss(99), None);
/// assert_eq!(Judgment::Blunder.symbol(), "??");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Judgment {
    /// `?!`: a loss of at least a tenth of a point.
    Inaccuracy,
    /// `?`: a loss of at least a fifth of a point.
    Mistake,
    /// `??`: a loss of at least three tenths of a point.
    Blunder,
}

impl Judgment {
    /// Returns the minimum loss of expected score for this judgment, in thousandths of a point.
    ///
    /// ```
    /// use reynard_analysis::Judgment;
    ///
    /// assert_eq!(Judgment::Mistake.threshold(), 200);
    /// ```
    pub const fn threshold(self) -> u32 {
        match self {
            Self::Inaccuracy => 100,
            Self::Mistake => 200,
            Self::Blunder => 300,
        }
    }

    /// Returns the judgment for a loss of expected score in thousandths of a point, or `None` if
    /// the loss is below all thresholds.
    ///
    /// ```
    /// use reynard_analysis::Judgment;
    ///
    /// assert_eq!(Judgment::from_loss(150), Some(Judgment::Inaccuracy));
    /// ```
    pub const fn from_loss(loss: u32) -> Option<Self> {
        if loss >= Self::Blunder.threshold() {
            Some(Self::Blunder)
        } else if loss >= Self::Mistake.threshold() {
            Some(Self::Mistake)
        } else if loss >= Self::Inaccuracy.threshold() {
            Some(Self::Inaccuracy)
        } else {
            None
        }
    }

    /// Returns the PGN numeric annotation glyph (NAG).
    ///
    /// ```
    /// use reynard_analysis::Judgment;
    ///
    /// assert_eq!(Judgment::Blunder.nag().glyph(), Some("??"));
    /// ```
    pub const fn nag(self) -> Nag {
        match self {
            Self::Inaccuracy => Nag::DUBIOUS,
            Self::Mistake => Nag::MISTAKE,
            Self::Blunder => Nag::BLUNDER,
        }
    }

    /// Returns the symbol: `?!`, `?` or `??`.
    pub const fn symbol(self) -> &'static str {
        match self {
            Self::Inaccuracy => "?!",
            Self::Mistake => "?",
            Self::Blunder => "??",
        }
    }

    /// Returns the name in lower case.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Inaccuracy => "inaccuracy",
            Self::Mistake => "mistake",
            Self::Blunder => "blunder",
        }
    }
}

impl fmt::Display for Judgment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn judgments_begin_at_their_thresholds() {
        let symbol = |loss| Judgment::from_loss(loss).map(Judgment::symbol);
        for (loss, expected) in [
            (0, None),
            (99, None),
            (100, Some("?!")),
            (199, Some("?!")),
            (200, Some("?")),
            (299, Some("?")),
            (300, Some("??")),
            (1000, Some("??")),
        ] {
            assert_eq!(symbol(loss), expected, "{loss}");
        }
        let blunder = Judgment::Blunder;
        assert_eq!(blunder.nag().glyph(), Some(blunder.symbol()));
        assert!(Judgment::Inaccuracy < Judgment::Mistake && Judgment::Mistake < blunder);
    }
}
