// The moves of the game, with variations, comments and marks; and the tools to change them.

import { h, icon, iconButton, showSan, announce, clockText } from '../dom.js';
import { edit, goBack, goFirst, goLast, goNext, goTo, store, undo } from '../chess-state.js';
import { numbered } from '../tree.js';
import { t } from '../i18n.js';

/** The annotation glyphs: the six of a move, and those of a position. */
const GLYPHS = Object.freeze({
  1: '!', 2: '?', 3: '!!', 4: '??', 5: '!?', 6: '?!', 7: '□', 10: '=', 13: '∞', 14: '+=', 15: '=+', 16: '±', 17: '∓', 18: '+−', 19: '−+',
  22: '⊙', 36: '↑', 40: '→', 44: '=∞', 132: '⇆', 146: 'N',
});

/** The glyphs as text. @param {number[]} nags */
const glyphs = (nags) => nags.map((nag) => GLYPHS[/** @type {1} */ (nag)] ?? ` $${nag}`).join('');

/** @param {string} mark */
const markClass = (mark) => ({ '??': 'blunder', '?': 'mistake', '?!': 'inaccuracy', '!': 'good', '!!': 'good' }[mark] ?? '');

export function movesView() {
  const list = h('div', { class: 'moves', role: 'tree', 'aria-label': t('moves.label') });
  const empty = h('p', { class: 'empty', text: t('moves.empty') });
  const tools = annotationTools();
  const view = h('section', { class: 'card moves-card', 'aria-label': t('moves.label') }, empty, list, tools);
  store.subscribe(({ tree, version, pass }) => [tree, version, pass.points], () => {
    const { tree } = store.get();
    list.replaceChildren(...draw());
    empty.hidden = tree.json.nodes.length > 1 || Boolean(tree.root.comment);
    list.hidden = !empty.hidden;
    mark(list);
  });
  store.subscribe(({ node }) => node, () => mark(list));
  new ResizeObserver(() => mark(list)).observe(list);
  return view;
}

/** @param {HTMLElement} list */
function mark(list) {
  const { node } = store.get();
  for (const old of list.querySelectorAll('[aria-current]')) old.removeAttribute('aria-current');
  const own = list.querySelector(`[data-node="${node}"]`);
  own?.setAttribute('aria-current', 'true');
  if (!(own instanceof HTMLElement)) {
    list.scrollTop = 0;
    return;
  }
  // Only the list scrolls, never the page.
  const [top, bottom] = [own.offsetTop - 40, own.offsetTop + own.offsetHeight + 40 - list.clientHeight];
  if (list.scrollTop > top) list.scrollTop = top;
  else if (list.scrollTop < bottom) list.scrollTop = bottom;
}

/** @returns {Node[]} */
function draw() {
  const { tree, pass: { points } } = store.get();
  /** @type {HTMLElement[]} */
  const stack = [h('div', { class: 'line main' })];
  for (const token of tree.tokens()) {
    const line = stack[stack.length - 1];
    if (token.kind === 'open') {
      const inner = h('div', { class: 'line variation', 'data-depth': Math.min(stack.length, 4) });
      line.append(inner);
      stack.push(inner);
    } else if (token.kind === 'close') stack.pop();
    else if (token.kind === 'comment') {
      line.append(h('span', { class: stack.length === 1 ? 'comment block' : 'comment', text: token.text }));
    } else line.append(moveButton(token.node, token.number, points.get(token.node.id)));
  }
  const { result } = tree.json;
  if (result !== '*') stack[0].append(h('span', { class: 'result', text: result.replaceAll('1/2', '½').replace('-', '–') }));
  return [stack[0]];
}

/**
 * @param {import('../tree.js').TreeNode} node
 * @param {string} number
 * @param {import('../chess-state.js').GraphPoint | undefined} point
 */
function moveButton(node, number, point) {
  const nags = glyphs(node.nags ?? []);
  const judged = point?.mark && !/[?!]/.test(nags) ? point.mark : '';
  return h('button', {
    type: 'button', class: `move ${markClass(judged || nags)}`, 'data-node': node.id, role: 'treeitem', tabindex: -1,
    title: point?.mark ? t('pass.loss', { loss: Math.round(point.loss / 10) }) : node.clock === undefined ? null : clockText(node.clock),
    onclick: () => goTo(node.id),
  }, number ? h('span', { class: 'number', text: number }) : null, showSan(node.san), h('span', { class: 'nag', text: nags + judged }));
}

