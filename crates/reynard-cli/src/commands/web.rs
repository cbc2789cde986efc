//! `reynard web`: writes the web page as files.

use std::path::PathBuf;

use clap::Subcommand;
use reynard_console::output::{Output, Status};

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  reynard web export reynard.html
  reynard web export --network reynard.html
  reynard web files public/

`reynard serve` serves the same page with the engine of this machine.")]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Write the page as one HTML file, which opens by a double click
    Export(ExportArgs),
    /// Write the files of the page into a folder, for any host of static files
    Files(FilesArgs),
}

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  reynard web export reynard.html
  reynard web export --network reynard.html

The file needs no server and no connection. Its engine has one thread.")]
struct ExportArgs {
    /// HTML file to write
    #[arg(value_name = "FILE.html")]
    file: PathBuf,
    /// Include the network; without it the engine evaluates by hand-written terms
    #[arg(long)]
    network: bool,
}

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  reynard web files public/

Any host of static files will do. The page works without a connection from its second visit on.")]
struct FilesArgs {
    /// Folder to write to; files of the same names are replaced
    #[arg(value_name = "DIR")]
    folder: PathBuf,
}

/// Returns the error for a build that does not contain the page.
#[cfg(not(feature = "web"))]
pub(super) fn missing() -> anyhow::Result<Status> {
    anyhow::bail!(
        "this build has no page; `cargo install --path crates/reynard-cli --features web` makes one that has it"
    )
}

#[cfg(not(feature = "web"))]
pub(crate) fn run(args: &Args, _: &mut Output) -> anyhow::Result<Status> {
    let (Command::Export(ExportArgs { file: _, network: _ })
    | Command::Files(FilesArgs { folder: _ })) = &args.command;
    missing()
}

#[cfg(feature = "web")]
pub(crate) fn run(args: &Args, out: &mut Output) -> anyhow::Result<Status> {
    use reynard_web::{EmbeddedNetwork, PageFile, single_file, write_files};

    use reynard_console::whole_file;

    let files = PageFile::all();
    match &args.command {
        Command::Export(args) => {
            let network =
                if args.network { EmbeddedNetwork::Included } else { EmbeddedNetwork::LeftOut };
            let html = single_file(files, network)?;
            whole_file::write(&args.file, html.as_bytes())?;
            out.note(format_args!("{}: {} bytes", args.file.display(), html.len()))?;
        }
        Command::Files(args) => {
            write_files(files, &args.folder)?;
            out.note(format_args!("{}: {} files", args.folder.display(), files.len()))?;
        }
    }
    Ok(Status::Fine)
}
