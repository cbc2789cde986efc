// The engine of the page: analysis of the current position, and a pass over the whole game.

import { EngineClient } from './engine.js';
import { openSocket, openThreads, openWorker } from './transport.js';
import { current, edit, isChess960, store } from './chess-state.js';
import { pass, positionInfo } from './rules.js';
import { expected, judge } from './chances.js';
import { isWhiteToMove } from './tree.js';
import { whiteScore } from './uci.js';
import { sentence, toast } from './dom.js';
import { t } from './i18n.js';

/** Milliseconds between a step in the game and the search. */
const PAUSE = 60;
/** Milliseconds between two pictures of the lines. */
const FRAME = 120;
/**
 * Nodes of each position in a pass over the game, unless set otherwise: the marks are the same on
 * every machine.
 */
const PASS_NODES = 60_000;
let nodesOfPass = PASS_NODES;

export const passNodes = () => nodesOfPass;

/**
 * Sets what the engine may use: `threads` 0 is as many as there are.
 * @param {{threads: number, hash: number, passNodes: number}} settings
 */
export function setResources({ threads, hash, passNodes: nodes }) {
  nodesOfPass = nodes || PASS_NODES;
  const most = threads || Infinity;
  if (engine.threads === most && engine.hash === hash) return;
  engine.threads = most;
  engine.hash = hash;
  engine.close();
}

/**
 * The best way to an engine that there is here.
 * @param {import('./transport.js').Listener} listener
 */
async function openBest(listener) {
  const { server, engineNumber, play } = store.get();
  if (server) return openSocket(listener, { threads: server.threads, number: play && !play.ending ? 0 : engineNumber });
  if (globalThis.crossOriginIsolated && location.protocol !== 'file:' && engine.threads > 1) {
    try {
      return await openThreads(listener);
    } catch {
      // The site has no file for threads, or the browser has no memory for it: one thread is as
      // good.
    }
  }
  return openWorker(listener);
}

export const engine = new EngineClient(openBest, {
  onState: (state) => store.set({ engine: { ...store.get().engine, state } }),
});

/** Ends an engine of another maker, before or after a game against Reynard. */
export function leaveOtherEngine() {
  if (store.get().engineNumber !== 0) engine.close();
}

/** Analyzes with another engine of the server. @param {number} engineNumber */
export function chooseEngine(engineNumber) {
  engine.close();
  store.set({ engineNumber });
}

/** The engine of the pass: one thread everywhere, so that its marks are the same everywhere. */
const passEngine = new EngineClient(openWorker);

/** Switches the analysis on or off. @param {boolean} [isOn] */
export function toggleEngine(isOn = !store.get().engine.isOn) {
  const { play } = store.get();
  if (isOn && play && !play.ending) return toast(t('engine.notInPlay'));
  store.set({ engine: { ...store.get().engine, isOn } });
  return undefined;
}

/** @param {number} lines */
export const setLines = (lines) => store.set({ engine: { ...store.get().engine, lines } });

/** Shows what the other side threatens. */
export function toggleThreat() {
  const { engine: { threat }, play } = store.get();
  if (play && !play.ending) return toast(t('engine.notInPlay'));
  if (!threat && positionInfo(current().fen).check) return toast(t('engine.noThreat'));
  store.set({ engine: { ...store.get().engine, threat: !threat, isOn: true } });
  return undefined;
}

/** Follows the state: a search for the position that is shown, while the engine is on. */
export function followPosition() {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  store.subscribe(
    ({ engine: { isOn, lines, threat }, node, tree, play, engineNumber }) =>
      [isOn && !(play && !play.ending), lines, threat, tree.node(node).fen, tree.root.fen, engineNumber],
    ([isOn]) => {
      clearTimeout(timer);
      store.set({ evaluation: null });
      if (!isOn) return engine.isSearching && !store.get().play ? engine.stop() : undefined;
      timer = setTimeout(analyze, PAUSE);
      return undefined;
    },
  );
  document.addEventListener('visibilitychange', () => {
    // Phones slow hidden pages down; the battery is better used otherwise.
    if (!store.get().engine.isOn || store.get().play) return;
    if (document.hidden) engine.stop();
    else analyze();
  });
}

