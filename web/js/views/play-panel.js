// The panel of a game against the engine, and the player strips next to the board.

import { announce, clockText, h, iconButton } from '../dom.js';
import { expectedOfEvaluation } from '../chances.js';
import { current, store } from '../chess-state.js';
import { START_FEN, chess960Fen } from '../rules.js';
import {
  checkFlag,
  isHumanTurn,
  leavePlay,
  offerDraw,
  pliesToTakeBack,
  rematch,
  resign,
  startPlay,
  takeBack,
  tryAgain,
} from '../play.js';
import { LEVELS } from '../levels.js';
import { timeLeft } from '../clock.js';
import { isWhiteToMove } from '../tree.js';
import { modeOf } from '../mode.js';
import { shownBoard } from '../shown.js';
import { pieceSvg } from '../board-draw.js';
import { t } from '../i18n.js';

const CONTROLS = [null, [60, 0], [180, 2], [300, 3], [600, 5], [900, 10], [1800, 20]];
const SETTINGS = 'reynard.play';
/**
 * The lowest and the highest rating of `UCI_Elo`, and the step between two ratings to choose from.
 */
const [WEAKEST, STRONGEST, RATING_STEP] = [600, 3000, 50];

export function playPanel() {
  const form = playForm();
  const status = h('p', { class: 'play-status', role: 'status' });
  const again = iconButton('play', t('play.tryAgain'), tryAgain, { text: t('play.tryAgain'), class: 'button primary' });
  const [back, draw, give] = [
    iconButton('undo', t('play.takeBack'), takeBack, { text: t('play.takeBack'), class: 'button' }),
    iconButton('draw', t('play.draw'), offerDraw, { text: t('play.draw'), class: 'button' }),
    iconButton('flag', t('play.resign'), resign, { text: t('play.resign'), class: 'button' }),
  ];
  const buttons = h('div', { class: 'row wrap' }, again, back, draw, give);
  const after = h(
    'div',
    { class: 'row wrap' },
    iconButton('graph', t('play.analyze'), leavePlay, { text: t('play.analyze'), class: 'button primary' }),
    iconButton('play', t('play.rematch'), rematch, { text: t('play.rematch'), class: 'button' }),
    iconButton('plus', t('play.again'), () => store.set({ play: null }), { text: t('play.again'), class: 'button' }),
  );
  const view = h('section', { class: 'card play-card', 'aria-label': t('play.label') }, status, buttons, after);
  store.subscribe(
    ({ play, tree, node }) => [play, tree, node],
    () => {
      const { play } = store.get();
      form.hidden = Boolean(play);
      view.hidden = !play;
      if (!play) return;
      buttons.hidden = Boolean(play.ending);
      after.hidden = !play.ending;
      status.classList.toggle('over', Boolean(play.ending));
      status.textContent = statusText(play);
      again.hidden = !play.failure;
      back.disabled = pliesToTakeBack() === 0;
      draw.disabled = !isHumanTurn();
    },
  );
  return h('div', { class: 'stack' }, form, view);
}

/** @param {import('../clock.js').PlayState} play */
function statusText(play) {
  const { tree, node, server } = store.get();
  const opponent = play.engine > 0 ? (server?.engines[play.engine] ?? 'UCI') : 'Reynard';
  if (play.ending) return `${play.ending.text} · ${play.ending.result.replaceAll('1/2', '½').replace('-', '–')}`;
  if (play.failure) return t('play.failed', { reason: play.failure });
  if (play.refused) return t('play.refused', { opponent });
  if (play.isThinking) return t('play.thinking', { opponent });
  return tree.children(node).length > 0 ? t('play.lookingBack') : t('play.yourMove');
}

