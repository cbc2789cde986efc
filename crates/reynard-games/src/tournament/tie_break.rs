//! Tie-breaks by code: those of FIDE's record 202, such as `BH/C1`, and short aliases.

use std::fmt;
use std::str::FromStr;

use serde::{Serialize, Serializer};

use super::model::TournamentSystem;
use super::points::ScorePoints;
use crate::{GameDate, InvalidCondition};

/// An edition of FIDE's tie-break regulations (Handbook C.07).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum TieBreakRules {
    /// The edition of August 2024.
    #[serde(rename = "2024")]
    Of2024,
    /// The edition of March 2026.
    #[serde(rename = "2026")]
    Of2026,
}

impl TieBreakRules {
    /// Returns the edition in force on a day: the 2026 edition from March 2026 on and for unknown
    /// days, otherwise the 2024 edition.
    ///
    /// ```
    /// use reynard_games::{GameDate, TieBreakRules};
    ///
    /// assert_eq!(TieBreakRules::on(GameDate::of_tag("2026.02.28")), TieBreakRules::Of2024);
    /// assert_eq!(TieBreakRules::on(GameDate::of_tag("2026.03.01")), TieBreakRules::Of2026);
    /// ```
    pub fn on(day: GameDate) -> Self {
        match (day.year, day.month) {
            (Some(..=2025), _) | (Some(2026), Some(..=2)) => Self::Of2024,
            _ => Self::Of2026,
        }
    }
}

impl fmt::Display for TieBreakRules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Of2024 => "FIDE C.07, edition of August 2024",
            Self::Of2026 => "FIDE C.07, edition of March 2026",
        })
    }
}

/// A tie-break of FIDE's regulations.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TieBreakKind {
    /// `DE`: direct encounter (Article 6).
    DirectEncounter,
    /// `WIN`: number of rounds in which the player received the points of a win, over the board or
    /// not (7.1).
    Wins,
    /// `WON`: number of games won over the board (7.2).
    WonGames,
    /// `BPG`: number of games played with Black (7.3).
    BlackGames,
    /// `BWG`: number of games won with Black over the board (7.4).
    BlackWins,
    /// `PS`: sum of the progressive scores (7.5).
    Progressive,
    /// `REP`: number of rounds the player was ready to play (7.6).
    RoundsElected,
    /// `STD`: number of rounds in which the player scored more points than the scheduled opponent
    /// (7.7, edition of 2026).
    Standard,
    /// `TPN`: pairing number, lower first (7.8, edition of 2026).
    PairingNumber,
    /// `BH`: Buchholz (8.1).
    Buchholz,
    /// `AOB`: average Buchholz of the opponents met over the board (8.2).
    AverageBuchholz,
    /// `FB`: Fore Buchholz, with all games of the last round drawn (8.3).
    ForeBuchholz,
    /// `SB`: Sonneborn-Berger (9.1).
    SonnebornBerger,
    /// `KS`: Koya, points against opponents with at least half of the possible points (9.2).
    Koya,
    /// `ARO`: average rating of the opponents met over the board (10.1).
    AverageRating,
    /// `TPR`: tournament performance rating (10.2).
    Performance,
    /// `PTP`: perfect tournament performance (10.3).
    PerfectPerformance,
    /// `APRO`: average performance rating of the opponents (10.4).
    AveragePerformance,
    /// `APPO`: average perfect performance of the opponents (10.5).
    AveragePerfect,
    /// `RTNG`: rating, higher first (10.6, edition of 2026).
    Rating,
}

use TieBreakKind as Kind;

