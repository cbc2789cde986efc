//! Parsing `info`.

use alloc::borrow::Cow;
use alloc::vec::Vec;

use reynard::UciMove;

use super::info::{CurrentLine, Info};
use super::score::{UciBound, UciScore, UciWdl};
use crate::note::{NoteKind, Notes, Parsed};
use crate::number;
use crate::tokens::{Token, Tokens};

/// Maximum number of unknown tokens kept.
const MAX_UNKNOWN: usize = 64;

impl<'a> Info<'a> {
    /// Parses the tokens after `info`. Invalid ones are skipped.
    pub(super) fn read(tokens: &mut Tokens<'a>, notes: Notes) -> Parsed<Self> {
        let mut reader = Reader { info: Self::default(), tokens, notes };
        while let Some(token) = reader.tokens.next() {
            reader.part(token);
        }
        reader.notes.with(reader.info)
    }
}

struct Reader<'w, 'a> {
    info: Info<'a>,
    tokens: &'w mut Tokens<'a>,
    notes: Notes,
}

impl<'a> Reader<'_, 'a> {
    fn part(&mut self, token: Token<'a>) {
        match token.text {
            "score" => self.score(token),
            "lowerbound" => self.bound(token, UciBound::Lower),
            "upperbound" => self.bound(token, UciBound::Upper),
            "wdl" => self.wdl(token),
            "pv" => self.moves(token, |info| &mut info.pv),
            "refutation" => self.moves(token, |info| &mut info.refutation),
            "currline" => self.current_line(token),
            "string" => {
                let text = Cow::Borrowed(self.tokens.rest());
                self.notes.set(&mut self.info.string, token, text);
            }
            "depth" => self.number(token, |info| &mut info.depth, number::small),
            "seldepth" => self.number(token, |info| &mut info.seldepth, number::small),
            "multipv" => self.number(token, |info| &mut info.multipv, number::small),
            "currmovenumber" => self.number(token, |info| &mut info.currmovenumber, number::small),
            "nodes" => self.number(token, |info| &mut info.nodes, number::count),
            "nps" => self.number(token, |info| &mut info.nps, number::count),
            "tbhits" => self.number(token, |info| &mut info.tbhits, number::count),
            "sbhits" => self.number(token, |info| &mut info.sbhits, number::count),
            "hashfull" => self.number(token, |info| &mut info.hashfull, number::permille),
            "cpuload" => self.number(token, |info| &mut info.cpuload, number::permille),
            "time" => self.number(token, |info| &mut info.time, number::milliseconds),
            "currmove" => {
                self.number(token, |info| &mut info.currmove, |token, _| token.text.parse().ok());
            }
            _ => self.unknown(token),
        }
    }

    fn unknown(&mut self, token: Token<'a>) {
        self.notes.add(token, NoteKind::Unknown);
        if self.info.unknown.len() < MAX_UNKNOWN {
            self.info.unknown.push(Cow::Borrowed(token.text));
        }
    }

    /// Parses the value of a keyword. An invalid value is skipped together with its keyword, unless
    /// the value is itself a keyword.
    fn number<T>(
        &mut self,
        key: Token<'a>,
        field: for<'i> fn(&'i mut Info<'a>) -> &'i mut Option<T>,
        read: impl Fn(Token<'_>, &mut Notes) -> Option<T>,
    ) {
        let Some(value) = self.tokens.peek().filter(|token| !is_keyword(token.text)) else {
            self.notes.add(key, NoteKind::NoValue);
            return;
        };
        self.tokens.next();
        match read(value, &mut self.notes) {
            Some(number) => self.notes.set(field(&mut self.info), key, number),
            None => self.notes.add(value, NoteKind::BadValue),
        }
    }

    /// Parses the parts of a score, which may be in any order. If the score has both a mate
    /// distance and centipawns, the mate distance takes precedence.
    fn score(&mut self, key: Token<'a>) {
        let mut empty = true;
        while let Some(part) = self.tokens.peek() {
            match part.text {
                "cp" => self.score_part(UciScore::Centipawns),
                "mate" => self.score_part(UciScore::Mate),
                "lowerbound" | "upperbound" => {
                    let bound =
                        if part.text == "lowerbound" { UciBound::Lower } else { UciBound::Upper };
                    self.tokens.next();
                    self.bound(part, bound);
                }
                _ => break,
            }
            empty = false;
        }
        if empty {
            self.notes.add(key, NoteKind::NoValue);
        }
    }

    fn score_part(&mut self, unit: fn(i32) -> UciScore) {
        if let Some(part) = self.tokens.next() {
            let read = |token: Token<'_>, notes: &mut Notes| number::signed(token, notes).map(unit);
            self.number(part, |info| &mut info.score, read);
        }
    }

    fn bound(&mut self, token: Token<'a>, bound: UciBound) {
        self.notes.set(&mut self.info.bound, token, bound);
    }

    fn wdl(&mut self, key: Token<'a>) {
        let mut parts = [0; 3];
        for part in &mut parts {
            let Some(value) = self.tokens.peek().filter(|token| !is_keyword(token.text)) else {
                self.notes.add(key, NoteKind::NoValue);
                return;
            };
            self.tokens.next();
            let Some(number) = number::permille(value, &mut self.notes) else {
                self.notes.add(value, NoteKind::BadValue);
                return;
            };
            *part = number;
        }
        let [win, draw, loss] = parts;
        // Each part may be rounded.
        if !(998..=1002).contains(&(win + draw + loss)) {
            self.notes.add(key, NoteKind::BadValue);
            return;
        }
        self.notes.set(&mut self.info.wdl, key, UciWdl { win, draw, loss });
    }

    fn moves(
        &mut self,
        key: Token<'a>,
        field: for<'i> fn(&'i mut Info<'a>) -> &'i mut Cow<'a, [UciMove]>,
    ) {
        let moves = self.line();
        if moves.is_empty() {
            self.notes.add(key, NoteKind::NoValue);
            return;
        }
        let field = field(&mut self.info);
        if !field.is_empty() {
            self.notes.add(key, NoteKind::Repeated);
        }
        *field = Cow::Owned(moves);
    }

    fn current_line(&mut self, key: Token<'a>) {
        let cpu = self.tokens.peek().and_then(|token| number::small(token, &mut self.notes));
        if cpu.is_some() {
            self.tokens.next();
        }
        let moves = Cow::Owned(self.line());
        self.notes.set(&mut self.info.currline, key, CurrentLine { cpu, moves });
    }

    /// Parses moves up to the first token that is not a move.
    fn line(&mut self) -> Vec<UciMove> {
        let mut moves = Vec::new();
        while let Some(mv) = self.tokens.peek().and_then(|token| token.text.parse().ok()) {
            moves.push(mv);
            self.tokens.next();
        }
        moves
    }
}

fn is_keyword(token: &str) -> bool {
    matches!(
        token,
        "score"
            | "lowerbound"
            | "upperbound"
            | "wdl"
            | "pv"
            | "refutation"
            | "currline"
            | "string"
            | "depth"
            | "seldepth"
            | "multipv"
            | "currmovenumber"
            | "nodes"
            | "nps"
            | "tbhits"
            | "sbhits"
            | "hashfull"
            | "cpuload"
            | "time"
            | "currmove"
    )
}
