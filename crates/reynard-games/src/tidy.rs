//! Corrections to tags whose meaning is clear.

use reynard_pgn::{ROSTER, Tags};

use crate::GameDate;

/// Corrects tags whose meaning is clear: trims values, writes dates in the standard format, fills
/// empty tags of the Seven Tag Roster with the standard values for unknown facts, and drops any
/// other empty tags.
///
/// ```
/// use reynard_games::tidy_tags;
/// use reynard_pgn::Tags;
///
/// let mut tags = Tags::default();
/// tags.set("Date", "2001-9-2")?;
/// tidy_tags(&mut tags);
/// assert_eq!(tags.get("Date"), Some(&b"2001.09.02"[..]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn tidy_tags(tags: &mut Tags) {
    let pairs: Vec<(Vec<u8>, Vec<u8>)> =
        tags.iter().map(|tag| (tag.name().to_vec(), tag.value().trim_ascii().to_vec())).collect();
    for (name, value) in pairs {
        let unknown = ROSTER.iter().find(|(member, _)| member.as_bytes() == name);
        let value = match unknown {
            _ if name.ends_with(b"Date") => date(&value).unwrap_or(value),
            Some((_, unknown)) if value.is_empty() => unknown.as_bytes().to_vec(),
            _ => value,
        };
        if value.is_empty() {
            tags.remove(&name);
        } else {
            // A name that cannot be set is left as it is.
            let _ = tags.set(&name, value);
        }
    }
}

/// Converts a date to the standard format. If it begins with a four-digit year, any separators are
/// accepted: `2001.9.2`, `2001-09-02` and `2001/9` become `2001.09.02`, `2001.09.02` and
/// `2001.09.??`. If it contains dots and ends with the year, it begins with the day: `2.9.2001`. A
/// day that the month does not have is not converted.
fn date(value: &[u8]) -> Option<Vec<u8>> {
    let day_first: Vec<&[u8]> = value.split(|&byte| byte == b'.').map(<[u8]>::trim_ascii).collect();
    let is_number = |part: &[u8]| part.iter().all(u8::is_ascii_digit);
    if let &[day, month, year] = &*day_first
        && year.len() == 4
        && is_number(year)
        && (1..=2).contains(&day.len())
    {
        return date(&[year, month, day].join(&b'.'));
    }
    let mut parts = value.split(|byte| matches!(byte, b'.' | b'-' | b'/')).map(<[u8]>::trim_ascii);
    let year = parts.next().unwrap_or_default();
    let known = year.len() == 4 && year.iter().all(|byte| byte.is_ascii_digit() || *byte == b'?');
    let mut tidied = if year.is_empty() {
        b"????".to_vec()
    } else if known {
        year.to_vec()
    } else {
        return None;
    };
    for most in [12, 31] {
        let part = parts.next().unwrap_or(b"??");
        let number: Option<u8> = std::str::from_utf8(part).ok().and_then(|part| part.parse().ok());
        tidied.push(b'.');
        match number {
            Some(number @ 1..) if number <= most => {
                tidied.extend_from_slice(format!("{number:02}").as_bytes());
            }
            None if part.iter().all(|&byte| byte == b'?') => tidied.extend_from_slice(b"??"),
            Some(0) => tidied.extend_from_slice(b"??"),
            _ => return None,
        }
    }
    let is_real = GameDate::of_tag(&String::from_utf8_lossy(&tidied)).has_real_day();
    (parts.next().is_none() && is_real).then_some(tidied)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_get_the_form_of_the_standard() {
        for (value, tidied) in [
            ("2001.9.2", "2001.09.02"),
            ("2001-09-02", "2001.09.02"),
            ("2001/9", "2001.09.??"),
            ("2001", "2001.??.??"),
            ("", "????.??.??"),
            ("????.??.??", "????.??.??"),
            ("1999.00.00", "1999.??.??"),
            ("26.02.2019", "2019.02.26"),
            ("2.9.2001", "2001.09.02"),
            ("??.09.2001", "2001.09.??"),
            ("29.02.2000", "2000.02.29"),
            ("????.2.29", "????.02.29"),
            ("????-??-31", "????.??.31"),
        ] {
            assert_eq!(date(value.as_bytes()).as_deref(), Some(tidied.as_bytes()), "{value}");
        }
        for value in ["02/09/2001", "31.13.2001", "2001.13.01", "soon", "2001.01.01.01", "2001.x.1"]
        {
            assert_eq!(date(value.as_bytes()), None, "{value}");
        }
    }

    #[test]
    fn dates_that_do_not_exist_stay_as_they_are() {
        for value in ["31.02.1999", "1999-2-31", "29.2.1900", "1999/04/31", "????.02.30"] {
            assert_eq!(date(value.as_bytes()), None, "{value}");
        }
    }

    #[test]
    fn empty_tags_are_filled_or_dropped() {
        let mut tags = Tags::default();
        for (name, value) in [("White", " A "), ("Black", " "), ("Date", ""), ("Annotator", "")] {
            tags.set(name, value).expect("a good name");
        }
        tidy_tags(&mut tags);
        assert_eq!(tags.get("White"), Some(b"A".as_slice()));
        assert_eq!(tags.get("Black"), Some(b"?".as_slice()));
        assert_eq!(tags.get("Date"), Some(b"????.??.??".as_slice()));
        assert_eq!(tags.get("Annotator"), None);
    }
}
