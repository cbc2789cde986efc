// The Learn section: the notebook, the due cards, and the games being added.

import { h, iconButton, toast } from '../dom.js';
import { store } from '../chess-state.js';
import { bytesOf, joinedBytesOf, textOf } from '../opened-files.js';
import { download } from '../saving.js';
import { sentence } from '../sentence.js';
import {
  addFile,
  changeNames,
  changeSetting,
  exportFiles,
  importFiles,
  leaveGames,
  openNotebook,
  removeFile,
  showStatus,
  stopWork,
  takeGames,
  takeNames,
} from '../learn/notebook.js';
import { startDrill } from '../learn/drill.js';
import { namesIn, namesText } from '../learn/names.js';
import { readZip, writeZip } from '../learn/zip.js';
import { drillView } from './drill.js';
import { t } from '../i18n.js';

/**
 * @typedef {import('../learn/notebook.js').LearnState} LearnState
 * @typedef {{element: HTMLElement, draw: (state: LearnState) => void}} Part
 */

const KINDS = /** @type {const} */ (['mistake', 'endgame', 'punishment', 'repertoire', 'puzzle']);

/** Performs an action. If it fails, shows the error. @param {() => unknown} action */
async function told(action) {
  try {
    await action();
  } catch (error) {
    toast(sentence(error), { isError: true });
  }
}

/**
 * @param {Parameters<typeof iconButton>[0]} icon
 * @param {string} text
 * @param {() => unknown} action
 * @param {string} [name]
 */
const button = (icon, text, action, name = 'button') =>
  iconButton(icon, text, () => told(action), { text, class: name });

/**
 * Creates a button that selects files.
 * @param {{icon: Parameters<typeof iconButton>[0], text: string, accept: string, name?: string}} look
 * @param {(files: File[]) => Promise<void>} take
 */
function fileButton({ icon, text, accept, name = 'button' }, take) {
  const input = h('input', {
    type: 'file',
    accept,
    multiple: true,
    class: 'hidden-text',
    tabindex: -1,
    'aria-hidden': 'true',
    'aria-label': text,
  });
  input.addEventListener('change', () => {
    const files = [...(input.files ?? [])];
    input.value = '';
    if (files.length > 0) told(() => take(files));
  });
  return h(
    'span',
    { class: 'file-button' },
    button(icon, text, () => input.click(), name),
    input,
  );
}

/** @param {File[]} files */
async function addGameFiles(files) {
  await takeGames(await joinedBytesOf(files));
}

/** @param {File[]} files */
async function importNotebook(files) {
  const brought = [];
  for (const file of files) {
    const bytes = await bytesOf(file);
    if (!/\.zip$/i.test(file.name)) brought.push({ name: file.webkitRelativePath || file.name, bytes });
    else
      for (const { name, bytes: own } of await readZip(bytes))
        brought.push({ name, bytes: await bytesOf(new File([/** @type {BlobPart} */ (own)], name)) });
  }
  const left = await importFiles(brought);
  const said = [
    // Games that wait for the learner's name are not there yet.
    store.get().learn.waiting ? '' : t('learn.imported'),
    left.length > 0 ? t('learn.leftOut', { names: left.join(', ') }) : '',
  ];
  if (said.some(Boolean)) toast(said.filter(Boolean).join(' '));
}

async function exportNotebook() {
  download(writeZip(await exportFiles()), 'chess-notebook.zip', 'application/zip');
}

const GAMES = '.pgn,.txt,.gz';
const NOTEBOOK = `.zip,.toml,.jsonl,${GAMES}`;

export function learnPanel() {
  const drill = drillView();
  const parts = [beginView(), workView(), dueView(), notebookView()];
  const home = h('div', { class: 'stack' }, ...parts.map(({ element }) => element));
  // Games may be added while a session is open.
  const waiting = waitingView();
  store.subscribe(
    ({ learn, drill: own, server }) => [learn, own, server],
    (_, { learn, drill: own }) => {
      home.hidden = own !== null;
      for (const { draw } of [waiting, ...parts]) draw(learn);
    },
  );
  store.subscribe(
    ({ tab }) => tab === 'learn',
    (isShown) => {
      if (isShown)
        told(async () => {
          await openNotebook();
          showStatus();
        });
    },
  );
  return h('div', { class: 'stack' }, waiting.element, drill, home);
}

/**
 * Creates the getting-started view, which is shown while there is no notebook.
 * @returns {Part}
 */
