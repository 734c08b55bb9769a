// The editor of the source. There is one, and it outlives every component that shows it.

import { defaultKeymap, history, historyKeymap, isolateHistory, toggleComment } from '@codemirror/commands';
import { bracketMatching, indentOnInput, indentUnit } from '@codemirror/language';
import { type Diagnostic, diagnosticCount, lintKeymap, setDiagnostics } from '@codemirror/lint';
import { Annotation, Compartment, EditorState, type Extension, type Text, type Transaction } from '@codemirror/state';
import { drawSelection, EditorView, highlightSpecialChars, keymap, lineNumbers, placeholder, rectangularSelection } from '@codemirror/view';
import { withTheRest } from '../later';
import { isPython } from '../python';
import { shadowHost } from './host';
import { highlighting, type Language } from './language';
import { linking, showLinks, watchLines } from './linking';
import { look } from './look';
import { placesOf, showValue, valueIn, valueMarks, versionIn, watchValues } from './values';

/** A range of the text in UTF-16 units. */
export interface Place {
  from: number;
  to: number;
}

/** The events of the editor. */
export interface Listener {
  edited(byHand: boolean): void;
  pointed(line: number): void;
  cursor(line: number): void;
  pointedValue(name: string | null): void;
  cursorValue(name: string | null): void;
  /** The lines of IR that come of a line. */
  madeOf(line: number): string[];
}

/** A text with what can be undone in it and where the cursor is. */
export type Written = EditorState;

/** As much of a text as tells its language. */
const TELLING = 1 << 16;

const languageOf = (text: Text): Language => (isPython(text.sliceString(0, TELLING)) ? 'python' : 'tile-ir');

const fromProgram = Annotation.define<true>();

/**
 * Typed text is put in by the editor, not by the browser: where that replaces coloured text or adds to it, Chromium carries the colour
 * over in a style attribute, which the policy of the page forbids. What is being composed stays the browser's.
 */
const typing = EditorView.domEventHandlers({
  beforeinput: (event, view) => {
    if (event.inputType !== 'insertText' || event.isComposing || event.data === null || view.composing || view.state.readOnly) return false;
    view.dispatch(view.state.replaceSelection(event.data), { userEvent: 'input.type', scrollIntoView: true });
    return true;
  },
});

class SourceEditor {
  #view: EditorView | undefined;
  #listener: Listener | undefined;
  #text = EditorState.create().doc;
  #access = new Compartment();
  #language = new Compartment();
  #search = new Compartment();
  /** It is asked for by hand alone, and so comes with what the first result does without. */
  #searching: Extension = [];
  #spoken: Language = 'tile-ir';
  #locked: string | null = null;

  /** Begins with `text`. */
  start(text: string, listener: Listener): void {
    this.#listener = listener;
    this.#text = EditorState.create({ doc: text }).doc;
    withTheRest(async () => {
      this.#searching = (await import('./searching')).searching(true);
      this.#view?.dispatch({ effects: this.#search.reconfigure(this.#searching) });
    });
  }

  /** Shows the editor in `element`. */
  mount(element: HTMLElement): void {
    const { root, parent } = shadowHost(element);
    const state = this.#view?.state ?? this.#fresh();
    this.#view?.destroy();
    this.#view = new EditorView({ state, root, parent, dispatchTransactions: (transactions, view) => this.#take(transactions, view) });
  }

