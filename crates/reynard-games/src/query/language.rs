//! The filter language: `elo>=2500 year>=2000 white~carlsen`.

use super::Relation;
use super::atom::{Atom, Stated};
use super::condition::{BoardCondition, Condition};
use super::contradiction;
use super::error::InvalidQuery;
use super::node::Node;
use super::position_sequence::{PositionSequence, PositionStage};
use super::term::{QueryTerm, check_name, position_count, term};

/// The maximum nesting of brackets and `not`s.
const MAX_DEPTH: usize = 64;

/// The error for an operator without a condition after it.
const NEEDED: &str = "a condition is needed here, like elo>=2500";

/// Parses a query without binding player modifiers.
pub(super) fn parse(text: &str) -> Result<Node<Atom>, InvalidQuery> {
    let mut parser = Parser { text, at: 0, depth: 0 };
    parser.skip_blanks();
    if parser.is_over() {
        return Ok(Node::All(Vec::new()));
    }
    let node = parser.any()?;
    if parser.is_over() { Ok(node) } else { Err(parser.error(parser.at, "unmatched `)`")) }
}

struct Parser<'a> {
    text: &'a str,
    at: usize,
    depth: usize,
}

impl<'a> Parser<'a> {
    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn is_over(&self) -> bool {
        self.at == self.text.len()
    }

    fn skip_blanks(&mut self) {
        self.at = self.text.len() - self.rest().trim_start().len();
    }

    fn error(&self, at: usize, reason: impl Into<String>) -> InvalidQuery {
        InvalidQuery { column: self.text[..at].chars().count() + 1, reason: reason.into() }
    }

    /// Consumes a keyword (`and`, `or`, `not`) if it is the next whole word. Returns `true` if it
    /// was.
    fn takes_keyword(&mut self, keyword: &str) -> bool {
        let Some(word) = self.rest().get(..keyword.len()) else { return false };
        let behind = self.rest()[keyword.len()..].chars().next();
        let is_alone = behind.is_none_or(|next| next.is_whitespace() || matches!(next, '(' | ')'));
        let takes = word.eq_ignore_ascii_case(keyword) && is_alone;
        if takes {
            self.at += keyword.len();
            self.skip_blanks();
        }
        takes
    }

    /// Parses alternatives.
    fn any(&mut self) -> Result<Node<Atom>, InvalidQuery> {
        let mut nodes = vec![self.all()?];
        while self.takes_keyword("or") {
            nodes.push(self.all()?);
        }
        Ok(Node::of_any(nodes))
    }

    /// Parses conditions that must all hold.
    fn all(&mut self) -> Result<Node<Atom>, InvalidQuery> {
        let (mut nodes, mut begins) = (Vec::new(), Vec::new());
        loop {
            let rest = self.rest();
            let is_or = {
                let at = self.at;
                let is_or = self.takes_keyword("or");
                self.at = at;
                is_or
            };
            if rest.is_empty() || rest.starts_with(')') || is_or {
                break;
            }
            if !nodes.is_empty() && self.takes_keyword("and") && self.is_over() {
                return Err(self.error(self.at, NEEDED));
            }
            begins.push(self.at);
            nodes.push(self.unary()?);
        }
        if let Some(found) = contradiction::find(&nodes, contradiction::in_a_game) {
            return Err(self.error(begins[found.index], found.reason));
        }
        if nodes.is_empty() {
            return Err(self.error(self.at, NEEDED));
        }
        Ok(Node::of_all(nodes))
    }

