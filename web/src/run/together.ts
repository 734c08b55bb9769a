// Messages that read alike are told once.

/** Things of which the same is said, together, with what that is. */
export function together<T>(all: readonly T[], say: (one: T) => string): [string, [T, ...T[]]][] {
  const found = new Map<string, [T, ...T[]]>();
  for (const one of all) {
    const words = say(one);
    const others = found.get(words);
    if (others) others.push(one);
    else found.set(words, [one]);
  }
  return [...found];
}
