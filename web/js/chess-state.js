// The state of the page, and the changes that views ask for. The rules and the tree are those of
// the WASM file.

import { createStore } from './store.js';
import { Tree } from './tree.js';
import { START_FEN, gameStatus, lineToSan, newGame, parseMove, positionInfo, readGames } from './rules.js';
import { announce, sentence, toast } from './dom.js';
import { sayMove, t } from './i18n.js';

/** Steps that can be undone. */
const MOST_UNDO = 100;

/**
 * @typedef {'analyze' | 'play' | 'games' | 'setup'} Tab
 * @typedef {{lines: import('./uci.js').UciInfo[], fen: string, isWhite: boolean}} Evaluation
 * @typedef {{
 *   tree: Tree, node: number, tab: Tab, orientation: 'white' | 'black', version: number,
 *   engine: {isOn: boolean, lines: number, threat: boolean, state:
 * import('./engine.js').EngineState | null},
 *   evaluation: Evaluation | null, hover: {fen: string, uci: string} | null,
 *   pass: {running: boolean, done: number, total: number, points: Map<number, GraphPoint>},
 *   list: {games: any, index: number, name: string} | null, canUndo: boolean,
 *   play: import('./play.js').PlayState | null, brush: string, server: ServerInfo | null,
 *   setup: {pieces: string[], piece: string} | null, query: Query, engineNumber: number, }}
 * PageState `engineNumber` is the engine of the server that analyzes: 0 is Reynard
 * @typedef {{db: number, filter: string, error: string}} Query the database of the server, the
 * filter, and its error
 * @typedef {{expected: number, score: import('./uci.js').UciScore | null, best: string, loss:
 * number, mark: string}} GraphPoint
 * @typedef {{version: string, threads: number, hash: number, tables: number, databases: string[],
 * engines: string[]}} ServerInfo `tables`: pieces of the largest
 */

/** The game of the WASM file behind the tree of the store. */
let game = /** @type {any} */ (null);
/** @type {{game: any, node: number}[]} */
let undone = [];


const emptyTree = new Tree({ tags: [], result: '*', nodes: [{ id: 0, parent: null, uci: '', san: '', from: null, to: null, fen: START_FEN }] });

export const store = createStore(/** @type {PageState} */ ({
  tree: emptyTree, node: 0, tab: 'analyze', orientation: 'white', version: 0,
  engine: { isOn: false, lines: 1, threat: false, state: null }, evaluation: null, hover: null,
  pass: { running: false, done: 0, total: 0, points: new Map() }, list: null, canUndo: false, play: null, brush: '',
  server: null, setup: null, query: { db: 0, filter: '', error: '' }, engineNumber: 0,
}));

/** The current node. */
export const current = () => store.get().tree.node(store.get().node);

/** The position of the current node, with its moves. */
export const position = () => positionInfo(current().fen);

/** The game is played in a castling of Chess960. */
export const isChess960 = () => /960/.test(store.get().tree.tag('Variant')) || positionInfo(store.get().tree.root.fen).chess960;

/** @param {Partial<PageState>} [patch] */
function refresh(patch = {}) {
  const tree = new Tree(JSON.parse(game.json()));
  const node = patch.node ?? store.get().node;
  store.set({
    tree, version: store.get().version + 1, canUndo: undone.length > 0, ...patch, node: tree.has(node) ? node : 0,
  });
}

/**
 * Shows another game.
 * @param {any} next of the WASM file
 * @param {Partial<PageState>} [patch]
 */
function open(next, patch = {}) {
  game = next;
  undone = [];
  const points = new Map();
  refresh({ node: 0, play: null, setup: null, hover: null, evaluation: null, pass: { running: false, done: 0, total: 0, points }, ...patch });
}

/**
 * Changes the game, and remembers how it was. A failure becomes a sentence on the page.
 * @template T
 * @param {(game: any) => T} change
 * @param {(result: T) => Partial<PageState>} [patch]
 * @returns {T | undefined}
 */
export function edit(change, patch = () => ({})) {
  const before = { game: game.copy(), node: store.get().node };
  try {
    const result = change(game);
    undone = [...undone.slice(1 - MOST_UNDO), before];
    refresh(patch(result));
    return result;
  } catch (error) {
    toast(sentence(error), { isError: true });
    return undefined;
  }
}

export function undo() {
  const last = undone.pop();
  if (!last) return;
  game = last.game;
  refresh({ node: last.node });
}

/** A new game from a position. @param {string} [fen] */
export function startGame(fen) {
  try {
    open(newGame(fen), { list: null });
    return true;
  } catch (error) {
    toast(sentence(error), { isError: true });
    return false;
  }
}

/** The PGN of the game. @returns {string} */
export const gamePgn = () => game.pgn();

