//! A board with its move history: the basis of the Python classes.

use reynard::{Bitboard, Color, EnPassantMode, Move, MoveList, PieceType, Position, Setup, Square};

use crate::loose::{self, Loose};
use crate::move_order::add_in_order;
use crate::moves::Parts;
use crate::stack::{Played, Stack};
use crate::stamp::Stamp;
use crate::state::{State, bits_of, castling_side, parts_of, resolve};

/// A board and the moves that led to it.
#[derive(Clone)]
pub(crate) struct Core {
    pub(crate) state: State,
    pub(crate) promoted: Bitboard,
    pub(crate) chess960: bool,
    pub(crate) stack: Stack,
    /// The stamp of the moves listed in exactly this state.
    pub(crate) stamp: Stamp,
}

impl Core {
    pub(crate) fn new(setup: Setup, promoted: Bitboard, chess960: bool) -> Self {
        Self::of(State::of(setup, chess960), promoted, chess960)
    }

    pub(crate) fn start() -> Self {
        Self::of(State::Legal(Position::startpos()), Bitboard::EMPTY, false)
    }

    /// Returns an empty board with White to move.
    pub(crate) fn empty() -> Self {
        Self::of(State::Loose(Setup::EMPTY), Bitboard::EMPTY, false)
    }

    /// Returns a core with the given state and no move history.
    pub(crate) fn of(state: State, promoted: Bitboard, chess960: bool) -> Self {
        Self { state, promoted, chess960, stack: Stack::default(), stamp: Stamp::NONE }
    }

    /// Returns a copy that shares the moves with this board.
    pub(crate) fn share(&mut self) -> Self {
        Self { stack: self.stack.share(), ..self.without_moves() }
    }

    /// Returns a copy without the move history.
    pub(crate) fn without_moves(&self) -> Self {
        let copy = Self::of(self.state.clone(), self.promoted, self.chess960);
        Self { stamp: self.stamp, ..copy }
    }

    /// Swaps the colors, and mirrors the ranks.
    pub(crate) fn mirror(&mut self) {
        self.promoted = self.promoted.flip_ranks();
        self.edit(|setup| {
            let mut board = reynard::Board::EMPTY;
            for square in setup.board.occupied() {
                let piece = setup.board.piece_at(square);
                board.set(square.flip_rank(), piece.map(|piece| piece.kind.of(!piece.color)));
            }
            setup.board = board;
            setup.turn = !setup.turn;
            setup.castling_rooks = setup.castling_rooks.flip_ranks();
            setup.en_passant = setup.en_passant.map(Square::flip_rank);
        });
    }

    /// Returns the position in the form that the slow-path generator needs.
    pub(crate) fn loose(&self) -> Loose {
        Loose { setup: self.state.to_setup(), promoted: self.promoted, chess960: self.chess960 }
    }

    /// Changes the set-up, and validates it again.
    pub(crate) fn edit(&mut self, change: impl FnOnce(&mut Setup)) {
        let mut setup = self.state.to_setup();
        change(&mut setup);
        self.state = State::of(setup, self.chess960);
        self.stamp = Stamp::NONE;
        self.stack.lose_kept();
    }

    pub(crate) fn king(&self, color: Color) -> Option<Square> {
        loose::king(self.state.board(), self.promoted, color)
    }

    pub(crate) fn checkers(&self) -> Bitboard {
        match &self.state {
            State::Legal(pos) => pos.checkers(),
            State::Loose(_) => self.loose().checkers(),
        }
    }

    pub(crate) fn clean_castling_rights(&self) -> Bitboard {
        match &self.state {
            State::Legal(pos) => pos.castling_rights().rooks(),
            State::Loose(_) => self.loose().clean_castling_rights(),
        }
    }

    /// Returns the legal moves from and to the given squares, in the order of python-chess.
    pub(crate) fn legal_moves(&self, from: Bitboard, to: Bitboard) -> Vec<Parts> {
        let State::Legal(pos) = &self.state else { return self.loose().legal(from, to) };
        let mut list = MoveList::new();
        add_selected(pos, from, to, &mut list);
        list.iter().map(|mv| parts_of(*mv, self.chess960)).collect()
    }

