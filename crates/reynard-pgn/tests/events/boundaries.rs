//! Where games begin and end: the rule in the documentation of `Reader`.

use reynard_pgn::{MovetextMode, ReaderOptions};

use crate::recorder::read;
use crate::story::told;

/// The number of games is the same whatever is wanted of them.
fn games(pgn: &str) -> usize {
    let counts = [MovetextMode::Nothing, MovetextMode::Tokens, MovetextMode::Moves]
        .map(|wanted| read(pgn.as_bytes(), wanted, ReaderOptions::default()).ends.len());
    assert_eq!(counts[0], counts[1], "{pgn}");
    assert_eq!(counts[1], counts[2], "{pgn}");
    counts[0]
}

#[track_caller]
fn check(pgn: &str, story: &str, diagnostics: &str) {
    let (told_story, reported_diagnostics) = told(pgn);
    assert_eq!(told_story, story, "{pgn}");
    assert_eq!(reported_diagnostics, diagnostics, "{pgn}");
    games(pgn);
}

#[test]
fn nothing_is_no_game() {
    for pgn in ["", "\n\n", " \t\r\n", "\u{feff}", "\u{feff}\n"] {
        check(pgn, "", "");
    }
    check("% escaped\n%\n", "", "escaped-line escaped-line");
}

#[test]
fn a_result_ends_a_game() {
    check(
        "[A \"1\"]\n\n1. e4 1-0\n[A \"2\"]\n1. d4 *\n",
        "game1 [A \"1\"] e4 1-0 end game2 [A \"2\"] d4 * end",
        "",
    );
    check(
        "[A \"1\"]\n\n1/2-1/2\n\n[A \"2\"]\n\n0-1",
        "game1 [A \"1\"] 1/2-1/2 end game2 [A \"2\"] 0-1 end",
        "",
    );
}

#[test]
fn results_without_a_game_are_skipped() {
    check("1-0\n*\n", "", "stray-result stray-result");
    check("1. e4 1-0 1-0\n\n1. d4 *", "game1 e4 1-0 end game2 d4 * end", "stray-result");
    check(
        "[A \"1\"]\n\n* *\n[A \"2\"]\n*",
        "game1 [A \"1\"] * end game2 [A \"2\"] * end",
        "stray-result",
    );
}

#[test]
fn moves_behind_a_result_make_no_game() {
    check("1. e4 1-0 e5 2. Nf3 1-0\n", "game1 e4 1-0 end", "stray-text");
    check("1. e4 *\nNf3 Nc6\n2. d4 *\n", "game1 e4 * end", "stray-text stray-text");
}

#[test]
fn tags_may_be_missing() {
    check("1. e4 e5 *\n\n1. d4 *", "game1 e4 e5 * end game2 d4 * end", "");
    check("1. e4 e5 *\n1. d4 *", "game1 e4 e5 * end game2 d4 * end", "");
    check("e4 e5", "game1 e4 e5 end", "missing-move-number missing-result");
    check("1. {x} e4 *", "game1 {x} e4 * end", "");
}

#[test]
fn results_may_be_missing() {
    check(
        "[A \"1\"]\n\n1. e4\n\n[A \"2\"]\n\n1. d4",
        "game1 [A \"1\"] e4 end game2 [A \"2\"] d4 end",
        "missing-result missing-result",
    );
    check(
        "[Event \"1\"]\n\n1. e4\n[Event \"2\"]\n\n1. d4 *",
        "game1 [Event \"1\"] e4 end game2 [Event \"2\"] d4 * end",
        "missing-result",
    );
    // What was handed over of the game before may begin without a number.
    check(
        "e4 e5\n\n1. d4 d5 2. c4 e6 3. Nc3 Nf6 *\n",
        "game1 e4 e5 end game2 d4 d5 c4 e6 Nc3 Nf6 * end",
        "missing-move-number missing-result",
    );
    check(
        "1. e4 e5\n\n1. d4 d5\n",
        "game1 e4 e5 end game2 d4 d5 end",
        "missing-result missing-result",
    );
    check("1. e4\n\n1... e5\n\n2. Nf3 *", "game1 e4 e5 Nf3 * end", "");
}

