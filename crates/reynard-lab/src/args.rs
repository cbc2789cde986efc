//! The command line.

use clap::{CommandFactory, Parser};
use reynard_console::args::{ColorArg, STYLES, parse as parse_args};

use crate::commands::Command;

/// The workshop of Reynard's networks: games of self-play, training, tuning, and a ladder of
/// opponents.
///
/// The exit code is 0 if all is well, 1 if something was found, 2 if the command could not be
/// carried out, 130 after Ctrl-C.
#[derive(Parser)]
#[command(name = "reynard-lab", version, styles = STYLES)]
pub(crate) struct Cli {
    #[command(flatten)]
    pub(crate) color: ColorArg,
    /// The subcommand.
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// Parses the arguments of this process.
pub(crate) fn parse() -> Result<Cli, clap::Error> {
    Ok(parse_args(command(), &[])?.0)
}

/// Returns the whole command line as data, for completions and manual pages.
pub(crate) fn command() -> clap::Command {
    with_own_name(Cli::command())
}

/// Replaces the program name in the examples of the commands shared with `reynard`.
fn with_own_name(mut command: clap::Command) -> clap::Command {
    if let Some(help) = command.get_after_help() {
        let help = help.to_string();
        let shared = ["cluster", "completions", "man"];
        let help = shared.iter().fold(help, |help, name| {
            help.replace(&format!("reynard {name}"), &format!("reynard-lab {name}"))
        });
        command = command.after_help(help);
    }
    command.mut_subcommands(with_own_name)
}

#[cfg(test)]
mod tests {
    use reynard_console::args::wrapped_examples;

    #[test]
    fn examples_are_not_wrapped() {
        assert_eq!(wrapped_examples(&super::command()), Vec::<String>::new());
    }
}
