//! Network files: damaged, cut, foreign and overflowing ones are refused with the reason.

use reynard_nnue::{KingBuckets, Network, NetworkError, NetworkHeader, Shape, Weights};
use reynard_testkit::Rng;

fn shape() -> Shape {
    Shape::new(32, 2).expect("a shape")
}

fn network() -> Network {
    let mut header = NetworkHeader::default();
    header.set("name", "test").expect("a valid field");
    let weights = Network::random(shape(), 9).weights();
    Network::new(shape(), &weights, header).expect("a valid network")
}

#[test]
fn what_is_written_is_read() {
    let bytes = network().to_bytes();
    let read = Network::parse(&bytes).unwrap();
    assert_eq!(read.weights(), network().weights());
    assert_eq!(read.header().get("name"), Some("test"));
    assert_eq!(read.to_bytes(), bytes);
}

#[test]
fn king_buckets_are_read_as_they_were_written() {
    for kings in KingBuckets::ALL {
        let shape = shape().with_king_buckets(kings);
        let bytes = Network::random(shape, 9).to_bytes();
        let read = Network::parse(&bytes).unwrap();
        assert_eq!((read.shape(), read.to_bytes()), (shape, bytes));
    }
    let shape = shape().with_king_buckets(KingBuckets::Four);
    let bytes = Network::random(shape, 9).to_bytes();
    let text = b"features mirrored-768x4";
    let at = bytes.windows(text.len()).position(|part| part == text).unwrap();
    let mut other = bytes;
    other[at + text.len() - 1] = b'3';
    assert_eq!(Network::parse(&other).unwrap_err(), NetworkError::Field("features"));
}

#[test]
fn every_cut_is_an_error() {
    let bytes = network().to_bytes();
    for len in (0..bytes.len()).step_by(97).chain([0, 7, 8, 12, 16, bytes.len() - 1]) {
        assert!(Network::parse(&bytes[..len]).is_err(), "{len}");
    }
    let mut longer = bytes.clone();
    longer.push(0);
    let (expected, found) = (bytes.len() as u64, longer.len() as u64);
    let error = NetworkError::Length { expected, found };
    assert_eq!(Network::parse(&longer).unwrap_err(), error);
}

#[test]
fn every_changed_byte_is_an_error() {
    let bytes = network().to_bytes();
    let mut rng = Rng::new(5);
    for _ in 0..300 {
        let mut damaged = bytes.clone();
        let at = rng.below(bytes.len());
        damaged[at] ^= 1 << rng.below(8);
        assert!(Network::parse(&damaged).is_err(), "byte {at}");
    }
    let mut other = bytes.clone();
    other[0] = b'X';
    assert_eq!(Network::parse(&other).unwrap_err(), NetworkError::Magic);
    let mut other = bytes.clone();
    other[8] = 2;
    assert_eq!(Network::parse(&other).unwrap_err(), NetworkError::Version(2));
    let mut other = bytes;
    let last = other.len() - 5;
    other[last] ^= 1;
    assert_eq!(Network::parse(&other).unwrap_err(), NetworkError::Checksum);
}

#[test]
fn foreign_kinds_of_networks_are_refused() {
    let bytes = network().to_bytes();
    for (from, to, field) in [
        ("activation screlu", "activation crelu\n", "activation"),
        ("qa 255", "qa 127", "qa"),
        ("features mirrored-768", "features mirrored-769", "features"),
        ("scale 211", "scale x11", "scale"),
    ] {
        assert_eq!(from.len(), to.len());
        let at = bytes.windows(from.len()).position(|text| text == from.as_bytes()).unwrap();
        let mut other = bytes.clone();
        other[at..at + to.len()].copy_from_slice(to.as_bytes());
        let error = Network::parse(&other).unwrap_err();
        let is_field = error == NetworkError::Field(field);
        assert!(is_field || matches!(error, NetworkError::Header(_) | NetworkError::Checksum));
    }
}

#[test]
fn weights_that_could_overflow_are_refused() {
    let check = |change: fn(&mut Weights)| {
        let mut weights = Weights::zeroed(shape());
        change(&mut weights);
        Network::new(shape(), &weights, NetworkHeader::default()).map(|_| ())
    };
    // The 32 largest weights of unit 3 and its bias are exactly the limit, then one above it.
    let fill = |weights: &mut Weights| {
        weights.hidden.iter_mut().skip(3).step_by(32).take(32).for_each(|weight| *weight = 1_000);
        weights.hidden_bias[3] = 767;
    };
    let mut weights = Weights::zeroed(shape());
    fill(&mut weights);
    assert!(Network::new(shape(), &weights, NetworkHeader::default()).is_ok());
    weights.hidden[3] += 1;
    assert_eq!(
        Network::new(shape(), &weights, NetworkHeader::default()).unwrap_err(),
        NetworkError::HiddenOverflow { unit: 3 }
    );
    // The rows of another king bucket are never in the same sum.
    let kings = shape().with_king_buckets(KingBuckets::Four);
    let mut weights = Weights::zeroed(kings);
    fill(&mut weights);
    weights
        .hidden
        .iter_mut()
        .skip(3 * 768 * 32 + 3)
        .step_by(32)
        .take(32)
        .for_each(|weight| *weight = -1_000);
    assert!(Network::new(kings, &weights, NetworkHeader::default()).is_ok());
    weights.hidden[3 * 768 * 32 + 3] -= 1;
    assert_eq!(
        Network::new(kings, &weights, NetworkHeader::default()).unwrap_err(),
        NetworkError::HiddenOverflow { unit: 3 }
    );
    let error = check(|weights| weights.output[64] = 129);
    assert_eq!(error, Err(NetworkError::OutputWeight { bucket: 1 }));
    let error = check(|weights| weights.output_bias[1] = i32::MAX);
    assert_eq!(error, Err(NetworkError::OutputOverflow { bucket: 1 }));
    assert_eq!(check(|weights| weights.qb = 3), Err(NetworkError::Field("qb")));
    assert_eq!(check(|weights| weights.scale = 0), Err(NetworkError::Field("scale")));
    assert_eq!(check(|weights| weights.hidden.truncate(1)), Err(NetworkError::Shape));
}

#[test]
fn shapes_are_checked() {
    for (hidden, buckets) in [(0, 1), (33, 1), (64, 0), (64, 3), (64, 16), (4_096, 1)] {
        assert_eq!(Shape::new(hidden, buckets), Err(NetworkError::Shape), "{hidden} {buckets}");
    }
}

#[test]
fn errors_name_the_reason() {
    for (error, text) in [
        (NetworkError::Magic, "not a network file: it does not begin with REYNNNUE"),
        (NetworkError::HiddenOverflow { unit: 3 }, "hidden unit 3 could exceed 16 bits"),
    ] {
        assert_eq!(error.to_string(), text);
    }
}
