// A game against the engine: levels, clocks, take back, resignation, draw, flag.

import { announce, sentence, toast } from './dom.js';
import { engine, leaveOtherEngine } from './analysis.js';
import { edit, isChess960, playMove, startGame, status, store } from './chess-state.js';
import { expected } from './chances.js';
import { isWhiteToMove } from './tree.js';
import { t } from './i18n.js';

/**
 * The levels, by `UCI_Elo`; `null` is full strength.
 * @type {readonly (number | null)[]}
 */
export const LEVELS = Object.freeze([600, 850, 1100, 1350, 1650, 2000, 2500, null]);

/** Longest thought without a clock at full strength, in milliseconds. */
const USUAL_TIME = 1500;
/** A move of the engine is not shown earlier, so that one can see what happened. */
const LEAST_TIME = 450;
/** The engine declines a draw before this ply, unless few pieces are left. */
const EARLY = 40;
const FEW_PIECES = 12;

/**
 * @typedef {{base: number, increment: number}} TimeControl in seconds
 * @typedef {{
 *   human: 'white' | 'black', level: number, control: TimeControl | null,
 *   left: {white: number, black: number}, since: number, running: 'white' | 'black' | null,
 *   ending: {result: string, text: string} | null, isThinking: boolean, refused: boolean, content:
 * boolean, }} PlayState `left` in milliseconds, of which those since `since` are still to be taken
 */

/** The clock of a side now, in seconds. @param {PlayState} play @param {'white' | 'black'} side */
export function timeLeft(play, side) {
  const spent = play.running === side ? performance.now() - play.since : 0;
  return Math.max(0, play.left[side] - spent) / 1000;
}

/**
 * Starts a game.
 * @param {{human: 'white' | 'black', level: number, control: TimeControl | null, fen?: string}}
 * settings
 */
export function startPlay({ human, level, control, fen }) {
  if (!startGame(fen)) return;
  leaveOtherEngine();
  store.set({ engine: { ...store.get().engine, isOn: false, threat: false } });
  const base = (control?.base ?? 0) * 1000;
  edit((game) => {
    const [you, reynard] = [t('play.you'), t('play.reynard', { level: level + 1 })];
    game.setTag('Event', t('play.event'));
    game.setTag('Date', new Date().toISOString().slice(0, 10).replaceAll('-', '.'));
    game.setTag('White', human === 'white' ? you : reynard);
    game.setTag('Black', human === 'white' ? reynard : you);
    if (control) game.setTag('TimeControl', `${control.base}+${control.increment}`);
  });
  store.set({
    tab: 'play', orientation: human,
    play: {
      human, level, control, left: { white: base, black: base }, since: 0, running: null, ending: null,
      isThinking: false, refused: false, content: false,
    },
  });
  goOn();
}

/** @param {Partial<PlayState>} patch */
function change(patch) {
  const { play } = store.get();
  if (play) store.set({ play: { ...play, ...patch } });
}

/** The last node of the game that is played. */
const lastNode = () => store.get().tree.mainLine().at(-1)?.id ?? 0;

/**
 * The person may move: the game goes on, its last position is shown, and it is the person's turn.
 */
export function isHumanTurn() {
  const { play, tree, node } = store.get();
  return Boolean(play && !play.ending && node === lastNode()
    && (isWhiteToMove(tree.node(node).fen) ? 'white' : 'black') === play.human);
}

/** A move of the person. @param {string} uci */
export function humanMove(uci) {
  if (!isHumanTurn()) return;
  press();
  if (store.get().play?.ending) return;
  playMove(uci);
  writeClock();
  goOn();
}

/** Stops the clock of the side to move, adds the increment. */
function press() {
  const { play } = store.get();
  if (!play?.control || !play.running) return;
  const left = timeLeft(play, play.running) * 1000;
  if (left <= 0) return flag();
  change({ left: { ...play.left, [play.running]: left + play.control.increment * 1000 }, running: null });
}

/** Writes the clock of the side that has moved. */
function writeClock() {
  const { play } = store.get();
  if (!play?.control) return;
  const node = lastNode();
  const side = isWhiteToMove(store.get().tree.node(node).fen) ? 'black' : 'white';
  const seconds = Math.floor(play.left[side] / 1000);
  const two = (/** @type {number} */ n) => String(n).padStart(2, '0');
  edit((game) => game.setCommand(node, `[%clk ${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}]`));
}

/** After each move: the end, the clock of the next side, the move of the engine. */
function goOn() {
  const { outcome, turn } = status();
  if (outcome) return finish(outcome.result, t(`outcome.${outcome.name}`, { winner: winnerOf(outcome.result) }));
  const { play, tree } = store.get();
  if (!play) return undefined;
  const isFirst = tree.mainLine().length === 0;
  change({ running: play.control && !(isFirst && turn === play.human) ? turn : null, since: performance.now(), refused: false });
  if (turn !== play.human) engineMove();
  return undefined;
}

