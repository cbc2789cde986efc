//! A visitor that writes everything down, and checks that events come in an order that makes sense.

use std::io::{self, Read};

use reynard::{FenOptions, Position, UciMove};
use reynard_pgn::{
    Comment, CommentStyle, Diagnostic, GameEnd, GameStart, Integrity, MovetextMode, Nag, NullMove,
    Played, ReadError, Reader, ReaderOptions, Severity, Skip, Termination, Text, Totals, Visitor,
};

/// What a reader has told, one event a line.
pub(crate) struct Recorder {
    pub(crate) log: String,
    pub(crate) diagnostics: Vec<Diagnostic>,
    pub(crate) ends: Vec<GameEnd>,
    wanted: MovetextMode,
    state: State,
    depth: usize,
    /// The position of the main line.
    main: Option<Position>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Between,
    Tags,
    Moves,
    Result,
}

impl Recorder {
    pub(crate) fn new(wanted: MovetextMode) -> Self {
        Self {
            log: String::new(),
            diagnostics: Vec::new(),
            ends: Vec::new(),
            wanted,
            state: State::Between,
            depth: 0,
            main: None,
        }
    }

    /// A position has come up.
    fn reach(&mut self, position: &Position) {
        if self.depth == 0 {
            self.main = Some(position.clone());
        }
    }

    fn line(&mut self, line: impl AsRef<str>) {
        self.log.push_str(line.as_ref());
        self.log.push('\n');
    }
}

impl Visitor for Recorder {
    fn begin_game(&mut self, game: GameStart) {
        assert_eq!(self.state, State::Between);
        self.state = State::Tags;
        self.main = None;
        self.line(format!("game{} | at {}", game.number, game.offset));
    }

    fn tag(&mut self, name: &[u8], value: Text<'_>) {
        assert_eq!(self.state, State::Tags);
        self.line(format!("[{} {value:?}]", name.escape_ascii()));
    }

    fn end_tags(&mut self) -> MovetextMode {
        assert_eq!(self.state, State::Tags);
        self.state = State::Moves;
        self.wanted
    }

    fn start_position(&mut self, position: &Position) {
        assert_eq!(self.state, State::Moves);
        self.reach(position);
        if *position != Position::startpos() {
            let fen = position.fen_text(FenOptions::default());
            self.line(format!("from({fen})"));
        }
    }

    fn san(&mut self, token: &[u8]) -> Skip {
        assert_eq!(self.state, State::Moves);
        self.line(token.escape_ascii().to_string());
        Skip::No
    }

    fn legal_move(&mut self, played: &Played<'_>) -> Skip {
        assert_eq!(self.state, State::Moves);
        assert!(played.before.is_legal(played.mv));
        let mut after = played.before.clone();
        after.play_unchecked(played.mv);
        assert_eq!(after.to_setup(), played.after.to_setup());
        self.reach(played.after);
        let uci = UciMove::from(played.mv);
        self.line(format!("{} | {uci} {:016x}", played.token.escape_ascii(), after.key()));
        Skip::No
    }

    fn null_move(&mut self, passed: &NullMove<'_>) -> Skip {
        assert_eq!(self.state, State::Moves);
        assert_eq!(passed.before.board(), passed.after.board());
        assert_ne!(passed.before.turn(), passed.after.turn());
        self.reach(passed.after);
        self.line(format!("{} | pass", passed.token.escape_ascii()));
        Skip::No
    }

    fn nag(&mut self, nag: Nag) {
        assert_eq!(self.state, State::Moves);
        self.line(nag.to_string());
    }

    fn unread(&mut self, text: &[u8]) {
        assert!(matches!(self.state, State::Moves | State::Result));
        // Text beyond a limit comes in pieces, as its bytes arrive.
        let piece = text.escape_ascii().to_string();
        if self.log.lines().next_back().is_some_and(|line| line.starts_with("unread ")) {
            self.log.pop();
            self.line(piece);
        } else {
            self.line(format!("unread {piece}"));
        }
    }

