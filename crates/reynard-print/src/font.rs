//! Letters as outlines.

use std::collections::BTreeSet;

use ttf_parser::{Face, OutlineBuilder};

use crate::path::{Point, Segment, quadratic};

/// A subset of Open Sans: Latin, Greek, Cyrillic.
const FONT: &[u8] = include_bytes!("../font/open-sans.ttf");

/// The font, and the letters that it lacks.
pub(crate) struct Font {
    face: Face<'static>,
    missing: BTreeSet<char>,
}

/// A line of text as outlines.
pub(crate) struct TextLine {
    pub(crate) segments: Vec<Segment>,
    pub(crate) width: f32,
}

impl Font {
    pub(crate) fn new() -> Self {
        // The font is part of this crate, and a test opens it.
        let face = Face::parse(FONT, 0).unwrap_or_else(|error| unreachable!("the font: {error}"));
        Self { face, missing: BTreeSet::new() }
    }

    /// Returns the letters that were asked for and that the font lacks.
    pub(crate) fn missing(&self) -> Vec<char> {
        self.missing.iter().copied().collect()
    }

    /// Lays a line out from the origin to the right, `size` units high; the letters stand on the
    /// horizontal axis, and up is down. A letter that the font lacks is an empty box.
    pub(crate) fn line(&mut self, text: &str, size: f32) -> TextLine {
        let scale = size / f32::from(self.face.units_per_em());
        let mut builder = Builder { segments: Vec::new(), at: (0.0, 0.0), scale, shift: 0.0 };
        for letter in text.chars().filter(|letter| !letter.is_control()) {
            let glyph = self.face.glyph_index(letter).unwrap_or_else(|| {
                self.missing.insert(letter);
                ttf_parser::GlyphId(0)
            });
            self.face.outline_glyph(glyph, &mut builder);
            builder.shift += scale * f32::from(self.face.glyph_hor_advance(glyph).unwrap_or(0));
        }
        TextLine { segments: builder.segments, width: builder.shift }
    }

    /// Returns the width of a text.
    pub(crate) fn width(&mut self, text: &str, size: f32) -> f32 {
        self.line(text, size).width
    }

    /// Breaks a text into lines between words; a word that is wider than a line is broken within.
    pub(crate) fn wrap(&mut self, text: &str, size: f32, width: f32) -> Vec<String> {
        let mut lines = Vec::new();
        let mut line = String::new();
        for word in text.split_whitespace() {
            let longer = if line.is_empty() { word.to_owned() } else { format!("{line} {word}") };
            if self.width(&longer, size) <= width {
                line = longer;
                continue;
            }
            if !line.is_empty() {
                lines.push(std::mem::take(&mut line));
            }
            for letter in word.chars() {
                line.push(letter);
                if self.width(&line, size) > width && line.chars().count() > 1 {
                    line.pop();
                    lines.push(std::mem::replace(&mut line, letter.to_string()));
                }
            }
        }
        if !line.is_empty() {
            lines.push(line);
        }
        lines
    }
}

/// Collects an outline.
struct Builder {
    segments: Vec<Segment>,
    at: Point,
    scale: f32,
    shift: f32,
}

impl Builder {
    fn place(&self, x: f32, y: f32) -> Point {
        (self.shift + x * self.scale, -y * self.scale)
    }
}

impl OutlineBuilder for Builder {
    fn move_to(&mut self, x: f32, y: f32) {
        self.at = self.place(x, y);
        self.segments.push(Segment::Move(self.at));
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.at = self.place(x, y);
        self.segments.push(Segment::Line(self.at));
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        let (control, to) = (self.place(x1, y1), self.place(x, y));
        self.segments.push(quadratic(self.at, control, to));
        self.at = to;
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        let (one, two, to) = (self.place(x1, y1), self.place(x2, y2), self.place(x, y));
        self.segments.push(Segment::Cubic(one, two, to));
        self.at = to;
    }

    fn close(&mut self) {
        self.segments.push(Segment::Close);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn latin_greek_and_cyrillic_are_there_and_other_letters_are_named() {
        let mut font = Font::new();
        font.line(
            "Müller, Łukasz Ångström ½ – „Grünfeld“ 1…Kf7 √x Παπαδόπουλος Карпов Ѓорѓи Ştefan",
            10.0,
        );
        assert_eq!(font.missing(), ['√']);
        let before = font.width("ab", 10.0);
        assert!(font.line("a漢b", 10.0).width > before);
        assert_eq!(font.missing(), ['√', '漢']);
    }

    #[test]
    fn lines_are_broken_between_words_and_long_words_within() {
        let mut font = Font::new();
        let lines = font.wrap(
            "White to move and mate in two Donaudampfschifffahrtsgesellschaft",
            10.0,
            80.0,
        );
        assert!(lines.len() > 3);
        for line in &lines {
            assert!(font.width(line, 10.0) <= 80.0, "{line}");
        }
    }
}