/// Codes of record 202, and aliases.
const CODES: [(&str, Kind, &[&str]); 20] = [
    ("DE", Kind::DirectEncounter, &["DIRECT"]),
    ("WIN", Kind::Wins, &[]),
    ("WON", Kind::WonGames, &[]),
    ("BPG", Kind::BlackGames, &[]),
    ("BWG", Kind::BlackWins, &[]),
    ("PS", Kind::Progressive, &["PROGRESSIVE"]),
    ("REP", Kind::RoundsElected, &[]),
    ("STD", Kind::Standard, &[]),
    ("TPN", Kind::PairingNumber, &[]),
    ("BH", Kind::Buchholz, &["BUCHHOLZ"]),
    ("AOB", Kind::AverageBuchholz, &[]),
    ("FB", Kind::ForeBuchholz, &[]),
    ("SB", Kind::SonnebornBerger, &["SONNEBORN", "BERGER", "SONNEBORN-BERGER"]),
    ("KS", Kind::Koya, &["KOYA"]),
    ("ARO", Kind::AverageRating, &[]),
    ("TPR", Kind::Performance, &["PERFORMANCE"]),
    ("PTP", Kind::PerfectPerformance, &[]),
    ("APRO", Kind::AveragePerformance, &[]),
    ("APPO", Kind::AveragePerfect, &[]),
    ("RTNG", Kind::Rating, &["RATING"]),
];

/// A tie-break with its modifiers.
///
/// ```
/// use reynard_games::{TieBreak, TieBreakKind};
///
/// let cut: TieBreak = "bh/c1".parse()?;
/// assert_eq!((cut.kind, cut.low, cut.to_string().as_str()), (TieBreakKind::Buchholz, 1, "BH/C1"));
/// assert!("WINS".parse::<TieBreak>().is_err());
/// # Ok::<(), reynard_games::InvalidCondition>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TieBreak {
    /// The tie-break.
    pub kind: TieBreakKind,
    /// Number of lowest values that are dropped: `/C1`, `/M1` (14.1 to 14.4).
    pub low: u32,
    /// Number of highest values that are dropped after that: `/M1` (14.3, 14.4).
    pub high: u32,
    /// Number of half points by which the Koya limit is shifted: `/L+2`, `/L-1` (14.5).
    pub limit: i32,
    /// The treatment of forfeits.
    pub forfeits: ForfeitRule,
    /// The treatment of last-round games: `/F` (8.3).
    pub last_round: LastRound,
    /// The ranking direction.
    pub order: TieBreakOrder,
}

/// The treatment of forfeits in a tie-break.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ForfeitRule {
    /// Forfeits are treated as regulated for the tournament system.
    AsRegulated,
    /// `/P`: forfeits are treated as over-the-board games.
    Played,
}

/// The treatment of last-round games in a tie-break.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LastRound {
    /// The games count with their results.
    AsPlayed,
    /// `/F`: the games count as draws.
    Drawn,
}

/// The ranking direction of a tie-break.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TieBreakOrder {
    /// The direction of the regulations.
    Usual,
    /// `/R`: the opposite direction.
    Reversed,
}

impl TieBreak {
    /// Creates a tie-break without modifiers.
    pub const fn new(kind: TieBreakKind) -> Self {
        let (forfeits, order) = (ForfeitRule::AsRegulated, TieBreakOrder::Usual);
        Self { kind, low: 0, high: 0, limit: 0, forfeits, last_round: LastRound::AsPlayed, order }
    }

    /// Returns Reynard's default tie-breaks for a system: `BH/C1,BH,SB,DE` for a Swiss tournament
    /// and `DE,WIN,SB,KS` for a round robin. Since 2023, FIDE has not recommended an order (4.1).
    ///
    /// ```
    /// use reynard_games::{TieBreak, TournamentSystem};
    ///
    /// let codes: Vec<String> =
    ///     TieBreak::defaults(TournamentSystem::Swiss).iter().map(ToString::to_string).collect();
    /// assert_eq!(codes, ["BH/C1", "BH", "SB", "DE"]);
    /// ```
    pub fn defaults(system: TournamentSystem) -> Vec<Self> {
        let plain = |kinds: [Kind; 4]| kinds.map(Self::new);
        match system {
            TournamentSystem::Swiss => {
                let mut list = plain([
                    Kind::Buchholz,
                    Kind::Buchholz,
                    Kind::SonnebornBerger,
                    Kind::DirectEncounter,
                ]);
                list[0].low = 1;
                list.to_vec()
            }
            TournamentSystem::RoundRobin { .. } => {
                plain([Kind::DirectEncounter, Kind::Wins, Kind::SonnebornBerger, Kind::Koya])
                    .to_vec()
            }
        }
    }

