// All about one pipelined loop: first the number, then why it is that, then the drawings.

import type { ComponentChildren } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import type { AgentRegisters, LoopSchedule } from '../../generated/types';
import { choiceMeans } from '../../settings';
import { sourceEditor } from '../../editor/source';
import { PART, type Part } from '../../embedded';
import { agentsOf } from '../../schedule/agents';
import { model } from '../../schedule/model';
import { namedLedger, rings as ringsOf } from '../../schedule/rings';
import { Agents } from './Agents';
import { Bounds } from './Bounds';
import { Candidates } from './Candidates';
import { Dependences } from './Dependences';
import { FourStage } from './FourStage';
import { Ladder } from './Ladder';
import { Ledger } from './Ledger';
import { Code } from '../Code';
import { LineLink } from './LineLink';
import { MemoryMap } from './MemoryMap';
import { Ops } from './Ops';
import { Protocol } from './Protocol';
import { ReservationTable } from './ReservationTable';
import { Section } from './Section';
import { Timeline } from './Timeline';
import { Verdict } from './Verdict';

/** The number of parts that are drawn: at first one, then one more in each task, so that none of them holds the page up. What is drawn stays. */
function useGradually(count: number): number {
  const [drawn, setDrawn] = useState(1);
  useEffect(() => {
    if (drawn >= count) return;
    const timer = setTimeout(() => setDrawn(drawn + 1));
    return () => clearTimeout(timer);
  }, [drawn, count]);
  return drawn;
}

/** The name that a line of the source assigns. */
function assignedIn(line: number): string | undefined {
  const text = sourceEditor.text();
  return line > 0 && line <= text.lines ? /^\s*(%?\w+)[\s,%\w+*-]*=[^=]/.exec(text.line(line).text)?.[1] : undefined;
}

export function Loop({ loop, registers }: { loop: LoopSchedule; registers: readonly AgentRegisters[] }) {
  const made = useMemo(() => model(loop), [loop]);
  const rings = useMemo(() => (made ? ringsOf(loop, made, assignedIn) : []), [loop]);
  const named = useMemo(() => ({ ...loop, ledger: namedLedger(loop.ledger, assignedIn) }), [loop]);
  const { line, solution } = loop;
  const candidates = <Candidates candidates={loop.candidates} roofline={loop.roofline} stages={loop.stage_costs} chosen={loop.depth.chosen} />;
  const all: { [name in Part]: ComponentChildren } = {
    verdict: made ? (
      <>
        <Verdict loop={loop} model={made} registers={registers} />
        {candidates}
        <Section line={line} name="bounds">
          <Bounds solution={solution} kernelsLoop={loop.graph} row={loop.row_cycles} />
        </Section>
      </>
    ) : (
      <>
        <p class="note">{solution.refusal?.message ?? 'The scheduler found no schedule.'}</p>
        {candidates}
      </>
    ),
    ladder: made && <Ladder loop={loop} />,
    ops: made && <Ops model={made} />,
    // Stages hold nothing of a machine.
    'reservation-table': made && !solution.four_stage && <ReservationTable model={made} />,
    'iterations-in-time': made && (
      <Section line={line} name="timeline">
        {solution.four_stage && <FourStage form={solution.four_stage} />}
        <Timeline loop={loop} model={made} rings={rings} />
      </Section>
    ),
    'dependence-graph': made && <Dependences loop={loop} model={made} />,
    memory: (
      <Section line={line} name="ledger">
        <Ledger ledger={named.ledger} />
        {made && <MemoryMap loop={named} model={made} rings={rings} />}
      </Section>
    ),
    protocol: (
      <>
        <Agents agents={loop.agents} colours={agentsOf(loop)} />
        {loop.protocol && (
          <Section line={line} name="protocol">
            <Protocol protocol={loop.protocol} agents={loop.agents} />
          </Section>
        )}
      </>
    ),
  };
  const parts = Object.entries(all).flatMap(([name, part]) => (PART === null || PART === name ? [part] : []));
  const drawn = useGradually(parts.length);
  return (
    <article class="loop" aria-label={`The loop at line ${line}`} aria-busy={drawn < parts.length}>
      <header>
        <h2>
          Loop at <LineLink line={line} words="line " />{' '}
          <abbr class="level" title={choiceMeans('pipeline_strategy', loop.strategy)}>
            {loop.strategy}
          </abbr>
        </h2>
        <p class="quiet">
          {loop.why} <Code code={loop.why_code} />
        </p>
        {loop.together_why && (
          <p class="quiet">
            {loop.together_why} <Code code={loop.together_code} />
          </p>
        )}
      </header>
      {parts.slice(0, drawn)}
    </article>
  );
}
