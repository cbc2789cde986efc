//! Game text that a database does not return exactly as it was in the source.

use reynard_pgn::DiagnosticKind;

/// A kind of text that is exported in a different form from the one in which it was imported, or
/// that is not interpreted as it was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum TextChange {
    /// A line that begins with a percent sign, kept as a comment.
    EscapedLine,
    /// A result marker within a variation, kept as a comment.
    ResultInVariation,
    /// Meaningless characters, kept as a comment. Commas and control characters are dropped.
    UnknownSigns,
    /// Redundant text, such as `e.p.`, which is dropped.
    RedundantText,
    /// A result marker outside of games, which is dropped.
    StrayResult,
    /// A result marker that differs from the `Result` tag. Both are kept, and searches use the tag.
    ResultContradictsTag,
}

impl TextChange {
    /// All kinds.
    pub const ALL: [Self; 6] = [
        Self::EscapedLine,
        Self::ResultInVariation,
        Self::UnknownSigns,
        Self::RedundantText,
        Self::StrayResult,
        Self::ResultContradictsTag,
    ];

    /// Returns the machine-readable name, in lower case with hyphens. Names never change.
    ///
    /// ```
    /// assert_eq!(reynard_db::TextChange::EscapedLine.name(), "escaped-line");
    /// ```
    pub const fn name(self) -> &'static str {
        match self {
            Self::EscapedLine => "escaped-line",
            Self::ResultInVariation => "result-in-variation",
            Self::UnknownSigns => "unknown-signs",
            Self::RedundantText => "redundant-text",
            Self::StrayResult => "stray-result",
            Self::ResultContradictsTag => "result-contradicts-tag",
        }
    }

    /// Returns a description, in the plural, of the text and of its treatment.
    ///
    /// ```
    /// let text = reynard_db::TextChange::StrayResult.description();
    /// assert_eq!(text, "results outside of games, left out");
    /// ```
    pub const fn description(self) -> &'static str {
        match self {
            Self::EscapedLine => "lines that begin with `%`, kept as comments",
            Self::ResultInVariation => "results in variations, kept as comments",
            Self::UnknownSigns => "signs without a meaning, kept as comments or left out",
            Self::RedundantText => "remarks such as `e.p.`, left out",
            Self::StrayResult => "results outside of games, left out",
            Self::ResultContradictsTag => {
                "results that contradict the tag, both kept, where searches go by the tag"
            }
        }
    }

    /// Returns the text change that a diagnostic implies; `None` if the exported text represents
    /// the same game.
    const fn of(kind: &DiagnosticKind) -> Option<Self> {
        Some(match kind {
            DiagnosticKind::EscapedLine => Self::EscapedLine,
            DiagnosticKind::ResultInVariation => Self::ResultInVariation,
            DiagnosticKind::NagRange
            | DiagnosticKind::UnknownGlyph
            | DiagnosticKind::UnexpectedCharacters => Self::UnknownSigns,
            DiagnosticKind::RedundantText => Self::RedundantText,
            DiagnosticKind::StrayResult => Self::StrayResult,
            DiagnosticKind::ResultContradictsTag => Self::ResultContradictsTag,
            _ => return None,
        })
    }

    /// Returns `true` if text of this kind occurs among the moves, and thus possibly in a
    /// variation.
    const fn is_annotation(self) -> bool {
        !matches!(self, Self::StrayResult | Self::ResultContradictsTag)
    }
}

/// Number of text changes of each kind.
///
/// ```
/// use reynard_db::{TextChange, TextChanges};
///
/// assert_eq!(TextChanges::default().count(TextChange::EscapedLine), 0);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TextChanges([u64; TextChange::ALL.len()]);

impl TextChanges {
    /// Returns the number of changes of a kind.
    pub const fn count(&self, change: TextChange) -> u64 {
        self.0[change as usize]
    }

    /// Returns the kinds of changes and their counts, except those with a count of 0.
    pub fn iter(&self) -> impl Iterator<Item = (TextChange, u64)> {
        let counts = TextChange::ALL.map(|change| (change, self.count(change)));
        counts.into_iter().filter(|(_, count)| *count > 0)
    }

    /// Counts the change that a diagnostic implies, if any.
    pub(crate) const fn note(&mut self, kind: &DiagnosticKind) {
        if let Some(change) = TextChange::of(kind) {
            self.0[change as usize] += 1;
        }
    }

    pub(crate) fn add(&mut self, other: &Self) {
        self.0.iter_mut().zip(other.0).for_each(|(sum, count)| *sum += count);
    }

    /// Takes the larger of the two counts of each kind, because either count may have missed
    /// variations.
    pub(crate) fn widen(&mut self, other: &Self) {
        self.0.iter_mut().zip(other.0).for_each(|(count, other)| *count = (*count).max(other));
    }

    /// Resets the counts of the kinds that belong to comments and variations.
    pub(crate) fn drop_annotations(&mut self) {
        for change in TextChange::ALL.into_iter().filter(|change| change.is_annotation()) {
            self.0[change as usize] = 0;
        }
    }
}
