// Quantities in words.

/** A time for people; at most three digits. */
export function duration(micros: number): string {
  if (micros < 1000) return `${micros < 10 ? micros.toFixed(1) : micros.toFixed(0)} µs`;
  const millis = micros / 1000;
  if (millis < 1000) return `${millis < 10 ? millis.toFixed(2) : millis < 100 ? millis.toFixed(1) : millis.toFixed(0)} ms`;
  return `${(millis / 1000).toFixed(2)} s`;
}

/** A whole number with its thousands apart, as English has them: `Intl` takes longer the first time than all else about the first verdict. */
export const grouped = (number: number): string => String(number).replace(/\B(?=(\d{3})+$)/g, ',');

/** `1 error`, `2 errors`. */
export const count = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? '' : 's'}`;

/** Bytes for people. */
export function bytes(number: number): string {
  if (number < 1024) return `${number} B`;
  const [unit, name] = number < 16 << 20 ? [1024, 'KiB'] : [1 << 20, 'MiB'];
  return `${Number((number / unit).toFixed(1))} ${name}`;
}

/** Bytes where the last one counts: `86,688 bytes (84.7 KiB)`. */
export const exactBytes = (number: number): string => `${grouped(number)} ${number === 1 ? 'byte' : 'bytes'}${number < 1024 ? '' : ` (${bytes(number)})`}`;
