//! What is written is read as the same game, whatever it is.
//!
//! `REYNARD_TEST_TREES` sets the number of generated games, 25,000 if it is not given.

use reynard::Position;
use reynard_pgn::{
    CommentText, GameTree, Games, Nag, NodeId, PgnWriter, Reader, Step, TagSelection, Termination,
    TreeBuilder, WriterOptions,
};
use reynard_testkit::{Rng, data, starts};

#[test]
fn what_is_written_is_read_as_the_same_game() {
    let trees = data::scaled("REYNARD_TEST_TREES", 12_000);
    let (mut nodes, mut bytes) = (0, 0);
    for seed in 0..trees {
        let game = generate(&mut Rng::new(seed));
        nodes += game.len();
        let written = write(&game, WriterOptions::AS_IS);
        bytes += written.len();
        let read = read(&written).unwrap_or_else(|| panic!("seed {seed}: nothing is read"));
        let text = String::from_utf8_lossy(&written);
        assert_eq!(read, game, "seed {seed}:\n{text}");
        // Other forms are read and written once more without a change.
        let options = other_form(seed);
        let formed = write(&game, options);
        let again = read_all(&formed);
        assert_eq!(again.len(), 1, "seed {seed}");
        let text = String::from_utf8_lossy(&formed).into_owned();
        assert_eq!(String::from_utf8_lossy(&write(&again[0], options)), text, "seed {seed}");
    }
    println!("{trees} games, {nodes} moves, {bytes} bytes");
}

/// Several games in one text stay apart.
#[test]
fn games_do_not_run_into_one_another() {
    for seed in 0..500 {
        let mut rng = Rng::new(seed);
        let games: Vec<GameTree> = (0..5).map(|_| generate(&mut rng)).collect();
        let mut writer = PgnWriter::with_options(Vec::new(), WriterOptions::AS_IS);
        for game in &games {
            writer.write(game).expect("writing to memory");
        }
        assert_eq!(read_all(&writer.into_inner()), games, "seed {seed}");
    }
}

#[test]
fn a_game_from_a_position_of_chess960_names_its_variant_once() {
    for (fen, count) in [
        ("rk3r2/8/8/8/8/8/8/RK3R2 w FAfa - 0 1", 1),
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", 0),
        (starts::STANDARD, 0),
    ] {
        let mut game = GameTree::from_position(fen.parse().expect("a position"));
        let text = game.to_string();
        assert_eq!(text.matches("[Variant \"Chess960\"]").count(), count, "{text}");
        game.set_tag("Variant", "Chess960").expect("a good name");
        assert_eq!(game.to_string().matches("Variant").count(), 1, "{fen}");
        let parsed = Games::from_bytes(text.as_bytes()).next().expect("a game");
        let parsed = parsed.expect("memory can be read");
        assert!(parsed.diagnostics.is_empty(), "{fen}: {:?}", parsed.diagnostics);
    }
}

fn write(game: &GameTree, options: WriterOptions) -> Vec<u8> {
    let mut writer = PgnWriter::with_options(Vec::new(), options);
    writer.write(game).expect("writing to memory");
    writer.into_inner()
}

fn other_form(seed: u64) -> WriterOptions {
    let forms = [
        WriterOptions::FULL,
        WriterOptions { width: 20, ..WriterOptions::FULL },
        WriterOptions { width: 1, tags: TagSelection::AsIs, ..WriterOptions::FULL },
        WriterOptions::REDUCED,
    ];
    forms[usize::try_from(seed % 4).unwrap_or_default()]
}

fn read(text: &[u8]) -> Option<GameTree> {
    let mut games = read_all(text);
    assert!(games.len() < 2, "one game is read as {}", games.len());
    games.pop()
}

fn read_all(text: &[u8]) -> Vec<GameTree> {
    let mut builder = TreeBuilder::new();
    let mut reader = Reader::from_bytes(text);
    let mut games = Vec::new();
    while reader.read_game(&mut builder).expect("memory can be read").is_some() {
        games.extend(builder.take().map(|game| game.tree));
    }
    games
}

/// Any game: from any start, with variations, null moves and annotations at random.
fn generate(rng: &mut Rng) -> GameTree {
    let mut game = GameTree::from_position(start(rng));
    for _ in 0..=rng.below(4) {
        let name = *rng.choose(&["Event", "White", "ECO", "x_9", "Annotator", "Date", "FENx"]);
        game.set_tag(name, text(rng, 12)).expect("a good name");
    }
    let results =
        [Termination::WhiteWins, Termination::BlackWins, Termination::Draw, Termination::Unknown];
    game.set_result(*rng.choose(&results));
    annotate(rng, &mut game, NodeId::ROOT);
    let mut nodes = vec![NodeId::ROOT];
    for _ in 0..rng.below(25) {
        // Mostly on with what was added last, sometimes somewhere else.
        let last = nodes.len() - 1;
        let parent = nodes[if rng.one_in(4) { rng.below(nodes.len()) } else { last }];
        let Some(step) = any_step(rng, &game.position(parent)) else { continue };
        let node = game.add(parent, step).expect("a possible step");
        nodes.push(node);
        if rng.one_in(3) {
            annotate(rng, &mut game, node);
        }
        if rng.one_in(6) {
            game.add_comment_before(node, CommentText::new(text(rng, 20)));
            game.add_nag_before(node, nag(rng));
        }
    }
    edit(rng, &mut game, &nodes);
    game
}

