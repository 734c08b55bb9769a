// Loops that were not pipelined, and why. Nothing is wrong with such a kernel: it is only slower.

import { exactBytes } from '../../format';
import type { NotPipelined, StagesTooLarge } from '../../generated/types';
import { Code } from '../Code';
import { Candidates } from './Candidates';
import { MemoryBar } from './Ledger';
import { LineLink } from './LineLink';

export function Refusals({ refusals }: { refusals: NotPipelined[] }) {
  if (refusals.length === 0) return null;
  return (
    <section class="stack-plain" aria-label="Loops that were not pipelined">
      <h2>Not pipelined</h2>
      <ul class="refusals">
        {refusals.map(({ line, at: place, what, code, why, help, memory, roofline, candidates }, at) => (
          <li key={at}>
            <p>
              <strong>{what.charAt(0).toUpperCase() + what.slice(1)}</strong> <LineLink line={line} words="line " />{' '}
              {place && (
                <span class="quiet">
                  because of <LineLink line={place} words="line " />
                </span>
              )}{' '}
              <Code code={code} />
            </p>
            <p>{why}</p>
            {memory && <Stages memory={memory} />}
            <Candidates candidates={candidates} roofline={roofline} />
            {help && <p class="aside help">{help}</p>}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Shared memory with the stages that were wanted, where the reason is that they do not fit. */
function Stages({ memory: { stages, stage_bytes: each, ring, reserved, reused, needed, capacity, missing } }: { memory: StagesTooLarge }) {
  const slots = { name: 'stages', bytes: ring, slots: stages, slot_bytes: each, offset: 0 };
  const rest = { name: reused ? 'alignment' : 'end of the kernel', bytes: reserved, slots: 1, slot_bytes: reserved, offset: ring };
  return (
    <>
      <MemoryBar capacity={capacity} used={needed} buffers={[slots, rest]} />
      <p class="says">
        {exactBytes(needed)} of {exactBytes(capacity)}: {exactBytes(missing)} too many. The red line is where shared memory ends.
      </p>
    </>
  );
}
