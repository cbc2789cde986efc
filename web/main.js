// The page: loads the rules, builds the views, and connects the board and the keyboard to the
// state.

import './js/board.js';
import {
  begin,
  current,
  edit,
  goBack,
  goFirst,
  goLast,
  goNext,
  playMove,
  redo,
  store,
  typeMove,
  undo,
} from './js/chess-state.js';
import { embedded, fetchFile, fileUrl } from './js/files.js';
import { ask, tellSurroundings } from './js/server.js';
import { h, icon, iconButton, setNotation, toast } from './js/dom.js';
import { hearPanics, sentence } from './js/sentence.js';
import { currentLanguage, loadLanguage, t } from './js/i18n.js';
import { keepSetting, setting } from './js/settings.js';
import { setPieceLetters, toggleShape } from './js/board-draw.js';
import { loadRules, parseMove } from './js/rules.js';
import { prefetchEngine } from './js/transport.js';
import { engine, followPosition, setResources, toggleEngine } from './js/analysis.js';
import { humanMove, isHumanTurn, resumeGames, setPremove, takeBack } from './js/play.js';
import { copyLink, followAddress, isLinked } from './js/address.js';
import { keepDocument, restoreDocument } from './js/documents.js';
import { squareName } from './js/geometry.js';
import { isAllowed, modeOf } from './js/mode.js';
import { shapesOf, shownBoard } from './js/shown.js';
import { goToMistake } from './js/mistakes.js';
import { moveControls, movesView } from './js/views/moves.js';
import { deleteMove, endDrawing } from './js/views/annotate.js';
import { enginePanel, evaluationBar } from './js/views/engine-panel.js';
import { graphView } from './js/views/graph.js';
import { acceptDrops, gamesPanel } from './js/views/games.js';
import { beginSetup, editSquare, setupPanel } from './js/views/setup.js';
import { playPanel, playerStrips, sayEvaluation } from './js/views/play-panel.js';
import { explorerPanel } from './js/views/explorer.js';
import { helpDialog, settingsDialog } from './js/views/help.js';
import { learnPanel } from './js/views/learn.js';
import { answerMove, showLine, undoAnswer } from './js/learn/drill.js';

/** @typedef {import('./js/board.js').ReynardBoard} ReynardBoard */

const TABS = /** @type {const} */ (['analyze', 'play', 'learn', 'games', 'setup']);
const THEMES = ['auto', 'light', 'dark'];
/** Matches while the theme of the system is dark. */
const DARK = matchMedia('(prefers-color-scheme: dark)');

/** @param {string} id */
const byId = (id) => /** @type {HTMLElement} */ (document.getElementById(id));
const board = /** @type {ReynardBoard} */ (byId('board'));

start().catch((error) => fatal(error));

async function start() {
  hearPanics();
  applyTheme(setting('theme'));
  await loadLanguage(setting('language') || navigator.language.slice(0, 2));
  byId('loading').textContent = t('moves.empty');
  if (typeof WebAssembly !== 'object') throw new Error(t('fatal.wasm'));
  await loadRules();
  begin();
  applySettings();
  const isRestored = await restoreDocument(isLinked());
  await build();
  await followAddress({ isRead: !isRestored });
  keepDocument();
  followPosition();
  resumeGames();
  findSurroundings();
  document.documentElement.dataset.ready = 'true';
}

/** @param {unknown} error */
function fatal(error) {
  console.error(error);
  const text = sentence(error);
  byId('panel').replaceChildren(h('p', { class: 'fatal', role: 'alert', text: `${t('fatal.title')} ${text}` }));
}

/** Lets the browser draw and respond to the user between two parts of a long task. */
const breathe = () =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve(undefined);
    };
    port2.postMessage(null);
  });