function playForm() {
  const saved = readSettings();
  const opponent = opponentChoice(saved);
  const side = choice(
    'play-side',
    [
      ['white', t('White')],
      ['random', t('play.random')],
      ['black', t('Black')],
    ],
    saved.side,
  );
  const control = clockChoice(saved);
  const start = choice(
    'play-start',
    [
      ['usual', t('play.usual')],
      ['960', 'Chess960'],
      ['here', t('play.here')],
    ],
    'usual',
  );
  const begin = h('button', { type: 'submit', class: 'button primary large', text: t('play.start') });
  return h(
    'form',
    {
      class: 'card play-form',
      'aria-label': t('play.label'),
      onsubmit: (/** @type {Event} */ event) => {
        event.preventDefault();
        const settings = { ...opponent.settings(), side: side.value(), ...control.settings() };
        try {
          localStorage.setItem(SETTINGS, JSON.stringify(settings));
        } catch {
          /* In that case, it is just not remembered. */
        }
        const human = settings.side === 'random' ? (Math.random() < 0.5 ? 'white' : 'black') : settings.side;
        const from = start.value();
        const fen =
          from === '960' ? chess960Fen(Math.floor(Math.random() * 960)) : from === 'here' ? current().fen : START_FEN;
        startPlay({ human: /** @type {'white'} */ (human), opponent: opponent.value(), control: control.value(), fen });
      },
    },
    h('h2', { text: t('play.title') }),
    ...opponent.elements,
    side.element(t('play.side')),
    ...control.elements,
    start.element(t('play.from')),
    begin,
  );
}

/**
 * Creates the choice of the opponent: Reynard at a level or a rating, or another of the server's
 * engines.
 * @param {Record<string, string>} saved
 */
function opponentChoice(saved) {
  const kind = h('select', { id: 'play-opponent' });
  const level = h('input', { type: 'range', id: 'play-level', min: 1, max: LEVELS.length, value: saved.level });
  const rating = h('input', {
    type: 'range',
    id: 'play-rating',
    min: WEAKEST,
    max: STRONGEST,
    step: RATING_STEP,
    value: saved.rating,
  });
  const levelText = h('output', { for: 'play-level', class: 'level-text' });
  const ratingText = h('output', { for: 'play-rating', class: 'level-text' });
  const rows = {
    level: h('label', { class: 'field', for: 'play-level' }, h('span', { text: t('play.level') }), level, levelText),
    rating: h(
      'label',
      { class: 'field', for: 'play-rating' },
      h('span', { text: t('play.rating') }),
      rating,
      ratingText,
    ),
  };
  const draw = () => {
    levelText.textContent = levelFacts(Number(level.value));
    ratingText.textContent = t('play.elo', { elo: rating.value });
    level.setAttribute('aria-valuetext', levelText.textContent);
    rows.level.hidden = kind.value !== 'level';
    rows.rating.hidden = kind.value !== 'rating';
  };
  store.subscribe(
    ({ server }) => server?.engines,
    (engines = []) => {
      const others = engines.slice(1).map((name, i) => [String(i + 1), name]);
      const choices = [['level', t('play.byLevel')], ['rating', t('play.byRating')], ...others];
      const chosen = kind.value || saved.opponent;
      kind.replaceChildren(...choices.map(([value, text]) => h('option', { value, text })));
      kind.value = [...kind.options].some((/** @type {HTMLOptionElement} */ own) => own.value === chosen)
        ? chosen
        : 'level';
      draw();
    },
  );
  for (const input of [kind, level, rating]) input.addEventListener('input', draw);
  return {
    elements: [
      h('label', { class: 'field', for: 'play-opponent' }, h('span', { text: t('play.opponent') }), kind),
      rows.level,
      rows.rating,
    ],
    settings: () => ({ opponent: kind.value, level: level.value, rating: rating.value }),
    value: () => ({
      engine: /^\d+$/.test(kind.value) ? Number(kind.value) : 0,
      level: Number(kind.value === 'rating' ? rating.value : level.value),
    }),
  };
}

/** Returns the name, rating and character of a level. @param {number} level */
function levelFacts(level) {
  const { elo } = LEVELS[level - 1];
  const rating = typeof elo === 'number' ? t('play.elo', { elo: String(elo) }) : t(`play.elo.${elo}`);
  return [t('play.reynard', { level }), rating, t(`level.${level}`)].join(' · ');
}

/**
 * Creates the choice of the time control: a preset or a custom one.
 * @param {Record<string, string>} saved
 */
