//! Rows of the games table.

use std::fmt::Write;
use std::sync::Arc;

use arrow_array::builder::{
    ArrayBuilder, BooleanBuilder, Int16Builder, ListBuilder, StringBuilder, UInt16Builder,
    UInt32Builder,
};
use arrow_array::{ArrayRef, RecordBatch, UInt64Array};
use arrow_schema::{Field, SchemaRef};
use reynard::{CastlingNotation, Move, Position, UciMove};
use reynard_pgn::{GameEnd, Integrity, NamedOpening, OpeningNames, Text};

use crate::column::ITEM;
use crate::comment_values::{MoveValues, elapsed};
use crate::extra_rows::ExtraRows;
use crate::row_weights::RowWeights;
use crate::tag_values::TagValues;
use crate::{BatchError, GameColumn, GameTable, MoveFormat, TableSpec};

/// The rows of the games so far, and the current game.
#[derive(Debug)]
pub(crate) struct GameRows {
    schema: SchemaRef,
    columns: Vec<ColumnBuilder>,
    extras: ExtraRows,
    weights: Vec<u32>,
    format: MoveFormat,
    /// `true` if any column contains opening names.
    openings: bool,
    game: Game,
}

/// The current game.
#[derive(Debug, Default)]
struct Game {
    number: u64,
    offset: u64,
    tags: TagValues,
    castling: CastlingNotation,
    /// `true` once the start position is known.
    is_playable: bool,
    opening: Option<NamedOpening>,
    plies: u32,
    bits: Vec<u16>,
    /// The text of all moves, and the offset at which each move ends.
    text: String,
    ends: Vec<usize>,
    values: Vec<MoveValues>,
}

/// A column builder.
#[derive(Debug)]
enum ColumnBuilder {
    Game(Vec<u64>),
    Offset(Vec<u64>),
    Tag(GameColumn, StringBuilder),
    Result(StringBuilder),
    Elo(GameColumn, UInt16Builder),
    RatingChange(GameColumn, Int16Builder),
    Eco(StringBuilder),
    Opening(StringBuilder),
    Plies(UInt32Builder),
    Complete(BooleanBuilder),
    MoveBits(ListBuilder<UInt16Builder>),
    MoveTexts(ListBuilder<StringBuilder>),
    Clock(ListBuilder<UInt32Builder>),
    Eval(ListBuilder<Int16Builder>),
    Elapsed(ListBuilder<UInt32Builder>),
    Commands(ListBuilder<StringBuilder>),
}

impl GameRows {
    pub(crate) fn new(table: &GameTable) -> Self {
        let schema = TableSpec::Games(table.clone()).schema();
        Self {
            columns: table.columns().map(|it| ColumnBuilder::new(it, table.moves())).collect(),
            extras: ExtraRows::new(table.extras()),
            schema,
            weights: Vec::new(),
            format: table.moves(),
            openings: table.has(GameColumn::Eco) || table.has(GameColumn::Opening),
            game: Game::default(),
        }
    }

    pub(crate) fn begin(&mut self, number: u64, offset: u64) {
        let game = &mut self.game;
        (game.number, game.offset, game.plies) = (number, offset, 0);
        (game.is_playable, game.opening) = (false, None);
        game.tags.clear();
        game.bits.clear();
        game.text.clear();
        game.ends.clear();
        game.values.clear();
        self.extras.begin();
    }

    pub(crate) fn tag(&mut self, name: &[u8], value: Text<'_>) {
        self.extras.tag(name, value);
        self.game.tags.add(name, value);
    }

    pub(crate) fn start(&mut self, start: &Position) {
        self.game.is_playable = true;
        self.game.castling = CastlingNotation::for_position(start);
    }

