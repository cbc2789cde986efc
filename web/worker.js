// Runs the WASM file in a worker. This is a classic script: the single-file edition starts it from
// a blob, where modules are not allowed. The first message is {type: 'start', glue, module,
// network}: the URL of `wasm/reynard-classic.js`, the compiled module, and the bytes of a network
// or null. Then:
//
// * {type: 'line', line}: a UCI line for the engine, which answers with {type: 'line', line}. A
//   search runs within this message; to stop it, the page terminates the worker.
// * {type: 'index', bytes}: indexes a PGN file, with {type: 'progress', games, total} and finally
//   {type: 'indexed', games}.
// * {type: 'replace', index, bytes}: replaces a game of that file, or appends one.
// * {type: 'explore', id, fen}: answers with {type: 'explored', id, found}.
//
// Any failure is answered with {type: 'failed', message}.

'use strict';

/** Number of games indexed between two progress reports. */
const CHUNK = 500;

/** @type {typeof import('./wasm/reynard.js')} */
let wasm;
/** @type {import('./wasm/reynard.js').Engine} */
let engine;
/** @type {import('./wasm/reynard.js').Explorer | null} */
let explorer = null;
/** @type {string} the text of the last panic, which WASM itself reports as a bare `unreachable` */
let panic = '';

const consoleError = console.error.bind(console);
console.error = (...words) => {
  panic = words.join(' ');
  consoleError(...words);
};

/** @param {{glue: string, module: WebAssembly.Module, network: Uint8Array | null}} message */
async function start({ glue, module, network }) {
  // In the single-file edition, that script precedes this one, because its workers may not load
  // anything.
  // @ts-ignore
  if (typeof wasm_bindgen === 'undefined') importScripts(glue);
  // @ts-ignore The script defines it.
  wasm = wasm_bindgen;
  await wasm({ module_or_path: module });
  engine = new wasm.Engine((/** @type {string} */ line) => postMessage({ type: 'line', line }), network ?? undefined);
  postMessage({ type: 'ready' });
}

/** @param {Uint8Array} bytes */
function index(bytes) {
  const games = new wasm.Games(bytes);
  const made = new wasm.Explorer();
  while (made.add(games, CHUNK)) postMessage({ type: 'progress', games: made.games(), total: games.length });
  games.free();
  explorer = made;
  postMessage({ type: 'indexed', games: made.games() });
}

/**
 * The last message in the queue, which serializes messages because handling the first one is
 * asynchronous.
 */
let last = Promise.resolve();

onmessage = ({ data }) => {
  last = last
    .then(() => answer(data))
    .catch((error) => {
      const message = panic || (error instanceof Error ? error.message : String(error));
      postMessage({ type: 'failed', message });
    });
};

/** @param {any} data */
async function answer(data) {
  if (data.type === 'start') await start(data);
  else if (data.type === 'line') engine.line(data.line);
  else if (data.type === 'index') index(data.bytes);
  else if (data.type === 'replace') explorer?.replace(data.index, data.bytes);
  else if (data.type === 'explore') {
    postMessage({ type: 'explored', id: data.id, found: explorer ? explorer.explore(data.fen) : null });
  }
}