/** Builds the page, part by part. */
async function build() {
  document.title = t('title');
  byId('skip').textContent = t('skip');
  const showHelp = helpDialog();
  buildTabs();
  buildTools(showHelp);
  playerStrips(byId('top-player'), byId('bottom-player'));
  evaluationBar(byId('bar'));
  await breathe();
  const controls = moveControls();
  byId('controls').append(controls.element, controls.form, iconButton('flip', t('flip'), flip));
  controls.form.addEventListener('submit', (/** @type {Event} */ event) => {
    event.preventDefault();
    typed(controls.input);
  });
  controls.input.addEventListener('keydown', (/** @type {KeyboardEvent} */ event) => {
    if (event.key === 'Escape') controls.input.blur();
    event.stopPropagation();
  });
  const panels = await buildPanels();
  const inPlay = movesView('play');
  panels.play.append(inPlay);
  for (const tab of TABS) {
    panels[tab].id = `panel-${tab}`;
    panels[tab].setAttribute('role', 'tabpanel');
    panels[tab].setAttribute('aria-labelledby', `tab-${tab}`);
  }
  byId('panel').replaceChildren(...TABS.map((tab) => panels[tab]));
  store.subscribe(
    ({ tab }) => tab,
    (tab) => {
      for (const other of TABS) {
        panels[other].hidden = other !== tab;
        const button = byId(`tab-${other}`);
        button.setAttribute('aria-selected', String(other === tab));
        button.tabIndex = other === tab ? 0 : -1;
      }
      if (tab === 'setup' ? !beginSetup() : store.get().setup)
        store.set({ setup: null, tab: tab === 'setup' ? 'play' : tab });
    },
  );
  store.subscribe(
    ({ play }) => play === null,
    (none) => {
      inPlay.hidden = none;
    },
  );
  connectBoard();
  acceptDrops(byId('drop'));
  byId('stage').addEventListener('wheel', onWheel, { passive: false });
  document.addEventListener('keydown', (event) => shortcut(event, { showHelp, input: controls.input }));
}

/** Builds the panels of the sections. */
async function buildPanels() {
  const analyze = h(
    'div',
    { class: 'stack analyze' },
    enginePanel(),
    movesView('analyze'),
    graphView(),
    explorerPanel(),
  );
  await breathe();
  const [play, games] = [playPanel(), gamesPanel()];
  await breathe();
  const [learn, setup] = [learnPanel(), setupPanel()];
  await breathe();
  return { analyze, play, learn, games, setup };
}

/**
 * Pixels that the wheel turns for a step: at most a notch of a mouse wheel. A trackpad sends many
 * events of a few pixels.
 */
const WHEEL_STEP = 50;
/** Pixels in a unit of `WheelEvent.deltaMode`: a pixel, a line, a page. */
const WHEEL_UNITS = [1, 20, 800];
/** Pixels that the wheel has turned since the last step. */
let turned = 0;

/**
 * Steps through the game when the mouse wheel is turned over the board, unless the page itself
 * scrolls.
 * @param {WheelEvent} event
 */
function onWheel(event) {
  const isOnBoard = event.composedPath().includes(board);
  const isPageScrolling = document.documentElement.scrollHeight > innerHeight + 1;
  if (!isOnBoard || event.ctrlKey || event.deltaY === 0 || isPageScrolling || !isAllowed('step', store.get())) return;
  event.preventDefault();
  const by = event.deltaY * WHEEL_UNITS[event.deltaMode];
  turned = by * turned < 0 ? by : turned + by;
  if (Math.abs(turned) < WHEEL_STEP) return;
  turned = 0;
  if (by > 0) goNext();
  else goBack();
}

function buildTabs() {
  const tabs = byId('tabs');
  tabs.setAttribute('aria-label', t('tabs'));
  tabs.replaceChildren(
    ...TABS.map((tab) =>
      h('button', {
        type: 'button',
        role: 'tab',
        id: `tab-${tab}`,
        'aria-controls': `panel-${tab}`,
        text: t(`tab.${tab}`),
        onclick: () => store.set({ tab }),
      }),
    ),
  );
  tabs.addEventListener('keydown', (event) => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!by) return;
    event.preventDefault();
    event.stopPropagation();
    const next = TABS[(TABS.indexOf(store.get().tab) + by + TABS.length) % TABS.length];
    store.set({ tab: next });
    byId(`tab-${next}`).focus();
  });
}

