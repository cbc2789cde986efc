//! Random conditions of the filter language, each with the answer of the plain program.

use reynard::Square;

use super::plain::{Grid, KINDS, Plain, Seen, flipped};
use super::shared::Random;

/// A random condition: its text, and the plain answer.
pub(crate) struct Question {
    pub(crate) text: String,
    pub(crate) holds: Box<dyn Fn(&Plain) -> bool>,
}

/// A condition on a position.
pub(crate) struct Test {
    pub(crate) text: String,
    pub(crate) holds: Box<dyn Fn(&Seen) -> bool>,
}

pub(crate) fn square_name(square: usize) -> String {
    Square::ALL[square].to_string()
}

/// Chooses one of some values.
pub(crate) fn choice<'a, T>(random: &mut Random, values: &'a [T]) -> &'a T {
    &values[random.below(values.len())]
}

/// Returns the members of a sign of a set of pieces.
pub(crate) fn members(sign: char) -> Vec<char> {
    match sign {
        'A' => "PNBRQK".chars().collect(),
        'a' => "pnbrqk".chars().collect(),
        '!' => "PNBRQKpnbrqk".chars().collect(),
        '1' => vec!['.'],
        other => vec![other],
    }
}

/// Returns a set of pieces in the language, and its members.
pub(crate) fn piece_set(
    random: &mut Random,
    sample: char,
    may_be_empty: bool,
) -> (String, Vec<char>) {
    let signs: Vec<char> = "NBRQKnbrqkPpAa!".chars().collect();
    let one = if sample == '.' { *choice(random, &signs) } else { sample };
    match random.below(6) {
        0 => {
            let other = *choice(random, &signs);
            (format!("[{one}{other}]"), [members(one), members(other)].concat())
        }
        1 if may_be_empty => {
            let all: Vec<char> = "PNBRQKpnbrqk.".chars().collect();
            let out = members(one);
            if out.len() == 12 {
                return (one.to_string(), out);
            }
            (format!("[^{one}]"), all.into_iter().filter(|it| !out.contains(it)).collect())
        }
        2 if may_be_empty => (format!("[{one}1]"), [members(one), vec!['.']].concat()),
        _ => (one.to_string(), members(one)),
    }
}

pub(crate) fn piece_test(random: &mut Random, sample: &Seen) -> Test {
    let square = random.below(64);
    let (set, pieces) = piece_set(random, sample.grid[square], false);
    let (file, rank) = (square % 8, square / 8);
    let names = "abcdefgh".as_bytes();
    let name = |file: usize| names[file] as char;
    let other = random.below(64);
    let (place, squares): (String, Vec<usize>) = match random.below(6) {
        0 => (name(file).to_string(), (0..64).filter(|it| it % 8 == file).collect()),
        1 => ((rank + 1).to_string(), (0..64).filter(|it| it / 8 == rank).collect()),
        2 => {
            let (low, high) = (file.min(other % 8), file.max(other % 8));
            let text = format!("{}-{}{}", name(low), name(high), rank + 1);
            (
                text,
                (0..64).filter(|it| it / 8 == rank && (low..=high).contains(&(it % 8))).collect(),
            )
        }
        3 => (format!("{},{}", square_name(square), square_name(other)), vec![square, other]),
        4 => (String::new(), (0..64).collect()),
        _ => (square_name(square), vec![square]),
    };
    let is_pawns = pieces.iter().all(|it| matches!(it, 'P' | 'p'));
    if is_pawns && squares.iter().all(|it| matches!(it / 8, 0 | 7)) {
        return piece_test(random, sample);
    }
    Test {
        text: format!("piece={set}{place}"),
        holds: Box::new(move |seen| squares.iter().any(|&it| pieces.contains(&seen.grid[it]))),
    }
}