    /// Lists the legal moves from and to the given squares, in the order of python-chess, and
    /// returns their stamp. Returns `None` if the position is invalid.
    #[inline]
    pub(crate) fn list_moves(
        &mut self,
        from: Bitboard,
        to: Bitboard,
        list: &mut MoveList,
    ) -> Option<Stamp> {
        let State::Legal(pos) = &self.state else { return None };
        add_selected(pos, from, to, list);
        if !self.stamp.is_some() {
            self.stamp = Stamp::next();
        }
        Some(self.stamp)
    }

    pub(crate) fn pseudo_legal_moves(&self, from: Bitboard, to: Bitboard) -> Vec<Parts> {
        self.loose().pseudo_legal(from, to)
    }

    pub(crate) fn count_legal_moves(&self) -> u32 {
        match &self.state {
            State::Legal(pos) => pos.count_legal_moves(),
            State::Loose(_) => {
                u32::try_from(self.legal_moves(Bitboard::FULL, Bitboard::FULL).len()).unwrap_or(0)
            }
        }
    }

    pub(crate) fn has_legal_move(&self) -> bool {
        match &self.state {
            State::Legal(pos) => pos.has_legal_move(),
            State::Loose(_) => !self.legal_moves(Bitboard::FULL, Bitboard::FULL).is_empty(),
        }
    }

    /// Returns the rules crate's legal move for these parts.
    #[inline]
    pub(crate) fn fast_move(&self, parts: Parts) -> Option<(&Position, Move)> {
        let State::Legal(pos) = &self.state else { return None };
        let mv = resolve(pos, parts)?;
        pos.is_legal(mv).then_some((pos, mv))
    }

    /// Returns the rules crate's move for a move object, if the object was listed in exactly this
    /// state.
    #[inline]
    pub(crate) fn listed_move(&self, given: &crate::moves::Move) -> Option<(&Position, Move)> {
        let State::Legal(pos) = &self.state else { return None };
        Some((pos, given.listed(self.stamp)?))
    }

    /// Returns `true` if a move gives check, and `None` if the move cannot be made.
    pub(crate) fn gives_check(&self, parts: Parts) -> Option<bool> {
        if let Some((pos, mv)) = self.fast_move(parts) {
            return Some(pos.gives_check(mv));
        }
        let mut after = self.without_moves();
        after.push(parts).then(|| after.checkers().any())
    }

    /// Returns `true` if the move is legal. In Chess960, castling must be written as the king
    /// moving to its rook.
    pub(crate) fn is_legal(&self, parts: Parts) -> bool {
        match &self.state {
            State::Legal(_) => self
                .fast_move(parts)
                .is_some_and(|(_, mv)| !self.chess960 || parts_of(mv, true) == parts),
            State::Loose(_) => self.is_pseudo_legal(parts) && self.loose().is_safe(parts),
        }
    }

    pub(crate) fn is_pseudo_legal(&self, parts: Parts) -> bool {
        let parts = if self.chess960 { parts } else { self.normalized(parts) };
        self.pseudo_legal_moves(Bitboard::FULL, Bitboard::FULL).contains(&parts)
    }

    /// Returns the parts, with castling written as this board writes it: as a move to the king's
    /// destination or, in Chess960, to the square of the rook.
    pub(crate) fn normalized(&self, parts: Parts) -> Parts {
        let board = self.state.board();
        let Some(side) = castling_side(board, parts) else { return parts };
        let color = board.color_at(parts.from).unwrap_or(Color::White);
        let rank = color.back_rank();
        if parts.from != Square::new(reynard::File::E, rank) || parts.to.rank() != rank {
            return parts;
        }
        let onto_rook = board.piece_at(parts.to) == Some(PieceType::Rook.of(color));
        let target = Square::new(side.king_file(), rank);
        if !self.chess960 {
            let from_corner = onto_rook && parts.to.file() == corner(side);
            return if from_corner { Parts { to: target, ..parts } } else { parts };
        }
        if onto_rook || parts.to != target {
            return parts;
        }
        Parts { to: Square::new(corner(side), rank), ..parts }
    }

    /// Makes a move, legal or not. If its origin square is empty, returns `false` and changes
    /// nothing.
    #[inline]
    pub(crate) fn push(&mut self, parts: Parts) -> bool {
        if let State::Legal(pos) = &self.state
            && let Some(mv) = resolve(pos, parts).filter(|mv| pos.is_legal(*mv))
        {
            self.push_legal(mv);
            return true;
        }
        let mut loose = self.loose();
        let shown = self.normalized(parts);
        if !loose.apply(parts) {
            return false;
        }
        let after = State::of(loose.setup, self.chess960);
        let before = std::mem::replace(&mut self.state, after);
        let (promoted, stamp) = (self.promoted, self.stamp);
        self.stack.push(Played { bits: shown.bits(), before, promoted, stamp });
        self.stamp = Stamp::NONE;
        self.promoted = loose.promoted;
        true
    }

