//! Finds games with the same pawn structures and the same pieces.

use std::collections::HashMap;
use std::ops::ControlFlow;

use reynard::{Bitboard, Board, Color, PieceType};
use reynard_base::parallel::Workers;
use reynard_games::{PawnSkeleton, PieceCounts, Query};

use crate::board_replay::replay_board;
use crate::filter::QueryFilters;
use crate::game::extra_of;
use crate::section::Section;
use crate::section_reader::SectionReader;
use crate::segment::Segment;
use crate::{Database, DatabaseError, StoredGame};

/// A game that shares pawn structures, together with the pieces on the board, with a reference
/// game.
#[derive(Clone, Copy, Debug)]
pub struct StructureMatch<'a> {
    /// The game that shares the structures.
    pub game: StoredGame<'a>,
    /// Number of shared structures. A structure counts only if the same pieces are on the board.
    pub shared: usize,
    /// The ply at which the reference game first reaches the last shared structure.
    pub last_ply: usize,
}

/// The pawns and the pieces of a position.
type Structure = (PawnSkeleton, PieceCounts);

/// Number of opening plies that are ignored. Most games share the structures of these plies.
const OPENING: usize = 16;

/// The structures of a game.
struct Structures {
    /// For each structure, its number from 0 in order of occurrence, and the first ply at which it
    /// occurs.
    plies: HashMap<Structure, (usize, usize)>,
    /// A bit set in which the bit for the hash of each occurring pawn structure is set. It is
    /// tested before the map is searched.
    hashes: Vec<u64>,
}

/// Binary logarithm of the number of bits in [`Structures::hashes`].
const HASH_BITS: u32 = 14;

impl Structures {
    fn new() -> Self {
        Self { plies: HashMap::new(), hashes: vec![0; 1 << (HASH_BITS - 6)] }
    }

    fn hash(board: &Board) -> usize {
        let [white, black] = Color::ALL.map(|color| board.pieces(color, PieceType::Pawn).bits());
        let mixed = white
            .wrapping_mul(0x9E37_79B9_7F4A_7C15)
            .wrapping_add(black.wrapping_mul(0xC2B2_AE3D_27D4_EB4F));
        (mixed >> (u64::BITS - HASH_BITS)) as usize
    }

    fn insert(&mut self, board: &Board, ply: usize) {
        let number = self.plies.len();
        self.plies.entry(structure(board)).or_insert((number, ply));
        let hash = Self::hash(board);
        self.hashes[hash / 64] |= 1 << (hash % 64);
    }

    #[inline]
    fn find(&self, board: &Board) -> Option<(usize, usize)> {
        let hash = Self::hash(board);
        if self.hashes[hash / 64] >> (hash % 64) & 1 == 0 {
            return None;
        }
        self.plies.get(&structure(board)).copied()
    }
}

fn structure(board: &Board) -> Structure {
    (PawnSkeleton::of(board), PieceCounts::of(board))
}

