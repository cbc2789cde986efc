//! The settings in `gui/` name options that the engine has, with values that it takes.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::run::reynard_with_input;

type Options = BTreeMap<String, String>;

#[test]
fn the_engine_takes_the_settings_for_programs_with_a_board() {
    let all = [scid(), cute_chess(), lichess_bot()];
    for options in &all {
        assert!(options.len() >= 2, "{options:?}");
    }
    for (name, value) in all.into_iter().flatten() {
        assert_eq!(errors(&name, &value), "", "{name} = {value}");
    }
    // The check sees an option that there is not, and a value that is out of range.
    assert!(errors("Treads", "2").contains("there is no such option; did you mean Threads?"));
    assert!(errors("Threads", "0").contains("from 1"));
}

/// Remarks of the engine about an option that is set.
fn errors(name: &str, value: &str) -> String {
    let input = format!("setoption name {name} value {value}\nquit\n");
    let run = reynard_with_input(&[], input.as_bytes());
    let errors = run.stdout.lines().filter(|line| line.starts_with("info string error"));
    errors.collect()
}

/// `UCIoptions {{Threads 2} {Hash 256}}`
fn scid() -> Options {
    let text = read("scid/engines.dat");
    let line = text.lines().find_map(|line| line.trim().strip_prefix("UCIoptions "));
    let line = line.expect("Scid's options").trim_start_matches('{').trim_end_matches('}');
    line.split("} {").map(|option| pair(option, ' ')).collect()
}

fn cute_chess() -> Options {
    let engines: Value = serde_json::from_str(&read("cutechess/engines.json")).expect("JSON");
    let options = engines[0]["options"].as_array().expect("a list of options");
    let text = |value: &Value| value.to_string().trim_matches('"').to_owned();
    options.iter().map(|option| (text(&option["name"]), text(&option["value"]))).collect()
}

/// The lines below `uci_options:` that are further in.
fn lichess_bot() -> Options {
    let text = read("lichess-bot/config.yml");
    let below = text.lines().skip_while(|line| line.trim() != "uci_options:").skip(1);
    let options = below.take_while(|line| line.starts_with("    "));
    options.map(|option| pair(option, ':')).collect()
}

/// Name and value around the last separator.
fn pair(option: &str, separator: char) -> (String, String) {
    let (name, value) = option.rsplit_once(separator).expect("a name and a value");
    (name.trim().to_owned(), value.trim().to_owned())
}

fn read(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../gui").join(name);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}
