// The numbers that are often mixed up, each with its name and its meaning: first cycles of the hardware as they are estimated,
// then those of the scheduler's model, and the two kinds side by side.

import type { IterationLimit, LoopDepth, LoopEstimate, LoopSchedule } from '../../generated/types';
import type { ScheduleModel } from '../../schedule/model';
import { Term } from '../Term';

interface Named {
  name: string;
  /** Its word in the glossary. */
  word: string;
  value: string;
  means: string;
}

const whole = (number: number): string => Math.round(number).toLocaleString('en');
const cycles = (number: number): string => `${whole(number)} ${number === 1 ? 'cycle' : 'cycles'}`;

/** The limit of an iteration, in a word or two. */
const LIMITS: { [name in IterationLimit]: string } = {
  stages: 'waiting for a free stage',
  fill: 'filling shared memory',
  products: 'the tensor cores',
};

function numbers({ solution, depth, estimate }: LoopSchedule, ii: number): Named[] {
  const { roofline_stages: roofline } = solution;
  const list: (Named | null)[] = [
    estimate && { name: 'An iteration, estimated', word: 'estimate', value: cycles(estimate.iteration_cycles), means: `of the SM clock, from data sheets and published measurements${estimate.limit ? `; what limits it: ${LIMITS[estimate.limit]}` : ''}` },
    { name: 'Initiation interval (II)', word: 'ii', value: cycles(ii), means: `a new iteration starts this often, in the weights of the scheduler's model; ${solution.proven_optimal ? 'proven to be the smallest' : 'not proven to be the smallest'}` },
    solution.stage_count == null ? null : { name: 'Stage count', word: 'stage-count', value: String(solution.stage_count), means: `iterations in flight: ${solution.length ?? '?'} cycles from the first issue to the last result` },
    solution.stages_by_start == null ? null : { name: 'Stages by start', word: 'stages-by-start', value: String(solution.stages_by_start), means: 'stages in which ops are issued' },
    roofline == null ? null : { name: 'Roofline stages', word: 'roofline-stages', value: String(roofline.stages), means: `what bandwidth alone asks for: ${cycles(roofline.memory)} of moving data over ${cycles(roofline.compute)} of products` },
    { name: 'Buffer depth', word: 'depth', value: String(depth.chosen), means: depthWords(depth) },
  ];
  return list.filter((one) => one !== null);
}

/** The reason says how many are wanted and how many fit; where there is none, the numbers do. */
const depthWords = ({ wanted, fits, asked, why }: LoopDepth): string => why || `${asked === null ? '' : `${asked} asked for, `}${wanted} wanted, ${fits} fit`;

export function Depths({ loop, model }: { loop: LoopSchedule; model: ScheduleModel }) {
  return (
    <section>
      <dl class="numbers">
        {numbers(loop, model.ii).map(({ name, word, value, means }, at) => (
          <div key={name} class={at === 0 ? 'first' : ''}>
            <dt>
              <Term word={word}>{name}</Term>
            </dt>
            <dd class="value">{value}</dd>
            <dd class="means">{means}</dd>
          </div>
        ))}
      </dl>
      <SideBySide loop={loop} ii={model.ii} />
    </section>
  );
}

/** The model's weights beside estimates for the hardware, and what would make an iteration shorter. */
function SideBySide({ loop: { solution, estimate, depth }, ii }: { loop: LoopSchedule; ii: number }) {
  if (!estimate) return null;
  const { roofline_stages: roofline } = solution;
  const rows: [string, number | null | undefined, number][] = [
    [`one iteration, with ${depth.chosen === 1 ? 'one stage' : `${depth.chosen} stages`} of buffers`, ii, estimate.iteration_cycles],
    ['one iteration, if nothing waits for a stage', null, estimate.ii_cycles],
    ['a load', roofline?.load, estimate.load_cycles],
    ['the products of an iteration', roofline?.compute, estimate.mma_cycles],
    ['an iteration from end to end; the live range of its buffers', solution.length, estimate.live_cycles],
  ];
  return (
    <>
      <table class="narrow">
        <caption>The model's cycles and the hardware's, as they are estimated</caption>
        <thead>
          <tr>
            <th scope="col">Cycles of</th>
            <th scope="col">
              <Term word="weight">Model weights</Term>
            </th>
            <th scope="col">
              <Term word="estimate">Estimated</Term>
            </th>
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
      </table>
      <p class="says">{faster(estimate)}</p>
      <details>
        <summary>Where the estimates come from</summary>
        <p class="says quiet">Nothing was run: the schedule is made with the weights, the number of buffers follows from the estimates. {estimate.source}.</p>
      </details>
    </>
  );
}

/** Changes that would make an iteration shorter, by the estimates. */
function faster({ limit, deeper, idle_cycles: idle, ii_cycles: ii }: LoopEstimate): string {
  switch (limit) {
    case 'stages':
      return deeper
        ? `By these estimates an iteration waits for a free stage: with ${deeper.stages} stages it would take ${cycles(deeper.iteration_cycles)}.`
        : 'By these estimates an iteration waits for a free stage, and no more fit: smaller tiles along K make room for more.';
    case 'fill':
      return `By these estimates filling shared memory bounds the loop, and the tensor cores rest for ${cycles(idle)} of ${whole(ii)}: a larger tile of M or N has more products for each byte.`;
    case 'products':
      return 'By these estimates the tensor cores bound the loop: they never rest, and no other schedule makes it shorter.';
    case null:
      return '';
  }
}
