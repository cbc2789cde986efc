//! The values of the extra columns of the games table.

use std::sync::Arc;
use std::time::Duration;

use arrow_array::ArrayRef;
use arrow_array::builder::{ListBuilder, StringBuilder, UInt32Builder};
use reynard_pgn::{PgnTimeControl, Text, TimeStage};

use crate::ExtraColumn;

/// The extra columns so far, and their values for the current game.
#[derive(Debug, Default)]
pub(crate) struct ExtraRows {
    columns: Vec<Extra>,
    /// The number of plies played so far in the current game.
    plies: usize,
}

/// A column builder, with its value for the current game.
#[derive(Debug)]
enum Extra {
    Tag {
        name: String,
        value: Option<String>,
        texts: StringBuilder,
    },
    /// Comments or glyphs, each with the number of plies played before it.
    Texts {
        kind: Annotation,
        found: Vec<(usize, String)>,
        lists: ListBuilder<StringBuilder>,
    },
    /// A time from the first stage of the time control.
    Time {
        of: fn(&TimeStage) -> Duration,
        stage: Option<TimeStage>,
        times: UInt32Builder,
    },
}

/// A kind of move annotation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Annotation {
    Comment,
    Glyph,
}

fn texts(kind: Annotation) -> Extra {
    Extra::Texts { kind, found: Vec::new(), lists: ListBuilder::new(StringBuilder::new()) }
}

fn time(of: fn(&TimeStage) -> Duration) -> Extra {
    Extra::Time { of, stage: None, times: UInt32Builder::new() }
}

impl ExtraRows {
    pub(crate) fn new(columns: &[ExtraColumn]) -> Self {
        let of = |column: &ExtraColumn| match column {
            ExtraColumn::Tag(name) => {
                Extra::Tag { name: name.clone(), value: None, texts: StringBuilder::new() }
            }
            ExtraColumn::Comments => texts(Annotation::Comment),
            ExtraColumn::Glyphs => texts(Annotation::Glyph),
            ExtraColumn::Base => time(|stage| stage.time),
            ExtraColumn::Increment => time(|stage| stage.increment),
        };
        Self { columns: columns.iter().map(of).collect(), plies: 0 }
    }

    pub(crate) fn begin(&mut self) {
        self.plies = 0;
        for column in &mut self.columns {
            match column {
                Extra::Tag { value, .. } => *value = None,
                Extra::Texts { found, .. } => found.clear(),
                Extra::Time { stage, .. } => *stage = None,
            }
        }
    }

    /// Adds a tag. If a tag is repeated, only the first one is used.
    pub(crate) fn tag(&mut self, tag: &[u8], text: Text<'_>) {
        for column in &mut self.columns {
            match column {
                Extra::Tag { name, value, .. } if name.as_bytes() == tag && value.is_none() => {
                    *value = Some(text.decode().trim().to_owned());
                }
                Extra::Time { stage, .. } if tag == b"TimeControl" && stage.is_none() => {
                    let control = text.decode().parse::<PgnTimeControl>().ok();
                    *stage = control.and_then(|control| control.stages().first().copied());
                }
                _ => {}
            }
        }
    }

    /// Advances to the next move.
    pub(crate) const fn play(&mut self) {
        self.plies += 1;
    }

    /// Adds a comment to the last move.
    pub(crate) fn comment(&mut self, text: Text<'_>) {
        if self.has(Annotation::Comment) {
            self.annotate(Annotation::Comment, text.decode().trim());
        }
    }

    /// Adds a glyph to the last move.
    pub(crate) fn glyph(&mut self, number: u8) {
        if self.has(Annotation::Glyph) {
            self.annotate(Annotation::Glyph, &format!("${number}"));
        }
    }

    fn has(&self, wanted: Annotation) -> bool {
        self.columns.iter().any(|it| matches!(it, Extra::Texts { kind, .. } if *kind == wanted))
    }

    /// Adds text to the last move, after any existing text.
    fn annotate(&mut self, wanted: Annotation, text: &str) {
        for column in &mut self.columns {
            let Extra::Texts { kind, found, .. } = column else { continue };
            if *kind != wanted {
                continue;
            }
            match found.last_mut().filter(|(ply, _)| *ply == self.plies) {
                Some((_, before)) => {
                    before.push(' ');
                    before.push_str(text);
                }
                None => found.push((self.plies, text.to_owned())),
            }
        }
    }

    /// Adds the row for the current game, and returns its approximate size in bytes.
    pub(crate) fn end(&mut self) -> usize {
        let mut bytes = 0;
        for column in &mut self.columns {
            bytes += column.append(self.plies);
        }
        bytes
    }

