//! FEN as read and written by python-chess: fields may be missing, and positions may be illegal.

use pyo3::prelude::*;
use reynard::fen::FenStyle;
use reynard::{
    Bitboard, Board, Color, EnPassantMode, FenOptions, File, Piece, PieceType, Rank, Setup, Square,
};

use crate::core::Core;
use crate::state::State;

/// The part of a FEN that cannot be parsed.
pub(crate) type Fault = &'static str;

/// The condition for writing the en-passant square.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum EnPassantSpec {
    /// After every double push.
    Fen,
    /// When a pawn is in place to capture.
    Xfen,
    /// When a capture is legal.
    Legal,
}

impl EnPassantSpec {
    const fn mode(self) -> EnPassantMode {
        match self {
            Self::Fen => EnPassantMode::Always,
            Self::Xfen => EnPassantMode::PseudoLegal,
            Self::Legal => EnPassantMode::Legal,
        }
    }
}

impl<'a, 'py> FromPyObject<'a, 'py> for EnPassantSpec {
    type Error = PyErr;

    /// Returns the mode with the given name. Any other object means `legal`.
    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        Ok(match object.extract::<&str>() {
            Ok("fen") => Self::Fen,
            Ok("xfen") => Self::Xfen,
            _ => Self::Legal,
        })
    }
}

/// Parses the first field of a FEN. Promoted pieces are followed by `~`.
pub(crate) fn parse_board(text: &str) -> Result<(Board, Bitboard), Fault> {
    parse_rows(text).map_err(|fault| {
        // A wrong number of rows takes precedence over any other fault.
        let is_whole = text.bytes().filter(|letter| *letter == b'/').count() == 7;
        if is_whole { fault } else { ROWS }
    })
}

pub(crate) const EMPTY: Fault = "empty fen";
const ROWS: Fault = "expected 8 rows in position part of fen";
const COLUMNS: Fault = "expected 8 columns per row in position part of fen";

/// The piece that each letter represents. Looking up the letter is faster than comparing it with
/// six letters.
static PIECES: [Option<Piece>; 256] = {
    let mut pieces = [None; 256];
    let mut letter = 0_u8;
    while letter < 128 {
        pieces[letter as usize] = Piece::from_char(letter as char);
        letter += 1;
    }
    pieces
};

/// Kind of the preceding character in a rank.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Before {
    /// The start of the rank, or the mark of a promoted piece.
    Other,
    Digit,
    Piece(Square),
}

fn parse_rows(text: &str) -> Result<(Board, Bitboard), Fault> {
    let mut board = Board::EMPTY;
    let mut promoted = Bitboard::EMPTY;
    let mut row = 56_u8;
    let mut file = 0_u8;
    let mut before = Before::Other;
    for letter in text.bytes() {
        if let Some(piece) = PIECES[usize::from(letter)] {
            let square = Square::from_index(row | file).filter(|_| file < 8).ok_or(COLUMNS)?;
            board.set(square, Some(piece));
            (file, before) = (file + 1, Before::Piece(square));
            continue;
        }
        match letter {
            b'/' if file != 8 => return Err(COLUMNS),
            b'/' => {
                row = row.checked_sub(8).ok_or(ROWS)?;
                (file, before) = (0, Before::Other);
            }
            b'1'..=b'8' if before == Before::Digit => {
                return Err("two subsequent digits in position part of fen");
            }
            b'1'..=b'8' => {
                file = file.saturating_add(letter - b'0');
                before = Before::Digit;
            }
            b'~' => {
                let Before::Piece(square) = before else {
                    return Err("'~' not after piece in position part of fen");
                };
                promoted.insert(square);
                before = Before::Other;
            }
            _ => return Err("invalid character in position part of fen"),
        }
    }
    match (row, file) {
        (0, 8) => Ok((board, promoted)),
        (0, _) => Err(COLUMNS),
        _ => Err(ROWS),
    }
}

