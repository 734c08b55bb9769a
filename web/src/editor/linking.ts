// Marks every line of a text that comes from one line of the source.

import { type EditorState, type Extension, RangeSetBuilder, StateEffect, StateField } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView, GutterMarker, gutter } from '@codemirror/view';

const linkedLine = Decoration.line({ class: 'cm-linked' });

/** Takes lines of a text, by their numbers. */
type Meant = ((own: number) => boolean) | undefined;

const setLinks = StateEffect.define<readonly number[]>();

/** The places of the lines marked now. */
const linked = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(marks, transaction) {
    for (const effect of transaction.effects) if (effect.is(setLinks)) return marksFor(transaction.state, effect.value);
    return marks.map(transaction.changes);
  },
  provide: (field) => EditorView.decorations.from(field),
});

function marksFor(state: EditorState, numbers: readonly number[]): DecorationSet {
  const builder = new RangeSetBuilder<Decoration>();
  for (const number of numbers) {
    if (number > state.doc.lines) break;
    const { from } = state.doc.line(number);
    builder.add(from, from, linkedLine);
  }
  return builder.finish();
}

/** Line numbers, from 1, that come from source line `line`, those that are meant if any is; `origins` is null in the source itself. */
function linesFrom(line: number, origins: readonly number[] | null, count: number, meant: Meant): number[] {
  if (line === 0) return [];
  if (!origins) return line <= count ? [line] : [];
  const numbers: number[] = [];
  origins.forEach((origin, at) => {
    if (origin === line && at < count) numbers.push(at + 1);
  });
  const own = meant ? numbers.filter(meant) : [];
  return own.length > 0 ? own : numbers;
}

/** The extension that `showLinks` needs in an editor. */
export const linking: Extension = linked;

/**
 * Marks the lines that come from source line `line`. With `reveal`, scrolls the first of them into view unless one of
 * them is in view already.
 */
export function showLinks(view: EditorView, line: number, origins: readonly number[] | null, reveal: boolean, meant?: Meant): void {
  const numbers = linesFrom(line, origins, view.state.doc.lines, meant);
  // An update lays the page out: none is made for nothing.
  if (numbers.length === 0 && view.state.field(linked, false)?.size === 0) return;
  const effects: StateEffect<unknown>[] = [setLinks.of(numbers)];
  const first = numbers[0];
  if (reveal && first !== undefined && !numbers.some((number) => inView(view, number))) {
    effects.push(EditorView.scrollIntoView(view.state.doc.line(first).from, { y: 'center' }));
  }
  view.dispatch({ effects });
}

function inView(view: EditorView, number: number): boolean {
  const block = view.lineBlockAt(view.state.doc.line(number).from);
  const { scrollTop, clientHeight } = view.scrollDOM;
  return block.top >= scrollTop && block.bottom <= scrollTop + clientHeight;
}

class Origin extends GutterMarker {
  readonly #line: number;
  constructor(line: number) {
    super();
    this.#line = line;
  }
  override eq(other: Origin): boolean {
    return this.#line === other.#line;
  }
  override toDOM(): Node {
    return document.createTextNode(String(this.#line));
  }
}

/** A gutter with the source line that each line comes from. */
export const originGutter = (origins: () => readonly number[], go: (line: number) => void): Extension =>
  gutter({
    class: 'cm-origins',
    lineMarker(view, block) {
      const origin = origins()[view.state.doc.lineAt(block.from).number - 1];
      return origin ? new Origin(origin) : null;
    },
    lineMarkerChange: (update) => update.docChanged,
    domEventHandlers: {
      mousedown(view, block) {
        const origin = origins()[view.state.doc.lineAt(block.from).number - 1];
        if (origin) go(origin);
        return Boolean(origin);
      },
    },
  });

/** Tells which line the pointer is over (0: none), and which one the cursor is on when a person moves it. */
export const watchLines = (pointed: (line: number) => void, cursor: (line: number) => void): Extension => [
  EditorView.domEventHandlers({
    mousemove(event, view) {
      const at = view.posAtCoords({ x: event.clientX, y: event.clientY });
      pointed(at === null ? 0 : view.state.doc.lineAt(at).number);
    },
    mouseleave: () => pointed(0),
    focus: (_, view) => cursor(view.state.doc.lineAt(view.state.selection.main.head).number),
  }),
  EditorView.updateListener.of((update) => {
    if (!update.selectionSet || !update.view.hasFocus) return;
    // The pointer lies where it was left: the keys have moved on.
    pointed(0);
    cursor(update.state.doc.lineAt(update.state.selection.main.head).number);
  }),
];
