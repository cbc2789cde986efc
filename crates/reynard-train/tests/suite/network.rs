//! Training of networks: the same outcome on any number of threads and after any interruption.

use std::num::NonZeroU32;

use reynard_nnue::{Network, Shape};
use reynard_train::network::{
    CheckpointError, LambdaReturns, LossMeter, NetworkTrainer, PoolError, PoolSettings,
    PositionPool, PositionRecord, TargetScale, TrainEvent, TrainSettings, checkpoint_network,
};
use reynard_train::shard::{PositionFilter, ShardFileError, TrainingGame};

fn games() -> impl Iterator<Item = Result<TrainingGame, ShardFileError>> {
    GAMES.iter().cloned().map(Ok)
}

static GAMES: std::sync::LazyLock<Vec<TrainingGame>> = std::sync::LazyLock::new(random_games);

/// Games of random moves whose scores are the material on the board.
fn random_games() -> Vec<TrainingGame> {
    use reynard::{GameResult, Position};
    use reynard_base::SplitMix64;
    use reynard_engine::Score;
    use reynard_train::shard::{Ply, SelfPlayEnding, WhiteScore};
    let mut random = SplitMix64::new(4);
    (0..60)
        .map(|number| {
            let start = Position::startpos();
            let mut pos = start.clone();
            let mut plies = Vec::new();
            for _ in 0..60 {
                let moves = pos.legal_moves();
                if moves.is_empty() {
                    break;
                }
                let mv = moves[random.below(moves.len())];
                let material = reynard_engine::material(&pos);
                plies.push(Ply {
                    mv,
                    score: WhiteScore::new(Score::Centipawns(material), pos.turn()),
                });
                pos.play_unchecked(mv);
            }
            let result =
                [GameResult::WhiteWins, GameResult::Draw, GameResult::BlackWins][number % 3];
            TrainingGame { start, plies, result, ending: SelfPlayEnding::TooLong, waived: None }
        })
        .collect()
}

fn inputs() -> Vec<String> {
    ["a.rsp", "b\n.rsp"].map(String::from).to_vec()
}

fn pool_settings() -> PoolSettings {
    // So little memory that the positions are read in several parts.
    PoolSettings { held_out: NonZeroU32::new(10), memory: 60_000, ..PoolSettings::default() }
}

fn settings(threads: usize) -> TrainSettings {
    let defaults = TrainSettings::default();
    TrainSettings { hidden: 128, epochs: 3, batch: 100, score_share: 1.0, threads, ..defaults }
}

fn finish(mut trainer: NetworkTrainer) -> (Vec<u8>, Vec<f64>) {
    let mut losses = Vec::new();
    while let Some(event) = trainer.step().expect("a readable pool") {
        if let TrainEvent::Epoch(report) = event {
            assert!(report.held_out_loss.is_some() && report.classic_loss.is_some());
            losses.push(report.loss);
        }
    }
    (trainer.network().expect("a short header").to_bytes(), losses)
}

#[test]
fn threads_do_not_change_the_network_and_the_loss_falls() {
    let temporary = tempfile::tempdir().expect("a temporary folder");
    let folder = temporary.path().join("pool");
    let pool = PositionPool::build(&folder, &inputs(), games(), pool_settings()).unwrap();
    assert!(pool.len() > 1_500, "{}", pool.len());
    assert!(!pool.held_out().is_empty());
    let mut outcomes = Vec::new();
    for threads in [1, 2, 3] {
        let trainer = NetworkTrainer::new(pool.clone(), settings(threads)).unwrap();
        assert_eq!(trainer.steps(), 0);
        outcomes.push(finish(trainer));
    }
    assert_eq!(outcomes[0], outcomes[1]);
    assert_eq!(outcomes[0], outcomes[2]);
    let losses = &outcomes[0].1;
    assert!(losses[2] < losses[0], "{losses:?}");
}

#[test]
fn an_interrupted_run_ends_like_one_that_was_not() {
    let temporary = tempfile::tempdir().expect("a temporary folder");
    let folder = temporary.path().join("pool");
    let pool = PositionPool::build(&folder, &inputs(), games(), pool_settings()).unwrap();
    let whole = finish(NetworkTrainer::new(pool.clone(), settings(2)).unwrap());
    let total = NetworkTrainer::new(pool.clone(), settings(1)).unwrap().total_steps();
    for stop in [0, total / 2, total - 1] {
        let mut trainer = NetworkTrainer::new(pool.clone(), settings(1)).unwrap();
        while trainer.steps() < stop {
            trainer.step().unwrap();
        }
        let checkpoint = trainer.checkpoint();
        // Another process finds the pool in its folder.
        let pool = PositionPool::open(&folder, &pool_settings()).unwrap().unwrap();
        let resumed = NetworkTrainer::resume(pool, settings(2), &checkpoint).unwrap();
        assert_eq!(resumed.steps(), stop);
        assert_eq!(finish(resumed).0, whole.0, "stopped after {stop} steps");
    }
}

