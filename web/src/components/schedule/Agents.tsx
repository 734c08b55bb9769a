// The warps that share the loop's work.

import type { LoopAgent } from '../../generated/types';
import { Term } from '../Term';
import { Dot } from './Looks';
import { Wide } from './Wide';

export function Agents({ agents, colours }: { agents: LoopAgent[]; colours: readonly string[] }) {
  if (agents.length === 0) return null;
  return (
    <section>
      <Wide label="Agents and their ops">
        <table>
          <caption>
            <Term word="agent">Agents</Term>: who does what
          </caption>
          <thead>
            <tr>
              <th scope="col">Agent</th>
              <th scope="col">Warps</th>
              <th scope="col">Registers of a thread</th>
              <th scope="col">Ops</th>
            </tr>
          </thead>
          <tbody>
            {agents.map(({ name, warps, registers, ops }) => (
              <tr key={name}>
                <th scope="row">
                  <Dot who={name} agents={colours} /> {name}
                </th>
                <td class="number">{warps}</td>
                <td class="number">{registers}</td>
                <td>
                  <code>{ops.join(', ')}</code>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Wide>
      {agents.some(({ name, warps }) => name === 'producer' && warps > 1) && (
        <p class="says quiet">Registers are handed out by warpgroups, so the producer has four warps. One of them loads; the others wait.</p>
      )}
    </section>
  );
}
