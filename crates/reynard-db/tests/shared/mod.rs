//! Games for the tests.

use std::fmt::Write;

use reynard::Position;

/// Games of every kind: annotated, from other positions, damaged, of other rules.
pub(crate) const PGN: &[u8] = include_bytes!("../data/kinds.pgn");

/// A folder that is removed in the end.
pub(crate) fn folder() -> tempfile::TempDir {
    tempfile::tempdir().expect("a temporary folder")
}

/// Random games, the first moves from a few, so that positions are shared.
pub(crate) fn random_games(count: u32, seed: u64) -> Vec<u8> {
    let mut random = Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1);
    let mut pgn = String::new();
    for number in 0..count {
        let results = ["1-0", "0-1", "1/2-1/2", "*"];
        let result = results[random.below(4)];
        let elo = |random: &mut Random| match random.below(5) {
            0 => String::new(),
            _ => (2000 + random.below(800)).to_string(),
        };
        let (white, black) = (random.below(30), random.below(30));
        let year = 1900 + random.below(120);
        let (white_elo, black_elo) = (elo(&mut random), elo(&mut random));
        write!(
            pgn,
            "[Event \"Open {}\"]\n[Site \"?\"]\n[Date \"{year}.??.??\"]\n[Round \"{number}\"]\n\
             [White \"Player, {white}\"]\n[Black \"Player, {black}\"]\n[Result \"{result}\"]\n\
             [WhiteElo \"{white_elo}\"]\n[BlackElo \"{black_elo}\"]\n[ECO \"A{:02}\"]\n\n",
            random.below(9),
            random.below(100),
        )
        .expect("room");
        let mut pos = Position::startpos();
        for ply in 0..20 + random.below(80) {
            let moves = pos.legal_moves();
            if moves.is_empty() {
                break;
            }
            let choice = if ply < 10 { moves.len().min(3) } else { moves.len() };
            let mv = moves[random.below(choice)];
            write!(pgn, "{} ", pos.san(mv)).expect("room");
            pos.play_unchecked(mv);
        }
        pgn.push_str(result);
        pgn.push_str("\n\n");
    }
    pgn.into_bytes()
}

/// Random numbers that are the same in every run.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    /// A number below another one.
    pub(crate) fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from((self.0 >> 11) % limit as u64).expect("below a usize")
    }
}
