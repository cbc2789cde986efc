// A game against an engine: levels, clocks, premoves, takebacks, resignation, draws, time loss.
// Only this file changes a game in play.

import { announce } from './dom.js';
import { sentence } from './sentence.js';
import { engine, leaveOtherEngine, searchWanted } from './analysis.js';
import { isChess960, may, record, startGame, status, store } from './chess-state.js';
import { expected } from './chances.js';
import { isWhiteToMove } from './tree.js';
import { movesTo } from './geometry.js';
import { LEVELS } from './levels.js';
import { positionInfo } from './rules.js';
import { isAllowed } from './mode.js';
import { timeLeft, timesLeft } from './clock.js';
import { sayMove, t } from './i18n.js';
import { playSound } from './sounds.js';

/** Time per move in milliseconds, for levels without a node limit in a game without clocks. */
const USUAL_TIME = 1000;
/**
 * Minimum time in milliseconds before a move of the engine is shown, so that the user can follow.
 */
const LEAST_TIME = 450;
/** Ply before which the engine declines a draw, unless few pieces are left. */
const EARLY = 40;
const FEW_PIECES = 12;

/** @typedef {import('./clock.js').PlayState} PlayState */
/** @typedef {import('./clock.js').Side} Side */

/**
 * The opponent in a game: Reynard at a level from 1 to 10 or at a rating, or another of the
 * server's engines.
 * @typedef {{engine: number, level: number}} Opponent `level` is a rating if it is at least 600
 */

/** @param {number} level */
export const isRating = (level) => level > LEVELS.length;

/** Returns the name of an opponent. @param {Opponent} opponent */
export function opponentName({ engine: number, level }) {
  if (number > 0) return store.get().server?.engines[number] ?? 'UCI';
  return isRating(level) ? t('play.rated', { elo: String(level) }) : t('play.reynard', { level });
}

/** Returns the rating of an opponent, if known. @param {Opponent} opponent */
export function opponentElo({ engine: number, level }) {
  if (number > 0) return null;
  const elo = isRating(level) ? level : LEVELS[level - 1].elo;
  return typeof elo === 'number' ? elo : null;
}

/**
 * Starts a game.
 * @param {{human: Side, opponent: Opponent, control: import('./clock.js').TimeControl | null,
 *   fen?: string}} settings
 */
export function startPlay({ human, opponent, control, fen }) {
  if (!startGame(fen, { tab: 'play', orientation: human })) return;
  const base = (control?.base ?? 0) * 1000;
  const other = human === 'white' ? 'Black' : 'White';
  record((game) => {
    game.setTag('Event', t('play.event'));
    game.setTag('Date', today());
    game.setTag(human === 'white' ? 'White' : 'Black', t('play.you'));
    game.setTag(other, opponentName(opponent));
    const elo = opponentElo(opponent);
    if (elo !== null) game.setTag(`${other}Elo`, String(elo));
    if (control) game.setTag('TimeControl', `${control.base}+${control.increment}`);
  });
  store.set({
    engine: { ...store.get().engine, isOn: false, threat: false },
    play: {
      human,
      level: opponent.level,
      engine: opponent.engine,
      control,
      left: { white: base, black: base },
      since: 0,
      running: null,
      before: [],
      ending: null,
      isThinking: false,
      refused: false,
      content: false,
      isPaused: false,
      failure: '',
      premove: null,
    },
  });
  engine.stop();
  leaveOtherEngine();
  goOn();
}

