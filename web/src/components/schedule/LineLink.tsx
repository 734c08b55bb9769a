// A line of the source that can be gone to.

import { goToLine } from '../../actions';

export function LineLink({ line, words = '' }: { line: number | null | undefined; words?: string }) {
  if (!line) return null;
  return (
    <button type="button" class="link" aria-label={`Go to line ${line} of the source`} onClick={() => goToLine(line)}>
      {words}
      {line}
    </button>
  );
}
