// Parts of the page that come when they are first shown, or when nothing else is to be done.

import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Empty } from './components/Empty';

const waiting: (() => Promise<unknown>)[] = [];

/** Gets everything that has not come yet, one after the other, while the page is idle. */
export function getTheRest(): void {
  const [next] = waiting.splice(0, 1);
  if (!next) return;
  const idle = globalThis.requestIdleCallback ?? ((action: () => void) => setTimeout(action, 200));
  // A module that cannot be had now is asked for again when it is shown.
  idle(
    () =>
      void next()
        .catch(() => undefined)
        .then(getTheRest),
  );
}

/** Has `load` called then. */
export const withTheRest = (load: () => Promise<unknown>): void => void waiting.push(load);

/** A component that is got by `get` when it is first shown; until it is there, `Meanwhile` stands in its place. */
export function later(get: () => Promise<ComponentType>, Meanwhile?: ComponentType): ComponentType {
  let Here: ComponentType | undefined;
  const load = async (): Promise<void> => {
    Here ??= await get();
  };
  withTheRest(load);
  return function Later() {
    const [state, setState] = useState<'coming' | 'here' | 'missing'>(Here ? 'here' : 'coming');
    useEffect(() => {
      if (state === 'coming')
        load().then(
          () => setState('here'),
          () => setState('missing'),
        );
    }, [state]);
    if (Here) return <Here />;
    if (state === 'coming') return Meanwhile ? <Meanwhile /> : null;
    return (
      <Empty>
        This part of the page could not be loaded.{' '}
        <button type="button" class="button small" onClick={() => setState('coming')}>
          Try again
        </button>
      </Empty>
    );
  };
}
