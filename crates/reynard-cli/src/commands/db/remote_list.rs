//! Lists games of a remote database.

use std::io::Write;

use anyhow::Context;
use reynard::Position;
use reynard_console::output::{Output, Status};
use reynard_db::{GamesAnswer, HeadAnswer, SearchesAnswer};
use reynard_games::Query;
use serde_json::json;

use super::base::{Missed, filter_with, note_plies, note_reason, parsed};
use super::game_list::{List, WIDTH};
use crate::remote::RemoteBase;

/// A query for games.
#[derive(Clone, Copy, Debug)]
pub(super) struct RemoteList<'a> {
    pub(super) pos: Option<&'a Position>,
    /// The text of the filter. `query` is the same filter, parsed.
    pub(super) filter: &'a str,
    pub(super) query: &'a Query,
    pub(super) mark: Option<&'a str>,
}

/// Number of games requested at once when they are listed.
const PAGE: usize = 1000;
/// Number of games requested at once as PGN.
const PGN_PAGE: usize = 250;

/// Returns the text of a filter with the server's saved searches expanded, and the parsed filter.
pub(super) fn remote_filter(
    base: &RemoteBase,
    words: &[String],
    out: &mut Output,
) -> anyhow::Result<(String, Query)> {
    let searches = || {
        let answer: SearchesAnswer = base.ask("searches", &json!({}), out)?;
        Ok(answer.searches)
    };
    let text = filter_with(words, &base.label(), searches)?;
    let query = parsed(&text)?;
    Ok((text, query))
}

impl RemoteList<'_> {
    /// Requests the games page by page, and prints them.
    pub(super) fn print(
        self,
        base: &RemoteBase,
        list: &List,
        out: &mut Output,
    ) -> anyhow::Result<Status> {
        let (mut offset, mut left) = (list.offset, list.limit.unwrap_or(usize::MAX));
        let mut is_first = true;
        loop {
            let answer: GamesAnswer = base.ask(
                "games",
                &json!({
                    "fen": self.pos.map(Position::fen),
                    "filter": self.filter,
                    "order": list.order_name(),
                    "reverse": list.reverse,
                    "mark": self.mark,
                    "offset": offset,
                    "limit": left.min(PAGE),
                }),
                out,
            )?;
            if is_first && let Some(plies) = answer.indexed_plies {
                note_plies(&base.label(), plies, out)?;
            }
            if answer.total == 0 {
                return Ok(note_reason(&base.label(), &self.missed(), out)?);
            }
            let count = answer.games.len();
            if is_first && list.is_beyond(count) {
                return Ok(list.note_beyond(&base.label(), answer.total, out)?);
            }
            is_first = false;
            list.print_heads(base, answer.games, out)?;
            (offset, left) = (offset + count, left.saturating_sub(count));
            if count == 0 || left == 0 || offset >= answer.total {
                return Ok(Status::Fine);
            }
        }
    }

    /// Returns the reason why there are no games, as text.
    fn missed(self) -> String {
        match self.mark {
            Some(name) => format!("no game with the mark `{name}` is among those found"),
            None => Missed::of(self.pos, self.query).reason().to_owned(),
        }
    }
}

impl List {
    fn print_heads(
        &self,
        base: &RemoteBase,
        answers: Vec<HeadAnswer>,
        out: &mut Output,
    ) -> anyhow::Result<()> {
        let width = out.width().unwrap_or(WIDTH);
        let mut ids = Vec::new();
        for answer in answers {
            if self.format.json {
                out.json(&answer)?;
                continue;
            }
            let head = answer.into_head().context(base.label().to_owned())?;
            if self.pgn {
                ids.push(head.id);
            } else {
                out.text(format_args!("{}\n", head.line(width)))?;
            }
        }
        for part in ids.chunks(PGN_PAGE) {
            let text = base.pgn(part, out)?;
            out.write_all(&text)?;
        }
        Ok(())
    }
}
