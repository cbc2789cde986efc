//! The same is told by several threads.

use std::fmt::Write as _;
use std::io::{self, Cursor, Read, Write as _};
use std::num::NonZero;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use reynard_pgn::{
    Chunk, Comment, Diagnostic, ErrorPolicy, GameEnd, GameText, Input, Played, ReadAhead,
    ReadError, Reader, ReaderOptions, Skip, Text, Totals, Visitor, read_parallel,
};

/// What a game was, in one line.
#[derive(Default)]
struct Games {
    /// To be added to the numbers of games.
    before: u64,
    lines: Vec<String>,
    keys: u64,
}

impl Visitor for Games {
    fn tag(&mut self, name: &[u8], value: Text<'_>) {
        self.keys = self.keys.rotate_left(7) ^ (name.len() + value.raw().len()) as u64;
    }

    fn legal_move(&mut self, played: &Played<'_>) -> Skip {
        self.keys = self.keys.rotate_left(7) ^ played.after.key();
        Skip::No
    }

    fn comment(&mut self, comment: Comment<'_>) {
        self.keys = self.keys.rotate_left(7) ^ comment.text.raw().len() as u64;
    }

    fn end_game(&mut self, end: &GameEnd) {
        let GameEnd { number, start, end, plies, result, integrity } = *end;
        let number = number + self.before;
        let keys = std::mem::take(&mut self.keys);
        self.lines
            .push(format!("{number} {start}..{end} {plies} {result:?} {integrity:?} {keys:x}"));
    }

    fn diagnostic(&mut self, diagnostic: &Diagnostic) {
        let mut diagnostic = diagnostic.clone();
        diagnostic.game = diagnostic.game.map(|game| game + self.before);
        self.lines.push(diagnostic.to_string());
    }
}

/// Shifts the number of the game in the lines of a piece.
fn shifted(lines: Vec<String>, before: u64) -> impl Iterator<Item = String> {
    lines.into_iter().map(move |line| match line.split_once(' ') {
        Some((number, rest)) if number.parse::<u64>().is_ok() => {
            format!("{} {rest}", number.parse::<u64>().unwrap_or(0) + before)
        }
        _ => match line.rsplit_once("(game ") {
            Some((head, tail)) => {
                let (number, tail) = tail.split_at(tail.find([',', ')']).expect("an end"));
                let number = number.parse::<u64>().expect("a number") + before;
                format!("{head}(game {number}{tail}")
            }
            None => line,
        },
    })
}

fn in_order(pgn: &[u8], options: &ReaderOptions) -> (Vec<String>, Result<Totals, String>) {
    let mut games = Games::default();
    let mut reader = Reader::from_bytes(pgn).with_options(options.clone());
    let result = reader.read_all(&mut games).map_err(|error| error.to_string());
    (games.lines, result)
}

fn side_by_side(
    pgn: Input<'_>,
    options: &ReaderOptions,
    threads: usize,
) -> (Vec<String>, Result<Totals, String>) {
    let threads = NonZero::new(threads).expect("more than none");
    let mut lines = Vec::new();
    let result = read_parallel(pgn, options, threads, Games::default, |games, chunk| {
        lines.extend(shifted(games.lines, chunk.games_before));
        ControlFlow::Continue(())
    });
    (lines, result.map(whole).map_err(|error| error.to_string()))
}

/// The sums of a file that was read to its end.
fn whole(flow: ControlFlow<(), Totals>) -> Totals {
    flow.continue_value().expect("nothing broke")
}

/// A file that is not packed.
fn plain<'a>(read: impl Read + Send + 'a) -> Input<'a> {
    Input::new(read).expect("four bytes")
}

/// A text of several pieces with all kinds of games, the last one without a line end.
fn many_games() -> String {
    let mut pgn = String::new();
    for number in 0..40_000 {
        write!(pgn, "[Event \"{number}\"]\n[White \"x\"]\n\n").expect("memory");
        pgn.push_str(match number % 7 {
            0 => "1. e4 e5 2. Nf3 {a comment\n\n[Site \"in it\"]\n} Nc6 (2... d6 3. d4) 3. Bb5 1-0\n\n",
            1 => "1. e4 e5 2. Ke3 *\n\n",
            2 => "1. d4 {never closed\n\n",
            3 => "1. d4 (1. e4 (1. c4\n\n",
            4 => "1. c4 1-0 stray text\n; late comment\n\n",
            5 => "1. Nf3 d5\n\n1. d4 d5\n\n  [Event \"indented\"]\n\n  1. c4\n\n",
            _ => "\n",
        });
        if number % 1000 == 0 {
            pgn.push_str("{between}\n\n");
        }
    }
    pgn
}