function clockChoice(saved) {
  const control = h(
    'select',
    { id: 'play-control' },
    ...CONTROLS.map((own, i) =>
      h('option', {
        value: i,
        text: own ? t('play.control', { minutes: own[0] / 60, increment: own[1] }) : t('play.noClock'),
      }),
    ),
    h('option', { value: 'own', text: t('play.ownClock') }),
  );
  control.value = String(saved.control);
  if (control.selectedIndex < 0) control.value = '0';
  const minutes = h('input', {
    type: 'number',
    id: 'play-minutes',
    min: 0.5,
    max: 180,
    step: 0.5,
    value: saved.minutes,
  });
  const seconds = h('input', { type: 'number', id: 'play-seconds', min: 0, max: 180, value: saved.seconds });
  const own = h(
    'div',
    { class: 'row' },
    h('label', { class: 'field grow', for: 'play-minutes' }, h('span', { text: t('play.minutes') }), minutes),
    h('label', { class: 'field grow', for: 'play-seconds' }, h('span', { text: t('play.seconds') }), seconds),
  );
  const draw = () => {
    own.hidden = control.value !== 'own';
  };
  control.addEventListener('input', draw);
  draw();
  const number = (/** @type {HTMLInputElement} */ input) =>
    Math.min(Number(input.max), Math.max(Number(input.min), Number(input.value) || 0));
  return {
    elements: [h('label', { class: 'field', for: 'play-control' }, h('span', { text: t('play.clock') }), control), own],
    settings: () => ({ control: control.value, minutes: minutes.value, seconds: seconds.value }),
    value: () => {
      if (control.value === 'own') return { base: number(minutes) * 60, increment: number(seconds) };
      const chosen = CONTROLS[Number(control.value)];
      return chosen ? { base: chosen[0], increment: chosen[1] } : null;
    },
  };
}

/**
 * Creates a group of radio buttons, shown as one control.
 * @param {string} name
 * @param {string[][]} values
 * @param {string} checked
 */
function choice(name, values, checked) {
  const inputs = values.map(([value]) =>
    h('input', { type: 'radio', name, value, checked: value === checked, id: `${name}-${value}` }),
  );
  return {
    value: () => inputs.find((input) => input.checked)?.value ?? values[0][0],
    element: (/** @type {string} */ label) =>
      h(
        'fieldset',
        { class: 'choice' },
        h('legend', { text: label }),
        h(
          'div',
          { class: 'choice-row' },
          ...values.map(([value, text], i) => h('label', { for: `${name}-${value}` }, inputs[i], h('span', { text }))),
        ),
      ),
  };
}

function readSettings() {
  const usual = {
    opponent: 'rating',
    level: '3',
    rating: '1000',
    side: 'white',
    control: '0',
    minutes: '10',
    seconds: '0',
  };
  try {
    const kept = JSON.parse(localStorage.getItem(SETTINGS) ?? '{}');
    return Object.fromEntries(Object.entries(usual).map(([name, value]) => [name, String(kept?.[name] ?? value)]));
  } catch {
    return usual;
  }
}

/**
 * Sets up the strips above and below the board, which show names, ratings, captured material and
 * clocks.
 * @param {HTMLElement} top
 * @param {HTMLElement} bottom
 */
