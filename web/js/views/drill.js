// A session on the page: the question, the feedback after an answer, and the buttons.

import { clockText, h, iconButton, showSan } from '../dom.js';
import { playLine, sanLine, startGame, store } from '../chess-state.js';
import {
  askNext,
  changeGrade,
  giveHint,
  leaveDrill,
  questionText,
  showAnswer,
  showLine,
  skipQuestion,
  startDrill,
  suspendCard,
  undoAnswer,
} from '../learn/drill.js';
import { factSentence, shownText } from '../learn/facts.js';
import { drawLineMoves } from './line-moves.js';
import { numbered } from '../tree.js';
import { toast } from '../dom.js';
import { sentence } from '../sentence.js';
import { t } from '../i18n.js';

/** @typedef {import('../learn/drill.js').Drill} Drill */

/** Wraps an action so that an error is shown to the user. @param {() => unknown} action */
const told = (action) => async () => {
  try {
    await action();
  } catch (error) {
    toast(sentence(error), { isError: true });
  }
};

/**
 * @param {Parameters<typeof iconButton>[0]} icon
 * @param {string} text
 * @param {() => unknown} action
 * @param {string} [name]
 */
const button = (icon, text, action, name = 'button') => iconButton(icon, text, told(action), { text, class: name });

/** Creates the card that shows the session. It is hidden if there is no session. */
export function drillView() {
  const head = h('p', { class: 'drill-head' });
  const question = h('h2', { class: 'drill-question' });
  const about = h('p', { class: 'hint drill-about' });
  const hint = h('p', { class: 'drill-hint', hidden: true });
  const feedback = h('div', { class: 'drill-feedback', role: 'status' });
  const line = h('p', { class: 'drill-line', 'aria-label': t('learn.line') });
  const next = button('next', t('learn.next'), askNext, 'button primary');
  const [clue, show, skip] = [
    button('search', t('learn.hint'), giveHint),
    button('star', t('learn.show'), showAnswer),
    button('next', t('learn.skip'), skipQuestion),
  ];
  const undo = button('undo', t('learn.undo'), undoAnswer);
  const study = button('graph', t('learn.study'), openInAnalysis);
  const suspend = button('trash', t('learn.suspend'), suspendCard);
  const leave = button('close', t('learn.leave'), leaveDrill);
  const grades = gradeChoice();
  const parts = [head, question, about, hint, feedback, line, grades.element];
  const rows = [
    h('div', { class: 'row wrap' }, next, clue, show, skip),
    h('div', { class: 'row wrap' }, undo, study, suspend, leave),
  ];
  const view = h('section', { class: 'card drill-card', 'aria-label': t('learn.session') }, ...parts, ...rows);
  const end = endView();
  const whole = h('div', { class: 'stack' }, view, end.element);
  let wasOver = false;
  store.subscribe(
    ({ drill }) => drill,
    (drill, state) => {
      whole.hidden = !drill;
      const hadFocus = view.contains(document.activeElement);
      const isOver = drill?.phase === 'answered';
      const isNew = isOver && !wasOver;
      wasOver = isOver;
      if (!drill) return;
      view.hidden = drill.end !== null;
      end.draw(drill);
      head.textContent = headText(drill);
      question.replaceChildren(...asked(drill));
      about.textContent = aboutText(drill);
      about.hidden = about.textContent === '';
      hint.hidden = !drill.hint;
      hint.textContent = drill.hint;
      drawFeedback(feedback, drill);
      drawLine(line, drill);
      next.hidden = !isOver;
      for (const own of [clue, show, skip]) own.hidden = isOver;
      for (const own of [clue, show]) own.disabled = drill.phase !== 'asked' || drill.isStoring;
      undo.hidden = !drill.isKept || !drill.mayUndo;
      suspend.hidden = !drill.isKept;
      study.disabled = state.play !== null && !state.play.ending;
      grades.draw(drill, isOver);
      if (isNew && (hadFocus || document.activeElement === document.body)) next.focus({ preventScroll: true });
    },
  );
  return whole;
}

/** Returns the kind of question and the number of questions left. @param {Drill} drill */
function headText({ question, isKept }) {
  const facts = [
    t(`learn.kind.${question.kind}`),
    t('learn.left', { count: question.left }),
    isKept ? '' : t('learn.notKeptHere'),
  ];
  return facts.filter(Boolean).join(' · ');
}

