//! Files of strangers: nothing is lost, nothing is invented.

use reynard_pgn::{MovetextMode, PieceLetters, ReaderOptions};

use crate::recorder::{Recorder, read};

fn recorded(pgn: &str) -> Recorder {
    read(pgn.as_bytes(), MovetextMode::Moves, ReaderOptions::default())
}

/// Fails unless a text is told so, with this text that is not understood and these diagnostics,
/// however the bytes arrive.
#[track_caller]
fn check(pgn: impl AsRef<[u8]>, story: &str, unread: &str, diagnostics: &str) {
    let pgn = pgn.as_ref();
    let recorder = read(pgn, MovetextMode::Moves, ReaderOptions::default());
    let text = String::from_utf8_lossy(pgn);
    assert_eq!(recorder.story(), story, "{text}");
    assert_eq!(recorder.unread(), unread, "{text}");
    assert_eq!(recorder.names(), diagnostics, "{text}");
    crate::chunks::check(pgn, &[1, 7]);
}

#[test]
fn the_rest_of_a_line_is_kept_as_it_stands() {
    check(
        "1. e4 e5 2. Ke3 Ke6?! {why [%clk 0:01:00]} (2... Kd6 $2) 3. Nf3 1-0\n",
        "game1 e4 e5 1-0 damaged",
        "2. Ke3 Ke6?! {why [%clk 0:01:00]} (2... Kd6 $2) 3. Nf3",
        "illegal-move",
    );
    check(
        "1. e4 e5 (1... Ke3 2. d4 (2. c4)) 2. Nf3 1-0\n",
        "game1 e4 e5 ( ) Nf3 1-0 damaged",
        "1... Ke3 2. d4 (2. c4)",
        "illegal-move",
    );
    // A comment to the end of the line gets braces: the rest becomes one line.
    check("1. e4 Ke3 ;why\n2. d4 *\n", "game1 e4 * damaged", "Ke3 {why} 2. d4", "illegal-move");
}

#[test]
fn structures_that_do_not_fit_are_kept_where_they_stand() {
    check("1. e4 } e5 ) *", "game1 e4 e5 * damaged", "} )", "stray-brace stray-bracket");
    check(
        "[A \"\"]\n(1. d4) 1. e4 *",
        "game1 [A \"\"] e4 * damaged",
        "(1. d4)",
        "variation-before-move",
    );
    check(
        "1. e4\n[White \"x\"]\ne5 *\n",
        "game1 e4 e5 * damaged",
        "[White \\\"x\\\"]",
        "tag-among-moves",
    );
    check("1. e4 {never", "game1 e4 damaged", "{never", "unclosed-comment missing-result");
    check("1. e4 (1. d4", "game1 e4 ( d4 ) damaged", "(", "unclosed-variation missing-result");
    check("[White \"x\n[A \"x\"]\n*", "game1 [A \"x\"] * damaged", "[White \\\"x", "malformed-tag");
}

#[test]
fn text_between_games_belongs_to_the_nearest() {
    check(
        "1. e4 1-0 (White won on time)\n\n[Event \"2\"]\n*",
        "game1 e4 1-0 end game2 [Event \"2\"] * end",
        "(White won on time)\n",
        "stray-text",
    );
    check(
        "1. e4 1-0\n\nFrom: a friend\n[Site \"2\"]\n*",
        "game1 e4 1-0 end game2 [Site \"2\"] * end",
        "\nFrom: a friend",
        "stray-text",
    );
}

