// The swatches of ops: a colour, for those beyond the colours a pattern over it, and always their number.

import { colourOf } from '../../schedule/agents';
import type { Op } from '../../schedule/model';
import { ownName } from '../../schedule/names';

const COLOURS = 8;

/** The patterns; once on the page. */
export const Patterns = () => (
  <svg class="defs" width="0" height="0" aria-hidden="true">
    <defs>
      <pattern id="pattern-1" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <rect class="ink" width="2" height="6" />
      </pattern>
      <pattern id="pattern-2" width="6" height="6" patternUnits="userSpaceOnUse">
        <circle class="ink" cx="2" cy="2" r="1.3" />
      </pattern>
      <pattern id="pattern-3" width="6" height="6" patternUnits="userSpaceOnUse">
        <rect class="ink" width="6" height="2" />
      </pattern>
    </defs>
  </svg>
);

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** A box in the look of an op. */
export function Block({ look, rx = 2, ...box }: Box & { look: number; rx?: number }) {
  const pattern = Math.floor(look / COLOURS) % 4;
  return (
    <>
      <rect {...box} rx={rx} class={`fill-${look % COLOURS}`} />
      {pattern > 0 && <rect {...box} rx={rx} fill={`url(#pattern-${pattern})`} />}
    </>
  );
}

/** The look of an op, for a table. */
export const Swatch = ({ op }: { op: Op }) => (
  <svg class="swatch" viewBox="0 0 22 14" width="22" height="14" aria-hidden="true">
    <Block look={op.look} x={0} y={0} width={22} height={14} />
    <text class="on-look" x={11} y={10.5} text-anchor="middle">
      {op.id}
    </text>
  </svg>
);

/** The colour of an agent, for a table or a list. */
export const Dot = ({ who, agents }: { who: string; agents: readonly string[] }) => (
  <svg class="agent-dot" viewBox="0 0 10 10" width="10" height="10" aria-hidden="true">
    <circle class={colourOf(who, agents)} cx={5} cy={5} r={4.5} />
  </svg>
);

/** Pixels that a letter of a label takes. */
const LETTER = 6;

/** The longest label of an op that fits into `width` pixels: its name, its number, or none. */
export function fitting(op: Op, width: number): string {
  return [`${op.id} ${ownName(op)}`, String(op.id)].find((label) => label.length * LETTER + 4 <= width) ?? '';
}
