//! A signal leaves no unfinished files.
//!
//! [`abandon`] removes those of the whole process, so that this test has a process of its own.

use std::fs;

use reynard_base::files::{NewFile, abandon};

#[test]
fn unfinished_files_are_removed_and_finished_ones_stay() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let [done, open] = ["done", "open"].map(|name| folder.path().join(name));
    let file = NewFile::create(&done).expect("a writable folder");
    fs::write(file.path(), "content").expect("space");
    file.finish().expect("a writable folder");
    let unfinished = NewFile::create(&open).expect("a writable folder");
    fs::write(unfinished.path(), "a part").expect("space");
    abandon(&mut || ());
    let names: Vec<_> = fs::read_dir(folder.path())
        .expect("the folder")
        .map(|entry| entry.expect("an entry").file_name())
        .collect();
    assert_eq!(names, ["done"]);
}