#[test]
fn the_number_of_threads_changes_nothing() {
    let options = ReaderOptions::default();
    for end in ["\n", "\r\n", "\r"] {
        let pgn = many_games().replace('\n', end);
        assert!(pgn.len() > 1 << 20, "several pieces");
        let expected = in_order(pgn.as_bytes(), &options);
        for threads in [1, 2, 5] {
            let told = side_by_side(plain(pgn.as_bytes()), &options, threads);
            assert_eq!(told.1, expected.1, "{threads} threads");
            for (told, expected) in told.0.iter().zip(&expected.0) {
                assert_eq!(told, expected, "{threads} threads");
            }
            assert_eq!(told.0.len(), expected.0.len(), "{threads} threads");
        }
    }
}

#[test]
fn comments_before_games_stay_with_them() {
    let options = ReaderOptions::default();
    for between in [
        "{before}\n\n",
        "; before\n\n",
        "{before}\n\n\n{more}\n\n",
        "% escaped\n\n",
        "$1\n\n",
        "text\n\n",
    ] {
        let mut pgn = String::new();
        for number in 0..40_000 {
            write!(pgn, "{between}[Event \"{number}\"]\n\n1. e4 *\n\n").expect("memory");
        }
        let expected = in_order(pgn.as_bytes(), &options);
        let told = side_by_side(plain(pgn.as_bytes()), &options, 2);
        let differing = told.0.iter().zip(&expected.0).find(|(told, expected)| told != expected);
        assert_eq!(differing, None, "{between:?}");
        assert_eq!((told.0.len(), told.1), (expected.0.len(), expected.1), "{between:?}");
    }
}

#[test]
fn games_that_end_in_comments_are_split_into_chunks() {
    for after in ["{White won}", "; White won", "{of two\n\nparagraphs}"] {
        let pgn = format!("[Event \"x\"]\n\n1. e4 e5 2. Nf3 1-0 {after}\n\n").repeat(60_000);
        let mut chunks = 0;
        let flow = try_two(pgn.as_bytes(), Games::default, |_, chunk| {
            assert!(chunk.totals.bytes <= 1 << 19, "{after}: {} bytes", chunk.totals.bytes);
            chunks += 1;
            ControlFlow::<()>::Continue(())
        });
        assert_eq!(whole(flow.expect("memory").map_break(drop)).games, 60_000);
        assert!(chunks > 4, "{after}: {chunks} chunks");
    }
}

/// Keeps the texts of games and the lines in which they begin.
#[derive(Default)]
struct Texts(Vec<(Option<u64>, String)>);

impl Visitor for Texts {
    fn game_text(&mut self, _: &GameEnd, text: &GameText<'_>) {
        let bytes = text.bytes().expect("short games");
        self.0.push((text.line(), String::from_utf8_lossy(bytes).into_owned()));
    }
}

#[test]
fn the_text_of_each_game_is_there_with_its_line() {
    let mut pgn = "[Event \"x\"]\n\n1. e4 *\n\n".repeat(50_000);
    // The rest is no game that could be split off.
    pgn.push_str(&"1. d4 {a comment} *\n\n".repeat(500_000));
    for threads in [1, 3] {
        let threads = NonZero::new(threads).expect("some");
        let (options, mut texts) = (ReaderOptions::default(), Vec::new());
        let flow =
            read_parallel(plain(pgn.as_bytes()), &options, threads, Texts::default, |it, _| {
                texts.extend(it.0);
                ControlFlow::<()>::Continue(())
            });
        assert_eq!(whole(flow.expect("memory")).games, 550_000);
        // The last game with tags cannot be told from what follows.
        let (split, rest) = texts.split_at(49_999);
        for (place, (line, text)) in split.iter().enumerate() {
            assert_eq!(
                (*line, &text[..]),
                (Some(place as u64 * 4 + 1), "[Event \"x\"]\n\n1. e4 *")
            );
        }
        assert!(rest[1..].iter().all(|(_, text)| text == "1. d4 {a comment} *"));
    }
}

