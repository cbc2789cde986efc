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
