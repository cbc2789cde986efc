//! Parts of games that an export makes of other parts.

use reynard_games::reynard_pgn::Reader;
use reynard_games::{ExportFormat, Exporter, GamePart};

#[test]
fn times_spent_follow_from_clocks_where_no_comment_says_them() {
    let of = |control: &str| {
        let pgn = format!(
            "[TimeControl \"{control}\"]\n\n1. e4 {{[%clk 0:03:00]}} e5 {{[%clk 0:03:00]}} 2. Nf3 {{[%clk 0:02:55]}} ({{[%clk 0:00:01]}} 2. d4) Nc6 {{[%clk 0:02:40] [%emt 0:00:09]}} *\n"
        );
        let mut exporter = Exporter::new(ExportFormat::Jsonl).with_parts(vec![GamePart::Elapsed]);
        Reader::from_bytes(pgn.as_bytes()).read_all(&mut exporter).expect("memory");
        let text = String::from_utf8_lossy(exporter.text()).into_owned();
        let emt = text.split("\"emt\":").nth(1).expect("times").split(']').next().expect("a list");
        emt.to_owned()
    };
    assert_eq!(of("180"), "[0.0,0.0,5.0,9.0");
    assert_eq!(of("180+2"), "[0.0,0.0,7.0,9.0");
    assert_eq!(of("?"), "[null,null,null,9.0");
}

fn object_of(pgn: &str, parts: &[GamePart]) -> String {
    let mut exporter = Exporter::new(ExportFormat::Jsonl).with_parts(parts.to_vec());
    Reader::from_bytes(pgn.as_bytes()).read_all(&mut exporter).expect("memory");
    String::from_utf8_lossy(exporter.text()).trim_end().to_owned()
}

#[test]
fn objects_of_games_are_written_byte_by_byte_as_documented() {
    let pgn = "[White \"\\\"Bobby\\\"\"]\n[White \"twice\"]\n\n\
        {[%clk 0:03:00] before} 1. e4 {[%eval 0.17] good} e5 $1 (1... c5 {[%csl Gd4]} 2. -- b5) 2. Ke3 1-0\n";
    assert_eq!(
        object_of(pgn, &[]),
        r#"{"tags":{"White":"\"Bobby\""},"result":"1-0","eco":"C20","opening":"King's Pawn Game","san":["e4","e5"],"uci":["e2e4","e7e5"],"unread":"2. Ke3"}"#
    );
    assert_eq!(
        object_of(pgn, &GamePart::ALL),
        concat!(
            r#"{"tags":{"White":"\"Bobby\""},"result":"1-0","eco":"C20","opening":"King's Pawn Game","san":["e4","e5"],"uci":["e2e4","e7e5"],"#,
            r#""clk":[null,null],"emt":[null,null],"eval":[0.17,null],"mate":[null,null],"comment":"before","comments":["good",null],"#,
            r#""nags":[[],[1]],"commands":[{"eval":"0.17"},null],"start":{"clk":180.0,"commands":{"clk":"0:03:00"}},"#,
            r#""variations":[{"of":0,"ply":2,"san":["c5","--","b5"],"uci":["c7c5","0000","b7b5"],"clk":[null,null,null],"#,
            r#""emt":[null,null,null],"eval":[null,null,null],"mate":[null,null,null],"comments":[null,null,null],"#,
            r#""nags":[[],[],[]],"commands":[{"csl":"Gd4"},null,null]}],"unread":"2. Ke3"}"#,
        )
    );
}

#[test]
fn castling_of_chess960_and_promotions_are_in_both_notations() {
    let castles =
        "[Variant \"Chess960\"]\n[FEN \"4k3/P7/8/8/8/8/8/RK6 w Q - 0 1\"]\n\n1. O-O-O *\n";
    assert!(object_of(castles, &[]).ends_with(r#""san":["O-O-O"],"uci":["b1a1"]}"#));
    let promotes = castles.replace("O-O-O", "a8=Q+");
    assert!(object_of(&promotes, &[]).ends_with(r#""san":["a8=Q+"],"uci":["a7a8q"]}"#));
}

#[test]
fn games_that_cannot_be_played_keep_their_tags_and_moves_as_text() {
    let pgn = "[Variant \"Crazyhouse\"]\n\n1. e4 d5 2. exd5 Qxd5 3. P@d4 1-0\n\n\
               [FEN \"x\"]\n\n1. e4 *\n\n1. d4 *\n";
    let lines = |format| {
        let mut exporter = Exporter::new(format);
        Reader::from_bytes(pgn.as_bytes()).read_all(&mut exporter).expect("memory");
        let text = String::from_utf8_lossy(exporter.text()).into_owned();
        text.lines().map(str::to_owned).collect::<Vec<_>>()
    };
    let objects = lines(ExportFormat::Jsonl);
    assert_eq!(
        objects[0],
        r#"{"tags":{"Variant":"Crazyhouse"},"result":"1-0","san":[],"uci":[],"unread":"e4 d5 exd5 Qxd5 P@d4"}"#
    );
    assert!(objects[1].contains(r#""unread":"e4""#), "{objects:?}");
    assert_eq!(objects.len(), 3);
    assert_eq!(lines(ExportFormat::Uci), ["", "", "d2d4"]);
    let rows = lines(ExportFormat::Csv);
    assert!(rows.len() == 3 && rows[0].contains("1-0"), "{rows:?}");
    assert_eq!(lines(ExportFormat::Fen).len(), 2);
}
