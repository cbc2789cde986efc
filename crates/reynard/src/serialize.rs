//! `serde` implementations for the data types, enabled by the feature of that name.
//!
//! The forms are listed in the documentation of the crate. Each type has a single form: its text
//! form if it has one, except for two number types, which are serialized as numbers.

use alloc::string::{String, ToString};
use core::fmt;
use core::str::FromStr;

use serde::de::{self, Unexpected, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer, ser};

use crate::{
    Bitboard, Board, CastlingNotation, Color, Epd, File, Game, GameResult, Move, MoveKind, Outcome,
    PackedPosition, Piece, PieceType, PolicyIndex, Position, Rank, San, Setup, Square, UciMove,
    full_move::FullMove,
};

/// The reason why a string was rejected; `None` if the message about the expected value explains it
/// fully.
type Reason = Option<String>;

/// The visitor that parses a text form from a string of any lifetime.
struct TextForm<T> {
    expected: &'static str,
    read: fn(&str) -> Result<T, Reason>,
}

impl<T> Visitor<'_> for TextForm<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.expected)
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<T, E> {
        (self.read)(text).map_err(|reason| match reason {
            None => E::invalid_value(Unexpected::Str(text), &self),
            Some(reason) => E::custom(format_args!("expected {}: {reason}", self.expected)),
        })
    }
}

/// Implements `Serialize` by formatting a value, and `Deserialize` with its [`TextForm`].
macro_rules! text_form {
    ($type:ty, $expected:literal, $write:expr, $read:expr) => {
        impl Serialize for $type {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                let write: fn(&Self) -> _ = $write;
                serializer.collect_str(&write(self))
            }
        }

        text_form!(read $type, $expected, $read);
    };
    (read $type:ty, $expected:literal, $read:expr) => {
        impl<'de> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                deserializer.deserialize_str(TextForm { expected: $expected, read: $read })
            }
        }
    };
}

text_form!(Square, "a square such as \"e4\"", |square| *square, parsed);
text_form!(File, "a file, \"a\" to \"h\"", |file| *file, |text| known(letter(
    text,
    File::from_char
)));
text_form!(Rank, "a rank, \"1\" to \"8\"", |rank| *rank, |text| known(letter(
    text,
    Rank::from_char
)));
text_form!(Color, "\"white\" or \"black\"", |color| *color, |text| named(text, &Color::ALL));
text_form!(PieceType, "the name of a piece", |kind| *kind, |text| named(text, &PieceType::ALL));
text_form!(Piece, "the FEN letter of a piece", |piece| *piece, |text| {
    known(letter(text, Piece::from_char))
});
text_form!(
    Bitboard,
    "a set of squares, 0x and 16 hexadecimal digits",
    |set| hexadecimal(*set),
    |text| { known(read_hexadecimal(text)) }
);
text_form!(Board, "the first field of a FEN", |board| *board, read_board);
text_form!(Position, "the FEN of a legal position", Position::fen, parsed);
text_form!(PackedPosition, "64 hexadecimal digits", |packed| *packed, parsed);
text_form!(UciMove, "a move as UCI writes it", |text| *text, parsed);
text_form!(Move, "a move such as \"g1f3\" or \"e2e4:double-push\"", |mv| MoveText(*mv), |text| {
    known(MoveText::read(text))
});
text_form!(San, "a move in standard algebraic notation", |san| *san, parsed);
text_form!(Epd, "a position with operations, as strict EPD", Epd::to_string, parsed);
text_form!(GameResult, "\"1-0\", \"0-1\" or \"1/2-1/2\"", |result| *result, |text| named(
    text,
    &[GameResult::WhiteWins, GameResult::BlackWins, GameResult::Draw]
));
text_form!(
    Outcome,
    "how a game ended, such as \"checkmate:white\"",
    |end| OutcomeText(*end),
    |text| { known(OutcomeText::read(text)) }
);
text_form!(Game, "a game such as \"startpos moves e2e4\"", game_text, read_game);
text_form!(read Setup, "a FEN", parsed);

impl Serialize for Setup {
    /// Fails for a castling right with a rook off the back ranks, which no FEN can express.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if !self.castling_rooks.is_subset(Bitboard::BACK_RANKS) {
            return Err(ser::Error::custom("no FEN has rights to castle off the back ranks"));
        }
        serializer.collect_str(self)
    }
}

/// Implements `Serialize` and `Deserialize` as a number.
macro_rules! number_form {
    ($type:ty, $number:ty, $write:expr, $read:expr, $expected:literal) => {
        impl Serialize for $type {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                let write: fn(Self) -> $number = $write;
                write(*self).serialize(serializer)
            }
        }

        impl<'de> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let number = <$number>::deserialize(deserializer)?;
                let refused = || Unexpected::Unsigned(u64::from(number));
                $read(number).ok_or_else(|| de::Error::invalid_value(refused(), &$expected))
            }
        }
    };
}

number_form!(FullMove, u32, FullMove::bits, FullMove::from_bits, "the bits of a full move");
number_form!(PolicyIndex, u16, PolicyIndex::index, PolicyIndex::from_index, "a number below 1968");

/// Parses a string as [`str::parse`] does.
fn parsed<T: FromStr<Err: fmt::Display>>(text: &str) -> Result<T, Reason> {
    text.parse().map_err(|error| Some(alloc::format!("{error}")))
}

fn known<T>(value: Option<T>) -> Result<T, Reason> {
    value.ok_or(None)
}

