//! From the games of a collection to the samples that a book is made of.

use std::io;

use reynard::{Color, Position};
use reynard_book::{BookMove, Collector, Order, Points, Sample};
use reynard_pgn::{
    Diagnostic, GameEnd, GameStart, NullMove, Played, Severity, Skip, Termination, Text, Verdict,
    Visitor, Wanted,
};

/// So many errors are told one by one; the others are counted.
const MAX_TOLD: usize = 10;

/// The memory in which the moves of a piece of a collection are kept, in bytes: more than a piece has
/// that the reader cuts off, and a bound on what one has that it could not cut.
const PIECE: usize = 1 << 24;

/// Which games and which of their moves count.
#[derive(Clone, Copy, Debug)]
pub(super) struct Choice {
    /// How many moves of both sides of a game, at most.
    pub(super) max_ply: u16,
    /// The moves of this side only.
    pub(super) side: Option<Color>,
    /// The rating that both players must have at least; 0 for any or none.
    pub(super) min_elo: u32,
}

/// What became of the games.
#[derive(Clone, Debug, Default)]
pub(super) struct Counts {
    pub(super) games: u64,
    /// Games that were left out because of the ratings of their players.
    pub(super) unrated: u64,
    /// Games with errors, of which the legal moves before count.
    pub(super) damaged: u64,
    /// The first errors.
    pub(super) errors: Vec<Diagnostic>,
}

impl Counts {
    /// Adds those of games that come later, and of which so many games come before in their file.
    pub(super) fn add(&mut self, other: Self, games_before: u64) {
        self.games += other.games;
        self.unrated += other.unrated;
        self.damaged += other.damaged;
        let room = MAX_TOLD - self.errors.len();
        for mut error in other.errors.into_iter().take(room) {
            error.game = error.game.map(|number| number + games_before);
            self.errors.push(error);
        }
    }
}

/// Receives games and collects their moves.
pub(super) struct Games {
    choice: Choice,
    pub(super) collector: Collector,
    /// The number of the next game.
    number: u32,
    pub(super) counts: Counts,
    /// What went wrong with the collector.
    pub(super) failure: Option<io::Error>,
    /// What the tags of a game say about its result and the ratings of the players.
    tagged: Option<Termination>,
    elo: [u32; 2],
    /// How many moves the game has had.
    ply: u16,
    /// The moves of the game, whose result may come last.
    moves: Vec<(u64, BookMove, Color)>,
}

impl Games {
    /// The games of a piece are numbered from 0.
    pub(super) fn new(choice: Choice) -> Self {
        Self {
            choice,
            collector: Collector::new(PIECE),
            number: 0,
            counts: Counts::default(),
            failure: None,
            tagged: None,
            elo: [0; 2],
            ply: 0,
            moves: Vec::new(),
        }
    }

    fn collect(&mut self, result: Option<Termination>) -> io::Result<()> {
        // A game without a known result counts as a draw, as it does for Polyglot.
        let result = result.and_then(Termination::result);
        for (&(key, m, side), ply) in self.moves.iter().zip(0..) {
            let points = result.map_or(Points::Draw, |result| Points::of(result, side));
            let order = Order::new(self.number, ply);
            self.collector.push(Sample { key, order, m, points })?;
        }
        Ok(())
    }

    fn add(&mut self, before: &Position, m: BookMove) -> Skip {
        if self.ply >= self.choice.max_ply {
            return Skip::Yes;
        }
        self.ply += 1;
        if self.choice.side.is_none_or(|side| side == before.turn()) {
            self.moves.push((before.polyglot_key(), m, before.turn()));
        }
        if self.ply == self.choice.max_ply { Skip::Yes } else { Skip::No }
    }
}

impl Visitor for Games {
    fn begin_game(&mut self, _: GameStart) {
        self.tagged = None;
        self.elo = [0; 2];
        self.ply = 0;
        self.moves.clear();
    }

    fn tag(&mut self, name: &[u8], value: Text<'_>) {
        let number = || value.decode().trim().parse().unwrap_or_default();
        match name {
            b"Result" => self.tagged = Termination::from_bytes(&value.unescaped()),
            b"WhiteElo" => self.elo[0] = number(),
            b"BlackElo" => self.elo[1] = number(),
            _ => {}
        }
    }

    fn end_tags(&mut self) -> Wanted {
        self.counts.games += 1;
        let [white, black] = self.elo;
        if white.min(black) < self.choice.min_elo {
            self.counts.unrated += 1;
            return Wanted::Nothing;
        }
        if self.choice.max_ply == 0 { Wanted::Nothing } else { Wanted::Moves }
    }

    fn legal_move(&mut self, played: &Played<'_>) -> Skip {
        self.add(played.before, BookMove::new(played.mv))
    }

    fn null_move(&mut self, _: &NullMove<'_>) -> Skip {
        // What follows is no game.
        Skip::Yes
    }

    fn begin_variation(&mut self) -> Skip {
        Skip::Yes
    }

    fn end_game(&mut self, end: &GameEnd) {
        self.counts.damaged += u64::from(end.verdict != Verdict::Complete);
        let result = self.tagged.or(end.result);
        if let Err(error) = self.collect(result) {
            self.failure.get_or_insert(error);
        }
        self.number = self.number.saturating_add(1);
    }

    fn diagnostic(&mut self, diagnostic: &Diagnostic) {
        if diagnostic.severity() == Severity::Error && self.counts.errors.len() < MAX_TOLD {
            self.counts.errors.push(diagnostic.clone());
        }
    }
}
