//! Functions for single positions.

use reynard::{CastlingNotation, Color, Move, Outcome, ParsePositionError, Position, StartArray};
use reynard_pgn::{OpeningNames, PieceLetters};
use serde::Serialize;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::diagnostic::DiagnosticInfo;
use crate::failure::{Failure, to_json};

/// A position, with everything that a board needs to display it.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct PositionInfo {
    fen: String,
    turn: &'static str,
    /// The square of the king in check.
    check: Option<String>,
    /// `true` if the castling rights are possible only in Chess960.
    chess960: bool,
    moves: Vec<MoveInfo>,
    outcome: Option<OutcomeInfo>,
    opening: Option<OpeningInfo>,
}

/// A legal move.
#[derive(Serialize)]
pub(crate) struct MoveInfo {
    uci: String,
    san: String,
    from: String,
    /// The square the piece moves to; for castling, the king's target square.
    to: String,
    /// The rook of a castling move, which may also be clicked.
    rook: Option<String>,
    promotion: Option<char>,
    capture: bool,
}

/// The end of a game.
#[derive(Serialize)]
pub(crate) struct OutcomeInfo {
    name: &'static str,
    text: String,
    result: String,
}

#[derive(Serialize)]
struct OpeningInfo {
    eco: &'static str,
    name: &'static str,
}

#[derive(Serialize)]
struct Inspection {
    /// The FEN of the position in standard form; `null` if there is no valid position.
    fen: Option<String>,
    diagnostics: Vec<DiagnosticInfo>,
}

#[derive(Serialize)]
struct LineMove {
    uci: String,
    san: String,
    fen: String,
}

impl MoveInfo {
    pub(crate) fn new(pos: &Position, mv: Move) -> Self {
        Self {
            uci: uci(pos, mv),
            san: pos.san(mv).to_string(),
            from: mv.from().to_string(),
            to: mv.king_target().to_string(),
            rook: mv.is_castling().then(|| mv.to().to_string()),
            promotion: mv.promotion().map(|kind| kind.to_char().to_ascii_lowercase()),
            capture: mv.is_capture(),
        }
    }
}

impl From<Outcome> for OutcomeInfo {
    fn from(outcome: Outcome) -> Self {
        Self {
            name: outcome.name(),
            text: outcome.to_string(),
            result: outcome.result().to_string(),
        }
    }
}

/// Formats a move in UCI notation.
pub(crate) fn uci(pos: &Position, mv: Move) -> String {
    pos.uci(mv).to_string()
}

/// Parses a FEN, which must describe a playable position.
pub(crate) fn read_fen(fen: &str) -> Result<Position, Failure> {
    Position::from_fen_playable(fen).map(|read| read.position).map_err(Failure::new)
}

/// Returns a position as JSON: `{fen, turn, check, chess960, moves, outcome, opening}`.
///
/// # Errors
///
/// If the string is not a valid FEN, or the position cannot be played.
///
/// ```
/// let info = reynard_wasm::position_info("4k3/8/8/8/8/8/8/4R1K1 b - - 0 1")?;
/// assert!(info.contains(r#""turn":"black","check":"e8""#));
/// # Ok::<(), reynard_wasm::Failure>(())
/// ```
#[wasm_bindgen(js_name = positionInfo)]
pub fn position_info(fen: &str) -> Result<String, Failure> {
    let pos = read_fen(fen)?;
    to_json(&PositionInfo {
        fen: pos.fen(),
        turn: if pos.turn() == Color::White { "white" } else { "black" },
        check: pos.is_check().then(|| pos.king(pos.turn()).to_string()),
        chess960: CastlingNotation::for_position(&pos) == CastlingNotation::Chess960,
        moves: pos.legal_moves().iter().map(|&mv| MoveInfo::new(&pos, mv)).collect(),
        outcome: pos.outcome().map(Into::into),
        opening: OpeningNames::embedded()
            .find(&pos)
            .map(|opening| OpeningInfo { eco: opening.eco, name: opening.name }),
    })
}

/// Returns all faults in a FEN as JSON: `{fen, diagnostics: [{kind, code, message, offset,
/// values}]}`. If `fen` is not `null`, the diagnostics are only notes about repairs. The values are
/// used to build sentences in other languages.
///
/// # Errors
///
/// Only if the JSON cannot be written.
///
/// ```
/// let found = reynard_wasm::inspect_fen("8/8/8/8/8/8/8/P3K3 w - - 0 1")?;
/// assert!(found.contains("missing-black-king") && found.contains("pawn-on-back-rank"));
/// # Ok::<(), reynard_wasm::Failure>(())
/// ```
#[wasm_bindgen(js_name = inspectFen)]
pub fn inspect_fen(text: &str) -> Result<String, Failure> {
    let (fen, diagnostics) = match Position::from_fen_playable(text) {
        Ok(read) => {
            let repairs = read.repairs.iter().copied().map(DiagnosticInfo::of_repair);
            let faults = read.faults.iter().flat_map(DiagnosticInfo::of_setup);
            (Some(read.position.fen()), repairs.chain(faults).collect())
        }
        Err(ParsePositionError::Setup(error)) => (None, DiagnosticInfo::of_setup(&error).collect()),
        Err(ParsePositionError::Fen(error)) => (None, vec![DiagnosticInfo::of_syntax(error)]),
    };
    to_json(&Inspection { fen, diagnostics })
}

