//! Pictures of positions: SVG, PNG, GIF and PDF.

use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use reynard::draw::SvgBoard;
use reynard::{Color, Setup};
use reynard_console::output::Output;
use reynard_console::whole_file::{self, numbered_path, other_format};

use super::shown::Shown;
use crate::drawing_args::{DrawingArgs, Drawings, Purpose};
use crate::picture_files::{self, SheetArgs};

/// The pictures to write.
#[derive(Clone, Debug, clap::Args)]
pub(super) struct PictureArgs {
    /// Write the board to an SVG file too; for later positions `-2`, `-3` and so on is added to
    /// the name
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Write the board to a PNG file, in builds with pictures; later positions as with --svg
    #[arg(long, value_name = "FILE")]
    png: Option<PathBuf>,
    /// Write the game up to the position to an animated GIF, in builds with pictures
    #[arg(long, value_name = "FILE")]
    gif: Option<PathBuf>,
    /// First ply of the GIF
    #[arg(long, value_name = "N", requires = "gif", default_value_t = 0)]
    from_ply: usize,
    /// Seconds of a frame of the GIF; the last one stands five times as long
    #[arg(long, value_name = "SECONDS", requires = "gif", default_value_t = 1.0, value_parser = seconds)]
    pace: f32,
    /// Write all positions to sheets in PDF, with captions and solutions, in builds with pictures
    #[arg(long, value_name = "FILE")]
    pdf: Option<PathBuf>,
    #[command(flatten)]
    sheet: SheetArgs,
}

impl PictureArgs {
    /// Returns the files to write with their formats.
    fn files(&self) -> impl Iterator<Item = (&'static str, &Path)> {
        [("svg", &self.svg), ("png", &self.png), ("gif", &self.gif), ("pdf", &self.pdf)]
            .into_iter()
            .filter_map(|(format, path)| Some((format, path.as_deref()?)))
    }
}

fn seconds(text: &str) -> Result<f32, String> {
    let number = text.parse().ok().filter(|it: &f32| (0.02..=60.0).contains(it));
    number.ok_or_else(|| format!("`{text}` is not a time from 0.02 to 60 seconds"))
}

/// Pictures that are being created.
pub(super) struct Pictures<'a> {
    args: &'a PictureArgs,
    drawing: &'a DrawingArgs,
    sheet: Option<picture_files::Sheet>,
}

impl<'a> Pictures<'a> {
    /// Prepares the pictures. File names that do not match their format are rejected before
    /// anything is written.
    pub(super) fn new(args: &'a PictureArgs, drawing: &'a DrawingArgs) -> anyhow::Result<Self> {
        for (format, path) in args.files() {
            check_name(format, path)?;
        }
        if args.png.is_some() || args.gif.is_some() || args.pdf.is_some() {
            picture_files::check_build()?;
        }
        let sheet = args.pdf.as_ref().map(|_| args.sheet.sheet()).transpose()?;
        Ok(Self { args, drawing, sheet })
    }

    /// Rejects pictures that would replace the file that is shown.
    pub(super) fn refuse_input(&self, input: &Path) -> anyhow::Result<()> {
        self.args.files().try_for_each(|(_, path)| whole_file::refuse_inputs(path, [input]))
    }

    pub(super) fn add(&mut self, shown: &Shown<'_>, number: u64) -> anyhow::Result<()> {
        let pos = shown.game.position();
        let board = |purpose| self.drawing.board(pos, shown.last_move, &shown.drawings, purpose);
        self.write_board(number, || {
            let svg = board(Purpose::Screen);
            let Some(caption) = &shown.caption else { return svg };
            let side = if pos.turn() == Color::White { "White" } else { "Black" };
            svg.title(format!("{caption}: {side} to move, {}", pos.board()))
        })?;
        if let Some(path) = &self.args.gif {
            let last = shown.frames.len().saturating_sub(1);
            let frames = shown.frames.iter().enumerate().skip(self.args.from_ply);
            let boards: Vec<_> = frames
                .map(|(index, (pos, mv))| {
                    let drawings =
                        if index == last { shown.drawings.clone() } else { Drawings::default() };
                    let board = self.drawing.board(pos, *mv, &drawings, Purpose::Screen);
                    match mv {
                        Some(mv) => board.last_move(*mv),
                        None => board,
                    }
                })
                .collect();
            let bytes = picture_files::gif(boards, self.drawing.size(), self.args.pace)?;
            whole_file::write(&numbered_path(path, number), &bytes)?;
        }
        if self.sheet.is_some() {
            let board = board(Purpose::Print);
            let caption = shown.caption.clone().unwrap_or_default();
            if let Some(sheet) = &mut self.sheet {
                picture_files::add(sheet, board, caption, pos.turn(), shown.solution.clone());
            }
        }
        Ok(())
    }

    /// Adds pieces that do not form a valid position. They can only be drawn as a board.
    pub(super) fn add_placement(&mut self, setup: &Setup, number: u64) -> anyhow::Result<()> {
        let board = &setup.board;
        if self.args.gif.is_some() {
            bail!("--gif needs a position that can be played");
        }
        self.write_board(number, || self.drawing.placement(board, Purpose::Screen))?;
        if let Some(sheet) = &mut self.sheet {
            let board = self.drawing.placement(board, Purpose::Print);
            picture_files::add(sheet, board, String::new(), setup.turn, String::new());
        }
        Ok(())
    }

    /// Writes a board as SVG and PNG, if requested.
    fn write_board(&self, number: u64, board: impl FnOnce() -> SvgBoard) -> anyhow::Result<()> {
        if self.args.svg.is_none() && self.args.png.is_none() {
            return Ok(());
        }
        let board = board();
        if let Some(path) = &self.args.svg {
            whole_file::write(&numbered_path(path, number), board.to_string().as_bytes())?;
        }
        if let Some(path) = &self.args.png {
            let bytes = picture_files::png(&board, self.drawing.size())?;
            whole_file::write(&numbered_path(path, number), &bytes)?;
        }
        Ok(())
    }

    /// Writes the PDF sheets.
    pub(super) fn finish(&mut self, out: &mut Output) -> anyhow::Result<()> {
        if let (Some(sheet), Some(path)) = (self.sheet.take(), &self.args.pdf) {
            let bytes = picture_files::pdf(sheet, out)?;
            whole_file::write(path, &bytes).with_context(|| path.display().to_string())?;
        }
        Ok(())
    }
}

/// Rejects a name with the extension of another format.
fn check_name(format: &str, path: &Path) -> anyhow::Result<()> {
    if let Some(ending) = other_format(path, format) {
        let hint = match ending.as_str() {
            "svg" | "png" | "gif" | "pdf" => format!("; --{ending} does"),
            _ => String::new(),
        };
        bail!("{}: --{format} does not write {ending}{hint}", path.display());
    }
    Ok(())
}
