//! Facts as English sentences.

use std::fmt;

use reynard::Color;

use crate::{LearnFact, ProvedFact};

impl ProvedFact {
    /// Returns the first move of the proof's line with its move number, as text.
    fn first(&self) -> String {
        self.line.first().map_or_else(String::new, |&mv| self.from.numbered_move(mv))
    }

    /// Writes all moves of a line as a proof, and what they win. The winner is named, because the
    /// last move may be the other side's.
    fn write_gain(&self, verb: &str, gain: i32, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let winner = match self.from.turn() {
            Color::White => "White",
            Color::Black => "Black",
        };
        write!(f, "{}, and {winner} {verb} ", self.from.numbered_line(&self.line))?;
        match self.trade {
            Some(trade) => write!(f, "{trade}."),
            None => write!(f, "{}.", pawns(gain)),
        }
    }

    /// Returns the pieces that the line wins, or `material` if they have no names.
    fn won(&self) -> String {
        self.trade.map_or_else(|| "material".to_owned(), |trade| trade.to_string())
    }
}

/// Writes the fact as an English sentence.
impl fmt::Display for ProvedFact {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let first = self.first();
        match self.fact {
            LearnFact::Draws(outcome) => write!(f, "{first} ends the game: {outcome}."),
            LearnFact::AllowsMate(1) => write!(f, "{first} is mate."),
            LearnFact::AllowsMate(moves) => write!(f, "{first} mates in {moves}."),
            LearnFact::HangsPiece(piece, square) => {
                write!(f, "{first} takes the {piece} on {square}, and nothing can take back.")
            }
            LearnFact::Allows(motif) => write!(f, "{first} is a {motif} that wins {}.", self.won()),
            LearnFact::LosesExchange(_, gain) | LearnFact::LosesMaterial(gain) => {
                self.write_gain("wins", gain, f)
            }
            LearnFact::MissesMate(1) => write!(f, "{first} would have been mate."),
            LearnFact::MissesMate(moves) => write!(f, "{first} would have mated in {moves}."),
            LearnFact::MissesCapture(piece, square) => {
                write!(f, "{first} would have taken the {piece} on {square}; ")?;
                f.write_str("nothing could have taken back.")
            }
            LearnFact::Misses(motif) => {
                write!(f, "{first} would have been a {motif} that wins {}.", self.won())
            }
            LearnFact::MissesMaterial(gain) => self.write_gain("would have won", gain, f),
            LearnFact::PositionalOnly if first.is_empty() => {
                f.write_str("Nothing is lost at once.")
            }
            LearnFact::PositionalOnly => {
                write!(f, "Nothing is lost at once; the engine prefers {first}.")
            }
        }
    }
}

/// Formats an amount of material, given in centipawns, as a number of pawns.
fn pawns(centipawns: i32) -> String {
    match (centipawns + 50) / 100 {
        ..=1 => "material worth a pawn".to_owned(),
        pawns => format!("material worth {pawns} pawns"),
    }
}
