//! The diagnostics of the first users: games by number, samples, folders, data formats, exit codes.

use std::fs;

use serde_json::json;

use super::{DAMAGED, FAMOUS};
use crate::folder::Folder;
use crate::run::{reynard, reynard_with_input};

#[test]
fn a_game_that_a_message_names_can_be_got_at() {
    let folder = Folder::new();
    let path = folder.file("famous.pgn", FAMOUS);
    let run = reynard(&["pgn", "filter", "--game", "2-3,5", "--count", &path]);
    assert_eq!((run.code, run.stdout.as_str()), (0, "3\n"));
    let run = reynard(&["pgn", "filter", "--game", "5", &path]);
    assert!(run.stdout.contains("[White \"Kasparov, Garry\"]"), "{}", run.stdout);
    let broken = folder.file("damaged.pgn", DAMAGED);
    let run = reynard(&["pgn", "filter", "--broken", "--count", &broken]);
    assert_eq!((run.code, run.stdout.as_str()), (0, "1\n"));
}

/// Data of `pgn check` and notes of other commands come by different ways.
#[test]
fn moves_in_other_piece_letters_are_reported_with_the_option_that_reads_them() {
    let pgn = b"1. e4 e5 2. Sf3 *";
    let checked = reynard_with_input(&["pgn", "check", "-"], pgn).stdout;
    assert!(checked.contains("German or Polish piece letters? `--letters de`"), "{checked}");
    let noted = reynard_with_input(&["pgn", "fmt", "-"], pgn).stderr;
    assert!(noted.contains("German or Polish piece letters? `--letters de`"), "{noted}");
}

#[test]
fn a_sample_is_the_same_for_a_seed_and_keeps_the_order_of_the_games() {
    let sample = |seed: &str| {
        let args = ["pgn", "filter", "--sample", "2", "--seed", seed, "-"];
        reynard_with_input(&args, FAMOUS.as_bytes()).stdout
    };
    assert_eq!(sample("1"), sample("1"));
    assert!((2..20).any(|seed| sample(&seed.to_string()) != sample("1")));
    assert_eq!(sample("1").matches("[Event ").count(), 2);
    let all = reynard_with_input(&["pgn", "filter", "--sample", "9", "-"], FAMOUS.as_bytes());
    assert_eq!(all.stdout, FAMOUS);
}

#[test]
fn folders_stand_for_the_games_in_them() {
    let folder = Folder::new();
    let path = folder.file("b.pgn", FAMOUS);
    let parent = std::path::Path::new(&path).parent().expect("a folder");
    fs::create_dir(parent.join("a")).expect("a folder");
    fs::write(parent.join("a/c.pgn"), DAMAGED).expect("a file");
    fs::write(parent.join("notes.txt"), "no games").expect("a file");
    let parent = parent.to_str().expect("a path");
    let run = reynard(&["pgn", "check", "--json", parent]);
    assert_eq!(run.objects().last().expect("a total")["games"], 8);
    fs::create_dir(format!("{parent}/empty")).expect("a folder");
    let run = reynard(&["pgn", "check", &format!("{parent}/empty")]);
    assert_eq!(run.code, 2);
    assert!(run.stderr.contains("there is no PGN file in this folder"), "{}", run.stderr);
}

#[test]
fn files_that_are_no_text_are_named_in_one_line() {
    for (bytes, word) in [
        (&b"\xfd7zXZ\0\0\x04\xe6\xd6\xb4F"[..], "packed by xz"),
        (b"\x7fELF\x02\x01\x01\0\0\0\0\0\0\0\0\0", "a program, not a text"),
        (b"7z\xbc\xaf\x27\x1c\0\x04", "a 7z archive"),
    ] {
        let run = reynard_with_input(&["pgn", "check", "-"], bytes);
        assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{word}");
        assert!(run.stderr.contains(word) && run.stderr.lines().count() == 1, "{}", run.stderr);
    }
    let run = reynard_with_input(&["pgn", "check", "-"], b"\xff\xfe\0\0[\0\0\0E\0\0\0");
    assert!(run.stdout.contains("UTF-32, which is not read: save it as UTF-8"), "{run:?}");
}

