//! The terms of the filter language: a condition consists of a name, a relation and a value.

use reynard::Color;
use reynard::suggest::closest;
use reynard_pgn::{OpeningNames, PgnTimeControl, Termination};

use super::atom::{Atom, Modifier, ModifierKind, Stated};
use super::condition::{GameContent, PlayerCondition, PlayerOutcome};
use super::node::Node;
use super::range::AverageRating;
use super::{
    BoardCondition, BoardEnding, Condition, EcoRange, FoldedText, InvalidCondition, NameMatch,
    NamePattern, NumberCondition, PositionSequence, PositionTest, RangeEnd, RatingOf, Relation,
    RoundNumber, TagCondition, TextPattern, TimeClass, ValueRange,
};

/// Part of a conjunction: conditions, or modifiers of a player that another part names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QueryTerm(pub(super) Node<Atom>);

impl QueryTerm {
    /// Creates a term from a name and a value, as the options of `reynard pgn filter` do: `elo` and
    /// `2700+`, `player` and part of a name, `eco` and `B90-B99,C6`.
    ///
    /// # Errors
    ///
    /// Returns [`InvalidCondition`] if the name does not exist, or if no game can have the value.
    ///
    /// ```
    /// use reynard_games::{Query, QueryTerm};
    ///
    /// let terms = [QueryTerm::new("player", "Carlsen")?, QueryTerm::new("elo", "2700+")?];
    /// let query = Query::all(terms)?;
    /// assert_eq!(query, Query::parse("player~Carlsen elo=2700+")?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(name: &str, value: &str) -> Result<Self, InvalidCondition> {
        let relation = match field(name)? {
            Field::Player(_)
            | Field::Opponent
            | Field::Opening
            | Field::Source
            | Field::Comment
            | Field::Tag(_) => Relation::Contains,
            _ => Relation::Equal,
        };
        term(name, relation, value)
    }

    /// Creates a term from a condition on a tag, such as `WhiteElo>=2500`.
    ///
    /// # Errors
    ///
    /// Returns [`InvalidCondition`] if the text is not a condition on a tag.
    ///
    /// ```
    /// use reynard_games::{Query, QueryTerm};
    ///
    /// assert!(QueryTerm::on_tag("Annotator~kasparov").is_ok());
    /// assert!(QueryTerm::on_tag("~").is_err());
    /// ```
    pub fn on_tag(text: &str) -> Result<Self, InvalidCondition> {
        let condition = Condition::Tag(text.parse()?);
        Ok(Self(Node::Leaf(Atom::Stated(Stated { condition, text: text.to_owned() }))))
    }
}

/// The meaning of a name in the filter language.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Field<'a> {
    Player(Option<Color>),
    Opponent,
    Color,
    Elo(RatingOf),
    EloDifference,
    Date,
    Round,
    Result,
    Eco,
    Opening,
    Time,
    Plies,
    Moves,
    Position,
    Material,
    Imbalance,
    Piece,
    Pawns,
    Move,
    Maneuver,
    Sacrifice,
    Comment,
    Ending,
    Clock,
    Has,
    Source,
    Tag(&'a str),
}

