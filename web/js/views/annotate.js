// Editing the current move: marks, comment, arrows, order of variations, deletion.

import { announce, h, icon, iconButton, showSan } from '../dom.js';
import { edit, redo, store, undo } from '../chess-state.js';
import { isAllowed } from '../mode.js';
import { GLYPHS } from '../glyphs.js';
import { numbered } from '../tree.js';
import { bindText } from '../typing.js';
import { sayMove, t } from '../i18n.js';

export function annotationTools() {
  const title = h('span', { class: 'tools-title' });
  const { box, node: commented } = commentBox();
  const marks = markButtons();
  const brushes = brushButtons();
  const order = orderButtons();
  const details = h(
    'details',
    { class: 'annotate' },
    h('summary', {}, icon('pen'), title),
    marks,
    box,
    h('div', { class: 'row' }, brushes, h('span', { class: 'spacer' }), ...order),
  );
  details.addEventListener('toggle', () => {
    if (!details.open) endDrawing();
  });
  store.subscribe((state) => [state.tab, isAllowed('annotate', state)], endDrawing);
  // While a comment is typed, the title is that of its move.
  const drawTitle = () => {
    const { tree } = store.get();
    const own = tree.node(commented());
    title.replaceChildren(
      ...(own.parent === null
        ? [t('annotate.start')]
        : [`${t('annotate.move')} `, showSan(numbered(tree.node(own.parent).fen, own.san))]),
    );
  };
  for (const name of ['focus', 'blur']) box.addEventListener(name, drawTitle);
  store.subscribe(
    (state) => [state.tree, state.node, state.version, isAllowed('annotate', state)],
    (_, state) => {
      details.hidden = !isAllowed('annotate', state);
      drawTitle();
    },
  );
  return details;
}

/** Creates the comment box. Returns it with the move whose comment it shows. */
function commentBox() {
  const box = h('textarea', {
    class: 'comment-box',
    rows: 2,
    placeholder: t('comment.placeholder'),
    'aria-label': t('comment.label'),
  });
  const node = bindText(box, {
    read: ({ tree, node: own }) => tree.node(own).comment ?? '',
    write: setComment,
  });
  box.addEventListener('keydown', (/** @type {KeyboardEvent} */ event) => {
    if (event.key === 'Escape' || (event.key === 'Enter' && (event.ctrlKey || event.metaKey))) box.blur();
    event.stopPropagation();
  });
  return { box, node };
}

function markButtons() {
  const marks = h('div', { class: 'marks', role: 'group', 'aria-label': t('nag.label') });
  for (const [nag, glyph] of Object.entries(GLYPHS)) {
    marks.append(
      h('button', {
        type: 'button',
        class: 'mark',
        'data-nag': nag,
        text: glyph,
        title: t(`nag.${nag}`),
        'aria-label': t(`nag.${nag}`),
        'aria-pressed': 'false',
        onclick: () => toggleNag(Number(nag)),
      }),
    );
  }
  store.subscribe(
    ({ tree, node }) => [tree, node],
    () => {
      const { tree, node } = store.get();
      const own = tree.node(node);
      for (const button of marks.querySelectorAll('button')) {
        button.setAttribute('aria-pressed', String((own.nags ?? []).includes(Number(button.getAttribute('data-nag')))));
        button.disabled = own.parent === null;
      }
    },
  );
  return marks;
}

/** Creates the buttons to reorder variations, delete moves, undo and redo. */
function orderButtons() {
  const promote = iconButton('up', t('variation.promote'), () => {
    const { tree, node } = store.get();
    edit('annotate', (game) => game.promote(tree.variationStart(node)));
  });
  const main = iconButton('star', t('variation.main'), () =>
    edit('annotate', (game) => game.makeMainLine(store.get().node)),
  );
  const remove = iconButton('trash', t('variation.delete'), deleteMove);
  const back = iconButton('undo', t('undo'), undo);
  const forth = iconButton('redo', t('redo'), redo);
  store.subscribe(
    ({ tree, node, canUndo, canRedo }) => [tree, node, canUndo, canRedo],
    () => {
      const { tree, node, canUndo, canRedo } = store.get();
      promote.disabled = main.disabled = tree.isMainLine(node);
      remove.disabled = tree.node(node).parent === null;
      back.disabled = !canUndo;
      forth.disabled = !canRedo;
    },
  );
  return [promote, main, remove, back, forth];
}

/**
 * Creates the buttons that choose the color with which the primary mouse button or a finger draws.
 * The secondary mouse button always draws.
 */
function brushButtons() {
  const group = h('div', { class: 'brushes', role: 'group', 'aria-label': t('brush.label') });
  for (const color of ['G', 'R', 'B', 'Y']) {
    group.append(
      h('button', {
        type: 'button',
        class: `brush brush-${color}`,
        'data-brush': color,
        'aria-label': t(`brush.${color}`),
        title: t(`brush.${color}`),
        'aria-pressed': 'false',
        onclick: () => store.set({ brush: store.get().brush === color ? '' : color }),
      }),
    );
  }
  store.subscribe(
    ({ brush }) => brush,
    (brush) => {
      for (const button of group.querySelectorAll('button'))
        button.setAttribute('aria-pressed', String(button.dataset.brush === brush));
    },
  );
  return group;
}

/** Ends drawing with the primary button. */
export function endDrawing() {
  if (store.get().brush) store.set({ brush: '' });
}

/** @param {number} nag */
function toggleNag(nag) {
  const { tree, node } = store.get();
  const own = tree.node(node).nags ?? [];
  const rest = own.filter((other) => other !== nag && (nag > 6 || other > 6));
  edit('annotate', (game) =>
    game.setNags(node, new Uint8Array((own.includes(nag) ? rest : [...rest, nag]).sort((a, b) => a - b))),
  );
}

/**
 * Sets the comment of a move. Changes for the same target are undone in one step.
 * @param {{node: number}} target
 * @param {string} text
 */
function setComment(target, text) {
  const { node } = target;
  const { tree } = store.get();
  if (tree.has(node) && text !== (tree.node(node).comment ?? ''))
    edit('annotate', (game) => game.setComment(node, text), undefined, target);
}

/** Deletes the current move and everything after it. */
export function deleteMove() {
  const { tree, node } = store.get();
  const { parent, san } = tree.node(node);
  if (parent === null) return;
  if (
    edit(
      'annotate',
      (game) => {
        game.delete(node);
        return true;
      },
      () => ({ node: parent }),
    )
  )
    announce(t('variation.deleted', { san: sayMove(san) }));
}