/// The shell of Windows writes what a program prints in UTF-16.
#[test]
fn files_in_utf_16_are_read() {
    let pgn = "[White \"Kārlis\"]\r\n[Black \"Ó 😀\"]\r\n\r\n1. e4 {♞ here} e5 *\r\n";
    let units = std::iter::once(0xfeff).chain(pgn.encode_utf16());
    let little: Vec<u8> = units.clone().flat_map(u16::to_le_bytes).collect();
    let big: Vec<u8> = units.flat_map(u16::to_be_bytes).collect();
    for bytes in [&little, &big] {
        for threads in ["1", "2"] {
            let args = ["pgn", "filter", "--white", "Kārlis", "--threads", threads, "-"];
            let run = reynard_with_input(&args, bytes);
            assert_eq!(run.code, 0, "{run:?}");
            assert!(run.stdout.contains("[Black \"Ó 😀\"]"), "{run:?}");
            assert!(run.stdout.contains("{♞ here}"), "{run:?}");
        }
    }
}

#[test]
fn commands_that_pass_games_on_end_with_0_unless_errors_are_to_count() {
    for command in ["filter", "stats", "fmt", "convert", "merge", "dedup"] {
        // The moves have to be played for the error to be found.
        let condition: &[&str] = if command == "filter" { &["--opening", "game"] } else { &[] };
        let args = [&["pgn", command, "-"], condition].concat();
        let run = reynard_with_input(&args, DAMAGED.as_bytes());
        assert_eq!(run.code, 0, "{command}: {}", run.stderr);
        if command == "merge" {
            // Nothing is played.
            continue;
        }
        assert!(run.stderr.contains("note: 1 error in 3 games"), "{command}: {}", run.stderr);
        let args = [&args[..], &["--fail-on-error"]].concat();
        assert_eq!(reynard_with_input(&args, DAMAGED.as_bytes()).code, 1, "{command}");
    }
    assert_eq!(reynard_with_input(&["pgn", "check", "-"], DAMAGED.as_bytes()).code, 1);
}

#[test]
fn jsonl_has_clocks_evaluations_comments_and_variations_where_they_are_asked_for() {
    let pgn = "[White \"A\"]\n\n{first} 1. e4 {[%eval 0.17] [%clk 0:03:00] good} e5 $2 (1... c5 {sharp} \
               2. Nf3 (2. d4)) 2. Qh5 {[%eval #-3] [%emt 0:00:02.5]} *\n";
    let run = reynard_with_input(
        &["pgn", "convert", "--to", "jsonl", "--with", "all", "-"],
        pgn.as_bytes(),
    );
    let game = run.object();
    assert_eq!(game["san"], json!(["e4", "e5", "Qh5"]));
    assert_eq!(game["clk"], json!([180.0, null, null]));
    assert_eq!(game["emt"], json!([null, null, 2.5]));
    assert_eq!(game["eval"], json!([0.17, null, null]));
    assert_eq!(game["mate"], json!([null, null, -3]));
    assert_eq!(game["comment"], "first");
    assert_eq!(game["comments"], json!(["good", null, null]));
    assert_eq!(game["nags"], json!([[], [2], []]));
    let variations = &game["variations"];
    assert_eq!((&variations[0]["of"], &variations[0]["ply"]), (&json!(0), &json!(2)));
    assert_eq!(variations[0]["san"], json!(["c5", "Nf3"]));
    assert_eq!(variations[0]["comments"], json!(["sharp", null]));
    assert_eq!((&variations[1]["of"], &variations[1]["ply"]), (&json!(1), &json!(3)));
    assert_eq!(variations[1]["san"], json!(["d4"]));
    let run = reynard_with_input(
        &["pgn", "convert", "--to", "jsonl", "--with", "clocks", "-"],
        pgn.as_bytes(),
    );
    let game = run.object();
    assert_eq!(game["clk"], json!([180.0, null, null]));
    assert!(game.get("eval").is_none() && game.get("variations").is_none());
}

