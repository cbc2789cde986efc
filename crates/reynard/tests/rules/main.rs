//! The rules, held against everything that can tell what they are: a second implementation
//! written for this purpose, another library, published node counts, and themselves.
//!
//! All of it is one program, so that its tests share the processor's cores.

mod attacks;
mod board_text;
mod differential;
mod keys;
mod longest_list;
mod perft;
mod properties;
mod published;
mod walk;
