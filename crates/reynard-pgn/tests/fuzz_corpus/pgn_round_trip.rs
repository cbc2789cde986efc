//! What was read of any bytes is written and read as the same games.

use reynard_pgn::{GameTree, Games, PgnWriter, Reader, WriterOptions};

pub(crate) fn check(data: &[u8]) {
    for game in Games::new(Reader::from_bytes(data)) {
        let Ok(game) = game else { return };
        let mut tree = game.tree;
        tree.normalize_tags();
        let text = write(&tree, WriterOptions::FULL);
        let again = read(&text);
        assert_eq!(again, tree, "written and read");
        assert_eq!(write(&again, WriterOptions::FULL), text, "written twice");
        let narrow = WriterOptions { width: 10, ..WriterOptions::FULL };
        assert_eq!(read(&write(&tree, narrow)), tree, "in narrow lines");
    }
}

fn write(tree: &GameTree, options: WriterOptions) -> Vec<u8> {
    let mut writer = PgnWriter::with_options(Vec::new(), options);
    writer.write(tree).expect("writing to memory");
    writer.into_inner()
}

fn read(text: &[u8]) -> GameTree {
    let mut games: Vec<GameTree> =
        Games::new(Reader::from_bytes(text)).map(|game| game.expect("memory").tree).collect();
    assert_eq!(games.len(), 1, "{}", String::from_utf8_lossy(text));
    games.remove(0)
}
