// All about one pipelined loop: first the number, then why it is that, then the drawings.

import { useMemo } from 'preact/hooks';
import type { LoopSchedule } from '../../generated/types';
import { choiceMeans } from '../../settings';
import { model } from '../../schedule/model';
import { Agents } from './Agents';
import { Bounds } from './Bounds';
import { Depths } from './Depths';
import { Ledger } from './Ledger';
import { Code } from '../Code';
import { LineLink } from './LineLink';
import { Ops } from './Ops';
import { Protocol } from './Protocol';
import { ReservationTable } from './ReservationTable';
import { Timeline } from './Timeline';

export function Loop({ loop }: { loop: LoopSchedule }) {
  const made = useMemo(() => model(loop), [loop]);
  const { solution } = loop;
  return (
    <article class="loop" aria-label={`The loop at line ${loop.line}`}>
      <header>
        <h2>
          Loop at <LineLink line={loop.line} words="line " /> <abbr class="level" title={choiceMeans('pipeline_strategy', loop.strategy)}>
            {loop.strategy}
          </abbr>
        </h2>
        <p class="quiet">
          {loop.why} <Code code={loop.why_code} />
        </p>
      </header>
      {made ? (
        <>
          <Depths loop={loop} model={made} />
          <Bounds solution={solution} />
          <Ops model={made} />
          <ReservationTable model={made} />
          <Timeline model={made} depth={loop.depth.chosen} />
        </>
      ) : (
        <p class="note">{solution.refusal?.message ?? 'The scheduler found no schedule.'}</p>
      )}
      <Ledger ledger={loop.ledger} />
      <Agents agents={loop.agents} />
      {loop.protocol && <Protocol protocol={loop.protocol} />}
    </article>
  );
}