/// The names of the filter language.
const FIELDS: [(&str, Field<'_>); 34] = [
    ("white", Field::Player(Some(Color::White))),
    ("black", Field::Player(Some(Color::Black))),
    ("player", Field::Player(None)),
    ("opponent", Field::Opponent),
    ("color", Field::Color),
    ("elo", Field::Elo(RatingOf::Both)),
    ("whiteelo", Field::Elo(RatingOf::White)),
    ("blackelo", Field::Elo(RatingOf::Black)),
    ("elo-either", Field::Elo(RatingOf::Either)),
    ("elo-average", Field::Elo(RatingOf::Average)),
    ("elo-diff", Field::EloDifference),
    ("date", Field::Date),
    ("year", Field::Date),
    ("round", Field::Round),
    ("result", Field::Result),
    ("eco", Field::Eco),
    ("opening", Field::Opening),
    ("tc", Field::Time),
    ("plies", Field::Plies),
    ("moves", Field::Moves),
    ("position", Field::Position),
    ("material", Field::Material),
    ("imbalance", Field::Imbalance),
    ("piece", Field::Piece),
    ("pawns", Field::Pawns),
    ("move", Field::Move),
    ("maneuver", Field::Maneuver),
    ("manoeuvre", Field::Maneuver),
    ("sacrifice", Field::Sacrifice),
    ("comment", Field::Comment),
    ("end", Field::Ending),
    ("clock", Field::Clock),
    ("has", Field::Has),
    ("source", Field::Source),
];

/// Tags that can be used as conditions under their own names.
const KNOWN_TAGS: [&str; 33] = [
    "Annotator",
    "BlackFideId",
    "BlackNA",
    "BlackRatingDiff",
    "BlackTeam",
    "BlackTitle",
    "BlackType",
    "Board",
    "EndTime",
    "Event",
    "EventDate",
    "EventSponsor",
    "EventType",
    "FEN",
    "Mode",
    "NIC",
    "PlyCount",
    "Section",
    "SetUp",
    "Site",
    "SourceTitle",
    "Stage",
    "SubVariation",
    "Termination",
    "Time",
    "TimeControl",
    "UTCDate",
    "UTCTime",
    "Variant",
    "Variation",
    "WhiteFideId",
    "WhiteTeam",
    "WhiteTitle",
];

/// Returns the usual tags with the smallest edit distance from a name, excluding the name itself.
pub(crate) fn near_tags(name: &str) -> Vec<String> {
    let others = ["Date", "White", "Black", "Result", "WhiteElo", "BlackElo", "ECO", "Opening"];
    let tags = KNOWN_TAGS.iter().chain(&others).filter(|tag| !tag.eq_ignore_ascii_case(name));
    closest(name, tags.map(|tag| (*tag).to_owned()))
}

/// Checks that a name belongs to the filter language.
pub(super) fn check_name(name: &str) -> Result<(), InvalidCondition> {
    field(name).map(drop)
}

/// Returns the meaning of a name, ignoring case, hyphens and underscores.
fn field(name: &str) -> Result<Field<'_>, InvalidCondition> {
    if let Some(tag) = name.strip_prefix("tag.").or_else(|| name.strip_prefix("Tag.")) {
        return Ok(Field::Tag(tag));
    }
    let fold = |name: &str| name.replace(['-', '_'], "").to_ascii_lowercase();
    let folded = fold(name);
    if let Some((_, field)) = FIELDS.iter().find(|(known, _)| fold(known) == folded) {
        return Ok(*field);
    }
    if let Some(tag) = KNOWN_TAGS.iter().find(|tag| tag.eq_ignore_ascii_case(&folded)) {
        return Ok(Field::Tag(tag));
    }
    let names = FIELDS.iter().map(|(name, _)| (*name).to_owned());
    let tags = KNOWN_TAGS.iter().map(|tag| tag.to_ascii_lowercase());
    let near = closest(&name.to_ascii_lowercase(), names.chain(tags));
    let hint = if near.is_empty() {
        format!("a tag that is not usual is tag.{name}")
    } else {
        format!("did you mean {}?", near.join(" or "))
    };
    Err(format!("`{name}` is not a condition; {hint}").into())
}

/// Creates a term.
pub(super) fn term(
    name: &str,
    relation: Relation,
    value: &str,
) -> Result<QueryTerm, InvalidCondition> {
    let field = field(name)?;
    if relation.is_order() && !matches!(field, Field::Tag(_)) && !is_ordered(field) {
        return Err(format!("`{name}` has no order: use =, != or ~").into());
    }
    let text = format!("{name}{}{value}", relation.sign());
    // The values of a list are alternatives.
    let values: Vec<&str> = match field {
        Field::Player(_)
        | Field::Opponent
        | Field::Opening
        | Field::Source
        | Field::Moves
        | Field::Position
        | Field::Piece
        | Field::Pawns
        | Field::Comment
        | Field::Tag(_) => vec![value],
        _ => value.split(',').collect(),
    };
    let leaf = |value: &str| atom(field, relation, value.trim(), &text).map(Node::Leaf);
    let leaves = values.into_iter().map(leaf).collect::<Result<Vec<_>, _>>()?;
    // A condition on a tag has its own negation, which a missing tag fulfills too.
    let is_negated = relation.is_negated() && !matches!(field, Field::Tag(_));
    let node = Node::of_any(leaves);
    Ok(QueryTerm(if is_negated { Node::Not(Box::new(node)) } else { node }))
}

