// A text to be read: the IR after a pass, or PTX, with where its lines come from and what changed in it.

import { defaultKeymap } from '@codemirror/commands';
import { unifiedMergeView } from '@codemirror/merge';
import { Compartment, EditorState, type Extension } from '@codemirror/state';
import { drawSelection, EditorView, highlightSpecialChars, keymap, lineNumbers } from '@codemirror/view';
import type { Listing } from '../generated/types';
import { deletedNumbers, indentedAs, markMoved, movedLines, moving } from './difference';
import { shadowHost } from './host';
import { highlighting, type Language } from './language';
import { linking, originGutter, showLinks, watchLines } from './linking';
import { look } from './look';
import { searching } from './searching';
import { showValue, valueMarks, watchValues } from './values';

/** The events of the viewer: lines of the source, 0 for none; `own` is the line of the text itself. */
export interface Listener {
  pointed(line: number, own: number): void;
  cursor(line: number, own: number): void;
  go(line: number): void;
  /** The value under the pointer, and that which the cursor is on. */
  pointedValue(name: string | null): void;
  cursorValue(name: string | null): void;
}

/** Extensions of every text to be read; `originOf` gives the line of the source that one of its lines comes from. */
export const readable = (language: Language, listener: Listener, originOf: (line: number) => number, origins: () => readonly number[]): Extension => [
  lineNumbers(),
  originGutter(origins, listener.go),
  highlightSpecialChars(),
  drawSelection(),
  searching(false),
  keymap.of(defaultKeymap),
  highlighting(language),
  linking,
  valueMarks(() => false),
  moving,
  look,
  EditorState.readOnly.of(true),
  watchLines(
    (line) => listener.pointed(originOf(line), line),
    (line) => listener.cursor(originOf(line), line),
  ),
  watchValues(listener.pointedValue, listener.cursorValue),
];

export class Viewer {
  #view: EditorView;
  #origins: readonly number[] = [];
  #difference = new Compartment();
  #label = new Compartment();
  #text = '';
  #before: string | null = null;

  /** `extra` is what this text alone needs. */
  constructor(element: HTMLElement, language: Language, listener: Listener, extra: Extension = []) {
    const { root, parent } = shadowHost(element);
    const originOf = (line: number): number => this.#origins[line - 1] ?? 0;
    this.#view = new EditorView({
      root,
      parent,
      extensions: [readable(language, listener, originOf, () => this.#origins), deletedNumbers, extra, this.#label.of([]), this.#difference.of([])],
    });
  }

  /** Shows `listing`, and with `before` what is different from it. The place read stays where it is if it can. */
  show(listing: Listing, label: string, before: string | null): void {
    const text = listing.text.replace(/\n$/, '');
    const original = before === null ? null : indentedAs(before.replace(/\n$/, ''), text);
    const sameText = text === this.#text;
    this.#origins = listing.lines;
    const difference: Extension =
      original === null ? [] : unifiedMergeView({ original, mergeControls: false, collapseUnchanged: { margin: 3, minSize: 6 }, gutter: true, syntaxHighlightDeletions: true });
    const effects = [this.#label.reconfigure(EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0', 'aria-readonly': 'true' }))];
    if (!sameText || original !== this.#before) {
      if (this.#before !== null) this.#view.dispatch({ effects: this.#difference.reconfigure([]) });
      effects.push(this.#difference.reconfigure(difference));
    }
    this.#view.dispatch({ ...(!sameText && { changes: { from: 0, to: this.#view.state.doc.length, insert: text } }), effects });
    markMoved(this.#view, original === null ? new Map() : movedLines(original, text).after);
    this.#text = text;
    this.#before = original;
  }

  /** Goes to a line of its own, from 1. */
  goTo(line: number): void {
    const { doc } = this.#view.state;
    if (line < 1 || line > doc.lines) return;
    const { from } = doc.line(line);
    this.#view.dispatch({ selection: { anchor: from }, effects: EditorView.scrollIntoView(from, { y: 'center' }) });
  }

  /** Marks a value, or none. */
  showValue(name: string | null): void {
    showValue(this.#view, name);
  }

  /** Marks the lines that come from source line `line`, those that `meant` takes where it takes any. */
  showLinks(line: number, reveal: boolean, meant?: (own: number) => boolean): void {
    showLinks(this.#view, line, this.#origins, reveal, meant);
  }

  /** Takes the focus. */
  focus(): void {
    this.#view.focus();
  }

  destroy(): void {
    this.#view.destroy();
  }
}
