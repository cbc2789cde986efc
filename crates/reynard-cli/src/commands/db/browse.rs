//! `reynard db browse`: the terminal browser.

use std::fs::OpenOptions;
use std::io::{self, BufWriter, IsTerminal, Stdout, Write};
use std::panic;

use anyhow::{Context, bail};
use crossterm::cursor::Show;
use crossterm::event::{self, Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use crossterm::execute;
use crossterm::terminal::{self, EnterAlternateScreen, LeaveAlternateScreen};
use reynard::Color;
use reynard::draw::Figures;
use reynard_console::interrupt::{self, Interrupt};
use reynard_console::output::{Output, Paint, Status};

use super::base::{Question, explained};
use crate::browse::{Browser, FilterText, Key, Painter, Palette, Screen, Theme};

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  reynard db browse games.rdb
  reynard db browse games.rdb --moves 'e4 c5' --flip 'elo>=2500'

Up and down select a move, Enter plays it, Backspace takes it back, Tab goes to the games, `g` shows one, \
`/` edits the filter, `?` shows all keys, `q` ends. Bars show White's wins, draws and Black's wins; score \
and performance are those of the side to move.")]
pub(super) struct Args {
    #[command(flatten)]
    question: Question,
    /// Draw the board with Black at the bottom
    #[arg(long)]
    flip: bool,
}

pub(super) fn run(args: &Args, out: &mut Output) -> anyhow::Result<Status> {
    let (start, moves) = args.question.line(out)?;
    let base = args.question.open()?;
    args.question.query(&base)?;
    let filter = FilterText::parse(&args.question.filter(&base)?)?;
    if !io::stdin().is_terminal() || !io::stdout().is_terminal() {
        bail!("`db browse` needs a terminal; `reynard db explore` prints a position");
    }
    if std::env::var_os("TERM").is_some_and(|term| term == "dumb") {
        bail!(
            "`db browse` needs a terminal that can place the cursor, and TERM is `dumb`; \
             `reynard db explore` prints a position"
        );
    }
    let mut browser = explained(base.path(), Browser::new(&base, start, filter))?;
    browser.follow(&moves);
    if args.flip {
        browser.set_orientation(Color::Black);
    }
    let palette = if out.paint() == Paint::Colors { Palette::Colors } else { Palette::Plain };
    let figures = if out.is_ascii_terminal() { Figures::Letters } else { Figures::Figurines };
    out.flush()?;
    browse(&mut browser, Theme { palette, figures }).context("terminal")?;
    Ok(Status::Fine)
}

/// Draws the browser and passes keys to it until the user quits.
fn browse(browser: &mut Browser<'_>, theme: Theme) -> anyhow::Result<()> {
    interrupt::on_end(|end| {
        restore_from_outside();
        end();
    });
    Interrupt::install()?;
    let mut session = Session::begin()?;
    loop {
        let (width, height) = terminal::size()?;
        session.painter.draw(Screen { browser, theme }.draw(width, height))?;
        let Event::Key(event) = event::read()? else { continue };
        if let Some(key) = key(&event)
            && browser.press(key).is_break()
        {
            return Ok(());
        }
    }
}

/// A terminal session in raw mode that shows the alternate screen. Dropping it restores the
/// terminal.
struct Session {
    painter: Painter<BufWriter<Stdout>>,
}

impl Session {
    fn begin() -> io::Result<Self> {
        let usual = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            // Panics of the store become errors.
            if !super::base::is_of_store(info) {
                restore(&mut io::stdout());
                usual(info);
            }
        }));
        terminal::enable_raw_mode()?;
        execute!(io::stdout(), EnterAlternateScreen)
            .map(|()| Self { painter: Painter::new(BufWriter::new(io::stdout())) })
            .inspect_err(|_| restore(&mut io::stdout()))
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        restore(&mut io::stdout());
    }
}

/// Restores the terminal. Errors are ignored.
fn restore(writer: &mut impl Write) {
    let _ = terminal::disable_raw_mode();
    let _ = execute!(writer, LeaveAlternateScreen, Show);
}

