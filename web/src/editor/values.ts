// Marks a value wherever its name stands, and tells which one the pointer is over or the cursor on.

import { type Extension, StateEffect, StateField } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView, type Rect, ViewPlugin, type ViewUpdate } from '@codemirror/view';

const mark = Decoration.mark({ class: 'cm-value' });

const setValue = StateEffect.define<string | null>();

/** The name of the value that is marked now. */
const marked = StateField.define<string | null>({
  create: () => null,
  update(name, transaction) {
    for (const effect of transaction.effects) if (effect.is(setValue)) return effect.value;
    return name;
  },
});

const LETTER = /[\w$.-]/;

/** The places of a value's name in `text`: with its sign, or as a bare word where the language has none. */
export function placesOf(text: string, name: string, bare: boolean): { from: number; to: number }[] {
  const word = bare ? name.slice(1) : name;
  const places: { from: number; to: number }[] = [];
  for (let from = text.indexOf(word); from >= 0; from = text.indexOf(word, from + 1)) {
    const to = from + word.length;
    const begins = !bare || from === 0 || !/[\w$.]/.test(text[from - 1] ?? '');
    if (begins && !(bare ? /\w/ : LETTER).test(text[to] ?? '')) places.push({ from, to });
  }
  return places;
}

/** The part of an editor that shows a value; `bare` tells whether its text is of a language without signs before names. */
export const valueMarks = (bare: () => boolean): Extension => [
  marked,
  ViewPlugin.fromClass(
    class {
      marks: DecorationSet;
      constructor(view: EditorView) {
        this.marks = marksIn(view, bare());
      }
      update(update: ViewUpdate): void {
        const changed = update.state.field(marked) !== update.startState.field(marked);
        if (changed || update.docChanged || update.viewportChanged) this.marks = marksIn(update.view, bare());
      }
    },
    { decorations: (plugin) => plugin.marks },
  ),
];

/** Only what is drawn is searched: a text may have thousands of lines. */
function marksIn(view: EditorView, bare: boolean): DecorationSet {
  const name = view.state.field(marked);
  if (!name) return Decoration.none;
  return Decoration.set(view.visibleRanges.flatMap(({ from, to }) => placesOf(view.state.sliceDoc(from, to), name, bare).map((place) => mark.range(from + place.from, from + place.to))));
}

/** Marks a value, or none. */
export const showValue = (view: EditorView, name: string | null): void => {
  if (view.state.field(marked) !== name) view.dispatch({ effects: setValue.of(name) });
};

/** The value whose name is at `column` of a line; null where there is none. */
export function valueIn(line: string, column: number): string | null {
  for (const { 0: name, index } of line.matchAll(/%[A-Za-z_0-9][\w$.-]*/g)) if (index <= column && column <= index + name.length) return name;
  return null;
}

/** The word at `column` of a line, as a value of that name is called; null where there is none. */
export function wordIn(line: string, column: number): string | null {
  for (const { 0: word, index } of line.matchAll(/[A-Za-z_]\w*/g)) if (index <= column && column <= index + word.length) return `%${word}`;
  return null;
}

/** The results that a line of IR makes: the names before its sign of equality. */
export const results = (line: string): string => /^\s*((?:%[\w$.-]+(?::\d+)?(?:, )?)+) = /.exec(line)?.[1] ?? '';

/**
 * The value that the word at `column` of a line of Python stands for there. What it is assigned again is another value, `%acc_1` after `%acc`:
 * that which `ir`, the lines of IR that come of the line, make is meant where the word is assigned to, and the one that they use elsewhere.
 */
export function versionIn(line: string, column: number, ir: readonly string[]): string | null {
  const name = wordIn(line, column);
  if (!name) return null;
  const versions = (text: string): string[] => text.match(new RegExp(`${name}(?:_\\d+)?(?![\\w$.-])`, 'g')) ?? [];
  const made = ir.flatMap((one) => versions(results(one))).at(-1);
  const uses = ir.flatMap((one) => versions(one.replace(results(one), '')));
  const used = uses.includes(name) ? name : uses[0];
  const assigned = /^[\s\w,]*$/.test(line.slice(0, column)) && /^[\s\w,]*(?:[-+*/@%&|^]|<<|>>)*=(?!=)/.test(line.slice(column));
  return (assigned ? (made ?? used) : (used ?? made)) ?? name;
}

const within = ({ left, right, top, bottom }: Rect, x: number, y: number): boolean => left - 8 <= x && x <= right + 8 && top <= y && y <= bottom;

/** The value that is named at a column of a line, by the line's text and its number. */
type Named = (text: string, column: number, line: number) => string | null;

/** Tells which value the pointer is over (null: none), and which one the cursor is on when a person moves it. */
export const watchValues = (pointed: (name: string | null) => void, cursor: (name: string | null) => void, named: Named = valueIn): Extension => [
  EditorView.domEventHandlers({
    mousemove(event, view) {
      const at = view.posAtCoords({ x: event.clientX, y: event.clientY });
      const line = at === null ? null : view.state.doc.lineAt(at);
      const place = at === null ? null : view.coordsAtPos(at);
      // Beside the text the nearest place is not what is pointed at.
      pointed(line && at !== null && place && within(place, event.clientX, event.clientY) ? named(line.text, at - line.from, line.number) : null);
    },
    mouseleave: () => pointed(null),
  }),
  EditorView.updateListener.of((update) => {
    if (!update.selectionSet || !update.view.hasFocus) return;
    const { head } = update.state.selection.main;
    const line = update.state.doc.lineAt(head);
    cursor(named(line.text, head - line.from, line.number));
  }),
];
