//! Tests of the browser, from keys to terminal cells.

use reynard::draw::Figures;
use reynard::{Color, Position};
use reynard_db::{Budget, Database, DatabaseOptions};

use super::{Browser, FilterText, Focus, Key, Palette, Screen, Style, Theme};

const PGN: &[u8] = b"\
[White \"Karpov\"]\n[Black \"Kasparov\"]\n[Date \"1985.09.03\"]\n[Result \"0-1\"]\n[WhiteElo \"2720\"]\n[BlackElo \"2700\"]\n\n\
1. e4 c5 2. Nf3 e6 $1 {Taimanov} 3. d4 cxd4 4. Nxd4 Nc6 5. Nb5 d6 0-1\n\n\
[White \"Morphy\"]\n[Black \"Anderssen\"]\n[Date \"1858.12.20\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 Nc6 1-0\n\n\
[White \"Short\"]\n[Black \"Kasparov\"]\n[Date \"1993.09.07\"]\n[Result \"1/2-1/2\"]\n[WhiteElo \"2655\"]\n[BlackElo \"2805\"]\n\n\
1. Nf3 c5 2. e4 d6 1/2-1/2\n\n\
[White \"Reti\"]\n[Black \"Capablanca\"]\n[Date \"1924.03.22\"]\n[Result \"1-0\"]\n\n1. Nf3 Nf6 2. c4 1-0\n\n\
[White \"Set up\"]\n[Black \"?\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n[Result \"*\"]\n\n1. e4 -- 2. e5 *\n\n";

/// A database with the games above.
struct Games {
    _folder: tempfile::TempDir,
    base: Database,
}

impl Games {
    fn new() -> Self {
        Self::of(PGN)
    }

    fn of(pgn: &[u8]) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("games.rdb");
        let mut base = Database::create(path, DatabaseOptions::default()).expect("a new file");
        base.add_pgn(pgn, &Budget::default()).expect("room");
        Self { _folder: folder, base }
    }

    fn browser(&self) -> Browser<'_> {
        Browser::new(&self.base, Position::startpos(), FilterText::default()).expect("intact")
    }
}

const PLAIN: Theme = Theme { palette: Palette::Plain, figures: Figures::Letters };

/// Returns the lines of the screen.
fn screen(browser: &Browser<'_>, theme: Theme, width: u16, height: u16) -> String {
    let cells = Screen { browser, theme }.draw(width, height);
    let line = |y| cells.row(y).iter().map(|cell| cell.text.as_str()).collect::<String>();
    (0..height).map(|y| line(y).trim_end().to_owned()).collect::<Vec<_>>().join("\n")
}

fn press(browser: &mut Browser<'_>, keys: impl IntoIterator<Item = Key>) {
    for key in keys {
        assert!(browser.press(key).is_continue(), "{key:?}");
    }
}

fn type_text(browser: &mut Browser<'_>, text: &str) {
    press(browser, text.chars().map(Key::Char));
}

fn sans<'a>(browser: &'a Browser<'_>) -> Vec<&'a str> {
    browser.explored().moves.iter().map(|it| it.san.as_str()).collect()
}