impl Database {
    /// Finds the games that match a query and share pawn structures with a given game, with the
    /// same pieces on the board. The games that share the most structures come first. The first
    /// eight moves of the given game are ignored, since games with the same opening share their
    /// structures. Also returns the number of structures of the given game.
    ///
    /// # Errors
    ///
    /// [`DatabaseError::NoSuchGame`] if the game does not exist; [`DatabaseError`] if the file
    /// cannot be read or is damaged.
    ///
    /// ```
    /// # let folder = tempfile::tempdir()?;
    /// # let path = folder.path().join("a.rdb");
    /// # let mut base = reynard_db::Database::create(path, Default::default())?;
    /// let opening = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6";
    /// let pgn = format!(
    ///     "{opening} 8. c3 O-O 9. h3 Na5 *\n\n{opening} 8. h3 O-O 9. c3 Nb8 *\n\n1. d4 *\n"
    /// );
    /// base.add_pgn(pgn.as_bytes(), &Default::default())?;
    /// let (structures, found) = base.similar_games(0, &Default::default())?;
    /// // The pawns after 8... O-O and those after 9. h3, of which the other game has the latter.
    /// assert_eq!((structures, found.len()), (2, 1));
    /// assert_eq!((found[0].game.id(), found[0].shared, found[0].last_ply), (1, 1, 17));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn similar_games(
        &self,
        id: u64,
        query: &Query,
    ) -> Result<(usize, Vec<StructureMatch<'_>>), DatabaseError> {
        /// Number of games that a thread takes per step.
        const CHUNK: u32 = 4096;

        let StoredGame { segment, number } = self.game(id)?;
        let (mut wanted, mut ply) = (Structures::new(), 0);
        let mut moves = SectionReader::new(segment, Section::Moves);
        each_board(segment, number, &mut moves, |board, _| {
            if ply >= OPENING {
                wanted.insert(board, ply);
            }
            ply += 1;
        })?;
        let wanted = &wanted;
        let chunks = self.segments.iter().enumerate().flat_map(|(index, segment)| {
            let starts = (0..segment.games()).step_by(CHUNK as usize);
            starts.map(move |start| (index, segment, start))
        });
        let chunks: Vec<(usize, &Segment, u32)> = chunks.collect();
        let (mut next, mut matches) = (chunks.into_iter(), Vec::new());
        let flow = Workers::new(self.threads(), || QueryFilters::new(query)).ordered(
            |_| next.next(),
            |filters, (index, segment, start)| {
                let filter = filters.of(index, segment)?;
                let mut moves = SectionReader::new(segment, Section::Moves);
                let mut found = Vec::new();
                for number in start..segment.games().min(start + CHUNK) {
                    let game = StoredGame { segment, number };
                    if game.id() != id && filter.accepts(number)? {
                        found.extend(compare(wanted, game, &mut moves)?);
                    }
                }
                Ok(found)
            },
            |found: Result<Vec<_>, DatabaseError>| match found {
                Ok(found) => {
                    matches.extend(found);
                    ControlFlow::Continue(())
                }
                Err(error) => ControlFlow::Break(error),
            },
        );
        if let ControlFlow::Break(error) = flow {
            return Err(error);
        }
        matches.sort_by_key(|found: &StructureMatch<'_>| std::cmp::Reverse(found.shared));
        Ok((wanted.plies.len(), matches))
    }
}

/// Returns the structures that a game shares with another game; `None` if there are none.
fn compare<'a>(
    wanted: &Structures,
    game: StoredGame<'a>,
    moves: &mut SectionReader<'_>,
) -> Result<Option<StructureMatch<'a>>, DatabaseError> {
    let mut seen = vec![false; wanted.plies.len()];
    let (mut shared, mut last_ply) = (0, 0);
    let (mut occupied, mut is_first) = (0, true);
    each_board(game.segment, game.number, moves, |board, changed| {
        // Neither the pawns nor the piece counts have changed.
        let pawns = board.by_type(PieceType::Pawn);
        let count = board.occupied().len();
        if !is_first && count == occupied && changed.is_disjoint(pawns) {
            return;
        }
        (occupied, is_first) = (count, false);
        if let Some((number, ply)) = wanted.find(board)
            && !std::mem::replace(&mut seen[number], true)
        {
            shared += 1;
            last_ply = last_ply.max(ply);
        }
    })?;
    Ok((shared > 0).then_some(StructureMatch { game, shared, last_ply }))
}

/// Calls a function with the board at each position of a game, and the squares that may have
/// changed since the previous position.
fn each_board(
    segment: &Segment,
    game: u32,
    moves: &mut SectionReader<'_>,
    mut each: impl FnMut(&Board, Bitboard),
) -> Result<(), DatabaseError> {
    let (flags, extra) = (segment.flags_of(game)?, extra_of(segment, game)?);
    if flags.is_foreign() {
        return Ok(());
    }
    if extra.fen.is_some() || flags.is_wide() {
        return segment.replay(game, |pos, _| {
            each(pos.board(), !Bitboard::EMPTY);
            true
        });
    }
    let (start, len) = segment.code_range(game)?;
    let codes = moves.read(start, len)?;
    let see = |board: &Board, _, changed| {
        each(board, changed);
        true
    };
    replay_board(codes, see).map_err(|found| segment.damaged(Section::Moves, game.into(), found))
}

