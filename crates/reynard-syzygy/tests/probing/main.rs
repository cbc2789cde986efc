//! Values of tables, held against published ones, other programs, and a solver.

mod adapter;
mod answers;
mod positions;
mod pyrrhic;
mod solver;
mod stockfish;
mod tables;
mod vectors;
