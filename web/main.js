// The page: loads the rules, builds the views, and connects the board and the keyboard to the
// state.

import './js/board.js';
import { begin, current, edit, goBack, goFirst, goLast, goNext, goTo, gamePgn, openPgn, playMove, startGame, store, typeMove, undo } from './js/chess-state.js';
import { fetchFile, fileUrl } from './js/files.js';
import { ask } from './js/server.js';
import { h, hearPanics, iconButton, sentence, setNotation, toast } from './js/dom.js';
import { currentLanguage, loadLanguage, t } from './js/i18n.js';
import { keepSetting, setting } from './js/settings.js';
import { setPieceLetters } from './js/board-draw.js';
import { loadRules, positionInfo } from './js/rules.js';
import { engine, followPosition, setResources, toggleEngine } from './js/analysis.js';
import { humanMove, isHumanTurn } from './js/play.js';
import { readHash, writeHash } from './js/url.js';
import { squareOf, squareName } from './js/geometry.js';
import { deleteMove, moveControls, movesView } from './js/views/moves.js';
import { enginePanel, evaluationBar } from './js/views/engine-panel.js';
import { graphView } from './js/views/graph.js';
import { acceptDrops, copyText, gamesPanel } from './js/views/games.js';
import { beginSetup, editSquare, setupPanel } from './js/views/setup.js';
import { playPanel, playerStrips, sayEvaluation } from './js/views/play-panel.js';
import { explorerPanel } from './js/views/explorer.js';
import { helpDialog, settingsDialog } from './js/views/help.js';

/** @typedef {import('./js/board.js').ReynardBoard} ReynardBoard */

const TABS = /** @type {const} */ (['analyze', 'play', 'games', 'setup']);
const THEMES = ['auto', 'light', 'dark'];

/** @param {string} id */
const byId = (id) => /** @type {HTMLElement} */ (document.getElementById(id));
const board = /** @type {ReynardBoard} */ (byId('board'));

start().catch((error) => fatal(error));

async function start() {
  hearPanics();
  applyTheme(setting('theme'));
  await loadLanguage(setting('language') || navigator.language.slice(0, 2));
  byId('loading').textContent = t('loading');
  if (typeof WebAssembly !== 'object') throw new Error(t('fatal.wasm'));
  await loadRules();
  begin();
  applySettings();
  build();
  readAddress();
  addEventListener('hashchange', () => { if (location.hash !== lastHash) readAddress(); });
  store.subscribe(({ tree, node, orientation, setup }) => [tree, node, orientation, setup], writeAddressSoon);
  followPosition();
  findSurroundings();
  document.documentElement.dataset.ready = 'true';
}

/** @param {unknown} error */
function fatal(error) {
  console.error(error);
  const text = sentence(error);
  byId('panel').replaceChildren(h('p', { class: 'fatal', role: 'alert', text: `${t('fatal.title')} ${text}` }));
}

function build() {
  document.title = t('title');
  byId('skip').textContent = t('skip');
  const showHelp = helpDialog();
  buildTabs();
  buildTools(showHelp);
  playerStrips(byId('top-player'), byId('bottom-player'));
  evaluationBar(byId('bar'));
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
  const panels = {
    analyze: h('div', { class: 'stack analyze' }, enginePanel(), movesView(), graphView(), explorerPanel()),
    play: playPanel(), games: gamesPanel(), setup: setupPanel(),
  };
  const inPlay = movesView();
  panels.play.append(inPlay);
  for (const tab of TABS) {
    panels[tab].id = `panel-${tab}`;
    panels[tab].setAttribute('role', 'tabpanel');
    panels[tab].setAttribute('aria-labelledby', `tab-${tab}`);
  }
  byId('panel').replaceChildren(...TABS.map((tab) => panels[tab]));
  store.subscribe(({ tab }) => tab, (tab) => {
    for (const other of TABS) {
      panels[other].hidden = other !== tab;
      const button = byId(`tab-${other}`);
      button.setAttribute('aria-selected', String(other === tab));
      button.tabIndex = other === tab ? 0 : -1;
    }
    if (tab === 'setup') beginSetup();
    else if (store.get().setup) store.set({ setup: null });
  });
  store.subscribe(({ play }) => play === null, (none) => { inPlay.hidden = none; });
  connectBoard();
  acceptDrops(byId('drop'));
  document.addEventListener('keydown', (event) => shortcut(event, { showHelp, input: controls.input }));
}

