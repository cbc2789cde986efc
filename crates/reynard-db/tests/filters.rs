//! Answers under filters against a replay of every game.
//!
//! `REYNARD_TEST_COLLECTION` names a PGN file, or a folder of them, to compare on 10,000 positions
//! under 20 filters; without it a few made games are compared.

mod shared;

use std::collections::{BTreeMap, HashSet};
use std::fs;
use std::path::Path;

use reynard::Position;
use reynard_db::{
    Budget, Database, DatabaseOptions, ExploreLimits, GameOrder, StoredGame, Transpositions,
};
use reynard_games::{BoardWatcher, Query, TagFacts, Truth};
use reynard_pgn::{GameTree, Games, Input, Termination};
use shared::{PGN, Random, folder, random_games};

/// Conditions on tags, of each kind.
const FILTERS: [&str; 20] = [
    "",
    "elo>=2400",
    "white-elo>=2500",
    "elo-diff<=100",
    "year>=1960",
    "year>=1950 year<=1979",
    "date>=1985.06",
    "result=1-0",
    "result=1/2-1/2",
    "not result=0-1",
    "eco=A00..B99",
    "eco=E",
    "white~a",
    "player~son",
    "player~\"player, 1\" result=1-0",
    "black~\"player, 2\" or white~k",
    "player~player color=black opponent~1 result=loss",
    "not event~open",
    "plies>=60",
    "round=1 or site~\"?\"",
];

/// Games whose tags have values that are understood, but not written as usual.
const UNUSUAL: &[u8] =
    b"[ECO \"b33/05\"]\n[Date \"1961-02-03\"]\n[WHITEELO \" 2510\"]\n\n1. e4 c5 1-0\n\n\
    [ECO \"E99k\"]\n[Date \"????.05.06\"]\n[BlackElo \"12345\"]\n\n1. e4 e5 0-1\n\n\
    [ECO \"A00 A10\"]\n[Date \"0000.00.00\"]\n\n1. e4 e5 2. Nf3 1/2-1/2\n\n";

/// A filter, and the games that it accepts by the rules of `pgn filter`.
struct Filter {
    query: Query,
    accepted: Vec<bool>,
}

/// Games of a position: number of the game, and the move at its first visit.
type Visits = BTreeMap<u64, (Position, Vec<(u32, Option<reynard::Move>)>)>;

fn accepts(query: &Query, tree: &GameTree) -> bool {
    let plies = tree.main_line().count() as u64;
    let tags = tree.tags();
    let facts = TagFacts { tags, result: Some(tree.result()), plies: Some(plies) };
    match query.decide(&facts) {
        Truth::True => true,
        Truth::False => false,
        Truth::Unknown => query.matches(&facts, &BoardWatcher::new(query)),
    }
}

/// Counts under all filters are those of a replay, for some positions.
fn compare(base: &Database, results: &[Termination], filters: &[Filter], visits: &Visits) {
    let limits = ExploreLimits { top: 0, transpositions: Transpositions::Skipped };
    let mut compared = 0_u64;
    for (pos, games) in visits.values() {
        for (index, filter) in filters.iter().enumerate() {
            let mut moves: BTreeMap<Option<u32>, [u64; 4]> = BTreeMap::new();
            for &(game, mv) in games.iter().filter(|(game, _)| filter.accepted[*game as usize]) {
                let counts = moves.entry(mv.map(|mv| mv.bits().into())).or_default();
                counts[0] += 1;
                match results[game as usize] {
                    Termination::WhiteWins => counts[1] += 1,
                    Termination::Draw => counts[2] += 1,
                    Termination::BlackWins => counts[3] += 1,
                    Termination::Unknown => {}
                }
            }
            let explored = base.explore(pos, &filter.query, &limits).expect("intact");
            let place = || format!("{} under `{}`", pos.fen(), FILTERS[index]);
            let total: u64 = moves.values().map(|counts| counts[0]).sum();
            assert_eq!(explored.score.games(), total, "{}", place());
            let ended = moves.remove(&None).unwrap_or_default()[0];
            assert_eq!(explored.ended, ended, "{}", place());
            assert_eq!(explored.moves.len(), moves.len(), "{}", place());
            for it in &explored.moves {
                let score = it.score;
                let counts = [score.games(), score.white, score.draws, score.black];
                assert_eq!(moves.get(&Some(it.mv.bits().into())), Some(&counts), "{}", place());
            }
            compared += 1;
        }
    }
    assert_eq!(compared, 20 * visits.len() as u64, "{} games", results.len());
}