/// Parses the castling field of a FEN. The rooks are taken from the board.
pub(crate) fn parse_castling(text: &str, board: &Board) -> Result<Bitboard, Fault> {
    const FAULT: Fault = "invalid castling part in fen";
    let mut rooks = Bitboard::EMPTY;
    if text == "-" {
        return Ok(rooks);
    }
    let (mut white, mut black) = (0, 0);
    for letter in text.chars() {
        let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
        match color {
            Color::White if black > 0 || white == 2 => return Err(FAULT),
            Color::Black if black == 2 => return Err(FAULT),
            Color::White => white += 1,
            Color::Black => black += 1,
        }
        let rank = color.back_rank();
        let own = board.pieces(color, PieceType::Rook) & Bitboard::rank(rank);
        // If there are several kings, the one on the highest square counts, wherever it is.
        let king = board.pieces(color, PieceType::King).last();
        let square = match (letter.to_ascii_uppercase(), king, own.first(), own.last()) {
            ('K', Some(king), _, Some(rook)) if king < rook => rook,
            ('K', ..) => Square::new(File::H, rank),
            // A king without a rook on its rank has no castling right.
            ('Q', Some(_), None, _) => continue,
            ('Q', Some(king), Some(rook), _) if rook < king => rook,
            ('Q', ..) => Square::new(File::A, rank),
            (letter, ..) => {
                Square::new(File::from_char(letter.to_ascii_lowercase()).ok_or(FAULT)?, rank)
            }
        };
        rooks.insert(square);
    }
    if text.is_empty() { Err(FAULT) } else { Ok(rooks) }
}

/// Parses a FEN. Fields may be missing at the end.
pub(crate) fn parse(text: &str) -> Result<(Setup, Bitboard), Fault> {
    // No field is empty or contains white space, so splitting at any white space generally gives
    // the same result.
    parse_fields(split_at_blanks(text)).or_else(|_| parse_fields(text.split_whitespace()))
}

/// Splits text as `split(' ')` does, but faster: the standard library's search is optimized for
/// longer strings.
fn split_at_blanks(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = Some(text);
    std::iter::from_fn(move || {
        let text = rest?;
        let end = text.bytes().position(|byte| byte == b' ');
        rest = end.and_then(|end| text.get(end + 1..));
        text.get(..end.unwrap_or(text.len()))
    })
}

fn parse_fields<'a>(mut fields: impl Iterator<Item = &'a str>) -> Result<(Setup, Bitboard), Fault> {
    let (board, promoted) = parse_board(fields.next().ok_or(EMPTY)?)?;
    let turn = match fields.next() {
        None | Some("w") => Color::White,
        Some("b") => Color::Black,
        Some(_) => return Err("expected 'w' or 'b' for turn part of fen"),
    };
    let castling_rooks =
        fields.next().map_or(Ok(Bitboard::EMPTY), |text| parse_castling(text, &board))?;
    let en_passant = match fields.next() {
        None | Some("-") => None,
        Some(name) => {
            let is_lower = !name.bytes().any(|byte| byte.is_ascii_uppercase());
            let square = name.parse::<Square>().ok().filter(|_| is_lower);
            Some(square.ok_or("invalid en passant part in fen")?)
        }
    };
    let halfmove_clock = match fields.next() {
        None => 0,
        Some(text) => match text.parse::<i64>() {
            Ok(number) if number < 0 => return Err("half-move clock cannot be negative"),
            Ok(number) => u16::try_from(number).map_err(|_| "half-move clock too large")?,
            Err(_) => return Err("invalid half-move clock in fen"),
        },
    };
    let fullmove_number = match fields.next() {
        None => 1,
        Some(text) => match text.parse::<i64>() {
            Ok(number) if number < 0 => return Err("fullmove number cannot be negative"),
            Ok(number) => u32::try_from(number.max(1)).map_err(|_| "fullmove number too large")?,
            Err(_) => return Err("invalid fullmove number in fen"),
        },
    };
    if fields.next().is_some() {
        return Err("fen string has more parts than expected");
    }
    let setup = Setup { board, turn, castling_rooks, en_passant, halfmove_clock, fullmove_number };
    Ok((setup, promoted))
}