    /// Parses a comma-separated list of codes, as in record 202 or 212. `PTS`, with which record
    /// 212 begins, is left out.
    ///
    /// # Errors
    ///
    /// Returns [`InvalidCondition`] with the first invalid code. `PTS` after another code is
    /// invalid: the points always come first.
    ///
    /// ```
    /// use reynard_games::TieBreak;
    ///
    /// assert_eq!(TieBreak::list("PTS,BH/C1, SB")?.len(), 2);
    /// # Ok::<(), reynard_games::InvalidCondition>(())
    /// ```
    pub fn list(codes: &str) -> Result<Vec<Self>, InvalidCondition> {
        let codes = codes.split([',', ' ']).map(str::trim).filter(|code| !code.is_empty());
        let is_points = |code: &str| code.eq_ignore_ascii_case("PTS");
        let keys = codes.enumerate().filter(|&(index, code)| index > 0 || !is_points(code));
        let key = |code: &str| match code {
            code if is_points(code) => Err("points (`PTS`) come before all tie-breaks".into()),
            code => code.parse(),
        };
        keys.map(|(_, code)| key(code)).collect()
    }

    /// Returns `true` for a tie-break by ratings (Article 10), which needs the rating of every
    /// player.
    pub const fn needs_ratings(self) -> bool {
        matches!(
            self.kind,
            Kind::AverageRating
                | Kind::Performance
                | Kind::PerfectPerformance
                | Kind::AveragePerformance
                | Kind::AveragePerfect
                | Kind::Rating
        )
    }

    /// Returns `true` for a tie-break of the Buchholz family, which is not valid for round robins
    /// (note to Article 8).
    pub const fn is_buchholz(self) -> bool {
        matches!(self.kind, Kind::Buchholz | Kind::AverageBuchholz | Kind::ForeBuchholz)
    }

    /// Returns `true` if a lower value is better.
    pub(crate) const fn lower_is_better(self) -> bool {
        matches!((self.kind, self.order), (Kind::PairingNumber, TieBreakOrder::Usual))
            || (!matches!(self.kind, Kind::PairingNumber)
                && matches!(self.order, TieBreakOrder::Reversed))
    }

    /// Returns the points by which the Koya limit exceeds half of the possible points.
    pub(crate) const fn koya_shift(self, draw: ScorePoints) -> ScorePoints {
        ScorePoints::from_tenths(draw.tenths().saturating_mul(self.limit))
    }

    fn modify(&mut self, modifier: &str) -> Option<()> {
        let mut letters = modifier.chars();
        let letter = letters.next()?.to_ascii_uppercase();
        let rest = letters.as_str();
        let number = |text: &str| text.parse::<u32>().ok().filter(|it| (1..=100).contains(it));
        let can_cut = matches!(
            self.kind,
            Kind::Buchholz
                | Kind::AverageBuchholz
                | Kind::ForeBuchholz
                | Kind::SonnebornBerger
                | Kind::AverageRating
                | Kind::Performance
                | Kind::PerfectPerformance
        );
        match letter {
            'C' if can_cut || self.kind == Kind::Progressive => self.low = number(rest)?,
            'M' if can_cut => (self.low, self.high) = (number(rest)?, number(rest)?),
            'L' if self.kind == Kind::Koya => {
                let shift: i32 = rest.parse().ok()?;
                self.limit = Some(shift).filter(|it| it.unsigned_abs() <= 100)?;
            }
            'P' if rest.is_empty() => self.forfeits = ForfeitRule::Played,
            'F' if rest.is_empty()
                && (self.is_buchholz() || self.kind == Kind::SonnebornBerger) =>
            {
                self.last_round = LastRound::Drawn;
            }
            'R' if rest.is_empty() && self.kind != Kind::DirectEncounter => {
                self.order = TieBreakOrder::Reversed;
            }
            _ => return None,
        }
        Some(())
    }
}

impl FromStr for TieBreak {
    type Err = InvalidCondition;

