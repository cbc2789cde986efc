//! Makes a book from lines of moves in UCI notation on standard input, each line a won game of
//! White: `echo 'e2e4 e7e5 g1f3' | cargo run --example make -- book.bin`

use std::env::args;
use std::error::Error;
use std::fs::File;
use std::io::stdin;

use reynard_book::reynard::{GameResult, Position};
use reynard_book::{BuildRule, Collector, Points, SampleOrder, build};

fn main() -> Result<(), Box<dyn Error>> {
    let mut collector = Collector::new(64 << 20);
    for (game, line) in (0..).zip(stdin().lines()) {
        let mut pos = Position::startpos();
        for (ply, text) in (0..).zip(line?.split_whitespace()) {
            let mv = pos.parse_uci(text)?;
            let points = Points::of(GameResult::WhiteWins, pos.turn());
            collector.add(&pos, mv, points, SampleOrder::new(game, ply))?;
            pos.play(mv)?;
        }
    }
    let file = File::create(args().nth(1).ok_or("the name of the book")?)?;
    let rule = BuildRule { min_games: 1, ..BuildRule::default() };
    build(vec![collector.finish()?], &rule, 64 << 20, file)?;
    Ok(())
}
