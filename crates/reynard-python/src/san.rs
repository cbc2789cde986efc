//! SAN and long algebraic notation, parsed and written for any board.

use reynard::san::MoveText;
use reynard::{Bitboard, CastlingSide, Color, File, PieceType, Rank, Square};

use crate::args::kind_of;
use crate::core::Core;
use crate::moves::Parts;
use crate::state::{State, castling_side, parts_of};

/// The reason why a string is not a move in this position.
pub(crate) enum SanFault {
    Invalid,
    Illegal,
    /// The text names both squares of a move that is not legal.
    NoMove(Parts),
    Ambiguous,
}

/// Short or long algebraic notation.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Form {
    Short,
    Long,
}

impl Core {
    /// Writes a legal move in SAN. Returns `None` if the move is not legal; such moves take the
    /// slow path.
    pub(crate) fn legal_san(&self, parts: Parts) -> Option<MoveText> {
        let (pos, mv) = self.fast_move(parts)?;
        Some(pos.san(mv))
    }

    /// Writes a move. Returns `None` if its origin square is empty.
    pub(crate) fn san(&self, parts: Parts, form: Form) -> Option<String> {
        if form == Form::Short
            && let Some(text) = self.legal_san(parts)
        {
            return Some(text.as_str().to_owned());
        }
        let mut text = self.san_body(parts, form)?;
        let mut after = self.without_moves();
        after.push(parts);
        if after.checkers().any() {
            text.push(if after.has_legal_move() { '+' } else { '#' });
        }
        Some(text)
    }

    fn san_body(&self, parts: Parts, form: Form) -> Option<String> {
        if parts.is_null() {
            return Some(String::from("--"));
        }
        if let Some(kind) = kind_of(parts.drop) {
            let letter = if kind == PieceType::Pawn { String::new() } else { letter_of(kind) };
            return Some(format!("{letter}@{}", parts.to));
        }
        let board = self.state.board();
        let kind = board.type_at(parts.from)?;
        if let Some(side) = castling_side(board, parts) {
            return Some(String::from(if side == CastlingSide::KingSide {
                "O-O"
            } else {
                "O-O-O"
            }));
        }
        let captures = self.is_capture(parts);
        let mut text = if kind == PieceType::Pawn { String::new() } else { letter_of(kind) };
        if form == Form::Long {
            text.push_str(&parts.from.to_string());
            text.push(if captures { 'x' } else { '-' });
        } else {
            if kind == PieceType::Pawn {
                if captures {
                    text.push(parts.from.file().to_char());
                }
            } else {
                text.push_str(&self.disambiguation(parts, kind));
            }
            if captures {
                text.push('x');
            }
        }
        text.push_str(&parts.to.to_string());
        if let Some(kind) = kind_of(parts.promotion) {
            text.push('=');
            text.push_str(&letter_of(kind));
        }
        Some(text)
    }

    fn disambiguation(&self, parts: Parts, kind: PieceType) -> String {
        let us = self.state.turn();
        let same = self.state.board().pieces(us, kind) - parts.from.bitboard();
        let others = self.legal_moves(same, parts.to.bitboard());
        let others: Bitboard = others
            .into_iter()
            .filter(|other| other.to == parts.to)
            .map(|other| other.from)
            .collect();
        let (file, rank) = (parts.from.file(), parts.from.rank());
        if others.is_empty() {
            String::new()
        } else if (others & Bitboard::file(file)).is_empty() {
            file.to_string()
        } else if (others & Bitboard::rank(rank)).is_empty() {
            rank.to_string()
        } else {
            parts.from.to_string()
        }
    }

    /// Returns `true` if the move is a capture, including en passant.
    pub(crate) fn is_capture(&self, parts: Parts) -> bool {
        let board = self.state.board();
        let touched = parts.from.bitboard() ^ parts.to.bitboard();
        let us = self.state.turn();
        (touched & board.by_color(!us)).any() && !parts.is_null() || self.is_en_passant(parts)
    }

    /// Returns `true` if the move is an en-passant capture.
    pub(crate) fn is_en_passant(&self, parts: Parts) -> bool {
        let board = self.state.board();
        self.state.en_passant() == Some(parts.to)
            && board.type_at(parts.from) == Some(PieceType::Pawn)
            && (parts.from.file() as u8).abs_diff(parts.to.file() as u8) == 1
            && board.piece_at(parts.to).is_none()
    }

