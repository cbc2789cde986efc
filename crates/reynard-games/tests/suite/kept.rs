//! Whatever a reader cannot understand is kept as text and reported, never dropped: over every way
//! in which games are rewritten.
//!
//! `REYNARD_TEST_MUTATIONS` sets the number of mutated files, 400 if it is not given.

use std::num::NonZero;
use std::ops::ControlFlow;

use reynard_games::reynard_pgn::{
    Diagnostic, GameStart, Games, Input, PgnWriter, Reader, ReaderOptions, Severity, Visitor,
    WriterOptions, read_parallel,
};
use reynard_games::{
    ExportFormat, Exporter, Fingerprinter, GameKey, GamePart, GameProcessor, Keyer, Matcher, Query,
    Rewriter, SameGame, TagChanges,
};
use reynard_testkit::{Rng, data};

const GAMES: &str = r#"[Event "London"]
[Site "London ENG"]
[Date "1851.06.21"]
[Round "?"]
[White "Anderssen, Adolf"]
[Black "Kieseritzky, Lionel"]
[Result "1-0"]

1. e4 e5 2. f4 exf4 {accepted [%clk 0:30:00]} 3. Bc4 Qh4+ (3... Nf6 4. Nc3 {calm} c6 $14) 4. Kf1 b5 5. Bxb5 Nf6
6. Nf3 Qh6 7. d3 Nh5 8. Nh4 Qg5 9. Nf5 c6 10. g4 Nf6 11. Rg1 cxb5 12. h4 Qg6 13. h5 Qg5 14. Qf3 Ng8 15. Bxf4 Qf6
16. Nc3 Bc5 17. Nd5 $1 Qxb2 18. Bd6 {the point; deep (and bold)} Bxg1 19. e5 Qxa1+ 20. Ke2 1-0

[Event "Paris"]
[Site "Paris FRA"]
[Date "1858.??.??"]
[Round "?"]
[White "Morphy, Paul"]
[Black "Duke Karl / Count Isouard"]
[Result "1-0"]

{In the opera house.} 1. e4 e5 2. Nf3 d6 3. d4 Bg4 (3... exd4 4. Nxd4) 4. dxe5 Bxf3 5. Qxf3 dxe5 6. Bc4 Nf6
7. Qb3 Qe7 8. Nc3 c6 9. Bg5 b5 10. Nxb5 cxb5 11. Bxb5+ Nbd7 12. O-O-O Rd8 13. Rxd7 Rxd7 14. Rd1 Qe6
15. Bxd7+ Nxd7 16. Qb8+ Nxb8 17. Rd8# 1-0

[Event "Casual"]
[White "A"]
[Black "B"]
[Result "1/2-1/2"]

1. d4 d5 2. c4 e6 ; declined
3. Nc3 Nf6 4. Bg5 Be7 5. e3 O-O 6. Nf3 Nbd7 1/2-1/2

"#;

fn read<V: GameProcessor + Send>(pgn: &[u8], make: impl Fn() -> V + Sync) -> Vec<V> {
    let mut visitors = Vec::new();
    let _ = read_parallel(
        Input::new(pgn).expect("memory"),
        &ReaderOptions::default(),
        NonZero::<usize>::MIN,
        make,
        |visitor, _| {
            visitors.push(visitor);
            ControlFlow::<()>::Continue(())
        },
    )
    .expect("memory");
    visitors
}

fn formatted(pgn: &[u8]) -> Vec<u8> {
    let make = || Rewriter::new(WriterOptions::FULL, TagChanges::default());
    read(pgn, make).iter().flat_map(|it| it.text().clone()).collect()
}

fn merged(pgn: &[u8]) -> Vec<u8> {
    let keyers = read(pgn, || Keyer::new(&GameKey::None));
    keyers.into_iter().flat_map(Keyer::into_games).flat_map(|game| game.text).collect()
}

