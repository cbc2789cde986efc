//! Tests of the documentation, in one program, since each program is linked on its own.

mod idioms;
mod pages;
mod programs;
mod reference;
