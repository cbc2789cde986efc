//! Any bytes: they are told in an order that makes sense, the same however they arrive, and games
//! begin and end in the same places whatever is wanted of them.

#[path = "../events/recorder.rs"]
mod recorder;

use reynard_pgn::{ErrorPolicy, MovetextMode, PgnLimits, ReaderOptions};

use self::recorder::{Pieces, read, read_stream};

/// Fails if something does not hold for these bytes, which are a whole file. The first one decides
/// how they arrive.
pub(crate) fn check(data: &[u8]) {
    let Some((&first, pgn)) = data.split_first() else { return };
    let small = PgnLimits { token: 12, tag: 60, tags: 4, comment: 40, nesting: 3, plies: 30 };
    let options = ReaderOptions {
        limits: if first & 0x80 == 0 { PgnLimits::default() } else { small },
        policy: if first & 0x40 == 0 { ErrorPolicy::KeepPrefix } else { ErrorPolicy::Skip },
        ..ReaderOptions::default()
    };
    let mut places = Vec::new();
    for wanted in [MovetextMode::Nothing, MovetextMode::Tokens, MovetextMode::Moves] {
        let whole = read(pgn, wanted, options.clone());
        let pieces = Pieces { rest: pgn, size: 1 + usize::from(first & 15), calls: 0 };
        let told = read_stream(pieces, wanted, options.clone());
        assert_eq!(told.log, whole.log, "{wanted:?}");
        for diagnostic in &whole.diagnostics {
            assert!(diagnostic.offset <= pgn.len() as u64, "{diagnostic}");
        }
        for pair in whole.ends.windows(2) {
            assert!(pair[0].end <= pair[1].start, "{pair:?}");
        }
        places.push(whole.ends.iter().map(|end| (end.start, end.end)).collect::<Vec<_>>());
    }
    assert!(places.iter().all(|other| *other == places[0]), "{places:?}");
}