#[test]
fn comments_outside_the_moves_belong_to_a_game() {
    check(
        "1. e4 1-0 {resigns}\n\n[Event \"2\"]\n*",
        "game1 e4 1-0 {resigns} end game2 [Event \"2\"] * end",
        "\n",
        "",
    );
    check("1. e4 1-0\n; resigns\n\n1. d4 *", "game1 e4 1-0 ; resigns end game2 d4 * end", "\n", "");
    check(
        "[Event \"1\"]\n{note}\n[White \"x\"]\n\n1. d4 *",
        "game1 [Event \"1\"] [White \"x\"] {note} d4 * end",
        "",
        "",
    );
    check(
        "[Event \"1\"] ; note\n[White \"x\"]\n\n1. d4 *",
        "game1 [Event \"1\"] [White \"x\"] ; note d4 * end",
        "",
        "",
    );
    check(
        "1. e4 *\n\n{b}\n[Site \"2\"]\n*",
        "game1 e4 * end game2 [Site \"2\"] {b} * end",
        "\n",
        "",
    );
    check(
        "1. e4 *\n\n{a}\n\n[Event \"2\"]\n*",
        "game1 e4 * {a} end game2 [Event \"2\"] * end",
        "\n",
        "",
    );
    check("1. e4 * {a} 1. d4 *", "game1 e4 * {a} end game2 d4 * end", "\n", "");
    check("1. e4 *\n\n{at the end}\n", "game1 e4 * {at the end} end", "", "");
}

#[test]
fn glyphs_are_read_apart_and_glued() {
    let line = |glyph: &str| format!("1. e4 e5 2. Nf3{glyph} Nc6 *");
    for (glyph, nags) in [
        ("→", "$40"),
        ("±", "$16"),
        ("+-", "$18"),
        ("-+", "$19"),
        ("=", "$10"),
        ("+=", "$14"),
        ("+/=", "$14"),
        ("-/+", "$17"),
        ("□", "$7"),
        ("∞", "$13"),
        ("⩲", "$14"),
        ("∓", "$17"),
        ("‼", "$3"),
        ("⁇", "$4"),
        ("N", "$146"),
        ("+−", "$18"),
        ("−+", "$19"),
        ("=∞", "$44"),
        ("↑↑", "$32"),
        ("⊕", "$138"),
        ("??±→", "$4 $16 $40"),
        ("!±", "$1 $16"),
    ] {
        for apart in ["", " "] {
            let pgn = line(&format!("{apart}{glyph}"));
            let recorder = recorded(&pgn);
            assert_eq!(recorder.story(), format!("game1 e4 e5 Nf3 {nags} Nc6 * end"), "{pgn}");
        }
    }
    // In Latin-1.
    check(b"1. e4\xb1 e5 *", "game1 e4 $16 e5 * end", "", "text-glyph");
}

#[test]
fn a_plus_belongs_to_a_move_that_gives_check() {
    let opening = "1. e4 e5 2. Bc4 Nc6";
    let told = "game1 e4 e5 Bc4 Nc6";
    for (mv, story) in [
        ("Bxf7++-", "Bxf7 $18"),
        ("Bxf7+=", "Bxf7 $10"),
        ("Bxf7+-", "Bxf7 $18"),
        ("Bxf7+", "Bxf7+"),
        ("Qh5+=", "Qh5 $14"),
    ] {
        let recorder = recorded(&format!("{opening} 3. {mv} *"));
        assert_eq!(recorder.story(), format!("{told} {story} * end"), "{mv}");
    }
}

#[test]
fn signs_that_are_no_known_glyph_become_comments() {
    check(
        "1. e4⚑ || e5 *",
        "game1 e4 {\\xe2\\x9a\\x91} {||} e5 * end",
        "",
        "unknown-glyph unknown-glyph",
    );
    check("1. e4 !!! e5 $999 *", "game1 e4 {!!!} e5 {$999} * end", "", "nag-range nag-range");
    check("1. e4 [#] e5 *", "game1 e4 {[#]} e5 * end", "", "unexpected-characters");
    check("1. e4 (!) e5 *", "game1 e4 $1 e5 * end", "", "text-glyph");
}

