// The panel of a game against the engine, and the strips of the players beside the board.

import { announce, clockText, h, iconButton } from '../dom.js';
import { current, store } from '../chess-state.js';
import { START_FEN, chess960Fen } from '../rules.js';
import { LEVELS, checkFlag, isHumanTurn, leavePlay, offerDraw, resign, startPlay, takeBack, timeLeft } from '../play.js';
import { isWhiteToMove } from '../tree.js';
import { t } from '../i18n.js';

const CONTROLS = [null, [60, 0], [180, 2], [300, 3], [600, 5], [900, 10], [1800, 20]];
const SETTINGS = 'reynard.play';

export function playPanel() {
  const form = playForm();
  const status = h('p', { class: 'play-status', role: 'status' });
  const buttons = h('div', { class: 'row wrap' },
    iconButton('undo', t('play.takeBack'), takeBack, { text: t('play.takeBack'), class: 'button' }),
    iconButton('draw', t('play.draw'), offerDraw, { text: t('play.draw'), class: 'button' }),
    iconButton('flag', t('play.resign'), resign, { text: t('play.resign'), class: 'button' }));
  const after = h('div', { class: 'row wrap' },
    iconButton('graph', t('play.analyze'), leavePlay, { text: t('play.analyze'), class: 'button primary' }),
    iconButton('plus', t('play.again'), () => store.set({ play: null }), { text: t('play.again'), class: 'button' }));
  const view = h('section', { class: 'card play-card', 'aria-label': t('play.label') }, status, buttons, after);
  store.subscribe(({ play, tree, node }) => [play, tree, node], () => {
    const { play } = store.get();
    form.hidden = Boolean(play);
    view.hidden = !play;
    if (!play) return;
    buttons.hidden = Boolean(play.ending);
    after.hidden = !play.ending;
    status.classList.toggle('over', Boolean(play.ending));
    status.textContent = play.ending ? `${play.ending.text} · ${play.ending.result.replaceAll('1/2', '½').replace('-', '–')}`
      : play.refused ? t('play.refused') : play.isThinking ? t('play.thinking') : isHumanTurn() ? t('play.yourMove') : t('play.lookingBack');
    const [back, draw] = buttons.children;
    back.disabled = store.get().tree.mainLine().length < 1;
    draw.disabled = !isHumanTurn();
  });
  return h('div', { class: 'stack' }, form, view);
}

function playForm() {
  const saved = readSettings();
  const level = h('input', { type: 'range', id: 'play-level', min: 1, max: LEVELS.length, value: saved.level });
  const levelText = h('output', { for: 'play-level', class: 'level-text' });
  const describe = () => {
    const index = Number(level.value) - 1;
    levelText.textContent = `${level.value} · ${t(`level.${index}`)}`;
    level.setAttribute('aria-valuetext', levelText.textContent);
  };
  level.addEventListener('input', describe);
  describe();
  const side = choice('play-side', [['white', t('White')], ['random', t('play.random')], ['black', t('Black')]], saved.side);
  const control = h('select', { id: 'play-control' }, ...CONTROLS.map((own, i) => h('option', { value: i, text: own ? t('play.control', { minutes: own[0] / 60, increment: own[1] }) : t('play.noClock') })));
  control.value = String(saved.control);
  const start = choice('play-start', [['usual', t('play.usual')], ['960', 'Chess960'], ['here', t('play.here')]], 'usual');
  const begin = h('button', { type: 'submit', class: 'button primary large', text: t('play.start') });
  const form = h('form', { class: 'card play-form', 'aria-label': t('play.label'), onsubmit: (/** @type {Event} */ event) => {
    event.preventDefault();
    const settings = { level: level.value, side: side.value(), control: Number(control.value) };
    try { localStorage.setItem(SETTINGS, JSON.stringify(settings)); } catch { /* It is only not remembered. */ }
    const human = settings.side === 'random' ? (Math.random() < 0.5 ? 'white' : 'black') : settings.side;
    const own = CONTROLS[settings.control];
    const from = start.value();
    const fen = from === '960' ? chess960Fen(Math.floor(Math.random() * 960)) : from === 'here' ? current().fen : START_FEN;
    startPlay({ human: /** @type {'white'} */ (human), level: Number(level.value) - 1, control: own ? { base: own[0], increment: own[1] } : null, fen });
  } },
    h('h2', { text: t('play.title') }),
    h('label', { class: 'field', for: 'play-level' }, h('span', { text: t('play.level') }), level, levelText),
    side.element(t('play.side')), h('label', { class: 'field', for: 'play-control' }, h('span', { text: t('play.clock') }), control),
    start.element(t('play.from')), begin);
  return form;
}

