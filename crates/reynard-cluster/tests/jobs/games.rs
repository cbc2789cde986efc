//! Games in shards are the games of the files, each once and whole.

use std::fs;
use std::io::Write;
use std::num::NonZeroU64;
use std::path::Path;

use reynard_cluster::{
    AnnotateTask, CheckTask, Counts, InputCheck, PerftTask, Plan, Reported, ShardPart, list, run,
    verify,
};
use reynard_pgn::{Games, Reader};

use super::{digest, game, games, outputs, plan, run_all};

/// Lints show where each game is.
const fn check() -> CheckTask {
    CheckTask { report: Reported::Lints }
}

/// A Zstandard file with frames of some sizes in turn, which end anywhere.
pub(super) fn frames(text: &[u8], sizes: &[usize], sized: bool) -> Vec<u8> {
    let (mut file, mut rest) = (Vec::new(), text);
    for size in sizes.iter().cycle() {
        let (frame, behind) = rest.split_at(rest.len().min(*size));
        let mut encoder = zstd::Encoder::new(Vec::new(), 1).expect("memory");
        if sized {
            encoder.set_pledged_src_size(Some(frame.len() as u64)).expect("a size");
            encoder.include_contentsize(true).expect("a choice");
        }
        encoder.write_all(frame).expect("memory");
        file.extend(encoder.finish().expect("memory"));
        rest = behind;
        if rest.is_empty() {
            return file;
        }
    }
    file
}

/// Where the diagnostics of a job are, by the offsets in its outputs.
fn offsets(outputs: &[u8]) -> Vec<u64> {
    let lines = String::from_utf8_lossy(outputs);
    let offset = |line: &str| {
        let object: serde_json::Value = serde_json::from_str(line).expect("JSON");
        object["offset"].as_u64().expect("an offset")
    };
    lines.lines().map(offset).collect()
}

#[test]
fn shards_of_any_size_have_all_games_once() {
    let folder = tempfile::tempdir().expect("a folder");
    // Illegal moves, to have something to find at known places.
    let text = games(300).replace("2. c4", "2. Ke5");
    let plain = folder.path().join("games.pgn");
    fs::write(&plain, &text).expect("a file");
    let whole = plan(&folder.path().join("whole"), check(), &[&plain], u64::MAX);
    run_all(&whole);
    let expected = offsets(&outputs(&whole));
    assert_eq!(expected.len(), 100);
    for size in [1, 300, 5_000, 20_000] {
        let job = plan(&folder.path().join(size.to_string()), check(), &[&plain], size);
        assert!(job.manifest().shards.len() > 2, "{size} bytes");
        run_all(&job);
        digest(&job);
        assert_eq!(offsets(&outputs(&job)), expected, "{size} bytes");
        let report = verify(&job, InputCheck::Checksums).expect("files");
        assert_eq!((report.counts.games, report.counts.errors), (300, 100));
        assert_eq!(report.counts.white + report.counts.draw + report.counts.black, 300);
    }
}

/// Frames end within games, within tags, within empty lines; some have no beginning of a game.
#[test]
fn frames_have_the_games_that_begin_in_them() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = games(42).replace("2. c4", "2. Ke5");
    let plain = folder.path().join("games.pgn");
    fs::write(&plain, &text).expect("a file");
    let whole = plan(&folder.path().join("whole"), check(), &[&plain], u64::MAX);
    run_all(&whole);
    let expected = offsets(&outputs(&whole));
    let path = folder.path().join("games.pgn.zst");
    for sizes in [&[1_000][..], &[7, 450, 90], &[61], &[2, 3, 1_500], &[20_000]] {
        for sized in [true, false] {
            fs::write(&path, frames(text.as_bytes(), sizes, sized)).expect("a file");
            for shard_bytes in [1, 400, 3_000] {
                let name = format!("{sizes:?}-{sized}-{shard_bytes}");
                let job = plan(&folder.path().join(&name), check(), &[&path], shard_bytes);
                run_all(&job);
                let report = verify(&job, InputCheck::Checksums).expect("files");
                assert!(report.is_whole(), "{name}: {report:?}");
                assert_eq!((report.counts.games, report.counts.errors), (42, 14), "{name}");
                if sized {
                    assert_eq!(offsets(&outputs(&job)), expected, "{name}");
                }
            }
        }
    }
}

/// Every border within the text around the beginning of a game.
#[test]
fn a_border_anywhere_loses_no_game() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = games(3);
    let path = folder.path().join("games.pgn.zst");
    let first = game(0).len();
    for border in first - 30..first + 30 {
        fs::write(&path, frames(text.as_bytes(), &[border], true)).expect("a file");
        let job = plan(&folder.path().join(border.to_string()), check(), &[&path], 1);
        run_all(&job);
        let report = verify(&job, InputCheck::Checksums).expect("files");
        assert_eq!(report.counts.games, 3, "{border}");
        assert_eq!(report.games_before.len(), job.manifest().shards.len());
    }
}

/// A tag after an empty line begins no game where a brace closes after it, in a frame of its own
/// too.
#[test]
fn a_tag_within_a_comment_is_no_border() {
    let folder = tempfile::tempdir().expect("a folder");
    let game = "[Event \"?\"]\n\n1. e4 {see\n\n[Event \"no\"]\n} e5 1-0\n\n";
    let text = game.repeat(20);
    let path = folder.path().join("games.pgn.zst");
    for sizes in [&[20][..], &[33], &[61, 7], &[400]] {
        fs::write(&path, frames(text.as_bytes(), sizes, true)).expect("a file");
        let job = plan(&folder.path().join(format!("{sizes:?}")), check(), &[&path], 1);
        assert!(job.manifest().shards.len() > 2, "{sizes:?}");
        run_all(&job);
        let report = verify(&job, InputCheck::Checksums).expect("files");
        let Counts { games, plies, errors, .. } = report.counts;
        assert_eq!((games, plies, errors), (20, 40, 0), "{sizes:?}");
    }
}