export function playerStrips(top, bottom) {
  const strips = [top, bottom].map((element) => {
    const dot = h('span', { class: 'dot' });
    const name = h('span', { class: 'strip-name' });
    const elo = h('small', { class: 'strip-elo' });
    const material = h('span', { class: 'material', role: 'img' });
    const clock = h('time', { class: 'clock' });
    element.append(dot, name, elo, material, h('span', { class: 'spacer' }), clock);
    return { element, dot, name, elo, material, clock };
  });
  const draw = () => {
    const state = store.get();
    const { tree, node, play, drill } = state;
    const card = modeOf(state) === 'drill' && drill ? drill : null;
    const { orientation } = shownBoard(state);
    const fen = card ? card.fen : tree.node(node).fen;
    /** @type {('white' | 'black')[]} */
    const sides = orientation === 'white' ? ['black', 'white'] : ['white', 'black'];
    const turn = isWhiteToMove(fen) ? 'white' : 'black';
    const pieces = surplus(fen);
    strips.forEach((strip, i) => {
      const side = sides[i];
      const tag = side === 'white' ? 'White' : 'Black';
      const player = tree.tag(tag);
      strip.dot.className = `dot ${side === 'white' ? 'w' : 'b'}`;
      strip.name.textContent = card ? nameInCard(card, side) : player && player !== '?' ? player : t(tag);
      strip.elo.textContent = card ? '' : tree.tag(`${tag}Elo`).replace(/^[?-]$/, '');
      drawMaterial(strip.material, pieces, side);
      strip.element.classList.toggle('to-move', turn === side);
      const isLast = tree.children(node).length === 0;
      const seconds = card
        ? null
        : play?.control && (isLast || !play.ending)
          ? timeLeft(play, side) / 1000
          : clockOf(side);
      strip.clock.textContent = seconds === null ? '' : clockText(seconds);
      strip.clock.hidden = seconds === null;
      strip.clock.classList.toggle('running', play?.running === side);
      strip.clock.classList.toggle('low', play?.running === side && seconds !== null && seconds < 20);
    });
  };
  store.subscribe(({ tree, node, orientation, play, drill, tab }) => [tree, node, orientation, play, drill, tab], draw);
  setInterval(() => {
    if (!store.get().play?.running) return;
    checkFlag();
    draw();
  }, 100);
}

/**
 * Returns the name of a side for a question in a session. The opponent's name is taken from the
 * game.
 * @param {import('../learn/drill.js').Drill} drill
 * @param {'white' | 'black'} side
 */
function nameInCard({ question: { side: own, played } }, side) {
  if (side === own) return t('strip.you');
  return played?.opponent && played.opponent !== '?' ? played.opponent : t(side === 'white' ? 'White' : 'Black');
}

/**
 * Returns the clock of a side at the current move, according to the comments.
 * @param {'white' | 'black'} side
 */
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

/**
 * Returns the number of pieces of each type that White has in excess of Black, negative if Black
 * has more.
 * @param {string} fen
 */
function surplus(fen) {
  const counts = { q: 0, r: 0, b: 0, n: 0, p: 0 };
  for (const letter of fen.split(' ')[0]) {
    const kind = /** @type {'p'} */ (letter.toLowerCase());
    if (kind in counts) counts[kind] += letter === kind ? -1 : 1;
  }
  return counts;
}

/**
 * Draws the pieces that a side has in excess of the other, and the difference in pawns if the side
 * is ahead.
 * @param {HTMLElement} element
 * @param {ReturnType<typeof surplus>} pieces
 * @param {'white' | 'black'} side
 */
function drawMaterial(element, pieces, side) {
  const sign = side === 'white' ? 1 : -1;
  const more = Object.entries(pieces).map(([kind, count]) => ({
    kind: /** @type {'p'} */ (kind),
    count: count * sign,
  }));
  const ahead = more.reduce((sum, { kind, count }) => sum + VALUES[kind] * count, 0);
  const look = JSON.stringify([side, more]);
  if (element.dataset.look === look) return;
  element.dataset.look = look;
  const shown = more.flatMap(({ kind, count }) =>
    Array.from({ length: Math.max(0, count) }, () => pieceSvg(sign > 0 ? kind.toUpperCase() : kind)),
  );
  element.replaceChildren(...shown, ahead > 0 ? `+${ahead}` : '');
  element.setAttribute('aria-label', ahead > 0 ? t('strip.ahead', { pawns: ahead }) : '');
  element.hidden = shown.length === 0;
}

/** Announces the current evaluation to screen readers. */
export function sayEvaluation() {
  if (modeOf(store.get()) === 'play') {
    announce(t('mode.play'));
    return;
  }
  const { engine, evaluation, pass, node } = store.get();
  // The lines of a threat begin after a null move.
  const searched = engine.threat ? null : expectedOfEvaluation(evaluation);
  const white = searched ?? pass.points.get(node)?.expected;
  announce(white === undefined ? t('engine.noEvaluation') : t('graph.white', { percent: Math.round(white / 10) }));
}
