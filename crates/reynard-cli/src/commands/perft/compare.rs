//! Compares counts with those of another engine's `go perft`.

use std::io::Write;

use anyhow::Context;
use reynard::{CastlingNotation, Game};
use reynard_base::printable;
use reynard_console::fen_input::FenInput;
use reynard_console::numbers::counted;
use reynard_console::output::{Output, Status};
use reynard_console::player_args;
use reynard_host::{EngineError, EngineProcess, Timeouts};
use reynard_perft::Perft;
use reynard_uci::PositionCommand;

use super::args::{Args, depth_and_fen};

pub(super) fn run(
    perft: &Perft,
    engine: &str,
    args: &Args,
    out: &mut Output,
) -> anyhow::Result<Status> {
    let (depth, words) = depth_and_fen(args)?;
    let spec = player_args::engine(engine)?;
    let name = printable(&spec.name()).into_owned();
    let context = || format!("engine {name}");
    let mut process = EngineProcess::start(&spec, Timeouts::default()).with_context(context)?;
    let mut is_chess960 = false;
    FenInput::from_words(words).answer(args.reading, out, |item, out| {
        let accepted = match &item.read {
            Ok(accepted) => accepted,
            Err(diagnostics) => {
                item.refuse(diagnostics, args.format, out)?;
                return Ok(Status::Diagnostics);
            }
        };
        item.note(&accepted.diagnostics, out)?;
        let game = accepted.to_game();
        let castling = CastlingNotation::for_position(game.position());
        if castling == CastlingNotation::Chess960 && !is_chess960 {
            process.play_chess960().with_context(context)?;
            is_chess960 = true;
        }
        let mut divide = |game: &Game, depth| -> Result<Vec<(String, u64)>, EngineError> {
            process.perft(&PositionCommand::of_game(game, castling), depth)
        };
        let difference = perft.compare(&game, depth, &mut divide).with_context(context)?;
        match difference {
            None => {
                let nodes = perft.count(game.position(), depth)?;
                writeln!(
                    out,
                    "{name} counts the same: {} at depth {depth}",
                    counted(nodes, "node")
                )?;
                Ok(Status::Fine)
            }
            Some(difference) => {
                out.text(difference.to_text(&name))?;
                Ok(Status::Diagnostics)
            }
        }
    })
}
