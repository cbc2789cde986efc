//! The filter language, and the facts that it decides about.

use std::borrow::Cow;

use reynard_games::reynard::Color;
use reynard_games::reynard_pgn::{Input, ReaderOptions, Tags, Termination, read_parallel};
use reynard_games::{BoardWatcher, GameFacts, Matcher, Query, QueryTerm, TagFacts, Truth};

fn tags() -> Tags {
    let mut tags = Tags::default();
    for (name, value) in [
        ("Event", "Zürich Chess Challenge"),
        ("Site", "https://lichess.org/abcdefgh"),
        ("Date", "2014.01.30"),
        ("White", "Carlsen, Magnus"),
        ("Black", "Caruana, Fabiano"),
        ("WhiteElo", "2872"),
        ("BlackElo", "2782"),
        ("ECO", "C65"),
        ("TimeControl", "40/7200:3600"),
        ("Annotator", "Müller"),
    ] {
        tags.set(name, value).expect("a name");
    }
    tags
}

fn holds(query: &str) -> bool {
    let query = Query::parse(query).unwrap_or_else(|error| panic!("{query}: {error}"));
    let tags = tags();
    let facts = TagFacts { tags: &tags, result: Some(Termination::WhiteWins), plies: Some(90) };
    query.matches(&facts, &BoardWatcher::new(&query))
}

#[test]
fn conditions_are_understood_as_people_write_them() {
    for query in [
        "",
        "white~carlsen",
        "White ~ 'magnus carlsen'",
        "white=\"Magnus Carlsen\"",
        "player~caruana",
        "player~carlsen player~caruana",
        "player~carlsen color=white",
        "player~carlsen color=white result=win",
        "player~caruana result=loss",
        "player~caruana opponent~carlsen",
        "result=1-0",
        "result=white,draw",
        "not result=draw",
        "result!=draw",
        "elo>=2700",
        "elo=2700+",
        "elo=2700..2900",
        "elo=2700-2900",
        "whiteelo>2800 blackelo<2800",
        "white-elo>2800",
        "elo-average=2827",
        "elo-average=2826.5..2827",
        "elo-diff=90",
        "elo-either>=2850",
        "year>=2010",
        "year=2014",
        "date=2014-01-30",
        "date=2014.01",
        "date>2013 date<2014-02",
        "eco=c65",
        "eco=C60-C99",
        "eco=B,C6",
        "tc=classical",
        "tc=blitz,classical",
        "plies>=80",
        "plies=80..100",
        "event~zurich",
        "event~zuerich",
        "site~lichess.org",
        "annotator~mueller",
        "tag.Annotator=muller",
        "!eco=B90",
        "(eco=B90 or eco=C65) and not (result=draw or result=black)",
        "elo>=3000 or white~carlsen",
        "ELO>=2700 AND White~Carlsen",
        "round!=3",
    ] {
        assert!(holds(query), "{query}");
    }
    for query in [
        "white~caruana",
        "white=carlsen",
        "player~carlsen color=black",
        "player~carlsen result=loss",
        "player~caruana opponent~anand",
        "elo>2800",
        "date>2014",
        "eco=B90-B99",
        "tc=blitz",
        "round=3",
        "not white~carlsen",
        "elo>=3000 or white~caruana",
        "source~lichess",
    ] {
        assert!(!holds(query), "{query}");
    }
}