/** @param {() => void} showHelp */
function buildTools(showHelp) {
  const theme = iconButton('moon', t('theme'), () => {
    const next = isDark() ? 'light' : 'dark';
    keepSetting('theme', next);
    applyTheme(next);
  });
  theme.id = 'theme';
  const showSettings = settingsDialog((name) => {
    if (name === 'language') return location.reload();
    applyTheme(setting('theme'));
    applySettings();
    board.redraw();
    const { tree, version, engine: own } = store.get();
    store.set({ version: version + 1, tree, engine: { ...own }, pass: { ...store.get().pass } });
    return undefined;
  }, currentLanguage());
  byId('tools').replaceChildren(
    iconButton('link', t('link'), copyLink),
    theme,
    iconButton('gear', t('settings'), showSettings),
    iconButton('help', t('help.title'), showHelp),
  );
  applyTheme(setting('theme'));
  DARK.addEventListener('change', () => applyTheme(setting('theme')));
}

function applySettings() {
  setNotation(setting('notation'));
  setPieceLetters(
    setting('pieces') === 'letters'
      ? Object.fromEntries(['k', 'q', 'r', 'b', 'n', 'p'].map((kind) => [kind, t(`letter.${kind}`)]))
      : null,
  );
  board.setAttribute('coordinates', setting('coordinates'));
  document.documentElement.dataset.board = setting('board');
  document.documentElement.dataset.size = setting('size');
  setResources({ threads: setting('threads'), hash: setting('hash'), passNodes: setting('passNodes') });
}

const isDark = () => (document.documentElement.dataset.theme ?? (DARK.matches ? 'dark' : 'light')) === 'dark';

/** Shows a theme, and the icon of the other one on its button. @param {string} theme */
function applyTheme(theme) {
  if (THEMES.includes(theme) && theme !== 'auto') document.documentElement.dataset.theme = theme;
  else delete document.documentElement.dataset.theme;
  document.getElementById('theme')?.replaceChildren(icon(isDark() ? 'sun' : 'moon'));
}

function flip() {
  const { drill, orientation } = store.get();
  if (drill && modeOf(store.get()) === 'drill') store.set({ drill: { ...drill, isFlipped: !drill.isFlipped } });
  else store.set({ orientation: orientation === 'white' ? 'black' : 'white' });
}

function connectBoard() {
  board.words = {
    white: t('white'),
    black: t('black'),
    p: t('piece.p'),
    n: t('piece.n'),
    b: t('piece.b'),
    r: t('piece.r'),
    q: t('piece.q'),
    k: t('piece.k'),
    empty: t('board.empty'),
    board: t('board.label'),
    promotion: t('board.promotion'),
    selected: t('board.selected'),
    target: t('board.target'),
    piece: t('board.piece'),
  };
  store.subscribe(
    (state) => {
      const {
        tree,
        node,
        orientation,
        setup,
        play,
        brush,
        preview,
        evaluation,
        sketch,
        tab,
        drill,
        pass,
        engine: { isOn },
      } = state;
      return [tree, node, orientation, setup, play, brush, preview, evaluation, sketch, tab, drill, pass, isOn];
    },
    (_, state) => {
      board.change({ ...shownBoard(state), brush: isAllowed('annotate', state) ? state.brush : '' });
    },
  );
  // A piece that is held when the mode changes must not be moved in the new mode.
  store.subscribe(modeOf, () => board.letGo());
  board.addEventListener('board-move', async (event) => {
    await played(/** @type {CustomEvent} */ (event).detail.uci);
    board.settle();
  });
  board.addEventListener('board-premove', (event) => setPremove(/** @type {CustomEvent} */ (event).detail.squares));
  board.addEventListener('board-edit', (event) => editSquare(/** @type {CustomEvent} */ (event).detail));
  board.addEventListener('board-shapes', (event) => keepShape(/** @type {CustomEvent} */ (event).detail.shape));
}

/**
 * Adds a shape to the current move, or removes it if it already exists. During a game in play,
 * drawings are not stored in the game.
 * @param {import('./js/board-draw.js').Shape} shape
 */
