//! Builds the files of the page, with the feature `page`: the WebAssembly files, by a nested `cargo
//! build` in a target folder of its own, and a table of all files, which the crate embeds.
//!
//! A published crate carries the built files in `dist`. On docs.rs nothing is embedded.

#[cfg(feature = "page")]
#[path = "build/page.rs"]
mod page;
#[cfg(feature = "page")]
#[path = "build/strip.rs"]
mod strip;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=build");
    #[cfg(feature = "page")]
    page::build();
}