/// Creates a condition with a single value, or a modifier.
fn atom(
    field: Field<'_>,
    relation: Relation,
    value: &str,
    text: &str,
) -> Result<Atom, InvalidCondition> {
    let kind = match field {
        Field::Color => Some(ModifierKind::Color(color(value)?)),
        Field::Opponent => Some(ModifierKind::Opponent(name_pattern(relation, value)?)),
        Field::Clock => Some(ModifierKind::Clock(range(relation, value)?)),
        Field::Sacrifice => Some(ModifierKind::Sacrifice(value.parse()?)),
        Field::Result => outcome(value).map(ModifierKind::Outcome),
        _ => None,
    };
    let text = text.to_owned();
    Ok(match kind {
        Some(kind) => Atom::Modifier(Modifier { kind, text, at: 0 }),
        None => Atom::Stated(Stated { condition: condition(field, relation, value)?, text }),
    })
}

/// Parses the pattern of a name: the whole name with `=`, some of its words with `~`.
fn name_pattern(relation: Relation, value: &str) -> Result<NamePattern, InvalidCondition> {
    let name_match = match relation {
        Relation::Equal | Relation::Different => NameMatch::Equals,
        _ => NameMatch::Contains,
    };
    Ok(NamePattern { pattern: value.parse()?, name_match })
}

const fn is_ordered(field: Field<'_>) -> bool {
    matches!(
        field,
        Field::Elo(_)
            | Field::EloDifference
            | Field::Date
            | Field::Round
            | Field::Plies
            | Field::Clock
    )
}

fn condition(
    field: Field<'_>,
    relation: Relation,
    value: &str,
) -> Result<Condition, InvalidCondition> {
    Ok(match field {
        Field::Player(color) => Condition::Player(PlayerCondition {
            name: name_pattern(relation, value)?,
            color,
            opponent: None,
            outcome: None,
        }),
        Field::Elo(RatingOf::Average) => {
            let range = range::<AverageRating>(relation, value)?.map(|average| average.0);
            Condition::Elo(RatingOf::Average, possible_elo(range, 2)?)
        }
        Field::Elo(of) => Condition::Elo(of, possible_elo(range(relation, value)?, 1)?),
        Field::EloDifference => Condition::EloDifference(possible_elo(range(relation, value)?, 1)?),
        Field::Date => Condition::Date(range(relation, value)?),
        Field::Round => match range::<RoundNumber>(relation, value) {
            Ok(range) if !relation.is_of_part() => Condition::Round(range),
            Err(reason) if relation.is_order() || is_of_digits(value) => return Err(reason),
            _ if relation.is_of_part() => {
                Condition::Tag(TagCondition::new("Round", Relation::Contains, value)?)
            }
            _ => Condition::Tag(TagCondition::new("Round", Relation::Equal, value)?),
        },
        Field::Result => Condition::Result(result(value)?),
        Field::Eco => Condition::Eco(value.parse::<EcoRange>()?),
        Field::Opening => Condition::Board(BoardCondition::Opening(opening(value)?)),
        Field::Time if value.starts_with(|c: char| c.is_ascii_digit() || c == '-' || c == '*') => {
            let value = time_control(value)?;
            Condition::Tag(TagCondition::new("TimeControl", Relation::Equal, &value)?)
        }
        Field::Time => Condition::TimeClass(value.parse::<TimeClass>()?),
        Field::Plies => Condition::Plies(range(relation, value)?),
        Field::Moves => Condition::Board(BoardCondition::Moves(value.parse()?)),
        Field::Position => positions(PositionTest::Pattern(value.parse()?), 1),
        Field::Material => {
            let (pieces, count) = split_positions(value)?;
            positions(PositionTest::Material(pieces.parse()?), count)
        }
        Field::Imbalance => {
            let (pieces, count) = split_positions(value)?;
            positions(PositionTest::Imbalance(pieces.parse()?), count)
        }
        Field::Piece => positions(PositionTest::Piece(value.parse()?), 1),
        Field::Pawns => positions(PositionTest::Pawns(value.parse()?), 1),
        Field::Move => Condition::Board(BoardCondition::Move(value.parse()?)),
        Field::Maneuver => Condition::Board(BoardCondition::Maneuver(value.parse()?)),
        Field::Comment if !relation.is_of_part() => {
            return Err("a comment is compared with ~ and !~ alone, by words in it".into());
        }
        Field::Comment => Condition::Board(BoardCondition::Comment(value.parse()?)),
        Field::Ending => Condition::Board(BoardCondition::Ending(ending(value)?)),
        Field::Has => Condition::Board(BoardCondition::Has(content(value)?)),
        Field::Source => Condition::Source(value.parse()?),
        Field::Tag(tag) => Condition::Tag(TagCondition::new(tag, relation, value)?),
        // Modifiers of a player are not conditions.
        Field::Color | Field::Opponent | Field::Clock | Field::Sacrifice => {
            return Err("a player is needed".into());
        }
    })
}

