//! The deck: cards derived from games, repertoires and puzzles.

use std::collections::BTreeMap;

use reynard::{Color, Move, Position};
use reynard_pgn::{GameTree, NodeId, Step};

use crate::{
    CardHistories, CardId, CardKind, GameInfo, LeadIn, LearnCard, NoCardReason, OwnJudgment,
    QueueCard, own_moves,
};

/// The cards of a notebook. The same games yield the same cards, regardless of their order.
///
/// ```
/// use reynard_learn::{CardKind, LearnDeck};
/// use reynard_learn::reynard::Color;
/// use reynard_learn::reynard_pgn::Games;
///
/// let pgn = b"1. e4 {[%eval 0.3]} e5 {[%eval 0.2]} 2. Nf3 {[%eval 0.2]} f6 {[%eval 1.9]} \
///             (2... Nc6 {[%eval 0.2]}) *";
/// let game = Games::from_bytes(pgn).next().unwrap()?.tree;
/// let mut deck = LearnDeck::default();
/// deck.add_game(&game, Color::Black);
/// let card = deck.cards().next().expect("a mistake");
/// assert_eq!((card.kind, card.mistakes.len()), (CardKind::Mistake, 1));
/// # Ok::<(), reynard_learn::reynard_pgn::ReadError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct LearnDeck {
    cards: BTreeMap<CardId, LearnCard>,
    /// Identities of the cards in the order in which they were added.
    order: Vec<CardId>,
    /// Number of the current game, if the caller counts them.
    source: Option<u32>,
    left_out: BTreeMap<NoCardReason, u64>,
    null_branches: u64,
}

impl LearnDeck {
    /// Sets the number of the next game, which its cards record in their
    /// [`sources`](LearnCard::sources).
    ///
    /// ```
    /// use reynard_learn::LearnDeck;
    /// use reynard_learn::reynard::Color;
    /// use reynard_learn::reynard_pgn::Games;
    ///
    /// let game = Games::from_bytes(b"1. e4 *").next().unwrap()?.tree;
    /// let mut deck = LearnDeck::default();
    /// deck.set_source(7);
    /// deck.add_repertoire(&game, Color::White);
    /// assert!(deck.cards().all(|card| card.sources == [7]));
    /// # Ok::<(), reynard_learn::reynard_pgn::ReadError>(())
    /// ```
    pub const fn set_source(&mut self, source: u32) {
        self.source = Some(source);
    }

    /// Adds the mistakes of a side in a game. Returns the number of new cards.
    pub fn add_game(&mut self, tree: &GameTree, side: Color) -> usize {
        let before = self.cards.len();
        let mut info = None;
        for own in own_moves(tree, side) {
            let kind = match own.judgment() {
                OwnJudgment::Fine => continue,
                OwnJudgment::WithoutCard(reason) => {
                    *self.left_out.entry(reason).or_default() += 1;
                    continue;
                }
                OwnJudgment::Mistake => CardKind::of_mistake(&own),
            };
            let info = info.get_or_insert_with(|| GameInfo::of(tree, side)).clone();
            let card = self.card(&own.position, &own.lead_in, kind);
            card.add_mistake(own, info);
        }
        self.cards.len() - before
    }

    /// Adds the moves of a side in all lines of a repertoire. Returns the number of new cards. A
    /// branch that begins with a null move is only counted, and creates no cards.
    ///
    /// ```
    /// use reynard_learn::LearnDeck;
    /// use reynard_learn::reynard::Color;
    /// use reynard_learn::reynard_pgn::Games;
    ///
    /// // Two orders of moves lead to one position: three cards.
    /// let pgn = b"1. d4 d5 (1... e6 2. c4 d5 3. Nc3) 2. c4 e6 3. Nc3 *";
    /// let game = Games::from_bytes(pgn).next().unwrap()?.tree;
    /// assert_eq!(LearnDeck::default().add_repertoire(&game, Color::White), 4);
    /// # Ok::<(), reynard_learn::reynard_pgn::ReadError>(())
    /// ```
    pub fn add_repertoire(&mut self, tree: &GameTree, side: Color) -> usize {
        let before = self.cards.len();
        let start = tree.start();
        let mut open = vec![(NodeId::ROOT, start.clone(), LeadIn::new(start))];
        while let Some((node, pos, lead_in)) = open.pop() {
            let mut below = Vec::new();
            for child in tree.children(node) {
                let Some(Step::Move(mv)) = tree.step(child) else {
                    self.null_branches += 1;
                    continue;
                };
                if pos.turn() == side {
                    let card = self.card(&pos, &lead_in, CardKind::Repertoire);
                    if !card.repertoire.contains(&mv) {
                        card.repertoire.push(mv);
                    }
                }
                let mut next = pos.clone();
                next.play_unchecked(mv);
                let mut lead_in = lead_in.clone();
                lead_in.push(mv);
                below.push((child, next, lead_in));
            }
            // The main line first.
            open.extend(below.into_iter().rev());
        }
        self.cards.len() - before
    }

    /// Adds a puzzle: a game that starts from the puzzle's position and whose main line is the
    /// solution. Returns `false` if the main line has no moves.
    ///
    /// ```
    /// use reynard_learn::LearnDeck;
    /// use reynard_learn::reynard_pgn::Games;
    ///
    /// let pgn = b"[SetUp \"1\"]\n[FEN \"6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1\"]\n\n1. Ra8# 1-0";
    /// let game = Games::from_bytes(pgn).next().unwrap()?.tree;
    /// assert!(LearnDeck::default().add_puzzle(&game));
    /// # Ok::<(), reynard_learn::reynard_pgn::ReadError>(())
    /// ```
    pub fn add_puzzle(&mut self, tree: &GameTree) -> bool {
        let mut solution: Vec<Move> = tree
            .main_line()
            .map_while(|node| match tree.step(node) {
                Some(Step::Move(mv)) => Some(mv),
                _ => None,
            })
            .collect();
        // It ends with a move of the solver.
        if solution.len().is_multiple_of(2) {
            solution.pop();
        }
        if solution.is_empty() {
            return false;
        }
        self.card(tree.start(), &LeadIn::new(tree.start()), CardKind::Puzzle).solution = solution;
        true
    }

