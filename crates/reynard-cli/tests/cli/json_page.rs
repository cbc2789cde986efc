//! The page that describes the JSON output.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::run::reynard_in;

/// Objects whose keys are data: tags, results, causes, kinds.
const FREE: [&str; 6] = ["tags", "ends", "header", "kinds", "mistakes", "without_card"];

/// Runs commands in a folder and looks their fields up on the page.
pub(crate) fn check(folder: &Path, commands: &[&str]) {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/src/json.md");
    let pages: String = ["json.md", "fen.md"]
        .map(|name| fs::read_to_string(page.with_file_name(name)).expect("a page"))
        .concat();
    let mut missing = BTreeSet::new();
    for command in commands {
        let args: Vec<&str> = command.split(' ').collect();
        let run = reynard_in(folder, &args);
        assert!(run.code < 2, "{command}: {run:?}");
        let mut objects = 0;
        for line in run.stdout.lines() {
            let value: Value = serde_json::from_str(line).expect(command);
            let mut fields = BTreeSet::new();
            collect(&value, &mut fields);
            objects += 1;
            missing.extend(
                fields
                    .into_iter()
                    .filter(|field| !pages.contains(&format!("`{field}`")))
                    .map(|field| format!("{field} of {command}")),
            );
        }
        assert!(objects > 0, "{command} printed nothing: {run:?}");
    }
    assert!(missing.is_empty(), "{missing:#?}");
}

fn collect(value: &Value, fields: &mut BTreeSet<String>) {
    match value {
        Value::Object(object) => {
            for (name, value) in object {
                fields.insert(name.clone());
                if !FREE.contains(&name.as_str()) {
                    collect(value, fields);
                }
            }
        }
        Value::Array(values) => values.iter().for_each(|value| collect(value, fields)),
        _ => {}
    }
}
