//! Serves the page on this machine until Ctrl-C.
//!
//! `cargo run --release -p reynard-web --features page,serve --example serve_page`

#![expect(clippy::print_stdout, reason = "a program, not a library")]

use reynard_web::{ServeError, Server, ServerSettings};

fn main() -> Result<(), ServeError> {
    let server = Server::bind(ServerSettings::default())?;
    println!("{}", server.url());
    server.run(|| false)
}