    /// Returns the card of a position, creating it if needed. If a card has several kinds, the kind
    /// that comes first in [`CardKind`] applies.
    fn card(&mut self, pos: &Position, lead_in: &LeadIn, kind: CardKind) -> &mut LearnCard {
        let id = CardId::of(pos);
        let order = &mut self.order;
        let card = self.cards.entry(id).or_insert_with(|| {
            order.push(id);
            LearnCard::new(pos.clone(), lead_in.clone(), kind)
        });
        card.kind = card.kind.min(kind);
        card.sources.extend(self.source.filter(|source| card.sources.last() != Some(source)));
        card
    }

    /// Returns the cards in the order in which they were added.
    pub fn cards(&self) -> impl ExactSizeIterator<Item = &LearnCard> {
        self.order.iter().map(|id| &self.cards[id])
    }

    /// Returns the places of the cards in the schedule, in the order in which they were added.
    ///
    /// ```
    /// use reynard_learn::{CardHistories, LearnDeck, due_times};
    ///
    /// let (deck, histories) = (LearnDeck::default(), CardHistories::default());
    /// assert_eq!(due_times(deck.places(&histories)).min(), None);
    /// ```
    pub fn places(&self, histories: &CardHistories) -> impl Iterator<Item = QueueCard> {
        self.cards().map(|card| QueueCard::new(card, histories))
    }

    /// Returns the card with the given identity, or `None` if there is none.
    pub fn card_of(&self, id: CardId) -> Option<&LearnCard> {
        self.cards.get(&id)
    }

    /// Returns the number of mistakes that did not create a card, by reason.
    pub const fn left_out(&self) -> &BTreeMap<NoCardReason, u64> {
        &self.left_out
    }

    /// Returns the number of repertoire branches that begin with a null move.
    pub const fn null_branches(&self) -> u64 {
        self.null_branches
    }
}

#[cfg(test)]
mod tests {
    use reynard_pgn::Games;

    use super::*;

    fn game(pgn: &str) -> GameTree {
        Games::from_bytes(pgn.as_bytes()).next().expect("a game").expect("memory").tree
    }

    const MISTAKE: &str = "[White \"Me\"]\n[Black \"Other\"]\n\n1. e4 {[%eval 0.3]} e5 {[%eval 0.3]} \
                           2. Ke2 {[%eval -2.5]} (2. Nf3 {[%eval 0.3]} Nc6) *";

    #[test]
    fn a_mistake_that_is_made_twice_is_one_card_with_more_weight() {
        let mut deck = LearnDeck::default();
        assert_eq!(deck.add_game(&game(MISTAKE), Color::White), 1);
        let weight = deck.cards().next().expect("a card").weight();
        assert_eq!(deck.add_game(&game(MISTAKE), Color::White), 0);
        let card = deck.cards().next().expect("a card");
        assert_eq!((card.mistakes.len(), card.weight()), (2, 2 * weight));
        assert_eq!(card.mistakes[0].game.opponent, "Other");
        assert_eq!(card.best_line().len(), 2);
    }

    #[test]
    fn a_mistake_inside_the_repertoire_is_a_repertoire_card_of_the_same_identity() {
        let mut deck = LearnDeck::default();
        deck.add_game(&game(MISTAKE), Color::White);
        let id = deck.cards().next().expect("a card").id;
        assert_eq!(deck.add_repertoire(&game("1. e4 e5 2. Bc4 (2. Nc3) *"), Color::White), 1);
        let card = deck.card_of(id).expect("the same card");
        assert_eq!((card.kind, card.repertoire.len()), (CardKind::Repertoire, 2));
        assert_eq!(card.best().map(|mv| mv.to_string()).as_deref(), Some("f1c4"));
    }

    #[test]
    fn the_order_of_games_and_files_changes_no_card() {
        let repertoire = game("1. e4 e5 2. Bc4 *");
        let (mut one, mut two) = (LearnDeck::default(), LearnDeck::default());
        one.add_game(&game(MISTAKE), Color::White);
        one.add_repertoire(&repertoire, Color::White);
        two.add_repertoire(&repertoire, Color::White);
        two.add_game(&game(MISTAKE), Color::White);
        assert_eq!(one.cards, two.cards);
    }

    #[test]
    fn a_branch_behind_a_null_move_is_counted_and_makes_no_card() {
        let mut deck = LearnDeck::default();
        deck.add_repertoire(&game("1. e4 e5 (1... -- 2. d4 d5 3. Nc3) 2. Nf3 *"), Color::White);
        assert_eq!((deck.cards().len(), deck.null_branches()), (2, 1));
    }

    #[test]
    fn a_mistake_after_one_of_the_opponent_is_a_punishment() {
        let pgn =
            "1. e4 {[%eval 0.3]} g5 {[%eval 3.0]} 2. Ke2 {[%eval 0.0]} (2. d4 {[%eval 3.0]}) *";
        let mut deck = LearnDeck::default();
        deck.add_game(&game(pgn), Color::White);
        assert_eq!(deck.cards().next().map(|card| card.kind), Some(CardKind::Punishment));
    }
}
