// The layouts that the compiler chose: for each access and conversion the candidates, their scores, and what each looks like.

import { grouped } from '../../format';
import { signal } from '@preact/signals';
import type { LayoutCandidate, LayoutChoice } from '../../generated/types';
import { layouts, readable } from '../../state';
import { Empty } from '../Empty';
import { LineLink } from '../schedule/LineLink';
import { Wide } from '../schedule/Wide';
import { Term } from '../Term';
import { Drawing } from './Drawing';

/** The choice that is shown, by its place, and the candidate of it; none: the chosen one. */
const shown = signal<{ choice: number; candidate: number | null }>({ choice: 0, candidate: null });

export function Layouts() {
  const choices = layouts.value;
  if (!readable.value?.report.ok) return <Empty>The layouts of tiles appear here once the kernel compiles.</Empty>;
  if (!choices) return <Empty>Asking the compiler…</Empty>;
  if (choices.length === 0) return <Empty>No tile of this kernel is in registers, so that no layout was chosen.</Empty>;
  const at = Math.min(shown.value.choice, choices.length - 1);
  const choice = choices[at];
  if (!choice) return null;
  return (
    <div class="stack scroll page layouts">
      <p class="says">
        Each access and each conversion is moved in the <Term word="layout">layout</Term> with the smallest score: <Term word="transaction">transactions</Term>, cycles of tensor memory and registers,
        weighted.
      </p>
      <Choices choices={choices} at={at} />
      <Candidates choice={choice} />
    </div>
  );
}

function Choices({ choices, at }: { choices: LayoutChoice[]; at: number }) {
  return (
    <Wide label="Accesses and conversions">
      <table>
        <caption>Accesses and conversions</caption>
        <thead>
          <tr>
            <th scope="col">Line</th>
            <th scope="col">Op</th>
            <th scope="col">Tile</th>
            <th scope="col">From, to</th>
            <th scope="col">Score</th>
            <th scope="col">Transactions</th>
            <th scope="col">Bank conflicts</th>
          </tr>
        </thead>
        <tbody>
          {choices.map((choice, place) => {
            const cost = chosenOf(choice)?.cost;
            return (
              <tr key={place} class={place === at ? 'chosen' : ''}>
                <td class="number">
                  <LineLink line={choice.line} />
                </td>
                <th scope="row">
                  <button type="button" class="link" aria-pressed={place === at} onClick={() => (shown.value = { choice: place, candidate: null })}>
                    {choice.op}
                  </button>
                </th>
                <td>
                  <code>{choice.tile}</code>
                </td>
                <td>
                  {words(choice.from)} to {words(choice.to)}
                </td>
                <td class="number">{cost ? cost.score.toLocaleString('en') : ''}</td>
                <td class="number">{cost ? grouped(cost.transactions) : ''}</td>
                <td class="number">{cost ? grouped(cost.conflicts) : ''}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </Wide>
  );
}

const words = (space: string): string => space.replace('_', ' ');

const chosenOf = (choice: LayoutChoice): LayoutCandidate | undefined => choice.candidates[choice.chosen ?? -1];

function Candidates({ choice }: { choice: LayoutChoice }) {
  const drawn = shown.value.candidate ?? choice.chosen ?? 0;
  const candidate = choice.candidates[drawn];
  const timed = choice.candidates.some(({ cost }) => cost?.tmem_cycles);
  return (
    <section>
      <h2>
        Candidates for <code>{choice.op}</code> of <code>{choice.tile}</code>
      </h2>
      <Wide label="Candidates">
        <table>
          <caption class="visually-hidden">Candidates, in the order in which they were enumerated</caption>
          <thead>
            <tr>
              <th scope="col">Candidate</th>
              <th scope="col">Score</th>
              <th scope="col">Transactions</th>
              <th scope="col">
                <Term word="bank-conflict">Bank conflicts</Term>
              </th>
              {timed && <th scope="col">Cycles</th>}
              <th scope="col">Registers</th>
              <th scope="col">Instructions</th>
            </tr>
          </thead>
          <tbody>
            {choice.candidates.map((one, place) => (
              <Row key={place} candidate={one} timed={timed} chosen={place === choice.chosen} drawn={place === drawn} draw={() => (shown.value = { ...shown.value, candidate: place })} />
            ))}
          </tbody>
        </table>
      </Wide>
      {candidate && <Drawing choice={choice} candidate={candidate} />}
    </section>
  );
}

function Row({ candidate, timed, chosen, drawn, draw }: { candidate: LayoutCandidate; timed: boolean; chosen: boolean; drawn: boolean; draw(): void }) {
  const { atom, layout, cost, refused } = candidate;
  return (
    <tr class={chosen ? 'chosen' : ''}>
      <th scope="row">
        <button type="button" class="link" aria-pressed={drawn} onClick={draw}>
          {atom}
        </button>{' '}
        <code>{layout}</code>
        {chosen && <strong> chosen</strong>}
      </th>
      {cost ? (
        [cost.score, cost.transactions, cost.conflicts, ...(timed ? [cost.tmem_cycles] : []), cost.registers, cost.instructions].map((value, at) => (
          <td key={at} class="number">
            {value.toLocaleString('en')}
          </td>
        ))
      ) : (
        <td colSpan={5 + Number(timed)} class="quiet">
          left out: {refused}
        </td>
      )}
    </tr>
  );
}
