// The multithreaded engine: a WASI program whose threads are workers. This is a classic script.
//
// The page starts one worker, the coordinator: {type: 'start', module, network, threads, script}.
// It creates the shared memory and a pool of workers. Each waits for work on a slot, since
// `thread-spawn` must return at once and a blocked worker cannot start another. The coordinator
// itself never blocks: it forwards lines, and ends everything on {type: 'close'}. It answers with
// {type: 'ready', input}: the ring buffer that the program reads as its standard input. It holds
// counters of the bytes written and read, followed by the bytes.

'use strict';

const RING = 1 << 16;
/**
 * Maximum number of 64 KiB memory pages: 512 MiB. It is halved until the browser grants the memory.
 */
const MOST_PAGES = 8192;
/**
 * Number of threads in addition to the search threads: the program itself, and the tasks that its
 * session starts.
 */
const MORE_THREADS = 3;

const [IDLE, CLAIMED, READY] = [0, 1, 2];
const [SUCCESS, BAD_FILE, NO_ENTRY, NOT_SUPPORTED] = [0, 8, 44, 52];
const [STDIN, STDOUT, STDERR, ROOT, NETWORK] = [0, 1, 2, 3, 4];

onmessage = ({ data }) => {
  try {
    if (data.type === 'start') coordinate(data);
    else if (data.type === 'thread') serveThreads(data);
    else if (data.type === 'close') {
      for (const worker of pool) worker.terminate();
      close();
    }
  } catch (error) {
    postMessage({ type: 'failed', message: error instanceof Error ? error.message : String(error) });
  }
};

/** @type {Worker[]} */
const pool = [];

/** @param {any} start */
async function coordinate({ module, network, threads, script, bytes }) {
  const count = threads + MORE_THREADS;
  const memory = claimMemory(bytes);
  const input = new SharedArrayBuffer(8 + RING);
  const slots = new SharedArrayBuffer(4 * (1 + 3 * count));
  const shared = network ? new SharedArrayBuffer(network.length) : null;
  if (shared) new Uint8Array(shared).set(network);
  let ready = 0;
  await new Promise((resolve, reject) => {
    for (let index = 0; index < count; index++) {
      const worker = new Worker(script);
      worker.onmessage = ({ data }) => {
        if (data.type !== 'waiting') postMessage(data);
        else if (++ready === count) resolve(undefined);
      };
      worker.onerror = (event) => reject(new Error(event.message || 'a thread could not be started'));
      worker.postMessage({ type: 'thread', module, memory, input, slots, network: shared, index });
      pool.push(worker);
    }
  });
  // The first worker runs the program itself: thread 0.
  const view = new Int32Array(slots);
  Atomics.store(view, 0, 1);
  Atomics.store(view, 1, READY);
  Atomics.notify(view, 1);
  postMessage({ type: 'ready', input });
}

/**
 * Allocates shared memory with the initial size that the program requires, and with the largest
 * maximum size that the browser grants.
 * @param {ArrayBuffer} bytes of the program
 */
function claimMemory(bytes) {
  const { initial, maximum } = memoryLimits(new Uint8Array(bytes));
  for (let most = Math.min(maximum, MOST_PAGES); ; most = Math.max(initial, most >> 1)) {
    try {
      return new WebAssembly.Memory({ initial, maximum: most, shared: true });
    } catch (error) {
      if (most === initial) throw new Error('there is not enough memory for the engine');
    }
  }
}

/**
 * Returns the limits of the memory that a module imports, which browsers do not report.
 * @param {Uint8Array} bytes
 */
function memoryLimits(bytes) {
  let at = 8;
  const number = () => {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = bytes[at++];
      value += (byte & 127) * 2 ** shift;
      if (byte < 128) return value;
    }
  };
  while (at < bytes.length) {
    const id = bytes[at++];
    const size = number();
    const end = at + size;
    if (id !== 2) {
      at = end;
      continue;
    }
    for (let left = number(); left > 0; left--) {
      at += number();
      at += number();
      const kind = bytes[at++];
      if (kind === 0) number();
      else if (kind === 1) {
        at++;
        if (bytes[at++] & 1) {
          number();
        }
        number();
      } else if (kind === 3) at += 2;
      else {
        const flags = bytes[at++];
        const initial = number();
        return { initial, maximum: flags & 1 ? number() : MOST_PAGES };
      }
    }
  }
  throw new Error('the engine does not import its memory');
}

