//! The moves of a position, best first.

use reynard::{Move, Position};

use crate::cache::Cache;
use crate::clocked::FULL_CLOCK;
use crate::probe::{Probe, Stop, is_mated};
use crate::{ClockedWdl, Dtz, Wdl};

/// Treatment of the fifty-move rule.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum FiftyMoves {
    /// After a hundred plies without a capture or a pawn move, the game is drawn.
    #[default]
    Counted,
    /// The rule is off; a cursed win is a win.
    Ignored,
}

/// Repetition of positions since the clock was last reset.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Repetition {
    /// No position has occurred twice.
    #[default]
    None,
    /// A position has occurred twice, so the winner should now make progress.
    Seen,
}

/// Rules and history of the game that matter in addition to the position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct RootRules {
    /// Treatment of the fifty-move rule.
    pub fifty_moves: FiftyMoves,
    /// Repetition of positions since the clock was last reset.
    pub repetition: Repetition,
}

/// A move with its value and rank, from the point of view of the side that plays it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RankedMove {
    /// The move.
    pub mv: Move,
    /// The value that the move would have if the clock were zero before it.
    pub wdl: Wdl,
    /// The value under the current clock. If the fifty-move rule is ignored, the value without that
    /// rule.
    pub outcome: ClockedWdl,
    /// The distance, counted from before the move; `None` if DTZ tables are missing. It is 1, -1,
    /// 101 or -101 if the move itself resets the clock.
    pub dtz: Option<Dtz>,
    /// The rank: see [`crate::Tablebase::rank_moves`]. Moves of equal rank keep the same result.
    pub rank: i32,
}

/// The rank of a win that no clock can spoil. It is greater than any distance in a table.
const SURE: i32 = 1 << 18;

/// Returns all moves with their ranks, best first.
pub(crate) fn rank_moves<C: Cache>(
    probe: &mut Probe<'_, C>,
    pos: &Position,
    rules: RootRules,
) -> Result<Vec<RankedMove>, Stop> {
    let mut ranked = Vec::new();
    let mut child = pos.clone();
    let mut missing = None;
    for &mv in &pos.legal_moves() {
        pos.play_into(mv, &mut child);
        match dtz_from_root(probe, &child) {
            Ok(dtz) => ranked.push(rank_by_dtz(pos, &child, mv, dtz, rules)),
            Err(stop @ Stop::Missing(_)) => {
                missing = Some(stop);
                break;
            }
            Err(stop) => return Err(stop),
        }
    }
    if missing.is_some() {
        ranked.clear();
        for &mv in &pos.legal_moves() {
            pos.play_into(mv, &mut child);
            let wdl = -probe.wdl(&child)?;
            ranked.push(rank_by_wdl(mv, wdl, rules));
        }
    }
    // Among moves that keep the same result the winner hurries and the loser delays.
    ranked.sort_by_key(|ranked| (-ranked.rank, ranked.dtz.map_or(0, Dtz::plies)));
    Ok(ranked)
}

/// Returns the distance of a move, counted from before the move. `child` is the position after the
/// move.
fn dtz_from_root<C: Cache>(probe: &mut Probe<'_, C>, child: &Position) -> Result<Dtz, Stop> {
    if is_mated(child) {
        return Ok(Dtz::zeroing(Wdl::Win));
    }
    if child.halfmove_clock() == 0 {
        return Ok(Dtz::zeroing(-probe.wdl(child)?));
    }
    probe.dtz_of_move(child)
}

fn rank_by_dtz(
    pos: &Position,
    child: &Position,
    mv: Move,
    dtz: Dtz,
    rules: RootRules,
) -> RankedMove {
    let clock = pos.halfmove_clock();
    let wdl = dtz.wdl();
    let outcome = match rules.fifty_moves {
        FiftyMoves::Ignored => wdl.without_fifty_moves().into(),
        FiftyMoves::Counted if is_mated(child) => ClockedWdl::Win,
        FiftyMoves::Counted if is_full(child) => ClockedWdl::Draw,
        FiftyMoves::Counted if child.halfmove_clock() == 0 => wdl.into(),
        FiftyMoves::Counted => ClockedWdl::new(dtz, clock),
    };
    let rank =
        if outcome == ClockedWdl::Draw { 0 } else { rank(dtz, i32::from(clock), rules.repetition) };
    RankedMove { mv, wdl, outcome, dtz: Some(dtz), rank }
}

/// Returns `true` if the clock has run out, so either side can claim a draw.
fn is_full(pos: &Position) -> bool {
    i32::from(pos.halfmove_clock()) >= FULL_CLOCK
}

/// Returns the rank of a distance at the given clock.
fn rank(dtz: Dtz, clock: i32, repetition: Repetition) -> i32 {
    let plies = dtz.plies();
    match plies {
        1.. if plies + clock < FULL_CLOCK && repetition == Repetition::None => SURE,
        1.. => SURE - (plies + clock),
        0 => 0,
        // Twice the distance: the loser has a chance only where the limit is near.
        _ if clock - 2 * plies < FULL_CLOCK => -SURE,
        _ => -SURE + (clock - plies),
    }
}

fn rank_by_wdl(mv: Move, wdl: Wdl, rules: RootRules) -> RankedMove {
    let outcome = match rules.fifty_moves {
        FiftyMoves::Ignored => wdl.without_fifty_moves(),
        FiftyMoves::Counted => wdl,
    };
    let rank = match wdl {
        Wdl::Loss => -SURE,
        Wdl::BlessedLoss => -SURE + FULL_CLOCK + 1,
        Wdl::Draw => 0,
        Wdl::CursedWin => SURE - FULL_CLOCK - 1,
        Wdl::Win => SURE,
    };
    RankedMove { mv, wdl, outcome: outcome.into(), dtz: None, rank }
}

/// Returns the best moves of both sides in turn.
pub(crate) fn best_line<C: Cache>(
    probe: &mut Probe<'_, C>,
    pos: &Position,
    rules: RootRules,
    limit: usize,
) -> Result<Vec<Move>, Stop> {
    let mut line = Vec::new();
    let mut pos = pos.clone();
    while line.len() < limit {
        let Some(best) = rank_moves(probe, &pos, rules)?.first().copied() else { break };
        if best.wdl == Wdl::Draw {
            break;
        }
        pos.play_unchecked(best.mv);
        line.push(best.mv);
    }
    Ok(line)
}
