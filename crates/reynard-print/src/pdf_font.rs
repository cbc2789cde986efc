//! The font embedded in a PDF file, so that its text can be searched, copied and read aloud.

use std::fmt::Write as _;

use ttf_parser::GlyphId;

use crate::font::{FONT, Font};
use crate::pdf_stream::stream;

/// The name of the font. The six-letter prefix marks it as a subset.
const NAME: &str = "REYNRD+OpenSans";

/// The number of PDF objects of the font.
pub(crate) const FONT_OBJECTS: usize = 5;

/// Returns the objects of the font, numbered from `first`: the font that pages refer to, its
/// glyphs, its metrics, the font file, and the letter of each glyph. See ISO 32000, 9.7 and 9.10.3.
pub(crate) fn font_objects(font: &Font, first: usize) -> [Vec<u8>; FONT_OBJECTS] {
    let [glyphs, measures, file, letters] = [first + 1, first + 2, first + 3, first + 4];
    [
        format!(
            "<</Type/Font/Subtype/Type0/BaseFont/{NAME}/Encoding/Identity-H\
             /DescendantFonts[{glyphs} 0 R]/ToUnicode {letters} 0 R>>"
        )
        .into_bytes(),
        format!(
            "<</Type/Font/Subtype/CIDFontType2/BaseFont/{NAME}/CIDToGIDMap/Identity\
             /CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>\
             /FontDescriptor {measures} 0 R/W[{}]>>",
            widths(font)
        )
        .into_bytes(),
        descriptor(font, file),
        stream(FONT, &format!("/Length1 {}", FONT.len())),
        stream(letters_of_glyphs(font).as_bytes(), ""),
    ]
}

/// Returns the widths of the glyphs that were written.
fn widths(font: &Font) -> String {
    let width = |&glyph: &GlyphId| format!("{} [{:.0}]", glyph.0, font.advance(glyph));
    font.letters.keys().map(width).collect::<Vec<_>>().join(" ")
}

fn descriptor(font: &Font, file: usize) -> Vec<u8> {
    /// Flag of a font with glyphs outside the Latin alphabet.
    const SYMBOLIC: u32 = 4;
    /// The width of a vertical stem, which the font file does not contain. Readers need it only if
    /// they cannot use the font.
    const STEM: u32 = 80;
    let of = |length: i16| font.thousandths(f32::from(length));
    let (face, bounds) = (&font.face, font.face.global_bounding_box());
    let capital = face.capital_height().unwrap_or_else(|| face.ascender());
    format!(
        "<</Type/FontDescriptor/FontName/{NAME}/Flags {SYMBOLIC}/ItalicAngle 0/StemV {STEM}\
         /FontBBox[{:.0} {:.0} {:.0} {:.0}]/Ascent {:.0}/Descent {:.0}/CapHeight {:.0}/FontFile2 {file} 0 R>>",
        of(bounds.x_min),
        of(bounds.y_min),
        of(bounds.x_max),
        of(bounds.y_max),
        of(face.ascender()),
        of(face.descender()),
        of(capital),
    )
    .into_bytes()
}

/// Returns the table that maps glyphs to letters.
fn letters_of_glyphs(font: &Font) -> String {
    /// Maximum number of letters per block.
    const BLOCK: usize = 100;
    let mut table = String::from(
        "/CIDInit/ProcSet findresource begin 12 dict begin begincmap\n\
         /CIDSystemInfo<</Registry(Adobe)/Ordering(UCS)/Supplement 0>>def\n\
         /CMapName/Adobe-Identity-UCS def/CMapType 2 def\n\
         1 begincodespacerange<0000><FFFF>endcodespacerange\n",
    );
    let letters: Vec<_> = font.letters.iter().collect();
    for block in letters.chunks(BLOCK) {
        let _ = writeln!(table, "{} beginbfchar", block.len());
        for (glyph, letter) in block {
            let _ = write!(table, "<{:04X}><", glyph.0);
            for unit in letter.encode_utf16(&mut [0; 2]) {
                let _ = write!(table, "{unit:04X}");
            }
            table.push_str(">\n");
        }
        table.push_str("endbfchar\n");
    }
    table.push_str("endcmap CMapName currentdict/CMap defineresource pop end end\n");
    table
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::io::Read as _;

    use flate2::read::ZlibDecoder;
    use reynard::Position;
    use reynard::draw::SvgBoard;

    use crate::{Diagram, Paper, Sheet};

    /// Returns the decompressed text streams of a file.
    fn texts(pdf: &[u8]) -> Vec<String> {
        let starts = pdf.windows(7).enumerate().filter(|(_, bytes)| bytes == b"stream\n");
        let inflate = |(at, _): (usize, &[u8])| {
            let mut text = String::new();
            ZlibDecoder::new(&pdf[at + 7..]).read_to_string(&mut text).ok().map(|_| text)
        };
        starts.filter_map(inflate).collect()
    }

    /// Returns the lines that a PDF reader finds in the file.
    fn lines(pdf: &[u8]) -> Vec<String> {
        let texts = texts(pdf);
        let table = texts.iter().find(|text| text.contains("beginbfchar")).expect("a table");
        let number = |text: &str| u16::from_str_radix(text, 16).expect("four digits");
        let pairs = table.lines().filter_map(|line| line.strip_prefix('<')?.split_once("><"));
        let letters: BTreeMap<u16, u16> = pairs
            .filter(|(glyph, _)| glyph.len() == 4)
            .map(|(glyph, letter)| (number(glyph), number(letter.trim_end_matches('>'))))
            .collect();
        let written = texts.iter().flat_map(|text| text.lines());
        let written = written.filter_map(|line| line.strip_suffix("> Tj ET")?.split('<').nth(1));
        let read = |line: &str| {
            let glyphs = line.as_bytes().chunks(4);
            let units = glyphs.map(|glyph| letters[&number(str::from_utf8(glyph).expect("ASCII"))]);
            String::from_utf16(&units.collect::<Vec<_>>()).expect("letters")
        };
        written.map(read).collect()
    }

    #[test]
    fn the_text_of_a_sheet_can_be_read_again() {
        let mut sheet = Sheet::new(Paper::A4, 2, 3).expect("a grid");
        sheet.title = "Grünfeld ½".into();
        sheet.diagrams.push(Diagram {
            caption: "Карпов – Παπαδόπουλος, Łódź".into(),
            solution: "1. Kf7! 漢".into(),
            ..Diagram::new(SvgBoard::of_position(&Position::startpos()))
        });
        let pdf = sheet.to_pdf();
        assert_eq!(
            lines(&pdf.bytes),
            ["Grünfeld ½", "1. Карпов – Παπαδόπουλος, Łódź", "Solutions", "1. 1. Kf7! \u{fffd}"]
        );
        assert_eq!(pdf.missing_letters, ['漢']);
        // The offsets of all objects are correct.
        let text = String::from_utf8_lossy(&pdf.bytes);
        let table = text.rsplit_once("startxref\n").expect("a table").1;
        let table: usize = table.lines().next().expect("a place").parse().expect("a number");
        let entries = String::from_utf8_lossy(&pdf.bytes[table..]).into_owned();
        let places = entries.lines().filter(|line| line.ends_with(" 00000 n "));
        for (number, place) in places.enumerate() {
            let place: usize = place[..10].parse().expect("a number");
            let object = format!("{} 0 obj\n", number + 1);
            assert!(pdf.bytes[place..].starts_with(object.as_bytes()), "{object}");
        }
    }
}