    /// Parses SAN, which may have more or less disambiguation than necessary.
    pub(crate) fn parse_san(&self, text: &str) -> Result<Parts, SanFault> {
        if let State::Legal(pos) = &self.state
            && let Ok(mv) = pos.parse_san(text)
        {
            return Ok(parts_of(mv, self.chess960));
        }
        let bare = text.trim_end_matches(['+', '#']);
        if text.len() - bare.len() > 1 && bare.is_empty() {
            return Err(SanFault::Invalid);
        }
        match bare {
            "O-O" | "0-0" => return self.castling(CastlingSide::KingSide),
            "O-O-O" | "0-0-0" => return self.castling(CastlingSide::QueenSide),
            _ => {}
        }
        if matches!(text, "--" | "Z0" | "0000" | "@@@@") {
            return Ok(Parts::NULL);
        }
        let shape = Shape::read(text).ok_or(SanFault::Invalid)?;
        match (shape.file, shape.rank) {
            (Some(file), Some(rank)) if shape.kind.is_none() => {
                self.between(Square::new(file, rank), &shape)
            }
            _ => self.find(&shape),
        }
    }

    /// Returns the legal move between two squares, by any piece, including castling.
    fn between(&self, from: Square, shape: &Shape) -> Result<Parts, SanFault> {
        let named = Parts { promotion: shape.promotion, ..Parts::new(from, shape.to) };
        let normalized = self.normalized(named);
        if self.is_legal(named) { Ok(normalized) } else { Err(SanFault::NoMove(normalized)) }
    }

    fn castling(&self, side: CastlingSide) -> Result<Parts, SanFault> {
        let mut moves = Vec::new();
        self.loose().add_castling(Bitboard::FULL, Bitboard::FULL, &mut moves);
        let board = self.state.board();
        let found = moves.into_iter().find(|parts| {
            castling_side(board, *parts) == Some(side) || {
                let files = parts.to.file() > parts.from.file();
                castling_side(board, *parts).is_none() && files == (side == CastlingSide::KingSide)
            }
        });
        found.ok_or(SanFault::Illegal)
    }

    fn find(&self, shape: &Shape) -> Result<Parts, SanFault> {
        let us = self.state.turn();
        let board = self.state.board();
        let kind = shape.kind.unwrap_or(PieceType::Pawn);
        let mut from = board.pieces(us, kind);
        if let Some(file) = shape.file {
            from &= Bitboard::file(file);
        }
        if let Some(rank) = shape.rank {
            from &= Bitboard::rank(rank);
        }
        if kind == PieceType::Pawn && shape.file.is_none() {
            from &= Bitboard::file(shape.to.file());
        }
        let mut found = None;
        for parts in self.legal_moves(from, shape.to.bitboard()) {
            let castles = castling_side(board, parts).is_some();
            if parts.to != shape.to
                || parts.promotion != shape.promotion
                || castles && kind == PieceType::King
            {
                continue;
            }
            if found.replace(parts).is_some() {
                return Err(SanFault::Ambiguous);
            }
        }
        found.ok_or(SanFault::Illegal)
    }
}

fn letter_of(kind: PieceType) -> String {
    kind.of(Color::White).to_char().to_string()
}

/// The parts of a move in SAN.
struct Shape {
    /// The piece type. Pawn moves do not name it.
    kind: Option<PieceType>,
    file: Option<File>,
    rank: Option<Rank>,
    to: Square,
    promotion: u8,
}

impl Shape {
    fn read(text: &str) -> Option<Self> {
        let mut text = text.as_bytes();
        if let [rest @ .., b'+' | b'#'] = text {
            text = rest;
        }
        let mut kind = None;
        if let [letter @ (b'N' | b'B' | b'K' | b'R' | b'Q'), rest @ ..] = text {
            kind = Some(PieceType::from_char(char::from(*letter))?);
            text = rest;
        }
        let mut promotion = 0;
        if let [rest @ .., letter] = text
            && !letter.is_ascii_digit()
        {
            let piece = PieceType::from_char(char::from(*letter));
            promotion = piece.filter(|piece| *piece != PieceType::Pawn)? as u8;
            text = rest.strip_suffix(b"=").unwrap_or(rest);
        }
        let [rest @ .., file, rank] = text else { return None };
        let to = Square::from_coordinates(file.wrapping_sub(b'a'), rank.wrapping_sub(b'1'))?;
        let rest = rest.strip_suffix(b"x").or_else(|| rest.strip_suffix(b"-")).unwrap_or(rest);
        let file_of =
            |byte: u8| File::from_char(char::from(byte)).filter(|_| byte.is_ascii_lowercase());
        let rank_of = |byte: u8| Rank::from_char(char::from(byte));
        let (file, rank) = match *rest {
            [] => (None, None),
            [byte] if byte.is_ascii_digit() => (None, Some(rank_of(byte)?)),
            [byte] => (Some(file_of(byte)?), None),
            [a, b] => (Some(file_of(a)?), Some(rank_of(b)?)),
            _ => return None,
        };
        Some(Self { kind, file, rank, to, promotion })
    }
}
