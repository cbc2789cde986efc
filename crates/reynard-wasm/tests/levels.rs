//! `web/js/levels.js` has the levels of `reynard_engine::strength`.

use std::path::Path;

use reynard_engine::{Evaluation, SearchLimits, strength};

#[test]
fn the_page_plays_the_levels_of_the_terminal() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/js/levels.js");
    let source = std::fs::read_to_string(path).expect("web/js/levels.js");
    let lines: Vec<&str> =
        source.lines().map(str::trim).filter(|line| line.starts_with("{ search:")).collect();
    assert_eq!(lines.len(), 10);
    let mut rated = 0;
    for (level, line) in (1..).zip(lines) {
        let mut limits = SearchLimits::default();
        let (evaluation, search) = strength::at_level(level, &mut limits);
        let evaluation = if evaluation == Evaluation::default() {
            "null".to_owned()
        } else {
            format!("'{evaluation}'")
        };
        let nodes = limits.nodes.map_or("null".to_owned(), |nodes| nodes.to_string());
        let start = format!("{{ search: '{search}', evaluation: {evaluation}, nodes: {nodes}, ");
        assert!(line.replace('_', "").starts_with(&start), "level {level}: {line}, not {start}");
        if let (Some(nodes), "null") = (limits.nodes, evaluation.as_str())
            && let Some((_, elo)) = line.split_once("elo: ")
            && let Ok(elo) = elo.trim_end_matches([' ', '}', ',']).parse::<i64>()
        {
            // The rating is rounded to ten.
            let [below, above] = [elo - 6, elo + 6].map(nodes_of);
            assert!((below..=above).contains(&nodes), "level {level}: {nodes} nodes");
            rated += 1;
        }
    }
    assert_eq!(rated, 6);
}

fn nodes_of(elo: i64) -> u64 {
    let mut limits = SearchLimits::default();
    strength::limit(&mut limits, elo);
    limits.nodes.expect("a limit")
}
