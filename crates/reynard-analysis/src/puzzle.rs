//! Puzzles found in games: positions with only one winning move.

use std::fmt;

use reynard::epd::EpdOperation;
use reynard::{Epd, Game, Move, PieceValues, Position};
use reynard_engine::{Control, Engine, Line, Score, SearchLimits};
use reynard_pgn::{EvaluationScore, GameTree, NodeId, Step};

use crate::mistakes::stored_assessment;
use crate::{Assessment, Judgment, PuzzleMotif, motifs};

/// A position with only one winning move, and the line that follows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Puzzle {
    /// The position to solve.
    pub position: Position,
    /// The solution: the solver's moves and the replies between them. Each of the solver's moves is
    /// the only winning one. A mate is played out to the end; in that case, other moves of the
    /// solver may also win, and any mate is correct.
    pub line: Vec<Move>,
    /// The motif of the first move, or the mate that ends the line.
    pub theme: PuzzleTheme,
    /// The tactical motifs of the solver's moves.
    pub motifs: Vec<PuzzleMotif>,
    /// The ply, from 1, after which the position occurred in the game; 0 for the start position of
    /// the game.
    pub ply: usize,
    /// The evaluation of the position from White's point of view.
    pub score: EvaluationScore,
}

/// The theme of a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PuzzleTheme {
    /// The line ends in mate. Holds the number of moves to mate.
    Mate(usize),
    /// A pawn promotes.
    Promotion,
    /// The first move gives up material.
    Sacrifice,
    /// The first move is a capture.
    Capture,
    /// The first move gives check.
    Check,
    /// None of the other themes applies.
    Quiet,
}

impl fmt::Display for PuzzleTheme {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Mate(moves) => write!(f, "mate in {moves}"),
            Self::Promotion => f.pad("promotion"),
            Self::Sacrifice => f.pad("sacrifice"),
            Self::Capture => f.pad("capture"),
            Self::Check => f.pad("check"),
            Self::Quiet => f.pad("quiet move"),
        }
    }
}

impl Puzzle {
    /// Returns the number of moves that the solver makes.
    pub const fn length(&self) -> usize {
        self.line.len().div_ceil(2)
    }

