//! Pages of a PDF file.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use reynard::draw::{BoardShape, Rgb, ShapePaint, SvgBoard};

use crate::font::Font;
use crate::path::{Segment, parse};
use crate::pdf_font::{FONT_OBJECTS, font_objects};
use crate::pdf_stream::stream;
use crate::picture::{float, origin};

/// A page being drawn. Coordinates are points to the right and down from the upper left corner.
pub(crate) struct Page {
    content: String,
    width: f32,
    height: f32,
}

/// A file whose pages are being drawn.
pub(crate) struct PdfFile {
    pages: Vec<Page>,
    title: String,
    /// Opacities in use, in hundredths.
    opacities: BTreeSet<u8>,
}

impl PdfFile {
    pub(crate) const fn new(title: String) -> Self {
        Self { pages: Vec::new(), title, opacities: BTreeSet::new() }
    }

    /// Begins a page of the given size in points.
    pub(crate) fn page(&mut self, width: f32, height: f32) {
        let mut content = String::new();
        let _ = writeln!(content, "1 0 0 -1 0 {height:.2} cm 1 J 1 j");
        self.pages.push(Page { content, width, height });
    }

    fn content(&mut self) -> &mut String {
        // A page is always begun before anything is drawn.
        if self.pages.is_empty() {
            self.page(595.28, 841.89);
        }
        let last = self.pages.len() - 1;
        &mut self.pages[last].content
    }

    /// Draws a board, `size` points wide.
    pub(crate) fn board(&mut self, board: &SvgBoard, x: f32, y: f32, size: f32) {
        let (extent, border) = board.extent();
        let scale = size / float(extent);
        let corner = float(border) * scale;
        let _ = writeln!(
            self.content(),
            "q {scale:.5} 0 0 {scale:.5} {:.2} {:.2} cm",
            x + corner,
            y + corner
        );
        for shape in board.shapes() {
            self.shape(&shape);
        }
        // Light squares of a sheet are white: a frame shows where the board ends.
        let width = extent - 2 * border;
        let frame = format!("M0 0h{width}v{width}h-{width}z");
        let content = self.content();
        content.push_str("0 0 0 RG 3 w ");
        path(content, &parse(&frame));
        content.push_str("S Q\n");
    }

    fn shape(&mut self, shape: &BoardShape) {
        let opacity = [shape.fill, shape.stroke.map(|(paint, _)| paint)]
            .into_iter()
            .flatten()
            .map(|paint: ShapePaint| paint.opacity)
            .min()
            .unwrap_or(100);
        self.opacities.insert(opacity);
        let (x, y) = origin(shape);
        let content = self.content();
        let _ = write!(content, "q 1 0 0 1 {x} {y} cm /O{opacity} gs ");
        if let Some(fill) = shape.fill {
            let _ = write!(content, "{} rg ", color(fill.color));
        }
        if let Some((stroke, width)) = shape.stroke {
            let _ = write!(content, "{} RG {:.1} w ", color(stroke.color), float(width) / 10.0);
        }
        path(content, &parse(&shape.path));
        content.push_str(match (shape.fill, shape.stroke) {
            (Some(_), Some(_)) => "B Q\n",
            (None, Some(_)) => "S Q\n",
            _ => "f Q\n",
        });
    }

    /// Writes a line of text with its baseline at `y`.
    pub(crate) fn text(&mut self, font: &mut Font, text: &str, x: f32, y: f32, size: f32) {
        let glyphs = font.line(text);
        let content = self.content();
        // The matrix keeps letters upright, because the y axis of the page points down.
        let _ = write!(content, "0 0 0 rg BT /F {size:.2} Tf 1 0 0 -1 {x:.2} {y:.2} Tm <");
        for glyph in glyphs {
            let _ = write!(content, "{:04X}", glyph.0);
        }
        content.push_str("> Tj ET\n");
    }

