//! The crate `pyrrhic-rs` as oracle: MIT, a translation of Fathom, which goes back to the first
//! prober.
//!
//! It has one set of tables for the process, and its root probe is for one thread only: all use of
//! it is behind one lock, and it is made only once.

use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

use pyrrhic_rs::{DtzProbeValue, TableBases, WdlProbeResult};
use reynard::{Bitboard, Color, EnPassantMode, Move, PieceType, Position, Square};
use reynard_syzygy::{Dtz, Lookup, Material, RootRules, Tablebase, Wdl};
use reynard_testkit::{Rng, data};

use crate::adapter::{Attacks, passant, probe_wdl, sets, square};
use crate::positions::{flip_colors, men_of, place, place_with, random};
use crate::tables;

/// The oracle, with the wider tables if they are there.
struct Oracle(TableBases<Attacks>);

fn oracle() -> MutexGuard<'static, Oracle> {
    static ORACLE: OnceLock<Mutex<Oracle>> = OnceLock::new();
    let oracle = ORACLE.get_or_init(|| {
        let folder = data::path("syzygy").unwrap_or_else(tables::folder);
        let tables = TableBases::new(folder.to_str().expect("a plain path"));
        Mutex::new(Oracle(tables.expect("the tables are there")))
    });
    oracle.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Oracle {
    fn wdl(&self, pos: &Position) -> Wdl {
        let result = probe_wdl(&self.0, pos);
        match result.unwrap_or_else(|error| panic!("{pos}: {error:?}")) {
            WdlProbeResult::Loss => Wdl::Loss,
            WdlProbeResult::BlessedLoss => Wdl::BlessedLoss,
            WdlProbeResult::Draw => Wdl::Draw,
            WdlProbeResult::CursedWin => Wdl::CursedWin,
            WdlProbeResult::Win => Wdl::Win,
        }
    }

    /// The distances of all moves, without their signs.
    fn moves(&self, pos: &Position) -> Vec<(Square, Square, Option<PieceType>, i32)> {
        let [white, black, kings, queens, rooks, bishops, knights, pawns] = sets(pos);
        let result = self.0.probe_root(
            white,
            black,
            kings,
            queens,
            rooks,
            bishops,
            knights,
            pawns,
            u32::from(pos.halfmove_clock()),
            passant(pos),
            pos.turn() == Color::White,
        );
        let result = result.unwrap_or_else(|error| panic!("{pos}: {error:?}"));
        let mut moves = Vec::new();
        for value in &result.moves[..result.num_moves] {
            let DtzProbeValue::DtzResult(found) = value else { continue };
            let promotion = match found.promotion {
                pyrrhic_rs::Piece::Queen => Some(PieceType::Queen),
                pyrrhic_rs::Piece::Rook => Some(PieceType::Rook),
                pyrrhic_rs::Piece::Bishop => Some(PieceType::Bishop),
                pyrrhic_rs::Piece::Knight => Some(PieceType::Knight),
                _ => None,
            };
            let [from, to] = [found.from_square, found.to_square].map(|n| square(n.into()));
            moves.push((from, to, promotion, found.dtz.into()));
        }
        moves
    }
}

fn compare_wdl(tables: &Tablebase, oracle: &Oracle, pos: &Position) {
    let found = tables.probe_wdl(pos).unwrap_or_else(|error| panic!("{pos}: {error}"));
    assert_eq!(found, Lookup::Known(oracle.wdl(pos)), "{pos}");
}

/// Compares the distances of all moves. The oracle says nothing of positions without moves.
fn compare_moves(tables: &Tablebase, oracle: &Oracle, pos: &Position) {
    if !pos.has_legal_move() {
        return;
    }
    let ranked = tables.rank_moves(pos, RootRules::default());
    let ranked = ranked.unwrap_or_else(|error| panic!("{pos}: {error}")).known();
    let ranked = ranked.unwrap_or_else(|| panic!("{pos}: a table is missing"));
    let mut ours: Vec<_> = ranked.iter().map(|ranked| entry(ranked.mv, ranked.dtz)).collect();
    let mut theirs = oracle.moves(pos);
    ours.sort_unstable();
    theirs.sort_unstable();
    assert_eq!(ours, theirs, "{pos}");
}

fn entry(mv: Move, dtz: Option<Dtz>) -> (Square, Square, Option<PieceType>, i32) {
    let dtz = dtz.expect("DTZ tables are there").plies().abs();
    (mv.from(), mv.to(), mv.promotion(), dtz)
}

/// The materials of this many pieces among the tables.
fn materials(tables: &Tablebase, pieces: u32) -> Vec<Material> {
    let mut found: Vec<_> = tables.tables().map(|table| table.name.material).collect();
    found.retain(|material| material.piece_count() == pieces);
    found.sort_unstable();
    found.dedup();
    found
}

