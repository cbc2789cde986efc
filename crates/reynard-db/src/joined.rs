//! Several databases queried as one.

use std::path::Path;

use crate::joined_file::JoinedFile;
use crate::segment::Segment;
use crate::store::{Store, read_only};
use crate::{Database, DatabaseError};

impl Database {
    /// Joins databases into one, so that a query covers the games of all of them. Games are
    /// numbered consecutively in the order of the databases, and the [head](crate::Head) of each
    /// game names its file. The joined database is read-only.
    ///
    /// ```
    /// # let folder = tempfile::tempdir()?;
    /// # let path = |name: &str| folder.path().join(name);
    /// use reynard_db::{Database, ExploreLimits};
    ///
    /// let mut one = Database::create(path("a.rdb"), Default::default())?;
    /// one.add_pgn(b"1. e4 e5 *\n\n1. e4 c5 *\n", &Default::default())?;
    /// let mut other = Database::create(path("b.rdb"), Default::default())?;
    /// other.add_pgn(b"1. e4 e6 *\n", &Default::default())?;
    /// let base = Database::join(one, vec![other]);
    /// let start = reynard_pgn::reynard::Position::startpos();
    /// let explored = base.explore(&start, &Default::default(), &ExploreLimits::default())?;
    /// assert_eq!(explored.score.games(), 3);
    /// let origin = base.game(2)?.head()?.origin.expect("several files");
    /// assert!(origin.file.ends_with("b.rdb") && origin.id == 0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn join(first: Self, others: Vec<Self>) -> Self {
        if others.is_empty() {
            return first;
        }
        let (mut joined, mut names) = (first, Vec::new());
        let mut segments = Vec::new();
        let mut put = |base_segments: Vec<Segment>, path: &Path, first: u64| {
            let file = JoinedFile::new(&path.to_string_lossy(), first);
            segments.extend(base_segments.into_iter().map(|mut segment| {
                segment.first += first;
                segment.file = Some(file.clone());
                segment
            }));
            names.push(path.display().to_string());
        };
        let own = std::mem::take(&mut joined.segments);
        put(own, &joined.path, 0);
        joined.stores.push(std::mem::replace(&mut joined.store, Store::Closed));
        for other in others {
            put(other.segments, &other.path, joined.games());
            joined.base.segments.extend(other.base.segments);
            let plies = &mut joined.base.options.plies;
            *plies = other.base.options.plies.min(*plies);
            joined.stores.push(other.store);
        }
        joined.segments = segments;
        joined.path = names.join(", ").into();
        joined
    }

    /// Returns an error if the database is joined and cannot be changed.
    pub(crate) fn check_single(&self) -> Result<(), DatabaseError> {
        if self.stores.is_empty() { Ok(()) } else { Err(read_only()) }
    }
}

#[cfg(test)]
mod tests {
    use reynard::Position;
    use reynard_games::Query;

    use super::*;
    use crate::{Budget, DatabaseOptions, ExploreLimits, GameOrder, GameOrigin, StoredGame};

    #[test]
    fn joined_bases_answer_as_the_merged_one_and_cannot_be_changed() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = |name: &str| folder.path().join(name);
        let games = |from: u32, to: u32| {
            let game = |n: u32| {
                let moves = ["1. e4 e5 2. Nf3", "1. d4 d5", "1. Nf3 e5 2. e4"][n as usize % 3];
                format!("[White \"{}\"]\n[WhiteElo \"{}\"]\n\n{moves} *\n\n", n % 7, 2000 + n)
            };
            (from..to).map(game).collect::<String>()
        };
        let mut bases = Vec::new();
        for (name, from, to) in [("a.rdb", 0, 30), ("b.rdb", 30, 35), ("c.rdb", 35, 80)] {
            let mut base =
                Database::create(path(name), DatabaseOptions::default()).expect("a file");
            base.add_pgn(games(from, to).as_bytes(), &Budget::default()).expect("room");
            base.delete(&[1]).expect("there");
            bases.push(base);
        }
        let parts: Vec<&Database> = bases.iter().collect();
        Database::merge(&parts, path("all.rdb"), &Budget::default()).expect("room");
        drop(bases);
        let merged = Database::open(path("all.rdb")).expect("a base");
        let open = |name| Database::open(path(name)).expect("a base");
        let mut joined = Database::join(open("a.rdb"), vec![open("b.rdb"), open("c.rdb")]);
        assert_eq!((joined.games(), joined.deleted()), (80, 3));
        let query = Query::parse("white=3 or elo-either>=2040").expect("a query");
        for order in [GameOrder::Id, GameOrder::Elo, GameOrder::White] {
            let names = |base: &Database| -> Vec<String> {
                let pgn = |game: &StoredGame<'_>| game.head().expect("intact");
                let games = base.find(None, &query, order).expect("intact");
                games.iter().map(pgn).map(|it| format!("{} {:?}", it.white, it.white_elo)).collect()
            };
            assert_eq!(names(&joined), names(&merged), "{order:?}");
        }
        let mut pos = Position::startpos();
        for uci in ["e2e4", "e7e5", "g1f3"] {
            let mv = pos.parse_uci(uci).expect("a move");
            pos.play(mv).expect("legal");
        }
        for base in [&joined, &merged] {
            let limits = ExploreLimits::default();
            let explored = base.explore(&pos, &query, &limits).expect("intact");
            let all = base.explore(&pos, &Query::default(), &limits).expect("intact");
            assert_eq!((all.score.games(), explored.score.games() < 54), (52, true));
        }
        for (id, file, own) in [(29, "a.rdb", 29), (30, "b.rdb", 0), (79, "c.rdb", 44)] {
            let head = joined.game(id).expect("there").head().expect("intact");
            let file = path(file).display().to_string();
            assert_eq!(head.origin, Some(GameOrigin { file, id: own }));
            assert!(head.line(200).contains(&format!("#{own} ")));
        }
        let path_of_all = joined.path().display().to_string();
        assert!(path_of_all.contains("a.rdb, ") && path_of_all.ends_with("c.rdb"));
        assert!(joined.delete(&[0]).is_err());
        assert!(joined.compact(&Budget::default()).is_err());
        assert!(joined.add_pgn(b"1. e4 *\n", &Budget::default()).is_err());
        assert_eq!(joined.games(), 80);
        assert_eq!(joined.iter().count(), 77);
    }
}
