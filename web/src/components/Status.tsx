// One line: how the last compilation went.

import { useEffect, useState } from 'preact/hooks';
import { copyProblem, retry } from '../actions';
import { blank, compiled, errorCount, phase, stale } from '../state';
import { count, duration } from '../format';

/** The time that a compilation may take before it is said that one runs, in milliseconds. */
const PATIENCE = 400;

/** Whether a compilation has been running for a while. */
function useBusy(): boolean {
  const working = phase.value.kind === 'working';
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    if (!working) return;
    const timer = setTimeout(() => setBusy(true), PATIENCE);
    return () => {
      clearTimeout(timer);
      setBusy(false);
    };
  }, [working]);
  return busy;
}

export function Status() {
  const busy = useBusy();
  const now = phase.value;
  const result = compiled.value;
  if (now.kind === 'failed') {
    return (
      <div class="status bad" role="alert">
        <span class="dot" aria-hidden="true" />
        <span class="words" title={now.message}>
          {now.message}
        </span>
        {now.again && (
          <button type="button" class="button small" onClick={retry}>
            Try again
          </button>
        )}
        {now.ours && (
          <button type="button" class="button small" onClick={() => void copyProblem()}>
            Report
          </button>
        )}
      </div>
    );
  }
  if (!result) {
    return (
      <div class="status" role="status">
        <span class="dot working" aria-hidden="true" />
        <span class="words">{now.kind === 'loading' ? 'Loading the compiler…' : 'Compiling…'}</span>
      </div>
    );
  }
  const { report, timings } = result;
  // PTX that was asked for all the same is no success.
  const refuted = report.diagnostics.some(({ code }) => code === 'protocol.refuted');
  const good = report.ok && errorCount.value === 0 && !refuted;
  const tone = good ? 'good' : blank.value ? '' : 'bad';
  const words = blank.value ? 'No kernel yet' : errorCount.value ? count(errorCount.value, 'error') : refuted ? 'Barriers refuted' : 'Not compiled';
  return (
    <div class={`status ${tone}`} role="status">
      <span class={`dot ${stale.value || now.kind === 'working' ? 'working' : ''}`} aria-hidden="true" />
      <span class="words">
        {busy ? (
          'Compiling\u2026'
        ) : good ? (
          <>
            <span class="wide">Compiled in </span>
            {duration(timings.total_micros)}
          </>
        ) : (
          words
        )}
      </span>
    </div>
  );
}
