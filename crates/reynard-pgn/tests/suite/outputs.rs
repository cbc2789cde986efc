//! What other programs have written of their own test files is what is read in them.

use std::fs;
use std::path::{Path, PathBuf};

use reynard::{FenOptions, Outcome, Position, UciMove};
use reynard_pgn::{Comment, GameStart, Nag, Played, Reader, Skip, Termination, Text, Visitor};
use reynard_testkit::data;

/// A game as it is told, but for how it is written.
#[derive(Clone, Debug, Default, PartialEq)]
struct Game {
    tags: Vec<(String, String)>,
    /// Moves, variations, judgments, and comments word by word.
    events: Vec<String>,
    /// The moves of the main line.
    moves: Vec<String>,
    /// The placement, the turn and the castling rights of the main line.
    positions: Vec<String>,
    outcome: Option<Outcome>,
}

#[derive(Default)]
struct Teller {
    games: Vec<Game>,
    game: Game,
    depth: usize,
}

impl Teller {
    fn reach(&mut self, position: &Position) {
        let fen = position.fen_text(FenOptions::default()).to_string();
        let fields: Vec<&str> = fen.split(' ').take(3).collect();
        self.game.positions.push(fields.join(" "));
    }
}

impl Visitor for Teller {
    fn begin_game(&mut self, _: GameStart) {
        self.game = Game::default();
        self.depth = 0;
    }

    fn tag(&mut self, name: &[u8], value: Text<'_>) {
        let name = String::from_utf8_lossy(name).into_owned();
        self.game.tags.push((name, value.decode().into_owned()));
    }

    fn start_position(&mut self, position: &Position) {
        self.reach(position);
    }

    fn legal_move(&mut self, played: &Played<'_>) -> Skip {
        let mv = UciMove::from(played.mv).to_string();
        self.game.events.push(mv.clone());
        if self.depth == 0 {
            self.game.moves.push(mv);
            self.reach(played.after);
        }
        Skip::No
    }

    fn begin_variation(&mut self) -> Skip {
        self.depth += 1;
        self.game.events.push("(".to_owned());
        Skip::No
    }

    fn end_variation(&mut self) {
        self.depth -= 1;
        self.game.events.push(")".to_owned());
    }

    fn nag(&mut self, nag: Nag) {
        self.game.events.push(nag.to_string());
    }

    fn comment(&mut self, comment: Comment<'_>) {
        let text = comment.text.decode();
        self.game.events.extend(text.split_whitespace().map(|word| format!("{{{word}}}")));
    }

    fn result(&mut self, result: Termination) {
        self.game.events.push(result.to_string());
    }

    fn final_position(&mut self, position: &Position) {
        self.game.outcome = position.outcome();
    }

    fn end_game(&mut self, _: &reynard_pgn::GameEnd) {
        self.games.push(std::mem::take(&mut self.game));
    }
}

fn games(path: &Path) -> Vec<Game> {
    let pgn = fs::read(path).expect("a file");
    let mut teller = Teller::default();
    Reader::from_bytes(&pgn).read_all(&mut teller).expect("memory can be read");
    assert!(!teller.games.is_empty(), "{}", path.display());
    teller.games
}

/// The folder of the test files of pgn-extract, with `golden` for its outputs.
fn extract() -> Option<PathBuf> {
    data::path("pgn/small/pgn-extract")
}

/// The notations of moves, but for the one with German letters, which no reader of PGN knows.
#[test]
fn moves_are_those_of_pgn_extract_in_every_notation() {
    let Some(folder) = extract() else { return };
    let expected = &games(&folder.join("barnes-horton.pgn"))[0];
    assert_eq!(expected.moves.len(), 72);
    for notation in ["Whalg", "Wlalg", "Welalg", "WWxlalg", "addhashcode"] {
        let told = games(&folder.join(format!("golden/test-{notation}-out.pgn")));
        assert_eq!(told[0].events, expected.events, "{notation}");
    }
    let uci = fs::read_to_string(folder.join("golden/test-WWuci-out.pgn")).expect("a file");
    let (_, moves) = uci.trim().split_once("\n\n").expect("tags and moves");
    let moves: Vec<&str> = moves.split_whitespace().collect();
    assert_eq!(moves[..moves.len() - 1], expected.moves);
}

#[test]
fn positions_are_those_of_pgn_extract() {
    let Some(folder) = extract() else { return };
    let told = &games(&folder.join("barnes-horton.pgn"))[0];
    let epd = fs::read_to_string(folder.join("golden/test-WWepd-out.pgn")).expect("a file");
    let fields = |line: &str| line.split(' ').take(3).collect::<Vec<_>>().join(" ");
    let expected: Vec<String> = epd.lines().filter(|line| line.contains('/')).map(fields).collect();
    assert_eq!(told.positions, expected);
}

#[test]
fn mates_and_stalemates_are_those_of_pgn_extract() {
    let Some(folder) = extract() else { return };
    for name in ["checkmate", "stalemate"] {
        let mut told = games(&folder.join(format!("test-{name}.pgn")));
        told.retain(|game| game.outcome.is_some_and(|outcome| outcome.name() == name));
        let expected = games(&folder.join(format!("golden/test-{name}-out.pgn")));
        let moves =
            |games: &[Game]| games.iter().map(|game| game.moves.clone()).collect::<Vec<_>>();
        assert_eq!(moves(&told), moves(&expected), "{name}");
    }
}

/// Games that it has selected by rules that are about more than one position; comments tell where.
#[test]
fn selected_games_are_read_as_before() {
    let Some(folder) = extract() else { return };
    for name in ["fifty", "repetition"] {
        let all = games(&folder.join(format!("test-{name}.pgn")));
        for game in games(&folder.join(format!("golden/test-{name}-out.pgn"))) {
            assert!(all.iter().any(|other| other.moves == game.moves), "{name}: {:?}", game.tags);
        }
    }
}

/// Scid has read a game in Latin-1, in one line, and written it in UTF-8.
#[test]
fn latin_1_is_decoded_as_scid_does() {
    let Some(folder) = data::path("pgn/small/scid") else { return };
    let told = games(&folder.join("res_gameLatin1.pgn"));
    let expected = games(&folder.join("res_gameLatin1expected.pgn"));
    assert_eq!(told.len(), expected.len());
    assert_eq!(told[0].tags, expected[0].tags);
    assert_eq!(told[0].events, expected[0].events);
    assert_eq!(told[0].moves.len(), 149);
}
