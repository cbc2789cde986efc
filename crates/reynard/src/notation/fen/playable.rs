//! Playable FENs: imperfect FENs written by people and programs, and positions that cannot occur in
//! a game but to which the rules can still be applied.

use alloc::borrow::Cow;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

use super::castling::castling_of;
use super::{FenError, ParsePositionError};
use crate::{CastlingNotation, Color, File, Position, Setup, SetupError, SetupFaults, Square};

/// A position read by [`Position::from_fen_playable`], with everything that was changed or
/// tolerated.
#[derive(Clone, Debug)]
pub struct PlayableFen {
    /// The position.
    pub position: Position,
    /// Changes to the text, in the order in which they were made; empty for a valid FEN.
    pub repairs: Vec<FenRepair>,
    /// The faults of the set-up that were accepted or dropped, if any.
    pub faults: Option<SetupError>,
}

impl PlayableFen {
    /// Returns human-readable notes, one for each repair and each fault. The list is empty if the
    /// FEN is strictly valid.
    ///
    /// ```
    /// use reynard::Position;
    ///
    /// let read = Position::from_fen_playable("4k3/8/8/8/8/8/8/4K2R_w_KQ_-_0_0")?;
    /// assert_eq!(read.notes(), [
    ///     "underscores are read as blanks",
    ///     "White has no rook to castle with on a1",
    ///     "the number of the first move is 1, not 0",
    /// ]);
    /// # Ok::<(), reynard::ParsePositionError>(())
    /// ```
    pub fn notes(&self) -> Vec<String> {
        let repairs = self.repairs.iter().map(ToString::to_string);
        let faults = self.faults.iter().flat_map(|error| {
            error.faults().iter().map(|fault| fault.explain(error.setup()).to_string())
        });
        repairs.chain(faults).collect()
    }
}

/// A set-up read by [`Setup::from_fen_lenient`], with the changes to its text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LenientFen {
    /// The set-up, legal or not.
    pub setup: Setup,
    /// The variant that the castling rights require: Chess960 if one of them is given by a rook's
    /// file letter.
    pub castling: CastlingNotation,
    /// Changes to the text, in the order in which they were made; empty for a valid FEN.
    pub repairs: Vec<FenRepair>,
}

/// A change that helps to turn invalid text into a FEN.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum FenRepair {
    /// The FEN was extracted from the address of a web page.
    Address,
    /// Underscores between the fields became blanks.
    Underscores,
    /// A dash in place of the half-move clock became 0.
    HalfmoveClock,
    /// A dash in place of the move number became 1.
    FullmoveNumber,
    /// Unusual blanks and hyphens were replaced by the usual ones, and invisible characters were
    /// removed.
    Characters,
    /// Marks `~` of promoted pieces were removed.
    PromotedPieces,
    /// A semicolon at the end was removed.
    Semicolon,
    /// The text consists only of the piece placement. White is taken to be the side to move, and
    /// neither side has castling rights.
    PiecesAlone,
    /// A castling right that exists only in Chess960 was dropped.
    Chess960Right {
        /// The square of the king.
        king: Square,
        /// The square of the rook.
        rook: Square,
    },
}

impl FenRepair {
    /// Returns the machine-readable name of the repair, in lower case with hyphens. Names never
    /// change.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Address => "fen-in-address",
            Self::Underscores => "fen-underscores",
            Self::HalfmoveClock => "no-halfmove-clock",
            Self::FullmoveNumber => "no-fullmove-number",
            Self::Characters => "fen-characters",
            Self::PromotedPieces => "promoted-pieces",
            Self::Semicolon => "fen-semicolon",
            Self::PiecesAlone => "pieces-alone",
            Self::Chess960Right { king, .. } if matches!(king.file(), File::E) => {
                "chess960-castling"
            }
            Self::Chess960Right { .. } => "castling-apart",
        }
    }
}

impl fmt::Display for FenRepair {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Self::Chess960Right { king, rook } = self {
            return write!(
                f,
                "the castling right of the king on {king} with the rook on {rook} exists in Chess960 only"
            );
        }
        f.pad(match self {
            Self::Address => "the FEN is taken out of the address of a web page",
            Self::Underscores => "underscores are read as blanks",
            Self::HalfmoveClock => "the half-move clock `-` is read as 0",
            Self::FullmoveNumber => "the move number `-` is read as 1",
            Self::Characters => "unusual blanks and hyphens are read as the usual ones",
            Self::PromotedPieces => "the marks `~` of promoted pieces are left out",
            Self::Semicolon => "the semicolon at the end is left out",
            Self::PiecesAlone => {
                "only the pieces are given: White is to move, without castling rights"
            }
            Self::Chess960Right { .. } => "",
        })
    }
}

