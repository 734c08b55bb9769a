// Runs the kernel on generated inputs: the interpreter says what it means, the emulator what its PTX does.

import { effect } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { compiled, readBehind, stale } from '../../state';
import { fillIn, form, launchProblem, program, result, resultStale, run, status, stop } from '../../run/state';
import { Empty } from '../Empty';
import { LaunchForm } from './LaunchForm';
import { Outcome } from './Outcome';
import { Bar, progressWords } from './Progress';

export function Run() {
  // The form follows the kernel, and what is typed into it.
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const end = effect(() => {
      void [form.value, program.value, stale.value];
      clearTimeout(timer);
      timer = setTimeout(() => void fillIn(), 150);
    });
    return () => {
      clearTimeout(timer);
      end();
    };
  }, []);
  if (!program.value && !result.value) {
    return <Empty>{compiled.value ? 'There is nothing to run: no PTX was made for this kernel.' : 'The kernel can be run here once it is compiled.'}</Empty>;
  }
  const behind = compiled.value && readBehind(compiled.value.report);
  if (behind) return <Empty>The text was read {behind}, and says what its PTX does, not what the kernel means. Save the PTX and drop it here: it runs by itself then.</Empty>;
  return (
    <div class="stack scroll page run">
      <Controls />
      {result.value && (
        <>
          {resultStale.value && (
            <p class="outdated" role="status">
              The kernel, its sizes or its settings have changed since this run.
            </p>
          )}
          <Outcome experiment={result.value.experiment} report={result.value.of.report} />
        </>
      )}
    </div>
  );
}

function Controls() {
  const now = status.value;
  const running = now.kind === 'running';
  const possible = !running && program.value !== null && launchProblem.value === null && !stale.value;
  return (
    <form
      class="launch"
      aria-label="Launch"
      onSubmit={(event) => {
        event.preventDefault();
        void run();
      }}
    >
      <p class="lead">Runs the kernel on generated inputs, without a GPU: its meaning in an interpreter, its PTX in an emulator that checks every access and every barrier.</p>
      <LaunchForm />
      <div class="go">
        {/* Two buttons, never one that changes: a click that cancels would otherwise find a submit button under it, and run anew. */}
        {running ? (
          <button key="cancel" type="button" class="button" onClick={stop}>
            Cancel
          </button>
        ) : (
          <button key="run" type="submit" class="button primary" disabled={!possible}>
            Run
          </button>
        )}
        <span class={`words ${now.kind === 'refused' || launchProblem.value ? 'bad' : ''}`} role="status">
          {now.kind === 'running' ? progressWords(now.stage) : now.kind === 'refused' ? now.message : (launchProblem.value ?? '')}
        </span>
        {running && <Bar stage={now.stage} />}
      </div>
    </form>
  );
}
