//! Tasks that are not about the text of games alone.

use std::fs;
use std::path::Path;

use hmac_sha256::Hash;
use reynard_arena::spsa::{Spsa, SpsaSettings, SpsaTrial};
use reynard_cluster::{
    AnnotateTask, Counts, InputCheck, Job, Manifest, ShardPart, ShardSummary, SpsaTask, SyzygyTask,
    run, spsa_state, verify,
};

use super::{digest, outputs, plan, run_all};

/// The tables of three pieces of the crate for tables.
fn tables() -> SyzygyTask {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../reynard-syzygy/tests/tables");
    let names = fs::read_dir(&folder).expect("tables").map(|entry| entry.expect("an entry").path());
    let is_table = |path: &std::path::PathBuf| path.extension().is_some_and(|it| it != "md");
    let tables = names.filter(is_table).count();
    SyzygyTask { folders: vec![folder.to_str().expect("UTF-8").to_owned()], tables }
}

/// Positions of three pieces, one that is in no table, and a line that is no position.
const RECORDS: &str = "# a comment\n8/8/8/8/8/3k4/8/K6R w - - bm Rh3+; id \"rook\";\n\n\
    8/8/8/8/8/3k4/8/K6R b - - 3 40\nrnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -\n\
    nonsense\n8/8/8/8/4k3/8/4P3/4K3 b - -\n";

#[test]
fn records_are_looked_up_once_each() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("positions.epd");
    fs::write(&path, RECORDS).expect("a file");
    let job = |name: &str, size| {
        let job = plan(&folder.path().join(name), tables(), &[&path], size);
        run_all(&job);
        job
    };
    let (whole, parts) = (job("whole", u64::MAX), job("parts", 1));
    assert_eq!(parts.manifest().shards.len(), 7);
    assert_eq!(outputs(&whole), outputs(&parts));
    let text = String::from_utf8(outputs(&whole)).expect("UTF-8");
    let wdl: Vec<i64> = text
        .lines()
        .map(|line| serde_json::from_str::<serde_json::Value>(line).expect("JSON"))
        .map(|line| line["wdl"].as_i64().expect("a value"))
        .collect();
    // White wins with the rook, whoever moves; the king takes part in the pawn ending.
    assert_eq!(wdl[..2], [2, -2]);
    let counts = verify(&parts, InputCheck::Checksums).expect("files").counts;
    assert_eq!((counts.positions, counts.errors), (3, 1));
}

#[test]
fn a_long_line_is_one_record() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("positions.epd");
    let record = "8/8/8/8/8/3k4/8/K6R w - -";
    fs::write(&path, format!("{record} id \"{}\";\n{record}\n", "x".repeat(200_000)))
        .expect("a file");
    let job = plan(&folder.path().join("job"), tables(), &[&path], u64::MAX);
    run_all(&job);
    let counts = verify(&job, InputCheck::Checksums).expect("files").counts;
    assert_eq!((counts.positions, counts.errors), (2, 0));
    let text = String::from_utf8(outputs(&job)).expect("UTF-8");
    let second = format!("{{\"offset\":{},", record.len() + 200_000 + 8);
    assert!(text.lines().nth(1).is_some_and(|line| line.starts_with(&second)), "{text}");
}

#[test]
fn games_are_looked_up_where_few_pieces_are_left() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("games.pgn");
    let game = "[Event \"?\"]\n[FEN \"8/8/8/8/8/3k4/7p/K6R w - - 0 1\"]\n\n1. Rxh2 Ke3 1-0\n\n";
    fs::write(&path, game.repeat(3)).expect("a file");
    let job = plan(&folder.path().join("job"), tables(), &[&path], 1);
    run_all(&job);
    let text = String::from_utf8(outputs(&job)).expect("UTF-8");
    let lines: Vec<&str> = text.lines().collect();
    // Two positions of three pieces in each game; the first one has four.
    assert_eq!(lines.len(), 6);
    let length = game.len();
    assert_eq!(lines[2], lines[0].replace("\"offset\":0", &format!("\"offset\":{length}")));
    assert!(lines[0].starts_with("{\"offset\":0,\"ply\":1,\"wdl\":-2"), "{}", lines[0]);
}

