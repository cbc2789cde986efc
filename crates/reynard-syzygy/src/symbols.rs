//! The symbols: each represents a value, or a sequence of two symbols.

use crate::code::MAX_SYMBOLS;
use crate::error::TableFault;
use crate::header::Header;

/// The second part of a symbol that represents a value.
const NO_SYMBOL: u32 = 0xfff;
/// Maximum number of values that a symbol represents.
const MAX_VALUES: u32 = 256;

/// All symbols of a table. No symbol contains itself, and every symbol's parts exist.
// An entry has 12 bits for each part, and 8 bits for the number of values less one.
#[derive(Debug)]
pub(crate) struct Symbols(Box<[u32]>);

impl Symbols {
    /// Reads the symbols, three bytes each, and counts the values that each represents.
    pub(crate) fn read(header: &mut Header<'_>, count: usize) -> Result<Self, TableFault> {
        let mut parts = vec![0; count].into_boxed_slice();
        for part in &mut parts {
            let [low, middle, high] = header.array()?;
            *part = u32::from_le_bytes([low, middle, high, 0]);
        }
        let values = count_values(&parts)?;
        for (part, values) in parts.iter_mut().zip(values) {
            *part |= (values - 1) << 24;
        }
        Ok(Self(parts))
    }

    /// Returns the number of values that a symbol represents.
    #[inline]
    pub(crate) fn values(&self, symbol: usize) -> u32 {
        self.0.get(symbol).map_or(1, |entry| (entry >> 24) + 1)
    }

    /// Returns the value at an index, counted from 0, among those that a symbol represents.
    #[inline]
    pub(crate) fn expand(&self, symbol: usize, mut place: u32) -> u16 {
        let mut entry = self.0.get(symbol).copied().unwrap_or(0);
        while entry >> 24 != 0 {
            let first = self.0.get(entry as usize & 0xfff).copied().unwrap_or(0);
            let values = (first >> 24) + 1;
            entry = if place < values {
                first
            } else {
                place -= values;
                self.0.get((entry >> 12) as usize & 0xfff).copied().unwrap_or(0)
            };
        }
        (entry & 0xfff) as u16
    }

    /// Returns the values that are represented directly by a symbol.
    pub(crate) fn leaves(&self) -> impl Iterator<Item = u16> + '_ {
        self.0.iter().filter(|&&entry| entry >> 24 == 0).map(|&entry| (entry & 0xfff) as u16)
    }
}

/// Counts the values that each symbol represents.
///
/// Symbols may come before or after their parts. A symbol is put on a stack until its parts are
/// known; a waiting symbol that is encountered again contains itself.
fn count_values(parts: &[u32]) -> Result<Vec<u32>, TableFault> {
    const UNKNOWN: u32 = 0;
    const WAITING: u32 = u32::MAX;
    let mut counts = vec![UNKNOWN; parts.len()];
    let mut stack = Vec::with_capacity(MAX_SYMBOLS);
    for symbol in 0..parts.len() {
        if counts[symbol] == UNKNOWN {
            stack.push(symbol);
        }
        while let Some(&top) = stack.last() {
            let (left, right) = (parts[top] & 0xfff, parts[top] >> 12);
            if right == NO_SYMBOL {
                counts[top] = 1;
                stack.pop();
                continue;
            }
            let mut sum = 0;
            let mut missing = None;
            for part in [left as usize, right as usize] {
                match *counts.get(part).ok_or(TableFault::Symbols)? {
                    UNKNOWN => missing = Some(part),
                    WAITING => return Err(TableFault::Symbols),
                    count => sum += count,
                }
            }
            if let Some(part) = missing {
                counts[top] = WAITING;
                stack.push(part);
            } else if sum > MAX_VALUES {
                return Err(TableFault::Symbols);
            } else {
                counts[top] = sum;
                stack.pop();
            }
        }
    }
    Ok(counts)
}
