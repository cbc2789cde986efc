//! Converts FENs to positions, with notes, for all commands.

use reynard::epd::{EpdDiagnostic, EpdOptions};
use reynard::fen::{FenRepair, FenStyle, LenientFen};
use reynard::game::split_moves;
use reynard::san::SanError;
use reynard::{
    Bitboard, CastlingNotation, EnPassantMode, Epd, FenError, FenOptions, Game, InvalidSan, Move,
    Position, Setup, SetupError, SetupFault, SetupFaults,
};
use serde::Serialize;

/// The word that stands for the start position, as in UCI.
pub const START: &str = "startpos";

/// Options for reading FENs: the faults that are accepted. They mean the same in every command;
/// only the default of `fen`, which judges, is another one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::Args)]
#[expect(clippy::struct_excessive_bools, reason = "flags of the command line, one a field")]
pub struct Reading {
    /// Refuse every fault of a FEN: the default of `fen`; others accept all that the rules can
    /// work on (`--relaxed --sanitize`), with a note
    #[arg(long, conflicts_with_all = ["relaxed", "sanitize"])]
    strict: bool,
    /// Accept positions that no game reaches but the rules can work on, such as nine queens with
    /// eight pawns
    #[arg(long)]
    relaxed: bool,
    /// Drop castling rights and en-passant squares that contradict the board, and read texts that
    /// stand for a FEN, with a note
    #[arg(long)]
    sanitize: bool,
    /// Refuse castling rights that exist in Chess960 only
    #[arg(long)]
    standard: bool,
    /// The form of FENs and moves.
    #[command(flatten)]
    pub writing: Writing,
}

impl Reading {
    /// Accepts everything to which the rules can be applied.
    pub const PLAYABLE: Self = Self {
        strict: false,
        relaxed: true,
        sanitize: true,
        standard: false,
        writing: Writing { chess960: false },
    };

    /// Returns the options for a command that judges FENs: strict unless an option accepts faults.
    #[must_use]
    pub const fn judging(self) -> Self {
        Self { strict: true, ..self }
    }

    /// Returns `true` if every fault is rejected.
    pub const fn is_strict(self) -> bool {
        self.strict
    }

    /// Applies the default for accepting faults if no option determines which faults are accepted.
    const fn with_default(self) -> Self {
        if self.strict || self.relaxed || self.sanitize {
            return self;
        }
        Self { relaxed: true, sanitize: true, ..self }
    }

    /// Parses a FEN or [`START`], optionally followed by moves, or an EPD record. Notes report the
    /// faults that were accepted and the rights that were dropped.
    pub fn read(self, text: &str) -> Result<Accepted, Vec<Diagnostic>> {
        let reading = self.with_default();
        let accepted = match read_with_line(text, |fen| reading.read_fen(fen)) {
            Ok(accepted) => accepted,
            // A command that judges a FEN accepts nothing else.
            Err(diagnostics) if self.strict => return Err(diagnostics),
            Err(diagnostics) => reading.read_record(text).ok_or(diagnostics)?,
        };
        match reading.refused_rights(&accepted.position) {
            Some(diagnostic) => Err(vec![diagnostic]),
            None => Ok(accepted),
        }
    }

    /// Parses a FEN followed by a legal move in UCI notation or SAN.
    pub fn read_with_move(self, text: &str) -> Result<(Accepted, Move), Vec<Diagnostic>> {
        let text = text.trim();
        let (fen, word) = text
            .rsplit_once(char::is_whitespace)
            .ok_or_else(|| vec![Diagnostic::missing_move()])?;
        let accepted = self.read(fen)?;
        match accepted.position.parse_san_lenient(word) {
            Ok(mv) => Ok((accepted, mv)),
            Err(error) => Err(vec![Diagnostic::invalid_move(word, &accepted.position, &error)]),
        }
    }

    /// Parses an EPD record that contains operations.
    fn read_record(self, text: &str) -> Option<Accepted> {
        // An operation ends with a semicolon; other words after a FEN are a mistake.
        if !text.contains(';') {
            return None;
        }
        let options = EpdOptions { castling: self.writing.chess(), ..EpdOptions::PLAYABLE };
        let (epd, notes) = Epd::read(text.trim(), options).ok()?;
        if epd.operations.is_empty() {
            return None;
        }
        let position = epd.position.clone();
        let note = |it: &EpdDiagnostic| Diagnostic::new(it.kind.name(), it.kind.to_string());
        let diagnostics = notes.iter().map(note).collect();
        Some(Accepted { position, diagnostics, game: None, record: Some(Box::new(epd)) })
    }

