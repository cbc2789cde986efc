//! Any bytes: as a game, and as a file of games, as it is and with checksums that are right.
//! Nothing panics, errors tell a place within the file, and what is read is written in the same
//! way.

use reynard_train::shard::{
    PackedGame, PositionFilter, ShardHeader, ShardReader, ShardStatistics, ShardWriter,
};

/// Fails if something does not hold for these bytes.
pub(crate) fn check(data: &[u8]) {
    check_game(data);
    check_file(data);
    check_file(&repaired(data));
}

/// A game that is understood has no other bytes.
fn check_game(data: &[u8]) {
    let packed = PackedGame::from_bytes(data.to_vec());
    match packed.unpack() {
        Ok(game) => {
            assert_eq!(game.pack(), Ok(packed));
            assert_eq!(game.samples(PositionFilter::ALL).count(), game.plies.len());
            let mut statistics = ShardStatistics::new(PositionFilter::default());
            statistics.add(&game);
            assert_eq!((statistics.games, statistics.plies), (1, game.plies.len() as u64));
        }
        Err(error) => assert!(error.at <= data.len(), "{error}"),
    }
}

fn check_file(data: &[u8]) {
    let len = data.len() as u64;
    let mut reader = match ShardReader::new(data) {
        Ok(reader) => reader,
        Err(error) => return assert!(error.offset <= len, "{error}"),
    };
    let mut games = Vec::new();
    loop {
        match reader.next_game() {
            Ok(Some(game)) => games.push(game),
            Ok(None) => break,
            Err(error) => {
                assert!(error.offset <= len, "{error}");
                assert!(matches!(reader.next_game(), Ok(None)), "it goes on after an error");
                return;
            }
        }
    }
    let header = reader.header().clone();
    let mut writer = ShardWriter::new(Vec::new(), &header).expect("memory");
    for game in &games {
        writer.push(&game.pack().expect("a game that was read")).expect("memory");
    }
    let again = writer.finish().expect("memory");
    let reader = ShardReader::new(&again[..]).expect("a file of ours");
    assert_eq!(*reader.header(), header);
    assert_eq!(ShardHeader::common(&[header.clone(), header.clone()]), header);
    let again: Vec<_> = reader.games().map(|game| game.expect("a game of ours")).collect();
    assert!(again == games);
}

/// The same bytes with checksums that are right, which no fuzzer would find out.
fn repaired(data: &[u8]) -> Vec<u8> {
    let mut bytes = data.to_vec();
    let word = |bytes: &[u8], at: usize| {
        let word = bytes.get(at..at.checked_add(4)?)?;
        Some(u32::from_le_bytes(word.try_into().ok()?) as usize)
    };
    let Some(len) = word(&bytes, 12) else { return bytes };
    let Some(end) = len.checked_add(16) else { return bytes };
    let mut at = end;
    if put_checksum(&mut bytes, &[0..16, 16..end], end).is_none() {
        return bytes;
    }
    at += 4;
    while let Some(len) = word(&bytes, at + 4) {
        let begin = at + 12;
        let Some(end) = begin.checked_add(len) else { break };
        if put_checksum(&mut bytes, &[at..at + 8, begin..end], at + 8).is_none() {
            break;
        }
        at = end;
    }
    bytes
}

/// Puts the checksum of some parts in its place; none if one of them is not there.
fn put_checksum(bytes: &mut [u8], parts: &[std::ops::Range<usize>], at: usize) -> Option<()> {
    let mut checksum = crc32fast::Hasher::new();
    for part in parts {
        checksum.update(bytes.get(part.clone())?);
    }
    let sum = checksum.finalize().to_le_bytes();
    bytes.get_mut(at..at + 4)?.copy_from_slice(&sum);
    Some(())
}