#[test]
fn foreign_and_damaged_checkpoints_are_refused() {
    let temporary = tempfile::tempdir().expect("a temporary folder");
    let folder = temporary.path().join("pool");
    let pool = PositionPool::build(&folder, &inputs(), games(), pool_settings()).unwrap();
    let trainer = NetworkTrainer::new(pool.clone(), settings(1)).unwrap();
    let checkpoint = trainer.checkpoint();
    let resume = |settings, bytes: &[u8]| NetworkTrainer::resume(pool.clone(), settings, bytes);
    let other = TrainSettings { batch: 101, ..settings(1) };
    assert_eq!(resume(other, &checkpoint).unwrap_err(), CheckpointError::OtherRun);
    let network = checkpoint_network(&checkpoint).unwrap();
    assert_eq!(network.weights(), trainer.network().unwrap().weights());
    assert!(checkpoint_network(&checkpoint[1..]).is_err());
    assert_eq!(resume(settings(1), b"").unwrap_err(), CheckpointError::Damaged);
    assert_eq!(resume(settings(1), b"REYNNNUE....").unwrap_err(), CheckpointError::Magic);
    for at in [9, 40, 100, checkpoint.len() / 2, checkpoint.len() - 1] {
        let mut damaged = checkpoint.clone();
        damaged[at] ^= 4;
        assert_eq!(resume(settings(1), &damaged).unwrap_err(), CheckpointError::Damaged, "{at}");
        assert!(resume(settings(1), &checkpoint[..at]).is_err());
    }
}

#[test]
fn with_lambda_the_scores_are_those_of_the_rest_of_the_game() {
    let temporary = tempfile::tempdir().expect("a temporary folder");
    let folder = temporary.path().join("pool");
    let settings = |lambda| PoolSettings { lambda, ..pool_settings() };
    let scores = |lambda| {
        let pool = PositionPool::build(&folder, &inputs(), games(), settings(lambda)).unwrap();
        assert!((pool.lambda() - lambda).abs() < f32::EPSILON);
        let trainer = NetworkTrainer::new(pool.clone(), self::settings(1)).unwrap();
        let header = trainer.network().unwrap().header().get("lambda").map(str::to_owned);
        assert_eq!(header, Some(lambda.to_string()));
        pool.held_out().iter().map(PositionRecord::score).collect::<Vec<_>>()
    };
    let (own, mixed, results) = (scores(0.0), scores(0.5), scores(1.0));
    assert_ne!(own, mixed);
    // The scores of games that are won are too large for the filter then.
    assert!(!results.is_empty() && results.len() < own.len());
    assert!(results.iter().all(|&score| score == 0), "{results:?}");
}

#[test]
fn a_pool_is_used_again_only_if_it_is_whole_and_the_same() {
    let temporary = tempfile::tempdir().expect("a temporary folder");
    let folder = temporary.path().join("pool");
    assert!(PositionPool::open(&folder, &pool_settings()).unwrap().is_none());
    let pool = PositionPool::build(&folder, &inputs(), games(), pool_settings()).unwrap();
    let again = PositionPool::open(&folder, &pool_settings()).unwrap().unwrap();
    assert_eq!((again.len(), again.checksum()), (pool.len(), pool.checksum()));
    assert_eq!(again.unnamed_input(&[inputs(), vec!["later".to_owned()]].concat()), None);
    assert_eq!(again.unnamed_input(&inputs()[..1]), Some("b\\n.rsp"));
    for other in [
        PoolSettings { seed: 2, ..pool_settings() },
        PoolSettings { lambda: 0.5, ..pool_settings() },
    ] {
        assert!(PositionPool::open(&folder, &other).unwrap().is_none());
    }
    let chunk = folder.join("chunk-03.bin");
    std::fs::write(&chunk, b"short").unwrap();
    let error = PositionPool::open(&folder, &pool_settings()).unwrap_err();
    assert!(matches!(&error, PoolError::Damaged { path } if *path == chunk), "{error}");
    pool.remove().unwrap();
    assert!(!folder.exists());
    let none = PositionPool::build(&folder, &inputs(), std::iter::empty(), pool_settings());
    assert!(matches!(none, Err(PoolError::Empty)));
    assert!(!folder.exists(), "nothing is left of a pool that cannot be built");
}

#[test]
fn the_loss_over_games_is_that_of_training_on_the_same_games() {
    let temporary = tempfile::tempdir().expect("a temporary folder");
    let folder = temporary.path().join("pool");
    for lambda in [0.0, 0.8] {
        let pool_settings = PoolSettings { lambda, ..pool_settings() };
        let pool = PositionPool::build(&folder, &inputs(), games(), pool_settings).unwrap();
        let shape = Shape::new(64, 8).unwrap();
        let mut trainer = NetworkTrainer::new(pool, settings(1)).unwrap();
        while trainer.step().unwrap().is_some() {}
        let report = trainer.reports().last().expect("an epoch").clone();
        let networks = vec![Network::zeroed(shape), trainer.network().unwrap()];
        let (scale, returns) = (TargetScale::new(1.0), LambdaReturns::look_ahead(lambda));
        let mut meter = LossMeter::new(networks, PositionFilter::default(), scale, returns);
        assert_eq!(meter.losses(), None);
        // Every tenth game is held out.
        GAMES.iter().skip(9).step_by(10).cloned().for_each(|game| meter.add(game));
        let losses = meter.losses().expect("positions");
        assert_eq!(losses.positions, trainer.pool().held_out().len() as u64);
        let close = |one: f64, other: f64, most: f64| (one - other).abs() < most;
        assert!(close(losses.classic, report.classic_loss.unwrap(), 1e-9), "{losses:?} {report:?}");
        // The network in integers differs a little.
        let trained = losses.networks[1];
        assert!(close(trained, report.held_out_loss.unwrap(), 5e-4), "{losses:?} {report:?}");
        assert!(!close(trained, losses.networks[0], 5e-3), "{losses:?}");
    }
}
