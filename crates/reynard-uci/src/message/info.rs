//! The message `info`.

use alloc::borrow::Cow;
use alloc::vec::Vec;
use core::fmt;
use core::time::Duration;

use reynard::UciMove;

use super::score::{UciBound, UciScore, UciWdl};
use crate::command::owned;
use crate::text::OneLine;

/// The contents of `info`. All parts are optional.
///
/// Lists of moves are borrowed slices or vectors, so an engine can write its own data without
/// copying.
///
/// ```
/// use reynard::UciMove;
/// use reynard_uci::{UciBound, Info, Message, UciScore};
///
/// let pv: Vec<UciMove> = vec!["e2e4".parse()?, "e7e5".parse()?];
/// let info = Info {
///     depth: Some(2),
///     score: Some(UciScore::Centipawns(13)),
///     bound: Some(UciBound::Lower),
///     pv: (&pv).into(),
///     ..Info::default()
/// };
/// let line = info.to_string();
/// assert_eq!(line, "info depth 2 score cp 13 lowerbound pv e2e4 e7e5");
/// assert_eq!(Message::parse(&line)?.value, Message::Info(info));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Info<'a> {
    /// `depth`: depth of the iteration, in plies.
    pub depth: Option<u32>,
    /// `seldepth`: selective depth, in plies.
    pub seldepth: Option<u32>,
    /// `multipv`: number of the line, from 1.
    pub multipv: Option<u32>,
    /// `score`: score for the side to move.
    pub score: Option<UciScore>,
    /// `lowerbound`, `upperbound`: bound of a score that is not exact.
    pub bound: Option<UciBound>,
    /// `wdl`: win, draw and loss probabilities.
    pub wdl: Option<UciWdl>,
    /// `nodes`: nodes searched.
    pub nodes: Option<u64>,
    /// `nps`: nodes per second.
    pub nps: Option<u64>,
    /// `hashfull`: share of the transposition table in use, in permille.
    pub hashfull: Option<u16>,
    /// `tbhits`: successful tablebase probes.
    pub tbhits: Option<u64>,
    /// `sbhits`: successful probes of Shredder's tablebases.
    pub sbhits: Option<u64>,
    /// `cpuload`: load of the processor, in permille.
    pub cpuload: Option<u16>,
    /// `time`: duration of the search so far, in whole milliseconds.
    pub time: Option<Duration>,
    /// `currmove`: root move that is being searched.
    pub currmove: Option<UciMove>,
    /// `currmovenumber`: number of the root move that is being searched, from 1.
    pub currmovenumber: Option<u32>,
    /// `refutation`: a move, and the line that refutes it.
    pub refutation: Cow<'a, [UciMove]>,
    /// `currline`: line that is being searched.
    pub currline: Option<CurrentLine<'a>>,
    /// `pv`: principal variation.
    pub pv: Cow<'a, [UciMove]>,
    /// Unknown tokens in their original order, at most 64. When the line is written, they come
    /// first, so a keyword among them will be read back as a keyword.
    pub unknown: Vec<Cow<'a, str>>,
    /// `string`: text up to the end of the line.
    pub string: Option<Cow<'a, str>>,
}

/// The line that is being searched.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CurrentLine<'a> {
    /// Number of the thread or processor, from 1.
    pub cpu: Option<u32>,
    /// Moves.
    pub moves: Cow<'a, [UciMove]>,
}

impl<'a> Info<'a> {
    /// Creates an `info string` message.
    ///
    /// ```
    /// assert_eq!(reynard_uci::Info::text("hello").to_string(), "info string hello");
    /// ```
    pub fn text(text: impl Into<Cow<'a, str>>) -> Self {
        Self { string: Some(text.into()), ..Self::default() }
    }

    /// Converts the contents to ones that do not borrow from their line.
    pub fn into_owned(self) -> Info<'static> {
        Info {
            depth: self.depth,
            seldepth: self.seldepth,
            multipv: self.multipv,
            score: self.score,
            bound: self.bound,
            wdl: self.wdl,
            nodes: self.nodes,
            nps: self.nps,
            hashfull: self.hashfull,
            tbhits: self.tbhits,
            sbhits: self.sbhits,
            cpuload: self.cpuload,
            time: self.time,
            currmove: self.currmove,
            currmovenumber: self.currmovenumber,
            refutation: Cow::Owned(self.refutation.into_owned()),
            currline: self.currline.map(|line| CurrentLine {
                cpu: line.cpu,
                moves: Cow::Owned(line.moves.into_owned()),
            }),
            pv: Cow::Owned(self.pv.into_owned()),
            unknown: self.unknown.into_iter().map(owned).collect(),
            string: self.string.map(owned),
        }
    }

    fn write_numbers(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (key, number) in [
            ("nodes", self.nodes),
            ("nps", self.nps),
            ("hashfull", self.hashfull.map(u64::from)),
            ("tbhits", self.tbhits),
            ("sbhits", self.sbhits),
            ("cpuload", self.cpuload.map(u64::from)),
        ] {
            if let Some(number) = number {
                write!(f, " {key} {number}")?;
            }
        }
        if let Some(time) = self.time {
            write!(f, " time {}", time.as_millis())?;
        }
        Ok(())
    }

    fn write_lines(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.refutation.is_empty() {
            f.write_str(" refutation")?;
            write_moves(f, &self.refutation)?;
        }
        if let Some(line) = &self.currline {
            f.write_str(" currline")?;
            if let Some(cpu) = line.cpu {
                write!(f, " {cpu}")?;
            }
            write_moves(f, &line.moves)?;
        }
        if !self.pv.is_empty() {
            f.write_str(" pv")?;
            write_moves(f, &self.pv)?;
        }
        Ok(())
    }
}

fn write_moves(f: &mut fmt::Formatter<'_>, moves: &[UciMove]) -> fmt::Result {
    moves.iter().try_for_each(|mv| write!(f, " {mv}"))
}

impl fmt::Display for Info<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("info")?;
        for token in &self.unknown {
            write!(f, " {}", OneLine(token))?;
        }
        for (key, number) in
            [("depth", self.depth), ("seldepth", self.seldepth), ("multipv", self.multipv)]
        {
            if let Some(number) = number {
                write!(f, " {key} {number}")?;
            }
        }
        if let Some(score) = self.score {
            write!(f, " score {score}")?;
        }
        if let Some(bound) = self.bound {
            write!(f, " {bound}")?;
        }
        if let Some(wdl) = self.wdl {
            write!(f, " {wdl}")?;
        }
        self.write_numbers(f)?;
        if let Some(mv) = self.currmove {
            write!(f, " currmove {mv}")?;
        }
        if let Some(number) = self.currmovenumber {
            write!(f, " currmovenumber {number}")?;
        }
        self.write_lines(f)?;
        if let Some(string) = &self.string {
            write!(f, " string {}", OneLine(string))?;
        }
        Ok(())
    }
}
