// The view that is shown, as Markdown: to paste into a discussion, or to report a problem with everything that is needed to see it too.

import type { JsonValue, Report } from './generated/types';
import { model } from './schedule/model';
import { verdict } from './schedule/verdict';

/** The text that is put down. */
export interface Shown {
  source: string;
  isPython: boolean;
  options: { [name: string]: JsonValue };
  compiler: string;
  link: string;
  report: Report | null;
}

/** A block of code; its fence is longer than any in it. */
export function fenced(text: string, language: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${text.replace(/\n*$/, '\n')}${fence}\n`;
}

/** A text in a line of Markdown. */
const inline = (text: string): string => text.replace(/[\\`*_<>[\]|]/g, (sign) => `\\${sign}`).replace(/\s+/g, ' ');

const settings = ({ options }: Shown): string => {
  const all = Object.entries(options);
  return all.length > 0 ? all.map(([name, value]) => `\`${name}\` = \`${JSON.stringify(value)}\``).join(', ') : 'as usual';
};

/** The verdict on each loop, as a list. */
function loops(report: Report | null): string {
  const found = (report?.schedule?.loops ?? []).flatMap((loop) => {
    const made = model(loop);
    if (!made) return [];
    const { value, time, binds, parts } = verdict(loop, made.ii, report?.registers ?? []);
    return [
      `- Loop at line ${loop.line} (${loop.strategy}): **${value}** an iteration${time ? `, ${time}` : ''}, bound by ${binds}\n${parts.map(({ name, value, note }) => `  - ${name}: ${value}${note ? ` ${note}` : ''}\n`).join('')}`,
    ];
  });
  const refused = (report?.schedule?.refusals ?? []).map(({ line, what, why }) => `- Line ${line}: ${inline(what)}: ${inline(why)}\n`);
  return [...found, ...refused].join('');
}

const messages = (report: Report | null): string =>
  (report?.diagnostics ?? [])
    .slice(0, 20)
    .map(({ severity, message, range }) => `- ${severity}${range ? ` at ${range.line}:${range.column}` : ''}: ${inline(message)}\n`)
    .join('');

/** The kernel with its verdict. */
export function asMarkdown(shown: Shown): string {
  const target = shown.report?.options.gpu_name;
  const [told, said] = [loops(shown.report), messages(shown.report)];
  return [
    fenced(shown.source, shown.isPython ? 'python' : 'mlir'),
    `Tilewright ${shown.compiler}${target ? `, target \`${target}\`` : ''}, options ${settings(shown)}.\n`,
    told && `\n${told}`,
    said && `\n${said}`,
    `\n[Open it](${shown.link})\n`,
  ]
    .filter(Boolean)
    .join('');
}

/** A report of a problem: what happened is for the person to say. */
export const asProblem = (shown: Shown, browser: string): string =>
  [
    '### What happened\n\n(please say what you did, what you saw, and what you expected)\n',
    '### The kernel\n',
    fenced(shown.source, shown.isPython ? 'python' : 'mlir'),
    '### What the compiler says\n',
    messages(shown.report) || '- nothing\n',
    '### Where\n',
    `- Tilewright ${shown.compiler}\n- target \`${shown.report?.options.gpu_name ?? 'unknown'}\`, options ${settings(shown)}\n- ${inline(browser)}\n- [link](${shown.link})\n`,
  ].join('\n');
