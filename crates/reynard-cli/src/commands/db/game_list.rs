//! Options of a list of games, and the list of those of a database.

use std::io::Write;

use reynard_console::choice::{Choice, choice};
use reynard_console::fen_input::Format;
use reynard_console::output::{Output, Status};
use reynard_db::{Database, GameOrder, HeadAnswer, StoredGame};

use super::base::explained;

/// The games to print, and how.
#[derive(Clone, Debug, clap::Args)]
pub(super) struct List {
    /// Order of the games
    #[arg(long, value_name = "ORDER", default_value = "id", value_parser = choice(&ORDERS))]
    pub(super) order: GameOrder,
    /// Reverse the order
    #[arg(long)]
    pub(super) reverse: bool,
    /// Most games to print
    #[arg(long, value_name = "N")]
    pub(super) limit: Option<usize>,
    /// Games to leave out at the beginning
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(super) offset: usize,
    /// Print the games in PGN
    #[arg(long, conflicts_with = "json")]
    pub(super) pgn: bool,
    #[command(flatten)]
    pub(super) format: Format,
}

/// The order of games.
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

/// The width of a line that goes to no terminal.
pub(super) const WIDTH: usize = 120;

impl List {
    /// Returns the name of the order.
    pub(super) fn order_name(&self) -> &'static str {
        ORDERS.iter().find(|(_, order, _)| *order == self.order).map_or("id", |(name, ..)| name)
    }

    /// Prints the games of a database that are asked for.
    pub(super) fn print(
        &self,
        base: &Database,
        games: &[StoredGame<'_>],
        out: &mut Output,
    ) -> anyhow::Result<Status> {
        let width = out.width().unwrap_or(WIDTH);
        let count = games.len();
        let place = |index: usize| if self.reverse { count - 1 - index } else { index };
        let shown = (self.offset..count).take(self.limit.unwrap_or(usize::MAX));
        for game in shown.map(|index| &games[place(index)]) {
            if self.pgn {
                out.write_all(&explained(base.path(), game.pgn())?)?;
                continue;
            }
            let head = explained(base.path(), game.head())?;
            if self.format.json {
                out.json(&HeadAnswer::from(&head))?;
            } else {
                out.text(format_args!("{}\n", head.line(width)))?;
            }
        }
        Ok(Status::Fine)
    }
}
