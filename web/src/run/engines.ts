// Both engines, away from the page's thread.

import * as wasm from '../../pkg-run/workbench.js';
import { failure, type Start } from '../workers';
import type { Request, Response } from './protocol';

const tell = (response: Response): void => postMessage(response);

function answer({ id, call, argument }: Request): unknown {
  if (call === 'fill') return wasm.fill(argument.source, argument.entry, argument.form);
  if (call === 'suggestLaunch') return wasm.suggest_launch(argument.ptx, argument.entry);
  // The module itself tells the page how far these are.
  if (call === 'runAlone') return wasm.run_alone(argument.ptx, argument.launch, argument.seed, self, id);
  const { source, origin, ptx, abi, launch, options } = argument;
  return wasm.experiment(source, origin, ptx, abi, launch, options, self, id);
}

let ready: Promise<unknown> | undefined;

/** Takes a message: the module, or a question. */
export async function enginesHave({ data }: MessageEvent<Start | Request>): Promise<void> {
  if ('module' in data) {
    const { module } = data;
    // Whoever asks is told of what goes wrong.
    ready = Promise.resolve().then(() => wasm.initSync({ module }));
    return;
  }
  try {
    await ready;
    tell({ id: data.id, kind: 'answer', answer: answer(data) });
  } catch (error) {
    tell({ id: data.id, kind: 'failed', ...failure(error) });
  }
}