/// Reads all games, and compares about `most` positions, rare ones and frequent ones.
fn check(pgn: &[u8], most: usize) {
    let folder = folder();
    let path = folder.path().join("a.rdb");
    let mut base = Database::create(path, DatabaseOptions::default()).expect("a new file");
    base.add_pgn(pgn, &Budget::default()).expect("room");
    let mut filters: Vec<Filter> = FILTERS
        .iter()
        .map(|text| Filter { query: Query::parse(text).expect(text), accepted: Vec::new() })
        .collect();
    let positions = chosen(pgn, most);
    let (mut games, mut visits) = (Vec::new(), Visits::new());
    for game in Games::from_bytes(pgn) {
        let tree = game.expect("memory").tree;
        let number = u32::try_from(games.len()).expect("few");
        for filter in &mut filters {
            filter.accepted.push(accepts(&filter.query, &tree));
        }
        games.push(tree.result());
        if !is_chess(&tree) {
            continue;
        }
        let mut pos = tree.start().clone();
        let mut seen = HashSet::new();
        let moves: Vec<_> = tree.moves().map(Some).chain([None]).collect();
        for mv in moves {
            if positions.contains(&pos.key()) && seen.insert(pos.key()) {
                let entry = visits.entry(pos.key()).or_insert_with(|| (pos.clone(), Vec::new()));
                entry.1.push((number, mv));
            }
            if let Some(mv) = mv {
                pos.play(mv).expect("legal");
            }
        }
    }
    assert_eq!(base.games(), games.len() as u64);
    assert!(visits.len() >= most / 2, "{} positions", visits.len());
    compare(&base, &games, &filters, &visits);
}

/// Returns `true` for chess and Chess960: games of other variants are kept without positions.
fn is_chess(tree: &GameTree) -> bool {
    let variant = tree.tags().text("Variant").unwrap_or_default().to_ascii_lowercase();
    variant.is_empty() || ["standard", "960", "fischer"].iter().any(|name| variant.contains(name))
}

/// Keys of positions: those of early plies of some games, and of any ply of others.
fn chosen(pgn: &[u8], most: usize) -> HashSet<u64> {
    let count = Games::from_bytes(pgn).count().max(1);
    let mut random = Random(97);
    let mut keys = HashSet::new();
    let each = (most / count).max(1) + 1;
    for game in Games::from_bytes(pgn) {
        let tree = game.expect("memory").tree;
        let moves: Vec<_> = tree.moves().collect();
        for _ in 0..each {
            // Skips games where there are more of them than positions.
            if count > most && random.below(count) > 2 * most {
                continue;
            }
            let limit = if random.below(2) == 0 { 12.min(moves.len()) } else { moves.len() };
            let mut pos = tree.start().clone();
            for &mv in &moves[..random.below(limit + 1)] {
                pos.play(mv).expect("legal");
            }
            if keys.len() < most {
                keys.insert(pos.key());
            }
        }
    }
    keys
}

/// The bytes of a file, or of all files of a folder whose names end in `.pgn` or `.pgn.zst`.
fn games_of(path: &Path) -> Vec<u8> {
    if path.is_dir() {
        let mut entries: Vec<_> =
            fs::read_dir(path).expect("a folder").map(|it| it.expect("an entry").path()).collect();
        entries.sort();
        return entries
            .iter()
            .flat_map(|path| [games_of(path), b"\n\n".to_vec()].concat())
            .collect();
    }
    let name = path.to_string_lossy();
    if !name.ends_with(".pgn") && !name.ends_with(".pgn.zst") {
        return Vec::new();
    }
    let mut bytes = Vec::new();
    let mut input = Input::new(fs::File::open(path).expect("a file")).expect("a file");
    std::io::Read::read_to_end(&mut input, &mut bytes).expect("a file");
    bytes
}

#[test]
fn counts_under_every_filter_equal_a_replay() {
    match std::env::var_os("REYNARD_TEST_COLLECTION") {
        Some(path) => check(&games_of(Path::new(&path)), 10_000),
        None => check(&[random_games(150, 5), PGN.to_vec(), UNUSUAL.to_vec()].concat(), 400),
    }
}

/// Conditions on the board and on annotations, of each kind.
const BOARD_FILTERS: [&str; 34] = [
    "material=KRPvKR",
    "material=KR*vKR*",
    "material=K*vK*/3",
    "material=KQ+vK+",
    "material=KQR*vKR+",
    "material=opposite-bishops/2",
    "material=same-bishops",
    "imbalance=BvN",
    "imbalance=BvN/12",
    "imbalance=RvBN",
    "imbalance=+1p/6",
    "imbalance=+2p",
    "position='*/*/*/*/????P*/*/*/*'",
    "position='*/*/*/*/*/*/[^P]*/[RN]* w'",
    "position='r*/*/*/*/*/*/*/*k w flipcolor'",
    "position='*/p?[1p]*/*/*/*/*/*/* b'",
    "piece=Pd4",
    "piece=[Qq]a-c7,h2 plies<60",
    "not piece=Nf3",
    "at(piece=Pd4 not piece=Pc not piece=Pe)",
    "at(piece=Pd4 not piece=pd5)/6",
    "at(piece=qd8 imbalance=+1p) or material=KQvK",
    "at(piece=Pe4)/3 then at(piece=Pe5)",
    "at(material=KQ+vKQ+)/20 then at(imbalance=QvR or imbalance=BvN)/2 then at(piece=k)",
    "not at(piece=Q piece=q)/40",
    "move=O-O",
    "move=Nf3 not move=Nxf3",
    "move=?x??+",
    "move=Q??+,R??+",
    "comment~best or has=variation",
    "has=glyph",
    "has=annotation",
    "has=comment has=eval",
    "opening~\"queens pawn\" piece=Nc3",
];