    /// Plays a legal move in a valid position.
    #[inline(always)]
    pub(crate) fn push_legal(&mut self, mv: Move) {
        let State::Legal(pos) = &mut self.state else { return };
        self.stack.push_legal(bits_of(mv, self.chess960), pos, self.promoted, self.stamp);
        pos.play_unchecked(mv);
        self.stamp = Stamp::NONE;
        if self.promoted.any() || mv.is_promotion() {
            self.follow_promoted(mv);
        }
    }

    #[cold]
    fn follow_promoted(&mut self, mv: Move) {
        let stays = self.promoted.contains(mv.from()) || mv.is_promotion();
        self.promoted = self.promoted.without(mv.from()).without(mv.to());
        if stays {
            self.promoted.insert(mv.to());
        }
    }

    /// Takes back the last move, and returns it packed as [`Parts::bits`].
    #[inline]
    pub(crate) fn pop(&mut self) -> Option<u32> {
        let played = self.stack.pop()?;
        match (&mut self.state, &played.before) {
            // A position is copied once.
            (State::Legal(pos), State::Legal(before)) => pos.clone_from(before),
            (state, before) => copy_state(state, before),
        }
        self.promoted = played.promoted;
        self.stamp = played.stamp;
        Some(played.bits)
    }

    /// Returns the en-passant square if an en-passant capture is legal.
    pub(crate) fn legal_en_passant(&self) -> Option<Square> {
        match &self.state {
            State::Legal(pos) => pos.en_passant(EnPassantMode::Legal),
            State::Loose(setup) => {
                let loose = self.loose();
                let mut moves = Vec::new();
                loose.add_en_passant(Bitboard::FULL, Bitboard::FULL, &mut moves);
                setup.en_passant.filter(|_| moves.iter().any(|parts| loose.is_safe(*parts)))
            }
        }
    }

    pub(crate) fn pseudo_legal_en_passant(&self) -> Option<Square> {
        self.state.en_passant().filter(|_| self.loose().en_passant_capturers().any())
    }

    /// Returns the set-up, keeping only the castling rights and the en-passant square that matter
    /// for repetition.
    pub(crate) fn repetition_setup(&self) -> Setup {
        let castling_rooks = self.clean_castling_rights();
        let en_passant = self.legal_en_passant();
        Setup {
            castling_rooks,
            en_passant,
            halfmove_clock: 0,
            fullmove_number: 1,
            ..self.state.to_setup()
        }
    }

    /// Returns `true` if this position has occurred `count` times, including the current
    /// occurrence.
    pub(crate) fn is_repetition(&self, count: usize) -> bool {
        let mut found = 1;
        let mut now = None;
        let reversible = usize::from(self.state.halfmove_clock());
        for played in self.stack.iter().rev().take(reversible) {
            if found >= count {
                return true;
            }
            let same = if let (State::Legal(a), State::Legal(b)) = (&self.state, &played.before) {
                a.key() == b.key() && a == b
            } else {
                let earlier = Self::of(played.before.clone(), played.promoted, self.chess960);
                let now = now.get_or_insert_with(|| self.repetition_setup());
                earlier.repetition_setup() == *now
            };
            found += usize::from(same);
        }
        found >= count
    }
}

/// Adds the legal moves from and to the given squares, in the order of python-chess.
#[inline]
fn add_selected(pos: &Position, from: Bitboard, to: Bitboard, list: &mut MoveList) {
    add_in_order(pos, list);
    if from != Bitboard::FULL || to != Bitboard::FULL {
        list.retain(|mv| from.contains(mv.from()) && to.contains(mv.to()));
    }
}

#[cold]
fn copy_state(state: &mut State, before: &State) {
    state.clone_from(before);
}

/// Returns the file on which the castling rook of a side stands in standard chess.
const fn corner(side: reynard::CastlingSide) -> reynard::File {
    match side {
        reynard::CastlingSide::KingSide => reynard::File::H,
        reynard::CastlingSide::QueenSide => reynard::File::A,
    }
}