#[test]
fn errors_name_the_column_and_what_may_be_meant() {
    for (query, error) in [
        ("whiet~x", "column 1: `whiet` is not a condition; did you mean white?"),
        (
            "elo>=2700 anotator~x",
            "column 11: `anotator` is not a condition; did you mean annotator?",
        ),
        ("elo>=x", "column 6: `x` is not a number"),
        ("elo>=99999", "column 6: no player has an Elo rating of 99999"),
        ("eco=Z12", "column 5: `Z12` is not an ECO code: these are A00 to E99"),
        ("result=drwa", "column 8: `drwa` is not a result; did you mean draw?"),
        ("date=2020.13", "column 6: `2020.13` is not a date like 2001, 2001.05 or 2001-05-23"),
        (
            "opening~grunfled",
            "column 9: no opening has `grunfled` in its name; did you mean Grünfeld?",
        ),
        ("opening~nosuchopening", "column 9: no opening has `nosuchopening` in its name"),
        (
            "white~magnus carlsen",
            "column 14: `carlsen` is followed by no comparison; a value with blanks needs quotes, like white~\"magnus carlsen\"",
        ),
        ("(elo>=2700", "column 1: this `(` is never closed"),
        ("elo>=2700)", "column 10: unmatched `)`"),
        ("elo>=", "column 6: a value is needed here"),
        ("elo>>3", "column 5: one sign of comparison is enough: >"),
        ("white~'x", "column 7: this ' is never closed"),
        ("color=white", "column 1: color of whom? A condition on a player is needed"),
        ("eco=B90 result=loss", "column 9: loss of whom? A condition on a player is needed"),
        ("result!=win", "column 1: win of whom? A condition on a player is needed"),
        (
            "not (eco=B90 or opponent~x)",
            "column 17: opponent of whom? A condition on a player is needed",
        ),
        (
            "(player~a or eco=B90) result=loss",
            "column 23: loss of whom? A condition on a player is needed in each alternative",
        ),
        (
            "player~a or result=win",
            "column 13: win of whom? A condition on a player is needed in each alternative",
        ),
        ("not player~a result=win", "column 14: win of whom? A condition on a player is needed"),
        ("player~a color=white (color=black or eco=B)", "column 23: the player has two colors"),
        ("player~a result=win result=loss", "column 21: the player has two results"),
        ("player~a opponent~b opponent~c", "column 21: the player has two opponents"),
        ("plies=-3", "column 7: `-3` is not a range: did you mean ..3?"),
        ("elo=-2500", "column 5: `-2500` is not a range: did you mean ..2500?"),
        ("elo=2500-", "column 5: `2500-` is not a range: did you mean 2500..?"),
        ("round=-3", "column 7: `-3` is not a range: did you mean ..3?"),
        ("elo>=2499.5", "column 6: `2499.5` is not a number"),
        ("elo-average>=2499.3", "column 14: `2499.3` is not an average: it ends in .0 or .5"),
        ("elo-average>=5001", "column 14: no player has an Elo rating of 5001"),
        (
            "elo-average<=2499.5 elo-average>=2500",
            "column 21: `elo-average<=2499.5` and `elo-average>=2500` never hold together; did you \
             mean `elo-average<=2499.5 or elo-average>=2500`?",
        ),
        ("round=2..1", "column 7: empty range: 2 is above 1"),
        ("round<=final", "column 8: `final` is not a round like 3, or 3.2 for board 2"),
        ("clock<soon", "column 7: `soon` is not a time like 30s, 1m30s or 1:30"),
        ("has=evil", "column 5: `evil` is nothing that games have; did you mean eval?"),
        ("tc=3/x", "column 4: `3/x` is not a time control in seconds like 180+2 or 40/7200:3600"),
        ("white~x or", "column 11: a condition is needed here, like elo>=2500"),
        ("white~x and", "column 12: a condition is needed here, like elo>=2500"),
        (
            "moves='e4 e5 Nf4'",
            "column 7: `Nf4` is not a legal move at ply 3; did you mean Nf3 or f4?",
        ),
        (
            "tc=blits",
            "column 4: `blits` is not a class of time controls: these are bullet, blitz, rapid, classical and correspondence",
        ),
        ("end=stalemat", "column 5: `stalemat` is not an end of a game; did you mean stalemate?"),
        ("white>x", "column 7: `white` has no order: use =, != or ~"),
        ("ü=3", "column 1: `ü` is not a condition; a tag that is not usual is tag.ü"),
    ] {
        assert_eq!(Query::parse(query).expect_err(query).to_string(), error, "{query}");
    }
    let deep = "(".repeat(1_000);
    assert!(Query::parse(&deep).is_err());
    assert!(Query::parse(&"not ".repeat(1_000)).is_err());
}

#[test]
fn options_and_the_language_build_the_same_value() {
    for (name, value, text) in [
        ("player", "Carlsen", "player~Carlsen"),
        ("elo", "2700+", "elo=2700+"),
        ("eco", "B90-B99,C6", "eco=B90-B99,C6"),
        ("result", "draw", "result=draw"),
        ("date", ">=2020", "date=>=2020"),
        ("opening", "najdorf", "opening~najdorf"),
        ("moves", "e4 c5", "moves='e4 c5'"),
    ] {
        let term = QueryTerm::new(name, value).unwrap_or_else(|error| panic!("{name}: {error}"));
        let query = Query::all([term]).expect("a query");
        match Query::parse(text) {
            Ok(parsed) => assert_eq!(query, parsed, "{text}"),
            Err(error) => assert_eq!(error.column, 6, "{text}: {error}"),
        }
    }
}