function keepShape(shape) {
  const state = store.get();
  const isPart = isAllowed('annotate', state);
  if (shownBoard(state).mode !== 'play') return;
  const node = state.node;
  const before = isPart ? shapesOf(current()) : state.sketch?.node === node ? state.sketch.shapes : [];
  const shapes = toggleShape(before, shape);
  if (!isPart) {
    store.set({ sketch: { node, shapes } });
    return;
  }
  const circles = shapes.filter(({ from, to }) => from === to).map(({ color, from }) => color + squareName(from));
  const arrows = shapes
    .filter(({ from, to }) => from !== to)
    .map(({ color, from, to }) => color + squareName(from) + squareName(to));
  edit('annotate', (game) => {
    for (const [name, list] of /** @type {[string, string[]][]} */ ([
      ['csl', circles],
      ['cal', arrows],
    ])) {
      if (list.length > 0) game.setCommand(node, `[%${name} ${list.join(',')}]`);
      else game.removeCommand(node, name);
    }
  });
}

/** Plays a move made by the user. @param {string} uci */
async function played(uci) {
  const mode = modeOf(store.get());
  if (mode === 'play') humanMove(uci);
  else if (mode === 'drill') await answerMove(uci);
  else playMove(uci);
}

/**
 * Parses a typed answer. The error does not suggest other moves, since one of them could be the
 * correct answer.
 * @param {string} text @param {string} fen
 */
function answerOf(text, fen) {
  try {
    return parseMove(fen, text).uci;
  } catch {
    throw new Error(t('move.illegal', { text }));
  }
}

/** @param {HTMLInputElement} input */
function typed(input) {
  const text = input.value.trim();
  if (!text) return;
  try {
    const { drill } = store.get();
    const uci = drill && modeOf(store.get()) === 'drill' ? answerOf(text, drill.fen) : typeMove(text);
    input.value = '';
    played(uci);
  } catch (error) {
    toast(sentence(error), { isError: true });
    input.select();
  }
}

/**
 * @param {KeyboardEvent} event
 * @param {{showHelp: () => void, input: HTMLInputElement}} parts
 */
function shortcut(event, { showHelp, input }) {
  const target = /** @type {HTMLElement} */ (event.composedPath()[0]);
  if (event.altKey || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName) || document.querySelector('dialog[open]'))
    return;
  if (event.ctrlKey || event.metaKey) {
    const key = event.key.toLowerCase();
    if (key !== 'z' && key !== 'y') return;
    event.preventDefault();
    if (key === 'y' || event.shiftKey) redo();
    else takeOrUndo();
    return;
  }
  const isArrowTaken = target.closest?.('[role=tab], [role=slider], [role=grid]');
  /** @type {Record<string, () => void>} */
  const actions = {
    j: goForth,
    k: goBackHere,
    g: goFirst,
    G: goLast,
    f: flip,
    a: () => toggleEngine(),
    e: sayEvaluation,
    m: () => input.focus(),
    '?': showHelp,
    b: () => board.focusSquare(),
    u: takeOrUndo,
    x: deleteMove,
    p: togglePlayback,
    n: () => goToMistake(1),
    N: () => goToMistake(-1),
    Escape: () => {
      endDrawing();
      setPremove(null);
    },
    ...(isArrowTaken ? {} : { ArrowRight: goForth, ArrowLeft: goBackHere, Home: goFirst, End: goLast }),
  };
  const action = actions[event.key];
  if (!action) return;
  event.preventDefault();
  action();
}

/** Milliseconds for which each position is shown during playback. */
const PLAY_PAUSE = 1500;
/** @type {ReturnType<typeof setInterval> | undefined} */
let playing;

/**
 * Starts or stops playback. Playback runs to the end of the game, or until the user steps through
 * the game.
 */
function togglePlayback() {
  if (playing !== undefined) {
    clearInterval(playing);
    playing = undefined;
    return;
  }
  let last = store.get().node;
  playing = setInterval(() => {
    const { node, tree } = store.get();
    const [next] = tree.children(node);
    if (node !== last || !next || !isAllowed('step', store.get())) togglePlayback();
    else {
      goNext();
      last = next.id;
    }
  }, PLAY_PAUSE);
}