#[cfg(test)]
mod tests {
    use reynard_pgn::Games;

    use super::*;
    use crate::{Budget, DatabaseOptions};

    /// Counts the structures that two games share by comparing lists of all their positions.
    fn plain(one: &[Structure], other: &[Structure]) -> usize {
        let mut shared: Vec<&Structure> =
            one[OPENING.min(one.len())..].iter().filter(|it| other.contains(it)).collect();
        shared.dedup();
        let mut distinct: Vec<&Structure> = Vec::new();
        for it in shared {
            if !distinct.contains(&it) {
                distinct.push(it);
            }
        }
        distinct.len()
    }

    #[test]
    fn games_share_the_structures_that_a_plain_comparison_finds() {
        let opening = "1. d4 d5 2. c4 e6 3. Nc3 Nf6 4. cxd5 exd5 5. Bg5 c6 6. e3 Be7 7. Bd3 O-O";
        let ends = [
            "8. Qc2 Nbd7 9. Nf3 Re8 10. O-O Nf8 11. Rab1 a5 12. a3 g6 13. b4 axb4 14. axb4",
            "8. Nf3 Re8 9. Qc2 Nbd7 10. O-O Nf8 11. h3 a5 12. a3 g6 13. Rab1",
            "8. Qc2 Nbd7 9. Nge2 Re8 10. O-O-O Nf8 11. h3 b5 12. g4 a5 13. a3",
            "8. Nf3 Nbd7 9. Qc2 h6 10. Bxf6 Nxf6 11. O-O Re8 12. b4 a6 13. a4",
        ];
        let fen = "[FEN \"r1bqk2r/pp2bppp/2p2n2/3p2B1/3P4/2NBP3/PP3PPP/R2QK1NR w KQkq - 0 8\"]";
        let games: Vec<String> = ends
            .iter()
            .map(|end| format!("{opening} {end} *\n\n"))
            .chain([format!("{fen}\n\n8. Nf3 O-O 9. h3 a5 10. a3 Na6 11. Bxa6 bxa6 *\n\n")])
            .chain(["1. e4 e5 *\n\n".to_owned()])
            .collect();
        let folder = tempfile::tempdir().expect("a folder");
        let mut base = Database::create(folder.path().join("a.rdb"), DatabaseOptions::default())
            .expect("a file");
        base.add_pgn(games.concat().as_bytes(), &Budget::default()).expect("room");
        let lists: Vec<Vec<Structure>> = Games::from_bytes(games.concat().as_bytes())
            .map(|game| {
                let tree = game.expect("memory").tree;
                let mut pos = tree.start().clone();
                let mut list = vec![structure(pos.board())];
                for mv in tree.moves() {
                    pos.play_unchecked(mv);
                    list.push(structure(pos.board()));
                }
                list
            })
            .collect();
        let mut most = 0;
        for id in 0..4 {
            let (count, found) = base.similar_games(id as u64, &Query::default()).expect("intact");
            assert_eq!(count, plain(&lists[id], &lists[id]));
            let mut shared = vec![0; games.len()];
            for it in &found {
                shared[usize::try_from(it.game.id()).expect("small")] = it.shared;
            }
            for other in (0..games.len()).filter(|&other| other != id) {
                assert_eq!(shared[other], plain(&lists[id], &lists[other]), "{id} {other}");
            }
            assert!(found.windows(2).all(|pair| pair[0].shared >= pair[1].shared));
            most = most.max(found[0].shared);
        }
        assert!(most >= 2, "{most}");
        assert!(base.similar_games(9, &Query::default()).is_err());
    }
}
