// The connections to engines. Each accepts and delivers UCI lines.

import { fetchFile, fileUrl } from './files.js';

/**
 * @typedef {{
 *   send(line: string): void,
 *   close(): void,
 *   canStop: boolean,
 *   threads: number,
 *   kind: 'one thread' | 'threads' | 'server', }} Transport `canStop`: the engine reads `stop`
 * during a search. Otherwise, it is closed and a new engine is opened.
 * @typedef {{line(line: string): void, failed(message: string): void}} Listener
 */

/** @type {Promise<WebAssembly.Module> | null} */
let compiled = null;
/** @type {Promise<Uint8Array | null> | null} */
let network = null;

/** Returns the compiled WASM module, which the page and all workers share. */
export function wasmModule() {
  compiled ??= fetchFile('wasm/reynard_bg.wasm').then(async (response) => {
    if (response.headers.get('content-type')?.startsWith('application/wasm'))
      return WebAssembly.compileStreaming(response);
    return WebAssembly.compile(await response.arrayBuffer());
  });
  compiled.catch(() => {
    compiled = null;
  });
  return compiled;
}

/**
 * Returns the bytes of the network file, or `null` if the site has none. The file is fetched when
 * it is first needed.
 */
function networkBytes() {
  network ??= fetchFile('wasm/default.rnn')
    .then(async (response) => new Uint8Array(await response.arrayBuffer()))
    .catch(() => null);
  return network;
}

/**
 * URL of a copy of the worker script, together with the script that it loads. The copy is used if
 * the server has shut down or has another build.
 */
let keptWorker = '';

/**
 * Fetches the files of the page's engine while the server still runs, or has the build of the page.
 */
export async function prefetchEngine() {
  if (keptWorker) return;
  const read = async (/** @type {string} */ path) => (await fetchFile(path)).text();
  const [glue, worker] = await Promise.all([read('wasm/reynard-classic.js'), read('worker.js'), networkBytes()]);
  keptWorker = URL.createObjectURL(new Blob([glue, '\n', worker], { type: 'text/javascript' }));
}

/** Starts a worker for the WASM module of the page. */
export const newWorker = () => new Worker(keptWorker || fileUrl('worker.js'));

/**
 * Returns the data that a worker needs to load the WASM module. The JavaScript is that of a classic
 * script.
 */
export async function wasmFiles() {
  return { type: 'start', glue: fileUrl('wasm/reynard-classic.js'), module: await wasmModule() };
}

/**
 * Opens the single-threaded engine in a worker.
 * @param {Listener} listener
 * @returns {Promise<Transport>}
 */
export async function openWorker(listener) {
  const [files, network] = await Promise.all([wasmFiles(), networkBytes()]);
  const worker = newWorker();
  worker.postMessage({ ...files, network });
  await new Promise((resolve, reject) => {
    worker.onmessage = ({ data }) => {
      if (data.type === 'ready') resolve(undefined);
      else if (data.type === 'failed') reject(new Error(data.message));
    };
    worker.onerror = (event) => reject(new Error(event.message || 'the worker could not be started'));
  });
  worker.onmessage = ({ data }) => {
    // Lines that belong together arrive as one string.
    if (data.type === 'line') data.line.split('\n').forEach((/** @type {string} */ line) => listener.line(line));
    else if (data.type === 'failed') listener.failed(data.message);
  };
  worker.onerror = (event) => listener.failed(event.message);
  return {
    send: (line) => worker.postMessage({ type: 'line', line }),
    close: () => worker.terminate(),
    canStop: false,
    threads: 1,
    kind: 'one thread',
  };
}

/**
 * Opens the multithreaded engine: a WASI program in workers that share memory. The page must be
 * isolated.
 * @param {Listener} listener
 * @returns {Promise<Transport>}
 */
export async function openThreads(listener) {
  const cores = navigator.hardwareConcurrency || 2;
  const threads = Math.min(8, cores > 2 ? cores - 1 : cores);
  const [response, bytes] = await Promise.all([fetchFile('wasm/reynard-threads.wasm'), networkBytes()]);
  const program = await response.arrayBuffer();
  const module = await WebAssembly.compile(program);
  const worker = new Worker(fileUrl('threads.js'));
  worker.postMessage({ type: 'start', module, bytes: program, network: bytes, threads, script: fileUrl('threads.js') });
  /** @type {{input: SharedArrayBuffer} | null} */
  const shared = await new Promise((resolve, reject) => {
    worker.onmessage = ({ data }) => {
      if (data.type === 'ready') resolve(data);
      else if (data.type === 'failed') reject(new Error(data.message));
    };
    worker.onerror = (event) => reject(new Error(event.message || 'the worker could not be started'));
  });
  if (!shared) throw new Error('the worker could not be started');
  worker.onmessage = ({ data }) => {
    if (data.type === 'line') listener.line(data.line);
    else if (data.type === 'failed') listener.failed(data.message);
  };
  const write = inputWriter(shared.input);
  if (bytes) write('setoption name EvalFile value network.rnn\nsetoption name Evaluation value network\n');
  return {
    send: (line) => write(`${line}\n`),
    close: () => worker.postMessage({ type: 'close' }),
    canStop: true,
    threads,
    kind: 'threads',
  };
}

/**
 * Returns a function that writes into the ring buffer which the program reads as its standard
 * input. The buffer consists of two counters followed by the bytes.
 * @param {SharedArrayBuffer} buffer
 */
function inputWriter(buffer) {
  const counters = new Int32Array(buffer, 0, 2);
  const ring = new Uint8Array(buffer, 8);
  const encoder = new TextEncoder();
  return (/** @type {string} */ text) => {
    const bytes = encoder.encode(text);
    const written = Atomics.load(counters, 0);
    const free = ring.length - (written - Atomics.load(counters, 1));
    if (bytes.length > free) throw new Error('the engine does not read its commands');
    bytes.forEach((byte, i) => {
      ring[(written + i) % ring.length] = byte;
    });
    Atomics.store(counters, 0, written + bytes.length);
    Atomics.notify(counters, 0);
  };
}

/**
 * Opens an engine on the machine that runs `reynard serve`.
 * @param {Listener} listener
 * @param {{threads: number, number: number}} choice the number of the engine: 0 is Reynard
 * @returns {Promise<Transport>}
 */
export async function openSocket(listener, { threads, number }) {
  const address = new URL(number === 0 ? 'api/engine' : `api/engine?engine=${number}`, document.baseURI);
  address.protocol = address.protocol.replace('http', 'ws');
  const socket = new WebSocket(address);
  await new Promise((resolve, reject) => {
    socket.onopen = resolve;
    socket.onerror = () => reject(new Error('the server refuses the connection to its engine'));
  });
  let isClosed = false;
  socket.onmessage = ({ data }) =>
    String(data)
      .split('\n')
      .filter(Boolean)
      .forEach((line) => listener.line(line));
  socket.onclose = ({ reason }) => {
    if (!isClosed) listener.failed(reason || 'the connection to the server has ended');
  };
  return {
    send: (line) => socket.send(line),
    close: () => {
      isClosed = true;
      socket.close();
    },
    canStop: true,
    threads,
    kind: 'server',
  };
}