impl LenientFen {
    /// Wraps a set-up that was read strictly, with the variant that the castling rights of its FEN
    /// require.
    ///
    /// ```
    /// use reynard::{CastlingNotation, Setup, fen::LenientFen};
    ///
    /// let fen = "4k3/8/8/8/8/8/8/R3KR2 w FQ - 0 1";
    /// let read = LenientFen::of(Setup::from_fen(fen)?, fen);
    /// assert_eq!(read.castling, CastlingNotation::Chess960);
    /// # Ok::<(), reynard::FenError>(())
    /// ```
    pub fn of(setup: Setup, fen: &str) -> Self {
        Self { castling: castling_of(&setup, fen), setup, repairs: Vec::new() }
    }

    /// Drops the castling rights that [exist only in Chess960](Setup::chess960_rooks), with a
    /// repair for each, unless a file letter requires Chess960.
    ///
    /// ```
    /// use reynard::Setup;
    ///
    /// let read = Setup::from_fen_lenient("r3k2r/8/8/8/8/8/8/R3KR2 w KQkq")?.in_standard_chess();
    /// assert_eq!(read.setup.fen(), "r3k2r/8/8/8/8/8/8/R3KR2 w Qkq - 0 1");
    /// let read = Setup::from_fen_lenient("r3k2r/8/8/8/8/8/8/R3KR2 w FQkq")?.in_standard_chess();
    /// assert!(read.repairs.is_empty());
    /// # Ok::<(), reynard::FenError>(())
    /// ```
    #[must_use]
    pub fn in_standard_chess(mut self) -> Self {
        if self.castling == CastlingNotation::Standard {
            for rook in self.setup.chess960_rooks() {
                let color = if rook.rank() == Color::White.back_rank() {
                    Color::White
                } else {
                    Color::Black
                };
                if let Some(king) = self.setup.board.king(color) {
                    self.repairs.push(FenRepair::Chess960Right { king, rook });
                }
            }
            let stale = self.setup.chess960_rooks();
            self.setup.castling_rooks -= stale;
        }
        self
    }

    /// Creates the position of the set-up, accepting everything to which the rules can be applied.
    /// Positions that cannot occur in a game are accepted ([`SetupFaults::WAIVABLE`]). Castling
    /// rights and en-passant squares that contradict the board are dropped ([`Setup::sanitize`]).
    ///
    /// # Errors
    ///
    /// [`SetupError`] if the position is not playable.
    ///
    /// ```
    /// use reynard::Setup;
    ///
    /// let fen = "4k3/8/8/8/8/8/8/R3KR2 w KQ - 0 1";
    /// let read = Setup::from_fen_lenient(fen)?;
    /// let rooks = |position: reynard::Position| position.castling_rights().rooks().len();
    /// assert_eq!(rooks(read.to_position()?.position), 2, "as in Chess960");
    /// assert_eq!(rooks(read.in_standard_chess().to_position()?.position), 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn to_position(&self) -> Result<PlayableFen, SetupError> {
        let repairs = self.repairs.clone();
        let faults = match Position::from_setup(&self.setup) {
            Ok(position) => return Ok(PlayableFen { position, repairs, faults: None }),
            Err(faults) => faults,
        };
        let sanitized = self.setup.sanitize().setup;
        let position = Position::from_setup_waiving(&sanitized, SetupFaults::WAIVABLE)?;
        Ok(PlayableFen { position, repairs, faults: Some(faults) })
    }
}

impl Setup {
    /// Reads a FEN as [`Setup::from_fen`] does, and also accepts common variants: fields joined by
    /// underscores, dashes in place of the two numbers, a semicolon at the end, unusual blanks and
    /// hyphens, `~` after promoted pieces, the pieces alone, and the address of an analysis board
    /// (of lichess, or of any site that puts the FEN at the end of the path or into a parameter
    /// `fen`).
    ///
    /// If only the pieces are given, White is to move and there are no castling rights, as for all
    /// omitted fields.
    ///
    /// # Errors
    ///
    /// [`FenError`] if even the repaired text is not a FEN. Its offset refers to the repaired text.
    ///
    /// ```
    /// use reynard::{Setup, fen::FenRepair};
    ///
    /// let address = "https://lichess.org/analysis/standard/4k3/8/8/8/8/8/8/4K2R_w_K_-_3_40?color=black";
    /// let read = Setup::from_fen_lenient(address)?;
    /// assert_eq!(read.setup.to_string(), "4k3/8/8/8/8/8/8/4K2R w K - 3 40");
    /// assert_eq!(read.repairs, [FenRepair::Address, FenRepair::Underscores]);
    ///
    /// let read = Setup::from_fen_lenient("4k3/8/8/8/8/8/8/4K3 b - - - -")?;
    /// assert_eq!(read.setup.to_string(), "4k3/8/8/8/8/8/8/4K3 b - - 0 1");
    /// # Ok::<(), reynard::FenError>(())
    /// ```
    pub fn from_fen_lenient(text: &str) -> Result<LenientFen, FenError> {
        match Self::from_fen(text) {
            Ok(setup) => {
                Ok(LenientFen { castling: castling_of(&setup, text), setup, repairs: Vec::new() })
            }
            Err(error) => {
                let (repaired, repairs) = repair(text.trim());
                if repairs.is_empty() {
                    return Err(error);
                }
                let setup = Self::from_fen(&repaired)?;
                Ok(LenientFen { castling: castling_of(&setup, &repaired), setup, repairs })
            }
        }
    }
}

