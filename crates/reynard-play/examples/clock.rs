//! Runs a clock through the times of some moves: `clock CONTROL SECONDS..`, such as `clock 90+30 65
//! 120 30`.

#![expect(clippy::print_stdout, reason = "a program, not a library")]

use std::time::Duration;

use reynard_play::GameClock;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut args = std::env::args().skip(1);
    let control = args.next().ok_or("usage: clock CONTROL SECONDS..")?;
    let mut clock = GameClock::with_control(control.parse()?);
    for seconds in args {
        clock.pass(Duration::from_secs_f64(seconds.parse()?))?;
        clock.press();
        println!("{clock} left after {seconds} s");
    }
    Ok(())
}
