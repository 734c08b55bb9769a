// A table that may be wider than its place: it scrolls inside itself, also by keyboard.

import type { ComponentChildren } from 'preact';

export const Wide = ({ label, children }: { label: string; children: ComponentChildren }) => (
  <div class="wide-table" role="group" aria-label={label} tabIndex={0}>
    {children}
  </div>
);
