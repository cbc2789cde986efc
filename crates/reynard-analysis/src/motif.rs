//! Finds tactical motifs in a line of moves. Each motif is defined by a rule that uses only the
//! board.

use std::fmt;

use reynard::attacks::{self, between};
use reynard::{Color, Move, MoveKind, PieceType, PieceValues, Position, Rank, Square};

/// A tactical motif.
///
/// A *target* of a piece is an opposing piece that it attacks and that is the king, is worth more
/// than the attacker, or is unprotected.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PuzzleMotif {
    /// The line ends with a rook or queen giving mate on the king's first rank, where the king is
    /// confined only by its own pieces and the edge of the board.
    BackRankMate,
    /// The line ends with a mate given by a knight alone, and the king's own pieces occupy all
    /// squares around it.
    SmotheredMate,
    /// The first move captures an unprotected piece other than a pawn.
    HangingPiece,
    /// The moved piece has two or more targets, it cannot be captured profitably, and the line
    /// continues.
    Fork,
    /// An opposing piece is pinned to its king. Without the pin, the piece could capture a target
    /// or save itself.
    Pin,
    /// The moved queen, rook or bishop attacks a piece. That piece moves away, and the piece behind
    /// it on the line is captured.
    Skewer,
    /// A queen, rook or bishop has a new target on a line opened by the moved piece. The target is
    /// the king, or a piece that is captured on the next move.
    DiscoveredAttack,
    /// The reply, made in response to a check or by capturing, draws a piece away from a square
    /// that it protected, and a piece captures or promotes there. An exchange of equal pieces does
    /// not count as a deflection. Neither does a capture of a more valuable piece, which would be
    /// good even without the deflection.
    Deflection,
    /// Two pieces give check.
    DoubleCheck,
    /// A pawn promotes to a queen.
    Promotion,
    /// A pawn promotes to a rook, bishop or knight.
    Underpromotion,
    /// A move gives up material: its static exchange evaluation is negative.
    Sacrifice,
    /// A pawn captures en passant.
    EnPassant,
}

impl PuzzleMotif {
    /// All motifs.
    pub const ALL: [Self; 13] = [
        Self::BackRankMate,
        Self::SmotheredMate,
        Self::HangingPiece,
        Self::Fork,
        Self::Pin,
        Self::Skewer,
        Self::DiscoveredAttack,
        Self::Deflection,
        Self::DoubleCheck,
        Self::Promotion,
        Self::Underpromotion,
        Self::Sacrifice,
        Self::EnPassant,
    ];
}

impl fmt::Display for PuzzleMotif {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::BackRankMate => "back-rank mate",
            Self::SmotheredMate => "smothered mate",
            Self::HangingPiece => "hanging piece",
            Self::Fork => "fork",
            Self::Pin => "pin",
            Self::Skewer => "skewer",
            Self::DiscoveredAttack => "discovered attack",
            Self::Deflection => "deflection",
            Self::DoubleCheck => "double check",
            Self::Promotion => "promotion",
            Self::Underpromotion => "underpromotion",
            Self::Sacrifice => "sacrifice",
            Self::EnPassant => "en passant",
        })
    }
}

/// Returns the motifs of the moves made by the side that begins a line, sorted and without
/// duplicates. The line ends at the first illegal move.
///
/// ```
/// use reynard_analysis::{PuzzleMotif, motifs};
/// use reynard_analysis::reynard::Position;
///
/// let pos: Position = "q3k3/8/8/3N4/8/8/8/4K3 w - - 0 1".parse()?;
/// let mut after = pos.clone();
/// let mut line = Vec::new();
/// for text in ["d5c7", "e8d7", "c7a8"] {
///     line.push(after.parse_uci(text)?);
///     after.play(line[line.len() - 1])?;
/// }
/// assert_eq!(motifs(&pos, &line), [PuzzleMotif::Fork]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn motifs(start: &Position, line: &[Move]) -> Vec<PuzzleMotif> {
    let mut found = Vec::new();
    let is_mating = ends_in_mate(start, line);
    let mut pos = start.clone();
    for (index, &mv) in line.iter().enumerate() {
        if index.is_multiple_of(2) {
            add_motifs(&pos, &line[index..], is_mating, &mut found);
        }
        if index == 0 && takes_hanging_piece(&pos, mv) {
            found.push(PuzzleMotif::HangingPiece);
        }
        if pos.play(mv).is_err() {
            break;
        }
    }
    if pos.is_checkmate() {
        found.extend(mate_pattern(&pos));
    }
    found.sort_unstable();
    found.dedup();
    found
}

