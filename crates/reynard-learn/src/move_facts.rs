//! The facts about a move, found in the lines after it and after a better one.

use reynard::{Color, Move, Position};
use reynard_analysis::Assessment;

use crate::own_moves::centipawn_loss;
use crate::tactic_line::TacticLine;
use crate::{LearnFact, ProvedFact};

/// A move, and all data from which facts about it are derived.
#[derive(Clone, Copy, Debug)]
pub struct MoveContext<'a> {
    /// Position before the move.
    pub position: &'a Position,
    /// The move, which is legal.
    pub mv: Move,
    /// The opponent's line after the move; empty if unknown.
    pub reply: &'a [Move],
    /// The line of a better move; empty if unknown.
    pub best: &'a [Move],
    /// Evaluations before and after the move, if known.
    pub values: Option<[Assessment; 2]>,
}

/// The greatest loss at which a mistake may be purely positional, in centipawns.
const POSITIONAL: u32 = 150;

/// Returns the facts about a move. A fact is stated only if a line proves it. The most important
/// facts come first, and facts about the move played come before those about the better move.
///
/// ```
/// use reynard_learn::reynard::{PieceType, Position, Square};
/// use reynard_learn::{LearnFact, MoveContext, learn_facts};
///
/// // The rook leaves the bishop alone.
/// let position: Position = "4k3/8/8/8/1r6/8/1B6/1R2K3 w - - 0 1".parse()?;
/// let mv = position.parse_san("Rd1")?;
/// let reply = [position.after(mv)?.parse_san("Rxb2")?];
/// let context = MoveContext { position: &position, mv, reply: &reply, best: &[], values: None };
/// let facts = learn_facts(context);
/// assert_eq!(facts[0].fact, LearnFact::HangsPiece(PieceType::Bishop, Square::B2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn learn_facts(context: MoveContext<'_>) -> Vec<ProvedFact> {
    let MoveContext { position: pos, mv, reply, best, values } = context;
    let side = pos.turn();
    let Ok(after) = pos.after(mv) else { return Vec::new() };
    if let Some(outcome) = after.outcome().filter(|outcome| outcome.winner().is_none()) {
        let fact = LearnFact::Draws(outcome);
        return vec![ProvedFact { fact, from: pos.clone(), line: vec![mv], trade: None }];
    }
    let [value_before, value_after] = values.map_or([None; 2], |values| values.map(Some));
    let better = if best.first() == Some(&mv) { &[] } else { best };
    let loss = values.and_then(|[before, after]| centipawn_loss(before, after, side));
    // An exchange that the move began is counted from its beginning.
    let against = TacticLine::new(pos, &after, reply, value_after, loss);
    let missed = TacticLine::new(pos, pos, better, value_before, loss);
    let allowed = against.allowed();
    let mut facts: Vec<ProvedFact> = allowed.into_iter().chain(missed.missed(&against)).collect();
    // Without a line of the opponent nothing is known about what is lost.
    if facts.is_empty() && against.wins_nothing() && values.is_some_and(is_positional) {
        facts.push(missed.proved(LearnFact::PositionalOnly));
    }
    facts
}

/// Returns `true` if a change in the evaluation is small enough to be explained without the loss of
/// material.
fn is_positional([before, after]: [Assessment; 2]) -> bool {
    centipawn_loss(before, after, Color::White)
        .is_some_and(|change| change.unsigned_abs() <= POSITIONAL)
}

#[cfg(test)]
mod tests {
    use reynard::{Outcome, PieceType, Square};
    use reynard_analysis::PuzzleMotif;
    use reynard_pgn::EvaluationScore;

    use super::*;

    /// Returns the facts about a move. The move, the reply and the better line are given in SAN.
    fn facts(fen: &str, mv: &str, reply: &str, best: &str) -> Vec<ProvedFact> {
        valued(fen, mv, reply, best, POSITIONAL.cast_signed())
    }

    /// Returns the facts about a move that loses `loss` centipawns.
    fn valued(fen: &str, mv: &str, reply: &str, best: &str, loss: i32) -> Vec<ProvedFact> {
        let pos: Position = fen.parse().expect("a position");
        let line = |start: &Position, text: &str| {
            let mut pos = start.clone();
            let mut line = Vec::new();
            for san in text.split_whitespace() {
                line.push(pos.parse_san(san).expect("a move"));
                pos.play_unchecked(line[line.len() - 1]);
            }
            line
        };
        let mv = pos.parse_san(mv).expect("a move");
        let after = pos.after(mv).expect("a legal move");
        let (reply, best) = (line(&after, reply), line(&pos, best));
        let score = if pos.turn() == Color::White { -loss } else { loss };
        let value = |score| Assessment::from_score(EvaluationScore::Centipawns(score), &pos);
        let values = Some([value(0), value(score)]);
        let context = MoveContext { position: &pos, mv, reply: &reply, best: &best, values };
        let facts = learn_facts(context);
        for fact in &facts {
            let mut pos = fact.from.clone();
            for &mv in &fact.line {
                pos.play(mv).expect("a proof is a legal line");
            }
        }
        facts
    }