/// Restores the terminal while another thread holds standard output.
fn restore_from_outside() {
    let terminal = if cfg!(windows) { "CONOUT$" } else { "/dev/tty" };
    let stderr = io::stderr();
    if stderr.is_terminal() {
        restore(&mut stderr.lock());
    } else if let Ok(mut terminal) = OpenOptions::new().write(true).open(terminal) {
        restore(&mut terminal);
    }
}

fn key(event: &KeyEvent) -> Option<Key> {
    if event.kind == KeyEventKind::Release {
        return None;
    }
    let key = match event.code {
        KeyCode::Char('c') if event.modifiers.contains(KeyModifiers::CONTROL) => Key::Interrupt,
        KeyCode::Char('u') if event.modifiers.contains(KeyModifiers::CONTROL) => Key::ClearLine,
        KeyCode::Char(_)
            if event.modifiers.intersects(KeyModifiers::CONTROL | KeyModifiers::ALT) =>
        {
            return None;
        }
        KeyCode::Char(char) => Key::Char(char),
        KeyCode::Enter => Key::Enter,
        KeyCode::Esc => Key::Escape,
        KeyCode::Backspace => Key::Backspace,
        KeyCode::Delete => Key::Delete,
        KeyCode::Up => Key::Up,
        KeyCode::Down => Key::Down,
        KeyCode::Left => Key::Left,
        KeyCode::Right => Key::Right,
        KeyCode::Home => Key::Home,
        KeyCode::End => Key::End,
        KeyCode::PageUp => Key::PageUp,
        KeyCode::PageDown => Key::PageDown,
        KeyCode::Tab | KeyCode::BackTab => Key::Tab,
        _ => return None,
    };
    Some(key)
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use std::env;
    use std::fs::File;
    use std::io::Read;
    use std::process::Command;

    use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
    use rustix::termios::tcgetattr;

    use super::*;

    /// Environment variable that is set for the child process in which the panic occurs.
    const CHILD: &str = "REYNARD_TEST_BROWSER_PANIC";

    #[test]
    fn a_panic_gives_the_terminal_back_before_its_message() {
        if env::var_os(CHILD).is_some() {
            let _session = Session::begin().expect("a terminal");
            assert!(!io::stdout().is_terminal(), "a fault of the browser");
            return;
        }
        let ours = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).expect("a pseudo-terminal");
        grantpt(&ours).expect("it is ours");
        unlockpt(&ours).expect("it is ours");
        let name = ptsname(&ours, Vec::new()).expect("a name").into_string().expect("plain");
        let theirs = File::options().read(true).write(true).open(name).expect("the other end");
        let before = tcgetattr(&theirs).expect("a terminal");
        let copy = || theirs.try_clone().expect("a copy");
        let mut child = Command::new(env::current_exe().expect("this program"));
        let this =
            "commands::db::browse::tests::a_panic_gives_the_terminal_back_before_its_message";
        child.args(["--exact", this, "--nocapture"]).env(CHILD, "1").env("TERM", "xterm");
        child.stdin(copy()).stdout(copy()).stderr(copy());
        let code = child.status().expect("it starts").code();
        assert_eq!(code, Some(101), "the panic ends the test in the child");
        let after = tcgetattr(&theirs).expect("a terminal");
        assert_eq!(before.local_modes, after.local_modes);
        // The output of a short test fits into the terminal's buffer, and ends when the last end is
        // closed.
        drop((theirs, child));
        let mut seen = Vec::new();
        // After the last byte a pseudo-terminal returns an error.
        let _ = File::from(ours).read_to_end(&mut seen);
        let seen = String::from_utf8_lossy(&seen);
        let place = |text: &str| seen.find(text).unwrap_or_else(|| panic!("{text:?}: {seen:?}"));
        assert!(place("\x1b[?1049h") < place("\x1b[?1049l"));
        assert!(place("\x1b[?1049l") < place("a fault of the browser"), "{seen:?}");
        assert!(place("\x1b[?25h") < place("a fault of the browser"), "{seen:?}");
    }
}
