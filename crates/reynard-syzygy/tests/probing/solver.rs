//! All endings of three pieces, solved from the end: a second way to every value and distance.

use std::collections::BTreeMap;
use std::num::NonZero;
use std::thread;

use reynard::{Color, Move, Piece, PieceType, Position, Setup, SetupFaults, Square};
use reynard_syzygy::{ClockedWdl, Dtz, Lookup, Tablebase, Wdl};
use reynard_testkit::data;

use crate::positions::{flip_colors, place};
use crate::tables;

/// How a position ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    Draw,
    /// The side to move wins, and the clock is reset or it is mate after so many plies.
    Win(i32),
    /// The side to move loses, in the same sense; 0 if it is mated.
    Loss(i32),
}

/// What is known of a position while its ending is being solved.
struct Node {
    pos: Position,
    end: Option<End>,
    /// The results of the moves that reset the clock, from the side that plays them.
    zeroing: Vec<End>,
    /// The positions that other moves lead to.
    quiet: Vec<usize>,
}

/// The solved endings of White's king and one more white piece against a king.
#[derive(Default)]
struct Solved(BTreeMap<(Color, [Square; 3], PieceType), End>);

fn key(pos: &Position, kind: PieceType) -> Option<(Color, [Square; 3], PieceType)> {
    let piece = pos.pieces(Color::White, kind).first()?;
    Some((pos.turn(), [pos.king(Color::White), pos.king(Color::Black), piece], kind))
}

/// The place of a position among all placements of three pieces.
fn number(pos: &Position, kind: PieceType) -> usize {
    let (turn, squares, _) = key(pos, kind).expect("nothing was taken");
    squares.iter().fold(turn as usize, |number, &square| number << 6 | square as usize)
}

fn is_zeroing(pos: &Position, mv: Move) -> bool {
    mv.is_capture() || pos.by_type(PieceType::Pawn).contains(mv.from())
}

impl Solved {
    /// Solves all positions with a piece of a kind on one of some squares. Where its other squares
    /// can be reached, they have been solved.
    fn solve(&mut self, kind: PieceType, squares: &[Square]) {
        let pieces = [
            PieceType::King.of(Color::White),
            PieceType::King.of(Color::Black),
            kind.of(Color::White),
        ];
        let mut nodes: Vec<Node> = Vec::new();
        let mut numbers = vec![usize::MAX; 2 << 18];
        for pos in placements(pieces, squares) {
            numbers[number(&pos, kind)] = nodes.len();
            nodes.push(Node { pos, end: None, zeroing: Vec::new(), quiet: Vec::new() });
        }
        for node in &mut nodes {
            let moves = node.pos.legal_moves();
            let mut child = node.pos.clone();
            for &mv in &moves {
                node.pos.play_into(mv, &mut child);
                if is_zeroing(&node.pos, mv) {
                    node.zeroing.push(self.after_zeroing(&child));
                } else {
                    node.quiet.push(numbers[number(&child, kind)]);
                }
            }
            if moves.is_empty() {
                node.end = Some(if node.pos.is_check() { End::Loss(0) } else { End::Draw });
            }
        }
        spread(&mut nodes);
        for node in nodes {
            let key = key(&node.pos, kind).expect("it has the piece");
            self.0.insert(key, node.end.unwrap_or(End::Draw));
        }
    }

    /// The result of a move that reset the clock, from the side that played it.
    fn after_zeroing(&self, child: &Position) -> End {
        let rest = PieceType::ALL[..5].iter().find_map(|&kind| key(child, kind));
        match rest.map(|key| self.0[&key]) {
            None | Some(End::Draw) => End::Draw,
            Some(End::Win(_)) => End::Loss(1),
            Some(End::Loss(_)) => End::Win(1),
        }
    }
}

/// Finds the wins and losses in one ply, in two plies, and so on, until nothing is found.
fn spread(nodes: &mut [Node]) {
    for plies in 1.. {
        let mut found = Vec::new();
        for (number, node) in nodes.iter().enumerate() {
            if node.end.is_some() {
                continue;
            }
            let ends = || node.quiet.iter().map(|&child| nodes[child].end);
            let wins_now = plies == 1 && node.zeroing.contains(&End::Win(1));
            if wins_now || ends().any(|end| end == Some(End::Loss(plies - 1))) {
                found.push((number, End::Win(plies)));
                continue;
            }
            let longest = ends().map(|end| match end {
                Some(End::Win(child)) if child < plies => Some(child + 1),
                _ => None,
            });
            let longest: Option<Vec<i32>> = longest.collect();
            if let Some(longest) = longest
                && node.zeroing.iter().all(|&end| end == End::Loss(1))
                && longest.iter().copied().max().unwrap_or(1) == plies
            {
                found.push((number, End::Loss(plies)));
            }
        }
        if found.is_empty() && plies > 1 {
            return;
        }
        for (number, end) in found {
            nodes[number].end = Some(end);
        }
    }
}

fn placements(pieces: [Piece; 3], squares: &[Square]) -> Vec<Position> {
    let mut found = Vec::new();
    for turn in Color::ALL {
        for white in Square::ALL {
            for black in Square::ALL {
                for &piece in squares {
                    found.extend(place(&pieces, &[white, black, piece], turn));
                }
            }
        }
    }
    found
}