  /** Takes what is typed. A new text is told of before it is drawn: the compiler reads it meanwhile. */
  #take(transactions: readonly Transaction[], view: EditorView): void {
    const changed = transactions.some((one) => one.docChanged);
    if (changed) {
      this.#text = transactions.at(-1)?.newDoc ?? this.#text;
      this.#listener?.edited(!transactions.some((one) => one.annotation(fromProgram)));
    }
    view.update(transactions);
    if (changed) this.#listen();
  }

  #fresh(): EditorState {
    return EditorState.create({ doc: this.#text, extensions: this.#extensions() });
  }

  #extensions(): Extension {
    return [
      lineNumbers(),
      highlightSpecialChars(),
      history(),
      drawSelection(),
      rectangularSelection(),
      EditorState.allowMultipleSelections.of(true),
      indentOnInput(),
      bracketMatching(),
      this.#search.of(this.#searching),
      keymap.of([{ key: 'Mod-/', run: toggleComment }, ...lintKeymap, ...historyKeymap, ...defaultKeymap]),
      this.#language.of(this.#languageNow()),
      typing,
      linking,
      valueMarks(() => this.#spoken === 'python'),
      look,
      this.#access.of(this.#accessNow()),
      EditorView.contentAttributes.of({ 'aria-label': 'Kernel', tabindex: '0', spellcheck: 'false', autocapitalize: 'off', autocorrect: 'off', translate: 'no' }),
      watchLines(
        (line) => this.#listener?.pointed(line),
        (line) => this.#listener?.cursor(line),
      ),
      watchValues(
        (name) => this.#listener?.pointedValue(name),
        (name) => this.#listener?.cursorValue(name),
        (text, column, line) => (this.#spoken === 'python' ? versionIn(text, column, this.#listener?.madeOf(line) ?? []) : valueIn(text, column)),
      ),
    ];
  }

  #languageNow(): Extension {
    this.#spoken = languageOf(this.#text);
    return [highlighting(this.#spoken), indentUnit.of(this.#spoken === 'python' ? '    ' : '  ')];
  }

  /** Takes note of another language. */
  #listen(): void {
    if (languageOf(this.#text) === this.#spoken) return;
    // An update cannot start another.
    queueMicrotask(() => this.#view?.dispatch({ effects: this.#language.reconfigure(this.#languageNow()) }));
  }

  #accessNow(): Extension {
    return this.#locked === null ? placeholder('A kernel in cuTile Python or Tile IR') : [placeholder(this.#locked), EditorState.readOnly.of(true)];
  }

  /** The text. */
  text(): Text {
    return this.#text;
  }

  /** The content of the editor, to be shown again later. */
  written(): Written | null {
    return this.#view?.state ?? null;
  }

  /** Shows another text, as it was when it was written; one that has not been here yet comes as `text`. */
  show(written: Written | null, text: string): void {
    this.#text = written?.doc ?? EditorState.create({ doc: text }).doc;
    this.#locked = null;
    this.#view?.setState(written ?? this.#fresh());
    this.#view?.dispatch({ effects: [this.#access.reconfigure(this.#accessNow()), this.#language.reconfigure(this.#languageNow()), this.#search.reconfigure(this.#searching)] });
    this.#listener?.edited(false);
  }

  /** Takes another text, as an edit that can be undone. */
  replace(text: string): void {
    this.unlock();
    if (!this.#view) {
      this.#text = EditorState.create({ doc: text }).doc;
      return;
    }
    this.#view.dispatch({
      changes: { from: 0, to: this.#view.state.doc.length, insert: text },
      selection: { anchor: 0 },
      scrollIntoView: true,
      annotations: [fromProgram.of(true), isolateHistory.of('full')],
    });
  }

  /** Takes a text that differs little, as an edit by hand: what is the same stays where it is. */
  change(text: string): void {
    const before = this.#text.toString();
    let from = 0;
    while (from < before.length && from < text.length && before[from] === text[from]) from += 1;
    let same = 0;
    while (same < before.length - from && same < text.length - from && before.at(-1 - same) === text.at(-1 - same)) same += 1;
    this.#view?.dispatch({ changes: { from, to: before.length - same, insert: text.slice(from, text.length - same) }, annotations: isolateHistory.of('full') });
  }

  /** Refuses typing and, while there is no text, says `why`. */
  lock(why: string): void {
    this.#locked = why;
    this.#view?.dispatch({ effects: this.#access.reconfigure(this.#accessNow()) });
  }

  /** Takes typing again. */
  unlock(): void {
    if (this.#locked === null) return;
    this.#locked = null;
    this.#view?.dispatch({ effects: this.#access.reconfigure(this.#accessNow()) });
  }

  /** Selects a place, scrolls to it and takes the focus. */
  goTo({ from, to }: Place): void {
    const end = this.#text.length;
    this.#view?.dispatch({ selection: { anchor: Math.min(from, end), head: Math.min(to, end) }, effects: EditorView.scrollIntoView(Math.min(from, end), { y: 'center' }) });
    this.#view?.focus();
  }

  /** Underlines what the compiler complains about. */
  showDiagnostics(diagnostics: Diagnostic[]): void {
    // An update lays the page out: none is made for nothing.
    if (!this.#view || diagnostics.length + diagnosticCount(this.#view.state) === 0) return;
    const end = this.#text.length;
    const inside = diagnostics.map((one) => ({ ...one, from: Math.min(one.from, end), to: Math.min(one.to, end) }));
    this.#view.dispatch(setDiagnostics(this.#view.state, inside));
  }

  /** Marks a value, or none. Python has one word for all that a name is assigned. */
  showValue(name: string | null): void {
    const other = name && this.#spoken === 'python' && placesOf(this.#text.toString(), name, true).length === 0;
    if (this.#view) showValue(this.#view, other ? name.replace(/_\d+$/, '') : name);
  }

  /** Marks a line; `reveal` scrolls to it. */
  showLine(line: number, reveal: boolean): void {
    if (this.#view) showLinks(this.#view, line, null, reveal);
  }
}

export const sourceEditor = new SourceEditor();
