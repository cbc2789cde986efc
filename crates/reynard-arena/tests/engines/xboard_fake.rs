//! Engines that speak the protocol of xboard, each in a way of its own; as in [`crate::fake`].

#![expect(clippy::exit, reason = "an engine that dies is what is played here")]

use std::io::{self, BufRead};
use std::process;
use std::thread;
use std::time::Duration;

use reynard::{Color, Game, Position};

use crate::fake::{say, some_move};

/// Declares engines by their features and their reply to a search; `u32` is the number of the
/// search.
macro_rules! engines {
    ($($(#[$doc:meta])* $name:ident: $features:expr, $answer:expr;)*) => {
        $(
            $(#[$doc])*
            #[test]
            #[ignore = "an engine, started by other tests"]
            fn $name() {
                Fake { features: $features, answer: &$answer }.serve();
            }
        )*
    };
}

const ALL: &str = "myname=\"Old Fake 1.0\" ping=1 setboard=1 usermove=1 memory=1 reuse=1 \
                   option=\"Contempt Factor -spin 0 -100 100\"";

engines! {
    /// Has every feature, thinks aloud, and says that it has drawn where it has not.
    xboard_sound: ALL, |game: &Game, _: u32| {
        format!("# a remark\n  7    -42     12     3456  Nf3 e5\nmove {}\n1/2-1/2 {{?}}", some_move(game))
    };
    /// Without features: it is sent bare moves.
    xboard_plain: "", |game: &Game, _: u32| format!("My move is: {}", some_move(game));
    /// Writes its moves in SAN.
    xboard_san: "ping=1 san=1", |game: &Game, _: u32| {
        let mv = game.position().parse_uci(&some_move(game).to_string()).expect("legal");
        format!("move {}", game.position().san(mv))
    };
    /// Resigns in its third search.
    xboard_resigning: ALL, |game: &Game, search: u32| {
        if search == 3 { "resign".to_owned() } else { format!("move {}", some_move(game)) }
    };
    /// Claims its own loss in its third search.
    xboard_losing: ALL, |game: &Game, search: u32| match (search, game.turn()) {
        (3, Color::White) => "0-1 {White resigns}".to_owned(),
        (3, Color::Black) => "1-0 {White mates}".to_owned(),
        _ => format!("move {}", some_move(game)),
    };
    /// Rejects the second move that it is sent.
    xboard_refusing: ALL, |game: &Game, search: u32| {
        let last = game.moves().last();
        match last {
            Some(mv) if search == 2 => format!("Illegal move: {mv}"),
            _ => format!("move {}", some_move(game)),
        }
    };
    /// Moves only on `?`.
    xboard_thinking: "ping=1 setboard=1", |_: &Game, _: u32| String::new();
    /// Needs 300 ms for a move.
    xboard_slow: ALL, |game: &Game, _: u32| {
        thread::sleep(Duration::from_millis(300));
        format!("move {}", some_move(game))
    };
    /// Crashes in its second search.
    xboard_crashing: ALL, |game: &Game, search: u32| {
        if search == 2 {
            process::exit(3);
        }
        format!("move {}", some_move(game))
    };
    /// Can play one game only.
    xboard_once: "ping=1 reuse=0", |game: &Game, _: u32| format!("move {}", some_move(game));
    /// Announces more features, and sends none.
    xboard_unfinished: "myname=\"Late\" done=0", |_: &Game, _: u32| String::new();
}

/// An engine of the protocol of xboard.
struct Fake<'a> {
    features: &'a str,
    answer: &'a dyn Fn(&Game, u32) -> String,
}

impl Fake<'_> {
    fn serve(&self) {
        let mut game = Game::new();
        let (mut side, mut search, mut games) = (None, 0, 0);
        for line in io::stdin().lock().lines().map_while(Result::ok) {
            let (word, rest) = line.split_once(' ').unwrap_or((&line, ""));
            let searches = match word {
                "go" => {
                    side = Some(game.turn());
                    true
                }
                "usermove" => {
                    play(&mut game, rest);
                    true
                }
                "?" => {
                    let m = some_move(&game).to_string();
                    say(&format!("move {m}"));
                    play(&mut game, &m);
                    false
                }
                "new" => {
                    games += 1;
                    if games == 2 && self.features.contains("reuse=0") {
                        process::exit(4);
                    }
                    (game, side, search) = (Game::new(), Some(Color::Black), 0);
                    false
                }
                "force" => {
                    side = None;
                    false
                }
                "setboard" => {
                    let pos: Position = rest.parse().expect("a position");
                    game = Game::from_position(pos);
                    false
                }
                "quit" => return,
                _ => self.greets(word, rest) || play_if(&mut game, word),
            };
            if searches && side == Some(game.turn()) {
                search += 1;
                let said = (self.answer)(&game, search);
                if said.is_empty() {
                    continue;
                }
                say(&said);
                if said.contains("move ") && !said.starts_with("Illegal") {
                    let m = some_move(&game).to_string();
                    play(&mut game, &m);
                }
            }
        }
    }

    /// Answers what has nothing to do with a game. Never an occasion to move.
    fn greets(&self, word: &str, rest: &str) -> bool {
        match word {
            "protover" if !self.features.is_empty() => {
                let done = if self.features.contains("done=") { "" } else { "\nfeature done=1" };
                say(&format!("feature {}{done}", self.features));
            }
            "ping" => say(&format!("pong {rest}")),
            _ => {}
        }
        false
    }
}

/// Plays a move; one that is not legal ends the process, since an arena sends none.
fn play(game: &mut Game, text: &str) {
    if !play_if(game, text) {
        process::exit(5);
    }
}

fn play_if(game: &mut Game, text: &str) -> bool {
    let Ok(m) = game.position().parse_uci(text) else { return false };
    game.play(m).is_ok()
}
