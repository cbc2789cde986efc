//! The search that accompanies a probe: captures, en passant, and zeroing moves.

use reynard::{EnPassantMode, MoveKind, MoveList, PieceType, Position, Selection, Stage};

use crate::cache::Cache;
use crate::error::{ProbeError, TableError};
use crate::store::Store;
use crate::{ClockedWdl, Dtz, Lookup, MAX_PIECES, Material, TableName, TablebaseOptions, Wdl};

/// State of a probe.
pub(crate) struct Probe<'a, C> {
    pub(crate) store: &'a Store,
    pub(crate) options: &'a TablebaseOptions,
    pub(crate) cache: &'a mut C,
}

/// Reasons why a probe ends without a value.
#[derive(Debug)]
pub(crate) enum Stop {
    Missing(TableName),
    Broken(TableError),
}

/// The value of a position, and how it was obtained.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Resolved {
    wdl: Wdl,
    /// `true` if an immediate capture keeps the value, in which case the DTZ table may be wrong. If
    /// the position is not won, only en-passant captures that are forced or better than all other
    /// moves are taken into account.
    by_capture: bool,
}

/// Converts a stop to a missing table or an error.
pub(crate) fn answer<T>(result: Result<T, Stop>) -> Result<Lookup<T>, ProbeError> {
    match result {
        Ok(value) => Ok(Lookup::Known(value)),
        Err(Stop::Missing(name)) => Ok(Lookup::Missing(name)),
        Err(Stop::Broken(error)) => Err(ProbeError::Table(error)),
    }
}

/// Rejects positions that cannot be in any table.
#[inline]
pub(crate) fn check(pos: &Position) -> Result<(), ProbeError> {
    let pieces = pos.occupied().len();
    if pieces > MAX_PIECES as u32 {
        return Err(ProbeError::TooManyPieces(pieces));
    }
    if !pos.castling_rights().is_empty() {
        return Err(ProbeError::CastlingRights);
    }
    if pos.is_attacked(pos.king(!pos.turn()), pos.turn()) {
        return Err(ProbeError::OppositeCheck);
    }
    Ok(())
}

