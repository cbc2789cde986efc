//! Prints the first games of a gauntlet.

#![expect(clippy::print_stdout, reason = "a program, not a library")]

use reynard_arena::{MatchFormat, Schedule};

fn main() {
    let format = MatchFormat::Gauntlet { seeds: 1 };
    let schedule = Schedule { players: 4, format, rounds: 2 };
    for game in (0..schedule.games()).filter_map(|number| schedule.assignment(number)) {
        println!("round {}: player {} with White, player {}", game.round, game.white, game.black);
    }
}
