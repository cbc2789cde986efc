//! The player's input.

use reynard::{InvalidSan, Move, Position, san::SanError};

use reynard::suggest::closest;

use crate::typed_move;

/// The player's input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Input {
    /// An empty line.
    Nothing,
    /// A command with its argument.
    Command(Command, String),
    /// A move.
    Move(Move),
    /// Invalid input, with an explanation.
    Unclear(String),
}

/// A command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Command {
    Board,
    Clock,
    Draw,
    Eval,
    Fen,
    Flip,
    Help,
    Hint,
    Level,
    Moves,
    New,
    Pgn,
    Quit,
    Resign,
    Save,
    Undo,
}

/// The commands with their descriptions, as listed by `help`.
pub(super) const COMMANDS: [(&str, Command, &str); 16] = [
    ("undo", Command::Undo, "take back your last move and the answer to it"),
    ("hint", Command::Hint, "what the engine would play at its best"),
    ("eval", Command::Eval, "evaluation of the position, from White's side, with the best line"),
    ("level", Command::Level, "level N: change the level of Reynard, from 1 to 10"),
    ("clock", Command::Clock, "the time left"),
    ("moves", Command::Moves, "all legal moves"),
    ("board", Command::Board, "the board"),
    ("flip", Command::Flip, "turn the board around"),
    ("draw", Command::Draw, "claim a draw where the rules allow it, or else offer one"),
    ("resign", Command::Resign, "give up"),
    ("new", Command::New, "begin another game"),
    ("save", Command::Save, "save FILE: write the game as PGN"),
    ("pgn", Command::Pgn, "the game as PGN"),
    ("fen", Command::Fen, "the position as FEN"),
    ("help", Command::Help, "this list"),
    ("quit", Command::Quit, "leave; so do exit and the end of input"),
];

impl Input {
    /// Parses a line of input in a position.
    pub(super) fn read(line: &str, pos: &Position) -> Self {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        if word.is_empty() {
            return Self::Nothing;
        }
        let lower = word.to_lowercase();
        let lower = if lower == "exit" { "quit" } else { &lower };
        if let Some((_, command, _)) = COMMANDS.iter().find(|(name, ..)| *name == lower) {
            return Self::Command(*command, rest.trim().to_owned());
        }
        match typed_move::parse(pos, line) {
            Ok(mv) => Self::Move(mv),
            Err(error) => Self::Unclear(explain(line, pos, &error)),
        }
    }
}

/// Returns an explanation for an invalid line, with suggestions.
fn explain(line: &str, pos: &Position, error: &InvalidSan) -> String {
    /// Maximum length of a quoted line, in characters.
    const SHOWN: usize = 20;
    let text: String = line.chars().filter(|c| !c.is_control()).take(SHOWN).collect();
    if let InvalidSan::Rules(SanError::Ambiguous(candidates)) = error {
        let moves: Vec<String> = candidates.iter().map(|&mv| pos.san(mv).to_string()).collect();
        return format!("`{text}` is not clear: did you mean {}?", quoted(&moves));
    }
    let names = COMMANDS.iter().map(|(name, ..)| (*name).to_owned());
    let may_be_move = matches!(error, InvalidSan::Rules(_)) || text.chars().count() <= 6;
    let moves = pos.legal_moves();
    let sans = moves.iter().filter(|_| may_be_move).map(|&mv| pos.san(mv).to_string());
    let meant = closest(&text, sans.chain(names));
    let what = match error {
        InvalidSan::Rules(_) => format!("`{text}` is not a legal move here"),
        InvalidSan::Syntax(_) => format!("`{text}` is neither a move nor a command"),
    };
    if meant.is_empty() {
        format!("{what}; `help` lists what can be typed.")
    } else {
        format!("{what}: did you mean {}?", quoted(&meant))
    }
}

fn quoted(names: &[String]) -> String {
    names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(" or ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> Input {
        Input::read(line, &Position::startpos())
    }

    #[test]
    fn moves_and_commands_are_told_apart() {
        let e4 = Position::startpos().parse_uci("e2e4").expect("a move");
        for text in ["e4", "e2e4", " e2-e4 ", "1. e4", "E2E4"] {
            assert_eq!(read(text), Input::Move(e4), "{text}");
        }
        assert_eq!(read("UNDO"), Input::Command(Command::Undo, String::new()));
        assert_eq!(read("save my game.pgn "), Input::Command(Command::Save, "my game.pgn".into()));
        assert_eq!(
            (read("exit"), read("  ")),
            (Input::Command(Command::Quit, String::new()), Input::Nothing)
        );
    }

    #[test]
    fn what_was_meant_is_guessed() {
        let guess = |line: &str| match read(line) {
            Input::Unclear(text) => text,
            other => panic!("{line}: {other:?}"),
        };
        assert_eq!(guess("e5"), "`e5` is not a legal move here: did you mean `e3` or `e4`?");
        assert_eq!(guess("undp"), "`undp` is neither a move nor a command: did you mean `undo`?");
        assert_eq!(guess("Nf4"), "`Nf4` is not a legal move here: did you mean `Nf3` or `f4`?");
        assert_eq!(
            guess("please play something"),
            "`please play something` is neither a move nor a command; `help` lists what can be typed."
                .replace("please play something", "please play somethin")
        );
        let knights: Position = "4k3/8/8/8/8/8/8/1N2KN2 w - -".parse().expect("a position");
        let Input::Unclear(text) = Input::read("Nd2", &knights) else { panic!("two knights") };
        assert_eq!(text, "`Nd2` is not clear: did you mean `Nbd2` or `Nfd2`?");
    }
}
