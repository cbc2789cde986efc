//! What a thread owns, and keeps from one search to the next.

use reynard::{Game, Move, MoveList, Position};

use super::move_picker::MovePicker;
use super::{PAST, PLIES, RootMove, Threats};
use crate::evaluation::PlyEvaluator;
use crate::history::{CorrectionHistory, MoveHistory, PieceTo};

/// What is known about a ply of the current line.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Frame {
    /// The corrected static evaluation; none in check.
    pub(crate) eval: Option<i32>,
    /// The move played here; none if the side passed.
    pub(crate) played: Option<PieceTo>,
    /// The same, if it was a quiet move.
    pub(crate) quiet: Option<Move>,
    /// A quiet move that has refuted a sister of this node.
    pub(crate) killer: Option<Move>,
    /// The move left out, while it is searched whether it is the only good one.
    pub(crate) excluded: Option<Move>,
    /// Double extensions on the way here.
    pub(crate) double_extensions: u8,
    /// How often a node of this ply was too good for the other side, since its grandparent began.
    pub(crate) cutoffs: u8,
    /// What the other side attacks; known from when the node's moves are looked at.
    pub(crate) threats: Threats,
}

/// A thread's memory.
pub(crate) struct Worker {
    /// Its number; 0 is the thread that reports.
    pub(crate) id: usize,
    pub(crate) evaluator: PlyEvaluator,
    pub(crate) history: MoveHistory,
    pub(crate) correction_history: CorrectionHistory,
    pub(crate) positions: Vec<Position>,
    pub(crate) frames: Vec<Frame>,
    /// The pawns of the positions, as a number.
    pub(crate) pawn_keys: Vec<u64>,
    pub(crate) pickers: Vec<MovePicker>,
    /// How many pickers are in use.
    pub(crate) pickers_used: usize,
    pub(crate) scratch: MoveList,
    /// The best line from each ply.
    pub(crate) lines: Vec<Vec<Move>>,
    /// Keys of the game and of the current line.
    pub(crate) keys: Vec<u64>,
    /// How many of them are the game's.
    pub(crate) root_keys: usize,
    pub(crate) root_moves: Vec<RootMove>,
    /// The first of the root moves that is not the best of an previous_moves line.
    pub(crate) first_root_move: usize,
    /// The iteration.
    pub(crate) root_depth: i32,
    /// Iterations completed.
    pub(crate) completed: i32,
    /// Below this ply no null move is searched, while one is verified.
    pub(crate) no_null_before: usize,
    pub(crate) nodes: u64,
    pub(crate) next_check: u64,
    pub(crate) stopped: bool,
    /// The iteration is given up, because another thread has completed it.
    pub(crate) superseded: bool,
    pub(crate) seldepth: usize,
    pub(crate) tb_hits: u64,
}

impl Worker {
    pub(crate) fn new(id: usize) -> Self {
        Self {
            id,
            evaluator: PlyEvaluator::default(),
            history: MoveHistory::new(),
            correction_history: CorrectionHistory::new(),
            positions: vec![Position::startpos(); PLIES],
            pawn_keys: vec![0; PLIES],
            frames: vec![Frame::default(); PLIES + PAST],
            pickers: vec![MovePicker::default(); 2 * PLIES],
            pickers_used: 0,
            scratch: MoveList::new(),
            lines: vec![Vec::new(); PLIES + 1],
            keys: Vec::new(),
            root_keys: 0,
            root_moves: Vec::new(),
            first_root_move: 0,
            root_depth: 0,
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

    /// Forgets what was learned, as for a new game.
    pub(crate) fn forget(&mut self) {
        self.history = MoveHistory::new();
        self.correction_history = CorrectionHistory::new();
    }

    /// Gets ready for a search of the last position of a game.
    pub(crate) fn prepare(&mut self, game: &Game, root_moves: &[RootMove]) {
        let pos = game.position();
        self.positions[0].clone_from(pos);
        self.evaluator.touch(0);
        self.frames.fill(Frame::default());
        self.pickers_used = 0;
        self.keys.clear();
        self.keys.extend(game.reversible_keys());
        // The last one is the root's own.
        self.keys.pop();
        self.root_keys = self.keys.len();
        self.root_moves = root_moves.to_vec();
        self.first_root_move = 0;
        self.root_depth = 0;
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