    /// Draws a disk filled with black or white.
    pub(crate) fn disk(&mut self, x: f32, y: f32, radius: f32, is_black: bool) {
        let circle = format!(
            "M{} {y}a{radius} {radius} 0 1 0 {} 0a{radius} {radius} 0 1 0 {} 0z",
            x - radius,
            2.0 * radius,
            -2.0 * radius
        );
        let content = self.content();
        content.push_str(if is_black { "0 0 0 rg " } else { "1 1 1 rg " });
        content.push_str("0 0 0 RG .7 w ");
        path(content, &parse(&circle));
        content.push_str("B\n");
    }

    /// Returns the file. The same pages always give the same bytes.
    pub(crate) fn finish(self, font: &Font) -> Vec<u8> {
        // Catalog, pages, information, opacities, the font, and two objects for each page.
        const FONT: usize = 5;
        let first = FONT + FONT_OBJECTS;
        let mut objects: Vec<Vec<u8>> = Vec::new();
        let count = self.pages.len();
        objects.push(
            b"<</Type/Catalog/Pages 2 0 R/Lang(en)/ViewerPreferences<</DisplayDocTitle true>>>>"
                .to_vec(),
        );
        let kids: Vec<String> =
            (0..count).map(|page| format!("{} 0 R", first + 2 * page)).collect();
        let kids = kids.join(" ");
        objects.push(format!("<</Type/Pages/Count {count}/Kids[{kids}]>>").into_bytes());
        objects.push(format!("<</Title<{}>/Producer(Reynard)>>", utf16(&self.title)).into_bytes());
        let state = |opacity: &u8| {
            format!("/O{opacity}<</ca {0:.2}/CA {0:.2}>>", f32::from(*opacity) / 100.0)
        };
        let states = self.opacities.iter().map(state).collect::<Vec<_>>().concat();
        objects.push(format!("<<{states}>>").into_bytes());
        objects.extend(font_objects(font, FONT));
        for (index, page) in self.pages.iter().enumerate() {
            let content = first + 2 * index + 1;
            objects.push(
                format!(
                    "<</Type/Page/Parent 2 0 R/MediaBox[0 0 {:.2} {:.2}]/Resources<</ExtGState 4 0 R/Font<</F {FONT} 0 R>>>>/Contents {content} 0 R>>",
                    page.width, page.height
                )
                .into_bytes(),
            );
            objects.push(stream(page.content.as_bytes(), ""));
        }
        let mut bytes = b"%PDF-1.4\n%\xE2\xE3\xCF\xD3\n".to_vec();
        let mut offsets = Vec::new();
        for (index, object) in objects.iter().enumerate() {
            offsets.push(bytes.len());
            bytes.extend(format!("{} 0 obj\n", index + 1).bytes());
            bytes.extend(object);
            bytes.extend(b"\nendobj\n");
        }
        let table = bytes.len();
        bytes.extend(format!("xref\n0 {}\n0000000000 65535 f \n", objects.len() + 1).bytes());
        for offset in offsets {
            bytes.extend(format!("{offset:010} 00000 n \n").bytes());
        }
        let size = objects.len() + 1;
        bytes.extend(
            format!("trailer\n<</Size {size}/Root 1 0 R/Info 3 0 R>>\nstartxref\n{table}\n%%EOF\n")
                .bytes(),
        );
        bytes
    }
}

fn color(Rgb { red, green, blue }: Rgb) -> String {
    let part = |value: u8| f32::from(value) / 255.0;
    format!("{:.3} {:.3} {:.3}", part(red), part(green), part(blue))
}

fn path(content: &mut String, segments: &[Segment]) {
    for segment in segments {
        let _ = match *segment {
            Segment::Move((x, y)) => write!(content, "{x:.2} {y:.2} m "),
            Segment::Line((x, y)) => write!(content, "{x:.2} {y:.2} l "),
            Segment::Cubic((x1, y1), (x2, y2), (x, y)) => {
                write!(content, "{x1:.2} {y1:.2} {x2:.2} {y2:.2} {x:.2} {y:.2} c ")
            }
            Segment::Close => write!(content, "h "),
        };
    }
}

/// Formats text as hexadecimal UTF-16 with a byte order mark.
fn utf16(text: &str) -> String {
    let units = std::iter::once(0xFEFF).chain(text.encode_utf16());
    units.map(|unit| format!("{unit:04X}")).collect::<Vec<_>>().concat()
}