    /// Adds a move; `None` is a null move.
    pub(crate) fn play(&mut self, before: &Position, after: &Position, mv: Option<Move>) {
        let game = &mut self.game;
        game.plies += 1;
        game.values.push(MoveValues::default());
        self.extras.play();
        if self.openings {
            game.opening = OpeningNames::embedded().find(after).or(game.opening);
        }
        // Writing to a string cannot fail.
        let _ = match (self.format, mv) {
            (MoveFormat::Bits, mv) => {
                game.bits.push(mv.map_or(0, Move::bits));
                return;
            }
            (MoveFormat::Uci, Some(mv)) => write!(game.text, "{}", UciMove::new(mv, game.castling)),
            (MoveFormat::Uci, None) => write!(game.text, "0000"),
            (MoveFormat::San, Some(mv)) => write!(game.text, "{}", before.san(mv)),
            (MoveFormat::San, None) => write!(game.text, "--"),
        };
        game.ends.push(game.text.len());
    }

    /// Adds the values in a comment to the last move.
    pub(crate) fn comment(&mut self, comment: Text<'_>) {
        self.extras.comment(comment);
        if let Some(values) = self.game.values.last_mut() {
            values.add(comment);
        }
    }

    /// Adds a glyph to the last move.
    pub(crate) fn glyph(&mut self, number: u8) {
        self.extras.glyph(number);
    }

    /// Adds the row for the current game and returns the number of rows.
    pub(crate) fn end(&mut self, end: &GameEnd) -> u64 {
        for column in &mut self.columns {
            column.append(&self.game, end);
        }
        let commands: usize = self.game.values.iter().map(|values| values.commands.len()).sum();
        let texts = self.game.tags.len() + self.game.text.len() + commands;
        let bytes = 128 + texts + 16 * self.game.values.len() + self.extras.end();
        self.weights.push(u32::try_from(bytes).unwrap_or(u32::MAX));
        1
    }

    pub(crate) fn finish(self, games_before: u64) -> Result<(RecordBatch, RowWeights), BatchError> {
        let columns = self.columns.into_iter().map(|it| it.finish(games_before));
        let columns = columns.chain(self.extras.finish()).collect();
        let batch = RecordBatch::try_new(self.schema, columns)?;
        Ok((batch, RowWeights::Each(self.weights)))
    }
}

impl ColumnBuilder {
    fn new(column: GameColumn, moves: MoveFormat) -> Self {
        match column {
            GameColumn::Game => Self::Game(Vec::new()),
            GameColumn::Offset => Self::Offset(Vec::new()),
            GameColumn::Result => Self::Result(StringBuilder::new()),
            GameColumn::WhiteElo | GameColumn::BlackElo => Self::Elo(column, UInt16Builder::new()),
            GameColumn::WhiteRatingDiff | GameColumn::BlackRatingDiff => {
                Self::RatingChange(column, Int16Builder::new())
            }
            GameColumn::Eco => Self::Eco(StringBuilder::new()),
            GameColumn::Opening => Self::Opening(StringBuilder::new()),
            GameColumn::Plies => Self::Plies(UInt32Builder::new()),
            GameColumn::Complete => Self::Complete(BooleanBuilder::new()),
            GameColumn::Moves => match moves {
                MoveFormat::Bits => Self::MoveBits(list(UInt16Builder::new(), moves)),
                MoveFormat::Uci | MoveFormat::San => {
                    Self::MoveTexts(list(StringBuilder::new(), moves))
                }
            },
            GameColumn::Clock => Self::Clock(ListBuilder::new(UInt32Builder::new())),
            GameColumn::Eval => Self::Eval(ListBuilder::new(Int16Builder::new())),
            GameColumn::Elapsed => Self::Elapsed(ListBuilder::new(UInt32Builder::new())),
            GameColumn::Commands => Self::Commands(ListBuilder::new(StringBuilder::new())),
            _ => Self::Tag(column, StringBuilder::new()),
        }
    }

