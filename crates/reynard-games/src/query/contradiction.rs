//! Pairs of conditions that cannot hold at the same time.

use super::atom::{Atom, Stated};
use super::node::Node;
use super::{BoardCondition, Condition, PositionTest, RangeEnd, RatingOf, ValueRange};

/// Two conditions of a conjunction that exclude each other.
pub(super) struct Contradiction {
    /// Index of the second condition.
    pub(super) index: usize,
    pub(super) reason: String,
}

/// Finds the first condition of a conjunction that contradicts an earlier one.
pub(super) fn find(
    nodes: &[Node<Atom>],
    exclude: fn(&Condition, &Condition) -> bool,
) -> Option<Contradiction> {
    let stated = |node: &Node<Atom>| match node {
        Node::Leaf(Atom::Stated(stated)) => Some(stated.clone()),
        _ => None,
    };
    let leaves: Vec<Option<Stated>> = nodes.iter().map(stated).collect();
    for (index, second) in leaves.iter().enumerate() {
        let Some(second) = second else { continue };
        for first in leaves[..index].iter().flatten() {
            if exclude(&first.condition, &second.condition) {
                let (one, other) = (&first.text, &second.text);
                let reason = format!(
                    "`{one}` and `{other}` never hold together; did you mean `{one} or {other}`?"
                );
                return Some(Contradiction { index, reason });
            }
        }
    }
    None
}

/// Returns `true` if no game can fulfill both conditions.
pub(super) fn in_a_game(one: &Condition, other: &Condition) -> bool {
    fn are_apart<T: RangeEnd>(one: &ValueRange<T>, other: &ValueRange<T>) -> bool {
        let is_behind = |from: Option<&T>, to: Option<&T>| {
            from.zip(to).is_some_and(|(from, to)| from.is_behind(to))
        };
        is_behind(one.least(), other.greatest()) || is_behind(other.least(), one.greatest())
    }
    match (one, other) {
        (Condition::Elo(RatingOf::Either, _), _) => false,
        (Condition::Elo(of, one), Condition::Elo(of_other, other)) => {
            of == of_other && are_apart(one, other)
        }
        (Condition::EloDifference(one), Condition::EloDifference(other)) => are_apart(one, other),
        (Condition::Date(one), Condition::Date(other)) => are_apart(one, other),
        (Condition::Plies(one), Condition::Plies(other)) => are_apart(one, other),
        (Condition::Result(one), Condition::Result(other)) => one != other,
        (Condition::Eco(one), Condition::Eco(other)) => one.is_apart_from(*other),
        (Condition::TimeClass(one), Condition::TimeClass(other)) => one != other,
        _ => false,
    }
}

/// Returns `true` if no position can fulfill both conditions.
pub(super) fn in_a_position(one: &Condition, other: &Condition) -> bool {
    let test = |condition: &Condition| match condition {
        Condition::Board(BoardCondition::Positions(positions)) => positions.single().cloned(),
        _ => None,
    };
    match (test(one), test(other)) {
        (Some(PositionTest::Piece(one)), Some(PositionTest::Piece(other))) => one.excludes(&other),
        (Some(PositionTest::Material(one)), Some(PositionTest::Material(other))) => {
            one.excludes(&other)
        }
        (Some(PositionTest::Material(material)), Some(PositionTest::Piece(place)))
        | (Some(PositionTest::Piece(place)), Some(PositionTest::Material(material))) => {
            !place.kinds().any(|kind| material.allows(kind))
        }
        (Some(PositionTest::Pawns(one)), Some(PositionTest::Pawns(other))) => one.excludes(&other),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::super::Query;

    #[test]
    fn conditions_that_never_hold_together_are_refused_with_what_may_be_meant() {
        for (filter, column) in [
            ("result=1-0 result=0-1", 12),
            ("elo>=2700 plies<20 elo<2600", 20),
            ("year=1999 year=2001", 11),
            ("eco=B90 (tc=blitz or tc=rapid) eco=C", 32),
            ("plies>=40 and plies<=20", 15),
            ("tc=blitz tc=rapid", 10),
            ("at(piece=Nd4 piece=nd4)", 1),
            ("at(piece=Kg1 piece=Kc1)", 1),
            ("at(material=KRvKR piece=Qd1)", 1),
            ("at(material=KRvKR material=KQvK)", 1),
            ("year=2000 at(material=pawn-ending material=rook-ending)/3", 11),
            ("at(material=opposite-bishops material=same-bishops)", 1),
            ("at(pawns='8/p7/8/8/8/8/P7/8' pawns='8/8/8/8/8/8/P7/8')", 1),
        ] {
            let error = Query::parse(filter).expect_err(filter);
            assert!(error.reason.contains("never hold together; did you mean"), "{error}");
            assert_eq!(error.column, column, "{filter}");
        }
        for filter in [
            "result=1-0 or result=0-1",
            "elo-either>=2700 elo-either<2600",
            "elo>=2700 elo<=2700",
            "year>=1999 year<=2001",
            "eco=B90-B99 eco=B",
            "piece=Nd4 piece=nd4",
            "at(piece=Nd4,e4 piece=nd4)",
            "at(piece=Kg piece=Kg1)",
            "at(material=KR+vKR+ piece=Qd1)",
            "at(material=KRPvKR material=KR*vKR*)",
            "at(material=KRvKR) then at(piece=Qd1)",
            "white=tal white=botvinnik",
        ] {
            assert!(Query::parse(filter).is_ok(), "{filter}");
        }
    }
}
