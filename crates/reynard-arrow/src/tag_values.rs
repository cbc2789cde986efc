//! The tags of a game that have columns in the table.

use std::ops::Range;

use reynard_pgn::{Tags, Termination, Text};

use crate::GameColumn;

/// The values of the tags of one game, decoded.
#[derive(Clone, Debug, Default)]
pub(crate) struct TagValues {
    text: String,
    values: [Option<Range<usize>>; GameColumn::ALL.len()],
}

impl TagValues {
    pub(crate) fn clear(&mut self) {
        self.text.clear();
        self.values.fill(None);
    }

    /// Adds a tag. If a tag is repeated, only the first one is used.
    pub(crate) fn add(&mut self, name: &[u8], value: Text<'_>) {
        let known = GameColumn::ALL.into_iter().find(|it| it.name().as_bytes() == name);
        let Some(column) = known.filter(|column| column.is_tag()) else { return };
        let place = &mut self.values[column as usize];
        if place.is_none() {
            let start = self.text.len();
            self.text.push_str(value.decode().trim());
            *place = Some(start..self.text.len());
        }
    }

    /// Returns the value of a tag, or `None` if it is missing or empty.
    pub(crate) fn get(&self, column: GameColumn) -> Option<&str> {
        let range = self.values[column as usize].clone()?;
        self.text.get(range).filter(|text| !text.is_empty())
    }

    /// Returns the rating stated in a tag.
    pub(crate) fn elo(&self, column: GameColumn) -> Option<u16> {
        self.get(column)?.parse().ok().filter(|&elo| elo > 0)
    }

    /// Returns the rating change stated in a tag, such as `+7` or `-12`.
    pub(crate) fn rating_change(&self, column: GameColumn) -> Option<i16> {
        self.get(column)?.parse().ok()
    }

    /// Returns the result of the game, given its termination mark.
    pub(crate) fn result(&self, mark: Option<Termination>) -> Termination {
        let mut tags = Tags::default();
        if let Some(text) = self.get(GameColumn::Result) {
            tags.add(b"Result", Text::of_comment(text.as_bytes()));
        }
        tags.result(mark)
    }

    /// Returns the size of all values in bytes.
    pub(crate) fn len(&self) -> usize {
        self.text.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(pairs: &[(&str, &str)]) -> TagValues {
        let mut values = TagValues::default();
        for (name, value) in pairs {
            values.add(name.as_bytes(), Text::of_tag(value.as_bytes()));
        }
        values
    }

    #[test]
    fn the_first_tag_of_a_name_counts_and_an_empty_one_is_none() {
        let values = of(&[("White", "Tal"), ("White", "Lasker"), ("Site", " "), ("plies", "7")]);
        assert_eq!(values.get(GameColumn::White), Some("Tal"));
        assert_eq!(values.get(GameColumn::Site), None);
        assert_eq!(values.get(GameColumn::Black), None);
        assert_eq!(values.get(GameColumn::Plies), None);
    }

    #[test]
    fn numbers_are_numbers_or_none() {
        for (text, elo) in [("2500", Some(2500)), ("0", None), ("?", None), ("70000", None)] {
            assert_eq!(of(&[("WhiteElo", text)]).elo(GameColumn::WhiteElo), elo, "{text}");
        }
        for (text, change) in [("+7", Some(7)), ("-12", Some(-12)), ("0", Some(0)), ("x", None)] {
            let values = of(&[("BlackRatingDiff", text)]);
            assert_eq!(values.rating_change(GameColumn::BlackRatingDiff), change, "{text}");
        }
    }

    #[test]
    fn the_tag_wins_over_the_mark_and_a_known_result_over_none() {
        let values = of(&[("Result", "1-0")]);
        assert_eq!(values.result(None), Termination::WhiteWins);
        assert_eq!(values.result(Some(Termination::Unknown)), Termination::WhiteWins);
        assert_eq!(values.result(Some(Termination::Draw)), Termination::WhiteWins);
        assert_eq!(of(&[]).result(Some(Termination::Draw)), Termination::Draw);
        assert_eq!(of(&[]).result(None), Termination::Unknown);
    }
}
