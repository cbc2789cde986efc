//! Commands in comments and their meanings.

use core::time::Duration;
use std::borrow::Cow;

use super::{Arrow, CommentEvaluation, HighlightedSquare, clock, mark};

/// A command in a comment, as written: `[%name value]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CommentCommand<'a> {
    /// The whole command, brackets included.
    pub raw: &'a [u8],
    /// The name of the command: one or more letters, digits and underscores.
    pub name: &'a [u8],
    /// The value, without surrounding blanks.
    pub value: &'a [u8],
}

impl<'a> CommentCommand<'a> {
    /// Parses the command at the start of `bytes`.
    pub(super) fn at_start(bytes: &'a [u8]) -> Option<Self> {
        let inside = bytes.strip_prefix(b"[%")?;
        let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
        let name_len = inside.iter().take_while(|byte| is_part(byte)).count();
        let (name, rest) = inside.split_at(name_len);
        let separated = rest.first().is_some_and(|&b| b == b']' || b.is_ascii_whitespace());
        if name.is_empty() || !separated {
            return None;
        }
        // Where another bracket opens this one was never closed. So no byte is examined twice.
        let end = rest.iter().position(|&byte| matches!(byte, b']' | b'['))?;
        if rest[end] == b'[' {
            return None;
        }
        let raw = &bytes[..=b"[%".len() + name_len + end];
        Some(Self { raw, name, value: rest[..end].trim_ascii() })
    }
}

/// A command in a comment, with its meaning.
///
/// Clock times follow A. Cowderoy's *Numeric Clock Annotations* for PGN (2001); the remaining
/// commands are those written by Lichess and `ChessBase`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Annotation<'a> {
    /// `clk`: the time left on the player's clock after the move.
    Clock(Duration),
    /// `emt`: the time spent on the move.
    ElapsedMoveTime(Duration),
    /// `egt`: the time spent on the game.
    ElapsedGameTime(Duration),
    /// `mct`: the time shown by a mechanical clock.
    MechanicalClock(Duration),
    /// `eval`: the engine evaluation of the position.
    Evaluation(CommentEvaluation),
    /// `cal`: arrows.
    Arrows(Vec<Arrow>),
    /// `csl`: colored squares.
    Squares(Vec<HighlightedSquare>),
    /// An unknown command, or a known command with a value that could not be parsed.
    Unknown(CommentCommand<'a>),
}

impl<'a> Annotation<'a> {
    /// Returns the name of the command.
    ///
    /// ```
    /// use reynard_pgn::Annotation;
    ///
    /// assert_eq!(Annotation::Clock(Default::default()).name(), b"clk");
    /// ```
    pub const fn name(&self) -> &'a [u8] {
        match self {
            Self::Clock(_) => b"clk",
            Self::ElapsedMoveTime(_) => b"emt",
            Self::ElapsedGameTime(_) => b"egt",
            Self::MechanicalClock(_) => b"mct",
            Self::Evaluation(_) => b"eval",
            Self::Arrows(_) => b"cal",
            Self::Squares(_) => b"csl",
            Self::Unknown(command) => command.name,
        }
    }

    /// Returns the command as it appears in a comment. An unknown command keeps its text; any other
    /// command is written in its usual form.
    ///
    /// ```
    /// use reynard_pgn::{Annotation, CommentText};
    ///
    /// let comment = CommentText::new("[%csl  Ga1, Rh8] [%x y]");
    /// let written: Vec<_> = comment.annotations().map(|a| a.to_bytes().into_owned()).collect();
    /// assert_eq!(written, [b"[%csl Ga1,Rh8]".to_vec(), b"[%x y]".to_vec()]);
    /// ```
    pub fn to_bytes(&self) -> Cow<'a, [u8]> {
        if let Self::Unknown(command) = self {
            return Cow::Borrowed(command.raw);
        }
        let mut text = [b"[%", self.name(), b" "].concat();
        match self {
            Self::Clock(time)
            | Self::ElapsedMoveTime(time)
            | Self::ElapsedGameTime(time)
            | Self::MechanicalClock(time) => clock::write(*time, &mut text),
            Self::Evaluation(evaluation) => evaluation.write(&mut text),
            Self::Arrows(arrows) => mark::write_arrows(arrows, &mut text),
            Self::Squares(squares) => mark::write_squares(squares, &mut text),
            Self::Unknown(_) => {}
        }
        text.push(b']');
        Cow::Owned(text)
    }

    fn understand(command: CommentCommand<'a>) -> Option<Self> {
        let CommentCommand { name, value, .. } = command;
        Some(match name {
            b"clk" => Self::Clock(clock::read_left(value)?),
            b"emt" => Self::ElapsedMoveTime(clock::read(value)?),
            b"egt" => Self::ElapsedGameTime(clock::read(value)?),
            b"mct" => Self::MechanicalClock(clock::read(value)?),
            b"eval" => Self::Evaluation(CommentEvaluation::read(value)?),
            b"cal" => Self::Arrows(mark::read_arrows(value)?),
            b"csl" => Self::Squares(mark::read_squares(value)?),
            _ => return None,
        })
    }
}

impl<'a> From<CommentCommand<'a>> for Annotation<'a> {
    fn from(command: CommentCommand<'a>) -> Self {
        Self::understand(command).unwrap_or(Self::Unknown(command))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::CommentText;

    /// Checks that the output of the programs that invented the commands round-trips byte for byte.
    #[test]
    fn usual_forms_are_written_as_they_were() {
        for text in [
            "[%clk 1:30:00]",
            "[%emt 0:00:02]",
            "[%egt 0:25:42]",
            "[%mct 17:10:42]",
            "[%eval -0.31]",
            "[%eval #-3]",
            "[%cal Gc4f7,Gh5f7]",
            "[%csl Yb3,Bd2]",
        ] {
            let comment = CommentText::new(text);
            let annotation = comment.annotations().next().expect(text);
            assert!(!matches!(annotation, Annotation::Unknown(_)), "{text}");
            assert_eq!(&*annotation.to_bytes(), text.as_bytes());
        }
    }

    #[test]
    fn what_is_not_understood_is_kept() {
        for text in ["[%clk soon]", "[%cal Xa1a2]", "[%csl Ga9]", "[%eval]", "[%cal Ga1]", "[%tqu]"]
        {
            let comment = CommentText::new(text);
            let annotation = comment.annotations().next().expect(text);
            assert!(matches!(annotation, Annotation::Unknown(_)), "{text}");
            assert_eq!(&*annotation.to_bytes(), text.as_bytes());
        }
    }
}
