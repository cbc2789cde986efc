//! The command line.

use anstyle::Style;
use clap::error::ErrorKind;
use clap::parser::ValueSource;
use clap::{ArgMatches, CommandFactory, Parser};
use reynard_console::args::{ColorArg, STYLES, parse as parse_args};

use crate::commands::{self, Command};

/// A chess toolkit: annotate games, learn from them, explore openings, search PGN, run engine
/// matches. Without a command it is a UCI engine.
///
/// A position is a FEN, quoted or not, with two to six fields and perhaps moves after it; `-` reads
/// one a line from standard input. The exit code is 0 for success, 1 if something was found (an
/// illegal position, a wrong count), 2 for errors, 130 after Ctrl-C.
#[derive(Parser)]
#[command(name = "reynard", version, styles = STYLES)]
pub(crate) struct Cli {
    #[command(flatten)]
    pub(crate) color: ColorArg,
    #[command(flatten)]
    pub(crate) engine: commands::uci::Args,
    /// The subcommand; without one the engine speaks UCI.
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
}

/// Words that are not subcommands, each with the command to suggest instead.
const TIPS: [(&str, &str); 39] = [
    ("uci", "without a subcommand `reynard` is the UCI engine"),
    ("engine", "without a subcommand `reynard` is the UCI engine"),
    ("eval", "`reynard analyze FEN`"),
    ("search", "`reynard analyze FEN`"),
    ("annotate", "`reynard analyze FILE.pgn -o ANNOTATED.pgn`"),
    ("solve", "`reynard epd --solve FILE`"),
    ("suite", "`reynard perft --suite FILE` or `reynard epd --solve FILE`"),
    ("opening", "`reynard pgn filter --opening NAME FILE` or `reynard book probe`"),
    ("openings", "`reynard pgn filter --opening NAME FILE` or `reynard book probe`"),
    ("elo", "`reynard match` or `reynard-lab ladder`"),
    ("sprt", "`reynard match --sprt`"),
    ("svg", "`reynard show --svg FILE FEN`"),
    ("board", "`reynard show`"),
    ("syzygy", "`reynard tb`"),
    ("view", "`reynard serve --pgn FILE.pgn`, or `reynard db browse` for a database"),
    ("open", "`reynard serve --pgn FILE.pgn`, or `reynard db browse` for a database"),
    ("puzzle", "`reynard pgn puzzles FILE.pgn`"),
    ("diagram", "`reynard show --svg FILE FEN`"),
    ("standings", "`reynard pgn crosstable FILE.pgn`"),
    ("table", "`reynard pgn crosstable FILE.pgn`"),
    ("explorer", "`reynard db explore DATABASE`"),
    ("import", "`reynard db create DATABASE FILE.pgn`, or `db add`"),
    ("learn import", "`reynard learn add FILE.pgn`"),
    ("db verify", "`reynard db info --verify DATABASE`"),
    ("db find", "`reynard db games DATABASE QUESTION`"),
    ("download", "`reynard learn fetch lichess:NAME` for games of lichess and chess.com"),
    ("tournament", "`reynard match`, or `reynard pgn crosstable FILE.pgn` for a finished one"),
    ("gauntlet", "`reynard match` or `reynard-lab ladder`"),
    ("mistakes", "`reynard learn`, or `reynard pgn players NAME FILE.pgn --mistakes`"),
    ("blunders", "`reynard learn`, or `reynard pgn players NAME FILE.pgn --mistakes`"),
    ("drill", "`reynard learn drill`"),
    ("repertoire", "`reynard learn repertoire check`, or `reynard db report` to make one"),
    ("ladder", "it is a command of `reynard-lab`: `reynard-lab ladder`"),
    ("net", "it is a command of `reynard-lab`: `reynard-lab net`"),
    ("cluster plan samples", "it is a task of `reynard-lab`: `reynard-lab cluster plan samples`"),
    ("cluster plan selfplay", "it is a task of `reynard-lab`: `reynard-lab cluster plan selfplay`"),
    ("selfplay", "it is a command of `reynard-lab`: `reynard-lab selfplay`"),
    ("train", "it is a command of `reynard-lab`: `reynard-lab train`"),
    ("tune", "it is a command of `reynard-lab`: `reynard-lab tune`"),
];

/// Parses the arguments of this process.
pub(crate) fn parse() -> Result<Cli, clap::Error> {
    let (cli, matches) = parse_args::<Cli>(command(), &TIPS)?;
    if let Some(name) = matches.subcommand_name()
        && let Some(stray) = stray_argument(&matches)
    {
        let text = format!("`--{stray}` is for the engine and not for `{name}`");
        return Err(command().error(ErrorKind::ArgumentConflict, text));
    }
    Ok(cli)
}

/// Returns an engine argument that was combined with a subcommand.
fn stray_argument(matches: &ArgMatches) -> Option<String> {
    let given = |name: &&str| matches.value_source(name) == Some(ValueSource::CommandLine);
    commands::uci::Args::NAMES.into_iter().find(given).map(|name| name.replace('_', "-"))
}

/// The commands, grouped and in the order of the help text.
const GROUPS: [(&str, &[&str]); 6] = [
    ("Play and analyze", &["play", "analyze", "learn", "serve", "web"]),
    ("Positions", &["show", "moves", "fen", "epd", "see", "perft"]),
    ("Games", &["pgn", "db"]),
    ("Openings and endings", &["book", "tb"]),
    ("Engines", &["match", "spsa", "bench", "cluster"]),
    ("Other", &["completions", "man", "help"]),
];

/// Returns the whole command line as data. It is also used for completions and manual pages.
pub(crate) fn command() -> clap::Command {
    let command = Cli::command();
    let commands = grouped(&command);
    command.help_template(format!(
        "{{about-with-newline}}\n{{usage-heading}} {{usage}}\n\n{commands}{HEADING}Options:{HEADING:#}\n{{options}}{{after-help}}"
    ))
}

/// Returns the list of commands, divided into groups.
fn grouped(command: &clap::Command) -> String {
    let about = |name: &&str| {
        let about = command.find_subcommand(name).and_then(clap::Command::get_about);
        let about = about.map_or_else(
            || "Print this message or the help of a command".to_owned(),
            ToString::to_string,
        );
        format!("  {NAME}{name:<13}{NAME:#}{about}\n")
    };
    let group = |&(heading, names): &(&str, &[&str])| {
        let commands: Vec<String> = names.iter().map(about).collect();
        format!("{HEADING}{heading}:{HEADING:#}\n{}\n", commands.concat())
    };
    GROUPS.iter().map(group).collect::<Vec<_>>().concat()
}

/// Styles for the list of commands.
const HEADING: Style = *STYLES.get_header();
const NAME: Style = *STYLES.get_literal();

#[cfg(test)]
mod tests {
    use reynard_console::args::wrapped_examples;

    #[test]
    fn examples_are_not_wrapped() {
        assert_eq!(wrapped_examples(&super::command()), Vec::<String>::new());
    }
}
