// A value with its texts said in other words.

/** `value` with each text in it as `say` has it. What has nothing to be said anew stays the same object. */
export function resaid<T>(value: T, say: (text: string) => string): T {
  if (typeof value === 'string') return say(value) as T;
  if (typeof value !== 'object' || value === null) return value;
  let changed = false;
  const told = Object.entries(value).map(([name, one]: [string, unknown]) => {
    const now = resaid(one, say);
    changed ||= now !== one;
    return [name, now] as const;
  });
  if (!changed) return value;
  return (Array.isArray(value) ? told.map(([, one]) => one) : Object.fromEntries(told)) as T;
}
