//! Games that the endgame tables have decided.

use reynard::{Color, Game, GameResult};
use reynard_syzygy::{ClockedWdl, Tablebase};

/// The result that the tables are certain of, with the fifty-move clock where it stands; `None` if they
/// do not know the position or are not certain.
pub(super) fn verdict(game: &Game, tables: &Tablebase) -> Option<GameResult> {
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
