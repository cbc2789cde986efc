//! The same is told however the bytes arrive.

use std::io::{self, Read};

use reynard_pgn::{ErrorPolicy, MovetextMode, PgnLimits, ReaderOptions};
use reynard_testkit::Rng;

use crate::recorder::{Pieces, read, read_stream};

/// Fails if a text is told otherwise when it comes in pieces.
pub(crate) fn check(pgn: &[u8], sizes: &[usize]) {
    let small = PgnLimits { token: 12, tag: 60, tags: 4, comment: 40, nesting: 3, plies: 30 };
    let options = [
        ReaderOptions::default(),
        ReaderOptions { limits: small, ..ReaderOptions::default() },
        ReaderOptions { policy: ErrorPolicy::Skip, ..ReaderOptions::default() },
    ];
    for wanted in [MovetextMode::Nothing, MovetextMode::Tokens, MovetextMode::Moves] {
        for options in &options {
            let whole = read(pgn, wanted, options.clone());
            for &size in sizes {
                let pieces = Pieces { rest: pgn, size, calls: 0 };
                let told = read_stream(pieces, wanted, options.clone());
                let text = String::from_utf8_lossy(pgn);
                assert_eq!(told.log, whole.log, "{wanted:?}, {size} bytes at a time: {text}");
            }
        }
    }
}

/// Pieces of PGN, good and bad, to be put together at random.
const FRAGMENTS: [&str; 55] = [
    "[Event \"x\"]\n",
    "[White \"a \\\"b\\\"\"]\n",
    "[Event \"",
    "\"]\n",
    "\n\n   [Event \"x\"]\n",
    "\n\n\t1. d4 ",
    "    ",
    "[FEN \"4k3/8/8/8/8/8/8/4K3 w - - 0 1\"]\n",
    "[Variant \"Atomic\"]\n",
    "\n",
    "\n\n",
    "\r\n\r\n",
    "\r\r",
    "1. e4 ",
    "e5 ",
    "1.",
    "2. Nf3 ",
    "Nc6 ",
    "O-O ",
    "0-0 ",
    "(",
    ")",
    "{",
    "}",
    "{a comment}",
    "{two\nlines}",
    ";line\n",
    "; ",
    "%escaped\n",
    "%",
    "$1 ",
    "$",
    "!",
    "?!",
    "--",
    "1-0 ",
    "0-1\n",
    "1/2-1/2",
    "*",
    "* ",
    ".",
    "...",
    "1... ",
    "exd6e.p. ",
    "e.p. ",
    "a7a8q ",
    "Qxe5+ ",
    "Ke2 ",
    "\u{feff}",
    "½-½",
    "[",
    "]",
    "words in between ",
    "\0",
    "[%clk 0:01:00]",
];

#[test]
fn random_texts_are_told_the_same_in_pieces() {
    let mut rng = Rng::new(7);
    for _ in 0..1500 {
        check(random_text(&mut rng).as_bytes(), &[1, 7]);
    }
}

/// Some pieces of PGN, one after another.
pub(crate) fn random_text(rng: &mut Rng) -> String {
    let count = 1 + rng.below(30);
    (0..count).map(|_| FRAGMENTS[rng.below(FRAGMENTS.len())]).collect()
}

#[test]
fn an_input_that_fails_keeps_what_came() {
    struct Failing<'a>(&'a [u8]);
    impl Read for Failing<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            if self.0.is_empty() {
                return Err(io::ErrorKind::ConnectionReset.into());
            }
            self.0.read(buffer)
        }
    }

    let recorder = read_stream(
        Failing(b"1. e4 e5 *\n\n1. d4 (1. c4"),
        MovetextMode::Moves,
        ReaderOptions::default(),
    );
    assert_eq!(
        recorder.story(),
        "game1 e4 e5 * end game2 d4 ( c4 ) damaged failed: connection reset"
    );
    assert_eq!(recorder.names(), "input-failed unclosed-variation missing-result");
}

/// Found by the fuzzer: a line too long for a tag pair that is none was told so only where its end
/// was in sight.
#[test]
fn a_long_line_that_is_no_tag_pair_exceeds_the_limit() {
    let line = format!("[FEN riant \"Ch[FEN {}", "x ".repeat(40));
    check(line.as_bytes(), &[1, 7, 12]);
    check(format!("1. e4\n{line}\ne5 *").as_bytes(), &[1, 7, 12]);
    let two = format!("[A \"{}\"][B \"c\"]\n*", "x".repeat(80));
    check(two.as_bytes(), &[1, 7, 12]);
}

/// Found by the fuzzer: a number in a variation that was left out counted for the move behind it.
#[test]
fn numbers_in_what_is_left_out_do_not_count() {
    for pgn in ["[A \"\"]\n(1. e4) e4 *", "[A \"\"]\n(1. e4 e5 2. Ke2 Ke7)\ne4 e5 Nf3 *"] {
        check(pgn.as_bytes(), &[1, 7, 40]);
    }
}

#[test]
fn numbers_of_long_games_are_compared_too() {
    use std::fmt::Write as _;

    let mut pgn = String::new();
    let moves = ["Nf3 Nf6", "Ng1 Ng8"];
    for number in 1..=1100 {
        // One in a hundred is wrong, by what a table of 512 might take for the same.
        let shown = if number % 100 == 13 { (number + 512) % 1024 } else { number };
        write!(pgn, "{shown}. {} ", moves[(number + 1) % 2]).expect("memory");
    }
    pgn.push('*');
    let recorder = read(pgn.as_bytes(), MovetextMode::Moves, ReaderOptions::default());
    assert_eq!(recorder.names(), ["wrong-move-number"; 11].join(" "));
    assert_eq!(recorder.ends[0].plies, 2200);
    check(pgn.as_bytes(), &[1, 100]);
}

