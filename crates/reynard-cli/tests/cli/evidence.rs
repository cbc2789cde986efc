//! Games that repeat others are no evidence for the strength of an engine.

use crate::run::reynard;

/// Two engines that play the same game whenever they begin from the same position.
const WEAK: &str = "self,name=weak,nodes=100,option.Hash=1";
const STRONG: &str = "self,name=strong,nodes=120,option.Hash=1";

#[test]
fn identical_games_count_once_and_are_announced_before_the_match() {
    let args = ["match", WEAK, STRONG, "--openings", "none", "--rounds", "3", "--max-moves", "6"];
    let run = reynard(&[&args[..], &["--json"]].concat());
    let objects = run.objects();
    let summary = objects.last().expect("a summary");
    assert_eq!((run.code, objects.len()), (0, 7), "{run:?}");
    assert_eq!((&summary["games"], &summary["repeated_pairs"]), (&6.into(), &2.into()));
    let pairing = &summary["meetings"][0];
    let counted = ["wins", "draws", "losses"].map(|key| pairing[key].as_u64().expect("a number"));
    assert_eq!(counted.iter().sum::<u64>(), 2, "{pairing}");
    assert!(
        run.stderr.starts_with(
            "note: 3 rounds, and all games begin from one position; limited by nodes or depth, engines repeat their \
             games then; a pair of games that repeats another is not counted\n"
        ),
        "{}",
        run.stderr
    );
    let text = reynard(&args);
    assert!(
        text.stdout
            .contains("\ngames: 6, of which 4 repeat others move by move and are not counted\n"),
        "{}",
        text.stdout
    );
}

#[test]
fn without_openings_every_pair_begins_with_another_built_in_line() {
    let args = ["match", WEAK, STRONG, "--rounds", "4", "--max-moves", "1", "--json"];
    let run = reynard(&args);
    let summary = run.objects().pop().expect("a summary");
    assert_eq!((run.code, summary.get("repeated_pairs")), (0, None), "{run:?}");
    let pairs = summary["meetings"][0]["pairs"]["counts"].as_array().expect("counts");
    assert_eq!(pairs.iter().filter_map(serde_json::Value::as_u64).sum::<u64>(), 4, "{summary}");
    assert!(!run.stderr.contains("note"), "{}", run.stderr);
    let more =
        reynard(&["match", WEAK, STRONG, "--rounds", "501", "--sprt", "0:900", "--max-moves", "1"]);
    assert!(more.stderr.contains("501 rounds, but 500 openings"), "{}", more.stderr);
}

#[test]
fn a_test_that_would_see_one_pair_for_ever_is_refused() {
    let args = ["match", WEAK, STRONG, "--sprt", "0:10", "--openings", "none"];
    let run = reynard(&args);
    assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{run:?}");
    assert!(run.stderr.contains("--sprt needs openings"), "{}", run.stderr);
}

#[test]
fn control_characters_of_names_do_not_reach_the_terminal() {
    let args = ["match", "self,nodes=5,name=A\u{1b}[31m", "self,nodes=5,name=b", "--rounds", "1"];
    let run = reynard(&[&args[..], &["--max-moves", "2", "--every", "1"]].concat());
    assert_eq!(run.code, 0, "{run:?}");
    assert!(!run.stdout.contains('\u{1b}') && !run.stderr.contains('\u{1b}'), "{run:?}");
    assert!(run.stdout.starts_with("A\\u{1b}[31m - b: "), "{run:?}");
    let run = reynard(&["match", "self,nodes=5,x\u{1b}[31m=b", "self,nodes=1"]);
    assert!(run.code == 2 && !run.stderr.contains('\u{1b}'), "{run:?}");
}
