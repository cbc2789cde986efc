//! Reads games from a text file object line by line: the fast path of `reynard.pgn.read_game`.
//!
//! Common text is parsed here: tags, SAN, move numbers, comments, variations, glyphs. If anything
//! else occurs (an illegal move, a null move, text between moves), the lines are passed to the
//! Python reader, which handles them as python-chess does.

use std::borrow::Cow;
use std::io::{BufRead, BufReader};
use std::ops::Range;
use std::sync::{Mutex, TryLockError};

use pyo3::exceptions::{PyRuntimeError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyList, PyString};
use reynard::Position;
use reynard_pgn::{Input, VariantName};

use crate::board::{Board, read};
use crate::interrupt::Stop;
use crate::moves::{Move, Parts};
use crate::source::{Sources, io_failed};
use crate::state::{State, parts_of};

/// A step in reading the moves of a game.
enum Step {
    Move(Parts),
    /// A comment, as the range of its text.
    Comment(Range<usize>),
    Glyph(u32),
    /// The start of a variation that replaces the last move.
    Open,
    Close,
}

/// The moves of a game with their comments, glyphs and variations.
#[pyclass(module = "reynard._native", frozen)]
pub(crate) struct PgnMoves {
    steps: Vec<Step>,
    comments: String,
    results: Vec<&'static str>,
    /// The lines, if the Python reader must parse them.
    lines: Option<Vec<Py<PyString>>>,
}

/// A line of moves: its current position, and the position before its last move.
struct Line {
    now: Position,
    before: Option<Position>,
}

/// The error for text that only the Python reader can parse.
struct Uncommon;

/// Returns `true` if the character is white space as defined by Python.
fn is_space(letter: char) -> bool {
    letter.is_whitespace() || ('\x1c'..='\x1f').contains(&letter)
}

fn is_blank(line: &str) -> bool {
    line.chars().all(is_space)
}

/// Returns `true` if the line is among the tags but does not belong to the game.
fn is_remark(line: &str) -> bool {
    line.starts_with(['%', ';'])
}

fn next_line<'py>(readline: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyString>> {
    let line = readline.call0()?;
    line.cast_into::<PyString>().map_err(|_| {
        PyTypeError::new_err("the handle has no text: open the file without mode \"b\"")
    })
}

/// Returns the text of a line. The surrogates that Python has for bytes it could not decode become
/// U+FFFD, which takes as many bytes. The result is [`Cow::Owned`] if there are any.
fn text_of<'a>(line: &'a Bound<'_, PyString>) -> PyResult<Cow<'a, str>> {
    line.to_str().map(Cow::Borrowed).or_else(|_| {
        let mut bytes = bytes_of(line)?;
        for at in 0..bytes.len().saturating_sub(2) {
            if bytes[at] == 0xed && bytes[at + 1] >= 0xa0 {
                bytes[at..at + 3].copy_from_slice("\u{fffd}".as_bytes());
            }
        }
        Ok(Cow::Owned(String::from_utf8_lossy(&bytes).into_owned()))
    })
}

/// Returns the text of a line in UTF-8 with its surrogates.
fn bytes_of(line: &Bound<'_, PyString>) -> PyResult<Vec<u8>> {
    line.call_method1("encode", ("utf-8", "surrogatepass"))?.extract()
}

/// Returns a range of bytes of a line with its surrogates.
fn part_of<'py>(line: &Bound<'py, PyString>, range: Range<usize>) -> PyResult<Bound<'py, PyAny>> {
    let bytes = PyBytes::new(line.py(), &bytes_of(line)?[range]);
    bytes.call_method1("decode", ("utf-8", "surrogatepass"))
}