/** @param {any} start */
function serveThreads({ module, memory, input, slots, network, index }) {
  const view = new Int32Array(slots);
  const own = 1 + 3 * index;
  postMessage({ type: 'waiting' });
  for (;;) {
    while (Atomics.load(view, own) !== READY) Atomics.wait(view, own, Atomics.load(view, own));
    const [thread, argument] = [view[own + 1], view[own + 2]];
    try {
      const imports = makeImports(module, memory, input, view, network);
      const { exports } = new WebAssembly.Instance(module, imports);
      if (thread === 0) /** @type {any} */ (exports)._start();
      else /** @type {any} */ (exports).wasi_thread_start(thread, argument);
    } catch (error) {
      if (!(error instanceof Exit)) postMessage({ type: 'failed', message: panic || String(error) });
    }
    Atomics.store(view, own, IDLE);
    if (thread === 0) return postMessage({ type: 'ended' });
  }
}

/** Thrown when the program has ended. */
class Exit extends Error {}

/** @type {string} the last line of standard error: the text of a panic */
let panic = '';

/**
 * @param {WebAssembly.Module} module
 * @param {WebAssembly.Memory} memory
 * @param {SharedArrayBuffer} input
 * @param {Int32Array} slots
 * @param {SharedArrayBuffer | null} network
 */
function makeImports(module, memory, input, slots, network) {
  const wasi = wasiFunctions(memory, input, network);
  /** @type {Record<string, Record<string, any>>} */
  const imports = {};
  for (const { module: from, name, kind } of WebAssembly.Module.imports(module)) {
    imports[from] ??= {};
    if (kind === 'memory') imports[from][name] = memory;
    else if (from === 'wasi' && name === 'thread-spawn')
      imports[from][name] = (/** @type {number} */ arg) => spawn(slots, arg);
    else imports[from][name] = wasi[name] ?? (() => NOT_SUPPORTED);
  }
  return imports;
}

/**
 * Assigns a task to an idle worker of the pool. Returns a negative number if all workers are busy,
 * which the program treats as an error.
 * @param {Int32Array} slots
 * @param {number} argument
 */
function spawn(slots, argument) {
  for (let own = 4; own < slots.length; own += 3) {
    if (Atomics.compareExchange(slots, own, IDLE, CLAIMED) !== IDLE) continue;
    const thread = Atomics.add(slots, 0, 1);
    slots[own + 1] = thread;
    slots[own + 2] = argument;
    Atomics.store(slots, own, READY);
    Atomics.notify(slots, own);
    return thread;
  }
  return -1;
}

/** @typedef {Record<string, (...args: any[]) => any>} WasiCalls */

/**
 * Returns the WASI functions that the program imports.
 * @param {WebAssembly.Memory} memory
 * @param {SharedArrayBuffer} input
 * @param {SharedArrayBuffer | null} network
 * @returns {WasiCalls}
 */
function wasiFunctions(memory, input, network) {
  const program = new ProgramMemory(memory);
  const file = network ? new Uint8Array(network) : null;
  return { ...systemCalls(program), ...streamCalls(program, inputReader(input), file), ...fileCalls(program, file) };
}

/**
 * Access to the memory of the program. The buffer is replaced when the memory grows, so every call
 * creates new views.
 */
class ProgramMemory {
  /** @param {WebAssembly.Memory} memory */
  constructor(memory) {
    this.memory = memory;
  }

  get view() {
    return new DataView(this.memory.buffer);
  }

  /** @param {number} at @param {number} length */
  bytes(at, length) {
    return new Uint8Array(this.memory.buffer, at, length);
  }

  /** @param {number} at @param {number} length */
  text(at, length) {
    return new TextDecoder().decode(this.bytes(at, length).slice());
  }

