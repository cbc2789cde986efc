//! The page as one HTML file, which can be opened without a server.
//!
//! A page with a `file:` URL may not load modules or workers from other files. The HTML file
//! therefore contains all files, in base64. A script creates a `blob:` URL for each file and lists
//! these URLs in `globalThis.reynardFiles`. Modules import each other by path, and an import map
//! translates the paths to these URLs.

mod module;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::{self, Write};

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;

use crate::PageFile;

/// The treatment of the network in the single file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EmbeddedNetwork {
    /// The file contains the network.
    Included,
    /// The network is left out. The file is smaller, and the engine uses the classic evaluation.
    LeftOut,
}

/// The error returned by [`single_file`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SingleFileError {
    /// A required file is missing.
    Missing(String),
    /// A text file is not valid UTF-8.
    NotText(&'static str),
}

impl fmt::Display for SingleFileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Missing(name) => write!(f, "{name}: the page has no such file"),
            Self::NotText(name) => write!(f, "{name}: no valid UTF-8"),
        }
    }
}

impl std::error::Error for SingleFileError {}

/// The HTML file of the page.
const PAGE: &str = "index.html";
/// The network of the engine.
const NETWORK: &str = PageFile::NETWORK;
/// The files that are of no use unless the page comes from a server, because threads and service
/// workers need one.
const NEEDS_SERVER: [&str; 7] = [
    PAGE,
    "build.json",
    GLUE,
    "manifest.webmanifest",
    "sw.js",
    "threads.js",
    "wasm/reynard-threads.wasm",
];
/// The script of the engine's worker. It is combined with the script that it loads, because without
/// a server, a worker may not load anything, not even a URL of the page.
const WORKER: &str = "worker.js";
const GLUE: &str = "wasm/reynard-classic.js";

/// Returns the page as a single HTML file, which can be opened in a browser with a double click.
///
/// # Errors
///
/// Returns [`SingleFileError`] if a file to which the page refers is missing or is not text.
///
/// ```
/// use reynard_web::{EmbeddedNetwork, PageFile, single_file};
///
/// let files = [
///     PageFile::new(
///         "index.html",
///         b"<head></head><script type=\"module\" src=\"./main.js\"></script>",
///     ),
///     PageFile::new("main.js", b"document.title = 'works';"),
/// ];
/// let html = single_file(&files, EmbeddedNetwork::LeftOut)?;
/// assert!(html.contains("importmap") && !html.contains("src=\"./main.js\""));
/// # Ok::<(), reynard_web::SingleFileError>(())
/// ```
pub fn single_file(
    files: &[PageFile],
    network: EmbeddedNetwork,
) -> Result<String, SingleFileError> {
    let by_name: BTreeMap<&str, &PageFile> = files.iter().map(|file| (file.name(), file)).collect();
    let page = by_name.get(PAGE).ok_or_else(|| SingleFileError::Missing(PAGE.to_owned()))?;
    let (html, entries) = without_links(&with_policy(text(page)?), &by_name)?;
    let modules = modules(&entries, &by_name)?;
    let mut embedded = String::new();
    for file in files {
        let is_left_out = NEEDS_SERVER.contains(&file.name())
            || !file.is_served()
            || file.media_type().starts_with("text/css")
            || file.name() == NETWORK && network == EmbeddedNetwork::LeftOut;
        if is_left_out {
            continue;
        }
        let data = match (modules.get(file.name()), by_name.get(GLUE)) {
            (Some(rewritten), _) => base64(rewritten.as_bytes()),
            (None, Some(glue)) if file.name() == WORKER => {
                base64(&[glue.bytes(), file.bytes()].concat())
            }
            (None, _) => base64(file.bytes()),
        };
        // Writing to a string cannot fail.
        let _ = writeln!(embedded, "[{:?},{:?},\"{data}\"],", file.name(), file.media_type());
    }
    let imports: Vec<&&str> = modules.keys().collect();
    let mut start = String::new();
    for name in &entries {
        let _ = write!(start, "import {:?};", module::address(name));
    }
    let script = format!(
        "<script>\n\"use strict\";\n{{\nconst files = [\n{embedded}];\nconst modules = {imports:?};\n\
        const start = {start:?};\n{LOADER}}}\n</script>\n"
    );
    // The scripts come last, when the elements of the page are there, as with modules.
    let end = html.rfind("</body>").unwrap_or(html.len());
    Ok(format!("{}{script}{}", &html[..end], &html[end..]))
}