/** Returns the text of the question, including the move played in the game. @param {Drill} drill */
function asked({ question }) {
  const text = questionText(question);
  if (!question.played) return [text];
  const times = question.played.times > 1 ? ` (${t('learn.times', { count: question.played.times })})` : '';
  return [t('learn.played'), ' ', showSan(numbered(question.fen, question.played.san)), `${times}. `, text];
}

/** @param {Drill} drill */
function aboutText({ question: { played, leadIn, kind, isLeech } }) {
  const parts = played
    ? [
        played.date.replaceAll('.??', ''),
        t('learn.against', { opponent: played.opponent }),
        played.clock === undefined ? '' : t('learn.clock', { clock: clockText(played.clock) }),
      ]
    : [kind === 'puzzle' ? '' : leadIn];
  return [...parts, isLeech ? t('learn.leech') : ''].filter(Boolean).join(' · ');
}

/** @param {HTMLElement} element @param {Drill} drill */
function drawFeedback(element, { feedback, phase, question }) {
  element.className = `drill-feedback ${feedback?.tone ?? ''}`;
  element.hidden = !feedback && phase !== 'searching';
  if (phase === 'searching') {
    element.replaceChildren(t('learn.searching'));
    return;
  }
  if (!feedback) return;
  const after = question.played && feedback.tone !== 'wrong' ? question.played.san : '';
  element.replaceChildren(
    h('p', {}, ...shownText(feedback.text)),
    ...feedback.facts.map((fact) =>
      h(
        'p',
        {},
        ...(fact.isReply && after ? [t('learn.after'), ' ', showSan(numbered(question.fen, after)), ': '] : []),
        ...factSentence(fact),
      ),
    ),
  );
}

/**
 * Draws the moves of the line. Selecting a move shows its position on the board.
 * @param {HTMLElement} element @param {Drill} drill
 */
function drawLine(element, { fen, line, at }) {
  element.hidden = line.length === 0;
  drawLineMoves(element, fen, sanLine(fen, line), (button, i) => {
    const isShown = i + 1 === at;
    button.ariaCurrent = isShown ? 'true' : null;
    button.onclick = () => showLine(isShown ? 0 : i + 1);
  });
}

/** Creates the buttons with which the learner grades the answer. */
function gradeChoice() {
  const buttons = [1, 2, 3, 4].map((grade) =>
    h('button', { type: 'button', class: 'grade', text: t(`grade.${grade}`), onclick: told(() => changeGrade(grade)) }),
  );
  const element = h('div', { class: 'grades', role: 'group', 'aria-label': t('grade.label') }, ...buttons);
  return {
    element,
    draw: (/** @type {Drill} */ { grade, isKept }, /** @type {boolean} */ isOver) => {
      element.hidden = !isOver || !isKept || grade === null;
      buttons.forEach((own, i) => own.setAttribute('aria-pressed', String(grade === i + 1)));
    },
  };
}

/** Creates the view for the end of a session. */
function endView() {
  const title = h('h2', { text: '' });
  const text = h('p', {});
  const again = button(
    'play',
    t('learn.more'),
    async () => {
      leaveDrill();
      await startDrill();
    },
    'button',
  );
  const leave = button('close', t('learn.close'), leaveDrill, 'button primary');
  const element = h(
    'section',
    { class: 'card drill-end', role: 'status' },
    title,
    text,
    h('div', { class: 'row wrap' }, leave, again),
  );
  return {
    element,
    draw: (/** @type {Drill} */ { end, isKept }) => {
      element.hidden = end === null;
      again.hidden = !isKept;
      if (!end) return;
      title.textContent = t('learn.score', { right: end.right, asked: end.asked });
      text.textContent = [
        end.end === 'wrong' ? t('learn.lastWrong') : '',
        isKept ? t('learn.tomorrow', { count: end.dueTomorrow }) : '',
      ]
        .filter(Boolean)
        .join(' ');
      text.hidden = !text.textContent;
    },
  };
}

/** Opens the position of the card with the displayed line as a game. */
function openInAnalysis() {
  const { drill } = store.get();
  if (!drill) return;
  const { fen, line, question } = drill;
  if (!startGame(fen, { tab: 'analyze', orientation: question.side })) return;
  if (line.length > 0) playLine(line);
  // The card has it all.
  store.set({ opened: store.get().version });
}
