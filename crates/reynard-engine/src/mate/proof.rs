//! Depth-first proof-number search over a bounded number of moves.
//!
//! At an *attack* node the mating side is to move, and a single mating move proves the node; a
//! *defense* node is refuted by a single reply. If a node has several open children, their proof or
//! disproof numbers are not added up. Instead, the largest of them is taken, plus one for each
//! other open child. The children's subtrees overlap, so a sum would count many nodes twice.

use reynard::{Move, Position};

use super::exact::sort_checks;
use super::solver::Solver;
use super::table::{INFINITE, Numbers};

/// Number of the mating side's moves at the end of each line that are searched without proof
/// numbers.
const EXACT: u8 = 2;

/// A child of a node, with its numbers.
#[derive(Clone, Copy)]
struct Child {
    mv: Move,
    numbers: Numbers,
}

/// Thresholds for the proof and disproof numbers. A node is searched until one of them is reached.
#[derive(Clone, Copy)]
struct Thresholds {
    proof: u32,
    disproof: u32,
}

/// Divisor of the threshold slack: a child is searched until its number exceeds that of the
/// second-best child by a quarter, because revisiting a node is costly.
const SLACK: u32 = 4;

impl Solver<'_> {
    /// Returns `true` if the side to move can mate in at most `moves` moves. The result is
    /// meaningless if the search has been stopped.
    pub(super) fn prove(&mut self, pos: &Position, moves: u8) -> bool {
        let all = Thresholds { proof: INFINITE, disproof: INFINITE };
        self.attack_node(pos, moves, all).proof == 0
    }

    /// Searches a node of the mating side until its numbers reach the thresholds.
    fn attack_node(&mut self, pos: &Position, moves: u8, limit: Thresholds) -> Numbers {
        if moves <= EXACT {
            return match self.attack(pos, moves) {
                Some(_) => Numbers::PROVEN,
                None => Numbers::REFUTED,
            };
        }
        let key = pos.key() ^ self.salt;
        if let Some(known) = self.known_attack(key, moves) {
            return known;
        }
        if !self.count() {
            return Numbers { proof: 1, disproof: 1 };
        }
        let before = self.search.nodes;
        let mut children = self.attacks(pos, moves);
        let mut child = pos.clone();
        let numbers = loop {
            let (numbers, choice) = attack_numbers(&children);
            let Some(choice) = choice.filter(|_| !numbers.is_decided()) else { break numbers };
            if self.is_stopped || numbers.proof >= limit.proof || numbers.disproof >= limit.disproof
            {
                break numbers;
            }
            let limit = Thresholds {
                proof: limit.proof.min(choice.bound),
                disproof: limit.disproof.saturating_sub(choice.others),
            };
            pos.play_into(children[choice.best].mv, &mut child);
            children[choice.best].numbers = self.defense_node(&child, moves, limit);
        };
        if self.is_stopped {
            return numbers;
        }
        if numbers.disproof == 0 {
            self.search.bounds.store_no_mate(key, moves);
        }
        if let Some(winner) = children.iter().find(|child| child.numbers.proof == 0) {
            pos.play_into(winner.mv, &mut child);
            let length = 1 + self.longest_defense(&child, moves);
            self.search.bounds.store_mate(key, length.min(moves), winner.mv);
        }
        self.search.numbers.store(key, moves, numbers, self.search.nodes - before);
        numbers
    }

    /// Searches a node of the defending side until its numbers reach the thresholds.
    fn defense_node(&mut self, pos: &Position, moves: u8, limit: Thresholds) -> Numbers {
        if !self.count() {
            return Numbers { proof: 1, disproof: 1 };
        }
        let before = self.search.nodes;
        let mut children = self.defenses(pos, moves);
        let mut child = pos.clone();
        let numbers = loop {
            let (numbers, choice) = defense_numbers(&children);
            let Some(choice) = choice.filter(|_| !numbers.is_decided()) else { break numbers };
            if self.is_stopped || numbers.proof >= limit.proof || numbers.disproof >= limit.disproof
            {
                break numbers;
            }
            let best = choice.best;
            let limit = Thresholds {
                proof: limit.proof.saturating_sub(choice.others),
                disproof: limit.disproof.min(choice.bound),
            };
            let reply = children[best].mv;
            pos.play_into(reply, &mut child);
            children[best].numbers = self.attack_node(&child, moves - 1, limit);
            if children[best].numbers.disproof == 0 && !self.is_stopped {
                self.search.refuters.add(reply);
            }
        };
        if !self.is_stopped {
            let key = pos.key() ^ self.salt;
            self.search.numbers.store(key, moves, numbers, self.search.nodes - before);
        }
        numbers
    }

    /// Returns the numbers of a node with the mating side to move, if the table contains its
    /// result.
    fn known_attack(&self, key: u64, moves: u8) -> Option<Numbers> {
        let bounds = self.search.bounds.probe(key);
        if bounds.mate > 0 && bounds.mate <= moves {
            Some(Numbers::PROVEN)
        } else if bounds.no_mate >= moves {
            Some(Numbers::REFUTED)
        } else {
            None
        }
    }

    /// Returns the moves of the mating side, checks first. Moves that leave few replies get low
    /// proof numbers, since they promise a short proof.
    fn attacks(&mut self, pos: &Position, moves: u8) -> Vec<Child> {
        let mut list = pos.legal_moves();
        sort_checks(pos, &mut list);
        let mut child = pos.clone();
        list.iter()
            .map(|&mv| {
                pos.play_into(mv, &mut child);
                let numbers = self.search.numbers.probe(child.key() ^ self.salt, moves);
                let numbers = numbers.unwrap_or_else(|| {
                    let (replies, check) = (child.count_legal_moves(), child.is_check());
                    match (replies, check) {
                        (0, true) => Numbers::PROVEN,
                        (0, false) => Numbers::REFUTED,
                        (replies, true) => Numbers { proof: replies, disproof: 1 },
                        (replies, false) => Numbers { proof: QUIET + replies, disproof: 1 },
                    }
                });
                Child { mv, numbers }
            })
            .collect()
    }

    /// Returns the replies, those that have refuted most often first.
    fn defenses(&mut self, pos: &Position, moves: u8) -> Vec<Child> {
        let mut list = pos.legal_moves();
        self.search.refuters.sort(&mut list);
        let mut child = pos.clone();
        list.iter()
            .map(|&mv| {
                pos.play_into(mv, &mut child);
                let key = child.key() ^ self.salt;
                let known = self.known_attack(key, moves - 1);
                let numbers = known.or_else(|| self.search.numbers.probe(key, moves - 1));
                Child { mv, numbers: numbers.unwrap_or(Numbers { proof: 1, disproof: 1 }) }
            })
            .collect()
    }

    /// Returns the length of the longest known mate over all replies. Mates that are no longer in
    /// the table count as `moves - 1`.
    fn longest_defense(&self, pos: &Position, moves: u8) -> u8 {
        let mut child = pos.clone();
        let mut longest = 0;
        for &reply in &pos.legal_moves() {
            pos.play_into(reply, &mut child);
            let mate = self.search.bounds.probe(child.key() ^ self.salt).mate;
            longest = longest.max(if mate == 0 { moves - 1 } else { mate });
        }
        longest
    }
}

