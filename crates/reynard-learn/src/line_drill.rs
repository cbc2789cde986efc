//! Drills whole lines of the repertoire.

use std::collections::BTreeSet;

use reynard::{Color, Move, Position};

use crate::{CardId, LearnRepertoire};

/// A drill that plays through lines of the repertoire from their start. The opponent's moves are
/// chosen at random.
///
/// A line is chosen only if it contains a position on which the learner has not been quizzed. The
/// drill ends once the learner's own choices no longer lead to any such position.
///
/// ```
/// use reynard_learn::reynard::Color;
/// use reynard_learn::reynard_pgn::Games;
/// use reynard_learn::{LearnRepertoire, LineDrill};
///
/// let game = Games::from_bytes(b"1. e4 e5 (1... c5 2. Nf3) 2. Nf3 *").next().unwrap()?.tree;
/// let mut repertoire = LearnRepertoire::default();
/// repertoire.add(&game, Color::White, "white.pgn");
/// let mut drill = LineDrill::new(repertoire);
/// let mut asked = 0;
/// // All moves of the opponent alike, the first one that is left.
/// while let Some(question) = drill.next(|_, moves| vec![1; moves.len()], |_| 0) {
///     let mv = drill.moves_in(&question.position)[0];
///     drill.answer(mv);
///     asked += 1;
/// }
/// // Each of the two lines has two moves.
/// assert_eq!(asked, 4);
/// # Ok::<(), reynard_learn::reynard_pgn::ReadError>(())
/// ```
#[derive(Clone, Debug)]
pub struct LineDrill {
    repertoire: LearnRepertoire,
    /// Positions on which the learner has been quizzed.
    asked: BTreeSet<CardId>,
    line: Option<Line>,
    /// Set if the last line contained a position that was new to the learner, or if it was the
    /// first line.
    is_new: bool,
}

/// The current line.
#[derive(Clone, Debug)]
struct Line {
    side: Color,
    position: Position,
    /// Positions of the line, used to end it at a repetition.
    seen: BTreeSet<CardId>,
    reply: Option<(Position, Move)>,
    is_start: bool,
}

/// A position, within a line, on which the learner is quizzed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineQuestion {
    /// The card.
    pub card: CardId,
    /// The position, in which the learner is to move.
    pub position: Position,
    /// The opponent's previous move, and the position in which it was played; `None` at the start
    /// of the line.
    pub reply: Option<(Position, Move)>,
    /// Set if this is the first position of a line.
    pub is_start: bool,
    /// Set if the learner has already been quizzed on the position.
    pub is_repeated: bool,
}

impl LineDrill {
    /// Starts a drill of a repertoire.
    pub const fn new(repertoire: LearnRepertoire) -> Self {
        Self { repertoire, asked: BTreeSet::new(), line: None, is_new: true }
    }

    /// Returns `true` if the repertoire contains no positions in which the learner is to move.
    ///
    /// ```
    /// use reynard_learn::{LearnRepertoire, LineDrill};
    ///
    /// assert!(LineDrill::new(LearnRepertoire::default()).is_empty());
    /// ```
    pub fn is_empty(&self) -> bool {
        self.repertoire.own_positions() == 0
    }

    /// Returns the moves of the repertoire for the side to move, main move first.
    pub fn moves_in(&self, pos: &Position) -> &[Move] {
        self.repertoire.moves_in(pos.turn(), pos)
    }

