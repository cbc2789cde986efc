//! Parsing of moves typed by people.
//!
//! The text is split into tokens, meaningless marks are dropped, and the rest must have the form of
//! a single move. Tokens stay separate until it is clear that no two of them are moves themselves:
//! `e4 e5` is not the move from e4 to e5.

use super::resolve::origins;
use super::{InvalidSan, ParseSanError, SanCandidates, SanError};
use crate::{
    Bitboard, CastlingSide, File, Move, PieceType, Position, Rank, Selection, Square, UciMove,
};

const NOT_A_MOVE: InvalidSan = InvalidSan::Syntax(ParseSanError);

impl Position {
    /// Parses a move as people write it: standard SAN, long algebraic notation, UCI, and many forms
    /// in between.
    ///
    /// In addition to what [`Position::parse_san`] accepts, this method accepts
    ///
    /// * an origin that is more or less specific than needed, as long as only one move matches:
    ///   `Ngf3`, `Nb1-c3`, `e2e4`, `Pe4`; even a pawn capture given only by its two files, `ed` or
    ///   `feb`;
    /// * a missing or lowercase piece letter, except for `b`, which is always the file (`bc4` is
    ///   never a bishop move). If text without a piece letter matches a pawn move and other moves,
    ///   the pawn move is meant;
    /// * a missing or superfluous `x` or `=`, and promotion letters in either case: `e8q`, `e8(Q)`.
    ///   The promotion piece itself is required;
    /// * castling with any mix of the letters O and o and the digit 0, with or without dashes, or
    ///   as a king move from its square: `0-0`, `oo`, `e1g1`, `Ke1-g1`;
    /// * figurines, move numbers, blanks and dots, `e.p.`, `mate`, `!` and `?`, and wrong check
    ///   marks.
    ///
    /// This method never accepts text that contains two moves (such as `e4 e5` or `1. e4 e5`), a
    /// pawn push in place of a capture (`c4` for `dxc4`), or a king step in place of castling
    /// (`Kg1` for `O-O`). The readers of PGN and EPD are not more lenient than this.
    ///
    /// # Errors
    ///
    /// [`InvalidSan::Syntax`] if the text cannot be a single move in any position, otherwise
    /// [`InvalidSan::Rules`] with the reason. [`SanError::NotStandard`] is never returned.
    ///
    /// ```
    /// use reynard::Position;
    ///
    /// let pos: Position = "7k/8/8/8/8/8/5p2/K3R3 b - - 0 1".parse()?;
    /// let mv = pos.parse_uci("f2e1b")?;
    /// for text in ["feb", "fxe1=b!", "1... f2xe1(B)", "f2e1B", "fe1b"] {
    ///     assert_eq!(pos.parse_san_lenient(text), Ok(mv));
    /// }
    /// assert!(pos.parse_san_lenient("Kg7 Kb1").is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn parse_san_lenient(&self, text: &str) -> Result<Move, InvalidSan> {
        let text = text.trim();
        if let Ok(mv) = self.parse_san(text) {
            return Ok(mv);
        }
        if is_null_move(text) {
            return Err(InvalidSan::Rules(SanError::Null));
        }
        if let Some(mv) = text.parse().ok().and_then(|uci: UciMove| uci.to_move(self).ok()) {
            return Ok(mv);
        }
        let typed = Typed::read(text).ok_or(NOT_A_MOVE)?;
        let shape = typed.shape().ok_or(NOT_A_MOVE)?;
        let mv = shape.to_move(self).map_err(InvalidSan::Rules)?;
        let is_marked = text.contains(['x', 'X', '×', ':']);
        let is_pawn = self.board().type_at(mv.from()) == Some(PieceType::Pawn);
        if is_pawn && mv.is_capture() && !is_marked && shape.names_target_only() {
            let standard = self.san(mv);
            return Err(InvalidSan::Rules(SanError::CaptureWrittenAsPush {
                capture: mv,
                standard,
            }));
        }
        Ok(mv)
    }
}

fn is_null_move(text: &str) -> bool {
    ["--", "Z0", "0000", "@@@@", "null", "pass"].iter().any(|null| text.eq_ignore_ascii_case(null))
}

/// A character with a meaning.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Symbol {
    /// The letter or figurine of a piece. At the end of a move it is the promotion piece.
    Piece(PieceType),
    /// A lowercase `b`: the file, or a promotion to a bishop.
    SmallB,
    File(File),
    Rank(Rank),
    /// `O`, `o` or `0`.
    Castling,
}

impl Symbol {
    fn of(character: char) -> Option<Self> {
        Some(match character {
            'b' => Self::SmallB,
            'O' | 'o' | '0' => Self::Castling,
            'a'..='h' | 'A' | 'C'..='H' => Self::File(File::from_char(character)?),
            '1'..='8' => Self::Rank(Rank::from_char(character)?),
            _ => Self::Piece(
                PieceType::from_char(character).or_else(|| piece_of_figurine(character))?,
            ),
        })
    }

