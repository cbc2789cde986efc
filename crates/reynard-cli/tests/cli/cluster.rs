//! `reynard cluster`: the same bytes from one process, from workers and from a shell, whatever goes
//! wrong on the way.

use std::fs;

use serde_json::Value;

use crate::jobs::{add_tables, folder, gives_the_same_bytes, plan, run};
use crate::run::reynard;

mod chaos;

/// Commands that plan small jobs; `JOB` is the folder.
fn plans() -> Vec<&'static str> {
    let mut plans = vec![
        "perft JOB 4 --split 3 --shard-subtrees 600",
        "check JOB games.pgn --lints --shard-bytes 3000",
        "annotate JOB games.pgn --nodes 50 --hash 1 --shard-bytes 3000",
        "annotate JOB positions.epd --nodes 50 --hash 1 --shard-bytes 100",
        "syzygy JOB endings.pgn positions.epd --tables tables --shard-bytes 100",
        "database JOB games.pgn --shard-bytes 2000",
        "match JOB self,nodes=20 self,nodes=10,name=b --pairs 6 --shard-pairs 2 --max-moves 10",
        "spsa JOB self,nodes=100 --all --gain 0.3 --pairs 5 --shard-pairs 1 --concurrency 2",
    ];
    if cfg!(feature = "parquet") {
        plans.push("parquet JOB games.pgn --shard-bytes 3000");
        plans.push("parquet JOB games.pgn --what positions --every 3 --shard-bytes 3000");
    }
    plans
}

#[test]
fn one_process_two_workers_and_a_shell_give_the_same_bytes() {
    std::thread::scope(|scope| {
        for line in plans() {
            scope.spawn(move || {
                let folder = folder();
                add_tables(folder.path());
                gives_the_same_bytes(folder.path(), line);
            });
        }
    });
}

#[test]
fn a_plan_with_fewer_shards_than_workers_says_so() {
    let folder = folder();
    let folder = folder.path();
    let planned = run(folder, "cluster plan check job games.pgn --workers 3");
    assert_eq!(planned.stdout, "job: 1 shard\n");
    let note = "note: 1 shard for 3 workers, of which some stay idle: a smaller --shard-bytes makes more\n";
    assert_eq!(planned.stderr, note);
    let planned = run(folder, "cluster plan annotate new/folder games.pgn --nodes 50 --workers 2");
    let stdout = &planned.stdout;
    assert!(stdout.starts_with("new/folder: ") && stdout.ends_with(" shards\n"), "{planned:?}");
    assert_eq!(planned.stderr, "");
}

#[test]
fn jobs_make_what_the_commands_for_one_machine_make() {
    let folder = folder();
    let folder = folder.path();
    plan(folder, "annotate annotated games.pgn --nodes 50 --hash 1 --shard-bytes 3000");
    let total = run(folder, "cluster run --json annotated").object();
    let analyze = "analyze games.pgn --nodes 50 --hash 1 --threads 1 -o plain.pgn";
    run(folder, analyze);
    let shards = total["shards"].as_u64().expect("a number");
    assert!(shards > 2);
    let annotated = (0..shards).flat_map(|n| {
        fs::read(folder.join(format!("annotated/annotated-{n:05}.pgn"))).expect("games")
    });
    assert!(annotated.eq(fs::read(folder.join("plain.pgn")).expect("games")));
    plan(folder, "check checked games.pgn --shard-bytes 2000");
    let checked = run(folder, "cluster run --json checked").object();
    let plain = run(folder, "pgn check --json games.pgn");
    let total = plain.objects().pop().expect("a total");
    for (ours, theirs) in [("games", "games"), ("plies", "moves"), ("errors", "errors")] {
        assert_eq!(checked["counts"][ours], total[theirs], "{ours}");
    }
}

#[test]
fn perft_is_exact_and_every_subtree_is_in_the_ledger() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    plan(folder, "perft job 5 --split 3 --shard-subtrees 1000");
    let total = run(folder, "cluster run --workers 2 --json job").object();
    assert_eq!(total["counts"]["leaves"], "4865609");
    assert_eq!(total["counts"]["subtrees"], 5_362);
    let ledger = fs::read_to_string(folder.join("job/perft-00000.jsonl")).expect("a ledger");
    assert_eq!(ledger.lines().count(), 1_000);
    let text = run(folder, "cluster verify job").stdout;
    assert!(text.contains("Leaves         4865609\n"), "{text}");
}

