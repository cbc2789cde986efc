//! Standings: the tie-breaks of FIDE's regulations against a plain second implementation, published
//! numbers, and the faults of other programs.

use reynard_games::{
    ContributionFate, ContributionSource, DecidedBy, KeyValue, RoundRobinBuchholz, ScorePoints,
    StandingsError, StandingsSettings, TieBreak, TieBreakRules, TournamentRecord, TournamentReport,
    TournamentStandings,
};
use reynard_testkit::process::thread_time;
use reynard_testkit::tournament::{PlainPlayer, PlainRound, PlainTournament};
use reynard_testkit::{Rng, data};

/// Reads rounds like `2w1 3b= U H`: one word a round, a line for each player.
fn plain(lines: &[&str]) -> PlainTournament {
    let round = |word: &str| {
        let digits = word.chars().take_while(char::is_ascii_digit).count();
        let rest: Vec<char> = word[digits..].chars().collect();
        match rest[..] {
            [color, result] => {
                PlainRound { opponent: word[..digits].parse().expect(word), color, result }
            }
            [result] => PlainRound { opponent: 0, color: '-', result },
            _ => panic!("{word}"),
        }
    };
    let players = lines.iter().map(|line| PlainPlayer {
        rating: 2000.0,
        rounds: line.split_ascii_whitespace().map(round).collect(),
    });
    PlainTournament { is_round_robin: false, is_2026: true, players: players.collect() }
}

fn tournament(plain: &PlainTournament) -> TournamentRecord {
    let text = plain.report();
    let report =
        TournamentReport::read(text.as_bytes()).unwrap_or_else(|error| panic!("{error}\n{text}"));
    assert_eq!(report.notes, [], "{text}");
    report.tournament
}

fn settings(codes: &str, plain: &PlainTournament) -> StandingsSettings {
    StandingsSettings {
        after: Some(u32::try_from(plain.rounds()).expect("few rounds")),
        rules: Some(if plain.is_2026 { TieBreakRules::Of2026 } else { TieBreakRules::Of2024 }),
        tie_breaks: Some(TieBreak::list(codes).expect(codes)),
        ..StandingsSettings::default()
    }
}

fn standings(codes: &str, plain: &PlainTournament) -> TournamentStandings {
    TournamentStandings::new(&tournament(plain), &settings(codes, plain)).expect(codes)
}

/// Returns the value of the first key of a player, from 1.
fn value(codes: &str, plain: &PlainTournament, number: usize) -> String {
    let standings = standings(codes, plain);
    let row = standings.rows.iter().find(|row| row.player + 1 == number).expect("a player");
    row.keys[0].to_string()
}

/// Returns the numbers of the players by place.
fn places(standings: &TournamentStandings) -> Vec<Vec<usize>> {
    let chunks = standings.rows.chunk_by(|a, b| a.place == b.place);
    let group = |rows: &[reynard_games::StandingsRow]| {
        let mut numbers: Vec<usize> = rows.iter().map(|row| row.player + 1).collect();
        numbers.sort_unstable();
        numbers
    };
    chunks.map(group).collect()
}

fn sorted(ranking: Vec<Vec<usize>>) -> Vec<Vec<usize>> {
    ranking
        .into_iter()
        .map(|mut group| {
            group.sort_unstable();
            group
        })
        .collect()
}

fn compare(plain: &PlainTournament, tournament: &TournamentRecord, codes: &[&str]) {
    let list = codes.join(",");
    let standings = TournamentStandings::new(tournament, &settings(&list, plain)).expect(&list);
    for row in &standings.rows {
        for (code, key) in codes.iter().zip(&row.keys).filter(|(code, _)| **code != "DE") {
            let number = row.player + 1;
            let expected = plain.value(number, code);
            let found = match key {
                KeyValue::Number(number) => number.to_string().parse().expect("a number"),
                _ => -1e9,
            };
            let is_equal = (found - expected).abs() < 1e-6;
            assert!(is_equal, "{code} of {number}: {found}, not {expected}\n{}", plain.report());
        }
    }
    assert_eq!(places(&standings), sorted(plain.ranking(codes)), "{codes:?}\n{}", plain.report());
}

#[test]
fn random_swiss_tournaments_agree_with_the_plain_implementation() {
    let mut rng = Rng::new(50);
    for _ in 0..1_000 * data::effort() {
        let plain = PlainTournament::random_swiss(&mut rng);
        let tournament = tournament(&plain);
        compare(&plain, &tournament, &["BH/C1", "BH", "SB", "DE"]);
        compare(
            &plain,
            &tournament,
            &["DE", "WIN", "WON", "BPG", "BWG", "REP", "PS", "PS/C1", "STD"],
        );
        compare(&plain, &tournament, &["BH/C2", "DE", "BH/M1", "SB/C1", "FB", "BH/C1/P", "ARO"]);
    }
}

