// The compiler, away from the page's thread.

import init, * as wasm from '../../pkg/tilewright.js';
import { pythonReader } from '../python/reader';
import { tools } from '../tools/reader';
import { failure, type Start } from '../workers';
import type { CallName, Calls, Request, Response } from './protocol';
import { compileLowered } from './python';

const handlers: { [Name in CallName]: (argument: Calls[Name]['argument']) => Calls[Name]['answer'] } = {
  about: () => ({ version: wasm.version(), defaults: wasm.default_options(), targets: wasm.targets() }),
  compile: ({ source, options, machine }) => wasm.compile(source, options, undefined, machine ?? undefined),
  compilePython: ({ source, options, machine, reader }) => {
    const { lower } = pythonReader(reader);
    const started = performance.now();
    const python = lower(source, options.entry);
    return compileLowered(wasm, source, python, { options, machine }, (performance.now() - started) * 1000);
  },
  compileLowered: ({ source, options, machine, python }) => compileLowered(wasm, source, python, { options, machine }, 0),
  fillIn: ({ source, kernel, changes, reader }) =>
    pythonReader(reader).fill_in(
      source,
      kernel,
      changes.map(({ name }) => name),
      changes.map(({ text }) => text),
    ),
  passes: () => wasm.passes(),
  layouts: () => wasm.layouts(),
  disassemble: ({ bytes, toolbox }) => tools(toolbox).disassemble(bytes),
  assemble: ({ source, toolbox }) => tools(toolbox).assemble(source) as Uint8Array<ArrayBuffer>,
  schedule: ({ graph, scheduler, machine, toolbox }) => tools(toolbox).schedule(graph, scheduler, machine ?? undefined),
  checkPipeline: ({ program, toolbox }) => tools(toolbox).check_pipeline(program),
  encode: ({ record, toolbox }) => tools(toolbox).encode_link(record),
  decode: (link) => wasm.decode_link(link),
  overlay: (options) => wasm.overlay_options(options),
  tiles: ({ problem, toolbox }) => tools(toolbox).tile_map(problem),
  compare: ({ problem, toolbox }) => tools(toolbox).compare_schedulers(problem),
};

let ready: Promise<unknown> | undefined;

/** Takes a message: the module, or a question. */
export async function compilerHas({ data }: MessageEvent<Start | Request>): Promise<void> {
  if ('module' in data) {
    ready = init({ module_or_path: data.module });
    return;
  }
  const { id, call, argument } = data;
  try {
    await ready;
    const answer = (handlers[call] as (argument: unknown) => unknown)(argument);
    // A large map is handed over, not copied.
    const transfer = call === 'tiles' ? [(answer as Calls['tiles']['answer']).pieces_data.buffer] : [];
    postMessage({ id, ok: true, answer } satisfies Response, { transfer });
  } catch (error) {
    postMessage({ id, ok: false, ...failure(error) } satisfies Response);
  }
}
