//! Files made to break readers: they cost time in proportion to their length, and no memory.

use std::io::{self, Read};
use std::sync::LazyLock;
use std::time::Duration;

use reynard_pgn::{MovetextMode, Reader, ReaderOptions, Totals, Visitor};
use reynard_testkit::data;
use reynard_testkit::process::{self, Stopwatch};

/// Bytes that never were in memory all at once.
struct Repeat<'a> {
    head: &'a [u8],
    body: &'a [u8],
    times: usize,
    tail: &'a [u8],
    at: usize,
    offset: usize,
}

impl<'a> Repeat<'a> {
    fn new(head: &'a str, body: &'a str, times: usize, tail: &'a str) -> Self {
        let [head, body, tail] = [head, body, tail].map(str::as_bytes);
        Self { head, body, times, tail, at: 0, offset: 0 }
    }

    fn part(&self) -> Option<&'a [u8]> {
        match self.at {
            0 => Some(self.head),
            at if at <= self.times => Some(self.body),
            at if at == self.times + 1 => Some(self.tail),
            _ => None,
        }
    }
}

impl Read for Repeat<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let mut filled = 0;
        while let Some(part) = self.part() {
            let rest = &part[self.offset..];
            let count = rest.len().min(buffer.len() - filled);
            buffer[filled..filled + count].copy_from_slice(&rest[..count]);
            filled += count;
            self.offset += count;
            if self.offset < part.len() {
                break;
            }
            (self.at, self.offset) = (self.at + 1, 0);
        }
        Ok(filled)
    }
}

struct Asks(MovetextMode, u64);

impl Visitor for Asks {
    fn end_tags(&mut self) -> MovetextMode {
        self.0
    }

    fn diagnostic(&mut self, _: &reynard_pgn::Diagnostic) {
        self.1 += 1;
    }
}

#[expect(clippy::print_stdout, reason = "the rates of a test that passes are of interest too")]
fn report(line: &str) {
    println!("{line}");
}

/// Reads an input, and returns the kilobytes a second of processor time as well.
fn timed(input: Repeat<'_>, asks: &mut Asks) -> (Totals, u128) {
    let watch = Stopwatch::start();
    let totals = Reader::new(input).read_all(asks).expect("a stream that does not fail");
    // Bytes per millisecond.
    (totals, u128::from(totals.bytes) * 1000 / watch.elapsed().as_micros().max(1))
}

/// The rate of ordinary small games on this machine, in this build.
static ORDINARY: LazyLock<u128> = LazyLock::new(|| {
    let games = Repeat::new("", "1. e4 e5 2. Nf3 *\n", MB / 18, "");
    timed(games, &mut Asks(MovetextMode::Moves, 0)).1
});

/// Reads in every mode, and compares the rate with that of ordinary games. An unknown move takes up
/// to 30 times as long, since it is tried with the letters of other languages; a quadratic reader
/// needs a thousand times as long.
fn read(name: &str, head: &str, body: &str, times: usize, tail: &str) -> Totals {
    let least = *ORDINARY / 50;
    let mut totals = Vec::new();
    for wanted in [MovetextMode::Nothing, MovetextMode::Tokens, MovetextMode::Moves] {
        let mut asks = Asks(wanted, 0);
        let (total, rate) = timed(Repeat::new(head, body, times, tail), &mut asks);
        totals.push(total);
        report(&format!("{name}, {wanted:?}: {rate} kB/s, {} diagnostics", asks.1));
        assert!(rate >= least, "{name}, {wanted:?}: {rate} kB/s, less than {least}");
    }
    assert!(totals.iter().all(|other| other.games == totals[0].games), "{name}: {totals:?}");
    totals[2]
}

/// Every test here runs on a stack of 256 KiB.
fn on_a_small_stack(check: impl FnOnce() + Send + 'static) {
    let thread = std::thread::Builder::new().stack_size(256 << 10).spawn(check).expect("a thread");
    thread.join().expect("nothing panics");
}

const MB: usize = 1 << 20;

