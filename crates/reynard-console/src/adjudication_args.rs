//! Adjudication rules as command-line arguments.

use std::str::FromStr;

use reynard_play::{DrawRule, ResignRule};

/// The resignation rule, written `MOVES:SCORE`.
#[derive(Clone, Copy, Debug)]
pub struct Resign(pub ResignRule);

/// The draw rule, written `FROM:MOVES:SCORE`.
#[derive(Clone, Copy, Debug)]
pub struct Draw(pub DrawRule);

impl FromStr for Resign {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, &'static str> {
        let [moves, score] = numbers(text).ok_or("two numbers are needed, like 4:600")?;
        Ok(Self(ResignRule { moves, score: score_of(score)? }))
    }
}

impl FromStr for Draw {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, &'static str> {
        let [from, moves, score] = numbers(text).ok_or("three numbers are needed, like 40:8:10")?;
        Ok(Self(DrawRule { from, moves, score: score_of(score)? }))
    }
}

fn score_of(number: u32) -> Result<i32, &'static str> {
    i32::try_from(number).map_err(|_| "the score is too large")
}

fn numbers<const N: usize>(text: &str) -> Option<[u32; N]> {
    let numbers: Option<Vec<u32>> = text.split(':').map(|part| part.parse().ok()).collect();
    numbers?.try_into().ok()
}