/// Amount added to the proof number of a move that does not give check.
const QUIET: u32 = 4;

/// The child to search next.
#[derive(Clone, Copy)]
struct Choice {
    best: usize,
    /// Threshold for the child's number: up to it, the child remains the best one, with some slack.
    bound: u32,
    /// Number of the other open children.
    others: u32,
}

/// Returns the numbers of an attack node, and the child with the smallest proof number.
fn attack_numbers(children: &[Child]) -> (Numbers, Option<Choice>) {
    let numbers = |child: &Child| (child.numbers.proof, child.numbers.disproof);
    let (proof, disproof, choice) = combine(children.iter().map(numbers));
    (Numbers { proof, disproof }, choice)
}

/// Returns the numbers of a defense node, and the child with the smallest disproof number.
fn defense_numbers(children: &[Child]) -> (Numbers, Option<Choice>) {
    let numbers = |child: &Child| (child.numbers.disproof, child.numbers.proof);
    let (disproof, proof, choice) = combine(children.iter().map(numbers));
    (Numbers { proof, disproof }, choice)
}

/// Combines the children's pairs of numbers. Returns the smallest first number, the weak sum of the
/// second numbers, and the child with the smallest first number.
fn combine(children: impl Iterator<Item = (u32, u32)>) -> (u32, u32, Option<Choice>) {
    let (mut least, mut second, mut best) = (INFINITE, INFINITE, None);
    let (mut largest, mut open) = (0, 0_u32);
    for (index, (own, other)) in children.enumerate() {
        if own < least {
            (second, least, best) = (least, own, Some(index));
        } else if own < second {
            second = own;
        }
        if other > 0 {
            largest = largest.max(other);
            open += 1;
        }
    }
    let others = open.saturating_sub(1);
    let bound = (second + 1 + second / SLACK).min(INFINITE);
    let choice = best.map(|best| Choice { best, bound, others });
    // One child that is decided for the node decides the node.
    let sum = if least == 0 { INFINITE } else { (largest + others).min(INFINITE) };
    (least, sum, choice)
}
