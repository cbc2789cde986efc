// The engine: a switch, its lines, and its state.

import { h, iconButton } from '../dom.js';
import { current, openingName, playLine, sanLine, store } from '../chess-state.js';
import { chooseEngine, isReplaced, lacksThreat, setLines, toggleEngine, toggleThreat } from '../analysis.js';
import { drawLineMoves } from './line-moves.js';
import { previewOnMove, setPreview } from './preview.js';
import { positionInfo } from '../rules.js';
import { isAllowed } from '../mode.js';
import { expected, expectedOfComment, expectedOfEvaluation } from '../chances.js';
import { scoreText, whiteScore } from '../uci.js';
import { formatCount, formatNumber, t } from '../i18n.js';

/** Maximum number of moves shown per line. */
const LONGEST = 14;

export function enginePanel() {
  const parts = engineHead();
  const lines = linesView();
  const opening = h('p', { class: 'opening' });
  const choice = engineChoice();
  store.subscribe(
    ({ engine: own, evaluation, tree, node }) => [own, evaluation, tree, node],
    () => {
      const { engine: own, evaluation, tree, node } = store.get();
      parts.draw(own, evaluation);
      const isOwn = isReplaced();
      const shown = choice.querySelector(`[value=${OWN_ENGINE}]`);
      if (!isOwn) shown?.remove();
      else if (!shown) choice.append(h('option', { value: OWN_ENGINE, text: t('engine.own'), disabled: true }));
      choice.value = isOwn ? OWN_ENGINE : String(store.get().engineNumber);
      const name = openingOf(tree.path(node));
      const known = name ? `${name.eco} ${name.name}` : node === tree.root.id ? openingName() : '';
      opening.textContent = [titleOf(tree), known].filter(Boolean).join(' · ');
      opening.hidden = !opening.textContent;
    },
  );
  return h('section', { class: 'card engine', 'aria-label': t('engine.label') }, parts.element, choice, lines, opening);
}

/** Positions have opening names only within this number of plies from the start of a game. */
const OPENING_PLIES = 60;

/**
 * Returns the last opening name among the nodes of a path.
 * @param {import('../tree.js').TreeNode[]} path
 */
function openingOf(path) {
  for (const { fen } of path.slice(0, OPENING_PLIES).reverse()) {
    const { opening } = positionInfo(fen);
    if (opening) return opening;
  }
  return null;
}

/**
 * Returns the name of a game without players, such as the chapter of a study.
 * @param {import('../tree.js').Tree} tree
 */
function titleOf(tree) {
  const isKnown = (/** @type {string} */ name) => !/^[?]?$/.test(tree.tag(name));
  return !isKnown('White') && !isKnown('Black') && isKnown('Event') ? tree.tag('Event') : '';
}

/**
 * Creates the head of the panel: switch, score, name and speed, threat button, and number of lines.
 */
function engineHead() {
  const toggle = h(
    'button',
    {
      type: 'button',
      class: 'switch',
      role: 'switch',
      'aria-checked': 'false',
      'aria-label': t('engine.switch'),
      onclick: () => toggleEngine(),
    },
    h('span', { class: 'knob' }),
  );
  // Not a live region: the evaluation is announced on request.
  const score = h('span', { class: 'score' });
  const about = h('span', { class: 'engine-about' });
  const threat = iconButton('threat', t('engine.threat'), toggleThreat, { 'aria-pressed': 'false' });
  const stepper = lineStepper();
  /**
   * @param {import('../chess-state.js').PageState['engine']} own
   * @param {import('../chess-state.js').Evaluation | null} evaluation
   */
  const draw = (own, evaluation) => {
    toggle.setAttribute('aria-checked', String(own.isOn));
    threat.setAttribute('aria-pressed', String(own.threat));
    stepper.draw(own.lines);
    const isOver = Boolean(positionInfo(current().fen).outcome);
    const best = evaluation?.lines[0];
    const shown = best?.score && evaluation ? scoreText(whiteScore(best.score, evaluation.isWhite)) : '';
    score.textContent = shown || '…';
    score.hidden = !own.isOn || isOver || lacksThreat(store.get());
    about.replaceChildren(...describe(own, best, isOver));
    about.classList.toggle('error', own.state?.status === 'failed');
  };
  const parts = [toggle, score, about, h('span', { class: 'spacer' }), threat, stepper.element];
  return { element: h('div', { class: 'engine-head' }, ...parts), draw };
}

/** The maximum number of lines shown. */
const MOST_LINES = 5;

