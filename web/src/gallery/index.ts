// The kernels to begin with: those that the tests compile and run. They are data and no part of the code: each is a file of its own,
// got when it is opened.

import list from '../../../tests/gallery.json';
import type { Python } from '../generated/types';
import { got } from '../got';

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

/** The addresses of Tile IR as it is, and of Python together with the Tile IR that it becomes, as the page's build has made it. */
const addresses = import.meta.glob<string>(['../../../tests/kernels/*.mlir', '../../pkg-cutile/gallery/*.json'], { query: '?url', import: 'default', eager: true });

async function kernel(path: string): Promise<Response> {
  const address = addresses[path];
  if (!address) throw new Error(`${path} is not in the gallery`);
  return got(address);
}

/** A kernel in Python with what it becomes, as it is carried. */
export interface Carried {
  source: string;
  python: Python;
}

const byText = new Map<string, Python>();

/** The Tile IR of a text, if it is a kernel of the gallery that has come: it need not be read again. */
export const carriedBy = (text: string): Python | undefined => byText.get(text);

/** Gets a Python kernel of the gallery with what it becomes, and gives its text. */
export async function carry(name: string): Promise<string> {
  const { source, python } = (await (await kernel(`../../pkg-cutile/gallery/${name}.json`)).json()) as Carried;
  byText.set(source, python);
  return source;
}

/** The text of a kernel of the gallery. */
export async function exampleText({ file }: Example): Promise<string> {
  const name = /([^/]+)\.py$/.exec(file)?.[1];
  return name ? carry(name) : (await kernel(`../../../tests/${file}`)).text();
}
