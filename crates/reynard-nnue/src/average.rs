//! Averaging networks.

use alloc::format;
use alloc::vec::Vec;
use core::cmp::Ordering;

use crate::error::NetworkError;
use crate::header::{InvalidNetworkHeader, NetworkHeader};
use crate::network::{Network, Weights};

impl Network {
    /// Returns the average of several networks: the mean of their weights. Each part is a network
    /// and a count, by which the network is weighted in the mean.
    ///
    /// A network that was trained further on few positions has forgotten some of what it had
    /// learned; its average with the network from which that training started can be better than
    /// both. The average of networks without a common origin is worthless.
    ///
    /// A part with one king bucket is treated as if it were [divided](Network::divided) into the
    /// king buckets of the other parts. Weights are rounded to the nearest integer, with halves
    /// rounded to even, in the coarsest quantization of the parts. The header keeps the fields on
    /// which all parts agree. The field `part-1-count` contains the count of the first part, and
    /// the names of its other fields are prefixed with `part-1-`.
    ///
    /// # Errors
    ///
    /// [`NetworkError::ShapesDiffer`] if the shapes differ in any other way,
    /// [`NetworkError::Shape`] if the counts add up to zero, [`NetworkError::Field`] if the scales
    /// differ, [`NetworkError::Header`] if the combined headers are too long, and the errors of
    /// [`Network::new`].
    ///
    /// ```
    /// use reynard_nnue::{Network, Shape};
    ///
    /// let shape = Shape::new(64, 8)?;
    /// let [start, trained] = [1, 2].map(|seed| Network::random(shape, seed));
    /// let average = Network::average(&[(&start, 3), (&trained, 1)])?;
    /// let [a, b] = [start, trained].map(|network| f64::from(network.weights().hidden[0]));
    /// assert!((f64::from(average.weights().hidden[0]) - (0.75 * a + 0.25 * b)).abs() <= 0.5);
    /// assert_eq!(average.header().get("part-1-count"), Some("3"));
    /// # Ok::<(), reynard_nnue::NetworkError>(())
    /// ```
    ///
    /// Source: Mitchell Wortsman et al., *Robust fine-tuning of zero-shot models* (2022).
    pub fn average(parts: &[(&Self, u32)]) -> Result<Self, NetworkError> {
        let total: i128 = parts.iter().map(|&(_, count)| i128::from(count)).sum();
        let shapes = parts.iter().map(|(part, _)| part.shape());
        let shape = shapes.max_by_key(|shape| shape.king_buckets());
        let shape = shape.filter(|_| total > 0).ok_or(NetworkError::Shape)?;
        let divided = parts.iter().map(|&(part, _)| {
            let part = part.clone().divided(shape.king_buckets())?;
            if part.shape() == shape { Ok(part.weights()) } else { Err(NetworkError::ShapesDiffer) }
        });
        let weights: Vec<Weights> = divided.collect::<Result<_, _>>()?;
        let scale = weights[0].scale;
        if weights.iter().any(|part| part.scale != scale) {
            return Err(NetworkError::Field("scale"));
        }
        let units = weights.iter().map(|part| i128::from(part.qb));
        let finest = units.clone().max().unwrap_or(1);
        let coarsest = units.clone().min().unwrap_or(1);
        let counts: Vec<i128> = parts.iter().map(|&(_, count)| count.into()).collect();
        let hidden = Mean { weights: &weights, counts: counts.clone(), total };
        // In units of the finest quantization; the total brings them to the coarsest.
        let output = Mean {
            weights: &weights,
            counts: counts.iter().zip(units).map(|(count, qb)| count * (finest / qb)).collect(),
            total: total * (finest / coarsest),
        };
        let weights = Weights {
            hidden: narrowed(hidden.of(|part| &part.hidden)),
            hidden_bias: narrowed(hidden.of(|part| &part.hidden_bias)),
            output: narrowed(output.of(|part| &part.output)),
            output_bias: output.of(|part| &part.output_bias).map(|number| number as i32).collect(),
            qb: coarsest as i32,
            scale,
        };
        Self::new(shape, &weights, joined_headers(parts)?)
    }
}

/// Returns the fields on which all parts agree, then for each part its count and its other fields.
fn joined_headers(parts: &[(&Network, u32)]) -> Result<NetworkHeader, InvalidNetworkHeader> {
    let shared = |(name, value): &(&str, &str)| {
        parts.iter().all(|(part, _)| part.header().get(name) == Some(value))
    };
    let mut joined = NetworkHeader::default();
    let first = parts.first().into_iter().flat_map(|(part, _)| part.header().fields());
    for (name, value) in first.filter(shared) {
        joined.set(name, value)?;
    }
    for (number, (part, count)) in (1..).zip(parts) {
        joined.set(&format!("part-{number}-count"), count)?;
        for (name, value) in part.header().fields().filter(|field| !shared(field)) {
            joined.set(&format!("part-{number}-{name}"), value)?;
        }
    }
    Ok(joined)
}

/// The mean of several networks' weights, weighted by their counts. The sums have 128 bits, so no
/// count is too large.
struct Mean<'a> {
    weights: &'a [Weights],
    counts: Vec<i128>,
    total: i128,
}

impl Mean<'_> {
    /// Returns the mean of one array of weights.
    fn of<T: Copy + Into<i128>>(
        &self,
        numbers: impl Fn(&Weights) -> &Vec<T>,
    ) -> impl Iterator<Item = i128> {
        let mut sums = Vec::new();
        for (part, &count) in self.weights.iter().zip(&self.counts) {
            let numbers = numbers(part);
            sums.resize(numbers.len(), 0_i128);
            for (sum, &number) in sums.iter_mut().zip(numbers) {
                *sum += count * number.into();
            }
        }
        let total = self.total;
        sums.into_iter().map(move |sum| nearest(sum, total))
    }
}

