//! Statistics held against values that were computed on other ways: by `reference.py` beside this
//! file where nothing else is said.

use reynard_arena::stats::{
    Elo, EloModel, HeadToHead, InvalidSprt, Pairs, Sprt, SprtState, SprtVerdict, Tally,
    elo_of_score, ratings,
};
use reynard_testkit::{Rng, data};

fn close(found: f64, expected: f64, what: &str) {
    assert!(
        (found - expected).abs() < 2e-6 * expected.abs().max(1.0),
        "{what}: {found}, not {expected}"
    );
}

#[test]
fn elo_of_games() {
    for (wins, draws, losses, expected) in [
        (
            60,
            80,
            40,
            [0.555_555_556, 0.027_467_402, 38.764_005, 38.032_896, 52.377_885, 0.978_442_777],
        ),
        (
            350,
            500,
            300,
            [0.521_739_130, 0.011_066_273, 15.115_424, 15.109_522, 20.126_403, 0.975_260_985],
        ),
    ] {
        check(Elo::of_games(&Tally { wins, draws, losses }).unwrap(), expected);
    }
}

#[test]
fn elo_of_pairs() {
    for (counts, expected) in [
        (
            [80, 600, 1500, 700, 120],
            [0.515, 0.003_808_981, 10.426_196, 5.192_597, 17.663_679, 0.999_958_929],
        ),
        (
            [11, 1, 6, 1, 1],
            [0.25, 0.068_465_320, -190.848_502, 135.579_238, -200.592_029, 0.000_130_365],
        ),
    ] {
        check(Elo::of_pairs(&Pairs { counts }).unwrap(), expected);
    }
}

fn check(elo: Elo, [score, score_error, points, error, normalized, superiority]: [f64; 6]) {
    close(elo.score, score, "score");
    close(elo.score_error, score_error, "error of the score");
    close(elo.elo.expect("finite"), points, "Elo");
    close(elo.error.expect("finite"), error, "error of Elo");
    close(elo.normalized.expect("finite"), normalized, "normalized Elo");
    close(elo.superiority, superiority, "superiority");
}

/// The likelihood of superiority has a closed form without draws: `wins - losses` over the root of
/// their sum, as the Chess Programming Wiki has it ("Match Statistics"); for 16 to 8 that is about
/// 0.949.
#[test]
fn draws_alone_give_even_odds() {
    let los = |draws| Elo::of_games(&Tally { wins: 16, draws, losses: 8 }).unwrap().superiority;
    let published = 0.948_7;
    // The wiki takes the spread of an even match, which is a little wider.
    assert!((los(1000) - published).abs() < 1e-3, "{}", los(1000));
}

#[test]
fn extremes_have_no_error() {
    assert!(Elo::of_games(&Tally::default()).is_none());
    assert!(Elo::of_pairs(&Pairs::default()).is_none());
    let all = Elo::of_games(&Tally { wins: 5, draws: 0, losses: 0 }).unwrap();
    assert_eq!((all.elo, all.error, all.normalized), (None, None, None));
    // Laplace's rule of succession after five wins.
    close(all.superiority, 63.0 / 64.0, "superiority");
    let even = Elo::of_games(&Tally { wins: 0, draws: 9, losses: 0 }).unwrap();
    assert_eq!((even.elo, even.normalized, even.superiority), (Some(0.0), Some(0.0), 0.5));
    assert!(elo_of_score(0.0).is_infinite());
}

#[test]
fn uniform_results_leave_doubt() {
    let pairs = |counts| Elo::of_pairs(&Pairs { counts }).unwrap();
    let one = pairs([0, 0, 0, 1, 0]);
    assert_eq!(one.error, None);
    close(one.superiority, 0.75, "one pair");
    close(pairs([4, 0, 0, 0, 0]).superiority, 1.0 / 32.0, "four lost pairs");
    assert!(pairs([0, 0, 0, 0, 40]).superiority > 0.999_999);
    let even = pairs([0, 0, 3, 0, 0]);
    assert_eq!(even.error, None);
    close(even.superiority, 0.5, "even pairs");
}