/** Creates the control for the number of lines. */
function lineStepper() {
  const button = (/** @type {string} */ text, /** @type {string} */ label, /** @type {number} */ by) =>
    h('button', {
      type: 'button',
      class: 'small-button',
      text,
      'aria-label': label,
      onclick: () => setLines(Math.max(1, Math.min(MOST_LINES, store.get().engine.lines + by))),
    });
  const [less, more] = [button('−', t('engine.fewer'), -1), button('+', t('engine.more'), 1)];
  const count = h('span', { class: 'line-count' });
  const group = { class: 'stepper', role: 'group', 'aria-label': t('engine.lineCount') };
  const draw = (/** @type {number} */ lines) => {
    count.textContent = String(lines);
    less.disabled = lines <= 1;
    more.disabled = lines >= MOST_LINES;
  };
  return { element: h('span', group, less, count, more), draw };
}

/** The value of the choice while the page's own engine replaces the chosen one. */
const OWN_ENGINE = 'own';

/** Creates the control that chooses among the server's engines. */
function engineChoice() {
  const choice = h('select', {
    class: 'engine-choice',
    'aria-label': t('engine.choice'),
    onchange: () => chooseEngine(Number(choice.value)),
  });
  store.subscribe(
    ({ server }) => server?.engines,
    (engines = []) => {
      choice.hidden = engines.length < 2;
      choice.replaceChildren(...engines.map((name, value) => h('option', { value, text: name })));
    },
  );
  return choice;
}

/**
 * Creates the list of engine lines. Hovering over or focusing a move previews the position after
 * it.
 */
function linesView() {
  const lines = h('ol', {
    class: 'engine-lines',
    'aria-label': t('engine.lines'),
    tabIndex: -1,
  });
  // A click counts only if the pointer is pressed and released on the same button.
  let isPressed = false;
  let drawn = '';
  const draw = () => {
    const { engine: own, evaluation, version } = store.get();
    lines.hidden = !own.isOn;
    const wanted = own.isOn
      ? JSON.stringify([
          own.lines,
          own.threat,
          version,
          current().fen,
          evaluation?.fen,
          evaluation?.lines.map(({ pv, score }) => [pv.slice(0, LONGEST), score]),
        ])
      : '';
    if (isPressed || wanted === drawn) return;
    drawn = wanted;
    const hadFocus = lines.contains(document.activeElement);
    drawRows(lines);
    if (hadFocus && !lines.contains(document.activeElement)) lines.focus({ preventScroll: true });
  };
  lines.addEventListener('pointerdown', () => {
    isPressed = true;
  });
  for (const name of ['pointerup', 'pointercancel'])
    addEventListener(name, () => {
      if (isPressed)
        setTimeout(() => {
          isPressed = false;
          draw();
        });
    });
  // The pointer must move: a list that is redrawn below a resting pointer shows no preview.
  previewOnMove(lines);
  store.subscribe(({ engine: own, evaluation, tree, node }) => [own, evaluation, tree, node], draw);
  return lines;
}

/**
 * @param {import('../chess-state.js').PageState['engine']} own
 * @param {import('../uci.js').UciInfo | undefined} best
 * @param {boolean} isOver set if the position ends the game
 * @returns {(Node | string)[]}
 */
function describe(own, best, isOver) {
  const { state } = own;
  if (!own.isOn) return [h('span', { class: 'engine-name', text: t('engine.off') })];
  if (isOver) return [h('span', { class: 'engine-name', text: t('engine.over') })];
  if (state?.status === 'failed') return [t('engine.failed', { reason: state.message })];
  if (!state || state.status === 'opening') return [t('engine.opening')];
  const where = state.kind === 'server' ? t('engine.server') : t('engine.threads', { count: state.threads });
  const name = h('span', { class: 'engine-name', text: state.name || 'Reynard', title: where });
  if (!best) return [name, h('span', { class: 'engine-facts', text: where })];
  const speed = t('engine.facts', { depth: best.depth, speed: formatCount(best.nps), nodes: formatCount(best.nodes) });
  return [name, h('span', { class: 'engine-facts', text: speed, title: where })];
}

/**
 * Returns the contents of the list: a sentence, or engine lines, which are missing at first.
 * @returns {(string | import('../uci.js').UciInfo | undefined)[]}
 */
function rows() {
  const { engine: own, evaluation } = store.get();
  if (!own.isOn) return [];
  const { outcome: end, moves } = positionInfo(current().fen);
  if (end) return [t(`outcome.${end.name}`, { winner: end.result === '1-0' ? t('White') : t('Black') })];
  if (lacksThreat(store.get())) return [t('engine.noThreat')];
  const { length: most } = own.threat && evaluation ? positionInfo(evaluation.fen).moves : moves;
  return Array.from({ length: Math.min(own.lines, most) }, (_, i) => evaluation?.lines[i]);
}

