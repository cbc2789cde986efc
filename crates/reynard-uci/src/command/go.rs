//! The command to search.

use alloc::vec::Vec;
use core::fmt;
use core::time::Duration;

use reynard::{Color, Move, Position, UciMove};

use super::error::{CommandError, CommandErrorKind};
use super::position::PositionError;
use crate::note::{NoteKind, Notes, Parsed};
use crate::number;
use crate::tokens::{Token, Tokens};

/// The arguments of `go`: how long to search, and what. What is `None` sets no limit.
///
/// Times are sent in whole milliseconds.
///
/// ```
/// use core::time::Duration;
/// use reynard::Color;
/// use reynard_uci::{Command, Go};
///
/// let read = Command::parse("go wtime 60000 btime 59000 winc 500 binc 500 searchmoves e2e4").unwrap();
/// let Command::Go(go) = read.value else { unreachable!() };
/// assert_eq!(go.time(Color::Black), Some(Duration::from_secs(59)));
/// assert_eq!(go.searchmoves.len(), 1);
/// assert_eq!(Go { depth: Some(9), ..Go::default() }.to_string(), "go depth 9");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Go {
    /// `searchmoves`: search only these moves; all if there are none.
    pub searchmoves: Vec<UciMove>,
    /// `ponder`: the last move of the position is only expected; search until told otherwise.
    pub ponder: bool,
    /// `wtime`: what is left on White's clock. Less than nothing is sent as nothing.
    pub wtime: Option<Duration>,
    /// `btime`: what is left on Black's clock.
    pub btime: Option<Duration>,
    /// `winc`: what White gets for each move.
    pub winc: Option<Duration>,
    /// `binc`: what Black gets for each move.
    pub binc: Option<Duration>,
    /// `movestogo`: the number of moves to the next time control.
    pub movestogo: Option<u32>,
    /// `depth`: the number of plies to search.
    pub depth: Option<u32>,
    /// `nodes`: the number of positions to search.
    pub nodes: Option<u64>,
    /// `mate`: look for a mate in so many moves.
    pub mate: Option<u32>,
    /// `movetime`: search exactly so long.
    pub movetime: Option<Duration>,
    /// `infinite`: search until told to stop.
    pub infinite: bool,
    /// `perft`: count the leaves of the tree of legal moves instead of searching.
    pub perft: Option<u32>,
}

impl Go {
    /// What is left on the clock of a side.
    pub const fn time(&self, color: Color) -> Option<Duration> {
        match color {
            Color::White => self.wtime,
            Color::Black => self.btime,
        }
    }

    /// What a side gets for each move.
    pub const fn increment(&self, color: Color) -> Option<Duration> {
        match color {
            Color::White => self.winc,
            Color::Black => self.binc,
        }
    }

    /// The legal moves that `searchmoves` means; none if it is not used.
    ///
    /// # Errors
    ///
    /// [`PositionError::Move`] for the first one that is not legal.
    ///
    /// ```
    /// use reynard::Position;
    /// use reynard_uci::Go;
    ///
    /// let go = Go { searchmoves: vec!["e2e4".parse()?, "e2e5".parse()?], ..Go::default() };
    /// let error = go.root_moves(&Position::startpos()).unwrap_err();
    /// assert_eq!(error.to_string(), "move 2, e2e5: e2e5 is not a legal move here");
    /// # Ok::<(), reynard::uci::ParseUciMoveError>(())
    /// ```
    pub fn root_moves(&self, pos: &Position) -> Result<Vec<Move>, PositionError> {
        self.searchmoves
            .iter()
            .enumerate()
            .map(|(index, &text)| {
                text.to_move(pos).map_err(|error| PositionError::Move {
                    number: index + 1,
                    text,
                    error,
                })
            })
            .collect()
    }

    /// Reads what follows the token `go`.
    pub(super) fn read(
        tokens: &mut Tokens<'_>,
        mut notes: Notes,
    ) -> Result<Parsed<Self>, CommandError> {
        let mut go = Self::default();
        while let Some(token) = tokens.next() {
            match token.text {
                "ponder" => go.ponder = true,
                "infinite" => go.infinite = true,
                "searchmoves" => go.read_moves(tokens),
                _ => go.read_limit(token, tokens, &mut notes)?,
            }
        }
        Ok(notes.with(go))
    }

    /// Moves, up to the first token that is none.
    fn read_moves(&mut self, tokens: &mut Tokens<'_>) {
        while let Some(m) = tokens.peek().and_then(|token| token.text.parse().ok()) {
            self.searchmoves.push(m);
            tokens.next();
        }
    }

    fn read_limit<'a>(
        &mut self,
        token: Token<'a>,
        tokens: &mut Tokens<'a>,
        notes: &mut Notes,
    ) -> Result<(), CommandError> {
        let mut limit = Limit { token, tokens, notes };
        match token.text {
            "wtime" => limit.read("wtime", &mut self.wtime, number::milliseconds),
            "btime" => limit.read("btime", &mut self.btime, number::milliseconds),
            "winc" => limit.read("winc", &mut self.winc, number::milliseconds),
            "binc" => limit.read("binc", &mut self.binc, number::milliseconds),
            "movetime" => limit.read("movetime", &mut self.movetime, number::milliseconds),
            "movestogo" => limit.read("movestogo", &mut self.movestogo, number::small),
            "depth" => limit.read("depth", &mut self.depth, number::small),
            "mate" => limit.read("mate", &mut self.mate, number::small),
            "perft" => limit.read("perft", &mut self.perft, number::small),
            "nodes" => limit.read("nodes", &mut self.nodes, number::count),
            _ => {
                limit.notes.add(token, NoteKind::Unknown);
                Ok(())
            }
        }
    }
}

/// A keyword whose value comes next.
struct Limit<'w, 'a> {
    token: Token<'a>,
    tokens: &'w mut Tokens<'a>,
    notes: &'w mut Notes,
}

impl Limit<'_, '_> {
    /// A limit that cannot be read is an error and not a note: without it the search might have no
    /// end.
    fn read<T>(
        &mut self,
        key: &'static str,
        field: &mut Option<T>,
        number: impl Fn(Token<'_>, &mut Notes) -> Option<T>,
    ) -> Result<(), CommandError> {
        let Some(value) = self.tokens.next() else {
            return Err(CommandError::missing(self.tokens.offset(), "the value of a limit"));
        };
        let number = number(value, self.notes)
            .ok_or_else(|| CommandError::at(value, CommandErrorKind::NotANumber(key)))?;
        self.notes.set(field, self.token, number);
        Ok(())
    }
}

impl fmt::Display for Go {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("go")?;
        for (key, time) in [
            ("wtime", self.wtime),
            ("btime", self.btime),
            ("winc", self.winc),
            ("binc", self.binc),
            ("movetime", self.movetime),
        ] {
            if let Some(time) = time {
                write!(f, " {key} {}", time.as_millis())?;
            }
        }
        for (key, number) in [
            ("movestogo", self.movestogo.map(u64::from)),
            ("depth", self.depth.map(u64::from)),
            ("nodes", self.nodes),
            ("mate", self.mate.map(u64::from)),
            ("perft", self.perft.map(u64::from)),
        ] {
            if let Some(number) = number {
                write!(f, " {key} {number}")?;
            }
        }
        for (key, set) in [("ponder", self.ponder), ("infinite", self.infinite)] {
            if set {
                write!(f, " {key}")?;
            }
        }
        if !self.searchmoves.is_empty() {
            f.write_str(" searchmoves")?;
            for m in &self.searchmoves {
                write!(f, " {m}")?;
            }
        }
        Ok(())
    }
}
