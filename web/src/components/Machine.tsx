// The editor of the model that loops are scheduled in: slots, latencies, pools.

import { useEffect, useState } from 'preact/hooks';
import { setMachine } from '../actions';
import { download } from '../download';
import type { JsonValue } from '../generated/types';
import { type Difference, differences, getStock } from '../machine';
import { machine, options } from '../state';
import { errorMessage } from '../workers';
import { MachineFields } from './MachineFields';
import { closeDialog, closed, useModal } from './modal';

/** The text as a value, or why it is none. */
function read(text: string): { value: JsonValue } | { trouble: string } {
  try {
    return { value: JSON.parse(text) as JsonValue };
  } catch (error) {
    return { trouble: `This is no JSON: ${errorMessage(error)}` };
  }
}

export function Machine() {
  const box = useModal();
  const [stock, setStock] = useState('');
  const [text, setText] = useState(machine.value ?? '');
  const [trouble, setTrouble] = useState('');
  useEffect(
    () =>
      void getStock(options.value?.machine).then(
        (got) => {
          setStock(got);
          setText((now) => now || got);
        },
        (error: unknown) => setTrouble(`The stock model could not be got: ${errorMessage(error)}.`),
      ),
    [],
  );
  const [asText, setAsText] = useState(false);
  const found = read(text || '{}');
  const change = (to: string): void => {
    setText(to);
    setTrouble('');
  };
  const changed = stock && 'value' in found ? differences(JSON.parse(stock) as JsonValue, found.value) : [];
  const apply = async (): Promise<void> => {
    if ('trouble' in found) {
      setTrouble(found.trouble);
      return;
    }
    const why = await setMachine(changed.length === 0 ? null : text);
    if (why) setTrouble(`It does not fit: ${why}`);
    else closeDialog();
  };
  return (
    <dialog ref={box} class="machine" aria-labelledby="machine-title" onClose={closed('machine')}>
      <h2 id="machine-title">A scheduler model of your own</h2>
      <p class="hint">
        Slots that one op holds at a time, pools that several share, and for each kind of op its latency and what it holds: name, first cycle, cycles, and units. Loops are scheduled in it; the
        estimates of the hardware stay. The model travels in links, and as a file for <code>--machine FILE</code> on the command line. Tunables stand under Options.
      </p>
      <div class="choice-bar" role="group" aria-label="The model is shown as">
        {[false, true].map((json) => (
          <button key={String(json)} type="button" class="button small" aria-pressed={asText === json} onClick={() => setAsText(json)}>
            {json ? 'JSON' : 'Fields'}
          </button>
        ))}
      </div>
      {asText ? (
        <textarea aria-label="The model, as JSON" spellcheck={false} value={text} onInput={(event) => change(event.currentTarget.value)} />
      ) : (
        text && <MachineFields text={text} stock={stock} change={change} />
      )}
      {(trouble || 'trouble' in found) && (
        <p class="bad" role="alert">
          {trouble || ('trouble' in found && found.trouble)}
        </p>
      )}
      {stock && <Changes changed={changed} />}
      <div class="row-end">
        <button type="button" class="button" onClick={() => change(stock)}>
          Stock model
        </button>
        <button type="button" class="button" onClick={() => download('machine.json', text)}>
          Download
        </button>
        <button type="button" class="button" onClick={closeDialog}>
          Cancel
        </button>
        <button type="button" class="button primary" disabled={!stock} onClick={() => void apply()}>
          Schedule in it
        </button>
      </div>
    </dialog>
  );
}

/** Differences shown; the rest is counted. */
const MOST = 30;

function Changes({ changed }: { changed: Difference[] }) {
  if (changed.length === 0) return <p class="hint">It is the stock model.</p>;
  return (
    <div class="wide-table" role="group" aria-label="Changes to the stock model" tabIndex={0}>
      <table>
        <caption>Changes to the stock model: {changed.length}</caption>
        <tbody>
          {changed.slice(0, MOST).map(({ path, was, is }) => (
            <tr key={path}>
              <th scope="row">{path}</th>
              <td>
                <del>{was}</del> <ins>{is}</ins>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
