//! Writes the files of the page into a folder, or the page as one HTML file if the name ends with
//! `.html`.
//!
//! `cargo run --release -p reynard-web --features page --example write_page -- target/page.html`

use std::path::Path;
use std::{env, error, fs};

use reynard_web::{EmbeddedNetwork, PageFile, single_file, write_files};

fn main() -> Result<(), Box<dyn error::Error>> {
    let name = env::args()
        .nth(1)
        .ok_or("give the name of a folder, or of a file with .html at its end")?;
    let path = Path::new(&name);
    if path.extension().is_some_and(|ending| ending == "html") {
        fs::write(path, single_file(PageFile::all(), EmbeddedNetwork::Included)?)?;
    } else {
        write_files(PageFile::all(), path)?;
    }
    Ok(())
}
