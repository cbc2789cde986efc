// Setting up a position: pieces by click, drag and keyboard, all fields of the FEN, Chess960, and a
// list of all faults.

import { h, icon, iconButton, toast } from '../dom.js';
import { pieceSvg } from '../board-draw.js';
import { piecesOf, placementOf, squareOf } from '../geometry.js';
import { current, may, startGame, store } from '../chess-state.js';
import { START_FEN, chess960Fen, diagnosticText, inspectFen } from '../rules.js';
import { copyText } from '../saving.js';
import { t } from '../i18n.js';

const PALETTE = ['K', 'Q', 'R', 'B', 'N', 'P', 'k', 'q', 'r', 'b', 'n', 'p'];
const EMPTY_FEN = '8/8/8/8/8/8/8/8 w - - 0 1';

/** Starts setting up a position from the displayed one. Returns `false` during a game in play. */
export function beginSetup() {
  if (!may('arrange')) return false;
  store.set({ setup: { pieces: piecesOf(current().fen), piece: 'P' } });
  return true;
}

/** Key of the unfinished position in the session storage. */
const DRAFT = 'reynard.setup';
/** The position from which the user has started to set up; empty if nothing is set up. */
let began = '';

/** Returns the position that was set up and not used. @returns {{from: string, fen: string} | null} */
function readDraft() {
  try {
    return JSON.parse(sessionStorage.getItem(DRAFT) ?? 'null');
  } catch {
    return null;
  }
}

/** Removes the unfinished position. */
function dropDraft() {
  try {
    sessionStorage.removeItem(DRAFT);
  } catch {
    // Without storage, there is none.
  }
}

/** Stores the position that is set up, so that a reload does not lose it. @param {string} fen */
function keepDraft(fen) {
  if (!began) return;
  try {
    if (fen !== began) sessionStorage.setItem(DRAFT, JSON.stringify({ from: began, fen }));
    else if (readDraft()?.from === began) dropDraft();
  } catch {
    // Without storage, only this page holds the position.
  }
}

/**
 * Continues with the position that was set up before, if it began from the displayed position.
 * Otherwise begins anew, and offers that position.
 * @param {(fen: string) => void} take
 */
function goOnWithDraft(take) {
  const draft = readDraft();
  began = current().fen;
  take(draft?.from === began ? draft.fen : began);
  if (!draft || draft.from === began) return;
  dropDraft();
  const run = () => {
    if (store.get().setup) take(draft.fen);
  };
  toast(t('setup.kept'), { action: { label: t('setup.bringBack'), run } });
}

/**
 * Handles a change on the board: a piece that was placed, dragged or removed.
 * @param {{square: string | null, from: string | null, piece?: string}} change
 */
export function editSquare({ square, from, piece }) {
  const { setup } = store.get();
  if (!setup) return;
  const pieces = [...setup.pieces];
  if (from) {
    const moved = pieces[squareOf(from)];
    pieces[squareOf(from)] = '';
    if (square) pieces[squareOf(square)] = moved;
  } else if (square) {
    const at = squareOf(square);
    const put = piece ?? setup.piece;
    pieces[at] = piece === undefined && pieces[at] === put ? '' : put;
  }
  store.set({ setup: { ...setup, pieces } });
}

export function setupPanel() {
  const fields = positionFields();
  const text = fenField(fields);
  const take = (/** @type {string} */ position) => {
    fields.take(position);
    text.check();
  };
  text.whenRead(take);
  fields.whenChanged(text.check);
  store.subscribe(
    ({ setup }) => setup,
    (setup) => {
      if (setup) text.check();
    },
  );
  store.subscribe(
    ({ setup }) => setup !== null,
    (isOpen) => {
      if (isOpen) goOnWithDraft(take);
      else began = '';
    },
  );
  const hint = h('p', { class: 'hint', text: t('setup.hint') });
  return h(
    'div',
    { class: 'stack' },
    h('section', { class: 'card', 'aria-label': t('setup.label') }, palette(), hint, starts(take), fields.element),
    text.element,
  );
}

/**
 * Creates the FEN field, the list of faults, and the button that accepts the position.
 * @param {ReturnType<typeof positionFields>} fields
 */
function fenField(fields) {
  const fen = h('input', { id: 'setup-fen', class: 'fen', autocomplete: 'off', spellcheck: false });
  const diagnostics = h('ul', { class: 'diagnostics', 'aria-live': 'polite' });
  const begin = () => {
    const found = inspectFen(fields.text());
    if (!found.fen || !startGame(found.fen)) return;
    dropDraft();
    store.set({ tab: 'analyze' });
  };
  const use = h('button', { type: 'button', class: 'button primary', text: t('setup.use'), onclick: begin });
  const check = () => {
    const written = fields.text();
    keepDraft(written);
    if (document.activeElement !== fen) fen.value = written;
    const { fen: proper, diagnostics: found } = inspectFen(written);
    diagnostics.replaceChildren(...found.map((diagnostic) => diagnosticRow(diagnostic, proper ? 'note' : 'fault')));
    if (found.length === 0) diagnostics.append(h('li', { class: 'fine' }, h('span', { text: t('setup.fine') })));
    use.disabled = !proper;
  };
  fen.addEventListener('keydown', (/** @type {KeyboardEvent} */ event) => event.stopPropagation());
  const whenRead = (/** @type {(position: string) => void} */ take) =>
    fen.addEventListener('input', () => {
      // An invalid FEN is shown as it is: its faults are named, and the board is left unchanged.
      const read = inspectFen(fen.value);
      if (fen.value.trim().split('/').length === 8) take(fen.value);
      if (read.fen) return;
      diagnostics.replaceChildren(...read.diagnostics.map((diagnostic) => diagnosticRow(diagnostic, 'fault')));
      use.disabled = true;
    });
  const label = h('label', { class: 'field grow', for: 'setup-fen' }, h('span', { text: 'FEN' }), fen);
  const copy = iconButton('copy', t('setup.copy'), () => copyText(fields.text(), t('setup.copied')));
  const row = h('div', { class: 'row' }, label, copy);
  return { element: h('section', { class: 'card', 'aria-label': 'FEN' }, row, diagnostics, use), check, whenRead };
}