#[test]
fn a_pipe_that_is_cancelled_ends() {
    let (reader, mut writer) = io::pipe().expect("a pipe");
    let pgn = "[Event \"x\"]\n\n1. e4 *\n\n".repeat(60_000);
    let write = std::thread::spawn(move || {
        // The pipe stays open, and nobody reads all of it.
        let _ = writer.write_all(pgn.as_bytes());
        writer
    });
    let ahead = ReadAhead::new(reader);
    let canceller = ahead.canceller();
    let input = Input::ahead(ahead).expect("recognized");
    let (options, two) = (ReaderOptions::default(), NonZero::new(2).expect("two"));
    let flow = read_parallel(input, &options, two, Games::default, |_, chunk| {
        canceller.cancel();
        ControlFlow::Break(chunk.totals.games)
    });
    assert!(flow.expect("no error").is_break());
    write.join().expect("no panic");
}

#[test]
fn a_text_that_cannot_be_cut_is_read_to_its_end() {
    let mut pgn = String::from("[Event \"first\"]\n\n1. e4 *\n\n");
    pgn.push_str(&"1. e4 e5 2. Nf3 *\n\n".repeat(500_000));
    pgn.push_str("[Event \"last\"]\n\n1. Ke2 *\n");
    let expected = in_order(pgn.as_bytes(), &ReaderOptions::default());
    let told = side_by_side(plain(pgn.as_bytes()), &ReaderOptions::default(), 2);
    assert!(told == expected);
}

#[test]
fn stopping_stops_at_the_same_game() {
    let pgn = many_games();
    let options = ReaderOptions { policy: ErrorPolicy::Stop, ..ReaderOptions::default() };
    let clean = "[Event \"\"]\n\n1. e4 *\n\n".repeat(60_000);
    let pgn = format!("{clean}{pgn}");
    let (expected, error) = in_order(pgn.as_bytes(), &options);
    let (told, told_error) = side_by_side(plain(pgn.as_bytes()), &options, 3);
    assert_eq!(told.last(), expected.last());
    assert_eq!(told.len(), expected.len());
    let place =
        |error: Result<Totals, String>| error.unwrap_err().split(": ").next().map(str::to_owned);
    assert_eq!(place(told_error), place(error));
}

#[test]
fn the_caller_can_break_off() {
    let pgn = many_games();
    let mut pieces = 0;
    let flow = try_two(pgn.as_bytes(), Games::default, |_, chunk| {
        pieces += 1;
        ControlFlow::Break(chunk.totals.bytes)
    });
    assert_eq!(pieces, 1);
    let bytes = flow.expect("no error").break_value().expect("it broke");
    assert!(bytes < pgn.len() as u64);
}

/// Reads with two threads and nothing that could fail but what is given.
fn try_two<V: Visitor + Send, B>(
    input: impl Read + Send,
    make: impl Fn() -> V + Sync,
    merge: impl FnMut(V, &Chunk) -> ControlFlow<B>,
) -> Result<ControlFlow<B, Totals>, ReadError> {
    let two = NonZero::new(2).expect("two");
    read_parallel(plain(input), &ReaderOptions::default(), two, make, merge)
}

/// What a panic says that comes out of a function.
fn panic_of<T>(act: impl FnOnce() -> T) -> String {
    let panic = catch_unwind(AssertUnwindSafe(act)).err().expect("a panic");
    panic.downcast_ref::<&str>().map_or_else(String::new, ToString::to_string)
}

#[test]
fn a_panic_of_a_visitor_is_handed_on() {
    /// Panics in a game in the midst of a file.
    struct Panics;
    impl Visitor for Panics {
        fn end_game(&mut self, end: &GameEnd) {
            assert!(end.start < 1 << 20, "a visitor's own panic");
        }
    }

    let pgn = many_games();
    let on = |_, _: &Chunk| ControlFlow::<()>::Continue(());
    assert_eq!(panic_of(|| try_two(pgn.as_bytes(), || Panics, on)), "a visitor's own panic");
}

#[test]
fn a_panic_of_the_merging_is_handed_on() {
    let pgn = many_games();
    let mut pieces = 0;
    let merge = |_, _: &Chunk| {
        pieces += 1;
        assert!(pieces < 2, "the caller's own panic");
        ControlFlow::<()>::Continue(())
    };
    let told = panic_of(|| try_two(pgn.as_bytes(), Games::default, merge));
    assert_eq!(told, "the caller's own panic");
}

