//! The command `go`.

use alloc::vec::Vec;
use core::fmt;
use core::time::Duration;

use reynard::{Color, Move, Position, UciMove};

use super::error::{CommandError, CommandErrorKind};
use super::position::PositionError;
use crate::note::{NoteKind, Notes, Parsed};
use crate::number;
use crate::tokens::{Token, Tokens};

/// Arguments of `go`: the limits of a search. `None` means no limit.
///
/// Times are sent in whole milliseconds.
///
/// ```
/// use core::time::Duration;
/// use reynard::Color;
/// use reynard_uci::{Command, Go};
///
/// let read =
///     Command::parse("go wtime 60000 btime 59000 winc 500 binc 500 searchmoves e2e4")
///         .unwrap();
/// let Command::Go(go) = read.value else { unreachable!() };
/// assert_eq!(go.time(Color::Black), Some(Duration::from_secs(59)));
/// assert_eq!(go.searchmoves.len(), 1);
/// assert_eq!(Go { depth: Some(9), ..Go::default() }.to_string(), "go depth 9");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Go {
    /// `searchmoves`: root moves to search; all if empty.
    pub searchmoves: Vec<UciMove>,
    /// `ponder`: search on the opponent's time, after the expected move.
    pub ponder: bool,
    /// `wtime`: time left on White's clock. Negative times are sent as zero.
    pub wtime: Option<Duration>,
    /// `btime`: time left on Black's clock.
    pub btime: Option<Duration>,
    /// `winc`: White's increment per move.
    pub winc: Option<Duration>,
    /// `binc`: Black's increment per move.
    pub binc: Option<Duration>,
    /// `movestogo`: moves to the next time control.
    pub movestogo: Option<u32>,
    /// `depth`: depth in plies.
    pub depth: Option<u32>,
    /// `nodes`: number of nodes.
    pub nodes: Option<u64>,
    /// `mate`: length of a mate to search for, in moves.
    pub mate: Option<u32>,
    /// `movetime`: time for the move.
    pub movetime: Option<Duration>,
    /// `infinite`: search until `stop`.
    pub infinite: bool,
    /// `perft`: depth of a perft count, which is run instead of a search.
    pub perft: Option<u32>,
}

/// Time for the move if no limit can be parsed.
const INSTEAD: Duration = Duration::from_secs(1);

impl Go {
    /// Returns the time left on the clock of a side.
    pub const fn time(&self, color: Color) -> Option<Duration> {
        match color {
            Color::White => self.wtime,
            Color::Black => self.btime,
        }
    }

    /// Returns a side's increment per move.
    pub const fn increment(&self, color: Color) -> Option<Duration> {
        match color {
            Color::White => self.winc,
            Color::Black => self.binc,
        }
    }

    /// Returns the moves of `searchmoves`, or an empty list if it is not used.
    ///
    /// # Errors
    ///
    /// [`PositionError::Move`] for the first illegal move.
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

    /// Parses the arguments after the token `go`.
    pub(super) fn read(
        tokens: &mut Tokens<'_>,
        mut notes: Notes,
    ) -> Result<Parsed<Self>, CommandError> {
        let mut go = Self::default();
        let (mut lacks_limit, mut unreadable) = (false, None);
        while let Some(token) = tokens.next() {
            match token.text {
                "ponder" => go.ponder = true,
                "infinite" => go.infinite = true,
                "searchmoves" => go.read_moves(tokens),
                _ => {
                    if let Err((value, error)) = go.read_limit(token, tokens, &mut notes) {
                        notes.add(value, NoteKind::BadValue);
                        lacks_limit = true;
                        if token.text == "perft" {
                            unreadable = unreadable.or(Some(error));
                        }
                    }
                }
            }
        }
        match unreadable {
            // A count is not a search, which would answer with a move.
            Some(error) if !go.has_end() => Err(error),
            _ => {
                if lacks_limit && !go.has_end() && !go.infinite {
                    // A limit asks for a move, and without it the search would have no end.
                    go.movetime = Some(INSTEAD);
                }
                Ok(notes.with(go))
            }
        }
    }

    /// Returns `true` if a limit ends the search.
    const fn has_end(&self) -> bool {
        self.depth.is_some()
            || self.nodes.is_some()
            || self.mate.is_some()
            || self.movetime.is_some()
            || self.perft.is_some()
            || self.wtime.is_some()
            || self.btime.is_some()
    }

    /// Parses moves up to the first token that is not a move.
    fn read_moves(&mut self, tokens: &mut Tokens<'_>) {
        while let Some(mv) = tokens.peek().and_then(|token| token.text.parse().ok()) {
            self.searchmoves.push(mv);
            tokens.next();
        }
    }

    fn read_limit<'a>(
        &mut self,
        token: Token<'a>,
        tokens: &mut Tokens<'a>,
        notes: &mut Notes,
    ) -> Result<(), (Token<'a>, CommandError)> {
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

/// A keyword whose value follows.
struct Limit<'w, 'a> {
    token: Token<'a>,
    tokens: &'w mut Tokens<'a>,
    notes: &'w mut Notes,
}

impl<'a> Limit<'_, 'a> {
    /// Parses the integer part of the value. The error contains the invalid token.
    fn read<T>(
        &mut self,
        key: &'static str,
        field: &mut Option<T>,
        number: impl Fn(Token<'_>, &mut Notes) -> Option<T>,
    ) -> Result<(), (Token<'a>, CommandError)> {
        let Some(value) = self.tokens.next() else {
            let error = CommandError::missing(self.tokens.offset(), "the value of a limit");
            return Err((self.token, error));
        };
        let whole = Token { text: whole_part(value.text), ..value };
        if whole.text.len() < value.text.len() {
            self.notes.add(value, NoteKind::Fraction);
        }
        let Some(number) = number(whole, self.notes) else {
            return Err((value, CommandError::at(value, CommandErrorKind::NotANumber(key))));
        };
        self.notes.set(field, self.token, number);
        Ok(())
    }
}

/// Returns a number without its fraction. The fraction begins with a period or a comma.
fn whole_part(text: &str) -> &str {
    match text.split_once(['.', ',']) {
        Some((whole, fraction))
            if !whole.is_empty() && fraction.bytes().all(|byte| byte.is_ascii_digit()) =>
        {
            whole
        }
        _ => text,
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
            for mv in &self.searchmoves {
                write!(f, " {mv}")?;
            }
        }
        Ok(())
    }
}
