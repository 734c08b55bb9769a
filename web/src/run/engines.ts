// Both engines, away from the page's thread.

import init, * as wasm from '../../pkg-run/workbench.js';
import type { Request, Response, Start } from './protocol';

const tell = (response: Response): void => postMessage(response);

function answer({ id, call, argument }: Request): unknown {
  if (call === 'fill') return wasm.fill(argument.source, argument.entry, argument.form);
  const { source, ptx, lines, abi, launch } = argument;
  return wasm.experiment(source, ptx, Uint32Array.from(lines), abi, launch, (stage: never) => tell({ id, kind: 'progress', stage }));
}

let ready: Promise<unknown> | undefined;

onmessage = async ({ data }: MessageEvent<Start | Request>) => {
  if ('module' in data) {
    ready = init({ module_or_path: data.module });
    return;
  }
  try {
    await ready;
    tell({ id: data.id, kind: 'answer', answer: answer(data) });
  } catch (error) {
    // Refusals are thrown as text; anything else is a trap, after which the module's memory cannot be trusted.
    const refused = typeof error === 'string';
    tell({ id: data.id, kind: 'failed', message: refused ? error : String(error), fatal: !refused });
  }
};
