//! The record that holds the parts of a game that are not in the columns.

use reynard::{Position, Setup, SetupFaults};

use crate::Damage;
use crate::bytes::ByteCursor;

/// The parts of a game that are not in the columns.
#[derive(Debug, Default)]
pub(crate) struct ExtraRecord {
    pub(crate) fen: Option<String>,
    pub(crate) layout: Option<Vec<u8>>,
    pub(crate) values: Vec<u8>,
    pub(crate) text: Option<Vec<u8>>,
}

/// Finds the extra record of a game in a frame, searching from the offset `start`. Returns the
/// record and the offset after it.
pub(crate) fn find_extra(raw: &[u8], start: usize, game: u32) -> Result<(&[u8], usize), Damage> {
    let mut cursor = ByteCursor::new(raw.get(start..).unwrap_or_default());
    while !cursor.is_empty() {
        let number = cursor.varint32()?;
        let record = cursor.bytes()?;
        if number == game {
            return Ok((record, raw.len() - cursor.rest().len()));
        }
        if number > game {
            break;
        }
    }
    Err(Damage::MISSING)
}

/// Returns the tag values of an extra record.
pub(crate) fn extra_values(record: &[u8]) -> Result<&[u8], Damage> {
    let mut cursor = ByteCursor::new(record);
    let bits = cursor.byte()?;
    for bit in 0..2 {
        if bits >> bit & 1 == 1 {
            cursor.bytes()?;
        }
    }
    if bits >> 2 & 1 == 1 { cursor.bytes() } else { Ok(&[]) }
}

pub(crate) fn read_extra(record: &[u8]) -> Result<ExtraRecord, Damage> {
    let mut cursor = ByteCursor::new(record);
    let fen = read_fen(&mut cursor)?;
    let bits = record[0];
    let mut part = |bit: u8| -> Result<Option<Vec<u8>>, Damage> {
        if bits >> bit & 1 == 0 { Ok(None) } else { Ok(Some(cursor.bytes()?.to_vec())) }
    };
    Ok(ExtraRecord { fen, layout: part(1)?, values: part(2)?.unwrap_or_default(), text: part(3)? })
}

/// Parses a stored FEN as a start position. The position need not be reachable in a game.
pub(crate) fn kept_start(fen: &str) -> Option<Position> {
    Position::from_setup_waiving(&Setup::from_fen(fen).ok()?, SetupFaults::WAIVABLE).ok()
}

/// Reads the header of an extra record: its parts, and the start position.
pub(crate) fn read_fen(cursor: &mut ByteCursor<'_>) -> Result<Option<String>, Damage> {
    if cursor.byte()? & 1 == 0 {
        return Ok(None);
    }
    let fen = String::from_utf8(cursor.bytes()?.to_vec()).map_err(|_| Damage::START)?;
    Ok(Some(fen))
}