    const fn file(self) -> Option<File> {
        match self {
            Self::File(file) => Some(file),
            Self::SmallB => Some(File::B),
            _ => None,
        }
    }

    const fn rank(self) -> Option<Rank> {
        match self {
            Self::Rank(rank) => Some(rank),
            _ => None,
        }
    }

    const fn piece(self) -> Option<PieceType> {
        match self {
            Self::Piece(piece) => Some(piece),
            _ => None,
        }
    }

    fn promotion(self) -> Option<PieceType> {
        match self {
            Self::SmallB => Some(PieceType::Bishop),
            Self::Piece(piece) => PieceType::PROMOTIONS.contains(&piece).then_some(piece),
            _ => None,
        }
    }
}

fn piece_of_figurine(character: char) -> Option<PieceType> {
    let named = |kind: &PieceType| {
        crate::Color::ALL.into_iter().any(|color| kind.of(color).to_figurine() == character)
    };
    PieceType::ALL.into_iter().find(named)
}

/// Returns `true` for a character that joins the symbols around it, regardless of blanks.
const fn is_joint(character: char) -> bool {
    matches!(character, '-' | '–' | '—' | '−' | 'x' | 'X' | '×' | ':' | '=')
}

/// Returns `true` for a character that separates words.
const fn is_break(character: char) -> bool {
    character.is_ascii_whitespace()
        || matches!(character, '.' | '…' | ',' | ';' | '(' | ')' | '/' | '\u{a0}')
}

/// Returns `true` for a character without meaning that may occur anywhere.
const fn is_mark(character: char) -> bool {
    matches!(character, '+' | '#' | '!' | '?' | '†' | '‡' | '\u{fe0e}' | '\u{fe0f}')
}

/// The characters between two symbols.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Gap {
    Nothing,
    Break,
    Joint,
}

/// The symbols of text that may be a move.
struct Typed {
    symbols: [Symbol; Self::CAPACITY],
    len: usize,
    /// Bit `i` is set if the symbol with index `i` begins a new word.
    breaks: u8,
}

impl Typed {
    /// Piece, two squares, promotion.
    const CAPACITY: usize = 6;

    /// Parses symbols. Returns `None` if a character does not belong to a move, or if more than one
    /// word is a complete move.
    fn read(text: &str) -> Option<Self> {
        let text = without_remarks(without_number(text));
        if text.contains("--") {
            return None;
        }
        let mut typed = Self { symbols: [Symbol::Castling; Self::CAPACITY], len: 0, breaks: 0 };
        let (mut word_start, mut complete) = (0, 0);
        let mut gap = Gap::Nothing;
        for character in text.chars().filter(|&character| !is_mark(character)) {
            if is_joint(character) {
                gap = Gap::Joint;
            } else if !is_break(character) {
                if gap == Gap::Break && typed.len > 0 {
                    complete += usize::from(is_complete(&typed.symbols[word_start..typed.len]));
                    word_start = typed.len;
                    typed.breaks |= 1 << typed.len;
                }
                gap = Gap::Nothing;
                *typed.symbols.get_mut(typed.len)? = Symbol::of(character)?;
                typed.len += 1;
            } else if gap == Gap::Nothing {
                gap = Gap::Break;
            }
        }
        complete += usize::from(is_complete(&typed.symbols[word_start..typed.len]));
        (complete <= 1).then_some(typed)
    }

    /// Returns the form of the move, if the symbols have one.
    fn shape(&self) -> Option<Shape> {
        let symbols = &self.symbols[..self.len];
        if symbols.iter().all(|&symbol| symbol == Symbol::Castling) {
            return match symbols.len() {
                2 => Some(Shape::Castle(CastlingSide::KingSide)),
                3 => Some(Shape::Castle(CastlingSide::QueenSide)),
                _ => None,
            };
        }
        let (piece, way) = match symbols {
            [first, rest @ ..] if first.piece().is_some() => (first.piece(), rest),
            _ => (None, symbols),
        };
        let promoting = way.split_last().and_then(|(last, way)| {
            let promotion = Some(last.promotion()?);
            Some(Shape::Normal { piece, way: self.way(piece, way)?, promotion })
        });
        promoting
            .or_else(|| Some(Shape::Normal { piece, way: self.way(piece, way)?, promotion: None }))
    }

