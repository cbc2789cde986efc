//! Self-play and shards: round trips, damage, reproducibility.

use std::ops::ControlFlow;
use std::sync::Arc;

use reynard::{Color, GameResult, Position, StartArray};
use reynard_engine::{Control, Score};
use reynard_nnue::train::TrainingNetwork;
use reynard_nnue::{Network, Shape};
use reynard_play::OpeningSuite;
use reynard_testkit::Rng;
use reynard_train::selfplay::{
    OpeningStart, SelfPlayEvent, SelfPlayRun, SelfPlaySettings, generate,
};
use reynard_train::shard::{
    PackedGame, Ply, PositionFilter, SelfPlayEnding, ShardError, ShardFault, ShardHeader,
    ShardReader, ShardStatistics, ShardWriter, TrainingGame, WaivedAdjudication, WhiteScore,
};

/// A game of random moves and scores.
fn random_game(rng: &mut Rng) -> TrainingGame {
    let array = u16::try_from(rng.below(960)).ok().and_then(StartArray::new).expect("an array");
    let mut start = if rng.one_in(2) { Position::chess960(array) } else { Position::startpos() };
    let skipped = rng.below(12);
    let mut plies = Vec::new();
    let mut pos = start.clone();
    let mut score = 0_i32;
    let longest = if rng.one_in(10) { 700 } else { 150 };
    for number in 0..skipped + rng.below(longest) {
        if number == skipped {
            start.clone_from(&pos);
        }
        let moves = pos.legal_moves();
        if moves.is_empty() {
            break;
        }
        let mv = *rng.choose(&moves);
        if number >= skipped {
            let change = [8, 100, 2_000, 70_000][rng.below(4)];
            score += i32::try_from(rng.below(2 * change)).expect("small");
            score -= i32::try_from(change).expect("small");
            let score_now =
                if rng.one_in(30) { Score::Mate(score % 1_100) } else { Score::Centipawns(score) };
            plies.push(Ply { mv, score: WhiteScore::new(score_now, pos.turn()) });
        }
        pos.play_unchecked(mv);
    }
    if plies.is_empty() {
        start = pos;
    }
    let results = [GameResult::WhiteWins, GameResult::Draw, GameResult::BlackWins];
    let ending = *rng.choose(&SelfPlayEnding::ALL);
    let result =
        if ending == SelfPlayEnding::TooLong { GameResult::Draw } else { *rng.choose(&results) };
    let waived = rng.one_in(3).then(|| WaivedAdjudication {
        plies: u32::try_from(rng.below(plies.len() + 1)).expect("few"),
        result: *rng.choose(&results),
    });
    TrainingGame { start, plies, result, ending, waived }
}

fn written(header: &ShardHeader, games: &[TrainingGame]) -> Vec<u8> {
    let mut writer = ShardWriter::new(Vec::new(), header).expect("memory");
    for game in games {
        writer.push(&game.pack().expect("a legal game")).expect("memory");
    }
    writer.finish().expect("memory")
}

fn read(bytes: &[u8]) -> Result<(ShardHeader, Vec<TrainingGame>), ShardError> {
    let reader = ShardReader::new(bytes)?;
    let header = reader.header().clone();
    Ok((header, reader.games().collect::<Result<_, _>>()?))
}

fn header() -> ShardHeader {
    let mut header = ShardHeader::default();
    header.set("engine", "some engine").expect("a value");
    header.set("seed", 17).expect("a value");
    header
}

#[test]
fn games_are_read_as_written() {
    let mut rng = Rng::new(1);
    for round in 0..30 {
        let games: Vec<_> = (0..rng.below(100)).map(|_| random_game(&mut rng)).collect();
        let bytes = written(&header(), &games);
        let (found, again) = read(&bytes).expect("a whole file");
        assert_eq!(found, header());
        assert!(again == games, "round {round}");
        assert_eq!(written(&header(), &again), bytes, "round {round}");
    }
}

