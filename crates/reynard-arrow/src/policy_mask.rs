//! Legal moves as a mask over the policy indices.

use reynard::{Color, PackedPosition, PolicyIndex};

use crate::{PlaneView, RowError, legal_positions};

/// Writes the legal moves of each position as a mask of [`PolicyIndex::COUNT`] values: 1 at the
/// index of a legal move, otherwise 0.
///
/// With [`PlaneView::SideToMove`] the indices of Black's moves are mirrored, like the planes.
///
/// # Errors
///
/// [`RowError`] for the first position that cannot be played.
///
/// # Panics
///
/// Panics if `out` does not have [`PolicyIndex::COUNT`] values for each position.
///
/// ```
/// use reynard::{PackedPosition, PolicyIndex, Position};
/// use reynard_arrow::{PlaneView, policy_mask};
///
/// let positions = [PackedPosition::from(&Position::startpos())];
/// let mut mask = [0; PolicyIndex::COUNT];
/// policy_mask(&positions, PlaneView::White, &mut mask)?;
/// assert_eq!(mask.iter().filter(|&&legal| legal == 1).count(), 20);
/// // e2e4
/// assert_eq!(mask[322], 1);
/// # Ok::<(), reynard_arrow::RowError>(())
/// ```
pub fn policy_mask(
    positions: &[PackedPosition],
    view: PlaneView,
    out: &mut [u8],
) -> Result<(), RowError> {
    assert_eq!(out.len(), positions.len() * PolicyIndex::COUNT, "values for the masks");
    let masks = out.chunks_exact_mut(PolicyIndex::COUNT);
    for (pos, mask) in legal_positions(positions).zip(masks) {
        let pos = pos?;
        mask.fill(0);
        let side = if view == PlaneView::White { Color::White } else { pos.turn() };
        for mv in &pos.legal_moves() {
            if let Some(index) = PolicyIndex::of(*mv) {
                mask[usize::from(index.relative_to(side).index())] = 1;
            }
        }
    }
    Ok(())
}