#[test]
fn llr_of_pairs() {
    for (counts, (elo0, elo1), logistic, normalized) in [
        ([80, 600, 1500, 700, 120], (0.0, 10.0), 7.729_149, 6.284_178),
        ([100, 600, 1400, 650, 110], (0.0, 10.0), -0.968_887, 0.964_573),
        ([10, 80, 200, 90, 20], (0.0, 5.0), 0.971_598, 0.637_564),
        ([0, 3, 10, 4, 0], (0.0, 10.0), 0.071_555, 0.049_355),
        ([5, 1, 0, 0, 40], (-5.0, 5.0), 1.020_090, 1.423_246),
    ] {
        let test = Sprt::new(elo0, elo1).unwrap();
        let pairs = Pairs { counts };
        close(test.with_model(EloModel::Logistic).of_pairs(&pairs).llr, logistic, "logistic");
        close(test.with_model(EloModel::Normalized).of_pairs(&pairs).llr, normalized, "normalized");
    }
}

#[test]
fn llr_of_games() {
    for (tally, (elo0, elo1), logistic, normalized) in [
        (Tally { wins: 350, draws: 500, losses: 300 }, (0.0, 10.0), 1.704_489, 1.438_126),
        (Tally { wins: 30, draws: 0, losses: 12 }, (0.0, 50.0), 2.157_022, 2.151_091),
    ] {
        let test = Sprt::new(elo0, elo1).unwrap();
        close(test.with_model(EloModel::Logistic).of_games(&tally).llr, logistic, "logistic");
        close(test.with_model(EloModel::Normalized).of_games(&tally).llr, normalized, "normalized");
    }
}

/// What another runner says to the same results: the values in `app/tests/sprt_test.cpp` and
/// `app/tests/elo_test.cpp` of fastchess (Disservin/fastchess, MIT), which gives them to two digits
/// and holds them to one percent.
#[test]
fn llr_agrees_with_another_match_runner() {
    let near = |found: f64, published: f64| {
        let error = (found - published).abs();
        assert!(error < 0.01 * published.abs() + 0.005, "{found}, published {published}");
    };
    let ratio = |elo0, elo1, model| Sprt::new(elo0, elo1).unwrap().with_model(model);
    for (wins, losses, draws, (elo0, elo1), model, llr) in [
        (36_433, 36_027, 68_692, (0.0, 2.0), EloModel::Normalized, 0.92),
        (10_871, 10_650, 20_431, (-1.75, 0.25), EloModel::Normalized, 2.30),
        (21_404, 21_184, 40_708, (0.5, 2.5), EloModel::Logistic, -1.57),
        (57_433, 57_030, 106_593, (0.0, 2.0), EloModel::Logistic, -2.59),
        // A test of cutechess that was reported as wrong, and is right.
        (880, 759, 1_863, (0.0, 5.0), EloModel::Logistic, 2.95),
    ] {
        near(ratio(elo0, elo1, model).of_games(&Tally { wins, draws, losses }).llr, llr);
    }
    for (counts, (elo0, elo1), model, llr) in [
        ([365, 16_618, 36_229, 16_974, 390], (0.0, 2.0), EloModel::Normalized, 2.25),
        ([127, 4_883, 10_712, 5_150, 104], (-1.75, 0.25), EloModel::Normalized, 3.01),
        ([223, 9_863, 21_279, 10_037, 246], (0.5, 2.5), EloModel::Logistic, -3.07),
        ([871, 26_175, 55_983, 26_678, 821], (0.0, 2.0), EloModel::Logistic, -4.98),
    ] {
        near(ratio(elo0, elo1, model).of_pairs(&Pairs { counts }).llr, llr);
    }
    let games = Elo::of_games(&Tally { wins: 136, losses: 96, draws: 111 }).unwrap();
    let pairs = Elo::of_pairs(&Pairs { counts: [34, 54, 63, 64, 75] }).unwrap();
    let more_pairs = Elo::of_pairs(&Pairs { counts: [332, 433, 498, 333, 334] }).unwrap();
    for (elo, [points, error, normalized, normalized_error, superiority]) in [
        (games, [40.70, 30.43, 49.77, 36.77, 0.9960]),
        (pairs, [55.58, 27.65, 57.94, 28.28, 1.0]),
        (more_pairs, [-8.64, 10.33, -9.17, 10.96, 0.0505]),
    ] {
        near(elo.elo.unwrap(), points);
        near(elo.error.unwrap(), error);
        near(elo.normalized.unwrap(), normalized);
        near(elo.normalized_error, normalized_error);
        near(elo.superiority, superiority);
    }
}

