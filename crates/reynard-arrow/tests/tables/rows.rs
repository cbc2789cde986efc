//! Every row is what an independent replay of the games says.

use std::borrow::Cow;
use std::time::Duration;

use crate::support::{samples, table};
use arrow_array::cast::AsArray;
use arrow_array::types::{Int16Type, UInt16Type, UInt32Type, UInt64Type};
use arrow_array::{Array, RecordBatch};
use reynard::{CastlingNotation, Color, Move, PackedPosition, Position, UciMove};
use reynard_arrow::{GameTable, MoveFormat, PositionTable, TableSpec};
use reynard_pgn::{
    Annotation, CommentText, EvaluationScore, GameTree, Games, Integrity, OpeningNames, ParsedGame,
    Step, Termination,
};

/// A move of the main line with what an independent reading says about it.
struct Ply {
    before: Position,
    mv: Option<Move>,
    clock: Option<u32>,
    eval: Option<i16>,
}

/// The games by way of their trees, which the tables never use.
fn games(pgn: &[u8]) -> Vec<ParsedGame> {
    Games::from_bytes(pgn).map(|game| game.expect("bytes in memory")).collect()
}

fn plies(tree: &GameTree) -> Vec<Ply> {
    let mut pos = tree.start().clone();
    let mut plies = Vec::new();
    for id in tree.main_line() {
        let before = pos.clone();
        let mv = match tree.step(id).expect("a node of the main line") {
            Step::Move(mv) => {
                pos = pos.after(mv).expect("a legal move");
                Some(mv)
            }
            Step::Null => {
                pos.play_null().expect("a null move that was possible");
                None
            }
        };
        let (mut clock, mut eval) = (None, None);
        for annotation in tree.comments(id).iter().flat_map(CommentText::annotations) {
            match annotation {
                Annotation::Clock(time) if clock.is_none() => clock = Some(time),
                Annotation::Evaluation(it) if eval.is_none() => eval = Some(it.score),
                _ => {}
            }
        }
        let clock = clock.map(|time: Duration| u32::try_from(time.as_millis()).expect("a clock"));
        let eval = eval.map(|score| match score {
            EvaluationScore::Centipawns(score) => i16::try_from(score).expect("small"),
            EvaluationScore::Mate { winner, moves } => {
                let score = 32_000 - i16::try_from(moves).expect("a short mate");
                if winner == Color::White { score } else { -score }
            }
        });
        plies.push(Ply { before, mv, clock, eval });
    }
    plies
}

/// The samples, and games with clocks, evaluations, a null move, Chess960 and an odd start.
fn pgn() -> Vec<u8> {
    let mut pgn = samples();
    pgn.extend(
        br#"
[Event "Clocks"]
[White "A"]
[WhiteElo "2810"]
[BlackElo "?"]
[WhiteTitle "GM"]
[WhiteRatingDiff "+5"]
[BlackRatingDiff "-4"]
[UTCDate "2026.01.02"]
[UTCTime "03:04:05"]
[TimeControl "180+2"]
[Termination "Normal"]
[Result "1-0"]

1. e4 {[%eval 0.17] [%clk 0:03:00]} (1. d4 {[%clk 0:01:00]}) e5 {a reply}
2. Nf3 {[%eval #-12] } {[%clk 0:02:58.5]} -- 3. Bc4 {[%eval -4.5]} 1-0

[Event "Fischer random"]
[Variant "Chess960"]
[FEN "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9"]
[SetUp "1"]

9. Bf3 d5 10. O-O O-O 1/2-1/2

[Event "Black begins"]
[FEN "4k3/P7/8/8/8/8/8/4K3 b - - 0 40"]
[SetUp "1"]
[ECO "Z99"]

40... Kd7 41. a8=Q *

[Event "Not chess"]
[Variant "Atomic"]

1. e4 *
"#,
    );
    pgn
}

/// The value of a text column; `None` if it is null.
fn text<'a>(batch: &'a RecordBatch, column: &str, row: usize) -> Option<&'a str> {
    let texts = batch.column_by_name(column).expect(column).as_string::<i32>();
    texts.is_valid(row).then(|| texts.value(row))
}

