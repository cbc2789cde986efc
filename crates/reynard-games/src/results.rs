//! Results of games as JSON fields.

use reynard_pgn::ResultCounts;
use serde::{Serialize, Serializer};

/// Writes an object with the fields `white`, `draw`, `black` and `unknown`.
pub(crate) fn serialize<S: Serializer>(
    results: &ResultCounts,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    #[derive(Serialize)]
    struct Fields {
        white: u64,
        draw: u64,
        black: u64,
        unknown: u64,
    }
    let ResultCounts { white, draws: draw, black, unknown } = *results;
    Fields { white, draw, black, unknown }.serialize(serializer)
}
