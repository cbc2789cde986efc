//! Stockfish, run as a process with the same tables where `REYNARD_OUTSIDE` is 1: the move that it
//! chooses is one of our best.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use reynard::{Position, Setup, SetupFaults};
use reynard_syzygy::{RankedMove, RootRules, Tablebase};
use reynard_testkit::{Rng, data, outside};

use crate::positions::{men_of, random};
use crate::tables;

struct Engine {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Engine {
    fn start(program: &Path, tables: &Path) -> Self {
        let mut child = Command::new(program)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("it starts");
        let input = child.stdin.take().expect("a pipe");
        let output = BufReader::new(child.stdout.take().expect("a pipe"));
        let mut engine = Self { child, input, output };
        engine.tell("uci");
        engine.tell("setoption name Threads value 1");
        engine.tell("setoption name Use NNUE value false");
        engine.tell(&format!("setoption name SyzygyPath value {}", tables.display()));
        engine
    }

    fn tell(&mut self, line: &str) {
        writeln!(self.input, "{line}").expect("it reads");
    }

    fn best_move(&mut self, fen: &str) -> String {
        self.tell(&format!("position fen {fen}"));
        self.tell("go nodes 300");
        let mut line = String::new();
        loop {
            line.clear();
            assert!(self.output.read_line(&mut line).expect("it writes") > 0, "it ended: {fen}");
            if let Some(rest) = line.strip_prefix("bestmove ") {
                return rest.split_whitespace().next().expect("a move").to_owned();
            }
        }
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        let _ = writeln!(self.input, "quit");
        let _ = self.child.wait();
    }
}

/// A random position of three or four pieces, with a clock from 0 to 99.
fn root(materials: &[Vec<reynard::Piece>], rng: &mut Rng) -> Option<Position> {
    let pos = random(&materials[rng.below(materials.len())], rng);
    let setup = pos.to_setup();
    let clock = if setup.en_passant.is_some() { 0 } else { rng.below(100) };
    let clocked = Setup {
        halfmove_clock: u16::try_from(clock).expect("below 100"),
        fullmove_number: 80,
        ..setup
    };
    // What it would not accept, as a check that no move can give, is passed over.
    Position::from_setup_waiving(&clocked, SetupFaults::EMPTY).ok().filter(Position::has_legal_move)
}

fn ranked(tables: &Tablebase, pos: &Position) -> Vec<RankedMove> {
    let ranked = tables.rank_moves(pos, RootRules::default()).expect("the tables are sound");
    ranked.known().expect("all are there")
}

/// For 500 roots, or as many as `REYNARD_TEST_ROOTS` says.
#[test]
fn stockfish_chooses_one_of_the_best() {
    let (Some(tables), Some(folder)) = (tables::wider(), data::path("syzygy")) else { return };
    let Some(program) = outside::version("stockfish", &["quit"], "Stockfish 15.1") else { return };
    let mut materials: Vec<_> = tables.tables().map(|table| table.name.material).collect();
    materials.retain(|material| material.piece_count() < 5);
    let materials: Vec<_> = materials.into_iter().map(men_of).collect();
    let mut engine = Engine::start(&program, &folder);
    let mut rng = Rng::new(15);
    let count = data::number("REYNARD_TEST_ROOTS", 500);
    let mut exceptions = Vec::new();
    let (mut seen, mut decided) = (0, 0);
    while seen < count {
        let Some(pos) = root(&materials, &mut rng) else { continue };
        seen += 1;
        let moves = ranked(&tables, &pos);
        decided += u64::from(moves[0].rank != moves[moves.len() - 1].rank);
        let fen = pos.fen();
        let text = engine.best_move(&fen);
        let chosen = pos.parse_uci(&text).expect("its move is legal");
        let chosen = moves.iter().find(|ranked| ranked.mv == chosen).expect("all moves are ranked");
        if chosen.rank != moves[0].rank {
            exceptions.push(format!("{fen}: {chosen:?}, and ours {:?}", moves[0]));
        }
    }
    println!("{seen} roots, {decided} with moves of more than one rank");
    assert!(exceptions.is_empty(), "{}: {exceptions:#?}", exceptions.len());
}
