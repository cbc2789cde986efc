//! Generation of any number of games from real ones.

use std::io::Write;

use reynard::{Move, Position};
use reynard_pgn::GameTree;

use crate::generate::{Random, write_move};

/// Percentage of generated games that are complete real games.
const WHOLE: u64 = 15;

/// The parts of a real game from which other games are generated.
#[derive(Clone, Debug)]
struct RealGame {
    players: [String; 2],
    elos: [String; 2],
    event: String,
    site: String,
    eco: String,
    result: &'static str,
    moves: Vec<Move>,
}

/// A generator of games from real ones. Some of the generated games are complete real games; the
/// others follow a real game up to a random ply of the opening and continue with random moves.
/// Players are taken from other games, and dates are random.
#[derive(Clone, Debug, Default)]
pub struct MixedGames(Vec<RealGame>);

impl MixedGames {
    /// Adds a real game if it begins from the start position.
    pub fn add(&mut self, game: &GameTree) {
        if *game.start() != Position::startpos() || game.moves().count() < 10 {
            return;
        }
        let text = |name: &str| game.tags().text(name).unwrap_or_default().replace(['"', '\\'], "");
        self.0.push(RealGame {
            players: ["White", "Black"].map(text),
            elos: ["WhiteElo", "BlackElo"].map(text),
            event: text("Event"),
            site: text("Site"),
            eco: text("ECO"),
            result: game.result().as_str(),
            moves: game.moves().collect(),
        });
    }

    /// Returns the number of real games.
    pub const fn len(&self) -> usize {
        self.0.len()
    }

    /// Returns `true` if there are no real games.
    pub const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Writes a game as PGN.
    ///
    /// # Errors
    ///
    /// Any error from writing the output.
    ///
    /// # Panics
    ///
    /// Panics if there are no real games.
    pub fn write(
        &self,
        random: &mut Random,
        number: u64,
        out: &mut impl Write,
    ) -> std::io::Result<()> {
        let games = self.0.len() as u64;
        let mut pick = || &self.0[usize::try_from(random.below(games)).unwrap_or_default()];
        let (game, white, black) = (pick(), pick(), pick());
        let (year, month) = (1950 + random.below(76), 1 + random.below(12));
        let day = 1 + random.below(28);
        write!(
            out,
            "[Event \"{}\"]\n[Site \"{}\"]\n[Date \"{year}.{month:02}.{day:02}\"]\n[Round \"{}\"]\n\
             [White \"{}\"]\n[Black \"{}\"]\n[Result \"{}\"]\n[WhiteElo \"{}\"]\n[BlackElo \"{}\"]\n\
             [ECO \"{}\"]\n\n",
            game.event,
            game.site,
            1 + number % 11,
            white.players[0],
            black.players[1],
            game.result,
            white.elos[0],
            black.elos[1],
            game.eco,
        )?;
        let real = if random.below(100) < WHOLE {
            game.moves.len()
        } else {
            usize::try_from(8 + random.below(32)).unwrap_or_default()
        };
        let (mut pos, mut column) = (Position::startpos(), 0);
        for ply in 0..game.moves.len() {
            let legal = pos.legal_moves();
            if legal.is_empty() {
                break;
            }
            let any = usize::try_from(random.below(legal.len() as u64)).unwrap_or_default();
            let mv = if ply < real { game.moves[ply] } else { legal[any] };
            write_move(&mut pos, mv, ply, &mut column, out)?;
        }
        write!(out, "{}\n\n", game.result)
    }
}

#[cfg(test)]
mod tests {
    use reynard_pgn::Games;

    use super::*;

    #[test]
    fn mixed_games_are_legal_and_depend_on_the_seed_alone() {
        let pgn = "[White \"A\"]\n[Black \"B\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 1-0\n\n\
                   [White \"C\"]\n[Black \"D\"]\n\n1. d4 d5 2. c4 e6 3. Nc3 Nf6 4. Bg5 Be7 5. e3 O-O 0-1\n";
        let mut games = MixedGames::default();
        for game in Games::from_bytes(pgn.as_bytes()) {
            games.add(&game.expect("memory").tree);
        }
        assert_eq!(games.len(), 2);
        let made = |seed| {
            let (mut random, mut out) = (Random::new(seed), Vec::new());
            for number in 0..30 {
                games.write(&mut random, number, &mut out).expect("memory");
            }
            out
        };
        assert_eq!(made(1), made(1));
        assert_ne!(made(1), made(2));
        let read = made(1);
        let read: Vec<_> =
            Games::from_bytes(&read).map(|game| game.expect("memory").tree).collect();
        assert_eq!(read.len(), 30);
        assert!(read.iter().all(|game| game.moves().count() >= 9));
    }
}