/**
 * A group of radio buttons, shown as one control.
 * @param {string} name
 * @param {string[][]} values
 * @param {string} checked
 */
function choice(name, values, checked) {
  const inputs = values.map(([value]) => h('input', { type: 'radio', name, value, checked: value === checked, id: `${name}-${value}` }));
  return {
    value: () => inputs.find((input) => input.checked)?.value ?? values[0][0],
    element: (/** @type {string} */ label) => h('fieldset', { class: 'choice' }, h('legend', { text: label }),
      h('div', { class: 'choice-row' }, ...values.map(([value, text], i) => h('label', { for: `${name}-${value}` }, inputs[i], h('span', { text }))))),
  };
}

function readSettings() {
  const usual = { level: '4', side: 'white', control: 0 };
  try {
    return { ...usual, ...JSON.parse(localStorage.getItem(SETTINGS) ?? '{}') };
  } catch {
    return usual;
  }
}

/**
 * The strips above and below the board: names, ratings, captured material, clocks.
 * @param {HTMLElement} top
 * @param {HTMLElement} bottom
 */
export function playerStrips(top, bottom) {
  const strips = [top, bottom].map((element) => {
    const dot = h('span', { class: 'dot' });
    const name = h('span', { class: 'strip-name' });
    const elo = h('small', { class: 'strip-elo' });
    const material = h('span', { class: 'material' });
    const clock = h('time', { class: 'clock' });
    element.append(dot, name, elo, material, h('span', { class: 'spacer' }), clock);
    return { element, dot, name, elo, material, clock };
  });
  const draw = () => {
    const { tree, node, orientation, play } = store.get();
    /** @type {('white' | 'black')[]} */
    const sides = orientation === 'white' ? ['black', 'white'] : ['white', 'black'];
    const turn = isWhiteToMove(tree.node(node).fen) ? 'white' : 'black';
    const balance = materialOf(tree.node(node).fen);
    strips.forEach((strip, i) => {
      const side = sides[i];
      const tag = side === 'white' ? 'White' : 'Black';
      const player = tree.tag(tag);
      strip.dot.className = `dot ${side === 'white' ? 'w' : 'b'}`;
      strip.name.textContent = player && player !== '?' ? player : t(tag);
      strip.elo.textContent = tree.tag(`${tag}Elo`).replace(/^[?-]$/, '');
      const ahead = side === 'white' ? balance : -balance;
      strip.material.textContent = ahead > 0 ? `+${ahead}` : '';
      strip.element.classList.toggle('to-move', turn === side);
      const seconds = play?.control ? timeLeft(play, side) : clockOf(side);
      strip.clock.textContent = seconds === null ? '' : clockText(seconds);
      strip.clock.hidden = seconds === null;
      strip.clock.classList.toggle('running', play?.running === side);
      strip.clock.classList.toggle('low', play?.running === side && seconds !== null && seconds < 20);
    });
  };
  store.subscribe(({ tree, node, orientation, play }) => [tree, node, orientation, play], draw);
  setInterval(() => {
    if (!store.get().play?.running) return;
    checkFlag();
    draw();
  }, 100);
}

/** The clock of a side at the current move, from the comments. @param {'white' | 'black'} side */
function clockOf(side) {
  const { tree, node } = store.get();
  const path = tree.path(node);
  for (const own of path.reverse()) {
    const mover = isWhiteToMove(own.fen) ? 'black' : 'white';
    if (mover === side && own.clock !== undefined) return own.clock;
  }
  return null;
}

const VALUES = { p: 1, n: 3, b: 3, r: 5, q: 9, k: 0 };

/** White's material minus Black's, in pawns. @param {string} fen */
function materialOf(fen) {
  let sum = 0;
  for (const letter of fen.split(' ')[0]) {
    const value = VALUES[/** @type {'p'} */ (letter.toLowerCase())] ?? 0;
    sum += letter === letter.toUpperCase() ? value : -value;
  }
  return sum;
}

/** Says how the game stands. */
export function sayEvaluation() {
  const { evaluation, pass, node } = store.get();
  const point = pass.points.get(node);
  const line = evaluation?.lines[0];
  if (line?.wdl && evaluation) {
    const white = evaluation.isWhite ? line.wdl[0] + line.wdl[1] / 2 : 1000 - line.wdl[0] - line.wdl[1] / 2;
    announce(t('graph.white', { percent: Math.round(white / 10) }));
  } else if (point) announce(t('graph.white', { percent: Math.round(point.expected / 10) }));
  else announce(t('engine.noEvaluation'));
}