/// Parses a single letter as the value that it represents.
fn letter<T>(text: &str, read: fn(char) -> Option<T>) -> Option<T> {
    let mut letters = text.chars();
    match (letters.next(), letters.next()) {
        (Some(only), None) => read(only),
        _ => None,
    }
}

/// Finds the value whose `Display` form is `text`.
fn named<T: Copy + fmt::Display>(text: &str, all: &[T]) -> Result<T, Reason> {
    known(all.iter().copied().find(|value| alloc::format!("{value}") == text))
}

fn hexadecimal(set: Bitboard) -> String {
    alloc::format!("{set:#018x}")
}

fn read_hexadecimal(text: &str) -> Option<Bitboard> {
    let digits = text.strip_prefix("0x")?;
    let proper = digits.len() == 16 && digits.bytes().all(|digit| digit.is_ascii_hexdigit());
    let bits = u64::from_str_radix(digits, 16).ok()?;
    proper.then_some(Bitboard::from_bits(bits))
}

fn read_board(text: &str) -> Result<Board, Reason> {
    if text.contains(|letter: char| letter.is_ascii_whitespace()) {
        return Err(None);
    }
    let setup: Setup = parsed(&alloc::format!("{text} w"))?;
    Ok(setup.board)
}

/// The serialized form of a move: its UCI notation, and the kind of the move unless the notation
/// determines it.
struct MoveText(Move);

impl MoveText {
    /// The kinds with a name. A move without a name is not a capture and has no other special
    /// feature except possibly a promotion. A capturing promotion has the name of a capture.
    const NAMES: [(MoveKind, &'static str); 5] = [
        (MoveKind::DoublePush, "double-push"),
        (MoveKind::CastleKingSide, "castle-king-side"),
        (MoveKind::CastleQueenSide, "castle-queen-side"),
        (MoveKind::Capture, "capture"),
        (MoveKind::EnPassant, "en-passant"),
    ];

    fn read(text: &str) -> Option<Move> {
        let (squares, name) = match text.split_once(':') {
            Some((squares, name)) => (squares, Some(name)),
            None => (text, None),
        };
        let UciMove::Normal { from, to, promotion } = squares.parse().ok()? else { return None };
        let kind = match name {
            Some(name) => Self::NAMES.into_iter().find(|&(_, known)| known == name)?.0,
            None => MoveKind::Quiet,
        };
        let kind = match (promotion, kind) {
            (None, kind) => kind,
            (Some(piece), MoveKind::Quiet) => MoveKind::promotion(piece)?,
            (Some(piece), MoveKind::Capture) => MoveKind::capture_promotion(piece)?,
            _ => return None,
        };
        (from != to).then(|| Move::new(from, to, kind))
    }
}

impl fmt::Display for MoveText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(mv) = self;
        UciMove::new(*mv, CastlingNotation::Chess960).fmt(f)?;
        let kind = if mv.is_promotion() && mv.is_capture() { MoveKind::Capture } else { mv.kind() };
        match Self::NAMES.into_iter().find(|&(known, _)| known == kind) {
            Some((_, name)) => write!(f, ":{name}"),
            None => Ok(()),
        }
    }
}

/// The serialized form of an outcome: its name and, unless it is a draw, the winner.
struct OutcomeText(Outcome);

impl OutcomeText {
    const DRAWS: [Outcome; 8] = [
        Outcome::Stalemate,
        Outcome::InsufficientMaterial,
        Outcome::SeventyFiveMoves,
        Outcome::FivefoldRepetition,
        Outcome::FiftyMoves,
        Outcome::ThreefoldRepetition,
        Outcome::DeadPosition,
        Outcome::TimeoutDraw,
    ];

    fn read(text: &str) -> Option<Outcome> {
        let Some((name, winner)) = text.split_once(':') else {
            return Self::DRAWS.into_iter().find(|draw| draw.name() == text);
        };
        let winner = named(winner, &Color::ALL).ok()?;
        let wins = [Outcome::Checkmate { winner }, Outcome::Timeout { winner }];
        wins.into_iter().find(|win| win.name() == name)
    }
}

impl fmt::Display for OutcomeText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(outcome) = self;
        f.write_str(outcome.name())?;
        outcome.winner().map_or(Ok(()), |winner| write!(f, ":{winner}"))
    }
}

/// The word that denotes the start of a standard game, as in UCI's `position` command.
const START: &str = "startpos";

/// Separator between the start of a game and its moves.
const MOVES: &str = " moves ";

fn game_text(game: &Game) -> String {
    let root = game.root();
    let mut text = if root.to_setup() == Setup::standard() {
        String::from(START)
    } else {
        alloc::format!("fen {root}")
    };
    for (index, mv) in game.moves().enumerate() {
        text.push_str(if index == 0 { MOVES } else { " " });
        text.push_str(&UciMove::new(mv, CastlingNotation::Chess960).to_string());
    }
    text
}

fn read_game(text: &str) -> Result<Game, Reason> {
    let (start, moves) = match text.split_once(MOVES) {
        Some((start, moves)) => (start, moves),
        None => (text, ""),
    };
    let mut game = match start.strip_prefix("fen ") {
        Some(fen) => Game::from_position(parsed(fen)?),
        None if start == START => Game::new(),
        None => return Err(None),
    };
    for text in moves.split_whitespace() {
        let mv = game.position().parse_uci(text);
        let mv = mv.map_err(|error| Some(alloc::format!("{text}: {error}")))?;
        game.play(mv).map_err(|error| Some(alloc::format!("{text}: {error}")))?;
    }
    Ok(game)
}
