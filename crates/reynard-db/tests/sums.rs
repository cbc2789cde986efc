//! Sums over the games of crowded positions: those of the file are those of the games.

use std::fmt::Write as _;

use reynard::Position;
use reynard_db::{
    Budget, Database, DatabaseOptions, ExploreLimits, GameOrder, GamePage, ListDirection,
    TagChange, Transpositions,
};
use reynard_games::Query;

/// A generator of numbers that are as good as random.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040);
        usize::try_from(self.0 >> 33).expect("31 bits") % bound
    }
}

/// Returns games that share many positions, with ratings, dates and results of all kinds, and the
/// positions that they reach.
fn games(count: usize, seed: u64) -> (String, Vec<Position>) {
    let mut numbers = Numbers(seed);
    let (mut pgn, mut reached) = (String::new(), Vec::new());
    for _ in 0..count {
        for (name, number) in [("WhiteElo", numbers.below(4)), ("BlackElo", numbers.below(5))] {
            if number > 0 {
                writeln!(pgn, "[{name} \"{}\"]", 2000 + 7 * number).expect("memory");
            }
        }
        if numbers.below(3) > 0 {
            writeln!(pgn, "[Date \"{}.0{}.??\"]", 1990 + numbers.below(20), 1 + numbers.below(9))
                .expect("memory");
        }
        pgn.push('\n');
        let mut pos = Position::startpos();
        for _ in 0..=numbers.below(10) {
            let moves = pos.legal_moves();
            let mv = moves[numbers.below(3.min(moves.len()))];
            write!(pgn, "{} ", pos.san(mv)).expect("memory");
            pos.play_unchecked(mv);
            reached.push(pos.clone());
        }
        writeln!(pgn, "{}\n", ["1-0", "0-1", "1/2-1/2", "*"][numbers.below(4)]).expect("memory");
    }
    reached.push(Position::startpos());
    (pgn, reached)
}

fn filled(path: std::path::PathBuf, pgn: &str) -> Database {
    let mut base = Database::create(path, DatabaseOptions::default()).expect("a file");
    base.add_pgn(pgn.as_bytes(), &Budget::default()).expect("room");
    base
}

/// Checks positions against what a filter that accepts every game finds game by game.
fn check(base: &Database, positions: &[Position]) {
    let every = Query::parse("plies>=0").expect("a query");
    for (top, offset) in [(3, 0), (10, 1), (11, 2)] {
        let limits = ExploreLimits { top, transpositions: Transpositions::Counted };
        for pos in positions.iter().skip(offset).step_by(40) {
            let answer = |query: &Query| {
                let explored = base.explore(pos, query, &limits).expect("intact");
                format!("{explored:?}")
            };
            assert_eq!(answer(&Query::default()), answer(&every), "{pos}");
            let count = |query: &Query| base.count(pos, query).expect("intact");
            assert_eq!(count(&Query::default()), count(&every), "{pos}");
        }
    }
}

fn has_sums(base: &Database) -> bool {
    let info = base.info().expect("intact");
    info.segments.iter().any(|it| it.sections.iter().any(|it| it.name == "sums" && it.bytes > 0))
}

#[test]
fn sums_are_those_of_the_games_after_every_change_of_a_base() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name);
    let (pgn, positions) = games(700, 3);
    let mut base = filled(path("a.rdb"), &pgn);
    assert!(has_sums(&base));
    check(&base, &positions);

    let changes = ["WhiteElo", "BlackElo"].map(|name| TagChange::set(name, "2799").expect("a tag"));
    base.edit_tags(&[0, 17, 300], &changes).expect("there");
    let changes = ["Date", "Result"].map(|name| {
        TagChange::set(name, if name == "Date" { "1950.01.01" } else { "0-1" }).expect("a tag")
    });
    base.edit_tags(&[5, 17, 699], &changes).expect("there");
    assert!(has_sums(&base));
    check(&base, &positions);

    base.delete(&[0, 1, 44, 698]).expect("there");
    check(&base, &positions);
    base.compact(&Budget::default()).expect("room");
    assert_eq!(base.games(), 696);
    check(&base, &positions);

    let (pgn, more) = games(200, 4);
    base.add_pgn(pgn.as_bytes(), &Budget::default()).expect("room");
    let positions = [positions, more].concat();
    check(&base, &positions);
    let other = filled(path("b.rdb"), &games(300, 5).0);
    Database::merge(&[&base, &other], path("c.rdb"), &Budget::default()).expect("room");
    let mut merged = Database::open_writable(path("c.rdb")).expect("a base");
    check(&merged, &positions);
    assert!(merged.verify().expect("readable").damage.is_empty());
    check(&Database::join(base, vec![other]), &positions);
}