/// Rounds a quotient to the nearest integer, with halves rounded to even: thousands of halves
/// rounded up would shift every score.
fn nearest(sum: i128, total: i128) -> i128 {
    let (floor, rest) = (sum.div_euclid(total), sum.rem_euclid(total));
    match (2 * rest).cmp(&total) {
        Ordering::Less => floor,
        Ordering::Equal => floor + floor.rem_euclid(2),
        Ordering::Greater => floor + 1,
    }
}

/// Narrows averages to 16 bits. An average lies between the averaged values, so it fits.
fn narrowed(numbers: impl Iterator<Item = i128>) -> Vec<i16> {
    numbers.map(|number| number as i16).collect()
}

#[cfg(test)]
mod tests {
    use alloc::string::ToString;

    use super::*;
    use crate::king_buckets::KingBuckets;
    use crate::shape::Shape;

    fn network(shape: Shape, change: impl FnOnce(&mut Weights)) -> Network {
        let mut weights = Weights::zeroed(shape);
        change(&mut weights);
        Network::new(shape, &weights, NetworkHeader::default()).expect("small weights")
    }

    fn shape() -> Shape {
        Shape::new(32, 2).expect("a shape")
    }

    #[test]
    fn weights_count_as_often_as_asked_and_are_rounded_to_nearest() {
        let of = |number: i16| {
            network(shape(), |weights| {
                weights.hidden[5] = number;
                weights.hidden_bias[3] = -number;
                weights.output[7] = number;
                weights.output_bias[1] = -i32::from(number);
            })
        };
        for (parts, expected) in
            [([(10, 3), (50, 1)], 20), ([(10, 1), (11, 2)], 11), ([(4, 1), (9, 0)], 4)]
        {
            let [(a, a_count), (b, b_count)] = parts;
            let average = Network::average(&[(&of(a), a_count), (&of(b), b_count)]).unwrap();
            assert_eq!(average.weights(), of(expected).weights(), "{parts:?}");
        }
    }

    #[test]
    fn halves_are_rounded_to_even_so_that_they_add_up_to_nothing() {
        let rounded: Vec<i128> = (-5..=5).map(|sum| nearest(sum, 2)).collect();
        assert_eq!(rounded, [-2, -2, -2, -1, 0, 0, 0, 1, 2, 2, 2]);
        let thirds: Vec<i128> = (-4..=4).map(|sum| nearest(sum, 3)).collect();
        assert_eq!(thirds, [-1, -1, -1, 0, 0, 0, 1, 1, 1]);
    }

    #[test]
    fn quantizations_are_brought_to_the_coarsest() {
        let of = |qb: i32, number: i16| {
            network(shape(), |weights| {
                weights.qb = qb;
                weights.output[7] = number;
                weights.output_bias[1] = 100 * i32::from(number);
            })
        };
        let average = Network::average(&[(&of(256, 120), 1), (&of(64, 50), 1)]).unwrap();
        // 120 in 256ths are 30 in 64ths.
        assert_eq!(average.weights(), of(64, 40).weights());
    }

    #[test]
    fn a_part_with_one_king_bucket_counts_in_each() {
        let one = network(shape(), |weights| weights.hidden[5] = 10);
        let four = network(shape().with_king_buckets(KingBuckets::Four), |weights| {
            weights.hidden[5] = 20;
            weights.hidden[3 * 768 * 32 + 5] = 50;
        });
        for parts in [[(&one, 1), (&four, 1)], [(&four, 1), (&one, 1)]] {
            let weights = Network::average(&parts).unwrap().weights();
            let found = [0, 1, 2, 3].map(|bucket| weights.hidden[bucket * 768 * 32 + 5]);
            assert_eq!(found, [15, 5, 5, 30]);
        }
    }

    #[test]
    fn the_header_says_what_was_averaged() {
        let of = |fields: &[(&str, &str)]| {
            let mut header = NetworkHeader::default();
            for (name, value) in fields {
                header.set(name, value).unwrap();
            }
            Network::new(shape(), &Weights::zeroed(shape()), header).expect("small weights")
        };
        let start = of(&[("licence", "MIT"), ("positions", "8"), ("lambda", "0.5")]);
        let trained = of(&[("positions", "9"), ("licence", "MIT")]);
        let average = Network::average(&[(&start, 2), (&trained, 3)]).unwrap();
        let expected = "licence MIT\npart-1-count 2\npart-1-positions 8\npart-1-lambda 0.5\n\
                        part-2-count 3\npart-2-positions 9\n";
        assert_eq!(average.header().to_string(), expected);
        let long = of(&[("positions", &"9".repeat(40_000))]);
        let other = of(&[("positions", &"8".repeat(40_000))]);
        let error = Network::average(&[(&long, 1), (&other, 1)]).err();
        assert_eq!(error, Some(NetworkError::Header(InvalidNetworkHeader::Length)));
    }

    #[test]
    fn networks_of_another_shape_or_scale_and_nothing_at_all_have_no_average() {
        let one = Network::random(shape(), 1);
        let wide = Network::random(Shape::new(64, 2).unwrap(), 1);
        let error = Network::average(&[(&one, 1), (&wide, 1)]).err();
        assert_eq!(error, Some(NetworkError::ShapesDiffer));
        assert_eq!(Network::average(&[(&one, 0)]).err(), Some(NetworkError::Shape));
        assert_eq!(Network::average(&[]).err(), Some(NetworkError::Shape));
        let other = network(shape(), |weights| weights.scale = 400);
        let error = Network::average(&[(&one, 1), (&other, 1)]).err();
        assert_eq!(error, Some(NetworkError::Field("scale")));
    }
}
