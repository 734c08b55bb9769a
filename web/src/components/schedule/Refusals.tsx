// Loops that were not pipelined, and why. Nothing is wrong with such a kernel: it is only slower.

import { exactBytes } from '../../format';
import type { NotPipelined } from '../../generated/types';
import { Code } from '../Code';
import { MemoryBar } from './Ledger';
import { LineLink } from './LineLink';

export function Refusals({ refusals }: { refusals: NotPipelined[] }) {
  if (refusals.length === 0) return null;
  return (
    <section class="stack-plain" aria-label="Loops that were not pipelined">
      <h2>Not pipelined</h2>
      <ul class="refusals">
        {refusals.map(({ line, what, code, why, help, values }, at) => (
          <li key={at}>
            <p>
              <strong>{what.charAt(0).toUpperCase() + what.slice(1)}</strong> <LineLink line={line} words="line " /> <Code code={code} />
            </p>
            <p>{why}</p>
            <Stages values={values} />
            {help && <p class="aside help">{help}</p>}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Shared memory with the stages that were wanted, where the reason is that they do not fit. */
function Stages({ values }: { values: NotPipelined['values'] }) {
  const [stages, each, capacity, reserved, fits] = ['stages', 'stage-bytes', 'capacity', 'reserved', 'fits'].map((name) => Number(values[name]));
  if (!stages || !each || !capacity || reserved === undefined || fits === undefined || stages <= fits) return null;
  const rest = { name: 'end of the kernel', bytes: reserved, slots: 1 };
  const ring = { name: 'stages', bytes: stages * each, slots: stages };
  return (
    <>
      <MemoryBar capacity={capacity} buffers={[{ ...ring, offset: 0 }, { ...rest, offset: ring.bytes }]} />
      <p class="says">
        {exactBytes(ring.bytes + rest.bytes)} of {exactBytes(capacity)}: {exactBytes(ring.bytes + rest.bytes - capacity)} too many. The red line is where shared memory ends.
      </p>
    </>
  );
}