#[test]
fn csv_has_the_columns_that_are_asked_for() {
    let pgn = "[White \"A, B\"]\n[TimeControl \"180+2\"]\n\n1. e4 e5 *\n";
    let args =
        ["pgn", "convert", "--to", "csv", "--columns", "white,TimeControl,PlyCount,Elo", "-"];
    let run = reynard_with_input(&args, pgn.as_bytes());
    assert_eq!(run.stdout, "white,TimeControl,PlyCount,Elo\n\"A, B\",180+2,2,\n");
    assert_eq!(run.stderr, "note: no game has the tag Elo: its column is empty\n");
}

#[test]
fn control_characters_of_tags_do_not_reach_the_terminal() {
    let pgn = "[White \"\u{1b}[2JEvil\"]\n\n1. e4 *\n";
    let run = reynard_with_input(&["pgn", "stats", "-"], pgn.as_bytes());
    assert!(run.stdout.contains("Evil") && !run.stdout.contains('\u{1b}'), "{}", run.stdout);
    let run = reynard(&["pgn", "check", "no\u{1b}[31mfile.pgn"]);
    assert!(run.code == 2 && !run.stderr.contains('\u{1b}'), "{}", run.stderr);
}

#[test]
fn sort_puts_unknown_ratings_last_in_both_directions_and_refuses_an_unknown_tag() {
    let game = |elo: &str| format!("[White \"{elo}\"]\n[WhiteElo \"{elo}\"]\n\n*\n\n");
    let pgn = ["2700", "?", "", "2850"].map(game).concat();
    for (by, order) in
        [("-WhiteElo", ["2850", "2700", "?", ""]), ("whiteelo", ["2700", "2850", "?", ""])]
    {
        let run = reynard_with_input(&["pgn", "sort", "--by", by, "-"], pgn.as_bytes());
        let names: Vec<&str> =
            run.stdout.lines().filter_map(|line| line.strip_prefix("[White \"")).collect();
        assert_eq!(names, order.map(|name| format!("{name}\"]")), "{by}");
    }
    let run = reynard_with_input(&["pgn", "sort", "--by", "WiteElo", "-"], pgn.as_bytes());
    assert_eq!((run.code, run.stdout.as_str()), (2, ""));
    assert_eq!(run.stderr, "error: no game has the tag `WiteElo`; did you mean WhiteElo?\n");
}

#[test]
fn a_capture_written_as_the_push_of_a_pawn_is_an_error_that_names_the_capture() {
    for (fen, mv, capture) in [
        ("4k3/8/8/4Pp2/8/8/8/4K3 w - f6 0 2", "2. f6", "exf6"),
        ("4k3/8/8/8/2p5/3P4/8/4K3 w - - 0 2", "2. c4", "dxc4"),
    ] {
        let pgn = format!("[SetUp \"1\"]\n[FEN \"{fen}\"]\n\n{mv} *\n");
        let run = reynard_with_input(&["pgn", "check", "-"], pgn.as_bytes());
        let error =
            format!("is not a legal move here; the capture is written {capture} (game 1, ply 1)");
        assert!(run.code == 1 && run.stdout.contains(&error), "{}", run.stdout);
        let move_number = mv.split(' ').nth(1).expect("a move");
        assert_ne!(reynard(&["see", fen, move_number]).code, 0, "{mv}");
    }
}

