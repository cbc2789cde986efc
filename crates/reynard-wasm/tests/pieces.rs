//! `web/js/pieces.js` has the drawings of `reynard::draw`. `REYNARD_BLESS=1` writes it anew.

use std::fmt::Write;
use std::path::Path;

use reynard::PieceType;
use reynard::draw::PieceShape;

#[test]
fn the_page_draws_the_pieces_of_the_library() {
    let mut text = String::from(
        "// Made of `reynard::draw` by the tests of `reynard-wasm`:\n\
         // REYNARD_BLESS=1 cargo test -p reynard-wasm --test pieces\n\n\
         /**\n \
         * The pieces as SVG paths on a square of 100 by 100: a body to be filled and outlined, and\n \
         * lines on it.\n \
         * @type {Readonly<Record<string, {body: string, lines: string}>>} */\n\
         export const PIECES = Object.freeze({\n",
    );
    for kind in PieceType::ALL {
        let PieceShape { body, lines } = PieceShape::of(kind);
        let letter = kind.to_char().to_ascii_lowercase();
        writeln!(text, "  {letter}: {{\n    body: '{body}',\n    lines: '{lines}',\n  }},")
            .expect("memory");
    }
    text.push_str("});\n");
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/js/pieces.js");
    if std::env::var_os("REYNARD_BLESS").is_some() {
        std::fs::write(&path, &text).expect("the file can be written");
    }
    let committed = std::fs::read_to_string(&path).expect("web/js/pieces.js");
    assert_eq!(committed.replace("\r\n", "\n"), text, "REYNARD_BLESS=1 writes it anew");
}