/// Returns the name and value of a tag, if the line is a tag.
fn tag(line: &str) -> Option<(&str, &str)> {
    let inner = line.trim_matches(is_space).strip_prefix('[')?.strip_suffix(']')?;
    let inner = inner.trim_matches(is_space);
    let end = inner.find(is_space)?;
    let (name, value) = (&inner[..end], inner[end..].trim_start_matches(is_space));
    let letter = |byte: u8| byte.is_ascii_alphanumeric() || b"_+#=:-".contains(&byte);
    let known = name.bytes().all(letter) && name.as_bytes()[0].is_ascii_alphanumeric();
    let value = value.strip_prefix('"')?.strip_suffix('"')?;
    (known && !value.contains(['\r', '\n'])).then_some((name, value))
}

const ROSTER: [&str; 7] = ["Event", "Site", "Date", "Round", "White", "Black", "Result"];

type Tags<'py> = (Bound<'py, PyDict>, Bound<'py, PyDict>, Bound<'py, PyString>);

/// Reads the tags of the next game: those of the Seven Tag Roster, the other tags, and the first
/// line of moves. Returns None at the end of the file.
#[pyfunction]
fn read_tags<'py>(py: Python<'py>, readline: &Bound<'py, PyAny>) -> PyResult<Option<Tags<'py>>> {
    let mut line = next_line(readline)?;
    if text_of(&line)?.starts_with('\u{feff}') {
        line = line.call_method1("lstrip", ("\u{feff}",))?.cast_into()?;
    }
    loop {
        let text = text_of(&line)?;
        if text.is_empty() {
            return Ok(None);
        }
        if !is_blank(&text) && !is_remark(&text) {
            break;
        }
        drop(text);
        line = next_line(readline)?;
    }
    let (roster, others) = (PyDict::new(py), PyDict::new(py));
    for name in ROSTER {
        let value = match name {
            "Date" => pyo3::intern!(py, "????.??.??"),
            "Result" => pyo3::intern!(py, "*"),
            _ => pyo3::intern!(py, "?"),
        };
        roster.set_item(PyString::intern(py, name), value)?;
    }
    // One empty line is allowed among the tags, and after them.
    let mut is_after_empty = false;
    loop {
        {
            let text = text_of(&line)?;
            let is_first_empty = !is_after_empty && !text.is_empty() && is_blank(&text);
            if is_first_empty {
                is_after_empty = true;
            } else if !is_remark(&text) {
                if !text.trim_start_matches(is_space).starts_with('[') {
                    break;
                }
                is_after_empty = false;
                if let Some((name, value)) = tag(&text) {
                    let tags = if ROSTER.contains(&name) { &roster } else { &others };
                    let name = PyString::intern(py, name);
                    if matches!(text, Cow::Borrowed(_)) {
                        tags.set_item(name, value)?;
                    } else {
                        let start = value.as_ptr().addr() - text.as_ptr().addr();
                        tags.set_item(name, part_of(&line, start..start + value.len())?)?;
                    }
                }
            }
        }
        line = next_line(readline)?;
    }
    Ok(Some((roster, others, line)))
}

/// Returns True if the value of a tag Variant denotes a variant whose rules are not supported.
#[pyfunction]
fn is_unsupported_variant(name: &Bound<'_, PyString>) -> PyResult<bool> {
    Ok(VariantName::of(text_of(name)?.as_bytes()) == VariantName::Unsupported)
}

/// Returns `true` if the entire string has the form of a SAN move.
fn is_san(text: &[u8]) -> bool {
    let text = match text {
        [b'N' | b'B' | b'K' | b'R' | b'Q', rest @ ..] => rest,
        all => all,
    };
    let text = match text {
        [rest @ .., b'n' | b'b' | b'r' | b'q' | b'k' | b'N' | b'B' | b'R' | b'Q' | b'K'] => {
            rest.strip_suffix(b"=").unwrap_or(rest)
        }
        all => all,
    };
    let [from @ .., b'a'..=b'h', b'1'..=b'8'] = text else { return false };
    let from = match from {
        [rest @ .., b'x' | b'-'] => rest,
        all => all,
    };
    matches!(from, [] | [b'a'..=b'h' | b'1'..=b'8'] | [b'a'..=b'h', b'1'..=b'8'])
}

