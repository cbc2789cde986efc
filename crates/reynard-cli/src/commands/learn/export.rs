//! `reynard learn export`: writes cards as PGN, EPD or CSV.

use std::io::Write;

use clap::ValueEnum;
use reynard::Epd;
use reynard::epd::EpdOperation;
use reynard_console::numbers::counted;
use reynard_console::output::{Output, Status};
use reynard_learn::{CardHistory, CardKind, LearnCard, UtcMillis};
use reynard_pgn::{GameTree, NodeId, PgnWriter};

use super::kind::Kind;
use super::notebook::NotebookArg;
use super::present::Present;
use crate::commands::pgn::target::To;
use crate::csv::csv_row;

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  reynard learn export --to epd > cards.epd
  reynard learn export --due --to pgn -o due.pgn
  reynard learn export --kind mistake --to csv -o mistakes.csv")]
pub(super) struct Args {
    #[command(flatten)]
    notebook: NotebookArg,
    /// Output format
    #[arg(long, value_enum, value_name = "FORMAT", default_value = "pgn")]
    to: ExportTo,
    /// Write the cards that are due today, and not all
    #[arg(long)]
    due: bool,
    /// Write cards of one kind only
    #[arg(long, value_enum, value_name = "KIND")]
    kind: Option<Kind>,
    #[command(flatten)]
    target: To,
}

/// The format of the cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum ExportTo {
    /// A game for each card, with FEN and the best line
    Pgn,
    /// A record for each card, with bm, am, id and kind
    Epd,
    /// A row for each card
    Csv,
}

pub(super) fn run(args: &Args, out: &mut Output) -> anyhow::Result<Status> {
    let notebook = args.notebook.open()?;
    let (contents, journal) = notebook.contents_and_journal()?;
    let histories = notebook.histories(&journal);
    let end = Present::new(&notebook.settings).day.end();
    let kind = args.kind.map(CardKind::from);
    let mut text = Vec::new();
    if args.to == ExportTo::Csv {
        writeln!(text, "card,kind,fen,best,played,loss,date,opponent,link,answers,lapses,due")?;
    }
    let mut count = 0;
    for card in contents.deck.cards() {
        let history = histories.of(card.id);
        let due = history.and_then(|history| history.due);
        let is_due = due.is_some_and(|due| due < end) && !history.is_some_and(|it| it.is_suspended);
        if kind.is_some_and(|kind| kind != card.kind) || (args.due && !is_due) {
            continue;
        }
        count += 1;
        match args.to {
            ExportTo::Pgn => PgnWriter::new(&mut text).write(&tree_of(card))?,
            ExportTo::Epd => writeln!(text, "{}", epd_of(card))?,
            ExportTo::Csv => writeln!(text, "{}", row_of(card, history, due))?,
        }
    }
    let mut target = args.target.open(&notebook.files()?, out)?;
    target.write_all(&text)?;
    target.out().note(counted(count, "card"))?;
    target.finish()?;
    Ok(Status::Fine)
}

/// Converts a card to a game. The main line is the best line from the card's position; mistakes and
/// other repertoire moves are variations.
fn tree_of(card: &LearnCard) -> GameTree {
    let mut tree = GameTree::from_position(card.position.clone());
    // The names are valid.
    let mut set = |name: &str, text: &str| {
        let _ = tree.set_tag(name, text);
    };
    set("Event", card.kind.name());
    if let Some(mistake) = card.mistakes.last() {
        set("Date", if mistake.game.date.is_empty() { "????.??.??" } else { &mistake.game.date });
        let names = ["White", "Black"];
        let own = usize::from(card.side() == reynard::Color::Black);
        set(names[1 - own], &mistake.game.opponent);
        if let Some(link) = &mistake.game.link {
            set("Site", link);
        }
    }
    let mut cursor = tree.cursor(NodeId::ROOT);
    for &mv in card.best_line() {
        if cursor.play(mv).is_err() {
            break;
        }
    }
    let others = card.repertoire.iter().skip(1).copied();
    for mv in others.chain(card.mistakes.iter().map(|mistake| mistake.played)) {
        cursor.go_to(NodeId::ROOT);
        // Every move was legal in its game.
        let _ = cursor.play(mv);
    }
    tree
}

fn epd_of(card: &LearnCard) -> Epd {
    let mut best: Vec<reynard::Move> = card.best().into_iter().collect();
    best.extend(card.repertoire.iter().skip(1));
    let played = card.mistakes.iter().map(|mistake| mistake.played);
    let mut avoided: Vec<reynard::Move> = played.filter(|mv| !best.contains(mv)).collect();
    avoided.sort_by_key(|mv| mv.bits());
    avoided.dedup();
    let mut operations = vec![EpdOperation::BestMoves(best)];
    if !avoided.is_empty() {
        operations.push(EpdOperation::AvoidMoves(avoided));
    }
    let kind = Some(card.kind.name().to_owned());
    operations.push(EpdOperation::Comment { rank: 0, text: kind });
    operations.push(EpdOperation::Id(card.id.to_string()));
    Epd { position: card.position.clone(), operations }
}

fn row_of(card: &LearnCard, history: Option<&CardHistory>, due: Option<UtcMillis>) -> String {
    let uci = |mv| card.position.uci(mv).to_string();
    let mistake = card.mistakes.last();
    let text = |text: Option<String>| text.unwrap_or_default();
    let answers = history.map_or(0, |history| history.answers.len());
    let lapses = history.map_or(0, CardHistory::lapses);
    let fields = [
        card.id.to_string(),
        card.kind.name().to_owned(),
        card.position.to_string(),
        text(card.best().map(uci)),
        text(mistake.map(|it| uci(it.played))),
        text(mistake.map(|it| it.loss.to_string())),
        text(mistake.map(|it| it.game.date.clone())),
        text(mistake.map(|it| it.game.opponent.clone())),
        text(mistake.and_then(|it| it.game.link.clone())),
        answers.to_string(),
        lapses.to_string(),
        text(due.map(|due| due.0.to_string())),
    ];
    csv_row(fields)
}