async function engineMove() {
  const { play, tree } = store.get();
  if (!play) return;
  const node = lastNode();
  const elo = LEVELS[play.level];
  const began = performance.now();
  change({ isThinking: true });
  /** @type {import('./uci.js').UciInfo | null} */
  let last = null;
  let best;
  try {
    const { fen, moves } = tree.searchRoot(node);
    best = await engine.search({
      fen, moves, chess960: isChess960(), go: goOf(play, elo),
      options: elo ? { UCI_LimitStrength: 'true', UCI_Elo: String(elo) } : { UCI_LimitStrength: 'false' },
      onInfo: (info) => { last = info; },
    });
  } catch (error) {
    change({ isThinking: false });
    toast(sentence(error), { isError: true });
    return;
  }
  await new Promise((resolve) => setTimeout(resolve, LEAST_TIME - (performance.now() - began)));
  const now = store.get().play;
  if (best === null || !now || now.ending || lastNode() !== node || now.human !== play.human) return;
  const found = /** @type {import('./uci.js').UciInfo | null} */ (last);
  change({ isThinking: false, content: found ? expected(found) <= 500 : true });
  press();
  if (store.get().play?.ending) return;
  if (store.get().node !== node) store.set({ node });
  playMove(best);
  writeClock();
  goOn();
}

/**
 * @param {PlayState} play
 * @param {number | null} elo
 */
function goOf(play, elo) {
  if (!play.control) return elo ? 'depth 30' : `movetime ${USUAL_TIME}`;
  const [white, black] = ['white', 'black'].map((side) => Math.max(1, Math.round(timeLeft(play, /** @type {'white'} */ (side)) * 1000)));
  const increment = play.control.increment * 1000;
  return `wtime ${white} btime ${black} winc ${increment} binc ${increment}`;
}

/**
 * Ends the game.
 * @param {string} result
 * @param {string} text
 */
function finish(result, text) {
  const { play } = store.get();
  if (!play || play.ending) return;
  const frozen = { white: timeLeft(play, 'white') * 1000, black: timeLeft(play, 'black') * 1000 };
  change({ ending: { result, text }, running: null, isThinking: false, left: frozen });
  engine.stop();
  leaveOtherEngine();
  const node = lastNode();
  edit((game) => {
    game.setResult(result);
    const comment = store.get().tree.node(node).comment ?? '';
    game.setComment(node, comment || text);
  });
  announce(`${text} ${result}`);
}

/** Called while a clock runs. */
export function checkFlag() {
  const { play } = store.get();
  if (play?.running && timeLeft(play, play.running) <= 0) flag();
}

function flag() {
  const { play } = store.get();
  if (!play?.running) return;
  const loser = play.running;
  const node = lastNode();
  if (store.get().node !== node) store.set({ node });
  const { flag: end } = status();
  const text = end.name === 'timeout'
    ? t('outcome.timeout', { winner: winnerOf(end.result) }) : t('outcome.timeout-draw');
  change({ left: { ...play.left, [loser]: 0 } });
  finish(end.result, text);
}

/** @param {string} result */
const winnerOf = (result) => (result === '1-0' ? t('White') : result === '0-1' ? t('Black') : '');

export function resign() {
  const { play } = store.get();
  if (!play || play.ending) return;
  finish(play.human === 'white' ? '0-1' : '1-0', t('outcome.resignation', { loser: play.human === 'white' ? t('White') : t('Black') }));
}

/**
 * Claims a draw if there is one to claim; otherwise offers one, which the engine accepts if it is
 * not better.
 */
export function offerDraw() {
  const { play, tree } = store.get();
  if (!play || play.ending || !isHumanTurn()) return;
  const { claim } = status();
  if (claim) return finish('1/2-1/2', t(`outcome.${claim.name}`));
  const line = tree.mainLine();
  const pieces = (line.at(-1) ?? tree.root).fen.split(' ')[0].replace(/[^a-z]/gi, '').length;
  if (play.content && (line.length >= EARLY || pieces <= FEW_PIECES)) return finish('1/2-1/2', t('outcome.agreement'));
  change({ refused: true });
  announce(t('play.refused'));
  return undefined;
}

/** Takes back the last move of the person, and the answer to it. */
export function takeBack() {
  const { play, tree } = store.get();
  if (!play) return;
  const line = tree.mainLine();
  const turn = isWhiteToMove((line.at(-1) ?? tree.root).fen) ? 'white' : 'black';
  const plies = turn === play.human ? 2 : 1;
  if (line.length < plies) return;
  engine.stop();
  leaveOtherEngine();
  const from = line[line.length - plies];
  edit((game) => { game.delete(from.id); game.setResult('*'); }, () => ({ node: from.parent ?? 0 }));
  change({ ending: null, isThinking: false, running: null });
  goOn();
}

/** Leaves the game for the analysis. */
export function leavePlay() {
  if (store.get().play) {
    engine.stop();
    leaveOtherEngine();
  }
  store.set({ play: null, tab: 'analyze' });
}
