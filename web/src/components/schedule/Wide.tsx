// A table that may be wider than its place: it scrolls inside itself, also by keyboard.

import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';
import { CutHint, useRoom } from './Cut';

export function Wide({ label, role = 'group', children }: { label: string; role?: 'group' | 'region'; children: ComponentChildren }) {
  const box = useRef<HTMLDivElement>(null);
  const { cut } = useRoom(box);
  return (
    <>
      <CutHint cut={cut} />
      <div ref={box} class="wide-table" role={role} aria-label={label} tabIndex={0}>
        {children}
      </div>
    </>
  );
}