#[test]
fn tags_alone_are_a_game() {
    check(
        "[Event \"1\"]\n[Site \"x\"]\n\n[Event \"2\"]\n",
        "game1 [Event \"1\"] [Site \"x\"] end game2 [Event \"2\"] end",
        "missing-result missing-result",
    );
    check(
        "[White \"1\"]\n\n[Black \"x\"]\n\n[White \"2\"]\n*",
        "game1 [White \"1\"] [Black \"x\"] end game2 [White \"2\"] * end",
        "missing-result",
    );
}

#[test]
fn tags_among_moves_are_left_out() {
    check(
        "1. e4\n[White \"x\"]\ne5 *\n\n1. d4 *",
        "game1 e4 e5 damaged game2 d4 * end".replace("e5 damaged", "e5 * damaged").as_str(),
        "tag-among-moves",
    );
    check("1. e4 [White \"x\"] e5 *", "game1 e4 e5 * damaged", "tag-among-moves");
}

/// What stands in the first column is told the same with blanks before it.
#[test]
fn lines_may_be_indented() {
    let texts = [
        "[Event \"1\"]\n\n1. e4\n\n[Event \"2\"]\n\n1. d4 *\n",
        "[Event \"1\"]\n\n1. e4\n[Event \"2\"]\n\n1. d4\n",
        "[A \"1\"]\n[B \"\"]\n\n1. e4\n\n[A \"2\"] [B \"\"] 1. d4 (1. c4\n\n[B \"3\"]\n*",
        "[A \"1\"]\n\n[Event \"2\"]\n\n[B \"\"]\n\n[Event \"3\"]\n",
        "[White \"1\"]\n\n[Black \"x\"]\n\n[White \"2\"]\n*",
        "1. e4\n\n1. d4\n1. c4 *\n1. Nf3 *\ne4 *\n\nd4 *\n",
        "1. e4\n[White \"x\"]\ne5\n[x y\n*",
        "1. Introduction\n2. e4 is best\n\nBe careful, a1 is black\n",
    ];
    for text in texts {
        let expected = told(text);
        for blanks in [" ", "\t", "    ", " \t\t ", &" ".repeat(60)] {
            for end in ["\n", "\r\n", "\r"] {
                let lines = text.lines();
                let lines =
                    lines.map(|line| if line.is_empty() { "" } else { blanks }.to_owned() + line);
                let indented = lines.collect::<Vec<_>>().join(end);
                assert_eq!(told(&indented), expected, "{indented:?}");
                games(&indented);
                crate::chunks::check(indented.as_bytes(), &[1, 7, 100]);
            }
        }
    }
}

/// Files that were put together have such marks within.
#[test]
fn a_byte_order_mark_may_begin_a_line() {
    let marks = |pgn: &str| pgn.replace('@', "\u{feff}");
    check(&marks("@1. e4 *\n"), "game1 e4 * end", "");
    check(&marks("@e4 *\n"), "game1 e4 * end", "missing-move-number");
    check(&marks("@ 1. e4 *\n\n@1. d4 *\n"), "game1 e4 * end game2 d4 * end", "");
    for next in ["@[Event \"2\"]\n\n1. d4 *", "@  [Event \"2\"]\n1. d4 *"] {
        let pgn = marks(&format!("1. e4\n\n{next}"));
        check(&pgn, "game1 e4 end game2 [Event \"2\"] d4 * end", "missing-result");
        let pgn = marks(&format!("[A \"1\"]\n\n{next}"));
        check(&pgn, "game1 [A \"1\"] end game2 [Event \"2\"] d4 * end", "missing-result");
        crate::chunks::check(pgn.as_bytes(), &[1, 7]);
    }
}

