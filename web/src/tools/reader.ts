// Runs the tools, in the compiler's worker.

import * as wasm from '../../pkg-tools/toolbox.js';

let ready = false;

/** The functions of the module, which is taken the first time. */
export function tools(module: WebAssembly.Module): typeof wasm {
  if (!ready) wasm.initSync({ module });
  ready = true;
  return wasm;
}
