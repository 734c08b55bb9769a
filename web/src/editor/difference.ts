// Additions to the merge view of a difference between two texts: nothing for a line that was only indented anew, and
// the numbers that deleted lines had.

import { diff, getChunks, getOriginalDoc } from '@codemirror/merge';
import { type Extension, StateEffect, StateField } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView, GutterMarker, lineNumberWidgetMarker } from '@codemirror/view';

/** The distance over which lines that stay are looked for: texts of thousands of lines are compared within milliseconds. */
const SCAN = 1000;

/** A character for each distinct line but for its indentation: a difference of these is one of lines. Null where there are too many. */
function keyed(old: readonly string[], now: readonly string[]): [string, string] | null {
  const keys = new Map<string, string>();
  const key = (line: string): string => {
    const words = line.trimStart();
    const known = keys.get(words) ?? String.fromCharCode(keys.size + 1);
    keys.set(words, known);
    return known;
  };
  const both: [string, string] = [old.map(key).join(''), now.map(key).join('')];
  return keys.size < 0xd7ff ? both : null;
}

/** `before` with the lines that `after` has too indented as they are there: a pass that wraps a loop around ops changes only what it adds. */
export function indentedAs(before: string, after: string): string {
  const [old, now] = [before.split('\n'), after.split('\n')];
  const keys = keyed(old, now);
  if (!keys) return before;
  const [a, b] = keys;
  let [from, to] = [0, 0];
  for (const { fromA, fromB, toA, toB } of [...diff(a, b, { scanLimit: SCAN }), { fromA: a.length, fromB: b.length, toA: a.length, toB: b.length }]) {
    for (; from < fromA && to < fromB; from++, to++) old[from] = now[to] ?? '';
    [from, to] = [toA, toB];
  }
  return old.join('\n');
}

/** Lines, from 1, that stand elsewhere now: those of the text after, and those of the text before, each with the other's number. */
export interface Moved {
  after: Map<number, number>;
  before: Map<number, number>;
}

/** Lines that say little are everywhere: a brace, a `return`. */
const saysEnough = (line: string): boolean => line.trim().length > 10;

/** The lines that were taken away in one place and stand in another. */
export function movedLines(before: string, after: string): Moved {
  const [old, now] = [before.split('\n'), after.split('\n')];
  const moved: Moved = { after: new Map(), before: new Map() };
  const keys = keyed(old, now);
  if (!keys) return moved;
  const gone = new Map<string, number[]>();
  const changes = diff(...keys, { scanLimit: SCAN });
  for (const { fromA, toA } of changes)
    for (let at = fromA; at < toA; at++) {
      const words = (old[at] ?? '').trim();
      gone.set(words, [...(gone.get(words) ?? []), at + 1]);
    }
  for (const { fromB, toB } of changes)
    for (let at = fromB; at < toB; at++) {
      const line = now[at] ?? '';
      const from = saysEnough(line) ? gone.get(line.trim())?.shift() : undefined;
      if (from === undefined) continue;
      moved.after.set(at + 1, from);
      moved.before.set(from, at + 1);
    }
  return moved;
}

const showMoved = StateEffect.define<Map<number, number>>();

/** Marks on lines that stand elsewhere in the other text. */
const movedMarks = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(marks, transaction) {
    for (const effect of transaction.effects) {
      if (!effect.is(showMoved)) continue;
      const { doc } = transaction.state;
      const lines = [...effect.value].filter(([line]) => line <= doc.lines).sort(([a], [b]) => a - b);
      return Decoration.set(lines.map(([line, other]) => Decoration.line({ class: 'cm-moved', attributes: { title: `moved: line ${other} of the other text` } }).range(doc.line(line).from)));
    }
    return marks.map(transaction.changes);
  },
  provide: (field) => EditorView.decorations.from(field),
});

/** The extension that `markMoved` needs in an editor. In a view of both texts together, deleted lines are no lines of its text: they are marked as they are drawn. */
export const moving: Extension = [
  movedMarks,
  EditorView.updateListener.of(({ view }) => {
    const words = new Set<string>();
    for (let marks = view.state.field(movedMarks).iter(); marks.value; marks.next()) words.add(view.state.doc.lineAt(marks.from).text.trim());
    for (const line of view.contentDOM.querySelectorAll('.cm-deletedLine')) line.classList.toggle('cm-moved', words.has(line.textContent?.trim() ?? ''));
  }),
];

/** Marks lines as moved. */
export const markMoved = (view: EditorView, lines: Map<number, number>): void => view.dispatch({ effects: showMoved.of(lines) });

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