impl Position {
    /// Reads a FEN as applications should: everything to which the rules can be applied is
    /// accepted, with notes on what was changed or tolerated.
    ///
    /// In addition to the variants accepted by [`Setup::from_fen_lenient`], it accepts positions
    /// that cannot occur in a game, such as nine queens or impossible checks
    /// ([`SetupFaults::WAIVABLE`]). Castling rights and en-passant squares that contradict the
    /// board are dropped ([`Setup::sanitize`]). Rights that [exist only in
    /// Chess960](Setup::chess960_rooks) are also dropped, unless they are given by the files of the
    /// rooks; [`LenientFen::to_position`] keeps them. [`Position::from_fen`] is the strict reader.
    ///
    /// # Errors
    ///
    /// [`ParsePositionError`] if the text is not a FEN, or if the position is not playable: a king
    /// is missing or can be captured, a pawn stands on the first or last rank, or a side has more
    /// than sixteen pieces.
    ///
    /// ```
    /// use reynard::Position;
    ///
    /// let nine_queens = "QQQQQQQQ/4k3/8/8/8/8/8/Q3K3 b - - 0 0";
    /// assert!(Position::from_fen(nine_queens).is_err());
    /// let read = Position::from_fen_playable(nine_queens)?;
    /// assert_eq!(read.position.to_string(), "QQQQQQQQ/4k3/8/8/8/8/8/Q3K3 b - - 0 1");
    /// assert!(read.notes().contains(&"the number of the first move is 1, not 0".to_owned()));
    ///
    /// let no_king = Position::from_fen_playable("8/8/8/8/8/8/8/4K3 w - - 0 1");
    /// assert_eq!(no_king.unwrap_err().to_string(), "Black has no king");
    /// # Ok::<(), reynard::ParsePositionError>(())
    /// ```
    pub fn from_fen_playable(text: &str) -> Result<PlayableFen, ParsePositionError> {
        Ok(Setup::from_fen_lenient(text)?.in_standard_chess().to_position()?)
    }
}

/// Repairs the text of a FEN, and returns it with the repairs that were needed.
fn repair(text: &str) -> (String, Vec<FenRepair>) {
    let mut repairs = Vec::new();
    let mut fen = Cow::Borrowed(text);
    if !text.is_ascii() {
        let usual: String = text.chars().filter_map(usual_character).collect();
        if usual != text {
            fen = Cow::Owned(usual);
            repairs.push(FenRepair::Characters);
        }
    }
    if let Some(inner) = in_address(&fen) {
        fen = Cow::Owned(inner);
        repairs.push(FenRepair::Address);
    }
    if fen.contains('_') {
        fen = Cow::Owned(fen.replace('_', " "));
        repairs.push(FenRepair::Underscores);
    }
    if let Some(rest) = fen.trim_end().strip_suffix(';') {
        fen = Cow::Owned(rest.to_string());
        repairs.push(FenRepair::Semicolon);
    }
    let pieces = fen.split_ascii_whitespace().next().unwrap_or_default();
    if has_promotion_marks(pieces) {
        fen = Cow::Owned(fen.replacen(pieces, &pieces.replace('~', ""), 1));
        repairs.push(FenRepair::PromotedPieces);
    }
    let mut fields: Vec<&str> = fen.split_ascii_whitespace().collect();
    if fields.len() == 1 && fields[0].split('/').count() == RANKS {
        fields.push("w");
        repairs.push(FenRepair::PiecesAlone);
    }
    let numbers = [(4, FenRepair::HalfmoveClock, "0"), (5, FenRepair::FullmoveNumber, "1")];
    for (index, name, number) in numbers {
        if let Some(field) = fields.get_mut(index).filter(|field| **field == "-") {
            *field = number;
            repairs.push(name);
        }
    }
    (fields.join(" "), repairs)
}

/// Returns the character that a FEN normally uses in place of `letter`, or `None` if `letter` is
/// invisible.
fn usual_character(letter: char) -> Option<char> {
    match letter {
        '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{feff}' => None,
        '\u{2010}'..='\u{2015}' | '\u{2212}' => Some('-'),
        _ if letter.is_whitespace() => Some(' '),
        _ => Some(letter),
    }
}