fn start(rng: &mut Rng) -> Position {
    let fen = match rng.below(8) {
        0 => starts::chess960(rng),
        1 => "4k3/P6P/8/8/8/8/p6p/4K3 b - - 17 60".to_owned(),
        2 => "rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 3".to_owned(),
        _ => starts::STANDARD.to_owned(),
    };
    fen.parse().expect("a start position")
}

fn any_step(rng: &mut Rng, pos: &Position) -> Option<Step> {
    if rng.one_in(15) && !pos.is_check() {
        return Some(Step::Null);
    }
    let moves = pos.legal_moves();
    (!moves.is_empty()).then(|| Step::Move(*rng.choose(moves.as_slice())))
}

fn annotate(rng: &mut Rng, game: &mut GameTree, node: NodeId) {
    for _ in 0..rng.below(3) {
        game.add_nag(node, nag(rng));
    }
    for _ in 0..rng.below(3) {
        let len = if rng.one_in(10) { 200 } else { 20 };
        game.add_comment(node, CommentText::new(text(rng, len)));
    }
}

fn nag(rng: &mut Rng) -> Nag {
    Nag(u8::try_from(rng.below(256)).expect("below 256"))
}

fn edit(rng: &mut Rng, game: &mut GameTree, nodes: &[NodeId]) {
    for _ in 0..rng.below(4) {
        let node = *rng.choose(nodes);
        if !game.contains(node) {
            continue;
        }
        match rng.below(8) {
            0 => game.delete(node),
            1 => game.truncate(node),
            2 => game.make_main_line(node),
            3 | 4 => {
                game.promote(node);
            }
            _ => {
                game.demote(node);
            }
        }
    }
}

/// Text out of all that means something in PGN.
fn text(rng: &mut Rng, parts: usize) -> Vec<u8> {
    const PARTS: [&[u8]; 34] = [
        b" ",
        b" ",
        b"  ",
        b"\t",
        b"\n",
        b"\n\n",
        b"\r\n",
        b"\r",
        b"{",
        b"}",
        b";",
        b"%",
        b"[",
        b"]",
        b"(",
        b")",
        b"\"",
        b"\\",
        b"$1",
        b"1-0",
        b"*",
        b"1.",
        b"e4",
        b"word",
        b"word",
        b"word",
        b"[%clk 0:01:02]",
        b"[%eval -0.25]",
        b"[%",
        b"[Event \"x\"]",
        b"\0",
        b"\xe4",
        "ä⩲".as_bytes(),
        b"\xef\xbb\xbf",
    ];
    (0..rng.below(parts)).flat_map(|_| *rng.choose(&PARTS)).copied().collect()
}

/// A word that has no characters of UTF-8 once lost the blank behind it.
#[test]
fn words_without_characters_keep_their_blanks() {
    let tree = |text: &[u8]| {
        let mut games = Games::new(Reader::from_bytes(text));
        let mut tree = games.next().expect("a game").expect("memory").tree;
        tree.normalize_tags();
        tree
    };
    let first = tree(b"1. e4 {one\n\n\xa2 two} *");
    let mut writer = PgnWriter::new(Vec::new());
    writer.write(&first).expect("writing to memory");
    assert_eq!(tree(&writer.into_inner()), first);
}

#[test]
fn lines_of_moves_have_at_most_79_columns_and_use_them() {
    let mut longest = 0;
    for comment in 0..90 {
        let mut game = GameTree::new();
        let mut cursor = game.cursor(NodeId::ROOT);
        let mut last = NodeId::ROOT;
        for san in ["Nf3", "Nf6", "Ng1", "Ng8"].iter().cycle().take(200) {
            last = cursor.play_san(san).expect("a legal move");
        }
        game.add_comment(last, CommentText::new("x".repeat(comment % 15 + 1).as_str()));
        let first = game.next(NodeId::ROOT).expect("a move");
        game.add_comment(first, CommentText::new("y ".repeat(comment).as_str()));
        let text = game.to_string();
        for line in text.lines().filter(|line| !line.starts_with('[')) {
            assert!(line.chars().count() < 80, "{line}");
            longest = longest.max(line.chars().count());
        }
    }
    assert_eq!(longest, 79, "the limit is used to the last column");
}