#[test]
fn results_are_read_by_one_reader() {
    for (mark, result) in [
        ("1–0", "1-0"),
        ("0\u{2011}1", "0-1"),
        ("½–½", "1/2-1/2"),
        ("1/2 - 1/2", "1/2-1/2"),
        ("0.5-0.5", "1/2-1/2"),
        ("0,5-0,5", "1/2-1/2"),
        ("1.0-0.0", "1-0"),
        ("1:0", "1-0"),
        ("1/2-½", "1/2-1/2"),
    ] {
        check(
            format!("1. e4 e5 {mark}\n"),
            &format!("game1 e4 e5 {result} end"),
            "",
            "result-dialect",
        );
        let recorder = recorded(&format!("[Result \"{mark}\"]\n\n1. e4 e5 {result}\n"));
        assert_eq!(recorder.names(), "result-dialect", "the tag agrees with the mark: {mark}");
    }
    check("1. e4 1-0F\n", "game1 e4 {1-0F} 1-0 end", "", "result-dialect");
    check(
        "[FEN \"4k3/8/8/8/8/8/8/4K2R w K - 0 1\"]\n\n1.0-0 Ke7 *",
        "game1 [FEN \"4k3/8/8/8/8/8/8/4K2R w K - 0 1\"] from(4k3/8/8/8/8/8/8/4K2R w K - 0 1) 0-0 Ke7 * end",
        "",
        "castling-zeros",
    );
}

#[test]
fn a_game_that_both_lose_ends_with_its_mark() {
    check(
        "[Result \"0-0\"]\n\n0-0\n",
        "game1 [Result \"0-0\"] * end",
        "",
        "result-dialect result-dialect",
    );
    check(
        "[Result \"0-0\"]\n\n1. e4 e5 0-0\n\n[Event \"2\"]\n*",
        "game1 [Result \"0-0\"] e4 e5 * end game2 [Event \"2\"] * end",
        "\n",
        "result-dialect result-dialect",
    );
}

#[test]
fn a_mark_that_contradicts_the_tag_is_a_lint() {
    check(
        "[Result \"1-0\"]\n\n1. d4 0-1\n",
        "game1 [Result \"1-0\"] d4 0-1 end",
        "",
        "result-contradicts-tag",
    );
    check("[Result \"1-0\"]\n\n1. d4 *\n", "game1 [Result \"1-0\"] d4 * end", "", "");
    check("[Result \"*\"]\n\n1. d4 0-1\n", "game1 [Result \"*\"] d4 0-1 end", "", "");
}

#[test]
fn blanks_and_dashes_beyond_ascii_are_blanks_and_dashes() {
    for blank in ["\u{a0}", "\u{2003}", "\u{2009}", "\u{202f}", "\u{2028}", "\u{3000}", "\u{200b}"]
    {
        let pgn = "[White \"w\"]@\n@\n1.@e4@e5 2.@Nf3@ @*@\n".replace('@', blank);
        check(pgn, "game1 [White \"w\"] e4 e5 Nf3 * end", "", "");
        check(format!("[White{blank}\"w\"]\n\n1. e4 *"), "game1 [White \"w\"] e4 * end", "", "");
    }
    check(b"1. e4\xa0e5 2.\xa0Nf3\xa0*", "game1 e4 e5 Nf3 * end", "", "");
    for nothing in ["\u{ad}", "\u{200e}", "\u{2060}", "\u{feff}"] {
        check(
            format!("1. e4{nothing} e5{nothing} 2. {nothing}Nf3 *"),
            "game1 e4 e5 Nf3 * end",
            "",
            "",
        );
    }
    let castling = "[FEN \"3k4/8/8/8/8/8/8/R3K3 w Q - 0 1\"]\n\n1. ";
    for dash in ["\u{2010}", "\u{2011}", "–", "—", "−"] {
        for letter in ["0", "O"] {
            let word = [letter; 3].join(dash);
            let recorder = recorded(&format!("{castling}{word} *"));
            let plain = [letter; 3].join("-");
            assert!(
                recorder.story().contains(&format!(") {plain} * end")),
                "{word}: {}",
                recorder.story()
            );
        }
    }
    check("1. e4 … e5 2… *\u{1a}", "game1 e4 e5 * end", "", "");
}

