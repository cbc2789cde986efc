// The moves of the game, with variations, comments and marks: a tree of which only the changed
// parts are redrawn.

import { h, icon, iconButton, showSan, clockText } from '../dom.js';
import { goBack, goFirst, goLast, goNext, goTo, store } from '../chess-state.js';
import { annotationTools } from './annotate.js';
import { openFiles } from './games.js';
import { glyphText, markClass } from '../glyphs.js';
import { modeOf } from '../mode.js';
import { noteText } from '../rules.js';
import { t } from '../i18n.js';

/** @typedef {import('../tree.js').TreeNode} TreeNode */

/**
 * Creates the card with the moves of the game.
 * @param {import('../chess-state.js').Tab} tab the section that contains it
 */
export function movesView(tab) {
  const list = h('div', { class: 'moves', role: 'tree', 'aria-label': t('moves.label') });
  const empty = h(
    'div',
    { class: 'empty' },
    h('p', { text: t('moves.empty') }),
    h(
      'div',
      { class: 'starts' },
      iconButton('open', t('start.open'), () => openFiles(), { text: t('start.open'), class: 'button' }),
      iconButton('play', t('start.play'), () => store.set({ tab: 'play' }), { text: t('start.play'), class: 'button' }),
    ),
  );
  const tools = annotationTools();
  const view = h(
    'section',
    { class: 'card moves-card', 'aria-label': t('moves.label') },
    faultLine(),
    empty,
    list,
    tools,
  );
  const drawing = new ListDrawing(list);
  store.subscribe(
    (state) => (state.tab === tab ? [state.tree, state.version, state.pass.points, modeOf(state)] : [state.tab]),
    (_, state) => {
      if (state.tab !== tab) return;
      drawing.draw();
      const hasText = state.tree.json.nodes.length > 1 || Boolean(state.tree.root.comment);
      empty.hidden = hasText || modeOf(state) === 'play';
      list.hidden = !empty.hidden;
      mark(list);
    },
  );
  store.subscribe(
    ({ node }) => node,
    () => mark(list),
  );
  list.addEventListener('keydown', (/** @type {KeyboardEvent} */ event) => onKey(event, list));
  new ResizeObserver(() => mark(list)).observe(list);
  return view;
}

/**
 * Creates the line that states the first error in the text of the game. A click shows all
 * diagnostics in the section Games.
 */
function faultLine() {
  const text = h('button', { type: 'button', class: 'link-button', onclick: () => store.set({ tab: 'games' }) });
  const line = h('p', { class: 'fault-line', role: 'status' }, icon('warning'), text);
  store.subscribe(
    ({ notes }) => notes,
    (notes) => {
      const fault = notes.find(({ severity }) => severity === 'error');
      line.hidden = !fault;
      text.textContent = fault ? noteText(fault) : '';
    },
  );
  return line;
}

/**
 * Handles keys. The up and down arrows step through the moves in written order; the page handles
 * the left and right arrows.
 * @param {KeyboardEvent} event
 * @param {HTMLElement} list
 */
function onKey(event, list) {
  const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (!by) return;
  const moves = /** @type {HTMLElement[]} */ ([...list.querySelectorAll('.move')]);
  const next = moves[moves.indexOf(/** @type {HTMLElement} */ (document.activeElement)) + by];
  event.preventDefault();
  event.stopPropagation();
  if (!next) return;
  next.focus();
  goTo(Number(next.dataset.node));
}

/** Marks the current move and makes it the only focusable one. @param {HTMLElement} list */
function mark(list) {
  const { node } = store.get();
  const hadFocus = list.contains(document.activeElement);
  for (const old of list.querySelectorAll('[aria-current]')) old.removeAttribute('aria-current');
  for (const old of list.querySelectorAll('.move[tabindex="0"]')) old.setAttribute('tabindex', '-1');
  const own = list.querySelector(`[data-node="${node}"]`);
  (own ?? list.querySelector('.move'))?.setAttribute('tabindex', '0');
  own?.setAttribute('aria-current', 'true');
  if (!(own instanceof HTMLElement)) {
    list.scrollTop = 0;
    return;
  }
  if (hadFocus) own.focus({ preventScroll: true });
  // Only the list scrolls, never the page.
  const [top, bottom] = [own.offsetTop - 40, own.offsetTop + own.offsetHeight + 40 - list.clientHeight];
  if (list.scrollTop > top) list.scrollTop = top;
  else if (list.scrollTop < bottom) list.scrollTop = bottom;
  // Deep variations are wider than the list.
  const [left, right] = [own.offsetLeft - 40, own.offsetLeft + own.offsetWidth + 8 - list.clientWidth];
  if (list.scrollLeft > left) list.scrollLeft = Math.max(0, left);
  else if (list.scrollLeft < right) list.scrollLeft = right;
}

/** The elements of a list of moves. They are reused as long as their content stays the same. */
class ListDrawing {
  /** @type {Map<string, {look: string, element: HTMLElement}>} */
  #elements = new Map();
  /**
   * @type {Map<string, {look: string, element: HTMLElement}>} the elements of the previous drawing
   */
  #before = new Map();