/** @param {HTMLElement} list */
function drawRows(list) {
  const { engine: own, evaluation } = store.get();
  const shown = rows();
  for (const rest of [...list.children].slice(shown.length)) rest.remove();
  shown.forEach((row, i) => {
    const item = list.children[i] ?? list.appendChild(h('li'));
    if (typeof row === 'string') {
      item.className = 'engine-line quiet';
      item.textContent = row;
    } else if (row && evaluation) drawLine(item, row, evaluation, own.threat);
    else {
      item.className = 'engine-line waiting';
      item.replaceChildren(h('span', { class: 'line-score', text: '·' }));
    }
  });
}

/**
 * Draws an engine line. The elements of the row stay.
 * @param {Element} item
 * @param {import('../uci.js').UciInfo} line
 * @param {import('../chess-state.js').Evaluation} evaluation
 * @param {boolean} isThreat
 */
function drawLine(item, line, evaluation, isThreat) {
  const white = line.score ? whiteScore(line.score, evaluation.isWhite) : { cp: 0 };
  const isWhiteBetter = 'mate' in white ? white.mate > 0 : white.cp >= 0;
  const text = item.querySelector('.line-moves') ?? h('span', { class: 'line-moves' });
  const score = h('span', {
    class: isWhiteBetter ? 'line-score white' : 'line-score black',
    text: scoreText(white),
    title: t('engine.chance', { percent: formatNumber(Math.round(expected(line) / 10)) }),
  });
  if (text.parentElement) item.firstElementChild?.replaceWith(score);
  else item.replaceChildren(score, text);
  item.className = 'engine-line';
  const moves = sanLine(evaluation.fen, line.pv.slice(0, LONGEST));
  drawLineMoves(text, evaluation.fen, moves, (button, i) => {
    const uci = moves.slice(0, i + 1).map((own) => own.uci);
    button.disabled = isThreat;
    button.onclick = () => playLine(uci);
    setPreview(button, isThreat ? null : { source: 'engine', moves: uci, fen: moves[i].fen });
  });
}

/** Sets up the evaluation bar beside the board. @param {HTMLElement} bar */
export function evaluationBar(bar) {
  const fill = h('div', { class: 'bar-fill' });
  const label = h('span', { class: 'bar-label' });
  let white = 500;
  bar.append(fill, label);
  store.subscribe(
    ({ evaluation, engine, pass, node, orientation, tree, play, setup, drill, tab }) => [
      evaluation,
      engine.isOn,
      engine.threat,
      engine.state?.status === 'failed',
      pass.points,
      node,
      orientation,
      tree,
      play,
      setup,
      drill,
      tab,
    ],
    (_, state) => {
      const { evaluation, engine, pass, node, orientation, tree } = state;
      const mayEvaluate = isAllowed('evaluate', state);
      const line = evaluation?.lines[0];
      const own = tree.node(node);
      const point = pass.points.get(node);
      let text = '';
      const outcome = positionInfo(own.fen).outcome;
      const searched = engine.isOn && !engine.threat ? expectedOfEvaluation(evaluation) : null;
      if (outcome) white = { '1-0': 1000, '0-1': 0 }[outcome.result] ?? 500;
      else if (searched !== null && line?.score) {
        white = searched;
        text = scoreText(whiteScore(line.score, evaluation?.isWhite ?? true));
      } else if (point) {
        white = point.expected;
        text = point.score ? scoreText(point.score) : '';
      } else if (own.eval) white = expectedOfComment(own.eval);
      // Between a step and the first line, the bar keeps its value.
      else if (mayEvaluate && engine.isOn && !engine.threat && engine.state?.status !== 'failed')
        text = label.textContent ?? '';
      else white = 500;
      bar.classList.toggle('unused', !mayEvaluate || !(engine.isOn || point || own.eval || outcome));
      fill.style.setProperty('--white', `${white / 10}%`);
      bar.classList.toggle('flipped', orientation === 'black');
      bar.classList.toggle('high', white >= 500);
      // The color shows the side; there is no room for a sign.
      label.textContent = text.replace(/[+−]/, '').replace(/^\d+\.\d+$/, (pawns) => Number(pawns).toFixed(1));
      bar.setAttribute('aria-label', t('engine.bar', { percent: Math.round(white / 10) }));
    },
  );
}
