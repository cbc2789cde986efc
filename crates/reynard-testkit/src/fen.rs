//! Reading and writing FEN.

use std::fmt::Write;

use crate::naive::{NOTHING, Naive, Passed, home_rank, parse_square, square_name};

impl Naive {
    /// Parses a FEN, X-FEN or Shredder-FEN. The parser is intended for correct FENs, and rejects
    /// only those that cannot be interpreted.
    pub fn from_fen(fen: &str) -> Option<Self> {
        let mut fields = fen.split_whitespace();
        let mut pos = Self {
            board: read_board(fields.next()?)?,
            white_to_move: fields.next()? == "w",
            ..Self::EMPTY
        };
        for letter in fields.next()?.bytes().filter(|&letter| letter != b'-') {
            pos.grant(letter)?;
        }
        pos.passed = fields.next().and_then(parse_square);
        pos.clock = fields.next().map_or(Some(0), |field| field.parse().ok())?;
        pos.number = fields.next().map_or(Some(1), |field| field.parse().ok())?;
        Some(pos)
    }

    /// Grants the castling right that a letter represents: for a letter of `KQkq`, castling with
    /// the outermost rook on that side of the king; for any other letter, castling with the rook on
    /// that file.
    fn grant(&mut self, letter: u8) -> Option<()> {
        let white = letter.is_ascii_uppercase();
        let (king, rank) = (self.king(white)?.0, home_rank(white));
        let is_rook = |&file: &i8| self.piece_of(white, (file, rank)) == b'r';
        let file = match letter.to_ascii_lowercase() {
            b'k' => (king..8).rev().find(is_rook)?,
            b'q' => (0..king).find(is_rook)?,
            letter @ b'a'..=b'h' => (letter - b'a').cast_signed(),
            _ => return None,
        };
        self.castling[usize::from(!white)][file.unsigned_abs() as usize] = true;
        Some(())
    }

    /// Writes the position as an X-FEN.
    pub fn fen(&self, passed: Passed) -> String {
        self.write(passed, Self::x_fen_letter)
    }

    /// Writes the position as a Shredder-FEN, in which castling rights are denoted by the letters
    /// of the rooks' files.
    pub fn shredder_fen(&self, passed: Passed) -> String {
        self.write(passed, |_, _, file| b'a' + file)
    }

    fn write(&self, passed: Passed, letter: impl Fn(&Self, bool, u8) -> u8) -> String {
        let turn = if self.white_to_move { 'w' } else { 'b' };
        let mut fen = format!("{} {turn} ", self.placement());
        let mut rights = String::new();
        for white in [true, false] {
            // The king's side first.
            for file in (0..8_u8).rev().filter(|&file| self.may_castle(white, file)) {
                let letter = char::from(letter(self, white, file));
                rights.push(if white { letter.to_ascii_uppercase() } else { letter });
            }
        }
        fen.push_str(if rights.is_empty() { "-" } else { &rights });
        let passed = match passed {
            Passed::Always => self.passed,
            Passed::IfCapturable => self.passed.filter(|_| self.has_en_passant()),
        };
        let passed = passed.map_or_else(|| "-".to_owned(), square_name);
        write!(fen, " {passed} {} {}", self.clock, self.number).expect("strings take everything");
        fen
    }

    /// Returns `true` if a pawn can legally capture on the passed square.
    pub fn has_en_passant(&self) -> bool {
        let is_pawn = |square| self.piece_of(self.white_to_move, square) == b'p';
        self.passed.is_some_and(|passed| {
            self.legal_moves().iter().any(|step| step.to == passed && is_pawn(step.from))
        })
    }

    const fn may_castle(&self, white: bool, file: u8) -> bool {
        self.castling[!white as usize][file as usize]
    }

    /// Returns `k` or `q` for the outermost rook on a side of the king, or the letter of the file
    /// for any other rook.
    fn x_fen_letter(&self, white: bool, file: u8) -> u8 {
        let king = self.king(white).map_or(4, |king| king.0.unsigned_abs());
        let rank = home_rank(white);
        let is_rook = |&file: &u8| self.piece_of(white, (file.cast_signed(), rank)) == b'r';
        if file > king && !(file + 1..8).any(|file| is_rook(&file)) {
            b'k'
        } else if file < king && !(0..file).any(|file| is_rook(&file)) {
            b'q'
        } else {
            b'a' + file
        }
    }

    /// Writes the first field of a FEN, which contains the pieces.
    fn placement(&self) -> String {
        let mut ranks = Vec::new();
        for rank in self.board.iter().rev() {
            let letters: String = rank.iter().map(|&letter| char::from(letter)).collect();
            ranks.push(letters);
        }
        let mut text = ranks.join("/");
        for run in (1..=8).rev() {
            text = text.replace(&".".repeat(run), &run.to_string());
        }
        text
    }
}

fn read_board(field: &str) -> Option<[[u8; 8]; 8]> {
    let mut board = [[NOTHING; 8]; 8];
    let mut ranks = board.iter_mut().rev();
    for text in field.split('/') {
        let rank = ranks.next()?;
        let mut file = 0;
        for letter in text.bytes() {
            if letter.is_ascii_digit() {
                file += usize::from(letter - b'0');
            } else {
                *rank.get_mut(file)? = letter;
                file += 1;
            }
        }
    }
    ranks.next().is_none().then_some(board)
}