fn base64(bytes: &[u8]) -> String {
    BASE64_STANDARD.encode(bytes)
}

/// The script that creates a URL for each file, and starts the modules.
const LOADER: &str = r#"const addresses = {};
for (const [name, type, data] of files) {
  const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));
  addresses[name] = URL.createObjectURL(new Blob([bytes], { type }));
}
globalThis.reynardFiles = addresses;
const add = (type, text) => {
  const script = document.createElement("script");
  script.type = type;
  script.textContent = text;
  document.head.append(script);
};
const imports = Object.fromEntries(modules.map((name) => ["reynard-page/" + name, addresses[name]]));
add("importmap", JSON.stringify({ imports }));
add("module", start);
"#;

/// The content security policy of the single file. The file may run only the code that it contains,
/// and may not make any connections.
const POLICY: &str = "default-src 'none'; script-src 'unsafe-inline' 'wasm-unsafe-eval' blob:; \
    style-src 'unsafe-inline'; img-src data: blob:; connect-src blob:; worker-src blob:; \
    base-uri 'none'; form-action 'none'";

/// Returns the HTML with the policy for a file host replaced by the policy for a single file.
fn with_policy(html: &str) -> String {
    const START: &str = "<meta http-equiv=\"Content-Security-Policy\" content=\"";
    let Some((before, rest)) = html.split_once(START) else { return html.to_owned() };
    let after = rest.split_once('"').map_or("", |(_, after)| after);
    format!("{before}{START}{POLICY}\"{after}")
}

fn text(file: &PageFile) -> Result<&'static str, SingleFileError> {
    std::str::from_utf8(file.bytes()).map_err(|_| SingleFileError::NotText(file.name()))
}

/// Returns the HTML with its style sheets inlined and its other links and module scripts removed.
/// Also returns the names of these scripts.
fn without_links(
    html: &str,
    files: &BTreeMap<&str, &PageFile>,
) -> Result<(String, Vec<String>), SingleFileError> {
    let file = |path: &str| {
        let name = path.trim_start_matches("./");
        files.get(name).copied().ok_or_else(|| SingleFileError::Missing(name.to_owned()))
    };
    let (mut rest, mut out, mut entries) = (html, String::with_capacity(html.len()), Vec::new());
    while let Some(start) = next_tag(rest) {
        let (before, tag) = rest.split_at(start);
        out.push_str(before);
        let Some(end) = tag.find('>') else { break };
        let (tag, after) = tag.split_at(end + 1);
        rest = after;
        if tag.starts_with("<script") {
            match attribute(tag, "src") {
                Some(source) if attribute(tag, "type") == Some("module") => {
                    entries.push(file(source)?.name().to_owned());
                    rest = after.strip_prefix("</script>").unwrap_or(after);
                }
                _ => out.push_str(tag),
            }
        } else {
            match (attribute(tag, "rel"), attribute(tag, "href")) {
                (Some("stylesheet"), Some(source)) => {
                    out.push_str("<style>\n");
                    out.push_str(text(file(source)?)?);
                    out.push_str("</style>");
                }
                (Some("icon"), Some(source)) => {
                    let icon = file(source)?;
                    let data = base64(icon.bytes());
                    let kind = icon.media_type();
                    let _ = write!(out, "<link rel=\"icon\" href=\"data:{kind};base64,{data}\">");
                }
                (Some("manifest" | "modulepreload" | "preload"), _) => {}
                _ => out.push_str(tag),
            }
        }
    }
    out.push_str(rest);
    Ok((out, entries))
}

/// Returns the index of the next link or script.
fn next_tag(html: &str) -> Option<usize> {
    [html.find("<link"), html.find("<script")].into_iter().flatten().min()
}

/// Returns the value of a double-quoted attribute.
fn attribute<'a>(tag: &'a str, name: &str) -> Option<&'a str> {
    let (_, rest) = tag.split_once(&format!(" {name}=\""))?;
    rest.split_once('"').map(|(value, _)| value)
}

