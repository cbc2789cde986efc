//! Material balance and insufficient material.

use crate::{Bitboard, Board, Color, PieceType, PieceValues};

/// Kind of mate that is considered when testing for insufficient material.
///
/// ```
/// use reynard::{MateKind, Position};
///
/// // Two knights cannot force mate, but the lone king can walk into it.
/// let pos: Position = "4k3/8/8/8/8/8/8/1N2K1N1 w - - 0 1".parse()?;
/// assert!(!pos.board().is_insufficient_material(MateKind::Possible));
/// assert!(pos.board().is_insufficient_material(MateKind::Forcible));
/// # Ok::<(), reynard::ParsePositionError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum MateKind {
    /// Any mate that can be reached by some sequence of legal moves, however bad the moves are.
    /// This is the definition in the rules (FIDE, articles 5.2.2 and 6.9).
    #[default]
    Possible,
    /// Mates that can generally be forced. Besides the material that [`MateKind::Possible`] rules
    /// out, this kind rules out one minor piece against one minor piece, and two knights against a
    /// bare king. This definition is the second mode in the documentation of Chess::Plisco, and not
    /// a theorem: a few positions of these endings are mate.
    Forcible,
}

impl Board {
    /// Returns White's material minus Black's, in the unit of `values`.
    ///
    /// ```
    /// use reynard::{PieceValues, Position};
    ///
    /// let pos: Position = "4k3/8/8/8/8/8/4P3/1b2K3 w - - 0 1".parse()?;
    /// assert_eq!(pos.board().material_balance(&PieceValues::DEFAULT), 100 - 300);
    /// # Ok::<(), reynard::ParsePositionError>(())
    /// ```
    pub fn material_balance(&self, values: &PieceValues) -> i32 {
        self.material(Color::White, values) - self.material(Color::Black, values)
    }

    /// Returns the total value of the pieces of one side, in the unit of `values`.
    ///
    /// ```
    /// use reynard::{Board, Color, PieceValues};
    ///
    /// assert_eq!(Board::STANDARD.material(Color::White, &PieceValues::DEFAULT), 3900);
    /// ```
    pub fn material(&self, color: Color, values: &PieceValues) -> i32 {
        let worth = |kind| self.pieces(color, kind).len().cast_signed() * values.of(kind);
        PieceType::ALL.into_iter().map(worth).sum()
    }

    /// Returns `true` if neither side can mate with the material left on the board.
    ///
    /// With [`MateKind::Possible`], the game is then drawn. This is the case if there are no pawns,
    /// rooks or queens, and either at most one minor piece or only bishops on squares of one color.
    ///
    /// ```
    /// use reynard::{MateKind, Position};
    ///
    /// let pos: Position = "4k3/8/8/8/8/8/8/4KB2 w - - 0 1".parse()?;
    /// assert!(pos.board().is_insufficient_material(MateKind::Possible));
    /// # Ok::<(), reynard::ParsePositionError>(())
    /// ```
    pub fn is_insufficient_material(&self, mates: MateKind) -> bool {
        Color::ALL.into_iter().all(|color| self.has_insufficient_material(color, mates))
    }

    /// Returns `true` if `color` cannot mate with the material left on the board, whatever the
    /// opponent does.
    ///
    /// With [`MateKind::Possible`], this is a proof that holds for every position with this
    /// material. The converse does not hold: even with enough material, a position may be one in
    /// which mate is impossible; see [`Position::cannot_win`](crate::Position::cannot_win).
    ///
    /// The opponent's pieces also matter, because they can take squares from their own king. A lone
    /// knight can mate with the help of any piece except a queen, which could always capture it.
    /// Bishops on squares of one color need the help of a knight, a bishop on squares of the other
    /// color, or a pawn that can promote to one of these.
    ///
    /// ```
    /// use reynard::{Color, MateKind, Position};
    ///
    /// let pos: Position = "4k3/8/8/8/8/8/8/q2NK3 w - - 0 1".parse()?;
    /// let board = pos.board();
    /// assert!(board.has_insufficient_material(Color::White, MateKind::Possible));
    /// assert!(!board.has_insufficient_material(Color::Black, MateKind::Possible));
    /// # Ok::<(), reynard::ParsePositionError>(())
    /// ```
    pub fn has_insufficient_material(&self, color: Color, mates: MateKind) -> bool {
        let own = self.by_color(color) - self.by_type(PieceType::King);
        let theirs = self.by_color(!color) - self.by_type(PieceType::King);
        let minors = self.by_type(PieceType::Knight) | self.by_type(PieceType::Bishop);
        if !own.is_subset(minors) {
            return false;
        }
        self.cannot_mate_with_minors(own, theirs)
            || mates == MateKind::Forcible && self.cannot_force_with_minors(own, theirs, minors)
    }

    /// Tests [`MateKind::Possible`] for a side that has only minor pieces.
    fn cannot_mate_with_minors(&self, own: Bitboard, theirs: Bitboard) -> bool {
        let [pawns, knights, bishops, queens] =
            [PieceType::Pawn, PieceType::Knight, PieceType::Bishop, PieceType::Queen]
                .map(|kind| self.by_type(kind));
        if own.is_disjoint(knights) {
            let one_shade = bishops.is_subset(Bitboard::LIGHT) || bishops.is_subset(Bitboard::DARK);
            own.is_empty() || one_shade && theirs.is_disjoint(pawns | knights)
        } else {
            !own.more_than_one() && theirs.is_subset(queens)
        }
    }

    /// Tests the additional cases of [`MateKind::Forcible`], for a side that has only minor pieces.
    fn cannot_force_with_minors(&self, own: Bitboard, theirs: Bitboard, minors: Bitboard) -> bool {
        match (own.len(), theirs.len()) {
            (1, 1) => theirs.is_subset(minors),
            (2, 0) => own.is_subset(self.by_type(PieceType::Knight)),
            _ => false,
        }
    }
}
