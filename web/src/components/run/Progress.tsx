// The progress of a run.

import { grouped } from '../../format';
import type { Stage } from '../../generated/types';

/** The part of a stage that is done, from 0 to 1. */
function share(stage: Stage | null): number {
  if (!stage) return 0;
  const [done, all] = 'kernel' in stage ? stage.kernel : stage.ptx;
  return all > 0 ? done / all : 0;
}

export function progressWords(stage: Stage | null): string {
  if (!stage) return 'Loading the engines…';
  if ('kernel' in stage) return `Interpreter: ${grouped(stage.kernel[0])} of ${grouped(stage.kernel[1])} tile blocks`;
  const [done, all, instructions] = stage.ptx;
  return `Emulator: ${grouped(done)} of ${grouped(all)} CTAs, ${(instructions / 1e6).toFixed(1)} million instructions`;
}

export const Bar = ({ stage }: { stage: Stage | null }) => <progress max={1} value={share(stage)} aria-label="Part of this stage that is done" />;

/** In words, and as a bar. */
export const Progress = ({ stage }: { stage: Stage | null }) => (
  <>
    <span class="words" role="status">
      {progressWords(stage)}
    </span>
    <Bar stage={stage} />
  </>
);
