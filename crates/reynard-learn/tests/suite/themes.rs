//! Motifs against the themes that players gave to the puzzles of lichess.
//!
//! The file is not in the repository: `REYNARD_TEST_DATA` names a folder with
//! `puzzles/lichess-puzzles-d.csv.zst`. Its even rows were used for tuning, its odd ones were not.

use std::collections::BTreeMap;

use reynard_learn::reynard::{Move, PieceValues, Position, Square};
use reynard_learn::reynard_analysis::{PuzzleMotif, motifs};
use reynard_testkit::data;

/// A puzzle: the position to solve, the solution, and the themes.
struct Row {
    id: String,
    position: Position,
    line: Vec<Move>,
    themes: Vec<String>,
    /// Set if the first move takes back as much as was taken.
    is_recapture: bool,
}

fn rows(table: &str) -> Vec<Row> {
    let rows = table.lines().skip(1).map(|line| {
        let fields: Vec<&str> = line.split(',').collect();
        let mut position: Position = fields[1].parse().expect("a position");
        let before = position.clone();
        let mut moves = fields[2].split(' ').map(|text| {
            let mv = position.parse_uci(text).expect("a legal move");
            position.play_unchecked(mv);
            (mv, position.clone())
        });
        // The first move is the opponent's.
        let (previous, start) = moves.next().expect("a move");
        let line: Vec<Move> = moves.map(|(mv, _)| mv).collect();
        let is_recapture = line[0].to() == previous.to()
            && value(&before, previous.to()) >= value(&start, line[0].to());
        let themes = fields[7].split(' ').map(str::to_owned).collect();
        Row { id: fields[0].to_owned(), position: start, line, themes, is_recapture }
    });
    rows.collect()
}

/// Returns the value of the piece on a square.
fn value(pos: &Position, square: Square) -> i32 {
    pos.piece_at(square).map_or(0, |piece| PieceValues::DEFAULT.of(piece.kind))
}

/// Name of lichess, our motif, and the least shares in percent: of what we find, those that have
/// the theme, and of those, the ones that we find.
const KINDS: [(&str, PuzzleMotif, [f64; 2]); 11] = [
    ("fork", PuzzleMotif::Fork, [85.0, 90.0]),
    ("hangingPiece", PuzzleMotif::HangingPiece, [88.0, 95.0]),
    ("pin", PuzzleMotif::Pin, [85.0, 95.0]),
    ("skewer", PuzzleMotif::Skewer, [85.0, 90.0]),
    ("discoveredAttack", PuzzleMotif::DiscoveredAttack, [90.0, 88.0]),
    ("backRankMate", PuzzleMotif::BackRankMate, [99.0, 99.0]),
    ("smotheredMate", PuzzleMotif::SmotheredMate, [99.0, 99.0]),
    ("promotion", PuzzleMotif::Promotion, [99.0, 95.0]),
    ("doubleCheck", PuzzleMotif::DoubleCheck, [99.0, 99.0]),
    ("deflection", PuzzleMotif::Deflection, [95.0, 95.0]),
    // Ours is any move that gives up material, theirs one that ends with less.
    ("sacrifice", PuzzleMotif::Sacrifice, [40.0, 90.0]),
];

#[derive(Clone, Copy, Debug, Default)]
struct Counts {
    both: u32,
    ours: u32,
    theirs: u32,
}

#[test]
fn motifs_are_those_that_players_see() {
    let Some(path) = data::path("puzzles/lichess-puzzles-d.csv.zst") else { return };
    let rows = rows(&data::read(&path).expect("the table"));
    let shown = std::env::var("REYNARD_TEST_THEME").unwrap_or_default();
    let mut table: BTreeMap<(&str, usize), Counts> = BTreeMap::new();
    for (index, row) in rows.iter().enumerate() {
        let found = motifs(&row.position, &row.line);
        for (name, motif, _) in KINDS {
            let counts = table.entry((name, index % 2)).or_default();
            let is_free = motif != PuzzleMotif::HangingPiece || !row.is_recapture;
            let (ours, theirs) =
                (is_free && found.contains(&motif), row.themes.iter().any(|it| it == name));
            counts.both += u32::from(ours && theirs);
            counts.ours += u32::from(ours && !theirs);
            counts.theirs += u32::from(theirs && !ours);
            if name == shown && ours != theirs && index % 2 == 0 {
                let line = row.position.numbered_line(&row.line);
                println!(
                    "{} {} ours={ours} {} {line} {:?}",
                    row.id,
                    row.position,
                    row.themes.join(" "),
                    found
                );
            }
        }
    }
    let mut faults = Vec::new();
    for (name, _, least) in KINDS {
        for half in 0..2 {
            let Counts { both, ours, theirs } = table[&(name, half)];
            let share = |other: u32| 100.0 * f64::from(both) / f64::from(both + other).max(1.0);
            let shares = [share(ours), share(theirs)];
            let (puzzles, half) = (both + theirs, if half == 0 { "tuned" } else { "held out" });
            let line =
                format!("{name:<18}{half:<10}{:>6.1} %{:>8.1} %{puzzles:>6}", shares[0], shares[1]);
            println!("{line}");
            if shares[0] < least[0] || shares[1] < least[1] {
                faults.push(line);
            }
        }
    }
    assert!(faults.is_empty(), "{faults:#?}");
}

/// A mate of the line is a mate in as many moves as the theme says.
#[test]
fn mates_have_the_length_that_players_give_them() {
    let Some(path) = data::path("puzzles/lichess-puzzles-d.csv.zst") else { return };
    let mut mates = 0;
    for row in rows(&data::read(&path).expect("the table")) {
        let mut end = row.position.clone();
        row.line.iter().for_each(|&mv| end.play_unchecked(mv));
        let moves = row.line.len().div_ceil(2);
        let theme = format!("mateIn{}", moves.min(5));
        let has_theme = row.themes.iter().any(|it| it.starts_with("mateIn"));
        assert_eq!(end.is_checkmate(), has_theme, "{}", row.id);
        if has_theme {
            mates += 1;
            assert!(row.themes.contains(&theme), "{}: {theme} {:?}", row.id, row.themes);
        }
    }
    assert!(mates > 2_900, "{mates}");
}
