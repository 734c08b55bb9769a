// Loops that were not pipelined, and why. Nothing is wrong with such a kernel: it is only slower.

import type { NotPipelined } from '../../generated/types';
import { Code } from '../Code';
import { LineLink } from './LineLink';

export function Refusals({ refusals }: { refusals: NotPipelined[] }) {
  if (refusals.length === 0) return null;
  return (
    <section class="stack-plain" aria-label="Loops that were not pipelined">
      <h2>Not pipelined</h2>
      <ul class="refusals">
        {refusals.map(({ line, what, code, why, help }, at) => (
          <li key={at}>
            <p>
              <strong>{what.charAt(0).toUpperCase() + what.slice(1)}</strong> <LineLink line={line} words="line " /> <Code code={code} />
            </p>
            <p>{why}</p>
            {help && <p class="aside help">{help}</p>}
          </li>
        ))}
      </ul>
    </section>
  );
}
