//! Spellings of names: what the filter language takes for one name is one player everywhere.

use reynard_games::reynard_pgn::{Games, Reader};
use reynard_games::{
    AbbreviatedName, Encounter, EncounterCollector, GameSoundness, PlayerOrder, PlayerRecords,
    Query, TournamentGameCollector, TournamentRecord, TournamentSettings,
};

fn encounters(pairs: &[(&str, &str)]) -> Vec<Encounter> {
    let game = |(white, black): &(&str, &str)| {
        format!("[White \"{white}\"]\n[Black \"{black}\"]\n\n1. e4 1-0\n\n")
    };
    let pgn = pairs.iter().map(game).collect::<Vec<_>>().concat();
    let query = Query::default();
    let mut collector = EncounterCollector::new(&query);
    Reader::from_bytes(pgn.as_bytes()).read_all(&mut collector).expect("memory");
    collector.encounters().to_vec()
}

fn records(pairs: &[(&str, &str)]) -> PlayerRecords {
    let mut records = PlayerRecords::default();
    for encounter in &encounters(pairs) {
        records.add(encounter);
    }
    records
}

fn players(records: &PlayerRecords) -> Vec<(String, u64)> {
    let list = records.list(PlayerOrder::Games);
    list.iter().map(|player| (player.name.clone(), player.games())).collect()
}

#[test]
fn spellings_of_one_name_are_one_player_in_lists_and_crosstables() {
    let pairs = [
        ("Müller, Anna", "X"),
        ("MUELLER, ANNA", "X"),
        ("Anna Müller", "X"),
        ("Knight_Rider85", "X"),
        ("KnightRider85", "X"),
        ("Vachier-Lagrave, Maxime", "X"),
        ("Maxime Vachier Lagrave", "X"),
    ];
    let expected = [
        ("X".to_owned(), 7),
        ("Müller, Anna".to_owned(), 3),
        ("Knight_Rider85".to_owned(), 2),
        ("Vachier-Lagrave, Maxime".to_owned(), 2),
    ];
    let found = players(&records(&pairs));
    assert_eq!(found, expected);
    let game = |(white, black): &(&str, &str)| {
        format!("[White \"{white}\"]\n[Black \"{black}\"]\n\n1. e4 1-0\n\n")
    };
    let pgn = pairs.iter().map(game).collect::<Vec<_>>().concat();
    let query = Query::default();
    let mut collector = TournamentGameCollector::new(&query);
    Reader::from_bytes(pgn.as_bytes()).read_all(&mut collector).expect("memory");
    let (table, _) = TournamentRecord::of_games(collector.games(), &TournamentSettings::default());
    assert_eq!(table.players.len(), expected.len());
    // As `player=` says.
    for (name, _) in &pairs {
        let query = Query::parse(&format!("player='{name}'")).expect("a query");
        let game = |(name, _): &(&str, &str)| format!("[White \"{name}\"]\n\n1. e4 1-0\n\n");
        let pgn = pairs.iter().map(game).collect::<Vec<_>>().concat();
        let games = Games::from_bytes(pgn.as_bytes());
        let count = games.filter(|game| {
            let tree = &game.as_ref().expect("memory").tree;
            query.matches_tree(tree, GameSoundness::Sound)
        });
        let count = count.count() as u64;
        assert!(expected.iter().any(|(_, games)| *games == count && count > 1), "{name}: {count}");
    }
}

#[test]
fn names_with_initials_are_joined_only_when_asked_for_and_when_clear() {
    let pairs = [
        ("Carlsen, Magnus", "Polgar, S"),
        ("Carlsen, M", "Polgar, Susan"),
        ("M. Carlsen", "Polgar, Sofia"),
    ];
    let mut records = records(&pairs);
    assert_eq!(players(&records).len(), 5);
    let found = records.abbreviated();
    let names: Vec<(&str, usize)> =
        found.iter().map(|AbbreviatedName { name, full }| (name.as_str(), full.len())).collect();
    assert_eq!(names, [("Polgar, S", 2), ("Carlsen, M", 1)]);
    assert_eq!(records.join_abbreviated(), 1);
    assert_eq!(players(&records)[0], ("Carlsen, Magnus".to_owned(), 3));
    assert_eq!(players(&records).len(), 4);
}

#[test]
fn a_collector_counts_the_conditions_that_some_game_fulfills() {
    let pgn = b"[White \"A\"]\n[Black \"B\"]\n[Round \"1.2\"]\n\n1. e4 1-0\n\n";
    let query = Query::parse("round=1 player~zorro").expect("a query");
    let mut collector = EncounterCollector::new(&query);
    Reader::from_bytes(pgn).read_all(&mut collector).expect("memory");
    assert_eq!((collector.matching(), collector.fulfilled()), (0, &[true, false][..]));
    assert_eq!(query.unfulfilled(collector.fulfilled()), ["player~zorro"]);
}