fn filtered(pgn: &[u8]) -> Vec<u8> {
    let query = Query::default();
    read(pgn, || Matcher::new(&query)).iter().flat_map(|it| it.found().text.clone()).collect()
}

/// As an analysis writes games.
fn as_trees(pgn: &[u8]) -> Vec<u8> {
    let mut writer = PgnWriter::with_options(Vec::new(), WriterOptions::AS_IS);
    for game in Games::from_bytes(pgn) {
        writer.write(&game.expect("memory").tree).expect("memory");
    }
    writer.into_inner()
}

fn exported(pgn: &[u8]) -> Vec<u8> {
    let mut exporter = Exporter::new(ExportFormat::Jsonl).with_parts(GamePart::ALL.to_vec());
    Reader::from_bytes(pgn).read_all(&mut exporter).expect("memory");
    exporter.text().to_vec()
}

#[derive(Default)]
struct Counts {
    games: usize,
    errors: usize,
}

impl Visitor for Counts {
    fn begin_game(&mut self, _: GameStart) {
        self.games += 1;
    }

    fn diagnostic(&mut self, diagnostic: &Diagnostic) {
        self.errors += usize::from(diagnostic.severity() == Severity::Error);
    }
}

fn counts(pgn: &[u8]) -> Counts {
    let mut counts = Counts::default();
    Reader::from_bytes(pgn).read_all(&mut counts).expect("memory");
    counts
}

/// The words of a text in their order: letters, digits, and what belongs to moves. Marks of check
/// and of captures may change.
fn words(text: &[u8]) -> Vec<String> {
    let text = String::from_utf8_lossy(text);
    let is_part = |c: char| c.is_alphanumeric() || c == '-';
    let words = text.split(|c: char| !is_part(c)).map(|word| word.trim_matches('-').to_owned());
    let words = words.filter(|word| word.chars().any(char::is_alphabetic));
    let is_piece = |word: &str| word.starts_with(['N', 'B', 'R', 'Q', 'K']) && word.len() < 6;
    words.map(|word| if is_piece(&word) { word.replace('x', "") } else { word }).collect()
}

/// The words of the first text that the second one has not, as often.
fn lost(before: &[u8], after: &[u8]) -> Vec<String> {
    let mut there = std::collections::HashMap::new();
    for word in words(after) {
        *there.entry(word).or_insert(0_usize) += 1;
    }
    let mut lost = words(before);
    lost.retain(|word| match there.get_mut(word) {
        Some(count) if *count > 0 => {
            *count -= 1;
            false
        }
        _ => true,
    });
    lost
}

/// A way to write games anew.
type Way = fn(&[u8]) -> Vec<u8>;

/// Puts something that strangers write into a text, at the place of a blank.
fn mutate(rng: &mut Rng, pgn: &mut String, number: usize) {
    let blanks: Vec<usize> = pgn.match_indices([' ', '\n']).map(|(at, _)| at).collect();
    let at = *rng.choose(&blanks);
    let put = |pgn: &mut String, text: &str| pgn.insert_str(at, text);
    let signs = [
        " →", " ±", "±", "+-", " =∞", " !!!", " $999", " ⚑", "⊕", " ||", " (!)", "N", "\u{a0}",
        "\u{200b}", "\u{3000}", " …", " }", " )", " (", " {", " \"", " ,", " --", " ;", " 0-0",
        " 1-0", " ½–½", " *",
    ];
    match rng.below(9) {
        0..=3 => {
            let sign: &str = signs[rng.below(signs.len())];
            put(pgn, sign);
        }
        4 => put(pgn, &format!(" {{remark{number} [%csl Ga1]}}")),
        5 => put(pgn, &format!(" ;line{number}\n")),
        6 => put(pgn, &format!(" word{number}")),
        7 => put(pgn, &format!("\n[Tag-{number} \"value{number}\"]\n")),
        _ => {
            // Letters of another language, from here on.
            let tail = pgn.split_off(at);
            let foreign = |c: char| match c {
                'N' => 'S',
                'Q' => 'D',
                other => other,
            };
            pgn.extend(tail.chars().map(foreign));
        }
    }
}

