//! `reynard completions`: scripts that complete commands and options in a shell.

use std::io::Write;

use clap::ValueEnum;
use clap_complete::{Generator, generate};

use crate::output::{Output, Status};

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  reynard completions bash > ~/.local/share/bash-completion/completions/reynard
  reynard completions fish > ~/.config/fish/completions/reynard.fish")]
#[expect(missing_docs, reason = "clap would take it for the help of the command")]
pub struct Args {
    /// Shell of the script
    #[arg(value_name = "SHELL")]
    shell: Dialect,
}

/// The shells a script can be written for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Dialect {
    Bash,
    Elvish,
    Fish,
    Nushell,
    #[value(name = "powershell")]
    PowerShell,
    Zsh,
}

/// Prints the script.
///
/// # Errors
///
/// Returns an error if writing the output fails.
pub fn run(args: &Args, cli: clap::Command, out: &mut Output) -> anyhow::Result<Status> {
    use clap_complete::Shell;
    let script = match args.shell {
        Dialect::Bash => script(Shell::Bash, cli),
        Dialect::Elvish => script(Shell::Elvish, cli),
        Dialect::Fish => script(Shell::Fish, cli),
        Dialect::Nushell => script(clap_complete_nushell::Nushell, cli),
        Dialect::PowerShell => script(Shell::PowerShell, cli),
        Dialect::Zsh => script(Shell::Zsh, cli),
    };
    out.write_all(&script)?;
    Ok(Status::Fine)
}

fn script(shell: impl Generator, mut cli: clap::Command) -> Vec<u8> {
    let mut script = Vec::new();
    let name = cli.get_name().to_owned();
    generate(shell, &mut cli, name, &mut script);
    script
}
