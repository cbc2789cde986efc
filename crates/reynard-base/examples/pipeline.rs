//! The first ten lines of standard input that are longer than 80 characters, with their numbers,
//! found by four threads: `cargo run --example pipeline < FILE`

#![expect(clippy::print_stdout, clippy::print_stderr, reason = "a program, not a library")]

use std::io::{BufRead, BufReader, stdin};
use std::num::NonZeroUsize;
use std::ops::ControlFlow;

use reynard_base::parallel::Workers;

fn main() {
    let threads = NonZeroUsize::MIN.saturating_add(3);
    let (mut lines, mut number, mut long) = (BufReader::new(stdin()).lines(), 0, 0);
    let flow = Workers::new(threads, || ()).ordered(
        |()| lines.next(),
        |(), line| line.map(|line| (line.chars().count(), line)),
        |line| {
            number += 1;
            match line {
                Err(error) => return ControlFlow::Break(Err(error)),
                Ok((length, line)) if length > 80 => {
                    long += 1;
                    println!("{number}: {line}");
                    if long == 10 {
                        return ControlFlow::Break(Ok(()));
                    }
                }
                Ok(_) => {}
            }
            ControlFlow::Continue(())
        },
    );
    if let ControlFlow::Break(Err(error)) = flow {
        eprintln!("cannot read standard input: {error}");
    }
}
