// The state of the page, and the changes requested by views. The rules and the tree are implemented
// in the WASM file.

import { createStore } from './store.js';
import { Tree } from './tree.js';
import {
  START_FEN,
  gameStatus,
  lineToSan,
  newGame,
  notesOf,
  parseMove,
  positionInfo,
  readGame,
  readGames,
} from './rules.js';
import { announce, note, toast } from './dom.js';
import { sentence } from './sentence.js';
import { UndoHistory } from './undo.js';
import { isAllowed, modeOf } from './mode.js';
import { paused } from './clock.js';
import { newId } from './library.js';
import { currentLanguage, sayMove, t } from './i18n.js';

/**
 * @typedef {'analyze' | 'play' | 'games' | 'learn' | 'setup'} Tab
 * @typedef {{lines: import('./uci.js').UciInfo[], fen: string, isWhite: boolean}} Evaluation
 * @typedef {{
 *   tree: Tree, node: number, tab: Tab, orientation: 'white' | 'black', version: number,
 *   engine: {isOn: boolean, lines: number, threat: boolean, state:
 *     import('./engine.js').EngineState | null},
 *   evaluation: Evaluation | null, preview: import('./shown.js').Preview | null,
 *   pass: {running: boolean, done: number, total: number, points: Map<number, GraphPoint>},
 *   list: GameListState | null, canUndo: boolean, canRedo: boolean,
 *   document: string, documentName: string, linked: number, opened: number,
 *   notes: import('./rules.js').PgnNote[],
 *   play: import('./clock.js').PlayState | null, brush: string, server: ServerInfo | null,
 *   sketch: {node: number, shapes: import('./board-draw.js').Shape[]} | null,
 *   setup: {pieces: string[], piece: string} | null, query: Query, engineNumber: number,
 *   learn: import('./learn/notebook.js').LearnState, drill: import('./learn/drill.js').Drill | null,
 * }}
 * PageState `document` is the id of the stored document; `linked` is the version of the game that
 * the URL contains, `opened` that of a game as it was where it came from, or -1; `notes` are the
 * diagnostics for the text of the game; `sketch` is a drawing that is not stored in the game;
 * `engineNumber` is the number of the analyzing engine on the server: 0 is Reynard
 * @typedef {{
 *   games: import('../wasm/reynard.js').Games, index: number, name: string, file: Uint8Array,
 *   letters: string | null,
 *   edits: ListEdits, serials: Map<number, number>, }} GameListState `file` is the text that was
 * read, `serials` holds, for each game that was opened, the serial number of its state in `games`
 * @typedef {{revision: number, games: Map<number, {revision: number, pgn: string}>}} ListEdits
 * @typedef {{db: number, filter: string, error: string}} Query the database of the server, the
 * filter, and its error
 * @typedef {{expected: number, score: import('./uci.js').UciScore | null, best: string, line:
 *   string[], loss: number, mark: string}} GraphPoint `line` begins with `best`
 * @typedef {{version: string, threads: number, hash: number, tables: number, databases: string[],
 * engines: string[], notebook: boolean}} ServerInfo `tables`: number of pieces in the largest
 * tablebases
 * @typedef {import('../wasm/reynard.js').Game} Game
 */

/** The game from which the tree in the store is built. It is an object of the WASM module. */
let game = /** @type {Game} */ (/** @type {unknown} */ (null));
/** The serial number of the game's state. Games with equal numbers are equal. */
let serial = 0;
let serials = 0;

/**
 * A state of the page that can be restored.
 * @typedef {{game: Game, serial: number, patch: Partial<PageState>}} Snapshot
 */
/** @type {UndoHistory<Snapshot>} */
const history = new UndoHistory();

const emptyTree = new Tree({
  tags: [],
  result: '*',
  nodes: [{ id: 0, parent: null, uci: '', san: '', from: null, to: null, fen: START_FEN }],
});
const noPass = () => ({ running: false, done: 0, total: 0, points: new Map() });

export const store = createStore(
  /** @type {PageState} */ ({
    tree: emptyTree,
    node: 0,
    tab: 'analyze',
    orientation: 'white',
    version: 0,
    engine: { isOn: false, lines: 1, threat: false, state: null },
    evaluation: null,
    preview: null,
    pass: noPass(),
    list: null,
    canUndo: false,
    canRedo: false,
    document: newId(),
    documentName: '',
    linked: -1,
    opened: -1,
    notes: [],
    play: null,
    brush: '',
    sketch: null,
    server: null,
    setup: null,
    query: { db: 0, filter: '', error: '' },
    engineNumber: 0,
    learn: { isOpening: false, notebook: null, work: null, waiting: null, said: '' },
    drill: null,
  }),
);

/** Returns the current node of the game. */
export const current = () => store.get().tree.node(store.get().node);

