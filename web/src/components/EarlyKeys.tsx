// Keys that are pressed while a dialog is on its way.

import { useLayoutEffect } from 'preact/hooks';
import { signal } from '@preact/signals';
import { dialog } from '../state';

/** The letters that were written before the palette was there: it begins with them. */
export const early = signal('');

/** Stands where the palette will be. Letters are kept for it: they would change the kernel otherwise. */
export function EarlyKeys() {
  // Before the next frame: on a busy machine letters come sooner.
  useLayoutEffect(() => {
    early.value = '';
    const keep = (event: KeyboardEvent): void => {
      if (dialog.value !== 'palette' || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key === 'Escape') dialog.value = null;
      else if (event.key === 'Backspace') early.value = early.value.slice(0, -1);
      else if (event.key.length === 1) early.value += event.key;
      else if (event.key !== 'Enter') return;
      event.preventDefault();
      event.stopPropagation();
    };
    addEventListener('keydown', keep, { capture: true });
    return () => removeEventListener('keydown', keep, { capture: true });
  }, []);
  return null;
}
