//! Options for a list of games, and the list of games in a database.

use std::fmt::Display;
use std::io::{self, Write};
use std::num::NonZero;
use std::ops::ControlFlow;

use reynard_base::parallel::Workers;
use reynard_base::printable;
use reynard_console::choice::{Choice, choice};
use reynard_console::fen_input::Format;
use reynard_console::numbers::counted;
use reynard_console::output::{Output, Status};
use reynard_console::threads::threads_or_cores;
use reynard_db::{
    Database, GameOrder, GamePage, HeadAnswer, HeadReader, ListDirection, StoredGame,
};

use super::base::{explained, note_reason};

/// The games to print, and how.
#[derive(Clone, Debug, clap::Args)]
pub(super) struct List {
    /// Order of the games
    #[arg(long, value_name = "ORDER", default_value = "id", value_parser = choice(&ORDERS))]
    pub(super) order: GameOrder,
    /// Reverse the order
    #[arg(long)]
    pub(super) reverse: bool,
    /// Maximum number of games to print
    #[arg(long, value_name = "N")]
    pub(super) limit: Option<usize>,
    /// Number of games to skip at the beginning
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(super) offset: usize,
    /// Print the games in PGN
    #[arg(long, conflicts_with = "json")]
    pub(super) pgn: bool,
    #[command(flatten)]
    pub(super) format: Format,
}

/// The orders in which games can be listed.
const ORDERS: [Choice<GameOrder>; 11] = [
    ("id", GameOrder::Id, "By their numbers"),
    ("elo", GameOrder::Elo, "The highest average rating first"),
    ("date", GameOrder::Date, "The latest first"),
    ("white", GameOrder::White, "By White's name"),
    ("black", GameOrder::Black, "By Black's name"),
    ("event", GameOrder::Event, "By the event"),
    ("site", GameOrder::Site, "By the site"),
    ("round", GameOrder::Round, "By the round"),
    ("eco", GameOrder::Eco, "By the code of the opening"),
    ("result", GameOrder::Result, "Unknown results, then wins of White, draws, wins of Black"),
    ("plies", GameOrder::Plies, "The shortest first"),
];

/// Line width if there is no terminal.
pub(super) const WIDTH: usize = 120;

impl List {
    /// Returns the name of the order.
    pub(super) fn order_name(&self) -> &'static str {
        ORDERS.iter().find(|(_, order, _)| *order == self.order).map_or("id", |(name, ..)| name)
    }

    /// Returns the games to print, as a page of a list.
    pub(super) fn page(&self) -> GamePage {
        let direction = if self.reverse { ListDirection::Reversed } else { ListDirection::Forward };
        GamePage { order: self.order, direction, offset: self.offset, limit: self.limit }
    }

    /// Prints a note that the offset skips all games found. Returns the status for an empty result.
    pub(super) fn note_beyond(
        &self,
        base: &dyn Display,
        total: usize,
        out: &mut Output,
    ) -> io::Result<Status> {
        let (offset, games) = (self.offset, counted(total as u64, "game"));
        note_reason(base, &format!("--offset {offset} is beyond the end: {games}"), out)
    }

    /// Returns `true` if the offset skips all games found.
    pub(super) fn is_beyond(&self, printed: usize) -> bool {
        printed == 0 && self.offset > 0 && self.limit != Some(0)
    }

    /// Prints games from a database.
    pub(super) fn print(
        &self,
        base: &Database,
        games: &[StoredGame<'_>],
        out: &mut Output,
    ) -> anyhow::Result<Status> {
        if !self.pgn && !self.format.json {
            return print_lines(base, games, out);
        }
        for game in games {
            if self.pgn {
                out.write_all(&explained(base.path(), game.pgn())?)?;
            } else {
                let head = explained(base.path(), game.head())?;
                out.json(&HeadAnswer::from(&head))?;
            }
        }
        Ok(Status::Fine)
    }
}

/// Prints one line per game.
fn print_lines(
    base: &Database,
    games: &[StoredGame<'_>],
    out: &mut Output,
) -> anyhow::Result<Status> {
    /// Number of games that a thread formats per step.
    const CHUNK: usize = 1024;

    let width = out.width().unwrap_or(WIDTH);
    let mut chunks = games.chunks(CHUNK);
    let most = NonZero::new(chunks.len()).unwrap_or(NonZero::<usize>::MIN);
    let threads = threads_or_cores(None).min(most);
    let flow = Workers::new(threads, HeadReader::new).ordered(
        |_| chunks.next(),
        |reader, chunk| {
            let mut lines = String::new();
            let read = chunk.iter().try_for_each(|game| reader.put_line(game, width, &mut lines));
            (printable(&lines).into_owned(), read)
        },
        |(lines, read)| {
            let printed = out.write_all(lines.as_bytes()).map_err(anyhow::Error::from);
            match printed.and_then(|()| explained(base.path(), read)) {
                Ok(()) => ControlFlow::Continue(()),
                Err(error) => ControlFlow::Break(error),
            }
        },
    );
    match flow {
        ControlFlow::Continue(()) => Ok(Status::Fine),
        ControlFlow::Break(error) => Err(error),
    }
}
