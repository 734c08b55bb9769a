// The view that is shown, as Markdown: to paste into a discussion, or to report a problem with everything that is needed to see it too.

import type { JsonValue, Report } from './generated/types';
import { model } from './schedule/model';
import { verdict } from './schedule/verdict';
import { REPOSITORY } from './version';

/** The text that is put down. */
export interface Shown {
  source: string;
  isPython: boolean;
  options: { [name: string]: JsonValue };
  compiler: string;
  link: string;
  report: Report | null;
  /** The failure of the page itself, in its words; empty where there is none. */
  failure: string;
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
    [shown.failure && `- ${inline(shown.failure)}\n`, messages(shown.report), loops(shown.report)].join('') || '- nothing\n',
    '### Where\n',
    `- Tilewright ${shown.compiler}\n- target \`${shown.report?.options.gpu_name ?? 'unknown'}\`, options ${settings(shown)}\n- ${inline(browser)}\n- [link](${shown.link})\n`,
  ].join('\n');

/** The longest address that GitHub takes. */
const LONGEST = 8000;

/** The address of a form of the project's reports, filled in: with the whole report, or where that is too long with what fits. */
export function issueAddress(shown: Shown, report: string): string {
  const { failure, report: said } = shown;
  const title = failure || said?.diagnostics.find(({ severity }) => severity === 'error')?.message || '';
  const address = (body: string): string => `${REPOSITORY}/issues/new?${new URLSearchParams({ title: title.split('\n', 1)[0]?.slice(0, 120) ?? '', body })}`;
  const whole = address(report);
  return whole.length <= LONGEST ? whole : address(`(The whole report is on the clipboard: paste it here.)\n\n- Tilewright ${shown.compiler}\n`);
}
