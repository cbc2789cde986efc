//! `web/js/chances.js` marks moves by the thresholds of `reynard_analysis::Judgment`.

use std::path::Path;

use reynard_analysis::Judgment;

#[test]
fn the_page_marks_moves_by_the_thresholds_of_the_library() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/js/chances.js");
    let source = std::fs::read_to_string(path).expect("web/js/chances.js");
    for judgment in [Judgment::Inaccuracy, Judgment::Mistake, Judgment::Blunder] {
        let line = format!(
            "{{ mark: '{}', nag: {}, name: '{}', loss: {} }},",
            judgment.symbol(),
            judgment.nag().0,
            judgment.name(),
            judgment.threshold()
        );
        assert!(source.contains(&line), "{line}");
    }
}