fn is_of_digits(value: &str) -> bool {
    value.bytes().all(|byte| byte.is_ascii_digit() || b"+-. ".contains(&byte))
}

/// Returns the range of values that stand in `relation` to `value`.
fn range<T: RangeEnd>(relation: Relation, value: &str) -> Result<ValueRange<T>, InvalidCondition> {
    if relation.is_order() { ValueRange::compared(relation, value) } else { value.parse() }
}

/// Returns an error for a range of ratings that no player has. A value of the range is a rating
/// times `scale`.
fn possible_elo(
    range: NumberCondition<u32>,
    scale: u32,
) -> Result<NumberCondition<u32>, InvalidCondition> {
    /// A number above the highest rating in any list.
    const MOST: u32 = 5_000;
    match range.least() {
        Some(&least) if least / scale > MOST => {
            Err(format!("no player has an Elo rating of {}", least / scale).into())
        }
        _ => Ok(range),
    }
}

fn color(value: &str) -> Result<Color, InvalidCondition> {
    match value.to_ascii_lowercase().as_str() {
        "white" | "w" => Ok(Color::White),
        "black" | "b" => Ok(Color::Black),
        _ => Err(format!("`{value}` is not a color: these are white and black").into()),
    }
}

/// Parses a value of `result` that specifies the outcome for a player.
fn outcome(value: &str) -> Option<PlayerOutcome> {
    match value.to_ascii_lowercase().as_str() {
        "win" | "won" => Some(PlayerOutcome::Win),
        "loss" | "lost" => Some(PlayerOutcome::Loss),
        _ => None,
    }
}

fn result(value: &str) -> Result<Termination, InvalidCondition> {
    Ok(match value.to_ascii_lowercase().as_str() {
        "1-0" | "white" => Termination::WhiteWins,
        "0-1" | "black" => Termination::BlackWins,
        "1/2-1/2" | "1/2" | "½-½" | "½" | "draw" | "drawn" | "=" => Termination::Draw,
        "*" | "?" | "unknown" => Termination::Unknown,
        other => {
            let names = ["white", "black", "draw", "unknown", "win", "loss"].map(str::to_owned);
            let near = closest(other, names);
            let hint = match near.first() {
                Some(near) => format!("; did you mean {near}?"),
                None => ": these are 1-0, 0-1, 1/2-1/2, *, white, black, draw, win and loss".into(),
            };
            return Err(format!("`{value}` is not a result{hint}").into());
        }
    })
}

fn positions(test: PositionTest, positions: u64) -> Condition {
    Condition::Board(BoardCondition::Positions(PositionSequence::of(test, positions)))
}

/// Splits the number of consecutive positions off a value: `KRPvKR/10`.
fn split_positions(value: &str) -> Result<(&str, u64), InvalidCondition> {
    let (value, positions) = value.split_once('/').unwrap_or((value, "1"));
    Ok((value, position_count(positions)?))
}