    fn from_str(text: &str) -> Result<Self, InvalidCondition> {
        let mut parts = text.trim().split(['/', '#']);
        let code = parts.next().unwrap_or_default().to_ascii_uppercase();
        let hint = match code.as_str() {
            "WINS" | "W" => {
                Some("WIN counts forfeits and byes, WON games over the board".to_owned())
            }
            "BHC1" | "BH-C1" => Some("Buchholz Cut-1 is BH/C1".to_owned()),
            _ if code.contains(':') => Some("points of teams are not computed".to_owned()),
            _ => None,
        };
        let is_code = |(name, _, aliases): &&(&str, Kind, &[&str])| {
            *name == code || aliases.contains(&code.as_str())
        };
        let Some(&(name, kind, _)) = CODES.iter().find(is_code) else {
            let codes = CODES.map(|(name, ..)| name).join(", ");
            let hint = hint.unwrap_or_else(|| format!("the codes are {codes}"));
            return Err(format!("`{text}` is not a tie-break: {hint}").into());
        };
        let mut tie_break = Self::new(kind);
        if kind == Kind::ForeBuchholz {
            tie_break.last_round = LastRound::Drawn;
        }
        for modifier in parts {
            tie_break.modify(modifier).ok_or_else(|| {
                InvalidCondition::from(format!("`{text}`: {name} has no modifier `/{modifier}`"))
            })?;
        }
        Ok(tie_break)
    }
}

impl fmt::Display for TieBreak {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let known = CODES.iter().find(|(_, kind, _)| *kind == self.kind);
        let mut parts = vec![known.map_or("", |(code, ..)| code).to_owned()];
        match (self.low, self.high) {
            (0, _) => {}
            (low, 0) => parts.push(format!("C{low}")),
            (low, _) => parts.push(format!("M{low}")),
        }
        if self.limit != 0 {
            parts.push(format!("L{:+}", self.limit));
        }
        let flags = [
            ("P", self.forfeits == ForfeitRule::Played),
            ("F", self.last_round == LastRound::Drawn && self.kind != Kind::ForeBuchholz),
            ("R", self.order == TieBreakOrder::Reversed),
        ];
        parts.extend(
            flags.into_iter().filter(|(_, is_set)| *is_set).map(|(flag, _)| flag.to_owned()),
        );
        f.pad(&parts.join("/"))
    }
}

impl Serialize for TieBreak {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_of_the_record_202_are_read_and_written_alike() {
        let codes = "DE,DE/P,WIN,WON,BPG,BWG,PS,PS/C1,REP,STD,TPN,TPN/R,BH,BH/C1,BH/C2,BH/M1,BH/M2,BH/C1/P,\
                     BH/F,AOB,FB,FB/C1,SB,SB/C1,KS,KS/L+2,KS/L-1,ARO,ARO/C1,TPR,PTP,APRO,APPO,RTNG,RTNG/R";
        let list = TieBreak::list(codes).expect("known codes");
        let written: Vec<String> = list.iter().map(ToString::to_string).collect();
        assert_eq!(written.join(","), codes);
        assert_eq!(TieBreak::list("koya buchholz"), TieBreak::list("KS,BH"));
        assert_eq!(TieBreak::list("KS/L2"), TieBreak::list("KS/L+2"));
        let error = TieBreak::list("WON,PTS").expect_err("points are first").to_string();
        assert!(error.contains("points (`PTS`) come before"), "{error}");
    }

    #[test]
    fn other_codes_and_modifiers_are_refused_with_a_reason() {
        for (code, reason) in [
            ("WINS", "WON"),
            ("X", "the codes are DE, WIN"),
            ("BHC1", "BH/C1"),
            ("BH/C", "no modifier `/C`"),
            ("BH/C0", "no modifier"),
            ("BH/X", "no modifier `/X`"),
            ("WIN/C1", "WIN has no modifier"),
            ("KS/L", "no modifier"),
            ("BH:GP/C1", "teams"),
            ("DE/R", "DE has no modifier"),
            ("", "is not a tie-break"),
        ] {
            let error = code.parse::<TieBreak>().expect_err(code).to_string();
            assert!(error.contains(reason), "{code}: {error}");
        }
    }
}