/** Returns today's local date, in PGN form. */
function today() {
  const now = new Date();
  return [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((part) => String(part).padStart(2, '0')).join('.');
}

/** @param {Partial<PlayState>} patch */
function change(patch) {
  const { play } = store.get();
  if (play) store.set({ play: { ...play, ...patch } });
}

/** Returns the last node of the game's main line. */
const lastNode = () => store.get().tree.mainLine().at(-1)?.id ?? 0;

/** @param {string} fen @returns {Side} */
const turnOf = (fen) => (isWhiteToMove(fen) ? 'white' : 'black');

/** @param {Side} side @returns {Side} */
const otherThan = (side) => (side === 'white' ? 'black' : 'white');

/**
 * Returns `true` if the user may move: the game is in progress, its last position is shown, and it
 * is the user's turn.
 */
export function isHumanTurn() {
  const { play, tree, node } = store.get();
  return Boolean(
    play &&
    isAllowed('move', store.get()) &&
    !play.failure &&
    node === lastNode() &&
    turnOf(tree.node(node).fen) === play.human,
  );
}

/** Plays a move made by the user. @param {string} uci */
export function humanMove(uci) {
  if (!isHumanTurn()) return;
  if (makeMove(uci)) goOn();
}

/**
 * Plays a move for the side to move, and stops its clock. Returns `false` if the side has no time
 * left.
 * @param {string} uci
 */
function makeMove(uci) {
  const { play, tree } = store.get();
  if (!play) return false;
  const node = lastNode();
  const side = turnOf(tree.node(node).fen);
  const now = timesLeft(play);
  if (play.control && play.running && now[play.running] <= 0) {
    flag();
    return false;
  }
  const after = play.control && play.running ? { ...now, [side]: now[side] + play.control.increment * 1000 } : now;
  change({
    left: after,
    running: null,
    before: [...play.before, now],
    premove: side === play.human ? null : play.premove,
  });
  record(
    (game) => {
      const added = game.play(node, uci);
      if (play.control) game.setCommand(added, clockCommand(after[side]));
      return added;
    },
    (added) => ({ node: added, sketch: null }),
  );
  const made = store.get().tree.node(lastNode());
  announce(sayMove(made.san));
  playSound(/[+#]/.test(made.san) ? 'check' : made.san.includes('x') ? 'capture' : 'move');
  return true;
}

/** @param {number} time in milliseconds */
function clockCommand(time) {
  const seconds = Math.floor(time / 1000);
  const two = (/** @type {number} */ n) => String(n).padStart(2, '0');
  return `[%clk ${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}]`;
}

/**
 * Continues the game after each move: ends it, or starts the other side's clock and lets the engine
 * move or plays the premove.
 */
function goOn() {
  const { play, tree } = store.get();
  if (!play) return;
  const { outcome, turn } = status(lastNode());
  if (outcome) {
    finish(outcome.result, t(`outcome.${outcome.name}`, { winner: winnerOf(outcome.result) }));
    return;
  }
  const isFirst = tree.mainLine().length === 0;
  change({
    running: play.control && !(isFirst && turn === play.human) ? turn : null,
    since: performance.now(),
    refused: false,
    failure: '',
  });
  if (turn !== play.human) engineMove();
  else playPremove();
}

/**
 * Stores a premove for the user's next turn. With `null`, clears it.
 * @param {string[] | null} squares
 */
export function setPremove(squares) {
  const { play } = store.get();
  if (play && isAllowed('move', store.get()) && !isHumanTurn()) change({ premove: squares });
}

/** Plays the premove if it is legal now. A pawn is always promoted to a queen. */
function playPremove() {
  const { play, tree } = store.get();
  if (!play?.premove) return;
  const [from, to] = play.premove;
  const own = positionInfo(tree.node(lastNode()).fen).moves.filter((mv) => mv.from === from);
  const legal = movesTo(own, to);
  const found = legal.find(({ promotion }) => promotion === 'q') ?? legal[0];
  change({ premove: null });
  if (found && makeMove(found.uci)) goOn();
}

async function engineMove() {
  const { play, tree, document } = store.get();
  if (!play) return;
  const node = lastNode();
  const began = performance.now();
  change({ isThinking: true });
  /** @type {import('./uci.js').UciInfo | null} */
  let last = null;
  let best;
  try {
    const { fen, moves } = tree.searchRoot(node);
    best = await searchWanted({
      fen,
      moves,
      chess960: isChess960(),
      go: goOf(play),
      options: optionsOf(play),
      onInfo: (info) => {
        last = info;
      },
    });
    if (best === '') throw new Error(t('engine.noMove'));
  } catch (error) {
    if (isOurs(document, node)) fail(sentence(error));
    return;
  }
  await new Promise((resolve) => setTimeout(resolve, LEAST_TIME - (performance.now() - began)));
  if (!isOurs(document, node)) return;
  if (best === null) {
    // Another engine has replaced the one that was searching.
    engineMove();
    return;
  }
  const found = /** @type {import('./uci.js').UciInfo | null} */ (last);
  change({ isThinking: false, content: found ? expected(found) <= 500 : true });
  const legal = positionInfo(tree.node(node).fen).moves.some(({ uci }) => uci === best);
  if (!legal) fail(t('engine.illegal', { move: best }));
  else if (makeMove(best)) goOn();
}

/**
 * Returns `true` if the game for which a move was searched is still waiting for that move.
 * @param {string} document
 * @param {number} node
 */
function isOurs(document, node) {
  const { play } = store.get();
  return Boolean(play?.isThinking && !play.ending && store.get().document === document && lastNode() === node);
}

/**
 * Handles an engine failure. The clocks stop until the user tries again.
 * @param {string} failure
 */
function fail(failure) {
  const { play } = store.get();
  if (play) change({ left: timesLeft(play), running: null, isThinking: false, failure, premove: null });
}

/** Tries the engine again after a failure. */
export function tryAgain() {
  if (store.get().play?.failure) goOn();
}

/** @param {PlayState} play */
function goOf(play) {
  const level = play.engine === 0 && !isRating(play.level) ? LEVELS[play.level - 1] : null;
  if (level?.nodes) return `nodes ${level.nodes}`;
  if (level?.search === 'random') return 'depth 1';
  if (!play.control) return play.engine === 0 && !level ? 'depth 30' : `movetime ${USUAL_TIME}`;
  const [white, black] = /** @type {const} */ (['white', 'black']).map((side) =>
    Math.max(1, Math.round(timeLeft(play, side))),
  );
  const increment = play.control.increment * 1000;
  return `wtime ${white} btime ${black} winc ${increment} binc ${increment}`;
}

/** @param {PlayState} play @returns {Record<string, string>} */
function optionsOf(play) {
  if (play.engine !== 0) return {};
  if (isRating(play.level)) return { UCI_LimitStrength: 'true', UCI_Elo: String(play.level) };
  const { search, evaluation } = LEVELS[play.level - 1];
  return { Search: search, ...(evaluation ? { Evaluation: evaluation } : {}) };
}

/**
 * Ends the game with a result, and text that states the reason.
 * @param {string} result
 * @param {string} text
 */
function finish(result, text) {
  const { play, tree } = store.get();
  if (!play || play.ending) return;
  change({
    ending: { result, text },
    left: timesLeft(play),
    running: null,
    isThinking: false,
    failure: '',
    premove: null,
  });
  engine.stop();
  leaveOtherEngine();
  // A termination that the moves do not show is stored in a tag, as in the PGN standard.
  const byRules = Boolean(status(tree.mainLine().at(-1)?.id ?? 0).outcome);
  record((game) => {
    game.setResult(result);
    if (!byRules)
      game.setTag('Termination', play.running && timeLeft(play, play.running) <= 0 ? 'time forfeit' : 'normal');
  });
  announce(`${text} ${result}`);
  playSound('end');
}

/** Checks for a time loss; called while a clock runs. */
export function checkFlag() {
  const { play } = store.get();
  if (play?.running && timeLeft(play, play.running) <= 0) flag();
}

/**
 * Ends the game because the side to move has run out of time: that side loses, or the game is a
 * draw.
 */
function flag() {
  const { play } = store.get();
  if (!play?.running || play.ending) return;
  const node = lastNode();
  if (store.get().node !== node) store.set({ node });
  const { flag: end } = status(node);
  const isDraw = end.name !== 'timeout';
  const winner = otherThan(play.running);
  const result = isDraw ? '1/2-1/2' : winner === 'white' ? '1-0' : '0-1';
  finish(result, isDraw ? t('outcome.timeout-draw') : t('outcome.timeout', { winner: winnerOf(result) }));
}

/** @param {string} result */
const winnerOf = (result) => (result === '1-0' ? t('White') : result === '0-1' ? t('Black') : '');

export function resign() {
  const { play } = store.get();
  if (!play || !isAllowed('resign', store.get())) return;
  finish(
    play.human === 'white' ? '0-1' : '1-0',
    t('outcome.resignation', { loser: play.human === 'white' ? t('White') : t('Black') }),
  );
}

/**
 * Claims a draw if possible. Otherwise offers a draw, which the engine accepts unless it considers
 * itself better.
 */
export function offerDraw() {
  const { play, tree } = store.get();
  if (!play || !isAllowed('offerDraw', store.get()) || !isHumanTurn()) return;
  const { claim } = status(lastNode());
  if (claim) {
    finish('1/2-1/2', t(`outcome.${claim.name}`));
    return;
  }
  const line = tree.mainLine();
  const pieces = (line.at(-1) ?? tree.root).fen.split(' ')[0].replace(/[^a-z]/gi, '').length;
  if (play.content && (line.length >= EARLY || pieces <= FEW_PIECES)) finish('1/2-1/2', t('outcome.agreement'));
  else {
    change({ refused: true });
    announce(t('play.refused'));
  }
}

/** Returns the number of plies that are taken back; 0 if the user has not moved yet. */
export function pliesToTakeBack() {
  const { play, tree } = store.get();
  const line = tree.mainLine();
  const plies = turnOf((line.at(-1) ?? tree.root).fen) === play?.human ? 2 : 1;
  return line.length < plies ? 0 : plies;
}

/** Takes back the user's last move and the reply to it, and restores the clocks. */
export function takeBack() {
  const { play, tree } = store.get();
  if (!play || !may('takeBack')) return;
  const line = tree.mainLine();
  const plies = pliesToTakeBack();
  if (plies === 0) return;
  change({
    isThinking: false,
    running: null,
    premove: null,
    failure: '',
    left: play.before.at(-plies) ?? timesLeft(play),
    before: play.before.slice(0, -plies),
  });
  engine.stop();
  const from = line[line.length - plies];
  record(
    (game) => game.delete(from.id),
    () => ({ node: from.parent ?? 0, sketch: null }),
  );
  goOn();
}

/** Starts another game with the same settings and reversed colors. */
export function rematch() {
  const { play, tree } = store.get();
  if (!play?.ending) return;
  startPlay({ human: otherThan(play.human), opponent: play, control: play.control, fen: tree.root.fen });
}

/** Leaves the game for analysis. */
export function leavePlay() {
  store.set({ tab: 'analyze' });
}

/** Makes games that were set aside continue as soon as they are shown again. */
export function resumeGames() {
  store.subscribe(
    ({ play }) => play,
    (play) => {
      if (!play?.isPaused || play.ending) return;
      engine.stop();
      store.set({ tab: 'play', node: lastNode(), play: { ...play, isPaused: false } });
      // After all listeners have received the game.
      queueMicrotask(goOn);
    },
  );
}
