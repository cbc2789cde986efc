//! Parses the command line.

use std::error::Error as _;
use std::ffi::{OsStr, OsString};
use std::num::{IntErrorKind, ParseFloatError, ParseIntError};

use clap::builder::Styles;
use clap::builder::styling::{AnsiColor, Effects};
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{ArgMatches, ColorChoice, Command, Parser};

use crate::output::ColorMode;
use crate::usage;

/// Colors of help texts and usage errors.
pub const STYLES: Styles = Styles::styled()
    .header(AnsiColor::Green.on_default().effects(Effects::BOLD))
    .usage(AnsiColor::Green.on_default().effects(Effects::BOLD))
    .literal(AnsiColor::Cyan.on_default().effects(Effects::BOLD))
    .placeholder(AnsiColor::Cyan.on_default());

#[derive(Clone, Copy, clap::Args)]
#[expect(missing_docs, reason = "clap would take it for the help of the program")]
pub struct ColorArg {
    /// Color the output: on a terminal unless `NO_COLOR` is set (`auto`), always, or never
    #[arg(
        long = "color",
        global = true,
        value_name = "WHEN",
        default_value = "auto",
        hide_default_value = true,
        display_order = 900
    )]
    pub mode: ColorMode,
}

/// Width at which help texts are wrapped, unless the terminal is narrower.
const HELP_WIDTH: usize = 100;

/// Returns the example lines in the help texts of a command and its subcommands that are too long
/// for one line, and so cannot be copied.
pub fn wrapped_examples(command: &Command) -> Vec<String> {
    let help = command.get_after_help().map(ToString::to_string).unwrap_or_default();
    let is_wrapped = |line: &&str| line.starts_with("  ") && line.chars().count() > HELP_WIDTH;
    let own = help.lines().filter(is_wrapped).map(str::to_owned);
    own.chain(command.get_subcommands().flat_map(wrapped_examples)).collect()
}

/// Parses the arguments of this process. `command` describes the whole command line. `tips` maps
/// words that are not subcommands to the command to suggest instead. A word preceded by command
/// names, as in `db verify`, is matched only after those commands.
///
/// # Errors
///
/// Returns an error if the arguments are invalid, or if help was requested.
pub fn parse<P: Parser>(
    command: Command,
    tips: &[(&str, &str)],
) -> Result<(P, ArgMatches), clap::Error> {
    let args: Vec<OsString> = std::env::args_os().collect();
    let mut command = command.color(help_color(&args));
    // This visits all options of all commands, which takes time at each start.
    if args.iter().any(|arg| begins_as_negative_number(arg)) {
        command = with_negative_numbers(command);
    }
    let matches = command
        .try_get_matches_from_mut(args)
        .map_err(|error| explain_number(&error, &command).unwrap_or(error))
        .map_err(|error| usage::explain(error, &command, tips))?;
    Ok((P::from_arg_matches(&matches)?, matches))
}

/// Returns `true` if the argument begins with a hyphen followed by a digit or a decimal point.
fn begins_as_negative_number(arg: &OsStr) -> bool {
    matches!(arg.as_encoded_bytes(), [b'-', b'0'..=b'9' | b'.', ..])
}

/// Allows negative numbers as the values of all options. Options that do not permit them report
/// their own error.
fn with_negative_numbers(command: Command) -> Command {
    command
        .mut_args(|arg| {
            let takes_value = !arg.is_positional() && arg.get_action().takes_values();
            arg.allow_negative_numbers(takes_value)
        })
        .mut_subcommands(with_negative_numbers)
}

/// Replaces the message about a number that cannot be parsed. The standard library's messages are
/// meant for programmers.
fn explain_number(error: &clap::Error, command: &Command) -> Option<clap::Error> {
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
    let is_negative = |text: &str| text.starts_with('-') && text.parse::<i64>().is_ok();
    let reason = match value {
        ContextValue::String(text) if is_negative(text) => "it cannot be negative",
        _ => reason,
    };
    let argument = error.get(ContextKind::InvalidArg)?;
    let text = format!(
        "invalid value '{value}' for '{argument}': {reason}\n\nFor more information, try '--help'.\n"
    );
    Some(clap::Error::raw(ErrorKind::ValueValidation, text).with_cmd(command))
}

/// Returns the color setting for help and usage errors, which are printed before `--color` is
/// parsed.
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
