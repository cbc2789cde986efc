//! Lines to an engine: what each means, what is skipped, what is refused.

use std::time::Duration;

use reynard::{CastlingNotation, Color, Game, Position, uci::UciMoveError};
use reynard_testkit::{Rng, starts};
use reynard_uci::{
    Command, CommandErrorKind, Extension, Go, MAX_LINE, MAX_NOTES, NoteKind, PositionBase,
    PositionCommand, PositionError, Register,
};

#[test]
fn the_examples_of_the_protocol() {
    let lines = [
        ("uci", Command::Uci),
        ("debug on", Command::Debug { on: true }),
        ("   debug     on  ", Command::Debug { on: true }),
        ("\t  debug \t  \t\ton\t  \r\n", Command::Debug { on: true }),
        ("joho debug on", Command::Debug { on: true }),
        ("isready", Command::IsReady),
        ("setoption name Nullmove value true", option("Nullmove", Some("true"))),
        ("setoption name Clear Hash", option("Clear Hash", None)),
        (
            r"setoption name NalimovPath value c:\chess\tb\4;c:\chess\tb\5",
            option("NalimovPath", Some(r"c:\chess\tb\4;c:\chess\tb\5")),
        ),
        (
            "setoption name UCI_Opponent value GM 2800 human Gary  Kasparov ",
            option("UCI_Opponent", Some("GM 2800 human Gary  Kasparov")),
        ),
        ("register later", Command::Register(Register::Later)),
        (
            "register name Stefan MK code 4359874324",
            Command::Register(Register::As {
                name: Some("Stefan MK".into()),
                code: Some("4359874324".into()),
            }),
        ),
        ("ucinewgame", Command::UciNewGame),
        ("stop", Command::Stop),
        ("ponderhit", Command::PonderHit),
        ("quit", Command::Quit),
        (
            "go infinite searchmoves e2e4 d2d4",
            Command::Go(Go {
                infinite: true,
                searchmoves: vec!["e2e4".parse().unwrap(), "d2d4".parse().unwrap()],
                ..Go::default()
            }),
        ),
    ];
    for (line, command) in lines {
        assert_eq!(parse(line), command, "{line}");
        assert_eq!(parse(&command.to_string()), command, "{line}");
    }
}

#[test]
fn every_limit_of_go() {
    let line = "go wtime 1 btime 2 winc 3 binc 4 movestogo 5 depth 6 nodes 7 mate 8 movetime 9 \
                perft 10 ponder infinite searchmoves e7e8q 0000";
    let Command::Go(go) = parse(line) else { panic!("{line}") };
    let ms = |number| Some(Duration::from_millis(number));
    let expected = Go {
        searchmoves: vec!["e7e8q".parse().unwrap(), "0000".parse().unwrap()],
        ponder: true,
        wtime: ms(1),
        btime: ms(2),
        winc: ms(3),
        binc: ms(4),
        movestogo: Some(5),
        depth: Some(6),
        nodes: Some(7),
        mate: Some(8),
        movetime: ms(9),
        infinite: true,
        perft: Some(10),
    };
    assert_eq!(go, expected);
    assert_eq!(go.time(Color::White), ms(1));
    assert_eq!(go.increment(Color::Black), ms(4));
    assert_eq!(parse(&go.to_string()), Command::Go(expected));
}

#[test]
fn limits_out_of_range_are_the_nearest_possible() {
    let read =
        Command::parse("go wtime -250 depth 99999999999999999999 winc -99999999999999999999");
    let read = read.unwrap();
    let expected = Go {
        wtime: Some(Duration::ZERO),
        depth: Some(u32::MAX),
        winc: Some(Duration::ZERO),
        ..Go::default()
    };
    assert_eq!(read.value, Command::Go(expected));
    assert!(read.notes.iter().all(|note| note.kind == NoteKind::Clamped));
    assert_eq!(read.notes.len(), 3);
}