#[test]
fn a_test_ends_at_its_bounds() {
    let test = Sprt::new(0.0, 5.0).unwrap().with_errors(0.05, 0.1).unwrap();
    let (lower, upper) = test.bounds();
    // ln(0.1 / 0.95) and ln(0.9 / 0.05).
    close(lower, -2.251_291_8, "lower bound");
    close(upper, 2.890_371_8, "upper bound");
    let at = |llr| SprtState { llr, lower, upper }.verdict();
    assert_eq!(at(3.0), Some(SprtVerdict::Better));
    assert_eq!(at(-3.0), Some(SprtVerdict::NotBetter));
    assert_eq!(at(0.0), None);
    assert_eq!(test.of_pairs(&Pairs::default()).verdict(), None);
    close(test.of_pairs(&Pairs::default()).llr, 0.0, "nothing played");
    assert_eq!(Sprt::new(5.0, 5.0), Err(InvalidSprt::Differences));
    assert_eq!(Sprt::new(f64::NAN, 5.0), Err(InvalidSprt::Differences));
    assert_eq!(test.with_errors(0.0, 0.1), Err(InvalidSprt::ErrorRate));
}

/// Extreme results have a finite ratio.
#[test]
fn every_tally_has_a_finite_llr() {
    let mut rng = Rng::new(5);
    for _ in 0..600 {
        let counts =
            std::array::from_fn(|_| if rng.one_in(2) { 0 } else { 1 + rng.below(2000) as u64 });
        let pairs = Pairs { counts };
        for model in [EloModel::Logistic, EloModel::Normalized] {
            let test = Sprt::new(-3.0, 7.0).unwrap().with_model(model);
            let llr = test.of_pairs(&pairs).llr;
            assert!(llr.is_finite(), "{counts:?}: {llr}");
            // Seen from the other side, the hypotheses change places.
            let other =
                Sprt::new(-7.0, 3.0).unwrap().with_model(model).of_pairs(&pairs.reversed()).llr;
            assert!(
                (llr + other).abs() < 1e-6 * llr.abs().max(1.0),
                "{counts:?}: {llr} and {other}"
            );
        }
    }
}

/// The test errs as rarely as it promises where both are equally strong.
#[test]
fn error_rates_hold_at_the_lower_bound() {
    errs_rarely(0.0, SprtVerdict::Better);
}

#[test]
fn error_rates_hold_at_the_upper_bound() {
    errs_rarely(60.0, SprtVerdict::NotBetter);
}

/// Simulates tests with a difference in Elo, for which one verdict is an error.
fn errs_rarely(elo: f64, wrong: SprtVerdict) {
    let tests = u32::try_from(50 * data::effort()).expect("it is small");
    let test = Sprt::new(0.0, 60.0).expect("sound bounds");
    let mut rng = Rng::new(2026);
    let chances = tilted([0.06, 0.20, 0.48, 0.20, 0.06], elo);
    let (mut errors, mut played) = (0_u32, 0);
    for _ in 0..tests {
        let mut pairs = Pairs::default();
        let decision = loop {
            pairs.counts[drawn(&chances, &mut rng)] += 1;
            if let Some(decision) = test.of_pairs(&pairs).verdict() {
                break decision;
            }
        };
        played += pairs.pairs();
        errors += u32::from(decision == wrong);
    }
    // 5 % with three standard deviations; Wald's bounds are a little too careful.
    let mean = 0.05 * f64::from(tests);
    let deviation = (0.95 * mean).sqrt();
    let range = (mean - 3.0 * deviation).max(1.0)..=mean + 3.0 * deviation;
    assert!(range.contains(&f64::from(errors)), "{errors} of {tests} at {elo}");
    // Wald's expectation at either end is about 87 pairs for these numbers; overshoot and the
    // spread that has to be estimated add some.
    let mean = played / u64::from(tests);
    assert!((70..140).contains(&mean), "{mean} pairs at {elo}");
}

