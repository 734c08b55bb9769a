// The command line that compiles what the page shows.

import { OPTIONS } from '../options';
import type { JsonValue, Options } from '../generated/types';
import { valueIn } from '../settings';

/** A word of a shell's command line. */
const quoted = (word: string): string => (/^[\w./=:,+-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`);

/** An option as flags, where it is not as usual. */
function flags(options: Options, defaults: Options): string[] {
  return OPTIONS.flatMap((info) => {
    const [value, usual] = [valueIn(options, info), valueIn(defaults, info)];
    if (info.value.kind !== 'target' && JSON.stringify(value) === JSON.stringify(usual)) return [];
    return flag(info.flag, value);
  });
}

function flag(name: string, value: JsonValue): string[] {
  if (value === null || value === false) return [];
  if (value === true) return [`--${name}`];
  return [`--${name}`, quoted(Array.isArray(value) ? value.join('x') : String(value))];
}

/** The command that compiles a file to PTX with these options; `machine` names the file of a model of one's own. */
export const commandLine = (file: string, options: Options, defaults: Options, machine: string | null = null): string =>
  ['tilewright', 'compile', quoted(file), ...flags(options, defaults), ...(machine ? ['--machine', quoted(machine)] : []), '--emit', 'ptx'].join(' ');
