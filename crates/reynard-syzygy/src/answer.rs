//! Probe results in machine-readable form.

use std::borrow::Cow;

use reynard::{CastlingNotation, Position, UciMove};
use serde::ser::SerializeStruct as _;
use serde::{Serialize, Serializer};

use crate::{
    ClockedWdl, Dtz, FiftyMoves, ProbeReport, RankedMove, TableFile, TableKind, TableName, Verified,
};

/// The fields of a [`ProbeReport`] as printed by `reynard tb probe --json`: values as numbers and
/// names, moves in UCI notation. Fields that do not apply are omitted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ProbeAnswer {
    /// FEN of the position.
    pub fen: String,
    /// Value with the fifty-move clock at zero: -2 to 2.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub wdl: Option<i8>,
    /// Distance to zeroing in plies; negative for the losing side.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dtz: Option<i32>,
    /// `true` if the distance is not rounded.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub exact: Option<bool>,
    /// Best move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub best: Option<String>,
    /// Name of the value under the position's fifty-move clock, if the clock is not zero or is
    /// ignored.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub outcome: Option<&'static str>,
    /// Moves from best to worst.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moves: Option<Vec<MoveAnswer>>,
    /// Line of best moves for both sides.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<Vec<String>>,
    /// Name of the first table that is missing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub missing: Option<String>,
}

/// Serializes a table file with the fields printed by `reynard tb list --json`.
impl Serialize for TableFile {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Fields<'a> {
            table: String,
            kind: &'static str,
            men: u32,
            #[serde(skip_serializing_if = "Option::is_none")]
            bytes: Option<u64>,
            path: Cow<'a, str>,
        }
        let Self { name: TableName { material, kind }, path, bytes } = self;
        let kind = match kind {
            TableKind::Wdl => "wdl",
            TableKind::Dtz => "dtz",
        };
        let (table, men) = (material.to_string(), material.piece_count());
        Fields { table, kind, men, bytes: *bytes, path: path.to_string_lossy() }
            .serialize(serializer)
    }
}

/// Serializes a valid table with the fields printed by `reynard tb verify --json`. The checksum is
/// in hexadecimal.
impl Serialize for Verified {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_struct("Verified", 3)?;
        fields.serialize_field("bytes", &self.bytes)?;
        fields.serialize_field("positions", &self.positions)?;
        let checksum = format!("{:032x}", u128::from_be_bytes(self.checksum));
        fields.serialize_field("checksum", &checksum)?;
        fields.end()
    }
}

/// The fields of a [`RankedMove`] as printed by `reynard tb probe --moves --json`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct MoveAnswer {
    /// Move in UCI notation.
    pub uci: String,
    /// Move in SAN.
    pub san: String,
    /// Value with the fifty-move clock at zero: -2 to 2.
    pub wdl: i8,
    /// Name of the value under the position's fifty-move clock.
    pub outcome: &'static str,
    /// Distance to zeroing in plies.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dtz: Option<i32>,
    /// `true` if the distance is not rounded.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub exact: Option<bool>,
}

impl ProbeAnswer {
    /// Creates the answer from a report on a position, with all moves but without a line.
    ///
    /// ```
    /// use reynard::CastlingNotation;
    /// use reynard_syzygy::{FiftyMoves, ProbeAnswer, RootRules, Tablebase};
    ///
    /// let tables = Tablebase::open(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/tables"))?;
    /// let pos = "8/8/8/8/8/3k4/8/K6R w - - 0 1".parse()?;
    /// let report = tables.prober(1 << 16).report(&pos, RootRules::default(), 0)?;
    /// let answer =
    ///     ProbeAnswer::new(&pos, &report, CastlingNotation::Standard, FiftyMoves::Counted);
    /// assert_eq!((answer.wdl, answer.best.as_deref()), (Some(2), Some("h1h4")));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(
        pos: &Position,
        report: &ProbeReport,
        castling: CastlingNotation,
        fifty_moves: FiftyMoves,
    ) -> Self {
        let says_more = pos.halfmove_clock() > 0 || fifty_moves == FiftyMoves::Ignored;
        Self {
            fen: pos.fen(),
            wdl: report.wdl.map(|wdl| wdl as i8),
            dtz: report.dtz.map(Dtz::plies),
            exact: report.dtz.map(Dtz::is_exact),
            best: report.moves.first().map(|best| UciMove::new(best.mv, castling).to_string()),
            outcome: report.outcome.filter(|_| says_more).map(ClockedWdl::name),
            moves: Some(
                report.moves.iter().map(|ranked| MoveAnswer::new(pos, ranked, castling)).collect(),
            ),
            line: None,
            missing: report.missing.map(|name| name.to_string()),
        }
    }
}

impl MoveAnswer {
    fn new(pos: &Position, ranked: &RankedMove, castling: CastlingNotation) -> Self {
        Self {
            uci: UciMove::new(ranked.mv, castling).to_string(),
            san: pos.san(ranked.mv).to_string(),
            wdl: ranked.wdl as i8,
            outcome: ranked.outcome.name(),
            dtz: ranked.dtz.map(Dtz::plies),
            exact: ranked.dtz.map(Dtz::is_exact),
        }
    }
}