    /// Returns the solution in SAN.
    ///
    /// ```
    /// # use reynard_analysis::{Puzzle, PuzzleTheme};
    /// # use reynard_pgn::EvaluationScore;
    /// # let position: reynard::Position = "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1".parse()?;
    /// # let line = vec![position.parse_san("Ra8")?];
    /// # let (theme, score) = (PuzzleTheme::Mate(1), EvaluationScore::Centipawns(900));
    /// # let puzzle = Puzzle { position, line, theme, motifs: Vec::new(), ply: 0, score };
    /// assert_eq!(puzzle.solution(), ["Ra8#"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn solution(&self) -> Vec<String> {
        let mut pos = self.position.clone();
        let moves = self.line.iter().map(|&mv| {
            let san = pos.san(mv).to_string();
            pos.play_unchecked(mv);
            san
        });
        moves.collect()
    }

    /// Returns the puzzle as an EPD record with `bm`, with the theme, the length and the motifs in
    /// `c0` to `c2`, and with `id` and `pv`. In `id`, the names of the players are truncated to a
    /// hundred characters, and contain no quotation marks, backslashes or control characters.
    ///
    /// ```
    /// # use reynard_analysis::{Puzzle, PuzzleTheme};
    /// # use reynard_pgn::EvaluationScore;
    /// # let position: reynard::Position = "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1".parse()?;
    /// # let line = vec![position.parse_san("Ra8")?];
    /// # let (theme, score) = (PuzzleTheme::Mate(1), EvaluationScore::Centipawns(900));
    /// # let puzzle = Puzzle { position, line, theme, motifs: Vec::new(), ply: 0, score };
    /// let epd = puzzle.to_epd("Anna - Ben", ", game 7");
    /// assert!(epd.ends_with(" bm Ra8#; c0 \"mate in 1\"; c1 \"1 to find\"; id \"Anna - Ben, game 7\"; pv Ra8#;"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn to_epd(&self, players: &str, place: &str) -> String {
        let comment = |rank, text| EpdOperation::Comment { rank, text: Some(text) };
        let players: String = players.chars().take(100).collect();
        let mut operations = vec![
            EpdOperation::BestMoves(self.line.first().copied().into_iter().collect()),
            comment(0, self.theme.to_string()),
            comment(1, format!("{} to find", self.length())),
        ];
        operations.extend(
            Some(self.motif_names())
                .filter(|names| !names.is_empty())
                .map(|names| comment(2, names)),
        );
        operations.push(EpdOperation::Id(format!("{}{place}", players.replace('\\', "'"))));
        operations.push(EpdOperation::PredictedVariation(self.line.clone()));
        Epd { position: self.position.clone(), operations }.to_string()
    }

    /// Returns the puzzle as a game that contains the solution and the tags `Theme`, `Length` and
    /// `Motifs`. The event, site, date and players are those of the source game.
    ///
    /// ```
    /// # use reynard_analysis::{Puzzle, PuzzleTheme};
    /// # use reynard_pgn::{EvaluationScore, GameTree};
    /// # let position: reynard::Position = "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1".parse()?;
    /// # let line = vec![position.parse_san("Ra8")?];
    /// # let (theme, score) = (PuzzleTheme::Mate(1), EvaluationScore::Centipawns(900));
    /// # let puzzle = Puzzle { position, line, theme, motifs: Vec::new(), ply: 0, score };
    /// let tree = puzzle.to_tree(&GameTree::new());
    /// assert_eq!(tree.tags().text("Theme").as_deref(), Some("mate in 1"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn to_tree(&self, game: &GameTree) -> GameTree {
        let mut tree = GameTree::from_position(self.position.clone());
        // The names are valid.
        let mut set = |name: &str, text: &str| {
            let _ = tree.set_tag(name, text);
        };
        for name in ["Event", "Site", "Date", "Round", "White", "Black"] {
            if let Some(text) = game.tags().text(name).filter(|text| !text.is_empty()) {
                set(name, &text);
            }
        }
        set("Theme", &self.theme.to_string());
        set("Length", &self.length().to_string());
        if !self.motifs.is_empty() {
            set("Motifs", &self.motif_names());
        }
        let mut cursor = tree.cursor(NodeId::ROOT);
        for &mv in &self.line {
            // The solution was found by playing it.
            let _ = cursor.play(mv);
        }
        let result = cursor.position().outcome().map(|outcome| outcome.result().into());
        if let Some(result) = result {
            tree.set_result(result);
        }
        tree
    }

    /// Returns `true` if `name` is the name of the theme or of a motif. Case, spaces and hyphens
    /// are ignored, so lichess's names are recognized as well. `mate` matches any mate.
    ///
    /// ```
    /// # use reynard_analysis::{Puzzle, PuzzleTheme};
    /// # use reynard_pgn::EvaluationScore;
    /// # let position: reynard::Position = "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1".parse()?;
    /// # let line = vec![position.parse_san("Ra8")?];
    /// # let (theme, score) = (PuzzleTheme::Mate(1), EvaluationScore::Centipawns(900));
    /// # let puzzle = Puzzle { position, line, theme, motifs: Vec::new(), ply: 0, score };
    /// assert!(["mate in 1", "mateIn1", "mate"].iter().all(|theme| puzzle.is_about(theme)));
    /// assert!(!puzzle.is_about("fork"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn is_about(&self, name: &str) -> bool {
        let is_mate = matches!(self.theme, PuzzleTheme::Mate(_)) && is_same_theme(name, "mate");
        let mut names = self.motifs.iter().map(ToString::to_string);
        is_mate
            || is_same_theme(name, &self.theme.to_string())
            || names.any(|motif| is_same_theme(name, &motif))
    }

    /// Returns the name of the theme or motif that a string matches, by the rules of
    /// [`Puzzle::is_about`].
    ///
    /// ```
    /// use reynard_analysis::Puzzle;
    ///
    /// assert_eq!(Puzzle::theme_named("mateIn2").as_deref(), Some("mate in 2"));
    /// assert_eq!(Puzzle::theme_named("frok"), None);
    /// ```
    pub fn theme_named(text: &str) -> Option<String> {
        Self::theme_names().find(|name| is_same_theme(text, name))
    }

    /// Returns the names of all themes and motifs, each once.
    ///
    /// ```
    /// use reynard_analysis::Puzzle;
    ///
    /// assert!(Puzzle::theme_names().any(|name| name == "mate in 2"));
    /// assert!(Puzzle::theme_names().any(|name| name == "fork"));
    /// assert_eq!(Puzzle::theme_names().filter(|name| name == "sacrifice").count(), 1);
    /// ```
    pub fn theme_names() -> impl Iterator<Item = String> {
        let mates = (1..=MAX_LENGTH).map(PuzzleTheme::Mate);
        let others = [
            PuzzleTheme::Promotion,
            PuzzleTheme::Sacrifice,
            PuzzleTheme::Capture,
            PuzzleTheme::Check,
            PuzzleTheme::Quiet,
        ];
        let themes = mates.chain(others).map(|theme| theme.to_string());
        // A promotion and a sacrifice are themes and motifs.
        let is_theme = move |name: &String| others.iter().any(|theme| theme.to_string() == *name);
        let motifs = PuzzleMotif::ALL.into_iter().map(|motif| motif.to_string());
        let motifs = motifs.filter(move |name| !is_theme(name));
        std::iter::once("mate".to_owned()).chain(themes).chain(motifs)
    }

    /// Returns the motifs, separated by commas.
    fn motif_names(&self) -> String {
        let names: Vec<String> = self.motifs.iter().map(ToString::to_string).collect();
        names.join(", ")
    }
}