/** Returns the position of the current node, with its legal moves. */
export const position = () => positionInfo(current().fen);

/** Returns `true` if the game uses Chess960 castling. */
export const isChess960 = () =>
  /960/.test(store.get().tree.tag('Variant')) || positionInfo(store.get().tree.root.fen).chess960;

/**
 * Returns `true` if an action is currently allowed. If it is not, shows the reason.
 * @param {import('./mode.js').Action} action
 */
export function may(action) {
  if (isAllowed(action, store.get())) return true;
  const mode = modeOf(store.get());
  note(t(mode === 'play' ? 'mode.play' : mode === 'drill' ? 'mode.drill' : 'mode.setup'));
  return false;
}

/** @param {Partial<PageState>} [patch] */
function refresh(patch = {}) {
  const tree = new Tree(JSON.parse(game.json()));
  const node = patch.node ?? store.get().node;
  store.set({
    tree,
    version: store.get().version + 1,
    canUndo: history.canUndo,
    canRedo: history.canRedo,
    preview: null,
    ...patch,
    node: tree.has(node) ? node : 0,
  });
}

/**
 * Returns a snapshot of the current state, from which it can be restored.
 * @param {Game} own the game, or a copy of it if it is going to change
 * @returns {Snapshot}
 */
function snapshot(own) {
  const { node, list, play, document, documentName, opened, orientation, pass, notes } = store.get();
  const points = pass.points;
  return {
    game: own,
    serial,
    patch: {
      node,
      list,
      play: paused(play),
      document,
      documentName,
      opened,
      orientation,
      notes,
      pass: { ...noPass(), points },
    },
  };
}

/** @type {(() => void)[]} */
const leavers = [];

/**
 * Adds a function to be called before another game is shown, and before the page is left.
 * @param {() => void} listener
 */
export const beforeLeaving = (listener) => {
  leavers.push(listener);
};

/** Stores everything that is not stored yet. */
export function leave() {
  for (const listener of leavers) listener();
}

/** Restores the state in a snapshot. @param {Snapshot} state */
function show(state) {
  keepInList();
  if (state.patch.document !== store.get().document) leave();
  game = state.game;
  serial = state.serial;
  refresh({ setup: null, sketch: null, evaluation: null, ...state.patch });
}

/** Returns `true` if the page contains nothing that could be lost. */
export function isBlank() {
  const { tree, list, play } = store.get();
  const { comment, arrows = [], squares = [] } = tree.root;
  const isUnknown = tree.json.tags.every(([, value]) => /^[?.*\s]*$/.test(value));
  return (
    !list && !play && tree.json.nodes.length === 1 && !comment && arrows.length + squares.length === 0 && isUnknown
  );
}

/**
 * Shows another game. This can be undone.
 * @param {Game} next
 * @param {Partial<PageState>} patch
 */
function open(next, patch) {
  leave();
  keepInList();
  if (!isBlank()) history.push(snapshot(game));
  game = next;
  serial = ++serials;
  refresh({
    node: 0,
    play: null,
    setup: null,
    sketch: null,
    evaluation: null,
    pass: noPass(),
    notes: notesOf(next),
    ...patch,
  });
}

/** Returns the state before another document is opened, or `null` if nothing could be lost. */
const stateBefore = () => (isBlank() ? null : snapshot(game.copy()));

/**
 * Tells the user that the previous document is not lost, and how to return to it.
 * @param {Snapshot | null} before
 */
function tellKept(before) {
  if (!before) return;
  const run = () => {
    if (store.get().document === before.patch.document || !may('undo')) return;
    // Changes after the new document was opened are kept, too.
    leave();
    history.push(snapshot(game));
    show(before);
  };
  toast(t('document.kept'), { action: { label: t('undo'), run } });
}

/** Returns the part of the state that identifies a new document. @param {string} [name] */
const newDocument = (name = '') => ({ document: newId(), documentName: name, opened: -1 });

/** The last change that can be continued: its key, and the serial number of the game after it. */
const continued = { key: /** @type {object | null} */ (null), serial: -1 };

/**
 * Changes the game, and stores the previous state for undo. If the change fails, shows the error as
 * a message.
 * @template T
 * @param {'explore' | 'annotate'} action
 * @param {(game: Game) => T} change
 * @param {(result: T) => Partial<PageState>} [patch]
 * @param {object} [key] changes in a row with the same key are undone in one step
 * @returns {T | undefined}
 */
export function edit(action, change, patch = () => ({}), key) {
  if (!may(action)) return undefined;
  const before = snapshot(game.copy());
  try {
    const result = change(game);
    if (!key || key !== continued.key || serial !== continued.serial) history.push(before);
    serial = ++serials;
    Object.assign(continued, { key: key ?? null, serial });
    refresh(patch(result));
    return result;
  } catch (error) {
    // A failure undoes all changes made by the action.
    game = before.game;
    refresh();
    toast(sentence(error), { isError: true });
    return undefined;
  }
}

