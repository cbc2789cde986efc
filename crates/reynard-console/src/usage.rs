//! Usage errors with suggestions for the intended command.

use std::path::Path;

use clap::builder::StyledStr;
use clap::error::{ContextKind, ContextValue, ErrorKind};

/// Adds a suggestion for the probable intention to a usage error, and removes unhelpful
/// suggestions.
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
            let parent = parent_of(&error);
            if let Some(tip) = tip(&parent, &word, command, tips) {
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
            if let Some(tip) = tip_for_single_dash().or_else(|| tip_for_value(&error, command)) {
                error.insert(
                    ContextKind::Suggested,
                    ContextValue::StyledStrs(vec![StyledStr::from(tip)]),
                );
            }
        }
        ErrorKind::ValueValidation => {
            if let Some(message) = range_in_words(&error) {
                return clap::Error::raw(ErrorKind::ValueValidation, message);
            }
        }
        _ => {}
    }
    error
}

/// Suggests alternatives to the option style of other match programs, such as `-engine cmd=x`.
fn tip_for_single_dash() -> Option<String> {
    const OPTIONS: [&str; 7] =
        ["-engine", "-each", "-rounds", "-games", "-openings", "-sprt", "-concurrency"];
    let option = std::env::args().find(|arg| OPTIONS.contains(&arg.as_str()))?;
    Some(format!(
        "`{option}` is an option of fastchess and cutechess: `reynard match --help` has the same in its own words, and \
         \"Coming from fastchess\" in its manual translates"
    ))
}

/// Suggests an equals sign if a value that begins with a hyphen follows an option.
fn tip_for_value(error: &clap::Error, command: &clap::Command) -> Option<String> {
    let Some(ContextValue::String(unknown)) = error.get(ContextKind::InvalidArg) else {
        return None;
    };
    let args: Vec<String> = std::env::args().collect();
    let value = args.iter().position(|arg| arg.starts_with(unknown.as_str()))?;
    let option = &args[value.checked_sub(1)?];
    takes_value(command, option)
        .then(|| format!("if `{0}` is the value of `{option}`, write `{option}={0}`", args[value]))
}

/// Returns `true` if the option takes a value in any of the commands.
fn takes_value(command: &clap::Command, option: &str) -> bool {
    let is_named = |arg: &clap::Arg| {
        let long = arg.get_long().map(|long| format!("--{long}"));
        let short = arg.get_short().map(|short| format!("-{short}"));
        long.as_deref() == Some(option) || short.as_deref() == Some(option)
    };
    command.get_arguments().any(|arg| arg.get_action().takes_values() && is_named(arg))
        || command.get_subcommands().any(|child| takes_value(child, option))
}

/// Returns the message about a number that is out of range, such as `11 is not from 1 to 10`.
fn range_in_words(error: &clap::Error) -> Option<String> {
    let context = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => Some(text.as_str()),
        _ => None,
    };
    let (option, value) = (context(ContextKind::InvalidArg)?, context(ContextKind::InvalidValue)?);
    let reason = std::error::Error::source(error)?.to_string();
    let (number, range) = reason.split_once(" is not in ")?;
    let reason = range_text(range).map(|range| format!("{number} is not {range}"))?;
    Some(format!(
        "invalid value '{value}' for '{option}': {reason}\n\nFor more information, try '--help'.\n"
    ))
}

/// Formats a range in words: `from 1 to 10` for `1..=10`.
fn range_text(range: &str) -> Option<String> {
    let (from, to) = range.split_once("..")?;
    let unbounded = [i64::MAX.to_string(), u64::MAX.to_string()];
    Some(match (from, to.trim_start_matches('=')) {
        (from, to) if to.is_empty() || unbounded.contains(&to.to_owned()) => {
            format!("{from} or more")
        }
        ("", to) => format!("{to} or less"),
        (from, to) => format!("from {from} to {to}"),
    })
}

/// Returns the chain of commands before an unknown command, without the program name: `learn` for
/// `Usage: reynard learn [OPTIONS] <COMMAND>`.
fn parent_of(error: &clap::Error) -> String {
    let usage = match error.get(ContextKind::Usage) {
        Some(ContextValue::StyledStr(usage)) => usage.to_string(),
        _ => String::new(),
    };
    let words = usage.split_whitespace().skip_while(|word| *word != "Usage:").skip(2);
    words.take_while(|word| !word.starts_with(['[', '<'])).collect::<Vec<_>>().join(" ")
}

fn tip(parent: &str, word: &str, command: &clap::Command, tips: &[(&str, &str)]) -> Option<String> {
    let word_there = format!("{parent} {word}").to_lowercase();
    let meant = [word_there.trim_start(), &word.to_lowercase()]
        .into_iter()
        .find_map(|typed| tips.iter().find(|(known, _)| *known == typed));
    if let Some((_, meant)) = meant {
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

/// Returns suggestions when a file is given in place of a command.
fn tip_for_file(file: &str) -> String {
    let name = file.to_lowercase();
    let is = |endings: &[&str]| endings.iter().any(|ending| name.contains(ending));
    let commands = if is(&[".pgn"]) || Path::new(file).is_dir() {
        &["pgn check", "analyze", "serve --pgn"][..]
    } else if is(&[".epd"]) {
        &["epd", "analyze"]
    } else if is(&[".rdb"]) {
        &["db browse", "db info"]
    } else if is(&[".bin"]) {
        &["book check", "book probe --book"]
    } else if is(&[".rtbw", ".rtbz"]) {
        &["tb verify", "tb list"]
    } else {
        &["analyze", "pgn check"]
    };
    let commands: Vec<String> =
        commands.iter().map(|command| format!("`reynard {command} {file}`")).collect();
    format!("{file} is a file: {}", commands.join(" or "))
}

#[cfg(test)]
mod tests {
    use super::range_text;

    #[test]
    fn ranges_are_said_as_people_say_them() {
        for (range, text) in [
            ("1..=10", "from 1 to 10"),
            ("600..=3000", "from 600 to 3000"),
            ("1..=18446744073709551615", "1 or more"),
            ("1..", "1 or more"),
            ("..=5", "5 or less"),
        ] {
            assert_eq!(range_text(range).as_deref(), Some(text), "{range}");
        }
        assert_eq!(range_text("a, b"), None);
    }
}