/// Parses a number of consecutive positions.
pub(super) fn position_count(text: &str) -> Result<u64, InvalidCondition> {
    let number =
        text.parse().ok().filter(|number: &u64| (1..=u64::from(u16::MAX)).contains(number));
    number
        .ok_or_else(|| format!("`{text}` is not a number of positions, which is 1 to 65535").into())
}

/// Returns the end of the message about an unknown name: the name that may have been meant, or all
/// names.
fn hint(value: &str, names: &[&str]) -> String {
    match closest(value, names.iter().map(|&name| name.to_owned())).first() {
        Some(near) => format!("; did you mean {near}?"),
        None => format!(": these are {}", names.join(", ")),
    }
}

fn ending(value: &str) -> Result<BoardEnding, InvalidCondition> {
    const ENDINGS: [(&str, BoardEnding); 6] = [
        ("checkmate", BoardEnding::Checkmate),
        ("stalemate", BoardEnding::Stalemate),
        ("insufficient-material", BoardEnding::InsufficientMaterial),
        ("fifty-moves", BoardEnding::FiftyMoves),
        ("repetition", BoardEnding::Repetition),
        ("open", BoardEnding::Open),
    ];
    let value = value.to_ascii_lowercase();
    let found = ENDINGS.iter().find(|(name, _)| *name == value);
    found.map(|&(_, ending)| ending).ok_or_else(|| {
        let hint = hint(&value, &ENDINGS.map(|(name, _)| name));
        format!("`{value}` is not an end of a game{hint}").into()
    })
}

fn content(value: &str) -> Result<GameContent, InvalidCondition> {
    const NAMES: [(&str, GameContent); 6] = [
        ("eval", GameContent::Evaluations),
        ("clock", GameContent::Clocks),
        ("comment", GameContent::Comments),
        ("variation", GameContent::Variations),
        ("glyph", GameContent::Glyphs),
        ("annotation", GameContent::Annotations),
    ];
    let value = value.to_ascii_lowercase();
    let singular = match value.as_str() {
        "evaluation" | "evaluations" => "eval",
        "clk" => "clock",
        "nag" | "nags" => "glyph",
        "annotated" => "annotation",
        other => other.strip_suffix('s').unwrap_or(other),
    };
    let found = NAMES.iter().find(|(name, _)| *name == singular);
    found.map(|&(_, content)| content).ok_or_else(|| {
        let hint = hint(singular, &NAMES.map(|(name, _)| name));
        format!("`{value}` is nothing that games have{hint}").into()
    })
}

/// Checks a value of the `TimeControl` tag.
fn time_control(value: &str) -> Result<String, InvalidCondition> {
    value
        .parse::<PgnTimeControl>()
        .map(|_| value.to_owned())
        .map_err(|error| error.to_string().into())
}

/// Parses a pattern, and checks that it matches the name of some opening.
fn opening(value: &str) -> Result<TextPattern, InvalidCondition> {
    let pattern: TextPattern = value.parse()?;
    let mut names = OpeningNames::embedded().iter();
    if names.any(|opening| pattern.is_in(opening.name)) {
        return Ok(pattern);
    }
    let words = OpeningNames::embedded().iter().flat_map(|opening| {
        opening.name.split([' ', ':', ',']).filter(|word| word.len() > 3).map(str::to_owned)
    });
    let mut words: Vec<String> = words.collect();
    words.sort_unstable();
    words.dedup();
    // The first word that no opening has is the one that is misspelled.
    let misspelled = value.split([' ', '-']).find_map(|word| {
        let pattern = word.parse::<TextPattern>().ok()?;
        let is_known = OpeningNames::embedded().iter().any(|it| pattern.is_in(it.name));
        (!is_known).then(|| FoldedText::new(word))
    });
    let near = misspelled.and_then(|wrong| {
        let folded = words.iter().map(|word| FoldedText::new(word).as_str().to_owned());
        let near = closest(wrong.as_str(), folded).into_iter().next()?;
        words.iter().find(|word| FoldedText::new(word).as_str() == near)
    });
    Err(match near {
        Some(near) => format!("no opening has `{value}` in its name; did you mean {near}?"),
        None => format!("no opening has `{value}` in its name"),
    }
    .into())
}
