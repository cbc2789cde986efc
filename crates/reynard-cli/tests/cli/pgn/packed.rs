//! Packed files are read by every command, whatever they are called.

use std::fs;
use std::io::Write;

use super::FAMOUS;
use crate::folder::Folder;
use crate::run::{reynard, reynard_with_input};

/// The text packed in every way, zstd in frames that end anywhere.
fn packed(text: &[u8]) -> [(&'static str, Vec<u8>); 3] {
    let mut gz = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    gz.write_all(text).expect("memory");
    let mut bz2 = bzip2::write::BzEncoder::new(Vec::new(), bzip2::Compression::fast());
    bz2.write_all(text).expect("memory");
    let frames = text.chunks(100_003).map(|part| zstd::encode_all(part, 1).expect("memory"));
    [
        ("gz", gz.finish().expect("memory")),
        ("bz2", bz2.finish().expect("memory")),
        ("zst", frames.collect::<Vec<_>>().concat()),
    ]
}

#[test]
fn packed_files_are_seen_for_what_they_are() {
    let folder = Folder::new();
    let text = FAMOUS.repeat(200);
    let plain = folder.file("games.pgn", &text);
    for args in [
        &["fmt"][..],
        &["filter", "--result", "0-1"],
        &["convert", "--to", "san"],
        &["sort", "--by", "White"],
        &["dedup"],
        &["merge"],
        &["stats", "--json"],
    ] {
        let run = |path: &str, threads| {
            let run = reynard(&[&["pgn"], args, &["--threads", threads, path]].concat());
            (run.code, run.stdout)
        };
        let expected = run(&plain, "1");
        assert!(expected.0 == 0 && expected.1.len() > 300, "{args:?}: {expected:?}");
        for (name, bytes) in packed(text.as_bytes()) {
            // The name does not say so.
            let path = folder.path("games.packed");
            fs::write(&path, bytes).expect("a writable folder");
            for threads in ["1", "3"] {
                assert!(run(&path, threads) == expected, "{args:?}, {name}, {threads} threads");
            }
        }
    }
}

#[test]
fn packed_standard_input_is_unpacked() {
    for (name, bytes) in packed(FAMOUS.as_bytes()) {
        let run = reynard_with_input(&["pgn", "fmt", "-"], &bytes);
        assert_eq!((run.code, run.stdout.as_str()), (0, FAMOUS), "{name}");
    }
}

#[test]
fn a_file_that_cannot_be_read_does_not_hide_those_after_it() {
    let folder = Folder::new();
    let text = FAMOUS.repeat(200);
    let [(_, gz), ..] = packed(text.as_bytes());
    fs::write(folder.path("a.pgn.gz"), &gz[..gz.len() - 20]).expect("a writable folder");
    folder.file("b.pgn", FAMOUS);
    fs::write(folder.path("c.pgn"), b"\x7fELF\x02\x01\x01\0").expect("a writable folder");
    folder.file("d.pgn", FAMOUS);
    let all = folder.path("");
    for command in ["check", "stats"] {
        let games = |path: &str| {
            let run = reynard(&["pgn", command, "--json", path]);
            (run.code, run.objects().last().expect("a sum")["games"].as_u64().expect("games"))
        };
        let (_, whole) = games(&folder.path("b.pgn"));
        let (code, read) = games(&all);
        assert!(code == 1 && read > 2 * whole, "{command}: {code}, {read} games");
        let run = reynard(&["pgn", command, &all]);
        assert_eq!(run.code, 1, "{command}");
        for line in ["a.pgn.gz: ", "c.pgn: a program, not a text"] {
            assert!(run.stderr.contains(line), "{command}: {}", run.stderr);
        }
    }
}

#[test]
fn games_of_other_files_are_passed_on_where_one_cannot_be_read() {
    let folder = Folder::new();
    let [(_, gz), ..] = packed(FAMOUS.repeat(200).as_bytes());
    let cut = &gz[..gz.len() - 20];
    let [(_, few), ..] = packed(FAMOUS.repeat(5).as_bytes());
    fs::write(folder.path("a.pgn.gz"), cut).expect("a writable folder");
    fs::write(folder.path("b.pgn"), b"\x7fELF\x02\x01\x01\0").expect("a writable folder");
    let last = "[Event \"Last\"]\n\n1. e4 *\n";
    folder.file("c.pgn", last);
    let [first, second, third] = ["a.pgn.gz", "b.pgn", "c.pgn"].map(|name| folder.path(name));
    let parts = folder.path("parts");
    for command in [
        &["filter", "--where", "plies>=0"][..],
        &["fmt"],
        &["merge"],
        &["sort", "--by", "White"],
        &["convert", "--to", "jsonl"],
        &["dedup"],
        &["split", "--games", "100000", "--into", &parts],
    ] {
        let args = [&["pgn"], command, &[&first, &second, &third]].concat();
        let run = reynard(&args);
        let written = match command[0] {
            "split" => fs::read_to_string(format!("{parts}/games-0001.pgn")).expect("a part"),
            _ => run.stdout,
        };
        assert_eq!(run.code, 1, "{command:?}: {}", run.stderr);
        assert!(written.contains("Last") && written.contains("Byrne"), "{command:?}");
        let [before, after] = ["; ", " games before that are read, the last one perhaps in part\n"];
        assert!(run.stderr.contains(before) && run.stderr.contains(after), "{}", run.stderr);
        assert!(run.stderr.contains("b.pgn: a program, not a text\n"), "{}", run.stderr);
    }
    // These are too slow for many games, or print no games.
    fs::write(folder.path("a.pgn.gz"), &few[..few.len() - 20]).expect("a writable folder");
    for command in [
        &["puzzles", "--nodes", "1"][..],
        &["players", "--mistakes", "Fischer"],
        &["players"],
        &["crosstable"],
        &["ratings"],
        &["filter", "--player", "Nobody"],
    ] {
        let run = reynard(&[&["pgn"], command, &[&first, &second, &third]].concat());
        assert_eq!(run.code, 1, "{command:?}: {}", run.stderr);
        assert!(run.stderr.contains("b.pgn: a program, not a text\n"), "{}", run.stderr);
        assert!(run.stderr.contains("before that are read, the last one perhaps"), "{run:?}");
    }
    fs::write(folder.path("a.pgn.gz"), cut).expect("a writable folder");
    // The games of a file that could not be read to its end are not replaced by those that were.
    let run = reynard(&["pgn", "fmt", "-o", &first, &first, &third]);
    assert_eq!(run.code, 2, "{}", run.stderr);
    assert_eq!(fs::read(&first).expect("the file"), cut);
}

#[test]
fn a_packed_file_that_is_cut_off_is_an_error() {
    let folder = Folder::new();
    let text = FAMOUS.repeat(200);
    for (name, bytes) in packed(text.as_bytes()) {
        let path = folder.path(&format!("games.pgn.{name}"));
        fs::write(&path, &bytes[..bytes.len() - 20]).expect("a writable folder");
        let output = folder.path("out.pgn");
        let run = reynard(&["pgn", "fmt", "-o", &output, &path]);
        assert_eq!(run.code, 2, "{name}: {}", run.stderr);
        assert!(run.stderr.contains(&path), "{}", run.stderr);
        assert!(!folder.names().contains(&"out.pgn".to_owned()), "{:?}", folder.names());
    }
    // Here the games are read one by one, which takes longer.
    for (name, bytes) in packed(FAMOUS.repeat(10).as_bytes()) {
        let path = folder.path(&format!("few.pgn.{name}"));
        fs::write(&path, &bytes[..bytes.len() - 20]).expect("a writable folder");
        for (command, options) in
            [("puzzles", &["--nodes", "1"][..]), ("players", &["--mistakes", "Fischer"])]
        {
            let run = reynard(&[&["pgn", command], options, &[&path]].concat());
            assert_eq!(run.code, 2, "{name}: {}", run.stderr);
            assert!(run.stderr.contains(&format!("error: {path}: ")), "{}", run.stderr);
        }
    }
}

#[test]
fn outputs_are_packed_as_their_names_say() {
    let folder = Folder::new();
    let games = folder.file("games.pgn", &FAMOUS.repeat(20));
    let plain = reynard(&["pgn", "fmt", &games]).stdout;
    for (ending, first) in
        [("gz", &[0x1f, 0x8b][..]), ("bz2", b"BZh"), ("ZST", &[0x28, 0xb5, 0x2f, 0xfd])]
    {
        let path = folder.path(&format!("out.pgn.{ending}"));
        let run = reynard(&["pgn", "fmt", "-o", &path, &games]);
        assert_eq!((run.code, run.stdout.as_str()), (0, ""), "{}", run.stderr);
        let bytes = fs::read(&path).expect("an output file");
        assert!(bytes.starts_with(first) && bytes.len() < plain.len() / 2, "{ending}");
        assert_eq!(reynard(&["pgn", "fmt", &path]).stdout, plain, "{ending}");
    }
    for args in [&["pgn", "sort", "--by", "White"][..], &["analyze", "--nodes", "100"]] {
        let archive = folder.path("out.zip");
        let run = reynard(&[args, &["-o", &archive, &games]].concat());
        assert!(run.code == 2 || run.code == 1, "{}", run.stderr);
        assert!(run.stderr.contains("out.zip: archives are read, not written"), "{}", run.stderr);
        assert!(fs::metadata(&archive).is_err());
    }
}
