//! A coder of integers: frequent ones take fewer bits.
//!
//! A number is divided into a bin, which is coded by its frequency, and the bits that tell it from
//! others of the bin, which are stored as they are. All is one number in a mixed base, of which 64
//! bits are held at a time.
//!
//! Source: Jarek Duda, *Asymmetric numeral systems* (2013), <https://arxiv.org/abs/1311.2540>.

use alloc::vec::Vec;

/// Bits of the sum of a model's frequencies.
const PRECISION: u32 = 12;
/// Sum of a model's frequencies.
const TOTAL: u16 = 1 << PRECISION;
/// Minimum of the state between two numbers. Its maximum is 2^63 − 1, so a state that has fallen
/// below it has room for another word.
const LOW: u64 = 1 << 31;
/// Number of magnitudes that have a bin of their own.
const EXACT: u32 = 32;
/// Number of bins between a power of two and the next one.
const STEPS: u32 = 16;

/// Number of bins.
const BINS: usize = bin((1 << MAX_BITS) - 1).0 + 1;
/// Bits of the largest magnitude: that of the difference of two 16-bit numbers.
const MAX_BITS: u32 = 17;

/// Returns the bin of a magnitude, and the number of its lowest bits that the bin does not tell.
const fn bin(magnitude: u32) -> (usize, u32) {
    if magnitude < EXACT {
        return (magnitude as usize, 0);
    }
    let open = magnitude.ilog2() - STEPS.ilog2();
    let step = (magnitude >> open) % STEPS;
    ((EXACT + (open - 1) * STEPS + step) as usize, open)
}

/// Returns the smallest magnitude of a bin, and the number of bits that tell the others.
const fn magnitude(bin: usize) -> (u32, u32) {
    let bin = bin as u32;
    if bin < EXACT {
        return (bin, 0);
    }
    let open = 1 + (bin - EXACT) / STEPS;
    ((STEPS + (bin - EXACT) % STEPS) << open, open)
}

/// Frequencies of the bins in 4,096ths.
#[derive(Clone, Debug)]
pub(crate) struct Model {
    frequencies: Vec<u16>,
    /// Sum of the frequencies before each bin.
    starts: Vec<u16>,
    /// Bin of each number below the sum of the frequencies.
    slots: Vec<u8>,
}

impl Model {
    /// Creates a model from the frequencies of its first bins. Returns `None` unless their sum is
    /// 4,096.
    pub(crate) fn new(frequencies: Vec<u16>) -> Option<Self> {
        let mut starts = Vec::with_capacity(frequencies.len());
        let mut slots = Vec::with_capacity(TOTAL.into());
        for (bin, &frequency) in frequencies.iter().enumerate().take(BINS) {
            starts.push(slots.len() as u16);
            let end = slots.len() + usize::from(frequency);
            if end > TOTAL.into() {
                return None;
            }
            slots.resize(end, bin as u8);
        }
        (slots.len() == usize::from(TOTAL)).then_some(Self { frequencies, starts, slots })
    }

    /// Creates the model of some numbers. Returns `None` if there are none.
    pub(crate) fn of(numbers: impl Iterator<Item = i32>) -> Option<Self> {
        let mut counts = [0_u64; BINS];
        numbers.for_each(|number| counts[bin(number.unsigned_abs()).0] += 1);
        let total = counts.iter().sum::<u64>().max(1);
        let share = |count: u64| match count * u64::from(TOTAL) / total {
            0 => u16::from(count > 0),
            share => share as u16,
        };
        let used = counts.iter().rposition(|&count| count > 0)? + 1;
        let mut frequencies: Vec<u16> = counts[..used].iter().map(|&count| share(count)).collect();
        // The most frequent bins bear the error of rounding.
        let mut sum: u16 = frequencies.iter().sum();
        *frequencies.iter_mut().max()? += TOTAL.saturating_sub(sum);
        while sum > TOTAL {
            *frequencies.iter_mut().max()? -= 1;
            sum -= 1;
        }
        Self::new(frequencies)
    }

    /// Returns the frequency of a bin, and the sum of the frequencies before it.
    #[inline]
    fn part(&self, bin: usize) -> (u64, u64) {
        (self.frequencies[bin].into(), self.starts[bin].into())
    }

    /// Returns the frequencies of the first bins; those of the others are zero.
    pub(crate) fn frequencies(&self) -> &[u16] {
        &self.frequencies
    }
}

/// Codes numbers, the last one first.
#[derive(Debug)]
pub(crate) struct Encoder {
    state: u64,
    words: Vec<u32>,
}

impl Encoder {
    pub(crate) const fn new() -> Self {
        Self { state: LOW, words: Vec::new() }
    }

    /// Adds a number of at most 17 bits, which the model must contain, before those already coded.
    pub(crate) fn push(&mut self, number: i32, model: &Model) {
        let most = number.unsigned_abs();
        let (bin, open) = bin(most);
        let (frequency, start) = model.part(bin);
        let bits = open + u32::from(number != 0);
        if self.state >= (LOW >> (PRECISION + bits) << 32) * frequency {
            self.words.push(self.state as u32);
            self.state >>= 32;
        }
        let low = u64::from(most) & ((1 << open) - 1);
        let sign = u64::from(number < 0) << open;
        self.state = (self.state << bits) | low | sign;
        self.state = ((self.state / frequency) << PRECISION) + self.state % frequency + start;
    }