function analyze() {
  const { tree, node, engine: { lines, threat } } = store.get();
  let { fen, moves } = tree.searchRoot(node);
  const shown = tree.node(node).fen;
  let root = shown;
  const info = positionInfo(shown);
  if (threat) {
    if (info.check) return;
    [fen, moves, root] = [pass(shown), [], pass(shown)];
  }
  if (info.moves.length === 0) return;
  /** @type {import('./uci.js').UciInfo[]} */
  const found = [];
  let isWaiting = false;
  const show = () => {
    isWaiting = false;
    if (tree.node(node).fen === current().fen && store.get().engine.isOn) {
      store.set({ evaluation: { lines: found.filter(Boolean), fen: root, isWhite: isWhiteToMove(root) } });
    }
  };
  engine.search({
    fen, moves, go: 'infinite', lines, chess960: isChess960(),
    onInfo: (line) => {
      if (line.bound) return;
      found[line.multipv - 1] = line;
      if (isWaiting) return;
      isWaiting = true;
      setTimeout(show, FRAME);
    },
  }).catch((error) => toast(sentence(error), { isError: true }));
}

/** Evaluates every position of the main line, and marks the bad moves. A second call ends it. */
export async function passOverGame() {
  if (store.get().pass.running) {
    store.set({ pass: { ...store.get().pass, running: false } });
    passEngine.stop();
    return;
  }
  const { tree } = store.get();
  const nodes = [tree.root, ...tree.mainLine()];
  /** @type {Map<number, import('./chess-state.js').GraphPoint>} */
  const points = new Map();
  store.set({ pass: { running: true, done: 0, total: nodes.length, points } });
  const isCurrent = () => store.get().pass.running && store.get().tree.root.fen === tree.root.fen;
  try {
    let before = null;
    for (const [index, node] of nodes.entries()) {
      const point = await evaluate(tree, node, before);
      if (!isCurrent()) return;
      points.set(node.id, point);
      before = { point, isWhite: isWhiteToMove(node.fen) };
      store.set({ pass: { running: true, done: index + 1, total: nodes.length, points: new Map(points) } });
    }
  } catch (error) {
    toast(sentence(error), { isError: true });
  } finally {
    passEngine.close();
    store.set({ pass: { ...store.get().pass, running: false } });
  }
}

/**
 * @param {import('./tree.js').Tree} tree
 * @param {import('./tree.js').TreeNode} node
 * @param {{point: import('./chess-state.js').GraphPoint, isWhite: boolean} | null} before
 * @returns {Promise<import('./chess-state.js').GraphPoint>}
 */
async function evaluate(tree, node, before) {
  const info = positionInfo(node.fen);
  const isWhite = info.turn === 'white';
  /** @type {import('./uci.js').UciInfo | null} */
  let last = null;
  if (!info.outcome && info.moves.length > 0) {
    const { fen, moves } = tree.searchRoot(node.id);
    await passEngine.newGame();
    await passEngine.search({
      fen, moves, go: `nodes ${nodesOfPass}`, chess960: isChess960(),
      onInfo: (line) => { if (!line.bound) last = line; },
    });
  }
  const found = /** @type {import('./uci.js').UciInfo | null} */ (last);
  const own = info.outcome ? endOf(info.outcome.result) : found ? expected(found) : 500;
  const white = info.outcome || isWhite ? own : 1000 - own;
  const point = {
    expected: white, score: found?.score ? whiteScore(found.score, isWhite) : null, best: found?.pv[0] ?? '', loss: 0, mark: '',
  };
  if (before && node.uci !== '' && before.point.best !== node.uci) {
    point.loss = Math.max(0, Math.round(before.isWhite ? before.point.expected - white : white - before.point.expected));
    point.mark = judge(point.loss)?.mark ?? '';
  }
  return point;
}

/** White's part of the point for a result, in thousandths. @param {string} result */
const endOf = (result) => ({ '1-0': 1000, '0-1': 0 }[result] ?? 500);

/** Writes the marks and evaluations of the pass into the game. */
export function keepMarks() {
  const { pass: { points }, tree } = store.get();
  edit((game) => {
    for (const [id, point] of points) {
      if (!tree.has(id) || id === tree.root.id) continue;
      const score = point.score;
      if (score) {
        const text = 'mate' in score ? `#${score.mate}` : (score.cp / 100).toFixed(2);
        game.setCommand(id, `[%eval ${text}]`);
      }
      const threshold = point.mark ? judge(point.loss) : null;
      if (threshold) {
        const others = (tree.node(id).nags ?? []).filter((nag) => nag > 6);
        game.setNags(id, new Uint8Array([threshold.nag, ...others]));
      }
    }
  });
}
