// The files that are open, each with its text, its settings and what can be undone in it. One is shown: that in the editor.

import { signal } from '@preact/signals';
import type { Written } from './editor/source';
import { defaultKernel } from './gallery';
import { isPython } from './python';
import { type Desk, type Draft, loadDesk, saveDesk, savePast, type TextFile } from './storage';

/** A file that is open. */
export interface Open extends TextFile {
  id: number;
  /** As the editor had it when another was shown last; null where it has not been in the editor since the page was loaded. */
  written: Written | null;
}

let next = 0;
const open = (file: TextFile): Open => ({ ...file, id: next++, written: null });
const first = open({ name: null, source: defaultKernel, options: {}, own: false });

/** The files that are open, in their order. Of the one that is shown the editor has the newest text. */
export const files = signal<readonly Open[]>([first]);
/** The one that is shown. */
export const shown = signal(first.id);

const placeOf = (id: number): number => files.value.findIndex((file) => file.id === id);
/** An open file; undefined once it is closed. */
export const fileOf = (id: number): Open | undefined => files.value[placeOf(id)];
/** The file that is shown. */
export const shownFile = (): Open => fileOf(shown.value) ?? first;
/** The file that is shown when one is closed: the next, else the one before. */
export const beside = (id: number): Open | undefined => files.value[placeOf(id) + 1] ?? files.value[placeOf(id) - 1];

/** Begins with the files of the last visit, if there are any. A new tab that opens a link begins with that alone. */
export function begin(hasLink: boolean): TextFile {
  const desk: Desk | null = loadDesk(hasLink);
  if (desk) {
    files.value = desk.files.map(open);
    shown.value = files.value[desk.shown]?.id ?? first.id;
  }
  return shownFile();
}

/** Takes note of what has become of a file, by itself of the one that is shown. */
export function note(change: Partial<TextFile & Pick<Open, 'written'>>, id = shown.value): void {
  files.value = files.value.map((file) => (file.id === id ? { ...file, ...change } : file));
}

/** Keeps the files for the next visit. */
export const keep = (): void => void saveDesk({ files: files.value.map(({ name, source, options, own }) => ({ name, source, options, own })), shown: placeOf(shown.value) });

/** Puts a file behind the one that is shown. */
export function add(draft: Draft & { name: string | null }): Open {
  const file = open({ ...draft, own: false });
  files.value = files.value.toSpliced(placeOf(shown.value) + 1, 0, file);
  return file;
}

/** Takes a file away. What a person wrote in it is kept among the earlier texts. */
export function remove(id: number): void {
  const file = fileOf(id);
  if (file?.own && file.source.trim() !== '') savePast(file, Date.now());
  files.value = files.value.filter((one) => one.id !== id);
}

/** The name of a text by its first kernel, else its first line. */
export function nameOf(source: string): string {
  const kernel = /^[ \t]*@(?:[\w.]+\.)?kernel\b[\s\S]*?\bdef (\w+)/m.exec(source)?.[1] ?? /(?:entry @|func @|def )(\w+)/.exec(source)?.[1];
  return kernel ? `${kernel}.${isPython(source) ? 'py' : 'mlir'}` : source.trim().split('\n', 1)[0]?.slice(0, 24) || 'empty';
}

/** The name that a file is shown by. */
export const titleOf = ({ name, source }: TextFile): string => name ?? nameOf(source);