#[test]
fn a_match_has_its_pairs_once_each() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    let engines = "self,nodes=30 self,nodes=10,name=weaker --pairs 5 --max-moves 20";
    plan(folder, &format!("match one {engines} --shard-pairs 5"));
    plan(folder, &format!("match two {engines} --shard-pairs 2"));
    assert_eq!(run(folder, "cluster run --workers 1 one").code, 0);
    let total = run(folder, "cluster run --workers 2 --json two").object();
    assert_eq!((&total["counts"]["games"], &total["shards"]), (&10.into(), &3.into()));
    let games = |job: &str, shards: u32| -> String {
        let read = |n| fs::read_to_string(folder.join(format!("{job}/match-{n:05}.jsonl")));
        (0..shards).map(|number| read(number).expect("games")).collect()
    };
    assert_eq!(games("two", 3), games("one", 1));
    let text = run(folder, "cluster verify two").stdout;
    let total = "\nFirst engine   ";
    assert!(text.contains(total) && !text.contains("SPRT"), "{text}");
    let tested = |bounds: &str| {
        let line = format!("cluster verify two --json --elo-model logistic --sprt {bounds}");
        run(folder, &line).object()["match"].clone()
    };
    let results = tested("0:5");
    let pairs = results["pairs"].as_array().expect("five counts");
    assert_eq!(pairs.iter().filter_map(Value::as_u64).sum::<u64>(), 5);
    assert_eq!((&results["sprt"]["pairs"], &results["sprt"]["verdict"]), (&5.into(), &Value::Null));
    // Bounds so far apart are told apart by fewer pairs.
    let sprt = &tested("0:500")["sprt"];
    assert!(sprt["pairs"].as_u64() < Some(5) && sprt["verdict"].is_string(), "{sprt}");
    // The pairs up to the first shard that is missing count.
    fs::remove_file(folder.join("two/match-00001.json")).expect("a summary");
    let results = &run(folder, "cluster verify two --json").object()["match"];
    let games = ["wins", "draws", "losses"].map(|name| results[name].as_u64().expect("a count"));
    assert_eq!(games.iter().sum::<u64>(), 4);
    let other = run(folder, "cluster plan perft leaves 2");
    assert_eq!(other.code, 0, "{other:?}");
    let refused = run(folder, "cluster verify leaves --sprt 0:5");
    assert!(refused.stderr.contains("--sprt is for matches"), "{refused:?}");
    let many = run(folder, "cluster plan match many self,nodes=1 self,nodes=2 --pairs 501");
    assert_eq!(many.code, 0, "{many:?}");
    assert!(many.stderr.contains("501 rounds, but 500 openings"), "{many:?}");
    let clock = run(folder, "cluster plan match three self,tc=1+0.1 self,nodes=5");
    assert_eq!(clock.code, 2, "{clock:?}");
    assert!(clock.stderr.contains("limit it by nodes or depth"), "{clock:?}");
}

#[test]
fn spsa_comes_to_the_values_of_one_process() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    let settings = "self,nodes=100 --all --pairs 11 --gain 0.3 --concurrency 4";
    let alone = run(folder, &format!("spsa {settings} --plot alone.svg --json"));
    assert_eq!(alone.code, 0, "{alone:?}");
    plan(folder, &format!("spsa job {settings} --shard-pairs 2"));
    let total = run(folder, "cluster run --workers 2 --json job").object();
    assert_eq!((&total["shards"], &total["counts"]["games"]), (&6.into(), &22.into()));
    assert_eq!(total["spsa"]["pairs"], 11);
    assert_eq!(total["spsa"]["parameters"], Value::Array(alone.objects()));
    assert!(alone.objects().iter().any(|it| it["value"] != it["start"]), "{alone:?}");
    let verified = run(folder, "cluster verify job --plot job.svg");
    assert!(
        verified.stdout.contains("\nTuned by       11 pairs\naspiration_window "),
        "{verified:?}"
    );
    let plot = |name: &str| fs::read_to_string(folder.join(name)).expect("a picture");
    assert_eq!(plot("job.svg"), plot("alone.svg"));
    // The shards behind one that is missing are there, and the values are those before it.
    fs::remove_file(folder.join("job/spsa-00003.json")).expect("a summary");
    let report = run(folder, "cluster verify --json job").object();
    assert_eq!((&report["done"], &report["spsa"]["pairs"]), (&5.into(), &6.into()));
    // Shard 5 has pair 10, which knows the results of pairs 0 to 6: those of the first four shards.
    fs::remove_file(folder.join("job/spsa-00005.json")).expect("a summary");
    let early = run(folder, "cluster run-shard job 5");
    assert_eq!(early.code, 2, "{early:?}");
    let reason = "shard 5: it goes on from the results of shard 3, which has not been run";
    assert!(early.stderr.contains(reason), "{early:?}");
    let resumed = run(folder, "cluster run --json job").object();
    assert_eq!((&resumed["attempts"], &resumed["digest"]), (&2.into(), &total["digest"]));
}

