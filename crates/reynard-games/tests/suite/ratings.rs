//! Ratings from games: against a plain solver, with anchors, groups and infinite players.

use reynard::Color;
use reynard_games::reynard;
use reynard_games::{
    AdvantageSource, GameScore, Participant, Rated, RatingAnchor, RatingList, RatingSettings,
    RoundEntry, RoundKind, TournamentRecord,
};
use reynard_testkit::Rng;
use reynard_testkit::tournament::plain_ratings;

/// Makes a list of games: White, Black and the half points of White.
fn games(count: usize, games: &[(usize, usize, u32)]) -> TournamentRecord {
    let mut tournament = TournamentRecord::new("Games");
    tournament.players = (0..count).map(|it| Participant::new(format!("Player {it:03}"))).collect();
    for (round, &(white, black, half_points)) in (1..).zip(games) {
        let result = [GameScore::Loss, GameScore::Draw, GameScore::Win];
        for (player, opponent, color, half_points) in [
            (white, black, Color::White, half_points),
            (black, white, Color::Black, 2 - half_points),
        ] {
            let result = result[half_points as usize];
            let kind = RoundKind::Game { opponent, color, result, rated: Rated::Yes };
            tournament.players[player].entries.push(RoundEntry { round, kind });
        }
    }
    tournament
}

fn list(tournament: &TournamentRecord, settings: &RatingSettings) -> RatingList {
    RatingList::new(tournament, settings)
}

fn rating(list: &RatingList, player: usize) -> f64 {
    let name = format!("Player {player:03}");
    list.players.iter().find(|it| it.name == name).expect("a rated player").rating
}

fn no_mean() -> RatingSettings {
    RatingSettings { mean: 0.0, ..RatingSettings::default() }
}

#[test]
fn ratings_are_those_of_the_plain_solver() {
    let mut rng = Rng::new(5);
    for _ in 0..30 {
        let count = 3 + rng.below(8);
        let mut played = Vec::new();
        for white in 0..count {
            for black in (0..count).filter(|&black| black != white) {
                for _ in 0..=rng.below(4) {
                    let half_points = *rng.choose(&[0, 1, 1, 2, 2]);
                    played.push((white, black, half_points));
                }
            }
        }
        // A ring of wins, so that all can be compared.
        played.extend((0..count).map(|player| (player, (player + 1) % count, 2)));
        let floats: Vec<(usize, usize, f64)> = played
            .iter()
            .map(|&(white, black, points)| (white, black, f64::from(points) / 2.0))
            .collect();
        let (expected, advantage) = plain_ratings(count, &floats);
        let found = list(&games(count, &played), &no_mean());
        assert!(
            (found.white_advantage - advantage).abs() < 1e-4,
            "{} {advantage}",
            found.white_advantage
        );
        for player in 0..count {
            let (found, expected) = (rating(&found, player), expected[player]);
            assert!((found - expected).abs() < 1e-4, "{player}: {found}, not {expected}");
        }
    }
}

#[test]
fn three_of_four_points_are_191_elo() {
    let tournament = games(2, &[(0, 1, 2), (1, 0, 0), (0, 1, 0), (1, 0, 0)]);
    let settings =
        RatingSettings { mean: 2300.0, white_advantage: Some(0.0), ..RatingSettings::default() };
    let list = list(&tournament, &settings);
    let expected = 400.0 * 3.0_f64.log10();
    assert!((rating(&list, 0) - 2300.0 - expected / 2.0).abs() < 1e-6);
    assert!((rating(&list, 0) + rating(&list, 1) - 4600.0).abs() < 1e-6);
    assert_eq!(list.white_error, None);
}

#[test]
fn anchors_have_exactly_the_given_rating_and_their_misfit_is_shown() {
    // Ordo 14: five anchors with other ratings than those given.
    let mut rng = Rng::new(14);
    let mut played = Vec::new();
    for _ in 0..400 {
        let white = rng.below(10);
        let black = (white + 1 + rng.below(9)) % 10;
        played.push((white, black, *rng.choose(&[0, 1, 2])));
    }
    let anchors = (0..5_u32).map(|it| RatingAnchor {
        name: format!("Player {it:03}"),
        rating: 2000.0 + f64::from(it) * 123.4,
    });
    let settings = RatingSettings { anchors: anchors.collect(), ..RatingSettings::default() };
    let list = list(&games(10, &played), &settings);
    for anchor in &settings.anchors {
        let player = list.players.iter().find(|it| it.name == anchor.name).expect("an anchor");
        assert_eq!(player.rating.to_bits(), anchor.rating.to_bits());
        assert!(player.error.is_none() && player.unanchored.is_some());
        assert!((player.unanchored.expect("points") - player.rating).abs() > 1.0);
    }
    let unknown = RatingAnchor { name: "Nobody".into(), rating: 1.0 };
    let settings = RatingSettings { anchors: vec![unknown], ..RatingSettings::default() };
    assert_eq!(RatingList::new(&games(2, &[(0, 1, 1)]), &settings).unknown_anchors, ["Nobody"]);
}

