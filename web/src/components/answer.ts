// Answers of the workers, for views that ask as they are drawn.

import { useEffect, useState } from 'preact/hooks';
import { errorMessage } from '../workers';

export type Answer<T> = { kind: 'coming' } | { kind: 'here'; value: T } | { kind: 'refused'; why: string };

/** The answer to a question, which is asked again when `keys` change; the answer before stays until then. */
export function useAnswer<T>(question: () => Promise<T>, keys: readonly unknown[]): Answer<T> {
  const [answer, setAnswer] = useState<Answer<T>>({ kind: 'coming' });
  useEffect(() => {
    let wanted = true;
    question().then(
      (value) => wanted && setAnswer({ kind: 'here', value }),
      (error: unknown) => wanted && setAnswer({ kind: 'refused', why: errorMessage(error) }),
    );
    return () => {
      wanted = false;
    };
  }, keys);
  return answer;
}