fn mutated(seed: u64) -> String {
    let mut rng = Rng::new(seed);
    let mut pgn = GAMES.to_owned();
    for number in 0..=rng.below(4) {
        mutate(&mut rng, &mut pgn, number);
    }
    if rng.one_in(4) {
        // The file was cut off, and another one put behind it.
        let cut = rng.below(pgn.len());
        let cut = (0..=cut).rev().find(|&at| pgn.is_char_boundary(at)).unwrap_or_default();
        pgn.truncate(cut);
        pgn.push_str(GAMES);
    }
    pgn
}

#[test]
fn no_word_of_a_mutated_file_is_lost_and_no_damage_hidden() {
    let files = data::scaled("REYNARD_TEST_MUTATIONS", 400);
    for seed in 0..files {
        let pgn = mutated(seed);
        let before = counts(pgn.as_bytes());
        let ways: [(&str, Way); 4] =
            [("fmt", formatted), ("merge", merged), ("filter", filtered), ("analyze", as_trees)];
        for (name, way) in ways {
            let rewritten = way(pgn.as_bytes());
            let text = String::from_utf8_lossy(&rewritten);
            let mut lost = lost(pgn.as_bytes(), &rewritten);
            // Castling with zeros, and marks whose meaning is written in another way.
            lost.retain(|word| !matches!(&**word, "N" | "O-O" | "0-0"));
            // A move with a glyph of letters glued to it, and what only says that a piece is
            // promoted.
            lost.retain(|word| !word.ends_with('N'));
            // The capture of a pawn that was cut off after its files.
            lost.retain(|word| !(word.len() == 3 && word.contains('x')));
            // More about where a piece comes from than is needed, where a move before it is
            // missing.
            lost.retain(|word| !matches!(word.as_bytes(), [b'N' | b'R', _, b'a'..=b'h', _]));
            assert!(lost.is_empty(), "{name}, seed {seed}: {lost:?} of\n{pgn}\nis not in\n{text}");
            let after = counts(&rewritten);
            assert_eq!(after.games, before.games, "{name}, seed {seed}:\n{pgn}\n{text}");
            let is_reported = before.errors == 0 || after.errors > 0;
            assert!(is_reported, "{name}, seed {seed}: damage is hidden in\n{text}");
            let again = way(&rewritten);
            assert!(
                again == rewritten,
                "{name}, seed {seed}: {text}\n{}",
                String::from_utf8_lossy(&again)
            );
        }
    }
}

#[test]
fn unread_text_and_comments_are_in_the_objects_of_jsonl() {
    for seed in 0..100 {
        let pgn = mutated(seed);
        let json = exported(pgn.as_bytes());
        let said = ["remark", "word", "line", "value"];
        let mut lost = lost(pgn.as_bytes(), &json);
        lost.retain(|word| said.iter().any(|it| word.starts_with(it)));
        assert!(
            lost.is_empty(),
            "seed {seed}: {lost:?}\n{pgn}\n{}",
            String::from_utf8_lossy(&json)
        );
    }
}

fn unique(pgn: &str, same: SameGame) -> usize {
    let fingerprints: Vec<_> = read(pgn.as_bytes(), || Fingerprinter::new(same))
        .iter()
        .flat_map(|it| it.fingerprints().to_vec())
        .collect();
    let mut known = std::collections::HashSet::new();
    fingerprints.into_iter().filter(|it| it.is_none_or(|it| known.insert(it))).count()
}

