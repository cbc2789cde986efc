// PGN: the games of a file, the tags of a game, and saving.

import { h, iconButton, toast } from '../dom.js';
import { sentence } from '../sentence.js';
import { addGame, current, edit, gamePgn, listEdits, may, openFromList, openPgn, store } from '../chess-state.js';
import { forgetDocument, openDocument, whenKept } from '../documents.js';
import { listDocuments } from '../library.js';
import { joinedBytesOf, textOf } from '../opened-files.js';
import { copyText, save } from '../saving.js';
import { saveImage } from '../image.js';
import { openBrought, openFen } from '../paste.js';
import { recognize } from '../recognize.js';
import { noteText } from '../rules.js';
import { formatNumber, formatTime, t } from '../i18n.js';
import { bindText } from '../typing.js';
import { databaseGames } from './database-games.js';
import { gameRow, gameRows, resultText } from './game-row.js';
import { gifButton } from './gif-button.js';

/** Number of rows added to the list at once. */
const PAGE = 200;
/** Maximum size of a file in bytes. It is limited because a page's WASM memory is limited. */
const LARGEST = 400 * 1024 * 1024;
/** Tags for which the form has a field. */
const TAGS = ['White', 'Black', 'WhiteElo', 'BlackElo', 'Event', 'Site', 'Date', 'Round', 'ECO'];
/** The maximum number of diagnostics listed. */
const MOST_NOTES = 50;
const RESULTS = ['*', '1-0', '1/2-1/2', '0-1'];

/**
 * Reads files that the user opened or dropped. Several files become one list.
 * @param {File[]} files
 */
async function readFiles(files) {
  if (files.length === 0 || !may('document')) return;
  try {
    const size = files.reduce((sum, file) => sum + file.size, 0);
    if (size > LARGEST) throw new Error(t('games.tooLarge', { mib: LARGEST >> 20 }));
    const name = files.length === 1 ? files[0].name : t('games.files', { count: files.length, name: files[0].name });
    const bytes = await joinedBytesOf(files);
    if (openText(bytes, name)) store.set({ tab: store.get().list ? 'games' : 'analyze' });
  } catch (error) {
    toast(sentence(error), { isError: true });
  }
}

/** Maximum size, in bytes, of a text that is examined for positions. */
const POSITIONS = 1 << 20;

/**
 * Opens the text of a file: games, or positions in any form.
 * @param {Uint8Array} bytes
 * @param {string} name
 */
function openText(bytes, name) {
  const text = bytes.length <= POSITIONS ? textOf(bytes) : '';
  const brought = text.trim() ? recognize(text) : null;
  if (brought?.kind === 'fen') return openFen(brought.fen);
  const isPositions = brought?.kind === 'pgn' && brought.pgn !== text.trim();
  return openPgn(isPositions ? new TextEncoder().encode(brought.pgn) : bytes, name);
}

/** Shows the file picker. */
export let openFiles = () => {};

export function gamesPanel() {
  const input = h('input', {
    type: 'file',
    accept: '.pgn,.txt,.gz,.fen,.epd',
    multiple: true,
    class: 'hidden-text',
    tabindex: -1,
    'aria-label': t('games.open'),
    onchange: () => {
      readFiles([...(input.files ?? [])]);
      input.value = '';
    },
  });
  openFiles = () => input.click();
  const file = { class: 'card', 'aria-label': t('games.file') };
  return h(
    'div',
    { class: 'stack' },
    h('section', file, fileActions(), input, pasteBox(), h('p', { class: 'hint', text: t('games.dropHint') })),
    notesView(),
    databaseGames(),
    gameList(),
    recentView(),
    tagEditor(),
  );
}

/** Creates the buttons for files, the clipboard and pictures. */
function fileActions() {
  /**
   * @param {Parameters<typeof iconButton>[0]} icon
   * @param {string} text
   * @param {() => unknown} action
   */
  const button = (icon, text, action) => iconButton(icon, text, action, { text, class: 'button' });
  return h(
    'div',
    { class: 'row wrap' },
    button('open', t('games.open'), () => openFiles()),
    button('save', t('games.save'), save),
    button('copy', t('games.copy'), () => copyText(gamePgn(), t('games.copied'))),
    button('copy', t('setup.copy'), () => copyText(current().fen, t('setup.copied'))),
    button('image', t('image.save'), saveImage),
    gifButton(),
    button('plus', t('games.new'), () => addGame() && store.set({ tab: 'analyze' })),
  );
}