pub(crate) fn pattern_test(random: &mut Random, sample: &Seen) -> Test {
    let mut wanted: Vec<Option<(String, Vec<char>)>> = (0..64).map(|_| None).collect();
    for _ in 0..=random.below(5) {
        let square = random.below(64);
        wanted[square] = Some(match sample.grid[square] {
            '.' if random.below(2) == 0 => ("1".to_owned(), vec!['.']),
            '.' => {
                let piece = *choice(random, &['N', 'q', 'r', 'B']);
                piece_set(random, piece, true)
            }
            piece => piece_set(random, piece, true),
        });
    }
    let mut text = String::new();
    for rank in (0..8).rev() {
        let row: String = (0..8)
            .map(|file| wanted[rank * 8 + file].as_ref().map_or("?", |(text, _)| text))
            .collect();
        let end = row.trim_end_matches('?').len();
        text += if end == row.len() { &row } else { &row[..end] };
        text += if end == row.len() { "" } else { "*" };
        text += if rank > 0 { "/" } else { "" };
    }
    let turn = *choice(random, &[None, None, Some(true), Some(false)]);
    let flip = random.below(3) == 0;
    match turn {
        Some(white) => text += if white { " w" } else { " b" },
        None if flip => text += " -",
        None => {}
    }
    text += if flip { " flipcolor" } else { "" };
    let is_there = move |grid: &Grid, white: bool| {
        let here = |(square, wanted): (usize, &Option<(String, Vec<char>)>)| {
            wanted.as_ref().is_none_or(|(_, pieces)| pieces.contains(&grid[square]))
        };
        turn.is_none_or(|it| it == white) && wanted.iter().enumerate().all(here)
    };
    Test {
        text: format!("position='{text}'"),
        holds: Box::new(move |seen| {
            is_there(&seen.grid, seen.white) || flip && is_there(&seen.mirror, !seen.white)
        }),
    }
}

/// Returns the pieces of a side as letters of White, kings first.
pub(crate) fn side(grid: &Grid, white: bool) -> Vec<char> {
    let own = grid.iter().filter(|it| it.is_alphabetic() && it.is_uppercase() == white);
    let mut pieces: Vec<char> = own.map(char::to_ascii_uppercase).collect();
    pieces.sort_by_key(|&it| "KQRBNP".find(it));
    pieces
}

pub(crate) fn count(pieces: &[char], piece: char) -> i32 {
    i32::try_from(pieces.iter().filter(|&&it| it == piece).count()).expect("few")
}

pub(crate) fn bishop_shade(grid: &Grid, bishop: char) -> usize {
    let square = grid.iter().position(|&it| it == bishop).unwrap_or(0);
    (square / 8 + square % 8) % 2
}

pub(crate) fn material_test(random: &mut Random, sample: &Seen) -> Test {
    const CLASSES: [(&str, &str, &str); 11] = [
        ("pawn-ending", "K*", "K*"),
        ("knight-ending", "KN*", "KN*"),
        ("bishop-ending", "KB*", "KB*"),
        ("bishop-knight-ending", "KB*", "KN*"),
        ("rook-ending", "KR*", "KR*"),
        ("rook-knight-ending", "KRN*", "KRN*"),
        ("rook-bishop-ending", "KRB*", "KRB*"),
        ("queen-ending", "KQ*", "KQ*"),
        ("opposite-bishop-ending", "KB*", "KB*"),
        ("opposite-bishops", "KB+", "KB+"),
        ("same-bishops", "KB+", "KB+"),
    ];
    let (text, [one, other], bishops) = if random.below(3) == 0 {
        let (name, one, other) = *choice(random, &CLASSES);
        let bishops = name.split('-').next().filter(|it| matches!(*it, "opposite" | "same"));
        (name.to_owned(), [one.to_owned(), other.to_owned()], bishops)
    } else {
        let mut part = |white| {
            let mut pieces = side(&sample.grid, white);
            let rest = *choice(random, &["", "*", "+"]);
            match rest {
                "*" => pieces.retain(|&it| it != 'P' || random.below(2) == 0),
                "+" => pieces.retain(|&it| it == 'K' || random.below(3) == 0),
                _ => {}
            }
            pieces.into_iter().collect::<String>() + rest
        };
        let (one, other) = (part(true), part(false));
        (format!("{one}v{other}"), [one, other], None)
    };
    let fits = |text: &str| {
        let wanted: Vec<char> = text.chars().collect();
        let least = KINDS.map(|kind| count(&wanted, kind));
        let more = KINDS.map(|kind| text.ends_with('+') || kind == 'P' && text.ends_with('*'));
        move |here: &[i32; 6]| {
            (0..6).all(|kind| here[kind] == least[kind] || more[kind] && here[kind] > least[kind])
        }
    };
    let (one, other) = (fits(&one), fits(&other));
    Test {
        text: format!("material={text}"),
        holds: Box::new(move |seen| {
            let [white, black] = &seen.counts;
            let is_there = one(white) && other(black) || one(black) && other(white);
            let shades = || bishop_shade(&seen.grid, 'B') != bishop_shade(&seen.grid, 'b');
            let single = || white[2] == 1 && black[2] == 1;
            is_there
                && match bishops {
                    None => true,
                    Some("same") => single() && !shades(),
                    Some(_) => single() && shades(),
                }
        }),
    }
}

