//! CSV rows.

/// Returns a row without its line end. Fields are quoted where necessary, and a field that a
/// spreadsheet would treat as a formula is prefixed with an apostrophe.
pub(crate) fn csv_row(fields: impl IntoIterator<Item = String>) -> String {
    fields.into_iter().map(|field| quoted(&field)).collect::<Vec<_>>().join(",")
}

fn quoted(field: &str) -> String {
    let is_number = field.parse::<f64>().is_ok();
    let is_formula = field.starts_with(['=', '+', '-', '@', '\t', '\r']) && !is_number;
    let field = if is_formula { format!("'{field}") } else { field.to_owned() };
    if field.contains([',', '"', '\n', '\r']) {
        return format!("\"{}\"", field.replace('"', "\"\""));
    }
    field
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_quoted_where_they_have_to_be_and_never_formulas() {
        let row = ["a", "Rider, \"K.\"", "=1+1", "-1.50", "@x", ""].map(str::to_owned);
        assert_eq!(csv_row(row), "a,\"Rider, \"\"K.\"\"\",'=1+1,-1.50,'@x,");
    }
}