/** Creates a text field into which games can be pasted. */
function pasteBox() {
  const paste = h('textarea', {
    class: 'paste',
    rows: 4,
    placeholder: t('games.paste'),
    'aria-label': t('games.paste'),
    spellcheck: false,
  });
  const take = h('button', {
    type: 'button',
    class: 'button primary',
    text: t('games.take'),
    onclick: async () => {
      if (await openBrought(paste.value)) paste.value = '';
    },
  });
  paste.addEventListener('keydown', (/** @type {KeyboardEvent} */ event) => event.stopPropagation());
  return h('details', { class: 'paste-box' }, h('summary', { text: t('games.pasteTitle') }), paste, take);
}

/** Creates the unobtrusive list of diagnostics for the text of the game. */
function notesView() {
  const list = h('ul', { class: 'notes' });
  const title = h('summary', {});
  const view = h('details', { class: 'card notes-card' }, title, list);
  store.subscribe(
    ({ notes }) => notes,
    (notes) => {
      view.hidden = notes.length === 0;
      title.textContent = t('notes.title', { count: notes.length });
      list.replaceChildren(
        ...notes.slice(0, MOST_NOTES).map((own) => h('li', { class: own.severity, text: noteText(own) })),
      );
      view.open = notes.some(({ severity }) => severity === 'error');
    },
  );
  return view;
}

/** Creates the list of the documents that the browser stores. */
function recentView() {
  const rows = h('ul', { class: 'recent' });
  const view = h(
    'section',
    { class: 'card', 'aria-label': t('recent.label') },
    h('h2', { text: t('recent.label') }),
    rows,
  );
  const fill = async () => {
    if (store.get().tab !== 'games') return;
    const all = (await listDocuments()).filter(({ id }) => id !== store.get().document);
    view.hidden = all.length === 0;
    rows.replaceChildren(...all.map(recentRow));
  };
  whenKept(fill);
  store.subscribe(({ tab, document }) => [tab, document], fill);
  return view;
}

/** @param {import('../library.js').StoredDocument} stored */
function recentRow({ id, title, changed, games, play }) {
  const isPlaying = Boolean(play && !(/** @type {{ending?: object}} */ (play).ending));
  const facts = [
    formatTime(changed),
    games > 1 ? t('games.count', { count: games }) : '',
    isPlaying ? t('recent.inPlay') : '',
  ]
    .filter(Boolean)
    .join(' · ');
  return h(
    'li',
    {},
    h(
      'button',
      {
        type: 'button',
        class: 'recent-open',
        onclick: async () => {
          if (!may('document')) return;
          if (await openDocument(id)) store.set({ tab: store.get().play ? 'play' : 'analyze' });
        },
      },
      h('b', { text: title }),
      h('small', { text: facts }),
    ),
    iconButton('trash', t('recent.forget', { title }), () => forgetDocument(id)),
  );
}

/** The values of a row by which the list can be sorted. */
const ORDERS = /** @type {const} */ (['index', 'white', 'black', 'date', 'result', 'eco', 'elo']);

/**
 * Returns rows of the list in a given order.
 * @param {import('../chess-state.js').GameListState} list
 * @param {string} query
 * @param {typeof ORDERS[number]} order
 * @param {number} from
 * @returns {{total: number, rows: import('../rules.js').GameRow[]}}
 */
function pageOf(list, query, order, from) {
  if (order === 'index') return JSON.parse(list.games.page(query, from, PAGE));
  /** @type {{total: number, rows: import('../rules.js').GameRow[]}} */
  const all = JSON.parse(list.games.page(query, 0, list.games.length));
  const elo = (/** @type {import('../rules.js').GameRow} */ row) =>
    Math.max(Number(row.whiteElo) || 0, Number(row.blackElo) || 0);
  const names = new Intl.Collator(undefined, { numeric: true });
  all.rows.sort(
    order === 'elo' ? (a, b) => elo(b) - elo(a) : (a, b) => names.compare(a[order] || '\uffff', b[order] || '\uffff'),
  );
  return { total: all.total, rows: all.rows.slice(from, from + PAGE) };
}