    fn of(fen: &str, mv: &str, reply: &str, best: &str) -> Vec<LearnFact> {
        facts(fen, mv, reply, best).into_iter().map(|fact| fact.fact).collect()
    }

    #[test]
    fn a_line_that_ends_early_is_completed_and_its_trade_is_named() {
        let bishop = "r4rk1/pp4pp/2p5/q2pNb2/P2P1B2/1B1Q2P1/5K1P/R7 w - - 3 26";
        let check = "rnb3k1/ppp2pp1/7p/1B1P4/4q3/5N2/PPP2PPP/1K1RR3 b - - 1 15";
        let pinned = "r2qr1k1/3b1ppp/5n2/p3B3/1p6/1P6/2P2PPP/RN1QR1K1 w - - 0 17";
        let corner = "r2qk1nr/p1pnbppp/1p1pp3/8/8/PPPP4/1BQNPPbP/R3KBNR w KQkq - 0 8";
        let trapped = "Bxh1 e4 Ngf6 O-O-O b5 axb5 O-O Ne2 Ne5 Kb1 Bf3 Nxf3 Nxf3";
        for (fen, mv, reply, loss, expected) in [
            (
                bishop,
                "Rh1",
                "Bxd3",
                1416,
                "26... Bxd3 27. Nxd3, and Black wins the queen for a bishop.",
            ),
            (
                bishop,
                "Nxc6",
                "bxc6 Qf3 Rae8 Rc1 Be4 Qd1 g5 Rc5",
                900,
                "26... bxc6 takes the knight on c6, and nothing can take back.",
            ),
            (check, "Qd4", "Re8+", 1321, "16. Re8+ Kh7 17. Nxd4, and White wins the queen."),
            (check, "Qh4", "Re8+", 1219, "16. Re8+ Kh7 17. Nxh4, and White wins the queen."),
            (
                check,
                "Qa4",
                "Re8+ Kh7 Bxa4 Bf5 Bb5 g6 Re7 Kg8 Rxc7 Be4 d6 a6",
                1300,
                "16. Re8+ Kh7 17. Bxa4, and White wins the queen.",
            ),
            (
                check,
                "Qxf3",
                "Re8+ Kh7 gxf3 Bh3 Re7 Kg6 Rxc7 Kf6 b3 a6 Bd3",
                1100,
                "16. Re8+ Kh7 17. gxf3, and White wins the queen for a knight.",
            ),
            (pinned, "Bc7", "Rxe1+", 642, "17... Rxe1+ 18. Qxe1 Qxc7, and Black wins a bishop."),
            (
                corner,
                "a4",
                trapped,
                300,
                "8... Bxh1 takes the rook on h1, and nothing can take back.",
            ),
        ] {
            let found = valued(fen, mv, reply, "", loss);
            let text = found.first().map(ToString::to_string);
            assert_eq!(text.as_deref(), Some(expected), "{mv}");
        }
    }

    #[test]
    fn mates_are_named_with_their_length() {
        let fen = "6k1/5ppp/8/8/8/8/r4PPP/4R1K1 w - - 0 1";
        assert_eq!(
            of(fen, "Rd1", "Ra1 Rxa1", "Re8"),
            [LearnFact::MissesMate(1)],
            "the reply loses its rook"
        );
        let fools = "rnbqkbnr/pppp1ppp/8/4p3/8/5P2/PPPPP1PP/RNBQKBNR w KQkq - 0 2";
        assert_eq!(of(fools, "g4", "Qh4#", "e4"), [LearnFact::AllowsMate(1)]);
        let text = facts(fools, "g4", "Qh4#", "e4")[0].to_string();
        assert_eq!(text, "2... Qh4# is mate.");
    }

    #[test]
    fn an_exchange_that_the_move_began_hangs_nothing() {
        // Knight takes knight, pawn takes knight: even.
        let fen = "4k3/3p4/2n5/8/3N4/8/8/4K3 w - - 0 1";
        assert_eq!(of(fen, "Nxc6", "dxc6", ""), [LearnFact::PositionalOnly]);
        // A knight for a pawn is not.
        let pawn = "4k3/3p4/2p5/8/3N4/8/8/4K3 w - - 0 1";
        assert_eq!(
            of(pawn, "Nxc6", "dxc6", ""),
            [LearnFact::HangsPiece(PieceType::Knight, Square::C6)]
        );
    }

