//! Sheets of diagrams.

use reynard::Color;
use reynard::draw::SvgBoard;

use crate::PictureError;
use crate::font::Font;
use crate::pdf::PdfFile;

/// Paper format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Paper {
    /// 210 by 297 mm.
    A4,
    /// 8.5 by 11 inches.
    Letter,
}

impl Paper {
    /// Returns the width and the height in points.
    const fn size(self) -> (f32, f32) {
        match self {
            Self::A4 => (595.28, 841.89),
            Self::Letter => (612.0, 792.0),
        }
    }
}

/// A board on a sheet.
#[derive(Clone, Debug)]
pub struct Diagram {
    /// The board.
    pub board: SvgBoard,
    /// The text above the board, such as players and event. At most two lines are shown.
    pub caption: String,
    /// The side to move, shown by a disk below the board.
    pub turn: Option<Color>,
    /// The solution, printed at the end of the sheet; empty if there is none.
    pub solution: String,
}

impl Diagram {
    /// Creates a diagram without text.
    pub const fn new(board: SvgBoard) -> Self {
        Self { board, caption: String::new(), turn: None, solution: String::new() }
    }
}

/// Sheets of numbered diagrams, with the solutions at the end.
#[derive(Clone, Debug)]
pub struct Sheet {
    /// The title, at the top of the first page; empty if there is none.
    pub title: String,
    /// The diagrams.
    pub diagrams: Vec<Diagram>,
    paper: Paper,
    columns: u32,
    rows: u32,
}

/// A PDF file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pdf {
    /// The file.
    pub bytes: Vec<u8>,
    /// The number of pages.
    pub pages: usize,
    /// Letters that are missing from the font and shown as boxes.
    pub missing_letters: Vec<char>,
}

/// The margins, 14 mm. Printers cut off less than 10 mm.
const MARGIN: f32 = 40.0;
/// The distance between two diagrams.
const GAP: f32 = 18.0;
/// The font size of captions and solutions.
const LETTERS: f32 = 9.0;
/// The distance between two lines of text.
const LINE: f32 = 12.0;
/// The space for the title.
const TITLE: f32 = 30.0;

impl Sheet {
    /// Creates an empty sheet with the given numbers of columns and rows of diagrams per page.
    ///
    /// # Errors
    ///
    /// [`PictureError::Grid`] if there are no columns or no rows, or if the diagrams would be too
    /// small.
    ///
    /// ```
    /// use reynard_print::{Paper, Sheet};
    ///
    /// assert!(Sheet::new(Paper::Letter, 3, 4).is_ok());
    /// assert!(Sheet::new(Paper::Letter, 0, 4).is_err());
    /// ```
    pub fn new(paper: Paper, columns: u32, rows: u32) -> Result<Self, PictureError> {
        if !(1..=8).contains(&columns) || !(1..=10).contains(&rows) {
            return Err(PictureError::Grid(columns, rows));
        }
        Ok(Self { title: String::new(), diagrams: Vec::new(), paper, columns, rows })
    }

    /// Writes the sheet as PDF. The font is embedded, so the text can be searched and copied.
    pub fn to_pdf(&self) -> Pdf {
        let mut font = Font::new();
        let mut file = PdfFile::new(self.title.clone());
        let on_page = (self.columns * self.rows) as usize;
        for (page, diagrams) in self.diagrams.chunks(on_page).enumerate() {
            self.page(&mut file, &mut font, page * on_page, diagrams);
        }
        let with_pages = self.diagrams.len().div_ceil(on_page);
        let solutions = self.solutions(&mut file, &mut font);
        let pages = (with_pages + solutions).max(1);
        if pages > with_pages + solutions {
            let (width, height) = self.paper.size();
            file.page(width, height);
        }
        let missing_letters = font.missing();
        Pdf { bytes: file.finish(&font), pages, missing_letters }
    }

    /// Draws a page of diagrams, where `before` is the number of diagrams on earlier pages.
    fn page(&self, file: &mut PdfFile, font: &mut Font, before: usize, diagrams: &[Diagram]) {
        let (width, height) = self.paper.size();
        file.page(width, height);
        let mut top = MARGIN;
        if before == 0 && !self.title.is_empty() {
            file.text(font, &self.title, MARGIN, MARGIN + 14.0, 16.0);
            top += TITLE;
        }
        let number = |count: u32| crate::picture::float(count);
        let columns = number(self.columns);
        let cell_width = (width - 2.0 * MARGIN - GAP * (columns - 1.0)) / columns;
        let cell_height = (height - MARGIN - top) / number(self.rows);
        // Two lines above and one below.
        let size = cell_width.min(cell_height - 3.0 * LINE - GAP);
        for (index, diagram) in (0..self.columns * self.rows).zip(diagrams) {
            let (column, row) = (index % self.columns, index / self.columns);
            let x = MARGIN + number(column) * (cell_width + GAP) + (cell_width - size) / 2.0;
            let y = top + number(row) * cell_height;
            let place = before + index as usize + 1;
            let caption = format!("{place}. {}", diagram.caption);
            for (line, text) in font.wrap(&caption, LETTERS, size).iter().take(2).enumerate() {
                let down = if line == 0 { LINE } else { 2.0 * LINE };
                file.text(font, text, x, y + down - 3.0, LETTERS);
            }
            let board_top = y + 2.0 * LINE;
            file.board(&diagram.board, x, board_top, size);
            if let Some(turn) = diagram.turn {
                let below = board_top + size + LINE;
                file.disk(x + 4.0, below - 3.0, 3.5, turn == Color::Black);
                let text = if turn == Color::White { "White to move" } else { "Black to move" };
                file.text(font, text, x + 12.0, below, LETTERS);
            }
        }
    }

    /// Writes the solutions in two columns, and returns the number of pages.
    fn solutions(&self, file: &mut PdfFile, font: &mut Font) -> usize {
        let (width, height) = self.paper.size();
        let column_width = (width - 2.0 * MARGIN - GAP) / 2.0;
        let mut lines: Vec<String> = Vec::new();
        for (index, diagram) in self.diagrams.iter().enumerate() {
            if !diagram.solution.is_empty() {
                let text = format!("{}. {}", index + 1, diagram.solution);
                lines.extend(font.wrap(&text, LETTERS, column_width));
            }
        }
        if lines.is_empty() {
            return 0;
        }
        let mut rest = &lines[..];
        let mut pages = 0;
        while !rest.is_empty() {
            file.page(width, height);
            pages += 1;
            file.text(font, "Solutions", MARGIN, MARGIN + 14.0, 16.0);
            for column in [MARGIN, MARGIN + column_width + GAP] {
                let mut y = MARGIN + TITLE + LINE;
                while y < height - MARGIN {
                    let Some((line, after)) = rest.split_first() else { break };
                    file.text(font, line, column, y, LETTERS);
                    rest = after;
                    y += LINE;
                }
            }
        }
        pages
    }
}