#[test]
fn random_round_robins_agree_with_the_plain_implementation() {
    let mut rng = Rng::new(51);
    for _ in 0..500 * data::effort() {
        let plain = PlainTournament::random_round_robin(&mut rng);
        let tournament = tournament(&plain);
        compare(&plain, &tournament, &["DE", "WIN", "SB", "KS", "WON", "BPG", "BWG", "REP"]);
        compare(&plain, &tournament, &["SB", "DE", "PS"]);
    }
}

#[test]
fn the_dummy_of_2026_has_at_most_draws_in_all_rounds() {
    // tournaments.md, 16.4: 7 of 10 with one zero-point bye is a dummy of 5, and was one of 7.
    let mut lines = vec![String::from("Z U U U U U U U Z Z")];
    lines.push("Z Z Z Z Z Z Z Z Z Z".into());
    let mut plain = plain(&lines.iter().map(String::as_str).collect::<Vec<_>>());
    assert_eq!(value("BH/C9", &plain, 1), "5");
    plain.is_2026 = false;
    assert_eq!(value("BH/C9", &plain, 1), "7");
}

#[test]
fn an_adjusted_score_counts_a_withdrawal_as_draws_and_a_forfeit_as_it_is() {
    // Withdrawn after round 4 of 9 with 2 points: 4.5 for opponents (16.3).
    let plain = plain(&[
        "3w1 2b1 U 4b0 Z Z Z Z Z",
        "4w= 1w0 3b1 U U U U U U",
        "1b0 4w1 2w0 U U U U U U",
        "2b= 3b0 U 1w1 U U U U 5w+",
        "Z Z Z Z Z Z Z Z 4b-",
    ]);
    let tournament = tournament(&plain);
    let standings =
        TournamentStandings::new(&tournament, &settings("BH", &plain)).expect("standings");
    let parts = standings.contributions(&tournament, 1, "BH".parse().expect("a code"));
    assert_eq!(parts[1].score, ScorePoints::from_tenths(55), "3 points and five draws");
    let own = standings.contributions(&tournament, 3, "BH".parse().expect("a code"));
    // A loss by forfeit in the last round stays a loss; the byes before it are followed by nothing
    // but voluntary rounds.
    assert_eq!(own[8].score, ScorePoints::from_tenths(40));
    assert_eq!(own[8].source, ContributionSource::Dummy);
}

#[test]
fn a_forfeit_has_a_dummy_of_at_most_the_adjusted_score_of_the_opponent() {
    let mut plain = plain(&["2w+ 3w1 4w1", "1b- 4b= U", "4w0 1b0 U", "3b1 2w= 1b0"]);
    let parts = |plain: &PlainTournament| {
        let tournament = tournament(plain);
        let standings =
            TournamentStandings::new(&tournament, &settings("BH", plain)).expect("standings");
        standings.contributions(&tournament, 0, "BH".parse().expect("a code"))[0].score.to_string()
    };
    assert_eq!(parts(&plain), "1.5");
    plain.is_2026 = false;
    assert_eq!(parts(&plain), "3.0");
}

#[test]
fn a_cut_takes_a_voluntary_round_first_but_not_a_lower_one_of_sonneborn_berger() {
    // Player 1 has a half-point bye; the opponent of round 1 has no point.
    let plain = plain(&["2w1 3b1 H", "1b0 4w0 3w0", "4b1 1w0 2b1", "3w0 2b1 U"]);
    let tournament = tournament(&plain);
    let standings =
        TournamentStandings::new(&tournament, &settings("BH/C1,SB/C1", &plain)).expect("standings");
    let cut = |code: &str| {
        let parts = standings.contributions(&tournament, 0, code.parse().expect(code));
        let cut = parts.iter().find(|part| part.fate == ContributionFate::CutLow);
        cut.map(|part| part.round)
    };
    // Buchholz: always the bye. Sonneborn-Berger: of 0 (round 1) and 0.75 (the bye) the higher.
    assert_eq!((cut("BH/C1"), cut("SB/C1")), (Some(3), Some(3)));
}

#[test]
fn direct_encounter_is_an_order_and_starts_again_within_a_group() {
    // Round robin of four, all with 1.5: 1 and 2 have 1.5 among all, so no order; then a case in
    // which the table of three decides.
    let mut plain = plain(&["4w0 3b1 2w1", "3w1 4b1 1b0", "2b0 1w0 4w1", "1b1 2w0 3b0"]);
    plain.is_round_robin = true;
    let standings = standings("DE", &plain);
    // 1 and 2 have 2 points, 3 and 4 one: 1 beat 2, 3 beat 4.
    assert_eq!(places(&standings), [vec![1], vec![2], vec![3], vec![4]]);
    assert_eq!(standings.rows[1].decided_by, DecidedBy::Key(0));
    assert_eq!(standings.rows[1].keys, [KeyValue::Order(2)]);
}

