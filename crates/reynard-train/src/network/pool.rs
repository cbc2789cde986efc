//! The shuffled positions of all games, in files of bounded size.

use std::collections::HashSet;
use std::fs::{self, File};
use std::io::{BufWriter, ErrorKind, Read, Write};
use std::num::NonZeroU32;
use std::path::{Path, PathBuf};

use super::error::PoolError;
use super::lambda_returns::LambdaReturns;
use super::record::PositionRecord;
use super::teacher::Teacher;
use crate::shard::{PositionFilter, ShardFileError, TrainingGame};
use reynard_base::SplitMix64;

/// Source of the positions' targets.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Labels {
    /// The search score and the game result.
    #[default]
    Games,
    /// The static value of the classic evaluation, on positions one or two random moves away from
    /// the games. From these positions, a network learns the evaluation's knowledge before it sees
    /// any games.
    Classic,
}

/// Settings for a [`PositionPool`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PoolSettings {
    /// Filter of positions.
    pub filter: PositionFilter,
    /// Source of the targets.
    pub labels: Labels,
    /// Weight λ, from 0 to 1, of later scores and the game result. Each position's score is
    /// replaced with its λ-return: the weighted mean of its expected score, those of all later
    /// positions and the game result, where the weight of each score is λ times the previous one.
    pub lambda: f32,
    /// Every nth game is held out for validation.
    pub held_out: Option<NonZeroU32>,
    /// Memory available for the positions of a chunk, in bytes. The number of positions need not be
    /// known in advance.
    pub memory: u64,
    /// Seed for distributing positions over chunks.
    pub seed: u64,
}

impl Default for PoolSettings {
    fn default() -> Self {
        Self {
            filter: PositionFilter::default(),
            labels: Labels::default(),
            lambda: 0.0,
            held_out: NonZeroU32::new(100),
            memory: 2 << 30,
            seed: 1,
        }
    }
}

/// Number of chunks over which positions are distributed. When the pool is read, neighboring chunks
/// are joined as memory allows.
const CHUNKS: usize = 64;
/// Maximum number of held-out positions.
const MOST_HELD_OUT: usize = 500_000;
/// The file that is written last. A pool without this file is incomplete.
const MANIFEST: &str = "pool.txt";
/// The file that contains the held-out positions.
const HELD_OUT: &str = "held-out.bin";

/// A folder that contains the shuffled positions of games.
///
/// When the pool is built, positions are distributed over chunk files at random; each chunk is
/// shuffled when it is read. Whole games are held out before that, so no game contributes both
/// training positions and held-out positions.
#[derive(Clone, Debug)]
pub struct PositionPool {
    folder: PathBuf,
    /// Number of positions in each chunk.
    lengths: Vec<u64>,
    held_out: Vec<PositionRecord>,
    games: u64,
    inputs: Vec<String>,
    lambda: f32,
    checksum: u32,
    /// Indices of the chunks that are read together.
    groups: Vec<Vec<usize>>,
}

impl PositionPool {
    /// Builds a pool in a folder, which is created if necessary. An existing pool is replaced.
    ///
    /// `inputs` names the sources of the games. The names can be any text, and are
    /// [stored](Self::unnamed_input) with the pool.
    ///
    /// # Errors
    ///
    /// [`PoolError`] if a game cannot be read, a file cannot be written, or there are no positions.
    /// No files are left behind in this case.
    pub fn build(
        folder: &Path,
        inputs: &[String],
        games: impl Iterator<Item = Result<TrainingGame, ShardFileError>>,
        settings: PoolSettings,
    ) -> Result<Self, PoolError> {
        let built = Self::try_build(folder, inputs, games, settings);
        if built.is_err() {
            // The error is the reason to tell, whatever becomes of the files.
            let _ = remove_files(folder, CHUNKS);
        }
        built
    }

    fn try_build(
        folder: &Path,
        inputs: &[String],
        games: impl Iterator<Item = Result<TrainingGame, ShardFileError>>,
        settings: PoolSettings,
    ) -> Result<Self, PoolError> {
        fs::create_dir_all(folder).map_err(PoolError::file(folder))?;
        let manifest = folder.join(MANIFEST);
        if manifest.exists() {
            fs::remove_file(&manifest).map_err(PoolError::file(&manifest))?;
        }
        let mut writer = PoolWriter::new(folder, settings.seed)?;
        let mut teacher = Teacher::new(settings.seed);
        let returns = LambdaReturns::look_ahead(settings.lambda);
        let mut count = 0_u64;
        for game in games {
            let mut game = game?;
            count += 1;
            if let Some(returns) = &returns {
                returns.apply(&mut game);
            }
            let is_held_out =
                settings.held_out.is_some_and(|n| count.is_multiple_of(n.get().into()));
            for sample in game.samples(settings.filter) {
                let number = u32::try_from(count).unwrap_or(u32::MAX);
                let sample = match settings.labels {
                    Labels::Games => Some(sample),
                    Labels::Classic => teacher.label(sample),
                };
                let record = sample.and_then(|sample| PositionRecord::pack(&sample, number));
                let Some(record) = record else { continue };
                if is_held_out {
                    writer.hold_out(record);
                } else {
                    writer.add(&record)?;
                }
            }
        }
        let PoolWriter { lengths, held_out, checksum, .. } = writer.finish(folder)?;
        let checksum = checksum.finalize();
        let groups = group(&lengths, settings.memory);
        let pool = Self {
            folder: folder.to_owned(),
            lengths,
            held_out,
            games: count,
            inputs: inputs.iter().map(|input| on_a_line(input)).collect(),
            lambda: settings.lambda,
            checksum,
            groups,
        };
        fs::write(&manifest, pool.manifest(&settings)).map_err(PoolError::file(&manifest))?;
        Ok(pool)
    }

