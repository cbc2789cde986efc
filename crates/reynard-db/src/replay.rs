//! Replays the moves of a game under the full rules.

use reynard::Position;

use crate::Damage;
use crate::batch::Flags;
use crate::bytes::ByteCursor;
use crate::move_code::read_move;

/// Calls a function with each position of a game and the move played there, until the function
/// returns `false`.
pub(crate) fn replay_codes(
    codes: &[u8],
    flags: Flags,
    start: Position,
    mut each: impl FnMut(&Position, Option<reynard::Move>) -> bool,
) -> Result<(), Damage> {
    let mut pos = start;
    let mut cursor = ByteCursor::new(codes);
    while !cursor.is_empty() {
        let mv = read_code(&mut cursor, flags, &pos)?;
        if !each(&pos, Some(mv)) {
            return Ok(());
        }
        pos.play_unchecked(mv);
    }
    each(&pos, None);
    Ok(())
}

/// Reads a move of a game, and checks that it is legal.
#[inline]
pub(crate) fn read_code(
    cursor: &mut ByteCursor<'_>,
    flags: Flags,
    pos: &Position,
) -> Result<reynard::Move, Damage> {
    if !flags.is_wide() {
        return read_move(cursor, pos);
    }
    let mv = reynard::Move::from_bits(u16::from_le_bytes(cursor.array()?));
    mv.filter(|&mv| pos.is_legal(mv)).ok_or(Damage::MOVE)
}
