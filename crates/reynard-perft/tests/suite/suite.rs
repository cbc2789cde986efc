//! Published counts, with every method that this processor supports.

use core::num::NonZero;

use reynard::SetupFaults;
use reynard_perft::{Method, Perft, PerftOptions, SuiteEntry, parse_suite, parse_suite_waiving};

const SUITE: &str = include_str!("../../testdata/small.epd");
/// Counts above these are left to the release checks.
const LIMIT: u64 = 2_000_000;
const LIMIT_FULL: u64 = 200_000;

fn entries() -> Vec<SuiteEntry> {
    parse_suite_waiving(SUITE, SetupFaults::WAIVABLE)
        .collect::<Result<_, _>>()
        .expect("the suite is well formed")
}

fn check(options: &PerftOptions, limit: u64) {
    let perft = Perft::new(options).expect("supported");
    let summary = perft
        .verify(&entries(), limit, |entry, check| {
            assert!(check.is_ok(), "line {}, {options:?}: {check:?}", entry.line);
        })
        .expect("no overflow");
    assert!(summary.positions > 10 && summary.failed == 0, "{summary:?}");
}

#[test]
fn every_method_gives_the_published_counts() {
    for method in Method::ALL {
        if !method.is_supported() {
            println!("skipped: this processor does not support the method {method}");
            continue;
        }
        let limit = if method == Method::Full { LIMIT_FULL } else { LIMIT };
        check(&PerftOptions { method, ..PerftOptions::default() }, limit);
    }
}

#[test]
fn every_method_gives_the_published_counts_with_a_hash_table() {
    for method in [Method::Avx512, Method::Avx2, Method::Portable] {
        if !method.is_supported() {
            println!("skipped: this processor does not support the method {method}");
            continue;
        }
        check(&PerftOptions { method, hash_mib: 1, ..PerftOptions::default() }, LIMIT);
    }
}

#[test]
fn threads_do_not_change_a_count() {
    let threads = NonZero::new(3).expect("three");
    check(&PerftOptions { threads, ..PerftOptions::default() }, LIMIT);
    check(&PerftOptions { threads, hash_mib: 1, ..PerftOptions::default() }, LIMIT);
    check(&PerftOptions { threads, method: Method::List, ..PerftOptions::default() }, LIMIT_FULL);
}

#[test]
fn hash_and_list_exclude_each_other() {
    let options = PerftOptions { method: Method::List, hash_mib: 1, ..PerftOptions::default() };
    assert!(Perft::new(&options).is_err());
}

#[test]
fn too_large_a_table_is_an_error() {
    let options = PerftOptions { hash_mib: usize::MAX, ..PerftOptions::default() };
    assert!(Perft::new(&options).is_err());
}

#[test]
fn bad_lines_are_errors_with_their_number() {
    let text = "\n# note\n8/8/8/8/8/8/8/8 w - - 0 1 ;D1 0\n4k3/8/8/8/8/8/8/4K3 w - - 0 1\n\
                4k3/8/8/8/8/8/8/4K3 w - - 0 1 ;D1 5 ;D2 x\n4k3/8/8/8/8/8/8/4K3 w - - 0 1;D1 5;";
    let lines: Vec<_> = parse_suite(text).collect();
    let numbers: Vec<_> = lines.iter().filter_map(|line| line.as_ref().err()).collect();
    assert_eq!(numbers.iter().map(|error| error.line).collect::<Vec<_>>(), [3, 4, 5]);
    assert_eq!(numbers[2].to_string(), "line 5: field 2 is not a depth and a count (D4 197281)");
    assert_eq!(lines.len(), 4);
}
