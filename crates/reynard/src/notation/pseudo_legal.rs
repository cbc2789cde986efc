//! Parsing of moves that may leave the mover's king in check.
//!
//! These functions do not check legality. They are for callers that check it elsewhere or show why
//! a move is illegal.

use super::san::{SanCandidates, SanError};
use super::uci::UciMoveError;
use super::{InvalidSan, InvalidUciMove, San, UciMove};
use crate::{Move, PieceType, Position};

impl Position {
    /// Parses a move in UCI notation, even if it leaves the mover's king in check. Any move that
    /// satisfies [`Position::is_pseudo_legal`] is accepted.
    ///
    /// # Errors
    ///
    /// [`InvalidUciMove`] if the text is not a UCI move or if no piece can make such a move.
    ///
    /// ```
    /// use reynard::Position;
    ///
    /// let pos: Position = "4k3/4r3/8/8/8/8/4B3/4K3 w - - 0 1".parse()?;
    /// let mv = pos.parse_uci_pseudo_legal("e2d3")?;
    /// assert!(!pos.is_legal(mv), "the bishop is pinned");
    /// assert!(pos.parse_uci_pseudo_legal("e2e3").is_err(), "no bishop moves like that");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn parse_uci_pseudo_legal(&self, text: &str) -> Result<Move, InvalidUciMove> {
        let text: UciMove = text.parse().map_err(InvalidUciMove::Syntax)?;
        text.to_pseudo_legal_move(self).map_err(InvalidUciMove::Rules)
    }

    /// Parses a move in SAN, even if it leaves the mover's king in check.
    ///
    /// The origin must distinguish the piece from all others that can make such a move, pinned or
    /// not. It may be more specific than needed.
    ///
    /// # Errors
    ///
    /// [`InvalidSan`] if the text is not SAN or does not identify a single move.
    ///
    /// ```
    /// use reynard::{InvalidSan, Position, san::SanError};
    ///
    /// // The knight on c3 is pinned.
    /// let pos: Position = "4k3/8/8/8/1b6/2N5/8/4K1N1 w - - 0 1".parse()?;
    /// assert_eq!(pos.parse_san("Ne2")?, pos.parse_uci("g1e2")?);
    /// assert!(matches!(
    ///     pos.parse_san_pseudo_legal("Ne2"),
    ///     Err(InvalidSan::Rules(SanError::Ambiguous(_)))
    /// ));
    /// assert!(!pos.is_legal(pos.parse_san_pseudo_legal("Nce2")?));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn parse_san_pseudo_legal(&self, text: impl AsRef<[u8]>) -> Result<Move, InvalidSan> {
        let san = San::from_bytes(text.as_ref()).map_err(InvalidSan::Syntax)?;
        san.to_pseudo_legal_move(self).map_err(InvalidSan::Rules)
    }
}

impl UciMove {
    /// Finds the corresponding move, even if it leaves the mover's king in check: see
    /// [`Position::parse_uci_pseudo_legal`].
    ///
    /// # Errors
    ///
    /// [`UciMoveError`] if no piece of the side to move can make such a move.
    ///
    /// ```
    /// use reynard::{Position, UciMove};
    ///
    /// // The king steps into check.
    /// let pos: Position = "4k3/8/8/8/8/8/r7/4K3 w - - 0 1".parse()?;
    /// let text: UciMove = "e1e2".parse()?;
    /// assert!(text.to_move(&pos).is_err() && text.to_pseudo_legal_move(&pos).is_ok());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn to_pseudo_legal_move(self, pos: &Position) -> Result<Move, UciMoveError> {
        self.to_move_if(pos, Position::is_pseudo_legal)
    }
}

impl San {
    /// Finds the corresponding move, even if it leaves the mover's king in check: see
    /// [`Position::parse_san_pseudo_legal`].
    ///
    /// # Errors
    ///
    /// [`SanError`] if no move or more than one move matches.
    ///
    /// ```
    /// use reynard::{Position, San};
    ///
    /// // The king steps into check.
    /// let pos: Position = "4k3/8/8/8/8/8/r7/4K3 w - - 0 1".parse()?;
    /// let san: San = "Ke2".parse()?;
    /// assert!(san.to_move(&pos).is_err() && san.to_pseudo_legal_move(&pos).is_ok());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn to_pseudo_legal_move(self, pos: &Position) -> Result<Move, SanError> {
        if self == Self::Null {
            return Err(SanError::Null);
        }
        let mut candidates = SanCandidates::EMPTY;
        for &mv in pos.pseudo_legal_moves().iter().filter(|&&mv| self.fits(pos, mv)) {
            candidates.push(mv);
        }
        match *candidates {
            [] => Err(SanError::Illegal),
            [mv] => Ok(mv),
            _ => Err(SanError::Ambiguous(candidates)),
        }
    }

    /// Returns `true` if a pseudo-legal move matches every part of this SAN.
    fn fits(self, pos: &Position, mv: Move) -> bool {
        match self {
            Self::Normal { piece, file, rank, capture, to, promotion, .. } => {
                let from = mv.from();
                !mv.is_castling()
                    && mv.to() == to
                    && mv.is_capture() == capture
                    && mv.promotion() == promotion
                    && pos.board().type_at(from) == Some(piece)
                    && file.is_none_or(|file| file == from.file())
                    && rank.is_none_or(|rank| rank == from.rank())
                    && (piece != PieceType::Pawn || file.is_some() == capture)
            }
            Self::Castle { side, .. } => mv.castling_side() == Some(side),
            Self::Null => false,
        }
    }
}