/// Returns `true` if two strings name the same theme, such as `mateIn2` and `mate in 2`.
fn is_same_theme(text: &str, name: &str) -> bool {
    let key = |text: &str| -> Vec<u8> {
        text.bytes().filter(u8::is_ascii_alphanumeric).map(|it| it.to_ascii_lowercase()).collect()
    };
    key(text) == key(name)
}

/// Finds puzzles in games.
///
/// If a game has evaluations in its comments, only the positions after a mistake are searched. In
/// other games, all positions are searched, at first with a tenth of the nodes. A move is the only
/// winning one if it keeps an expected score of at least four fifths of a point and no other move
/// keeps more than three fifths.
///
/// ```
/// use reynard_analysis::{PuzzleFinder, PuzzleTheme};
/// use reynard_engine::Control;
/// use reynard_pgn::Games;
///
/// let pgn = b"1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. d3 *";
/// let game = Games::from_bytes(pgn).next().unwrap()?.tree;
/// let mut finder = PuzzleFinder::new(reynard_engine::Engine::new(1)?, 3_000);
/// let puzzles = finder.find(&game, &Control::new()).expect("nothing stops it");
/// assert_eq!(puzzles[0].theme, PuzzleTheme::Mate(1));
/// assert_eq!(puzzles[0].position.san(puzzles[0].line[0]).as_str(), "Qxf7#");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct PuzzleFinder {
    engine: Engine,
    nodes: u64,
}

/// The minimum expected score of a winning move, in thousandths of a point.
const WINNING: u32 = 800;
/// The maximum expected score of any other move.
const NOT_WINNING: u32 = 600;
/// Number of opening plies that are skipped, because they contain only theory.
const OPENING_PLIES: usize = 4;
/// The maximum number of moves by the solver.
const MAX_LENGTH: usize = 8;

/// The two best lines of a position.
struct TwoLines {
    best: Line,
    second: Option<Line>,
}

impl PuzzleFinder {
    /// Creates a finder that searches each position with `nodes` nodes, on as many threads as the
    /// engine has been given.
    ///
    /// ```
    /// use reynard_analysis::PuzzleFinder;
    ///
    /// let _finder = PuzzleFinder::new(reynard_engine::Engine::new(1)?, 10_000);
    /// # Ok::<(), reynard_engine::OutOfMemory>(())
    /// ```
    pub fn new(mut engine: Engine, nodes: u64) -> Self {
        engine.settings.lines = 2;
        Self { engine, nodes: nodes.max(10) }
    }

