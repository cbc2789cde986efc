//! The state of a training network as a byte string, for checkpoints.

use alloc::vec::Vec;
use core::fmt;

use super::TrainingNetwork;
use super::adam::Parameter;
use super::block::Block;
use super::layer::Row;
use crate::feature::FEATURES;
use crate::shape::Shape;

impl TrainingNetwork {
    /// Returns all weights and moments as bytes that [`TrainingNetwork::from_state`] can read.
    ///
    /// ```
    /// use reynard_nnue::Shape;
    /// use reynard_nnue::train::TrainingNetwork;
    ///
    /// let shape = Shape::new(64, 1)?;
    /// let network = TrainingNetwork::new(shape, 3)?;
    /// let read = TrainingNetwork::from_state(shape, &network.to_state())?;
    /// assert_eq!(read.quantize().to_bytes(), network.quantize().to_bytes());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn to_state(&self) -> Vec<u8> {
        let mut bytes = Vec::from(self.steps.to_le_bytes());
        let mut write = |value: f32| bytes.extend(value.to_le_bytes());
        for block in &self.blocks {
            for rows in rows(block) {
                rows.iter().flat_map(|row| row.0).for_each(&mut write);
            }
        }
        for parameter in &self.output_bias {
            [parameter.value, parameter.first, parameter.second].into_iter().for_each(&mut write);
        }
        bytes
    }

    /// Restores a training network of the given shape from bytes returned by
    /// [`TrainingNetwork::to_state`].
    ///
    /// # Errors
    ///
    /// [`InvalidState`] if the number of bytes does not match the shape, or if a number is not
    /// finite.
    pub fn from_state(shape: Shape, bytes: &[u8]) -> Result<Self, InvalidState> {
        let mut network = Self::new(shape, 0).map_err(|_| InvalidState)?;
        let (steps, rest) = bytes.split_first_chunk().ok_or(InvalidState)?;
        network.steps = u64::from_le_bytes(*steps);
        let (words, tail) = rest.as_chunks::<4>();
        let mut values = words.iter().map(|&word| f32::from_le_bytes(word));
        let mut read = || values.next().filter(|value| value.is_finite()).ok_or(InvalidState);
        for block in &mut network.blocks {
            for rows in rows_mut(block) {
                for value in rows.iter_mut().flat_map(|row| &mut row.0) {
                    *value = read()?;
                }
            }
        }
        for parameter in &mut network.output_bias {
            *parameter = Parameter { value: read()?, first: read()?, second: read()? };
        }
        if values.next().is_some() || !tail.is_empty() {
            return Err(InvalidState);
        }
        Ok(network)
    }
}

/// Returns the rows in use, in file order.
fn rows(block: &Block) -> impl Iterator<Item = &[Row]> {
    let shared = block.shared.iter().flat_map(|shared| shared.0.rows(FEATURES));
    let hidden = block.hidden.rows(block.hidden_rows());
    hidden.into_iter().chain(block.output.rows(block.outputs)).chain(shared)
}

fn rows_mut(block: &mut Block) -> impl Iterator<Item = &mut [Row]> {
    let used = block.hidden_rows();
    let shared = block.shared.iter_mut().flat_map(|shared| shared.0.rows_mut(FEATURES));
    let hidden = block.hidden.rows_mut(used);
    hidden.into_iter().chain(block.output.rows_mut(block.outputs)).chain(shared)
}

/// The error returned if bytes are not the state of a training network of the given shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InvalidState;

impl fmt::Display for InvalidState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the bytes are not the state of a training network of this shape")
    }
}

impl core::error::Error for InvalidState {}