/** Creates the palette of pieces and the eraser. */
function palette() {
  const view = h('div', { class: 'palette', role: 'radiogroup', 'aria-label': t('setup.palette') });
  for (const piece of [...PALETTE, '']) {
    const name = piece
      ? `${t(piece === piece.toUpperCase() ? 'white' : 'black')} ${t(`piece.${piece.toLowerCase()}`)}`
      : t('setup.eraser');
    view.append(
      h(
        'button',
        {
          type: 'button',
          class: 'palette-piece',
          role: 'radio',
          'data-piece': piece || 'none',
          'aria-label': name,
          title: name,
          onclick: () => choose(piece),
        },
        piece ? pieceSvg(piece) : icon('trash'),
      ),
    );
  }
  store.subscribe(
    ({ setup }) => setup?.piece,
    (chosen) => {
      for (const button of view.querySelectorAll('button'))
        button.setAttribute(
          'aria-checked',
          String(chosen === (button.dataset.piece === 'none' ? '' : button.dataset.piece)),
        );
    },
  );
  return view;
}

/** Creates the controls for the FEN fields after the piece placement. */
function positionFields() {
  const sides = [h('option', { value: 'w', text: t('White') }), h('option', { value: 'b', text: t('Black') })];
  const plain = { autocomplete: 'off', spellcheck: false };
  const turn = h('select', { id: 'setup-turn' }, ...sides);
  const castling = h('input', { id: 'setup-castling', ...plain, maxlength: 4, placeholder: 'KQkq' });
  const passant = h('input', { id: 'setup-passant', ...plain, maxlength: 2, placeholder: 'e3' });
  const half = h('input', { id: 'setup-half', type: 'number', min: 0, max: 150 });
  const full = h('input', { id: 'setup-full', type: 'number', min: 1, max: 5899 });
  const all = { turn, castling, passant, half, full };
  const labels = Object.entries(all).map(([name, input]) => {
    input.addEventListener('keydown', (event) => event.stopPropagation());
    return h('label', { class: 'field', for: input.id }, h('span', { text: t(`setup.${name}`) }), input);
  });
  return {
    element: h('div', { class: 'fields' }, ...labels),
    /** Returns the FEN of the position that is set up. */
    text: () => {
      const [rights, square] = [castling, passant].map((field) => field.value.trim() || '-');
      const placement = placementOf(store.get().setup?.pieces ?? []);
      return [placement, turn.value, rights, square, half.value || '0', full.value || '1'].join(' ');
    },
    /** Replaces the position that is set up with a FEN. @param {string} position */
    take: (position) => {
      const words = position.trim().split(/[\s_]+/);
      const [placement, side = 'w', rights = '-', square = '-', clock = '0', moves = '1'] = words;
      turn.value = side === 'b' ? 'b' : 'w';
      castling.value = rights === '-' ? '' : rights;
      passant.value = square === '-' ? '' : square;
      half.value = clock;
      full.value = moves;
      store.set({ setup: { piece: store.get().setup?.piece ?? 'P', pieces: piecesOf(placement) } });
    },
    /** @param {() => void} listener */
    whenChanged: (listener) => {
      for (const own of Object.values(all)) own.addEventListener('input', listener);
    },
  };
}

/**
 * Creates the choice of start positions: the standard one, an empty board, and those of Chess960.
 * @param {(fen: string) => void} take
 */
function starts(take) {
  const number = h('input', { id: 'setup-960', type: 'number', min: 0, max: 959, value: '518' });
  const start960 = () => {
    const value = Math.max(0, Math.min(959, Math.round(Number(number.value) || 0)));
    number.value = String(value);
    take(chess960Fen(value));
  };
  number.addEventListener('keydown', (/** @type {KeyboardEvent} */ event) => event.stopPropagation());
  number.addEventListener('change', start960);
  return h(
    'div',
    { class: 'row wrap' },
    h('button', { type: 'button', class: 'button', text: t('setup.start'), onclick: () => take(START_FEN) }),
    h('button', { type: 'button', class: 'button', text: t('play.here'), onclick: () => take(current().fen) }),
    h('button', { type: 'button', class: 'button', text: t('setup.empty'), onclick: () => take(EMPTY_FEN) }),
    h(
      'span',
      { class: 'inline-field' },
      h('label', { for: 'setup-960', text: t('setup.960') }),
      number,
      iconButton('dice', t('setup.random'), () => {
        number.value = String(Math.floor(Math.random() * 960));
        start960();
      }),
    ),
  );
}

/** @param {import('../rules.js').Diagnostic} diagnostic @param {'note' | 'fault'} severity */
const diagnosticRow = (diagnostic, severity) =>
  h(
    'li',
    { class: severity, 'data-kind': diagnostic.kind },
    icon(severity === 'note' ? 'help' : 'warning'),
    h('span', { text: diagnosticText(diagnostic) }),
  );

/** @param {string} piece */
function choose(piece) {
  const { setup } = store.get();
  if (setup) store.set({ setup: { ...setup, piece } });
}