/// Found by the fuzzer: dots and line ends between a number and its move hid the move.
#[test]
fn the_first_move_may_be_lines_behind_its_number() {
    for pgn in ["prose\n1.\n.. c5 2. d5 1:0\n", "1.\n\n.\ne4 *", "1.\n"] {
        check(pgn.as_bytes(), &[1, 2, 15]);
    }
}

/// Found by the fuzzer: a carriage return ended the line of a tag pair only if nothing followed.
#[test]
fn a_carriage_return_ends_a_tag_pair() {
    let rest = "\u{c}".repeat(90);
    for pgn in [format!("[White \"e5 y\" z\"{rest}\r{rest}"), format!("[White \"x\r{rest}\"]\n*")] {
        check(pgn.as_bytes(), &[1, 2, 15]);
    }
}

/// Found by the fuzzer: four zeros with a dot were a move number, or a null move.
#[test]
fn zeros_are_no_move_number() {
    check(b"0000. e4 d5 0000. e4 0000. e5 *", &[1, 2, 15]);
}

/// Found by the fuzzer: whether a tag began another game was asked only where all of it was in
/// sight.
#[test]
fn a_long_tag_begins_a_game_like_others() {
    let long = "x".repeat(90);
    for first in ["[A \"\"]", "[Event \"\"]", "[bad"] {
        for next in ["[Event \"b\"", "[Event \"", "[A \"", "[B \""] {
            check(format!("{first}\n\n{next}{long}").as_bytes(), &[1, 2, 15]);
            check(format!("{first}\n\n{next}{long}\"]\n*").as_bytes(), &[1, 2, 15]);
        }
    }
}

/// Found by the fuzzer: `e.p.` within a word that is too long.
#[test]
fn a_long_word_is_skipped_as_a_whole() {
    for pgn in
        ["1. Nf3Nf3Nf3e.p.Nf3Nf3Nf3Nf3 e5 *", "1. exd6e.p.xxxxxxxxxxxx *", "1. exd6xxxxe.p.x *"]
    {
        check(pgn.as_bytes(), &[1, 2, 15]);
    }
}

/// Fails if games end in other places when other things are read of them.
fn check_ends(pgn: &str) {
    let ends = [MovetextMode::Nothing, MovetextMode::Tokens, MovetextMode::Moves]
        .map(|wanted| read(pgn.as_bytes(), wanted, ReaderOptions::default()).ends)
        .map(|ends| ends.iter().map(|end| (end.start, end.end)).collect::<Vec<_>>());
    assert!(ends.iter().all(|other| *other == ends[0]), "{pgn}: {ends:?}");
}

/// Every word of up to `most` of the letters.
fn words(letters: &[&str], most: usize) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut from = 0;
    for _ in 0..most {
        let until = words.len();
        for at in from..until {
            words.extend(
                letters.iter().map(|letter| words[at].clone() + letter).collect::<Vec<_>>(),
            );
        }
        from = until;
    }
    words
}

#[test]
fn signs_and_letters_after_a_move_are_told_the_same_in_pieces() {
    let tails = words(&["+", "#", "=", "-", "x", "e", "8", "Q", "N", " ", "(", ")", "½"], 3);
    for head in ["Nf3", "e4", "e8", "O-O"] {
        for tail in &tails {
            // Enough follows the word for the fast path to see it.
            let pgn = format!("1. {head}{tail} e5 2. Nc3 Nc6 3. Bb5 *\n");
            check(pgn.as_bytes(), &[2]);
            check_ends(&pgn);
        }
    }
}

#[test]
fn what_ends_near_a_limit_is_told_the_same_in_pieces() {
    // The limits of a tag, a comment and a word are 60, 40 and 12 bytes.
    let ends = [
        "\"x \"][Event \"b\"]\n*\n",
        "[Event \"a\"]\n\n1. e4 *\n",
        "\"]\n\n*\n",
        "\" ]\n*\n",
        "\"[Event \"b\"]\n*\n",
        "\n\"]\n*\n",
    ];
    let begins = [
        "[Event \"a",
        "[Event \"a\" x\" ",
        "[Site a",
        "1. e4 {a",
        "1. e4 ;a",
        "1. e4 N",
        "1. e4 [a",
        "%a",
    ];
    for begin in begins {
        for end in ends {
            for length in 0..70 {
                let padding = "x".repeat(length);
                check(format!("{begin}{padding}{end}1. d4 d5 *\n").as_bytes(), &[1, 3, 16]);
            }
        }
    }
}

#[test]
fn numbers_before_results_and_moves_are_told_the_same_in_pieces() {
    let parts = ["1", "2", "0", ".", ".5", "-", " ", "½", "e4", "*", "(½-½)", "("];
    let short = words(&parts, 3);
    // One in five of the long ones: every part is at every place of some of them.
    let long = words(&parts, 4).into_iter().skip(short.len()).step_by(5);
    for word in short.into_iter().chain(long) {
        let pgn =
            format!("1. d4 d5 {word} Nc3 Nc6 3. Bb5 a6\r[Event \"b\"]\n\n{word} e5 2. Nf3 *\n");
        check(pgn.as_bytes(), &[2]);
        check_ends(&pgn);
    }
}