/// What an input does after its text.
struct Ends<'a> {
    text: Cursor<&'a [u8]>,
    then: fn() -> io::Result<usize>,
}

impl<'a> Ends<'a> {
    const fn new(text: &'a str, then: fn() -> io::Result<usize>) -> Self {
        Self { text: Cursor::new(text.as_bytes()), then }
    }
}

impl Read for Ends<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        // A pipe gives less than it is asked for.
        let most = buffer.len().min(10_007);
        match self.text.read(&mut buffer[..most])? {
            0 => (self.then)(),
            count => Ok(count),
        }
    }
}

#[test]
fn a_panic_of_the_input_is_handed_on() {
    let pgn = many_games();
    let input = Ends::new(&pgn, || panic!("the input's own panic"));
    let on = |_, _: &Chunk| ControlFlow::<()>::Continue(());
    assert_eq!(panic_of(|| try_two(input, Games::default, on)), "the input's own panic");
}

#[test]
fn all_that_comes_before_an_error_of_the_input_is_merged() {
    let broken = || Err(io::Error::new(io::ErrorKind::TimedOut, "the line is dead"));
    let pgn = many_games();
    for length in [pgn.len(), pgn.len() - 31, 700_001, 9] {
        let pgn = &pgn[..length];
        let mut expected = Games::default();
        let error = Reader::new(Ends::new(pgn, broken)).read_all(&mut expected);
        assert_eq!(error.expect_err("it broke").to_string(), "the line is dead");
        let options = ReaderOptions::default();
        for threads in [1, 2, 3] {
            let (lines, result) = side_by_side(plain(Ends::new(pgn, broken)), &options, threads);
            assert!(lines == expected.lines, "{length} bytes, {threads} threads");
            assert_eq!(result, Err("the line is dead".to_owned()));
        }
    }
}

/// A pipe through which one frame comes, and nothing more until its games have been told.
struct OneFrame {
    packed: Cursor<Vec<u8>>,
    told: Receiver<()>,
}

impl Read for OneFrame {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.packed.read(buffer)?;
        if count == 0 && !buffer.is_empty() {
            let timeout = Duration::from_secs(120);
            self.told.recv_timeout(timeout).map_err(|_| io::ErrorKind::TimedOut)?;
        }
        Ok(count)
    }
}

#[test]
fn the_games_of_the_first_frame_are_told_before_the_second_one_is_there() {
    let pgn = many_games();
    let (tell, told) = channel();
    let packed = zstd::encode_all(pgn.as_bytes(), 1).expect("memory");
    let input = Input::ahead(OneFrame { packed: Cursor::new(packed), told }).expect("recognized");
    let five = NonZero::new(5).expect("five");
    let read = read_parallel(input, &ReaderOptions::default(), five, Games::default, |_, _| {
        // Nobody listens any more when the pipe has ended.
        let _ = tell.send(());
        ControlFlow::<()>::Continue(())
    });
    let expected = in_order(pgn.as_bytes(), &ReaderOptions::default()).1;
    assert_eq!(read.map(whole).map_err(|error| error.to_string()), expected);
}

#[test]
fn frames_are_read_as_one_text() {
    let pgn = many_games();
    let options = ReaderOptions::default();
    let expected = in_order(pgn.as_bytes(), &options);
    // Frames end anywhere, within games and within words.
    for size in [4_099, 300_007, pgn.len()] {
        let mut packed = Vec::new();
        for part in pgn.as_bytes().chunks(size) {
            packed.extend(zstd::encode_all(part, 1).expect("memory"));
        }
        for threads in [1, 2, 5] {
            let input = Input::ahead(Cursor::new(packed.clone())).expect("recognized");
            assert!(side_by_side(input, &options, threads) == expected, "{size}, {threads}");
        }
        // Cut off within a frame, it is an error after what came before.
        packed.truncate(packed.len() * 2 / 3);
        let mut expected = Games::default();
        let input = Input::new(Cursor::new(packed.clone())).expect("recognized");
        let error = Reader::new(input).read_all(&mut expected).expect_err("it is cut off");
        for threads in [1, 2, 5] {
            let input = Input::ahead(Cursor::new(packed.clone())).expect("recognized");
            let (lines, result) = side_by_side(input, &options, threads);
            assert!(lines == expected.lines, "{size}, {threads}");
            assert_eq!(result, Err(error.to_string()), "{size}, {threads}");
        }
    }
}
