// The common part of the workers of the compiler and of Python: they get a module, then answer one question after another.

import type { Response } from './compiler/protocol';
import { failure, type Start } from './workers';

interface Question {
  id: number;
}

/** Answers questions with `answer`, once the module has come and `init` has taken it. `handed`: what is given away, not copied. */
export function answering<Asked extends Question>(init: (module: WebAssembly.Module) => Promise<unknown>, answer: (asked: Asked) => unknown, handed: (asked: Asked, answer: unknown) => Transferable[] = () => []): void {
  let ready: Promise<unknown> | undefined;
  onmessage = async ({ data }: MessageEvent<Start | Asked>) => {
    if ('module' in data) {
      ready = init(data.module);
      return;
    }
    let response: Response;
    try {
      await ready;
      response = { id: data.id, ok: true, answer: answer(data) };
    } catch (error) {
      response = { id: data.id, ok: false, ...failure(error) };
    }
    postMessage(response, { transfer: response.ok ? handed(data, response.answer) : [] });
  };
}