#[test]
fn megabytes_of_one_thing() {
    let megabytes = usize::try_from(data::scaled("REYNARD_TEST_MEGABYTES", 1)).expect("it fits");
    on_a_small_stack(move || {
        for (name, head, body, tail) in [
            ("line", "1. e4 ", "e5 ", "*"),
            ("comment", "1. e4 {", "words ", "} e5 *"),
            ("comment of lines", "1. e4 {", "words\n\n", "} e5 *"),
            ("comment of brackets", "1. e4 {", "\n\n[Event", "} e5 *"),
            ("open comment", "1. e4 {", "words\n", ""),
            ("line comment", "1. e4 ;", "words ", "\ne5 *"),
            ("escaped line", "1. e4\n%", "words ", "\ne5 *"),
            ("tag", "[White \"", "words ", "\"]\n1. e4 *"),
            ("open tag", "[White \"", "words ", ""),
            ("quotes", "[White \"", "\"x", "\"]\n1. e4 *"),
            ("backslashes", "[White \"", "\\", "\"]\n1. e4 *"),
            ("brackets", "", "[", "*"),
            ("tag names", "[", "White", "\"x\"]\n1. e4 *"),
            ("token", "1. e4 ", "eeeee", " e5 *"),
            ("number", "1. e4 ", "12345", " e5 *"),
            ("digits between", "", "11111", " e5 *"),
            ("marks", "1. e4 ", "-+-+", " e5 *"),
            ("glyphs", "1. e4 ", "!?!?", " e5 *"),
            ("dollars", "1. e4 ", "$", " e5 *"),
            ("dollar digits", "1. e4 $", "1111", " e5 *"),
            ("dots", "1. e4 ", ". ", " e5 *"),
            ("blanks", "1. e4 ", "    ", " e5 *"),
            ("lines", "1. e4 ", "\n", " e5 *"),
            ("carriage returns", "1. e4 ", "\r", " e5 *"),
            ("zeros", "1. e4 ", "\0\0\0\0", " e5 *"),
            ("zeros between", "", "\0\0\0\0", " e5 *"),
            ("commas", "1. e4 ", ",.", " e5 *"),
            ("open variations", "1. e4 ", "(", " *"),
            ("closed variations", "1. e4 ", ")", " *"),
            ("braces", "1. e4 ", "}", " *"),
            ("results", "", "* ", "*"),
            ("prose", "", "Some prose.\n", "*"),
            ("prose in one line", "", "Some prose. ", "*"),
            ("tags", "", "[A \"b\"]\n", "*"),
            ("tags apart", "", "[A \"b\"]\n\n", "*"),
            ("other tags apart", "[B \"\"]\n", "[A \"b\"]\n\n", "*"),
            ("comments between", "", "{x}\n", "*"),
            ("comments and events", "", "{x}\n\n[Event \"\"]\n", "*"),
            ("illegal moves", "1. e4 ", "Ke8 ", "*"),
            ("games", "", "1. Ke2 *\n", "*"),
            ("unknown moves", "", "1. e4 zz *\n", "*"),
            ("high bytes", "1. e4 ", "\u{fe}", "*"),
        ] {
            read(name, head, body, megabytes * MB / body.len(), tail);
        }
    });
}

#[test]
fn a_million_variations_in_one_another() {
    on_a_small_stack(|| {
        let watch = Stopwatch::start();
        let inside = Repeat::new("1. e4 ", "(1. d4 ", 1_000_000, "*");
        let mut asks = Asks(MovetextMode::Moves, 0);
        Reader::new(inside).read_all(&mut asks).expect("no input error");
        assert!(watch.elapsed() < Duration::from_secs(3), "{:?}", watch.elapsed());
        assert_eq!(asks.1, 2, "the limit and the open variations");
        read("variations side by side", "1. e4 ", "(1. d4)", 300_000, "*");
    });
}

#[test]
fn a_game_of_a_hundred_thousand_plies() {
    let body = "Nf3 Nf6 Ng1 Ng8 ";
    let totals = read("long game", "1. ", body, 30_000, "*");
    assert_eq!(totals.plies, ReaderOptions::default().limits.plies as u64);
}

#[test]
fn a_million_tags() {
    let totals = read("tags", "[Event \"\"]\n", "[A \"b\"]\n", 1_000_000, "\n1. e4 *");
    assert_eq!((totals.games, totals.plies), (1, 1));
}

/// Reads 40 MiB of each with less than 16 MiB of memory: see the next test.
#[test]
#[ignore = "run by the next test, in a process of its own"]
fn inside_the_limit() {
    let memory = || process::peak_memory(std::process::id()).expect("Linux tells it");
    let before = memory();
    for (head, body, tail) in [
        ("1. e4 {", "words and words ", "} e5 *"),
        ("1. e4 ", "(1. d4 ", "*"),
        ("[White \"", "words and words ", "\"]\n*"),
        ("", "[A \"b\"]\n", "*"),
        ("1. ", "Nf3 Nf6 Ng1 Ng8 ", "*"),
        ("", "[Event \"a\"]\n\n1. e4 *\n\n", "*"),
    ] {
        let input = Repeat::new(head, body, 40 * MB / body.len(), tail);
        let totals =
            Reader::new(input).read_all(&mut Asks(MovetextMode::Moves, 0)).expect("no error");
        assert!(totals.bytes > 39 * MB as u64);
        let grown = memory() - before;
        assert!(grown < 16 * MB as u64, "{head}: {grown} bytes more");
    }
}

#[test]
#[cfg(target_os = "linux")]
fn memory_is_bounded() {
    let program = std::env::current_exe().expect("this program");
    let output = std::process::Command::new(program)
        .args(["--ignored", "--exact", "hostile::inside_the_limit", "--test-threads", "1"])
        .output()
        .expect("this program");
    let printed = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success() && printed.contains("1 passed"), "{printed}");
}
