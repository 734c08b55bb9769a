// A document that is no kernel, over the page: a loop graph with its schedule, a barrier program with its verdict, a trace, PTX.

import { useState } from 'preact/hooks';
import { ask } from '../actions';
import type { ProgramVerdict, ScheduledGraph } from '../generated/types';
import { model } from '../schedule/model';
import { namesOf } from '../settings';
import { shownDocument } from '../state';
import { type DocumentKind, toolbox } from '../tools';
import { useAnswer } from './answer';
import { CloseButton, closed, useModal } from './modal';
import { PtxDocument } from './ptx/PtxDocument';
import { Bounds } from './schedule/Bounds';
import { Dependences } from './schedule/Dependences';
import { Ladder } from './schedule/Ladder';
import { Patterns } from './schedule/Looks';
import { Ops } from './schedule/Ops';
import { ReservationTable } from './schedule/ReservationTable';
import { TraceDocument } from './TraceDocument';

/** The scheduler model that may complete a graph; without one it has to say all itself. */
const MACHINES = ['', 'documented-blackwell'] as const;

export function DocumentDialog() {
  const box = useModal();
  const shown = shownDocument.value;
  return (
    <dialog ref={box} class="document" aria-labelledby="document-title" onClose={closed('document')}>
      <form method="dialog">
        {shown && <Shown {...shown} />}
        <div class="row-end">
          <CloseButton />
        </div>
      </form>
    </dialog>
  );
}

function Shown({ kind, text }: { kind: DocumentKind; text: string }) {
  switch (kind) {
    case 'loop graph':
      return <LoopGraph text={text} />;
    case 'barrier program':
      return <BarrierProgram text={text} />;
    case 'schedule trace':
      return <TraceDocument text={text} />;
    case 'PTX':
      return <PtxDocument text={text} />;
  }
}

function LoopGraph({ text }: { text: string }) {
  const [scheduler, setScheduler] = useState<string>('auto');
  const [machine, setMachine] = useState('');
  const answer = useAnswer(async () => ask('schedule', { graph: text, scheduler, machine: machine || null, toolbox: await toolbox() }), [text, scheduler, machine]);
  const title = answer.kind === 'here' ? `Loop graph ${answer.value.graph.name}` : 'Loop graph';
  return (
    <>
      <h2 id="document-title">{title}</h2>
      <p class="choices">
        <Choice label="Scheduler" values={namesOf('scheduler')} value={scheduler} onChange={setScheduler} />
        <Choice label="Scheduler model" values={MACHINES} value={machine} onChange={setMachine} />
      </p>
      {answer.kind === 'refused' && (
        <p class="bad" role="alert">
          {answer.why}
        </p>
      )}
      {answer.kind === 'here' && <Schedule scheduled={answer.value} />}
    </>
  );
}

function Choice({ label, values, value, onChange }: { label: string; values: readonly string[]; value: string; onChange: (value: string) => void }) {
  return (
    <label>
      {label}{' '}
      <select aria-label={label} value={value} onChange={(event) => onChange(event.currentTarget.value)}>
        {values.map((one) => (
          <option key={one} value={one}>
            {one || 'what the file says'}
          </option>
        ))}
      </select>
    </label>
  );
}

function Schedule({ scheduled: { graph, solution, text } }: { scheduled: ScheduledGraph }) {
  const loop = { line: 0, graph, solution, agents: [] };
  const made = model(loop);
  return (
    <>
      <Patterns />
      {made ? (
        <>
          <p role="status">
            II {made.ii}, {solution.proven_optimal ? 'proven smallest' : 'not proven smallest'}, {made.stages === 1 ? 'one stage' : `${made.stages} stages`}.
          </p>
          <Bounds solution={solution} />
          <Ladder loop={loop} />
          <Ops model={made} />
          <ReservationTable model={made} />
          <Dependences loop={loop} model={made} />
        </>
      ) : (
        <p class="note" role="status">
          {solution.refusal?.message}
        </p>
      )}
      <details>
        <summary>As the command line says it</summary>
        <pre>{text}</pre>
      </details>
    </>
  );
}

function BarrierProgram({ text }: { text: string }) {
  const answer = useAnswer<ProgramVerdict>(async () => ask('checkPipeline', { program: text, toolbox: await toolbox() }), [text]);
  return (
    <>
      <h2 id="document-title">Barrier program</h2>
      {answer.kind === 'refused' && (
        <p class="bad" role="alert">
          {answer.why}
        </p>
      )}
      {answer.kind === 'here' && (
        <>
          <p class={answer.value.proved ? 'good' : 'bad'} role="status">
            {answer.value.proved ? 'Proved: no order of its steps has a fault.' : 'Not proved.'}
          </p>
          <pre>{answer.value.text}</pre>
        </>
      )}
    </>
  );
}