    /// Adds the value for a game.
    fn append(&mut self, game: &Game, end: &GameEnd) {
        match self {
            Self::Game(numbers) => numbers.push(game.number),
            Self::Offset(offsets) => offsets.push(game.offset),
            Self::Tag(tag, texts) => texts.append_option(game.tags.get(*tag)),
            Self::Result(texts) => texts.append_value(game.tags.result(end.result).as_str()),
            Self::Elo(tag, ratings) => ratings.append_option(game.tags.elo(*tag)),
            Self::RatingChange(tag, changes) => {
                changes.append_option(game.tags.rating_change(*tag));
            }
            Self::Eco(texts) => {
                let found = game.opening.map(|opening| opening.eco);
                texts.append_option(game.tags.get(GameColumn::Eco).or(found));
            }
            Self::Opening(texts) => {
                let found = game.opening.map(|opening| opening.name);
                texts.append_option(game.tags.get(GameColumn::Opening).or(found));
            }
            Self::Plies(plies) => plies.append_value(game.plies),
            Self::Complete(flags) => {
                flags.append_value(game.is_playable && end.integrity == Integrity::Complete);
            }
            Self::MoveBits(lists) => {
                lists.values().append_slice(&game.bits);
                lists.append(true);
            }
            Self::MoveTexts(lists) => {
                let mut start = 0;
                for &end in &game.ends {
                    lists.values().append_value(&game.text[start..end]);
                    start = end;
                }
                lists.append(true);
            }
            Self::Clock(lists) => {
                let is_there = game.values.iter().any(|values| values.clock.is_some());
                if is_there {
                    let clocks = game.values.iter().map(|values| values.clock);
                    clocks.for_each(|clock| lists.values().append_option(clock));
                }
                lists.append(is_there);
            }
            Self::Elapsed(lists) => {
                let times = elapsed(&game.values, game.tags.get(GameColumn::TimeControl));
                let is_there = times.iter().any(Option::is_some);
                if is_there {
                    for time in times {
                        lists.values().append_option(time);
                    }
                }
                lists.append(is_there);
            }
            Self::Eval(lists) => {
                let is_there = game.values.iter().any(|values| values.eval.is_some());
                if is_there {
                    let evals = game.values.iter().map(|values| values.eval);
                    evals.for_each(|eval| lists.values().append_option(eval));
                }
                lists.append(is_there);
            }
            Self::Commands(lists) => {
                let is_there = game.values.iter().any(|values| !values.commands.is_empty());
                if is_there {
                    let commands = game.values.iter().map(|values| values.commands.as_str());
                    commands.for_each(|text| {
                        lists.values().append_option((!text.is_empty()).then_some(text));
                    });
                }
                lists.append(is_there);
            }
        }
    }

    fn finish(self, games_before: u64) -> ArrayRef {
        match self {
            Self::Game(mut numbers) => {
                for number in &mut numbers {
                    *number += games_before;
                }
                Arc::new(UInt64Array::from(numbers))
            }
            Self::Offset(offsets) => Arc::new(UInt64Array::from(offsets)),
            Self::Tag(_, mut texts)
            | Self::Result(mut texts)
            | Self::Eco(mut texts)
            | Self::Opening(mut texts) => Arc::new(texts.finish()),
            Self::Elo(_, mut ratings) => Arc::new(ratings.finish()),
            Self::RatingChange(_, mut changes) => Arc::new(changes.finish()),
            Self::Plies(mut plies) => Arc::new(plies.finish()),
            Self::Complete(mut flags) => Arc::new(flags.finish()),
            Self::MoveBits(mut lists) => Arc::new(lists.finish()),
            Self::MoveTexts(mut lists) | Self::Commands(mut lists) => Arc::new(lists.finish()),
            Self::Clock(mut lists) | Self::Elapsed(mut lists) => Arc::new(lists.finish()),
            Self::Eval(mut lists) => Arc::new(lists.finish()),
        }
    }
}

/// Creates a builder for lists of moves. The items of a list are never null.
fn list<B: ArrayBuilder>(items: B, moves: MoveFormat) -> ListBuilder<B> {
    ListBuilder::new(items).with_field(Field::new(ITEM, moves.data_type(), false))
}
