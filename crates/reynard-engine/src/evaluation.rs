//! The evaluations that can be chosen.

use std::fmt;

use reynard::{Bitboard, Color, MateKind, PieceType, PieceValues, Position, attacks};

use crate::eval::Evaluator;

/// Which evaluation the engine plays with, and how.
///
/// ```
/// use reynard_engine::Player;
///
/// assert_eq!(Player::from_name("Material"), Some(Player::Material));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Player {
    /// The tuned evaluation and the whole search.
    #[default]
    Full,
    /// Nothing but the bare values of the pieces, and the whole search.
    Material,
    /// Plain minimax, with bonuses for what is protected and attacked, for check and for mate.
    Minimax,
    /// Any legal move.
    Random,
}

impl Player {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Full, Self::Material, Self::Minimax, Self::Random];

    /// The name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Full => "full",
            Self::Material => "material",
            Self::Minimax => "minimax",
            Self::Random => "random",
        }
    }

    /// The one of a name, in upper or lower case.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|player| player.name().eq_ignore_ascii_case(name))
    }
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// What a thread evaluates with.
#[derive(Clone, Debug)]
pub(crate) enum Evaluation {
    Full(Evaluator),
    Material,
    Activity,
}

impl Evaluation {
    /// Becomes the evaluation of a player, if it is not already.
    pub(crate) fn adopt(&mut self, player: Player) {
        let is_it = match self {
            Self::Full(_) => matches!(player, Player::Full | Player::Random),
            Self::Material => player == Player::Material,
            Self::Activity => player == Player::Minimax,
        };
        if !is_it {
            *self = Self::of(player);
        }
    }

    fn of(player: Player) -> Self {
        match player {
            Player::Full | Player::Random => Self::Full(Evaluator::new()),
            Player::Material => Self::Material,
            Player::Minimax => Self::Activity,
        }
    }

    /// Gets ready for a position whose pawns have a key.
    #[inline]
    pub(crate) fn prefetch(&self, pos: &Position, pawn_key: u64) {
        if let Self::Full(evaluator) = self {
            evaluator.prefetch(pos, pawn_key);
        }
    }

    /// What a position is worth for the side to move, in centipawns.
    #[inline]
    pub(crate) fn evaluate(&mut self, pos: &Position) -> i32 {
        match self {
            Self::Full(evaluator) => evaluator.evaluate(pos),
            Self::Material => material(pos),
            Self::Activity => activity(pos),
        }
    }
}

impl Default for Evaluation {
    fn default() -> Self {
        Self::of(Player::Full)
    }
}

/// The material of the side to move less that of the other, in centipawns.
///
/// ```
/// use reynard::Position;
///
/// let pos: Position = "4k3/8/8/8/8/8/4P3/4K3 b - - 0 1".parse()?;
/// assert_eq!(reynard_engine::material(&pos), -100);
/// # Ok::<(), reynard::ParsePositionError>(())
/// ```
pub fn material(pos: &Position) -> i32 {
    let white = pos.board().material_balance(&PieceValues::DEFAULT);
    if pos.turn() == Color::White { white } else { -white }
}

/// Parts of the value of a piece, in hundredths.
const PROTECTING: i32 = 2;
const ATTACKING: i32 = 4;
/// Centipawns for giving check.
const CHECK: i32 = 30;

/// The evaluation of the article on minimax: material, a part of the value of every own piece that is
/// protected and of every enemy piece that is attacked, and something for a check. Mate is known to
/// the search. In centipawns for the side to move.
///
/// ```
/// use reynard::Position;
/// use reynard_engine::activity;
///
/// assert_eq!(activity(&Position::startpos()), 0);
/// let fork: Position = "r3k3/2N5/8/8/8/8/8/4K3 b - - 0 1".parse()?;
/// assert!(activity(&fork) < 200);
/// # Ok::<(), reynard::ParsePositionError>(())
/// ```
pub fn activity(pos: &Position) -> i32 {
    if pos.board().is_insufficient_material(MateKind::Possible) {
        return 0;
    }
    let us = pos.turn();
    let check = if pos.is_check() { CHECK } else { 0 };
    material(pos) + influence(pos, us) - influence(pos, !us) - check
}

/// The parts of values that one side has by protecting and attacking.
fn influence(pos: &Position, us: Color) -> i32 {
    let mut reached = Bitboard::EMPTY;
    for kind in PieceType::ALL {
        for square in pos.pieces(us, kind) {
            reached |= attacks::of(kind, us, square, pos.occupied());
        }
    }
    let worth = |color: Color| -> i32 {
        PieceType::ALL
            .into_iter()
            .map(|kind| {
                (pos.pieces(color, kind) & reached).len() as i32 * PieceValues::DEFAULT.of(kind)
            })
            .sum()
    };
    (worth(us) * PROTECTING + worth(!us) * ATTACKING) / 100
}
