// A text of the compiler, linked with the source.

import type { Extension } from '@codemirror/state';
import { effect } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { goToLine } from '../actions';
import type { Language } from '../editor/language';
import { sourceEditor } from '../editor/source';
import { Viewer } from '../editor/viewer';
import type { Listing as Text } from '../generated/types';
import { cursorLine, linkedLine, pointedLine } from '../state';

interface Properties {
  listing: Text;
  language: Language;
  label: string;
  /** The text to compare with; null shows no difference. */
  before?: string | null;
  /** What this text alone needs of the viewer. It stays the same object. */
  extra?: Extension;
}

const NOTHING: Extension = [];

export function Listing({ listing, language, label, before = null, extra = NOTHING }: Properties) {
  const host = useRef<HTMLDivElement>(null);
  const viewer = useRef<Viewer | null>(null);
  useEffect(() => {
    if (!host.current) return;
    const made = new Viewer(host.current, language, {
      pointed: (line) => (pointedLine.value = line),
      cursor: (line) => {
        cursorLine.value = line;
        sourceEditor.showLine(line, true);
      },
      go: goToLine,
    }, extra);
    viewer.current = made;
    return () => made.destroy();
  }, [language, extra]);
  useEffect(() => viewer.current?.show(listing, label, before), [listing, label, before, language, extra]);
  useEffect(
    () =>
      effect(() => {
        const line = linkedLine.value;
        // Only the cursor scrolls; the pointer merely lights up what is in view.
        viewer.current?.showLinks(line, line === cursorLine.value);
      }),
    [listing, before, language, extra],
  );
  return <div class="listing" ref={host} onMouseLeave={() => (pointedLine.value = 0)} />;
}