/// Writes the first field of a FEN, with `~` after the given promoted pieces.
pub(crate) fn board_text(board: &Board, promoted: Bitboard) -> String {
    if promoted.is_empty() {
        return board.to_string();
    }
    let mut text = String::new();
    for rank in Rank::ALL.into_iter().rev() {
        let mut empty = 0;
        for file in File::ALL {
            let square = Square::new(file, rank);
            let Some(piece) = board.piece_at(square) else {
                empty += 1;
                continue;
            };
            if empty > 0 {
                text.push_str(&std::mem::take(&mut empty).to_string());
            }
            text.push(piece.to_char());
            if promoted.contains(square) {
                text.push('~');
            }
        }
        if empty > 0 {
            text.push_str(&empty.to_string());
        }
        if rank != Rank::First {
            text.push('/');
        }
    }
    text
}

impl Core {
    /// Returns the en-passant square to write in a FEN.
    pub(crate) fn shown_en_passant(&self, spec: EnPassantSpec) -> Option<Square> {
        match spec {
            EnPassantSpec::Fen => self.state.en_passant(),
            EnPassantSpec::Xfen => self.pseudo_legal_en_passant(),
            EnPassantSpec::Legal => self.legal_en_passant(),
        }
    }

    /// Returns the set-up to write as a FEN.
    fn shown_setup(&self, spec: EnPassantSpec) -> Setup {
        let castling_rooks = self.clean_castling_rights();
        Setup { castling_rooks, en_passant: self.shown_en_passant(spec), ..self.state.to_setup() }
    }

    /// Writes the FEN.
    pub(crate) fn fen(&self, style: FenStyle, spec: EnPassantSpec, promoted: bool) -> String {
        let text = match &self.state {
            State::Legal(pos) => pos.fen_with(FenOptions { style, en_passant: spec.mode() }),
            State::Loose(_) => {
                let setup = self.shown_setup(spec);
                let fen = setup.fen_text(style);
                let mut fields = fen.split(' ').collect::<Vec<_>>();
                let castling = self.loose_castling(&setup, style);
                if let Some(field) = fields.get_mut(2) {
                    *field = &castling;
                }
                fields.join(" ")
            }
        };
        if !promoted || self.promoted.is_empty() {
            return text;
        }
        let rest = text.find(' ').map_or("", |at| &text[at..]);
        board_text(self.state.board(), self.promoted) + rest
    }

    /// Writes the castling rights of a board that may have several kings. In X-FEN, the outermost
    /// rook on each side of the king is written as `K` or `Q`.
    fn loose_castling(&self, setup: &Setup, style: FenStyle) -> String {
        let mut text = String::new();
        for color in Color::ALL {
            let rank = Bitboard::rank(color.back_rank());
            let Some(king) = self.king(color) else { continue };
            let rooks = setup.board.pieces(color, PieceType::Rook) & rank;
            for rook in (setup.castling_rooks & rank).iter().rev() {
                let near = rook.file() < king.file();
                let outermost = if near { rooks.first() } else { rooks.last() };
                let letter = match style {
                    FenStyle::XFen if outermost == Some(rook) => {
                        if near {
                            'q'
                        } else {
                            'k'
                        }
                    }
                    _ => rook.file().to_char(),
                };
                text.push(if color == Color::White { letter.to_ascii_uppercase() } else { letter });
            }
        }
        if text.is_empty() { String::from("-") } else { text }
    }

    /// Writes the castling field of a FEN.
    pub(crate) fn castling_text(&self, style: FenStyle) -> String {
        let fen = self.fen(style, EnPassantSpec::Fen, false);
        String::from(fen.split(' ').nth(2).unwrap_or("-"))
    }
}
