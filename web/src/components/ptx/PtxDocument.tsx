// PTX from elsewhere, over the page: it runs in the emulator, on a launch that suits it and that can be changed.

import { grouped } from '../../format';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { download } from '../../download';
import type { ArrayAfter, PtxLaunch, PtxRun, Stage, SuggestedLaunch } from '../../generated/types';
import { Descriptors } from '../../ptx/descriptors';
import { readingPtx } from '../../ptx/reading';
import { ask, Cancelled, cancel } from '../../run/client';
import { errorMessage } from '../../workers';
import { Listing } from '../Listing';
import { Accesses } from '../run/Accesses';
import { Faults, Traffic } from '../run/Outcome';
import { Progress } from '../run/Progress';
import { Timeline } from '../run/Timeline';
import { getExplanations } from './Explanation';
import { PtxLaunchForm } from './PtxLaunchForm';
import { fromFile, toFile } from '../../run/launchFile';
import { Wide } from '../schedule/Wide';
import { Deadlock } from '../run/Deadlock';
import { Ways } from '../run/Ways';

type State = { kind: 'idle' } | { kind: 'running'; stage: Stage | null } | { kind: 'done'; run: PtxRun } | { kind: 'refused'; why: string };

export function PtxDocument({ text }: { text: string }) {
  const [entry, setEntry] = useState<string | null>(null);
  const [found, setFound] = useState<SuggestedLaunch | null>(null);
  const [launch, setLaunch] = useState<PtxLaunch | null>(null);
  const [seed, setSeed] = useState(1);
  const [state, setState] = useState<State>({ kind: 'idle' });
  const [at, setAt] = useState(0);
  useEffect(() => {
    let wanted = true;
    setState({ kind: 'idle' });
    ask('suggestLaunch', { ptx: text, entry }).then(
      (answer) => {
        if (!wanted) return;
        setFound(answer);
        setLaunch(answer.launch);
      },
      (error: unknown) => wanted && setState({ kind: 'refused', why: errorMessage(error) }),
    );
    return () => {
      wanted = false;
    };
  }, [text, entry]);
  const run = async (): Promise<void> => {
    if (!launch) return;
    setState({ kind: 'running', stage: null });
    try {
      setState({ kind: 'done', run: await ask('runAlone', { ptx: text, launch, seed }, (stage) => setState({ kind: 'running', stage })) });
    } catch (error) {
      setState(error instanceof Cancelled ? { kind: 'idle' } : { kind: 'refused', why: errorMessage(error) });
    }
  };
  const open = async (file: File): Promise<void> => {
    try {
      setLaunch(fromFile(await file.text()));
      setState({ kind: 'idle' });
    } catch (error) {
      setState({ kind: 'refused', why: `${file.name} is no launch file: ${errorMessage(error)}` });
    }
  };
  return (
    <>
      <h2 id="document-title">PTX {found && <span class="level">{found.target}</span>}</h2>
      <div class="ptx-document">
        <div>
          {launch && (
            <>
              <p class="quiet">It runs in the emulator, which checks every access and every barrier, on arrays whose content the seed chooses. All numbers are guesses: put yours.</p>
              {found && found.entries.length > 1 && (
                <label>
                  Entry{' '}
                  <select value={launch.entry} onChange={(event) => setEntry(event.currentTarget.value)}>
                    {found.entries.map((one) => (
                      <option key={one}>{one}</option>
                    ))}
                  </select>
                </label>
              )}
              <PtxLaunchForm launch={launch} seed={seed} change={(changes) => setLaunch({ ...launch, ...changes })} setSeed={setSeed} />
              <div class="go">
                {state.kind === 'running' ? (
                  <button key="cancel" type="button" class="button" onClick={cancel}>
                    Cancel
                  </button>
                ) : (
                  <button key="run" type="button" class="button primary" onClick={() => void run()}>
                    Run
                  </button>
                )}
                {state.kind === 'running' && <Progress stage={state.stage} />}
                <button type="button" class="button small quiet" onClick={() => download('launch.json', toFile(launch))}>
                  Save launch file
                </button>
                <label class="button small quiet launch-file">
                  Open a launch file
                  <input
                    type="file"
                    accept=".json"
                    onChange={(event) => {
                      const file = event.currentTarget.files?.[0];
                      if (file) void open(file);
                      event.currentTarget.value = '';
                    }}
                  />
                </label>
              </div>
            </>
          )}
          {state.kind === 'refused' && (
            <p class="bad" role="alert">
              {state.why}
            </p>
          )}
          {state.kind === 'done' && <Done run={state.run} go={setAt} />}
        </div>
        <Text text={text} at={at} />
      </div>
    </>
  );
}

/** Barriers of PTX from elsewhere have no names. */
const UNNAMED: string[] = [];

function Done({ run, go }: { run: PtxRun; go(line: number): void }) {
  const { arrays, faults, unfinished, stats, barriers, printed, accesses } = run;
  const words = faults.length > 0 ? 'Something was found wrong while running.' : unfinished ? `The run did not come to its end: ${unfinished}.` : 'It ran to its end, and nothing was found wrong.';
  return (
    <div class="ptx-outcome">
      <p class={`run-verdict ${faults.length > 0 || unfinished ? 'bad' : 'good'}`} role="status">
        <span class="dot" aria-hidden="true" /> {words}
      </p>
      <Faults ptx={faults} go={go} />
      <Deadlock faults={faults} histories={barriers} names={UNNAMED} />
      <Ways faults={faults} histories={barriers} names={UNNAMED} />
      <Arrays arrays={arrays} />
      <Traffic stats={stats} />
      {accesses.length > 0 && <Accesses accesses={accesses} go={go} />}
      {barriers.length > 0 && <Timeline histories={barriers} names={[]} />}
      {printed.length > 0 && <pre tabIndex={0}>{printed.join('')}</pre>}
    </div>
  );
}

const shown = (value: number | null): string => (value === null ? 'NaN or ∞' : String(Number(value.toPrecision(6))));

function Arrays({ arrays }: { arrays: readonly ArrayAfter[] }) {
  if (arrays.length === 0) return null;
  return (
    <Wide role="region" label="Arrays after the run">
      <table>
        <caption>Arrays after the run</caption>
        <thead>
          <tr>
            <th scope="col">Array</th>
            <th scope="col">Elements</th>
            <th scope="col">Changed</th>
            <th scope="col">Values</th>
          </tr>
        </thead>
        <tbody>
          {arrays.map(({ name, element, elements, changed, first, values }) => (
            <tr key={name}>
              <td>
                <code>{name}</code>
              </td>
              <td class="number">
                {grouped(elements)} × {element}
              </td>
              <td class="number">{grouped(changed)}</td>
              <td>
                from {first ?? 0}: <code>{values.map(shown).join(', ')}</code>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Wide>
  );
}

/** The text, with what its instructions do under the pointer. */
function Text({ text, at }: { text: string; at: number }) {
  const descriptors = useRef(new Descriptors(text));
  const [ready, setReady] = useState(false);
  useEffect(() => void getExplanations().finally(() => setReady(true)), []);
  const extra = useMemo(() => readingPtx(() => descriptors.current), []);
  const listing = useMemo(() => ({ text, lines: [] }), [text]);
  return ready ? <Listing listing={listing} language="ptx" label="The PTX" extra={extra} at={at} /> : null;
}