/// Whether a table says what was found by solving: rounded distances may be one short.
fn agrees(end: End, dtz: Dtz) -> bool {
    let plies = match end {
        End::Draw => 0,
        End::Win(plies) => plies,
        End::Loss(plies) => -plies.max(1),
    };
    plies == dtz.plies() || plies == dtz.longest()
}

fn compare(tables: &Tablebase, pos: &Position, end: End) {
    let wdl = match end {
        End::Draw => Wdl::Draw,
        End::Win(_) => Wdl::Win,
        End::Loss(_) => Wdl::Loss,
    };
    for pos in [pos, &flip_colors(pos)] {
        let found = tables.probe_wdl(pos).expect("the tables are sound");
        assert_eq!(found, Lookup::Known(wdl), "{pos}: {end:?}");
        let Lookup::Known(dtz) = tables.probe_dtz(pos).expect("the tables are sound") else {
            panic!("all tables are there");
        };
        assert!(agrees(end, dtz), "{pos}: {end:?}, and {dtz:?} in the table");
    }
}

/// Whether the result with a clock is that of the solved distance: the hundredth ply must reset the
/// clock or mate, with a ply more it is a draw.
fn agrees_at(end: End, clock: u16, found: ClockedWdl) -> bool {
    let in_time = |plies: i32| clock == 0 || plies + i32::from(clock) <= 100;
    match (end, found) {
        (End::Draw, found) => found == ClockedWdl::Draw,
        (End::Win(plies), ClockedWdl::Win) | (End::Loss(plies), ClockedWdl::Loss) => in_time(plies),
        (End::Win(plies), ClockedWdl::CursedWin) | (End::Loss(plies), ClockedWdl::BlessedLoss) => {
            !in_time(plies)
        }
        // The table does not know on which side of the limit it is.
        (End::Win(plies), ClockedWdl::MaybeWin) | (End::Loss(plies), ClockedWdl::MaybeLoss) => {
            (100..=101).contains(&(plies + i32::from(clock)))
        }
        _ => false,
    }
}

fn compare_clocked(tables: &Tablebase, pos: &Position, end: End, clock: u16) {
    let setup = Setup { halfmove_clock: clock, fullmove_number: 80, ..pos.to_setup() };
    let pos = Position::from_setup_waiving(&setup, SetupFaults::WAIVABLE).expect("it was one");
    let Lookup::Known(found) = tables.probe_clocked(&pos).expect("the tables are sound") else {
        panic!("all tables are there");
    };
    assert!(agrees_at(end, clock, found), "{pos}: {end:?} by solving, and {found}");
}

/// The endings of all kinds. A capture leaves bare kings, so that those of officers do not need one
/// another.
fn solved() -> Solved {
    let mut solved = Solved::default();
    let officers = [PieceType::Queen, PieceType::Rook, PieceType::Bishop, PieceType::Knight];
    thread::scope(|scope| {
        let of_kind = |kind| {
            let mut solved = Solved::default();
            solved.solve(kind, &Square::ALL);
            solved
        };
        for ending in officers.map(|kind| scope.spawn(move || of_kind(kind))) {
            solved.0.extend(ending.join().expect("it is solved").0);
        }
    });
    // From the seventh rank down, so that all squares before a pawn are solved.
    for rank in reynard::Rank::ALL[1..7].iter().rev() {
        let squares: Vec<Square> =
            Square::ALL.into_iter().filter(|square| square.rank() == *rank).collect();
        solved.solve(PieceType::Pawn, &squares);
    }
    solved
}

/// Every position of three pieces, both colors, both sides to move; one in four of them unless the
/// effort is 4.
#[test]
fn every_position_of_three_men_is_as_solved() {
    let tables = tables::three_men();
    let solved: Vec<_> = solved().0.into_iter().collect();
    let mut counts = [0; 3];
    for (_, end) in &solved {
        counts[match end {
            End::Draw => 0,
            End::Win(_) => 1,
            End::Loss(_) => 2,
        }] += 1;
    }
    assert!(counts.iter().all(|&count| count > 100_000), "{counts:?}");
    let chosen: Vec<_> = solved.iter().step_by(data::stride()).collect();
    let threads = thread::available_parallelism().map_or(1, NonZero::get);
    thread::scope(|scope| {
        for part in chosen.chunks(chosen.len().div_ceil(threads)) {
            let tables = &tables;
            scope.spawn(move || {
                for (number, &&((turn, squares, kind), end)) in part.iter().enumerate() {
                    let pos = with_piece(kind, squares, turn);
                    compare(tables, &pos, end);
                    let clock = u16::try_from(number * 37 % 101).expect("it is small");
                    compare_clocked(tables, &pos, end, clock);
                }
            });
        }
    });
}

/// The position of two kings and a white piece.
fn with_piece(kind: PieceType, squares: [Square; 3], turn: Color) -> Position {
    let colors = [Color::White, Color::Black, Color::White];
    let pieces = [PieceType::King, PieceType::King, kind];
    let pieces: [Piece; 3] = std::array::from_fn(|at| pieces[at].of(colors[at]));
    place(&pieces, &squares, turn).expect("it was a position")
}