/** Creates the elements of the list of games. */
function listParts() {
  const order = h(
    'select',
    { class: 'sort', 'aria-label': t('order.label') },
    ...ORDERS.map((value) => h('option', { value, text: t(`order.${value}`) })),
  );
  const search = h('input', {
    type: 'search',
    class: 'search',
    placeholder: t('games.search'),
    'aria-label': t('games.search'),
  });
  const count = h('span', { class: 'count-text', 'aria-live': 'polite' });
  const rows = gameRows(t('games.list'));
  const more = h('button', { type: 'button', class: 'button', text: t('games.more') });
  const view = h(
    'section',
    { class: 'card', 'aria-label': t('games.list') },
    h('div', { class: 'row' }, search, order, count),
    rows,
    more,
  );
  return { order, search, count, rows, more, view };
}

function gameList() {
  const { order, search, count, rows, more, view } = listParts();
  let shown = 0;
  /** The list as it is drawn: its number of games, and the open game. */
  const drawn = { length: 0, index: -1 };
  const fill = (/** @type {boolean} */ isNew) => {
    const { list } = store.get();
    view.hidden = !list;
    if (!list) return;
    if (isNew) shown = 0;
    const page = pageOf(list, search.value, /** @type {typeof ORDERS[number]} */ (order.value), shown);
    const added = page.rows.map((row) => listRow(row, row.index === list.index));
    if (isNew) rows.replaceChildren(...added);
    else rows.append(...added);
    shown += page.rows.length;
    Object.assign(drawn, { length: list.games.length, index: list.index });
    more.hidden = shown >= page.total;
    count.textContent = search.value
      ? t('games.found', { found: page.total, all: list.games.length })
      : t('games.count', { count: list.games.length });
    if (page.total === 0) rows.append(h('p', { class: 'empty', text: t('games.notFound') }));
  };
  search.addEventListener('input', () => fill(true));
  order.addEventListener('change', () => fill(true));
  search.addEventListener('keydown', (/** @type {KeyboardEvent} */ event) => event.stopPropagation());
  more.addEventListener('click', () => fill(false));
  /** Draws the open game and the game that was open before anew. All other rows stay. */
  const update = () => {
    const { tab, list } = store.get();
    if (tab !== 'games' || !list) return;
    if (list.games.length !== drawn.length) fill(true);
    listEdits();
    for (const index of new Set([drawn.index, list.index])) redrawRow(rows, list, index);
    drawn.index = list.index;
  };
  store.subscribe(
    ({ list }) => list?.games,
    () => fill(true),
  );
  store.subscribe(({ tab, list, tree }) => (tab === 'games' ? [list?.index, tree] : ['']), update);
  store.subscribe(({ tab }) => tab, showOpenRow(rows));
  return view;
}

