//! `reynard epd --solve`

use crate::run::{reynard, reynard_with_input};

/// A back-rank mate, a move to avoid, and points.
const SUITE: &str = "\
6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - bm Ra8#; dm 1; id \"mate\";
7k/5K2/6Q1/8/8/8/8/8 w - - am Qf6+; id \"avoid\";
6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - c0 \"Ra8#=10, Ra7=3\"; id \"points\";
6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - bm h3; id \"wrong\";
";

#[test]
fn suites_are_solved_and_counted() {
    let args = ["epd", "--solve", "--nodes", "2000", "-"];
    let run = reynard_with_input(&args, SUITE.as_bytes());
    assert_eq!((run.code, run.stderr.as_str()), (0, ""), "{run:?}");
    let lines: Vec<&str> = run.stdout.lines().collect();
    assert!(lines[0].starts_with("mate          solved  Ra8#     depth  "), "{}", run.stdout);
    assert!(lines[1].starts_with("avoid         solved  Q"), "{}", run.stdout);
    assert!(lines[2].ends_with("  10 of 10 points"), "{}", run.stdout);
    assert_eq!(lines[3], "wrong         failed  Ra8#     wanted h3");
    let totals = &lines[5..8];
    assert_eq!(totals, ["Positions   4", "Solved      3", "Points      10 of 10"]);
    let again = reynard_with_input(&args, SUITE.as_bytes());
    let parallel = ["epd", "--solve", "--nodes", "2000", "--threads", "3", "-"];
    let parallel = reynard_with_input(&parallel, SUITE.as_bytes());
    let timeless = |text: &str| -> Vec<String> {
        text.lines().filter(|line| !line.starts_with("Time")).map(str::to_owned).collect()
    };
    assert_eq!(timeless(&again.stdout), timeless(&run.stdout));
    assert_eq!(timeless(&parallel.stdout), timeless(&run.stdout), "order and nodes are the same");
}

#[test]
fn another_engine_solves_suites() {
    let solve = |args: &[&str]| {
        let args = [&["epd", "--solve", "--nodes", "2000"], args, &["-"]].concat();
        reynard_with_input(&args, SUITE.as_bytes())
    };
    for threads in ["1", "3"] {
        let run = solve(&["--engine", "self", "--threads", threads]);
        assert_eq!((run.code, run.stderr.as_str()), (0, ""), "{run:?}");
        let verdicts: Vec<&str> =
            run.stdout.lines().take(4).filter_map(|line| line.split_whitespace().nth(1)).collect();
        assert_eq!(verdicts, ["solved", "solved", "solved", "failed"], "{}", run.stdout);
        assert!(run.stdout.contains("\nSolved      3\nPoints      10 of 10\n"), "{}", run.stdout);
    }
    let missing = solve(&["--engine", "no-such-engine"]);
    assert_eq!(missing.code, 2);
    assert!(missing.stderr.contains("no-such-engine: no such program"), "{}", missing.stderr);
    let option = solve(&["--engine", "self,option.Hahs=1"]);
    assert!(option.stderr.contains("did you mean `Hash`"), "{}", option.stderr);
    let alone = reynard(&["epd", "--engine", "self", "-"]);
    assert_eq!(alone.code, 2, "{}", alone.stderr);
}

#[test]
fn json_tells_when_a_solution_was_found() {
    let args = ["epd", "--solve", "--json", "--depth", "4", "-"];
    let objects = reynard_with_input(&args, SUITE.as_bytes()).objects();
    assert_eq!(objects.len(), 5);
    assert_eq!(objects[0]["id"], "mate");
    assert_eq!((&objects[0]["solved"], &objects[0]["best"]), (&true.into(), &"a1a8".into()));
    assert!(objects[0]["solved_nodes"].as_u64() <= objects[0]["nodes"].as_u64());
    assert_eq!((&objects[2]["points"], &objects[2]["most_points"]), (&10.into(), &10.into()));
    assert_eq!(objects[3]["solved"], false);
    assert!(objects[3].get("solved_nodes").is_none());
    assert_eq!((&objects[4]["positions"], &objects[4]["solved"]), (&4.into(), &3.into()));
}

