//! The records in `lab/` are sound, and the tables in the manual are those of the records.
//!
//! A page holds a table between two comments. The first names a file of `lab/`, the rows (by their
//! first or `id` column; all without names) and, in a line each, the columns as `HEADING = CELL`:
//!
//! ```text
//! <!-- table experiments.csv: vs-ethereal-n10
//! against = {base}
//! Elo = {elo:+} ± {error}
//! -->
//! | against | Elo |
//! ..
//! <!-- end of table -->
//! ```
//!
//! `{name}` is the value of a column, `{name:+}` with its sign, `{name:,}` with separated
//! thousands. A cell with an unknown value is empty. `REYNARD_UPDATE_DOCS=1` writes the tables
//! anew.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use reynard_tidy::root;

/// Pages with tables of the laboratory.
const PAGES: [&str; 3] = ["strength.md", "network.md", "benchmarks.md"];

const BEGIN: &str = "<!-- table ";
const END: &str = "<!-- end of table -->";

/// A table of values: comments, names of the columns, and rows.
struct Records {
    comments: Vec<String>,
    columns: Vec<String>,
    rows: Vec<Vec<String>>,
}

impl Records {
    fn read(name: &str) -> Self {
        let text = read(&root().join("lab").join(name));
        let (comments, lines): (Vec<&str>, Vec<&str>) =
            text.lines().partition(|line| line.starts_with("# "));
        let mut rows: Vec<Vec<String>> = lines.into_iter().map(fields).collect();
        assert!(rows.len() > 1, "{name} has no rows");
        let columns = rows.remove(0);
        for row in &rows {
            assert_eq!(row.len(), columns.len(), "{name}: columns of {row:?}");
        }
        Self { comments: comments.into_iter().map(str::to_owned).collect(), columns, rows }
    }

    fn value<'a>(&self, row: &'a [String], column: &str) -> &'a str {
        let place = self.columns.iter().position(|name| name == column);
        &row[place.unwrap_or_else(|| panic!("no column {column} in {:?}", self.columns))]
    }

    fn number(&self, row: &[String], column: &str) -> Option<f64> {
        let text = self.value(row, column);
        let parse =
            || text.parse().unwrap_or_else(|_| panic!("{column} of {row:?} is not a number"));
        (!text.is_empty()).then(parse)
    }

    /// Returns the row with a name in the column `id`, or in the first column.
    fn named(&self, name: &str) -> Option<&[String]> {
        let place = self.columns.iter().position(|column| column == "id").unwrap_or(0);
        self.rows.iter().find(|row| row[place] == name).map(Vec::as_slice)
    }

    /// Fills a template with the values of a row.
    fn cell(&self, row: &[String], template: &str) -> String {
        let mut cell = String::new();
        let mut parts = template.split('{');
        cell.push_str(parts.next().unwrap_or_default());
        for part in parts {
            let (placeholder, rest) = part.split_once('}').expect("a closing brace");
            let (column, format) = placeholder.split_once(':').unwrap_or((placeholder, ""));
            let value = self.value(row, column);
            if value.is_empty() {
                return String::new();
            }
            match format {
                "+" => cell.push_str(&signed(value)),
                "," => cell.push_str(&separated(value)),
                _ => cell.push_str(value),
            }
            cell.push_str(rest);
        }
        cell
    }
}

/// Splits a line at its commas; a field in quotes may have commas, and quotes twice.
fn fields(line: &str) -> Vec<String> {
    let mut fields = vec![String::new()];
    let mut quoted = false;
    let mut letters = line.chars().peekable();
    while let Some(letter) = letters.next() {
        let last = fields.last_mut().expect("a field");
        match letter {
            '"' if quoted && letters.next_if_eq(&'"').is_some() => last.push('"'),
            '"' => quoted = !quoted,
            ',' if !quoted => fields.push(String::new()),
            _ => last.push(letter),
        }
    }
    assert!(!quoted, "an open quote in {line}");
    fields
}

/// Writes a number with its sign: +26, −8, 0.
fn signed(value: &str) -> String {
    match value.strip_prefix('-') {
        Some(digits) => format!("−{digits}"),
        None if value.parse() == Ok(0.0) => value.to_owned(),
        None => format!("+{value}"),
    }
}