#[test]
fn names_of_tags_are_read_whole() {
    check(
        "[White-Elo \"2500\"]\n[White \"Ann\"]\n*",
        "game1 [White-Elo \"2500\"] [White \"Ann\"] * end",
        "",
        "",
    );
    check(
        "[Result-Code \"3\"]\n[BlackType: \"x\"]\n*",
        "game1 [Result-Code \"3\"] [BlackType: \"x\"] * end",
        "",
        "",
    );
    check(
        "[White Elo \"2500\"]\n[Black.x \"1\"]\n*",
        "game1 [White Elo \"2500\"] [Black.x \"1\"] * end",
        "",
        "tag-name tag-name",
    );
    check(
        "[1st \"x\"]\n[White \"a\"]\n\n1. e4 *",
        "game1 [1st \"x\"] [White \"a\"] e4 * end",
        "",
        "",
    );
    check("[White-Elo 2500]\n*", "game1 [White-Elo \"2500\"] * end", "", "tag-quotes");
    check("[Event “x”]\n*", "game1 [Event \"x\"] * end", "", "tag-quotes");
    check(
        "[White \"a\"]\n[White \"b\"]\n*",
        "game1 [White \"a\"] [White \"b\"] * end",
        "",
        "duplicate-tag",
    );
    check("[Date \"2019.13.45\"]\n*", "game1 [Date \"2019.13.45\"] * end", "", "invalid-date");
}

#[test]
fn a_file_that_was_cut_off_loses_no_game() {
    check(
        "[Event \"1\"]\n\n1. d4 d5 {[%clk 0:0[Event \"2\"]\n\n1. e4 {x} 1-0\n\n[Event \"3\"]\n\n1. c4 *\n",
        "game1 [Event \"1\"] d4 d5 damaged game2 [Event \"2\"] e4 {x} 1-0 end game3 [Event \"3\"] c4 * end",
        "{[%clk 0:0\n\n",
        "unclosed-comment missing-result",
    );
    check(
        "[Event \"1\"]\n\n1. d4 {abc\n[Event \"2\"]\n\n1. e4 1-0\n\n[Event \"3\"]\n\n1. c4 *\n",
        "game1 [Event \"1\"] d4 damaged game2 [Event \"2\"] e4 1-0 end game3 [Event \"3\"] c4 * end",
        "{abc\\n\n\n",
        "unclosed-comment missing-result",
    );
    check(
        "[Event \"1\"]\n[Site \"Lo[Event \"2\"]\n[Site \"x\"]\n\n1. e4 1-0\n",
        "game1 [Event \"1\"] damaged game2 [Event \"2\"] [Site \"x\"] e4 1-0 end",
        "[Site \\\"Lo\n",
        "malformed-tag missing-result",
    );
    check(
        "[Event \"1\"]\n\n1. d4 d5 2. c[Event \"2\"]\n\n1. e4 1-0\n",
        "game1 [Event \"1\"] d4 d5 damaged game2 [Event \"2\"] e4 1-0 end",
        "2. c\n",
        "illegal-move missing-result",
    );
}

#[test]
fn a_comment_that_ends_may_quote_a_game() {
    for quoted in
        ["[White \"A\"]", "[White \"A\"]\n[Black \"B\"]\n\n1. d4", "[Event \"A\"]\n\n1. d4 *"]
    {
        let recorder = recorded(&format!("1. e4 {{ see\n\n{quoted} played }} e5 *\n"));
        assert_eq!(recorder.ends.len(), 1, "{quoted}");
        assert!(recorder.story().ends_with("} e5 * end"), "{}", recorder.story());
    }
    let far = format!("1. e4 {{\n\n[White \"A\"]\n{}}} e5 *\n", "x".repeat(20_000));
    assert_eq!(
        recorded(&far).ends.len(),
        2,
        "a brace that is far behind belongs to something else"
    );
}

#[test]
fn a_promotion_may_have_brackets_and_blanks() {
    for mv in ["b8(Q)", "b8=(Q)", "b8 =Q", "b8= Q", "b8 (Q)"] {
        let recorder =
            recorded(&format!("[FEN \"7k/1P6/8/8/8/8/8/K7 w - - 0 1\"]\n\n1. {mv} Kg7 *\n"));
        assert!(recorder.story().contains(" b8=Q Kg7 * end"), "{mv}: {}", recorder.story());
    }
}

