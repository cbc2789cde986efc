//! EPD operations.

use alloc::string::String;
use alloc::vec::Vec;

use crate::Move;

/// An EPD operation with its operands as values: section 16.2.5 of the PGN standard.
///
/// ```
/// use reynard::{Epd, epd::EpdOperation};
///
/// let epd: Epd = "7k/8/8/8/8/8/8/R3K3 w Q - acd 12; c0 \"easy\"; draw_offer; rc 2;".parse()?;
/// let [depth, comment, offer, count] = epd.operations.as_slice() else { panic!() };
/// assert_eq!(*depth, EpdOperation::AnalysisDepth(12));
/// assert_eq!(*comment, EpdOperation::Comment { rank: 0, text: Some("easy".into()) });
/// assert_eq!((offer.opcode(), count.opcode()), ("draw_offer", "rc"));
/// # Ok::<(), reynard::epd::EpdDiagnostic>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum EpdOperation {
    /// `acd`: analysis depth in plies.
    AnalysisDepth(u64),
    /// `acn`: number of nodes searched.
    AnalysisNodes(u64),
    /// `acs`: search time in seconds.
    AnalysisSeconds(u64),
    /// `am`: moves to avoid, all legal in the position.
    AvoidMoves(Vec<Move>),
    /// `bm`: the best moves, all legal in the position.
    BestMoves(Vec<Move>),
    /// `bm #3`: the side to move mates in N moves. N is negative if the side to move is mated. This
    /// form is not in the standard, but is common in mate suites.
    BestMate(i32),
    /// `c0` to `c9`: a comment. Without text, the operation clears the comments of its own rank and
    /// of all less important ranks.
    Comment {
        /// 0 to 9, the most important first.
        rank: u8,
        /// The text of the comment.
        text: Option<String>,
    },
    /// `ce`: the evaluation in centipawns for the side to move, -32,767 to 32,766. Values beyond
    /// 32,000 in either direction represent the number of plies to mate.
    CentipawnEvaluation(i32),
    /// `dm`: the side to move mates in N moves, at least 1.
    DirectMate(u32),
    /// `draw_accept`: the side to move accepts the draw offer.
    DrawAccept,
    /// `draw_claim`: the side to move claims a draw.
    DrawClaim,
    /// `draw_offer`: the side to move offers a draw.
    DrawOffer,
    /// `draw_reject`: the side to move declines the draw offer.
    DrawReject,
    /// `eco`: the code of the opening in the Encyclopaedia of Chess Openings.
    Eco(Option<String>),
    /// `fmvn`: the move number, at least 1.
    FullmoveNumber(u32),
    /// `hmvc`: the number of moves by either side since the last capture or pawn move.
    HalfmoveClock(u16),
    /// `id`: the name of the position.
    Id(String),
    /// `nic`: the New In Chess code of the opening.
    Nic(Option<String>),
    /// `noop`: no operation, with any operands.
    Noop(Vec<EpdOperand>),
    /// `pm`: the predicted move.
    PredictedMove(Move),
    /// `pv`: the predicted sequence of moves.
    PredictedVariation(Vec<Move>),
    /// `rc`: the number of occurrences of the position, at least 1.
    RepetitionCount(u32),
    /// `resign`: the side to move resigns.
    Resign,
    /// `sm`: the supplied move, which is played.
    SuppliedMove(Move),
    /// `tcgs`: the number of a game between two correspondents, at least 1.
    GameSelector(u32),
    /// `tcri`: the receiver of the record.
    Receiver {
        /// The address.
        address: String,
        /// The name of the player.
        name: String,
    },
    /// `tcsi`: the sender of the record.
    Sender {
        /// The address.
        address: String,
        /// The name of the player.
        name: String,
    },
    /// `v0` to `v9`: the name of a variation. Without a name, the operation clears the names of its
    /// own rank and of all less important ranks.
    VariationName {
        /// 0 to 9, the most important first.
        rank: u8,
        /// The name.
        name: Option<String>,
    },
    /// A non-standard operation.
    Other {
        /// The name of the operation.
        opcode: String,
        /// The operands as written.
        operands: Vec<EpdOperand>,
    },
}

/// An operand as written.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum EpdOperand {
    /// An unquoted word.
    Word(String),
    /// A quoted string.
    Text(String),
}

impl EpdOperand {
    /// Returns the text of the operand, without the quotation marks around it.
    ///
    /// ```
    /// assert_eq!(reynard::epd::EpdOperand::Text("a b".into()).as_str(), "a b");
    /// ```
    pub fn as_str(&self) -> &str {
        match self {
            Self::Word(text) | Self::Text(text) => text,
        }
    }
}

impl EpdOperation {
    /// Returns the name of the operation.
    ///
    /// ```
    /// use reynard::epd::EpdOperation;
    ///
    /// assert_eq!(EpdOperation::DirectMate(3).opcode(), "dm");
    /// assert_eq!(EpdOperation::Comment { rank: 7, text: None }.opcode(), "c7");
    /// ```
    pub fn opcode(&self) -> &str {
        const COMMENTS: [&str; 10] = ["c0", "c1", "c2", "c3", "c4", "c5", "c6", "c7", "c8", "c9"];
        const VARIATIONS: [&str; 10] = ["v0", "v1", "v2", "v3", "v4", "v5", "v6", "v7", "v8", "v9"];
        match self {
            Self::AnalysisDepth(_) => "acd",
            Self::AnalysisNodes(_) => "acn",
            Self::AnalysisSeconds(_) => "acs",
            Self::AvoidMoves(_) => "am",
            Self::BestMoves(_) | Self::BestMate(_) => "bm",
            Self::Comment { rank, .. } => COMMENTS[usize::from(*rank).min(9)],
            Self::CentipawnEvaluation(_) => "ce",
            Self::DirectMate(_) => "dm",
            Self::DrawAccept => "draw_accept",
            Self::DrawClaim => "draw_claim",
            Self::DrawOffer => "draw_offer",
            Self::DrawReject => "draw_reject",
            Self::Eco(_) => "eco",
            Self::FullmoveNumber(_) => "fmvn",
            Self::HalfmoveClock(_) => "hmvc",
            Self::Id(_) => "id",
            Self::Nic(_) => "nic",
            Self::Noop(_) => "noop",
            Self::PredictedMove(_) => "pm",
            Self::PredictedVariation(_) => "pv",
            Self::RepetitionCount(_) => "rc",
            Self::Resign => "resign",
            Self::SuppliedMove(_) => "sm",
            Self::GameSelector(_) => "tcgs",
            Self::Receiver { .. } => "tcri",
            Self::Sender { .. } => "tcsi",
            Self::VariationName { rank, .. } => VARIATIONS[usize::from(*rank).min(9)],
            Self::Other { opcode, .. } => opcode,
        }
    }
}
