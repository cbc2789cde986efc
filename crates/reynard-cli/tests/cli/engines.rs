//! Engines of other kinds, as shell scripts: each behaves in its own way when it is asked for a
//! move.

use std::path::Path;

use crate::folder::Folder;
use crate::run::script;

/// Makes an engine that runs `go` for each search. There `$n` is the number of the search, over all
/// processes of this engine, and `$move` a legal move of the games that begin with moves of other
/// pawns than those of the a-file. `$folder` is that of the engine.
pub(crate) fn engine(folder: &Folder, name: &str, go: &str) -> String {
    engine_with(folder, name, "", go)
}

/// Makes an engine like [`engine`], which runs `start` first.
pub(crate) fn engine_with(folder: &Folder, name: &str, start: &str, go: &str) -> String {
    let counter = folder.path(&format!("{name}.searches"));
    let text = format!(
        "folder='{}'\n{start}\n\
         while read -r line; do printf '%s\\n' \"$line\" >> '{counter}.log'; case $line in\n\
         uci) echo 'id name {name}'\necho 'option name Hash type spin default 1 min 1 max 64'\n\
         echo 'option name Threads type spin default 1 min 1 max 64'\n\
         echo 'option name Backend Options type string default <empty>'\n\
         echo 'option name SyzygyPath type string default <empty>'; echo uciok;;\n\
         isready) echo readyok;;\n\
         position*) set -- $line; move=a2a3; [ $(($# % 2)) = 0 ] && [ $# -gt 3 ] && move=a7a6;;\n\
         go*) n=$(cat '{counter}' 2>/dev/null || echo 0); n=$((n + 1)); echo $n > '{counter}'\n{go}\n;;\n\
         quit) exit;; esac; done\n",
        folder.path("")
    );
    script(Path::new(&folder.path("")), name, &text)
}

/// A good answer of an engine to `go`.
pub(crate) const GOOD: &str =
    "echo \"info depth 1 score cp 0 nodes 1 pv $move\"; echo \"bestmove $move\"";

/// Returns the number of searches of an engine.
pub(crate) fn searches(folder: &Folder, name: &str) -> u32 {
    let count = std::fs::read_to_string(folder.path(&format!("{name}.searches")));
    count.ok().and_then(|count| count.trim().parse().ok()).unwrap_or(0)
}

/// Returns the lines that an engine has received.
pub(crate) fn received(folder: &Folder, name: &str) -> Vec<String> {
    let log = std::fs::read_to_string(folder.path(&format!("{name}.searches.log")));
    log.unwrap_or_default().lines().map(str::to_owned).collect()
}
