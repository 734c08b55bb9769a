// What reads Python, away from the page's thread.

import init, * as wasm from '../../pkg-cutile/cutile.js';
import type { Response } from '../compiler/protocol';
import { failure, type Start } from '../workers';
import type { Request } from './protocol';

let ready: Promise<unknown> | undefined;

function answer({ call, argument }: Request): unknown {
  if (call === 'lower') return wasm.lower(argument.source, argument.kernel);
  const { source, kernel, changes } = argument;
  return wasm.fill_in(source, kernel, changes.map(({ name }) => name), changes.map(({ text }) => text));
}

onmessage = async ({ data }: MessageEvent<Start | Request>) => {
  if ('module' in data) {
    ready = init({ module_or_path: data.module });
    return;
  }
  let response: Response;
  try {
    await ready;
    response = { id: data.id, ok: true, answer: answer(data) };
  } catch (error) {
    response = { id: data.id, ok: false, ...failure(error) };
  }
  postMessage(response);
};
