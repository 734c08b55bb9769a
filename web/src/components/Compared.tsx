// Two texts of the compiler side by side, linked with the source as one is.

import { effect } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { Comparison, type Side } from '../editor/comparison';
import type { Language } from '../editor/language';
import { cursorLine, linkedLine, pointAt, shownValue } from '../state';
import { toSource } from './Listing';

export function Compared({ before, after, language = 'tile-ir' }: { before: Side; after: Side; language?: Language }) {
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!host.current) return;
    const made = new Comparison(host.current, language, before, after, toSource);
    const ends = [effect(() => made.showLinks(linkedLine.value, linkedLine.value === cursorLine.value)), effect(() => made.showValue(shownValue.value))];
    return () => {
      for (const end of ends) end();
      made.destroy();
    };
  }, [before.listing, after.listing, before.label, after.label, language]);
  return <div class="listing compared" ref={host} onMouseLeave={() => pointAt(0)} />;
}
