//! Positions shared by the benchmark programs.
//!
//! `perft-run` counts one position once, with this library or another one, and prints how long the
//! count took. `perft-compare` runs several builds of `perft-run` in turn and prints their ratios;
//! the script `perft.sh` creates the builds.

#![forbid(unsafe_code)]

pub mod generate;
pub mod mix;

/// A position to count.
#[derive(Clone, Copy, Debug)]
pub struct Case {
    /// A short name.
    pub name: &'static str,
    /// The position.
    pub fen: &'static str,
    /// The depth.
    pub depth: u32,
    /// The number of leaves.
    pub nodes: u64,
}

/// The six standard positions, <https://www.chessprogramming.org/Perft_Results>.
pub const PERFT: [Case; 6] = [
    Case {
        name: "start",
        fen: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        depth: 7,
        nodes: 3_195_901_860,
    },
    Case {
        name: "kiwipete",
        fen: "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        depth: 6,
        nodes: 8_031_647_685,
    },
    Case {
        name: "endgame",
        fen: "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        depth: 8,
        nodes: 3_009_794_393,
    },
    Case {
        name: "mirrored",
        fen: "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
        depth: 6,
        nodes: 706_045_033,
    },
    Case {
        name: "talkchess",
        fen: "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
        depth: 6,
        nodes: 3_048_196_529,
    },
    Case {
        name: "alternative",
        fen: "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
        depth: 6,
        nodes: 6_923_051_137,
    },
];