/** Returns a listener that scrolls to the open game once its section is shown. @param {HTMLElement} rows */
const showOpenRow = (rows) => (/** @type {string} */ tab) => {
  if (tab !== 'games') return;
  requestAnimationFrame(() => rows.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' }));
};

/**
 * Draws a row anew, if it is among the rows. It keeps the focus.
 * @param {HTMLElement} rows
 * @param {import('../chess-state.js').GameListState} list
 * @param {number} index
 */
function redrawRow(rows, list, index) {
  /** @type {HTMLElement | null} */
  const old = rows.querySelector(`[data-index="${index}"]`);
  const [row] = /** @type {import('../rules.js').GameRow[]} */ (JSON.parse(list.games.page('', index, 1)).rows);
  if (!old || !row) return;
  const hadFocus = old === document.activeElement;
  const next = listRow(row, index === list.index);
  next.tabIndex = old.tabIndex;
  old.replaceWith(next);
  if (hadFocus) next.focus({ preventScroll: true });
}

/**
 * @param {import('../rules.js').GameRow} row
 * @param {boolean} isOpen
 */
const listRow = ({ index, white, whiteElo, black, blackElo, result, event, date, eco }, isOpen) =>
  gameRow({
    number: formatNumber(index + 1),
    players: [
      [white, whiteElo],
      [black, blackElo],
    ],
    result,
    more: [event, date, eco],
    isOpen,
    index,
    open: () => {
      openFromList(index);
      store.set({ tab: 'analyze' });
    },
  });

function tagEditor() {
  const fields = TAGS.map((name) => {
    const field = h('input', {
      autocomplete: 'off',
      spellcheck: false,
      id: `tag-${name}`,
    });
    bindText(field, {
      read: ({ tree }) => shownTag(tree.tag(name)),
      write: (place, text) => setTag(place, name, text.trim()),
    });
    field.addEventListener('keydown', (/** @type {KeyboardEvent} */ event) => event.stopPropagation());
    return field;
  });
  const result = h(
    'select',
    { id: 'tag-Result', onchange: () => edit('annotate', (game) => game.setResult(result.value)) },
    ...RESULTS.map((value) => h('option', { value, text: resultText(value) })),
  );
  const rows = [...fields, result].map((field) => {
    const name = field.id.replace('tag-', '');
    return h('label', { class: `tag tag-${name}`, for: field.id }, h('span', { text: t(`tag.${name}`) }), field);
  });
  store.subscribe(
    ({ tree }) => tree,
    (tree) => {
      result.value = tree.json.result;
    },
  );
  return h(
    'section',
    { class: 'card', 'aria-label': t('tags.label') },
    h('h2', { text: t('tags.label') }),
    h('div', { class: 'tags' }, ...rows),
  );
}

/** Returns the value of a tag, or nothing if it is unknown. @param {string} value */
const shownTag = (value) => (/^[?.\s-]*$/.test(value) ? '' : value);

/** @param {import('../typing.js').TextPlace} place @param {string} name @param {string} value */
function setTag(place, name, value) {
  if (value === shownTag(store.get().tree.tag(name))) return;
  const change = (/** @type {import('../chess-state.js').Game} */ game) => {
    if (value) game.setTag(name, value);
    else game.removeTag(name);
  };
  edit('annotate', change, undefined, place);
}

/** Returns `true` for a field that takes text. @param {EventTarget | null} target */
const isTextField = (target) =>
  target instanceof HTMLTextAreaElement ||
  (target instanceof HTMLInputElement && /^(text|search|number)$/.test(target.type));

/**
 * Returns `true` if a field takes what is dropped or pasted. No field takes files that are dropped.
 * @param {Event & {dataTransfer?: DataTransfer | null}} event
 */
const isForField = ({ target, dataTransfer }) => isTextField(target) && !dataTransfer?.types.includes('Files');

/** Accepts files that are dropped anywhere on the page. @param {HTMLElement} veil */
export function acceptDrops(veil) {
  veil.append(h('p', { text: t('games.drop') }));
  let depth = 0;
  addEventListener('dragenter', (event) => {
    if (!event.dataTransfer?.types.includes('Files')) return;
    depth++;
    veil.hidden = false;
  });
  addEventListener('dragleave', () => {
    depth = Math.max(0, depth - 1);
    veil.hidden = depth === 0;
  });
  addEventListener('dragover', (event) => {
    if (!isForField(event)) event.preventDefault();
  });
  addEventListener('drop', (event) => {
    depth = 0;
    veil.hidden = true;
    if (isForField(event)) return;
    event.preventDefault();
    const files = [...(event.dataTransfer?.files ?? [])];
    if (files.length > 0) readFiles(files);
    else if (event.dataTransfer?.getData('text/plain')) openBrought(event.dataTransfer.getData('text/plain'));
  });
  addEventListener('paste', (event) => {
    if (isForField(event) || document.querySelector('dialog[open]')) return;
    const text = event.clipboardData?.getData('text/plain') ?? '';
    const files = [...(event.clipboardData?.files ?? [])];
    if (files.length > 0) readFiles(files);
    else if (text.trim()) openBrought(text);
  });
}