#[test]
fn those_who_are_still_tied_move_on_to_the_next_tie_break() {
    // Players 4, 10 and 12 have four points each. Direct encounter decides nothing, as 10 and 12
    // did not meet. Buchholz separates 10, and Sonneborn-Berger the others, although 4 beat 12.
    // The places are those of FIDE's reference program (TieBreakServer 1.9.57).
    let plain = plain(&[
        "2wD 12b= 9b1 Z Z Z Z",
        "1bD 3w+ 6wW 4bD 10w1 11w= 7b0",
        "4w= 2b- 11wW 12b= 7b0 10b0 U",
        "3b= 5w1 H 2wD 12w1 7bL 10bD",
        "6w0 4b0 Z Z Z Z Z",
        "5b1 9w= 2bL 7w- Z Z Z",
        "8w- 10b= U 6b- 3w1 4wW 2w1",
        "7b- Z Z Z Z Z Z",
        "10w1 6b= 1w0 11b- U 12wD Z",
        "9b0 7w= U U 2b0 3w1 4wD",
        "12w0 U 3bL 9w+ U 2b= U",
        "11b1 1w= H 3w= 4b0 9bD U",
    ]);
    let standings = standings("DE,BH/C1,SB", &plain);
    let order = [2, 11, 7, 10, 12, 4, 3, 9, 1, 6, 5, 8];
    assert_eq!(places(&standings), order.map(|number| vec![number]));
    assert_eq!(standings.rows[5].decided_by, DecidedBy::Key(2));
}

#[test]
fn direct_encounter_of_a_swiss_tournament_needs_all_games_or_a_lead_that_no_game_can_change() {
    // 1, 2 and 3 have one point each; 1 beat 2, and 3 met neither.
    let open = plain(&["2w1 5b0", "1b0 4w1", "4b0 6w1", "3w1 2b0", "6b0 1w1", "5w1 3b0"]);
    let standings = standings("DE", &open);
    assert_eq!(places(&standings), [(1..=6).collect::<Vec<_>>()]);
    // A lead of two wins over a player with one game missing decides, and the others start again.
    let lead = plain(&["2w1 3b1 Z", "1b0 4w1 U", "4b1 1w0 U", "3w0 2b0 5w1", "Z Z 4b0"]);
    let standings = self::standings("DE", &lead);
    assert_eq!(places(&standings), [vec![1], vec![2, 3], vec![4], vec![5]]);
}

#[test]
fn two_who_met_twice_bring_the_mean_and_missing_games_are_open() {
    // tournaments.md, fault 12: a double round robin of two before its last round.
    let text = "012 Match\r\n142 2\r\n192 FIDE_DOUBLEROUNDROBIN\r\n\
        001    1      Anna                              2000                             0.5    1     2 w =\r\n\
        001    2      Ben                               2000                             0.5    2     1 b =\r\n";
    let report = TournamentReport::read(text.as_bytes()).unwrap_or_else(|it| panic!("{it}"));
    let mut tournament = report.tournament;
    tournament.system = reynard_games::TournamentSystem::RoundRobin { cycles: 2 };
    let settings = StandingsSettings {
        tie_breaks: Some(TieBreak::list("DE").expect("a code")),
        ..StandingsSettings::default()
    };
    let standings = TournamentStandings::new(&tournament, &settings).expect("standings");
    assert_eq!(places(&standings), [[1, 2]]);
}

#[test]
fn players_who_are_level_on_every_key_share_the_place() {
    let plain = plain(&["2w= 3b1", "1b= 4w1", "4b= 1w0", "3w= 2b0"]);
    let standings = standings("BH,SB,DE", &plain);
    let found: Vec<usize> = standings.rows.iter().map(|row| row.place).collect();
    assert_eq!(found, [1, 1, 3, 3]);
    assert_eq!(standings.rows[1].decided_by, DecidedBy::Shared);
    assert_eq!(standings.rows[2].decided_by, DecidedBy::ScorePoints);
}

#[test]
fn fore_buchholz_takes_the_rounds_of_the_tournament_and_not_of_the_games() {
    // tournaments.md, fault 13: after two of three rounds no round is the last.
    let mut full = tournament(&plain(&["2w1 3b1", "1b0 4w0", "4b0 1w0", "3w1 2b1"]));
    let values = |tournament: &TournamentRecord| {
        let settings = StandingsSettings {
            after: Some(2),
            tie_breaks: Some(TieBreak::list("FB,BH").expect("codes")),
            ..StandingsSettings::default()
        };
        let standings = TournamentStandings::new(tournament, &settings).expect("standings");
        standings.rows.iter().all(|row| row.keys[0] == row.keys[1])
    };
    assert!(!values(&full));
    full.rounds = 3;
    assert!(values(&full));
}