/// The move parser.
struct Reader {
    found: PgnMoves,
    lines: Vec<Line>,
    chess960: bool,
    /// The start of a comment that is still open at the end of a line.
    comment: Option<usize>,
}

impl Reader {
    /// Parses a line. Returns an error if only the Python reader can parse it.
    fn line(&mut self, line: &str) -> Result<(), Uncommon> {
        let mut rest = line;
        if self.comment.is_some() {
            let Some(end) = rest.find('}') else {
                self.found.comments.push_str(rest);
                return Ok(());
            };
            self.found.comments.push_str(&rest[..end]);
            self.end_comment();
            rest = &rest[end + 1..];
        } else if rest.starts_with('%') {
            return Ok(());
        }
        while let Some(&first) = rest.as_bytes().first() {
            let taken = match first {
                b' ' | b'\n' | b'\t' | b'\r' => 1,
                b'{' => {
                    self.comment = Some(self.found.comments.len());
                    let Some(end) = rest.find('}') else {
                        self.found.comments.push_str(&rest[1..]);
                        return Ok(());
                    };
                    self.found.comments.push_str(&rest[1..end]);
                    self.end_comment();
                    end + 1
                }
                b';' => return Ok(()),
                b'(' => self.open()?,
                b')' => self.close(),
                b'*' => self.result("*"),
                b'$' => self.glyph(rest)?,
                b'!' | b'?' => self.mark(rest),
                b'0'..=b'9' => self.number(rest)?,
                _ => self.move_text(rest)?,
            };
            rest = &rest[taken..];
        }
        Ok(())
    }

    /// Ends a comment. One blank at either end is removed.
    fn end_comment(&mut self) {
        let Some(start) = self.comment.take() else { return };
        let text = &self.found.comments[start..];
        let start = start + usize::from(text.starts_with(' '));
        let text = &self.found.comments[start..];
        let end = start + text.strip_suffix(' ').unwrap_or(text).len();
        self.found.steps.push(Step::Comment(start..end));
    }

    fn open(&mut self) -> Result<usize, Uncommon> {
        let depth = self.lines.len();
        match self.lines.last().and_then(|line| line.before.clone()) {
            Some(now) => {
                self.lines.push(Line { now, before: None });
                self.found.steps.push(Step::Open);
                Ok(1)
            }
            // No move was played, so there is no variation, and the rest belongs to the line.
            None if depth == 1 => Ok(1),
            None => Err(Uncommon),
        }
    }

    fn close(&mut self) -> usize {
        if self.lines.len() > 1 {
            self.lines.pop();
            self.found.steps.push(Step::Close);
        }
        1
    }

    fn result(&mut self, result: &'static str) -> usize {
        if self.lines.len() == 1 {
            self.found.results.push(result);
        }
        result.len()
    }

    fn glyph(&mut self, rest: &str) -> Result<usize, Uncommon> {
        let digits = rest[1..].bytes().take_while(u8::is_ascii_digit).count();
        let number = rest[1..=digits].parse().map_err(|_| Uncommon)?;
        self.found.steps.push(Step::Glyph(number));
        Ok(digits + 1)
    }

    fn mark(&mut self, rest: &str) -> usize {
        let marks = rest.bytes().take(2).take_while(|byte| b"!?".contains(byte)).count();
        let number = match &rest[..marks] {
            "!" => 1,
            "?" => 2,
            "!!" => 3,
            "??" => 4,
            "!?" => 5,
            _ => 6,
        };
        self.found.steps.push(Step::Glyph(number));
        marks
    }

