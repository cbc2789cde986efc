//! Cards: positions in which the learner is asked for a move, with the correct answers.

use std::fmt;
use std::time::Duration;

use reynard::{Color, Move, Position};
use reynard_analysis::Assessment;

use crate::own_moves::{OwnMove, mate_of};
use crate::{
    CardId, EndgameLoss, EndgameValue, GameInfo, LeadIn, MoveContext, ProvedFact, StoredLine,
    learn_facts,
};

/// The kind of a card. If there are several reasons to ask about a position, the kind listed first
/// applies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum CardKind {
    /// The learner's repertoire has moves in this position.
    Repertoire,
    /// The learner lost half a point in an endgame covered by tablebases.
    Endgame,
    /// The learner made a mistake.
    Mistake,
    /// The learner did not punish a mistake of the opponent.
    Punishment,
    /// A position with one winning line, from a puzzle file.
    Puzzle,
}

impl CardKind {
    /// All kinds.
    pub const ALL: [Self; 5] =
        [Self::Repertoire, Self::Endgame, Self::Mistake, Self::Punishment, Self::Puzzle];

    /// Returns the kind of the card that a mistake creates.
    pub(crate) const fn of_mistake(own: &OwnMove) -> Self {
        if own.endgame.is_some() {
            Self::Endgame
        } else if own.after_mistake {
            Self::Punishment
        } else {
            Self::Mistake
        }
    }

    /// Returns the noun for a card of this kind, in the singular, for numbered lists.
    ///
    /// ```
    /// use reynard_learn::CardKind;
    ///
    /// assert_eq!(CardKind::Repertoire.noun(), "repertoire move");
    /// ```
    pub const fn noun(self) -> &'static str {
        match self {
            Self::Repertoire => "repertoire move",
            Self::Endgame | Self::Mistake | Self::Punishment | Self::Puzzle => self.name(),
        }
    }

    /// Returns the name in lower case.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Repertoire => "repertoire",
            Self::Endgame => "endgame",
            Self::Mistake => "mistake",
            Self::Punishment => "punishment",
            Self::Puzzle => "puzzle",
        }
    }
}

impl fmt::Display for CardKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A mistake that was made in a game and on which a card is based.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CardMistake {
    /// The game.
    pub game: GameInfo,
    /// The move that was played.
    pub played: Move,
    /// The opponent's line after the move; empty if unknown.
    pub reply: Vec<Move>,
    /// Evaluation before the move.
    pub before: Assessment,
    /// Evaluation after the move.
    pub after: Assessment,
    /// Loss of expected score, in thousandths of a point.
    pub loss: u32,
    /// Time left on the learner's clock before the move.
    pub clock: Option<Duration>,
}

/// The card of a position in which the learner is to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LearnCard {
    /// Identity.
    pub id: CardId,
    /// The position.
    pub position: Position,
    /// The moves that lead to the position in the first game or line that contains it.
    pub lead_in: LeadIn,
    /// Kind.
    pub kind: CardKind,
    /// Mistakes in this position, in the order of the games.
    pub mistakes: Vec<CardMistake>,
    /// Better lines stored in the games, best first.
    pub better: Vec<StoredLine>,
    /// Moves of the repertoire, main move first.
    pub repertoire: Vec<Move>,
    /// Solution of a puzzle: the learner's moves alternating with the replies.
    pub solution: Vec<Move>,
    /// The value that the learner must keep, in an endgame covered by tablebases.
    pub goal: Option<EndgameValue>,
    /// Numbers of the games from which the card was made, as set by
    /// [`LearnDeck::set_source`](crate::LearnDeck::set_source).
    pub sources: Vec<u32>,
}

impl LearnCard {
    /// Creates the card of a position, without answers.
    pub(crate) fn new(position: Position, lead_in: LeadIn, kind: CardKind) -> Self {
        Self {
            id: CardId::of(&position),
            position,
            lead_in,
            kind,
            mistakes: Vec::new(),
            better: Vec::new(),
            repertoire: Vec::new(),
            solution: Vec::new(),
            goal: None,
            sources: Vec::new(),
        }
    }

    /// Adds a mistake made in a game.
    pub(crate) fn add_mistake(&mut self, own: OwnMove, game: GameInfo) {
        let loss = own.loss();
        self.goal = self.goal.or(own.endgame.map(EndgameLoss::before));
        let OwnMove { mv, before, after, better, reply, clock, .. } = own;
        for line in better {
            let is_known = self.better.iter().any(|it| it.moves.first() == line.moves.first());
            if !is_known {
                self.better.push(line);
            }
        }
        self.mistakes.push(CardMistake { game, played: mv, reply, before, after, loss, clock });
    }

