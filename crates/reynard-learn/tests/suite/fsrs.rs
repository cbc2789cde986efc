//! The scheduler gives the intervals of the Python package `fsrs` 6.3.2.
//!
//! `scripts/fsrs-histories` writes the table: seed, retention, then for each answer the time in
//! milliseconds, the grade, and the interval in days that the package gave after it.

use std::path::PathBuf;

use reynard_learn::{FsrsScheduler, MemoryState, Retention, ReviewGrade, UtcMillis};

const TABLE: &str = include_str!("../data/fsrs-6.3.2.csv");

/// Checks the histories of a table, and returns their number and that of their answers.
fn check(table: &str) -> (usize, usize) {
    let (mut histories, mut answers) = (0, 0);
    for line in table.lines().filter(|line| !line.starts_with('#')) {
        let mut fields = line.split(',');
        let retention = fields.next().and_then(|text| text.parse().ok()).and_then(Retention::new);
        let scheduler = FsrsScheduler::new(retention.expect("a retention"));
        let mut state: Option<(MemoryState, UtcMillis)> = None;
        for answer in fields {
            let mut parts = answer.split(' ').map(|part| part.parse::<i64>().expect("a number"));
            let mut part = || parts.next().expect("three parts");
            let (time, grade, interval) = (UtcMillis(part()), part(), part());
            let grade = u8::try_from(grade).ok().and_then(ReviewGrade::from_number);
            let grade = grade.expect("a grade");
            let memory = match state {
                None => scheduler.first(grade),
                Some((memory, last)) => scheduler.next(memory, time.days_since(last), grade),
            };
            assert_eq!(i64::from(scheduler.interval(memory)), interval, "{answer} in {line}");
            state = Some((memory, time));
            answers += 1;
        }
        histories += 1;
    }
    (histories, answers)
}

#[test]
fn intervals_are_those_of_the_python_package() {
    let (histories, answers) = check(TABLE);
    assert!(histories == 500 && answers > 4_000, "{histories} {answers}");
}

/// A larger table in a file, by the environment.
#[test]
fn intervals_of_a_larger_table_are_equal_too() {
    let Some(path) = std::env::var_os("REYNARD_TEST_FSRS").map(PathBuf::from) else {
        println!("skipped: REYNARD_TEST_FSRS names no table of scripts/fsrs-histories");
        return;
    };
    let table = std::fs::read_to_string(&path).expect("the table");
    let (histories, answers) = check(&table);
    println!("{histories} histories, {answers} answers are equal");
    assert!(histories > 0);
}