/// Returns `true` if the text contains tildes, all of which follow a piece.
fn has_promotion_marks(pieces: &str) -> bool {
    let mut marks = pieces.match_indices('~').peekable();
    marks.peek().is_some()
        && marks.all(|(at, _)| {
            at > 0
                && matches!(
                    pieces.as_bytes()[at - 1].to_ascii_lowercase(),
                    b'q' | b'r' | b'b' | b'n'
                )
        })
}

/// The number of ranks. Each rank is a segment of the path.
const RANKS: usize = 8;

/// Extracts and decodes the FEN in the address of a web page.
fn in_address(text: &str) -> Option<String> {
    let is_address = text.contains("://") || text.starts_with("www.") || {
        // Only a host name contains a dot.
        text.split('/').next().is_some_and(|host| host.contains('.'))
    };
    if !is_address {
        return None;
    }
    let (rest, _fragment) = text.split_once('#').unwrap_or((text, ""));
    let (path, query) = rest.split_once('?').unwrap_or((rest, ""));
    if let Some(fen) = query.split('&').find_map(|pair| pair.strip_prefix("fen=")) {
        return Some(percent_decoded(&fen.replace('+', " ")));
    }
    let path = percent_decoded(path);
    let segments: Vec<&str> = path.trim_end_matches('/').split('/').collect();
    let first = segments.len().checked_sub(RANKS)?;
    Some(segments[first..].join("/"))
}

/// Replaces percent-encoded characters such as `%20`.
fn percent_decoded(text: &str) -> String {
    let mut decoded = String::with_capacity(text.len());
    let mut parts = text.split('%');
    decoded.push_str(parts.next().unwrap_or_default());
    for part in parts {
        let digits = part.get(..2).filter(|it| it.bytes().all(|byte| byte.is_ascii_hexdigit()));
        let byte = digits.and_then(|digits| u8::from_str_radix(digits, 16).ok());
        if let Some(byte) = byte.filter(u8::is_ascii) {
            decoded.push(char::from(byte));
            decoded.push_str(&part[2..]);
        } else {
            decoded.push('%');
            decoded.push_str(part);
        }
    }
    decoded
}

#[cfg(test)]
mod tests {
    use super::{FenRepair, in_address, percent_decoded};
    use crate::{Position, Setup};
    use alloc::string::ToString;

    #[test]
    fn addresses_of_analysis_boards_hold_a_fen() {
        const FEN: &str = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3";
        let underscored = FEN.replace(' ', "_");
        let encoded = FEN.replace(' ', "%20").replace('/', "%2F");
        for address in [
            alloc::format!("https://lichess.org/analysis/{underscored}"),
            alloc::format!("https://lichess.org/analysis/standard/{underscored}?color=white#4"),
            alloc::format!("lichess.org/editor/{underscored}/"),
            alloc::format!("https://lichess.org/analysis/{}", FEN.replace(' ', "%20")),
            alloc::format!("https://www.chess.com/analysis?fen={encoded}&flip=false"),
            alloc::format!("www.example.org/board?fen={}", FEN.replace(' ', "+")),
        ] {
            let read = Position::from_fen_playable(&address).unwrap();
            assert_eq!(read.position.to_string(), FEN, "{address}");
            assert_eq!(read.repairs.first(), Some(&FenRepair::Address), "{address}");
        }
    }

    #[test]
    fn what_is_no_fen_is_still_refused() {
        for text in ["", "_", "https://lichess.org", "https://lichess.org/abc", "e4", "%", "- - -"]
        {
            assert!(Position::from_fen_playable(text).is_err(), "{text}");
        }
        // A dash is a number in the last two fields only.
        assert!(Setup::from_fen_lenient("4k3/8/8/8/8/8/8/4K3 - - - 0 1").is_err());
        assert!(Setup::from_fen_lenient("4k3/8/8/8/8/8/8/4K3 w - - 0 1 -").is_err());
    }

    #[test]
    fn a_strict_fen_needs_no_note() {
        let read = Position::from_fen_playable(&Position::startpos().to_string()).unwrap();
        assert_eq!(read.position, Position::startpos());
        assert!(read.notes().is_empty());
    }

    #[test]
    fn percent_signs_without_a_number_stay() {
        assert_eq!(percent_decoded("a%20b%zz%f%"), "a b%zz%f%");
        assert_eq!(percent_decoded("%c3%bc%+5"), "%c3%bc%+5");
        assert_eq!(in_address("8/8/8/8/8/8/8/8 w"), None);
        assert_eq!(in_address("x.org/1/2/3"), None);
    }
}
