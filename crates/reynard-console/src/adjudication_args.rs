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
        let score = score_of(score)?;
        if score == 0 {
            return Err("a score of at least 1 is needed: at 0, level games would be lost");
        }
        Ok(Self(ResignRule { moves: moves_of(moves)?, score }))
    }
}

impl FromStr for Draw {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, &'static str> {
        let [from, moves, score] = numbers(text).ok_or("three numbers are needed, like 40:8:10")?;
        Ok(Self(DrawRule { from, moves: moves_of(moves)?, score: score_of(score)? }))
    }
}

fn moves_of(number: u32) -> Result<u32, &'static str> {
    if number == 0 { Err("at least 1 move of each side is needed") } else { Ok(number) }
}

fn score_of(number: u32) -> Result<i32, &'static str> {
    let score = i32::try_from(number).ok().filter(|&score| score <= ResignRule::MAX_SCORE);
    score.ok_or("the score is at most 100000, that of a mate")
}

fn numbers<const N: usize>(text: &str) -> Option<[u32; N]> {
    let numbers: Option<Vec<u32>> = text.split(':').map(|part| part.parse().ok()).collect();
    numbers?.try_into().ok()
}
