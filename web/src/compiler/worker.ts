// The compiler, away from the page's thread.

import init, * as wasm from '../../pkg/tilewright.js';
import { failure, type Start } from '../workers';
import type { CallName, Calls, Request, Response } from './protocol';

const handlers: { [Name in CallName]: (argument: Calls[Name]['argument']) => Calls[Name]['answer'] } = {
  about: () => ({ version: wasm.version(), defaults: wasm.default_options(), targets: wasm.targets() }),
  compile: ({ source, options, origin }) => wasm.compile(source, options, origin),
  disassemble: (bytes) => wasm.disassemble(bytes),
  assemble: (source) => wasm.assemble(source) as Uint8Array<ArrayBuffer>,
  encode: (record) => wasm.encode_link(record),
  decode: (link) => wasm.decode_link(link),
  overlay: (options) => wasm.overlay_options(options),
  tiles: (problem) => wasm.tile_map(problem),
  compare: (problem) => wasm.compare_schedulers(problem),
};

let ready: Promise<unknown> | undefined;

onmessage = async ({ data }: MessageEvent<Start | Request>) => {
  if ('module' in data) {
    ready = init({ module_or_path: data.module });
    return;
  }
  let response: Response;
  try {
    await ready;
    const handler = handlers[data.call] as (argument: unknown) => unknown;
    response = { id: data.id, ok: true, answer: handler(data.argument) };
  } catch (error) {
    response = { id: data.id, ok: false, ...failure(error) };
  }
  // A large map is handed over, not copied.
  const handed = response.ok && data.call === 'tiles' ? [(response.answer as Calls['tiles']['answer']).pieces_data.buffer] : [];
  postMessage(response, { transfer: handed });
};