/// Returns the motifs of only the first move of a line, sorted and without duplicates. The moves
/// that follow are taken into account. The list is empty if the first move is illegal.
///
/// ```
/// use reynard_analysis::{PuzzleMotif, first_move_motifs};
/// use reynard_analysis::reynard::Position;
///
/// // The fork comes with the second move.
/// let pos: Position = "q3k3/8/8/8/8/2N5/8/4K3 w - - 0 1".parse()?;
/// let mut after = pos.clone();
/// let mut line = Vec::new();
/// for text in ["c3b5", "e8f8", "b5c7", "a8b7"] {
///     line.push(after.parse_uci(text)?);
///     after.play(line[line.len() - 1])?;
/// }
/// assert_eq!(first_move_motifs(&pos, &line), [] as [PuzzleMotif; 0]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn first_move_motifs(start: &Position, line: &[Move]) -> Vec<PuzzleMotif> {
    let mut found = Vec::new();
    add_motifs(start, line, ends_in_mate(start, line), &mut found);
    if line.first().is_some_and(|&mv| takes_hanging_piece(start, mv)) {
        found.push(PuzzleMotif::HangingPiece);
    }
    found.sort_unstable();
    found.dedup();
    found
}

/// Adds the motifs of the first move of a line.
fn add_motifs(pos: &Position, line: &[Move], is_mating: bool, found: &mut Vec<PuzzleMotif>) {
    let Some(&mv) = line.first() else { return };
    let Ok(after) = pos.after(mv) else { return };
    let (reply, next) = (line.get(1).copied(), line.get(2).copied());
    Step { before: pos, after: &after, mv, reply, next, is_mating }.add(found);
}

/// Returns `true` if a move captures an unprotected piece other than a pawn.
fn takes_hanging_piece(pos: &Position, mv: Move) -> bool {
    let taken = pos.piece_at(mv.to()).filter(|_| mv.is_capture());
    let is_piece = taken.is_some_and(|piece| piece.kind != PieceType::Pawn);
    is_piece && pos.after(mv).is_ok_and(|after| after.attackers(mv.to(), !pos.turn()).is_empty())
}

/// Returns `true` if the legal part of a line ends in mate.
fn ends_in_mate(start: &Position, line: &[Move]) -> bool {
    let mut pos = start.clone();
    line.iter().take_while(|&&mv| pos.play(mv).is_ok()).count();
    pos.is_checkmate()
}

/// A move of the solver, and the moves that follow it.
struct Step<'a> {
    before: &'a Position,
    after: &'a Position,
    mv: Move,
    reply: Option<Move>,
    next: Option<Move>,
    /// `true` if the line ends in mate.
    is_mating: bool,
}

