//! The text of a game comes back token by token, or the change is counted.
//!
//! The expected text is made together with the source, without a reader.

use std::fmt::Write as _;

use crate::shared::{Random, folder};
use reynard::Position;
use reynard_db::{AddReport, Budget, Database, DatabaseOptions, TextChange, VariationIndex};

/// A game as a source has it, with the tokens that should come back.
#[derive(Default)]
struct Made {
    text: String,
    tokens: Vec<String>,
    changes: [u64; TextChange::ALL.len()],
}

impl Made {
    fn both(&mut self, token: &str) {
        self.other(token, &[token]);
    }

    /// Adds text that comes back as other tokens.
    fn other(&mut self, text: &str, tokens: &[&str]) {
        write!(self.text, "{text} ").expect("room");
        self.tokens.extend(tokens.iter().map(|&token| token.to_owned()));
    }

    fn changed(&mut self, change: TextChange, text: &str, tokens: &[&str]) {
        self.changes[change as usize] += 1;
        self.other(text, tokens);
    }
}

/// Returns the parts of a game in PGN: tags, comments, brackets and words, without move numbers.
fn tokens(pgn: &str) -> Vec<String> {
    let (mut tokens, mut rest) = (Vec::new(), pgn.trim_start());
    while let Some(first) = rest.chars().next() {
        let len = match first {
            '[' => rest.find("\"]").expect("the end of a tag") + 2,
            '{' => rest.find('}').expect("the end of a comment") + 1,
            '(' | ')' => 1,
            _ => rest.find([' ', '\n', '(', ')', '{']).unwrap_or(rest.len()),
        };
        let token = &rest[..len];
        let is_number = token.trim_end_matches('.').bytes().all(|byte| byte.is_ascii_digit());
        if !is_number {
            // The writer breaks long lines.
            tokens.push(token.split_whitespace().collect::<Vec<_>>().join(" "));
        }
        rest = rest[len..].trim_start();
    }
    tokens
}

fn tags(random: &mut Random, made: &mut Made) -> &'static str {
    const NAMES: [&str; 6] = ["Event", "my_tag-1", "Annotator", "WhiteTitle", "x:y", "ECO"];
    const VALUES: [&str; 6] = ["", "a \\\"b\\\" \\\\c", "Ünïcode ♘", "2000.??.??", "C42/03", "?"];
    const RESULTS: [&str; 3] = ["1-0", "0-1", "1/2-1/2"];
    for name in NAMES {
        if random.below(3) > 0 {
            made.both(&format!("[{name} \"{}\"]", VALUES[random.below(VALUES.len())]));
            made.text.push('\n');
        }
    }
    let result = RESULTS[random.below(3)];
    made.both(&format!("[Result \"{result}\"]"));
    made.text.push_str("\n\n");
    result
}

/// Adds something after a move.
fn remark(random: &mut Random, made: &mut Made, before: &Position) {
    match random.below(16) {
        0 => made.both("$14"),
        1 => made.other("!?", &["$5"]),
        2 => made.both("{a comment}"),
        3 => made.other("; to the end\n", &["{ to the end}"]),
        4 => made.changed(TextChange::EscapedLine, "\n% kept\n", &["{% kept}"]),
        5 => made.changed(TextChange::UnknownSigns, "$300", &["{$300}"]),
        6 => made.changed(TextChange::RedundantText, "e.p.", &[]),
        7 | 8 => {
            let moves = before.legal_moves();
            let san = before.san(moves[random.below(moves.len())]).to_string();
            made.both("(");
            if random.below(4) == 0 {
                made.both("{before it}");
            }
            made.both(&san);
            match random.below(4) {
                0 => made.changed(TextChange::ResultInVariation, "1-0", &["{1-0}"]),
                1 => made.changed(TextChange::EscapedLine, "\n% line\n", &["{% line}"]),
                2 => made.both("{in a variation}"),
                _ => {}
            }
            made.both(")");
            if random.below(3) == 0 {
                made.both("{behind a variation}");
                made.both("$3");
                made.both("{and another one}");
            }
        }
        _ => {}
    }
}

fn made_game(random: &mut Random) -> Made {
    let mut made = Made::default();
    let result = tags(random, &mut made);
    let mut pos = Position::startpos();
    for _ in 0..=random.below(30) {
        let moves = pos.legal_moves();
        if moves.is_empty() {
            break;
        }
        let mv = moves[random.below(moves.len())];
        made.both(pos.san(mv).as_ref());
        let before = pos.clone();
        pos.play_unchecked(mv);
        remark(random, &mut made, &before);
    }
    let mark = ["1-0", "0-1", "1/2-1/2"][random.below(3)];
    let is_same = mark == result || random.below(3) > 0;
    if is_same {
        made.both(result);
    } else {
        made.changed(TextChange::ResultContradictsTag, mark, &[mark]);
    }
    made.text.push_str("\n\n");
    made
}

#[test]
fn text_comes_back_token_by_token_or_the_change_is_counted() {
    let mut random = Random(47);
    let games: Vec<Made> = (0..600).map(|_| made_game(&mut random)).collect();
    let text: String = games.iter().map(|game| &*game.text).collect();
    for variations in [VariationIndex::Omitted, VariationIndex::Indexed] {
        let folder = folder();
        let options = DatabaseOptions { variations, ..DatabaseOptions::default() };
        let mut base = Database::create(folder.path().join("a.rdb"), options).unwrap();
        let report: AddReport = base.add_pgn(text.as_bytes(), &Budget::default()).unwrap();
        assert_eq!((report.games, report.damaged), (600, 0));
        for (number, made) in games.iter().enumerate() {
            let pgn = base.game(number as u64).unwrap().pgn().unwrap();
            let back = tokens(&String::from_utf8(pgn).unwrap());
            assert_eq!(back, made.tokens, "game {number}:\n{}", made.text);
        }
        for change in TextChange::ALL {
            let expected: u64 = games.iter().map(|game| game.changes[change as usize]).sum();
            assert_eq!(report.changes.count(change), expected, "{variations:?} {change:?}");
            let can_be_made = change != TextChange::StrayResult;
            assert_eq!(expected > 30, can_be_made, "{change:?}: {expected}");
        }
        let all = base.iter().flat_map(|game| game.pgn().unwrap()).collect::<Vec<u8>>();
        let mut again = Database::create(folder.path().join("b.rdb"), options).unwrap();
        let report = again.add_pgn(&all, &Budget::default()).unwrap();
        let left: Vec<_> = report.changes.iter().map(|(change, _)| change).collect();
        assert_eq!(left, [TextChange::ResultContradictsTag], "what was changed once stays");
        assert!(all == again.iter().flat_map(|game| game.pgn().unwrap()).collect::<Vec<u8>>());
    }
}

#[test]
fn results_between_games_are_left_out_and_counted() {
    let folder = folder();
    let mut base =
        Database::create(folder.path().join("a.rdb"), DatabaseOptions::default()).unwrap();
    let pgn = b"[White \"a\"]\n\n1. e4 1-0\n\n1-0\n\n[White \"b\"]\n\n1. d4 0-1\n\n0-1\n";
    let report = base.add_pgn(pgn, &Budget::default()).unwrap();
    assert_eq!((report.games, report.changes.count(TextChange::StrayResult)), (2, 2));
}
