// Messages that read alike are told once.

/** The value whose promise is broken. */
const PROMISED = /(?<=^the promise of )`[^`]+`/;

/** A message without that value. */
export const ofAny = (message: string): string => message.replace(PROMISED, '');

/** One message for those that only differ in it: with all of them. */
export const ofAll = (messages: readonly string[]): string => (messages[0] ?? '').replace(PROMISED, () => [...new Set(messages.map((one) => PROMISED.exec(one)?.[0]))].join(', '));

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