#[test]
fn buchholz_is_refused_in_a_round_robin_unless_forced() {
    let mut plain = plain(&["2w1", "1b0"]);
    plain.is_round_robin = true;
    let tournament = tournament(&plain);
    let mut settings = settings("BH/C1", &plain);
    let error = TournamentStandings::new(&tournament, &settings).expect_err("a round robin");
    assert!(
        matches!(error, StandingsError::BuchholzInRoundRobin(_))
            && error.to_string().contains("Article 8")
    );
    settings.buchholz = RoundRobinBuchholz::Forced;
    assert!(TournamentStandings::new(&tournament, &settings).is_ok());
}

#[test]
fn tie_breaks_by_ratings_fall_away_with_an_unrated_player() {
    let text = plain(&["2w1", "1b0"]).report().replacen("2000", "    ", 1);
    let tournament = TournamentReport::read(text.as_bytes()).expect("a report").tournament;
    let mut settings = StandingsSettings {
        tie_breaks: Some(TieBreak::list("ARO").expect("a code")),
        ..StandingsSettings::default()
    };
    let error = TournamentStandings::new(&tournament, &settings).expect_err("unrated").to_string();
    assert!(error.contains("Player 0001 has no rating"), "{error}");
    settings.unrated = Some(1400);
    let standings = TournamentStandings::new(&tournament, &settings).expect("a rating for all");
    assert_eq!(standings.rows[1].keys[0].to_string(), "1400");
}

#[test]
fn cuts_beyond_the_games_and_empty_tournaments_are_no_error() {
    // tournaments.md, fault 20.
    let plain = plain(&["2w1 Z", "1b0 Z"]);
    for code in
        ["BH/C9", "BH/M9", "SB/C9", "PS/C9", "ARO/C9", "KS/L9", "AOB", "APRO", "APPO", "PTP"]
    {
        assert_eq!(standings(code, &plain).rows.len(), 2, "{code}");
    }
    let empty = TournamentRecord::new("");
    assert_eq!(
        TournamentStandings::new(&empty, &StandingsSettings::default()).expect("nothing").rows,
        []
    );
}

#[test]
fn standings_after_a_round_leave_later_rounds_out() {
    let plain = plain(&["2w1 3b0", "1b0 4w1", "4b1 1w1", "3w0 2b0"]);
    let tournament = tournament(&plain);
    let after = |round| {
        let settings = StandingsSettings { after: Some(round), ..StandingsSettings::default() };
        let standings = TournamentStandings::new(&tournament, &settings).expect("standings");
        standings.rows.iter().map(|row| row.points.to_string()).collect::<Vec<_>>()
    };
    assert_eq!(after(1), ["1.0", "1.0", "0.0", "0.0"]);
    assert_eq!(after(2), ["2.0", "1.0", "1.0", "0.0"]);
    assert_eq!(after(0), ["0.0", "0.0", "0.0", "0.0"]);
}

#[test]
fn performances_are_800_away_at_the_ends_and_rounded_once() {
    // tournaments.md, fault 19.
    let plain = plain(&["2w1", "1b0"]);
    let standings = standings("TPR,ARO", &plain);
    let found: Vec<String> = standings.rows.iter().map(|row| row.keys[0].to_string()).collect();
    assert_eq!(found, ["2800", "1200"]);
    assert_eq!(standings.rows[0].performance, Some(2800));
}

#[test]
fn four_hundred_players_and_nine_rounds_take_a_fraction_of_a_second() {
    let mut rng = Rng::new(9);
    let mut players: Vec<PlainPlayer> =
        (0..400).map(|_| PlainPlayer { rating: 2000.0, rounds: Vec::new() }).collect();
    for round in 0..9 {
        for number in 0..200 {
            let other = 200 + (number + round * 7) % 200;
            let (a, b) = *rng.choose(&[('1', '0'), ('0', '1'), ('=', '=')]);
            players[number].rounds.push(PlainRound { opponent: other + 1, color: 'w', result: a });
            players[other].rounds.push(PlainRound { opponent: number + 1, color: 'b', result: b });
        }
    }
    let plain = PlainTournament { is_round_robin: false, is_2026: true, players };
    let tournament = tournament(&plain);
    let settings = settings("BH/C1,BH,SB,DE", &plain);
    let begin = thread_time();
    assert_eq!(
        TournamentStandings::new(&tournament, &settings).expect("standings").rows.len(),
        400
    );
    if let (Some(begin), Some(end)) = (begin, thread_time()) {
        // Without optimization.
        assert!(end.saturating_sub(begin).as_secs_f64() < 2.0);
    }
}
