//! What pieces attack, against walking from square to square.

use reynard::{Bitboard, Color, PieceType, Square, attacks};
use reynard_testkit::Rng;

const STRAIGHT: [(i8, i8); 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
const DIAGONAL: [(i8, i8); 4] = [(1, 1), (1, -1), (-1, -1), (-1, 1)];

/// The squares from `from` in one direction, up to and including the first blocker. This is the
/// smear-and-mask idea of the documents (P05) with one square at a time.
fn ray(from: Square, (files, ranks): (i8, i8), blockers: Bitboard) -> Bitboard {
    let mut reached = Bitboard::EMPTY;
    let mut current = from;
    while let Some(next) = current.offset(files, ranks) {
        reached.insert(next);
        if blockers.contains(next) {
            break;
        }
        current = next;
    }
    reached
}

fn slide(from: Square, directions: [(i8, i8); 4], blockers: Bitboard) -> Bitboard {
    directions.into_iter().fold(Bitboard::EMPTY, |set, step| set | ray(from, step, blockers))
}

/// The squares on which a blocker makes a difference: all but the last of each ray.
fn relevant(from: Square, directions: [(i8, i8); 4]) -> Bitboard {
    let mut set = Bitboard::EMPTY;
    for step in directions {
        for square in ray(from, step, Bitboard::EMPTY) {
            if square.offset(step.0, step.1).is_some() {
                set.insert(square);
            }
        }
    }
    set
}

fn assert_sliders(from: Square, blockers: Bitboard) {
    let bishop = slide(from, DIAGONAL, blockers);
    let rook = slide(from, STRAIGHT, blockers);
    assert_eq!(attacks::bishop(from, blockers), bishop, "bishop on {from} among\n{blockers}");
    assert_eq!(attacks::rook(from, blockers), rook, "rook on {from} among\n{blockers}");
    assert_eq!(attacks::queen(from, blockers), bishop | rook);
    for (kind, expected) in
        [(PieceType::Bishop, bishop), (PieceType::Rook, rook), (PieceType::Queen, bishop | rook)]
    {
        assert_eq!(attacks::of(kind, Color::White, from, blockers), expected);
    }
}

#[test]
fn sliders_on_every_square_with_every_set_of_relevant_blockers() {
    let mut rng = Rng::new(1);
    for from in Square::ALL {
        for directions in [STRAIGHT, DIAGONAL] {
            let relevant = relevant(from, directions);
            for blockers in relevant.subsets() {
                assert_sliders(from, blockers);
                // What else stands on the board changes nothing for this piece.
                let rest = Bitboard::from_bits(rng.next_u64()) - relevant;
                assert_sliders(from, blockers | rest);
            }
        }
    }
}

#[test]
fn sliders_among_random_blockers() {
    let mut rng = Rng::new(2);
    for from in Square::ALL {
        for _ in 0..2_000 {
            let dense = Bitboard::from_bits(rng.next_u64());
            let sparse = dense & Bitboard::from_bits(rng.next_u64() & rng.next_u64());
            assert_sliders(from, dense);
            assert_sliders(from, sparse);
        }
    }
}

#[test]
fn leapers_on_every_square() {
    let jumps = |from: Square, test: fn(u8, u8) -> bool| -> Bitboard {
        let reaches = |to: &Square| {
            let ((a, b), (c, d)) = (from.coordinates(), to.coordinates());
            test(a.abs_diff(c), b.abs_diff(d))
        };
        Square::ALL.into_iter().filter(reaches).collect()
    };
    for from in Square::ALL {
        assert_eq!(attacks::knight(from), jumps(from, |files, ranks| files * ranks == 2));
        assert_eq!(attacks::king(from), jumps(from, |files, ranks| files.max(ranks) == 1));
        for (color, ahead) in [(Color::White, 1), (Color::Black, -1)] {
            let targets = [from.offset(-1, ahead), from.offset(1, ahead)].into_iter().flatten();
            assert_eq!(attacks::pawn(color, from), targets.collect());
            assert_eq!(attacks::pawns(color, from.bitboard()), attacks::pawn(color, from));
        }
    }
}

#[test]
fn squares_between_two_squares_and_lines_through_them() {
    let directions = || STRAIGHT.into_iter().chain(DIAGONAL);
    for a in Square::ALL {
        for b in Square::ALL {
            let way = directions().find(|&step| ray(a, step, Bitboard::EMPTY).contains(b));
            let between = way.map_or(Bitboard::EMPTY, |step| ray(a, step, b.into()).without(b));
            assert_eq!(attacks::between(a, b), between, "between {a} and {b}");
            let line = way.map_or(Bitboard::EMPTY, |(files, ranks)| {
                ray(a, (files, ranks), Bitboard::EMPTY)
                    | ray(a, (-files, -ranks), Bitboard::EMPTY)
                    | a
            });
            assert_eq!(attacks::line(a, b), line, "line through {a} and {b}");
        }
    }
}
