//! Generated games: random, but with shared openings, players of different strengths, and dates.

use std::io::Write;

use reynard::{MoveList, Position};

/// A sequence of random numbers that is the same in every run (SplitMix64).
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// Starts a sequence with the given seed.
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// Returns the next number.
    pub const fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        mixed(self.0)
    }

    /// Returns a random number below the limit.
    pub const fn below(&mut self, limit: u64) -> u64 {
        ((self.next() as u128 * limit as u128) >> 64) as u64
    }
}

/// Mixes bits as SplitMix64 does.
const fn mixed(mut bits: u64) -> u64 {
    bits = (bits ^ (bits >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    bits = (bits ^ (bits >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    bits ^ (bits >> 31)
}

/// Number of players in the generated games.
const PLAYERS: u64 = 40_000;

/// Number of plies for which the popularity of moves is the same in all games.
const OPENING: usize = 24;

/// Writes a game as PGN.
///
/// In the opening, moves are chosen according to a popularity that depends only on the position, so
/// games share their first moves as they do in real collections. After that, captures are three
/// times as frequent as other moves.
///
/// # Errors
///
/// Any error from writing the output.
pub fn write_game(random: &mut Random, number: u64, out: &mut impl Write) -> std::io::Result<()> {
    // Some play far more than others.
    let mut player = || random.below(PLAYERS) * random.below(PLAYERS) / PLAYERS;
    let (white, black) = (player(), player());
    let elo = |player: u64| 1_800 + mixed(player) % 1_000;
    let (white_elo, black_elo) = (elo(white), elo(black));
    let draws = 35;
    let to_white = 33 + (white_elo * 30).saturating_sub(black_elo * 30).min(30_000) / 1_000;
    let result = match random.below(100) {
        share if share < draws => "1/2-1/2",
        share if share < draws + to_white => "1-0",
        _ => "0-1",
    };
    let (year, month, day) = (1950 + random.below(76), 1 + random.below(12), 1 + random.below(28));
    let event = random.below(5_000);
    write!(
        out,
        "[Event \"Open {event}\"]\n[Site \"Town {}\"]\n[Date \"{year}.{month:02}.{day:02}\"]\n[Round \"{}\"]\n\
         [White \"{}\"]\n[Black \"{}\"]\n[Result \"{result}\"]\n[WhiteElo \"{white_elo}\"]\n\
         [BlackElo \"{black_elo}\"]\n[ECO \"{}{:02}\"]\n\n",
        event % 700,
        1 + number % 11,
        name(white),
        name(black),
        ["A", "B", "C", "D", "E"][usize::try_from(random.below(5)).unwrap_or_default()],
        random.below(100),
    )?;
    let mut pos = Position::startpos();
    let length = usize::try_from(20 + random.below(80) + random.below(50)).unwrap_or_default();
    let mut column = 0;
    for ply in 0..length {
        let moves = pos.legal_moves();
        if moves.is_empty() {
            break;
        }
        let mv =
            if ply < OPENING { popular(random, &pos, &moves) } else { any(random, &pos, &moves) };
        write_move(&mut pos, mv, ply, &mut column, out)?;
    }
    write!(out, "{result}\n\n")
}

/// Writes a move, preceded by a move number if it is White's, and plays it. A line ends after
/// column 72.
pub(crate) fn write_move(
    pos: &mut Position,
    mv: reynard::Move,
    ply: usize,
    column: &mut usize,
    out: &mut impl Write,
) -> std::io::Result<()> {
    let number = if ply.is_multiple_of(2) { format!("{}. ", ply / 2 + 1) } else { String::new() };
    let token = format!("{number}{}", pos.san(mv));
    *column += token.len() + 1;
    out.write_all(token.as_bytes())?;
    out.write_all(if *column > 72 { b"\n" } else { b" " })?;
    if *column > 72 {
        *column = 0;
    }
    pos.play_unchecked(mv);
    Ok(())
}

/// Chooses a move according to its popularity: the most popular move in the position half of the
/// time, the next most popular a quarter of the time, and so on.
fn popular(random: &mut Random, pos: &Position, moves: &MoveList) -> reynard::Move {
    let mut liked: Vec<(u64, reynard::Move)> = moves
        .iter()
        .enumerate()
        .map(|(index, &mv)| (mixed(pos.key() ^ (index as u64) << 32), mv))
        .collect();
    liked.sort_by_key(|&(popularity, _)| popularity);
    let rank = random.next().trailing_zeros() as usize;
    liked[rank % liked.len()].1
}

fn any(random: &mut Random, pos: &Position, moves: &MoveList) -> reynard::Move {
    let mut pick = || moves[usize::try_from(random.below(moves.len() as u64)).unwrap_or_default()];
    let first = pick();
    if pos.board().piece_at(first.to()).is_some() { first } else { pick() }
}

fn name(player: u64) -> String {
    const PARTS: [&str; 16] = [
        "ba", "ko", "ri", "sen", "mor", "tal", "vin", "lu", "ner", "pet", "ros", "sky", "do", "fi",
        "gar", "hel",
    ];
    let part = |shift: u64| PARTS[usize::try_from(mixed(player) >> shift & 15).unwrap_or_default()];
    let mut name = format!("{}{}{}", part(0), part(4), part(8));
    if let Some(first) = name.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    let letter = |shift: u64| char::from(b'A' + u8::try_from(player >> shift & 15).unwrap_or(0));
    format!("{name}{}, {}", player % 89, letter(0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_depend_on_the_seed_alone() {
        let made = |seed| {
            let (mut random, mut out) = (Random::new(seed), Vec::new());
            for number in 0..20 {
                write_game(&mut random, number, &mut out).expect("memory");
            }
            String::from_utf8(out).expect("text")
        };
        assert_eq!(made(1), made(1));
        assert_ne!(made(1), made(2));
        let first_moves: Vec<_> = made(1)
            .lines()
            .filter_map(|line| line.strip_prefix("1. "))
            .map(|it| it[..2].to_owned())
            .collect();
        let most = first_moves.iter().filter(|it| **it == first_moves[0]).count();
        assert_eq!(first_moves.len(), 20);
        assert!(most > 1, "openings are shared");
    }
}