    fn comment(&mut self, comment: Comment<'_>) {
        assert!(matches!(self.state, State::Moves | State::Result));
        let text = comment.text.raw().escape_ascii();
        match comment.style {
            CommentStyle::Braces => self.line(format!("{{{text}}}")),
            CommentStyle::Line => self.line(format!(";{text}")),
            CommentStyle::Escape => self.line(format!("escape {text}")),
        }
    }

    fn begin_variation(&mut self) -> Skip {
        assert_eq!(self.state, State::Moves);
        self.depth += 1;
        self.line("(");
        Skip::No
    }

    fn end_variation(&mut self) {
        assert_eq!(self.state, State::Moves);
        self.depth -= 1;
        self.line(")");
    }

    fn result(&mut self, result: Termination) {
        assert_eq!(self.state, State::Moves);
        self.state = State::Result;
        self.line(result.as_str());
    }

    fn final_position(&mut self, position: &Position) {
        assert_eq!(self.depth, 0);
        assert_eq!(self.main.take().as_ref(), Some(position));
    }

    fn end_game(&mut self, end: &GameEnd) {
        assert_eq!(self.main, None, "the final position was told");
        assert!(matches!(self.state, State::Moves | State::Result));
        assert_eq!(self.depth, 0);
        assert_eq!(end.number, self.ends.len() as u64 + 1);
        assert!(end.end >= end.start);
        self.state = State::Between;
        let integrity = match end.integrity {
            Integrity::Complete => "end",
            Integrity::Damaged => "damaged",
            Integrity::Rejected => "rejected",
        };
        self.line(format!("{integrity} | {} plies, {}..{}", end.plies, end.start, end.end));
        self.ends.push(*end);
    }

    fn diagnostic(&mut self, diagnostic: &Diagnostic) {
        if self.wanted == MovetextMode::Moves || diagnostic.severity() == Severity::Error {
            self.line(format!(
                "diagnostic {} {} {diagnostic}",
                diagnostic.severity(),
                diagnostic.offset
            ));
        }
        assert!(diagnostic.line > 0 && diagnostic.column > 0);
        self.diagnostics.push(diagnostic.clone());
    }
}

/// Reads bytes in memory.
pub(crate) fn read(pgn: &[u8], wanted: MovetextMode, options: ReaderOptions) -> Recorder {
    let mut recorder = Recorder::new(wanted);
    let result = Reader::from_bytes(pgn).with_options(options).read_all(&mut recorder);
    finish(&mut recorder, &result);
    recorder
}

/// Reads a stream.
pub(crate) fn read_stream(
    read: impl Read,
    wanted: MovetextMode,
    options: ReaderOptions,
) -> Recorder {
    let mut recorder = Recorder::new(wanted);
    let result = Reader::new(read).with_options(options).read_all(&mut recorder);
    finish(&mut recorder, &result);
    recorder
}

fn finish(recorder: &mut Recorder, result: &Result<Totals, ReadError>) {
    assert_eq!(recorder.state, State::Between);
    match result {
        Ok(totals) => {
            assert_eq!(totals.games, recorder.ends.len() as u64);
            assert_eq!(totals.plies, recorder.ends.iter().map(|end| end.plies).sum::<u64>());
        }
        Err(error) => recorder.line(format!("failed: {error}")),
    }
}

/// Hands bytes out in pieces of a size, with interruptions.
pub(crate) struct Pieces<'a> {
    pub(crate) rest: &'a [u8],
    pub(crate) size: usize,
    pub(crate) calls: usize,
}

impl Read for Pieces<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.calls += 1;
        if self.calls.is_multiple_of(5) {
            return Err(io::ErrorKind::Interrupted.into());
        }
        let count = self.size.min(buffer.len()).min(self.rest.len());
        buffer[..count].copy_from_slice(&self.rest[..count]);
        self.rest = &self.rest[count..];
        Ok(count)
    }
}
