//! The tags of a game: their names, their order, and which values are in a column.

use reynard_games::{EcoCode, GameDate, elo_of_tag};

use crate::Damage;
use crate::bytes::{ByteCursor, put_bytes};
use crate::number_text::put_number;

/// A tag whose value can be stored in a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ColumnTag {
    Event,
    Site,
    Date,
    Round,
    White,
    Black,
    Result,
    WhiteElo,
    BlackElo,
    Eco,
    PlyCount,
}

impl ColumnTag {
    /// Returns the column tag with the given name. The case of the name is ignored, as in filters.
    pub(crate) fn of(name: &[u8]) -> Option<Self> {
        const NAMES: [(&str, ColumnTag); 11] = [
            ("Event", ColumnTag::Event),
            ("Site", ColumnTag::Site),
            ("Date", ColumnTag::Date),
            ("Round", ColumnTag::Round),
            ("White", ColumnTag::White),
            ("Black", ColumnTag::Black),
            ("Result", ColumnTag::Result),
            ("WhiteElo", ColumnTag::WhiteElo),
            ("BlackElo", ColumnTag::BlackElo),
            ("ECO", ColumnTag::Eco),
            ("PlyCount", ColumnTag::PlyCount),
        ];
        let found = NAMES.iter().find(|(known, _)| name.eq_ignore_ascii_case(known.as_bytes()));
        found.map(|&(_, tag)| tag)
    }
}

/// The location of a tag value. The numbers are part of the file format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum ValueSource {
    /// The value is in a column.
    Column = 0,
    /// The value is empty.
    Empty = 1,
    /// The value is in the extra record of the game.
    Extra = 2,
}

/// The names of a game's tags, in order, and the locations of their values.
pub(crate) type TagLayout = Vec<(Box<[u8]>, ValueSource)>;

/// The layout number of games whose tag names are in the extra record.
pub(crate) const FREE_LAYOUT: u16 = u16::MAX;

/// Appends a tag to the bytes of a layout.
pub(crate) fn put_layout_tag(out: &mut Vec<u8>, name: &[u8], source: ValueSource) {
    put_bytes(out, name);
    out.push(source as u8);
}

/// Reads a layout.
pub(crate) fn read_layout(bytes: &[u8]) -> Result<TagLayout, Damage> {
    let mut cursor = ByteCursor::new(bytes);
    let mut layout = Vec::new();
    while !cursor.is_empty() {
        let name = cursor.bytes()?.into();
        let source = match cursor.byte()? {
            0 => ValueSource::Column,
            1 => ValueSource::Empty,
            2 => ValueSource::Extra,
            _ => return Err(Damage::NUMBER),
        };
        layout.push((name, source));
    }
    Ok(layout)
}

/// Returns the number that represents a game's date, which is taken from its tags: see
/// [`GameDate::of_tags`].
pub(crate) fn date_of_tags<'a>(tags: &(impl Iterator<Item = (&'a [u8], &'a [u8])> + Clone)) -> u32 {
    let value = |name: &str| {
        let is_named = |(it, _): &(&[u8], &[u8])| it.eq_ignore_ascii_case(name.as_bytes());
        let (_, value) = tags.clone().find(is_named)?;
        Some(std::str::from_utf8(value).unwrap_or_default())
    };
    number_of_date(GameDate::of_tags(value))
}

/// Converts a date to a number composed of year, month and day, with 0 for unknown parts.
fn number_of_date(GameDate { year, month, day }: GameDate) -> u32 {
    let part = |part: Option<u8>| u32::from(part.unwrap_or(0));
    u32::from(year.unwrap_or(0)) << 9 | part(month) << 5 | part(day)
}

/// Returns the date that a number represents.
pub(crate) fn game_date(number: u32) -> GameDate {
    let part = |number: u32| u8::try_from(number).ok().filter(|&number| number > 0);
    GameDate { year: year_of(number), month: part(number >> 5 & 15), day: part(number & 31) }
}

/// Writes a date as text.
pub(crate) fn date_text(number: u32) -> String {
    let mut text = String::with_capacity(10);
    put_date(number, &mut text);
    text
}

