//! Reading what a search has found so far.

use alloc::borrow::Cow;
use alloc::vec::Vec;

use reynard::UciMove;

use super::info::{CurrentLine, Info};
use super::score::{Bound, Score, Wdl};
use crate::number;
use crate::remark::{Read, RemarkKind, Remarks};
use crate::words::{Word, Words};

/// The number of unknown words that are kept.
const MAX_UNKNOWN: usize = 64;

impl<'a> Info<'a> {
    /// Reads what follows the word `info`. There is nothing that could not be skipped.
    pub(super) fn read(words: &mut Words<'a>, remarks: Remarks) -> Read<Self> {
        let mut reader = Reader { info: Self::default(), words, remarks };
        while let Some(word) = reader.words.next() {
            reader.part(word);
        }
        reader.remarks.with(reader.info)
    }
}

struct Reader<'w, 'a> {
    info: Info<'a>,
    words: &'w mut Words<'a>,
    remarks: Remarks,
}

impl<'a> Reader<'_, 'a> {
    fn part(&mut self, word: Word<'a>) {
        match word.text {
            "score" => self.score(word),
            "lowerbound" => self.bound(word, Bound::Lower),
            "upperbound" => self.bound(word, Bound::Upper),
            "wdl" => self.wdl(word),
            "pv" => self.moves(word, |info| &mut info.pv),
            "refutation" => self.moves(word, |info| &mut info.refutation),
            "currline" => self.current_line(word),
            "string" => {
                let text = Cow::Borrowed(self.words.rest());
                self.remarks.set(&mut self.info.string, word, text);
            }
            "depth" => self.number(word, |info| &mut info.depth, number::small),
            "seldepth" => self.number(word, |info| &mut info.seldepth, number::small),
            "multipv" => self.number(word, |info| &mut info.multipv, number::small),
            "currmovenumber" => self.number(word, |info| &mut info.currmovenumber, number::small),
            "nodes" => self.number(word, |info| &mut info.nodes, number::count),
            "nps" => self.number(word, |info| &mut info.nps, number::count),
            "tbhits" => self.number(word, |info| &mut info.tbhits, number::count),
            "sbhits" => self.number(word, |info| &mut info.sbhits, number::count),
            "hashfull" => self.number(word, |info| &mut info.hashfull, number::permille),
            "cpuload" => self.number(word, |info| &mut info.cpuload, number::permille),
            "time" => self.number(word, |info| &mut info.time, number::milliseconds),
            "currmove" => {
                self.number(word, |info| &mut info.currmove, |word, _| word.text.parse().ok());
            }
            _ => self.unknown(word),
        }
    }

    fn unknown(&mut self, word: Word<'a>) {
        self.remarks.add(word, RemarkKind::Unknown);
        if self.info.unknown.len() < MAX_UNKNOWN {
            self.info.unknown.push(Cow::Borrowed(word.text));
        }
    }

    /// A keyword with one value. A value that cannot be read goes with its keyword, unless it is a
    /// keyword itself.
    fn number<T>(
        &mut self,
        key: Word<'a>,
        field: for<'i> fn(&'i mut Info<'a>) -> &'i mut Option<T>,
        read: impl Fn(Word<'_>, &mut Remarks) -> Option<T>,
    ) {
        let Some(value) = self.words.peek().filter(|word| !is_keyword(word.text)) else {
            self.remarks.add(key, RemarkKind::NoValue);
            return;
        };
        self.words.next();
        match read(value, &mut self.remarks) {
            Some(number) => self.remarks.set(field(&mut self.info), key, number),
            None => self.remarks.add(value, RemarkKind::BadValue),
        }
    }

    /// Everything that belongs to a score, in any order. A mate says more than centipawns and comes
    /// later where there are both.
    fn score(&mut self, key: Word<'a>) {
        let mut empty = true;
        while let Some(part) = self.words.peek() {
            match part.text {
                "cp" => self.score_part(Score::Centipawns),
                "mate" => self.score_part(Score::Mate),
                "lowerbound" | "upperbound" => {
                    let bound = if part.text == "lowerbound" { Bound::Lower } else { Bound::Upper };
                    self.words.next();
                    self.bound(part, bound);
                }
                _ => break,
            }
            empty = false;
        }
        if empty {
            self.remarks.add(key, RemarkKind::NoValue);
        }
    }

    fn score_part(&mut self, unit: fn(i32) -> Score) {
        if let Some(part) = self.words.next() {
            let read =
                |word: Word<'_>, remarks: &mut Remarks| number::signed(word, remarks).map(unit);
            self.number(part, |info| &mut info.score, read);
        }
    }

    fn bound(&mut self, word: Word<'a>, bound: Bound) {
        self.remarks.set(&mut self.info.bound, word, bound);
    }

    fn wdl(&mut self, key: Word<'a>) {
        let mut parts = [0; 3];
        for part in &mut parts {
            let Some(value) = self.words.peek().filter(|word| !is_keyword(word.text)) else {
                self.remarks.add(key, RemarkKind::NoValue);
                return;
            };
            self.words.next();
            let Some(number) = number::permille(value, &mut self.remarks) else {
                self.remarks.add(value, RemarkKind::BadValue);
                return;
            };
            *part = number;
        }
        let [win, draw, loss] = parts;
        self.remarks.set(&mut self.info.wdl, key, Wdl { win, draw, loss });
    }

    fn moves(
        &mut self,
        key: Word<'a>,
        field: for<'i> fn(&'i mut Info<'a>) -> &'i mut Cow<'a, [UciMove]>,
    ) {
        let moves = self.line();
        if moves.is_empty() {
            self.remarks.add(key, RemarkKind::NoValue);
            return;
        }
        let field = field(&mut self.info);
        if !field.is_empty() {
            self.remarks.add(key, RemarkKind::Repeated);
        }
        *field = Cow::Owned(moves);
    }

    fn current_line(&mut self, key: Word<'a>) {
        let cpu = self.words.peek().and_then(|word| number::small(word, &mut self.remarks));
        if cpu.is_some() {
            self.words.next();
        }
        let moves = Cow::Owned(self.line());
        self.remarks.set(&mut self.info.currline, key, CurrentLine { cpu, moves });
    }

    /// Moves, up to the first word that is none.
    fn line(&mut self) -> Vec<UciMove> {
        let mut moves = Vec::new();
        while let Some(m) = self.words.peek().and_then(|word| word.text.parse().ok()) {
            moves.push(m);
            self.words.next();
        }
        moves
    }
}

fn is_keyword(word: &str) -> bool {
    matches!(
        word,
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