#[test]
fn the_first_screen_has_board_moves_results_and_games() {
    let games = Games::new();
    let text = screen(&games.browser(), PLAIN, 100, 28);
    for part in [
        " games.rdb  5 games",
        "8  r  n  b  q  k  b  n  r",
        "1. Nf3           2    50 ",
        "4 games, +50% =25% -25%",
        "White to move",
        "Kasparov",
        "1858.12.20",
        "1924.03.22",
        "? help",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
}

#[test]
fn keys_walk_through_the_tree_and_back() {
    let games = Games::new();
    let mut browser = games.browser();
    assert_eq!(sans(&browser), ["e4", "Nf3"]);
    press(&mut browser, [Key::Down, Key::Enter]);
    assert_eq!(sans(&browser), ["c5", "Nf6"]);
    assert!(screen(&browser, PLAIN, 100, 28).contains("A04 Zukertort Opening"));
    press(&mut browser, [Key::Char('l'), Key::Right]);
    // The position is also reached by 1. e4 c5 2. Nf3, and 2... e6 was played there.
    assert_eq!(sans(&browser), ["d6", "e6"]);
    let text = screen(&browser, PLAIN, 100, 28);
    assert!(text.contains("1.Nf3 c5 2.e4") && text.contains("2...d6"), "{text}");
    press(&mut browser, [Key::Backspace, Key::Char('h'), Key::Left]);
    assert_eq!(browser.position(), &Position::startpos());
    assert_eq!(browser.selected_move().unwrap().san, "Nf3", "the move that was taken back");
    press(&mut browser, [Key::Left]);
    assert!(screen(&browser, PLAIN, 100, 28).contains("this is where the browser starts"));
    press(&mut browser, [Key::Enter, Key::Enter, Key::Home]);
    assert_eq!(browser.position(), &Position::startpos());
    press(&mut browser, [Key::End, Key::PageDown, Key::Down]);
    assert_eq!(browser.selected_move().unwrap().san, "Nf3", "the selection stays in the list");
    assert!(browser.press(Key::Char('q')).is_break());
    assert!(browser.press(Key::Interrupt).is_break());
}

#[test]
fn a_filter_is_edited_and_its_mistakes_are_shown() {
    let games = Games::new();
    let mut browser = games.browser();
    press(&mut browser, [Key::Char('/')]);
    type_text(&mut browser, "playr~kasparov");
    press(&mut browser, [Key::Enter]);
    let text = screen(&browser, PLAIN, 100, 28);
    assert!(text.contains("Filter: playr~kasparov"), "{text}");
    assert!(text.contains("column 1") && text.contains("did you mean player"), "{text}");
    assert_eq!(browser.explored().score.games(), 4, "nothing has changed yet");
    press(&mut browser, [Key::Home, Key::Right, Key::Right, Key::Right, Key::Right]);
    type_text(&mut browser, "e");
    press(&mut browser, [Key::Enter]);
    assert_eq!(browser.explored().score.games(), 2);
    assert_eq!(browser.filter().text(), "player~kasparov");
    assert!(screen(&browser, PLAIN, 100, 28).contains("filter: player~kasparov"));
    press(&mut browser, [Key::Char('/'), Key::ClearLine]);
    type_text(&mut browser, "year>=2000");
    press(&mut browser, [Key::Escape]);
    assert_eq!(browser.filter().text(), "player~kasparov", "Escape keeps the filter");
    press(&mut browser, [Key::Char('/'), Key::ClearLine]);
    type_text(&mut browser, "year>=2000");
    press(&mut browser, [Key::Enter]);
    let text = screen(&browser, PLAIN, 100, 28);
    assert!(text.contains("no game that matches the filter reached this position"), "{text}");
    press(&mut browser, [Key::Enter, Key::Char('g')]);
    assert!(screen(&browser, PLAIN, 100, 28).contains("no game has this position"));
}

#[test]
fn moves_are_typed() {
    let games = Games::new();
    let mut browser = games.browser();
    press(&mut browser, [Key::Char('m')]);
    type_text(&mut browser, "1. e4 c5 2. Nf4");
    press(&mut browser, [Key::Enter]);
    let text = screen(&browser, PLAIN, 100, 28);
    assert!(text.contains("`Nf4` is not a legal move") && text.contains("Nf3"), "{text}");
    press(&mut browser, [Key::Backspace, Key::Char('3'), Key::Enter]);
    assert_eq!(browser.explored().score.games(), 2);
    assert!(screen(&browser, PLAIN, 100, 28).contains("Sicilian Defense"));
}

#[test]
fn games_are_viewed_and_explored() {
    let games = Games::new();
    let mut browser = games.browser();
    press(&mut browser, [Key::Tab]);
    assert_eq!(browser.focus(), Focus::Games);
    assert_eq!(browser.selected_game().unwrap().white, "Short", "the highest ratings first");
    press(&mut browser, [Key::Down, Key::Enter]);
    assert_eq!(browser.game().unwrap().head().white, "Karpov");
    press(&mut browser, [Key::Right, Key::Char('l'), Key::Down, Key::Char('j')]);
    let text = screen(&browser, PLAIN, 100, 28);
    for part in ["Karpov (2720) - Kasparov (2700)   0-1", "2.Nf3 e6! 3.d4", "Taimanov"] {
        assert!(text.contains(part), "{part}: {text}");
    }
    press(&mut browser, [Key::Enter]);
    assert!(browser.game().is_none());
    assert_eq!(sans(&browser), ["d4"]);
    assert!(screen(&browser, PLAIN, 100, 28).contains("1.e4 c5 2.Nf3 e6"));
    // The game opens at the position of the explorer.
    press(&mut browser, [Key::Char('g')]);
    assert_eq!(browser.game().unwrap().at(), 4);
    press(&mut browser, [Key::End, Key::PageUp, Key::Home, Key::Left]);
    assert_eq!(browser.game().unwrap().at(), 0);
    press(&mut browser, [Key::Char('q'), Key::Home, Key::Char('g'), Key::Char('n')]);
    assert_eq!(browser.game().unwrap().head().white, "Karpov");
    press(&mut browser, [Key::Char('p')]);
    assert_eq!(browser.game().unwrap().head().white, "Short");
}

#[test]
fn games_from_other_positions_and_null_moves_are_walked_through() {
    let games = Games::new();
    let start: Position = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1".parse().unwrap();
    let mut browser = Browser::new(&games.base, start, FilterText::default()).unwrap();
    press(&mut browser, [Key::Char('g'), Key::End]);
    let text = screen(&browser, PLAIN, 80, 24);
    assert!(text.contains("1.e4 -- 2.e5"), "{text}");
    press(&mut browser, [Key::Char('e')]);
    assert_eq!(browser.position().turn(), Color::Black);
    press(&mut browser, [Key::Char('h')]);
    assert_eq!(browser.position().turn(), Color::White, "the line begins behind the null move");
}

#[test]
fn every_size_of_terminal_has_a_screen() {
    let games = Games::new();
    let mut browser = games.browser();
    let keys = [Key::Enter, Key::Tab, Key::Char('/'), Key::Escape, Key::Char('?'), Key::Escape];
    for key in keys.into_iter().chain([Key::Char('g'), Key::Right]) {
        press(&mut browser, [key]);
        for width in [1, 20, 30, 40, 60, 71, 72, 80, 100, 140, 200] {
            for height in [1, 5, 8, 10, 14, 20, 24, 30, 45, 60] {
                for theme in [PLAIN, Theme::default()] {
                    let text = screen(&browser, theme, width, height);
                    let small = width < 30 || height < 8;
                    assert!(!small || "the terminal is too small".starts_with(text.trim()));
                    assert!(small || !text.trim().is_empty(), "{width}x{height}");
                }
            }
        }
    }
    press(&mut browser, [Key::Escape, Key::Tab]);
    assert!(screen(&browser, PLAIN, 30, 8).contains("Move"), "the moves come first");
}

#[test]
fn a_plain_theme_has_no_colors_and_no_characters_but_ascii() {
    let games = Games::new();
    let browser = games.browser();
    let cells = Screen { browser: &browser, theme: PLAIN }.draw(100, 28);
    for cell in (0..28).flat_map(|y| cells.row(y)) {
        let Style { foreground, background, .. } = cell.style;
        assert_eq!((foreground, background), (None, None), "{cell:?}");
    }
    assert!(screen(&browser, PLAIN, 60, 24).is_ascii());
}

#[test]
fn the_board_turns() {
    let games = Games::new();
    let mut browser = games.browser();
    press(&mut browser, [Key::Char('f')]);
    assert!(screen(&browser, PLAIN, 100, 28).contains("1  R  N  B  K  Q  B  N  R"));
}

#[test]
fn the_help_names_the_keys_and_goes_away() {
    let games = Games::new();
    let mut browser = games.browser();
    press(&mut browser, [Key::Char('?')]);
    assert!(screen(&browser, PLAIN, 80, 30).contains("take a move back"));
    press(&mut browser, [Key::Char('q')]);
    assert!(screen(&browser, PLAIN, 80, 30).contains("1. e4"));
}

#[test]
fn a_game_with_clocks_has_a_column_of_times_and_no_commands_in_its_comments() {
    let games = Games::of(
        b"[White \"A\"]\n[Black \"B\"]\n[TimeControl \"180+2\"]\n\n\
        1. e4 {[%clk 0:03:00]} e5 {[%clk 0:03:00]} 2. Nf3 {[%clk 0:02:55] [%csl Gd4] natural} \
        Nc6 {[%clk 0:01:40]} 3. Ke3 {lost} *\n\n",
    );
    let mut browser = games.browser();
    press(&mut browser, [Key::Tab, Key::Enter, Key::End, Key::Left]);
    let text = screen(&browser, PLAIN, 100, 28);
    for part in
        ["1.e4     0:00  e5       0:00", "2.Nf3    0:07  Nc6      1:22", "2:55 - 3:00", "natural"]
    {
        assert!(text.contains(part), "{part}: {text}");
    }
    assert!(!text.contains('%'), "{text}");
    press(&mut browser, [Key::End]);
    let text = screen(&browser, PLAIN, 100, 28);
    assert!(text.contains("2:55 - 1:40") && text.contains("not understood: 3. Ke3"), "{text}");
    // One move per line if there is no room for two.
    let narrow = screen(&browser, PLAIN, 50, 28);
    let lines: Vec<&str> = narrow.lines().collect();
    assert!(lines.iter().any(|line| line.ends_with("Nc6      1:22")), "{narrow}");
    assert!(!lines.iter().any(|line| line.contains("2.Nf3") && line.contains("Nc6")), "{narrow}");
}
