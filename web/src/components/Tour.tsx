// A step of the tour, below the page.

import { end, goTo, step, steps, take } from '../tour';

export function Tour() {
  const at = step.value;
  const shown = at === null ? undefined : steps.value[at];
  if (at === null || !shown) return null;
  const { change } = shown;
  return (
    <aside class="tour" aria-label="Tour">
      <div role="status">
        <h2>
          {at + 1} of {steps.value.length}: {shown.title}
        </h2>
        <p>
          {shown.see} {change?.words}
        </p>
      </div>
      <div class="tour-buttons">
        {change && (
          <button type="button" class="button small" onClick={() => take(change)}>
            {change.label}
          </button>
        )}
        <button type="button" class="button small" disabled={at === 0} onClick={() => void goTo(at - 1)}>
          Back
        </button>
        <button type="button" class="button small primary" disabled={at === steps.value.length - 1} onClick={() => void goTo(at + 1)}>
          Next
        </button>
        <button type="button" class="button small quiet" onClick={end}>
          End the tour
        </button>
      </div>
    </aside>
  );
}