  /** Returns views of the parts of a scattered buffer. @param {number} at @param {number} count */
  vectors(at, count) {
    const { view } = this;
    const place = (/** @type {number} */ i) => [view.getUint32(at + 8 * i, true), view.getUint32(at + 8 * i + 4, true)];
    return Array.from({ length: count }, (_, i) => place(i)).map(([start, length]) => this.bytes(start, length));
  }

  /** @param {number} at @param {number[]} numbers */
  setNumbers(at, ...numbers) {
    numbers.forEach((number, i) => this.view.setUint32(at + 4 * i, number, true));
    return SUCCESS;
  }
}

/**
 * Returns a function that reads from the ring buffer of the standard input, and waits while it is
 * empty.
 * @param {SharedArrayBuffer} input
 */
function inputReader(input) {
  const counters = new Int32Array(input, 0, 2);
  const ring = new Uint8Array(input, 8);
  return (/** @type {Uint8Array} */ target) => {
    const read = counters[1];
    while (Atomics.load(counters, 0) === read) Atomics.wait(counters, 0, read);
    const length = Math.min(target.length, Atomics.load(counters, 0) - read);
    for (let i = 0; i < length; i++) target[i] = ring[(read + i) % ring.length];
    Atomics.store(counters, 1, read + length);
    return length;
  };
}

/**
 * Returns a function that forwards the lines of the standard output, and keeps the last line of
 * standard error.
 */
function outputWriter() {
  const output = { [STDOUT]: '', [STDERR]: '' };
  const decoder = new TextDecoder();
  return (/** @type {1 | 2} */ fd, /** @type {Uint8Array[]} */ parts) => {
    for (const part of parts) output[fd] += decoder.decode(part.slice(), { stream: true });
    const lines = output[fd].split('\n');
    output[fd] = lines.pop() ?? '';
    for (const line of lines) {
      if (fd === STDOUT) postMessage({ type: 'line', line });
      else {
        panic = line;
        console.error(line);
      }
    }
  };
}

const now = () => BigInt(Math.round((performance.timeOrigin + performance.now()) * 1e6));

/**
 * Returns the calls for arguments, environment, clocks and random numbers.
 * @param {ProgramMemory} program
 * @returns {WasiCalls}
 */
function systemCalls(program) {
  const none = (/** @type {number} */ count, /** @type {number} */ size) =>
    program.setNumbers(count, 0) || program.setNumbers(size, 0);
  const setTime = (/** @type {number} */ at, /** @type {bigint} */ time) => {
    program.view.setBigUint64(at, time, true);
    return SUCCESS;
  };
  return {
    args_sizes_get: none,
    args_get: () => SUCCESS,
    environ_sizes_get: none,
    environ_get: () => SUCCESS,
    clock_time_get: (_id, _precision, at) => setTime(at, now()),
    clock_res_get: (_id, at) => setTime(at, 100_000n),
    sched_yield: () => SUCCESS,
    random_get: (at, length) => {
      // Random numbers cannot be written directly into shared memory.
      const random = new Uint8Array(length);
      crypto.getRandomValues(random);
      program.bytes(at, length).set(random);
      return SUCCESS;
    },
    proc_exit: () => {
      throw new Exit();
    },
    poll_oneoff: (subscriptions, events, count, at) => sleep(program, { subscriptions, events, count, at }),
  };
}

/**
 * Waits until the first of several clock subscriptions is due. The program does not wait for
 * anything else.
 * @param {ProgramMemory} program
 * @param {{subscriptions: number, events: number, count: number, at: number}} places
 */
function sleep(program, { subscriptions, events, count, at }) {
  const { view } = program;
  const clocks = Array.from({ length: count }, (_, i) => subscriptions + 48 * i);
  const delays = clocks.map((from) => {
    const timeout = view.getBigUint64(from + 24, true);
    const isAbsolute = view.getUint16(from + 40, true) & 1;
    return Number(isAbsolute ? timeout - now() : timeout) / 1e6;
  });
  const shortest = Math.max(0, Math.min(...delays));
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, shortest);
  let happened = 0;
  clocks.forEach((from, i) => {
    if (delays[i] > shortest) return;
    const event = events + 32 * happened++;
    program.bytes(event, 32).fill(0);
    program.view.setBigUint64(event, program.view.getBigUint64(from, true), true);
  });
  return program.setNumbers(at, happened);
}

