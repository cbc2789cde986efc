//! Files that are there whole or not at all, whenever the process ends.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::Context;

/// Writes a file by way of a second one beside it, which takes its place when all is written: the
/// old content or the new one is there, never a part. What is no regular file, like a device or a
/// pipe, is written to directly.
pub(crate) fn write(path: &Path, content: &[u8]) -> anyhow::Result<()> {
    write_with(path, |file| Ok(file.write_all(content)?))
        .with_context(|| format!("cannot write {}", path.display()))
}

/// Does the same with whatever `fill` writes; if that fails, nothing has changed.
pub(crate) fn write_with<T>(
    path: &Path,
    fill: impl FnOnce(&mut File) -> anyhow::Result<T>,
) -> anyhow::Result<T> {
    if fs::metadata(path).is_ok_and(|metadata| !metadata.is_file()) {
        return fill(&mut File::options().write(true).open(path)?);
    }
    // Through a link, so that the link stays.
    let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let beside = beside(&path);
    let mut file = File::create_new(&beside)?;
    let written = fill(&mut file).and_then(|value| {
        file.sync_all()?;
        fs::rename(&beside, &path)?;
        Ok(value)
    });
    if written.is_err() {
        // The first error is the one to tell; there may be nothing to remove.
        let _ = fs::remove_file(&beside);
    }
    written
}

/// A name in the same folder that no other process uses.
fn beside(path: &Path) -> PathBuf {
    let mut name = OsString::from(".");
    name.push(path.file_name().unwrap_or_default());
    name.push(format!(".{}.part", std::process::id()));
    path.with_file_name(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_replaced_and_nothing_else_is_left() {
        let folder = std::env::temp_dir().join(format!("reynard-whole-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("a temporary folder");
        let path = folder.join("file");
        for content in ["first", "second"] {
            write(&path, content.as_bytes()).expect("a writable folder");
            assert_eq!(fs::read_to_string(&path).expect("the file"), content);
        }
        assert_eq!(fs::read_dir(&folder).expect("the folder").count(), 1);
        let missing = write(&folder.join("no/such/file"), b"").expect_err("no folder");
        assert!(missing.to_string().starts_with("cannot write "));
        let failed: anyhow::Result<()> = write_with(&path, |file| {
            file.write_all(b"a part")?;
            anyhow::bail!("no more")
        });
        assert_eq!(failed.expect_err("it failed").to_string(), "no more");
        assert_eq!(fs::read_to_string(&path).expect("the file"), "second");
        assert_eq!(fs::read_dir(&folder).expect("the folder").count(), 1);
        fs::remove_dir_all(&folder).expect("the folder can go");
    }
}
