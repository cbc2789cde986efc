//! Prints the first request for the games of an account.
//!
//! `cargo run -p reynard-fetch --example requests -- lichess:NAME`

#![expect(clippy::print_stdout, reason = "a program, not a library")]

use reynard_fetch::{AccountFetch, AccountProgress, SiteAddresses};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let account = std::env::args().nth(1).unwrap_or_else(|| "lichess:rider85".to_owned());
    let fetch = AccountFetch::new(account.parse()?, AccountProgress::default(), None);
    if let Some(task) = fetch.next_task() {
        println!("{}", fetch.request(task, &SiteAddresses::default()).url);
    }
    Ok(())
}