    #[test]
    fn a_fork_counts_if_it_wins_something() {
        let fen = "q3k3/8/7p/3N4/8/8/8/4K3 b - - 0 1";
        let found = valued(fen, "h5", "Nc7 Kd7 Nxa8", "", 900);
        assert_eq!(found[0].fact, LearnFact::Allows(PuzzleMotif::Fork));
        // It is a fork, and the queen goes away.
        assert_eq!(of(fen, "h5", "Nb6", ""), [LearnFact::PositionalOnly]);
    }

    #[test]
    fn a_mate_that_the_evaluation_does_not_know_is_not_called_forced() {
        let fools: Position = "rnbqkbnr/pppp1ppp/8/4p3/8/5P2/PPPPP1PP/RNBQKBNR w KQkq - 0 2"
            .parse()
            .expect("a position");
        let black = |moves| {
            let score = EvaluationScore::Mate { winner: Color::Black, moves };
            Assessment::from_score(score, &fools)
        };
        let mv = fools.parse_san("a3").expect("a move");
        let mut after = fools.after(mv).expect("a legal move");
        let mut reply = Vec::new();
        for san in ["d6", "g4", "Qh4#"] {
            reply.push(after.parse_san(san).expect("a move"));
            after.play_unchecked(reply[reply.len() - 1]);
        }
        let facts = |values| {
            let context = MoveContext { position: &fools, mv, reply: &reply, best: &[], values };
            learn_facts(context).first().map(|fact| fact.fact)
        };
        let even = Assessment::from_score(EvaluationScore::Centipawns(0), &fools);
        assert_eq!(facts(Some([even, black(2)])), Some(LearnFact::AllowsMate(2)));
        // White walks into it: the evaluation knows of a longer way, or of none.
        assert_eq!(facts(Some([even, black(1)])), None);
        let lost = Assessment::from_score(EvaluationScore::Centipawns(-900), &fools);
        assert_eq!(facts(Some([even, lost])), None);
    }

    #[test]
    fn nothing_is_called_positional_without_a_line_or_after_a_great_loss() {
        let pos = Position::startpos();
        let value =
            |pawns: i32| Assessment::from_score(EvaluationScore::Centipawns(100 * pawns), &pos);
        let mv = pos.parse_san("a3").expect("a move");
        let reply = [pos.after(mv).expect("legal").parse_san("e5").expect("a move")];
        let facts = |reply, values| {
            learn_facts(MoveContext { position: &pos, mv, reply, best: &[], values }).len()
        };
        assert_eq!(facts(&reply, Some([value(0), value(-1)])), 1);
        assert_eq!(facts(&reply, Some([value(0), value(-4)])), 0);
        assert_eq!(facts(&[], Some([value(0), value(-1)])), 0);
        assert_eq!(facts(&reply, None), 0);
    }

    #[test]
    fn a_fork_is_named_however_far_its_line_goes_on() {
        let fen = "r3k1nr/ppp4p/6p1/q3pp1Q/3n4/3P3P/PPPN1PP1/R3KB1R w KQkq - 0 13";
        let found = valued(fen, "Qg5", "Nxc2+ Ke2 Nxa1 Nc4 Qxa2 f4 Nb3", "", 500);
        assert_eq!(found[0].fact, LearnFact::Allows(PuzzleMotif::Fork));
        assert_eq!(found[0].line.len(), 3, "the proof ends with the rook");
    }

    #[test]
    fn a_piece_that_the_king_must_not_take_back_is_not_called_unprotected() {
        let fen = "r5k1/p1p1r1b1/1pb1Nn2/4pP2/7P/2NP2R1/PPP1B1P1/6K1 b - - 0 26";
        let found = facts(fen, "Kf7", "Rxg7+ Ke8 Nxc7+ Kf8 Rxe7 Kxe7", "");
        let text = "27. Rxg7+ takes the bishop on g7, and nothing can take back.";
        assert_eq!(found[0].to_string(), text);
    }

    #[test]
    fn a_gain_far_off_or_put_off_by_a_threat_is_not_stated() {
        // A pawn at the ninth ply of a line of the engine.
        let far = "r2qkbnr/pppb2p1/2np4/1B2p2p/4Pp2/2NP1N1P/PPP2PP1/R1BQ1RK1 w kq - 0 8";
        let line = "bxc6 d4 Qf6 h4 Bg4 Na4 Bxf3 Qxf3 Qxh4 dxe5 dxe5";
        assert_eq!(of(far, "Bxc6", line, ""), [LearnFact::PositionalOnly]);
        // White takes back a move later.
        let off = "4k3/8/8/8/1p6/P7/7P/R3K2R w - - 0 1";
        assert_eq!(of(off, "h3", "bxa3 Rg1", ""), [LearnFact::PositionalOnly]);
    }

