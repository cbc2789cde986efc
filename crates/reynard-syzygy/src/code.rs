//! The canonical prefix code used for the symbols.

use crate::error::TableFault;
use crate::header::Header;

/// Maximum length of a code word, in bits: two code words fit into a register.
const MAX_BITS: usize = 32;
/// Code words up to this length are decoded by a single lookup, and all values of the words in this
/// many bits are skipped at once. More bits would take fewer steps, but many tables in use at once
/// would no longer fit into the caches.
const LOOKUP_BITS: u32 = 8;
/// Maximum number of symbols. Symbols have 12 bits, and the largest value is reserved as a marker.
pub(crate) const MAX_SYMBOLS: usize = 4095;

/// The first code word of a bit stream, decoded: a symbol, its length in bits, and the number of
/// values it represents.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Word(u32);

impl Word {
    /// The word is too long for the lookup table.
    const LONG: Self = Self(0);

    fn new(symbol: u16, bits: u32, values: u32) -> Self {
        Self(u32::from(symbol) | bits << 12 | values << 18)
    }

    #[inline]
    pub(crate) const fn symbol(self) -> usize {
        (self.0 & 0xfff) as usize
    }

    #[inline]
    pub(crate) const fn bits(self) -> u32 {
        self.0 >> 12 & 0x3f
    }

    #[inline]
    pub(crate) const fn values(self) -> u32 {
        self.0 >> 18
    }
}

/// The complete words among the first bits of a block: their total length in bits, and the number
/// of values they represent. There may be none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Run(u16);

impl Run {
    #[inline]
    pub(crate) const fn bits(self) -> u32 {
        (self.0 & 0xf) as u32
    }

    #[inline]
    pub(crate) const fn values(self) -> u32 {
        (self.0 >> 4) as u32
    }

    /// Returns this run with one more word, if it still fits.
    fn and(self, word: Word) -> Option<Self> {
        let bits = self.bits() + word.bits();
        let values = self.values() + word.values();
        // At most eight words of 256 values each: twelve bits are enough.
        (bits <= LOOKUP_BITS && word != Word::LONG).then_some(Self((bits | values << 4) as u16))
    }
}

/// The code words by length. Longer words are smaller numbers when left-aligned.
#[derive(Debug)]
pub(crate) struct Code {
    /// The first code word of each length from `min_bits` on, left-aligned in 64 bits.
    first_word: Box<[u64]>,
    /// The symbol of the first code word of each length.
    first_symbol: Box<[u16]>,
    min_bits: u32,
    words: Box<[Word; 1 << LOOKUP_BITS]>,
    runs: Box<[Run; 1 << LOOKUP_BITS]>,
}

impl Code {
    /// Reads the code word lengths, the first symbol of each length, and the number of symbols.
    pub(crate) fn read(header: &mut Header<'_>) -> Result<(Self, usize), TableFault> {
        let [max, min] = header.array()?;
        let (min, max) = (usize::from(min), usize::from(max));
        if !(1..=max).contains(&min) || max > MAX_BITS {
            return Err(TableFault::Code);
        }
        let first_symbol =
            (min..=max).map(|_| header.u16()).collect::<Result<Box<[u16]>, TableFault>>()?;
        let symbols = usize::from(header.u16()?);
        if symbols > MAX_SYMBOLS {
            return Err(TableFault::Symbols);
        }
        let first_word = first_words(&first_symbol, min, symbols)?;
        let words = Box::new([Word::LONG; 1 << LOOKUP_BITS]);
        let runs = Box::new([Run::default(); 1 << LOOKUP_BITS]);
        Ok((Self { first_word, first_symbol, min_bits: min as u32, words, runs }, symbols))
    }

    /// Fills the lookup tables for short words. `values` returns the number of values that a symbol
    /// represents.
    pub(crate) fn prepare(&mut self, values: impl Fn(usize) -> u32) {
        for index in 0..1_usize << LOOKUP_BITS {
            let (symbol, bits) = self.search((index as u64) << (64 - LOOKUP_BITS), 0);
            if bits <= LOOKUP_BITS {
                self.words[index] = Word::new(symbol, bits, values(usize::from(symbol)));
            }
        }
        for index in 0..1_usize << LOOKUP_BITS {
            let mut run = Run::default();
            let word = |run: Run| self.words[index << run.bits() & ((1 << LOOKUP_BITS) - 1)];
            while let Some(longer) = run.and(word(run)) {
                run = longer;
            }
            self.runs[index] = run;
        }
    }

    /// Returns the complete words at the left end of 64 bits.
    #[inline]
    pub(crate) fn run(&self, stream: u64) -> Run {
        self.runs[(stream >> (64 - LOOKUP_BITS)) as usize]
    }

    /// Returns the word at the left end of 64 bits, if it is short.
    #[inline]
    pub(crate) fn short(&self, stream: u64) -> Option<Word> {
        let word = self.words[(stream >> (64 - LOOKUP_BITS)) as usize];
        (word != Word::LONG).then_some(word)
    }

    /// Returns the symbol and the length of the word at the left end of 64 bits, if it is long.
    #[inline]
    pub(crate) fn long(&self, stream: u64) -> (u16, u32) {
        let skip = (LOOKUP_BITS + 1).saturating_sub(self.min_bits);
        self.search(stream, skip as usize)
    }

    #[inline]
    fn search(&self, stream: u64, skip: usize) -> (u16, u32) {
        // The last of the first words is 0, so there always is one that is not larger.
        let mut place = skip;
        for &word in self.first_word.get(skip..).unwrap_or_default() {
            if stream >= word {
                break;
            }
            place += 1;
        }
        let bits = self.min_bits + place as u32;
        match (self.first_word.get(place), self.first_symbol.get(place)) {
            (Some(word), Some(symbol)) => {
                (symbol.wrapping_add(((stream - word) >> (64 - bits)) as u16), bits)
            }
            _ => (0, bits),
        }
    }
}

/// Computes the first word of each length. Words of the greatest length begin at 0. From each
/// length to the next shorter one, the numbers used so far are halved, which must leave no
/// remainder.
fn first_words(first_symbol: &[u16], min: usize, symbols: usize) -> Result<Box<[u64]>, TableFault> {
    let mut words = vec![0; first_symbol.len()].into_boxed_slice();
    let mut word: u64 = 0;
    for place in (0..first_symbol.len()).rev() {
        let bits = min + place;
        if let Some(longer) = first_symbol.get(place + 1) {
            let count = first_symbol[place].checked_sub(*longer).ok_or(TableFault::Code)?;
            let end = word + u64::from(count);
            if !end.is_multiple_of(2) {
                return Err(TableFault::Code);
            }
            word = end / 2;
        }
        // All words have been used up before the shortest were reached.
        if word >= 1 << bits {
            return Err(TableFault::Code);
        }
        words[place] = word << (64 - bits);
    }
    // The shortest words take all that is left.
    let last = u64::from(first_symbol[0]) + ((1 << min) - word);
    if last > symbols as u64 { Err(TableFault::Code) } else { Ok(words) }
}
