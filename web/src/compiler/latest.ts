// One task at a time, and of those that wait only the newest.

/**
 * Runs `task` for the newest argument. While one runs, a newer argument replaces the one that waits and `overtaken` is
 * told, so that it may cut the running one short.
 */
export function latest<T>(task: (argument: T) => Promise<void>, overtaken: () => void): (argument: T) => void {
  let running = false;
  let next: { argument: T } | undefined;
  const start = async (argument: T): Promise<void> => {
    running = true;
    await task(argument);
    running = false;
    const queued = next;
    next = undefined;
    if (queued) void start(queued.argument);
  };
  return (argument) => {
    if (!running) {
      void start(argument);
      return;
    }
    next = { argument };
    overtaken();
  };
}

/** Calls `action` with the newest argument when `wait()` milliseconds have passed without another; with 0, immediately. */
export function debounce<T>(action: (argument: T) => void, wait: () => number): { (argument: T): void; cancel(): void } {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const later = (argument: T): void => {
    clearTimeout(timer);
    const rest = wait();
    if (rest === 0) action(argument);
    else timer = setTimeout(() => action(argument), rest);
  };
  later.cancel = () => clearTimeout(timer);
  return later;
}