/// Appends the text of a date.
pub(crate) fn put_date(number: u32, out: &mut String) {
    let parts = [(number >> 9, "????"), (number >> 5 & 15, "??"), (number & 31, "??")];
    for (index, (number, unknown)) in parts.into_iter().enumerate() {
        if index > 0 {
            out.push('.');
        }
        match number {
            0 => out.push_str(unknown),
            number => put_number(out, number.into(), unknown.len()),
        }
    }
}

/// Returns the year of a date; `None` if it is unknown.
pub(crate) const fn year_of(number: u32) -> Option<u16> {
    let year = number >> 9;
    if year == 0 || year > 9_999 {
        return None;
    }
    Some(crate::bytes::low_half(year as u64))
}

/// Returns the month of a date; `None` if it is unknown.
pub(crate) const fn month_of(number: u32) -> Option<u32> {
    match number >> 5 & 15 {
        month @ 1..=12 => Some(month),
        _ => None,
    }
}

/// Parses a rating; 0 if it is unknown.
pub(crate) fn elo_number(text: &[u8]) -> u16 {
    let elo = std::str::from_utf8(text).ok().and_then(elo_of_tag);
    elo.map_or(0, |elo| crate::bytes::low_half(elo.into()))
}

/// Parses the ECO code at the beginning of `text`, and returns its number, from 1. Returns 0 if
/// there is no ECO code.
pub(crate) fn eco_number(text: &[u8]) -> u16 {
    let code = std::str::from_utf8(text).ok().and_then(EcoCode::from_tag);
    code.map_or(0, |code| code.index() + 1)
}

/// Writes an ECO code as text.
pub(crate) fn eco_text(number: u16) -> Option<String> {
    let mut text = String::new();
    put_eco(number, &mut text);
    Some(text).filter(|text| !text.is_empty())
}

/// Appends the text of an ECO code, or nothing if the number represents no code.
pub(crate) fn put_eco(number: u16, out: &mut String) {
    if let Some(number) = number.checked_sub(1).filter(|&number| number < 500) {
        out.push(char::from(b'A' + crate::bytes::low_byte(u64::from(number / 100))));
        put_number(out, (number % 100).into(), 2);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn date_number(text: &[u8]) -> u32 {
        date_of_tags(&[(&b"date"[..], text)].into_iter())
    }

    #[test]
    fn a_date_without_a_year_is_that_of_another_tag() {
        let number = |tags: &[(&str, &str)]| {
            date_of_tags(&tags.iter().map(|(name, value)| (name.as_bytes(), value.as_bytes())))
        };
        let unknown = ("Date", "????.??.??");
        let (utc, event) = (("UTCDate", "2013.01.02"), ("EventDate", "2012.12.30"));
        assert_eq!(date_text(number(&[event, unknown, utc])), "2013.01.02");
        assert_eq!(date_text(number(&[event])), "2012.??.??");
        assert_eq!(date_text(number(&[("Date", "2013.??.??"), utc])), "2013.??.??");
        assert_eq!(date_text(number(&[unknown, ("UTCDate", "?")])), "????.??.??");
    }

    #[test]
    fn dates_ratings_and_codes_are_numbers_and_back() {
        for date in ["2001.05.23", "1906.??.??", "????.??.??", "1999.12.??"] {
            assert_eq!(date_text(date_number(date.as_bytes())), date);
        }
        assert_eq!(date_text(date_number(b"2001")), "2001.??.??");
        assert_eq!(date_number(b"no date"), 0);
        assert_eq!(year_of(date_number(b"1906.??.??")), Some(1906));
        for code in ["A00", "C42", "E99"] {
            assert_eq!(eco_text(eco_number(code.as_bytes())).as_deref(), Some(code));
        }
        assert_eq!((eco_number(b"F00"), eco_number(b"?")), (0, 0));
        assert_eq!((eco_number(b"b90"), eco_number(b"B90/02")), (191, 191));
        assert_eq!(date_number(b"2001-05-23"), date_number(b"2001.05.23"));
        assert_eq!((elo_number(b"2500"), elo_number(b""), elo_number(b"99999")), (2500, 0, 0));
    }
}
