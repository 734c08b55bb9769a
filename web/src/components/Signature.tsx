// The signature of a kernel in Python, as a form: what each parameter is, and where that is said. What is filled in
// becomes the comment above the kernel.

import { useId } from 'preact/hooks';
import { sayParameters, setOptions } from '../actions';
import { count } from '../format';
import type { Parameter, Python } from '../generated/types';
import { python } from '../state';

export function Signature() {
  const known = python.value;
  if (!known?.kernel) return null;
  const unsaid = known.parameters.filter(({ said }) => said === 'assumed' || said === 'nowhere');
  return (
    <details class="signature" open={unsaid.length > 0}>
      <summary>
        Signature of <code>{known.kernel}</code>
        <span class="hint">{unsaid.length > 0 ? ` ${count(unsaid.length, 'parameter')} not said` : ` ${count(known.parameters.length, 'parameter')}`}</span>
      </summary>
      <div class="signature-form">
        <Kernels known={known} />
        <ul>
          {known.parameters.map((parameter) => (
            <Row key={parameter.name} parameter={parameter} />
          ))}
        </ul>
        {unsaid.some(({ text }) => text) && (
          <button type="button" class="button small" onClick={() => void sayParameters(unsaid.filter(({ text }) => text).map(({ name, text }) => ({ name, text })))}>
            Write what is assumed into the comment
          </button>
        )}
        <p class="hint">
          An array is a type with its sizes, <code>f16[?,4096]</code>: <code>?</code> is a size known at launch. More may follow: <code>strides=[?,1]</code>, <code>div=16</code>, <code>align=16</code>
          . A constant is its value.
        </p>
      </div>
    </details>
  );
}

/** Which kernel of the file. */
function Kernels({ known: { kernels, kernel } }: { known: Python }) {
  if (kernels.length < 2) return null;
  return (
    <label class="field">
      <span>Kernel</span>
      <select value={kernel ?? ''} onChange={(event) => setOptions({ entry: event.currentTarget.value })}>
        {kernels.map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}

const SAID: { [origin in Parameter['said']]: string } = { comment: 'comment', launch: 'from the launch', assumed: 'assumed', nowhere: 'not said' };

function Row({ parameter: { name, constant, text, said } }: { parameter: Parameter }) {
  const id = useId();
  const origin = useId();
  return (
    <li class={said}>
      <label for={id}>
        <code>{name}</code>
      </label>
      <input
        id={id}
        value={text}
        placeholder={constant ? 'a value' : 'f16[?,?]'}
        spellcheck={false}
        autocomplete="off"
        autocapitalize="off"
        aria-describedby={origin}
        onChange={(event) => {
          const written = event.currentTarget.value.trim();
          if (written !== text) void sayParameters([{ name, text: written }]);
        }}
      />
      <span class="hint" id={origin}>
        {SAID[said]}
      </span>
    </li>
  );
}
