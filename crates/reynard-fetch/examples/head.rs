//! Prints status, media type and size of an answer.
//!
//! `cargo run -p reynard-fetch --example head -- https://lichess.org/api/user/NAME`

#![expect(clippy::print_stdout, reason = "a program, not a library")]

use std::io;

use reynard_fetch::{HttpClient, HttpClientOptions, HttpProxy, HttpRequest};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let Some(url) = std::env::args().nth(1) else {
        println!("usage: head URL");
        return Ok(());
    };
    let options = HttpClientOptions {
        proxy: HttpProxy::Environment,
        ..HttpClientOptions::new("reynard-fetch-example/1.0")
    };
    let answer = HttpClient::new(&options)?.get(&HttpRequest::new(url))?;
    println!("status  {} ({:?})", answer.status(), answer.meaning());
    println!("type    {}", answer.media_type().unwrap_or_default());
    let size = io::copy(&mut answer.into_body(1 << 30), &mut io::sink())?;
    println!("size    {size} bytes");
    Ok(())
}