impl Step<'_> {
    fn add(&self, found: &mut Vec<PuzzleMotif>) {
        let Self { before, after, mv, .. } = *self;
        match mv.promotion() {
            Some(PieceType::Queen) => found.push(PuzzleMotif::Promotion),
            Some(_) => found.push(PuzzleMotif::Underpromotion),
            None => {}
        }
        if mv.kind() == MoveKind::EnPassant {
            found.push(PuzzleMotif::EnPassant);
        }
        if before.see(mv, &PieceValues::DEFAULT) < 0 {
            found.push(PuzzleMotif::Sacrifice);
        }
        if after.checkers().more_than_one() {
            found.push(PuzzleMotif::DoubleCheck);
        }
        for (is_found, motif) in [
            (self.is_fork(), PuzzleMotif::Fork),
            (self.is_pin(), PuzzleMotif::Pin),
            (self.is_skewer(), PuzzleMotif::Skewer),
            (self.is_discovered(), PuzzleMotif::DiscoveredAttack),
            (self.is_deflection(), PuzzleMotif::Deflection),
        ] {
            if is_found {
                found.push(motif);
            }
        }
    }

    /// Returns the side that solves the puzzle.
    fn us(&self) -> Color {
        self.before.turn()
    }

    /// Returns the targets of the piece on a square.
    fn targets(&self, from: Square) -> Vec<Square> {
        let (us, them, pos) = (self.us(), !self.us(), self.after);
        let value = |square| pos.piece_at(square).map_or(0, |piece| value(piece.kind));
        let is_target = |&square: &Square| {
            pos.attackers(square, us).contains(from)
                && (value(square) > value(from) || pos.attackers(square, them).is_empty())
        };
        pos.by_color(them).iter().filter(is_target).collect()
    }

    fn is_fork(&self) -> bool {
        let (to, pos) = (self.mv.to(), self.after);
        let Some(next) = self.next else { return false };
        let is_king = pos.piece_at(to).is_some_and(|piece| piece.kind == PieceType::King);
        let mut targets = self.targets(to);
        targets.retain(|&target| !pos.pieces(!self.us(), PieceType::Pawn).contains(target));
        let is_used = !self.is_mating || (next.from() == to && targets.contains(&next.to()));
        targets.len() > 1 && is_used && !is_king && !self.mv.is_castling() && !self.is_lost(to)
    }

    /// Returns `true` if the solver's piece on a square can be captured profitably.
    fn is_lost(&self, square: Square) -> bool {
        let captures = self.after.legal_moves();
        let mut captures = captures.iter().filter(|mv| mv.to() == square);
        captures.any(|&mv| self.after.see(mv, &PieceValues::DEFAULT) > 0)
    }

    fn is_slider(&self, square: Square) -> bool {
        let is_slider =
            |kind| matches!(kind, PieceType::Bishop | PieceType::Rook | PieceType::Queen);
        self.after.piece_at(square).is_some_and(|piece| is_slider(piece.kind))
    }

    fn is_pin(&self) -> bool {
        let (us, them, pos) = (self.us(), !self.us(), self.after);
        let king = pos.king(them);
        pos.pinned(them).iter().any(|pinned| {
            let Some(piece) = pos.piece_at(pinned) else { return false };
            // The line of the pin, on which the piece may move.
            let pinners = pos.attackers(pinned, us).iter();
            let line = pinners
                .filter(|&pinner| between(pinner, king).contains(pinned))
                .fold(reynard::Bitboard::EMPTY, |line, pinner| {
                    line | between(pinner, king) | pinner
                });
            let reach = attacks::of(piece.kind, piece.color, pinned, pos.occupied());
            let is_target = |square: Square| {
                let own = pos.piece_at(square).filter(|own| own.color == us);
                own.is_some_and(|own| {
                    value(own.kind) > value(piece.kind) || pos.attackers(square, us).is_empty()
                })
            };
            let prevents_capture = (reach & !line).iter().any(is_target);
            let attackers = pos.attackers(pinned, us);
            let is_attacked = attackers.any()
                && (pos.attackers(pinned, them).is_empty()
                    || attackers.iter().any(|from| {
                        pos.piece_at(from).is_some_and(|own| value(own.kind) < value(piece.kind))
                    }));
            let could_move = (reach & !line & !pos.by_color(them)).any();
            prevents_capture || (is_attacked && could_move)
        })
    }

    fn is_skewer(&self) -> bool {
        let (Some(reply), Some(next)) = (self.reply, self.next) else { return false };
        let to = self.mv.to();
        let in_front = reply.from();
        self.is_slider(to)
            && next.from() == to
            && next.is_capture()
            && between(to, next.to()).contains(in_front)
            && self.after.attackers(in_front, self.us()).contains(to)
            && !between(to, next.to()).contains(reply.to())
            && reply.to() != next.to()
            && self.wins(reply, next)
    }

    /// Returns `true` if `next` is legal after `reply` and wins at least two pawns by static
    /// exchange evaluation.
    fn wins(&self, reply: Move, next: Move) -> bool {
        let mut pos = self.after.clone();
        if pos.play(reply).is_err() || !pos.is_legal(next) {
            return false;
        }
        pos.see(next, &PieceValues::DEFAULT) >= 2 * i32::from(PieceValues::DEFAULT.pawn)
    }

    fn is_deflection(&self) -> bool {
        let (Some(reply), Some(next)) = (self.reply, self.next) else { return false };
        let (goal, them) = (next.to(), !self.us());
        let mut pos = self.after.clone();
        if [reply.to(), self.mv.to()].contains(&goal) || pos.play(reply).is_err() {
            return false;
        }
        let is_forced = self.after.is_check() || reply.to() == self.mv.to();
        let protected = self.after.attackers(goal, them).contains(reply.from());
        let protects = pos.attackers(goal, them).contains(reply.to());
        is_forced
            && protected
            && !protects
            && !self.is_exchange()
            && pos.is_legal(next)
            && needs_no_protection(&pos, next)
    }

    /// Returns `true` if the move captures a piece that is worth at least as much as the moved one.
    fn is_exchange(&self) -> bool {
        let worth = |square| self.before.piece_at(square).map_or(0, |piece| value(piece.kind));
        worth(self.mv.to()) >= worth(self.mv.from())
    }

    fn is_discovered(&self) -> bool {
        let (us, from, to) = (self.us(), self.mv.from(), self.mv.to());
        let sliders = self.after.by_color(us);
        if let Some(next) =
            self.next.filter(|next| next.is_capture() && next.from() != to && next.to() != to)
        {
            let is_piece =
                self.after.piece_at(next.to()).is_some_and(|it| it.kind != PieceType::Pawn);
            if is_piece
                && between(next.from(), next.to()).contains(from)
                && self.is_slider(next.from())
            {
                return true;
            }
        }
        sliders.iter().filter(|&slider| slider != to && self.is_slider(slider)).any(|slider| {
            self.targets(slider).into_iter().any(|target| {
                let is_king = target == self.after.king(!us);
                let is_captured =
                    self.next.is_some_and(|next| next.from() == slider && next.to() == target);
                between(slider, target).contains(from) && (is_king || is_captured)
            })
        })
    }
}