/**
 * Changes the moves, clocks and result of a game in play. Only the code for playing a game calls
 * this.
 * @template T
 * @param {(game: Game) => T} change
 * @param {(result: T) => Partial<PageState>} [patch]
 * @returns {T}
 */
export function record(change, patch = () => ({})) {
  const result = change(game);
  serial = ++serials;
  refresh(patch(result));
  return result;
}

export function undo() {
  if (!may('undo')) return;
  const state = history.undo(snapshot(game));
  if (state) show(state);
}

export function redo() {
  if (!may('undo')) return;
  const state = history.redo(snapshot(game));
  if (state) show(state);
}

/**
 * Opens a new document with a game that starts from a position.
 * @param {string} [fen]
 * @param {Partial<PageState>} [patch]
 */
export function startGame(fen, patch = {}) {
  if (!may('document')) return false;
  try {
    const next = newGame(fen);
    leave();
    const before = stateBefore();
    open(next, { list: null, ...newDocument(), ...patch });
    tellKept(before);
    return true;
  } catch (error) {
    toast(sentence(error), { isError: true });
    return false;
  }
}

/** Returns a copy of the game that can be changed. */
export const copyOfGame = () => game.copy();

/** Returns the PGN of the game. @returns {string} */
export const gamePgn = () => game.pgn();

/** @returns {string | undefined} */
export const openingName = () => game.opening();

/**
 * Goes to a node.
 * @param {number} node
 * @param {{isSilent?: boolean}} [options]
 */
export function goTo(node, { isSilent = false } = {}) {
  const { tree } = store.get();
  if (!isAllowed('step', store.get()) || !tree.has(node) || node === store.get().node) return;
  store.set({ node, preview: null, sketch: null });
  if (!isSilent) announce(spoken(tree.node(node)));
}

/**
 * Returns a move in words for screen readers, with its annotations.
 * @param {import('./tree.js').TreeNode} node
 */
function spoken({ san, nags = [], comment = '', parent }) {
  if (!san) return t('graph.start');
  const { tree } = store.get();
  const others = parent === null ? 0 : tree.children(parent).length - 1;
  const glyphs = nags.map((nag) => t(`nag.${nag}`)).filter((text) => !text.startsWith('nag.'));
  return [sayMove(san), ...glyphs, comment, others > 0 ? t('say.variations', { count: others }) : '']
    .filter(Boolean)
    .join('. ');
}

export const goNext = () => {
  const [next] = store.get().tree.children(store.get().node);
  if (next) goTo(next.id);
};
export const goBack = () => {
  const { parent } = current();
  if (parent !== null) goTo(parent);
};
export const goFirst = () => goTo(store.get().tree.root.id);
export const goLast = () => goTo(store.get().tree.end(store.get().node));

/**
 * Adds a move after the current node, or goes to it.
 * @param {string} text UCI notation or SAN
 */
export function playMove(text) {
  if (!may('explore')) return;
  const { tree, node } = store.get();
  const known = tree.children(node).find((child) => child.uci === text);
  if (known) return goTo(known.id);
  const added = edit(
    'explore',
    (own) => own.play(node, text),
    (id) => ({ node: id }),
  );
  if (added !== undefined) announce(sayMove(store.get().tree.node(added).san));
}

/**
 * Plays several moves in a row, such as an engine line.
 * @param {string[]} moves
 * @param {number} [from] the node that they follow
 */
export function playLine(moves, from = store.get().node) {
  edit(
    'explore',
    (own) => moves.reduce((node, mv) => own.play(node, mv), from),
    (node) => ({ node }),
  );
}

/** Converts a move typed by the user to UCI notation. @param {string} text */
export const typeMove = (text) => parseMove(current().fen, text).uci;

/**
 * Opens the text of a PGN file as a new document.
 * @param {Uint8Array} bytes
 * @param {string} name
 * @param {Partial<PageState>} [patch]
 * @param {import('./library.js').Content} [content] `edited` if the text may be nowhere else
 */
export function openPgn(bytes, name, patch = {}, content = 'opened') {
  if (!may('document')) return false;
  try {
    const list = newList(bytes, name);
    const first = list.games.game(0);
    leave();
    const before = stateBefore();
    open(first, { list: list.games.length > 1 ? list : null, ...newDocument(name), ...patch });
    if (content === 'opened') store.set({ opened: store.get().version });
    list.serials.set(0, serial);
    tellKept(before);
    return true;
  } catch (error) {
    toast(sentence(error), { isError: true });
    return false;
  }
}