function buildTabs() {
  const tabs = byId('tabs');
  tabs.setAttribute('aria-label', t('tabs'));
  tabs.replaceChildren(...TABS.map((tab) => h('button', {
    type: 'button', role: 'tab', id: `tab-${tab}`, 'aria-controls': `panel-${tab}`, text: t(`tab.${tab}`), onclick: () => store.set({ tab }),
  })));
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
  const isDark = () => (document.documentElement.dataset.theme ?? (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light')) === 'dark';
  const theme = iconButton(isDark() ? 'sun' : 'moon', t('theme'), () => {
    const next = isDark() ? 'light' : 'dark';
    keepSetting('theme', next);
    applyTheme(next);
    theme.replaceChildren(...iconButton(next === 'dark' ? 'sun' : 'moon', '', () => {}).childNodes);
  });
  const showSettings = settingsDialog((name) => {
    if (name === 'language') return location.reload();
    applyTheme(setting('theme'));
    applySettings();
    board.redraw();
    const { tree, version, engine: own } = store.get();
    store.set({ version: version + 1, tree, engine: { ...own }, pass: { ...store.get().pass } });
    return undefined;
  }, currentLanguage());
  byId('tools').replaceChildren(iconButton('link', t('link'), () => { writeAddress(); copyText(location.href, t('link.copied')); }), theme,
    iconButton('gear', t('settings'), showSettings), iconButton('help', t('help.title'), showHelp));
}

function applySettings() {
  setNotation(setting('notation'));
  setPieceLetters(setting('pieces') === 'letters'
    ? Object.fromEntries(['k', 'q', 'r', 'b', 'n', 'p'].map((kind) => [kind, t(`letter.${kind}`)])) : null);
  setResources({ threads: setting('threads'), hash: setting('hash'), passNodes: setting('passNodes') });
}

/** @param {string} theme */
function applyTheme(theme) {
  if (THEMES.includes(theme) && theme !== 'auto') document.documentElement.dataset.theme = theme;
  else delete document.documentElement.dataset.theme;
}

const flip = () => store.set({ orientation: store.get().orientation === 'white' ? 'black' : 'white' });

function connectBoard() {
  board.words = {
    white: t('white'), black: t('black'), p: t('piece.p'), n: t('piece.n'), b: t('piece.b'), r: t('piece.r'), q: t('piece.q'), k: t('piece.k'),
    empty: t('board.empty'), board: t('board.label'), promotion: t('board.promotion'), selected: t('board.selected'), target: t('board.target'), piece: t('board.piece'),
  };
  store.subscribe(({ tree, node, orientation, setup, hover, play, brush }) => [tree, node, orientation, setup, hover, play, brush], () => {
    const { tree, orientation, setup, hover, node, play, brush } = store.get();
    board.orientation = orientation;
    if (setup) {
      board.mode = 'edit';
      [board.fen, board.moves, board.lastMove, board.check, board.shapes, board.hints] = [placementFen(setup.pieces), [], [], null, [], []];
      return;
    }
    const own = tree.node(node);
    const info = positionInfo(own.fen);
    board.brush = brush;
    board.mode = hover ? 'view' : 'play';
    board.fen = hover ? hover.fen : own.fen;
    board.moves = hover || (play && !play.ending && !isHumanTurn()) ? [] : info.moves;
    board.lastMove = hover ? [hover.uci.slice(0, 2), hover.uci.slice(2, 4)] : own.from && own.to ? [own.from, own.to] : [];
    board.check = hover ? positionInfo(hover.fen).check : info.check;
    board.shapes = hover ? [] : shapesOf(own);
  });
  store.subscribe(({ evaluation, hover, setup, engine: { isOn } }) => [evaluation, hover, setup, isOn], () => {
    const { evaluation, hover, setup, engine: { isOn } } = store.get();
    if (hover || setup || !isOn) board.hints = [];
    else {
      board.hints = (evaluation?.lines ?? []).map((line, i) => ({
        color: /** @type {const} */ ('E'), from: squareOf(line.pv[0].slice(0, 2)), to: squareOf(line.pv[0].slice(2, 4)), width: i === 0 ? 1 : 0.55,
      })).reverse();
    }
  });
  board.addEventListener('board-move', (event) => {
    const { uci } = /** @type {CustomEvent} */ (event).detail;
    const { play } = store.get();
    if (play && !play.ending) humanMove(uci);
    else playMove(uci);
  });
  board.addEventListener('board-edit', (event) => editSquare(/** @type {CustomEvent} */ (event).detail));
  board.addEventListener('board-shapes', (event) => keepShapes(/** @type {CustomEvent} */ (event).detail.shapes));
}

/** @param {string[]} pieces */
function placementFen(pieces) {
  let text = '';
  for (let rank = 7; rank >= 0; rank--) text += `${pieces.slice(rank * 8, rank * 8 + 8).map((piece) => piece || '1').join('')}${rank ? '/' : ''}`;
  return text;
}

/**
 * @param {import('./js/tree.js').TreeNode} node
 * @returns {import('./js/board-draw.js').Shape[]}
 */
function shapesOf(node) {
  const color = (/** @type {string} */ text) => /** @type {'G'} */ (text[0]);
  return [
    ...(node.squares ?? []).map((text) => ({ color: color(text), from: squareOf(text.slice(1)), to: squareOf(text.slice(1)) })),
    ...(node.arrows ?? []).map((text) => ({ color: color(text), from: squareOf(text.slice(1, 3)), to: squareOf(text.slice(3, 5)) })),
  ];
}

/** @param {import('./js/board-draw.js').Shape[]} shapes */
function keepShapes(shapes) {
  const { node } = store.get();
  const circles = shapes.filter(({ from, to }) => from === to).map(({ color, from }) => color + squareName(from));
  const arrows = shapes.filter(({ from, to }) => from !== to).map(({ color, from, to }) => color + squareName(from) + squareName(to));
  edit((game) => {
    for (const [name, list] of /** @type {[string, string[]][]} */ ([['csl', circles], ['cal', arrows]])) {
      if (list.length > 0) game.setCommand(node, `[%${name} ${list.join(',')}]`);
      else game.removeCommand(node, name);
    }
  });
}

/** @param {HTMLInputElement} input */
function typed(input) {
  const text = input.value.trim();
  if (!text) return;
  try {
    const uci = typeMove(text);
    input.value = '';
    const { play } = store.get();
    if (play && !play.ending) humanMove(uci);
    else playMove(uci);
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
  if (event.ctrlKey || event.metaKey || event.altKey || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName) || document.querySelector('dialog[open]')) return;
  const isArrowTaken = target.closest?.('[role=tab], [role=slider], [role=grid]');
  /** @type {Record<string, () => void>} */
  const actions = {
    j: goNext, k: goBack, g: goFirst, G: goLast, f: flip, a: () => toggleEngine(), e: sayEvaluation, m: () => input.focus(), '?': showHelp,
    b: () => board.focusSquare(), u: undo, x: deleteMove,
    ...(isArrowTaken ? {} : { ArrowRight: goNext, ArrowLeft: goBack, Home: goFirst, End: goLast }),
  };
  const action = actions[event.key];
  if (!action) return;
  event.preventDefault();
  action();
}

let lastHash = '';
/** @type {ReturnType<typeof setTimeout> | undefined} */
let addressTimer;

function readAddress() {
  const { fen, pgn, ply, side, tab } = readHash(location.hash);
  lastHash = location.hash;
  if (pgn !== undefined) {
    if (openPgn(new TextEncoder().encode(pgn), 'game.pgn')) {
      if ((store.get().list?.games.length ?? 0) < 2) store.set({ list: null });
      const node = ply === undefined ? undefined : ply === 0 ? store.get().tree.root : store.get().tree.mainLine()[ply - 1];
      if (node) goTo(node.id, { isSilent: true });
    }
  } else if (fen !== undefined) startGame(fen);
  if (side) store.set({ orientation: side });
  if (TABS.includes(/** @type {'play'} */ (tab))) store.set({ tab: /** @type {'play'} */ (tab) });
}

function writeAddressSoon() {
  clearTimeout(addressTimer);
  addressTimer = setTimeout(writeAddress, 250);
}

function writeAddress() {
  const { tree, node, orientation, setup } = store.get();
  if (setup) return;
  const isBare = tree.json.nodes.length === 1 && !tree.root.comment;
  const isUsual = isBare && tree.tag('FEN') === '';
  const ply = tree.isMainLine(node) ? tree.path(node).length : undefined;
  // Unknown tags say nothing and would make the address long.
  const pgn = isBare ? undefined : gamePgn().split('\n').filter((line) => !/^\[\w+ "(\?|\?{4}\.\?\?\.\?\?|\*)"\]$/.test(line)).join('\n').trim();
  const hash = writeHash({ fen: isUsual ? undefined : current().fen, pgn, ply, side: orientation });
  if (hash === location.hash) return;
  history.replaceState(null, '', hash || location.pathname + location.search);
  lastHash = location.hash;
}

/**
 * A server behind the page, which names itself in its answers, has a native engine, and perhaps
 * databases and tables.
 * @param {Response} response
 */
async function findServer(response) {
  if (!response.headers.get('server')?.startsWith('reynard')) return;
  try {
    const about = await ask('api/about');
    store.set({ server: {
      version: String(about.version ?? ''), threads: Number(about.threads ?? 1), hash: Number(about.hash ?? 64),
      tables: Number(about.tables ?? 0), databases: (about.databases ?? []).map((/** @type {{name: string}} */ base) => base.name), engines: about.engines ?? [],
    } });
    engine.hash = store.get().server?.hash ?? engine.hash;
    engine.close();
  } catch {
    // A static host: the engine is that of the page.
  }
}

/** Looks for a server behind the page, and makes the page work offline. */
async function findSurroundings() {
  if (!location.protocol.startsWith('http') || /** @type {any} */ (globalThis).reynardFiles) return;
  try {
    const response = await fetchFile('build.json');
    findServer(response);
    await registerWorker((await response.json()).build);
  } catch {
    // Offline, in private windows and in old browsers: the engine is that of the page.
  }
}

/**
 * Makes the page work offline, and isolated; tells of a new build.
 * @param {string} id of the build
 */
async function registerWorker(id) {
  if (!('serviceWorker' in navigator)) return;
  const registration = await navigator.serviceWorker.register(`${fileUrl('sw.js')}?build=${id}`);
  const offer = () => {
    if (!registration.waiting || !navigator.serviceWorker.controller) return;
    toast(t('update'), { action: { label: t('update.reload'), run: () => {
      navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true });
      registration.waiting?.postMessage('take over');
    } } });
  };
  offer();
  registration.addEventListener('updatefound', () => registration.installing?.addEventListener('statechange', offer));
}