    /// Parses a move number or a result.
    fn number(&mut self, rest: &str) -> Result<usize, Uncommon> {
        for result in ["1-0", "0-1", "1/2-1/2"] {
            if let Some(behind) = rest.strip_prefix(result) {
                let ends = behind.bytes().next().is_none_or(|byte| b" \n\t\r){".contains(&byte));
                return if ends { Ok(self.result(result)) } else { Err(Uncommon) };
            }
        }
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        // A null move, which python-chess finds within any number.
        if digits >= 4 && rest[..digits].contains("0000") {
            return Err(Uncommon);
        }
        let dots = rest[digits..].bytes().take_while(|byte| *byte == b'.').count();
        match rest.as_bytes().get(digits + dots) {
            None | Some(b' ' | b'\n' | b'\t' | b'\r') => Ok(digits + dots),
            Some(b'a'..=b'h' | b'N' | b'B' | b'K' | b'R' | b'Q' | b'O') if dots > 0 => {
                Ok(digits + dots)
            }
            _ => Err(Uncommon),
        }
    }

    fn move_text(&mut self, rest: &str) -> Result<usize, Uncommon> {
        let ends = |byte: &u8| b" \n\t\r!?(){;$".contains(byte);
        let length = rest.bytes().take_while(|byte| !ends(byte)).count();
        let word = &rest.as_bytes()[..length];
        let suffix = word.iter().rev().take_while(|byte| b"+#".contains(byte)).count();
        let bare = &word[..length - suffix];
        if suffix > 2 || !(matches!(bare, b"O-O" | b"O-O-O") || is_san(bare)) {
            return Err(Uncommon);
        }
        let line = self.lines.last_mut().ok_or(Uncommon)?;
        let mv = line.now.parse_san(bare).map_err(|_| Uncommon)?;
        line.before = Some(line.now.clone());
        line.now.play_unchecked(mv);
        self.found.steps.push(Step::Move(parts_of(mv, self.chess960)));
        Ok(length)
    }
}

/// Reads the moves of a game up to an empty line outside a comment. The game starts from the start
/// position or from a board's position.
#[pyfunction]
fn read_moves(
    readline: &Bound<'_, PyAny>,
    line: Bound<'_, PyString>,
    board: Option<&Bound<'_, Board>>,
) -> PyResult<PgnMoves> {
    let (start, chess960) = match board {
        None => (Some(Position::startpos()), false),
        Some(board) => {
            let board = read(board)?;
            let core = &board.core;
            match &core.state {
                State::Legal(pos) => (Some(pos.clone()), core.chess960),
                State::Loose(_) => (None, false),
            }
        }
    };
    let mut uncommon = start.is_none();
    let now = start.unwrap_or_else(Position::startpos);
    let mut reader = Reader {
        found: PgnMoves {
            steps: Vec::new(),
            comments: String::new(),
            results: Vec::new(),
            lines: None,
        },
        lines: vec![Line { now, before: None }],
        chess960,
        comment: None,
    };
    let (mut lines, mut line) = (Vec::new(), line);
    // Tracks whether the Python reader would be inside a comment, which decides where the game
    // ends.
    let mut scan = Scan::default();
    loop {
        {
            let text = text_of(&line)?;
            if text.is_empty() || !scan.in_comment && is_blank(&text) {
                break;
            }
            scan.line(&text);
            uncommon = uncommon || matches!(text, Cow::Owned(_)) || reader.line(&text).is_err();
        }
        lines.push(line.unbind());
        line = next_line(readline)?;
    }
    if uncommon || scan.in_comment {
        reader.found.lines = Some(lines);
    }
    Ok(reader.found)
}

/// The state at the end of a line: inside a comment or not.
#[derive(Default)]
struct Scan {
    in_comment: bool,
}

impl Scan {
    fn line(&mut self, line: &str) {
        let mut rest = line;
        if !self.in_comment && rest.starts_with('%') {
            return;
        }
        loop {
            if self.in_comment {
                let Some(end) = rest.find('}') else { return };
                self.in_comment = false;
                rest = &rest[end + 1..];
            }
            match rest.find(['{', ';']) {
                Some(at) if rest.as_bytes()[at] == b'{' => {
                    self.in_comment = true;
                    rest = &rest[at + 1..];
                }
                _ => return,
            }
        }
    }
}

