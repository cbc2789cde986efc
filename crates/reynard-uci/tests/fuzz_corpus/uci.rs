//! Any bytes: they are lines in both directions or are refused, and what is written is read as the
//! same, with nothing to note on it.

use reynard::{CastlingNotation, SetupFaults};
use reynard_uci::{Command, Info, Message, PositionCommand};

/// Fails if something does not hold for these bytes, which are several lines.
pub(crate) fn check(data: &[u8]) {
    for line in String::from_utf8_lossy(data).split('\n') {
        check_command(line);
        check_message(line);
    }
}

/// A line to an engine.
pub(crate) fn check_command(line: &str) {
    let Ok(read) = Command::parse(line) else { return };
    assert!(read.notes.iter().all(|note| note.offset < line.len()), "{line}");
    let written = read.value.to_string();
    let again = Command::parse(&written).expect(&written);
    assert_eq!(again.value, read.value, "{written}");
    assert!(again.notes.is_empty(), "{written}: {:?}", again.notes);
    let Command::Position(position) = read.value else { return };
    let Ok(game) = position.to_game_waiving(SetupFaults::WAIVABLE) else { return };
    for castling in [CastlingNotation::Standard, CastlingNotation::Chess960] {
        let command = PositionCommand::of_game(&game, castling);
        // The king's target does not always tell castling from a step.
        if castling == CastlingNotation::Chess960 {
            let again = command.to_game_waiving(SetupFaults::WAIVABLE).expect("a game");
            assert!(again.moves().eq(game.moves()), "{command}");
        }
    }
}

/// A line of an engine.
pub(crate) fn check_message(line: &str) {
    let Ok(read) = Message::parse(line) else { return };
    assert!(read.notes.iter().all(|note| note.offset < line.len()), "{line}");
    let written = read.value.to_string();
    let again = Message::parse(&written).expect(&written);
    assert_eq!(again.value, read.value, "{written}");
    let unknown = match &read.value {
        Message::Info(Info { unknown, .. }) => unknown.len(),
        _ => 0,
    };
    assert!(again.notes.len() <= unknown, "{written}: {:?}", again.notes);
}
