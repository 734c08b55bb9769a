// The schedulers side by side, as the work-distribution model sees them.

import { bytes } from '../../format';
import { compared, map, problem } from '../../tiles/state';
import { Wide } from '../schedule/Wide';

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
              <th scope="col">Waves</th>
              <th scope="col">Ends at</th>
              <th scope="col">Idle</th>
              <th scope="col">Asked of L2</th>
              <th scope="col">Fetched by L2</th>
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
                    <td class="number">{findings.makespan.toLocaleString('en')}</td>
                    <td class="number">{(findings.idle * 100).toFixed(1)} %</td>
                    <td class="number">{bytes(findings.requested_bytes)}</td>
                    <td class="number">{bytes(findings.fetched_bytes)}</td>
                  </>
                ) : (
                  <td colSpan={5}>{refusal}</td>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </Wide>
      <p class="quiet">A model, to rank schedules: it knows the order of work and an L2 that forgets what was used longest ago, nothing of DRAM, TMA or multicast.</p>
    </section>
  );
}
