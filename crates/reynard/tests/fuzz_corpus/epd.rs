//! Any bytes: they are records of EPD or are refused, and what is written is read as the same.

use reynard::{
    Epd, SetupFaults,
    epd::{EpdOptions, EpdReader},
};

/// Fails if something does not hold for these bytes, which are a whole file.
pub(crate) fn check(data: &[u8]) {
    let strict = EpdOptions { waived: SetupFaults::WAIVABLE, ..EpdOptions::STRICT };
    let tolerant = EpdOptions { waived: SetupFaults::WAIVABLE, ..EpdOptions::TOLERANT };
    for record in EpdReader::new(data, strict).flatten() {
        assert!(record.findings.is_empty());
        let written = record.epd.to_string();
        let (again, findings) = Epd::read(&written, strict).expect(&written);
        assert_eq!((&again, &findings), (&record.epd, &record.findings), "{written}");
        assert_eq!(again.position.to_setup(), record.epd.position.to_setup(), "{written}");
        assert_eq!(Epd::read(&written, tolerant), Ok((again, findings)), "{written}");
    }
    for record in EpdReader::new(data, tolerant) {
        let record = match record {
            Ok(record) => record,
            Err(finding) => {
                assert!(finding.line > 0 && finding.column > 0);
                continue;
            }
        };
        let written = record.epd.to_string();
        let (again, _) = Epd::read(&written, tolerant).expect(&written);
        assert_eq!(again.to_string(), written);
        assert_eq!(again.position.to_setup(), record.epd.position.to_setup(), "{written}");
    }
}