#[test]
fn conditions_on_the_board_find_the_games_that_a_replay_finds() {
    let folder = folder();
    let path = folder.path().join("a.rdb");
    let pgn =
        [random_games(120, 11), PGN.to_vec(), random_games(60, 12), ENDINGS.to_vec()].concat();
    let mut base = Database::create(path, DatabaseOptions::default()).expect("a new file");
    base.add_pgn(&pgn, &Budget { commit: 50, ..Budget::default() }).expect("room");
    base.delete(&[3]).expect("there is one");
    let mut matches = 0;
    for text in BOARD_FILTERS {
        let query = Query::parse(text).expect(text);
        let mut watcher = BoardWatcher::new(&query);
        let mut expected = Vec::new();
        for (number, game) in (0..).zip(Games::from_bytes(&pgn)) {
            let game = game.expect("memory");
            // Games of unknown rules have no positions here, and no tree has a comment of them.
            if !is_chess(&game.tree) || number == 3 {
                continue;
            }
            let plies = watcher.watch(&game.tree);
            watcher.finish(reynard_games::GameSoundness::Sound);
            let (tags, result) = (game.tree.tags(), Some(game.tree.result()));
            if query.matches(&TagFacts { tags, result, plies: Some(plies) }, &watcher) {
                expected.push(number);
            }
        }
        for threads in [1, 3] {
            base = base.with_threads(threads.try_into().expect("more than 0"));
            let found = base.find(None, &query, GameOrder::Id).expect("intact");
            let found: Vec<u64> = found
                .iter()
                .filter(|game| is_chess(&game.tree().expect("intact")))
                .map(StoredGame::id)
                .collect();
            assert_eq!(found, expected, "{text}");
        }
        matches += usize::from(!expected.is_empty());
    }
    assert!(matches >= BOARD_FILTERS.len() - 4, "only {matches} find a game");
}

/// Games from positions with few pieces.
const ENDINGS: &[u8] = b"\
[SetUp \"1\"]\n[FEN \"8/8/4k3/8/4P3/4K3/R7/7r w - - 0 1\"]\n\n1. Ra6+ Kd7 2. Ra7+ Kc6 3. Ra6+ *\n\n\
[SetUp \"1\"]\n[FEN \"4k2r/pp6/8/8/8/8/P7/4K2R b k - 0 1\"]\n\n1... O-O 2. Rh7 Kxh7 *\n\n\
[SetUp \"1\"]\n[FEN \"4kb2/1P6/8/8/8/8/8/4KB2 w - - 0 1\"]\n\n1. b8=Q+ Kf7 2. Qxf8+ Kxf8 3. Bg2 *\n\n\
[SetUp \"1\"]\n[FEN \"4kb2/8/8/8/8/8/8/4KB2 w - - 0 1\"]\n\n1. Be2 {best} (1. Bd3 $1) 1... Bg7 $2 2. Bd3 *\n\n\
1. e4 e5 2. -- Qh4 3. Nf3 Qxh2 4. Rxh2 {a rook} *\n\n";

#[test]
fn games_are_as_long_as_they_were_played_even_if_their_moves_are_only_in_the_text() {
    let pgn = b"1. e4 e5 2. -- Nc6 3. Nf3 *\n\n[Variant \"Atomic\"]\n\n\
        1. e4 e5 (1... c5) 2. Nf3 Nc6 3. Nxe5 *\n\n1. e4 e5 *\n\n";
    let folder = folder();
    let mut base = Database::create(folder.path().join("a.rdb"), DatabaseOptions::default())
        .expect("a new file");
    base.add_pgn(pgn, &Budget::default()).expect("room");
    let compacted = folder.path().join("b.rdb");
    base.compact_to(&compacted, &Budget::default()).expect("room");
    for base in [&mut base, &mut Database::open(&compacted).expect("a base")] {
        let plies: Vec<u16> = base.iter().map(|it| it.head().expect("intact").plies).collect();
        assert_eq!(plies, [5, 5, 2]);
        let short = Query::parse("plies<4").expect("a query");
        let found = base.find(None, &short, GameOrder::Id).expect("intact");
        assert_eq!(found.iter().map(StoredGame::id).collect::<Vec<_>>(), [2]);
        let report = base.verify().expect("a file");
        assert_eq!((report.damage.len(), report.plies), (0, 12), "{report:?}");
    }
}
