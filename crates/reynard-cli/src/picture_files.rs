//! PNG, GIF and PDF files, in builds with the feature `pictures`.

use clap::ValueEnum;

/// Options of sheets.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct SheetArgs {
    /// Columns and rows of diagrams on a page
    #[arg(long, value_name = "COLUMNSxROWS", default_value = "2x3", value_parser = grid)]
    sheet: (u32, u32),
    /// Format of the paper
    #[arg(long, value_enum, value_name = "FORMAT", default_value = "a4")]
    paper: PaperFormat,
    /// Title of the sheet
    #[arg(long, value_name = "TEXT", default_value = "", hide_default_value = true)]
    title: String,
}

/// The format of the paper.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum PaperFormat {
    /// 210 by 297 mm
    A4,
    /// 8.5 by 11 inches
    Letter,
}

fn grid(text: &str) -> Result<(u32, u32), String> {
    let read = || {
        let (columns, rows) = text.split_once(['x', 'X'])?;
        Some((columns.trim().parse().ok()?, rows.trim().parse().ok()?))
    };
    read().ok_or_else(|| format!("`{text}` is not columns and rows, like 2x3"))
}

#[cfg(feature = "pictures")]
pub(crate) use present::{Sheet, add, check_build, gif, pdf, png};

#[cfg(not(feature = "pictures"))]
pub(crate) use absent::{Sheet, add, check_build, gif, pdf, png};

#[cfg(feature = "pictures")]
mod present {
    use reynard::Color;
    use reynard::draw::SvgBoard;
    use reynard_console::output::Output;
    use reynard_print::{Animation, Diagram, Paper, Pdf, board_png};

    use super::{PaperFormat, SheetArgs};

    pub(crate) use reynard_print::Sheet;

    impl SheetArgs {
        pub(crate) fn sheet(&self) -> anyhow::Result<Sheet> {
            let paper = match self.paper {
                PaperFormat::A4 => Paper::A4,
                PaperFormat::Letter => Paper::Letter,
            };
            let mut sheet = Sheet::new(paper, self.sheet.0, self.sheet.1)?;
            sheet.title.clone_from(&self.title);
            Ok(sheet)
        }
    }

    #[expect(clippy::unnecessary_wraps, reason = "other builds fail")]
    pub(crate) const fn check_build() -> anyhow::Result<()> {
        Ok(())
    }

    pub(crate) fn png(board: &SvgBoard, size: u32) -> anyhow::Result<Vec<u8>> {
        Ok(board_png(board, size)?)
    }

    pub(crate) fn gif(boards: Vec<SvgBoard>, size: u32, pace: f32) -> anyhow::Result<Vec<u8>> {
        // At most a minute.
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "2 to 6000")]
        let delay = (pace * 100.0).round() as u16;
        let last_delay = delay.saturating_mul(5);
        Ok(Animation { boards, size, delay, last_delay }.to_gif()?)
    }

    pub(crate) fn add(
        sheet: &mut Sheet,
        board: SvgBoard,
        caption: String,
        turn: Color,
        solution: String,
    ) {
        sheet.diagrams.push(Diagram { board, caption, turn: Some(turn), solution });
    }

    /// Creates the PDF, and prints a note about characters that are missing from the font.
    #[expect(clippy::needless_pass_by_value, reason = "the sheet of other builds is an empty type")]
    pub(crate) fn pdf(sheet: Sheet, out: &mut Output) -> anyhow::Result<Vec<u8>> {
        let Pdf { bytes, missing_letters, .. } = sheet.to_pdf();
        if !missing_letters.is_empty() {
            let letters: String = missing_letters.iter().take(20).collect();
            let word = out.paint_warning("note");
            out.note(format_args!(
                "{word}: the font of the sheet lacks {letters}: a box stands for each"
            ))?;
        }
        Ok(bytes)
    }
}

#[cfg(not(feature = "pictures"))]
mod absent {
    use std::convert::Infallible;

    use anyhow::bail;
    use reynard::Color;
    use reynard::draw::SvgBoard;
    use reynard_console::output::Output;

    use super::SheetArgs;

    /// Stand-in for the sheet type, which is not available in this build.
    pub(crate) type Sheet = Infallible;

    impl SheetArgs {
        pub(crate) fn sheet(&self) -> anyhow::Result<Sheet> {
            let Self { sheet: _, paper: _, title: _ } = self;
            refuse()
        }
    }

    fn refuse() -> anyhow::Result<Infallible> {
        bail!(
            "this build of reynard writes SVG and no PNG, GIF or PDF; \
             `cargo install --path crates/reynard-cli --features pictures` makes one that does"
        )
    }

    pub(crate) fn check_build() -> anyhow::Result<()> {
        match refuse()? {}
    }

    pub(crate) fn png(_: &SvgBoard, _: u32) -> anyhow::Result<Vec<u8>> {
        match refuse()? {}
    }

    pub(crate) fn gif(_: Vec<SvgBoard>, _: u32, _: f32) -> anyhow::Result<Vec<u8>> {
        match refuse()? {}
    }

    pub(crate) fn add(sheet: &mut Sheet, _: SvgBoard, _: String, _: Color, _: String) {
        match *sheet {}
    }

    pub(crate) fn pdf(sheet: Sheet, _: &mut Output) -> anyhow::Result<Vec<u8>> {
        match sheet {}
    }
}