#[test]
fn crowded_positions_with_the_same_bits_keep_their_sums_apart() {
    // Their keys agree in the 40 bits that the file keeps.
    const TWINS: [&str; 2] =
        ["2N5/1Q1K4/8/8/6k1/2r5/8/8 w - - 0 1", "8/8/4r1N1/8/2k5/4Q3/8/K7 w - - 0 1"];
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name);
    let game = |fen: &str| format!("[SetUp \"1\"]\n[FEN \"{fen}\"]\n\n1. Kd6 *\n\n");
    let king =
        |fen: &str| if fen == TWINS[0] { game(fen) } else { game(fen).replace("Kd6", "Kb1") };
    let base = |name: &str, counts: [usize; 2]| {
        let pgn: String = TWINS.iter().zip(counts).map(|(fen, it)| king(fen).repeat(it)).collect();
        filled(path(name), &pgn)
    };
    let count = |base: &Database| {
        TWINS.map(|fen| {
            let pos: Position = fen.parse().expect("a position");
            check(base, &[pos.clone(), pos.clone(), pos.clone()]);
            base.count(&pos, &Query::default()).expect("intact")
        })
    };
    let (one, other) = (base("a.rdb", [80, 0]), base("b.rdb", [0, 90]));
    let both = base("c.rdb", [70, 65]);
    assert_eq!([&one, &other, &both].map(count), [[80, 0], [0, 90], [70, 65]]);
    let bases = [&one, &other, &both];
    Database::merge(&bases, path("d.rdb"), &Budget::default()).expect("room");
    let merged = Database::open(path("d.rdb")).expect("a base");
    assert_eq!(count(&merged), [150, 155]);
}

#[test]
fn a_part_of_a_list_is_that_part_of_the_whole_list() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut base = filled(folder.path().join("a.rdb"), &games(300, 8).0);
    base.add_pgn(games(200, 9).0.as_bytes(), &Budget::default()).expect("room");
    base.delete(&[3, 499]).expect("there");
    let orders = [
        GameOrder::Id,
        GameOrder::Elo,
        GameOrder::Date,
        GameOrder::White,
        GameOrder::Eco,
        GameOrder::Result,
        GameOrder::Plies,
    ];
    for filter in ["", "whiteelo>=2014", "date=1995..2000 or plies<3", "result=1-0 plies>4"] {
        let query = Query::parse(filter).expect("a query");
        for order in orders {
            let whole: Vec<u64> = base
                .find(None, &query, order)
                .expect("intact")
                .iter()
                .map(reynard_db::StoredGame::id)
                .collect();
            for direction in [ListDirection::Forward, ListDirection::Reversed] {
                for (offset, limit) in
                    [(0, Some(0)), (0, Some(1)), (3, Some(20)), (2, None), (600, Some(5))]
                {
                    let page = GamePage { order, direction, offset, limit };
                    let part = base.find_page(None, &query, &page).expect("intact");
                    let part = part.expect("some match");
                    let part: Vec<u64> = part.iter().map(reynard_db::StoredGame::id).collect();
                    assert_eq!(part, page.of(whole.clone()), "{filter} {page:?}");
                }
            }
        }
    }
    let none = Query::parse("whiteelo>=2900").expect("a query");
    let page = GamePage { limit: Some(3), ..GamePage::default() };
    assert!(base.find_page(None, &none, &page).expect("intact").is_none());
}

#[test]
fn unknown_values_come_last() {
    let game = |tags: &str, result: &str| format!("{tags}\n\n1. e4 {result}\n\n");
    let pgn = [
        game("[White \"?\"]\n[Round \"?\"]", "*"),
        game("[White \"b\"]\n[Round \"Final\"]\n[ECO \"B00\"]", "0-1"),
        game("[Black \"x\"]\n[Round \"-\"]\n[ECO \"?\"]", "*"),
        game("[White \"a\"]\n[Round \"10\"]\n[ECO \"A00\"]", "1-0"),
    ];
    let folder = tempfile::tempdir().expect("a folder");
    let base = filled(folder.path().join("a.rdb"), &pgn.concat());
    for order in [GameOrder::White, GameOrder::Round, GameOrder::Eco, GameOrder::Result] {
        let games = base.find(None, &Query::default(), order).expect("intact");
        let ids: Vec<u64> = games.iter().map(reynard_db::StoredGame::id).collect();
        assert!(ids.starts_with(&[3, 1]), "{order:?} {ids:?}");
    }
}