#[test]
fn other_tables_than_planned_are_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("positions.epd");
    fs::write(&path, RECORDS).expect("a file");
    let mut task = tables();
    task.tables += 1;
    let mut plan = reynard_cluster::Plan::new(task);
    plan.inputs = vec![path.to_str().expect("UTF-8").to_owned()];
    let error =
        reynard_cluster::list(&plan, &reynard_cluster::LocalFiles).expect_err("other tables");
    assert!(error.to_string().contains("when the job was planned"), "{error}");
}

#[test]
fn records_are_searched_each_by_itself() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("positions.epd");
    fs::write(&path, RECORDS).expect("a file");
    let nodes = 300.try_into().expect("more than none");
    let task = AnnotateTask { nodes, hash_mib: 1 };
    let forward = plan(&folder.path().join("forward"), task.clone(), &[&path], 1);
    run_all(&forward);
    let backward = plan(&folder.path().join("backward"), task, &[&path], 1);
    for shard in backward.manifest().shards.iter().rev() {
        run(&backward, shard.number).expect("a good shard");
    }
    assert_eq!(digest(&forward), digest(&backward));
    let text = String::from_utf8(outputs(&forward)).expect("UTF-8");
    assert_eq!(text.lines().count(), 5);
    assert!(text.lines().nth(3).is_some_and(|line| line.contains("\"error\"")), "{text}");
}

