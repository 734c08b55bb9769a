// The verdict on a loop: first one number and what binds it, then its parts, each of which opens its why.

import { useId, useState } from 'preact/hooks';
import { sayParameters, setOptions } from '../../actions';
import type { AgentRegisters, LoopEstimate, LoopSchedule } from '../../generated/types';
import type { ScheduleModel } from '../../schedule/model';
import { ofRow } from '../../schedule/names';
import { cycles, type Part, verdict, whole } from '../../schedule/verdict';
import { python } from '../../state';
import { Term, useMeaning } from '../Term';
import { goToSection } from './Section';

interface Properties {
  loop: LoopSchedule;
  model: ScheduleModel;
  registers: readonly AgentRegisters[];
}

export function Verdict({ loop, model, registers }: Properties) {
  const { value, time, binds, model: modelLine, parts } = verdict(loop, model.ii, registers);
  const [open, setOpen] = useState<string | null>(null);
  const id = useId();
  const shown = parts.find(({ name }) => name === open);
  return (
    <section class="verdict-line" aria-label="Verdict">
      <p class="headline">
        <strong>{value}</strong> <span>an iteration{loop.estimate ? ', by estimate' : ", in the scheduler's model"}</span>
        {time && <span class="time">{time}</span>}
        <span>
          bound by <b>{binds}</b>
        </span>
      </p>
      <p class="quiet">{modelLine}</p>
      <dl class="numbers">
        {parts.map((part) => (
          <PartTile key={part.name} part={part} controls={id} open={part.name === open} toggle={() => setOpen(part.name === open ? null : part.name)} />
        ))}
      </dl>
      <div id={id} class="why" role="region" aria-label="Why" hidden={!shown}>
        {shown && <Why part={shown} line={loop.line} />}
      </div>
      {loop.estimate && <p class="says">{faster(loop.estimate, loop)}</p>}
      {loop.estimate && (
        <p class="says">
          {changesFor(loop.estimate).map(([words, make]) => (
            <button key={words} type="button" class="button small" onClick={make}>
              Compile with {words}
            </button>
          ))}
        </p>
      )}
      <SideBySide loop={loop} ii={model.ii} />
    </section>
  );
}

function PartTile({ part: { name, word, value, note, tone }, controls, open, toggle }: { part: Part; controls: string; open: boolean; toggle(): void }) {
  const [title, say] = useMeaning(word, 'Why');
  return (
    <div class={`${tone} ${open ? 'open' : ''}`}>
      <dt>{name}</dt>
      <dd>
        <button
          type="button"
          class="part"
          title={title}
          onPointerEnter={say}
          onFocus={say}
          aria-expanded={open}
          aria-controls={controls}
          aria-label={`${name}: ${value}${note ? ` ${note}` : ''}. Why`}
          onClick={toggle}
        >
          <span class="value">{value}</span> {note && <small>{note}</small>}
        </button>
      </dd>
    </div>
  );
}

function Why({ part: { name, word, why, section }, line }: { part: Part; line: number }) {
  return (
    <>
      {why.map((words) => (
        <p key={words}>{words}</p>
      ))}
      <p class="why-more">
        {section && (
          <button type="button" class="link" onClick={() => goToSection(line, section)}>
            Show all of it below
          </button>
        )}
        <Term word={word}>What “{name.toLowerCase().replace('(ii)', '(II)')}” means</Term>
      </p>
    </>
  );
}

/** The model's weights beside estimates for the hardware. */
function SideBySide({ loop: { line, solution, estimate, depth, row_cycles: row, powers }, ii }: { loop: LoopSchedule; ii: number }) {
  if (!estimate) return null;
  const { roofline_stages: roofline } = solution;
  const rows: [string, number | null | undefined, number][] = [
    [`one iteration, with a buffer depth of ${depth.chosen}`, ii, estimate.iteration_cycles],
    ['one iteration, if nothing waits for a stage', null, estimate.ii_cycles],
    ['a load', roofline?.load, estimate.load_cycles],
    ['computing an iteration; its products', roofline?.compute, estimate.mma_cycles],
    ['an iteration from end to end; the live range of its buffers', solution.length, estimate.live_cycles],
  ];
  return (
    <details id={`section-${line}-estimate`} class="side-by-side">
      <summary>The model's cycles and the hardware's, as they are estimated</summary>
      <table class="narrow">
        <caption class="visually-hidden">The model's cycles and the hardware's, as they are estimated</caption>
        <thead>
          <tr>
            <th scope="col">Cycles of</th>
            <th scope="col">
              <Term word="weight">{row ? `Rows of ${ofRow(row)}` : 'Model weights'}</Term>
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
      {powers && (
        <p class="says">
          Powers of two: {powers.by_polynomial} of {powers.of} by a polynomial: {powers.why}.
        </p>
      )}
      <p class="says quiet">Nothing was run: the schedule is made with the weights, the number of buffers follows from the estimates. {estimate.source}.</p>
    </details>
  );
}

/** A change that the advice asks for, which a button makes. */
type Change = [words: string, make: () => void];

/** The changes that would make an iteration shorter. */
const changesFor = ({ limit, deeper }: LoopEstimate): Change[] =>
  limit === 'stages' && deeper ? [[`${deeper.stages} stages`, () => setOptions({ num_stages: deeper.stages })]] : limit === 'fill' ? larger() : [];

/** The constant of a kernel in Python that is a tile's extent along M or N, by what it is called. */
const EXTENT = /^(?:t|tile_?|b|block_?)[mn]$/i;
/** No larger tile is offered: its accumulators would fill the registers, or the lanes of tensor memory. */
const LARGEST = 128;

/** A larger tile, where the text has a constant for it. */
const larger = (): Change[] =>
  (python.value?.parameters ?? [])
    .filter(({ name, constant, text }) => constant && EXTENT.test(name) && 2 * Number(text) <= LARGEST)
    .map(({ name, text }) => [`${name} = ${2 * Number(text)}`, () => void sayParameters([{ name, text: String(2 * Number(text)) }])]);

/** Changes that would make an iteration shorter, by the estimates. */
function faster({ limit, deeper, idle_cycles: idle, ii_cycles: ii }: LoopEstimate, { depth: { chosen, fits } }: LoopSchedule): string {
  switch (limit) {
    case 'stages':
      return deeper
        ? `By these estimates an iteration waits for a free stage: with ${deeper.stages} stages it would take ${cycles(deeper.iteration_cycles)}.`
        : `By these estimates an iteration waits for a free stage, and ${fits > chosen ? `${fits} fit: more than ${chosen} can be asked for under Options.` : 'no more fit: smaller tiles along K make room for more.'}`;
    case 'fill':
      return `By these estimates loading its tiles bounds the loop, and the tensor cores rest for ${cycles(idle)} of ${whole(ii)}: a larger tile of M or N has more products for each byte.`;
    case 'products':
      return 'By these estimates the tensor cores bound the loop: they never rest, and no other schedule makes it shorter.';
    case 'threads':
      return 'By these estimates what threads compute bounds the loop: less of it for each tile makes an iteration shorter.';
    // An estimate of stages is not bound by memory: that is said of loops without products.
    case 'memory':
    case null:
      return '';
  }
}