/**
 * @param {Uint8Array} bytes
 * @param {string} name
 * @param {string | null} [letters] the language of the piece letters; detected if `undefined`
 * @returns {GameListState}
 */
function newList(bytes, name, letters) {
  const games = readGames(bytes, letters);
  if (games.length === 0) throw new Error(t('games.none'));
  const found = letters === undefined ? likelyLetters(games) : null;
  if (found) return newList(bytes, name, found);
  return {
    games,
    index: 0,
    name,
    file: bytes,
    letters: letters ?? null,
    edits: { revision: 0, games: new Map() },
    serials: new Map(),
  };
}

/** Number of games whose piece letters are examined. */
const LOOKED_AT = 5;

/**
 * Returns a language other than English whose piece letters make the moves of the first games
 * legal. Prefers the language of the page. Returns `null` if the standard letters already do, or if
 * no language does.
 * @param {import('../wasm/reynard.js').Games} games
 */
function likelyLetters(games) {
  for (let i = 0; i < Math.min(LOOKED_AT, games.length); i++) {
    const letters = notesOf(games.game(i)).find(({ code }) => code === 'piece-letters')?.letters ?? [];
    if (letters.length > 0) return letters.find((code) => code === currentLanguage()) ?? letters[0];
  }
  return null;
}

/**
 * Shows a document that the browser has stored.
 * @param {import('./library.js').StoredDocument} stored
 * @param {import('./library.js').Texts} texts
 */
export function openStored({ id, name, letters, place, play }, { file, games: pgns }) {
  /** @type {GameListState | null} */
  let list = null;
  let next;
  if (file) {
    list = newList(file, name ?? '', letters ?? null);
    // New games come after the others.
    for (const [index, pgn] of [...pgns].sort(([a], [b]) => a - b)) {
      const edited = readGame(pgn);
      if (index < list.games.length) list.games.replace(index, edited);
      else list.games.push(edited);
      list.edits.games.set(index, { revision: ++list.edits.revision, pgn });
    }
    list.index = Math.min(place.index, list.games.length - 1);
    next = list.games.game(list.index);
  } else next = readGame(pgns.get(0) ?? '');
  const tab = place.tab === 'setup' ? 'analyze' : /** @type {Tab} */ (place.tab);
  open(next, {
    list,
    document: id,
    documentName: name ?? '',
    opened: -1,
    orientation: place.orientation,
    tab,
    play: /** @type {import('./clock.js').PlayState | null} */ (play),
  });
  list?.serials.set(list.index, serial);
  const { tree } = store.get();
  store.set({ node: tree.atIndices(place.path) });
}

/** Stores the current state of the game in the list that contains it. */
function keepInList() {
  const { list } = store.get();
  if (!list || list.serials.get(list.index) === serial) return;
  list.games.replace(list.index, game);
  noteEdit(list, list.index);
}

/** @param {GameListState} list @param {number} index */
function noteEdit(list, index) {
  list.serials.set(index, serial);
  list.edits.games.set(index, { revision: ++list.edits.revision, pgn: gamePgn() });
}

/**
 * Returns the edited games of the list by number, each with the revision of the list at which it
 * was edited.
 */
export function listEdits() {
  keepInList();
  return store.get().list?.edits ?? { revision: 0, games: new Map() };
}

/** Opens a game from the list. @param {number} index */
export function openFromList(index) {
  const { list } = store.get();
  if (!list || !may('document')) return;
  try {
    keepInList();
    open(list.games.game(index), { list: { ...list, index } });
    list.serials.set(index, serial);
  } catch (error) {
    toast(sentence(error), { isError: true });
  }
}

/** Adds a new game to the list. If there is no list, starts a new document. */
export function addGame() {
  const { list } = store.get();
  if (!list) return startGame();
  if (!may('document')) return false;
  keepInList();
  const fresh = newGame(undefined);
  const index = list.games.push(fresh);
  open(fresh, { list: { ...list, index } });
  noteEdit(list, index);
  return true;
}

/**
 * Returns the PGN of all games in the list, or of the game if there is no list.
 * @returns {string}
 */
export function wholePgn() {
  keepInList();
  return store.get().list?.games.pgn() ?? gamePgn();
}

/**
 * Returns the status of the game at a node: an ending, possible claims and other facts.
 * @param {number} [node]
 */
export function status(node = store.get().node) {
  const { fen, moves } = store.get().tree.searchRoot(node);
  return gameStatus(fen, moves);
}

/**
 * Returns the moves of an engine line with their SAN.
 * @param {string} fen @param {string[]} moves
 */
export const sanLine = (fen, moves) => lineToSan(fen, moves);

/** Creates the first game. The WASM file must have been loaded. */
export function begin() {
  game = newGame(undefined);
  serial = ++serials;
  refresh();
}
