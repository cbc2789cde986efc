//! A screen of a terminal as SVG, on a grid that every font keeps.

use std::fmt::Write as _;

use vt100::{Cell, Color, Screen};

/// Width and height of a cell, and the margin, in tenths of a pixel.
const CELL: (usize, usize) = (84, 180);
const MARGIN: usize = 120;

/// The colors of text and ground, and the 16 colors that programs name.
const INK: &str = "#d4d4d4";
const GROUND: &str = "#16181d";
const NAMED: [&str; 16] = [
    "#2b2f37", "#e06c6c", "#7fc06e", "#d7b257", "#6aa5e8", "#c183d6", "#57b9bd", "#c8ccd4",
    "#6d7480", "#f08a8a", "#9fdc8c", "#f0cf7a", "#8cc0fa", "#d9a3ec", "#7ad6da", "#ffffff",
];

/// Draws a screen below the command that was typed.
pub(crate) fn svg_of_screen(line: &str, screen: &Screen) -> String {
    let text_of_screen = text_of_screen(screen);
    let filled = text_of_screen.lines().count();
    let rows = u16::try_from(filled).expect("a screen is small");
    let columns = text_of_screen.lines().map(|line| line.chars().count()).max().unwrap_or(0);
    let columns = columns.max(line.chars().count() + 2).max(60);
    let width = pixels(columns * CELL.0 + 2 * MARGIN);
    let height = pixels((filled + 1) * CELL.1 + 2 * MARGIN);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
         width=\"{width}\" height=\"{height}\" role=\"img\" font-size=\"14\" \
         font-family=\"ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', \
         monospace\">\n<title>{}</title>\n<rect width=\"100%\" height=\"100%\" rx=\"8\" \
         fill=\"{GROUND}\"/>\n<g class=\"command\">",
        escaped(line)
    );
    text(&mut svg, 0, 0, "$", "#7fc06e", false);
    text(&mut svg, 0, 2, line, "#ffffff", false);
    svg += "</g>\n";
    for row in 0..rows {
        svg += "<g class=\"line\">";
        grounds(&mut svg, screen, row);
        runs(&mut svg, screen, row);
        svg += "</g>\n";
    }
    svg + "</svg>\n"
}

/// Returns the text of a screen, a line for each row.
pub(crate) fn text_of_screen(screen: &Screen) -> String {
    let rows = screen.rows(0, screen.size().1.get());
    let text = rows.map(|row| row.trim_end().to_owned() + "\n").collect::<String>();
    text.trim_end().to_owned()
}

/// Returns the text of the lines of a picture, without the command.
pub(crate) fn text_of_svg(svg: &str) -> String {
    let mut text = String::new();
    for line in svg.lines().filter(|line| line.starts_with("<g class=\"line\">")) {
        let mut column = 0;
        for run in line.split("<text x=\"").skip(1) {
            let (x, rest) = run.split_once('"').expect("a place");
            let (_, rest) = rest.split_once('>').expect("the end of a tag");
            let run = plain(rest.split('<').next().unwrap_or_default());
            let x: usize = x.replace('.', "").parse().expect("a number");
            let place = (x - MARGIN) / CELL.0;
            text += &" ".repeat(place.saturating_sub(column));
            column = place + run.chars().count();
            text += &run;
        }
        text.push('\n');
    }
    text
}

/// The rectangles behind the cells of a row.
fn grounds(svg: &mut String, screen: &Screen, row: u16) {
    let columns = screen.size().1.get();
    let mut column = 0;
    while column < columns {
        let color = colors(screen.cell(row, column)).1;
        let count =
            (column..columns).take_while(|&next| colors(screen.cell(row, next)).1 == color).count();
        if let Some(color) = color {
            let (x, y) = place(row + 1, column);
            let [x, y, width] = [x, y, count * CELL.0].map(pixels);
            let _ = write!(
                svg,
                "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"18\" fill=\"{color}\"/>"
            );
        }
        column += u16::try_from(count).expect("a row is short");
    }
}