    /// Returns the next position to quiz the learner on, or `None` at the end of the drill.
    /// `weights` returns the weights of the opponent's moves in a position; if all of them are 0,
    /// all moves are equally likely. `random` returns a random number below its argument.
    pub fn next(
        &mut self,
        mut weights: impl FnMut(&Position, &[Move]) -> Vec<u64>,
        mut random: impl FnMut(u64) -> u64,
    ) -> Option<LineQuestion> {
        loop {
            let mut line = self.line.take().or_else(|| self.begin(&mut random))?;
            let id = CardId::of(&line.position);
            let moves = self.repertoire.moves_in(line.side, &line.position);
            if moves.is_empty() || !line.seen.insert(id) {
                continue;
            }
            if line.position.turn() == line.side {
                let question = LineQuestion {
                    card: id,
                    position: line.position.clone(),
                    reply: line.reply.take(),
                    is_start: line.is_start,
                    is_repeated: self.asked.contains(&id),
                };
                line.is_start = false;
                self.line = Some(line);
                return Some(question);
            }
            let open: Vec<Move> = moves
                .iter()
                .copied()
                .filter(|&mv| {
                    line.position.after(mv).is_ok_and(|next| self.is_open(line.side, &next))
                })
                .collect();
            if open.is_empty() {
                continue;
            }
            let weights = weights(&line.position, &open);
            let mv = open[drawn(&weights, open.len(), &mut random)];
            line.reply = Some((line.position.clone(), mv));
            line.position.play_unchecked(mv);
            self.line = Some(line);
        }
    }

    /// Begins a line that contains a position to quiz the learner on. Returns `None` if there is no
    /// such line, or if the last line contained nothing new.
    fn begin(&mut self, random: &mut impl FnMut(u64) -> u64) -> Option<Line> {
        if !self.is_new {
            return None;
        }
        self.is_new = false;
        let starts = self.repertoire.starts().iter();
        let open: Vec<&(Color, Position)> =
            starts.filter(|(side, position)| self.is_open(*side, position)).collect();
        let index = drawn(&[], open.len(), random);
        let (side, position) = (*open.get(index)?).clone();
        Some(Line { side, position, seen: BTreeSet::new(), reply: None, is_start: true })
    }

    /// Returns `true` if a position on which the learner has not been quizzed can be reached.
    fn is_open(&self, side: Color, from: &Position) -> bool {
        let mut seen = BTreeSet::new();
        let mut open = vec![from.clone()];
        while let Some(pos) = open.pop() {
            let id = CardId::of(&pos);
            let moves = self.repertoire.moves_in(side, &pos);
            if moves.is_empty() || !seen.insert(id) {
                continue;
            }
            if pos.turn() == side && !self.asked.contains(&id) {
                return true;
            }
            open.extend(moves.iter().filter_map(|&mv| pos.after(mv).ok()));
        }
        false
    }

    /// Plays the learner's move in the line.
    ///
    /// ```
    /// use reynard_learn::{LearnRepertoire, LineDrill};
    /// # let mv = reynard_learn::reynard::Position::startpos().parse_uci("e2e4").unwrap();
    /// // Without a line nothing happens.
    /// LineDrill::new(LearnRepertoire::default()).answer(mv);
    /// ```
    pub fn answer(&mut self, mv: Move) {
        let Some(line) = &mut self.line else { return };
        let id = CardId::of(&line.position);
        if line.position.play(mv).is_ok() {
            self.is_new |= self.asked.insert(id);
        }
    }

    /// Abandons the line: the next position belongs to another line.
    pub fn abandon(&mut self) {
        if let Some(line) = self.line.take() {
            self.is_new |= self.asked.insert(CardId::of(&line.position));
        }
    }
}

/// Draws an index at random according to the weights. All indices are equally likely if there are
/// no weights or if all weights are 0.
fn drawn(weights: &[u64], count: usize, random: &mut impl FnMut(u64) -> u64) -> usize {
    let sum = weights.iter().fold(0_u64, |sum, &weight| sum.saturating_add(weight));
    if sum == 0 || weights.len() != count {
        let count = u64::try_from(count).unwrap_or(u64::MAX);
        return if count > 1 { usize::try_from(random(count)).unwrap_or(0) } else { 0 };
    }
    let mut left = random(sum);
    for (index, &weight) in weights.iter().enumerate() {
        if left < weight {
            return index;
        }
        left -= weight;
    }
    0
}

#[cfg(test)]
mod tests {
    use reynard_pgn::Games;

    use super::*;

    fn drill(pgn: &str, side: Color) -> LineDrill {
        let mut repertoire = LearnRepertoire::default();
        for game in Games::from_bytes(pgn.as_bytes()) {
            repertoire.add(&game.expect("memory"), side, "file");
        }
        LineDrill::new(repertoire)
    }

