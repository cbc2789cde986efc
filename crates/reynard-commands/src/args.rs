//! The command line.

use std::error::Error as _;
use std::ffi::OsString;
use std::num::{IntErrorKind, ParseFloatError, ParseIntError};

use clap::builder::Styles;
use clap::builder::styling::{AnsiColor, Effects};
use clap::error::{ContextKind, ErrorKind};
use clap::parser::ValueSource;
use clap::{ArgMatches, ColorChoice, CommandFactory, FromArgMatches, Parser};

use crate::commands::{self, Command};
use crate::output::ColorMode;
use crate::usage;

/// A chess engine and toolkit: play, analyze, count, and work on positions and games.
///
/// Without a command it is the engine, and speaks UCI on standard input and output.
///
/// Commands that read positions take a FEN, quoted or not, with two to six fields and perhaps moves behind it, or
/// `-` to read one a line from standard input. The exit code is 0 if all is well, 1 if something was found (an
/// illegal position, a wrong count), 2 if the command could not be carried out, 130 after Ctrl-C.
#[derive(Parser)]
#[command(
    name = "reynard",
    version,
    styles = STYLES
)]
pub(crate) struct Cli {
    /// Color the output: on a terminal unless `NO_COLOR` is set (`auto`), always, or never
    #[arg(
        long,
        global = true,
        value_name = "WHEN",
        default_value = "auto",
        hide_default_value = true
    )]
    pub(crate) color: ColorMode,
    #[command(flatten)]
    pub(crate) engine: commands::uci::Args,
    /// The subcommand; without one the engine speaks UCI.
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
}

const STYLES: Styles = Styles::styled()
    .header(AnsiColor::Green.on_default().effects(Effects::BOLD))
    .usage(AnsiColor::Green.on_default().effects(Effects::BOLD))
    .literal(AnsiColor::Cyan.on_default().effects(Effects::BOLD))
    .placeholder(AnsiColor::Cyan.on_default());

/// Reads the arguments of this process.
pub(crate) fn parse() -> Result<Cli, clap::Error> {
    let args = color_as_side(std::env::args_os().collect());
    let mut command = command().color(help_color(&args));
    let matches = command
        .try_get_matches_from_mut(args)
        .map_err(|error| explain_number(&error, &command).unwrap_or(error))
        .map_err(|error| usage::explain(error, &command))?;
    if let Some(name) = matches.subcommand_name()
        && let Some(stray) = stray_argument(&matches)
    {
        let text = format!("`--{stray}` is for the engine and not for `{name}`");
        return Err(command.error(ErrorKind::ArgumentConflict, text));
    }
    Cli::from_arg_matches(&matches)
}

/// Reads `--color white` and `--color black` of `db player` and `db report` as `--side`: the global `--color` has
/// other values.
fn color_as_side(mut args: Vec<OsString>) -> Vec<OsString> {
    let mut names = args.iter().skip(1).filter(|word| !word.to_string_lossy().starts_with('-'));
    let takes_side = names.any(|word| word == "db")
        && names.next().is_some_and(|word| word == "player" || word == "report");
    if !takes_side {
        return args;
    }
    for index in 0..args.len() {
        match args[index].to_str() {
            Some("--color")
                if args.get(index + 1).is_some_and(|it| it == "white" || it == "black") =>
            {
                args[index] = "--side".into();
            }
            Some("--color=white") => args[index] = "--side=white".into(),
            Some("--color=black") => args[index] = "--side=black".into(),
            _ => {}
        }
    }
    args
}

/// Replaces the message for a number that cannot be parsed: those of the standard library are meant
/// for programmers.
fn explain_number(error: &clap::Error, command: &clap::Command) -> Option<clap::Error> {
    let cause = error.source()?;
    let reason = match cause.downcast_ref::<ParseIntError>().map(ParseIntError::kind) {
        Some(IntErrorKind::Zero) => "it has to be 1 or more",
        Some(IntErrorKind::PosOverflow) => "that is too large",
        Some(IntErrorKind::NegOverflow) => "that is too small",
        Some(_) => "not a whole number",
        None if cause.is::<ParseFloatError>() => "not a number",
        None => return None,
    };
    let value = error.get(ContextKind::InvalidValue)?;
    let argument = error.get(ContextKind::InvalidArg)?;
    let text = format!(
        "invalid value '{value}' for '{argument}': {reason}\n\nFor more information, try '--help'.\n"
    );
    Some(clap::Error::raw(ErrorKind::ValueValidation, text).with_cmd(command))
}

/// An argument of the engine that was given beside a subcommand.
fn stray_argument(matches: &ArgMatches) -> Option<String> {
    let given = |name: &&str| matches.value_source(name) == Some(ValueSource::CommandLine);
    commands::uci::Args::NAMES.into_iter().find(given).map(|name| name.replace('_', "-"))
}

/// The whole command line as data, for completions and manual pages too.
pub(crate) fn command() -> clap::Command {
    Cli::command()
}

/// The choice of color for help and usage errors, which are printed before `--color` is parsed.
fn help_color(args: &[OsString]) -> ColorChoice {
    let mut words = args.iter().filter_map(|word| word.to_str());
    while let Some(word) = words.next() {
        let value = match word.strip_prefix("--color") {
            Some("") => words.next(),
            Some(rest) => rest.strip_prefix('='),
            None => continue,
        };
        match value {
            Some("always") => return ColorChoice::Always,
            Some("never") => return ColorChoice::Never,
            _ => {}
        }
    }
    ColorChoice::Auto
}