/// Returns the given modules and all modules that they import, directly or indirectly. The paths in
/// their imports are replaced with addresses in the import map.
fn modules<'a>(
    entries: &[String],
    files: &BTreeMap<&'a str, &'a PageFile>,
) -> Result<BTreeMap<&'a str, String>, SingleFileError> {
    let mut open: BTreeSet<String> = entries.iter().cloned().collect();
    let mut modules = BTreeMap::new();
    while let Some(name) = open.pop_first() {
        let Some((&name, file)) = files.get_key_value(&*name) else {
            return Err(SingleFileError::Missing(name));
        };
        let module = module::rewrite(name, text(file)?, |name| files.contains_key(name));
        open.extend(module.imports.into_iter().filter(|name| !modules.contains_key(&**name)));
        modules.insert(name, module.text);
        open.retain(|name| !modules.contains_key(&**name));
    }
    Ok(modules)
}

#[cfg(test)]
mod tests {
    use super::{EmbeddedNetwork, SingleFileError, single_file};
    use crate::PageFile;

    const HTML: &[u8] = b"<!doctype html><head><link rel=\"stylesheet\" href=\"./page.css\">\
        <link rel=\"manifest\" href=\"./manifest.webmanifest\"><script type=\"module\" src=\"./main.js\"></script></head><body>x</body>";

    #[test]
    fn styles_modules_and_data_are_in_the_file() {
        let files = [
            PageFile::new("default", b""),
            PageFile::new("index.html", HTML),
            PageFile::new("js/a.js", b"export const a = 1;"),
            PageFile::new("main.js", b"import { a } from \"./js/a.js\";"),
            PageFile::new("page.css", b"body { color: red }"),
            PageFile::new("sw.js", b"none"),
            PageFile::new("wasm/default.rnn", b"net"),
        ];
        let html = single_file(&files, EmbeddedNetwork::LeftOut).unwrap();
        assert!(
            html.contains("color: red") && html.contains("[\"js/a.js\",\"text/javascript"),
            "{html}"
        );
        for gone in ["src=\"./main.js\"", "webmanifest", "\"sw.js\"", "default.rnn", "href=\"./"] {
            assert!(!html.contains(gone), "{gone}: {html}");
        }
        assert!(html.contains("const modules = [\"js/a.js\", \"main.js\"];"), "{html}");
        let html = single_file(&files, EmbeddedNetwork::Included).unwrap();
        assert!(
            html.contains("[\"wasm/default.rnn\",\"application/octet-stream\",\"bmV0\"]"),
            "{html}"
        );
    }

    #[test]
    fn the_policy_of_the_file_lets_nothing_out() {
        let html = b"<head><meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'self'\"></head>\
            <body>x</body>";
        let html =
            single_file(&[PageFile::new("index.html", html)], EmbeddedNetwork::LeftOut).unwrap();
        assert!(html.contains("content=\"default-src 'none'; script-src"), "{html}");
        assert!(!html.contains("'self'"), "{html}");
    }

    #[test]
    fn a_worker_has_what_it_would_load() {
        let files = [
            PageFile::new("index.html", b"<body>"),
            PageFile::new("wasm/reynard-classic.js", b"let glue;"),
            PageFile::new("worker.js", b"work();"),
        ];
        let html = single_file(&files, EmbeddedNetwork::LeftOut).unwrap();
        let both = super::base64(b"let glue;work();");
        assert!(
            html.contains(&format!(
                "[\"worker.js\",\"text/javascript; charset=utf-8\",\"{both}\"]"
            )),
            "{html}"
        );
        assert!(!html.contains("reynard-classic"), "{html}");
    }

    #[test]
    fn a_missing_file_is_named() {
        let missing = |name: &str| Err(SingleFileError::Missing(name.to_owned()));
        let page = PageFile::new("index.html", HTML);
        assert_eq!(single_file(&[], EmbeddedNetwork::LeftOut), missing("index.html"));
        assert_eq!(single_file(&[page], EmbeddedNetwork::LeftOut), missing("page.css"));
    }
}