#[test]
fn letters_of_another_language_are_read_when_asked_for_and_named_when_not() {
    for (code, moves) in [
        ("de", "1. e4 e5 2. Sf3 Sc6 3. Lb5 Dh4"),
        ("fr", "1. e4 e5 2. Cf3 Cc6 3. Fb5 Dh4"),
        ("es", "1. e4 e5 2. Cf3 Cc6 3. Ab5 Dh4"),
        ("nl", "1. e4 e5 2. Pf3 Pc6 3. Lb5 Dh4"),
        ("ru", "1. e4 e5 2. Кf3 Кc6 3. Сb5 Фh4"),
        ("cs", "1. e4 e5 2. Jf3 Jc6 3. Sb5 Dh4"),
        ("hu", "1. e4 e5 2. Hf3 Hc6 3. Fb5 Vh4"),
        ("fi", "1. e4 e5 2. Rf3 Rc6 3. Lb5 Dh4"),
    ] {
        let letters: PieceLetters = code.parse().expect("a language");
        let options = ReaderOptions { letters, ..ReaderOptions::default() };
        let recorder = read(format!("{moves} *").as_bytes(), MovetextMode::Moves, options.clone());
        assert_eq!(recorder.story(), "game1 e4 e5 Nf3 Nc6 Bb5 Qh4 * end", "{code}");
        assert_eq!(recorder.names(), "", "{code}");
        let recorder = read(format!("{moves} *").as_bytes(), MovetextMode::Tokens, options);
        assert_eq!(recorder.story(), "game1 e4 e5 Nf3 Nc6 Bb5 Qh4 * end", "{code}, words");
        if code != "fi" {
            let message = recorded(&format!("{moves} *")).diagnostics[0].to_string();
            assert!(
                message.contains(&format!("`--letters {code}`")) || message.contains(" or "),
                "{code}: {message}"
            );
        }
    }
    let message = recorded("1. e4 e5 2. Sf3 *").diagnostics[0].to_string();
    assert!(message.starts_with("1:13: `Sf3` is not a move; German or "), "{message}");
}

#[test]
fn a_capital_that_names_a_piece_elsewhere_is_no_file() {
    // The pawn could capture: `Cxd5` was read as `cxd5`.
    check("1. c4 d5 2. Cxd5 *", "game1 c4 d5 * damaged", "2. Cxd5", "illegal-move");
    // Both the pawn and the Dutch knight could go there.
    check("1. e4 e5 2. Pf3 *", "game1 e4 e5 * damaged", "2. Pf3", "piece-letters");
    check("1. Pe4 *", "game1 Pe4 * end", "", "san-dialect");
}

#[test]
fn what_was_kept_is_reported_again() {
    check(
        "1. e4 {[%unread] Ke3 Ke6} *\n",
        "game1 e4 {[%unread] Ke3 Ke6} * damaged",
        "",
        "unread-text",
    );
    check("1. e4 {never [%unread]} *\n", "game1 e4 {never [%unread]} * damaged", "", "unread-text");
}

#[test]
fn a_variant_that_is_none_is_chess() {
    check(
        "[Variant \"Sicilian Najdorf\"]\n\n1. e4 *",
        "game1 [Variant \"Sicilian Najdorf\"] e4 * end",
        "",
        "unknown-variant-name",
    );
    check("[Variant \"regular\"]\n\n1. e4 *", "game1 [Variant \"regular\"] e4 * end", "", "");
    check(
        "[Variant \"Atomic\"]\n\n1. e4 *",
        "game1 [Variant \"Atomic\"] e4 * damaged",
        "",
        "unknown-variant",
    );
}