    /// Finds the puzzles in the main line of a game. Returns `None` if `control` stopped the
    /// search. A position within the solution of a puzzle does not start another one.
    pub fn find(&mut self, tree: &GameTree, control: &Control) -> Option<Vec<Puzzle>> {
        let mut puzzles = Vec::new();
        let mut pos = tree.start().clone();
        let mut before: Option<Assessment> = None;
        let mut solved_until = 0;
        self.engine.new_game();
        for (index, node) in tree.main_line().enumerate() {
            let Some(Step::Move(mv)) = tree.step(node) else { break };
            let mut after = pos.clone();
            after.play_unchecked(mv);
            let now = stored_assessment(tree, node, &after);
            let ply = index + 1;
            let is_candidate = match (before, now) {
                // The side that has just moved lost its chances.
                (Some(before), Some(now)) => {
                    let side = pos.turn();
                    let loss = before.expected_score(side).saturating_sub(now.expected_score(side));
                    loss >= Judgment::Mistake.threshold() && now.expected_score(!side) >= 650
                }
                _ => ply >= OPENING_PLIES && self.looks_winning(&after, control).ok()?,
            };
            before = now;
            let last_capture = Some(mv).filter(|mv| mv.is_capture());
            pos = after;
            if is_candidate
                && ply >= solved_until
                && pos.has_legal_move()
                && let Some(puzzle) = self.solve(&pos, last_capture, ply, control).ok()?
            {
                solved_until = ply + puzzle.line.len();
                puzzles.push(puzzle);
            }
        }
        Some(puzzles)
    }

    /// Searches a position for its two best lines. Returns `None` if there are no legal moves.
    fn search(
        &mut self,
        pos: &Position,
        nodes: u64,
        control: &Control,
    ) -> Result<Option<TwoLines>, Stopped> {
        if !pos.has_legal_move() {
            return Ok(None);
        }
        let limits = SearchLimits { nodes: Some(nodes), ..SearchLimits::default() };
        let game = Game::from_position(pos.clone());
        let report = self.engine.search(&game, &limits, control, &mut |_| {});
        if control.is_stopped() {
            return Err(Stopped);
        }
        let mut lines = report.lines.into_iter();
        let best = lines.next();
        Ok(best.map(|best| TwoLines { best, second: lines.next() }))
    }

    fn looks_winning(&mut self, pos: &Position, control: &Control) -> Result<bool, Stopped> {
        let lines = self.search(pos, self.nodes / 10, control)?;
        Ok(lines.is_some_and(|lines| {
            let second = lines.second.as_ref().map_or(0, expected);
            expected(&lines.best) >= WINNING - 100 && second < expected(&lines.best) - 100
        }))
    }

    /// Returns the puzzle that starts from a position, or `None` if the position is not a puzzle.
    fn solve(
        &mut self,
        start: &Position,
        last_capture: Option<Move>,
        ply: usize,
        control: &Control,
    ) -> Result<Option<Puzzle>, Stopped> {
        let mut pos = start.clone();
        let mut line: Vec<Move> = Vec::new();
        let mut score = EvaluationScore::Centipawns(0);
        while line.len() < 2 * MAX_LENGTH {
            let Some(lines) = self.search(&pos, self.nodes, control)? else { break };
            let is_only = expected(&lines.best) >= WINNING
                && lines.second.as_ref().map_or(!line.is_empty(), |it| expected(it) <= NOT_WINNING);
            // A mate is played out, even if several moves win along the line.
            let mates = !line.is_empty() && matches!(lines.best.score, Score::Mate(1..));
            let goes_on = is_only || mates;
            let Some(&mv) = lines.best.moves.first().filter(|_| goes_on) else { break };
            if line.is_empty() {
                // A recapture is not a puzzle.
                if last_capture.is_some_and(|last| mv.is_capture() && mv.to() == last.to()) {
                    break;
                }
                score = Assessment::from_line(&lines.best, pos.turn()).score;
            }
            line.push(mv);
            pos.play_unchecked(mv);
            // The reply from the same line, or from a separate search.
            let reply = match lines.best.moves.get(1) {
                Some(&reply) if pos.is_legal(reply) => Some(reply),
                _ => self
                    .search(&pos, self.nodes, control)?
                    .and_then(|lines| lines.best.moves.first().copied()),
            };
            let Some(reply) = reply else { break };
            line.push(reply);
            pos.play_unchecked(reply);
        }
        // A line ends with a move of the solver.
        if line.len().is_multiple_of(2) {
            line.pop();
        }
        if line.is_empty() {
            return Ok(None);
        }
        let theme = theme(start, &line);
        let motifs = motifs(start, &line);
        Ok(Some(Puzzle { position: start.clone(), line, theme, motifs, ply, score }))
    }
}

