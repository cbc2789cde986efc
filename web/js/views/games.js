// PGN: the games of a file, the tags of a game, and saving.

import { h, iconButton, sentence, toast } from '../dom.js';
import { addToList, edit, hasUnsavedList, listSaved, openFromList, openPgn, startGame, store, wholePgn, gamePgn } from '../chess-state.js';
import { formatNumber, t } from '../i18n.js';
import { databaseGames } from './database-games.js';
import { gameRow, resultText } from './game-row.js';

/** Rows that are added to the list at a time. */
const PAGE = 200;
/** Largest file: the WASM memory of a page is limited. */
const LARGEST = 400 * 1024 * 1024;
/** Tags with a field of their own. */
const TAGS = ['White', 'Black', 'WhiteElo', 'BlackElo', 'Event', 'Site', 'Date', 'Round', 'ECO'];
const RESULTS = ['*', '1-0', '1/2-1/2', '0-1'];

/** Reads a file that was opened or dropped. @param {File} file */
async function readFile(file) {
  try {
    if (file.size > LARGEST) throw new Error(t('games.tooLarge', { mib: LARGEST >> 20 }));
    let stream = file.stream();
    if (/\.gz$/i.test(file.name)) stream = stream.pipeThrough(new DecompressionStream('gzip'));
    const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
    if (openPgn(bytes, file.name)) store.set({ tab: (store.get().list?.games.length ?? 0) > 1 ? 'games' : 'analyze' });
  } catch (error) {
    toast(sentence(error), { isError: true });
  }
}

