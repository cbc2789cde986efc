//! Games as trees, one after another, for reports that need comments and variations.

use std::fs::File;
use std::io::Read;
use std::iter::Enumerate;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::vec;

use anyhow::Context;
use indicatif::ProgressBar;
use reynard_base::parallel::Workers;
use reynard_console::diagnostics::note_errors;
use reynard_console::output::{Output, Paint};
use reynard_console::source;
use reynard_games::Query;
use reynard_pgn::{
    Diagnostic, ErrorPolicy, GameTree, Games, Input, ParsedGame, PieceLetters, ReadError, Reader,
    ReaderOptions, Stream,
};

use super::input::{Inputs, Sums, is_of_contents, progress_bar};

/// The games of a file.
type FileGames = Games<Stream<Input<'static>>>;

/// The file that is currently being read.
struct OpenGames {
    games: FileGames,
    name: String,
    /// The index of the file in the list.
    index: usize,
    /// The number of games read from the file so far.
    read: u64,
}

/// The games of several files, one after another.
struct Trees {
    files: Enumerate<vec::IntoIter<PathBuf>>,
    /// `true` if there is only one file, in which case an error in it ends the command.
    is_alone: bool,
    /// The files that could not be read to their end.
    failures: Sums,
    /// The games of the file that is currently being read.
    games: Option<OpenGames>,
    /// The diagnostics of text that is not part of a game.
    rest: Vec<Diagnostic>,
    policy: ErrorPolicy,
    letters: PieceLetters,
    bar: ProgressBar,
}

impl Trees {
    fn new(inputs: &Inputs, paint: Paint) -> anyhow::Result<Self> {
        let files = source::expand(inputs.files.iter().map(PathBuf::as_path))?;
        let bar = progress_bar(&files, paint);
        let Inputs { policy, letters, .. } = *inputs;
        let is_alone = files.len() == 1;
        let (files, failures) = (files.into_iter().enumerate(), Sums::default());
        Ok(Self { files, is_alone, failures, games: None, rest: Vec::new(), policy, letters, bar })
    }

    fn open(&self, path: &Path) -> anyhow::Result<FileGames> {
        let name = path.to_string_lossy();
        let source = (path.as_os_str() != "-").then(|| Arc::from(&*name));
        let (policy, letters) = (self.policy, self.letters);
        let options = ReaderOptions { source, policy, letters, ..ReaderOptions::default() };
        let raw: Box<dyn Read + Send> = if path.as_os_str() == "-" {
            Box::new(source::stdin())
        } else {
            Box::new(File::open(path).with_context(|| name.to_string())?)
        };
        let input = Input::new(self.bar.wrap_read(raw)).with_context(|| name.to_string())?;
        Ok(Games::new(Reader::new(input).with_options(options)))
    }
}

impl Iterator for Trees {
    type Item = anyhow::Result<ParsedGame>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some(OpenGames { games, name, index, read }) = &mut self.games
                && let Some(game) = games.next()
            {
                match game {
                    Ok(game) => {
                        *read += 1;
                        return Some(Ok(game));
                    }
                    Err(ReadError::Io(error)) if !self.is_alone => {
                        self.failures.fail(*index, format!("{name}: {error}"), *read);
                    }
                    Err(ReadError::Io(error)) => {
                        return Some(Err(anyhow::Error::new(error).context(name.clone())));
                    }
                    // The error already has its location.
                    Err(error @ ReadError::Stopped(_)) => return Some(Err(error.into())),
                }
            }
            if let Some(ended) = self.games.take() {
                self.rest.extend_from_slice(ended.games.rest());
            }
            let (index, path) = self.files.next()?;
            match self.open(&path) {
                Ok(games) => {
                    let name = path.to_string_lossy().into_owned();
                    self.games = Some(OpenGames { games, name, index, read: 0 });
                }
                Err(error) if !self.is_alone && is_of_contents(&error) => {
                    self.failures.fail(index, format!("{error:#}"), 0);
                }
                Err(error) => return Some(Err(error)),
            }
        }
    }
}

/// Reads the games that match a query as trees, and processes each game in a worker. The results
/// are passed to `take` in game order, each with the number of the game in its file, until `take`
/// returns `false`. `take` can also set the message of the progress bar.
pub(super) fn each_tree<W: Send, R: Send>(
    inputs: &Inputs,
    query: &Query,
    workers: Workers<'_, W>,
    out: &mut Output,
    work: impl Fn(&mut W, &GameTree) -> R + Sync,
    mut take: impl FnMut(R, &GameTree, u64, &ProgressBar, &mut Output) -> anyhow::Result<bool>,
) -> anyhow::Result<Sums> {
    let mut sums = Sums::default();
    let mut trees = Trees::new(inputs, out.paint_notes())?;
    let bar = trees.bar.clone();
    let flow = workers.ordered(
        |_| trees.next(),
        |worker, game| {
            let game = game?;
            let is_found = query.matches_tree(&game.tree, game.end.integrity.into());
            let result = is_found.then(|| work(worker, &game.tree));
            Ok((game, result))
        },
        |result: anyhow::Result<(ParsedGame, Option<R>)>| {
            let taken = result.and_then(|(game, result)| {
                sums.games += 1;
                sums.errors += bar.suspend(|| note_errors(&game.diagnostics, out))?;
                match result {
                    Some(result) => take(result, &game.tree, game.end.number, &bar, out),
                    None => Ok(true),
                }
            });
            match taken {
                Ok(true) => ControlFlow::Continue(()),
                Ok(false) => ControlFlow::Break(Ok(())),
                Err(error) => ControlFlow::Break(Err(error)),
            }
        },
    );
    bar.finish_and_clear();
    sums.errors += note_errors(&trees.rest, out)?;
    sums.take_failures(trees.failures);
    match flow {
        ControlFlow::Break(result) => result.map(|()| sums),
        ControlFlow::Continue(()) => Ok(sums),
    }
}
