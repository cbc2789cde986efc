//! Font of the sheets: letter widths and line breaking.

use std::collections::{BTreeMap, BTreeSet};

use ttf_parser::{Face, GlyphId};

/// A subset of Open Sans: Latin, Greek, Cyrillic.
pub(crate) const FONT: &[u8] = include_bytes!("../font/open-sans.ttf");

/// The font, with the letters that were written and those that are missing.
pub(crate) struct Font {
    pub(crate) face: Face<'static>,
    /// The letter of each glyph that was written. Boxes replace missing letters.
    pub(crate) letters: BTreeMap<GlyphId, char>,
    missing: BTreeSet<char>,
}

impl Font {
    pub(crate) fn new() -> Self {
        // The font is part of this crate, and a test opens it.
        let face = Face::parse(FONT, 0).unwrap_or_else(|error| unreachable!("the font: {error}"));
        Self { face, letters: BTreeMap::new(), missing: BTreeSet::new() }
    }

    /// Returns the letters that were written but are missing from the font.
    pub(crate) fn missing(&self) -> Vec<char> {
        self.missing.iter().copied().collect()
    }

    /// Returns the glyphs of a line to be written. A letter missing from the font becomes a box.
    pub(crate) fn line(&mut self, text: &str) -> Vec<GlyphId> {
        let mut glyphs = Vec::new();
        for letter in visible(text) {
            let glyph = self.glyph(letter);
            if glyph == BOX {
                self.missing.insert(letter);
            }
            let letter = if glyph == BOX { char::REPLACEMENT_CHARACTER } else { letter };
            self.letters.entry(glyph).or_insert(letter);
            glyphs.push(glyph);
        }
        glyphs
    }

    /// Returns the width of `text` in points, set in a font size of `size` points.
    pub(crate) fn width(&self, text: &str, size: f32) -> f32 {
        visible(text).map(|letter| self.advance(self.glyph(letter))).sum::<f32>() * size / 1000.0
    }

    /// Returns the width of a glyph in thousandths of the font size.
    pub(crate) fn advance(&self, glyph: GlyphId) -> f32 {
        self.thousandths(f32::from(self.face.glyph_hor_advance(glyph).unwrap_or(0)))
    }

    /// Converts a length in font units to thousandths of the font size.
    pub(crate) fn thousandths(&self, length: f32) -> f32 {
        length * 1000.0 / f32::from(self.face.units_per_em())
    }

    fn glyph(&self, letter: char) -> GlyphId {
        self.face.glyph_index(letter).unwrap_or(BOX)
    }

    /// Breaks text into lines between words. A word wider than a line is broken within the word.
    pub(crate) fn wrap(&self, text: &str, size: f32, width: f32) -> Vec<String> {
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

/// The glyph that every font uses for missing letters.
const BOX: GlyphId = GlyphId(0);

/// Returns the visible characters of `text`.
fn visible(text: &str) -> impl Iterator<Item = char> + '_ {
    text.chars().filter(|letter| !letter.is_control())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn latin_greek_and_cyrillic_are_there_and_other_letters_are_named() {
        let mut font = Font::new();
        font.line(
            "Müller, Łukasz Ångström ½ – „Grünfeld“ 1…Kf7 √x Παπαδόπουλος Карпов Ѓорѓи Ştefan",
        );
        assert_eq!(font.missing(), ['√']);
        assert!(font.width("a漢b", 10.0) > font.width("ab", 10.0));
        font.line("a漢b");
        assert_eq!(font.missing(), ['√', '漢']);
    }

    #[test]
    fn lines_are_broken_between_words_and_long_words_within() {
        let font = Font::new();
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
