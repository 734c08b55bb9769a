// The numbers that are often mixed up, each with its name and its meaning, and the two kinds of cycles side by side.

import type { LoopDepth, LoopSchedule } from '../../generated/types';
import type { ScheduleModel } from '../../schedule/model';

interface Named {
  name: string;
  value: string;
  means: string;
}

const whole = (number: number): string => Math.round(number).toLocaleString('en');
const cycles = (number: number): string => `${whole(number)} ${number === 1 ? 'cycle' : 'cycles'}`;

function numbers({ solution, depth }: LoopSchedule, ii: number): Named[] {
  const { roofline_stages: roofline } = solution;
  const list: (Named | null)[] = [
    { name: 'Initiation interval (II)', value: cycles(ii), means: `a new iteration starts this often, in the model; ${solution.proven_optimal ? 'proven to be the smallest' : 'not proven to be the smallest'}` },
    solution.stage_count == null ? null : { name: 'Stage count', value: String(solution.stage_count), means: `iterations in flight: ${solution.length ?? '?'} cycles from the first issue to the last result` },
    solution.stages_by_start == null ? null : { name: 'Stages by start', value: String(solution.stages_by_start), means: 'stages in which ops are issued' },
    roofline == null ? null : { name: 'Roofline stages', value: String(roofline.stages), means: `what bandwidth alone asks for: ${cycles(roofline.memory)} of moving data over ${cycles(roofline.compute)} of products` },
    { name: 'Buffer depth', value: String(depth.chosen), means: depthWords(depth) },
  ];
  return list.filter((one) => one !== null);
}

function depthWords({ wanted, fits, asked, why }: LoopDepth): string {
  const numbers = asked === null ? `${wanted} wanted, ${fits} fit` : `${asked} asked for, ${wanted} wanted, ${fits} fit`;
  return why ? `${numbers}; ${why}` : numbers;
}

export function Depths({ loop, model }: { loop: LoopSchedule; model: ScheduleModel }) {
  return (
    <section>
      <dl class="numbers">
        {numbers(loop, model.ii).map(({ name, value, means }, at) => (
          <div key={name} class={at === 0 ? 'first' : ''}>
            <dt>{name}</dt>
            <dd class="value">{value}</dd>
            <dd class="means">{means}</dd>
          </div>
        ))}
      </dl>
      <SideBySide loop={loop} ii={model.ii} />
    </section>
  );
}

/** The model's weights beside what hardware was measured to take. */
function SideBySide({ loop: { solution, measured }, ii }: { loop: LoopSchedule; ii: number }) {
  if (!measured) return null;
  const { roofline_stages: roofline } = solution;
  const rows: [string, number | null | undefined, number][] = [
    ['one iteration (II)', ii, measured.ii_cycles],
    ['a load', roofline?.load, measured.load_cycles],
    ['the products of an iteration', roofline?.compute, measured.mma_cycles],
    ['an iteration from end to end; the live range of its buffers', solution.length, measured.live_cycles],
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
            <td class="number">{weight == null ? '' : whole(weight)}</td>
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
