// The picture of a four-stage pipeline: cycles from top to bottom, a column for each stage, the main loop in a frame.

import { useRef } from 'preact/hooks';
import type { FourStageForm } from '../../generated/types';
import { Figure } from './Figure';

const [LABEL, COLUMN, ROW, HEAD] = [138, 112, 18, 26];
/** Cycles of the main loop that are drawn. */
const STEADY = 4;

interface Cycle {
  part: 'prologue' | 'main loop' | 'epilogue';
  /** The iteration that each stage has; null where it has none. */
  has: (number | null)[];
}

/** The cycles of so many iterations that each stage works in `STEADY` of them together. */
function cyclesOf({ stages, full_from: fill }: FourStageForm): Cycle[] {
  const iterations = fill + STEADY;
  return Array.from({ length: iterations + fill }, (_, cycle) => ({
    part: cycle < fill ? 'prologue' : cycle < iterations ? 'main loop' : 'epilogue',
    has: stages.map((_, stage) => (cycle >= stage && cycle - stage < iterations ? cycle - stage : null)),
  }));
}

export function FourStage({ form }: { form: FourStageForm }) {
  const box = useRef<HTMLDivElement>(null);
  const { stages, full_from: fill } = form;
  const cycles = cyclesOf(form);
  const names = stages.map((name) => name.replaceAll('_', ' '));
  const [width, height] = [LABEL + stages.length * COLUMN + 6, HEAD + cycles.length * ROW + 4];
  const words = `Time goes down, and each column is a stage. Prologue: cycles 0 to ${fill - 1}. From cycle ${fill} on every stage works, each on another iteration: the main loop. The last ${fill} cycles are the epilogue.`;
  return (
    <section>
      <h3>Stages in cycles</h3>
      <p class="quiet">{words}</p>
      <div class="drawing" ref={box} tabIndex={0} role="group" aria-label="Stages in cycles">
        <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`} role="img" aria-label={words}>
          <rect class="phase steady" x={1} y={HEAD + fill * ROW - 1} width={width - 2} height={STEADY * ROW + 2} />
          {names.map((name, stage) => (
            <text key={name} class="axis" x={LABEL + (stage + 0.5) * COLUMN} y={16} text-anchor="middle">
              {name}
            </text>
          ))}
          {cycles.map(({ part, has }, cycle) => (
            <g key={cycle} transform={`translate(0 ${HEAD + cycle * ROW})`}>
              <text class="axis" x={8} y={13}>
                {`cycle ${cycle}, ${part}`}
              </text>
              {has.map(
                (iteration, stage) =>
                  iteration !== null && (
                    <g key={names[stage]}>
                      <title>{`${names[stage]} of iteration ${iteration}: cycle ${cycle}`}</title>
                      <rect class={iteration % 2 ? 'pool odd' : 'pool'} x={LABEL + stage * COLUMN + 2} y={1} width={COLUMN - 4} height={ROW - 2} rx={2} />
                      <text class="axis" x={LABEL + (stage + 0.5) * COLUMN} y={13} text-anchor="middle">
                        {`iteration ${iteration}`}
                      </text>
                    </g>
                  ),
              )}
            </g>
          ))}
        </svg>
      </div>
      <Figure
        name="Stages in cycles"
        drawing={box}
        data={() => ({
          head: ['Cycle', 'Part', ...names],
          rows: cycles.map(({ part, has }, cycle) => [cycle, part, ...has.map((iteration) => iteration ?? '')]),
        })}
      />
    </section>
  );
}
