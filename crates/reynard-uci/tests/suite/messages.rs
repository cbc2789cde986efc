//! Lines of an engine: what each means, what is kept of what is not known.

use std::time::Duration;

use reynard::UciMove;
use reynard_testkit::{Rng, data};
use reynard_uci::{
    BestMove, CurrentLine, EngineId, Info, Message, MessageErrorKind, NoteKind, OptionKind,
    OptionSpec, RegistrationStatus, UciBound, UciScore, UciWdl,
};

#[test]
fn the_examples_of_the_protocol() {
    for (line, message) in [
        ("id name Shredder X.Y", Message::Id(EngineId::Name("Shredder X.Y".into()))),
        ("id author Stefan MK", Message::Id(EngineId::Author("Stefan MK".into()))),
        ("uciok", Message::UciOk),
        ("readyok", Message::ReadyOk),
        ("bestmove g1f3", best("g1f3", None)),
        ("bestmove g1f3 ponder d8f6", best("g1f3", Some("d8f6"))),
        ("copyprotection checking", Message::CopyProtection(RegistrationStatus::Checking)),
        ("registration error", Message::Registration(RegistrationStatus::Error)),
        ("registration ok", Message::Registration(RegistrationStatus::Ok)),
        ("option name Nullmove type check default true", check("Nullmove", true)),
        (
            "option name Selectivity type spin default 2 min 0 max 4",
            Message::Option(OptionSpec::spin("Selectivity", 2, 0, 4)),
        ),
        (
            "option name Style type combo default Normal var Solid var Normal var Risky",
            combo("Style", "Normal", &["Solid", "Normal", "Risky"]),
        ),
        (
            r"option name NalimovPath type string default c:\",
            Message::Option(OptionSpec::string("NalimovPath", r"c:\")),
        ),
        ("option name Clear Hash type button", Message::Option(OptionSpec::button("Clear Hash"))),
        (
            "option name SyzygyPath type string default <empty>",
            Message::Option(OptionSpec::string("SyzygyPath", "")),
        ),
        ("info currmove e2e4 currmovenumber 1", {
            let currmove = "e2e4".parse().ok();
            Message::Info(Info { currmove, currmovenumber: Some(1), ..Info::default() })
        }),
        ("info refutation d1h5 g6h5", {
            let refutation = moves("d1h5 g6h5").into();
            Message::Info(Info { refutation, ..Info::default() })
        }),
        ("info currline 2 e2e4 e7e5", {
            let currline = Some(CurrentLine { cpu: Some(2), moves: moves("e2e4 e7e5").into() });
            Message::Info(Info { currline, ..Info::default() })
        }),
        ("info string any text, depth 3", Message::Info(Info::text("any text, depth 3"))),
    ] {
        assert_eq!(parse(line), message, "{line}");
        assert_eq!(message.to_string(), line);
    }
}

#[test]
fn a_full_info() {
    let line = "info depth 2 seldepth 7 multipv 1 score cp 214 upperbound wdl 900 90 10 nodes 2124 \
                nps 34928 hashfull 12 tbhits 3 sbhits 4 cpuload 500 time 1242 pv e2e4 e7e5 g1f3";
    let expected = Info {
        depth: Some(2),
        seldepth: Some(7),
        multipv: Some(1),
        score: Some(UciScore::Centipawns(214)),
        bound: Some(UciBound::Upper),
        wdl: Some(UciWdl { win: 900, draw: 90, loss: 10 }),
        nodes: Some(2124),
        nps: Some(34928),
        hashfull: Some(12),
        tbhits: Some(3),
        sbhits: Some(4),
        cpuload: Some(500),
        time: Some(Duration::from_millis(1242)),
        pv: moves("e2e4 e7e5 g1f3").into(),
        ..Info::default()
    };
    assert_eq!(info(line), expected);
    assert_eq!(expected.to_string(), line);
}

#[test]
fn engines_write_infos_in_many_ways() {
    assert_eq!(info("info score lowerbound cp 20").bound, Some(UciBound::Lower));
    assert_eq!(info("info score lowerbound cp 20").score, Some(UciScore::Centipawns(20)));
    assert_eq!(info("info score cp 20 mate 4 nodes 1").score, Some(UciScore::Mate(4)));
    assert_eq!(info("info score mate -0").score, Some(UciScore::Mate(0)));
    assert_eq!(info("info currline e2e4").currline.unwrap().cpu, None);
    // What is not known is kept; what cannot be read goes with its keyword.
    let odd = info("info ebf 2.1 depth x pv e2e4 Nf6 time nodes 7 currmove (none)");
    assert_eq!(odd.unknown, ["ebf", "2.1", "Nf6"]);
    assert_eq!((odd.depth, odd.time, odd.nodes), (None, None, Some(7)));
    assert_eq!(odd.pv.len(), 1);
    let read = Message::parse("info depth x time").unwrap();
    let kinds: Vec<_> = read.notes.iter().map(|note| note.kind).collect();
    assert_eq!(kinds, [NoteKind::BadValue, NoteKind::NoValue]);
    assert_eq!(info("info").to_string(), "info");
    // Scores can be negated, and chances are those of one game.
    assert_eq!(info("info score cp -2147483648").score, Some(UciScore::Centipawns(-i32::MAX)));
    assert_eq!(info("info wdl 333 333 333").wdl, Some(UciWdl { win: 333, draw: 333, loss: 333 }));
    for wdl in ["900 900 900", "0 0 0", "1001 0 0 depth 3", "65535 65535 65535"] {
        let read = Message::parse(&format!("info wdl {wdl}")).map(|read| read.notes);
        assert!(read.is_ok_and(|notes| !notes.is_empty()), "{wdl}");
    }
    assert_eq!(info("info wdl 900 900 900").wdl, None);
}

#[test]
fn no_move_has_many_names() {
    for line in ["bestmove (none)", "bestmove NULL", "bestmove none ponder (none)"] {
        assert_eq!(parse(line), Message::BestMove(BestMove::default()), "{line}");
    }
    assert_eq!(parse("bestmove 0000"), best("0000", None));
    assert_eq!(parse("bestmove e2e4 ponder"), best("e2e4", None));
}

#[test]
fn options_may_be_told_badly() {
    let kind = |line: &str| match parse(line) {
        Message::Option(option) => option.kind,
        other => panic!("{other}"),
    };
    assert_eq!(kind("option name A type check"), OptionKind::Check { default: false });
    assert_eq!(kind("option name A type check default TRUE"), OptionKind::Check { default: true });
    assert_eq!(
        kind("option name A type spin default 4"),
        OptionKind::Spin { default: 4, min: i64::MIN, max: i64::MAX },
    );
    assert_eq!(kind("option name A type spin min 3 max 9"), {
        OptionKind::Spin { default: 3, min: 3, max: 9 }
    });
    assert_eq!(kind("option name A type string default"), {
        OptionKind::String { default: "".into() }
    });
    assert_eq!(
        kind("option name A type string default max  var min"),
        OptionKind::String { default: "max  var min".into() },
    );
}

/// Found by fuzzing: the note pointed behind the line.
#[test]
fn a_default_without_value_is_noted() {
    let line = "option name A type spin default";
    let read = Message::parse(line).unwrap();
    let kinds: Vec<_> = read.notes.iter().map(|note| (note.offset, note.kind)).collect();
    assert_eq!(kinds, [(24, NoteKind::NoValue)]);
}

#[test]
fn what_is_no_message_is_refused() {
    for (line, message) in [
        ("", "(byte 0): line is empty"),
        ("Fake engine", "`Fake` (byte 0): unknown message"),
        ("id", "(byte 2): `name` or `author` is missing"),
        ("bestmove", "(byte 8): the best move is missing"),
        ("bestmove e9", "`e9` (byte 9): neither a UCI move nor `(none)`"),
        ("registration", "(byte 12): `checking`, `ok` or `error` is missing"),
        ("option type button", "(byte 18): the name of the option is missing"),
        ("option name A B", "(byte 15): the type of the option is missing"),
        (
            "option name A type slider",
            "`slider` (byte 19): not a type of option: check, spin, combo, button or string",
        ),
    ] {
        assert_eq!(Message::parse(line).unwrap_err().to_string(), message, "{line}");
    }
}

#[test]
fn line_breaks_cannot_be_smuggled_in() {
    assert_eq!(Info::text("a\nbestmove e2e4\r\nb").to_string(), "info string a bestmove e2e4  b");
}

/// Every line that engines were seen to send is a message, but for banners and empty lines.
#[test]
fn transcripts_of_engines() {
    let Some(folder) = data::path("uci/transcripts") else { return };
    let (mut read, mut refused) = (0, Vec::new());
    for path in data::files_below(&folder).unwrap() {
        for line in data::read(&path).unwrap().lines().filter(|line| *line != "!") {
            match Message::parse(line) {
                Ok(message) => {
                    assert!(message.notes.is_empty(), "{line}: {:?}", message.notes);
                    assert_eq!(parse(&message.value.to_string()), message.value.into_owned());
                    read += 1;
                }
                Err(error) if error.kind == MessageErrorKind::Empty => {}
                Err(_) => refused.push(line.to_owned()),
            }
        }
    }
    assert!(read > 60, "{read} lines");
    assert!(
        refused
            .iter()
            .all(|line| line.contains("by T.") || line.contains("by D.") || line == "Fake engine"),
        "{refused:?}"
    );
}

/// Lines put together from tokens of the protocol and others are read and written as the same.
#[test]
fn what_is_read_can_be_written() {
    const WORDS: [&str; 52] = [
        "info",
        "depth",
        "seldepth",
        "time",
        "nodes",
        "pv",
        "multipv",
        "score",
        "cp",
        "mate",
        "lowerbound",
        "upperbound",
        "wdl",
        "currmove",
        "currmovenumber",
        "hashfull",
        "nps",
        "tbhits",
        "sbhits",
        "cpuload",
        "string",
        "refutation",
        "currline",
        "e2e4",
        "e7e8q",
        "0000",
        "-5",
        "17",
        "99999999999999999999",
        "x",
        "(none)",
        "bestmove",
        "ponder",
        "option",
        "name",
        "type",
        "spin",
        "check",
        "combo",
        "button",
        "default",
        "min",
        "max",
        "var",
        "<empty>",
        "true",
        "id",
        "author",
        "registration",
        "checking",
        "uciok",
        "é",
    ];
    let mut rng = Rng::new(11);
    let mut read = 0;
    for _ in 0..100_000 {
        let mut line = String::from(["info ", "option name a ", "bestmove ", ""][rng.below(4)]);
        for _ in 0..rng.below(14) {
            line.push_str(WORDS[rng.below(WORDS.len())]);
            line.push(' ');
        }
        let Ok(message) = Message::parse(&line) else { continue };
        read += 1;
        let written = message.value.to_string();
        let again = Message::parse(&written).unwrap_or_else(|error| panic!("{line}: {error}"));
        assert_eq!(again.value, message.value, "{line} as {written}");
    }
    assert!(read > 30_000, "{read} lines");
}

fn parse(line: &str) -> Message<'static> {
    Message::parse(line).unwrap_or_else(|error| panic!("{line}: {error}")).value.into_owned()
}

fn info(line: &str) -> Info<'static> {
    match parse(line) {
        Message::Info(info) => info,
        other => panic!("{other}"),
    }
}

fn moves(text: &str) -> Vec<UciMove> {
    text.split(' ').map(|token| token.parse().expect("a move")).collect()
}

fn best(best: &str, ponder: Option<&str>) -> Message<'static> {
    let ponder = ponder.map(|text| text.parse().expect("a move"));
    Message::BestMove(BestMove { best: Some(best.parse().expect("a move")), ponder })
}

fn check(name: &'static str, default: bool) -> Message<'static> {
    Message::Option(OptionSpec::check(name, default))
}

fn combo(name: &'static str, default: &'static str, choices: &[&'static str]) -> Message<'static> {
    let choices = choices.iter().map(|&choice| choice.into()).collect();
    let kind = OptionKind::Combo { default: default.into(), choices };
    Message::Option(OptionSpec { name: name.into(), kind })
}
