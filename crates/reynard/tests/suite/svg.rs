//! Pictures of boards: row R66 of the feature list, and what an SVG file has to be.

use reynard::draw::{Coordinates, Figures, Mark, Rgb, SvgBoard, TextBoard, Theme};
use reynard::{Bitboard, Board, Color, File, Move, MoveKind, Position, Rank, Square};

/// A start tag with its attributes.
struct Element {
    name: String,
    attributes: Vec<(String, String)>,
}

impl Element {
    fn get(&self, name: &str) -> Option<&str> {
        self.attributes.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
    }
}

/// The elements of a text of the plain XML that is written here: tags closed in order, every
/// attribute once and in double quotes, no references, no comments. Anything else fails the test.
fn elements(text: &str) -> Vec<Element> {
    let mut found = Vec::new();
    let mut open: Vec<String> = Vec::new();
    let mut rest = text;
    while let Some(start) = rest.find('<') {
        assert!(!rest[..start].contains(['>', '&']), "{}", &rest[..start]);
        let end = rest.find('>').expect("a tag that ends");
        let tag = &rest[start + 1..end];
        rest = &rest[end + 1..];
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop().as_deref(), Some(name));
            continue;
        }
        let (tag, is_empty) = tag.strip_suffix('/').map_or((tag, false), |tag| (tag, true));
        let (name, mut attributes) = tag.split_once(' ').unwrap_or((tag, ""));
        assert!(name.chars().all(|letter| letter.is_ascii_lowercase()), "{name}");
        let mut element = Element { name: name.to_owned(), attributes: Vec::new() };
        while !attributes.is_empty() {
            let (key, after) = attributes.split_once("=\"").expect("an attribute");
            let (value, after) = after.split_once('"').expect("a value that ends");
            assert!(!value.contains(['<', '&']) && element.get(key).is_none(), "{tag}");
            element.attributes.push((key.to_owned(), value.to_owned()));
            attributes = after.strip_prefix(' ').unwrap_or(after);
        }
        found.push(element);
        if !is_empty {
            open.push(name.to_owned());
        }
        assert!(!open.is_empty() || rest.is_empty(), "one element holds all others");
    }
    assert!(open.is_empty() && rest.is_empty());
    found
}

/// Checks that path data are commands with as many numbers as they need, and gives the commands.
fn commands(data: &str) -> Vec<char> {
    let mut found = Vec::new();
    let mut rest = data;
    while let Some(command) = rest.chars().next() {
        let needed = match command.to_ascii_lowercase() {
            'm' | 'l' => 2,
            'h' | 'v' => 1,
            'q' => 4,
            'c' => 6,
            'a' => 7,
            'z' => 0,
            _ => panic!("{command} in {data}"),
        };
        let end = rest[1..].find(|c: char| c.is_ascii_alphabetic()).map_or(rest.len(), |at| at + 1);
        let count = numbers(&rest[1..end]);
        let fits = if needed == 0 {
            count == 0
        } else {
            count > 0 && usize::is_multiple_of(count, needed)
        };
        assert!(fits, "{command} with {count} numbers in {data}");
        found.push(command);
        rest = &rest[end..];
    }
    assert!(matches!(found.first(), Some('M')), "{data}");
    found
}

/// The number of numbers in a text, which may follow one another without a blank where a sign or a
/// second point begins the next.
fn numbers(text: &str) -> usize {
    let mut count = 0;
    let (mut inside, mut pointed) = (false, false);
    for c in text.chars() {
        let begins = match c {
            '0'..='9' => !inside,
            '-' => true,
            '.' => !inside || pointed,
            ' ' => {
                inside = false;
                continue;
            }
            _ => panic!("{c} in {text}"),
        };
        count += usize::from(begins);
        pointed = c == '.' || pointed && !begins;
        inside = true;
    }
    count
}

fn uses(elements: &[Element]) -> usize {
    elements.iter().filter(|element| element.name == "use").count()
}

/// A position with everything that can be drawn.
fn everything() -> SvgBoard {
    let fen = "r1bqkb1r/pppp1Qpp/2n2n2/4p3/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 0 4";
    let pos: Position = fen.parse().expect(fen);
    SvgBoard::of_position(&pos)
        .size(512)
        .last_move(Move::new(Square::H5, Square::F7, MoveKind::Capture))
        .mark(Bitboard::rank(Rank::Third), Mark::Fill, Rgb::BLUE)
        .mark(Square::E5, Mark::Circle, Rgb::RED)
        .mark(Square::D4, Mark::Dot, Rgb::GREEN)
        .mark(Square::B7, Mark::Cross, Rgb::YELLOW)
        .arrow(Square::C4, Square::F7, Rgb::GREEN)
        .arrow(Square::G1, Square::F3, Rgb::BLUE)
        .arrow(Square::A1, Square::A1, Rgb::BLUE)
}

