// Additions to the merge view of a difference between two texts: nothing for a line that was only indented anew, and
// the numbers that deleted lines had.

import { diff, getChunks, getOriginalDoc } from '@codemirror/merge';
import { type EditorView, GutterMarker, lineNumberWidgetMarker } from '@codemirror/view';

/** The distance over which lines that stay are looked for: texts of thousands of lines are compared within milliseconds. */
const SCAN = 1000;

/** `before` with the lines that `after` has too indented as they are there: a pass that wraps a loop around ops changes only what it adds. */
export function indentedAs(before: string, after: string): string {
  const [old, now] = [before.split('\n'), after.split('\n')];
  // A character for each distinct line: the difference is one of lines.
  const keys = new Map<string, string>();
  const keyed = (lines: string[]): string =>
    lines
      .map((line) => {
        const words = line.trimStart();
        const key = keys.get(words) ?? String.fromCharCode(keys.size + 1);
        keys.set(words, key);
        return key;
      })
      .join('');
  const [a, b] = [keyed(old), keyed(now)];
  if (keys.size >= 0xd7ff) return before;
  let [from, to] = [0, 0];
  for (const { fromA, fromB, toA, toB } of [...diff(a, b, { scanLimit: SCAN }), { fromA: a.length, fromB: b.length, toA: a.length, toB: b.length }]) {
    for (; from < fromA && to < fromB; from++, to++) old[from] = now[to] ?? '';
    [from, to] = [toA, toB];
  }
  return old.join('\n');
}

/** The numbers of lines that are no more, as the text before had them. */
class Numbers extends GutterMarker {
  constructor(
    readonly first: number,
    readonly last: number,
  ) {
    super();
  }

  override eq(other: Numbers): boolean {
    return other.first === this.first && other.last === this.last;
  }

  override toDOM(): Node {
    const numbers = document.createElement('div');
    numbers.className = 'cm-deletedNumbers';
    numbers.textContent = Array.from({ length: this.last - this.first + 1 }, (_, at) => this.first + at).join('\n');
    return numbers;
  }
}

/** Numbers beside deleted lines. */
export const deletedNumbers = lineNumberWidgetMarker.of((view: EditorView, _, block) => {
  const found = getChunks(view.state);
  const chunk = found?.chunks.find(({ fromA, toA, fromB }) => toA > fromA && fromB === block.from);
  const original = chunk && getOriginalDoc(view.state);
  if (!chunk || !original) return null;
  return new Numbers(original.lineAt(chunk.fromA).number, original.lineAt(Math.max(chunk.fromA, chunk.endA)).number);
});
