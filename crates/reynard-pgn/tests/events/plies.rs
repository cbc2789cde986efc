//! The place of a diagnostic is the same for visitors that skip parts of a game.

use reynard_pgn::{
    Diagnostic, DiagnosticKind, MovetextMode, PgnLimit, PgnLimits, Played, Reader, ReaderOptions,
    Skip, Visitor,
};
use reynard_testkit::Rng;

use crate::chunks::random_text;

/// What a visitor wants.
#[derive(Clone, Copy, Debug)]
struct Taste {
    wanted: MovetextMode,
    variations: Skip,
    /// The moves of a game after which it wants no more.
    most: u64,
}

const ALL: Taste = Taste { wanted: MovetextMode::Moves, variations: Skip::No, most: u64::MAX };

const TASTES: [Taste; 6] = [
    Taste { wanted: MovetextMode::Nothing, ..ALL },
    Taste { wanted: MovetextMode::Tokens, ..ALL },
    Taste { wanted: MovetextMode::Tokens, variations: Skip::Yes, ..ALL },
    Taste { variations: Skip::Yes, ..ALL },
    Taste { most: 1, ..ALL },
    Taste { most: 3, variations: Skip::Yes, ..ALL },
];

/// Keeps where it was told of what everybody is told of.
struct Places {
    taste: Taste,
    moves: u64,
    told: Vec<String>,
}

impl Places {
    fn count_move(&mut self) -> Skip {
        self.moves += 1;
        if self.moves >= self.taste.most { Skip::Yes } else { Skip::No }
    }
}

impl Visitor for Places {
    fn end_tags(&mut self) -> MovetextMode {
        self.moves = 0;
        self.taste.wanted
    }

    fn san(&mut self, _: &[u8]) -> Skip {
        self.count_move()
    }

    fn legal_move(&mut self, _: &Played<'_>) -> Skip {
        self.count_move()
    }

    fn begin_variation(&mut self) -> Skip {
        self.taste.variations
    }

    fn diagnostic(&mut self, diagnostic: &Diagnostic) {
        let is_for_all = match diagnostic.kind {
            DiagnosticKind::UnclosedComment
            | DiagnosticKind::UnclosedVariation
            | DiagnosticKind::StrayBrace
            | DiagnosticKind::TagAmongMoves
            | DiagnosticKind::MalformedTag
            | DiagnosticKind::MissingResult => true,
            DiagnosticKind::LimitExceeded { limit, .. } => {
                matches!(limit, PgnLimit::Token | PgnLimit::Tag | PgnLimit::Comment)
            }
            _ => false,
        };
        if is_for_all {
            self.told.push(diagnostic.to_string());
        }
    }
}

fn told(pgn: &str, taste: Taste, options: &ReaderOptions) -> Vec<String> {
    let mut places = Places { taste, moves: 0, told: Vec::new() };
    let mut reader = Reader::from_bytes(pgn.as_bytes()).with_options(options.clone());
    reader.read_all(&mut places).expect("memory can be read");
    places.told
}

#[track_caller]
fn check(pgn: &str, options: &ReaderOptions) -> Vec<String> {
    let expected = told(pgn, ALL, options);
    for taste in TASTES {
        assert_eq!(told(pgn, taste, options), expected, "{taste:?}: {pgn}");
    }
    expected
}

#[test]
fn the_ply_is_the_same_for_all() {
    let options = ReaderOptions::default();
    let of = |pgn: &str| check(pgn, &options);
    assert_eq!(
        of("1. e4 e5 2. Nf3 Nc6 (2... d6 3. d4 (3. Bc4\n"),
        [
            "2:1: `(` begins a variation that does not end (game 1, ply 6)",
            "2:1: the game has no mark of its result (game 1, ply 6)",
        ]
    );
    assert_eq!(
        of("1. e4 (1. d4 d5 (1... Nf6 2. c4) 2. c4) e5 (1... c5) } 2. Nf3 *"),
        ["1:54: `}` has no comment to close (game 1, ply 3)"]
    );
    assert_eq!(
        of("1. e4 Ke3 2. d4 } d5 *"),
        ["1:17: `}` has no comment to close (game 1, ply 4)"],
        "the line has ended at the second move"
    );
}

#[test]
fn the_ply_is_the_same_in_random_texts() {
    let mut rng = Rng::new(11);
    let limits = PgnLimits { token: 12, tag: 60, tags: 4, comment: 40, nesting: 2, plies: 9 };
    let narrow = ReaderOptions { limits, ..ReaderOptions::default() };
    for _ in 0..5000 {
        let text = random_text(&mut rng);
        check(&text, &ReaderOptions::default());
        check(&text, &narrow);
    }
}
