//! Thinking output from xboard engines.

use std::time::Duration;

use reynard_uci::{Info, UciScore as Score};

/// The lowest absolute score that represents a mate distance.
const MATE: i32 = 100_000;

/// Parses a line of thinking output: depth, score in centipawns for the side to move, hundredths of
/// a second, nodes, moves. Returns `None` for any other line.
pub(super) fn read(line: &str) -> Option<Info<'_>> {
    let mut tokens = line.split_ascii_whitespace();
    // Some engines put a mark after the depth.
    let depth = tokens.next()?.trim_end_matches(|c: char| !c.is_ascii_digit()).parse().ok()?;
    let score: i32 = tokens.next()?.parse().ok()?;
    let time: u64 = tokens.next()?.parse().ok()?;
    let nodes = tokens.next()?.parse().ok()?;
    Some(Info {
        depth: Some(depth),
        score: Some(score_of(score)),
        time: Some(Duration::from_millis(time.saturating_mul(10))),
        nodes: Some(nodes),
        ..Info::default()
    })
}

fn score_of(score: i32) -> Score {
    match score {
        // A distance of 0 would mean that the side to move is mated.
        MATE.. => Score::Mate((score - MATE).max(1)),
        _ if score <= -MATE => Score::Mate((score + MATE).min(-1)),
        _ => Score::Centipawns(score),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_real_engines() {
        let info = read(" 25    -18     16   161490  Ke8-d7  Ke1-e2").unwrap();
        assert_eq!((info.depth, info.nodes), (Some(25), Some(161_490)));
        assert_eq!(info.score, Some(Score::Centipawns(-18)));
        assert_eq!(info.time, Some(Duration::from_millis(160)));
        assert_eq!(read("7& 100003 1 2").unwrap().score, Some(Score::Mate(3)));
        assert_eq!(read("7 100000 1 2").unwrap().score, Some(Score::Mate(1)));
        assert_eq!(read("7 -100000 1 2").unwrap().score, Some(Score::Mate(-1)));
        assert_eq!(read("7. -100002 1 2 Kh1").unwrap().score, Some(Score::Mate(-2)));
        for line in ["", "move e2e4", "1. e4 e5", "x 1 2 3", "5 1 2", "# 1 2 3 4"] {
            assert!(read(line).is_none(), "{line}");
        }
    }
}
