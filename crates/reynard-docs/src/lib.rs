//! Runs the examples of the README and of the pages in `docs/`.
//!
//! Each page is the documentation of an empty module, so that `cargo test` compiles and runs its
//! code blocks like any other example. Nothing else is built. One test compares this list with the
//! existing pages, and another checks the reference page.

#![forbid(unsafe_code)]

/// Declares one module per page.
macro_rules! pages {
    ($($name:ident: $path:literal,)*) => {
        $(
            #[cfg(doctest)]
            #[doc = include_str!(concat!("../../../", $path))]
            mod $name {}
        )*
    };
}

pages! {
    readme: "README.md",
    tutorial: "docs/src/tutorial/index.md",
    squares: "docs/src/tutorial/squares.md",
    bitboards: "docs/src/tutorial/bitboards.md",
    positions: "docs/src/tutorial/positions.md",
    moves: "docs/src/tutorial/moves.md",
    attacks: "docs/src/tutorial/attacks.md",
    generation: "docs/src/tutorial/generation.md",
    checks: "docs/src/tutorial/checks.md",
    playing: "docs/src/tutorial/playing.md",
    keys: "docs/src/tutorial/keys.md",
    notation: "docs/src/tutorial/notation.md",
    exchanges: "docs/src/tutorial/exchanges.md",
    endings: "docs/src/tutorial/endings.md",
    perft: "docs/src/tutorial/perft.md",
    evaluation: "docs/src/tutorial/evaluation.md",
    minimax: "docs/src/tutorial/minimax.md",
    alpha_beta: "docs/src/tutorial/alpha-beta.md",
    quiescence: "docs/src/tutorial/quiescence.md",
    transposition_table: "docs/src/tutorial/transposition-table.md",
    iterative_deepening: "docs/src/tutorial/iterative-deepening.md",
    outlook: "docs/src/tutorial/outlook.md",
    library: "docs/src/library.md",
    data: "docs/src/data.md",
    program: "docs/src/guides/program.md",
}
