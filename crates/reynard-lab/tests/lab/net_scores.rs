//! `reynard-lab net scores` and `net compare`.

#[cfg(unix)]
use std::path::Path;

#[cfg(unix)]
use reynard::Position;
#[cfg(unix)]
use reynard_engine::{MaterialPoints, WinDrawLossModel};

use crate::folder::Folder;
use crate::run::reynard;
#[cfg(unix)]
use crate::run::{reynard_in, script};

const SCORES: &str = "\
# two engines
fen,one,other
r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3,30,-20
r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 2 3,-340,20
r1bqk1nr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3,350,-10
rnb1kbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 3,900,10
";

#[test]
fn networks_are_compared_with_each_engine() {
    let folder = Folder::new();
    let file = folder.file("scores.csv", SCORES);
    let rows = reynard(&["net", "compare", "--scores", &file, "--json"]).objects();
    let names: Vec<_> = rows.iter().map(|row| (&row["network"], &row["engine"])).collect();
    assert_eq!(names.len(), 4);
    assert_eq!((names[0].0, names[1].1), (&"embedded".into(), &"other".into()));
    assert_eq!(names[2].0, "classic");
    let number = |row: usize, field: &str| rows[row][field].as_f64().expect("a number");
    for network in [0, 2] {
        // The first engine knows what a piece is worth.
        assert!(number(network, "correlation") > 0.95, "{rows:?}");
        assert!(number(network, "error") < 0.2 * number(network, "variance"), "{rows:?}");
        assert!(number(network + 1, "correlation") < 0.9, "{rows:?}");
        assert_eq!(rows[network]["positions"], 4);
    }
    let text = reynard(&["net", "compare", "--scores", &file]);
    assert_eq!((text.code, text.stdout.lines().count()), (0, 5), "{text:?}");
}

#[test]
fn tables_without_scores_are_errors() {
    let folder = Folder::new();
    for (content, part) in [
        ("fen,one\n", "has no positions"),
        ("fen,one\n8/8/8/8/8/8/8/8 w - - 0 1,3\n", "line 2: 8/8/8/8/8/8/8/8 w - - 0 1: "),
        ("pgn\n", "line 1: it has to be `fen` and the names of engines"),
    ] {
        let file = folder.file("scores.csv", content);
        let run = reynard(&["net", "compare", "--scores", &file]);
        assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{run:?}");
        assert!(run.stderr.contains(part), "{run:?}");
    }
}

/// An engine that gives two scores, and then a mate.
#[cfg(unix)]
const ENGINE: &str = "\
n=0
while read -r word rest; do
  case $word in
    uci) echo id name Script 3; echo uciok;;
    isready) echo readyok;;
    go)
      n=$((n + 1))
      echo \"$rest\" >>asked
      score=\"cp $n\"
      if [ $((n % 3)) = 0 ]; then score='mate 2'; fi
      echo \"info depth 1 score $score\"
      echo bestmove e2e4;;
    quit) exit;;
  esac
done
";

#[cfg(unix)]
#[test]
fn engines_score_the_positions_of_games() {
    let folder = Folder::new();
    let path = folder.path("");
    let path = Path::new(&path);
    script(path, "engine.sh", ENGINE);
    let generate = ["selfplay", "generate", "shards", "--games", "4", "--nodes", "20"];
    assert_eq!(reynard_in(path, &generate).code, 0);
    let scores = ["net", "scores", "shards", "--engine", "./engine.sh,name=script"];
    let rest = ["--nodes", "77", "--positions", "12", "-o", "scores.csv"];
    let run = reynard_in(path, &[&scores[..], &rest[..]].concat());
    assert_eq!((run.code, run.stdout.as_str()), (0, ""), "{run:?}");
    let table = std::fs::read_to_string(path.join("scores.csv")).expect("a table");
    let lines: Vec<&str> = table.lines().collect();
    assert_eq!(lines[..2], ["# script: Script 3, 77 nodes", "fen,script"], "{table}");
    let asked = std::fs::read_to_string(path.join("asked")).expect("the searches");
    let searches = asked.lines().count();
    assert!(
        (6..=12).contains(&searches) && asked.lines().all(|line| line == "nodes 77"),
        "{asked}"
    );
    // Mates are left out.
    assert_eq!(lines.len() - 2, searches - searches / 3, "{table}");
    assert!(lines[2].ends_with(",1") && lines[4].ends_with(",4"), "{table}");
    let compared = reynard_in(path, &["net", "compare", "--scores", "scores.csv"]);
    assert_eq!(compared.code, 0, "{compared:?}");
    // Scores of Reynard are normalized, and written in the unit of the network.
    let name = concat!("Reynard ", env!("CARGO_PKG_VERSION"));
    script(path, "reynard.sh", &ENGINE.replace("Script 3", name).replace("cp $n", "cp 100"));
    let own = ["net", "scores", "shards", "--engine", "./reynard.sh,name=own"];
    assert_eq!(reynard_in(path, &[&own[..], &rest[..]].concat()).code, 0);
    let table = std::fs::read_to_string(path.join("scores.csv")).expect("a table");
    assert!(table.starts_with(&format!("# own: {name}, 77 nodes, in the network's")), "{table}");
    for row in table.lines().skip(2) {
        let (fen, score) = row.split_once(',').expect("two columns");
        let position: Position = fen.parse().expect("a position");
        let even = WinDrawLossModel::SELF_PLAY.even_win(MaterialPoints::of(&position));
        assert_eq!(score, format!("{even:.0}"), "{row}");
    }
    let twice = [&scores[..], &["--engine", "./engine.sh,name=script"], &rest[..]].concat();
    let run = reynard_in(path, &twice);
    assert!(run.code == 2 && run.stderr.contains("engine `script`: set another name"), "{run:?}");
}
