//! Patterns of pawns, for which a search ends where a pawn is lost, against a look at every position.

mod shared;

use std::fmt::Write;

use reynard::{Color, PieceType, Position};
use reynard_db::{Budget, Database, DatabaseOptions, GameOrder, StoredGame};
use reynard_games::{BoardPattern, GameSoundness, Query};
use reynard_pgn::{GameTree, Games, Step};
use shared::{PGN, Random, folder, random_games};

/// Games with captures en passant, promotions, castling, null moves, other starts and Chess960.
const SPECIAL: &str = "\
[Event \"en passant\"]\n\n1. e4 a6 2. e5 d5 3. exd6 b5 4. dxc7 b4 5. c4 bxc3 6. cxb8=N cxb2 7. Nc6 bxa1=Q *\n
[Event \"castling\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 Nf6 4. O-O d6 5. d4 Bd7 6. Nc3 Qe7 7. Re1 O-O-O *\n
[Event \"null\"]\n\n1. d4 d5 2. -- c5 3. c4 -- 4. cxd5 Qxd5 *\n
[FEN \"4k3/1P4p1/8/2pP1p2/6P1/8/1p2P3/4K3 w - c6 0 1\"]\n[SetUp \"1\"]\n
1. dxc6 b1=Q+ 2. Kf2 fxg4 3. e4 gxh3 4. b8=Q+ *\n
[FEN \"4k3/1P4p1/8/2pP1p2/6P1/8/1p2P3/4K3 w - c6 0 1\"]\n[SetUp \"1\"]\n
1. dxc6 b1=Q+ 2. Kf2 fxg4 3. e4 g3+ 4. Kg2 g5 5. b8=Q+ *\n
[Variant \"Chess960\"]\n[FEN \"nrbkqrnb/pppppppp/8/8/8/8/PPPPPPPP/NRBKQRNB w FBfb - 0 1\"]\n[SetUp \"1\"]\n
1. b3 g6 2. Bb2 Bxb2 3. Rxb2 b6 4. Nxg6 *\n
[Variant \"Chess960\"]\n[FEN \"nrbkqrnb/pppppppp/8/8/8/8/PPPPPPPP/NRBKQRNB w FBfb - 0 1\"]\n[SetUp \"1\"]\n
1. b3 g6 2. Bb2 Bxb2 3. Rxb2 b6 4. Nf3 c5 5. e3 c4 6. bxc4 *\n
";

/// Returns all positions of the main line.
fn positions(tree: &GameTree) -> Vec<Position> {
    let mut pos = tree.start().clone();
    let mut all = vec![pos.clone()];
    for node in tree.main_line() {
        match tree.step(node) {
            Some(Step::Move(mv)) => pos.play_unchecked(mv),
            _ => pos.play_null().expect("a possible null move"),
        }
        all.push(pos.clone());
    }
    all
}

/// Returns a pattern of some pawns of a position, rarely with one moved.
fn pattern(random: &mut Random, pos: &Position) -> String {
    let mut signs = ['?'; 64];
    for color in Color::ALL {
        for square in pos.board().pieces(color, PieceType::Pawn) {
            if random.below(3) > 0 {
                signs[square as usize] = PieceType::Pawn.of(color).to_char();
            }
        }
    }
    if random.below(4) == 0 {
        signs[8 + random.below(48)] = *['P', 'p'].get(random.below(2)).expect("two");
    }
    let ranks = (0..8).rev().map(|rank| signs[rank * 8..rank * 8 + 8].iter().collect::<String>());
    let flip = if random.below(4) == 0 { " - flipcolor" } else { "" };
    ranks.collect::<Vec<_>>().join("/") + flip
}

#[test]
fn searches_for_pawns_find_what_a_look_at_every_position_finds() {
    let folder = folder();
    let mut random = Random(0xBEEF);
    let mut pgn = [PGN, SPECIAL.as_bytes()].concat();
    pgn.extend(random_games(12, 5));
    let mut base = Database::create(folder.path().join("a.rdb"), DatabaseOptions::default())
        .expect("a new file");
    base.add_pgn(&pgn, &Budget::default()).expect("room");
    let is_chess =
        |tree: &GameTree| tree.tags().text("Variant").is_none_or(|variant| variant.contains("960"));
    let trees: Vec<GameTree> =
        Games::from_bytes(&pgn).map(|game| game.expect("memory").tree).collect();
    let games: Vec<Option<Vec<Position>>> =
        trees.iter().map(|tree| is_chess(tree).then(|| positions(tree))).collect();
    let known: Vec<&Vec<Position>> = games.iter().flatten().collect();
    let (mut found, mut asked) = (0, 0);
    for _ in 0..1_500 {
        let game = known[random.below(known.len())];
        let first = random.below(game.len());
        let texts: Vec<String> = [first, first + random.below(game.len() - first)]
            .iter()
            .map(|&at| pattern(&mut random, &game[at]))
            .collect();
        let Ok(patterns) =
            texts.iter().map(|text| text.parse()).collect::<Result<Vec<BoardPattern>, _>>()
        else {
            continue;
        };
        let [one, other] = [0, 1].map(|index: usize| {
            let pattern = &patterns[index];
            move |pos: &Position| pattern.matches(pos)
        });
        let mut filter = String::new();
        let [a, b] = [&texts[0], &texts[1]];
        let kind = random.below(4);
        match kind {
            0 => write!(filter, "position='{a}'"),
            1 => write!(filter, "at(position='{a}') then at(position='{b}')"),
            2 => write!(filter, "at(position='{a}' or position='{b}')"),
            _ => write!(filter, "position='{a}' or not position='{b}'"),
        }
        .expect("room");
        let holds = |game: &Vec<Position>| match kind {
            0 => game.iter().any(one),
            1 => {
                let first = game.iter().position(one);
                first.is_some_and(|at| game[at + 1..].iter().any(other))
            }
            2 => game.iter().any(|pos| one(pos) || other(pos)),
            _ => game.iter().any(one) || !game.iter().any(other),
        };
        let Ok(query) = Query::parse(&filter) else { continue };
        asked += 1;
        let of_base: Vec<u64> = base
            .find(None, &query, GameOrder::Id)
            .expect("intact")
            .iter()
            .map(StoredGame::id)
            .collect();
        for (id, (game, tree)) in (0..).zip(games.iter().zip(&trees)) {
            let Some(game) = game else { continue };
            let expected = holds(game);
            let by_tree = query.matches_tree(tree, GameSoundness::Sound);
            assert_eq!(by_tree, expected, "a file, game {id}: {filter}");
            assert_eq!(of_base.contains(&id), expected, "a base, game {id}: {filter}");
            found += u32::from(expected);
        }
    }
    assert!(asked > 1_200 && found > 2_000, "{asked} asked, {found} found");
}
