//! `reynard learn report`: reports where points are lost.

use std::io::Write as _;
use std::path::PathBuf;

use reynard_console::fen_input::Format;
use reynard_console::numbers::counted;
use reynard_console::output::{Output, Status};
use reynard_console::whole_file;

use super::full_report::FullReport;
use super::notebook::NotebookArg;
use super::report_html::to_html;

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  reynard learn report
  reynard learn report --html report.html
  reynard learn report --json

Lost points are expected ones, by the win chances before and after each move, and only of games with \
evaluations. A figure in brackets is its standard error.")]
pub(super) struct Args {
    #[command(flatten)]
    notebook: NotebookArg,
    /// Write the report as one HTML file with diagrams, which needs nothing else; `-` for standard
    /// output
    #[arg(long, value_name = "FILE", conflicts_with = "json")]
    html: Option<PathBuf>,
    #[command(flatten)]
    format: Format,
}

pub(super) fn run(args: &Args, out: &mut Output) -> anyhow::Result<Status> {
    let notebook = args.notebook.open()?;
    let full = FullReport::of(&notebook)?;
    if let Some(path) = &args.html {
        if path.as_os_str() == "-" {
            out.write_all(to_html(&full).as_bytes())?;
            return Ok(Status::Fine);
        }
        whole_file::refuse_inputs(path, notebook.files()?)?;
        whole_file::write(path, to_html(&full).as_bytes())?;
        out.note(format_args!("wrote {}", path.display()))?;
        return Ok(Status::Fine);
    }
    args.format.answer(&full, out)?;
    if full.report.games > full.report.evaluated {
        let games = counted(full.report.games - full.report.evaluated, "game");
        out.note(format_args!("{games} without evaluations: only the result counts"))?;
    }
    Ok(Status::Fine)
}
