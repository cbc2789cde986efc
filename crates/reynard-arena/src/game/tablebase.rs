//! Adjudication by tablebases.

use reynard::{Color, Game, GameResult};
use reynard_syzygy::{ClockedWdl, Tablebase};

/// Returns the result that tablebases prove under the fifty-move rule, or `None` if the position is
/// not covered or the result is uncertain.
pub(super) fn result(game: &Game, tables: &Tablebase) -> Option<GameResult> {
    let pos = game.position();
    if pos.occupied().len() > tables.largest() {
        return None;
    }
    let win = |color: Color| match color {
        Color::White => GameResult::WhiteWins,
        Color::Black => GameResult::BlackWins,
    };
    match tables.probe_clocked(pos).ok()?.known()? {
        ClockedWdl::Win => Some(win(pos.turn())),
        ClockedWdl::Loss => Some(win(!pos.turn())),
        ClockedWdl::Draw | ClockedWdl::CursedWin | ClockedWdl::BlessedLoss => {
            Some(GameResult::Draw)
        }
        ClockedWdl::MaybeWin | ClockedWdl::MaybeLoss => None,
    }
}