pub(crate) fn imbalance_test(random: &mut Random) -> Test {
    const SOME: [(&str, [i32; 5], bool); 8] = [
        ("BBvNN", [0, -2, 2, 0, 0], false),
        ("BvN", [0, -1, 1, 0, 0], false),
        ("RvBN", [0, -1, -1, 1, 0], false),
        ("QvRR", [0, 0, 0, -2, 1], false),
        ("RvN", [0, -1, 0, 1, 0], false),
        ("RvNP", [-1, -1, 0, 1, 0], true),
        ("+1p", [1, 0, 0, 0, 0], true),
        ("+2p", [2, 0, 0, 0, 0], true),
    ];
    let (text, difference, pawns) = *choice(random, &SOME);
    let holds = move |one: &[i32; 6], other: &[i32; 6]| {
        (0..5).all(|kind| kind == 0 && !pawns || one[kind] - other[kind] == difference[kind])
    };
    Test {
        text: format!("imbalance={text}"),
        holds: Box::new(move |seen| {
            let [white, black] = &seen.counts;
            holds(white, black) || holds(black, white)
        }),
    }
}

pub(crate) fn pawn_test(random: &mut Random, sample: &Seen) -> Test {
    let mut pawns = sample.pawns;
    if random.below(4) == 0 {
        pawns[8 + random.below(48)] = '.';
    }
    let row = |rank: usize| {
        let signs = (0..8).map(|file| match pawns[rank * 8 + file] {
            '.' => '1',
            pawn => pawn,
        });
        signs.collect::<String>()
    };
    let text = (0..8).rev().map(row).collect::<Vec<_>>().join("/");
    let flip = random.below(3) == 0;
    Test {
        text: format!("pawns='{text}{}'", if flip { " flipcolor" } else { "" }),
        holds: Box::new(move |seen| seen.pawns == pawns || flip && seen.pawn_mirror == pawns),
    }
}

pub(crate) fn position_test(random: &mut Random, sample: &Seen) -> Test {
    match random.below(10) {
        0..4 => piece_test(random, sample),
        4..6 => pattern_test(random, sample),
        6..8 => material_test(random, sample),
        8 => imbalance_test(random),
        _ => pawn_test(random, sample),
    }
}

/// A condition on a position that may be made of several.
pub(crate) fn group(random: &mut Random, sample: &Seen, depth: usize) -> Test {
    if depth == 0 || random.below(2) == 0 {
        return position_test(random, sample);
    }
    let one = group(random, sample, depth - 1);
    let other = group(random, sample, depth - 1);
    let (a, b) = (one.holds, other.holds);
    match random.below(4) {
        0 => Test {
            text: format!("({} or {})", one.text, other.text),
            holds: Box::new(move |seen| a(seen) || b(seen)),
        },
        1 => Test {
            text: format!("({} not ({}))", one.text, other.text),
            holds: Box::new(move |seen| a(seen) && !b(seen)),
        },
        _ => Test {
            text: format!("{} {}", one.text, other.text),
            holds: Box::new(move |seen| a(seen) && b(seen)),
        },
    }
}

/// The condition on a position, the least number of positions in a row, and so on.
pub(crate) type Stages = Vec<(Box<dyn Fn(&Seen) -> bool>, usize)>;

