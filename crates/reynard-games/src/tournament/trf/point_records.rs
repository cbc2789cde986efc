//! Records that assign points to results: 162, `XXS`, `BBW` and similar ones.

use crate::tournament::model::PointSystem;
use crate::tournament::points::ScorePoints;

/// Parses record 162: repeated pairs of a code and points. Returns a note if there is something to
/// report.
pub(super) fn read_162(text: &str, points: &mut PointSystem) -> Result<Option<String>, String> {
    let mut note = None;
    let mut rest = text.trim_start();
    let mut pairing_bye = None;
    while let Some(code) = rest.chars().next() {
        rest = rest[code.len_utf8()..].trim_start();
        let end =
            rest.find(|c: char| !matches!(c, '0'..='9' | '.' | ',' | '-')).unwrap_or(rest.len());
        let value: ScorePoints =
            rest[..end].parse().map_err(|_| rest.chars().take(4).collect::<String>())?;
        rest = rest[end..].trim_start();
        match code.to_ascii_uppercase() {
            'W' => points.win = value,
            'D' => points.draw = value,
            'L' => points.loss = value,
            'A' => points.absence = value,
            'Z' => {
                points.absence = value;
                note = Some("the code `Z` of record 162 is read as `A`, an absence".to_owned());
            }
            'P' => pairing_bye = Some(value),
            'X' => note = Some("points of unknown results (`X`) do not count".to_owned()),
            _ => return Err(code.to_string()),
        }
    }
    points.pairing_bye = pairing_bye.unwrap_or(points.win);
    Ok(note)
}

/// Parses record `XXS`: `CODE=POINTS`, possibly several per line.
pub(super) fn read_xxs(text: &str, points: &mut PointSystem) -> Result<(), String> {
    for word in text.split_ascii_whitespace() {
        let (code, value) = word.split_once('=').ok_or(word)?;
        let value: ScorePoints = value.parse().map_err(|_| word)?;
        match code.to_ascii_uppercase().as_str() {
            "W" | "WW" | "BW" | "FW" | "FPB" => points.win = value,
            "D" | "WD" | "BD" | "HPB" => points.draw = value,
            "WL" | "BL" | "L" => points.loss = value,
            "ZPB" | "FL" => points.absence = value,
            "PAB" => points.pairing_bye = value,
            _ => return Err(word.to_owned()),
        }
    }
    Ok(())
}

/// Parses a record `BBW`, `BBD`, `BBL`, `BBZ`, `BBF` or `BBU`.
pub(super) fn read_bb(code: &str, text: &str, points: &mut PointSystem) -> Result<(), String> {
    let value: ScorePoints = text.trim().parse().map_err(|_| text.trim().to_owned())?;
    match code {
        "BBW" => points.win = value,
        "BBD" => points.draw = value,
        "BBL" => points.loss = value,
        "BBZ" | "BBF" => points.absence = value,
        _ => points.pairing_bye = value,
    }
    Ok(())
}