/// The lines of a game file, plain or compressed.
#[pyclass(module = "reynard._native", frozen)]
pub(crate) struct PgnFile {
    name: Option<String>,
    lines: Mutex<BufReader<Input<'static>>>,
}

#[pymethods]
impl PgnFile {
    #[new]
    fn new(py: Python<'_>, source: Sources) -> PyResult<Self> {
        let [source] = <[_; 1]>::try_from(source.into_pgn(&Stop::default()))
            .map_err(|_| PyTypeError::new_err("games are opened one file at a time"))?;
        let name = source.name().map(str::to_owned);
        let opened = py.detach(|| Input::new(source.open()?));
        let input = opened.map_err(|error| io_failed(error, name.as_deref()))?;
        Ok(Self { name, lines: Mutex::new(BufReader::new(input)) })
    }

    /// Returns the next line, or an empty string at the end of the file. Lines that are not valid
    /// UTF-8 are decoded as Latin-1. As in Python's text files, a carriage return before the end of
    /// a line is dropped.
    fn readline(&self) -> PyResult<String> {
        let mut line = Vec::new();
        let mut lines = match self.lines.try_lock() {
            Ok(lines) => lines,
            Err(TryLockError::Poisoned(error)) => error.into_inner(),
            Err(TryLockError::WouldBlock) => {
                return Err(PyRuntimeError::new_err("the file is being read by another thread"));
            }
        };
        lines
            .read_until(b'\n', &mut line)
            .map_err(|error| io_failed(error, self.name.as_deref()))?;
        drop(lines);
        if line.ends_with(b"\r\n") {
            line.truncate(line.len() - 2);
            line.push(b'\n');
        }
        Ok(String::from_utf8(line)
            .unwrap_or_else(|error| error.into_bytes().into_iter().map(char::from).collect()))
    }
}

#[pymethods]
impl PgnMoves {
    /// The lines that the Python reader must parse, or None.
    #[getter]
    fn lines(&self, py: Python<'_>) -> Option<Vec<Py<PyString>>> {
        let lines = self.lines.as_ref()?;
        Some(lines.iter().map(|line| line.clone_ref(py)).collect())
    }

    /// The results after the moves.
    #[getter]
    fn results(&self) -> Vec<&'static str> {
        self.results.clone()
    }

    /// True if there is a comment before the first move.
    #[getter]
    fn is_introduced(&self) -> bool {
        matches!(self.steps.first(), Some(Step::Comment(_) | Step::Glyph(_)))
    }

    /// Returns the moves of the main line.
    fn mainline(&self, py: Python<'_>) -> PyResult<Vec<Py<Move>>> {
        let mut depth = 0_usize;
        let mut moves = Vec::new();
        for step in &self.steps {
            match step {
                Step::Open => depth += 1,
                Step::Close => depth = depth.saturating_sub(1),
                Step::Move(parts) if depth == 0 => moves.push(Move::object(py, *parts)?),
                _ => {}
            }
        }
        Ok(moves)
    }

    /// Returns the steps: moves, comments as strings, glyphs as numbers, and True and False for the
    /// start and the end of a variation.
    fn steps<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        use pyo3::IntoPyObjectExt;

        let object = |step: &Step| match step {
            Step::Move(parts) => Move::object(py, *parts)?.into_bound_py_any(py),
            Step::Comment(range) => self.comments[range.clone()].into_bound_py_any(py),
            Step::Glyph(number) => number.into_bound_py_any(py),
            Step::Open => true.into_bound_py_any(py),
            Step::Close => false.into_bound_py_any(py),
        };
        let steps: PyResult<Vec<_>> = self.steps.iter().map(object).collect();
        PyList::new(py, steps?)
    }
}

/// Adds the functions of this file to the module.
pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<PgnMoves>()?;
    module.add_class::<PgnFile>()?;
    module.add_function(wrap_pyfunction!(read_tags, module)?)?;
    module.add_function(wrap_pyfunction!(read_moves, module)?)?;
    module.add_function(wrap_pyfunction!(is_unsupported_variant, module)?)
}
