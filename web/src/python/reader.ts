// The reader of Python, away from the page's thread.

import init, * as wasm from '../../pkg-cutile/cutile.js';
import { answering } from '../answering';
import type { Request } from './protocol';

function answer({ call, argument }: Request): unknown {
  if (call === 'lower') return wasm.lower(argument.source, argument.kernel);
  const { source, kernel, changes } = argument;
  return wasm.fill_in(source, kernel, changes.map(({ name }) => name), changes.map(({ text }) => text));
}

answering((module) => init({ module_or_path: module }), answer);