#[test]
fn every_row_of_games_is_what_a_replay_says() {
    let pgn = pgn();
    let (batch, games) = (table(&pgn, &TableSpec::games()), games(&pgn));
    assert_eq!(batch.num_rows(), games.len());
    let column = |name| batch.column_by_name(name).expect(name);
    let lists = column("moves").as_list::<i32>();
    let (clocks, evals) = (column("clock").as_list::<i32>(), column("eval").as_list::<i32>());
    for (row, game) in games.iter().enumerate() {
        let (tree, plies) = (&game.tree, plies(&game.tree));
        assert_eq!(column("game").as_primitive::<UInt64Type>().value(row), row as u64 + 1);
        let offset = column("offset").as_primitive::<UInt64Type>().value(row);
        assert_eq!(offset, game.end.start, "game {row}");
        let tags = ["Event", "Site", "Date", "UTCDate", "UTCTime", "Round", "White", "Black"];
        let others = ["TimeControl", "Termination", "FEN", "WhiteTitle", "BlackTitle"];
        for name in tags.into_iter().chain(others) {
            let tag = tree.tags().text(name).filter(|value| !value.is_empty());
            assert_eq!(text(&batch, name, row), tag.as_deref(), "{name} of game {row}");
        }
        assert_eq!(text(&batch, "Result", row), Some(tree.result().as_str()));
        for name in ["WhiteElo", "BlackElo"] {
            let ratings = column(name).as_primitive::<UInt16Type>();
            let rating = ratings.is_valid(row).then(|| ratings.value(row));
            let tag = tree.tags().text(name).and_then(|it| it.parse().ok());
            assert_eq!(rating, tag, "{name} of game {row}");
        }
        let moves = lists.value(row);
        let bits: Vec<u16> = plies.iter().map(|ply| ply.mv.map_or(0, Move::bits)).collect();
        assert_eq!(moves.as_primitive::<UInt16Type>().values(), &bits[..], "game {row}");
        assert_eq!(column("plies").as_primitive::<UInt32Type>().value(row) as usize, bits.len());
        let is_complete = game.end.integrity == Integrity::Complete;
        assert_eq!(column("complete").as_boolean().value(row), is_complete, "game {row}");
        let expected: Vec<_> = plies.iter().map(|ply| ply.clock).collect();
        assert_eq!(clocks.is_valid(row), expected.iter().any(Option::is_some), "game {row}");
        if clocks.is_valid(row) {
            let values = clocks.value(row);
            assert_eq!(values.as_primitive::<UInt32Type>().iter().collect::<Vec<_>>(), expected);
        }
        let expected: Vec<_> = plies.iter().map(|ply| ply.eval).collect();
        assert_eq!(evals.is_valid(row), expected.iter().any(Option::is_some), "game {row}");
        if evals.is_valid(row) {
            let values = evals.value(row);
            let values: Vec<_> = values.as_primitive::<Int16Type>().iter().collect();
            assert_eq!(values, expected);
        }
    }
}

#[test]
fn the_opening_is_that_of_the_tag_or_else_of_the_last_named_position() {
    let pgn = pgn();
    let (batch, games) = (table(&pgn, &TableSpec::games()), games(&pgn));
    let mut found_by_moves = 0;
    for (row, game) in games.iter().enumerate() {
        let mut pos = game.tree.start().clone();
        let mut found = None;
        for mv in game.tree.moves() {
            pos = pos.after(mv).expect("a legal move");
            found = OpeningNames::embedded().find(&pos).or(found);
        }
        let has_null = game.tree.main_line().any(|id| game.tree.step(id) == Some(Step::Null));
        if has_null {
            continue;
        }
        let tag = |name| game.tree.tags().text(name).filter(|it| !it.is_empty());
        let eco = tag("ECO").map(Cow::into_owned);
        found_by_moves += usize::from(eco.is_none() && found.is_some());
        let eco = eco.or(found.map(|it| it.eco.to_owned()));
        let name = tag("Opening").map(Cow::into_owned);
        let name = name.or(found.map(|it| it.name.to_owned()));
        assert_eq!(text(&batch, "ECO", row), eco.as_deref(), "game {row}");
        assert_eq!(text(&batch, "Opening", row), name.as_deref(), "game {row}");
    }
    assert!(found_by_moves > 0, "no game lacks the tag");
}

#[test]
fn moves_as_text_are_those_of_the_rules() {
    let pgn = pgn();
    for format in [MoveFormat::Uci, MoveFormat::San] {
        let batch = table(&pgn, &TableSpec::Games(GameTable::default().with_moves(format)));
        let lists = batch.column_by_name("moves").expect("moves").as_list::<i32>();
        for (row, game) in games(&pgn).iter().enumerate() {
            let castling = CastlingNotation::for_position(game.tree.start());
            let expected: Vec<String> = plies(&game.tree)
                .iter()
                .map(|ply| match (format, ply.mv) {
                    (MoveFormat::Uci, Some(mv)) => UciMove::new(mv, castling).to_string(),
                    (MoveFormat::Uci, None) => "0000".to_owned(),
                    (_, Some(mv)) => ply.before.san(mv).to_string(),
                    (_, None) => "--".to_owned(),
                })
                .collect();
            let moves = lists.value(row);
            let moves: Vec<&str> = moves.as_string::<i32>().iter().flatten().collect();
            assert_eq!(moves, expected, "game {row}");
        }
    }
}

