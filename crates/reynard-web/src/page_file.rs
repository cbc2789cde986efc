//! The files of the page.

use std::path::{Path, PathBuf};
use std::{fs, io};

/// A file of the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PageFile {
    name: &'static str,
    bytes: &'static [u8],
}

impl PageFile {
    /// The name of the network's file.
    pub(crate) const NETWORK: &'static str = "wasm/default.rnn";

    /// Creates a file from its contents and its path, which is relative to the page and uses
    /// forward slashes.
    ///
    /// ```
    /// use reynard_web::PageFile;
    ///
    /// let file = PageFile::new("js/board.js", b"export {};");
    /// assert_eq!(file.media_type(), "text/javascript; charset=utf-8");
    /// ```
    pub const fn new(name: &'static str, bytes: &'static [u8]) -> Self {
        Self { name, bytes }
    }

    /// Returns the built-in files, sorted by name. The list is empty if the `page` feature is
    /// disabled, and on docs.rs. The first call unpacks the files.
    ///
    /// ```
    /// use reynard_web::PageFile;
    ///
    /// assert_eq!(PageFile::all().is_empty(), !cfg!(feature = "page"));
    /// ```
    pub fn all() -> &'static [Self] {
        #[cfg(feature = "page")]
        return built_in();
        #[cfg(not(feature = "page"))]
        &[]
    }

    /// Returns the path relative to the page, with forward slashes.
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// Returns the contents.
    pub const fn bytes(&self) -> &'static [u8] {
        self.bytes
    }

    /// Returns the value of the header `Content-Type`.
    ///
    /// ```
    /// use reynard_web::PageFile;
    ///
    /// assert_eq!(PageFile::new("wasm/reynard_bg.wasm", b"").media_type(), "application/wasm");
    /// ```
    pub fn media_type(&self) -> &'static str {
        match self.name.rsplit_once('.').map_or("", |(_, ending)| ending) {
            "css" => "text/css; charset=utf-8",
            "html" => "text/html; charset=utf-8",
            "js" | "mjs" => "text/javascript; charset=utf-8",
            "json" => "application/json",
            "png" => "image/png",
            "svg" => "image/svg+xml",
            "wasm" => "application/wasm",
            "webmanifest" => "application/manifest+json",
            "txt" | "ts" | "pgn" | "tsv" => "text/plain; charset=utf-8",
            _ => "application/octet-stream",
        }
    }

    /// Returns `true` if the page may request the file, and `false` for TypeScript type
    /// declarations.
    pub(crate) fn is_served(&self) -> bool {
        !self.name.ends_with(".d.ts")
    }
}

/// Unpacks the files. The network is taken from the engine, so the program contains it only once.
#[cfg(feature = "page")]
fn built_in() -> &'static [PageFile] {
    use std::sync::LazyLock;

    use reynard_nnue::Network;

    use crate::packed::unpacked;

    static BUILT_IN: LazyLock<Vec<PageFile>> = LazyLock::new(|| {
        let mut files: Vec<PageFile> =
            unpacked().map(|(name, bytes)| PageFile::new(name, bytes)).collect();
        if !files.is_empty() {
            files.push(PageFile::new(PageFile::NETWORK, Network::embedded_file()));
        }
        files.sort_by_key(PageFile::name);
        files
    });
    &BUILT_IN
}

/// Writes files to a folder, which any static file host can serve. Folders are created as needed.
///
/// # Errors
///
/// Returns an error that contains the path if a folder cannot be created or a file cannot be
/// written.
///
/// ```
/// use reynard_web::{PageFile, write_files};
///
/// let folder = std::env::temp_dir().join(format!("reynard-page-{}", std::process::id()));
/// write_files(&[PageFile::new("js/a.js", b"export {};")], &folder)?;
/// assert_eq!(std::fs::read(folder.join("js/a.js"))?, b"export {};");
/// # std::fs::remove_dir_all(folder)?;
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn write_files(files: &[PageFile], folder: &Path) -> io::Result<()> {
    let explain = |path: PathBuf| {
        move |error: io::Error| io::Error::new(error.kind(), format!("{}: {error}", path.display()))
    };
    for file in files {
        let path = folder.join(file.name);
        if let Some(parent) = path.parent() {
            fs::create_dir_all(parent).map_err(explain(parent.to_owned()))?;
        }
        fs::write(&path, file.bytes).map_err(explain(path.clone()))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::PageFile;

    #[test]
    fn names_are_sorted_and_stay_below_the_page() {
        let files = PageFile::all();
        assert!(files.is_sorted_by_key(PageFile::name));
        for file in files {
            assert!(!file.name.starts_with('/') && !file.name.contains(".."), "{}", file.name);
        }
    }
}