/// Checks that unreadable records and records without a goal are diagnostics. Unsolved positions are
/// not, unless `--at-least` requires more.
#[test]
fn diagnostics_are_what_is_wrong_with_the_suite() {
    let broken = format!("{SUITE}nonsense\n8/8/8/8/8/8/8/K1k5 w - - id \"x\";\n");
    let solve = |least: &str, input: &str| {
        let args = ["epd", "--solve", "--depth", "2", "--at-least", least, "-"];
        reynard_with_input(&args, input.as_bytes())
    };
    assert_eq!(solve("3", SUITE).code, 0);
    assert_eq!(solve("4", SUITE).code, 1);
    let run = solve("0", &broken);
    assert_eq!(run.code, 1);
    let remarks: Vec<&str> = run.stderr.lines().collect();
    assert!(remarks[0].starts_with("line 5:9: fen: "), "{}", run.stderr);
    assert!(remarks[1].starts_with("line 6:1: no-goal: "), "{}", run.stderr);
    assert!(run.stdout.contains("\nSolved      3\n"), "{}", run.stdout);
}

#[test]
fn nothing_to_solve_and_stray_options_are_usage_errors() {
    let none = reynard_with_input(&["epd", "--solve", "-"], b"");
    assert_eq!((none.code, none.stdout.as_str()), (2, ""));
    assert!(none.stderr.contains("no positions to solve"), "{}", none.stderr);
    let stray = reynard_with_input(&["epd", "--depth", "3", "-"], SUITE.as_bytes());
    assert_eq!((stray.code, stray.stdout.as_str()), (2, ""));
    assert_eq!(reynard(&["epd", "--solve", "/no/such.epd"]).code, 2);
}

#[test]
fn mates_are_proven_where_a_pruned_search_misses_them() {
    let records = "1B1b2K1/8/p3RP2/p1k1nNQ1/P1n1B2p/3P3r/b1N5/qR1r4 w - - dm 2; id \"hidden\";\n\
4k3/8/8/8/8/8/8/R3K3 w - - dm 2; id \"none\";\n";
    let args = ["epd", "--solve", "--nodes", "2000000", "--json", "-"];
    let run = reynard_with_input(&args, records.as_bytes());
    let objects = run.objects();
    assert_eq!((run.code, objects.len()), (0, 3), "{run:?}");
    assert_eq!((&objects[0]["solved"], &objects[0]["san"]), (&true.into(), &"Ng3".into()));
    assert_eq!(objects[0]["solved_depth"], 3);
    assert_eq!(objects[1]["solved"], false, "there is no such mate");
}

#[test]
fn problems_with_cooks_and_duals_are_named() {
    let input = "kbK5/pp6/1P6/8/8/8/8/R7 w - - dm 2; id \"Morphy\";\n\
        7k/8/5K2/8/8/8/8/RR6 w - - dm 2;\n7k/8/6K1/8/8/8/8/R7 w - - dm 2;\n";
    let run = reynard_with_input(&["epd", "--solve", "--unique", "-"], input.as_bytes());
    assert_eq!(run.code, 1, "{run:?}");
    for text in [
        "Morphy sound: mate in 2 by Ra6\n",
        "cooked: mate in 2 by ",
        "shorter: ",
        "1 of 3 problems sound",
    ] {
        assert!(run.stdout.contains(text), "{text}: {}", run.stdout);
    }
    let sound = input.lines().next().expect("a line");
    let run = reynard_with_input(&["epd", "--solve", "--unique", "--json", "-"], sound.as_bytes());
    assert_eq!((run.code, &run.object()["keys"]), (0, &serde_json::json!(["Ra6"])));
}
