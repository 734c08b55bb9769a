// Fetches the compiler's module once; workers get it compiled.

import address from '../../pkg/tilewright_bg.wasm?url';

/** The compiled module. */
export async function fetchModule(): Promise<WebAssembly.Module> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`the server answered ${response.status}`);
  return WebAssembly.compileStreaming(response);
}
