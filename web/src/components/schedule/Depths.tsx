// The numbers that are often mixed up, each with its name and its meaning, and the two kinds of cycles side by side.

import { rooflineStages } from '../../schedule/model';
import type { LoopSchedule } from '../../schedule/types';

interface Number {
  name: string;
  value: string;
  means: string;
}

const cycles = (number: number): string => `${number.toLocaleString('en')} ${number === 1 ? 'cycle' : 'cycles'}`;

function numbers({ solution, measured, depth }: LoopSchedule, ii: number): Number[] {
  const roofline = measured && rooflineStages(measured.load_cycles, measured.mma_cycles);
  const list: (Number | null)[] = [
    { name: 'Initiation interval (II)', value: cycles(ii), means: `a new iteration starts this often; ${solution.proven_optimal ? 'proven to be the smallest' : 'not proven to be the smallest'}` },
    solution.stage_count === undefined ? null : { name: 'Stage count', value: String(solution.stage_count), means: `iterations in flight: ${solution.length ?? '?'} cycles from the first issue to the last result` },
    solution.stages_by_start === undefined ? null : { name: 'Stages by start', value: String(solution.stages_by_start), means: 'stages in which ops are issued' },
    roofline === null || roofline === undefined ? null : { name: 'Roofline stages', value: String(roofline), means: 'what bandwidth alone would ask for: loading over computing, measured' },
    depth && { name: 'Buffer depth', value: String(depth.chosen), means: depthWords(depth) },
  ];
  return list.filter((one) => one !== null);
}

function depthWords({ wanted, fits, asked, why }: NonNullable<LoopSchedule['depth']>): string {
  const numbers = asked === null ? `${wanted} wanted, ${fits} fit` : `${asked} asked for, ${wanted} wanted, ${fits} fit`;
  return why ? `${numbers}; ${why}` : numbers;
}

export function Depths({ loop, ii }: { loop: LoopSchedule; ii: number }) {
  return (
    <section>
      <dl class="numbers">
        {numbers(loop, ii).map(({ name, value, means }, at) => (
          <div key={name} class={at === 0 ? 'first' : ''}>
            <dt>{name}</dt>
            <dd class="value">{value}</dd>
            <dd class="means">{means}</dd>
          </div>
        ))}
      </dl>
      <Weights loop={loop} ii={ii} />
    </section>
  );
}

/** The model's weights beside what hardware was measured to take. */
function Weights({ loop: { graph, solution, measured }, ii }: { loop: LoopSchedule; ii: number }) {
  if (!measured) return null;
  const longest = (holds: RegExp): number | null => {
    const named = graph.ops.filter((op) => holds.test(op.name));
    return named.length ? Math.max(...named.map((op) => op.latency)) : null;
  };
  const rows: [string, number | null, number][] = [
    ['one iteration (II)', ii, measured.ii_cycles],
    ['a load', longest(/load|tma/i), measured.load_cycles],
    ['the matrix product', longest(/mma|dot/i), measured.mma_cycles],
    ['the life of a buffer', solution.length ?? null, measured.life_cycles],
  ];
  return (
    <table class="narrow">
      <caption>The model's cycles and the hardware's</caption>
      <thead>
        <tr>
          <th scope="col">Cycles of</th>
          <th scope="col">Model weights</th>
          <th scope="col">Measured</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(([name, weight, time]) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td class="number">{weight === null ? '' : weight.toLocaleString('en')}</td>
            <td class="number">{time.toLocaleString('en')}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <td colSpan={3} class="quiet">
            The schedule is made with the weights, the buffers with what was measured. Source: {measured.source}.
          </td>
        </tr>
      </tfoot>
    </table>
  );
}