#[test]
fn invisible_characters_and_blanks_beside_tags_are_passed_over() {
    for gap in ["\u{200e}", "\u{2060}", "\u{feff}", "\u{a0}", "\u{3000}", "\u{c}", "\u{b}"] {
        let pgn = "@[@Event@\"x\"@]\n@[White \"w\"]\n@\n@1.@ e4 e5 *\n".replace('@', gap);
        check(pgn, "game1 [Event \"x\"] [White \"w\"] e4 e5 * end", "", "");
    }
}

#[test]
fn a_game_without_tags_may_begin_with_any_blank() {
    for gap in ["\u{200e}", "\u{a0}", "\u{2003}", "\t", "\u{c}", "\u{b}"] {
        for pgn in ["@1. e4 e5 *", "1@. e4 e5 *", "1.@ e4 @e5 *", "1.@e4@ e5 *"] {
            check(pgn.replace('@', gap), "game1 e4 e5 * end", "", "");
        }
    }
}

#[test]
fn a_file_that_begins_with_the_number_one_is_a_game_whatever_follows() {
    assert_eq!(recorded("1. E4 E5 2. NF3 *").story(), "game1 E4 E5 NF3 * end");
    check("1. P-K4 P-K4 *", "game1 * damaged", "1. P-K4 P-K4", "illegal-move");
    assert_eq!(recorded("1. е4 е5 *").story(), "game1 * damaged");
    let recorder = recorded("1) e4 e5 2) Nf3 *");
    assert_eq!(recorder.story(), "game1 e4 e5 Nf3 * damaged");
}

#[test]
fn what_stands_before_the_quote_of_a_tag_is_its_name() {
    for name in ["White,Elo", "White(x)", "White* ", "White;x", "White & Black", "White (Elo)"] {
        let recorder = recorded(&format!("[{name} \"2500\"]\n[White \"Ann\"]\n\n1. e4 *\n"));
        let name = name.trim();
        let story = format!("game1 [{name} \"2500\"] [White \"Ann\"] e4 * end");
        assert_eq!(recorder.story(), story);
        assert_eq!(recorder.names(), "tag-name");
    }
    check("[White 'An \"x\" n']\n\n*", "game1 [White \"An \\\"x\\\" n\"] * end", "", "tag-quotes");
}

#[test]
fn results_in_brackets_are_read() {
    for mark in ["(1-0)", "(½–½)", "( 0-1 )"] {
        let recorder = recorded(&format!("[Result \"{mark}\"]\n\n1. e4 e5 {mark}\n"));
        let result = mark.trim_matches(['(', ')', ' ']).replace("½–½", "1/2-1/2");
        assert!(recorder.story().ends_with(&format!(" e4 e5 {result} end")), "{mark}");
        assert_eq!(recorder.names(), "result-dialect result-dialect", "{mark}");
    }
    check("1. e4 (1-0) e5 *", "game1 e4 ( {1-0} ) e5 * end", "", "result-in-variation");
}

#[test]
fn a_mark_that_its_tag_repeats_ends_the_game() {
    for mark in ["0:0", "1/2-0", "½-0", "1-1", "draw", "abandoned", "+/-", "-:+", "White wins"] {
        let pgn = format!("[Result \"{mark}\"]\n\n1. e4 e5 {mark}\n\n[Event \"2\"]\n*");
        let recorder = recorded(&pgn);
        assert_eq!(recorder.ends.len(), 2, "{mark}");
        assert_eq!(recorder.names(), "result-dialect result-dialect", "{mark}");
        assert_eq!(recorder.unread().trim(), "", "{mark}");
        crate::chunks::check(pgn.as_bytes(), &[1, 7]);
    }
    check("1. e4 e5 ½ - ½\n", "game1 e4 e5 1/2-1/2 end", "", "result-dialect");
    check("1. e4 e5 .5-.5\n", "game1 e4 e5 1/2-1/2 end", "", "result-dialect");
}

