//! Replays games in the order of their moves, so a prefix shared with the previous game is played
//! only once.

use reynard::Position;

use crate::Damage;
use crate::batch::Flags;
use crate::bytes::ByteCursor;
use crate::replay::read_code;

/// The positions of a game, which is played only as far as requested.
#[derive(Default)]
pub(crate) struct PlayedLine<'a> {
    /// The move bytes of the game.
    codes: &'a [u8],
    flags: Flags,
    opening: LineOpening,
    reached: Vec<ReachedPosition>,
}

/// The beginning of a line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum LineOpening {
    /// The line shares no prefix with other games, because it has a nonstandard start position or
    /// two-byte moves.
    #[default]
    Own,
    /// The line begins from the standard start position.
    Standard,
}

struct ReachedPosition {
    pos: Position,
    /// The index where the bytes of the move that led to the position end.
    end: usize,
}

impl<'a> PlayedLine<'a> {
    /// Restarts with another game. `start` is `None` for the standard start position.
    pub(crate) fn begin(&mut self, start: Option<Position>, codes: &'a [u8], flags: Flags) {
        let opening = match start {
            None if !flags.is_wide() => LineOpening::Standard,
            _ => LineOpening::Own,
        };
        let shared = if opening == LineOpening::Standard && self.opening == opening {
            let pairs = self.codes.iter().zip(codes);
            let shared = pairs.take_while(|(before, now)| before == now).count();
            self.reached.partition_point(|it| it.end <= shared)
        } else {
            0
        };
        self.reached.truncate(shared);
        (self.codes, self.flags, self.opening) = (codes, flags, opening);
        if shared == 0 {
            let pos = start.unwrap_or_default();
            self.reached.push(ReachedPosition { pos, end: 0 });
        }
    }

    /// Calls a function for each position of the game until the function returns `false`. Returns
    /// `true` if it never did.
    pub(crate) fn each(&mut self, mut each: impl FnMut(&Position) -> bool) -> Result<bool, Damage> {
        for index in 0.. {
            if index == self.reached.len() && !self.play()? {
                break;
            }
            if !each(&self.reached[index].pos) {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Plays the next move. Returns `false` if there is no next move.
    fn play(&mut self) -> Result<bool, Damage> {
        let Some(last) = self.reached.last() else { return Ok(false) };
        let mut cursor = ByteCursor::new(&self.codes[last.end..]);
        if cursor.is_empty() {
            return Ok(false);
        }
        let mut pos = last.pos.clone();
        pos.play_unchecked(read_code(&mut cursor, self.flags, &pos)?);
        self.reached.push(ReachedPosition { pos, end: self.codes.len() - cursor.rest().len() });
        Ok(true)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::move_code::move_code;

    fn codes(moves: &str) -> Vec<u8> {
        let (mut pos, mut bytes) = (Position::startpos(), Vec::new());
        for san in moves.split(' ') {
            let mv = pos.parse_san(san).expect("legal");
            move_code(&pos, mv).expect("a code").put(&mut bytes);
            pos.play_unchecked(mv);
        }
        bytes
    }

    #[test]
    fn positions_are_those_of_each_game_alone() {
        let games = [
            "e4 e5 Qh5 Nc6 Qxe5+",
            // The second byte of the queen move differs.
            "e4 e5 Qg4 Nc6",
            "e4 e5 Qg4 Nc6 Nf3",
            "e4 e5",
            "d4",
        ];
        let games = games.map(codes);
        let other: Position = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1".parse().expect("a position");
        let mut line = PlayedLine::default();
        let visit = |line: &mut PlayedLine<'_>, most: usize| {
            let mut keys = Vec::new();
            let finished = line.each(|pos| {
                keys.push(pos.key());
                keys.len() < most
            });
            (finished.expect("intact"), keys)
        };
        for game in &games {
            line.begin(None, game, Flags::default());
            // Further than the first time.
            let (finished, some) = visit(&mut line, 2);
            assert!(!finished);
            let (finished, keys) = visit(&mut line, 100);
            assert!(finished && keys.starts_with(&some));
            let mut alone = PlayedLine::default();
            alone.begin(None, game, Flags::default());
            assert_eq!(visit(&mut alone, 100).1, keys);
        }
        line.begin(Some(other.clone()), &[], Flags::default());
        assert_eq!(visit(&mut line, 100), (true, vec![other.key()]));
        line.begin(None, &games[4], Flags::default());
        assert_eq!(visit(&mut line, 1).1, [Position::startpos().key()]);
    }
}