/// Returns the motif of a mate, if the mating pattern has a name.
fn mate_pattern(mate: &Position) -> Option<PuzzleMotif> {
    let loser = mate.turn();
    let king = mate.king(loser);
    let mut checkers = mate.checkers().iter();
    let checker = checkers.next()?;
    let kind = mate.piece_at(checker)?.kind;
    let own = mate.by_color(loser);
    let around = attacks::king(king);
    if checkers.next().is_none() && kind == PieceType::Knight && (around & !own).is_empty() {
        return Some(PuzzleMotif::SmotheredMate);
    }
    let first_rank = Rank::First.relative_to(loser);
    let in_front = Rank::Second.relative_to(loser);
    let mut front = around.iter().filter(|square| square.rank() == in_front);
    let is_kept = front.all(|square| own.contains(square) && !mate.is_attacked(square, !loser));
    let is_back_rank = matches!(kind, PieceType::Rook | PieceType::Queen)
        && king.rank() == first_rank
        && checker.rank() == first_rank
        && is_kept;
    is_back_rank.then_some(PuzzleMotif::BackRankMate)
}

/// Returns `true` if a move gains material only when its target square is unprotected: a promotion,
/// or the capture of a piece that is not worth more than the capturing one.
fn needs_no_protection(pos: &Position, mv: Move) -> bool {
    let worth = |square| pos.piece_at(square).map_or(0, |piece| value(piece.kind));
    mv.is_promotion() || (mv.is_capture() && worth(mv.to()) <= worth(mv.from()))
}