    /// Opens a complete pool that was built with the same settings. Returns `None` if the folder
    /// does not contain such a pool.
    ///
    /// # Errors
    ///
    /// [`PoolError`] if a file cannot be read, or its length differs from the length recorded in
    /// the pool.
    pub fn open(folder: &Path, settings: &PoolSettings) -> Result<Option<Self>, PoolError> {
        let path = folder.join(MANIFEST);
        let Ok(text) = fs::read_to_string(&path) else { return Ok(None) };
        let damaged = || PoolError::Damaged { path: path.clone() };
        let field = |name: &str| {
            text.lines()
                .find_map(|line| line.strip_prefix(name)?.strip_prefix(' '))
                .ok_or_else(damaged)
        };
        let lengths: Vec<u64> = field("chunks")?
            .split(' ')
            .map(|length| length.parse().map_err(|_| damaged()))
            .collect::<Result<_, _>>()?;
        let number = |name| field(name)?.parse::<u64>().map_err(|_| damaged());
        let (games, checksum) = (number("games")?, number("checksum")?);
        let held_out_path = folder.join(HELD_OUT);
        let bytes = fs::read(&held_out_path).map_err(PoolError::file(&held_out_path))?;
        let pool = Self {
            folder: folder.to_owned(),
            groups: group(&lengths, settings.memory),
            lengths,
            held_out: records(&bytes),
            games,
            inputs: text
                .lines()
                .filter_map(|line| line.strip_prefix("input "))
                .map(String::from)
                .collect(),
            lambda: settings.lambda,
            checksum: u32::try_from(checksum).map_err(|_| damaged())?,
        };
        if pool.manifest(settings) != text {
            return Ok(None);
        }
        for (number, length) in pool.lengths.iter().enumerate() {
            let path = chunk_path(folder, number);
            let found = fs::metadata(&path).map_err(PoolError::file(&path))?.len();
            if found != length * PositionRecord::LEN as u64 {
                return Err(PoolError::Damaged { path });
            }
        }
        Ok(Some(pool))
    }

    /// Returns the number of positions to learn from.
    pub fn len(&self) -> u64 {
        self.lengths.iter().sum()
    }

    /// Returns `true` if there are no positions to learn from.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the number of games, including held-out ones.
    pub const fn games(&self) -> u64 {
        self.games
    }

    /// Returns an input of the pool that is not among the given names, or `None` if all inputs are.
    /// If an input is returned, the pool also contains games from inputs that were not named.
    pub fn unnamed_input(&self, named: &[String]) -> Option<&str> {
        let named: HashSet<String> = named.iter().map(|name| on_a_line(name)).collect();
        self.inputs.iter().find(|input| !named.contains(*input)).map(String::as_str)
    }

    /// Returns the weight λ of later scores in the game: see [`PoolSettings::lambda`].
    pub const fn lambda(&self) -> f32 {
        self.lambda
    }

    /// Returns the positions of the held-out games, at most 500,000.
    pub fn held_out(&self) -> &[PositionRecord] {
        &self.held_out
    }

    /// Returns the checksum of all positions, in game order.
    pub const fn checksum(&self) -> u32 {
        self.checksum
    }

    /// Removes the files of the pool, and its folder if it is otherwise empty.
    ///
    /// # Errors
    ///
    /// [`PoolError`] if a file cannot be removed.
    pub fn remove(self) -> Result<(), PoolError> {
        remove_files(&self.folder, self.lengths.len())
    }