#[test]
fn every_row_of_positions_is_what_a_replay_says() {
    let pgn = pgn();
    for every in [1, 3] {
        let nth = every.try_into().expect("not 0");
        let spec = TableSpec::Positions(PositionTable::default().with_every(nth));
        let batch = table(&pgn, &spec);
        let column = |name| batch.column_by_name(name).expect(name);
        let mut row = 0;
        for (game, parsed) in games(&pgn).iter().enumerate() {
            for (number, ply) in plies(&parsed.tree).iter().enumerate() {
                if number % usize::from(every) != 0 {
                    continue;
                }
                let at = format!("game {game}, ply {number}");
                let half = |name| column(name).as_primitive::<UInt16Type>().value(row);
                let word = |name| column(name).as_primitive::<UInt64Type>().value(row);
                assert_eq!(word("game"), game as u64 + 1, "{at}");
                assert_eq!(usize::from(half("ply")), number, "{at}");
                assert_eq!(word("key"), ply.before.key(), "{at}");
                assert_eq!(half("move"), ply.mv.map_or(0, Move::bits), "{at}");
                let bytes = column("position").as_fixed_size_binary().value(row);
                let packed = PackedPosition::from_bytes(bytes.try_into().expect("32 bytes"));
                let setup = packed.expect("a packed position").to_setup();
                assert_eq!(Position::from_setup(&setup).expect("legal"), ply.before, "{at}");
                let san = ply.mv.map_or("--".to_owned(), |mv| ply.before.san(mv).to_string());
                assert_eq!(text(&batch, "san", row), Some(&*san), "{at}");
                let clocks = column("clock").as_primitive::<UInt32Type>();
                assert_eq!(clocks.is_valid(row).then(|| clocks.value(row)), ply.clock, "{at}");
                let evals = column("eval").as_primitive::<Int16Type>();
                assert_eq!(evals.is_valid(row).then(|| evals.value(row)), ply.eval, "{at}");
                row += 1;
            }
        }
        assert_eq!(batch.num_rows(), row);
    }
}

#[test]
fn a_result_that_is_nowhere_is_unknown() {
    let batch = table(b"[White \"A\"]\n\n1. e4\n", &TableSpec::games());
    assert_eq!(text(&batch, "Result", 0), Some(Termination::Unknown.as_str()));
}

const TIMED: &[u8] = br#"[Event "Timed"]
[TimeControl "180+2"]

1. e4 {[%clk 0:03:00]} e5 {[%clk 0:03:00]} 2. Nf3 {[%clk 0:02:55] [%csl Gd4]} Nc6 {[%clk 0:02:40]}
3. Bc4 {[%timestamp 5] a plan [%cal Gc4f7]} *

[Event "Neither clocks nor commands"]

1. d4 {good} d5 *
"#;

#[test]
fn times_spent_follow_from_clocks_in_both_tables() {
    let games = table(TIMED, &TableSpec::games());
    let lists = games.column_by_name("elapsed").expect("a column").as_list::<i32>();
    let expected = [Some(0), Some(0), Some(7_000), Some(22_000), None];
    let first = lists.value(0);
    assert_eq!(first.as_primitive::<UInt32Type>().iter().collect::<Vec<_>>(), expected);
    assert!(lists.is_null(1));
    for (every, plies) in [(1_u16, vec![0, 1, 2, 3, 4, 5, 6]), (2, vec![0, 2, 4, 5])] {
        let every = every.try_into().expect("not 0");
        let spec = TableSpec::Positions(PositionTable::default().with_every(every));
        let positions = table(TIMED, &spec);
        let times = positions.column_by_name("elapsed").expect("a column");
        let times: Vec<_> = times.as_primitive::<UInt32Type>().iter().collect();
        let expected: Vec<_> =
            plies.iter().map(|&ply| *expected.get(ply).unwrap_or(&None)).collect();
        assert_eq!(times, expected, "every {every}");
    }
}

#[test]
fn commands_without_a_column_of_their_own_are_texts() {
    let games = table(TIMED, &TableSpec::games());
    let lists = games.column_by_name("commands").expect("a column").as_list::<i32>();
    let first = lists.value(0);
    let texts: Vec<_> = first.as_string::<i32>().iter().collect();
    assert_eq!(texts, [None, None, Some("[%csl Gd4]"), None, Some("[%timestamp 5] [%cal Gc4f7]")]);
    assert!(lists.is_null(1));
}
