//! Relations between a game's value and that of a condition: `=`, `>=`, `~`.

use std::cmp::Ordering;

/// The relation between a game's value and the value of a condition.
///
/// ```
/// use reynard_games::Relation;
///
/// assert_eq!(Relation::split(">=2700"), Some((Relation::AtLeast, "2700")));
/// assert_eq!(Relation::AtLeast.sign(), ">=");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Relation {
    /// `=`
    Equal,
    /// `!=`
    Different,
    /// `<`
    Less,
    /// `<=`
    AtMost,
    /// `>`
    More,
    /// `>=`
    AtLeast,
    /// `~`
    Contains,
    /// `!~`
    Lacks,
}

impl Relation {
    /// All relations. If a sign is a prefix of another, the longer one comes first.
    const ALL: [Self; 8] = [
        Self::Different,
        Self::Lacks,
        Self::AtMost,
        Self::AtLeast,
        Self::Equal,
        Self::Less,
        Self::More,
        Self::Contains,
    ];

    /// Characters that cannot begin the value of a comparison, because two signs in a row are a
    /// mistake.
    pub(super) const SIGNS: [char; 4] = ['=', '<', '>', '~'];

    /// Returns the sign of the relation.
    pub const fn sign(self) -> &'static str {
        match self {
            Self::Equal => "=",
            Self::Different => "!=",
            Self::Less => "<",
            Self::AtMost => "<=",
            Self::More => ">",
            Self::AtLeast => ">=",
            Self::Contains => "~",
            Self::Lacks => "!~",
        }
    }

    /// Returns the relation whose sign begins the text, and the rest of the text.
    pub fn split(text: &str) -> Option<(Self, &str)> {
        Self::ALL.into_iter().find_map(|it| Some((it, text.strip_prefix(it.sign())?)))
    }

    /// Returns `true` for `!=` and `!~`.
    pub(super) const fn is_negated(self) -> bool {
        matches!(self, Self::Different | Self::Lacks)
    }

    /// Returns `true` for `<`, `<=`, `>` and `>=`.
    pub(super) const fn is_order(self) -> bool {
        matches!(self, Self::Less | Self::AtMost | Self::More | Self::AtLeast)
    }

    /// Returns `true` for `~` and `!~`, which test for part of a value.
    pub(super) const fn is_of_part(self) -> bool {
        matches!(self, Self::Contains | Self::Lacks)
    }

    /// Returns `true` if the relation holds for two values that compare in this order. `None` means
    /// that the values are incomparable, in which case only `!=` holds. `~` and `!~` do not hold
    /// for any order.
    pub(super) const fn holds(self, order: Option<Ordering>) -> bool {
        match self {
            Self::Equal => matches!(order, Some(Ordering::Equal)),
            Self::Different => !matches!(order, Some(Ordering::Equal)),
            Self::Less => matches!(order, Some(Ordering::Less)),
            Self::AtMost => matches!(order, Some(Ordering::Less | Ordering::Equal)),
            Self::More => matches!(order, Some(Ordering::Greater)),
            Self::AtLeast => matches!(order, Some(Ordering::Greater | Ordering::Equal)),
            Self::Contains | Self::Lacks => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_sign_is_read_as_its_relation() {
        for relation in Relation::ALL {
            let text = format!("{}x", relation.sign());
            assert_eq!(Relation::split(&text), Some((relation, "x")));
        }
        assert_eq!(Relation::split("x>=3"), None);
    }
}
