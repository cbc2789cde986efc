//! The memory of a search thread, which persists from search to search.

use reynard::{Game, Move, MoveList, Position};

use super::move_picker::MovePicker;
use super::{PAST, PLIES, RootMove, Threats};
use crate::evaluation::PlyEvaluator;
use crate::history::{CorrectionHistory, MoveHistory, PieceKeys, PieceTo};

/// The state of the search at a ply of the current line.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Frame {
    /// Corrected static evaluation; `None` in check.
    pub(crate) eval: Option<i32>,
    /// Move made at this ply; `None` for a null move.
    pub(crate) played: Option<PieceTo>,
    /// Move made at this ply, as `played`.
    pub(crate) mv: Option<Move>,
    /// Killer move: a quiet move that caused a cutoff in a sibling node.
    pub(crate) killer: Option<Move>,
    /// Excluded move of a singular extension search.
    pub(crate) excluded: Option<Move>,
    /// Number of the move made at this ply in search order, from 1.
    pub(crate) number: usize,
    /// Number of plies by which the search of the move made at this ply is reduced.
    pub(crate) reduction: i32,
    /// The position is or was on a principal variation.
    pub(crate) tt_pv: bool,
    /// Number of double extensions in the line so far.
    pub(crate) double_extensions: u8,
    /// Number of beta cutoffs at this ply since the grandparent node was entered.
    pub(crate) cutoffs: u8,
    /// Threats to the side to move, computed when the first quiet move is reached.
    pub(crate) threats: Threats,
}

/// The memory of a search thread.
pub(crate) struct Worker {
    /// Number of the thread. Thread 0 is the main thread, which reports.
    pub(crate) id: usize,
    pub(crate) evaluator: PlyEvaluator,
    pub(crate) history: MoveHistory,
    pub(crate) correction_history: CorrectionHistory,
    /// Positions of the current line by ply.
    pub(crate) positions: Vec<Position>,
    pub(crate) frames: Vec<Frame>,
    /// Keys of the pawns and pieces of the positions.
    pub(crate) piece_keys: Vec<PieceKeys>,
    /// Stack of move pickers.
    pub(crate) pickers: Vec<MovePicker>,
    /// Number of move pickers in use.
    pub(crate) pickers_used: usize,
    /// Buffer for generated moves.
    pub(crate) generated: MoveList,
    /// Principal variation from each ply (triangular PV table).
    pub(crate) pv: Vec<Vec<Move>>,
    /// Keys of the reversible positions of the game, followed by the keys of the current line.
    pub(crate) keys: Vec<u64>,
    /// Number of keys that belong to the game.
    pub(crate) root_keys: usize,
    pub(crate) root_moves: Vec<RootMove>,
    /// Index of the first root move that is not the best move of a previous line (`MultiPV`).
    pub(crate) first_root_move: usize,
    /// Depth of the current iteration.
    pub(crate) root_depth: i32,
    /// Size of the window at the root.
    pub(crate) root_window: i32,
    /// Depth of the last completed iteration.
    pub(crate) completed: i32,
    /// Minimum ply for null moves while a null move is being verified.
    pub(crate) no_null_before: usize,
    pub(crate) nodes: u64,
    /// Node count at which the limits are checked next.
    pub(crate) next_check: u64,
    pub(crate) stopped: bool,
    /// The iteration is abandoned because another thread has completed it.
    pub(crate) superseded: bool,
    pub(crate) seldepth: usize,
    pub(crate) tb_hits: u64,
}

impl Worker {
    pub(crate) fn new(id: usize) -> Self {
        Self {
            id,
            evaluator: PlyEvaluator::Material,
            history: MoveHistory::new(),
            correction_history: CorrectionHistory::new(),
            positions: vec![Position::startpos(); PLIES],
            piece_keys: vec![PieceKeys::default(); PLIES],
            frames: vec![Frame::default(); PLIES + PAST],
            pickers: vec![MovePicker::default(); 2 * PLIES],
            pickers_used: 0,
            generated: MoveList::new(),
            pv: vec![Vec::new(); PLIES + 1],
            keys: Vec::new(),
            root_keys: 0,
            root_moves: Vec::new(),
            first_root_move: 0,
            root_depth: 0,
            root_window: 1,
            completed: 0,
            no_null_before: 0,
            nodes: 0,
            next_check: 0,
            stopped: false,
            superseded: false,
            seldepth: 0,
            tb_hits: 0,
        }
    }

    /// Clears the histories, as for a new game.
    pub(crate) fn forget(&mut self) {
        self.history = MoveHistory::new();
        self.correction_history = CorrectionHistory::new();
    }

    /// Sets up a search of the last position of a game.
    pub(crate) fn prepare(&mut self, game: &Game, root_moves: &[RootMove]) {
        let pos = game.position();
        self.positions[0].clone_from(pos);
        self.piece_keys[0] = PieceKeys::of(pos);
        self.evaluator.touch(0);
        self.frames.fill(Frame::default());
        self.pickers_used = 0;
        self.keys.clear();
        self.keys.extend(game.reversible_keys());
        // The last key is that of the root, which is not part of its own past.
        self.keys.pop();
        self.root_keys = self.keys.len();
        self.root_moves = root_moves.to_vec();
        self.first_root_move = 0;
        self.root_depth = 0;
        self.root_window = 1;
        self.completed = 0;
        self.no_null_before = 0;
        self.nodes = 0;
        self.next_check = 1;
        self.stopped = false;
        self.superseded = false;
        self.seldepth = 0;
        self.tb_hits = 0;
    }
}
