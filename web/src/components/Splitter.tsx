// The line between source and result, which can be dragged or moved with the arrow keys.

import { split } from '../state';
import { saveSplit } from '../storage';

const clamp = (share: number): number => Math.max(20, Math.min(80, share));

export function Splitter() {
  const drag = (event: PointerEvent): void => {
    const bar = event.currentTarget as HTMLElement;
    const area = bar.parentElement?.getBoundingClientRect();
    if (!area || !bar.hasPointerCapture(event.pointerId)) return;
    split.value = clamp(((event.clientX - area.left) / area.width) * 100);
  };
  const move = (event: KeyboardEvent): void => {
    const by = { ArrowLeft: -2, ArrowRight: 2 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    split.value = clamp(split.value + by);
    saveSplit(split.value);
  };
  return (
    <div
      class="splitter"
      role="separator"
      tabIndex={0}
      aria-orientation="vertical"
      aria-label="Width of the source"
      aria-valuenow={Math.round(split.value)}
      aria-valuemin={20}
      aria-valuemax={80}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={drag}
      onPointerUp={() => saveSplit(split.value)}
      onKeyDown={move}
    />
  );
}
