//! `reynard man`: manual pages, generated from the same descriptions as the help texts.

use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::{Context, bail};
use clap_mangen::Man;
use reynard::suggest::closest;

use crate::output::{Output, Status};
use crate::whole_file;

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  reynard man | man -l -
  reynard man analyze | man -l -
  reynard man pgn filter | man -l -
  reynard man ~/.local/share/man/man1")]
#[expect(missing_docs, reason = "clap would take it for the help of the command")]
pub struct Args {
    /// Command whose page is printed, or folder for the pages of all commands: one that exists, or
    /// a path with a slash; default: print the main page to standard output
    #[arg(value_name = "COMMAND|DIR")]
    place: Vec<PathBuf>,
}

/// Prints the manual page for the program or for a command, or writes all pages into a folder.
///
/// # Errors
///
/// Returns an error if the output or the folder cannot be written.
pub fn run(args: &Args, mut command: clap::Command, out: &mut Output) -> anyhow::Result<Status> {
    command.build();
    let words: Vec<&str> =
        args.place.iter().filter_map(|it| it.to_str()).flat_map(str::split_whitespace).collect();
    if let Some(named) = named(&command, &words) {
        out.write_all(&page(named.clone())?)?;
        return Ok(Status::Fine);
    }
    let place = match &args.place[..] {
        [place] if place.is_dir() || place.components().count() > 1 => place,
        _ => bail!("{}", unknown(&command, &words)),
    };
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

/// Returns the command with the given name, in several words or with hyphens between them
/// (`pgn-filter`). No words name the main command.
fn named<'a>(command: &'a clap::Command, words: &[&str]) -> Option<&'a clap::Command> {
    let [word, rest @ ..] = words else { return Some(command) };
    let parts = word.split_once('-').map(|(first, others)| vec![first, others]);
    let direct = command.find_subcommand(word).and_then(|found| named(found, rest));
    direct.or_else(|| named(command, &[&parts?[..], rest].concat()))
}

/// Returns the message for words that name neither a command nor a folder.
fn unknown(command: &clap::Command, words: &[&str]) -> String {
    let name = words.join(" ");
    let names = command.get_subcommands().map(|it| it.get_name().to_owned());
    let hint = match closest(words.first().unwrap_or(&""), names).first() {
        Some(near) => format!("did you mean `{near}`?"),
        None => format!("a new folder is written with a slash, ./{name}"),
    };
    format!("no command is called `{name}`: {hint}")
}

fn page(command: clap::Command) -> io::Result<Vec<u8>> {
    let source = concat!("Reynard ", env!("CARGO_PKG_VERSION"));
    let mut page = Vec::new();
    Man::new(command).source(source).render(&mut page)?;
    Ok(page)
}
