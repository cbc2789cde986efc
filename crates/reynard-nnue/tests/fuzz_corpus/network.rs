//! Any bytes, as they are and with the checksum that they should have: they are a network or are
//! refused, and a network is written as it was read.

use reynard::Position;
use reynard_nnue::Network;

#[path = "sealed.rs"]
mod sealed;

use sealed::sealed;

/// Fails if something does not hold for these bytes, read as a file.
pub(crate) fn check(data: &[u8]) {
    check_file(data);
    if let Some((body, _)) = data.split_last_chunk::<4>() {
        check_file(&sealed(body));
    }
}

fn check_file(data: &[u8]) {
    let Ok(network) = Network::parse(data) else { return };
    let again = Network::parse(&network.to_bytes()).expect("what is written is read");
    let pos = Position::startpos();
    assert_eq!(network.evaluate(&pos), again.evaluate(&pos));
    assert_eq!(network.weights(), again.weights());
}
