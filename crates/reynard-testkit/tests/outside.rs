//! Tests that run programs of other projects are switched on, and say what they lack.

use std::ffi::OsString;
use std::panic::catch_unwind;

use reynard_testkit::outside::{Absence, Outside};

/// Returns the folder of this test, which is a program.
fn path() -> OsString {
    let program = std::env::current_exe().expect("this program");
    program.parent().expect("a folder").into()
}

fn own_name() -> String {
    let program = std::env::current_exe().expect("this program");
    program.file_stem().expect("a name").to_str().expect("a plain name").to_owned()
}

#[test]
fn a_program_is_found_only_where_the_tests_are_switched_on() {
    let on = Outside { is_on: true, is_required: false, path: path() };
    assert_eq!(on.find(&own_name()).ok(), std::env::current_exe().ok());
    assert!(on.require(&own_name()).is_some());
    let off = Outside { is_on: false, ..on };
    assert_eq!(off.find(&own_name()), Err(Absence::SwitchedOff));
    assert_eq!(off.require(&own_name()), None);
}

#[test]
fn a_missing_program_is_a_failure_where_it_is_required() {
    let on = Outside { is_on: true, is_required: false, path: path() };
    assert_eq!(on.find("no-such-program"), Err(Absence::NotInstalled));
    assert_eq!(on.require("no-such-program"), None);
    let required = Outside { is_required: true, ..on.clone() };
    let panic = catch_unwind(|| required.require("no-such-program")).expect_err("it is missing");
    let message = panic.downcast_ref::<String>().expect("a message");
    assert!(message.starts_with("no-such-program: not installed"), "{message}");
    // Switched off, nothing is required.
    let off = Outside { is_on: false, ..required };
    assert_eq!(off.require("no-such-program"), None);
}