#[test]
fn games_with_an_error_are_equal_only_if_their_texts_are() {
    let game = |rest: &str| format!("[Event \"x\"]\n\n1. e4 e5 2. Nf3 {rest}\n\n");
    for rests in [
        ["Kd3 d6 1-0", "Qh6 Nf6 0-1", "1-0"],
        ["Sc6 *", "Lc5 *", "Dh4 *"],
        ["{cut", "{cut off", "*"],
    ] {
        let pgn: String = rests.into_iter().map(game).collect();
        for same in [SameGame::Moves, SameGame::FinalPosition] {
            assert_eq!(unique(&pgn, same), 3, "{pgn}");
            assert_eq!(unique(&(game(rests[0]) + &game(rests[0])), same), 1);
        }
    }
}

#[test]
fn games_without_moves_are_equal_only_if_players_date_event_round_and_result_are() {
    let game = |white: &str, result: &str| {
        format!("[White \"{white}\"]\n[Black \"z\"]\n[Result \"{result}\"]\n\n{result}\n\n")
    };
    let pgn = [game("a", "1-0"), game("a", "0-1"), game("b", "1-0"), game("a", "1-0")].concat();
    assert_eq!(unique(&pgn, SameGame::Moves), 3);
    assert_eq!(unique(&pgn, SameGame::FinalPosition), 3);
}

#[test]
fn results_of_the_tag_are_kept_or_spelled_in_the_standard() {
    for (tag, mark, written, end) in [
        ("½–½", "½–½", "1/2-1/2", "1/2-1/2"),
        ("1–0", "1-0", "1-0", "1-0"),
        ("0.5-0.5", "", "1/2-1/2", "1/2-1/2"),
        ("1:0", "", "1-0", "1-0"),
        ("=-=", "", "1/2-1/2", "1/2-1/2"),
        ("1-0 ff", "1-0", "1-0 ff", "1-0"),
        ("+/-", "", "+/-", "1-0"),
        ("0-0", "", "0-0", "*"),
        ("abandoned", "*", "abandoned", "*"),
        ("1-0", "0-1", "1-0", "0-1"),
        ("?", "0-1", "0-1", "0-1"),
        ("1-0", "*", "1-0", "1-0"),
    ] {
        let pgn = format!("[Result \"{tag}\"]\n\n1. d4 d5 {mark}\n");
        let text = String::from_utf8(formatted(pgn.as_bytes())).expect("text");
        assert!(text.contains(&format!("[Result \"{written}\"]")), "{pgn}\n{text}");
        assert!(text.ends_with(&format!("1. d4 d5 {end}\n\n")), "{pgn}\n{text}");
        let tree = String::from_utf8(as_trees(pgn.as_bytes())).expect("text");
        assert!(tree.contains(&format!("[Result \"{written}\"]")), "{pgn}\n{tree}");
        assert!(tree.ends_with(&format!("1. d4 d5 {end}\n\n")), "{pgn}\n{tree}");
    }
}

#[test]
fn a_game_beyond_a_limit_stays_as_it_is() {
    let long = format!("[Event \"x\"]\n\n1. e4 {{{}}} e5 2.Nf3 *\n\n", "x".repeat((1 << 20) + 1));
    let text = formatted(long.as_bytes());
    assert!(text == long.as_bytes(), "{} bytes of {}", text.len(), long.len());
}

#[test]
fn kept_text_stays_whatever_is_stripped() {
    use reynard_games::reynard_pgn::CommentParts;

    for comments in [CommentParts::None, CommentParts::Text, CommentParts::WithoutClocks] {
        let options = WriterOptions { comments, ..WriterOptions::FULL };
        let pgn = b"1. e4 {good} Ke3 {x} *\n";
        let once: Vec<u8> = read(pgn, || Rewriter::new(options, TagChanges::default()))
            .iter()
            .flat_map(|it| it.text().clone())
            .collect();
        let text = String::from_utf8(once.clone()).expect("text");
        assert!(text.contains("[%unread] Ke3 {x}"), "{text}");
        let twice: Vec<u8> = read(&once, || Rewriter::new(options, TagChanges::default()))
            .iter()
            .flat_map(|it| it.text().clone())
            .collect();
        assert_eq!(String::from_utf8(twice).expect("text"), text);
    }
}