/**
 * Returns the calls for reading and writing. The files are the standard streams and the network.
 * @param {ProgramMemory} program
 * @param {(target: Uint8Array) => number} readInput
 * @param {Uint8Array | null} file
 * @returns {WasiCalls}
 */
function streamCalls(program, readInput, file) {
  const write = outputWriter();
  let position = 0;
  const readFile = (/** @type {Uint8Array} */ target) => {
    const part = file?.subarray(position, position + target.length) ?? new Uint8Array();
    target.set(part);
    position += part.length;
    return part.length;
  };
  return {
    fd_close: () => SUCCESS,
    fd_seek: (fd, offset, whence, at) => {
      if (fd !== NETWORK || !file) return BAD_FILE;
      position = Number(offset) + [0, position, file.length][whence];
      program.view.setBigUint64(at, BigInt(position), true);
      return SUCCESS;
    },
    fd_read: (fd, at, count, read) => {
      const targets = program.vectors(at, count).filter(({ length }) => length > 0);
      if (fd === STDIN) return program.setNumbers(read, targets.length > 0 ? readInput(targets[0]) : 0);
      if (fd !== NETWORK || !file) return targets.length > 0 ? BAD_FILE : program.setNumbers(read, 0);
      return program.setNumbers(
        read,
        targets.reduce((sum, target) => sum + readFile(target), 0),
      );
    },
    fd_write: (fd, at, count, written) => {
      if (fd !== STDOUT && fd !== STDERR) return BAD_FILE;
      const parts = program.vectors(at, count);
      write(fd, parts);
      return program.setNumbers(
        written,
        parts.reduce((sum, { length }) => sum + length, 0),
      );
    },
    path_open: (_fd, _dirflags, path, length, _oflags, _base, _inheriting, _flags, at) => {
      if (!file || !isNetwork(program.text(path, length))) return NO_ENTRY;
      position = 0;
      return program.setNumbers(at, NETWORK);
    },
  };
}

const isNetwork = (/** @type {string} */ path) => path.endsWith('network.rnn');

/** File types. */
const [DEVICE, FOLDER, REGULAR] = [2, 3, 4];

/**
 * Returns the calls for file attributes. The files are the root folder and the network in it.
 * @param {ProgramMemory} program
 * @param {Uint8Array | null} file
 * @returns {WasiCalls}
 */
function fileCalls(program, file) {
  /** @param {number} at @param {number} kind @param {number} size */
  const writeStat = (at, kind, size) => {
    program.bytes(at, 64).fill(0);
    program.view.setUint8(at + 16, kind);
    program.view.setBigUint64(at + 32, BigInt(size), true);
    return SUCCESS;
  };
  const writeNetwork = (/** @type {number} */ at) => writeStat(at, REGULAR, file?.length ?? 0);
  return {
    fd_fdstat_get: (fd, at) => {
      if (fd > NETWORK) return BAD_FILE;
      program.bytes(at, 24).fill(0);
      program.view.setUint8(at, fd === ROOT ? FOLDER : fd === NETWORK ? REGULAR : DEVICE);
      // All rights.
      program.bytes(at + 8, 16).fill(255);
      return SUCCESS;
    },
    fd_filestat_get: (fd, at) => (fd > NETWORK ? BAD_FILE : fd === NETWORK ? writeNetwork(at) : writeStat(at, 0, 0)),
    fd_prestat_get: (fd, at) => {
      if (fd !== ROOT) return BAD_FILE;
      program.view.setUint8(at, 0);
      return program.setNumbers(at + 4, 1);
    },
    fd_prestat_dir_name: (fd, at, length) => {
      if (fd !== ROOT) return BAD_FILE;
      program.bytes(at, length).set([47].slice(0, length));
      return SUCCESS;
    },
    path_filestat_get: (_fd, _flags, path, length, at) =>
      file && isNetwork(program.text(path, length)) ? writeNetwork(at) : NO_ENTRY,
  };
}