    fn read_fen(self, fen: &str) -> Result<(Position, Vec<Diagnostic>), Vec<Diagnostic>> {
        let mut read = self.read_text(fen)?;
        let mut diagnostics: Vec<Diagnostic> =
            read.repairs.iter().copied().map(Diagnostic::repair).collect();
        let position = self.position(&read.setup)?;
        if let Err(error) = Position::from_setup(&read.setup) {
            diagnostics.extend(Diagnostic::all(&error));
        }
        // If it is unclear which rights are wrong, all of them are dropped.
        let Some(diagnostic) = self.refused_rights(&position).filter(|_| self.sanitize) else {
            return Ok((position, diagnostics));
        };
        diagnostics.push(diagnostic);
        read.setup = Setup { castling_rooks: Bitboard::EMPTY, ..position.to_setup() };
        Ok((self.position(&read.setup)?, diagnostics))
    }

    /// Parses a FEN, dropping castling rights that exist only in Chess960.
    fn read_text(self, fen: &str) -> Result<LenientFen, Vec<Diagnostic>> {
        let read = if self.sanitize {
            Setup::from_fen_lenient(fen)
        } else {
            Setup::from_fen(fen).map(|setup| LenientFen::of(setup, fen))
        };
        let read = read.map_err(|error| vec![Diagnostic::strict_syntax(fen, &error)])?;
        if self.writing.chess960 {
            return Ok(read);
        }
        let kept = read.repairs.len();
        let standard = read.clone().in_standard_chess();
        match (self.sanitize, self.relaxed) {
            (true, _) => Ok(standard),
            (false, false) if standard.repairs.len() > kept => {
                Err(standard.repairs[kept..].iter().copied().map(Diagnostic::repair).collect())
            }
            (false, _) => Ok(read),
        }
    }

    /// Creates a position from a set-up, accepting the faults that the options permit.
    fn position(self, setup: &Setup) -> Result<Position, Vec<Diagnostic>> {
        let sanitized = self.sanitize.then(|| setup.sanitize().setup);
        let waived = if self.relaxed { SetupFaults::WAIVABLE } else { SetupFaults::EMPTY };
        Position::from_setup_waiving(sanitized.as_ref().unwrap_or(setup), waived)
            .map_err(|error| Diagnostic::all(&error))
    }

    /// Returns a diagnostic if the castling rights are valid in themselves but rejected by the
    /// options.
    fn refused_rights(self, pos: &Position) -> Option<Diagnostic> {
        let is_standard = CastlingNotation::for_position(pos) == CastlingNotation::Standard;
        if self.standard && !is_standard {
            Some(Diagnostic::chess960())
        } else if pos.has_castling_apart() && !self.relaxed {
            Some(Diagnostic::castling_apart())
        } else {
            None
        }
    }
}

/// Parses a position with `read`, and plays the moves that follow it.
fn read_with_line(
    text: &str,
    read: impl Fn(&str) -> Result<(Position, Vec<Diagnostic>), Vec<Diagnostic>>,
) -> Result<Accepted, Vec<Diagnostic>> {
    let (fen, line) = split_moves(text);
    let (position, diagnostics) = match after_start(fen) {
        Some("") => (Position::startpos(), Vec::new()),
        Some(rest) => return Err(vec![Diagnostic::after_start(rest)]),
        None => read(fen)?,
    };
    if line.is_empty() {
        return Ok(Accepted { position, diagnostics, game: None, record: None });
    }
    let mut game = Game::from_position(position);
    game.play_line(line).map_err(|error| {
        vec![Diagnostic::invalid_move(&error.token, game.position(), &error.error)]
    })?;
    let position = game.position().clone();
    Ok(Accepted { position, diagnostics, game: Some(Box::new(game)), record: None })
}

/// Returns the text after [`START`], which may be empty. Returns `None` if the text does not begin
/// with [`START`].
fn after_start(fen: &str) -> Option<&str> {
    let mut words = fen.split_whitespace();
    (words.next() == Some(START)).then(|| words.next().unwrap_or_default())
}

/// A position, together with the faults in its FEN that were tolerated.
pub struct Accepted {
    /// The position.
    pub position: Position,
    /// The tolerated faults.
    pub diagnostics: Vec<Diagnostic>,
    /// The moves that lead to the position, if given.
    pub game: Option<Box<Game>>,
    /// The EPD record of the position, if it came from one.
    pub record: Option<Box<Epd>>,
}