/// The error returned if the search was stopped from outside.
struct Stopped;

/// Returns the expected score of the side to move, in thousandths of a point.
const fn expected(line: &Line) -> u32 {
    line.wdl.win + line.wdl.draw / 2
}

fn theme(start: &Position, line: &[Move]) -> PuzzleTheme {
    let mut pos = start.clone();
    for &mv in line {
        pos.play_unchecked(mv);
    }
    let Some(&first) = line.first() else { return PuzzleTheme::Quiet };
    if pos.is_check() && !pos.has_legal_move() {
        return PuzzleTheme::Mate(line.len().div_ceil(2));
    }
    let mut after = start.clone();
    after.play_unchecked(first);
    if first.is_promotion() {
        PuzzleTheme::Promotion
    } else if start.see(first, &PieceValues::DEFAULT) < 0 {
        PuzzleTheme::Sacrifice
    } else if first.is_capture() {
        PuzzleTheme::Capture
    } else if after.is_check() {
        PuzzleTheme::Check
    } else {
        PuzzleTheme::Quiet
    }
}

#[cfg(test)]
mod tests {
    use reynard_pgn::Games;

    use super::*;

    fn find(pgn: &str) -> Vec<Puzzle> {
        let game = Games::from_bytes(pgn.as_bytes()).next().expect("a game").expect("memory").tree;
        let mut finder = PuzzleFinder::new(Engine::new(1).expect("memory"), 4_000);
        finder.find(&game, &Control::new()).expect("nothing stops it")
    }

    #[test]
    fn a_mate_of_two_moves_is_found_with_its_line() {
        // Only the offer of the queen wins: Qe1+, Rxe1, Rxe1 mate.
        let pgn = "[SetUp \"1\"]\n[FEN \"4r1k1/1Q3ppp/4q3/8/8/8/PP3PPP/3R2K1 b - - 0 39\"]\n\n\
                   39... Qe2 {[%eval 0.0]} 40. Qb3 {[%eval #-2]} h6 *";
        let puzzles = find(pgn);
        assert_eq!(puzzles.len(), 1, "{puzzles:?}");
        let puzzle = &puzzles[0];
        assert_eq!((puzzle.ply, puzzle.line.len()), (2, 3));
        assert!(matches!(puzzle.theme, PuzzleTheme::Mate(2)), "{puzzle:?}");
    }

    #[test]
    fn a_mate_is_played_out_though_several_moves_win_on_the_way() {
        // The finish of the Evergreen game.
        let mut finder = PuzzleFinder::new(Engine::new(1).expect("memory"), 20_000);
        let start = "1r4r1/pbpknp1p/1b3P2/8/8/B1PB1q2/P4PPP/3R2K1 w - - 0 22";
        let start: Position = start.parse().expect("a position");
        let puzzle = finder.solve(&start, None, 0, &Control::new());
        let puzzle = puzzle.unwrap_or_else(|_| panic!("nothing stops it")).expect("a puzzle");
        assert!(matches!(puzzle.theme, PuzzleTheme::Mate(3)), "{:?}", puzzle.solution());
    }

    #[test]
    fn quiet_games_and_recaptures_have_no_puzzles() {
        assert_eq!(find("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *"), []);
        assert_eq!(find("1. e4 d5 2. exd5 Qxd5 3. Nc3 Qd8 4. d4 Nf6 *"), []);
    }
}
