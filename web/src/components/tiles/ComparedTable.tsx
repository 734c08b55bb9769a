// The schedulers side by side, as the work-distribution model sees them.

import { setOptions } from '../../actions';
import { bytes, grouped } from '../../format';
import { TILE_SCHEDULER } from '../../generated/options';
import type { SchedulerKind } from '../../generated/types';
import { options } from '../../state';
import { canSchedule, compared, map, ofKernel, problem } from '../../tiles/state';
import { Wide } from '../schedule/Wide';
import { Term } from '../Term';

export function ComparedTable() {
  if (!map.value) return null;
  const rows = compared.value;
  if (!rows) return <p class="quiet">With this many tiles the schedulers are not compared: the model steps through every access to memory.</p>;
  return (
    <section>
      <h2>The schedulers on this product</h2>
      <Wide label="Schedulers compared">
        <table>
          <caption class="visually-hidden">What a model of work distribution says; it ranks schedules and does not predict times</caption>
          <thead>
            <tr>
              <th scope="col">Scheduler</th>
              <th scope="col">
                <Term word="wave">Waves</Term>
              </th>
              <th scope="col">Ends at</th>
              <th scope="col">Idle</th>
              <th scope="col">Asked of L2</th>
              <th scope="col">Fetched by L2</th>
              {canSchedule.value && <th scope="col">The kernel</th>}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ scheduler, findings, shortest, refusal }) => (
              <tr key={scheduler} class={scheduler === problem.value?.scheduler ? 'binding' : ''}>
                <th scope="row">
                  {scheduler} {shortest && <span class="badge">shortest</span>}
                </th>
                {findings ? (
                  <>
                    <td class="number">{findings.waves}</td>
                    <td class="number">{grouped(findings.makespan)}</td>
                    <td class="number">{(findings.idle * 100).toFixed(1)} %</td>
                    <td class="number">{bytes(findings.requested_bytes)}</td>
                    <td class="number">{bytes(findings.fetched_bytes)}</td>
                  </>
                ) : (
                  <td colSpan={5}>{refusal}</td>
                )}
                {canSchedule.value && <td>{findings && <Take scheduler={scheduler} />}</td>}
              </tr>
            ))}
          </tbody>
        </table>
      </Wide>
      <Change />
      <p class="quiet">A model, to rank schedules: it knows the order of work and an L2 that forgets what was used longest ago, nothing of DRAM, TMA or multicast.</p>
    </section>
  );
}

/** Has the kernel compiled with a scheduler, and what the form says of it; of that which it has, says so. */
function Take({ scheduler }: { scheduler: SchedulerKind }) {
  const form = problem.value;
  if (!form) return null;
  if (scheduler === ofKernel.value) return <>has it</>;
  const { policy, swizzle, raster, cluster, splits } = form;
  const take = (): void => setOptions({ tile_scheduler: { ...(options.value?.tile_scheduler ?? TILE_SCHEDULER), kind: scheduler, policy, swizzle, raster, cluster, splits } });
  return (
    <button type="button" class="button small" onClick={take} aria-label={`Compile with it: ${scheduler}`}>
      Compile with it
    </button>
  );
}

/** The change for the kernel that the shortest of them would make. */
function Change() {
  const rows = compared.value ?? [];
  const now = rows.find(({ scheduler }) => scheduler === ofKernel.value)?.findings;
  const best = rows.find(({ shortest, findings }) => shortest && findings);
  if (!now || !best?.findings) return null;
  const [was, is] = [now.makespan, best.findings.makespan];
  return (
    <p class="says" role="status">
      {is < was
        ? `The kernel has ${ofKernel.value}: with ${best.scheduler} its tiles would end at ${grouped(is)} instead of ${grouped(was)}, ${((1 - is / was) * 100).toFixed(0)} % earlier.`
        : `The kernel has ${ofKernel.value}, and with no other its tiles would end earlier.`}{' '}
      {!canSchedule.value && 'It walks over its tiles by itself: another scheduler would be a change to its text.'}
      {options.value?.tile_scheduler && (
        <button type="button" class="button small" onClick={() => setOptions({ tile_scheduler: null })}>
          Back to the kernel as it is
        </button>
      )}
    </p>
  );
}