#[test]
fn the_result_after_an_open_variation_is_that_of_the_game() {
    check(
        "1. e4 e5 (1... c5 (1... e6) 2. Nf3 1-0\n\n[Event \"y\"]\n\n1. d4 *\n",
        "game1 e4 e5 ( c5 ( e6 ) Nf3 ) 1-0 damaged game2 [Event \"y\"] d4 * end",
        "(\n",
        "unclosed-variation",
    );
    check(
        "1. e4 e5 (1... c5 1-0) 2. Nf3 *\n",
        "game1 e4 e5 ( c5 {1-0} ) Nf3 * end",
        "",
        "result-in-variation",
    );
}

#[test]
fn glued_signs_that_are_no_known_glyph_become_comments() {
    for sign in ["=-", "-=", "/", "-"] {
        let recorder = recorded(&format!("1. e4 e5 2. Nf3{sign} Nc6 *"));
        assert_eq!(recorder.story(), format!("game1 e4 e5 Nf3 {{{sign}}} Nc6 * end"));
    }
    check("1. e4 (=) e5 *", "game1 e4 {(=)} e5 * end", "", "unknown-glyph");
}

#[test]
fn a_tag_value_over_more_lines_is_one_value() {
    check(
        "[Event \"A long\nname\"]\r\n[Site \"x\"]\n\n1. e4 *",
        "game1 [Event \"A long name\"] [Site \"x\"] e4 * end",
        "",
        "tag-quotes",
    );
    check(
        "[Event \"A\r\n  b\r\nc\"]\r\n\r\n1. e4 *",
        "game1 [Event \"A b c\"] e4 * end",
        "",
        "tag-quotes",
    );
    // Another tag, an empty line and moves end it.
    check(
        "[Event \"A long\n[Site \"x\"]\n\n1. e4 *",
        "game1 [Site \"x\"] e4 * damaged",
        "[Event \\\"A long",
        "malformed-tag",
    );
    check(
        "[Event \"A long\n\nname\"]\n\n1. e4 *",
        "game1 damaged game2 e4 * end",
        "[Event \\\"A long name\\\"]\n",
        "malformed-tag missing-move-number illegal-move missing-result",
    );
    check(
        "[Event \"A long\n1. e4 {x\"]} *",
        "game1 e4 {x\\\"]} * damaged",
        "[Event \\\"A long",
        "malformed-tag",
    );
}

#[test]
fn lines_for_other_programs_become_comments() {
    check(
        "% top\n[Event \"x\"]\n%within\n\n1. e4\n% after e4 }\n%\ne5 1-0\n% end\n",
        "game1 [Event \"x\"] escape % top escape %within e4 escape % after e4 } e5 1-0 escape % end end",
        "",
        "escaped-line escaped-line escaped-line escaped-line escaped-line",
    );
    check("1. e4 % e5 *", "game1 e4 {%} e5 * end", "", "unexpected-characters");
}

#[test]
fn an_unknown_result_after_the_result_says_nothing() {
    check("1. e4 1-0 *", "game1 e4 1-0 end", "", "stray-result");
    check("1. e4 1-0 0-1", "game1 e4 1-0 end", "0-1", "stray-text");
}

#[test]
fn a_tag_with_a_brace_costs_no_game() {
    check(
        "{White \"Ann\"]\n[Black \"Bob\"]\n\n1. e4 e5 1-0\n",
        "game1 [Black \"Bob\"] e4 e5 1-0 end",
        "{White \\\"Ann\\\"]",
        "unclosed-comment",
    );
}

#[test]
fn a_result_of_dashes_says_nothing_and_the_mark_counts() {
    let game = reynard_pgn::Games::from_bytes(b"[Result \"--\"]\n\n1. e4 1-0\n");
    let tree = game.flatten().next().expect("a game").tree;
    assert_eq!(tree.result().as_str(), "1-0");
    assert_eq!(tree.tags().text("Result").as_deref(), Some("1-0"));
    let game = reynard_pgn::Games::from_bytes(b"[Result \"-/-\"]\n\n1. e4 1-0\n");
    let tree = game.flatten().next().expect("a game").tree;
    assert_eq!(tree.tags().text("Result").as_deref(), Some("-/-"));
}
