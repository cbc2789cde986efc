//! The learner's input.

use reynard::suggest::closest;
use reynard::{InvalidSan, Move, Position, san::SanError};
use reynard_pgn::PieceLetters;

use crate::typed_move;

/// The learner's input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Input {
    Nothing,
    Command(Command),
    Move(Move),
    /// Invalid input, with an explanation.
    Unclear(String),
}

/// A command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Command {
    Hint,
    Show,
    Why,
    Skip,
    Easy,
    Hard,
    Again,
    Undo,
    Suspend,
    Board,
    Fen,
    Help,
    Quit,
}

/// The commands with their descriptions, as listed by `help`.
pub(super) const COMMANDS: [(&str, Command, &str); 13] = [
    ("hint", Command::Hint, "the piece that moves, then its square"),
    ("show", Command::Show, "the answer; it counts as wrong"),
    ("why", Command::Why, "why the move of the game was bad, or the last answer was wrong"),
    ("skip", Command::Skip, "ask another day"),
    ("easy", Command::Easy, "the answer before was easy"),
    ("hard", Command::Hard, "the answer before was hard"),
    ("again", Command::Again, "the answer before was a guess: it counts as wrong"),
    ("undo", Command::Undo, "take back the answer before, which was a slip"),
    ("suspend", Command::Suspend, "never ask this card again"),
    ("board", Command::Board, "the board"),
    ("fen", Command::Fen, "the position as FEN"),
    ("help", Command::Help, "this list"),
    ("quit", Command::Quit, "leave; so does the end of input"),
];

impl Input {
    /// Parses a line of input in a position, using the piece letters of a language.
    pub(super) fn read(line: &str, pos: &Position, letters: PieceLetters) -> Self {
        let line = line.trim();
        if line.is_empty() {
            return Self::Nothing;
        }
        let lower = line.to_lowercase();
        let lower = if lower == "exit" { "quit" } else { &lower };
        if let Some((_, command, _)) = COMMANDS.iter().find(|(name, ..)| *name == lower) {
            return Self::Command(*command);
        }
        let standard = letters.to_standard(line.as_bytes());
        let standard = String::from_utf8_lossy(&standard);
        let found = typed_move::parse(pos, &standard).or_else(|error| {
            // English letters are accepted in other languages as well.
            typed_move::parse(pos, line).map_err(|_| error)
        });
        match found {
            Ok(mv) => Self::Move(mv),
            Err(error) => Self::Unclear(explain(line, pos, &error)),
        }
    }
}

/// Returns an explanation for an invalid line. Only commands are suggested, since a similar legal
/// move could be the answer.
fn explain(line: &str, pos: &Position, error: &InvalidSan) -> String {
    /// Maximum length of a quoted line, in characters.
    const SHOWN: usize = 20;
    let text: String = line.chars().filter(|c| !c.is_control()).take(SHOWN).collect();
    match error {
        InvalidSan::Rules(SanError::Ambiguous(candidates)) => {
            let moves: Vec<String> = candidates.iter().map(|&mv| pos.san(mv).to_string()).collect();
            format!("`{text}` is not clear: {}?", moves.join(" or "))
        }
        InvalidSan::Rules(_) => format!("`{text}` is not a legal move here."),
        InvalidSan::Syntax(_) => {
            let names = COMMANDS.iter().map(|(name, ..)| (*name).to_owned());
            match closest(&text, names).first() {
                Some(name) => {
                    format!("`{text}` is neither a move nor a command: did you mean `{name}`?")
                }
                None => format!(
                    "`{text}` is neither a move nor a command; `help` lists what can be typed."
                ),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_read_in_any_notation_and_in_the_letters_of_a_language() {
        let pos = Position::startpos();
        let knight = pos.parse_uci("g1f3").expect("a move");
        let german: PieceLetters = "de".parse().expect("a language");
        for (text, letters) in [
            ("Nf3", PieceLetters::ENGLISH),
            ("nf3", PieceLetters::ENGLISH),
            ("g1f3", PieceLetters::ENGLISH),
            ("Sf3", german),
            ("Nf3", german),
        ] {
            assert_eq!(Input::read(text, &pos, letters), Input::Move(knight), "{text}");
        }
        assert_eq!(Input::read("HINT ", &pos, german), Input::Command(Command::Hint));
    }

    #[test]
    fn an_illegal_move_is_refused_without_a_suggestion_that_could_be_the_answer() {
        let pos = Position::startpos();
        let read = |text| match Input::read(text, &pos, PieceLetters::ENGLISH) {
            Input::Unclear(text) => text,
            other => panic!("{text}: {other:?}"),
        };
        assert_eq!(read("Nf4"), "`Nf4` is not a legal move here.");
        assert_eq!(read("hnt"), "`hnt` is neither a move nor a command: did you mean `hint`?");
    }
}