impl Accepted {
    /// Returns the game that leads to the position.
    pub fn to_game(&self) -> Game {
        let lone = || Game::from_position(self.position.clone());
        self.game.as_deref().cloned().unwrap_or_else(lone)
    }

    /// Returns the last move played, if it is known.
    pub fn last_move(&self) -> Option<Move> {
        self.game.as_ref().and_then(|game| game.last_move())
    }
}

/// A fault in a FEN.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Diagnostic {
    /// The machine-readable name of the fault.
    pub kind: &'static str,
    /// The human-readable message.
    pub message: String,
}

impl Diagnostic {
    fn new(kind: &'static str, message: impl Into<String>) -> Self {
        Self { kind, message: message.into() }
    }

    /// Creates the diagnostic for a truncated line.
    pub fn line_too_long() -> Self {
        let most = crate::lines::MAX_LINE;
        Self::new("line-too-long", format!("the line is longer than {most} bytes"))
    }

    fn after_start(word: &str) -> Self {
        Self::new("syntax", format!("`{word}` is not a move: only moves follow `{START}`"))
    }

    fn chess960() -> Self {
        Self::new("chess960-castling", "the castling rights exist in Chess960 only")
    }

    /// Creates the diagnostic for a repair of the text, or for rights that were dropped.
    fn repair(repair: FenRepair) -> Self {
        let hint = match repair {
            FenRepair::Chess960Right { .. } => "; --chess960 keeps it",
            _ => "",
        };
        Self::new(repair.name(), format!("{repair}{hint}"))
    }

    /// Creates the diagnostic for an invalid FEN. The message names the commands that accept the
    /// text.
    fn strict_syntax(fen: &str, error: &FenError) -> Self {
        let mut diagnostic = Self::syntax(error);
        if Position::from_fen_playable(fen).is_ok() {
            diagnostic.message +=
                "; `reynard show` and `reynard analyze` read it, `reynard fen --sanitize` mends it";
        }
        diagnostic
    }

    fn castling_apart() -> Self {
        let message = "the castling rights of the two sides cannot stem from one array";
        Self::new("castling-apart", message)
    }

    fn missing_move() -> Self {
        Self::new("syntax", "a FEN and a move are needed, with a blank between them")
    }

    fn invalid_move(word: &str, pos: &Position, error: &InvalidSan) -> Self {
        let kind = match error {
            InvalidSan::Syntax(_) => "syntax",
            InvalidSan::Rules(SanError::Ambiguous(_)) => "ambiguous-move",
            InvalidSan::Rules(_) => "illegal-move",
        };
        let meant = match error {
            InvalidSan::Syntax(_) | InvalidSan::Rules(SanError::Ambiguous(_)) => Vec::new(),
            InvalidSan::Rules(_) => pos.suggest_moves(word),
        };
        let message = if meant.is_empty() {
            format!("{word}: {error}")
        } else {
            format!("{word}: {error}: did you mean {}?", meant.join(" or "))
        };
        Self { kind, message }
    }

    fn syntax(error: &FenError) -> Self {
        Self { kind: "syntax", message: error.to_string() }
    }

    fn all(error: &SetupError) -> Vec<Self> {
        let diagnostic = |fault: SetupFault| Self {
            kind: fault.name(),
            message: fault.explain(error.setup()).to_string(),
        };
        error.faults().iter().map(diagnostic).collect()
    }
}

/// Options for writing positions and moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::Args)]
pub struct Writing {
    /// Chess960: keep castling rights that standard chess does not have, write rights by the files
    /// of the rooks, and castling moves as king takes rook
    #[arg(long)]
    chess960: bool,
}

impl Writing {
    /// Returns the FEN of a position, with the en-passant square according to `en_passant`.
    pub fn fen(self, pos: &Position, en_passant: EnPassantMode) -> String {
        pos.fen_with(FenOptions { style: self.fen_style(), en_passant })
    }

    /// Returns the notation of castling rights.
    pub const fn fen_style(self) -> FenStyle {
        if self.chess960 { FenStyle::Shredder } else { FenStyle::Unambiguous }
    }

    /// Returns the castling notation used to parse castling rights.
    pub const fn chess(self) -> CastlingNotation {
        if self.chess960 { CastlingNotation::Chess960 } else { CastlingNotation::Standard }
    }

    /// Returns the notation for castling moves. It is the notation of standard chess if the
    /// position's castling rights can exist there and the Chess960 option is not set.
    pub fn castling(self, pos: &Position) -> CastlingNotation {
        if self.chess960 { CastlingNotation::Chess960 } else { CastlingNotation::for_position(pos) }
    }
}
