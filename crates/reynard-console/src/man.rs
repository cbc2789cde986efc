//! `reynard man`: manual pages, generated from the same descriptions as the help texts.

use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::Context;
use clap_mangen::Man;

use crate::output::{Output, Status};
use crate::whole_file;

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  reynard man | man -l -
  reynard man analyze | man -l -
  reynard man ~/.local/share/man/man1")]
#[expect(missing_docs, reason = "clap would take it for the help of the command")]
pub struct Args {
    /// Command whose page is printed, or folder for the pages of all commands; default: print the
    /// main page to standard output
    #[arg(value_name = "COMMAND|DIR")]
    place: Option<PathBuf>,
}

/// Prints the manual page for the program or for a command, or writes all pages into a folder.
///
/// # Errors
///
/// Returns an error if the output or the folder cannot be written.
pub fn run(args: &Args, mut command: clap::Command, out: &mut Output) -> anyhow::Result<Status> {
    command.build();
    let Some(place) = &args.place else {
        out.write_all(&page(command)?)?;
        return Ok(Status::Fine);
    };
    // An existing folder takes precedence over a command with the same name.
    if !place.exists()
        && let Some(named) = command.find_subcommand(place)
    {
        out.write_all(&page(named.clone())?)?;
        return Ok(Status::Fine);
    }
    fs::create_dir_all(place).with_context(|| format!("cannot create {}", place.display()))?;
    let mut open = vec![command];
    while let Some(command) = open.pop() {
        let has_page = |command: &&clap::Command| command.get_name() != "help";
        open.extend(command.get_subcommands().filter(has_page).cloned());
        let name = command.get_display_name().unwrap_or_else(|| command.get_name()).to_owned();
        let path = place.join(format!("{name}.1"));
        whole_file::write(&path, &page(command)?)?;
        out.note(path.display())?;
    }
    Ok(Status::Fine)
}

fn page(command: clap::Command) -> io::Result<Vec<u8>> {
    let mut page = Vec::new();
    Man::new(command).render(&mut page)?;
    Ok(page)
}
