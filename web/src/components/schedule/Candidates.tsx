// The candidates of a loop: what was tried, what each would cost, and why it was not taken; and what memory does for an iteration.

import { exactBytes, grouped } from '../../format';
import type { LoopCandidate, LoopRoofline, StageCost } from '../../generated/types';
import { intensityOf, LIMITS } from '../../schedule/verdict';
import { Code } from '../Code';

const whole = (number: number | null | undefined): string => (number == null ? '' : grouped(Math.round(number)));

export function Candidates({ candidates, roofline, stages = [], chosen }: { candidates: LoopCandidate[]; roofline?: LoopRoofline | null | undefined; stages?: StageCost[]; chosen?: number }) {
  if (candidates.length === 0) return null;
  const flight = candidates.some(({ ctas }) => ctas != null);
  return (
    <details class="candidates">
      <summary>What was tried, and what it would cost</summary>
      {roofline && <Roofline roofline={roofline} />}
      <table class="narrow">
        <thead>
          <tr>
            {['Candidate', 'Buffer depth', ...(flight ? ['CTAs of an SM', 'Bytes in flight'] : []), 'Cycles of an iteration', 'And once a tile', 'Why'].map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {candidates.map((one, at) => (
            <tr key={at} class={one.chosen ? 'chosen' : ''}>
              <th scope="row">{[one.strategy, one.form, one.consumers].filter((part) => part != null).join(', ')}</th>
              <td class="number">{one.stages}</td>
              {flight && (
                <>
                  <td class="number">{one.ctas}</td>
                  <td class="number">{whole(one.bytes_in_flight)}</td>
                </>
              )}
              <td class="number">{whole(one.iteration_cycles)}</td>
              <td class="number">{whole(one.tile_cycles)}</td>
              <td>
                {one.chosen ? <strong>chosen: </strong> : ''}
                {one.why} <Code code={one.code} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {stages.length > 0 && (
        <p class="says">
          Cycles of an iteration by buffer depth:{' '}
          {stages.map(({ stages: count, iteration_cycles: cycles, fits }) => `${count}: ${whole(cycles)}${count === chosen ? ' (chosen)' : fits ? '' : ' (does not fit)'}`).join('; ')}.
        </p>
      )}
      <p class="says quiet">Cycles of the SM clock, estimated from data sheets and published measurements; nothing was run.</p>
    </details>
  );
}

/** The work of memory for an iteration, which no schedule makes shorter. */
function Roofline({ roofline }: { roofline: LoopRoofline }) {
  const { stored_bytes: stored, bytes_per_cycle: rate, bound_cycles: bound, latency_cycles: latency, needed_bytes: needed, limit, source } = roofline;
  return (
    <p class="says" title={source}>
      {intensityOf(roofline)} With the {exactBytes(stored)} that it stores, at {rate} bytes a cycle for each SM that takes {whole(bound)} cycles, and no schedule is shorter.{' '}
      {exactBytes(Math.round(needed))} in flight hide the latency of {whole(latency)} cycles.{limit ? ` An iteration is bound by ${LIMITS[limit]}.` : ''}
    </p>
  );
}
