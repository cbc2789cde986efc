// The page's engine: analysis of the current position, and a pass over the whole game.

import { EngineClient } from './engine.js';
import { openSocket, openThreads, openWorker } from './transport.js';
import { copyOfGame, current, edit, isChess960, may, store } from './chess-state.js';
import { isAllowed, modeOf } from './mode.js';
import { pass, positionInfo } from './rules.js';
import { expected, judge } from './chances.js';
import { isWhiteToMove } from './tree.js';
import { whiteScore } from './uci.js';
import { toast } from './dom.js';
import { sentence } from './sentence.js';
import { surroundings } from './server.js';
import { t } from './i18n.js';

/** Milliseconds between a step in the game and the start of the search. */
const PAUSE = 60;
/** Milliseconds between two updates of the displayed lines. */
const FRAME = 120;
/**
 * Default number of nodes per position in a pass over the game. A fixed number gives the same marks
 * on every machine.
 */
const PASS_NODES = 60_000;
let nodesOfPass = PASS_NODES;
/** Maximum number of moves kept from a better line. */
const LINE = 8;

export const passNodes = () => nodesOfPass;

/**
 * Sets the resources of the engine. If `threads` is 0, it uses all available threads.
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
 * Returns the number of the server's engine to use. In a game in play, it is the opponent's engine.
 */
function wantedEngine() {
  const { play, engineNumber } = store.get();
  return modeOf(store.get()) === 'play' && play ? play.engine : engineNumber;
}

/** Milliseconds before a server that has failed is tried again. */
const SERVER_PAUSE = 15_000;
/** Times at which engines of the server failed and were replaced by the page's own, by number. */
const failures = /** @type {Map<number, number>} */ (new Map());
/** @param {number} number */
const hasFailed = (number) => performance.now() - (failures.get(number) ?? -Infinity) < SERVER_PAUSE;
let openedEngine = 0;
/** Milliseconds that the engine waits until the page knows whether it has a server. */
const SERVER_SEARCH = 3000;
/** @param {number} time in milliseconds */
const pause = (time) => new Promise((resolve) => setTimeout(resolve, time));

/**
 * Opens the best available engine. If the server's engine is not available, the page's own engine
 * is used instead, except as an opponent.
 * @param {import('./transport.js').Listener} listener
 */
async function openBest(listener) {
  openedEngine = wantedEngine();
  // A game that goes on after a reload starts its engine before the page has found its server.
  await (isOpponent() ? surroundings : Promise.race([surroundings, pause(SERVER_SEARCH)]));
  const { server } = store.get();
  if (server && (!hasFailed(openedEngine) || isOpponent())) {
    const number = openedEngine;
    try {
      const failed = (/** @type {string} */ message) => {
        failures.set(number, performance.now());
        if (!isOpponent()) toast(t('engine.replaced', { engine: server.engines[number] ?? 'Reynard' }));
        listener.failed(message);
      };
      return await openSocket({ ...listener, failed }, { threads: server.threads, number });
    } catch (error) {
      failures.set(number, performance.now());
      if (isOpponent()) throw error;
      if (number > 0) toast(t('engine.replaced', { engine: server.engines[number] }));
    }
  }
  if (globalThis.crossOriginIsolated && location.protocol !== 'file:' && engine.threads > 1) {
    try {
      return await openThreads(listener);
    } catch {
      // The site lacks the multithreaded engine, or the browser lacks the memory for it: a single
      // thread will do.
    }
  }
  return openWorker(listener);
}

/** Returns `true` if an engine other than Reynard is the opponent in a game in play. */
const isOpponent = () => openedEngine > 0 && modeOf(store.get()) === 'play';

export const engine = new EngineClient(openBest, {
  onState: (state) => store.set({ engine: { ...store.get().engine, state } }),
});

/**
 * Searches with the engine that the state names. Another engine that is still open is closed first.
 * @param {import('./engine.js').Search} search
 */
export function searchWanted(search) {
  leaveOtherEngine();
  return engine.search(search);
}

/** Closes an engine that is no longer in use. */
export function leaveOtherEngine() {
  if (openedEngine !== wantedEngine()) engine.close();
}

/** Switches the analysis to another of the server's engines. @param {number} engineNumber */
export function chooseEngine(engineNumber) {
  // The engine is tried at once, even if it has just failed.
  failures.delete(engineNumber);
  const isSame = engineNumber === store.get().engineNumber;
  store.set({ engineNumber });
  if (engine.state.kind !== 'server') engine.close();
  leaveOtherEngine();
  const { engine: own } = store.get();
  // The search follows a change of the number by itself.
  if (isSame && own.isOn && isAllowed('evaluate', store.get())) analyze();
}

/** Returns `true` if the page's own engine analyzes in place of the server's. */
export const isReplaced = () => {
  const { server, engine: own } = store.get();
  const isOpen = own.state?.status === 'ready' || own.state?.status === 'searching';
  return server !== null && isOpen && own.state?.kind !== 'server';
};

