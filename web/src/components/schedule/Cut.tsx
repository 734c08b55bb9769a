// Drawings and tables that may be wider than their place: how much room there is, and a word where a part is out of sight.

import type { RefObject } from 'preact';
import { useEffect, useState } from 'preact/hooks';

/** The width of an element, and whether it shows only a part of what is in it. */
export function useRoom(element: RefObject<Element | null>): { room: number; cut: boolean } {
  const [room, setRoom] = useState(0);
  const [cut, setCut] = useState(false);
  useEffect(() => {
    if (!element.current) return;
    const watcher = new ResizeObserver(([entry]) => setRoom(Math.floor(entry?.contentRect.width ?? 0)));
    watcher.observe(element.current);
    return () => watcher.disconnect();
  }, []);
  // After each drawing, for what is in it may have become wider or narrower.
  useEffect(() => {
    if (element.current) setCut(element.current.scrollWidth > element.current.clientWidth + 1);
  });
  return { room, cut };
}

export const CutHint = ({ cut }: { cut: boolean }) => (cut ? <p class="hint cut">A part is out of sight on the right: scroll sideways.</p> : null);
