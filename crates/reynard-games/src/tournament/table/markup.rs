//! A table as Markdown, CSV and HTML.

use std::fmt::Write;

use reynard_base::escape_html;

use super::{ColumnKind, ResultTable};

/// The page's style sheet, which prints the tables in black on white on A4 paper.
const STYLE: &str = "\
body{font:11pt/1.35 sans-serif;color:#000;background:#fff;margin:1.5em}\n\
h1{font-size:1.3em;margin:0 0 .6em}\n\
table{border-collapse:collapse;margin:0 0 .8em}\n\
caption{text-align:left;font-weight:bold;font-size:1.2em;padding:0 0 .4em;white-space:nowrap}\n\
th,td{padding:.15em .45em;border-bottom:1px solid #999;text-align:right;white-space:nowrap;font-weight:normal}\n\
thead th{border-bottom:2px solid #000;font-weight:bold}\n\
.t{text-align:left}\n\
tr:nth-child(even) td,tr:nth-child(even) th{background:#f2f2f2}\n\
p{margin:.2em 0}\n\
@page{size:A4;margin:12mm}\n\
@media print{body{margin:0;font-size:9pt}thead{display:table-header-group}tr{break-inside:avoid}}\n\
@media print{table.wide{font-size:7pt}table.wide th,table.wide td{padding:.1em .3em}}\n";

/// Number of columns above which a table is printed in a small font.
const WIDE: usize = 22;

impl ResultTable {
    /// Writes the table as Markdown, with its title and notes.
    ///
    /// ```
    /// use reynard_games::{ResultTable, TableColumn};
    ///
    /// let mut table = ResultTable::new("Open");
    /// table.columns = vec![TableColumn::name("Player")];
    /// table.rows.push(vec!["A|B".to_owned()]);
    /// assert_eq!(table.to_markdown(), "## Open\n\n| Player |\n|---|\n| A\\|B |\n");
    /// ```
    pub fn to_markdown(&self) -> String {
        let escaped = |cell: &str| {
            let mut text = String::new();
            for letter in cell.chars() {
                if matches!(letter, '|' | '*' | '_' | '`' | '\\' | '<' | '[') {
                    text.push('\\');
                }
                text.push(if letter.is_control() { ' ' } else { letter });
            }
            text
        };
        let row = |cells: Vec<String>| format!("| {} |\n", cells.join(" | "));
        let mut text = String::new();
        if !self.title.is_empty() {
            let _ = writeln!(text, "## {}\n", escaped(&self.title));
        }
        text.push_str(&row(self.columns.iter().map(|column| escaped(&column.title)).collect()));
        let rules = self.columns.iter().map(|column| match column.kind {
            ColumnKind::Name | ColumnKind::Text => "---|",
            _ => "--:|",
        });
        let _ = writeln!(text, "|{}", rules.collect::<String>());
        for cells in &self.rows {
            text.push_str(&row(cells.iter().map(|cell| escaped(cell)).collect()));
        }
        for note in &self.notes {
            let _ = writeln!(text, "\n{}", escaped(note));
        }
        text
    }

    /// Writes the table as CSV according to RFC 4180, without its title and notes.
    pub fn to_csv(&self) -> String {
        let quoted = |text: &str| {
            if text.contains([',', '"', '\n', '\r']) {
                format!("\"{}\"", text.replace('"', "\"\""))
            } else {
                text.to_owned()
            }
        };
        let cell = |text: &str| {
            // A formula in a name is text for a spreadsheet too.
            let is_formula = text.starts_with(['=', '+', '-', '@']) && text.len() > 1;
            if is_formula && text.parse::<f64>().is_err() {
                quoted(&format!("'{text}"))
            } else {
                quoted(text)
            }
        };
        let mut text = String::new();
        let titles: Vec<String> = self.columns.iter().map(|column| quoted(&column.title)).collect();
        let rows =
            self.rows.iter().map(|row| row.iter().map(|text| cell(text)).collect::<Vec<_>>());
        for row in std::iter::once(titles).chain(rows) {
            text.push_str(&row.join(","));
            text.push('\n');
        }
        text
    }

    /// Writes tables as a single HTML page, which needs no other file and prints on A4 paper.
    ///
    /// ```
    /// use reynard_games::{ResultTable, TableColumn};
    ///
    /// let mut table = ResultTable::new("A & B");
    /// table.columns = vec![TableColumn::name("Player")];
    /// let page = ResultTable::to_html("Club", &[table]);
    /// assert!(page.contains("<caption>A &amp; B</caption>"));
    /// ```
    pub fn to_html(title: &str, tables: &[Self]) -> String {
        // A single table of the same title has it once, as the caption.
        let is_heading = !matches!(tables, [table] if table.title == title);
        let title = escape_html(title);
        let heading = if is_heading { format!("<h1>{title}</h1>\n") } else { String::new() };
        let mut page = format!(
            "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
             <meta name=\"viewport\" content=\"width=device-width\">\n<title>{title}</title>\n\
             <style>\n{STYLE}</style>\n</head>\n<body>\n{heading}"
        );
        for table in tables {
            table.push_html(&mut page);
        }
        page.push_str("</body>\n</html>\n");
        page
    }

    fn push_html(&self, page: &mut String) {
        let class = if self.columns.len() > WIDE { " class=\"wide\"" } else { "" };
        let _ = write!(
            page,
            "<table{class}>\n<caption>{}</caption>\n<thead>\n<tr>",
            escape_html(&self.title)
        );
        for column in &self.columns {
            let class = class_of(column.kind);
            let _ = write!(page, "<th scope=\"col\"{class}>{}</th>", escape_html(&column.title));
        }
        page.push_str("</tr>\n</thead>\n<tbody>\n");
        for row in &self.rows {
            page.push_str("<tr>");
            for (column, cell) in self.columns.iter().zip(row) {
                let class = class_of(column.kind);
                let tag = if column.kind == ColumnKind::Name { "th" } else { "td" };
                let scope = if tag == "th" { " scope=\"row\"" } else { "" };
                let _ = write!(page, "<{tag}{scope}{class}>{}</{tag}>", escape_html(cell));
            }
            page.push_str("</tr>\n");
        }
        page.push_str("</tbody>\n</table>\n");
        for note in &self.notes {
            let _ = writeln!(page, "<p>{}</p>", escape_html(note));
        }
    }
}

const fn class_of(kind: ColumnKind) -> &'static str {
    match kind {
        ColumnKind::Name | ColumnKind::Text => " class=\"t\"",
        _ => "",
    }
}
