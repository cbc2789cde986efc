// The graph of the expected score, from an engine pass over all positions of the game.

import { clockText, h, iconButton, setButtonText, showSan, toast } from '../dom.js';
import { svg } from '../board-draw.js';
import { goTo, playLine, sanLine, store } from '../chess-state.js';
import { betterLine, keepMarks, markedPgn, passNodes, passOverGame } from '../analysis.js';
import { gameFacts } from '../learn/game-facts.js';
import { factSentence } from '../learn/facts.js';
import { startGameDrill } from '../learn/drill.js';
import { addAnalyzed } from '../learn/notebook.js';
import { sentence } from '../sentence.js';
import { goToMistake, markedMoves } from '../mistakes.js';
import { isAllowed } from '../mode.js';
import { THRESHOLDS, accuracy, expectedOfComment } from '../chances.js';
import { isWhiteToMove, numbered } from '../tree.js';
import { drawTimes, hasTimes } from './move-times.js';
import { formatNumber, t } from '../i18n.js';

const [WIDTH, HEIGHT] = [600, 110];
/** Height of the part of the graph that shows the move times. */
const TIMES_HEIGHT = 40;
const COLORS = { '??': 'blunder', '?': 'mistake', '?!': 'inaccuracy' };

export function graphView() {
  const { slider, draw } = graphSlider();
  const run = iconButton('graph', t('pass.run'), passOverGame, { text: t('pass.run'), class: 'button primary' });
  const keep = iconButton('save', t('pass.keep'), keepMarks, { text: t('pass.keep'), class: 'button' });
  const [retry, note] = [
    iconButton('undo', t('mistake.retry'), tryAgain, { text: t('mistake.retry'), class: 'button' }),
    iconButton('plus', t('mistake.keep'), keepGame, { text: t('mistake.keep'), class: 'button' }),
  ];
  const steps = mistakeSteps();
  const progress = h('progress', { max: 1, value: 0, hidden: true, 'aria-label': t('pass.progress') });
  const legend = legendView();
  const summary = h('div', { class: 'pass-summary' });
  const better = h('p', { class: 'better', hidden: true });
  const hint = h('p', { class: 'hint', text: '' });
  const view = h(
    'section',
    { class: 'card graph-card', 'aria-label': t('graph.label') },
    slider,
    better,
    summary,
    h('div', { class: 'row wrap' }, run, keep, retry, note, steps, progress),
    legend,
    hint,
  );
  store.subscribe(
    ({ tree, pass, node, play, setup }) => [tree, pass, node, play, setup],
    (_, state) => {
      const { tree, pass } = state;
      const line = wholeLine();
      const scores = line.map(
        (own) => pass.points.get(own.id)?.expected ?? (own.eval ? expectedOfComment(own.eval) : null),
      );
      const known = scores.filter((score) => score !== null).length;
      view.classList.toggle('bare', known < 2);
      view.hidden = line.length < 2;
      slider.hidden = known < 2 && !hasTimes(line);
      legend.hidden = known >= 2 && pass.points.size === 0;
      hint.hidden = known >= 2 && !pass.running;
      hint.textContent = t('pass.hint', { nodes: passNodes() });
      if (!slider.hidden) draw(line, scores);
      setButtonText(run, pass.running ? t('pass.stop') : t('pass.run'));
      run.classList.toggle('primary', pass.points.size === 0 || pass.running);
      run.disabled = line.length < 2 || !isAllowed('evaluate', state);
      const isDone = !pass.running && pass.points.size > 0;
      keep.hidden = !isDone || !isAllowed('annotate', state);
      steps.hidden = !isDone || markedMoves().length === 0;
      retry.hidden = note.hidden = steps.hidden || !isAllowed('document', state);
      progress.hidden = !pass.running;
      progress.value = pass.total ? pass.done / pass.total : 0;
      summary.replaceChildren(...summarize(tree, pass.points));
      summary.hidden = pass.points.size < 2;
      drawBetter(better);
    },
  );
  return view;
}

/** Creates the buttons that go to the previous and the next marked move. */
function mistakeSteps() {
  const back = iconButton('prev', t('mistake.previous'), () => goToMistake(-1));
  const next = iconButton('next', t('mistake.next'), () => goToMistake(1));
  return h('span', { class: 'mistake-steps', role: 'group', 'aria-label': t('mistake.label') }, back, next);
}

/** Starts a session about the mistakes of the side at the bottom of the board. */
function tryAgain() {
  if (!startGameDrill(markedPgn(), store.get().orientation)) toast(t('mistake.retryNone'));
}

/** Adds the game to the notebook. */
async function keepGame() {
  try {
    const outcome = await addAnalyzed(markedPgn(), store.get().orientation);
    const show = () => store.set({ tab: 'learn' });
    // The question for the learner's name stands there.
    if (outcome === 'asked') show();
    else
      toast(t(outcome === 'added' ? 'mistake.kept' : 'mistake.keptBefore'), {
        action: { label: t('tab.learn'), run: show },
      });
  } catch (error) {
    toast(sentence(error), { isError: true });
  }
}