    /// Returns the coded numbers as words, in the order in which they are decoded.
    pub(crate) fn finish(mut self) -> Vec<u32> {
        self.words.extend([self.state as u32, (self.state >> 32) as u32]);
        self.words.reverse();
        self.words
    }
}

/// Decodes numbers, the first one first.
#[derive(Debug)]
pub(crate) struct Decoder<W> {
    state: u64,
    words: W,
}

impl<W: Iterator<Item = u32>> Decoder<W> {
    /// Creates a decoder of the words that an encoder has returned. Returns `None` if no encoder
    /// returns words that begin like these.
    pub(crate) fn new(mut words: W) -> Option<Self> {
        let (high, low) = (words.next()?, words.next()?);
        let state = u64::from(high) << 32 | u64::from(low);
        (LOW..LOW << 32).contains(&state).then_some(Self { state, words })
    }

    /// Returns the next number. Words that are missing count as zeros.
    #[inline]
    pub(crate) fn next(&mut self, model: &Model) -> i32 {
        let slot = self.state % u64::from(TOTAL);
        let bin = usize::from(model.slots[slot as usize]);
        let (frequency, start) = model.part(bin);
        let (least, open) = MAGNITUDES[bin];
        let state = frequency * (self.state >> PRECISION) + slot - start;
        let bits = open + u32::from(bin != 0);
        let magnitude = least | (state as i32 & ((1 << open) - 1));
        let is_negative = state >> open & u64::from(bin != 0) == 1;
        self.state = state >> bits;
        if self.state < LOW {
            self.state = self.state << 32 | u64::from(self.words.next().unwrap_or(0));
        }
        if is_negative { -magnitude } else { magnitude }
    }

    /// Ends decoding. Returns `true` if all words have been read and the state is that with which
    /// an encoder begins.
    pub(crate) fn finish(mut self) -> bool {
        self.state == LOW && self.words.next().is_none()
    }
}

/// [`magnitude`] of each bin.
const MAGNITUDES: [(i32, u32); 256] = {
    let mut table = [(0, 0); 256];
    let mut bin = 0;
    while bin < BINS {
        let (least, open) = magnitude(bin);
        table[bin] = (least.cast_signed(), open);
        bin += 1;
    }
    table
};

#[cfg(test)]
mod tests {
    use alloc::vec;

    use super::*;
    use reynard_base::SplitMix64;

    #[test]
    fn bins_divide_the_magnitudes() {
        let mut before = None;
        for number in 0..1 << MAX_BITS {
            let (bin, open) = bin(number);
            let (least, bits) = magnitude(bin);
            assert_eq!((bits, least), (open, number >> open << open));
            assert!(before == Some(bin) || before.map_or(0, |bin: usize| bin + 1) == bin);
            before = Some(bin);
        }
        assert_eq!((before, BINS), (Some(BINS - 1), 224));
    }

    #[test]
    fn numbers_are_decoded_as_they_were_coded() {
        let mut random = SplitMix64::new(1);
        for bits in 1..=MAX_BITS {
            for len in [1, 2, 100, 5_000] {
                let mut next = || {
                    let drawn = random.next_u64();
                    let magnitude = (drawn >> 40) as i32 & ((1 << bits) - 1);
                    // Small ones are more frequent.
                    let magnitude = magnitude >> (drawn % u64::from(bits));
                    if drawn & 1 << 32 == 0 { magnitude } else { -magnitude }
                };
                let numbers: Vec<i32> = (0..len).map(|_| next()).collect();
                let model = Model::of(numbers.iter().copied()).unwrap();
                let mut encoder = Encoder::new();
                numbers.iter().rev().for_each(|&number| encoder.push(number, &model));
                let words = encoder.finish();
                let mut decoder = Decoder::new(words.iter().copied()).unwrap();
                for &number in &numbers {
                    assert_eq!(decoder.next(&model), number);
                }
                assert!(decoder.finish());
            }
        }
    }

    #[test]
    fn the_words_are_as_many_as_the_entropy_asks() {
        // Nine zeros for each one of ±1: 0.469 bits and a tenth of a sign each.
        let numbers: Vec<i32> =
            (0..100_000).map(|index| [0, 0, 1, 0, 0, 0, 0, 0, 0, 0][index % 10]).collect();
        let model = Model::of(numbers.iter().copied()).unwrap();
        let mut encoder = Encoder::new();
        for &number in &numbers {
            encoder.push(number, &model);
        }
        let bits = 32 * encoder.finish().len();
        assert!((56_900..57_100).contains(&bits), "{bits}");
    }

    #[test]
    fn frequencies_have_a_fixed_sum() {
        assert!(Model::new(vec![TOTAL]).is_some());
        assert!(Model::new(vec![TOTAL - 1]).is_none());
        assert!(Model::new(vec![TOTAL, 1]).is_none());
        assert!(Model::new(vec![u16::MAX, u16::MAX]).is_none());
        assert!(Model::new(Vec::new()).is_none());
        assert!(Model::of(core::iter::empty()).is_none());
        // Some bins are frequent, and each of the others has a number.
        for frequent in [1, 2, 63, 64, 65, 200] {
            let rare = (0..BINS).map(|bin| magnitude(bin).0.cast_signed());
            let numbers = rare.chain((0..frequent * 10_000).map(|number| number % frequent));
            let model = Model::of(numbers).unwrap();
            assert_eq!(model.frequencies().iter().sum::<u16>(), TOTAL);
            assert!(model.frequencies().iter().all(|&frequency| frequency > 0));
        }
    }
}
