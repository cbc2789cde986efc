// A program of wasm32-wasip1-threads under Node: `node wasi.cjs FILE.wasm threads < lines`, or `none` for a host that can
// start no thread. Only what the engine needs of WASI is here; web/threads.js has it for browsers.
'use strict';

const { readFileSync, writeSync } = require('node:fs');
const { Worker, isMainThread, workerData } = require('node:worker_threads');

const NOT_SUPPORTED = 52;
const BAD_FILE = 8;

function imports(module, memory, threads, input) {
  const view = () => new DataView(memory.buffer);
  let position = 0;
  const vectors = (at, count) => Array.from({ length: count }, (_, index) => {
    const start = view().getUint32(at + 8 * index, true);
    return new Uint8Array(memory.buffer, start, view().getUint32(at + 8 * index + 4, true));
  });
  const zeros = (...places) => { for (const at of places) view().setUint32(at, 0, true); return 0; };
  const now = () => process.hrtime.bigint();
  const functions = {
    'thread-spawn': (argument) => {
      if (!threads) return -1;
      const thread = Atomics.add(threads, 0, 1);
      new Worker(__filename, { workerData: { module, memory, threads, thread, argument } });
      return thread;
    },
    args_sizes_get: zeros,
    args_get: () => 0,
    environ_sizes_get: zeros,
    environ_get: () => 0,
    clock_time_get: (_id, _precision, at) => { view().setBigUint64(at, now(), true); return 0; },
    random_get: (at, length) => { new Uint8Array(memory.buffer, at, length).fill(7); return 0; },
    sched_yield: () => 0,
    proc_exit: (code) => process.exit(code),
    fd_close: () => 0,
    fd_prestat_get: () => BAD_FILE,
    fd_read: (fd, at, count, read) => {
      if (fd !== 0) return BAD_FILE;
      let total = 0;
      for (const target of vectors(at, count)) {
        const part = input.subarray(position, position + target.length);
        target.set(part);
        position += part.length;
        total += part.length;
      }
      view().setUint32(read, total, true);
      return 0;
    },
    fd_write: (fd, at, count, written) => {
      let total = 0;
      for (const part of vectors(at, count)) { writeSync(fd, part.slice()); total += part.length; }
      view().setUint32(written, total, true);
      return 0;
    },
  };
  const made = {};
  for (const { module: from, name, kind } of WebAssembly.Module.imports(module)) {
    made[from] ??= {};
    made[from][name] = kind === 'memory' ? memory : functions[name] ?? (() => NOT_SUPPORTED);
  }
  return made;
}

if (isMainThread) {
  const [file, mode] = process.argv.slice(2);
  const module = new WebAssembly.Module(readFileSync(file));
  const memory = new WebAssembly.Memory({ initial: 256, maximum: 16384, shared: true });
  const threads = mode === 'threads' ? new Int32Array(new SharedArrayBuffer(4)) : null;
  if (threads) threads[0] = 1;
  const made = imports(module, memory, threads, readFileSync(0));
  new WebAssembly.Instance(module, made).exports._start();
  process.exit(0);
} else {
  const { module, memory, threads, thread, argument } = workerData;
  const made = imports(module, memory, threads, new Uint8Array());
  new WebAssembly.Instance(module, made).exports.wasi_thread_start(thread, argument);
}
