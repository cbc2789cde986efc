//! The parser cases of Kokopu: the trees are those of its dumps.

use std::fs;
use std::path::Path;

use reynard_pgn::{GameTree, Games, Reader, Step, TreeWalkStep};
use reynard_testkit::data;

/// What differs, and why.
const EXCEPTIONS: [(&str, &str); 4] = [
    ("variant-no-king", "a variant whose rules are not known here, which a diagnostic says"),
    (
        "misc/1",
        "a brace after a backslash, which ends a comment by the standard and not for Kokopu",
    ),
    ("misc/2", "`inf` as a judgment, which the reader tells as a diagnostic"),
    ("misc/9", "the variant `Regular`, which is none that is known here"),
];

/// A move as both sides tell it: in standard notation, with its annotations in numbers and the
/// words of its comment.
type Told = (String, Vec<u8>, String);

#[test]
fn trees_agree_with_the_dumps_of_kokopu() {
    let Some(folder) = data::path("pgn/kokopu") else { return };
    let (mut compared, mut moves) = (0, 0);
    let mut differing = Vec::new();
    for path in data::files_below(&folder).expect("a folder") {
        if path.file_name().is_none_or(|name| name != "database.pgn") {
            continue;
        }
        let pgn = fs::read(&path).expect("a file");
        let games = Games::new(Reader::from_bytes(&pgn));
        for (index, game) in games.enumerate() {
            let game = game.expect("memory can be read");
            let Some((name, dump)) = dump(&path, index) else { continue };
            if EXCEPTIONS.iter().any(|(exception, _)| *exception == name) {
                continue;
            }
            let (told, expected) = (tell(&game.tree), expected(&dump));
            if told != expected {
                differing.push(format!("{name}: {told:?}\n{expected:?}"));
            }
            compared += 1;
            moves += told.len();
        }
    }
    assert!(differing.is_empty(), "{}", differing.join("\n"));
    assert!(compared >= 50 && moves >= 390, "{compared} games, {moves} moves");
}

/// The dump of a game beside its file, and what it is called.
fn dump(path: &Path, index: usize) -> Option<(String, String)> {
    let folder = path.parent()?;
    let name = folder.file_name()?.to_str()?.to_owned();
    let numbered = folder.join(format!("{index}.txt"));
    let single = folder.join("dump.txt");
    if numbered.exists() {
        return Some((format!("{name}/{index}"), fs::read_to_string(numbered).ok()?));
    }
    let single = (index == 0 && single.exists()).then_some(single)?;
    Some((name, fs::read_to_string(single).ok()?))
}

fn tell(tree: &GameTree) -> Vec<Told> {
    let mut told = Vec::new();
    for step in tree.walk() {
        let TreeWalkStep::Node(id) = step else { continue };
        let before = tree.position(tree.parent(id).expect("a parent"));
        let san = match tree.step(id).expect("a step") {
            Step::Move(mv) => before.san(mv).to_string(),
            Step::Null => "--".to_owned(),
        };
        let mut nags: Vec<u8> = tree.nags(id).iter().map(|nag| nag.0).collect();
        nags.sort_unstable();
        let text = tree.comments(id).iter().map(|comment| comment.text().into_owned());
        told.push((san, nags, words(&text.collect::<Vec<_>>().join(" "))));
    }
    told
}

/// The lines of a dump with moves: `(20w) Rg1 (#hm=4) $1 [cal = {..}] {text}`.
fn expected(dump: &str) -> Vec<Told> {
    let line = |line: &str| {
        let (before, rest) = line.split_once(" (#hm=")?;
        let san = before.rsplit(' ').next()?.to_owned();
        let mut rest = rest.split_once(')')?.1.trim();
        let nags = rest.split(' ').filter_map(|word| word.strip_prefix('$')?.parse().ok());
        let mut nags: Vec<u8> = nags.collect();
        nags.sort_unstable();
        while rest.starts_with(['[', '$']) {
            let tag_end = rest.find("}]").filter(|_| rest.starts_with('[')).map(|end| end + 2);
            let end = tag_end.or_else(|| rest.find(' ')).unwrap_or(rest.len());
            rest = rest[end..].trim_start();
        }
        let text = rest.strip_prefix('{').and_then(|rest| Some(rest.rsplit_once('}')?.0));
        Some((san, nags, words(text.unwrap_or_default())))
    };
    dump.lines().filter_map(line).collect()
}

/// Text without what only breaks it into lines.
fn words(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