    /// Returns the side of the learner.
    pub const fn side(&self) -> Color {
        self.position.turn()
    }

    /// Returns the move taught by the card: the main move of the repertoire, the first move of a
    /// solution, or the best stored move.
    ///
    /// ```
    /// # use reynard_learn::LearnDeck;
    /// use reynard_learn::reynard::Color;
    /// use reynard_learn::reynard_pgn::Games;
    ///
    /// let game = Games::from_bytes(b"1. e4 e5 2. Nf3 *").next().unwrap()?.tree;
    /// let mut deck = LearnDeck::default();
    /// deck.add_repertoire(&game, Color::White);
    /// let card = deck.cards().next().expect("a card");
    /// assert_eq!(card.best().map(|mv| mv.to_string()).as_deref(), Some("e2e4"));
    /// # Ok::<(), reynard_learn::reynard_pgn::ReadError>(())
    /// ```
    pub fn best(&self) -> Option<Move> {
        let lines = [&self.repertoire[..], &self.solution];
        let first = lines.into_iter().find_map(|line| line.first().copied());
        first.or_else(|| self.better.first()?.moves.first().copied())
    }

    /// Returns the line that begins with the move returned by [`best`](Self::best).
    pub fn best_line(&self) -> &[Move] {
        let Some(best) = self.best() else { return &[] };
        if self.solution.first() == Some(&best) {
            return &self.solution;
        }
        let stored = self.better.iter().find(|line| line.moves.first() == Some(&best));
        stored.map_or(&self.repertoire[..self.repertoire.len().min(1)], |line| &line.moves)
    }

    /// Returns the move to find after a number of moves of the solution, the replies among them; 0
    /// stands for the position of the card.
    ///
    /// ```
    /// # use reynard_learn::LearnDeck;
    /// # let deck = LearnDeck::default();
    /// assert!(deck.cards().all(|card| card.best_after(0) == card.best()));
    /// ```
    pub fn best_after(&self, step: usize) -> Option<Move> {
        if step > 0 { self.solution.get(step).copied() } else { self.best() }
    }

    /// Returns the move to find after a number of moves of the solution and the reply to it, if the
    /// solution then has another move to find. The main move of a repertoire may be another one than
    /// that of the solution, which then does not go on.
    ///
    /// ```
    /// # use reynard_learn::LearnDeck;
    /// # let deck = LearnDeck::default();
    /// assert!(deck.cards().all(|card| card.solution.len() > 2 || card.next_after(0).is_none()));
    /// ```
    pub fn next_after(&self, step: usize) -> Option<[Move; 2]> {
        let &[mv, reply, _] = self.solution.get(step..step + 3)? else { return None };
        (self.best_after(step) == Some(mv)).then_some([mv, reply])
    }

    /// Returns the evaluation of the position with best play, from White's point of view: the best
    /// evaluation stored in the games.
    pub fn value(&self) -> Option<Assessment> {
        let side = self.side();
        let lines = self.better.iter().filter_map(|line| line.assessment);
        let all = lines.chain(self.mistakes.iter().map(|mistake| mistake.before));
        all.max_by_key(|it| {
            (it.expected_score(side), mate_of(*it, side).map_or(0, |moves| 1_000 - moves.min(999)))
        })
    }

    /// Returns the facts about one of the card's mistakes.
    ///
    /// ```
    /// # use reynard_learn::LearnDeck;
    /// # let deck = LearnDeck::default();
    /// for card in deck.cards() {
    ///     for fact in card.mistakes.iter().flat_map(|mistake| card.facts(mistake)) {
    ///         println!("{fact}");
    ///     }
    /// }
    /// ```
    pub fn facts(&self, mistake: &CardMistake) -> Vec<ProvedFact> {
        let best = self.better.first().map_or(&[][..], |line| &line.moves);
        let CardMistake { played, reply, before, after, .. } = mistake;
        learn_facts(MoveContext {
            position: &self.position,
            mv: *played,
            reply,
            best,
            values: Some([*before, *after]),
        })
    }

    /// Returns the weight of a new card: the total loss of its mistakes in thousandths of a point.
    /// A repeated mistake therefore tends to be shown first.
    ///
    /// ```
    /// # use reynard_learn::LearnDeck;
    /// assert!(LearnDeck::default().cards().all(|card| card.weight() > 0));
    /// ```
    pub fn weight(&self) -> u32 {
        self.mistakes.iter().fold(0, |sum, mistake| mistake.loss.saturating_add(sum))
    }
}