/// One in four positions of three pieces, and all with an effort of 4 or more, has the same value,
/// and of these one in 16 the same distances.
#[test]
fn three_men_agree() {
    let (tables, oracle) = (tables::three_men(), oracle());
    let one_in = data::stride();
    let mut seen = 0_usize;
    for material in materials(&tables, 3) {
        let pieces = men_of(material);
        for white in Square::ALL {
            for black in Square::ALL {
                for piece in Square::ALL {
                    for turn in Color::ALL {
                        let Some(pos) = place(&pieces, &[white, black, piece], turn) else {
                            continue;
                        };
                        seen += 1;
                        if !seen.is_multiple_of(one_in) {
                            continue;
                        }
                        compare_wdl(&tables, &oracle, &pos);
                        compare_wdl(&tables, &oracle, &flip_colors(&pos));
                        if seen.is_multiple_of(16 * one_in) {
                            compare_moves(&tables, &oracle, &pos);
                        }
                    }
                }
            }
        }
    }
    assert!(seen > 1_000_000, "{seen} positions");
}

/// A million positions of four pieces have the same value, and some the same distances.
#[test]
fn four_men_agree() {
    let Some(tables) = tables::wider() else { return };
    let oracle = oracle();
    let count = data::number("REYNARD_TEST_POSITIONS", 1_000_000);
    sample(&tables, &oracle, 4, count, 50);
}

/// The tables of five pieces that are there, a smaller number.
#[test]
fn five_men_agree() {
    let Some(tables) = tables::wider() else { return };
    sample(&tables, &oracle(), 5, 100_000, 50);
}

fn sample(tables: &Tablebase, oracle: &Oracle, pieces: u32, count: u64, every: u64) {
    let materials: Vec<_> = materials(tables, pieces).into_iter().map(men_of).collect();
    let mut rng = Rng::new(7);
    for number in 0..count {
        let pos = random(&materials[rng.below(materials.len())], &mut rng);
        let pos = if rng.one_in(2) { flip_colors(&pos) } else { pos };
        compare_wdl(tables, oracle, &pos);
        // Of five pieces, those tables are not there that pawns promote to.
        let complete = pieces < 5 || pos.by_type(PieceType::Pawn).is_empty();
        if number % every == 0 && complete {
            compare_moves(tables, oracle, &pos);
        }
    }
}

/// Every position of four pieces that is not the mirror of another one, with and without a right to
/// capture en passant: the same value; the same distances of all moves for one in 5,000.
#[test]
#[ignore = "takes a quarter of an hour"]
fn every_position_of_four_men_agrees() {
    let Some(tables) = tables::wider() else { return };
    let oracle = oracle();
    for material in materials(&tables, 4) {
        let pieces = men_of(material);
        let (mut seen, mut distances) = (0_u64, 0_u64);
        let mut compare = |pos: &Position| {
            compare_wdl(&tables, &oracle, pos);
            seen += 1;
            if seen.is_multiple_of(5000) {
                compare_moves(&tables, &oracle, pos);
                distances += 1;
            }
        };
        for white in Square::ALL.into_iter().filter(|&king| is_representative(king, material)) {
            for black in Square::ALL {
                for first in Square::ALL {
                    for second in Square::ALL {
                        if pieces[2] == pieces[3] && first > second {
                            continue;
                        }
                        let squares = [white, black, first, second];
                        for turn in Color::ALL {
                            compare_placement(&pieces, &squares, turn, &mut compare);
                        }
                    }
                }
            }
        }
        println!("{material}: {seen} positions, {distances} with the distances of all moves");
    }
}

/// Whether the white king stands where a mirror would bring it.
fn is_representative(king: Square, material: Material) -> bool {
    let (file, rank) = king.coordinates();
    file < 4 && (material.has_pawns() || rank <= file)
}

fn compare_placement(
    pieces: &[reynard::Piece],
    squares: &[Square],
    turn: Color,
    compare: &mut impl FnMut(&Position),
) {
    let Some(pos) = place(pieces, squares, turn) else { return };
    compare(&pos);
    let pawns = pos.pieces(!turn, PieceType::Pawn);
    for pawn in pawns & Bitboard::rank((!turn).relative_rank(reynard::Rank::Fourth)) {
        let target = pawn.offset(0, if turn == Color::White { 1 } else { -1 });
        if let Some(pos) = place_with(pieces, squares, turn, target)
            && pos.en_passant(EnPassantMode::Legal).is_some()
        {
            compare(&pos);
        }
    }
}