/**
 * The engine for the pass over the game. It uses one thread, so the marks are the same on every
 * machine.
 */
const passEngine = new EngineClient(openWorker);

/** Switches the analysis on or off. @param {boolean} [isOn] */
export function toggleEngine(isOn = !store.get().engine.isOn) {
  if (isOn && !may('evaluate')) return;
  store.set({ engine: { ...store.get().engine, isOn } });
}

/** @param {number} lines */
export const setLines = (lines) => store.set({ engine: { ...store.get().engine, lines } });

/** Switches the display of the other side's threat on or off. */
export function toggleThreat() {
  const {
    engine: { threat },
  } = store.get();
  if (!may('evaluate')) return;
  if (!threat && positionInfo(current().fen).check) toast(t('engine.noThreat'));
  else store.set({ engine: { ...store.get().engine, threat: !threat, isOn: true } });
}

/**
 * The search whose lines are displayed. Lines of an earlier one may still arrive.
 * @type {object | null}
 */
let shownSearch = null;

/** Follows the state: while the engine is on, it searches the displayed position. */
export function followPosition() {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  store.subscribe(
    (state) => {
      const {
        engine: { isOn, lines, threat },
        node,
        tree,
        engineNumber,
        server,
      } = state;
      return [
        isOn && isAllowed('evaluate', state),
        lines,
        threat,
        tree.node(node).fen,
        tree.root.fen,
        engineNumber,
        server,
      ];
    },
    ([isOn]) => {
      clearTimeout(timer);
      shownSearch = null;
      store.set({ evaluation: null });
      if (!isOn) return engine.isSearching && modeOf(store.get()) !== 'play' ? engine.stop() : undefined;
      timer = setTimeout(analyze, PAUSE);
      return undefined;
    },
  );
  document.addEventListener('visibilitychange', () => {
    // Phones slow hidden pages down, and a search would only drain the battery.
    if (!store.get().engine.isOn || !isAllowed('evaluate', store.get())) return;
    // The slot on the server is for a page that is visible.
    if (!document.hidden) analyze();
    else if (engine.state.kind === 'server') engine.close();
    else engine.stop();
  });
}

/**
 * Returns `true` if a threat is wanted that does not exist: a side in check cannot pass.
 * @param {Pick<import('./chess-state.js').PageState, 'engine' | 'tree' | 'node'>} state
 */
export const lacksThreat = ({ engine: own, tree, node }) =>
  own.threat && positionInfo(tree.node(node).fen).check !== null;

function analyze() {
  const {
    tree,
    node,
    engine: { lines, threat },
  } = store.get();
  let { fen, moves } = tree.searchRoot(node);
  const shown = tree.node(node).fen;
  let root = shown;
  const info = positionInfo(shown);
  if (lacksThreat(store.get()) || info.moves.length === 0 || info.outcome) {
    engine.stop();
    return;
  }
  if (threat) [fen, moves, root] = [pass(shown), [], pass(shown)];
  // A server that ended may be running again.
  const { status, kind } = engine.state;
  if (store.get().server && kind !== 'server' && status !== 'opening' && !hasFailed(wantedEngine())) engine.close();
  /** @type {import('./uci.js').UciInfo[]} */
  const found = [];
  let isWaiting = false;
  const own = {};
  shownSearch = own;
  const show = () => {
    isWaiting = false;
    if (shownSearch !== own) return;
    store.set({ evaluation: { lines: found.filter(Boolean), fen: root, isWhite: isWhiteToMove(root) } });
  };
  searchWanted({
    fen,
    moves,
    go: 'infinite',
    lines,
    chess960: isChess960(),
    onInfo: (line) => {
      if (line.bound) return;
      found[line.multipv - 1] = line;
      if (isWaiting) return;
      isWaiting = true;
      setTimeout(show, FRAME);
    },
  }).catch((error) => toast(sentence(error), { isError: true }));
}

/**
 * The pass that uses the engine. An earlier pass may still be waiting for an answer.
 * @type {object | null}
 */
let currentPass = null;

/** Ends the pass that uses the engine. Its searches end without a result. */
function endPass() {
  currentPass = null;
  passEngine.close();
  store.set({ pass: { ...store.get().pass, running: false } });
}

/**
 * Evaluates every position of the main line, and marks the bad moves. Calling this function again
 * during the pass stops the pass.
 */
export async function passOverGame() {
  if (store.get().pass.running) return endPass();
  if (!may('evaluate')) return;
  const { tree } = store.get();
  const nodes = [tree.root, ...tree.mainLine()];
  /** @type {Map<number, import('./chess-state.js').GraphPoint>} */
  const points = new Map();
  // The pass over another game may not have ended yet.
  if (currentPass) endPass();
  const token = {};
  currentPass = token;
  store.set({ pass: { running: true, done: 0, total: nodes.length, points } });
  const { document: own, list } = store.get();
  const isCurrent = () =>
    currentPass === token &&
    store.get().pass.running &&
    store.get().document === own &&
    store.get().list?.index === list?.index;
  try {
    let before = null;
    for (const [index, node] of nodes.entries()) {
      const point = await evaluate(tree, node, before);
      if (!point || !isCurrent()) return;
      points.set(node.id, point);
      before = { point, isWhite: isWhiteToMove(node.fen) };
      store.set({ pass: { running: true, done: index + 1, total: nodes.length, points: new Map(points) } });
    }
  } catch (error) {
    // Stopping the pass closes an engine that is being opened.
    if (currentPass === token) toast(sentence(error), { isError: true });
  } finally {
    if (currentPass === token) endPass();
  }
}

