// Parts of a run that go on beside each other, each in a process, and are read one after the other.

import { fork } from 'node:child_process';

/** Told to such a process: it counts for the one that began it. */
export const COUNTED_ELSEWHERE = '--counted-elsewhere';

/**
 * Runs `module` for each of `tracks`, lists of arguments, in a process of its own, and prints one after the other. Each sends what it has
 * counted (`Tally.counts`) before it ends; one that does not has failed.
 */
export async function besideEachOther(module, tracks, tally) {
  let before = Promise.resolve();
  const ended = tracks.map((track, at) => {
    // The first has the terminal; what the others print is kept until those before them have ended.
    const child = fork(module, [...track, COUNTED_ELSEWHERE], { stdio: ['ignore', ...(at === 0 ? ['inherit', 'inherit'] : ['pipe', 'pipe']), 'ipc'] });
    let counts = null;
    child.on('message', (told) => {
      counts = told;
    });
    const printed = print(child, before);
    const end = new Promise((resolve) => child.on('close', resolve)).then(async () => {
      await printed;
      if (counts) tally.add(counts);
      else tally.check(track.join(' and '), false, 'ended early');
    });
    before = end;
    return end;
  });
  await Promise.all(ended);
}

/** Prints what a process writes, from the time that `turn` has come on; it is kept until then, so that the process never waits. */
async function print({ stdout, stderr }, turn) {
  const kept = [];
  let write = (to, chunk) => kept.push([to, chunk]);
  const ends = [
    [stdout, process.stdout],
    [stderr, process.stderr],
  ].flatMap(([from, to]) => {
    from?.on('data', (chunk) => write(to, chunk));
    return from ? [new Promise((resolve) => from.on('end', resolve))] : [];
  });
  await turn;
  for (const [to, chunk] of kept) to.write(chunk);
  write = (to, chunk) => to.write(chunk);
  await Promise.all(ends);
}
