//! Packed files: recognized by content, whole, cut off, damaged and malicious.

use std::fmt::Write as _;
use std::io::{self, Cursor, Read, Write};

use flate2::write::GzEncoder;
use reynard_pgn::{
    Compression, DiagnosticKind, Input, MovetextMode, ReadError, Reader, ReaderOptions, Visitor,
    WindowTooLarge,
};

use crate::recorder::{Recorder, read};

const GAME: &str = "[Event \"x\"]\n\n1. e4 e5 2. Nf3 Nc6 1-0\n\n";

fn packed(compression: Compression, text: &[u8]) -> Vec<u8> {
    match compression {
        Compression::Plain => text.to_vec(),
        Compression::Gzip => {
            let mut encoder = GzEncoder::new(Vec::new(), flate2::Compression::fast());
            encoder.write_all(text).expect("memory");
            encoder.finish().expect("memory")
        }
        Compression::Bzip2 => {
            let mut encoder = bzip2::write::BzEncoder::new(Vec::new(), bzip2::Compression::fast());
            encoder.write_all(text).expect("memory");
            encoder.finish().expect("memory")
        }
        Compression::Zstd => zstd::encode_all(text, 3).expect("memory"),
        Compression::Zip => unreachable!("archives have tests of their own"),
    }
}

const FORMATS: [Compression; 4] =
    [Compression::Plain, Compression::Gzip, Compression::Bzip2, Compression::Zstd];

/// Opened on this thread, and on others.
fn opened(bytes: &[u8]) -> [Input<'static>; 2] {
    [
        Input::new(Cursor::new(bytes.to_vec())).expect("recognized"),
        Input::ahead(Cursor::new(bytes.to_vec())).expect("recognized"),
    ]
}

#[test]
fn formats_are_told_by_their_content() {
    let text = GAME.repeat(20_000);
    for compression in FORMATS {
        let bytes = packed(compression, text.as_bytes());
        assert_eq!(Compression::of(&bytes), compression);
        for mut input in opened(&bytes) {
            assert_eq!(input.compression(), compression);
            let mut unpacked = String::new();
            input.read_to_string(&mut unpacked).expect("a good archive");
            assert!(unpacked == text, "{compression:?}");
        }
    }
    for short in [&b""[..], b"1", b"BZ", b"\x28\xb5\x2f"] {
        assert_eq!(Input::new(short).expect("plain").compression(), Compression::Plain);
    }
}

#[test]
fn members_and_frames_follow_one_another() {
    for compression in [Compression::Gzip, Compression::Bzip2, Compression::Zstd] {
        let mut bytes = Vec::new();
        let mut expected = String::new();
        for number in 0..30 {
            let text = format!("[Event \"{number}\"]\n\n1. e4 *\n\n").repeat(number * 97);
            bytes.extend(packed(compression, text.as_bytes()));
            if compression == Compression::Zstd && number % 3 == 0 {
                // A frame that is to be skipped: magic number, length, anything.
                bytes.extend(b"\x53\x2a\x4d\x18\x03\0\0\0abc");
            }
            expected.push_str(&text);
        }
        for mut input in opened(&bytes) {
            let mut unpacked = String::new();
            input.read_to_string(&mut unpacked).expect("a good archive");
            assert!(unpacked == expected, "{compression:?}");
        }
    }
}

#[test]
fn bytes_after_gzip_members_are_padding_or_named() {
    let good = packed(Compression::Gzip, GAME.as_bytes());
    let followed_by = |rest: &[u8]| [&good, rest].concat();
    for (bytes, games) in [
        (followed_by(&vec![0; 70_000]), 1),
        (followed_by(&[&[0; 512], &good[..]].concat()), 2),
        (followed_by(&[0; 1]), 1),
    ] {
        for mut input in opened(&bytes) {
            let mut text = String::new();
            input.read_to_string(&mut text).expect("padding");
            assert!(text == GAME.repeat(games), "{text}");
        }
    }
    for rest in [&b"signature"[..], b"\0\0-----BEGIN PGP SIGNATURE-----\n"] {
        for mut input in opened(&followed_by(rest)) {
            let mut text = Vec::new();
            let error = input.read_to_end(&mut text).unwrap_err();
            assert_eq!(error.kind(), io::ErrorKind::InvalidData);
            let reason = "bytes that are not gzip follow the compressed games, which are complete";
            assert_eq!(error.to_string(), reason);
            assert!(text == GAME.as_bytes());
        }
    }
}

