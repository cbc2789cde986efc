//! Positions with the scores from deep searches, stored as a table in a text file.

use std::fmt;

use reynard::Position;

/// Positions with the scores from deep searches by engines.
///
/// They are stored as a table with one row per position: the FEN, and the score of each engine in
/// centipawns for the side to move. The first row contains the names of the engines. Lines that
/// begin with `#` are comments.
///
/// ```
/// use reynard_train::network::DeepScores;
///
/// let text = "# 100,000 nodes\nfen,reynard,other\n4k3/8/8/8/8/8/8/3QK3 w - - 0 1,950,1020\n";
/// let scores: DeepScores = text.parse()?;
/// assert_eq!(scores.engines, ["reynard", "other"]);
/// assert_eq!(scores.positions[0].1, [950, 1020]);
/// assert_eq!(scores.to_string(), text.split_once('\n').ok_or("a line")?.1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct DeepScores {
    /// Names of the engines.
    pub engines: Vec<String>,
    /// Positions, each with one score per engine.
    pub positions: Vec<(Position, Vec<i32>)>,
}

/// The error returned for a line that is not a row of [`DeepScores`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InvalidDeepScores {
    /// Line number, counted from 1.
    pub line: usize,
    /// The reason.
    pub reason: String,
}

impl fmt::Display for InvalidDeepScores {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.reason)
    }
}

impl std::error::Error for InvalidDeepScores {}

impl std::str::FromStr for DeepScores {
    type Err = InvalidDeepScores;

    fn from_str(text: &str) -> Result<Self, InvalidDeepScores> {
        let mut scores = Self::default();
        for (index, line) in text.lines().enumerate() {
            let refuse = |reason| InvalidDeepScores { line: index + 1, reason };
            if line.starts_with('#') || line.is_empty() {
                continue;
            }
            let (fen, rest) = line.split_once(',').unwrap_or((line, ""));
            if scores.engines.is_empty() {
                if fen != "fen" || rest.split(',').any(str::is_empty) {
                    return Err(refuse("it has to be `fen` and the names of engines".to_owned()));
                }
                scores.engines = rest.split(',').map(str::to_owned).collect();
                continue;
            }
            let position = fen.parse().map_err(|error| refuse(format!("{fen}: {error}")))?;
            let values: Result<Vec<i32>, _> = rest.split(',').map(str::parse).collect();
            let values = values.ok().filter(|values| values.len() == scores.engines.len());
            let wrong = || refuse(format!("it has to have {} scores", scores.engines.len()));
            scores.positions.push((position, values.ok_or_else(wrong)?));
        }
        Ok(scores)
    }
}

impl fmt::Display for DeepScores {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "fen,{}", self.engines.join(","))?;
        for (position, scores) in &self.positions {
            write!(f, "{}", position.fen())?;
            for score in scores {
                write!(f, ",{score}")?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::DeepScores;

    #[test]
    fn invalid_lines_are_named() {
        let fen = "4k3/8/8/8/8/8/8/3QK3 w - - 0 1";
        for (text, error) in [
            ("fen\n", "line 1: it has to be `fen` and the names of engines"),
            ("fen,\n", "line 1: it has to be `fen` and the names of engines"),
            ("#\n\nposition,a\n", "line 3: it has to be `fen` and the names of engines"),
            (&format!("fen,a,b\n{fen},1\n"), "line 2: it has to have 2 scores"),
            (&format!("fen,a\n{fen},x\n"), "line 2: it has to have 1 scores"),
            (&format!("fen,a\n{fen},1\nnothing,2\n"), "line 3: nothing: "),
        ] {
            let found = text.parse::<DeepScores>().expect_err("an error").to_string();
            assert!(found.starts_with(error), "{text}: {found}");
        }
        assert!(
            "# a comment\n".parse::<DeepScores>().is_ok_and(|scores| scores.positions.is_empty())
        );
    }
}