    fn unary(&mut self) -> Result<Node<Atom>, InvalidQuery> {
        let begin = self.at;
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(
                self.error(begin, format!("more than {MAX_DEPTH} brackets within brackets"))
            );
        }
        let node = if self.takes_keyword("not") || self.takes_sign("!") {
            Node::Not(Box::new(self.unary()?))
        } else if self.takes_sign("(") {
            let node = self.any()?;
            if !self.takes_sign(")") {
                return Err(self.error(begin, "this `(` is never closed"));
            }
            node
        } else if let Some(node) = self.positions()? {
            node
        } else {
            self.term()?
        };
        self.depth -= 1;
        Ok(node)
    }

    /// Parses conditions on a position, optionally followed by conditions on later positions:
    /// `at(..)/3 then at(..)`. The conditions may also apply with colors reversed. Returns `None`
    /// if no such group follows.
    fn positions(&mut self) -> Result<Option<Node<Atom>>, InvalidQuery> {
        let begin = self.at;
        let mut stages = Vec::new();
        while self.takes_group("at") {
            stages.push(self.stage(begin)?);
            let end = self.at;
            if !self.takes_keyword("then") {
                break;
            }
            if !self.is_group("at") {
                return Err(self.error(end, "`then` stands between two conditions with `at`"));
            }
        }
        if stages.is_empty() {
            return Ok(None);
        }
        let sequence = PositionSequence::new(stages);
        let flipped = self.takes_keyword("flipcolor").then(|| sequence.flipped());
        let text = self.text[begin..self.at].trim_end().to_owned();
        let leaf = |sequence| {
            let condition = Condition::Board(BoardCondition::Positions(sequence));
            Node::Leaf(Atom::Stated(Stated { condition, text: text.clone() }))
        };
        Ok(Some(Node::of_any([sequence].into_iter().chain(flipped).map(leaf).collect())))
    }

    /// Parses the conditions of a group up to its closing bracket, and the number of positions
    /// after it.
    fn stage(&mut self, begin: usize) -> Result<PositionStage, InvalidQuery> {
        let node = self.any()?;
        if !self.rest().starts_with(')') {
            return Err(self.error(begin, "this `at(` is never closed"));
        }
        if let Node::All(nodes) = &node
            && let Some(found) = contradiction::find(nodes, contradiction::in_a_position)
        {
            return Err(self.error(begin, found.reason));
        }
        self.at += 1;
        let mut positions = 1;
        if let Some(rest) = self.rest().strip_prefix('/') {
            let end = rest.find(|c: char| c.is_whitespace() || c == ')').unwrap_or(rest.len());
            let count = position_count(&rest[..end]);
            positions = count.map_err(|reason| self.error(self.at + 1, reason.to_string()))?;
            self.at += 1 + end;
        }
        self.skip_blanks();
        let test = node.try_map(&mut |atom| {
            let text = match &atom {
                Atom::Stated(stated) => stated.text.clone(),
                Atom::Modifier(modifier) => modifier.text.clone(),
            };
            let test = match atom {
                Atom::Stated(Stated {
                    condition: Condition::Board(BoardCondition::Positions(positions)),
                    ..
                }) => positions.into_single(),
                _ => None,
            };
            test.ok_or_else(|| {
                self.error(
                    begin,
                    format!(
                        "`{text}` is not a condition on one position: these are position, piece, \
                         pawns, material and imbalance"
                    ),
                )
            })
        })?;
        Ok(PositionStage { test: test.flattened(), positions })
    }

    /// Returns `true` if the given name follows, with an opening bracket directly after it.
    fn is_group(&self, name: &str) -> bool {
        let Some(begin) = self.rest().get(..name.len()) else { return false };
        begin.eq_ignore_ascii_case(name) && self.rest()[name.len()..].starts_with('(')
    }

    /// Consumes the given name and its opening bracket if they follow. Returns `true` if they did.
    fn takes_group(&mut self, name: &str) -> bool {
        let takes = self.is_group(name);
        if takes {
            self.at += name.len() + 1;
            self.skip_blanks();
        }
        takes
    }

    fn takes_sign(&mut self, sign: &str) -> bool {
        let takes = self.rest().starts_with(sign);
        if takes {
            self.at += sign.len();
            self.skip_blanks();
        }
        takes
    }

    /// Parses a name, a relation and a value, or a word that is a complete condition.
    fn term(&mut self) -> Result<Node<Atom>, InvalidQuery> {
        let begin = self.at;
        let is_part = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | '.');
        let length = self.rest().find(|c| !is_part(c)).unwrap_or(self.rest().len());
        let name = &self.rest()[..length];
        if name.is_empty() {
            let sign = self.rest().chars().next().unwrap_or(' ');
            return Err(self.error(
                begin,
                format!("`{sign}` begins no condition: a name does, like elo>=2500"),
            ));
        }
        self.at += length;
        self.skip_blanks();
        let Some((relation, _)) = Relation::split(self.rest()) else {
            return self.word(begin, name);
        };
        check_name(name).map_err(|reason| self.error(begin, reason.to_string()))?;
        self.at += relation.sign().len();
        if self.rest().starts_with(Relation::SIGNS) {
            let more = &self.rest()[..1];
            return Err(self.error(self.at, format!("one sign of comparison is enough: {more}")));
        }
        self.skip_blanks();
        let value_begin = self.at;
        let value = self.value()?;
        let QueryTerm(node) = term(name, relation, &value)
            .map_err(|reason| self.error(value_begin, reason.to_string()))?;
        Ok(node.map(&mut |atom| atom.at(begin)))
    }

    /// Parses a condition without a value.
    fn word(&self, begin: usize, name: &str) -> Result<Node<Atom>, InvalidQuery> {
        if name.eq_ignore_ascii_case("broken") {
            let condition = Condition::Board(BoardCondition::Broken);
            return Ok(Node::Leaf(Atom::Stated(Stated { condition, text: "broken".to_owned() })));
        }
        let reason = format!(
            "`{name}` is followed by no comparison; a value with blanks needs quotes, like white~\"magnus carlsen\""
        );
        Err(self.error(begin, reason))
    }

    /// Parses a value, which is enclosed in single or double quotes or ends at the next blank or
    /// bracket.
    fn value(&mut self) -> Result<String, InvalidQuery> {
        let begin = self.at;
        let quote = self.rest().chars().next().filter(|c| matches!(c, '"' | '\''));
        let value = if let Some(quote) = quote {
            let inner = &self.rest()[1..];
            let Some(end) = inner.find(quote) else {
                return Err(self.error(begin, format!("this {quote} is never closed")));
            };
            self.at += end + 2;
            inner[..end].to_owned()
        } else {
            let rest = self.rest();
            let end = rest.find(|c: char| c.is_whitespace() || c == ')').unwrap_or(rest.len());
            self.at += end;
            rest[..end].to_owned()
        };
        if value.is_empty() {
            return Err(self.error(begin, "a value is needed here"));
        }
        if quote.is_some() && !self.rest().starts_with([' ', '\t', '\n', ')']) && !self.is_over() {
            return Err(self.error(self.at, "a blank is needed behind the quote"));
        }
        self.skip_blanks();
        Ok(value)
    }
}
