// The compiler, away from the page's thread.

import * as wasm from '../../pkg/tilewright.js';
import type { Carried } from '../gallery';
import type { Compiled, Options, Python } from '../generated/types';
import { got } from '../got';
import { pythonReader } from '../python/reader';
import { tools } from '../tools/reader';
import { errorMessage, failure, fetchModule, type Start, type StartFrom } from '../workers';
import { inflate } from './inflate';
import type { CallName, Calls, Got, Request, Response, Written } from './protocol';
import { lowered } from './python';

/** The newest compilation, by its question. */
let newest: { question: string; answer: Written<Compiled> } | null = null;

/** Compiles Tile IR; what was compiled last, ahead of time as a rule, is not compiled again. */
function compile({ source, origin, options, machine }: Calls['compile']['argument']): Written<Compiled> {
  const question = JSON.stringify([source, origin, options, machine]);
  if (newest?.question === question) return newest.answer;
  newest = null;
  const answer = wasm.compile(source, JSON.stringify(options), origin ?? undefined, machine ?? undefined);
  newest = { question, answer };
  return answer;
}

const defaults = (): Options => JSON.parse(wasm.default_options());

const handlers: { [Name in CallName]: (argument: Calls[Name]['argument']) => Calls[Name]['answer'] | Promise<Calls[Name]['answer']> } = {
  about: () => ({ version: wasm.version(), defaults: defaults(), targets: JSON.parse(wasm.targets()) }),
  compile,
  compilePython: ({ source, options, machine, reader }) => {
    const { lower } = pythonReader(reader);
    const started = performance.now();
    const python = lower(source, options.entry);
    const micros = (performance.now() - started) * 1000;
    const { tile_ir } = JSON.parse(python) as Python;
    return { python, micros, compiled: tile_ir === null ? null : compile(lowered(tile_ir, source, options, machine)), version: wasm.version() };
  },
  fillIn: ({ source, kernel, changes, reader }) =>
    pythonReader(reader).fill_in(source, kernel, changes.map(({ name }) => name).join('\n'), changes.map(({ text }) => text.replaceAll('\n', ' ')).join('\n')),
  passes: () => JSON.parse(wasm.passes()),
  layouts: () => JSON.parse(wasm.layouts()),
  disassemble: ({ bytes, toolbox }) => tools(toolbox).disassemble(bytes),
  assemble: ({ source, toolbox }) => tools(toolbox).assemble(source) as Uint8Array<ArrayBuffer>,
  schedule: ({ graph, scheduler, machine, toolbox }) => tools(toolbox).schedule(graph, scheduler, machine ?? undefined),
  checkPipeline: ({ program, toolbox }) => tools(toolbox).check_pipeline(program),
  layOut: ({ graph, toolbox }) => tools(toolbox).lay_out(graph),
  encode: ({ record, toolbox }) => tools(toolbox).encode_link(record),
  decode: async (link) => {
    const { body, endsEarly } = await inflate(wasm.packed_link(link) as Uint8Array<ArrayBuffer>, wasm.longest_record() + 1);
    return JSON.parse(wasm.decode_link(link, body, endsEarly));
  },
  overlay: (options) => JSON.parse(wasm.overlay_options(JSON.stringify(options))),
  tiles: ({ problem, toolbox }) => tools(toolbox).tile_map(problem),
  compare: ({ problem, toolbox }) => tools(toolbox).compare_schedulers(problem),
};

let ready: Promise<string | null> | undefined;
/** Whether there is something else to compile than what the page is likely to ask for first. */
let asked = false;

/** Begins with a module; tells why it cannot, if it cannot. */
const begin = (module: Promise<WebAssembly.Module>): Promise<string | null> => module.then((module) => wasm.initSync({ module })).then(() => null, errorMessage);

/** Compiles the kernel of the gallery that the page begins with, unless another has come. */
async function compileAhead(address: string): Promise<void> {
  const carried = got(address).then((response) => response.json()) as Promise<Carried>;
  await ready;
  const { source, python } = await carried;
  // The questions with which the page begins are answered first: it draws meanwhile.
  await new Promise((resolve) => setTimeout(resolve));
  if (asked || python.tile_ir === null) return;
  compile(lowered(python.tile_ir, source, defaults(), null));
  // For profiles, and for the test that asks whether it was done.
  performance.mark('compiled ahead');
}

/** Gets the module, and hands it on. */
async function getModule(address: string): Promise<WebAssembly.Module> {
  const module = await fetchModule(address);
  postMessage({ module } satisfies Got);
  return module;
}

/** Takes a message: the module, its address, or a question. */
export async function compilerHas({ data }: MessageEvent<Start | StartFrom | Request>): Promise<void> {
  if ('module' in data) {
    ready = begin(Promise.resolve(data.module));
    return;
  }
  if ('address' in data) {
    ready = begin(getModule(data.address));
    // It is only ahead of time: whoever asks is told what is wrong.
    if (data.kernel) void compileAhead(data.kernel).catch(() => undefined);
    return;
  }
  const { id, call, argument } = data;
  asked ||= call === 'compile' || call === 'compilePython';
  const missing = await ready;
  if (missing) {
    postMessage({ id, ok: false, message: missing, fatal: false } satisfies Response);
    return;
  }
  try {
    const answer = await (handlers[call] as (argument: unknown) => unknown)(argument);
    // A large map is handed over, not copied.
    const transfer = call === 'tiles' ? [(answer as Calls['tiles']['answer']).pieces_data.buffer] : [];
    postMessage({ id, ok: true, answer } satisfies Response, { transfer });
  } catch (error) {
    postMessage({ id, ok: false, ...failure(error) } satisfies Response);
  }
}