/// Chances with a normalized Elo, made by weighting outcomes the more the better they are.
fn tilted(base: [f64; 5], elo: f64) -> [f64; 5] {
    const SCORES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];
    let by = |weight: f64| {
        let raw: [f64; 5] = std::array::from_fn(|at| base[at] * (weight * SCORES[at]).exp());
        let sum: f64 = raw.iter().sum();
        raw.map(|part| part / sum)
    };
    let normalized = |chances: &[f64; 5]| {
        let mean: f64 = (0..5).map(|at| chances[at] * SCORES[at]).sum();
        let variance: f64 = (0..5).map(|at| chances[at] * (SCORES[at] - mean).powi(2)).sum();
        (mean - 0.5) / (2.0 * variance).sqrt() * 800.0 / std::f64::consts::LN_10
    };
    let (mut low, mut high) = (-8.0, 8.0);
    for _ in 0..60 {
        let middle = f64::midpoint(low, high);
        if normalized(&by(middle)) < elo { low = middle } else { high = middle }
    }
    by(low)
}

fn drawn(chances: &[f64; 5], rng: &mut Rng) -> usize {
    let random = u32::try_from(rng.next_u64() >> 32).expect("32 bits");
    let mut left = f64::from(random) / (f64::from(u32::MAX) + 1.0);
    for (at, chance) in chances.iter().enumerate() {
        if left < *chance {
            return at;
        }
        left -= chance;
    }
    chances.len() - 1
}

#[test]
fn ratings_of_many() {
    let meeting = |first, second, wins, draws, losses| HeadToHead {
        first,
        second,
        tally: Tally { wins, draws, losses },
    };
    let meetings = [
        meeting(0, 1, 30, 40, 10),
        meeting(0, 2, 50, 10, 5),
        meeting(1, 2, 20, 20, 20),
        meeting(2, 3, 10, 0, 40),
        meeting(0, 3, 33, 33, 34),
    ];
    let list = ratings(4, &meetings);
    for (rating, elo) in list.iter().zip([86.3895, -57.6055, -124.8048, 96.0208]) {
        assert!((rating.elo - elo).abs() < 1e-2, "{} and not {elo}", rating.elo);
    }
    assert_eq!((list[0].games, list[0].points), (245, 50.0 + 55.0 + 49.5));
}

/// Between two players the list says what their games say: half the difference to either side.
#[test]
fn ratings_of_two() {
    let tally = Tally { wins: 350, draws: 500, losses: 300 };
    let list = ratings(2, &[HeadToHead { first: 0, second: 1, tally }]);
    let elo = Elo::of_games(&tally).unwrap();
    assert!((list[0].elo - list[1].elo - elo.elo.unwrap()).abs() < 0.05, "{list:?}");
    assert!((list[0].error.unwrap() * 2.0 - elo.error.unwrap()).abs() < 0.1, "{list:?}, {elo:?}");
}

#[test]
fn ratings_without_evidence_have_no_error() {
    let tally = Tally { wins: 3, draws: 2, losses: 3 };
    let error = |tally| {
        let list = ratings(3, &[HeadToHead { first: 0, second: 1, tally }]);
        list.iter().map(|rating| rating.error.is_some()).collect::<Vec<bool>>()
    };
    assert_eq!(error(tally), [true, true, false], "the third player has no games");
    assert_eq!(error(Tally { wins: 0, draws: 9, losses: 0 }), [false; 3], "no results differ");
}

#[test]
fn ratings_stay_finite() {
    let tally = Tally { wins: 100, draws: 0, losses: 0 };
    let list = ratings(3, &[HeadToHead { first: 0, second: 1, tally }]);
    assert!(list.iter().all(|rating| rating.elo.is_finite()), "{list:?}");
    assert!(list[..2].iter().all(|rating| rating.error.unwrap().is_finite()), "{list:?}");
    assert!(list[0].elo > list[2].elo && list[2].elo > list[1].elo);
    assert!(ratings(0, &[]).is_empty());
}

/// A sample without any deviation misled the fit once: pairs that were all won spoke against the
/// winner.
#[test]
fn pairs_that_are_all_won_favor_the_winner() {
    for model in [EloModel::Normalized, EloModel::Logistic] {
        let test = Sprt::new(-50.0, 0.0).unwrap().with_model(model);
        let mut last = 0.0;
        for won in [1, 2, 10, 1000] {
            let llr = test.of_pairs(&Pairs { counts: [0, 0, 0, 0, won] }).llr;
            assert!(llr > last, "{model:?}, {won} pairs: {llr}");
            last = llr;
            let lost = test.of_pairs(&Pairs { counts: [won, 0, 0, 0, 0] }).llr;
            assert!(lost < 0.0, "{model:?}, {won} pairs: {lost}");
        }
    }
}
