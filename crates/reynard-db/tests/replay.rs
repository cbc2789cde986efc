//! The database against a replay of every game.

mod shared;

use std::collections::BTreeMap;
use std::num::NonZero;

use reynard::{Move, Position};
use reynard_db::{Budget, Database, DatabaseOptions, ExploreLimits, Transpositions};
use reynard_games::Query;
use reynard_pgn::Games;
use reynard_testkit::data;
use shared::{PGN, folder, random_games};

/// Games of a position by the move that was played at the first visit.
type Naive = BTreeMap<u64, (Position, BTreeMap<Option<Move>, u64>)>;

fn naive(pgn: &[u8]) -> Naive {
    let mut all = Naive::new();
    for game in Games::from_bytes(pgn) {
        let game = game.expect("readable").tree;
        if game.tags().get("Variant") == Some(b"Atomic") {
            continue;
        }
        let mut seen = std::collections::HashSet::new();
        let mut pos = game.start().clone();
        let moves: Vec<Move> = game.moves().collect();
        for mv in moves.iter().map(|&mv| Some(mv)).chain([None]) {
            if seen.insert(pos.key()) {
                let entry = all.entry(pos.key()).or_insert_with(|| (pos.clone(), BTreeMap::new()));
                *entry.1.entry(mv).or_default() += 1;
            }
            if let Some(mv) = mv {
                pos.play(mv).expect("legal");
            }
        }
    }
    all
}

fn agree(base: &Database, naive: &Naive) {
    let limits = ExploreLimits { top: 3, transpositions: Transpositions::Counted };
    for (pos, moves) in naive.values() {
        let explored = base.explore(pos, &Query::default(), &limits).expect("intact");
        let games: u64 = moves.values().sum();
        assert_eq!(explored.score.games(), games, "{}", pos.fen());
        assert_eq!(explored.ended, moves.get(&None).copied().unwrap_or(0), "{}", pos.fen());
        for it in &explored.moves {
            assert_eq!(
                moves.get(&Some(it.mv)),
                Some(&it.score.games()),
                "{} {}",
                pos.fen(),
                it.san
            );
            let after = pos.after(it.mv).expect("legal");
            let reached = naive.get(&after.key()).map_or(0, |(_, moves)| moves.values().sum());
            assert_eq!(it.reached, Some(reached), "{} {}", pos.fen(), it.san);
        }
        assert_eq!(explored.moves.len() as u64 + u64::from(explored.ended > 0), moves.len() as u64);
    }
}

#[test]
fn counts_equal_a_replay_of_every_game() {
    let folder = folder();
    let pgn = [random_games(300, 1), PGN.to_vec()].concat();
    let mut base =
        Database::create(folder.path().join("a.rdb"), DatabaseOptions::default()).unwrap();
    base.add_pgn(&pgn, &Budget::default()).unwrap();
    let naive = naive(&pgn);
    assert!(naive.len() > 10_000, "{}", naive.len());
    agree(&base, &naive);
}

#[test]
fn counts_do_not_depend_on_segments_memory_or_threads() {
    let folder = folder();
    let games = u32::try_from(12 * data::effort()).expect("it fits");
    let parts: Vec<Vec<u8>> = (0..4).map(|number| random_games(games, 20 + number)).collect();
    let naive = naive(&parts.concat());
    let mut base =
        Database::create(folder.path().join("a.rdb"), DatabaseOptions::default()).unwrap();
    let two = NonZero::new(2).unwrap();
    let budget = Budget { memory: 1 << 20, threads: two, commit: 40 };
    for part in &parts {
        base.add_pgn(part, &budget).unwrap();
    }
    assert_eq!(base.info().unwrap().segments.len(), 4);
    agree(&base, &naive);
    base.compact(&budget).unwrap();
    assert_eq!(base.info().unwrap().segments.len(), 1);
    agree(&base, &naive);
    base.verify().unwrap();
}

#[test]
fn a_game_counts_once_for_a_position_it_visits_twice() {
    let folder = folder();
    let mut base =
        Database::create(folder.path().join("a.rdb"), DatabaseOptions::default()).unwrap();
    base.add_pgn(b"1. Nf3 Nf6 2. Ng1 Ng8 3. e4 1-0\n", &Budget::default()).unwrap();
    let limits = ExploreLimits::default();
    let explored = base.explore(&Position::startpos(), &Query::default(), &limits).unwrap();
    assert_eq!(explored.score.games(), 1);
    assert_eq!(explored.moves[0].san, "Nf3");
}

#[test]
fn positions_that_nobody_reached_have_no_games() {
    let folder = folder();
    let mut base =
        Database::create(folder.path().join("a.rdb"), DatabaseOptions::default()).unwrap();
    base.add_pgn(&random_games(50, 3), &Budget::default()).unwrap();
    let fen = "8/8/8/8/8/1Q6/8/k1K5 b - - 0 1";
    let pos: Position = fen.parse().unwrap();
    assert_eq!(base.count(&pos, &Query::default()).unwrap(), 0);
}

#[test]
fn variations_are_indexed_on_request() {
    let pgn = b"1. e4 e5 (1... c5 2. Nf3) 2. f4 1-0\n";
    let mut pos = Position::startpos();
    for san in ["e4", "c5", "Nf3"] {
        pos.play(pos.parse_san(san).unwrap()).unwrap();
    }
    for (variations, games) in
        [(reynard_db::VariationIndex::Omitted, 0), (reynard_db::VariationIndex::Indexed, 1)]
    {
        let folder = folder();
        let options = DatabaseOptions { variations, ..DatabaseOptions::default() };
        let mut base = Database::create(folder.path().join("a.rdb"), options).unwrap();
        base.add_pgn(pgn, &Budget::default()).unwrap();
        assert_eq!(base.count(&pos, &Query::default()).unwrap(), games);
        base.compact_to(folder.path().join("b.rdb"), &Budget::default()).unwrap();
        let copy = Database::open(folder.path().join("b.rdb")).unwrap();
        assert_eq!(copy.count(&pos, &Query::default()).unwrap(), games);
    }
}

#[test]
fn the_index_ends_where_it_is_limited() {
    let folder = folder();
    let options = DatabaseOptions { plies: 2, ..DatabaseOptions::default() };
    let mut base = Database::create(folder.path().join("a.rdb"), options).unwrap();
    base.add_pgn(b"1. e4 e5 2. Nf3 Nc6 *\n", &Budget::default()).unwrap();
    let mut pos = Position::startpos();
    for (san, games) in [("e4", Some(1)), ("e5", Some(1)), ("Nf3", None), ("Nc6", None)] {
        pos.play(pos.parse_san(san).unwrap()).unwrap();
        assert_eq!(base.count(&pos, &Query::default()).ok(), games, "{san}");
    }
}
