//! Errors of usage, with the command that was probably meant.

use std::path::Path;

use clap::builder::StyledStr;
use clap::error::{ContextKind, ContextValue, ErrorKind};

/// Adds what was probably meant to an error of usage, and removes suggestions that do not help.
pub(crate) fn explain(
    mut error: clap::Error,
    command: &clap::Command,
    tips: &[(&str, &str)],
) -> clap::Error {
    match error.kind() {
        ErrorKind::InvalidSubcommand => {
            let word = match error.get(ContextKind::InvalidSubcommand) {
                Some(ContextValue::String(word)) => word.clone(),
                _ => return error,
            };
            if let Some(tip) = tip(&word, command, tips) {
                error.remove(ContextKind::SuggestedSubcommand);
                error.insert(
                    ContextKind::Suggested,
                    ContextValue::StyledStrs(vec![StyledStr::from(tip)]),
                );
            }
        }
        // "To pass it as a value": no value begins with two dashes.
        ErrorKind::UnknownArgument => {
            error.remove(ContextKind::Suggested);
        }
        _ => {}
    }
    error
}

fn tip(word: &str, command: &clap::Command, tips: &[(&str, &str)]) -> Option<String> {
    if let Some((_, meant)) = tips.iter().find(|(known, _)| *known == word.to_lowercase()) {
        return Some((*meant).to_owned());
    }
    if Path::new(word).exists() {
        return Some(tip_for_file(word));
    }
    if word.contains(['.', '/']) {
        return Some(format!("there is no file {word}, and no subcommand has such a name"));
    }
    let program = command.get_name();
    // `reynard convert` for `reynard pgn convert`.
    let parents = command.get_subcommands().filter(|parent| {
        parent.get_subcommands().any(|child| child.get_name() == word && word != "help")
    });
    let names: Vec<String> =
        parents.map(|parent| format!("`{program} {} {word}`", parent.get_name())).collect();
    (!names.is_empty()).then(|| names.join(" or "))
}

/// Suggestions for a file named as a command.
fn tip_for_file(file: &str) -> String {
    let name = file.to_lowercase();
    let is = |endings: &[&str]| endings.iter().any(|ending| name.contains(ending));
    let commands = if is(&[".pgn"]) || Path::new(file).is_dir() {
        ["pgn check", "analyze"]
    } else if is(&[".epd"]) {
        ["epd", "analyze"]
    } else if is(&[".bin"]) {
        ["book check", "book probe --book"]
    } else if is(&[".rtbw", ".rtbz"]) {
        ["tb verify", "tb list"]
    } else {
        ["analyze", "pgn check"]
    };
    let [first, second] = commands.map(|command| format!("`reynard {command} {file}`"));
    format!("{file} is a file: {first} or {second}")
}