/// Returns `true` if the stages hold one after the other in some positions of a game.
pub(crate) fn follow(boards: &[Seen], stages: &Stages) -> bool {
    // The positions from which the stages from one on can hold, last stage first.
    let mut from: Vec<bool> = vec![true; boards.len() + 1];
    for (holds, length) in stages.iter().rev() {
        let here: Vec<bool> = boards.iter().map(holds).collect();
        let begins = |start: usize| {
            let end = start + length;
            end <= here.len() && here[start..end].iter().all(|&it| it) && from[end]
        };
        let mut now: Vec<bool> = (0..here.len()).map(begins).chain([false]).collect();
        for start in (0..here.len()).rev() {
            now[start] |= now[start + 1];
        }
        from = now;
    }
    from[0]
}

pub(crate) fn sequence(random: &mut Random, game: &Plain) -> Question {
    let mut texts = Vec::new();
    let mut stages: Stages = Vec::new();
    let mut at = 0;
    for _ in 0..*choice(random, &[1, 1, 2, 3]) {
        at += random.below(game.boards.len() - at);
        let test = group(random, &game.boards[at], 2);
        let length = *choice(random, &[1, 1, 2, 3, 7]);
        let number = if length == 1 { String::new() } else { format!("/{length}") };
        texts.push(format!("at({}){number}", test.text));
        stages.push((test.holds, length));
    }
    let flip = random.below(4) == 0;
    Question {
        text: texts.join(" then ") + if flip { " flipcolor" } else { "" },
        holds: Box::new(move |game| {
            let reversed = || -> Vec<Seen> { game.boards.iter().map(Seen::reversed).collect() };
            follow(&game.boards, &stages) || flip && follow(&reversed(), &stages)
        }),
    }
}

pub(crate) fn move_question(random: &mut Random, game: &Plain) -> Question {
    let sample = choice(random, &game.made).clone();
    if let Some(name) = sample.castling {
        return Question {
            text: format!("move={name}"),
            holds: Box::new(move |game| game.made.iter().any(|it| it.castling == Some(name))),
        };
    }
    let letter = sample.piece.to_ascii_uppercase();
    let mut signs: Vec<char> = square_name(sample.to).chars().collect();
    for sign in &mut signs {
        if random.below(3) == 0 {
            *sign = '?';
        }
    }
    let to: String = signs.into_iter().collect();
    let from = if random.below(3) == 0 { square_name(sample.from) } else { String::new() };
    let check = *choice(random, &["", "", "", "+", "#"]);
    let promotion = sample.promotion.filter(|_| random.below(2) == 0 && !to.ends_with('?'));
    let text = format!(
        "{}{from}{}{to}{}{check}",
        if letter == 'P' { String::new() } else { letter.to_string() },
        if sample.takes { "x" } else { "" },
        promotion.map(|piece| format!("={piece}")).unwrap_or_default(),
    );
    let is_square = |square: usize, wanted: &str| {
        square_name(square).chars().zip(wanted.chars()).all(|(a, b)| b == '?' || a == b)
    };
    Question {
        text: format!("move={text}"),
        holds: Box::new(move |game| {
            game.made.iter().any(|it| {
                it.castling.is_none()
                    && it.piece.to_ascii_uppercase() == letter
                    && it.takes == sample.takes
                    && is_square(it.to, &to)
                    && is_square(it.from, &from)
                    && (promotion.is_none() || it.promotion == promotion)
                    && (check != "+" || it.check)
                    && (check != "#" || it.mate)
            })
        }),
    }
}

/// Returns the ways of all pieces: each move with the piece as it was.
pub(crate) fn ways(game: &Plain) -> Vec<Vec<(char, usize, usize)>> {
    let mut ways = vec![Vec::new(); 64];
    for it in &game.made {
        ways[it.number].push((it.piece, it.from, it.to));
        if let Some((number, from, to)) = it.rook {
            let rook = if it.piece == 'K' { 'R' } else { 'r' };
            ways[number].push((rook, from, to));
        }
    }
    ways
}