#[test]
fn a_repeated_limit_is_noted() {
    let read = Command::parse("go depth 4 depth 5 quickly").unwrap();
    assert_eq!(read.value, Command::Go(Go { depth: Some(5), ..Go::default() }));
    let kinds: Vec<_> = read.notes.iter().map(|note| note.kind).collect();
    assert_eq!(kinds, [NoteKind::Repeated, NoteKind::Unknown]);
}

#[test]
fn extensions_only_open_a_line() {
    for (line, extension) in [
        ("d", Extension::Board),
        ("board", Extension::Board),
        ("eval", Extension::Eval),
        ("evaluate", Extension::Eval),
        ("fen", Extension::Fen),
        ("pgn", Extension::Pgn),
        ("flip", Extension::Flip),
        ("help", Extension::Help),
        ("compiler", Extension::Compiler),
        ("license", Extension::License),
        ("bench", Extension::Bench { arguments: "".into() }),
        ("bench 16 1", Extension::Bench { arguments: "16 1".into() }),
        ("see e2e4", Extension::See("e2e4".parse().unwrap())),
    ] {
        assert_eq!(parse(line), Command::Extension(extension.clone()), "{line}");
        assert_eq!(parse(&format!("{extension}")), Command::Extension(extension), "{line}");
    }
    assert_eq!(refused("what d"), CommandErrorKind::UnknownCommand);
}

#[test]
fn what_cannot_be_skipped_is_refused_by_name() {
    for (line, message) in [
        ("", "(byte 0): line is empty"),
        ("xyzzy plugh", "`xyzzy` (byte 0): unknown command"),
        ("debug maybe", "(byte 11): `on` or `off` is missing"),
        ("setoption", "(byte 9): `name` is missing"),
        ("setoption name", "(byte 14): the name of the option is missing"),
        ("setoption name value 3", "(byte 14): the name of the option is missing"),
        ("register", "(byte 8): `later`, `name` or `code` is missing"),
        ("position", "(byte 8): `startpos` or `fen` is missing"),
        ("position fen", "(byte 12): a FEN is missing"),
        ("position fen moves e2e4", "(byte 12): a FEN is missing"),
        ("position startpos moves e2e4 e2", "`e2` (byte 29): move 2 of the list is not a UCI move"),
        ("see", "(byte 3): a move is missing"),
        (
            "position fen 9/8/8/8/8/8/8/8 w - -",
            "`9/8/8/8/8/8/8/8` (byte 13): not a FEN: pieces: `9` is not a number of squares, \
             1 to 8 (byte 0)",
        ),
    ] {
        assert_eq!(Command::parse(line).unwrap_err().to_string(), message, "{line}");
    }
}

#[test]
fn a_search_whose_limit_cannot_be_read_is_answered_with_a_note() {
    for line in ["go depth", "go nodes many", "go movetime 1e3"] {
        let read = Command::parse(line).expect(line);
        assert!(!read.notes.is_empty(), "{line}: {read:?}");
    }
}

#[test]
fn nothing_is_remembered_without_bound() {
    assert_eq!(refused(&"a ".repeat(MAX_LINE)), CommandErrorKind::TooLong);
    let line = format!("{} isready", "a ".repeat(10_000));
    let read = Command::parse(&line).unwrap();
    assert_eq!(read.notes.len(), MAX_NOTES);
    let error = Command::parse(&"é".repeat(1_000)).unwrap_err();
    assert_eq!(error.token.len(), 64);
}

