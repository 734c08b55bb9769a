// The promises that the text of a kernel makes of its parameters. No drawing here.

/** The number of which each parameter is promised to be a multiple, by name, in the kernel `entry` of a text in Tile IR. */
export function multiples(tileIr: string, entry: string): Map<string, number> {
  const kernel = tileIr.split(/\bentry @/).find((text) => /^[\w$.]+/.exec(text)?.[0] === entry) ?? '';
  const found = new Map<string, number>();
  // A promise of a promised value is one of the same parameter.
  const about = new Map<string, string>();
  for (const [, result = '', promise = '', operand = ''] of kernel.matchAll(/%(\w+) = (?:cuda_tile\.)?assume (?:#cuda_tile\.)?(\w+<[^>]*>), %(\w+)/g)) {
    const name = about.get(operand) ?? operand;
    about.set(result, name);
    const by = Number(/^div_by<(\d+)>$/.exec(promise)?.[1]);
    const before = found.get(name) ?? 1;
    if (by) found.set(name, (before / divisor(before, by)) * by);
  }
  return found;
}

/** The largest number of which both are multiples. */
const divisor = (a: number, b: number): number => (b === 0 ? a : divisor(b, a % b));
