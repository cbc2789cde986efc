//! Probes endgame tables, and writes one line for each record, or position of a game, that has few
//! enough pieces.

use std::io::Write;
use std::num::NonZero;
use std::ops::ControlFlow;

use reynard::Position;
use reynard_pgn::{GameEnd, GameStart, NullMove, Played, Skip, Visitor, read_parallel};
use reynard_syzygy::{Lookup, Tablebase};
use serde::{Deserialize, Serialize};

use super::records::for_each_record;
use crate::file_names::{is_games, is_records};
use crate::games::{GameSource, read_failed};
use crate::{Counts, InputFile, Job, JobError, OutputName, Shard, ShardPart, Splitter, Task};

/// The task that looks up the positions of games, and the records of EPD files, in endgame tables.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SyzygyTask {
    /// The paths by which the workers open the folders that contain the tables.
    pub folders: Vec<String>,
    /// Number of tables in the folders. A worker that finds a different number refuses to run.
    pub tables: usize,
}

impl Task for SyzygyTask {
    const NAME: &'static str = "syzygy";

    fn reads(&self, name: &str) -> bool {
        is_games(name) || is_records(name)
    }

    fn check(&self) -> Result<(), JobError> {
        self.open().map(drop)
    }

    fn parts(&self, splitter: &mut Splitter<'_>) -> Result<Vec<ShardPart>, JobError> {
        splitter.files(InputFile::games_or_records)
    }

    fn output(&self, _: Option<&ShardPart>) -> OutputName {
        OutputName { stem: "syzygy", extension: "jsonl" }
    }

    fn run(&self, job: &Job, shard: &Shard, out: &mut dyn Write) -> Result<Counts, JobError> {
        let tables = self.open()?;
        if let ShardPart::Records { .. } = shard.part {
            let mut prober = Prober::new(&tables);
            for_each_record(job, shard, |offset, position| {
                match position {
                    Ok(position) => prober.probe(&position, offset, None),
                    Err(_) => prober.counts.errors += 1,
                }
                prober.write(out).map_err(shard.output_failed())
            })?;
            return Ok(prober.counts);
        }
        let GameSource { input, options } = GameSource::open(job, shard)?;
        let mut counts = Counts::default();
        let make = || Prober::new(&tables);
        let read = read_parallel(input, &options, NonZero::<usize>::MIN, make, |mut prober, _| {
            counts.add(&prober.counts);
            match prober.write(out) {
                Ok(()) => ControlFlow::Continue(()),
                Err(error) => ControlFlow::Break(error),
            }
        });
        match read.map_err(read_failed(shard))? {
            ControlFlow::Continue(totals) => {
                (counts.games, counts.plies) = (totals.games, totals.plies);
                Ok(counts)
            }
            ControlFlow::Break(error) => Err(shard.output_failed()(error)),
        }
    }
}

impl SyzygyTask {
    /// Opens the tables. Returns an error unless there are as many tables as when the job was
    /// planned.
    fn open(&self) -> Result<Tablebase, JobError> {
        let mut tables = Tablebase::new();
        for folder in &self.folders {
            tables.add_directory(folder).map_err(|error| JobError::io(folder, error))?;
        }
        let count = tables.tables().count();
        if count != self.tables {
            let planned = self.tables;
            let reason =
                format!("there are {count} tables, and were {planned} when the job was planned");
            return Err(JobError::new(self.folders.join(", "), reason));
        }
        Ok(tables)
    }
}

/// The values of a position from the point of view of the side to move. The ply is missing if the
/// position comes from a record.
#[derive(Serialize)]
struct Line {
    offset: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    ply: Option<u32>,
    wdl: i8,
    #[serde(skip_serializing_if = "Option::is_none")]
    dtz: Option<i32>,
}

/// Probes the tables for the positions of games.
struct Prober<'a> {
    tables: &'a Tablebase,
    /// Maximum number of pieces for which there is a table.
    pieces: u32,
    offset: u64,
    ply: u32,
    counts: Counts,
    lines: Vec<u8>,
}

impl<'a> Prober<'a> {
    fn new(tables: &'a Tablebase) -> Self {
        let pieces = tables.largest();
        let (counts, lines) = (Counts::default(), Vec::new());
        Self { tables, pieces, offset: 0, ply: 0, counts, lines }
    }

    fn probe(&mut self, pos: &Position, offset: u64, ply: Option<u32>) {
        if pos.occupied().len() > self.pieces {
            return;
        }
        // Positions with castling rights are in no table.
        let Ok(Lookup::Known(wdl)) = self.tables.probe_wdl(pos) else { return };
        let dtz = match self.tables.probe_dtz(pos) {
            Ok(Lookup::Known(dtz)) => Some(dtz.plies()),
            _ => None,
        };
        self.counts.positions += 1;
        let line = Line { offset, ply, wdl: wdl as i8, dtz };
        // Writing to memory does not fail.
        if serde_json::to_writer(&mut self.lines, &line).is_ok() {
            self.lines.push(b'\n');
        }
    }

    fn write(&mut self, out: &mut dyn Write) -> std::io::Result<()> {
        out.write_all(&self.lines)?;
        self.lines.clear();
        Ok(())
    }
}

impl Visitor for Prober<'_> {
    fn begin_game(&mut self, game: GameStart) {
        (self.offset, self.ply) = (game.offset, 0);
    }

    fn start_position(&mut self, position: &Position) {
        self.probe(position, self.offset, Some(0));
    }

    fn legal_move(&mut self, played: &Played<'_>) -> Skip {
        self.ply += 1;
        self.probe(played.after, self.offset, Some(self.ply));
        Skip::No
    }

    fn null_move(&mut self, _: &NullMove<'_>) -> Skip {
        self.ply += 1;
        Skip::No
    }

    fn begin_variation(&mut self) -> Skip {
        Skip::Yes
    }

    fn end_game(&mut self, end: &GameEnd) {
        self.counts.errors += u64::from(end.integrity != reynard_pgn::Integrity::Complete);
    }
}