#[test]
fn spsa_waits_for_shards_and_stops_behind_one_that_is_set_aside() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    let settings = "self,nodes=5 --param null_margin --pairs 4 --shard-pairs 1 --concurrency 2";
    plan(folder, &format!("spsa job {settings}"));
    // Shard 2 knows pair 0.
    let waiting = std::thread::scope(|scope| {
        let waiting = scope.spawn(|| run(folder, "cluster run-shard --wait 60 job 2"));
        assert_eq!(run(folder, "cluster run-shard job 1 0").code, 0);
        waiting.join().expect("a run")
    });
    assert_eq!(waiting.code, 0, "{waiting:?}");
    plan(folder, "spsa broken no-such-engine,nodes=5 --param a,1,0,9,1 --pairs 9 --concurrency 8");
    let failed = run(folder, "cluster run --attempts 1 --json broken");
    assert_eq!(failed.code, 1, "{failed:?}");
    let failed = failed.object();
    // The first shard fails, and the second one goes on from it.
    assert_eq!((&failed["missing"], &failed["attempts"]), (&serde_json::json!([0, 1]), &1.into()));
    for (options, reason) in [
        ("--param null_margin --shard-pairs 8 --concurrency 4", "needs a concurrency of 8"),
        ("--param nosuch", "the engine has no option nosuch"),
        ("", "--param NAME, or --all"),
    ] {
        let run = run(folder, &format!("cluster plan spsa wrong self,nodes=5 {options}"));
        assert_eq!(run.code, 2, "{run:?}");
        assert!(run.stderr.contains(reason), "{run:?}");
    }
    let slurm = run(folder, &format!("cluster plan spsa job {settings} --print-commands slurm"));
    assert!(slurm.stdout.contains("run-shard --wait 86400 /"), "{slurm:?}");
}

#[test]
fn plans_say_what_is_wrong() {
    let folder = folder();
    let folder = folder.path();
    for (line, reason) in [
        ("check job no-such-file.pgn", "no-such-file.pgn: "),
        ("perft job 3 --split 2 8/8/8/8/8/8/8/8 w - -", "8/8/8/8/8/8/8/8 w - -: "),
        ("annotate job games.pgn --nodes 0", "it has to be 1 or more"),
    ] {
        let run = run(folder, &format!("cluster plan {line}"));
        assert_eq!(run.code, 2, "{run:?}");
        assert!(run.stderr.contains(reason), "{}", run.stderr);
        assert!(!folder.join("job").exists());
    }
    plan(folder, "perft job 3");
    plan(folder, "perft job 3");
    let other = run(folder, "cluster plan perft job 2");
    assert_eq!(other.code, 2);
    assert!(other.stderr.contains("another job is in this folder"), "{other:?}");
    let none = reynard(&["cluster", "run", "no-such-job"]);
    assert_eq!(none.code, 2);
    assert!(none.stderr.contains("no-such-job"), "{none:?}");
}

#[test]
fn scripts_for_slurm_have_every_shard() {
    let folder = tempfile::tempdir().expect("a folder");
    let run =
        run(folder.path(), "cluster plan perft job 3 --shard-subtrees 100 --print-commands slurm");
    assert!(run.stdout.starts_with("#!/bin/sh\n#SBATCH --array=0-3\n"), "{run:?}");
    assert!(run.stdout.contains("/job \"$SLURM_ARRAY_TASK_ID\""), "{run:?}");
}

#[cfg(not(feature = "parquet"))]
#[test]
fn a_build_without_parquet_makes_no_plan_for_it() {
    let folder = folder();
    let run = run(folder.path(), "cluster plan parquet job games.pgn");
    assert_eq!(run.code, 2, "{run:?}");
    assert!(run.stderr.contains("--features parquet"), "{run:?}");
}

#[test]
fn a_worker_that_cannot_be_started_is_named() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    plan(folder, "perft job 3");
    let failed = run(folder, "cluster run --worker ./nope job");
    assert_eq!(failed.code, 2, "{failed:?}");
    assert!(failed.stderr.starts_with("error: cannot start ./nope for shard 0: "), "{failed:?}");
}
