// Two texts side by side, with what is different between them, and where their lines come from.

import { MergeView } from '@codemirror/merge';
import { EditorView } from '@codemirror/view';
import type { Listing } from '../generated/types';
import { indentedAs, markMoved, movedLines } from './difference';
import { shadowHost } from './host';
import type { Language } from './language';
import { showLinks } from './linking';
import { showValue } from './values';
import { type Listener, readable } from './viewer';

/** A text with its name. */
export interface Side {
  listing: Listing;
  label: string;
}

export class Comparison {
  #merge: MergeView;
  #sides: [Side, Side];

  constructor(element: HTMLElement, language: Language, before: Side, after: Side, listener: Listener) {
    this.#sides = [before, after];
    const { root, parent } = shadowHost(element);
    const trimmed = ({ listing }: Side): string => listing.text.replace(/\n$/, '');
    const [old, now] = [indentedAs(trimmed(before), trimmed(after)), trimmed(after)];
    const side = ({ listing, label }: Side, doc: string) => ({
      doc,
      extensions: [
        readable(
          language,
          listener,
          (line) => listing.lines[line - 1] ?? 0,
          () => listing.lines,
        ),
        EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0', 'aria-readonly': 'true' }),
      ],
    });
    this.#merge = new MergeView({ a: side(before, old), b: side(after, now), parent, root, gutter: true, collapseUnchanged: { margin: 3, minSize: 6 }, diffConfig: { scanLimit: 1000 } });
    const moved = movedLines(old, now);
    markMoved(this.#merge.a, moved.before);
    markMoved(this.#merge.b, moved.after);
  }

  get #views(): [EditorView, EditorView] {
    return [this.#merge.a, this.#merge.b];
  }

  /** Marks the lines that come from source line `line`. */
  showLinks(line: number, reveal: boolean): void {
    // They scroll together: one of them leads.
    for (const [at, view] of this.#views.entries()) showLinks(view, line, this.#sides[at]?.listing.lines ?? [], reveal && at === 1);
  }

  /** Marks a value, or none. */
  showValue(name: string | null): void {
    for (const view of this.#views) showValue(view, name);
  }

  destroy(): void {
    this.#merge.destroy();
  }
}