#[test]
fn players_with_all_or_none_of_the_points_are_set_aside_with_a_bound() {
    let tournament =
        games(4, &[(0, 1, 2), (1, 0, 2), (0, 1, 1), (2, 0, 2), (2, 1, 2), (0, 3, 2), (3, 1, 0)]);
    let anchors = vec![RatingAnchor { name: "Player 002".into(), rating: 2000.0 }];
    let anchored = RatingSettings { anchors, ..no_mean() };
    assert_eq!(RatingList::new(&tournament, &anchored).unrated_anchors, ["Player 002"]);
    let list = list(&tournament, &no_mean());
    // With White, the second player has won the only game: no advantage is finite.
    assert_eq!((list.advantage_source, list.white_advantage), (AdvantageSource::Undetermined, 0.0));
    assert_eq!((list.players.len(), list.games, list.games_aside), (2, 3, 4));
    let bounds: Vec<(&str, f64)> = list
        .aside
        .iter()
        .map(|it| (it.name.as_str(), it.bound.expect("rated opponents")))
        .collect();
    assert_eq!([bounds[0].0, bounds[1].0], ["Player 002", "Player 003"]);
    // Two wins against equals have a probability of 5 % at an expected score of 0.2236 each.
    assert!((bounds[0].1 + 216.0).abs() < 40.0 && (bounds[1].1 - 216.0).abs() < 40.0, "{bounds:?}");
}

#[test]
fn groups_without_games_between_them_are_rated_apart() {
    let tournament = games(5, &[(0, 1, 2), (1, 0, 2), (2, 3, 2), (3, 2, 2), (2, 4, 1), (0, 2, 2)]);
    let list = list(&tournament, &no_mean());
    let groups: Vec<(usize, &str)> =
        list.players.iter().map(|player| (player.group, player.name.as_str())).collect();
    assert_eq!(list.groups, 2);
    assert_eq!(groups.iter().filter(|(group, _)| *group == 0).count(), 3);
    // The win of one group over the other says nothing finite.
    assert_eq!((list.games, list.games_aside), (5, 1));
    let sum: f64 = list.players.iter().filter(|it| it.group == 1).map(|it| it.rating).sum();
    assert!(sum.abs() < 1e-6);
    assert_eq!(list.superiority(0, 4), None);
}

#[test]
fn superiority_comes_from_the_covariance() {
    // Two players with many games against each other and few against the rest: their errors are
    // large, the error of their difference is small.
    let mut played = Vec::new();
    for index in 0..400 {
        played.push((
            index % 2,
            1 - index % 2,
            if index % 5 == 0 { 0 } else { 1 + u32::from(index % 3 == 0) },
        ));
    }
    played.extend([(0, 2, 2), (2, 1, 2), (1, 2, 1), (2, 0, 1)]);
    let list = list(&games(3, &played), &no_mean());
    let index =
        |player: usize| list.players.iter().position(|it| it.name == format!("Player {player:03}"));
    let (one, two) = (index(0).expect("0"), index(1).expect("1"));
    let (a, b) = (&list.players[one], &list.players[two]);
    let independent = a.error.expect("an error").hypot(b.error.expect("an error")) / 1.96;
    let superiority = list.superiority(one, two).expect("one group");
    let naive = (a.rating - b.rating).abs() / independent;
    assert!(list.superiority(two, one).expect("one group") + superiority > 0.999);
    // The naive spread is many times that of the difference.
    assert!(naive < 0.5 && independent > 50.0, "{naive} {independent}");
}

#[test]
fn errors_shrink_with_the_root_of_the_games_and_with_draws() {
    let error = |times: usize, draw: bool| {
        let results: &[u32] = if draw { &[1, 1, 1, 2, 0] } else { &[2, 0] };
        let mut played = Vec::new();
        for _ in 0..times * 20 / results.len() {
            played.extend(results.iter().flat_map(|&it| [(0, 1, it), (1, 0, it)]));
        }
        list(&games(2, &played), &no_mean()).players[0].error.expect("an error")
    };
    let (few, many) = (error(1, false), error(4, false));
    assert!((few / many - 2.0).abs() < 1e-6);
    assert!((error(4, true) / many - 0.4_f64.sqrt()).abs() < 0.01);
}

#[test]
fn white_advantage_is_found_and_can_be_given() {
    let mut played = Vec::new();
    for _ in 0..100 {
        played.extend([(0, 1, 2), (0, 1, 2), (0, 1, 0), (1, 0, 2), (1, 0, 2), (1, 0, 0)]);
    }
    let found = list(&games(2, &played), &no_mean());
    assert!((found.white_advantage - 400.0 * 2.0_f64.log10()).abs() < 1e-6);
    assert!(rating(&found, 0).abs() < 1e-6);
    assert!(found.white_error.expect("an error") > 10.0);
    let fixed = RatingSettings { white_advantage: Some(35.0), ..no_mean() };
    assert!((list(&games(2, &played), &fixed).white_advantage - 35.0).abs() < 1e-12);
}

#[test]
fn empty_lists_and_single_games_are_no_error() {
    assert_eq!(list(&TournamentRecord::new(""), &no_mean()).players, []);
    let one = list(&games(2, &[(0, 1, 2)]), &no_mean());
    assert_eq!((one.players.len(), one.aside.len(), one.groups), (0, 2, 0));
    assert!(one.aside.iter().all(|player| player.bound.is_none()));
    let draw = list(&games(2, &[(0, 1, 1)]), &no_mean());
    assert_eq!(draw.players.len(), 2);
}