#[test]
fn games_of_random_moves_take_two_and_a_half_bytes_a_move() {
    let mut rng = Rng::new(2);
    let steady = |mut game: TrainingGame| {
        for (ply, number) in game.plies.iter_mut().zip(0..) {
            ply.score = WhiteScore::new(Score::Centipawns(number % 40), Color::White);
        }
        game
    };
    let games: Vec<_> = (0..300).map(|_| steady(random_game(&mut rng))).collect();
    let plies: usize = games.iter().map(|game| game.plies.len()).sum();
    let bytes = written(&header(), &games).len();
    assert!(bytes * 2 < plies * 5, "{bytes} bytes for {plies} moves");
}

#[test]
fn every_truncation_and_every_changed_byte_is_detected() {
    let mut rng = Rng::new(3);
    let games: Vec<_> = (0..6).map(|_| random_game(&mut rng)).collect();
    let bytes = written(&header(), &games);
    for len in 0..bytes.len() {
        let error = read(&bytes[..len]).expect_err("a part");
        assert!(error.offset <= len as u64, "{error} of {len}");
        let is_cut = matches!(error.fault, ShardFault::Cut) && error.offset == len as u64;
        assert!(is_cut || len == 0, "{len}: {error}");
    }
    for place in 0..bytes.len() {
        for flip in [1, 0x80, 0xFF] {
            let mut changed = bytes.clone();
            changed[place] ^= flip;
            let error = read(&changed).expect_err("a changed byte");
            assert!(error.offset <= bytes.len() as u64, "{error}");
        }
    }
    let mut longer = bytes.clone();
    longer.push(0);
    let error = read(&longer).expect_err("a byte too many");
    assert!(matches!(error.fault, ShardFault::Trailing) && error.offset == bytes.len() as u64);
}

#[test]
fn errors_have_their_offset() {
    let text = |bytes: &[u8]| read(bytes).expect_err("no file of games").to_string();
    assert_eq!(text(b""), "byte 0: not a file of self-play games");
    assert_eq!(text(b"REYN"), "byte 4: the file ends too early");
    assert_eq!(text(b"REYNSELG"), "byte 0: not a file of self-play games");
    assert_eq!(text(b"REYNSELF\x02\0\0\0\0\0\0\0"), "byte 8: unknown version 2 of the format");
    assert_eq!(
        text(b"REYNSELF\x01\0\0\0\xFF\xFF\xFF\xFF"),
        "byte 12: a header of 4294967295 bytes is too long"
    );
    let mut writer = ShardWriter::new(Vec::new(), &ShardHeader::default()).expect("memory");
    let mut rng = Rng::new(4);
    let game = random_game(&mut rng).pack().expect("a legal game");
    writer.push(&game).expect("memory");
    // A valid checksum around an invalid game.
    let start = PackedGame::from_bytes(vec![1; 41]);
    writer.push(&start).expect("it has a number of moves");
    let bytes = writer.finish().expect("memory");
    let error = read(&bytes).expect_err("a wrong game");
    // Header 20, head of the block 12, the first game with its length, and the length of the
    // second.
    let second = 20 + 12 + 1 + usize::from(game.as_bytes().len() > 127) + game.as_bytes().len() + 1;
    assert_eq!(error.to_string(), format!("byte {}: illegal start position", second + 1));
    let refused = ShardWriter::new(Vec::new(), &ShardHeader::default())
        .and_then(|mut writer| writer.push(&PackedGame::from_bytes(vec![0; 9])));
    assert_eq!(refused.expect_err("too short").kind(), std::io::ErrorKind::InvalidData);
}

fn tiny(threads: usize, shards: &[u32]) -> SelfPlayRun {
    let mut settings =
        SelfPlaySettings { nodes: 40, hard_nodes: 400, ..SelfPlaySettings::default() };
    settings.opening.nodes = 40;
    settings.played_out = 300;
    SelfPlayRun { settings, shards: shards.to_vec(), games: 5, threads }
}

fn shards_of(generation: &SelfPlayRun) -> Vec<(u32, Vec<PackedGame>)> {
    let mut shards = Vec::new();
    let mut events = 0;
    let end = generate(generation, &Control::new(), |stage| {
        match stage {
            SelfPlayEvent::Shard { number, games } => shards.push((number, games)),
            _ => events += 1,
        }
        ControlFlow::<()>::Continue(())
    })
    .expect("games");
    assert!(end.is_continue());
    assert_eq!(events, generation.shards.len() * generation.games as usize);
    shards.sort_unstable();
    shards
}