pub(crate) fn maneuver_question(random: &mut Random, game: &Plain) -> Question {
    let ways_here = ways(game);
    let long: Vec<_> = ways_here.iter().filter(|way| !way.is_empty()).collect();
    let way = *choice(random, &long);
    let begin = random.below(way.len());
    let end = (begin + 1 + random.below(3)).min(way.len());
    let (piece, first, _) = way[begin];
    if way[begin..end].iter().any(|step| step.0 != piece) {
        return move_question(random, game);
    }
    let squares = [first].into_iter().chain(way[begin..end].iter().map(|step| step.2));
    let mut names: Vec<String> = squares.map(square_name).collect();
    for name in &mut names {
        if random.below(4) == 0 {
            name.replace_range(0..1, "?");
        }
    }
    let flip = random.below(3) == 0;
    let mut text = format!("{piece}{}", names.join("-"));
    if flip {
        text = format!("'{text} flipcolor'");
    }
    let is_square = |square: usize, wanted: &str| {
        square_name(square).chars().zip(wanted.chars()).all(|(a, b)| b == '?' || a == b)
    };
    let goes = move |way: &[(char, usize, usize)], mirror: bool| {
        let turn = |square: usize| if mirror { square ^ 0o70 } else { square };
        way.windows(names.len() - 1).any(|steps| {
            is_square(turn(steps[0].1), &names[0])
                && steps.iter().zip(&names[1..]).all(|(step, name)| {
                    let kind = if mirror { flipped(step.0) } else { step.0 };
                    kind == piece && is_square(turn(step.2), name)
                })
        })
    };
    Question {
        text: format!("maneuver={text}"),
        holds: Box::new(move |game| {
            ways(game).iter().any(|way| goes(way, false) || flip && goes(way, true))
        }),
    }
}

pub(crate) fn sacrifice_question(random: &mut Random) -> Question {
    let value = *choice(random, &[1, 2, 3, 5]);
    let plies = *choice(random, &[2_usize, 3, 8, 20]);
    let balance = |seen: &Seen| -> i32 {
        let worth = |side: &[i32; 6]| side[0] + 3 * (side[1] + side[2]) + 5 * side[3] + 9 * side[4];
        worth(&seen.counts[0]) - worth(&seen.counts[1])
    };
    let text = if plies == 8 { format!("{value}") } else { format!("{value}/{plies}") };
    Question {
        text: format!("sacrifice={text}"),
        holds: Box::new(move |game| {
            let boards = &game.boards;
            let own = |at: usize, white: bool| {
                if white { balance(&boards[at]) } else { -balance(&boards[at]) }
            };
            (0..boards.len().saturating_sub(2)).any(|at| {
                let white = boards[at].white;
                let last = (at + 1 + plies).min(boards.len() - 1);
                (at + 2..=last).all(|later| own(later, white) <= own(at, white) - value)
            })
        }),
    }
}

pub(crate) fn tag_question(random: &mut Random) -> Question {
    if random.below(2) == 0 {
        let plies = 10 + random.below(80);
        return Question {
            text: format!("plies>={plies}"),
            holds: Box::new(move |game| game.made.len() >= plies),
        };
    }
    let result = *choice(random, &["1-0", "0-1", "1/2-1/2"]);
    Question {
        text: format!("result={result}"),
        holds: Box::new(move |game| game.tree.result().to_string() == result),
    }
}

pub(crate) fn question(random: &mut Random, game: &Plain, depth: usize) -> Question {
    if depth > 0 && random.below(3) == 0 {
        let one = question(random, game, depth - 1);
        let other = question(random, game, depth - 1);
        let (a, b) = (one.holds, other.holds);
        return match random.below(4) {
            0 => Question {
                text: format!("({} or {})", one.text, other.text),
                holds: Box::new(move |game| a(game) || b(game)),
            },
            1 => Question {
                text: format!("{} not ({})", one.text, other.text),
                holds: Box::new(move |game| a(game) && !b(game)),
            },
            _ => Question {
                text: format!("{} {}", one.text, other.text),
                holds: Box::new(move |game| a(game) && b(game)),
            },
        };
    }
    match random.below(10) {
        0..5 => sequence(random, game),
        5 => move_question(random, game),
        6 | 7 => maneuver_question(random, game),
        8 => sacrifice_question(random),
        _ => tag_question(random),
    }
}