    #[test]
    fn a_piece_that_falls_in_five_moves_is_stated_with_the_line() {
        let fen = "r2qr1k1/3b1ppp/5n2/p3B3/1p6/1P6/2P2PPP/RN1QR1K1 w - - 0 17";
        let line = "Ng4 Bc3 Qc7 Rxe8+ Rxe8 Qg3 Qxg3 hxg3 bxc3 Nxc3 Rc8 Nd1";
        let found = valued(fen, "Qf3", line, "", 400);
        let text = "17... Ng4 18. Bc3 Qc7 19. Rxe8+ Rxe8 20. Qg3 Qxg3 21. hxg3 bxc3 22. Nxc3, and Black \
                    wins a bishop for a pawn.";
        assert_eq!(found[0].to_string(), text);
    }

    #[test]
    fn a_pawn_that_is_taken_back_is_not_a_gain() {
        // Black takes a pawn back.
        let fen = "r2qk2r/pp1n1p2/2p1p1p1/3pPn1p/2PP4/1PNQ1N1P/P4PP1/R4RK1 b kq - 0 13";
        assert_eq!(of(fen, "c5", "cxd5", ""), [LearnFact::PositionalOnly]);
    }

    #[test]
    fn a_gain_that_the_evaluation_does_not_see_is_not_stated() {
        // Black need not give the knight, and the engine thinks little of the move before.
        let fen = "2rqk2r/1b1nnpb1/p3p1pp/1p1pP3/3P2P1/3BBN2/PPN2P1P/RQ3K1R b k - 1 15";
        let kinds = |loss| valued(fen, "Nb6", "b3 Nc4 bxc4 dxc4", "", loss).len();
        assert_eq!([kinds(60), kinds(150)], [0, 1]);
    }

    #[test]
    fn a_new_queen_that_is_taken_is_a_queen() {
        let fen = "1R6/8/4p1K1/3b4/8/8/1p6/3k4 b - - 4 59";
        assert_eq!(
            of(fen, "b1=Q+", "Rxb1+ Kc2", ""),
            [LearnFact::HangsPiece(PieceType::Queen, Square::B1)]
        );
    }

    #[test]
    fn a_gain_of_several_moves_is_stated_with_all_of_them() {
        let fen = "2rqkb1r/1b3ppp/p2p1n2/1pp1p1B1/4P2N/1PNP4/1PPQ1PPP/R4RK1 b k - 6 12";
        let found = facts(fen, "Be7", "Nf5 h6 Nxg7+ Kd7 Bh4 Ng8", "");
        assert_eq!(found[0].to_string(), "13. Nf5 h6 14. Nxg7+, and White wins a pawn.");
    }

    #[test]
    fn material_is_missed_only_if_the_move_did_not_win_as_much() {
        let fen = "rnb2rk1/p4p1p/2pp1bp1/1p2p3/2B1P3/2NP1N1P/PPP2PP1/2KR3R w - - 0 12";
        let found = facts(fen, "Bb3", "Na6 h4", "Nxb5 cxb5 Bd5 Nc6 Bxc6 Rb8");
        let text = "12. Nxb5 cxb5 13. Bd5 Nc6 14. Bxc6, and White would have won a pawn.";
        assert_eq!(found[0].to_string(), text);
        let both = "4k3/8/8/3p4/8/2N1P2P/8/3RK3 w - - 0 1";
        assert_eq!(of(both, "Nxd5", "Kf7 Ke2", "Rxd5 Ke7"), [LearnFact::PositionalOnly]);
    }

    #[test]
    fn stalemate_is_a_draw_by_the_move_itself() {
        let fen = "7k/8/5KQ1/8/8/8/8/8 w - - 0 1";
        assert_eq!(of(fen, "Kf7", "", "Qg7#"), [LearnFact::Draws(Outcome::Stalemate)]);
    }

    #[test]
    fn a_line_that_is_cut_in_the_middle_of_an_exchange_wins_nothing() {
        // The rook takes a protected pawn: one ply of the line looks like a gain.
        let fen = "4k3/8/2p5/3p4/8/8/3r4/3RK3 w - - 0 1";
        assert_eq!(
            of(fen, "Kf1", "Rxd1", "Rxd2"),
            [
                LearnFact::HangsPiece(PieceType::Rook, Square::D1),
                LearnFact::MissesCapture(PieceType::Rook, Square::D2)
            ]
        );
        let queen = "3qk3/8/2p5/3p4/8/8/8/3RK3 b - - 0 1";
        assert_eq!(of(queen, "Qd7", "Rxd5", ""), [LearnFact::PositionalOnly]);
    }
}