/**
 * Draws the line that was better than the current move: a sentence, and the moves as buttons that
 * play them.
 * @param {HTMLElement} element
 */
function drawBetter(element) {
  const {
    tree,
    node,
    pass: { points, running },
  } = store.get();
  const own = tree.node(node);
  const point = points.get(node);
  const line = own.parent === null ? [] : betterLine(own.parent, points);
  element.hidden = running || !point?.mark || own.parent === null || line.length === 0;
  if (element.hidden || own.parent === null || !point) return;
  const parent = own.parent;
  const before = tree.node(parent).fen;
  const moves = sanLine(before, line);
  const threshold = THRESHOLDS.find(({ mark }) => mark === point.mark);
  element.replaceChildren(
    h('b', { class: `count ${threshold?.name ?? ''}`, text: point.mark }),
    ' ',
    t('mistake.sentence', { percent: Math.round(point.loss / 10) }),
    ' ',
    ...moves.flatMap((mv, i) => [
      h(
        'button',
        {
          type: 'button',
          class: 'line-move',
          onclick: () => playLine(line.slice(0, i + 1), parent),
        },
        showSan(i === 0 ? numbered(before, mv.san) : mv.san),
      ),
      ' ',
    ]),
    ...gameFacts(before, own.uci)
      .slice(0, 1)
      .flatMap((fact) => [' ', h('span', { class: 'fact' }, ...factSentence(fact))]),
  );
}

function legendView() {
  const legend = h('p', { class: 'legend' });
  for (const { mark, name, loss } of [...THRESHOLDS].reverse()) {
    legend.append(
      h(
        'span',
        { class: 'legend-item' },
        h('span', { class: `legend-mark ${name}`, text: mark }),
        `${t(`pass.${name}`)} ≥ ${formatNumber(loss / 10)} %`,
      ),
    );
  }
  return legend;
}

/** Creates the graph, which also serves as a slider through the game. */
function graphSlider() {
  const drawing = svg('svg', { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: 'none', class: 'graph' });
  const marks = h('div', { class: 'graph-marks', 'aria-hidden': 'true' });
  const tip = h('div', { class: 'graph-tip', hidden: true });
  const plot = h('div', { class: 'graph-plot' }, drawing, marks);
  const times = svg('svg', {
    viewBox: `0 0 ${WIDTH} ${TIMES_HEIGHT}`,
    preserveAspectRatio: 'none',
    class: 'graph-times',
  });
  const slider = h(
    'div',
    { class: 'graph-box', tabindex: 0, role: 'slider', 'aria-label': t('graph.label'), 'aria-valuemin': 0 },
    plot,
    times,
    tip,
  );
  /** @param {number} x */
  const nodeAt = (x) => {
    const line = wholeLine();
    const box = slider.getBoundingClientRect();
    const index = Math.round(((x - box.left) / box.width) * Math.max(1, line.length - 1));
    return line[Math.max(0, Math.min(line.length - 1, index))];
  };
  slider.addEventListener('click', (/** @type {MouseEvent} */ event) => goTo(nodeAt(event.clientX).id));
  slider.addEventListener('pointermove', (/** @type {PointerEvent} */ event) => showTip(tip, nodeAt(event.clientX)));
  slider.addEventListener('pointerleave', () => {
    tip.hidden = true;
  });
  slider.addEventListener('keydown', (/** @type {KeyboardEvent} */ event) => {
    const line = wholeLine();
    const at = line.findIndex((own) => own.id === store.get().node);
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: line.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    if (line[to]) goTo(line[to].id);
  });
  return {
    slider,
    draw: (/** @type {import('../tree.js').TreeNode[]} */ line, /** @type {(number | null)[]} */ scores) => {
      plot.hidden = scores.filter((score) => score !== null).length < 2;
      draw(drawing, marks, line, scores);
      times.classList.toggle('hidden', !hasTimes(line));
      drawTimes(times, line, { width: WIDTH, height: TIMES_HEIGHT, node: store.get().node });
      slider.setAttribute('aria-valuemax', String(line.length - 1));
      const at = Math.max(
        0,
        line.findIndex((own) => own.id === store.get().node),
      );
      slider.setAttribute('aria-valuenow', String(at));
      slider.setAttribute('aria-valuetext', valueText(line[at], scores[at]));
    },
  };
}

function wholeLine() {
  const { tree } = store.get();
  return [tree.root, ...tree.mainLine()];
}

/**
 * @param {import('../tree.js').TreeNode} node
 * @param {number | null} score
 */
function valueText(node, score) {
  const { tree } = store.get();
  const move = node.parent === null ? t('graph.start') : numbered(tree.node(node.parent).fen, node.san);
  const chance = score === null ? '' : t('graph.white', { percent: Math.round(score / 10) });
  const time = node.spent === undefined ? '' : t('graph.spent', { time: clockText(node.spent) });
  const facts = [chance, time].filter(Boolean).join(', ');
  return facts ? `${move}: ${facts}` : move;
}

