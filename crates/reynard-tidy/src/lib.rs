//! The repository's own lints, as tests: `cargo test -p reynard-tidy` runs them without building the product.
//!
//! * `layers`: the edges between crates, and the licenses of all that is linked.
//! * `circles`: no files that import each other in a circle.
//! * `api`: names, examples and programs of the libraries.
//! * `wording`: the language of the field.
//! * `tidy`: lengths, addresses of unsafe code, ends of lines.
//! * `lab`: the records in `lab/` are sound, and the manual's tables are theirs.
//! * `metadata`, `release`: everything that is published.

#![forbid(unsafe_code)]