function beginView() {
  const element = h(
    'section',
    { class: 'card learn-begin', 'aria-label': t('learn.title') },
    h('h2', { text: t('learn.title') }),
    h('p', { text: t('learn.what') }),
    h(
      'div',
      { class: 'row wrap' },
      fileButton({ icon: 'open', text: t('learn.choose'), accept: GAMES, name: 'button primary' }, addGameFiles),
      fileButton({ icon: 'folder', text: t('learn.import'), accept: NOTEBOOK }, importNotebook),
    ),
    h('p', { text: t('learn.orFiles') }),
    h('div', { class: 'row wrap' }, ...ownFileButtons()),
    h('p', { class: 'hint', text: t('learn.where') }),
  );
  return {
    element,
    draw: ({ notebook, waiting, work, isOpening }) => {
      element.hidden = Boolean(notebook || waiting || work || isOpening);
    },
  };
}

/** Creates the view that asks for the learner's name. @returns {Part} */
function waitingView() {
  const names = h('div', { class: 'row wrap learn-names', role: 'group', 'aria-label': t('learn.who') });
  const input = h('input', { type: 'text', id: 'learn-name', autocomplete: 'off', spellcheck: false });
  const take = button(
    'next',
    t('learn.thatIsMe'),
    () => {
      const chosen = [...names.querySelectorAll('[aria-pressed=true]')].map((own) => own.textContent ?? '');
      const written = namesIn(input.value);
      if (chosen.length + written.length === 0) throw new Error(t('learn.noName'));
      return takeNames([...chosen, ...written]);
    },
    'button primary',
  );
  const element = h(
    'section',
    { class: 'card', 'aria-label': t('learn.who') },
    h('h2', { text: t('learn.who') }),
    names,
    h('label', { class: 'field', for: 'learn-name' }, h('span', { text: t('learn.otherNames') }), input),
    h('div', { class: 'row wrap' }, take, button('close', t('learn.cancel'), leaveGames)),
  );
  /** @type {LearnState['waiting']} */
  let drawn = null;
  return {
    element,
    draw: ({ waiting }) => {
      element.hidden = waiting === null;
      if (waiting === drawn) return;
      drawn = waiting;
      names.replaceChildren(
        ...(waiting?.names ?? []).map((/** @type {string} */ name) =>
          h('button', {
            type: 'button',
            class: 'button',
            text: name,
            'aria-pressed': 'false',
            onclick: (/** @type {Event} */ { currentTarget: own }) => {
              const toggle = /** @type {HTMLElement} */ (own);
              toggle.setAttribute('aria-pressed', String(toggle.getAttribute('aria-pressed') !== 'true'));
            },
          }),
        ),
      );
    },
  };
}

/** Creates the view of the games being added. @returns {Part} */
function workView() {
  const text = h('p', { role: 'status' });
  const progress = h('progress', { max: 1, value: 0, 'aria-label': t('learn.adding') });
  const element = h(
    'section',
    { class: 'card', 'aria-label': t('learn.adding') },
    text,
    progress,
    h('div', { class: 'row' }, button('stop', t('learn.stop'), stopWork)),
    h('p', { class: 'hint', text: t('learn.goesOn') }),
  );
  return {
    element,
    draw: ({ work }) => {
      element.hidden = work === null;
      if (!work) return;
      const said = t('learn.work', { game: Math.min(work.game + 1, work.games), games: work.games });
      if (text.textContent !== said) text.textContent = said;
      progress.value = work.games > 0 ? (work.game + work.part) / work.games : 0;
    },
  };
}

/** Creates the view of the due cards. @returns {Part} */
function dueView() {
  const title = h('h2', {});
  const rest = h('p', { class: 'hint' });
  const said = h('p', { class: 'learn-said', role: 'status' });
  const start = button('play', t('learn.start'), () => startDrill(kind.value), 'button primary large');
  const kind = h('select', { id: 'learn-kind', 'aria-label': t('learn.kinds') });
  const element = h(
    'section',
    { class: 'card learn-due', 'aria-label': t('learn.today') },
    title,
    rest,
    h('div', { class: 'row wrap' }, start, kind),
    said,
  );
  let drawnKinds = '';
  return {
    element,
    draw: ({ notebook, said: text }) => {
      element.hidden = notebook === null;
      said.textContent = text;
      said.hidden = !text;
      if (!notebook) return;
      const { status } = notebook;
      title.textContent =
        status.cards === 0
          ? t('learn.noCards')
          : status.due + status.new === 0
            ? t('learn.nothingDue')
            : [
                status.due > 0 ? t('learn.due', { count: status.due }) : '',
                status.new > 0 ? t('learn.new', { count: status.new }) : '',
              ]
                .filter(Boolean)
                .join(', ');
      rest.textContent = [
        t('learn.games', { count: status.games }),
        t('learn.cards', { count: status.cards }),
        status.daysInARow > 1 ? t('learn.row', { count: status.daysInARow }) : '',
        status.due + status.new === 0 && status.nextDueDays !== null
          ? t('learn.nextDue', { count: status.nextDueDays })
          : '',
      ]
        .filter(Boolean)
        .join(' · ');
      start.disabled = status.due + status.new === 0;
      const kinds = KINDS.filter((name) => (status.kinds[name] ?? 0) > 0);
      if (drawnKinds !== kinds.join()) {
        drawnKinds = kinds.join();
        kind.replaceChildren(
          h('option', { value: '', text: t('learn.allKinds') }),
          ...kinds.map((name) => h('option', { value: name, text: t(`learn.kind.${name}`) })),
        );
      }
      kind.hidden = kinds.length < 2;
    },
  };
}

