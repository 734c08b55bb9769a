// One line: how the last compilation went.

import { retry } from '../actions';
import { compiled, errorCount, phase, stale } from '../state';
import { count, duration } from '../format';

export function Status() {
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
  const tone = report.ok ? 'good' : 'bad';
  const words = errorCount.value ? count(errorCount.value, 'error') : 'Not compiled';
  return (
    <div class={`status ${tone}`} role="status">
      <span class={`dot ${stale.value || now.kind === 'working' ? 'working' : ''}`} aria-hidden="true" />
      <span class="words">
        {report.ok ? (
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