/// The text of a row: runs of one style and one font, and other letters each alone.
fn runs(svg: &mut String, screen: &Screen, row: u16) {
    let columns = screen.size().1.get();
    let letter = |column| screen.cell(row, column).map_or("", Cell::contents);
    let style = |column| {
        let cell = screen.cell(row, column);
        (Font::of(letter(column)), colors(cell).0, cell.is_some_and(Cell::bold))
    };
    let mut column = 0;
    while column < columns {
        let start = column;
        let (font, ink, is_bold) = style(start);
        column += 1;
        if font == Font::Blank {
            continue;
        }
        let mut run = letter(start).to_owned();
        let goes_on = |at| at < columns && style(at) == (font, ink.clone(), is_bold);
        loop {
            if font == Font::Other {
                break;
            } else if goes_on(column) {
                run += letter(column);
                column += 1;
            } else if Font::of(letter(column)) == Font::Blank && goes_on(column + 1) {
                run.extend([" ", letter(column + 1)]);
                column += 2;
            } else {
                break;
            }
        }
        text(svg, row + 1, start, &run, &ink, is_bold);
    }
}

/// Font of a letter: letters of one font are drawn as one run of text.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Font {
    Blank,
    Ascii,
    Braille,
    Other,
}

impl Font {
    fn of(letter: &str) -> Self {
        match letter.chars().next() {
            None | Some(' ') => Self::Blank,
            Some('\u{2800}'..='\u{28ff}') => Self::Braille,
            Some(letter) if letter.is_ascii() => Self::Ascii,
            Some(_) => Self::Other,
        }
    }
}

/// Writes a run of text that is as wide as its cells.
fn text(svg: &mut String, row: u16, column: u16, run: &str, ink: &str, is_bold: bool) {
    let (x, y) = place(row, column);
    let y = pixels(y + 135);
    let count = run.chars().count();
    let weight = if is_bold { " font-weight=\"bold\"" } else { "" };
    let run = escaped(run);
    let fitted = if count == 1 {
        // A figurine of another font stands in the middle of its cell.
        let middle = pixels(x + CELL.0 / 2);
        format!("<text x=\"{middle}\" y=\"{y}\" text-anchor=\"middle\"")
    } else {
        let [x, width] = [x, count * CELL.0].map(pixels);
        format!("<text x=\"{x}\" y=\"{y}\" textLength=\"{width}\"")
    };
    let _ = write!(svg, "{fitted} fill=\"{ink}\"{weight}>{run}</text>");
}

/// Returns the upper left corner of a cell.
fn place(row: u16, column: u16) -> (usize, usize) {
    (usize::from(column) * CELL.0 + MARGIN, usize::from(row) * CELL.1 + MARGIN)
}

/// Writes tenths of a pixel.
fn pixels(tenths: usize) -> String {
    format!("{}.{}", tenths / 10, tenths % 10)
}

/// Colors of the text and of the ground of a cell, if it has one.
fn colors(cell: Option<&Cell>) -> (String, Option<String>) {
    let Some(cell) = cell else { return (INK.to_owned(), None) };
    let ink = color(cell.fgcolor());
    let ground = color(cell.bgcolor());
    if cell.inverse() {
        (ground.unwrap_or_else(|| GROUND.to_owned()), ink.or_else(|| Some(INK.to_owned())))
    } else if cell.dim() {
        (ink.unwrap_or_else(|| NAMED[8].to_owned()), ground)
    } else {
        (ink.unwrap_or_else(|| INK.to_owned()), ground)
    }
}

/// A color, `None` for that of the terminal.
fn color(color: Color) -> Option<String> {
    match color {
        Color::Default => None,
        Color::Rgb(red, green, blue) => Some(format!("#{red:02x}{green:02x}{blue:02x}")),
        Color::Idx(index @ 0..16) => Some(NAMED[usize::from(index)].to_owned()),
        Color::Idx(index @ 16..232) => {
            let level = |part: u8| if part == 0 { 0 } else { 55 + 40 * part };
            let index = index - 16;
            let (red, green, blue) = (level(index / 36), level(index / 6 % 6), level(index % 6));
            Some(format!("#{red:02x}{green:02x}{blue:02x}"))
        }
        Color::Idx(index) => {
            let level = 8 + 10 * (index - 232);
            Some(format!("#{level:02x}{level:02x}{level:02x}"))
        }
    }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

fn plain(text: &str) -> String {
    text.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")
}