/** The diagnostics of the text of the game. @returns {string[]} */
const diagnostics = () => game.diagnostics();

/** @returns {string | undefined} */
export const openingName = () => game.opening();

/**
 * Goes to a node.
 * @param {number} node
 * @param {{isSilent?: boolean}} [options]
 */
export function goTo(node, { isSilent = false } = {}) {
  const { tree } = store.get();
  if (!tree.has(node) || node === store.get().node) return;
  store.set({ node, hover: null });
  const { san } = tree.node(node);
  if (!isSilent && san) announce(sayMove(san));
}

export const goNext = () => { const [next] = store.get().tree.children(store.get().node); if (next) goTo(next.id); };
export const goBack = () => { const { parent } = current(); if (parent !== null) goTo(parent); };
export const goFirst = () => goTo(store.get().tree.root.id);
export const goLast = () => goTo(store.get().tree.end(store.get().node));

/**
 * Plays a move after the current node.
 * @param {string} text UCI text or SAN
 */
export function playMove(text) {
  const { tree, node } = store.get();
  const known = tree.children(node).find((child) => child.uci === text);
  if (known) return goTo(known.id);
  const added = edit((own) => own.play(node, text), (id) => ({ node: id, hover: null }));
  if (added !== undefined) announce(sayMove(store.get().tree.node(added).san));
}

/**
 * Plays several moves, such as the line of an engine.
 * @param {string[]} moves
 */
export function playLine(moves) {
  edit((own) => moves.reduce((node, mv) => own.play(node, mv), store.get().node), (node) => ({ node, hover: null }));
}

/** A move that was typed. @param {string} text */
export function typeMove(text) {
  const mv = parseMove(current().fen, text);
  return mv.uci;
}

/**
 * Opens the text of a PGN file.
 * @param {Uint8Array} bytes
 * @param {string} name
 */
export function openPgn(bytes, name) {
  let games;
  try {
    games = readGames(bytes);
    if (games.length === 0) throw new Error(t('games.none'));
    hasEdits = false;
    edits.games.clear();
    open(games.game(0), { list: { games, index: 0, name } });
  } catch (error) {
    toast(sentence(error), { isError: true });
    return false;
  }
  tellDiagnostics();
  return true;
}

function tellDiagnostics() {
  const found = diagnostics();
  if (found.length > 0) toast(`${found[0]}${found.length > 1 ? ` (+${found.length - 1})` : ''}`, { isError: true });
}

/** Puts the edited game back into its list. */
function keepInList() {
  const { list, version } = store.get();
  if (!list || undone.length === 0 || version === keptVersion) return;
  list.games.replace(list.index, game);
  keptVersion = version;
  hasEdits = true;
  noteEdit(list.index);
}

/** The version of the game that is in its list. */
let keptVersion = -1;
/** @type {{revision: number, games: Map<number, {revision: number, pgn: string}>}} */
const edits = { revision: 0, games: new Map() };

/** @param {number} index */
function noteEdit(index) {
  edits.games.set(index, { revision: ++edits.revision, pgn: gamePgn() });
}

/**
 * The games of the list that were edited, by number, each with the revision of the list that its
 * edit made.
 */
export function listEdits() {
  keepInList();
  return edits;
}

/** Games of a list were edited and are nowhere else: the address has one game only. */
let hasEdits = false;
export const hasUnsavedList = () => hasEdits || (store.get().list !== null && undone.length > 0);

/** The list was saved. */
export const listSaved = () => { hasEdits = false; };

/** Opens a game of the list. @param {number} index */
export function openFromList(index) {
  const { list } = store.get();
  if (!list) return;
  try {
    keepInList();
    open(list.games.game(index), { list: { ...list, index } });
    tellDiagnostics();
  } catch (error) {
    toast(sentence(error), { isError: true });
  }
}

/** Adds a new game to the list, or makes a list of the game. */
export function addToList() {
  const { list } = store.get();
  const fresh = newGame(undefined);
  if (!list) return startGame();
  keepInList();
  const index = list.games.push(fresh);
  open(fresh, { list: { ...list, index } });
  noteEdit(index);
  return true;
}

/** The PGN of all games of the list, or of the game. @returns {string} */
export function wholePgn() {
  keepInList();
  return store.get().list?.games.pgn() ?? gamePgn();
}

/** The end of the game at the current node, claims and the rest. */
export function status() {
  const { tree, node } = store.get();
  const { fen, moves } = tree.searchRoot(node);
  return gameStatus(fen, moves);
}

/** The moves of an engine's line with their SAN. @param {string} fen @param {string[]} moves */
export const sanLine = (fen, moves) => lineToSan(fen, moves);

/** Creates the first game; the WASM file has to be loaded. */
export function begin() {
  open(newGame(undefined));
}