// R66 of the feature list.
#[test]
fn svg_is_sound_xml_with_sound_paths() {
    let themes = [Theme::WOOD, Theme::SEA, Theme::MEADOW, Theme::PAPER];
    let coordinates = [Coordinates::Inside, Coordinates::Outside, Coordinates::Hidden];
    for theme in themes {
        for coordinates in coordinates {
            for color in Color::ALL {
                let svg = everything().theme(theme).coordinates(coordinates).orientation(color);
                let elements = elements(&svg.to_string());
                for element in &elements {
                    element.get("d").map(commands);
                    let known = ["svg", "title", "path", "g", "circle", "text", "defs", "use"];
                    assert!(known.contains(&element.name.as_str()), "{}", element.name);
                }
                let root = &elements[0];
                assert_eq!(root.get("xmlns"), Some("http://www.w3.org/2000/svg"));
                assert_eq!((root.get("width"), root.get("height")), (Some("512"), Some("512")));
                assert_eq!(uses(&elements), 31);
            }
        }
    }
}

// R66 of the feature list.
#[test]
fn svg_is_small_and_self_contained() {
    let text = SvgBoard::new(&Board::STANDARD).to_string();
    assert!(text.len() < 6000, "{}", text.len());
    // The name of the format is the only address, and shapes come from the drawing itself.
    assert_eq!(text.matches("http").count(), 1);
    assert_eq!(text.matches("href=\"#reynard-").count(), 32);
    assert_eq!(text.matches("href").count(), 32);
    let empty = elements(&SvgBoard::new(&Board::EMPTY).to_string());
    assert!(uses(&empty) == 0 && empty.iter().all(|element| element.get("id").is_none()));
}

// R66 of the feature list.
#[test]
fn svg_defines_each_shape_that_is_used_once() {
    for pieces in ["4k3/8/8/8/8/8/8/4K2R", "4k3/8/8/8/8/8/8/4K3", "QRBNPqrb/npkK4/8/8/8/8/8/8"] {
        let setup: reynard::Setup = format!("{pieces} w").parse().expect(pieces);
        let elements = elements(&SvgBoard::new(&setup.board).to_string());
        let mut defined: Vec<String> = elements
            .iter()
            .filter_map(|element| element.get("id"))
            .map(|id| format!("#{id}"))
            .collect();
        let mut used: Vec<String> =
            elements.iter().filter_map(|element| element.get("href")).map(str::to_owned).collect();
        used.sort();
        used.dedup();
        defined.sort();
        assert_eq!(defined, used, "{pieces}");
    }
}

/// Where the piece on a board with one piece is drawn.
fn place(square: Square, orientation: Color) -> (i32, i32) {
    let mut board = Board::EMPTY;
    board.set(square, reynard::Piece::from_char('N'));
    let elements = elements(&SvgBoard::new(&board).orientation(orientation).to_string());
    let element = elements.iter().find(|element| element.name == "use").expect("a piece");
    let number = |name| element.get(name).and_then(|text| text.parse().ok()).expect(name);
    (number("x"), number("y"))
}

// R66 of the feature list.
#[test]
fn svg_can_be_turned() {
    for square in Square::ALL {
        let (file, rank) = square.coordinates();
        let (x, y) = (100 * i32::from(file), 700 - 100 * i32::from(rank));
        assert_eq!(place(square, Color::White), (x, y));
        assert_eq!(place(square, Color::Black), (700 - x, 700 - y));
    }
}