#[test]
fn files_that_cannot_be_split_are_one_shard() {
    let folder = tempfile::tempdir().expect("a folder");
    let one_frame = folder.path().join("one.pgn.zst");
    fs::write(&one_frame, zstd::bulk::compress(games(50).as_bytes(), 3).expect("memory"))
        .expect("a file");
    let no_events = folder.path().join("moves.pgn");
    fs::write(&no_events, "1. e4 e5 1-0\n\n".repeat(50)).expect("a file");
    let empty = folder.path().join("empty.pgn");
    fs::write(&empty, "").expect("a file");
    let files: [&Path; 3] = [&one_frame, &no_events, &empty];
    let job = plan(&folder.path().join("job"), check(), &files, 10);
    assert_eq!(job.manifest().shards.len(), 3);
    assert!(matches!(job.manifest().shards[0].part, ShardPart::File { .. }));
    run_all(&job);
    assert_eq!(verify(&job, InputCheck::Checksums).expect("files").counts.games, 100);
}

/// The order of the shards, and a second run of one, change nothing.
#[test]
fn outputs_depend_on_the_shard_alone() {
    let folder = tempfile::tempdir().expect("a folder");
    let plain = folder.path().join("games.pgn");
    fs::write(&plain, games(40)).expect("a file");
    let task = || {
        let nodes = 200.try_into().expect("more than none");
        AnnotateTask { nodes, hash_mib: 1 }
    };
    let forward = plan(&folder.path().join("forward"), task(), &[&plain], 2_000);
    run_all(&forward);
    let backward = plan(&folder.path().join("backward"), task(), &[&plain], 2_000);
    for shard in backward.manifest().shards.iter().rev() {
        run(&backward, shard.number).expect("a good shard");
    }
    assert_eq!(digest(&forward), digest(&backward));
    // And it is what one engine makes of the whole file.
    let whole = plan(&folder.path().join("whole"), task(), &[&plain], u64::MAX);
    run_all(&whole);
    assert_eq!(outputs(&whole), outputs(&forward));
    let text = String::from_utf8(outputs(&whole)).expect("UTF-8");
    assert!(text.contains("[%eval"), "{text}");
    assert_eq!(Games::new(Reader::from_bytes(text.as_bytes())).count(), 40);
}

#[test]
fn shards_of_the_default_size_follow_the_input_and_the_workers() {
    let folder = tempfile::tempdir().expect("a folder");
    let plain = folder.path().join("games.pgn");
    let text = games(1_000);
    fs::write(&plain, &text).expect("a file");
    let zstd = folder.path().join("games.pgn.zst");
    fs::write(&zstd, frames(text.as_bytes(), &[2_000], true)).expect("a file");
    let shards = |path: &Path, workers: usize| {
        let nodes = NonZeroU64::MIN;
        let mut plan = Plan::new(AnnotateTask { nodes, hash_mib: 1 });
        plan.inputs = vec![path.to_str().expect("UTF-8").to_owned()];
        plan.workers = workers.try_into().expect("more than none");
        list(&plan, &reynard_cluster::LocalFiles).expect("a plan").shards.len()
    };
    for path in [&plain, &zstd] {
        // Four for each worker, less what the borders of games and frames take.
        assert!((3..=4).contains(&shards(path, 1)), "{}: {}", path.display(), shards(path, 1));
        assert!((10..=12).contains(&shards(path, 3)), "{}: {}", path.display(), shards(path, 3));
        // None is smaller than a process is worth.
        assert!(shards(path, 1_000) <= text.len().div_ceil(4_000), "{}", path.display());
    }
}

#[test]
fn perft_of_any_split_is_the_same() {
    let folder = tempfile::tempdir().expect("a folder");
    let kiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    for (fen, depth, leaves) in [("startpos", 5, 4_865_609), (kiwipete, 3, 97_862)] {
        for split in 0..=3 {
            let task = PerftTask { fen: fen.to_owned(), depth, split, hash_mib: 0 };
            let mut plan = Plan::new(task);
            plan.shard_subtrees = 700;
            let manifest = list(&plan, &reynard_cluster::LocalFiles).expect("a plan");
            let path = folder.path().join(format!("{depth}-{split}"));
            let job = reynard_cluster::Job::create(&manifest, &path).expect("a job");
            run_all(&job);
            let report = verify(&job, InputCheck::Sizes).expect("files");
            assert!(report.is_whole());
            assert_eq!(report.counts.leaves, leaves, "{fen} at {split}");
        }
    }
}

/// Tables have the rows of one table over the whole file, but for the numbers of the games.
#[cfg(feature = "parquet")]
#[test]
fn tables_have_all_rows() {
    use reynard_cluster::{ParquetTask, TableRows};

    let folder = tempfile::tempdir().expect("a folder");
    let plain = folder.path().join("games.pgn");
    fs::write(&plain, games(100)).expect("a file");
    for rows in [TableRows::Games, TableRows::Positions] {
        let task = ParquetTask { rows, ..ParquetTask::default() };
        let name = format!("{rows:?}");
        let job = plan(&folder.path().join(&name), task.clone(), &[&plain], 3_000);
        run_all(&job);
        let whole = plan(&folder.path().join(name + "-whole"), task, &[&plain], u64::MAX);
        run_all(&whole);
        let counts = |job| verify(job, InputCheck::Checksums).expect("files").counts;
        assert!(job.manifest().shards.len() > 3);
        assert_eq!(counts(&job), counts(&whole));
        assert_eq!(counts(&job).games, 100);
    }
}