    /// Returns the origin and target that these symbols describe. If there is a piece symbol, they
    /// come after it.
    fn way(&self, piece: Option<PieceType>, symbols: &[Symbol]) -> Option<Way> {
        let first = usize::from(piece.is_some());
        // Two squares, or two files, are one move only if nothing but a joint separates them.
        let is_one_word = (first + 1..first + symbols.len()).all(|at| self.breaks >> at & 1 == 0);
        let square = |file: Symbol, rank: Symbol| Some(Square::new(file.file()?, rank.rank()?));
        let (file, rank, to) = match *symbols {
            [file, rank] if rank.rank().is_some() => (None, None, square(file, rank)?.into()),
            // The two files of a pawn's capture.
            [file, to] if piece.is_none_or(|piece| piece == PieceType::Pawn) && is_one_word => {
                (Some(file.file()?), None, Bitboard::file(to.file()?))
            }
            [origin, file, rank] => (origin.file(), origin.rank(), square(file, rank)?.into()),
            [from_file, from_rank, file, rank] if is_one_word => {
                let from = square(from_file, from_rank)?;
                (Some(from.file()), Some(from.rank()), square(file, rank)?.into())
            }
            _ => return None,
        };
        let some_origin = file.is_some() || rank.is_some();
        (symbols.len() == 2 || some_origin).then_some(Way { from: origins(file, rank), to })
    }
}

/// Returns `true` if a word may be a move by itself: if it contains a square, or is castling.
fn is_complete(word: &[Symbol]) -> bool {
    let has_square =
        word.windows(2).any(|pair| pair[0].file().is_some() && pair[1].rank().is_some());
    let castles = word.len() > 1 && word.iter().all(|&symbol| symbol == Symbol::Castling);
    has_square || castles
}

/// Returns the text after a leading move number.
fn without_number(text: &str) -> &str {
    let rest = text.trim_start_matches(|character: char| character.is_ascii_digit());
    let is_number = rest.len() < text.len() && !text.starts_with('0') && rest.starts_with(is_break);
    if is_number { rest } else { text }
}

/// Strips annotations such as `mate` or `e.p.` from the end of the text.
fn without_remarks(text: &str) -> &str {
    let is_idle = |character: char| is_break(character) || is_mark(character) || character == '=';
    let mut text = text.trim_end_matches(is_idle);
    for remark in ["mate", "e.p", "ep"] {
        let start = text.len().saturating_sub(remark.len());
        if text.get(start..).is_some_and(|end| end.eq_ignore_ascii_case(remark)) {
            text = text[..start].trim_end_matches(is_idle);
        }
    }
    text
}

/// Origin and target of a move, as far as the text specifies them.
#[derive(Clone, Copy)]
struct Way {
    from: Bitboard,
    to: Bitboard,
}

/// The form of a move, with the parts that the text specifies.
#[derive(Clone, Copy)]
enum Shape {
    Normal { piece: Option<PieceType>, way: Way, promotion: Option<PieceType> },
    Castle(CastlingSide),
}

impl Shape {
    /// Finds the only legal move that matches.
    fn to_move(self, pos: &Position) -> Result<Move, SanError> {
        let Self::Normal { piece, way, promotion } = self else {
            return self.castle(pos).ok_or(SanError::Illegal);
        };
        let own = pos.by_color(pos.turn());
        let movers = piece.map_or(own, |piece| own & pos.by_type(piece));
        // A file alone is the target of a pawn that captures.
        let (movers, captures_only) = if way.to.len() > 1 {
            (movers & pos.by_type(PieceType::Pawn), true)
        } else {
            (movers, false)
        };
        let (mut pawn_moves, mut piece_moves) = (SanCandidates::EMPTY, SanCandidates::EMPTY);
        let selection = Selection { from: movers & way.from, ..Selection::to(way.to) };
        for mv in pos.moves(selection) {
            let fits = promotion.is_none() || promotion == mv.promotion();
            if !fits || captures_only && !mv.is_capture() || !is_told(mv, way.from) {
                continue;
            }
            match pos.board().type_at(mv.from()) {
                Some(PieceType::Pawn) => pawn_moves.push(mv),
                _ => piece_moves.push(mv),
            }
        }
        let candidates = if pawn_moves.is_empty() { piece_moves } else { pawn_moves };
        match *candidates {
            [] => Err(SanError::Illegal),
            [mv] => Ok(mv),
            _ => Err(SanError::Ambiguous(candidates)),
        }
    }

    /// Returns `true` if the text does not specify an origin.
    fn names_target_only(self) -> bool {
        matches!(self, Self::Normal { way, .. } if way.from == Bitboard::FULL && way.to.len() == 1)
    }

    fn castle(self, pos: &Position) -> Option<Move> {
        let Self::Castle(side) = self else { return None };
        super::San::Castle { side, suffix: None }.resolve(pos)
    }
}

/// Returns `true` unless `mv` is a castling move that this origin does not specify. For castling,
/// the king's square must be given, and the king must move more than one square.
fn is_told(mv: Move, from: Bitboard) -> bool {
    !mv.is_castling() || from.single().is_some() && mv.from().distance(mv.king_target()) > 1
}
