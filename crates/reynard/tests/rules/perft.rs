//! Published node counts: the number of ways in which games can go on from a position. See
//! <https://www.chessprogramming.org/Perft>.

use std::thread;

use reynard::{Position, Setup, SetupFaults};
use reynard_testkit::data;
use reynard_testkit::suite::{self, Case};

use crate::walk;

const SUITES: [(&str, &str); 3] = [
    ("standard.epd", include_str!("../../../../testdata/perft/standard.epd")),
    ("tricky.epd", include_str!("../../../../testdata/perft/tricky.epd")),
    ("chess960.epd", include_str!("../../../../testdata/perft/chess960.epd")),
];

/// Counts up to this one are checked by counting the moves before the last without playing them.
const BULK_NODES: u64 = 12_000_000;

/// Counts up to this one are checked by playing every move.
const FULL_NODES: u64 = 1_500_000;

/// Counts up to this one are checked with the pseudo-legal generator, which is slower.
const PSEUDO_LEGAL_NODES: u64 = 400_000;

/// How the number of nodes a line of the wider suites is bounded.
const DATA_NODES_VARIABLE: &str = "REYNARD_TEST_PERFT_NODES";
const DATA_NODES: u64 = 1_000_000;

/// Published positions whose counts cannot be compared: in the first, the side to move is in a
/// check that the double push can neither have given nor opened, so the en-passant square is
/// dropped, and the capture with it; in the second, White has 28 pieces, which is never accepted.
const NOT_COMPARABLE: [&str; 2] =
    ["8/8/8/1k6/3Pp3/8/8/4KQ2 b - d3", "kBQQQQQQ/BR5Q/Q6Q/Q6Q/Q6Q/Q6Q/Q6Q/KQQQQQQQ w - -"];

/// The positions of the suites: what random games and other tests start from.
pub(crate) fn odd_positions() -> Vec<String> {
    let cases = SUITES.into_iter().flat_map(|(_, text)| suite::parse(text));
    cases.map(|case| position(&case.fen).fen_with(crate::board_text::FULL)).collect()
}

/// The position of a suite's line. Suites are older than strict validation: some of their
/// positions tell of a push that cannot have been, or cannot come up in a game at all.
pub(crate) fn position(fen: &str) -> Position {
    let setup: Setup = fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"));
    Position::from_setup_waiving(&setup.sanitize().setup, SetupFaults::WAIVABLE)
        .unwrap_or_else(|error| panic!("{fen}: {error}"))
}

/// Plays every move but the last and counts that one.
fn bulk(pos: &Position, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => u64::from(pos.count_legal_moves()),
        _ => pos.legal_moves().iter().map(|&mv| bulk(&walk::after(pos, mv), depth - 1)).sum(),
    }
}

/// Makes and takes back every move.
fn full(pos: &mut Position, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut nodes = 0;
    for mv in &pos.legal_moves() {
        let undo = pos.make(*mv);
        nodes += full(pos, depth - 1);
        pos.unmake(*mv, undo);
    }
    nodes
}

/// Lists with the other generator and checks each move by itself.
fn pseudo_legal(pos: &Position, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let moves = pos.pseudo_legal_moves();
    let legal = moves.iter().filter(|&&mv| pos.is_safe(mv));
    legal.map(|&mv| pseudo_legal(&walk::after(pos, mv), depth - 1)).sum()
}

/// Checks the counts of a case up to a bound with one method and returns what is wrong.
fn mismatches(
    case: &Case,
    max_nodes: u64,
    method: impl Fn(&Position, u32) -> u64,
) -> (u64, Vec<String>) {
    let mut nodes = 0;
    let mut wrong = Vec::new();
    if NOT_COMPARABLE.contains(&case.fen.as_str()) {
        return (nodes, wrong);
    }
    let pos = position(&case.fen);
    for &(depth, expected) in case.counts.iter().filter(|count| count.1 <= max_nodes) {
        let found = method(&pos, depth);
        nodes += found;
        if found != expected {
            wrong.push(format!("{} depth {depth}: {found}, not {expected}", case.fen));
        }
    }
    (nodes, wrong)
}

fn assert_suites(max_nodes: u64, method: impl Fn(&Position, u32) -> u64 + Copy) {
    let cases = SUITES.into_iter().flat_map(|(_, text)| suite::parse(text));
    let (mut nodes, mut wrong) = (0, Vec::new());
    for case in cases {
        let (counted, mismatches) = mismatches(&case, max_nodes, method);
        nodes += counted;
        wrong.extend(mismatches);
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert!(nodes > 10 * max_nodes, "hardly anything was counted: {nodes}");
}

#[test]
fn suites_counting_the_last_move() {
    assert_suites(BULK_NODES, bulk);
}

#[test]
fn suites_playing_every_move() {
    assert_suites(FULL_NODES, |pos, depth| full(&mut pos.clone(), depth));
}

#[test]
fn suites_with_the_pseudo_legal_generator() {
    assert_suites(PSEUDO_LEGAL_NODES, pseudo_legal);
}

/// The suites of other projects, with a bound that can be raised.
#[test]
fn wider_suites() {
    let Some(folder) = data::path("perft") else { return };
    let max_nodes = data::number(DATA_NODES_VARIABLE, DATA_NODES);
    let mut cases = Vec::new();
    for file in data::files_below(&folder).expect("a folder that can be listed") {
        let name = file.to_string_lossy();
        // The variants have other rules.
        if name.contains("variants") {
            continue;
        }
        let text = data::read(&file).unwrap_or_else(|error| panic!("{name}: {error}"));
        cases.extend(if name.ends_with(".tsv") { parse_table(&text) } else { suite::parse(&text) });
    }
    let (nodes, wrong) = in_parallel(&cases, |case| mismatches(case, max_nodes, bulk));
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert!(nodes > 0, "nothing was counted");
}

/// Lines of position, depth, nodes, and whether it is Chess960.
fn parse_table(text: &str) -> Vec<Case> {
    let lines = text.lines().enumerate().filter(|(_, line)| !line.starts_with('#'));
    let cases = lines.map(|(index, line)| {
        let mut fields = line.split('\t');
        let fen = fields.next().expect(line).replace("startpos", reynard_testkit::starts::STANDARD);
        let number = |field: Option<&str>| field.and_then(|field| field.parse().ok()).expect(line);
        let depth = u32::try_from(number(fields.next())).expect(line);
        Case { line: index + 1, fen, counts: vec![(depth, number(fields.next()))] }
    });
    cases.collect()
}

/// Shares the cases among the cores, every so manyth for each.
fn in_parallel(
    cases: &[Case],
    check: impl Fn(&Case) -> (u64, Vec<String>) + Sync,
) -> (u64, Vec<String>) {
    let workers = thread::available_parallelism().map_or(1, usize::from);
    let check = &check;
    thread::scope(|scope| {
        let handles: Vec<_> = (0..workers)
            .map(|worker| {
                scope.spawn(move || {
                    cases.iter().skip(worker).step_by(workers).map(check).fold(
                        (0, Vec::new()),
                        |(nodes, mut wrong), (counted, mismatches)| {
                            wrong.extend(mismatches);
                            (nodes + counted, wrong)
                        },
                    )
                })
            })
            .collect();
        handles.into_iter().fold((0, Vec::new()), |(nodes, mut wrong), handle| {
            let (counted, mismatches) = handle.join().expect("a worker that does not panic");
            wrong.extend(mismatches);
            (nodes + counted, wrong)
        })
    })
}
