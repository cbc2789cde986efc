//! Any text is a query or an error with a column in the text, and decides about any facts.

use reynard_games::reynard_pgn::{Tags, Termination};
use reynard_games::{BoardWatcher, Query, TagFacts, Truth};

pub(crate) fn check(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let query = match Query::parse(&text) {
        Ok(query) => query,
        Err(error) => {
            assert!((1..=text.chars().count() + 1).contains(&error.column), "{text}: {error}");
            return;
        }
    };
    // The text is also the value of every tag that a condition may ask for.
    let mut tags = Tags::default();
    for name in ["White", "Black", "WhiteElo", "BlackElo", "Date", "ECO", "TimeControl", "Event"] {
        tags.set(name, text.as_bytes()).expect("a name");
    }
    let (result, plies) = (Some(Termination::Draw), Some(data.len() as u64));
    let known = TagFacts { tags: &tags, result, plies };
    let unknown = TagFacts { tags: &tags, result: None, plies: None };
    let by_tags = query.decide(&known);
    let matches = query.matches(&known, &BoardWatcher::new(&query));
    match by_tags {
        Truth::True => assert!(matches),
        Truth::False => assert!(!matches),
        Truth::Unknown => assert!(query.needs_moves()),
    }
    // What is decided with fewer facts stays so with more.
    let fewer = query.decide(&unknown);
    assert!(fewer == Truth::Unknown || fewer == by_tags);
    assert_eq!(query.clone().negated().decide(&known), !by_tags);
    for index in 0..query.conditions().len() {
        assert!(query.condition_text(index).is_some_and(|text| !text.is_empty()));
    }
}
