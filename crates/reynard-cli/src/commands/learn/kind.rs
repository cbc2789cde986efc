//! The kind of card as an argument.

use clap::ValueEnum;
use reynard_learn::CardKind;

/// Kind of a card, as an argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Kind {
    /// Moves of the repertoire
    Repertoire,
    /// Endgames in which tables saw half a point lost
    Endgame,
    /// Own mistakes
    Mistake,
    /// Mistakes of opponents that were not punished
    Punishment,
    /// Puzzles from files
    Puzzle,
}

impl From<Kind> for CardKind {
    fn from(kind: Kind) -> Self {
        match kind {
            Kind::Repertoire => Self::Repertoire,
            Kind::Endgame => Self::Endgame,
            Kind::Mistake => Self::Mistake,
            Kind::Punishment => Self::Punishment,
            Kind::Puzzle => Self::Puzzle,
        }
    }
}