/// Separates thousands: 1,600.
fn separated(value: &str) -> String {
    let mut text = String::new();
    for (index, digit) in value.chars().enumerate() {
        if index > 0 && (value.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Renders the table that the first comment of a block describes.
fn table(description: &str) -> String {
    let (source, templates) = description.split_once('\n').expect("a line for each column");
    let (file, names) = source.split_once(':').unwrap_or((source, ""));
    let records = Records::read(file.trim());
    let columns: Vec<(&str, &str)> = templates
        .lines()
        .map(|line| line.split_once('=').unwrap_or_else(|| panic!("no = in {line}")))
        .map(|(heading, template)| (heading.trim(), template.trim()))
        .collect();
    let named = |name| records.named(name).unwrap_or_else(|| panic!("no row {name} in {file}"));
    let rows: Vec<&[String]> = if names.trim().is_empty() {
        records.rows.iter().map(Vec::as_slice).collect()
    } else {
        names.split_whitespace().map(named).collect()
    };
    let mut text = line(columns.iter().map(|(heading, _)| (*heading).to_owned()));
    writeln!(text, "|{}", "---|".repeat(columns.len())).expect("a text");
    for row in rows {
        text += &line(columns.iter().map(|(_, template)| records.cell(row, template)));
    }
    text
}

fn line(cells: impl Iterator<Item = String>) -> String {
    let mut text = "|".to_owned();
    for cell in cells {
        text += if cell.is_empty() { "" } else { " " };
        text += &cell;
        text += " |";
    }
    text + "\n"
}

/// Renders all tables of a page, and returns the page with their number.
fn render(page: &str) -> (String, usize) {
    let mut parts = page.split(BEGIN);
    let mut text = parts.next().unwrap_or_default().to_owned();
    let mut tables = 0;
    for part in parts {
        let (description, rest) = part.split_once("-->\n").expect("the end of a comment");
        let (_, rest) = rest.split_once(END).expect("the end of a table");
        let table = table(description);
        write!(text, "{BEGIN}{description}-->\n{table}{END}{rest}").expect("a text");
        tables += 1;
    }
    (text, tables)
}

#[test]
fn tables_of_the_manual_are_those_of_the_laboratory() {
    let updates = std::env::var_os("REYNARD_UPDATE_DOCS").is_some();
    for name in PAGES {
        let path = root().join("docs/src").join(name);
        let page = read(&path);
        let (rendered, tables) = render(&page);
        assert!(tables > 0, "{name} has no table of the laboratory");
        if updates {
            fs::write(&path, &rendered).expect("a page that can be written");
        } else {
            let differs = page.lines().zip(rendered.lines()).find(|(page, lab)| page != lab);
            assert!(page == rendered, "{name}: REYNARD_UPDATE_DOCS=1 writes it anew: {differs:?}");
        }
    }
}

#[test]
fn cells_have_signs_and_separated_thousands_and_are_empty_where_a_value_is_unknown() {
    let records = Records {
        comments: Vec::new(),
        columns: fields("id,elo,error,games,\"a, \"\"b\"\"\""),
        rows: vec![fields("one,-8,29,1600,x"), fields("two,0,24,938,")],
    };
    assert_eq!(records.columns[4], "a, \"b\"");
    let cell = |name, template| records.cell(records.named(name).expect("a row"), template);
    assert_eq!(cell("one", "{elo:+} ± {error}"), "−8 ± 29");
    assert_eq!(cell("two", "{elo:+} ± {error}"), "0 ± 24");
    assert_eq!(cell("one", "{games:,} games"), "1,600 games");
    assert_eq!(cell("two", "{games:,}"), "938");
    assert_eq!(cell("two", "{a, \"b\"} of {games}"), "");
    assert_eq!(signed("26"), "+26");
    assert_eq!(separated("29309871"), "29,309,871");
}

#[test]
fn experiments_are_dated_and_their_results_add_up() {
    let experiments = Records::read("experiments.csv");
    let mut ids = BTreeSet::new();
    let mut before = "";
    for row in &experiments.rows {
        let value = |column| experiments.value(row, column);
        let number = |column| experiments.number(row, column);
        let id = value("id");
        assert!(ids.insert(id), "{id} stands twice");
        assert!(is_date(value("date")) && value("date") >= before, "{id}: dates in their order");
        before = value("date");
        assert!(is_commit(value("commit")), "{id}: the first seven digits of a commit");
        assert!(["kept", "dropped", "measured"].contains(&value("verdict")), "{id}: the verdict");
        assert!(!value("what").is_empty(), "{id}: what was tried");
        let known = ["elo", "score", "measure"].iter().any(|column| !value(column).is_empty());
        assert!(known, "{id}: a result");
        for column in ["error", "low", "high"] {
            assert!(
                number(column).is_none() || number("elo").is_some(),
                "{id}: {column} of no Elo"
            );
        }
        let Some(wins) = number("wins") else { continue };
        let count = |column| number(column).unwrap_or_else(|| panic!("{id}: {column}"));
        let (draws, losses) = (count("draws"), count("losses"));
        let games = wins + draws + losses;
        assert!((games - count("games")).abs() < 0.5, "{id}: {games} games");
        let score = (wins + draws / 2.0) / games;
        let percent = number("score").unwrap_or(score * 100.0);
        assert!((percent - score * 100.0).abs() < 0.06, "{id}: a score of {score}");
        let elo = -400.0 * (1.0 / score - 1.0).log10();
        assert!((number("elo").unwrap_or(elo) - elo).abs() < 0.6, "{id}: {elo} Elo");
    }
}

#[test]
fn each_network_has_its_file_and_its_match() {
    let networks = Records::read("networks/networks.csv");
    let experiments = Records::read("experiments.csv");
    for row in &networks.rows {
        let value = |column| networks.value(row, column);
        let name = value("network");
        let text = read(&root().join(format!("lab/networks/{name}.md")));
        let headings: Vec<&str> = text.lines().filter(|line| line.starts_with('#')).collect();
        let title = format!("# {name}");
        let template = [title.as_str(), "## Data", "## Command", "## Loss", "## Match"];
        assert_eq!(headings, template, "the template of {name}");
        let id = value("experiment");
        let experiment = experiments.named(id).unwrap_or_else(|| panic!("no experiment {id}"));
        for column in ["base", "elo", "error"] {
            assert_eq!(experiments.value(experiment, column), value(column), "{column} of {name}");
        }
        assert!(is_date(value("date")) && is_commit(value("commit")), "{name}: date and commit");
    }
    for row in &Records::read("weights.csv").rows {
        let id = row.last().expect("a column");
        assert!(experiments.named(id).is_some(), "no experiment {id}");
    }
}

#[test]
fn benchmarks_name_their_command_and_their_date() {
    let folder = root().join("lab/benchmarks");
    let mut files = 0;
    for entry in fs::read_dir(folder).expect("the folder of benchmarks") {
        let path = entry.expect("an entry").path();
        if path.extension().is_some_and(|extension| extension == "csv") {
            let name = path.file_name().expect("a name").to_string_lossy().into_owned();
            let records = Records::read(&format!("benchmarks/{name}"));
            for begin in ["# command: ", "# date: "] {
                let found = records.comments.iter().any(|comment| comment.starts_with(begin));
                assert!(found, "{name} has no line `{begin}`");
            }
            files += 1;
        }
    }
    assert!(files > 10, "only {files} files");
}

fn is_date(text: &str) -> bool {
    let parts: Vec<&str> = text.split('-').collect();
    parts.iter().map(|part| part.len()).eq([4, 2, 2])
        && parts.iter().all(|part| part.parse::<u32>().is_ok())
}

fn is_commit(text: &str) -> bool {
    text.len() == 7 && text.chars().all(|digit| digit.is_ascii_hexdigit())
}

fn read(path: &Path) -> String {
    let text = fs::read_to_string(path);
    text.unwrap_or_else(|error| panic!("{}: {error}", path.display())).replace("\r\n", "\n")
}