    pub(crate) fn finish(self) -> impl Iterator<Item = ArrayRef> {
        self.columns.into_iter().map(|column| -> ArrayRef {
            match column {
                Extra::Tag { mut texts, .. } => Arc::new(texts.finish()),
                Extra::Texts { mut lists, .. } => Arc::new(lists.finish()),
                Extra::Time { mut times, .. } => Arc::new(times.finish()),
            }
        })
    }
}

impl Extra {
    /// Adds the value for a game with this number of plies, and returns its approximate size in
    /// bytes.
    fn append(&mut self, plies: usize) -> usize {
        match self {
            Self::Tag { value, texts, .. } => {
                let text = value.as_deref().filter(|text| !text.is_empty());
                texts.append_option(text);
                text.map_or(0, str::len)
            }
            Self::Texts { found, lists, .. } => {
                let mut next = found.iter().skip_while(|(ply, _)| *ply == 0).peekable();
                let is_there = next.peek().is_some();
                for ply in 1..=if is_there { plies } else { 0 } {
                    let text = next.next_if(|(at, _)| *at == ply).map(|(_, text)| text.as_str());
                    lists.values().append_option(text);
                }
                lists.append(is_there);
                found.iter().map(|(_, text)| text.len()).sum()
            }
            Self::Time { of, stage, times } => {
                let milliseconds = |stage: &TimeStage| of(stage).as_millis().try_into().ok();
                times.append_option(stage.as_ref().and_then(milliseconds));
                size_of::<u32>()
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use arrow_array::cast::AsArray;
    use arrow_array::types::UInt32Type;
    use arrow_array::{Array, RecordBatch};
    use reynard_pgn::Reader;

    use crate::{ExtraColumn, GameTable, RowCollector, TableSpec};

    fn read(pgn: &str, names: &[&str]) -> RecordBatch {
        let extras = names.iter().map(|name| name.parse().unwrap());
        let table = GameTable::default().with_columns([]).with_extras(extras);
        let mut rows = RowCollector::new(&TableSpec::Games(table));
        Reader::from_bytes(pgn.as_bytes()).read_all(&mut rows).unwrap();
        rows.into_batch(0).unwrap()
    }

    #[test]
    fn any_tag_is_a_column_and_a_missing_or_empty_one_is_null() {
        let batch = read(
            "[WhiteFideId \"4100018\"]\n[Annotator \" \"]\n\n1. e4 *\n\n1. d4 *\n",
            &["WhiteFideId", "Annotator", "WhiteFideId"],
        );
        assert_eq!(batch.num_columns(), 2);
        let ids = batch.column(0).as_string::<i32>();
        assert_eq!((ids.value(0), ids.is_null(1), ids.len()), ("4100018", true, 2));
        assert_eq!(batch.column(1).null_count(), 2);
    }

    #[test]
    fn comments_and_glyphs_stand_beside_their_moves() {
        let batch = read(
            "{before} 1. e4! {best} {by test} e5 2. Nf3!? $14 (2. f4?? {no}) Nc6 {last} *\n\n1. d4 *\n",
            &["comments", "glyphs"],
        );
        let comments = batch.column(0).as_list::<i32>();
        let first = comments.value(0);
        let first = first.as_string::<i32>();
        let texts: Vec<_> = first.iter().collect();
        assert_eq!(texts, [Some("best by test"), None, None, Some("last")]);
        assert!(comments.is_null(1));
        let glyphs = batch.column(1).as_list::<i32>().value(0);
        let texts: Vec<_> = glyphs.as_string::<i32>().iter().collect();
        assert_eq!(texts, [Some("$1"), None, Some("$5 $14"), None]);
    }

    #[test]
    fn time_controls_are_two_numbers() {
        let game = |control: &str| format!("[TimeControl \"{control}\"]\n\n1. e4 *\n\n");
        let controls = ["180+2", "600", "40/7200:3600+30", "-", "?", "15' + 10\\\"", "*60"];
        let pgn = controls.map(game).concat() + "1. d4 *\n";
        let batch = read(&pgn, &["base", "increment"]);
        let column =
            |at| batch.column(at).as_primitive::<UInt32Type>().iter().collect::<Vec<Option<u32>>>();
        assert_eq!(
            column(0),
            [Some(180_000), Some(600_000), Some(7_200_000), None, None, Some(900_000), None, None]
        );
        assert_eq!(
            column(1),
            [Some(2_000), Some(0), Some(0), None, None, Some(10_000), None, None]
        );
    }

    #[test]
    fn a_name_in_small_letters_is_no_tag() {
        for name in ["plie", "", "white fide", "wHite"] {
            assert!(name.parse::<ExtraColumn>().is_err(), "{name}");
        }
    }
}