// R66 of the feature list.
#[test]
fn svg_marks_what_it_is_told_to() {
    let plain = SvgBoard::new(&Board::STANDARD).to_string();
    let check = Theme::WOOD.check.to_string();
    assert!(!plain.contains(&check));
    assert!(SvgBoard::new(&Board::STANDARD).check(Square::E1).to_string().contains(&check));
    assert!(everything().to_string().contains(&check), "of a position with a king in check");
    assert!(!SvgBoard::of_position(&Position::startpos()).to_string().contains(&check));
    let castles = Move::new(Square::E1, Square::H1, MoveKind::CastleKingSide);
    let castled = SvgBoard::new(&Board::STANDARD).last_move(castles).to_string();
    assert!(castled.contains(r#"d="M400 700h100v100h-100zM600 700h100v100h-100z""#), "e1 and g1");
    for (coordinates, labels) in
        [(Coordinates::Inside, 16), (Coordinates::Outside, 32), (Coordinates::Hidden, 0)]
    {
        let svg = SvgBoard::new(&Board::STANDARD).coordinates(coordinates).to_string();
        assert_eq!(svg.matches("<text").count(), labels);
    }
}

// R66 of the feature list.
#[test]
fn svg_arrows_point_from_square_to_square() {
    let arrow = |from, to| {
        let svg = SvgBoard::new(&Board::EMPTY).coordinates(Coordinates::Hidden);
        let elements = elements(&svg.arrow(from, to, Rgb::RED).to_string());
        let arrow = elements.into_iter().find(|element| element.get("transform").is_some());
        arrow.and_then(|arrow| arrow.get("transform").map(str::to_owned)).expect("an arrow")
    };
    assert_eq!(arrow(Square::A1, Square::C1), "matrix(1.000 0.000 0.000 1.000 50 750)");
    assert_eq!(arrow(Square::A1, Square::A3), "matrix(0.000 -1.000 1.000 0.000 50 750)");
    assert_eq!(arrow(Square::A8, Square::E5), "matrix(0.800 0.600 -0.600 0.800 50 50)");
    for from in Square::ALL {
        for to in Square::ALL {
            let svg = SvgBoard::new(&Board::EMPTY).arrow(from, to, Rgb::RED).to_string();
            for element in elements(&svg) {
                element.get("d").map(commands);
            }
        }
    }
}

// R66 of the feature list.
#[test]
fn text_boards_show_every_piece_in_its_place() {
    for figures in [Figures::Letters, Figures::Figurines] {
        for orientation in Color::ALL {
            let board = TextBoard::new(&Board::STANDARD).figures(figures).orientation(orientation);
            let text = board.to_string();
            let rows: Vec<Vec<char>> = text.lines().map(|line| line.chars().collect()).collect();
            assert_eq!(rows.len(), 11);
            for file in File::ALL {
                for rank in Rank::ALL {
                    let square = Square::new(file, rank);
                    let (x, y) = match orientation {
                        Color::White => (file as usize, 7 - rank as usize),
                        Color::Black => (7 - file as usize, rank as usize),
                    };
                    let drawn = rows[1 + y][4 + 2 * x];
                    let expected = Board::STANDARD.piece_at(square).map(|piece| match figures {
                        Figures::Letters => piece.to_char(),
                        Figures::Figurines => piece.to_figurine(),
                    });
                    assert_eq!(drawn, expected.unwrap_or(rows[1 + 3][4]), "{square}");
                    assert_eq!(rows[1 + y][0], rank.to_char());
                    assert_eq!(rows[10][4 + 2 * x], file.to_char());
                }
            }
        }
    }
}

/// `board` of the documents' program (X22) shows the en-passant square and the rights.
#[test]
fn text_boards_show_rights_and_passed_squares() {
    let pos: Position = "4k2r/8/8/8/3pP3/8/8/R3K3 b Qk e3 0 1".parse().unwrap();
    let white = TextBoard::of_position(&pos).to_string();
    let lines: Vec<&str> = white.lines().collect();
    assert_eq!(lines[0], "  +---------------v-+");
    assert_eq!(lines[6], "3 | . . . . ^ . . . |");
    assert_eq!(lines[9], "  +-^---------------+");
    let black = TextBoard::of_position(&pos).orientation(Color::Black).to_string();
    let lines: Vec<&str> = black.lines().collect();
    assert_eq!(lines[0], "  +---------------v-+");
    assert_eq!(lines[3], "3 | . . . v . . . . |");
    assert_eq!(lines[9], "  +-^---------------+");
}

// R66 of the feature list.
#[test]
fn bitboards_draw_themselves() {
    let drawn = (Bitboard::rank(Rank::Eighth) | Square::A1).to_string();
    let lines: Vec<&str> = drawn.lines().collect();
    assert_eq!(lines[0], "X X X X X X X X");
    assert_eq!(lines[7], "X . . . . . . .");
}
