//! The sections of a segment.

/// A section: a sequence of bytes or of blocks. The numbers are part of the file format and never
/// change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub(crate) enum Section {
    /// All values of the tags that have a column, sorted and compressed.
    Names = 0,
    White = 1,
    Black = 2,
    Event = 3,
    Site = 4,
    Round = 5,
    Date = 6,
    WhiteElo = 7,
    BlackElo = 8,
    Eco = 9,
    Plies = 10,
    Flags = 11,
    Template = 12,
    /// The end of each game's moves in `Moves`, in bytes.
    MoveEnd = 13,
    /// The moves of all games.
    Moves = 14,
    /// The tag layouts. A layout lists the tag names of a game, in order.
    Templates = 15,
    /// The first game and the first byte of each frame of `Extra`.
    ExtraFrames = 16,
    /// Compressed frames: start positions, other tags, comments and variations.
    Extra = 17,
    /// The positions, and the games that reach them.
    Positions = 18,
    /// The end of each game's material in `Material`, in bytes. Added in version 4.
    MaterialEnd = 19,
    /// The captures and promotions of all games. Added in version 4.
    Material = 20,
    /// The positions that many games reach, and the offsets of their sums. Added in version 5.
    SumsIndex = 21,
    /// The sums over the games that reach the positions in `SumsIndex`. Added in version 5.
    Sums = 22,
}

impl Section {
    /// All sections in numerical order.
    pub(crate) const ALL: [Self; 23] = [
        Self::Names,
        Self::White,
        Self::Black,
        Self::Event,
        Self::Site,
        Self::Round,
        Self::Date,
        Self::WhiteElo,
        Self::BlackElo,
        Self::Eco,
        Self::Plies,
        Self::Flags,
        Self::Template,
        Self::MoveEnd,
        Self::Moves,
        Self::Templates,
        Self::ExtraFrames,
        Self::Extra,
        Self::Positions,
        Self::MaterialEnd,
        Self::Material,
        Self::SumsIndex,
        Self::Sums,
    ];

    /// Returns the number of sections in a version of the format.
    pub(crate) const fn count(version: u32) -> usize {
        match version {
            ..=3 => 19,
            4 => 21,
            _ => Self::ALL.len(),
        }
    }

    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Names => "names",
            Self::White => "white",
            Self::Black => "black",
            Self::Event => "event",
            Self::Site => "site",
            Self::Round => "round",
            Self::Date => "date",
            Self::WhiteElo => "white-elo",
            Self::BlackElo => "black-elo",
            Self::Eco => "eco",
            Self::Plies => "plies",
            Self::Flags => "flags",
            Self::Template => "template",
            Self::MoveEnd => "move-end",
            Self::Moves => "moves",
            Self::Templates => "templates",
            Self::ExtraFrames => "extra-frames",
            Self::Extra => "extra",
            Self::Positions => "positions",
            Self::MaterialEnd => "material-end",
            Self::Material => "material",
            Self::SumsIndex => "sums-index",
            Self::Sums => "sums",
        }
    }
}