/** Saves a text as a file. @param {string} text @param {string} name */
function download(text, name) {
  const link = h('a', { href: URL.createObjectURL(new Blob([text], { type: 'application/x-chess-pgn' })), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** Copies a text. @param {string} text @param {string} said */
export async function copyText(text, said) {
  try {
    await navigator.clipboard.writeText(text);
    toast(said);
  } catch {
    toast(t('copy.failed'), { isError: true });
  }
}

export function save() {
  const { list, tree } = store.get();
  const players = ['White', 'Black'].map((name) => tree.tag(name)).filter((name) => name && name !== '?').join('-');
  const name = list?.name ?? `${players || 'game'}.pgn`;
  try {
    download(wholePgn(), name.replace(/\.gz$/i, '').replace(/[^\p{L}\p{N}._-]+/gu, '_'));
    listSaved();
  } catch (error) {
    toast(sentence(error), { isError: true });
  }
}

export function gamesPanel() {
  const input = h('input', { type: 'file', accept: '.pgn,.txt,.gz', class: 'hidden-text', tabindex: -1, 'aria-label': t('games.open'), onchange: () => { if (input.files?.[0]) readFile(input.files[0]); input.value = ''; } });
  const paste = h('textarea', { class: 'paste', rows: 4, placeholder: t('games.paste'), 'aria-label': t('games.paste'), spellcheck: false });
  const take = h('button', { type: 'button', class: 'button primary', text: t('games.take'), onclick: () => {
    if (openPgn(new TextEncoder().encode(paste.value), 'pasted.pgn')) paste.value = '';
  } });
  paste.addEventListener('keydown', (/** @type {KeyboardEvent} */ event) => event.stopPropagation());
  const actions = h('div', { class: 'row wrap' },
    iconButton('open', t('games.open'), () => input.click(), { text: t('games.open'), class: 'button' }),
    iconButton('save', t('games.save'), save, { text: t('games.save'), class: 'button' }),
    iconButton('copy', t('games.copy'), () => copyText(gamePgn(), t('games.copied')), { text: t('games.copy'), class: 'button' }),
    iconButton('plus', t('games.new'), () => { addToList(); store.set({ tab: 'analyze' }); }, { text: t('games.new'), class: 'button' }));
  return h('div', { class: 'stack' },
    h('section', { class: 'card', 'aria-label': t('games.file') }, actions, input, h('details', { class: 'paste-box' }, h('summary', { text: t('games.pasteTitle') }), paste, take),
      h('p', { class: 'hint', text: t('games.dropHint') })),
    databaseGames(), gameList(), tagEditor());
}

function gameList() {
  const search = h('input', { type: 'search', class: 'search', placeholder: t('games.search'), 'aria-label': t('games.search') });
  const count = h('span', { class: 'count-text', 'aria-live': 'polite' });
  const rows = h('div', { class: 'game-rows', role: 'listbox', 'aria-label': t('games.list') });
  const more = h('button', { type: 'button', class: 'button', text: t('games.more') });
  const view = h('section', { class: 'card', 'aria-label': t('games.list') }, h('div', { class: 'row' }, search, count), rows, more);
  let shown = 0;
  const fill = (/** @type {boolean} */ isNew) => {
    const { list } = store.get();
    view.hidden = !list || list.games.length < 2;
    if (!list || view.hidden) return;
    if (isNew) shown = 0;
    const page = JSON.parse(list.games.page(search.value, shown, PAGE));
    const added = page.rows.map((/** @type {import('../rules.js').GameRow} */ row) => listRow(row, row.index === list.index));
    if (isNew) rows.replaceChildren(...added);
    else rows.append(...added);
    shown += page.rows.length;
    more.hidden = shown >= page.total;
    count.textContent = search.value ? t('games.found', { found: page.total, all: list.games.length }) : t('games.count', { count: list.games.length });
    if (page.total === 0) rows.append(h('p', { class: 'empty', text: t('games.notFound') }));
  };
  search.addEventListener('input', () => fill(true));
  search.addEventListener('keydown', (/** @type {KeyboardEvent} */ event) => event.stopPropagation());
  more.addEventListener('click', () => fill(false));
  rows.addEventListener('keydown', (/** @type {KeyboardEvent} */ event) => {
    const by = { ArrowDown: 'nextElementSibling', ArrowUp: 'previousElementSibling' }[event.key];
    const target = by ? /** @type {any} */ (document.activeElement)?.[by] : null;
    if (!target) return;
    event.preventDefault();
    event.stopPropagation();
    target.focus();
  });
  store.subscribe(({ list }) => [list?.games, list?.index], () => fill(true));
  return view;
}

/**
 * @param {import('../rules.js').GameRow} row
 * @param {boolean} isOpen
 */
const listRow = ({ index, white, whiteElo, black, blackElo, result, event, date, eco }, isOpen) => gameRow({
  number: formatNumber(index + 1), players: [[white, whiteElo], [black, blackElo]], result, more: [event, date, eco], isOpen,
  open: () => { openFromList(index); store.set({ tab: 'analyze' }); },
});

function tagEditor() {
  const fields = TAGS.map((name) => {
    const field = h('input', { autocomplete: 'off', spellcheck: false, id: `tag-${name}`, onchange: () => setTag(name, field.value.trim()) });
    field.addEventListener('keydown', (/** @type {KeyboardEvent} */ event) => event.stopPropagation());
    return { name, field };
  });
  const result = h('select', { id: 'tag-Result', onchange: () => edit((game) => game.setResult(result.value)) },
    ...RESULTS.map((value) => h('option', { value, text: resultText(value) })));
  const rows = [...fields, { name: 'Result', field: result }].map(({ name, field }) =>
    h('label', { class: `tag tag-${name}`, for: field.id }, h('span', { text: t(`tag.${name}`) }), field));
  store.subscribe(({ tree }) => tree, (tree) => {
    for (const { name, field } of fields) {
      const value = tree.tag(name);
      if (document.activeElement !== field) field.value = /^[?.\s-]*$/.test(value) ? '' : value;
    }
    result.value = tree.json.result;
  });
  return h('section', { class: 'card', 'aria-label': t('tags.label') }, h('h2', { text: t('tags.label') }), h('div', { class: 'tags' }, ...rows));
}

/** @param {string} name @param {string} value */
function setTag(name, value) {
  edit((game) => { if (value) game.setTag(name, value); else game.removeTag(name); });
}

/** Files can be dropped anywhere on the page. @param {HTMLElement} veil */
export function acceptDrops(veil) {
  veil.append(h('p', { text: t('games.drop') }));
  let depth = 0;
  addEventListener('dragenter', (event) => {
    if (!event.dataTransfer?.types.includes('Files')) return;
    depth++;
    veil.hidden = false;
  });
  addEventListener('dragleave', () => { depth = Math.max(0, depth - 1); veil.hidden = depth === 0; });
  addEventListener('dragover', (event) => event.preventDefault());
  addEventListener('drop', (event) => {
    event.preventDefault();
    depth = 0;
    veil.hidden = true;
    const file = event.dataTransfer?.files[0];
    if (file) readFile(file);
  });
  addEventListener('beforeunload', (event) => { if (hasUnsavedList() && (store.get().list?.games.length ?? 0) > 1) event.preventDefault(); });
  addEventListener('paste', (event) => {
    const target = /** @type {HTMLElement} */ (event.target);
    if (/^(INPUT|TEXTAREA)$/.test(target.tagName)) return;
    pasted(event.clipboardData?.getData('text/plain') ?? '');
  });
}

/** A text that was pasted somewhere on the page: a FEN or PGN. @param {string} text */
function pasted(text) {
  const trimmed = text.trim();
  if (!trimmed) return;
  if (/^[pnbrqk1-8/]{15,}\s+[wb]\s/i.test(trimmed) && !trimmed.includes('\n')) startGame(trimmed);
  else openPgn(new TextEncoder().encode(trimmed), 'pasted.pgn');
}
