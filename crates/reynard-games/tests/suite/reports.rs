//! Tournament report files, and tournaments from games.

use reynard_games::reynard_pgn::Reader;
use reynard_games::{
    KnownBye, KnownPlayer, MissingRound, NameJoining, Query, ReportFlavor, RoundKind, ScorePoints,
    StandingsSettings, TournamentGameCollector, TournamentNotes, TournamentRecord,
    TournamentReport, TournamentSettings, TournamentStandings, TournamentSystem,
};
use reynard_testkit::Rng;
use reynard_testkit::tournament::PlainTournament;

fn player(number: u32, name: &str, points: &str, rounds: &str) -> String {
    let name: String = name.chars().chain(std::iter::repeat(' ')).take(33).collect();
    format!("001 {number:>4}      {name} 2000{:28}{points:>4}     {rounds}\r\n", "")
}

fn read(text: &str) -> TournamentReport {
    TournamentReport::read(text.as_bytes()).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

fn faults(text: &str) -> Vec<String> {
    let error = TournamentReport::read(text.as_bytes()).expect_err(text);
    error.0.iter().map(ToString::to_string).collect()
}

fn notes(report: &TournamentReport) -> Vec<String> {
    report.notes.iter().map(ToString::to_string).collect()
}

fn two(first: &str, second: &str) -> String {
    player(1, "Anna", first, "     2 w 1") + &player(2, "Ben", second, "     1 b 0")
}

#[test]
fn a_written_report_is_read_as_the_same_tournament() {
    let mut rng = Rng::new(26);
    for _ in 0..200 {
        let text = PlainTournament::random_swiss(&mut rng).report();
        let report = read(&text);
        let standings = TournamentStandings::new(&report.tournament, &StandingsSettings::default())
            .expect("standings");
        let written =
            TournamentReport::write(&report.tournament, &standings, &report.lines).expect("room");
        let again = read(&written);
        assert_eq!((again.tournament, again.notes), (report.tournament, report.notes));
        assert!(written.contains("202 BH/C1,BH,SB,DE\r\n"));
    }
}

#[test]
fn unknown_lines_are_kept_where_they_stand() {
    // tournaments.md, fault 8: `DAT` lines between players.
    let text = format!(
        "012 Open\r\n022 Oslo\r\n{}DAT x y\r\n{}### the end\r\n",
        player(1, "Anna", "1.0", "     2 w 1"),
        player(2, "Ben", "0.0", "     1 b 0")
    );
    let report = read(&text);
    assert_eq!(notes(&report), ["lines that are not of the format: 1; they are kept"]);
    let standings = TournamentStandings::new(&report.tournament, &StandingsSettings::default())
        .expect("standings");
    let written =
        TournamentReport::write(&report.tournament, &standings, &report.lines).expect("room");
    let codes: Vec<&str> = written.lines().map(|line| &line[..3]).collect();
    assert_eq!(
        codes,
        ["012", "062", "072", "142", "192", "202", "022", "001", "DAT", "001", "###"]
    );
}

/// Writes the report of a tournament with the default tie-breaks, or with those of the report.
fn written(report: &TournamentReport) -> String {
    let tie_breaks = report.tie_breaks.clone();
    let settings = StandingsSettings { tie_breaks, ..StandingsSettings::default() };
    let standings = TournamentStandings::new(&report.tournament, &settings).expect("standings");
    TournamentReport::write(&report.tournament, &standings, &report.lines).expect("room")
}

#[test]
fn records_that_cannot_be_read_are_written_as_they_stand() {
    let rows = two("1.0", "0.0");
    for record in ["042 in the summer", "202 BH:GP/C1,SB", "212 WON,PTS", "202 OTHER_AGE"] {
        let report = read(&format!("012 Open\r\n{record}\r\n{rows}"));
        assert_eq!(report.notes.len(), 1, "{record}: {:?}", notes(&report));
        let (text, code) = (written(&report), &record[..3]);
        let found: Vec<&str> = text.lines().filter(|line| line.starts_with(code)).collect();
        assert_eq!(found, [record]);
    }
    // The edition of the tie-breaks depends on the date.
    let report = read(&format!("042 Dec 10, 2020\r\n{rows}"));
    assert_eq!((report.tournament.start.year, notes(&report)), (Some(2020), vec![]));
    assert_eq!(read(&written(&report)).tournament.start, report.tournament.start);
}

#[test]
fn a_report_without_a_round_is_written_as_one_that_can_be_read() {
    // sharly-chess, pull request 1273.
    let report = read(&(player(1, "Anna", "0.0", "") + &player(2, "Ben", "0.0", "")));
    assert_eq!(read(&written(&report)).tournament, report.tournament);
}

#[test]
fn teams_of_games_are_written() {
    let pgn = game("1", "A", "B", "1. e4 1-0")
        .replace("[White", "[WhiteTeam \"Red\"]\n[BlackTeam \"Blue\"]\n[White");
    let (tournament, _) = of_pgn(&pgn, &TournamentSettings::default());
    let standings =
        TournamentStandings::new(&tournament, &StandingsSettings::default()).expect("standings");
    let text = TournamentReport::write(&tournament, &standings, &[]).expect("room");
    let teams = |it: &TournamentRecord| -> Vec<Option<String>> {
        it.players.iter().map(|player| player.team.clone()).collect()
    };
    assert_eq!(teams(&read(&text).tournament), teams(&tournament), "{text}");
    assert_eq!(teams(&tournament), [Some("Red".into()), Some("Blue".into())]);
}

#[test]
fn a_swiss_tournament_of_few_players_stays_one_in_its_report() {
    let settings = TournamentSettings {
        system: Some(TournamentSystem::Swiss),
        ..TournamentSettings::default()
    };
    let (tournament, _) = of_pgn(&game("1", "A", "B", "1. e4 1-0"), &settings);
    let standings =
        TournamentStandings::new(&tournament, &StandingsSettings::default()).expect("standings");
    let text = TournamentReport::write(&tournament, &standings, &[]).expect("room");
    assert_eq!(read(&text).tournament.system, TournamentSystem::Swiss, "{text}");
}

#[test]
fn a_code_of_a_bye_beside_an_opponent_is_a_fault() {
    // lila#14387: `62 b Z`. The written report had no opponent for one of the two players.
    let text = two("1.0", "0.0").replace("2 w 1", "2 w +").replace("1 b 0", "1 b Z");
    assert_eq!(
        faults(&text),
        ["line 2, column 99: `Z` stands where a result against an opponent (1 = 0 + - W D L or a \
          blank) belongs"]
    );
}

#[test]
fn every_fault_is_named_with_line_column_and_what_belongs_there() {
    // tournaments.md, fault 5.
    let shifted = two("1.0", "0.0").replacen("001    1      Anna", "001    1        Anna", 1);
    assert_eq!(faults(&shifted)[0], "line 1, column 53: `0` stands where a blank belongs");
    let text = two("1.0", "0.0").replace("1 b 0", "1 b x").replace("2 w 1", "9 w 1");
    assert_eq!(
        faults(&text),
        [
            "line 1, column 92: `9` stands where the number of another player belongs",
            "line 2, column 99: `x` stands where a result (1 = 0 + - W D L H F U Z or a blank) belongs",
        ]
    );
    let text = two("1.0", "0.0").replace("2 w 1", "9 w 1");
    assert_eq!(
        faults(&text),
        [
            "line 1, column 92: `9` stands where the number of another player belongs",
            "line 2, column 92: `1` stands where a player with 2 in the same round belongs",
        ]
    );
    let text = two("1.0", "0.0").replace("001    2", "001    1");
    assert!(faults(&text).iter().any(|it| it.contains("a number that no other player has")));
}

#[test]
fn points_are_checked_against_results_and_byes_to_come() {
    // tournaments.md, fault 4.
    let text = two("1.0", "0.5");
    assert_eq!(notes(&read(&text)), ["line 2: Ben: 0.5 points, but the results bring 0.0"]);
    let text = format!("142 2\r\n{}240 H 002    2\r\n", two("1.0", "0.5"));
    assert_eq!(
        notes(&read(&text)),
        ["line 3: Ben: 0.5 points, but the results bring 0.0; a bye to come explains it"]
    );
}

#[test]
fn byes_after_the_last_game_may_count_or_not() {
    for points in ["0.0", "0.5"] {
        let text = player(1, "Anna", "1.0", "     2 w 1")
            + &player(2, "Ben", points, "     1 b 0  0000 - Z  0000 - H");
        let report = read(&text);
        assert_eq!(notes(&report), [""; 0]);
        let tournament = report.tournament;
        assert_eq!((tournament.rounds, tournament.score(1, 3).to_string()), (3, "0.5".into()));
        // Anna is not absent: these rounds are not paired yet.
        assert_eq!(tournament.players[0].entries.len(), 1);
    }
}

#[test]
fn points_of_results_come_from_the_records_162_and_those_of_engines() {
    // tournaments.md, faults 2 and 3.
    let rounds = player(1, "Anna", "0.5", "  0000 - U") + &player(2, "Ben", "0.0", "  0000 - Z");
    let report = read(&format!("162  W 1.0    D 0.5    P 0.5\r\n{rounds}"));
    assert_eq!((report.tournament.score(0, 1).to_string(), notes(&report)), ("0.5".into(), vec![]));
    let report = read(&format!("XXS PAB=.5\r\n{rounds}"));
    assert_eq!(
        (report.tournament.score(0, 1).to_string(), report.flavor),
        ("0.5".into(), ReportFlavor::Trf16Extended)
    );
    let report = read(&format!("BBU 0.5\r\n{rounds}"));
    assert_eq!(report.tournament.score(0, 1), ScorePoints::from_tenths(5));
    let report = read(&format!("162  Z 0.5    P 0.5\r\n{}", rounds.replace(" 0.0 ", " 0.5 ")));
    assert_eq!(notes(&report), ["line 1: the code `Z` of record 162 is read as `A`, an absence"]);
    assert_eq!(report.tournament.score(1, 1), ScorePoints::from_tenths(5));
    assert!(faults(&format!("162  Q 1.0\r\n{rounds}"))[0].contains("`Q`"));
}

#[test]
fn special_points_of_a_record_299_count() {
    // tournaments.md, fault 9.
    let text = format!("{}299          -0.5         1\r\n", two("0.5", "0.0"));
    let report = read(&text);
    assert_eq!(report.tournament.score(0, 1), ScorePoints::from_tenths(5));
    let standings = TournamentStandings::new(&report.tournament, &StandingsSettings::default())
        .expect("standings");
    assert_eq!(standings.rows[0].points.to_string(), "0.5");
    let shifted = text.replace("299  ", "299   ");
    assert_eq!(faults(&shifted), ["line 3, column 18: `5` stands where a blank belongs"]);
}

#[test]
fn a_free_round_of_a_round_robin_is_no_bye() {
    let rounds = [
        player(1, "Anna", "2.0", "     2 w 1     3 b 1"),
        player(2, "Ben", "1.0", "     1 b 0               3 w 1"),
        player(3, "Cleo", "0.0", "               1 w 0     2 b 0"),
    ]
    .concat();
    let games = |report: &TournamentReport| {
        report.tournament.players.iter().map(|it| it.entries.len()).collect::<Vec<_>>()
    };
    assert_eq!(games(&read(&rounds)), [2, 2, 2]);
    assert_eq!(games(&read(&format!("092 Swiss Dutch\r\n{rounds}"))), [2, 3, 3]);
    let named = format!("162  W 1.0    A 0.5\r\n{rounds}");
    assert_eq!(games(&read(&named)), [2, 3, 3], "absences bring points");
}

#[test]
fn a_round_that_some_lines_have_without_a_result_is_none() {
    // tournaments.md, fault 6.
    let text =
        player(1, "Anna", "1.0", "     2 w 1  0000 -  ") + &player(2, "Ben", "0.0", "     1 b 0");
    let report = read(&text);
    assert_eq!((report.tournament.rounds, report.tournament.players[0].entries.len()), (1, 1));
    let report = read(&format!("142 9\r\n{text}"));
    assert_eq!((report.tournament.rounds, report.tournament.last_round()), (9, 1));
}

#[test]
fn names_with_accents_have_their_columns_counted_in_characters_or_with_a_note() {
    // tournaments.md, fault 7.
    let characters =
        player(1, "Müller, Ånna", "1.0", "     2 w 1") + &player(2, "Ben", "0.0", "     1 b 0");
    assert_eq!(notes(&read(&characters)), Vec::<String>::new());
    let bytes = characters.replace("Ånna  ", "Ånna");
    let report = read(&bytes);
    assert_eq!(report.tournament.players[0].name, "Müller, Ånna");
    assert_eq!(notes(&report), ["line 1: columns are counted in bytes, not in characters"]);
    let decomposed = characters.replace('ü', "u\u{308}");
    let report = read(&decomposed);
    assert_eq!(
        notes(&report),
        ["line 1: columns are counted in letters with their accents, not in characters"]
    );
    let latin: Vec<u8> =
        characters.chars().map(|letter| u8::try_from(u32::from(letter)).expect("Latin")).collect();
    let report = TournamentReport::read(&latin).expect("a report");
    assert_eq!(report.tournament.players[0].name, "Müller, Ånna");
    assert_eq!(notes(&report), ["the file is not UTF-8, and was read as Windows-1252"]);
}

#[test]
fn all_ends_of_lines_and_letters_in_any_case_are_read() {
    let text = two("1.0", "0.0").replace("2 w 1", "2 W 1");
    for text in [text.clone(), text.replace("\r\n", "\r"), text.replace("\r\n", "\n")] {
        assert_eq!(read(&text).tournament.score(0, 1).to_string(), "1.0");
    }
    let text = player(1, "Anna", "0.5", "  0000 - h");
    assert_eq!(read(&text).tournament.players[0].entries[0].kind, RoundKind::HalfPointBye);
    assert_eq!(
        (read(&text).flavor, read(&two("1.0", "0.0")).flavor),
        (ReportFlavor::Trf16, ReportFlavor::Trf06)
    );
}

#[test]
fn no_input_makes_the_reader_panic() {
    let mut rng = Rng::new(99);
    let text = PlainTournament::random_swiss(&mut rng).report().into_bytes();
    for _ in 0..3_000 {
        let mut broken = text.clone();
        for _ in 0..=rng.below(4) {
            let place = rng.below(broken.len());
            broken[place] = *rng.choose(b" 0129=-wUZ\r\n\xC3\xBC\0x");
        }
        broken.truncate(1 + rng.below(broken.len()));
        if let Ok(report) = TournamentReport::read(&broken) {
            let standings =
                TournamentStandings::new(&report.tournament, &StandingsSettings::default());
            assert_eq!(
                standings.expect("own tie-breaks").rows.len(),
                report.tournament.players.len()
            );
        }
    }
}

fn of_pgn(pgn: &str, settings: &TournamentSettings) -> (TournamentRecord, TournamentNotes) {
    let query = Query::default();
    let mut collector = TournamentGameCollector::new(&query);
    Reader::from_bytes(pgn.as_bytes()).read_all(&mut collector).expect("memory");
    TournamentRecord::of_games(collector.games(), settings)
}

fn game(round: &str, white: &str, black: &str, moves: &str) -> String {
    format!(
        "[Event \"Open\"]\n[Round \"{round}\"]\n[White \"{white}\"]\n[Black \"{black}\"]\n\n{moves}\n\n"
    )
}

/// A Swiss tournament of six in two rounds: F misses round 2.
fn open() -> String {
    [
        game("1.1", "A", "B", "1. e4 1-0"),
        game("1.2", "C", "D", "1. e4 1/2-1/2"),
        game("1.3", "E", "F", "1. e4 0-1"),
        game("2.1", "A", "C", "1. e4 1-0"),
        game("2.2", "D", "B", "1. e4 0-1"),
    ]
    .concat()
}

#[test]
fn a_missing_round_is_a_bye_as_chosen_and_counted() {
    let entry = |settings: &TournamentSettings| {
        let (tournament, notes) = of_pgn(&open(), settings);
        let player = tournament.players.iter().find(|player| player.name == "F").expect("F");
        (player.entries[1].kind, notes.missing_rounds, tournament.system)
    };
    let mut settings = TournamentSettings::default();
    assert_eq!(entry(&settings), (RoundKind::ZeroPointBye, 2, TournamentSystem::Swiss));
    settings.missing = MissingRound::HalfPointBye;
    assert_eq!(entry(&settings).0, RoundKind::HalfPointBye);
    let bye = |name: &str, kind: MissingRound| {
        let player = KnownPlayer { name: name.into(), fide_id: None };
        KnownBye { player, round: 2, kind, opponent: None, color: None }
    };
    settings.byes.push(bye("f", MissingRound::PairingBye));
    assert_eq!(entry(&settings), (RoundKind::PairingBye, 1, TournamentSystem::Swiss));
    settings.byes.push(bye("Nobody", MissingRound::Forfeit));
    assert_eq!(of_pgn(&open(), &settings).1.unknown_byes, ["round 2: Nobody"]);
}

/// Returns the settings with the byes and forfeits of a report.
fn with_byes(report: &str) -> TournamentSettings {
    let byes = KnownBye::of_report(&read(report).tournament);
    TournamentSettings { byes, ..TournamentSettings::default() }
}

#[test]
fn a_forfeit_of_a_report_beside_the_games_keeps_the_scheduled_opponent() {
    let report = "192 FIDE_DUTCH\r\n".to_owned()
        + &player(1, "A", "2.0", "     2 w 1     6 w +")
        + &player(2, "B", "1.0", "     1 b 0     4 b 1")
        + &player(3, "C", "0.5", "     4 w =  0000 - Z")
        + &player(4, "D", "0.5", "     3 b =     2 w 0")
        + &player(5, "E", "0.0", "     6 w 0  0000 - Z")
        + &player(6, "F", "1.0", "     5 b 1     1 b -");
    let pgn = open().replace("[White \"A\"]\n[Black \"C\"]", "[White \"G\"]\n[Black \"H\"]");
    let (tournament, notes) = of_pgn(&pgn, &with_byes(&report));
    assert_eq!(notes.unknown_byes, [""; 0]);
    let index = |name: &str| tournament.players.iter().position(|it| it.name == name).expect(name);
    let entry = |name: &str| tournament.players[index(name)].entries[1].kind;
    let (white, black) = (Some(reynard::Color::White), Some(reynard::Color::Black));
    let won = RoundKind::ForfeitWin { opponent: Some(index("F")), color: white };
    let lost = RoundKind::ForfeitLoss { opponent: Some(index("A")), color: black };
    assert_eq!((entry("A"), entry("F")), (won, lost));
}

#[test]
fn byes_of_players_with_the_same_name_go_by_their_ids() {
    let id =
        |line: String, id: u64| line.replacen(&" ".repeat(28), &format!("{id:>16}{:12}", ""), 1);
    let report = "192 FIDE_DUTCH\r\n".to_owned()
        + &id(player(1, "Wang, Li", "1.0", "     3 w 1  0000 - Z"), 1)
        + &id(player(2, "Wang, Li", "2.0", "  0000 - U     3 w 1"), 2)
        + &player(3, "Zoe", "0.0", "     1 b 0     2 b 0");
    let wang = |round: &str, id: u32| {
        game(round, "Wang, Li", "Zoe", "1. e4 1-0")
            .replace("[White", &format!("[WhiteFideId \"{id}\"]\n[White"))
    };
    let mut settings = with_byes(&report);
    settings.system = Some(TournamentSystem::Swiss);
    let (tournament, notes) = of_pgn(&(wang("1", 1) + &wang("2", 2)), &settings);
    assert_eq!(notes.unknown_byes, [""; 0]);
    let kind = |player: usize, round: usize| tournament.players[player].entries[round].kind;
    assert_eq!((kind(0, 1), kind(2, 0)), (RoundKind::ZeroPointBye, RoundKind::PairingBye));
}

#[test]
fn a_result_without_a_move_is_a_forfeit_and_a_loss_on_time_is_a_game() {
    // tournaments.md, fault 16.
    let pgn = open()
        + &game("3.1", "F", "A", "1-0")
        + "[Termination \"time forfeit\"]\n"
        + &game("3.2", "B", "C", "1. e4 e5 0-1");
    let (tournament, notes) = of_pgn(&pgn, &TournamentSettings::default());
    assert_eq!(notes.forfeits.len(), 1);
    let kind = |name: &str| {
        let player = tournament.players.iter().find(|player| player.name == name).expect(name);
        player.entries.iter().find(|entry| entry.round == 3).expect("round 3").kind
    };
    assert!(
        matches!(kind("F"), RoundKind::ForfeitWin { .. })
            && matches!(kind("A"), RoundKind::ForfeitLoss { .. })
    );
    assert!(kind("B").is_played());
    let standings =
        TournamentStandings::new(&tournament, &StandingsSettings::default()).expect("standings");
    let f =
        standings.rows.iter().find(|row| tournament.players[row.player].name == "F").expect("F");
    assert_eq!((f.points.to_string(), f.results), ("2.0".to_owned(), [1, 0, 0]));
}

#[test]
fn results_without_any_moves_are_a_table_and_no_forfeits() {
    let pgn = game("1", "A", "B", "1-0") + &game("2", "B", "C", "0-1");
    let (tournament, notes) = of_pgn(&pgn, &TournamentSettings::default());
    assert!(notes.results_only && notes.forfeits.is_empty());
    assert!(
        tournament
            .players
            .iter()
            .all(|player| player.entries.iter().all(|it| !it.kind.is_forfeit()))
    );
}

#[test]
fn a_bye_is_one_only_by_its_exact_name_without_moves() {
    // tournaments.md, fault 15.
    let pgn =
        open() + &game("3.1", "F", "BYE", "1-0") + &game("3.2", "Bye, Robert", "A", "1. e4 1-0");
    let (tournament, notes) = of_pgn(&pgn, &TournamentSettings::default());
    assert_eq!((notes.byes.len(), tournament.players.len()), (1, 7));
    let played = game("3.1", "F", "Bye", "1. e4 1-0");
    assert_eq!(of_pgn(&(open() + &played), &TournamentSettings::default()).1.byes, []);
}

#[test]
fn play_offs_are_left_out_and_listed() {
    // tournaments.md, fault 17.
    let pgn = open() + &game("Tie-break 1", "A", "B", "1. e4 0-1");
    let (tournament, notes) = of_pgn(&pgn, &TournamentSettings::default());
    assert_eq!((notes.play_offs.len(), tournament.rounds), (1, 2));
}

#[test]
fn rounds_are_numbers_before_the_dot_and_dates_where_there_is_none() {
    // tournaments.md, fault 21.
    let pgn: String = [
        game("10", "A", "B", "1. e4 1-0"),
        game("2", "A", "C", "1. e4 1-0"),
        game("3.1", "A", "D", "1. e4 1-0"),
        game("R5", "A", "E", "1. e4 1-0"),
        game("4 (rapid)", "A", "F", "1. e4 1-0"),
    ]
    .concat();
    let (tournament, _) = of_pgn(&pgn, &TournamentSettings::default());
    let player = tournament.players.iter().find(|player| player.name == "A").expect("A");
    let rounds: Vec<u32> =
        player.entries.iter().filter(|it| it.kind.is_played()).map(|entry| entry.round).collect();
    assert_eq!(rounds, [2, 3, 4, 5, 10]);
    let dated = |date: &str, black: &str| {
        format!("[Date \"{date}\"]\n{}", game("?", "A", black, "1. e4 1-0"))
    };
    let pgn = dated("2024.01.03", "D") + &dated("2024.01.01", "B") + &dated("2024.01.02", "C");
    let (tournament, notes) = of_pgn(&pgn, &TournamentSettings::default());
    let player = tournament.players.iter().find(|player| player.name == "A").expect("A");
    let names: Vec<&str> = player
        .entries
        .iter()
        .filter_map(|it| it.kind.opponent())
        .map(|it| tournament.players[it].name.as_str())
        .collect();
    assert_eq!((names, notes.without_round), (vec!["B", "C", "D"], 3));
}

#[test]
fn running_games_are_no_results() {
    let pgn = open() + &game("3.1", "A", "B", "1. e4 *");
    let (tournament, notes) = of_pgn(&pgn, &TournamentSettings::default());
    assert_eq!((notes.unfinished.len(), tournament.last_round(), tournament.rounds), (1, 2, 3));
}

#[test]
fn spellings_of_a_player_are_joined_and_listed() {
    let pgn = game("1", "GM Müller, Anna", "B", "1. e4 1-0")
        + &game("2", "C", "Anna Mueller", "1. e4 1-0");
    let (tournament, notes) = of_pgn(&pgn, &TournamentSettings::default());
    assert_eq!(tournament.players.len(), 3);
    let player = &tournament.players[0];
    assert_eq!((player.name.as_str(), player.title.as_str()), ("Müller, Anna", "GM"));
    assert_eq!(
        (notes.joined.len(), notes.joined[0].others.as_slice()),
        (1, &["Anna Mueller".to_owned()][..])
    );
    let settings =
        TournamentSettings { joining: NameJoining::Never, ..TournamentSettings::default() };
    assert_eq!(of_pgn(&pgn, &settings).0.players.len(), 4);
}

#[test]
fn a_player_against_himself_is_left_out_and_named() {
    let pgn = open() + &game("3", "A", "A", "1. e4 1-0");
    let (tournament, notes) = of_pgn(&pgn, &TournamentSettings::default());
    assert_eq!((notes.self_play.len(), tournament.rounds), (1, 2));
}

#[test]
fn games_that_are_there_twice_count_and_are_named() {
    let (_, notes) = of_pgn(&open(), &TournamentSettings::default());
    assert_eq!(notes.repeated, []);
    let (_, notes) = of_pgn(&(open() + &open()), &TournamentSettings::default());
    let played = notes.repeated.len();
    assert!(played > 0, "{notes:?}");
    let games = open().matches("[White ").count();
    assert!(played <= games, "{played} of {games}");
}
