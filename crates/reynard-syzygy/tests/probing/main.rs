//! Values of tables, held against published ones, other programs, and a solver.

mod adapter;
mod answers;
mod outside;
mod positions;
mod pyrrhic;
mod solver;
mod tables;
mod vectors;