/** The buttons below the board. */
export function moveControls() {
  const input = h('input', {
    class: 'type-move', placeholder: t('moves.type'), 'aria-label': t('moves.type'), autocomplete: 'off', spellcheck: false,
    enterkeyhint: 'go', autocapitalize: 'off',
  });
  const form = h('form', { class: 'type-form' }, input);
  return {
    form, input,
    element: h('div', { class: 'steps', role: 'toolbar', 'aria-label': t('moves.steps') },
      iconButton('first', t('step.first'), goFirst), iconButton('prev', t('step.back'), goBack),
      iconButton('next', t('step.next'), goNext), iconButton('last', t('step.last'), goLast)),
  };
}

/** Marks, comment, order of variations, and deleting of the current move. */
function annotationTools() {
  const title = h('span', { class: 'tools-title' });
  const comment = h('textarea', { class: 'comment-box', rows: 2, placeholder: t('comment.placeholder'), 'aria-label': t('comment.label') });
  const marks = h('div', { class: 'marks', role: 'group', 'aria-label': t('nag.label') });
  for (const [nag, glyph] of Object.entries(GLYPHS)) {
    marks.append(h('button', {
      type: 'button', class: 'mark', 'data-nag': nag, text: glyph, title: t(`nag.${nag}`), 'aria-label': t(`nag.${nag}`),
      'aria-pressed': 'false', onclick: () => toggleNag(Number(nag)),
    }));
  }
  comment.addEventListener('change', () => setComment(comment.value));
  comment.addEventListener('keydown', (/** @type {KeyboardEvent} */ event) => {
    if (event.key === 'Escape' || (event.key === 'Enter' && (event.ctrlKey || event.metaKey))) comment.blur();
    event.stopPropagation();
  });
  const promote = iconButton('up', t('variation.promote'), () => {
    const { tree, node } = store.get();
    edit((game) => game.promote(tree.variationStart(node)));
  });
  const main = iconButton('star', t('variation.main'), () => edit((game) => game.makeMainLine(store.get().node)));
  const remove = iconButton('trash', t('variation.delete'), deleteMove);
  const back = iconButton('undo', t('undo'), undo);
  const brushes = brushButtons();
  const details = h('details', { class: 'annotate' },
    h('summary', {}, icon('pen'), title),
    marks, comment, h('div', { class: 'row' }, brushes, h('span', { class: 'spacer' }), promote, main, remove, back));
  store.subscribe(({ tree, node, canUndo, version, brush }) => [tree, node, canUndo, version, brush], () => {
    const { tree, node, canUndo, brush } = store.get();
    const own = tree.node(node);
    title.replaceChildren(...own.parent === null ? [t('annotate.start')]
      : [`${t('annotate.move')} `, showSan(numbered(tree.node(own.parent).fen, own.san))]);
    if (document.activeElement !== comment) comment.value = own.comment ?? '';
    for (const button of marks.children) {
      button.setAttribute('aria-pressed', String((own.nags ?? []).includes(Number(button.getAttribute('data-nag')))));
      button.disabled = own.parent === null;
    }
    promote.disabled = main.disabled = tree.isMainLine(node);
    remove.disabled = own.parent === null;
    back.disabled = !canUndo;
    for (const button of brushes.children) button.setAttribute('aria-pressed', String(button.dataset.brush === brush));
  });
  return details;
}

/** Colors to draw with the first button or a finger; the second button of a mouse always draws. */
function brushButtons() {
  const group = h('div', { class: 'brushes', role: 'group', 'aria-label': t('brush.label') });
  for (const color of ['G', 'R', 'B', 'Y']) {
    group.append(h('button', {
      type: 'button', class: `brush brush-${color}`, 'data-brush': color, 'aria-label': t(`brush.${color}`), title: t(`brush.${color}`),
      'aria-pressed': 'false', onclick: () => store.set({ brush: store.get().brush === color ? '' : color }),
    }));
  }
  return group;
}

/** @param {number} nag */
function toggleNag(nag) {
  const { tree, node } = store.get();
  const own = tree.node(node).nags ?? [];
  const rest = own.filter((other) => other !== nag && (nag > 6 || other > 6));
  edit((game) => game.setNags(node, new Uint8Array((own.includes(nag) ? rest : [...rest, nag]).sort((a, b) => a - b))));
}

/** @param {string} text */
function setComment(text) {
  const { tree, node } = store.get();
  if (text !== (tree.node(node).comment ?? '')) edit((game) => game.setComment(node, text));
}

/** Deletes the current move with all that follows. */
export function deleteMove() {
  const { tree, node } = store.get();
  const { parent, san } = tree.node(node);
  if (parent === null) return;
  edit((game) => game.delete(node), () => ({ node: parent }));
  announce(t('variation.deleted', { san }));
}
