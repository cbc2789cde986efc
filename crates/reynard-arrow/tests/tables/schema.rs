//! The schema is fixed: names, types, nulls, metadata. Columns may be added at the end, nothing
//! else.

use arrow_schema::DataType;
use reynard_arrow::{GameColumn, PositionColumn, TableSpec};

fn described(spec: &TableSpec) -> Vec<String> {
    let schema = spec.schema();
    let fields = schema.fields().iter().map(|field| {
        let null = if field.is_nullable() { "?" } else { "" };
        let of = match field.data_type() {
            DataType::List(item) => {
                let null = if item.is_nullable() { "?" } else { "" };
                format!("list<{}: {}{null}>", item.name(), item.data_type())
            }
            other => other.to_string(),
        };
        format!("{} {of}{null}", field.name())
    });
    fields.collect()
}

#[test]
fn the_table_of_games_has_this_schema() {
    let expected = [
        "game UInt64",
        "offset UInt64",
        "Event Utf8?",
        "Site Utf8?",
        "Date Utf8?",
        "UTCDate Utf8?",
        "UTCTime Utf8?",
        "Round Utf8?",
        "White Utf8?",
        "Black Utf8?",
        "Result Utf8",
        "TimeControl Utf8?",
        "Termination Utf8?",
        "FEN Utf8?",
        "WhiteElo UInt16?",
        "BlackElo UInt16?",
        "WhiteTitle Utf8?",
        "BlackTitle Utf8?",
        "WhiteRatingDiff Int16?",
        "BlackRatingDiff Int16?",
        "ECO Utf8?",
        "Opening Utf8?",
        "plies UInt32",
        "complete Boolean",
        "moves list<item: UInt16>",
        "clock list<item: UInt32?>?",
        "eval list<item: Int16?>?",
        "elapsed list<item: UInt32?>?",
        "commands list<item: Utf8?>?",
    ];
    assert_eq!(described(&TableSpec::games()), expected);
}

#[test]
fn the_table_of_positions_has_this_schema() {
    let expected = [
        "game UInt64",
        "ply UInt16",
        "key UInt64",
        "position FixedSizeBinary(32)",
        "move UInt16",
        "san Utf8",
        "clock UInt32?",
        "eval Int16?",
        "elapsed UInt32?",
    ];
    assert_eq!(described(&TableSpec::positions()), expected);
}

#[test]
fn the_version_is_in_the_metadata() {
    for spec in [TableSpec::games(), TableSpec::positions()] {
        assert_eq!(spec.schema().metadata()["reynard.schema"], "1");
        assert_eq!(spec.schema().metadata().len(), 1);
    }
}

#[test]
fn columns_are_found_by_name_in_any_letters() {
    for column in GameColumn::ALL {
        assert_eq!(column.name().parse(), Ok(column));
        assert_eq!(column.name().to_ascii_uppercase().parse(), Ok(column));
    }
    for column in PositionColumn::ALL {
        assert_eq!(column.name().parse(), Ok(column));
    }
    let error = "Elo".parse::<GameColumn>().expect_err("no such column").to_string();
    assert!(error.starts_with("no column `Elo`; the columns are game, offset, Event"), "{error}");
    assert!("White".parse::<PositionColumn>().is_err());
}