#[test]
fn a_mistyped_name_of_a_player_gets_a_suggestion() {
    let folder = Folder::new();
    let path = folder.file("famous.pgn", FAMOUS);
    for args in [
        &["pgn", "filter", "--count", "--player", "Kasparof", &path][..],
        &["pgn", "filter", "--count", "--where", "white~'garry kasparow'", &path],
        &["pgn", "players", "--name", "kasparof", &path],
        &["pgn", "players", "kasparof", &path],
        &["pgn", "players", "kasparof", &path, "--mistakes"],
        &["pgn", "puzzles", "--nodes", "10", "--player", "kasparof", &path],
    ] {
        let run = reynard(args);
        assert_eq!(run.code, 0, "{args:?}: {run:?}");
        assert!(run.stderr.contains("did you mean Kasparov, Garry?"), "{args:?}: {run:?}");
    }
}

#[test]
fn the_name_of_a_player_may_stand_in_front_of_the_files() {
    let folder = Folder::new();
    let path = folder.file("famous.pgn", FAMOUS);
    let named = reynard(&["pgn", "players", "--name", "kasparov", &path]);
    let front = reynard(&["pgn", "players", "kasparov", &path]);
    assert_eq!((front.code, &front.stdout), (0, &named.stdout));
    assert_eq!(front.stdout.lines().count(), 2);
    let mistakes = reynard(&["pgn", "players", &path, "--mistakes"]);
    assert_eq!(mistakes.code, 2);
    assert!(mistakes.stderr.contains("--mistakes needs the name of a player"), "{mistakes:?}");
}

#[test]
fn nearly_the_same_games_are_found_and_the_longest_stays() {
    let game = |white: &str, date: &str, end: &str| {
        format!(
            "[White \"{white}\"]\n[Black \"Reti, Richard\"]\n[Date \"{date}\"]\n\n1. d4 d5 2. c4 c6 3. Nf3 Nf6 \
             4. Nc3 e6 5. e3 Nbd7 6. Bd3 dxc4 7. Bxc4 b5 8. Bd3 a6 9. e4 c5 10. d5 c4 11. dxe6 cxd3 {end} 1-0\n\n"
        )
    };
    let long = game("Müller, Karsten", "2001.05.06", "12. exd7+ Qxd7 13. O-O");
    let pgn = [game("MUELLER", "2001.??.??", ""), long.clone(), game("Miller", "2001.05.06", "")]
        .concat();
    let run = reynard_with_input(&["pgn", "dedup", "--same", "nearly", "-"], pgn.as_bytes());
    assert!(run.stderr.contains("2 of 3 games"), "{run:?}");
    assert!(run.stdout.starts_with(&long) && run.stdout.contains("Miller"), "{run:?}");
    let exact = reynard_with_input(&["pgn", "dedup", "-"], pgn.as_bytes());
    assert!(exact.stderr.contains("2 of 3 games"), "the short ones have the same moves: {exact:?}");
}

#[test]
fn an_input_without_games_is_noted() {
    let run = reynard_with_input(&["pgn", "check", "-"], b"");
    assert_eq!(run.code, 0);
    assert!(run.stderr.contains("note: no games found"), "{run:?}");
}

#[test]
fn text_that_belongs_to_no_game_is_an_error_everywhere() {
    let folder = Folder::new();
    let words = folder.file("words.pgn", "hello world\n");
    let junk = folder.file("junk.pgn", "junk before\n\n[Event \"a\"]\n\n1. e4 *\n");
    let book = folder.path("x.bin");
    for args in [
        &["pgn", "puzzles", "--fail-on-error", &words][..],
        &["pgn", "puzzles", "--fail-on-error", &junk],
        &["book", "make", "--fail-on-error", &junk, "-o", &book],
        &["analyze", "--depth", "1", &words],
        &["show", &words],
    ] {
        let run = reynard(args);
        assert_ne!(run.code, 0, "{args:?}: {run:?}");
        assert!(run.stderr.contains("is not part of a game"), "{args:?}: {run:?}");
    }
}