    /// Plays lines, always answering with the main move. Returns the opponent's moves and the
    /// number of questions.
    fn played(drill: &mut LineDrill, random: impl Fn(u64) -> u64) -> (Vec<String>, usize) {
        let (mut replies, mut asked) = (Vec::new(), 0);
        while let Some(question) = drill.next(|_, moves| moves.iter().map(|_| 1).collect(), &random)
        {
            let name = question
                .reply
                .map_or_else(|| "start".to_owned(), |(pos, mv)| pos.numbered_move(mv));
            replies.push(name);
            let mv = drill.moves_in(&question.position)[0];
            drill.answer(mv);
            asked += 1;
            assert!(asked < 1_000, "no end");
        }
        (replies, asked)
    }

    const PGN: &str = "1. e4 e5 (1... c5 2. Nf3 d6 3. d4) (1... e6 2. d4) 2. Nf3 Nc6 3. Bb5 *";

    // gtim/chessdriller#51: lines began one move too late.
    #[test]
    fn each_line_begins_at_the_start_and_each_position_is_reached() {
        for choice in 0..3 {
            let mut drill = drill(PGN, Color::White);
            let (replies, _) = played(&mut drill, |below| choice % below);
            assert_eq!(replies.iter().filter(|it| *it == "start").count(), 3, "{replies:?}");
            for reply in ["1... e5", "1... c5", "1... e6", "2... Nc6", "2... d6"] {
                assert_eq!(replies.iter().filter(|it| *it == reply).count(), 1, "{replies:?}");
            }
        }
    }

    #[test]
    fn black_is_asked_after_a_move_of_white() {
        let mut drill = drill("1. e4 c5 (1... e5) 2. Nf3 d6 *", Color::Black);
        let (replies, _) = played(&mut drill, |_| 0);
        assert_eq!(replies, ["1. e4", "2. Nf3"], "the side line is never chosen");
    }

    #[test]
    fn transpositions_and_repetitions_end() {
        let pgn =
            "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 *\n\n1. d4 d5 2. c4 e6 *\n\n1. c4 e6 2. d4 d5 *";
        let (_, asked) = played(&mut drill(pgn, Color::White), |_| 0);
        assert!(asked >= 2, "{asked}");
        assert_eq!(played(&mut drill("*", Color::White), |_| 0).1, 0);
    }

    // Siderite/lichessTools#1540: the line that transposes was never complete.
    #[test]
    fn a_line_that_transposes_into_another_one_is_asked_to_its_end() {
        let pgn = "1. d4 d5 2. Nc3 c5 (2... Nf6 3. Bf4 c5 4. e3 e6) 3. Bf4 Nf6 *";
        for choice in 0..2 {
            let mut drill = drill(pgn, Color::White);
            let (replies, _) = played(&mut drill, |below| choice % below);
            assert_eq!(drill.asked.len(), 5, "{replies:?}");
        }
    }

    #[test]
    fn weights_decide_and_none_is_drawn_twice_while_others_wait() {
        let mut drill = drill(PGN, Color::White);
        let weights = |_: &Position, moves: &[Move]| {
            moves.iter().map(|mv| if mv.to_string() == "c7c5" { 90 } else { 1 }).collect()
        };
        let Some(_) = drill.next(weights, |_| 0) else { panic!("a line") };
        drill.answer(Position::startpos().parse_uci("e2e4").expect("a move"));
        // e5, c5, e6: with the weights 1, 90 and 1.
        let Some(question) = drill.next(weights, |below| below / 2) else { panic!("a question") };
        assert_eq!(question.reply.map(|(_, mv)| mv.to_string()).as_deref(), Some("c7c5"));
    }

    #[test]
    fn a_line_that_is_left_does_not_come_back() {
        let mut drill = drill(PGN, Color::White);
        let mut asked = 0;
        while drill.next(|_, _| Vec::new(), |_| 0).is_some() {
            drill.abandon();
            asked += 1;
            assert!(asked < 50, "no end");
        }
    }
}