/// Returns the value of a piece in pawns. The king has the highest value.
const fn value(kind: PieceType) -> u32 {
    match kind {
        PieceType::Pawn => 1,
        PieceType::Knight | PieceType::Bishop => 3,
        PieceType::Rook => 5,
        PieceType::Queen => 9,
        PieceType::King => 100,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(fen: &str, moves: &str) -> Vec<PuzzleMotif> {
        let start: Position = fen.parse().unwrap();
        let mut pos = start.clone();
        let mut line = Vec::new();
        for text in moves.split(' ') {
            let mv = pos.parse_san(text).unwrap();
            pos.play(mv).unwrap();
            line.push(mv);
        }
        motifs(&start, &line)
    }

    #[test]
    fn a_fork_attacks_two_targets_and_is_safe() {
        assert_eq!(of("q3k3/8/8/3N4/8/8/8/4K3 w - - 0 1", "Nc7+ Kd7 Nxa8"), [PuzzleMotif::Fork]);
        // Both rooks are attacked, but the knight itself can be taken.
        let lost = of("r3r1k1/8/3b4/1N6/8/8/7P/6K1 w - - 0 1", "Nc7 Bxc7 h4");
        assert_eq!(lost, [PuzzleMotif::Sacrifice]);
        // A protected piece of equal value is not a target.
        assert_eq!(of("4k3/1pp5/1b1b4/8/8/4N3/8/4K3 w - - 0 1", "Nc4"), []);
    }

    #[test]
    fn a_pin_holds_a_piece_before_its_king() {
        assert_eq!(of("4k3/8/2n5/8/8/8/8/4KB2 w - - 0 1", "Bb5"), [PuzzleMotif::Pin]);
        // Pawns do not count.
        assert_eq!(of("4k3/3p4/8/8/8/8/8/4KB2 w - - 0 1", "Bb5"), []);
    }

    #[test]
    fn a_skewer_takes_what_stood_behind() {
        assert_eq!(of("8/8/q2k4/8/8/8/8/R3K3 w - - 0 1", "Rxa6+"), [PuzzleMotif::HangingPiece]);
        assert_eq!(of("4q3/8/8/4k3/8/8/3R4/3K4 w - - 0 1", "Re2+ Kd6 Rxe8"), [PuzzleMotif::Skewer]);
    }

    #[test]
    fn a_deflection_draws_a_protector_away() {
        // The knight was never protected by the queen.
        let fen = "3qr1k1/5ppp/8/1n6/8/8/3R1PPP/1R2R1K1 w - - 0 1";
        let found = of(fen, "Rxe8+ Qxe8 Rxb5");
        assert!(!found.contains(&PuzzleMotif::Deflection), "{found:?}");
        // It was, and the queen has to take the rook.
        let fen = "3qn1k1/5ppp/8/8/3n4/8/3R1PPP/4R1K1 w - - 0 1";
        let found = of(fen, "Rxe8+ Qxe8 Rxd4");
        assert!(found.contains(&PuzzleMotif::Deflection), "{found:?}");
    }

    #[test]
    fn a_check_draws_the_king_away_from_what_it_protected() {
        let found = of("5nk1/5pp1/8/8/8/3Q4/8/K6R w - - 0 1", "Rh8+ Kxh8 Qh3+ Kg8");
        assert!(!found.contains(&PuzzleMotif::Deflection), "{found:?}");
        let found = of("6kn/4qpp1/8/6P1/8/3Q4/8/K6R w - - 0 1", "Qh7+ Kf8 Qxh8#");
        assert!(found.contains(&PuzzleMotif::Deflection), "{found:?}");
        // The pawn takes the square of the queen that had to go.
        let found = of("3q2k1/2P5/8/5N2/8/8/8/K7 w - - 0 1", "Ne7+ Qxe7 c8=Q+");
        assert!(found.contains(&PuzzleMotif::Deflection), "{found:?}");
    }

    #[test]
    fn exchanges_and_captures_of_greater_pieces_are_not_deflections() {
        for (fen, line) in [
            ("3qr1k1/5ppp/8/8/3n4/8/3R1PPP/4R1K1 w - - 0 1", "Rxe8+ Qxe8 Rxd4"),
            // The rook would take the queen in any case.
            ("2Q2rk1/4q1pp/8/8/8/4P3/2QN4/2KR4 b - - 0 1", "Qa3+ Qb2 Rxc8+"),
            // The mate is on a square that no piece had to leave for a capture.
            ("2r1k3/3q1pp1/4p3/4P2r/1Q6/8/8/K1R5 w - - 0 1", "Rxc8+ Qxc8 Qe7#"),
        ] {
            let found = of(fen, line);
            assert!(!found.contains(&PuzzleMotif::Deflection), "{line}: {found:?}");
        }
    }

    #[test]
    fn a_discovered_attack_is_uncovered_by_the_move() {
        assert_eq!(
            of("4k3/8/8/8/4N3/8/8/K3R3 w - - 0 1", "Nd6+"),
            [PuzzleMotif::DiscoveredAttack, PuzzleMotif::DoubleCheck]
        );
        assert_eq!(
            of("3qk3/8/8/8/3N4/8/8/3RK3 w - - 0 1", "Nc6 Kf7 Rxd8"),
            [PuzzleMotif::DiscoveredAttack]
        );
    }

    #[test]
    fn mates_promotions_and_sacrifices_have_names() {
        assert_eq!(of("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "Ra8"), [PuzzleMotif::BackRankMate]);
        assert_eq!(of("6rk/6pp/8/6N1/8/8/8/4K3 w - - 0 1", "Nf7"), [PuzzleMotif::SmotheredMate]);
        assert_eq!(of("8/P7/8/4k3/8/8/8/4K3 w - - 0 1", "a8=Q"), [PuzzleMotif::Promotion]);
        assert_eq!(of("8/P7/8/4k3/8/8/8/4K3 w - - 0 1", "a8=R"), [PuzzleMotif::Underpromotion]);
        assert_eq!(of("4kr2/5p2/8/8/8/8/8/4KR2 w - - 0 1", "Rxf7 Rxf7"), [PuzzleMotif::Sacrifice]);
        assert_eq!(of("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2", "exd6"), [PuzzleMotif::EnPassant]);
    }
}
