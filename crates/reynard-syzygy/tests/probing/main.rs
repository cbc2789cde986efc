//! Values of tables, held against published ones, other programs, and a solver.

mod answers;
mod tables;
mod vectors;
