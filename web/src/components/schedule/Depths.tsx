// The numbers that are often mixed up, each with its name and its meaning, and the two kinds of cycles side by side.

import type { LoopDepth } from '../../generated/types';
import { rooflineStages, type ScheduleModel, type Weights, weights } from '../../schedule/model';
import type { Loop } from '../../schedule/types';

interface Named {
  name: string;
  value: string;
  means: string;
}

const whole = (number: number): string => Math.round(number).toLocaleString('en');
const cycles = (number: number): string => `${whole(number)} ${number === 1 ? 'cycle' : 'cycles'}`;

function numbers({ solution, depth }: Loop, ii: number, weight: Weights): Named[] {
  const roofline = rooflineStages(weight);
  const list: (Named | null)[] = [
    { name: 'Initiation interval (II)', value: cycles(ii), means: `a new iteration starts this often, in the model; ${solution.proven_optimal ? 'proven to be the smallest' : 'not proven to be the smallest'}` },
    solution.stage_count === undefined ? null : { name: 'Stage count', value: String(solution.stage_count), means: `iterations in flight: ${solution.length ?? '?'} cycles from the first issue to the last result` },
    solution.stages_by_start === undefined ? null : { name: 'Stages by start', value: String(solution.stages_by_start), means: 'stages in which ops are issued' },
    roofline === null ? null : { name: 'Roofline stages', value: String(roofline), means: `what bandwidth alone asks for: the heaviest load, ${weight.load}, over the products, ${weight.compute}` },
    { name: 'Buffer depth', value: String(depth.chosen), means: depthWords(depth) },
  ];
  return list.filter((one) => one !== null);
}

function depthWords({ wanted, fits, asked, why }: LoopDepth): string {
  const numbers = asked === null ? `${wanted} wanted, ${fits} fit` : `${asked} asked for, ${wanted} wanted, ${fits} fit`;
  return why ? `${numbers}; ${why}` : numbers;
}

export function Depths({ loop, model }: { loop: Loop; model: ScheduleModel }) {
  const weight = weights(model);
  return (
    <section>
      <dl class="numbers">
        {numbers(loop, model.ii, weight).map(({ name, value, means }, at) => (
          <div key={name} class={at === 0 ? 'first' : ''}>
            <dt>{name}</dt>
            <dd class="value">{value}</dd>
            <dd class="means">{means}</dd>
          </div>
        ))}
      </dl>
      <SideBySide loop={loop} ii={model.ii} weight={weight} />
    </section>
  );
}

/** The model's weights beside what hardware was measured to take. */
function SideBySide({ loop: { solution, measured }, ii, weight }: { loop: Loop; ii: number; weight: Weights }) {
  if (!measured) return null;
  const rows: [string, number | undefined, number][] = [
    ['one iteration (II)', ii, measured.ii_cycles],
    ['a load', weight.load || undefined, measured.load_cycles],
    ['the products of an iteration', weight.compute || undefined, measured.mma_cycles],
    ['an iteration from end to end; the life of its buffers', solution.length, measured.life_cycles],
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
            <td class="number">{weight === undefined ? '' : whole(weight)}</td>
            <td class="number">{whole(time)}</td>
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