#[test]
fn the_same_seed_gives_the_same_games_on_any_number_of_threads() {
    let together = shards_of(&tiny(3, &[0, 1, 2]));
    assert_eq!(together.iter().map(|(number, _)| *number).collect::<Vec<_>>(), [0, 1, 2]);
    assert!(together.iter().all(|(_, games)| games.len() == 5));
    assert_eq!(shards_of(&tiny(1, &[1])), together[1..2]);
    let mut other = tiny(1, &[1]);
    other.settings.seed = 2;
    assert_ne!(shards_of(&other), together[1..2]);
}

#[test]
fn games_are_played_with_the_network_of_the_settings() {
    let embedded = shards_of(&tiny(1, &[1]));
    let mut run = tiny(1, &[1]);
    run.settings.network = Some(Network::embedded());
    assert_eq!(shards_of(&run), embedded);
    let shape = Shape::new(64, 1).expect("a small shape");
    let random = TrainingNetwork::new(shape, 5).expect("a multiple of 64");
    run.settings.network = Some(Arc::new(random.quantize()));
    assert_ne!(shards_of(&run), embedded);
}

#[test]
fn games_follow_the_settings() {
    let mut statistics = ShardStatistics::new(PositionFilter::default());
    let generation = tiny(2, &[7, 8, 9]);
    for (_, games) in shards_of(&generation) {
        for game in games {
            let game = game.unpack().expect("a game of ours");
            assert!(game.start.fullmove_number() >= 4, "random moves");
            assert!(game.plies.len() <= 600);
            if let Some(waived) = game.waived {
                assert_ne!(game.ending, SelfPlayEnding::Adjudicated);
                assert!(waived.plies as usize <= game.plies.len());
            }
            for sample in game.samples(PositionFilter::default()) {
                assert!(!sample.position.is_check() && sample.mv.is_quiet());
                assert!(sample.score.centipawns().is_some_and(|score| score.abs() <= 2_000));
                assert!(sample.position.is_legal(sample.mv) && sample.result == game.result);
            }
            assert_eq!(game.samples(PositionFilter::ALL).count(), game.plies.len());
            statistics.add(&game);
        }
    }
    assert_eq!(statistics.games, 15);
    assert_eq!(statistics.results.iter().sum::<u64>(), 15);
    assert_eq!(statistics.scores.iter().sum::<u64>(), statistics.kept);
    assert_eq!(statistics.phases.iter().sum::<u64>(), statistics.kept);
    assert!(statistics.kept > 0 && statistics.kept < statistics.plies);
    assert!(statistics.wins_played_out[0] + statistics.draws_played_out[0] > 0);
}

#[test]
fn lopsided_openings_are_discarded() {
    let queen_up = "4k3/8/8/8/8/8/8/Q3K3 w - - 0 1";
    let level = "4k3/4p3/8/8/8/8/4P3/4K3 w - - 0 1";
    let openings =
        |text: &str| OpeningStart::Suite(Arc::new(OpeningSuite::from_epd(text).expect("EPD")));
    let mut generation = tiny(1, &[0]);
    generation.settings.opening.random_plies = 0;
    generation.settings.opening.start = openings(&format!("{queen_up}\n{level}\n"));
    for (_, games) in shards_of(&generation) {
        for game in games {
            assert_eq!(game.unpack().expect("a game of ours").start.fen(), level);
        }
    }
    generation.settings.opening.start = openings(queen_up);
    let nothing = generate(&generation, &Control::new(), |_| ControlFlow::<()>::Continue(()));
    assert_eq!(nothing.expect_err("no game").to_string(), "no opening is level enough");
}

#[test]
fn a_break_value_ends_the_run() {
    let control = Control::new();
    let mut events = 0;
    let end = generate(&tiny(2, &[0, 1, 2, 3]), &control, |_| {
        events += 1;
        if events == 3 { ControlFlow::Break("enough") } else { ControlFlow::Continue(()) }
    });
    assert_eq!(end.expect("nothing went wrong"), ControlFlow::Break("enough"));
    assert_eq!(events, 3);
    assert!(control.is_stopped());
}