#[test]
fn archives_that_are_cut_off_keep_what_came_before() {
    let mut text = String::new();
    for number in 0..20_000 {
        let remark = number * 7919 % 10_007;
        write!(text, "[Event \"{number}\"]\n\n1. e4 e5 {{{remark}}} 1-0\n\n").expect("memory");
    }
    for compression in [Compression::Gzip, Compression::Bzip2, Compression::Zstd] {
        let whole = packed(compression, text.as_bytes());
        for input in opened(&whole[..whole.len() / 2]) {
            let mut recorder = Recorder::new(MovetextMode::Moves);
            let error = Reader::new(input).read_all(&mut recorder).unwrap_err();
            assert!(matches!(error, ReadError::Io(_)), "{compression:?}: {error}");
            let diagnostic = recorder.diagnostics.iter().find(|diagnostic| {
                matches!(diagnostic.kind, DiagnosticKind::InputFailed(io::ErrorKind::UnexpectedEof))
            });
            assert!(diagnostic.is_some(), "{compression:?}: {error}, {}", recorder.names());
            let games = recorder.ends.len();
            assert!(games > 1000, "{compression:?}: {games} games");
            let expected = read(text.as_bytes(), MovetextMode::Moves, ReaderOptions::default());
            assert_eq!(recorder.ends[..games - 1], expected.ends[..games - 1]);
        }
    }
}

#[test]
fn damaged_archives_end_with_an_error() {
    let text = GAME.repeat(5_000);
    for compression in [Compression::Gzip, Compression::Bzip2, Compression::Zstd] {
        let good = packed(compression, text.as_bytes());
        for at in [20, good.len() / 2, good.len() - 9] {
            let mut bad = good.clone();
            bad[at] ^= 0x55;
            for mut input in opened(&bad) {
                let mut unpacked = Vec::new();
                let result = input.read_to_end(&mut unpacked);
                assert!(
                    result.is_err()
                        || unpacked != text.as_bytes()
                        || compression == Compression::Zstd,
                    "{compression:?}, byte {at}"
                );
            }
        }
    }
}

#[test]
fn a_window_that_is_too_large_has_a_name() {
    let mut encoder = zstd::Encoder::new(Vec::new(), 1).expect("an encoder");
    encoder.window_log(27).expect("a choice");
    encoder.write_all(GAME.as_bytes()).expect("memory");
    let bytes = encoder.finish().expect("memory");
    for mut input in opened(&bytes) {
        let error = input.read_to_end(&mut Vec::new()).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::InvalidData);
        let inner = error.get_ref().and_then(|inner| inner.downcast_ref::<WindowTooLarge>());
        assert_eq!(inner, Some(&WindowTooLarge), "{error}");
    }
}

#[test]
fn bombs_are_read_like_everything_else() {
    struct Nothing;
    impl Visitor for Nothing {}

    // 64 MiB of one letter in a comment, packed more than a thousand times smaller.
    let text = [b"1. e4 {".to_vec(), vec![b'x'; 64 << 20], b"} e5 *".to_vec()].concat();
    for compression in [Compression::Gzip, Compression::Bzip2, Compression::Zstd] {
        let bytes = packed(compression, &text);
        assert!(bytes.len() * 200 < text.len(), "{compression:?}: {} bytes", bytes.len());
        let [here, ahead] = opened(&bytes);
        for input in [here, ahead] {
            let totals = Reader::new(input).read_all(&mut Nothing).expect("a good archive");
            assert_eq!((totals.games, totals.plies), (1, 2));
        }
    }
}
