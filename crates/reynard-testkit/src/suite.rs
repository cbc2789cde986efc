//! Files that contain perft counts of positions.
//!
//! Two formats are parsed. One consists of lines such as `FEN ;D1 20 ;D2 400`, with blanks anywhere
//! (and zero bytes at the end, as in one known file) and comments that begin with `#`. The other
//! consists of blocks made up of the lines `id name`, `epd FEN` and `perft 1 20`.

/// A position with its perft counts.
///
/// ```
/// use reynard_testkit::suite;
///
/// let cases = suite::parse("4k3/8/8/8/8/8/8/4K2R w K - 0 1; D1 15 ;D2 66\n");
/// assert_eq!(cases[0].counts, [(1, 15), (2, 66)]);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    /// The line number in the file, from 1.
    pub line: usize,
    /// The FEN, which has four to six fields.
    pub fen: String,
    /// Depths and their counts.
    pub counts: Vec<(u32, u64)>,
}

/// Parses the cases of a suite in either format.
///
/// # Panics
///
/// Panics if a line has neither format, since a suite that is only partly parsed would test less
/// than it seems to.
pub fn parse(text: &str) -> Vec<Case> {
    let mut cases: Vec<Case> = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let line = line.trim_matches(|end: char| end.is_whitespace() || end.is_control());
        let mut words = line.split_whitespace();
        match words.next() {
            None | Some("id") => {}
            Some(word) if word.starts_with('#') => {}
            Some("epd") => {
                let fen = line["epd".len()..].trim().to_owned();
                cases.push(Case { line: index + 1, fen, counts: Vec::new() });
            }
            Some("perft") => {
                let numbers: Vec<u64> = words.map(|word| word.parse().expect(line)).collect();
                let &[depth, nodes] = numbers.as_slice() else { panic!("no count: {line}") };
                let case = cases.last_mut().expect("a position before its counts");
                case.counts.push((u32::try_from(depth).expect(line), nodes));
            }
            Some(_) => cases.push(parse_line(line, index + 1)),
        }
    }
    cases
}

fn parse_line(text: &str, line: usize) -> Case {
    let mut parts = text.split(';').map(str::trim);
    let fen = parts.next().unwrap_or_default().to_owned();
    let counts = parts.filter(|part| !part.is_empty()).map(|part| {
        let (depth, nodes) = part
            .strip_prefix('D')
            .and_then(|count| count.split_once(char::is_whitespace))
            .unwrap_or_else(|| panic!("line {line}: {part}"));
        (depth.parse().expect(part), nodes.trim().parse().expect(part))
    });
    Case { line, fen, counts: counts.collect() }
}