/// Parses a move typed by the user, in SAN or UCI notation, and returns it as JSON: `{uci, san,
/// from, to, ..}`.
///
/// # Errors
///
/// If `text` is not a legal move. The message suggests moves that may have been intended.
///
/// ```
/// let start = reynard::Position::startpos().fen();
/// assert!(reynard_wasm::parse_move(&start, "nf3")?.contains(r#""uci":"g1f3""#));
/// let failure = reynard_wasm::parse_move(&start, "Nf4").unwrap_err();
/// assert!(failure.to_string().ends_with("did you mean Nf3 or f4?"));
/// # Ok::<(), reynard_wasm::Failure>(())
/// ```
#[wasm_bindgen(js_name = parseMove)]
pub fn parse_move(fen: &str, text: &str) -> Result<String, Failure> {
    let pos = read_fen(fen)?;
    to_json(&MoveInfo::new(&pos, read_move(&pos, text)?))
}

/// Parses a move in SAN or UCI notation.
pub(crate) fn read_move(pos: &Position, text: &str) -> Result<Move, Failure> {
    let text = text.trim();
    pos.parse_san_lenient(text).map_err(|error| {
        let meant = pos.suggest_moves(text);
        if meant.is_empty() {
            Failure::new(format_args!("{text}: {error}"))
        } else {
            Failure::new(format_args!("{text}: {error}: did you mean {}?", meant.join(" or ")))
        }
    })
}

/// Parses a line of moves in UCI notation, up to the first illegal one.
pub(crate) fn read_line(pos: &Position, moves: &str) -> Vec<Move> {
    let mut pos = pos.clone();
    let mut line = Vec::new();
    for word in moves.split_whitespace() {
        let Ok(mv) = pos.parse_uci(word) else { break };
        pos.play_unchecked(mv);
        line.push(mv);
    }
    line
}

/// Converts a move typed with the piece letters of a language, such as `de`, to the standard piece
/// letters.
///
/// # Errors
///
/// If the piece letters of the language are not known.
///
/// ```
/// assert_eq!(reynard_wasm::standard_move("Sf3", "de")?, "Nf3");
/// # Ok::<(), reynard_wasm::Failure>(())
/// ```
#[wasm_bindgen(js_name = standardMove)]
pub fn standard_move(text: &str, language: &str) -> Result<String, Failure> {
    let letters: PieceLetters = language.parse().map_err(Failure::new)?;
    Ok(String::from_utf8_lossy(&letters.to_standard(text.trim().as_bytes())).into_owned())
}

/// Returns the legal moves that the text might mean, in SAN, as JSON: `["Nf3", "f4"]`.
///
/// # Errors
///
/// If `fen` is not a valid FEN, or the position cannot be played.
///
/// ```
/// let start = reynard::Position::startpos().fen();
/// assert_eq!(reynard_wasm::suggest_moves(&start, "Nf4")?, r#"["Nf3","f4"]"#);
/// # Ok::<(), reynard_wasm::Failure>(())
/// ```
#[wasm_bindgen(js_name = suggestMoves)]
pub fn suggest_moves(fen: &str, text: &str) -> Result<String, Failure> {
    to_json(&read_fen(fen)?.suggest_moves(text.trim()))
}

/// Converts a line of moves in UCI notation, such as an engine's, to JSON: `[{uci, san, fen}]`. The
/// result ends before the first illegal move.
///
/// # Errors
///
/// If `fen` is not a valid FEN, or the position cannot be played.
///
/// ```
/// let start = reynard::Position::startpos().fen();
/// assert!(reynard_wasm::line_to_san(&start, "e2e4 e7e5 e4e5")?.contains(r#""san":"e5""#));
/// # Ok::<(), reynard_wasm::Failure>(())
/// ```
#[wasm_bindgen(js_name = lineToSan)]
pub fn line_to_san(fen: &str, moves: &str) -> Result<String, Failure> {
    let mut pos = read_fen(fen)?;
    let mut line = Vec::new();
    for word in moves.split_whitespace() {
        let Ok(mv) = pos.parse_uci(word) else { break };
        let (text, san) = (uci(&pos, mv), pos.san(mv).to_string());
        pos.play_unchecked(mv);
        line.push(LineMove { uci: text, san, fen: pos.fen() });
    }
    to_json(&line)
}

/// Returns the position after the side to move has passed, which reveals the opponent's threats.
///
/// # Errors
///
/// If `fen` is not a valid FEN, the position cannot be played, or the side to move is in check and
/// therefore cannot pass.
///
/// ```
/// let fen = reynard_wasm::pass("4k3/8/8/8/8/8/8/4K2R w K - 0 1")?;
/// assert!(fen.contains(" b "));
/// # Ok::<(), reynard_wasm::Failure>(())
/// ```
#[wasm_bindgen(js_name = pass)]
pub fn pass(fen: &str) -> Result<String, Failure> {
    let mut pos = read_fen(fen)?;
    pos.play_null().map_err(Failure::new)?;
    Ok(pos.fen())
}

/// Returns the Chess960 start position with the given number from 0 to 959; 518 is the standard
/// one.
///
/// # Errors
///
/// If the number is greater than 959.
///
/// ```
/// assert_eq!(reynard_wasm::chess960_fen(518)?, reynard::Position::startpos().fen());
/// # Ok::<(), reynard_wasm::Failure>(())
/// ```
#[wasm_bindgen(js_name = chess960Fen)]
pub fn chess960_fen(number: u16) -> Result<String, Failure> {
    let array = StartArray::new(number).ok_or_else(|| {
        Failure::new(format_args!("there is no start position {number}: the numbers are 0 to 959"))
    })?;
    Ok(Position::chess960(array).fen())
}
