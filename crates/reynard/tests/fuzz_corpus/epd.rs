//! Any bytes: they are records of EPD or are refused, and what is written is read as the same.

use reynard::{
    Epd, Position, SetupFaults,
    epd::{EpdDiagnosticKind, EpdOptions, EpdReader},
};

/// Fails if something does not hold for these bytes, which are a whole file.
pub(crate) fn check(data: &[u8]) {
    let strict = EpdOptions { waived: SetupFaults::WAIVABLE, ..EpdOptions::STRICT };
    let tolerant = EpdOptions { waived: SetupFaults::WAIVABLE, ..EpdOptions::TOLERANT };
    for record in EpdReader::new(data, strict).flatten() {
        assert!(record.diagnostics.is_empty());
        let written = record.epd.to_string();
        let (again, diagnostics) = Epd::read(&written, strict).expect(&written);
        assert_eq!((&again, &diagnostics), (&record.epd, &record.diagnostics), "{written}");
        assert_eq!(again.position.to_setup(), record.epd.position.to_setup(), "{written}");
        // The tolerant reader reports the faults of a position, and nothing else.
        let faults = Position::from_setup(&again.position.to_setup()).is_err();
        let (tolerated, diagnostics) = Epd::read(&written, tolerant).expect(&written);
        assert_eq!(tolerated, again, "{written}");
        assert_eq!(diagnostics.len(), usize::from(faults), "{written}");
        assert!(
            diagnostics.iter().all(|it| matches!(it.kind, EpdDiagnosticKind::Setup(_))),
            "{written}"
        );
    }
    for record in EpdReader::new(data, tolerant) {
        let record = match record {
            Ok(record) => record,
            Err(diagnostic) => {
                assert!(diagnostic.line > 0 && diagnostic.column > 0);
                continue;
            }
        };
        let written = record.epd.to_string();
        let (again, _) = Epd::read(&written, tolerant).expect(&written);
        assert_eq!(again.to_string(), written);
        assert_eq!(again.position.to_setup(), record.epd.position.to_setup(), "{written}");
    }
}
