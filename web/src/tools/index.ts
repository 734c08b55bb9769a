// The tools beside the compiler: bytecode, links, loop graphs, barrier programs, tile schedulers, drawings of graphs. They are a module of their own, which is fetched when
// one of them is first used.

import address from '../../pkg-tools/toolbox_bg.wasm?url';
import { fetchedOnce } from '../workers';
import { isTrace } from './trace';

/** The module with the tools. The compiler's worker runs it. */
export const toolbox = fetchedOnce(address);

/** Whether a file is Tile IR bytecode, by how it starts. */
export const isBytecode = (bytes: Uint8Array): boolean => [0x7f, 0x54, 0x69, 0x6c, 0x65, 0x49, 0x52, 0x00].every((byte, at) => bytes[at] === byte);

/** The documents that are shown beside the kernel. */
export type DocumentKind = 'loop graph' | 'barrier program' | 'schedule trace' | 'PTX';

/** Longer texts are no documents: reading them would hold the page up. */
const LONGEST = 4 << 20;

/** PTX begins with its version, after comments. */
const PTX = /^(?:\s|\/\/.*\n|\/\*[\s\S]*?\*\/)*\.version\s+\d/;

/** The kind of document that a text is, by how it begins or the names of its parts; null where it is none. */
export function documentKind(text: string): DocumentKind | null {
  if (text.length > LONGEST) return null;
  if (PTX.test(text)) return 'PTX';
  if (!/^\s*[{[]/.test(text)) return null;
  let value: object;
  try {
    value = JSON.parse(text) as object;
  } catch {
    return null;
  }
  if (isTrace(value)) return 'schedule trace';
  if ('ops' in value && 'edges' in value) return 'loop graph';
  return 'barriers' in value && 'agents' in value ? 'barrier program' : null;
}