/** Creates the buttons that add repertoires and puzzles. */
function ownFileButtons() {
  const addText = (/** @type {'repertoire' | 'puzzles'} */ folder) => async (/** @type {File[]} */ files) => {
    for (const file of files)
      await addFile(folder, file.name.replace(/\.gz$/i, ''), textOf(await joinedBytesOf([file])));
  };
  return [
    fileButton({ icon: 'folder', text: t('learn.addRepertoire'), accept: GAMES }, addText('repertoire')),
    fileButton({ icon: 'star', text: t('learn.addPuzzles'), accept: GAMES }, addText('puzzles')),
  ];
}

/** Creates a row for a file of the notebook, with a button that removes it. @param {string} name */
function fileRow(name) {
  const remove = async () => {
    const bringBack = await removeFile(name);
    toast(t('learn.removed', { name }), { action: { label: t('undo'), run: () => told(bringBack) } });
  };
  const trash = iconButton('trash', t('learn.remove', { name }), () => told(remove));
  return h('li', {}, h('span', { class: 'grow', text: name }), trash);
}

/** Creates the view of the notebook: games, repertoire, settings and files. @returns {Part} */
function notebookView() {
  const add = fileButton({ icon: 'open', text: t('learn.add'), accept: GAMES }, addGameFiles);
  const own = ownFileButtons();
  const bring = fileButton({ icon: 'folder', text: t('learn.import'), accept: NOTEBOOK }, importNotebook);
  const files = h('div', { class: 'row wrap' }, button('save', t('learn.export'), exportNotebook), bring);
  const list = h('ul', { class: 'recent learn-files', 'aria-label': t('learn.files') });
  const settings = settingsView();
  const place = h('p', { class: 'hint' });
  const element = h(
    'section',
    { class: 'card', 'aria-label': t('learn.notebook') },
    h('h2', { text: t('learn.notebook') }),
    h('div', { class: 'row wrap' }, add, ...own),
    files,
    list,
    settings.element,
    place,
  );
  return {
    element,
    draw: ({ notebook, work }) => {
      element.hidden = notebook === null || work !== null;
      if (!notebook) return;
      const isFolder = notebook.kind === 'server';
      for (const part of [...own, bring, settings.element]) part.hidden = isFolder;
      list.hidden = isFolder || notebook.files.length === 0;
      if (list.dataset.drawn !== notebook.files.join('\n')) {
        list.dataset.drawn = notebook.files.join('\n');
        list.replaceChildren(...notebook.files.map(fileRow));
      }
      place.textContent = t(`learn.place.${notebook.kind}`);
      settings.draw(notebook.settings);
    },
  };
}

/** Creates the view of the settings: the learner's names and the number of new cards. */
function settingsView() {
  const names = h('input', { type: 'text', id: 'learn-me', autocomplete: 'off', spellcheck: false });
  const fresh = h('input', { type: 'number', id: 'learn-new', min: 0, max: 1000 });
  names.addEventListener('change', () => told(() => changeNames(namesIn(names.value))));
  fresh.addEventListener('change', () =>
    told(() => changeSetting('new-cards-a-day', Math.max(0, Math.floor(Number(fresh.value) || 0)))),
  );
  const element = h(
    'details',
    { class: 'paste-box' },
    h('summary', { text: t('settings') }),
    h(
      'div',
      { class: 'row' },
      h('label', { class: 'field grow', for: 'learn-me' }, h('span', { text: t('learn.me.label') }), names),
      h('label', { class: 'field', for: 'learn-new' }, h('span', { text: t('learn.newADay') }), fresh),
    ),
  );
  return {
    element,
    draw: (/** @type {import('../learn/notebook-settings.js').NotebookSettings} */ { me, newCardsADay }) => {
      if (document.activeElement !== names) names.value = namesText(me);
      if (document.activeElement !== fresh) fresh.value = String(newCardsADay);
    },
  };
}
