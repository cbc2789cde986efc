//! What a move that gives away chances is called.

use reynard_pgn::Nag;

/// What a move is called that gives away a part of the point that its side could expect.
///
/// The thresholds are a tenth, a fifth and three tenths of a point. They are chances and not
/// centipawns, because a pawn that decides an even game changes nothing in one that is won. On the
/// engine's scale they are about half a pawn, a pawn, and a pawn and a half where the game was even.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Judgment {
    /// `?!`
    Inaccuracy,
    /// `?`
    Mistake,
    /// `??`
    Blunder,
}

impl Judgment {
    /// The least loss that each of them needs, in thousandths of a point.
    const INACCURACY: u32 = 100;
    const MISTAKE: u32 = 200;
    /// From here on a move counts nothing for accuracy.
    pub(crate) const BLUNDER: u32 = 300;

    /// The name for a loss in thousandths of a point, if it has one.
    pub(crate) const fn of_loss(loss: u32) -> Option<Self> {
        match loss {
            Self::BLUNDER.. => Some(Self::Blunder),
            Self::MISTAKE.. => Some(Self::Mistake),
            Self::INACCURACY.. => Some(Self::Inaccuracy),
            _ => None,
        }
    }

    /// The glyph as the standard numbers it.
    pub(crate) const fn nag(self) -> Nag {
        match self {
            Self::Inaccuracy => Nag::DUBIOUS,
            Self::Mistake => Nag::MISTAKE,
            Self::Blunder => Nag::BLUNDER,
        }
    }

    /// The glyph as people write it.
    pub(crate) const fn glyph(self) -> &'static str {
        match self {
            Self::Inaccuracy => "?!",
            Self::Mistake => "?",
            Self::Blunder => "??",
        }
    }

    /// The word, in lower case.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Inaccuracy => "inaccuracy",
            Self::Mistake => "mistake",
            Self::Blunder => "blunder",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_begin_at_their_thresholds() {
        let glyph = |loss| Judgment::of_loss(loss).map(Judgment::glyph);
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
            assert_eq!(glyph(loss), expected, "{loss}");
        }
        let blunder = Judgment::Blunder;
        assert_eq!(blunder.nag().glyph(), Some(blunder.glyph()));
        assert!(Judgment::Inaccuracy < Judgment::Mistake && Judgment::Mistake < blunder);
    }
}