/**
 * Evaluates the position at a node. Returns `null` if the search was ended early.
 * @param {import('./tree.js').Tree} tree
 * @param {import('./tree.js').TreeNode} node
 * @param {{point: import('./chess-state.js').GraphPoint, isWhite: boolean} | null} before
 * @returns {Promise<import('./chess-state.js').GraphPoint | null>}
 */
async function evaluate(tree, node, before) {
  const info = positionInfo(node.fen);
  const isWhite = info.turn === 'white';
  /** @type {import('./uci.js').UciInfo | null} */
  let last = null;
  if (!info.outcome && info.moves.length > 0) {
    const { fen, moves } = tree.searchRoot(node.id);
    await passEngine.newGame();
    const move = await passEngine.search({
      fen,
      moves,
      go: `nodes ${nodesOfPass}`,
      chess960: isChess960(),
      onInfo: (line) => {
        if (!line.bound) last = line;
      },
    });
    if (move === null) return null;
  }
  const found = /** @type {import('./uci.js').UciInfo | null} */ (last);
  const own = info.outcome ? endOf(info.outcome.result) : found ? expected(found) : 500;
  const white = info.outcome || isWhite ? own : 1000 - own;
  const point = {
    expected: white,
    score: found?.score ? whiteScore(found.score, isWhite) : null,
    best: found?.pv[0] ?? '',
    line: found?.pv.slice(0, LINE) ?? [],
    loss: 0,
    mark: '',
  };
  if (before && node.uci !== '' && before.point.best !== node.uci) {
    point.loss = Math.max(
      0,
      Math.round(before.isWhite ? before.point.expected - white : white - before.point.expected),
    );
    point.mark = judge(point.loss)?.mark ?? '';
  }
  return point;
}

/**
 * Returns White's points for a result, in thousandths of a point. Any result without a winner
 * counts as a draw.
 * @param {string} result
 */
const endOf = (result) => ({ '1-0': 1000, '0-1': 0 })[result] ?? 500;

/** Writes the marks, evaluations and better lines found by the pass into the game. */
export function keepMarks() {
  const { node } = store.get();
  edit('annotate', writeMarks, () => ({ node }));
}

/**
 * Returns the PGN of the game with the results of the pass, including the replies to bad moves.
 */
export function markedPgn() {
  const game = copyOfGame();
  writeMarks(game);
  const {
    pass: { points },
    tree,
  } = store.get();
  for (const [id, { mark, line, score }] of points) {
    const { parent } = tree.node(id);
    if (!mark || !tree.has(id) || parent === null) continue;
    const before = points.get(parent);
    const lines = /** @type {const} */ ([
      [parent, before?.line ?? [], before?.score],
      [id, line, score],
    ]);
    for (const [from, moves, value] of lines) {
      const isPlayed = tree.children(from)[0]?.uci === moves[0];
      if (moves.length === 0 || isPlayed || !value || (from === id && tree.children(id).length === 0)) continue;
      const [first] = [...moves].reduce(
        (/** @type {number[]} */ nodes, mv) => [...nodes, game.play(nodes.at(-1) ?? from, mv)],
        [],
      );
      game.setCommand(first, `[%eval ${evalText(value)}]`);
    }
  }
  return game.pgn();
}

/**
 * Formats a score, given from White's point of view, as it is written in comments.
 * @param {import('./uci.js').UciScore} score
 */
const evalText = (score) => ('mate' in score ? `#${score.mate}` : (score.cp / 100).toFixed(2));

/** @param {import('./chess-state.js').Game} game */
function writeMarks(game) {
  const {
    pass: { points },
    tree,
  } = store.get();
  for (const [id, point] of points) {
    if (!tree.has(id) || id === tree.root.id) continue;
    if (point.score) game.setCommand(id, `[%eval ${evalText(point.score)}]`);
    const threshold = point.mark ? judge(point.loss) : null;
    if (!threshold) continue;
    const others = (tree.node(id).nags ?? []).filter((nag) => nag > 6);
    game.setNags(id, new Uint8Array([threshold.nag, ...others]));
    const parent = tree.node(id).parent ?? tree.root.id;
    betterLine(parent, points).reduce((before, mv) => game.play(before, mv), parent);
  }
}

/**
 * Returns the line that was better than the move played after a node.
 * @param {number} node
 * @param {Map<number, import('./chess-state.js').GraphPoint>} points
 */
export const betterLine = (node, points) => points.get(node)?.line ?? [];
