//! Matches are judged by games that differ.

use std::fs;

use reynard_arena::stats::Sprt;
use reynard_cluster::{
    Counts, Job, LocalFiles, Manifest, MatchOpenings, MatchProgress, MatchTask, Plan, ShardSummary,
    list,
};

/// Writes the output of a match of one shard. Each pair has an opening, the half points of the first
/// engine in both games, and the moves of both.
fn played(openings: MatchOpenings, pairs: &[(usize, [u8; 2], &str)]) -> (tempfile::TempDir, Job) {
    let players = ["engine,nodes=1", "other,nodes=1"].map(str::to_owned);
    let task = MatchTask { players, pairs: 9, openings, max_moves: 10 };
    let folder = tempfile::tempdir().expect("a folder");
    let mut plan = Plan::new(task);
    plan.shard_pairs = 9;
    let job =
        Job::create(&list(&plan, &LocalFiles).expect("a plan"), folder.path()).expect("a job");
    let mut text = String::new();
    for (pair, &(opening, half_points, moves)) in pairs.iter().enumerate() {
        for (white, half_points) in half_points.into_iter().enumerate() {
            let line = serde_json::json!({
                "game": 2 * pair + white, "opening": opening, "white": white, "black": 1 - white,
                "result": "*", "cause": "move-limit", "half_points": half_points, "moves": moves,
            });
            text += &line.to_string();
            text.push('\n');
        }
    }
    fs::write(job.output_path(0), &text).expect("an output");
    let summary = ShardSummary {
        shard: 0,
        job: job.id().to_owned(),
        version: Manifest::VERSION.to_owned(),
        file: "match-00000.jsonl".to_owned(),
        bytes: text.len() as u64,
        sha256: String::new(),
        counts: Counts::default(),
    };
    let summary = serde_json::to_vec(&summary).expect("JSON");
    fs::write(job.summary_path(0), summary).expect("a summary");
    (folder, job)
}

#[test]
fn pairs_that_repeat_others_are_no_evidence_in_a_match() {
    let pairs = [(0, [2, 1], "e2e4 e7e5"), (1, [1, 1], "d2d4 d7d5"), (500, [2, 1], "e2e4 e7e5")];
    let (_folder, job) = played(MatchOpenings::Balanced, &pairs);
    let test = Sprt::new(0.0, 5.0).expect("bounds");
    let progress = MatchProgress::new(&job, Some(&test)).expect("a match");
    assert_eq!((progress.pairs, progress.repeated_pairs), ([0, 0, 1, 1, 0], 1));
    assert_eq!((progress.tally.wins, progress.tally.draws), (1, 3));
    assert_eq!(progress.sprt.as_ref().map(|test| test.pairs), Some(2));
    let text = progress.to_string();
    assert!(text.contains("\nRepeated       1 pair, not counted\n"), "{text}");
    // The same moves from another start position of Chess960 are other games.
    let (_folder, job) = played(MatchOpenings::Chess960, &pairs);
    let progress = MatchProgress::new(&job, None).expect("a match");
    assert_eq!((progress.pairs, progress.repeated_pairs), ([0, 0, 1, 2, 0], 0));
}

#[test]
fn an_estimate_without_bounds_is_left_out() {
    let shown = |half_points| {
        let pairs = [(0, [half_points; 2], "e2e4"), (1, [half_points; 2], "d2d4")];
        let (_folder, job) = played(MatchOpenings::Balanced, &pairs);
        let progress = MatchProgress::new(&job, None).expect("a match");
        let json = serde_json::to_string(&progress).expect("JSON");
        (progress.to_string(), json)
    };
    let (text, json) = shown(1);
    assert!(text.ends_with("\nElo            +0.0\n"), "{text}");
    assert!(json.ends_with("\"elo\":0.0}"), "{json}");
    let (text, json) = shown(2);
    assert!(text.ends_with("\nPairs          0 0 0 0 2\n"), "{text}");
    assert!(!json.contains("elo"), "{json}");
}