#[test]
fn castling_of_chess960_in_a_record_is_not_written_as_a_move_of_the_king() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("positions.epd");
    // Castling is mate, and a move of the king onto the same square is not.
    fs::write(&path, "2rkr3/2p1p3/8/8/8/8/8/RK6 w A -\n").expect("a file");
    let task = AnnotateTask { nodes: 300.try_into().expect("more than none"), hash_mib: 1 };
    let job = plan(&folder.path().join("job"), task, &[&path], 1);
    run_all(&job);
    let text = String::from_utf8(outputs(&job)).expect("UTF-8");
    assert!(text.contains(r#""best":"b1a1""#), "{text}");
}

/// Writes the outputs of a job of SPSA as if the side with the greater value had won its games.
fn play_spsa(job: &Job, spsa: &mut Spsa) {
    for shard in &job.manifest().shards {
        let ShardPart::Pairs { first, count } = shard.part else { panic!("pairs") };
        let mut text = String::new();
        for pair in first..first + count {
            let SpsaTrial { first, second, .. } = spsa.trial(pair.into()).expect("a trial");
            let half_points = if first > second { 4 } else { 1 };
            spsa.add(half_points);
            let game = serde_json::json!({"result": "1-0", "cause": "checkmate", "moves": ""});
            let line = serde_json::json!({
                "pair": pair,
                "first": first,
                "second": second,
                "half_points": half_points,
                "games": [game, game],
            });
            text += &line.to_string();
            text.push('\n');
        }
        write_output(job, shard.number, &text);
    }
}

/// Writes the output of a shard, and a summary that goes with it.
fn write_output(job: &Job, shard: u32, text: &str) {
    let path = job.output_path(shard);
    let summary = ShardSummary {
        shard,
        job: job.id().to_owned(),
        version: Manifest::VERSION.to_owned(),
        file: path.file_name().expect("a name").to_string_lossy().into_owned(),
        bytes: text.len() as u64,
        sha256: Hash::hash(text.as_ref()).map(|byte| format!("{byte:02x}")).concat(),
        counts: Counts::default(),
    };
    fs::write(&path, text).expect("an output");
    let summary = serde_json::to_vec(&summary).expect("JSON");
    fs::write(job.summary_path(shard), summary).expect("a summary");
}

#[test]
fn results_of_spsa_are_replayed_and_have_to_follow_from_each_other() {
    let folder = tempfile::tempdir().expect("a folder");
    let parameters = vec!["a,50,0,100,5".to_owned()];
    let mut task = SpsaTask::new("engine,nodes=1".to_owned(), parameters);
    (task.pairs, task.gain) = (40, 0.05);
    let job = plan(folder.path(), task, &[], 1);
    assert_eq!(job.manifest().shards.len(), 5);
    // The last shard goes on from the first one.
    assert_eq!((job.shards_before(3), job.shards_before(4)), (0, 1));
    let settings =
        SpsaSettings { pairs: 40, gain: 0.05, concurrency: 32, ..SpsaSettings::default() };
    let mut expected = Spsa::new(vec!["a,50,0,100,5".parse().expect("a parameter")], settings);
    play_spsa(&job, &mut expected);
    assert_eq!(spsa_state(&job).expect("pairs"), expected);
    let report = verify(&job, InputCheck::Checksums).expect("files");
    assert!(report.is_whole(), "{report:?}");
    let progress = report.spsa.expect("parameters");
    assert_eq!((progress.pairs, progress.parameters), (40, expected.tuned()));
    assert!(expected.values()[0] > 51.0, "{:?}", expected.values());
    // Another result in the first shard leads to other pairs in the last one.
    let path = job.output_path(0);
    let text = fs::read_to_string(&path).expect("pairs");
    let turned = |points: &str, to: &str| text.replace(points, to);
    let wrong = turned("\"half_points\":4", "\"half_points\":0");
    assert_ne!(wrong, text);
    write_output(&job, 0, &wrong);
    let report = verify(&job, InputCheck::Checksums).expect("files");
    let [damage] = &report.damaged[..] else { panic!("{report:?}") };
    assert_eq!(damage.shard, 4);
    assert!(damage.reason.contains("does not follow from the results"), "{damage:?}");
    let error = spsa_state(&job).expect_err("an error");
    assert!(error.to_string().contains("spsa-00004.jsonl: pair 3"), "{error}");
    // No pair has five half points.
    write_output(&job, 0, &turned("\"half_points\":4", "\"half_points\":5"));
    let report = verify(&job, InputCheck::Checksums).expect("files");
    assert_eq!(report.damaged[0].shard, 0, "{report:?}");
}

/// Segments that are merged are the database of the whole file.
#[cfg(feature = "db")]
#[test]
fn segments_make_up_one_database() {
    use reynard_cluster::DatabaseTask;
    use reynard_db::{Budget, Database, DatabaseOptions};

    let folder = tempfile::tempdir().expect("a folder");
    let games = folder.path().join("games.pgn");
    fs::write(&games, super::games(60)).expect("a file");
    let task = DatabaseTask::default;
    let job = plan(&folder.path().join("job"), task(), &[&games], 3_000);
    run_all(&job);
    let again = plan(&folder.path().join("again"), task(), &[&games], 3_000);
    for shard in again.manifest().shards.iter().rev() {
        run(&again, shard.number).expect("a good shard");
    }
    assert_eq!(digest(&job), digest(&again));
    let shards = job.manifest().shards.iter();
    let segments: Vec<Database> =
        shards.map(|it| Database::open(job.output_path(it.number)).expect("a segment")).collect();
    assert!(segments.len() > 3);
    let merged = folder.path().join("merged.rdb");
    let segments: Vec<&Database> = segments.iter().collect();
    Database::merge(&segments, &merged, &Budget::default()).expect("a database");
    let path = folder.path().join("whole.rdb");
    let mut whole = Database::create(&path, DatabaseOptions::default()).expect("a database");
    whole.add_pgn(super::games(60).as_bytes(), &Budget::default()).expect("games");
    let copy = folder.path().join("copy.rdb");
    whole.compact_to(&copy, &Budget::default()).expect("a copy");
    assert!(fs::read(merged).expect("a file") == fs::read(copy).expect("a file"));
}