    /// Returns the number of positions in each part. A part is read into memory as one unit.
    pub(super) fn parts(&self) -> impl Iterator<Item = u64> + '_ {
        self.groups.iter().map(|group| group.iter().map(|&chunk| self.lengths[chunk]).sum())
    }

    /// Reads a part and shuffles it.
    pub(super) fn read(
        &self,
        part: usize,
        random: &mut SplitMix64,
    ) -> Result<Vec<PositionRecord>, PoolError> {
        let mut all = Vec::new();
        for &chunk in &self.groups[part] {
            let path = chunk_path(&self.folder, chunk);
            let mut bytes = Vec::new();
            let mut file = File::open(&path).map_err(PoolError::file(&path))?;
            file.read_to_end(&mut bytes).map_err(PoolError::file(&path))?;
            let found = records(&bytes);
            if found.len() as u64 != self.lengths[chunk] {
                return Err(PoolError::Damaged { path });
            }
            all.extend(found);
        }
        random.shuffle(&mut all);
        Ok(all)
    }

    fn manifest(&self, settings: &PoolSettings) -> String {
        let lengths: Vec<String> = self.lengths.iter().map(u64::to_string).collect();
        let inputs: Vec<String> =
            self.inputs.iter().map(|input| format!("input {input}\n")).collect();
        format!(
            "reynard-pool 2\nseed {}\nlabels {:?}\nlambda {}\nheld-out {}\nfilter {:?}\ngames {}\nchecksum {}\nchunks {}\n{}",
            settings.seed,
            settings.labels,
            self.lambda,
            settings.held_out.map_or(0, NonZeroU32::get),
            settings.filter,
            self.games,
            self.checksum,
            lengths.join(" "),
            inputs.concat(),
        )
    }
}

/// The files of a pool that is being built.
struct PoolWriter {
    /// The chunks, with their paths.
    chunks: Vec<(BufWriter<File>, PathBuf)>,
    lengths: Vec<u64>,
    held_out: Vec<PositionRecord>,
    checksum: crc32fast::Hasher,
    random: SplitMix64,
}

impl PoolWriter {
    fn new(folder: &Path, seed: u64) -> Result<Self, PoolError> {
        let chunks = (0..CHUNKS).map(|number| {
            let path = chunk_path(folder, number);
            let file = File::create(&path).map_err(PoolError::file(&path))?;
            Ok((BufWriter::with_capacity(1 << 16, file), path))
        });
        Ok(Self {
            chunks: chunks.collect::<Result<_, PoolError>>()?,
            lengths: vec![0; CHUNKS],
            held_out: Vec::new(),
            checksum: crc32fast::Hasher::new(),
            random: SplitMix64::from_seeds(&[seed, 0]),
        })
    }

    /// Stores a held-out position, if there is room for it.
    fn hold_out(&mut self, record: PositionRecord) {
        self.checksum.update(&record.to_bytes());
        if self.held_out.len() < MOST_HELD_OUT {
            self.held_out.push(record);
        }
    }

    /// Adds a position to a chunk.
    fn add(&mut self, record: &PositionRecord) -> Result<(), PoolError> {
        let bytes = record.to_bytes();
        self.checksum.update(&bytes);
        let number = self.random.below(CHUNKS);
        let (chunk, path) = &mut self.chunks[number];
        self.lengths[number] += 1;
        chunk.write_all(&bytes).map_err(PoolError::file(path))
    }

    /// Completes all files except the manifest.
    fn finish(mut self, folder: &Path) -> Result<Self, PoolError> {
        for (chunk, path) in &mut self.chunks {
            chunk.flush().map_err(PoolError::file(path))?;
        }
        if self.lengths.iter().sum::<u64>() == 0 {
            return Err(PoolError::Empty);
        }
        let path = folder.join(HELD_OUT);
        let bytes: Vec<u8> = self.held_out.iter().flat_map(|record| record.to_bytes()).collect();
        fs::write(&path, bytes).map_err(PoolError::file(&path))?;
        Ok(self)
    }
}

/// Joins neighboring chunks into parts that take at most a quarter of the memory. A chunk larger
/// than that is a part by itself.
fn group(lengths: &[u64], memory: u64) -> Vec<Vec<usize>> {
    let most = memory / 4 / PositionRecord::LEN as u64;
    let mut groups: Vec<Vec<usize>> = Vec::new();
    let mut size = 0;
    for (number, &length) in lengths.iter().enumerate().filter(|(_, length)| **length > 0) {
        match groups.last_mut() {
            Some(group) if size + length <= most => group.push(number),
            _ => {
                groups.push(vec![number]);
                size = 0;
            }
        }
        size += length;
    }
    groups
}

/// Escapes the line breaks in a name.
fn on_a_line(name: &str) -> String {
    name.escape_debug().to_string()
}

/// Removes any existing files of a pool, and its folder if it is otherwise empty.
fn remove_files(folder: &Path, chunks: usize) -> Result<(), PoolError> {
    let names = [MANIFEST, HELD_OUT].map(|name| folder.join(name));
    let chunks = (0..chunks).map(|number| chunk_path(folder, number));
    for path in names.into_iter().chain(chunks) {
        match fs::remove_file(&path) {
            Err(error) if error.kind() != ErrorKind::NotFound => {
                return Err(PoolError::file(&path)(error));
            }
            _ => {}
        }
    }
    // Somebody else's files may be in it.
    let _ = fs::remove_dir(folder);
    Ok(())
}

fn chunk_path(folder: &Path, number: usize) -> PathBuf {
    folder.join(format!("chunk-{number:02}.bin"))
}

fn records(bytes: &[u8]) -> Vec<PositionRecord> {
    let (records, _) = bytes.as_chunks::<{ PositionRecord::LEN }>();
    records.iter().map(|&record| PositionRecord::from_bytes(record)).collect()
}
