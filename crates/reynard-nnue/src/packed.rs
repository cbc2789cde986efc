//! The weights of the hidden layer in few bytes.
//!
//! The rows of a feature differ little between king buckets, so their mean is coded, then the
//! differences. A row with larger weights has another model than one with smaller ones.
//!
//! | bytes | content |
//! |---|---|
//! | | 32 models: the number of bins as a byte, 0 for a model that is not used, and two bytes for the frequency of each bin in 4,096ths |
//! | 1 each | number of the model of each row: 768 rows of means if there are several king buckets, then those of the buckets |
//! | 4 | number of words |
//! | 4 each | words of the coded rows |

use alloc::vec;
use alloc::vec::Vec;

use crate::ans::{Decoder, Encoder, Model};
use crate::bytes::{array, take};
use crate::error::NetworkError;
use crate::feature::FEATURES;
use crate::shape::Shape;

/// Number of models of means, and of models of differences.
const GROUPS: usize = 16;

/// Packs the weights of the hidden layer.
pub(crate) fn pack(shape: Shape, weights: &[i16]) -> Vec<u8> {
    let rows = Rows::of(shape, weights);
    let numbers = rows.models();
    let mut models = Vec::new();
    for number in 0..2 * GROUPS {
        let own = rows.iter().zip(&numbers).filter(|&(_, &model)| usize::from(model) == number);
        models.push(Model::of(own.flat_map(|(row, _)| row.iter().copied())));
    }
    let mut encoder = Encoder::new();
    for (row, &number) in rows.iter().zip(&numbers).rev() {
        let model = models[usize::from(number)].as_ref().expect("the model of its row");
        row.iter().rev().for_each(|&number| encoder.push(number, model));
    }
    let words = encoder.finish();
    let mut bytes = Vec::new();
    for model in &models {
        let frequencies = model.as_ref().map_or(&[][..], Model::frequencies);
        bytes.push(frequencies.len() as u8);
        bytes.extend(frequencies.iter().flat_map(|frequency| frequency.to_le_bytes()));
    }
    bytes.extend(numbers);
    bytes.extend((words.len() as u32).to_le_bytes());
    bytes.extend(words.into_iter().flat_map(u32::to_le_bytes));
    bytes
}

/// Unpacks the weights of the hidden layer from the front of `rest`.
///
/// # Errors
///
/// [`NetworkError::Length`] if bytes are missing, and [`NetworkError::Packed`] if they are not
/// those of packed weights of this shape.
pub(crate) fn unpack(shape: Shape, rest: &mut &[u8]) -> Result<Vec<i16>, NetworkError> {
    let mut models = Vec::new();
    for _ in 0..2 * GROUPS {
        let bins = take(rest, 1)?[0];
        let frequencies = take(rest, 2 * usize::from(bins))?.as_chunks().0;
        let frequencies = frequencies.iter().map(|&bytes| u16::from_le_bytes(bytes)).collect();
        models.push(match bins {
            0 => None,
            _ => Some(Model::new(frequencies).ok_or(NetworkError::Packed)?),
        });
    }
    let means = if shape.rows() > FEATURES { FEATURES } else { 0 };
    let numbers = take(rest, means + shape.rows())?;
    let words = u32::from_le_bytes(array(take(rest, 4)?)) as usize;
    let words = take(rest, words.saturating_mul(4))?.as_chunks().0;
    let words = words.iter().map(|&bytes| u32::from_le_bytes(bytes));
    let mut decoder = Decoder::new(words).ok_or(NetworkError::Packed)?;
    let mut mean = vec![0_i32; FEATURES * shape.hidden()];
    let mut weights = Vec::with_capacity(shape.rows() * shape.hidden());
    for (row, &number) in numbers.iter().enumerate() {
        let model = models.get(usize::from(number)).and_then(Option::as_ref);
        let model = model.ok_or(NetworkError::Packed)?;
        let at = row % FEATURES * shape.hidden();
        let mean = &mut mean[at..at + shape.hidden()];
        if row < means {
            mean.fill_with(|| decoder.next(model));
            continue;
        }
        for &mut mean in mean {
            let weight = i16::try_from(mean + decoder.next(model));
            weights.push(weight.map_err(|_| NetworkError::Packed)?);
        }
    }
    if decoder.finish() { Ok(weights) } else { Err(NetworkError::Packed) }
}

/// The numbers that are coded: the means of the king buckets' rows if there are several buckets,
/// then the difference of each row from the mean.
struct Rows {
    numbers: Vec<i32>,
    hidden: usize,
    means: usize,
}

impl Rows {
    fn of(shape: Shape, weights: &[i16]) -> Self {
        let buckets = weights.chunks_exact(FEATURES * shape.hidden());
        let count = i32::try_from(buckets.len()).unwrap_or(1);
        let mut mean = vec![0_i32; FEATURES * shape.hidden()];
        if count > 1 {
            for bucket in buckets.clone() {
                for (sum, &weight) in mean.iter_mut().zip(bucket) {
                    *sum += i32::from(weight);
                }
            }
            for sum in &mut mean {
                *sum = (*sum + count / 2).div_euclid(count);
            }
        }
        let differences = buckets.flat_map(|bucket| {
            bucket.iter().zip(&mean).map(|(&weight, mean)| i32::from(weight) - mean)
        });
        let differences: Vec<i32> = differences.collect();
        let means = if count > 1 { FEATURES } else { 0 };
        mean.truncate(means * shape.hidden());
        mean.extend(differences);
        Self { numbers: mean, hidden: shape.hidden(), means }
    }

    fn iter(&self) -> core::slice::ChunksExact<'_, i32> {
        self.numbers.chunks_exact(self.hidden)
    }

    /// Returns the number of the model of each row: means and differences are divided by size into
    /// groups of equal numbers of rows.
    fn models(&self) -> Vec<u8> {
        let sizes: Vec<u64> = self
            .iter()
            .map(|row| row.iter().map(|number| u64::from(number.unsigned_abs())).sum())
            .collect();
        let mut models = vec![0; sizes.len()];
        for (rows, first) in [(0..self.means, 0), (self.means..sizes.len(), GROUPS)] {
            let len = rows.len().max(1);
            let mut order: Vec<usize> = rows.collect();
            order.sort_by_key(|&row| sizes[row]);
            for (rank, row) in order.into_iter().enumerate() {
                models[row] = (first + rank * GROUPS / len) as u8;
            }
        }
        models
    }
}
