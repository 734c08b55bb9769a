// A text of the compiler, linked with the source.

import type { Extension } from '@codemirror/state';
import { effect } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { goToLine } from '../actions';
import type { Language } from '../editor/language';
import { sourceEditor } from '../editor/source';
import { type Listener, Viewer } from '../editor/viewer';
import type { Listing as Text } from '../generated/types';
import { chosenValue, cursorAt, cursorLine, linkedAgent, linkedLine, pointAt, pointedValue, shownValue } from '../state';

interface Properties {
  listing: Text;
  language: Language;
  label: string;
  /** The text to compare with; null shows no difference. */
  before?: string | null;
  /** Extensions of the viewer for this text alone. It stays the same object. */
  extra?: Extension;
  /** A line of its own to go to, from 1. */
  at?: number;
  /** The agent of a line of its own; null where it is no agent's. It stays the same function. */
  agentOf?: (own: number) => string | null;
}

const NOTHING: Extension = [];

/** A thing that is pointed at or chosen in a text goes to the source, and from there everywhere. */
export const toSource: Listener = {
  pointed: (line) => pointAt(line),
  cursor: (line) => {
    cursorAt(line);
    sourceEditor.showLine(line, true);
  },
  go: goToLine,
  pointedValue: (name) => (pointedValue.value = name),
  cursorValue: (name) => (chosenValue.value = name ?? chosenValue.peek()),
};

export function Listing({ listing, language, label, before = null, extra = NOTHING, at = 0, agentOf }: Properties) {
  const host = useRef<HTMLDivElement>(null);
  const viewer = useRef<Viewer | null>(null);
  useEffect(() => {
    if (!host.current) return;
    const listener: Listener = agentOf
      ? {
          ...toSource,
          pointed: (line, own) => pointAt(line, agentOf(own)),
          cursor: (line, own) => {
            cursorAt(line, agentOf(own));
            sourceEditor.showLine(line, true);
          },
        }
      : toSource;
    const made = new Viewer(host.current, language, listener, extra);
    viewer.current = made;
    return () => made.destroy();
  }, [language, extra]);
  useEffect(() => viewer.current?.show(listing, label, before), [listing, label, before, language, extra]);
  // A text that is opened shows what is chosen, once it has been laid out.
  useEffect(() => {
    const agent = linkedAgent.peek();
    const frame = requestAnimationFrame(() => viewer.current?.showLinks(linkedLine.peek(), true, agent && agentOf ? (own) => agentOf(own) === agent : undefined));
    return () => cancelAnimationFrame(frame);
  }, [language, extra]);
  useEffect(
    () =>
      effect(() => {
        const line = linkedLine.value;
        // Only the cursor scrolls; the pointer merely lights up what is in view.
        const agent = linkedAgent.value;
        viewer.current?.showLinks(line, line === cursorLine.value, agent && agentOf ? (own) => agentOf(own) === agent : undefined);
      }),
    [listing, before, language, extra],
  );
  useEffect(() => effect(() => viewer.current?.showValue(shownValue.value)), [listing, before, language, extra]);
  useEffect(() => {
    if (at > 0) viewer.current?.goTo(at);
  }, [listing, at]);
  return <div class="listing" ref={host} onMouseLeave={() => pointAt(0)} />;
}