impl<C: Cache> Probe<'_, C> {
    /// Returns the value of a checked position.
    #[inline]
    pub(crate) fn wdl(&mut self, pos: &Position) -> Result<Wdl, Stop> {
        if pos.en_passant(EnPassantMode::Legal).is_none() {
            self.search(pos, Wdl::Loss, Wdl::Win)
        } else {
            self.resolve(pos).map(|resolved| resolved.wdl)
        }
    }

    /// Searches the captures of a position without a legal en-passant capture. The value is the
    /// best of the table's value and the values after captures.
    ///
    /// The result need not be exact if it is at most `alpha` or at least `beta`. Each capture
    /// removes a piece, so the search is at most five levels deep.
    fn search(&mut self, pos: &Position, alpha: Wdl, beta: Wdl) -> Result<Wdl, Stop> {
        // Where a capture is best, the table may have anything that is not better.
        let mut best = self.table_wdl(pos)?.max(alpha);
        if best >= beta {
            return Ok(best);
        }
        let captures = captures(pos);
        if captures.is_empty() {
            return Ok(best);
        }
        let mut child = pos.clone();
        for &mv in &captures {
            pos.play_into(mv, &mut child);
            best = best.max(-self.search(&child, -beta, -best)?);
            if best >= beta {
                break;
            }
        }
        Ok(best)
    }

    /// Resolves the value of a position, and determines if an immediate capture keeps it.
    fn resolve(&mut self, pos: &Position) -> Result<Resolved, Stop> {
        let mut best_plain = None;
        let mut best_passant = None;
        let mut passants = 0;
        let mut child = pos.clone();
        for &mv in &captures(pos) {
            pos.play_into(mv, &mut child);
            let best = if mv.kind() == MoveKind::EnPassant {
                passants += 1;
                &mut best_passant
            } else {
                &mut best_plain
            };
            let floor = best.unwrap_or(Wdl::Loss);
            let wdl = -self.search(&child, Wdl::Loss, -floor)?;
            *best = Some(floor.max(wdl));
            if wdl == Wdl::Win {
                return Ok(Resolved { wdl, by_capture: true });
            }
        }
        // The table takes a position without moves but en passant for mate or stalemate.
        if let Some(wdl) = best_passant
            && pos.count_legal_moves() == passants
        {
            return Ok(Resolved { wdl, by_capture: true });
        }
        let plain = best_plain.max(Some(self.table_wdl(pos)?)).unwrap_or(Wdl::Loss);
        let wdl = best_passant.unwrap_or(Wdl::Loss).max(plain);
        let by_capture =
            if wdl > Wdl::Draw { best_plain.max(best_passant) == Some(wdl) } else { wdl > plain };
        Ok(Resolved { wdl, by_capture })
    }

    /// Returns the value of a position as stored in the table.
    #[inline]
    pub(crate) fn table_wdl(&mut self, pos: &Position) -> Result<Wdl, Stop> {
        let material = Material::of(pos);
        if material.is_bare_kings() {
            return Ok(Wdl::Draw);
        }
        known(self.store.wdl(pos, material, self.options, self.cache))
    }

    /// Returns the distance, as stored in the table, of a position with a known value.
    pub(crate) fn table_dtz(&mut self, pos: &Position, wdl: Wdl) -> Result<Option<Dtz>, Stop> {
        known(self.store.dtz(pos, wdl, self.options, self.cache))
    }

    /// Returns the distance to zeroing of a checked position.
    pub(crate) fn dtz(&mut self, pos: &Position) -> Result<Dtz, Stop> {
        let Resolved { wdl, by_capture } = self.resolve(pos)?;
        if wdl == Wdl::Draw || by_capture {
            return Ok(Dtz::zeroing(wdl));
        }
        if wdl > Wdl::Draw && self.has_pawn_move(pos, wdl)? {
            return Ok(Dtz::zeroing(wdl));
        }
        if wdl == Wdl::Loss && is_mated(pos) {
            return Ok(Dtz::zeroing(wdl));
        }
        match self.table_dtz(pos, wdl)? {
            Some(dtz) => Ok(dtz),
            None => self.dtz_by_moves(pos, wdl),
        }
    }

    /// Returns the value of a checked position under its fifty-move clock.
    pub(crate) fn clocked(&mut self, pos: &Position) -> Result<ClockedWdl, Stop> {
        let wdl = self.wdl(pos)?;
        let clock = pos.halfmove_clock();
        // Values that the clock does not change need no DTZ table, and neither does mate.
        if clock == 0 || wdl.with_fifty_moves() == Wdl::Draw || is_mated(pos) {
            return Ok(wdl.into());
        }
        Ok(ClockedWdl::new(self.dtz(pos)?, clock))
    }

    /// Returns `true` if a quiet pawn move keeps the value of a won position.
    fn has_pawn_move(&mut self, pos: &Position, wdl: Wdl) -> Result<bool, Stop> {
        let pawns = pos.pieces(pos.turn(), PieceType::Pawn);
        if pawns.is_empty() {
            return Ok(false);
        }
        let mut child = pos.clone();
        let pushes = Selection { stage: Stage::Quiets, from: pawns, ..Selection::ALL };
        for &mv in &pos.moves(pushes) {
            pos.play_into(mv, &mut child);
            if -self.wdl(&child)? == wdl {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Computes the distance if the table contains only positions with the other side to move: the
    /// distance after the best move, plus one.
    ///
    /// Captures and pawn moves are skipped. The winning ones have already been found, and a losing
    /// one loses sooner than any other move.
    fn dtz_by_moves(&mut self, pos: &Position, wdl: Wdl) -> Result<Dtz, Stop> {
        let mut best = (wdl < Wdl::Draw).then_some(Dtz::zeroing(wdl));
        let others = !pos.by_type(PieceType::Pawn);
        let mut child = pos.clone();
        let quiets = Selection { stage: Stage::Quiets, from: others, ..Selection::ALL };
        for &mv in &pos.moves(quiets) {
            pos.play_into(mv, &mut child);
            let dtz = self.dtz_of_move(&child)?;
            best = match best {
                _ if wdl > Wdl::Draw && dtz.plies() <= 0 => best,
                None => Some(dtz),
                Some(other) if wdl > Wdl::Draw => Some(dtz.sooner(other)),
                Some(other) => Some(dtz.later(other)),
            };
        }
        match best {
            Some(dtz) => Ok(dtz),
            // A win that no move keeps: one of the tables lies.
            None => Err(match self.store.contradiction(pos) {
                Some(error) => Stop::Broken(error),
                None => Stop::Missing(TableName {
                    material: Material::of(pos).normalized(),
                    kind: crate::TableKind::Dtz,
                }),
            }),
        }
    }

    /// Returns the distance of a move that does not reset the clock, from the point of view of the
    /// side that played it. `child` is the position after the move.
    pub(crate) fn dtz_of_move(&mut self, child: &Position) -> Result<Dtz, Stop> {
        let dtz = -self.dtz(child)?;
        if dtz == Dtz::Exact(1) && is_mated(child) {
            return Ok(dtz);
        }
        Ok(dtz.one_ply_earlier())
    }
}

#[inline]
fn captures(pos: &Position) -> MoveList {
    pos.moves(Selection::stage(Stage::Captures))
}

#[inline]
fn known<T>(answer: Result<Lookup<T>, TableError>) -> Result<T, Stop> {
    match answer {
        Ok(Lookup::Known(value)) => Ok(value),
        Ok(Lookup::Missing(name)) => Err(Stop::Missing(name)),
        Err(error) => Err(Stop::Broken(error)),
    }
}

/// Returns `true` if the side to move is mated.
#[inline]
pub(crate) fn is_mated(pos: &Position) -> bool {
    pos.is_check() && !pos.has_legal_move()
}
