//! Network files: damaged, cut, foreign and overflowing ones are refused with the reason.

use reynard_nnue::{KingBuckets, Network, NetworkError, NetworkHeader, Shape, Weights};
use reynard_testkit::Rng;

#[path = "../fuzz_corpus/sealed.rs"]
mod sealed;

use sealed::sealed;

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
    assert_eq!(Network::parse(&longer).unwrap_err(), NetworkError::Checksum);
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
    other[8] = 3;
    assert_eq!(Network::parse(&other).unwrap_err(), NetworkError::Version(3));
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

/// Returns a file of version 1, in which no weight is packed.
fn unpacked(network: &Network) -> Vec<u8> {
    let (packed, weights) = (network.to_bytes(), network.weights());
    let header = usize::from(u16::from_le_bytes([packed[12], packed[13]]));
    let mut bytes = packed[..16 + header].to_vec();
    bytes[8] = 1;
    for values in [&weights.hidden, &weights.hidden_bias, &weights.output] {
        bytes.extend(values.iter().flat_map(|value| value.to_le_bytes()));
    }
    bytes.extend(weights.output_bias.iter().flat_map(|value| value.to_le_bytes()));
    sealed(&bytes)
}

#[test]
fn files_of_the_first_version_are_read() {
    for kings in KingBuckets::ALL {
        let network = Network::random(shape().with_king_buckets(kings), 4);
        let old = unpacked(&network);
        assert_eq!(Network::parse(&old).unwrap().to_bytes(), network.to_bytes());
        let cut = sealed(&old[..old.len() - 6]);
        let (expected, found) = (old.len() as u64, cut.len() as u64);
        assert_eq!(Network::parse(&cut).unwrap_err(), NetworkError::Length { expected, found });
    }
}

#[test]
fn extreme_weights_are_packed_without_loss() {
    let shape = shape().with_king_buckets(KingBuckets::Four);
    let mut weights = Weights::zeroed(shape);
    let mut rng = Rng::new(7);
    // At most 31 rows of a bucket are large, so that no sum overflows.
    for bucket in 0..4 {
        for row in 0..31 {
            let at = (bucket * 768 + row * 20) * 32;
            weights.hidden[at..at + 32]
                .fill_with(|| 1_000 - i16::try_from(rng.below(2_001)).unwrap());
        }
        let at = (bucket * 768 + 700) * 32;
        weights.hidden[at] = if bucket % 2 == 0 { 1_700 } else { -1_700 };
    }
    let network = Network::new(shape, &weights, NetworkHeader::default()).unwrap();
    assert_eq!(Network::parse(&network.to_bytes()).unwrap().weights(), weights);
    let zeros = Network::zeroed(shape).to_bytes();
    assert!(zeros.len() < 8_000, "{}", zeros.len());
    assert_eq!(Network::parse(&zeros).unwrap().weights(), Weights::zeroed(shape));
}

#[test]
fn damaged_weights_with_a_right_checksum_are_refused() {
    let bytes = network().to_bytes();
    let body = &bytes[..bytes.len() - 4];
    let header = 16 + usize::from(u16::from_le_bytes([bytes[12], bytes[13]]));
    // What follows the packed weights can be anything.
    let end = body.len() - 2 * 32 * (1 + 2 * 2) - 4 * 2;
    let mut rng = Rng::new(9);
    let mut refused = 0;
    for _ in 0..300 {
        let mut damaged = body.to_vec();
        damaged[header + rng.below(end - header)] ^= 1 << rng.below(8);
        refused += u32::from(Network::parse(&sealed(&damaged)).is_err());
    }
    // The other changes are of bits that are stored as they are: a weight has another value.
    assert!((200..300).contains(&refused), "{refused}");
    for len in (header..body.len()).step_by(211) {
        assert!(Network::parse(&sealed(&body[..len])).is_err(), "{len}");
    }
    let mut longer = body.to_vec();
    longer.push(0);
    let expected = bytes.len() as u64;
    let error = NetworkError::Length { expected, found: expected + 1 };
    assert_eq!(Network::parse(&sealed(&longer)).unwrap_err(), error);
}
