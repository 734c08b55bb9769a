// Why the initiation interval is what it is: the four bounds, what rules out less, and what would lower it.

import { useEffect, useState } from 'preact/hooks';
import { setMachine } from '../../actions';
import type { BoundName, LoopGraph, Solution } from '../../generated/types';
import { count } from '../../format';
import { changedModel, getStock, modelChange } from '../../machine';
import { choiceMeans } from '../../settings';
import { machine, options } from '../../state';
import { calledCycles, modelTime } from '../../schedule/names';
import { sentence } from '../../schedule/verdict';
import { Term } from '../Term';

const NAMES: { [name in BoundName]: string } = { recurrence: 'Recurrence', resource: 'Resource', 'fine-density': 'Fine density', dependency: 'Dependency' };
/** The words of the glossary. */
const WORDS: { [name in BoundName]: string } = { recurrence: 'recurrence', resource: 'mii', 'fine-density': 'fine-density', dependency: 'mii' };
const BOUNDS = Object.keys(NAMES) as BoundName[];

/** The witness alone: the sentence begins with the value, which has a column of its own. */
const witness = (words: string): string => words.replace(/^\d+: /, '');

/** `kernelsLoop` is the graph of a loop of the kernel, whose model can be changed; `row` the cycles of the SM clock that a cycle of the graph stands for. */
export function Bounds({ solution, kernelsLoop, row = null }: { solution: Solution; kernelsLoop?: LoopGraph; row?: number | null }) {
  const { bounds, binding, explanation, ii } = solution;
  if (!bounds) return null;
  const changes = explanation.would_lower_ii;
  return (
    <section>
      <h3>Why {solution.four_stage ? 'a step of the pipeline' : kernelsLoop ? modelTime(ii ?? 0, row) : count(ii ?? 0, 'cycle')}</h3>
      <table class="bounds">
        <caption class="visually-hidden">Lower bounds of the initiation interval</caption>
        <thead>
          <tr>
            <th scope="col">Lower bound</th>
            <th scope="col">{row ? 'Rows' : 'Cycles'}</th>
            <th scope="col">Because</th>
          </tr>
        </thead>
        <tbody>
          {BOUNDS.map((name) => (
            <tr key={name} class={name === binding ? 'binding' : ''}>
              <th scope="row">
                <Term word={WORDS[name]}>{NAMES[name]}</Term> {name === binding && bounds[name].mii > 0 && <span class="badge">{bounds.reached ? 'binds' : 'highest'}</span>}
              </th>
              <td class="number">{bounds[name].mii}</td>
              <td>{witness(explanation.bounds[name])}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {row && <p class="says quiet">{calledCycles(row)}</p>}
      {explanation.why_not_less && <p class="says">{sentence(explanation.why_not_less)}</p>}
      {changes.length > 0 ? (
        <>
          <p class="says">What would lower it:</p>
          <ul class="plain-list">
            {changes.map(({ ii: lower, text, change }) => (
              <li key={text}>
                {/* A loop in rows takes times that were measured, which are in no model. */}
                {sentence(text.startsWith('II ') ? text : `II ${lower}: ${text}`)} {kernelsLoop && !row && <Changed change={modelChange(change, kernelsLoop)} />}
              </li>
            ))}
          </ul>
        </>
      ) : (
        <p class="says quiet">No single change that was tried (one more unit, a shorter latency, a longer distance) lowers it.</p>
      )}
      <Tried solution={solution} />
    </section>
  );
}

/** Takes a change: schedules in the model with it. */
function Changed({ change }: { change: ReturnType<typeof modelChange> }) {
  const [stock, setStock] = useState<string | null>(null);
  const model = options.value?.machine;
  useEffect(() => {
    if (change) getStock(model).then(setStock, () => undefined);
  }, [change !== null, model]);
  const now = machine.value ?? stock;
  const changed = change && now !== null ? changedModel(now, change) : null;
  return (
    change &&
    changed && (
      <button type="button" class="button small" onClick={() => void setMachine(changed)}>
        {'unit' in change ? `Schedule with one more ${change.unit}` : `Schedule with a ${change.kind} shorter by ${change.by}`}
      </button>
    )
  );
}

function Tried({ solution }: { solution: Solution }) {
  const { ruled_out: ruledOut, candidates } = solution.explanation;
  if (ruledOut.length + candidates.length === 0) return null;
  return (
    <details>
      <summary>Every II: what was tried and what was ruled out</summary>
      <table>
        <thead>
          <tr>
            <th scope="col">II</th>
            <th scope="col">Result</th>
            <th scope="col">Because</th>
          </tr>
        </thead>
        <tbody>
          {ruledOut.map(({ from, to, text, certificate, checked }) => (
            <tr key={`${from}-${to}`}>
              <td class="number">{from === to ? from : `${from} to ${to}`}</td>
              <td>{certificate === 'unknown' ? 'not decided' : 'impossible'}</td>
              <td>
                {text} <span class="quiet">(checked by {checked})</span>
              </td>
            </tr>
          ))}
          {candidates.map(({ ii, feasible }) => (
            <tr key={`tried ${ii}`}>
              <td class="number">{ii}</td>
              <td>{feasible ? 'scheduled' : 'no schedule found'}</td>
              <td>
                by <abbr title={choiceMeans('scheduler', solution.used)}>{solution.used}</abbr>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
