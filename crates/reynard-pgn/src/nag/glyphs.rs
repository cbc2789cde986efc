//! The table of glyphs, for reading and writing.

/// The length of the longest glyph, in bytes.
pub(super) const LONGEST: usize = 12;

/// Normalizes the characters of a glyph for comparison. All dashes are treated as equal, and format
/// characters such as an emoji variation selector are ignored. Bytes that are not UTF-8 are read as
/// Latin-1.
pub(crate) fn folded(text: &[u8]) -> impl Iterator<Item = char> + '_ {
    with_ends(text).map(|(character, _)| character)
}

/// Normalizes a glyph as [`folded`] does, and returns each character with the index of the byte
/// after it.
pub(super) fn with_ends(text: &[u8]) -> impl Iterator<Item = (char, usize)> + '_ {
    let mut end = 0;
    let characters = text.utf8_chunks().flat_map(|chunk| {
        let valid = chunk.valid().chars().map(|character| (character, character.len_utf8()));
        valid.chain(chunk.invalid().iter().map(|&byte| (windows_1252(byte), 1)))
    });
    let placed = characters.map(move |(character, length)| {
        end += length;
        (fold(character), end)
    });
    placed.filter(|(character, _)| !matches!(character, '\u{fe0e}' | '\u{fe0f}'))
}

/// Replaces any kind of dash with a hyphen.
pub(super) const fn fold(character: char) -> char {
    match character {
        '\u{2010}'..='\u{2015}' | '\u{2212}' | '\u{fe58}' | '\u{fe63}' | '\u{ff0d}' => '-',
        other => other,
    }
}

/// Decodes a byte as Latin-1, with the dashes of Windows-1252.
const fn windows_1252(byte: u8) -> char {
    match byte {
        0x96 | 0x97 => '-',
        other => other as char,
    }
}

/// The glyphs by number: the symbols of Chess Informant.
pub(super) const GLYPHS: [(u8, &str); 55] = [
    (1, "!"),
    (2, "?"),
    (3, "!!"),
    (4, "??"),
    (5, "!?"),
    (6, "?!"),
    (7, "□"),
    (8, "□"),
    (9, "☒"),
    (10, "="),
    (11, "="),
    (13, "∞"),
    (14, "⩲"),
    (15, "⩱"),
    (16, "±"),
    (17, "∓"),
    (18, "+−"),
    (19, "−+"),
    (20, "+−−"),
    (21, "−−+"),
    (22, "⨀"),
    (23, "⨀"),
    (26, "○"),
    (27, "○"),
    (32, "⟳"),
    (33, "⟳"),
    (36, "↑"),
    (37, "↑"),
    (40, "→"),
    (41, "→"),
    (44, "⯹"),
    (45, "⯹"),
    (132, "⇆"),
    (133, "⇆"),
    (138, "⨁"),
    (139, "⨁"),
    (140, "∆"),
    (141, "∇"),
    (142, "⌓"),
    (143, "≤"),
    (144, "=="),
    (145, "RR"),
    (146, "N"),
    (220, "⬒"),
    (221, "⬓"),
    (238, "○"),
    (239, "⇔"),
    (240, "⇗"),
    (241, "⊞"),
    (242, "⟫"),
    (243, "⟪"),
    (244, "✕"),
    (245, "⊥"),
    (254, "∟"),
    (255, "⅃"),
];

/// Alternative spellings used by people and programs, including those of lichess.
pub(super) const SPELLINGS: [(u8, &str); 55] = [
    (3, "‼"),
    (4, "⁇"),
    (5, "⁉"),
    (6, "⁈"),
    (7, "[]"),
    (13, "~"),
    (13, "inf"),
    (14, "+/="),
    (14, "+="),
    (15, "=/+"),
    (15, "=+"),
    (16, "+/-"),
    (17, "-/+"),
    (18, "+-"),
    (19, "-+"),
    (20, "+--"),
    (21, "--+"),
    (36, "|^"),
    (40, "->"),
    (44, "=/&"),
    (132, "<=>"),
    (140, "Δ"),
    (146, "TN"),
    (220, "D"),
    (7, "▢"),
    (7, "◻"),
    (10, "＝"),
    (14, "±="),
    (14, "+/＝"),
    (22, "⊙"),
    (22, "◎"),
    (26, "◯"),
    (32, "↑↑"),
    (32, "⇈"),
    (36, "⬆"),
    (40, "➔"),
    (40, "⟶"),
    (40, "⇒"),
    (44, "=∞"),
    (44, "=/∞"),
    (44, "∞="),
    (44, "∞/="),
    (44, "≅"),
    (44, "©"),
    (132, "⇄"),
    (132, "↔"),
    (132, "⟷"),
    (138, "⊕"),
    (140, "△"),
    (140, "▵"),
    (141, "▽"),
    (141, "▿"),
    (143, "<="),
    (239, "⟺"),
    (240, "↗"),
];
