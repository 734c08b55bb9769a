// The compiler, away from the page's thread.

import init, * as wasm from '../../pkg/tilewright.js';
import { answering } from '../answering';
import type { CallName, Calls, Request } from './protocol';

const handlers: { [Name in CallName]: (argument: Calls[Name]['argument']) => Calls[Name]['answer'] } = {
  about: () => ({ version: wasm.version(), defaults: wasm.default_options(), targets: wasm.targets() }),
  compile: ({ source, options, origin }) => wasm.compile(source, options, origin),
  passes: () => wasm.passes(),
  disassemble: (bytes) => wasm.disassemble(bytes),
  assemble: (source) => wasm.assemble(source) as Uint8Array<ArrayBuffer>,
  encode: (record) => wasm.encode_link(record),
  decode: (link) => wasm.decode_link(link),
  overlay: (options) => wasm.overlay_options(options),
  tiles: (problem) => wasm.tile_map(problem),
  compare: (problem) => wasm.compare_schedulers(problem),
};

answering(
  (module) => init({ module_or_path: module }),
  ({ call, argument }: Request) => (handlers[call] as (argument: unknown) => unknown)(argument),
  // A large map is handed over, not copied.
  ({ call }, answer) => (call === 'tiles' ? [(answer as Calls['tiles']['answer']).pieces_data.buffer] : []),
);
