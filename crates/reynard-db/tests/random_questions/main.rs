//! Random conditions of the filter language, answered by files, by databases and by a plain program
//! that knows boards as characters and games as lists of them.

mod plain;
mod questions;
#[path = "../shared/mod.rs"]
mod shared;

use std::fmt::Write;
use std::thread;

use plain::{Plain, plain};
use questions::{choice, question};
use reynard::Position;
use reynard_db::{Budget, Database, DatabaseOptions, GameOrder, StoredGame};
use reynard_games::{GameSoundness, Query};
use reynard_pgn::{GameTree, Games};
use shared::{PGN, Random, folder, random_games};

/// Random games from positions with few pieces, where endings, promotions and mates occur.
fn endings(random: &mut Random) -> String {
    const STARTS: [&str; 6] = [
        "4k2r/pp4pp/8/8/8/8/PP4PP/R3K3 w Qk - 0 1",
        "2b1k3/pp6/8/8/8/8/1P4PP/4KB2 w - - 0 1",
        "4k3/1P4P1/8/8/8/8/1p4p1/4K3 b - - 0 1",
        "3qk3/8/8/8/8/8/5PPP/R3K2R w KQ - 0 1",
        "r1bqk2r/pppp1ppp/2n2n2/4p3/2B1P3/3P1N2/PPP2PPP/RN1QK2R w KQkq - 0 1",
        "1k1r4/ppp5/8/3pP3/8/5N2/PPP5/1K1R4 w - d6 0 1",
    ];
    let mut pgn = String::new();
    for (number, start) in STARTS.iter().enumerate() {
        let mut pos: Position = start.parse().expect("a position");
        let result = ["1-0", "0-1", "1/2-1/2"][number % 3];
        write!(pgn, "[FEN \"{start}\"]\n[SetUp \"1\"]\n[Result \"{result}\"]\n\n").expect("room");
        for _ in 0..20 + random.below(50) {
            let moves = pos.legal_moves();
            if moves.is_empty() {
                break;
            }
            // Captures are frequent, so that material changes.
            let takes = moves.iter().copied().find(|mv| mv.is_capture());
            let mv = takes.filter(|_| random.below(3) == 0);
            let mv = mv.unwrap_or_else(|| moves[random.below(moves.len())]);
            write!(pgn, "{} ", pos.san(mv)).expect("room");
            pos.play_unchecked(mv);
        }
        write!(pgn, "{result}\n\n").expect("room");
    }
    pgn
}

/// Compares databases and files on games of every kind: of Chess960, damaged, with null moves.
/// Games of other rules have no positions.
fn compare_kinds(base: &Database, query: &Query, text: &str) {
    let of_base = base.find(None, query, GameOrder::Id).expect("intact");
    let of_base: Vec<u64> = of_base.iter().map(StoredGame::id).collect();
    let games = Games::from_bytes(PGN).map(|game| game.expect("memory").tree);
    let is_chess =
        |tree: &GameTree| tree.tags().text("Variant").is_none_or(|variant| variant.contains("960"));
    let chess: Vec<(u64, GameTree)> = (0..).zip(games).filter(|(_, tree)| is_chess(tree)).collect();
    let is_of_chess = |id: &u64| chess.iter().any(|(other, _)| other == id);
    let of_base: Vec<u64> = of_base.into_iter().filter(is_of_chess).collect();
    let is_found = |tree: &GameTree| query.matches_tree(tree, GameSoundness::Sound);
    let of_files = chess.iter().filter(|(_, tree)| is_found(tree));
    assert_eq!(of_base, of_files.map(|(id, _)| *id).collect::<Vec<_>>(), "{text}");
}

/// Questions of all threads together.
const QUESTIONS: usize = 10_000;

#[test]
fn files_databases_and_a_plain_program_answer_ten_thousand_random_questions_alike() {
    const THREADS: usize = 4;

    let per_thread = QUESTIONS / THREADS;
    let asked = thread::scope(|scope| {
        let ask = |thread| scope.spawn(move || ask(thread, per_thread));
        let threads: Vec<_> = (0..THREADS).map(ask).collect();
        threads.into_iter().map(|thread| thread.join().expect("equal answers")).collect::<Vec<_>>()
    });
    let found: usize = asked.iter().map(|asked| asked.found).sum();
    let refused: usize = asked.iter().map(|asked| asked.refused).sum();
    assert!(found > QUESTIONS && refused < QUESTIONS / 10, "{found} found, {refused} refused");
}

/// The answers to the questions of one thread.
#[derive(Default)]
struct Asked {
    found: usize,
    refused: usize,
}

/// Asks databases of random games a number of questions, and compares their answers.
fn ask(thread: usize, questions: usize) -> Asked {
    const BASES: usize = 5;

    let folder = folder();
    let mut random = Random(0x5EED_0F47 + thread as u64);
    let mut asked = Asked::default();
    let path = folder.path().join("kinds.rdb");
    let mut kinds = Database::create(path, DatabaseOptions::default()).expect("a new file");
    kinds.add_pgn(PGN, &Budget::default()).expect("room");
    for number in 0..BASES {
        let games = games_of_base(&mut random, number + BASES * thread);
        assert!(games.len() >= 3, "{} games", games.len());
        let path = folder.path().join(format!("{number}.rdb"));
        let mut base = Database::create(path, DatabaseOptions::default()).expect("a new file");
        let text: String = games.iter().map(|game| game.tree.to_string() + "\n").collect();
        base.add_pgn(text.as_bytes(), &Budget::default()).expect("room");
        for turn in 0..questions / BASES {
            let game = choice(&mut random, &games);
            let question = question(&mut random, game, 2);
            let text = &question.text;
            let expected: Vec<bool> = games.iter().map(|game| (question.holds)(game)).collect();
            let query = match Query::parse(text) {
                Ok(query) => query,
                Err(error) => {
                    assert!(error.reason.contains("never hold together"), "{text}: {error}");
                    let may_hold = text.contains(" or ") || text.contains("not ");
                    assert!(may_hold || !expected.contains(&true), "{text}");
                    asked.refused += 1;
                    continue;
                }
            };
            compare(&base, &games, &query, &expected, text);
            if turn % 20 == 0 {
                compare_kinds(&kinds, &query, text);
            }
            asked.found += expected.iter().filter(|&&it| it).count();
        }
    }
    asked
}

/// Makes the games of a base: some from the start position, some of endings.
fn games_of_base(random: &mut Random, number: usize) -> Vec<Plain> {
    let mut pgn = random_games(2, number as u64 + 77);
    let endings = endings(random);
    let chosen: Vec<&str> = endings.split_inclusive("\n\n").collect();
    // A game is two paragraphs.
    for pair in chosen.chunks(2).skip(number % 3 * 2).take(2) {
        pgn.extend(pair.concat().bytes());
    }
    let trees = Games::from_bytes(&pgn).map(|game| game.expect("memory").tree);
    trees.map(plain).filter(|game| game.made.len() > 4).collect()
}

/// Compares files and databases with the plain program.
fn compare(base: &Database, games: &[Plain], query: &Query, expected: &[bool], text: &str) {
    let by_tree = |game: &Plain| query.matches_tree(&game.tree, GameSoundness::Sound);
    let of_files: Vec<bool> = games.iter().map(by_tree).collect();
    assert_eq!(of_files, expected, "{text}");
    let mut of_base = vec![false; games.len()];
    for game in base.find(None, query, GameOrder::Id).expect("intact") {
        of_base[usize::try_from(game.id()).expect("small")] = true;
    }
    assert_eq!(of_base, expected, "{text}");
}