#[test]
fn a_position_is_a_game_or_an_error() {
    let game = game("position startpos moves e2e4 e7e5 g1f3").unwrap();
    assert_eq!(game.len(), 3);
    assert_eq!(
        game.position().fen(),
        "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2",
    );
    let Err(PositionError::Move { number: 2, error, .. }) =
        self::game("position startpos moves e2e4 e2e4")
    else {
        panic!("the second move is illegal");
    };
    assert_eq!(error, UciMoveError::NoPiece(reynard::Square::E2));
    let Err(PositionError::Setup(error)) = self::game("position fen 8/8/8/8/8/8/8/8 w - - 0 1")
    else {
        panic!("there are no kings");
    };
    assert!(!error.faults().is_empty());
    // Any blanks between the fields, four fields, and tokens nobody knows.
    let short = self::game("position fen  4k3/8/8/8/8/8/8/4K2R   w  K  -   moves e1g1").unwrap();
    assert_eq!(short.len(), 1);
    let read = Command::parse("position quick startpos now moves e2e4").unwrap();
    assert_eq!(read.notes.len(), 2);
}

#[test]
fn castling_is_understood_in_both_notations() {
    for line in [
        "position fen 4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1 moves e1g1",
        "position fen 4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1 moves e1h1",
        "position fen 4k3/8/8/8/8/8/8/R3K2R w HA - 0 1 moves e1h1",
    ] {
        let fen = game(line).unwrap().position().fen();
        assert_eq!(fen, "4k3/8/8/8/8/8/8/R4RK1 b - - 1 1", "{line}");
    }
    // In Chess960 a king may castle without leaving its square.
    let played = game("position fen 4k3/8/8/8/8/8/8/4K1R1 w G - 0 1 moves e1g1").unwrap();
    assert_eq!(played.position().fen(), "4k3/8/8/8/8/8/8/5RK1 b - - 1 1");
}

#[test]
fn games_survive_the_way_there_and_back() {
    let mut rng = Rng::new(7);
    for round in 0..200 {
        let root = if round % 2 == 0 {
            Position::startpos()
        } else {
            starts::double_chess960(&mut rng).parse().expect("a position")
        };
        let mut game = Game::from_position(root);
        while game.len() < 120 && game.outcome().is_none() {
            let moves = game.position().legal_moves();
            game.play(moves[rng.below(moves.len())]).unwrap();
        }
        let command = PositionCommand::of_game(&game, CastlingNotation::Chess960);
        let Command::Position(read) = parse(&command.to_string()) else { panic!("{command}") };
        assert_eq!(read, command);
        assert_eq!(matches!(read.base, PositionBase::Startpos), round % 2 == 0);
        let again = read.to_game().unwrap();
        assert!(again.moves().eq(game.moves()));
        assert_eq!(again.position(), game.position());
    }
}

fn parse(line: &str) -> Command<'static> {
    Command::parse(line).unwrap_or_else(|error| panic!("{line}: {error}")).value.into_owned()
}

fn refused(line: &str) -> CommandErrorKind {
    Command::parse(line).expect_err("no command").kind
}

fn game(line: &str) -> Result<Game, PositionError> {
    let Command::Position(position) = parse(line) else { panic!("{line}") };
    position.to_game()
}

fn option(name: &'static str, value: Option<&'static str>) -> Command<'static> {
    Command::SetOption { name: name.into(), value: value.map(Into::into) }
}

#[test]
fn the_position_of_a_game_is_written_with_its_moves() {
    let mut game = Game::new();
    for text in ["e2e4", "e7e5", "g1f3", "b8c6", "f1c4", "g8f6", "e1g1"] {
        game.play(game.position().parse_uci(text).unwrap()).unwrap();
    }
    let line = Command::position(&game).to_string();
    assert_eq!(line, "position startpos moves e2e4 e7e5 g1f3 b8c6 f1c4 g8f6 e1g1");
    // The rook on b1 has no name in the notation of standard chess.
    let pos: Position = "4k3/8/8/8/8/8/8/1R2K3 w Q - 0 1".parse().unwrap();
    let mut game = Game::from(pos);
    game.play(game.position().parse_uci("e1b1").unwrap()).unwrap();
    let line = Command::position(&game).to_string();
    assert!(line.ends_with(" moves e1b1"), "{line}");
}
