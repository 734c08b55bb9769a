// The kernels to begin with: those that the tests compile and run.

import list from '../../../tests/gallery.json';
import type { Python } from '../generated/types';

/** A kernel of the gallery. */
export interface Example {
  /** Its file below `tests`. */
  file: string;
  title: string;
  /** A sentence on what it shows. */
  teaches: string;
}

export const GALLERY: readonly Example[] = list;

export { default as defaultKernel } from '../../../tests/cutile/gemm.py?raw';

const texts = import.meta.glob<string>(['../../../tests/cutile/*.py', '../../../tests/kernels/*.mlir'], { query: '?raw', import: 'default' });

/** The text of a kernel of the gallery. */
export async function exampleText({ file }: Example): Promise<string> {
  const load = texts[`../../../tests/${file}`];
  if (!load) throw new Error(`${file} is not in the gallery`);
  return load();
}

/** The Tile IR of the Python kernels of the gallery, as the page's build has made it: they need not be read again. */
const carried = import.meta.glob<{ source: string; python: Python }>('../../pkg-cutile/gallery/*.json', { import: 'default' });

const byText = new Map<string, Python>();

/** The Tile IR of a text, if it is a kernel of the gallery. */
export const carriedBy = (text: string): Python | undefined => byText.get(text);

/** Gets what a kernel of the gallery becomes. */
export async function carry(name: string): Promise<void> {
  const found = await carried[`../../pkg-cutile/gallery/${name}.json`]?.();
  if (found) byText.set(found.source, found.python);
}