/**
 * @param {HTMLElement} tip
 * @param {import('../tree.js').TreeNode} node
 */
function showTip(tip, node) {
  const { tree, pass } = store.get();
  const line = wholeLine();
  const point = pass.points.get(node.id);
  const score = point?.expected ?? (node.eval ? expectedOfComment(node.eval) : null);
  tip.hidden = false;
  const place = (100 * line.indexOf(node)) / Math.max(1, line.length - 1);
  tip.style.insetInlineStart = `${Math.max(12, Math.min(88, place))}%`;
  tip.replaceChildren(
    node.parent === null ? t('graph.start') : showSan(numbered(tree.node(node.parent).fen, node.san)),
    h('span', { class: COLORS[/** @type {'?'} */ (point?.mark ?? '')] ?? '', text: point?.mark ?? '' }),
    score === null ? '' : h('b', { text: ` ${formatNumber(Math.round(score / 10))} %` }),
    node.spent === undefined ? '' : ` ${clockText(node.spent)}`,
  );
}

/**
 * @param {SVGElement} drawing
 * @param {HTMLElement} marks
 * @param {import('../tree.js').TreeNode[]} line
 * @param {(number | null)[]} scores
 */
function draw(drawing, marks, line, scores) {
  const x = (/** @type {number} */ i) => (i / Math.max(1, line.length - 1)) * WIDTH;
  const y = (/** @type {number} */ score) => HEIGHT - (score / 1000) * HEIGHT;
  let path = '';
  let last = 0;
  scores.forEach((score, i) => {
    if (score === null) return;
    path += `${path ? 'L' : `M${x(i)} ${HEIGHT}L`}${x(i).toFixed(1)} ${y(score).toFixed(1)}`;
    last = i;
  });
  const { node, pass } = store.get();
  const at = line.findIndex((own) => own.id === node);
  drawing.replaceChildren(
    svg('rect', { width: WIDTH, height: HEIGHT, class: 'graph-black' }),
    svg('path', { d: path ? `${path}V${HEIGHT}z` : '', class: 'graph-white' }),
    svg('path', { d: `M0 ${HEIGHT / 2}H${WIDTH}`, class: 'graph-middle' }),
    svg('path', { d: at < 0 || last === 0 ? '' : `M${x(at)} 0V${HEIGHT}`, class: 'graph-now' }),
  );
  // Dots are separate elements, because the drawing is stretched and dots must be round.
  marks.replaceChildren(
    ...line.flatMap((own, i) => {
      const mark = pass.points.get(own.id)?.mark;
      const score = scores[i];
      if (!mark || score === null) return [];
      const dot = h('span', { class: `graph-dot ${COLORS[/** @type {'?'} */ (mark)]}` });
      dot.style.insetInlineStart = `${(x(i) / WIDTH) * 100}%`;
      dot.style.insetBlockStart = `${100 - score / 10}%`;
      return [dot];
    }),
  );
}

/**
 * Shows the accuracy of each side, and the number of its moves with each mark.
 * @param {import('../tree.js').Tree} tree
 * @param {Map<number, import('../chess-state.js').GraphPoint>} points
 */
function summarize(tree, points) {
  const counts = { w: { '?!': 0, '?': 0, '??': 0 }, b: { '?!': 0, '?': 0, '??': 0 } };
  /** @type {{w: number[], b: number[]}} */
  const losses = { w: [], b: [] };
  for (const [id, { mark, loss }] of points) {
    const { parent, uci } = tree.node(id);
    if (parent === null) continue;
    const side = isWhiteToMove(tree.node(parent).fen) ? 'w' : 'b';
    if (uci !== '') losses[side].push(loss);
    if (mark) counts[side][/** @type {'?'} */ (mark)]++;
  }
  return /** @type {const} */ (['w', 'b']).map((side) => {
    const tag = side === 'w' ? 'White' : 'Black';
    const name = h('b', { text: tree.tag(tag).replace(/^\?$/, '') || t(tag) });
    const marks = THRESHOLDS.map(({ mark, name: kind }) => {
      const count = counts[side][/** @type {'?'} */ (mark)];
      return h('button', {
        type: 'button',
        class: `count ${kind}`,
        title: t(`pass.${kind}`),
        disabled: count === 0,
        text: `${count} ${mark}`,
        onclick: () => goToMistake(1, { side: side === 'w' ? 'white' : 'black', mark }),
      });
    });
    const facts = h('span', { class: 'side-facts' }, accuracyOf(losses[side]), ...marks);
    return h('p', { class: 'side-summary' }, h('span', { class: `dot ${side}` }), name, facts);
  });
}

/** @param {number[]} losses */
function accuracyOf(losses) {
  const percent = accuracy(losses);
  if (percent === null) return null;
  return h('span', {
    class: 'accuracy',
    title: t('pass.accuracyHint'),
    text: t('pass.accuracy', { percent: Math.round(percent) }),
  });
}