/** Steps through the game, or through the line of a question. @param {1 | -1} by */
function step(by) {
  const { drill } = store.get();
  if (drill && modeOf(store.get()) === 'drill') showLine(drill.at + by);
  else if (by > 0) goNext();
  else goBack();
}
const goForth = () => step(1);
const goBackHere = () => step(-1);

/**
 * Undoes a change. In a game in play, takes back a move instead; in a session, undoes the last
 * answer.
 */
function takeOrUndo() {
  const mode = modeOf(store.get());
  if (mode === 'drill') undoAnswer().catch((error) => toast(sentence(error), { isError: true }));
  else if (mode === 'play') takeBack();
  else undo();
}

/**
 * Delay, in milliseconds, before the page fetches its fallback engine, which is used if the server
 * shuts down.
 */
const PREFETCH_PAUSE = 3000;

/**
 * Checks whether the page comes from a server, which has a native engine and possibly databases and
 * tablebases.
 */
async function findServer() {
  try {
    const about = await ask('api/about');
    store.set({
      server: {
        version: String(about.version ?? ''),
        threads: Number(about.threads ?? 1),
        hash: Number(about.hash ?? 64),
        tables: Number(about.tables ?? 0),
        databases: (about.databases ?? []).map((/** @type {{name: string}} */ base) => base.name),
        engines: about.engines ?? [],
        notebook: about.notebook === true,
      },
    });
    engine.hash = store.get().server?.hash ?? engine.hash;
    // An engine that is still opening waits for the server.
    if (engine.state.status !== 'opening') engine.close();
    setTimeout(() => prefetchEngine().catch(() => {}), PREFETCH_PAUSE);
  } catch {
    // A static host: the page's own engine is used.
  }
}

/** Checks whether there is a server, and makes the page work offline if there is none. */
async function findSurroundings() {
  try {
    if (!location.protocol.startsWith('http') || embedded()) return;
    const response = await fetchFile('build.json');
    if (response.headers.get('server')?.startsWith('reynard')) {
      await findServer();
      tellSurroundings();
      await removeWorker();
    } else {
      tellSurroundings();
      await registerWorker((await response.json()).build);
    }
  } catch {
    // Offline, in private windows and in old browsers: the page's own engine is used.
  } finally {
    tellSurroundings();
  }
}

/**
 * Removes the service worker. When a server has shut down, other programs may use its port, so a
 * service worker must not be left behind.
 */
async function removeWorker() {
  const registrations = (await navigator.serviceWorker?.getRegistrations()) ?? [];
  await Promise.all(
    registrations.filter(({ scope }) => document.baseURI.startsWith(scope)).map((own) => own.unregister()),
  );
  for (const name of (await globalThis.caches?.keys()) ?? [])
    if (name.startsWith('reynard-')) await caches.delete(name);
}

/**
 * Registers the service worker, which makes the page work offline and isolated, and announces a new
 * build.
 * @param {string} id of the build
 */
async function registerWorker(id) {
  if (!('serviceWorker' in navigator)) return;
  const { serviceWorker } = navigator;
  let wasControlled = serviceWorker.controller !== null;
  let isAsked = false;
  const registration = await serviceWorker.register(`${fileUrl('sw.js')}?build=${id}`);
  const tell = (/** @type {() => void} */ run) => toast(t('update'), { action: { label: t('update.reload'), run } });
  const offer = () => {
    if (!registration.waiting || !serviceWorker.controller) return;
    // If another page takes the new build, this one needs the worker that its module belongs to.
    prefetchEngine().catch(() => {});
    tell(() => {
      isAsked = true;
      // The worker may have become active meanwhile.
      if (registration.waiting) registration.waiting.postMessage('take over');
      else location.reload();
    });
  };
  serviceWorker.addEventListener('controllerchange', () => {
    if (isAsked) location.reload();
    else if (wasControlled) tell(() => location.reload());
    wasControlled = true;
  });
  offer();
  registration.addEventListener('updatefound', () => registration.installing?.addEventListener('statechange', offer));
}
