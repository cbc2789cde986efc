//! Rewrites the imports of a module.

use std::collections::BTreeSet;
use std::fmt::Write;

/// A module whose imports refer to addresses in the import map.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Module {
    pub(super) text: String,
    /// The files that the module imports.
    pub(super) imports: BTreeSet<String>,
}

/// Returns the address of a module in the import map.
pub(super) fn address(name: &str) -> String {
    format!("reynard-page/{name}")
}

/// Rewrites the paths in `from "./a.js"`, `import "./a.js"` and `import("./a.js")` to addresses in
/// the import map, if the file exists.
pub(super) fn rewrite(name: &str, text: &str, exists: impl Fn(&str) -> bool) -> Module {
    let (mut out, mut imports, mut rest) =
        (String::with_capacity(text.len()), BTreeSet::new(), text);
    while let Some(start) = rest.find(['"', '\'']) {
        let quote = &rest[start..=start];
        let (before, after) = (&rest[..start], &rest[start + 1..]);
        let words = before.trim_end().trim_end_matches('(').trim_end();
        let is_import = words.ends_with("from") || words.ends_with("import");
        let path = after.split_once(quote).map(|(path, _)| path).filter(|_| is_import);
        let target = path.filter(|path| path.starts_with('.')).and_then(|path| resolve(name, path));
        out.push_str(before);
        if let (Some(path), Some(target)) = (path, target.filter(|target| exists(target))) {
            // Writing to a string cannot fail.
            let _ = write!(out, "\"{}\"", address(&target));
            imports.insert(target);
            rest = &after[path.len() + 1..];
        } else {
            out.push_str(quote);
            rest = after;
        }
    }
    out.push_str(rest);
    Module { text: out, imports }
}

/// Returns the name of the file to which a relative path in the file `name` refers, or `None` if
/// the path leads out of the page.
fn resolve(name: &str, path: &str) -> Option<String> {
    let mut parts: Vec<&str> = name.split('/').collect();
    parts.pop();
    for part in path.split('/') {
        match part {
            "." => {}
            ".." => {
                parts.pop()?;
            }
            part => parts.push(part),
        }
    }
    Some(parts.join("/"))
}

#[cfg(test)]
mod tests {
    use super::rewrite;

    #[test]
    fn imports_become_addresses_of_the_import_map() {
        let text = "import { a, b as c } from \"./a.js\";\nexport * from '../b.js'\nimport './c.js';\n\
            const d = await import(\"./d.js\");\nimport e from \"e\"; const f = \"./a.js\"; const g = 'from';";
        let module = rewrite("js/main.js", text, |name| name != "js/d.js");
        assert_eq!(
            module.text,
            "import { a, b as c } from \"reynard-page/js/a.js\";\nexport * from \"reynard-page/b.js\"\n\
            import \"reynard-page/js/c.js\";\nconst d = await import(\"./d.js\");\nimport e from \"e\"; \
            const f = \"./a.js\"; const g = 'from';"
        );
        assert_eq!(module.imports.into_iter().collect::<Vec<_>>(), ["b.js", "js/a.js", "js/c.js"]);
    }

    #[test]
    fn paths_that_lead_out_of_the_page_stay() {
        let text = "import '../../a.js'; // it isn't";
        assert_eq!(rewrite("js/main.js", text, |_| true).text, text);
    }
}
