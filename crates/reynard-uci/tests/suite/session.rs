//! Options of an engine, and sessions with one.

use reynard_testkit::Rng;
use reynard_uci::{
    ClientEvent, ClientPhase, Command, MAX_OPTIONS, OptionErrorKind, OptionSpec, OptionValue,
    PendingAnswers, SendError, UciClient, UciOptions,
};

fn options() -> UciOptions {
    const STYLES: &[std::borrow::Cow<'_, str>] =
        &[std::borrow::Cow::Borrowed("Solid"), std::borrow::Cow::Borrowed("Risky")];
    UciOptions::new([
        OptionSpec::spin("Move Overhead", 10, 0, 5000),
        OptionSpec::check("Ponder", false),
        OptionSpec::combo("Style", "Solid", STYLES),
        OptionSpec::string("SyzygyPath", ""),
        OptionSpec::button("Clear Hash"),
    ])
}

#[test]
fn options_are_set_by_any_spelling() {
    let mut options = options();
    for (name, value) in [
        ("move overhead", Some("25")),
        ("PONDER", Some("True")),
        ("style", Some("risky")),
        ("Syzygy Path", Some("/tb/a;/tb/b")),
        ("clear  hash", None),
    ] {
        options.set(name, value).unwrap_or_else(|error| panic!("{error}"));
    }
    assert_eq!(options.spin("MoveOverhead"), Some(25));
    assert_eq!(options.check("Ponder"), Some(true));
    assert_eq!(options.text("Style"), Some("Risky"));
    assert_eq!(options.text("SyzygyPath"), Some("/tb/a;/tb/b"));
    assert_eq!(options.get("Clear Hash"), Some(&OptionValue::Button));
    options.set("SyzygyPath", Some("<empty>")).unwrap();
    assert_eq!(options.text("SyzygyPath"), Some(""));
    // Of another type, or not there.
    assert_eq!((options.check("Style"), options.spin("Ponder")), (None, None));
    assert_eq!((options.text("Ponder"), options.get("Threads")), (None, None));
}

#[test]
fn what_is_refused_changes_nothing() {
    let mut options = options();
    for (name, value, kind) in [
        ("Threads", Some("2"), OptionErrorKind::Unknown),
        ("Ponder", None, OptionErrorKind::NoValue),
        ("Ponder", Some("yes"), OptionErrorKind::NotASwitch),
        ("Move Overhead", Some("ten"), OptionErrorKind::NotANumber),
        ("Move Overhead", Some(""), OptionErrorKind::NotANumber),
        ("Move Overhead", Some("-1"), OptionErrorKind::OutOfRange { min: 0, max: 5000 }),
        (
            "Move Overhead",
            Some("99999999999999999999"),
            OptionErrorKind::OutOfRange { min: 0, max: 5000 },
        ),
        ("Style", Some("Normal"), OptionErrorKind::NotAChoice),
    ] {
        assert_eq!(options.set(name, value).unwrap_err().kind, kind, "{name} {value:?}");
    }
    assert_eq!(options.spin("Move Overhead"), Some(10));
    assert_eq!(options.text("Style"), Some("Solid"));
}

#[test]
fn options_announce_themselves() {
    let lines: Vec<_> = options().announced().map(ToString::to_string).collect();
    let expected = [
        "option name Move Overhead type spin default 10 min 0 max 5000",
        "option name Ponder type check default false",
        "option name Style type combo default Solid var Solid var Risky",
        "option name SyzygyPath type string default <empty>",
        "option name Clear Hash type button",
    ];
    assert_eq!(lines, expected);
}

#[test]
fn the_greeting_comes_first() {
    let mut client = UciClient::new();
    assert_eq!(send(&mut client, "isready"), Err(SendError::NotGreeted));
    assert_eq!(send(&mut client, "uci"), Ok(()));
    assert_eq!(send(&mut client, "isready"), Err(SendError::Greeting));
    for line in ["Example by nobody", "id name Example 1", "id author Nobody", ""] {
        client.receive(line);
    }
    assert_eq!(client.awaited(), PendingAnswers { uci_ok: true, ..PendingAnswers::default() });
    assert!(matches!(client.receive("uciok"), ClientEvent::Message(_)));
    assert!(matches!(client.receive("uciok"), ClientEvent::Unexpected(_)));
    assert_eq!((client.name(), client.author()), ("Example 1", "Nobody"));
    assert_eq!(send(&mut client, "uci"), Err(SendError::AlreadyGreeted));
}

#[test]
fn a_search_has_one_end() {
    let mut client = greeted();
    assert_eq!(send(&mut client, "position startpos"), Ok(()));
    assert_eq!(send(&mut client, "go infinite"), Ok(()));
    for refused in ["go depth 1", "position startpos", "setoption name A", "ucinewgame"] {
        assert_eq!(send(&mut client, refused), Err(SendError::Searching), "{refused}");
    }
    // To ask whether it lives is always allowed.
    assert_eq!(send(&mut client, "isready"), Ok(()));
    assert_eq!(client.awaited(), PendingAnswers { ready_ok: 1, best_move: true, uci_ok: false });
    assert!(matches!(client.receive("readyok"), ClientEvent::Message(_)));
    assert!(matches!(client.receive("readyok"), ClientEvent::Unexpected(_)));
    assert_eq!(send(&mut client, "stop"), Ok(()));
    assert!(matches!(client.receive("bestmove e2e4"), ClientEvent::Message(_)));
    assert_eq!(client.phase(), ClientPhase::Idle);
}

#[test]
fn a_count_has_no_end_and_quitting_is_one() {
    let mut client = greeted();
    assert_eq!(send(&mut client, "go perft 3"), Ok(()));
    assert!(!client.awaited().best_move);
    assert_eq!(send(&mut client, "quit"), Ok(()));
    assert_eq!(send(&mut client, "isready"), Err(SendError::Quitting));
}

fn greeted() -> UciClient {
    let mut client = UciClient::new();
    send(&mut client, "uci").expect("the first token");
    client.receive("uciok");
    client
}

#[test]
fn a_flood_of_options_is_bounded() {
    let mut client = UciClient::new();
    send(&mut client, "uci").unwrap();
    for index in 0..MAX_OPTIONS * 2 {
        client.receive(&format!("option name O{index} type button"));
        client.receive("option name O0 type button");
    }
    assert_eq!(client.options().len(), MAX_OPTIONS);
}

#[test]
fn no_line_takes_a_session_out_of_step() {
    const LINES: [&str; 6] = ["uciok", "readyok", "bestmove e2e4", "info depth 1", "noise", ""];
    const COMMANDS: [&str; 6] =
        ["isready", "go depth 1", "stop", "position startpos", "uci", "go perft 1"];
    let mut rng = Rng::new(3);
    let mut client = UciClient::new();
    let mut owed = 0;
    for _ in 0..20_000 {
        if rng.one_in(2) {
            let line = LINES[rng.below(LINES.len())];
            let before = client.awaited();
            let event = client.receive(line);
            if line == "bestmove e2e4" {
                assert_eq!(matches!(event, ClientEvent::Message(_)), before.best_move);
                owed -= i32::from(before.best_move);
            }
        } else {
            let line = COMMANDS[rng.below(COMMANDS.len())];
            if send(&mut client, line).is_ok() && line == "go depth 1" {
                owed += 1;
            }
        }
        assert_eq!(i32::from(client.awaited().best_move), owed);
    }
}

fn send(client: &mut UciClient, line: &str) -> Result<(), SendError> {
    client.send(&Command::parse(line).expect("a command").value)
}
