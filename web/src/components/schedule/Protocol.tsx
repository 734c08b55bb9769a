// The model checker's verdict on the barriers, and the interleaving that shows it.

import { useMemo } from 'preact/hooks';
import { count, grouped } from '../../format';
import type { BarrierVerdict, LoopAgent, ProtocolStep, Scenario } from '../../generated/types';
import { agentsOf } from '../../schedule/agents';
import { Term } from '../Term';
import { Steps, stepsOf } from './Steps';
import { Wide } from './Wide';

/** The agents of a text that was read behind the scheduler are those of the verdict alone. */
const NOBODY: LoopAgent[] = [];

export function Protocol({ protocol, agents: own = NOBODY }: { protocol: BarrierVerdict; agents?: LoopAgent[] }) {
  const agents = agentsOf({ agents: own, protocol });
  const { verdict, text, counterexamples, run } = protocol;
  return (
    <section>
      <h3>
        <Term word="mbarrier">Barriers</Term> <span class={`verdict ${verdict.replace(' ', '-')}`}>{verdict}</span>
      </h3>
      <p class="says">{text}</p>
      {counterexamples.map(({ explanation, rows, blocked, minimal }, at) => (
        <div key={at}>
          {!text.includes(explanation) && <p class="says">{explanation}</p>}
          <Played rows={rows} blocked={blocked} agents={agents} label={`Counterexample, ${count(rows.length, 'step')}${minimal ? ', the shortest' : ''}`} />
        </div>
      ))}
      {counterexamples.length === 0 && run.length > 0 && <Played rows={run} blocked={[]} agents={agents} label={`A run without a fault, ${count(run.length, 'step')}`} />}
      <Scenarios scenarios={protocol.scenarios} />
    </section>
  );
}

function Played({ rows, ...rest }: { rows: ProtocolStep[]; blocked: string[]; label: string; agents: readonly string[] }) {
  const steps = useMemo(() => stepsOf(rows), [rows]);
  return <Steps rows={steps} {...rest} />;
}

function Scenarios({ scenarios }: { scenarios: Scenario[] }) {
  if (scenarios.length === 0) return null;
  return (
    <details>
      <summary>What was checked</summary>
      <Wide label="Scenarios that were checked">
        <table>
          <thead>
            <tr>
              <th scope="col">Loops go round</th>
              <th scope="col">Verdict</th>
              <th scope="col">Agents</th>
              <th scope="col">Steps</th>
              <th scope="col">States</th>
            </tr>
          </thead>
          <tbody>
            {scenarios.map(({ name, verdict, agents, steps, states }, at) => (
              <tr key={at}>
                <th scope="row">{name}</th>
                <td>{verdict}</td>
                <td class="number">{agents}</td>
                <td class="number">{steps}</td>
                <td class="number">{grouped(states)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Wide>
    </details>
  );
}