#[test]
fn an_average_of_ratings_may_be_a_half() {
    let mut tags = Tags::default();
    for (name, value) in [("WhiteElo", "2500"), ("BlackElo", "2499")] {
        tags.set(name, value).expect("a good name");
    }
    let facts = TagFacts { tags: &tags, result: None, plies: None };
    for (query, truth) in [
        ("elo-average>=2499.5", Truth::True),
        ("elo-average=2499.5", Truth::True),
        ("elo-average>2499", Truth::True),
        ("elo-average=2499.5..2600", Truth::True),
        ("elo-average=2400-2499.5", Truth::True),
        ("elo-average>2499.5", Truth::False),
        ("elo-average=2499", Truth::False),
        ("elo-average<=2499.0", Truth::False),
        ("elo-average>=2500", Truth::False),
    ] {
        let parsed = Query::parse(query).unwrap_or_else(|error| panic!("{query}: {error}"));
        assert_eq!(parsed.decide(&facts), truth, "{query}");
    }
}

/// Facts that are no tags, as a database has them.
struct Row {
    white: &'static str,
    elo: u32,
    result: Termination,
}

impl GameFacts for Row {
    fn tag(&self, name: &str) -> Option<Cow<'_, str>> {
        (name == "White").then_some(Cow::Borrowed(self.white))
    }

    fn elo(&self, _: Color) -> Option<u32> {
        Some(self.elo)
    }

    fn result(&self) -> Option<Termination> {
        Some(self.result)
    }

    fn plies(&self) -> Option<u64> {
        None
    }
}

#[test]
fn a_query_decides_about_plain_facts_and_says_when_it_needs_the_moves() {
    let row = Row { white: "Réti, R", elo: 2600, result: Termination::Draw };
    for (query, truth) in [
        ("white~reti elo>=2500 result=draw", Truth::True),
        ("white~reti elo>=2700", Truth::False),
        ("white~reti opening~najdorf", Truth::Unknown),
        ("elo>=2700 opening~najdorf", Truth::False),
        ("elo>=2500 or opening~najdorf", Truth::True),
        ("not opening~najdorf", Truth::Unknown),
        ("plies>=40", Truth::Unknown),
    ] {
        assert_eq!(Query::parse(query).expect("a query").decide(&row), truth, "{query}");
    }
}

#[test]
fn a_matcher_reports_which_conditions_no_game_has_fulfilled() {
    let pgn = "[White \"Morphy\"]\n\n1. e4 e5 1-0\n\n[White \"Barnes\"]\n\n1. f4 *\n";
    let query = Query::parse("white~morphy white~steinitz plies>=2").expect("a query");
    let mut fulfilled = Vec::new();
    let _ = read_parallel(
        Input::new(pgn.as_bytes()).expect("memory"),
        &ReaderOptions::default(),
        std::num::NonZero::<usize>::MIN,
        || Matcher::new(&query),
        |matcher, _| {
            fulfilled = matcher.fulfilled().to_vec();
            std::ops::ControlFlow::<()>::Continue(())
        },
    )
    .expect("memory");
    assert_eq!(fulfilled, [true, false, false]);
    assert_eq!(query.condition_text(1), Some("white~steinitz"));
}

#[test]
fn colors_opponents_and_results_belong_to_the_player_of_each_alternative() {
    for query in [
        "player~carlsen result=win,draw",
        "player~caruana not result=win",
        "player~caruana result!=win",
        "(player~carlsen or player~caruana) result=loss",
        "(player~nobody or player~caruana) color=black opponent~carlsen",
        "player~carlsen (result=win or eco=B90)",
        "player~caruana (result=win or result=loss)",
        "player~caruana (not (color=white or eco=B90))",
        "(player~anand or (player~caruana eco=C65)) result=loss",
        "player~caruana opponent=\"Magnus Carlsen\"",
    ] {
        assert!(holds(query), "{query}");
    }
    for query in [
        "player~caruana opponent=carlsen",
        "player~carlsen result=loss,draw",
        "player~carlsen not result=win",
        "(player~carlsen or player~anand) result=loss",
        "(player~carlsen or player~anand) (color=black or eco=B90)",
        "player~carlsen (result=loss or eco=B90)",
        "not (player~caruana result=loss)",
    ] {
        assert!(!holds(query), "{query}");
    }
}