  /** @param {HTMLElement} list */
  constructor(list) {
    this.list = list;
  }

  draw() {
    const { tree } = store.get();
    this.#before = this.#elements;
    this.#elements = new Map();
    const main = this.#element('main', '', () => h('div', { class: 'line main', role: 'none' }));
    /** @typedef {{line: HTMLElement, children: Node[]}} Line */
    /** @type {Line[]} */
    const stack = [{ line: main, children: [] }];
    const lines = [...stack];
    let opened = 0;
    for (const token of tree.tokens()) {
      const { children } = stack[stack.length - 1];
      if (token.kind === 'open') {
        const depth = Math.min(stack.length, 4);
        const variation = { class: 'line variation', role: 'none', 'data-depth': depth };
        const line = this.#element(`line ${++opened}`, String(depth), () => h('div', variation));
        children.push(line);
        stack.push({ line, children: [] });
        lines.push(stack[stack.length - 1]);
      } else if (token.kind === 'close') stack.pop();
      else if (token.kind === 'comment') children.push(this.#comment(token, stack.length));
      else children.push(this.#move(token, stack.length));
    }
    const { result } = tree.json;
    const shown = result.replaceAll('1/2', '½').replace('-', '–');
    if (result !== '*')
      lines[0].children.push(this.#element('result', result, () => h('span', { class: 'result', text: shown })));
    for (const { line, children } of lines) putChildren(line, children);
    putChildren(this.list, [main]);
  }

  /**
   * Returns the element of the previous drawing if it looks the same, otherwise a new one.
   * @param {string} key
   * @param {string} look
   * @param {() => HTMLElement} make
   */
  #element(key, look, make) {
    const old = this.#before.get(key);
    const kept = old?.look === look ? old : { look, element: make() };
    this.#elements.set(key, kept);
    return kept.element;
  }

  /**
   * @param {Extract<import('../tree.js').MoveToken, {kind: 'comment'}>} token
   * @param {number} depth
   */
  #comment({ node, text, isBefore }, depth) {
    const name = depth === 1 ? 'comment block' : 'comment';
    return this.#element(`comment ${node.id} ${isBefore}`, name + text, () => h('span', { class: name, text }));
  }

  /**
   * @param {Extract<import('../tree.js').MoveToken, {kind: 'move'}>} token
   * @param {number} depth
   */
  #move({ node, number }, depth) {
    const point = store.get().pass.points.get(node.id);
    const look = JSON.stringify([number, node.san, node.nags, node.clock, point?.mark, point?.loss, depth]);
    return this.#element(`move ${node.id}`, look, () => moveButton(node, number, point, depth));
  }
}

/**
 * Makes nodes the only children of an element. Nodes that are already in place stay there.
 * @param {HTMLElement} parent
 * @param {Node[]} children
 */
function putChildren(parent, children) {
  // Removes missing nodes first, so that all others are already in place.
  const kept = new Set(children);
  for (const old of [...parent.childNodes]) if (!kept.has(old)) old.remove();
  let at = parent.firstChild;
  for (const child of children) {
    if (child === at) at = at.nextSibling;
    else parent.insertBefore(child, at);
  }
}

/**
 * @param {TreeNode} node
 * @param {string} number
 * @param {import('../chess-state.js').GraphPoint | undefined} point
 * @param {number} level
 */
function moveButton(node, number, point, level) {
  const nags = glyphText(node.nags ?? []);
  const judged = point?.mark && !/[?!]/.test(nags) ? point.mark : '';
  return h(
    'button',
    {
      type: 'button',
      class: `move ${markClass(judged || nags)}`,
      'data-node': node.id,
      role: 'treeitem',
      tabindex: -1,
      'aria-level': level,
      title: point?.mark
        ? t('pass.loss', { loss: Math.round(point.loss / 10) })
        : node.clock === undefined
          ? null
          : clockText(node.clock),
      onclick: () => goTo(node.id),
    },
    number ? h('span', { class: 'number', text: number }) : null,
    showSan(node.san),
    h('span', { class: 'nag', text: nags + judged }),
  );
}

/** Creates the buttons, below the board, for stepping through the moves. */
export function moveControls() {
  const input = h('input', {
    class: 'type-move',
    placeholder: t('moves.type'),
    'aria-label': t('moves.type'),
    autocomplete: 'off',
    spellcheck: false,
    enterkeyhint: 'go',
    autocapitalize: 'off',
  });
  const form = h('form', { class: 'type-form' }, input);
  return {
    form,
    input,
    element: h(
      'div',
      { class: 'steps', role: 'toolbar', 'aria-label': t('moves.steps') },
      iconButton('first', t('step.first'), goFirst),
      iconButton('prev', t('step.back'), goBack),
      iconButton('next', t('step.next'), goNext),
      iconButton('last', t('step.last'), goLast),
    ),
  };
}