/// More blanks than are looked at do matter, however the bytes come.
#[test]
fn what_stands_far_to_the_right_begins_no_line() {
    for count in [59, 60, 61, 62, 63, 64, 65, 66, 500] {
        let blanks = " ".repeat(count);
        let pgn = format!("1. e4\n\n{blanks}[White \"2\"]\n\n{blanks}1. d4 *\n");
        assert_eq!(games(&pgn), if count <= 60 { 2 } else { 1 }, "{count} blanks");
        crate::chunks::check(pgn.as_bytes(), &[1, 7, 100]);
    }
}

/// What is in a comment that ends may well look like a game.
#[test]
fn an_indented_tag_ends_no_comment() {
    let story = "game1 e4 {see\\n\\n  [Event \\\"2\\\"]\\n} e5 * end";
    check("1. e4 {see\n\n  [Event \"2\"]\n} e5 *", story, "");
}

#[test]
fn what_is_open_is_closed() {
    check(
        "1. e4 (1. d4 (1. c4\n\n[Event \"2\"]\n\n1. d4 *",
        "game1 e4 ( d4 ( c4 ) ) damaged game2 [Event \"2\"] d4 * end",
        "unclosed-variation missing-result",
    );
    check(
        "1. e4 {never closed\n\n[Event \"2\"]\n\n1. d4 *",
        "game1 e4 damaged game2 [Event \"2\"] d4 * end",
        "unclosed-comment missing-result",
    );
    check(
        "1. e4 {never closed\r\n\r\n[Event \"2\"]\r\n\r\n1. d4 *",
        "game1 e4 damaged game2 [Event \"2\"] d4 * end",
        "unclosed-comment missing-result",
    );
    check("1. e4 {never", "game1 e4 damaged", "unclosed-comment missing-result");
    check("1. e4 ) e5 } *", "game1 e4 e5 * damaged", "stray-bracket stray-brace");
    check("1. e4 (1. d4 1-0) e5 *", "game1 e4 ( d4 {1-0} ) e5 * end", "result-in-variation");
}

#[test]
fn a_comment_before_a_game_belongs_to_it() {
    check("{a} ;b\n[A \"1\"]\n\n{c} 1. e4 *", "game1 [A \"1\"] {a} ;b {c} e4 * end", "");
    check("{a}\n1. e4 *", "game1 {a} e4 * end", "");
    check("{a}\n\n[Event \"1\"]\n*", "game1 [Event \"1\"] {a} * end", "");
    check("{never", "", "unclosed-comment");
}

#[test]
fn prose_is_no_game() {
    let prose =
        "Annotated by a friend.\n1. Introduction\n2. e4 is best\n\nBe careful, a1 is black\n";
    check(prose, "", "stray-text stray-text stray-text stray-text");
    check(
        &format!("{prose}[A \"1\"]\n\n1. e4 *"),
        "game1 [A \"1\"] e4 * end",
        "stray-text stray-text stray-text stray-text",
    );
}

#[test]
fn lines_may_end_in_every_way() {
    for end in ["\n", "\r\n", "\r"] {
        let pgn = "[A \"1\"]\n\n% escaped\n1. e4 ;line\ne5 *\n\n[A \"2\"]\n\n1. d4\n\n[A \"3\"]\n\n1. Ke2 *\n";
        let pgn = pgn.replace('\n', end);
        let recorder = read(pgn.as_bytes(), MovetextMode::Moves, ReaderOptions::default());
        assert_eq!(
            recorder.story(),
            "game1 [A \"1\"] escape % escaped e4 ;line e5 * end game2 [A \"2\"] d4 end game3 [A \"3\"] * damaged"
        );
        let places: Vec<_> = recorder
            .diagnostics
            .iter()
            .map(|diagnostic| (diagnostic.line, diagnostic.column))
            .collect();
        assert_eq!(places, [(3, 1), (11, 1), (13, 4)], "{end:?}");
    }
}
