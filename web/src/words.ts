// Messages in the words of the page. The compiler's own speak of its command line, which the page has not: it has forms.

import type { LoopSchedule, Report } from './generated/types';
import { OPTIONS } from './options';
import { resaid } from './resaid';

/** Advice that is about something else on the page than an option. */
const ADVICE: readonly (readonly [RegExp, string])[] = [
  [
    /write a comment above the kernel: (`# tilewright: \w+=([^`]*)`), or give `--arg '(\w+)=[^']*'`/g,
    'say it in the form of the signature, below the text: of `$3` for instance `$2`; that writes the comment $1 above the kernel',
  ],
  [/say which: `--entry (\w+)`/g, 'choose one under Options, “Kernel”: `$1` for instance'],
  [/name one with --entry/g, 'choose one under Options, “Kernel”'],
  [/[;:] --max-steps allows more/g, '; a smaller grid, or smaller extents, take fewer steps'],
  [/give a case, with --case/g, 'only the command line, which takes a case with its data, can run it'],
  [/ \(--states allows more\)/g, ''],
  [/; --explain has none/g, ''],
  [/without --from the ops tell/g, 'the ops tell'],
  [/; use --multi-buffer 1 to switch it off/g, ''],
  [/runs with `tilewright run FILE\.ptx[^`]*`/g, 'runs here, in the emulator, when its file is opened or dropped'],
  [/: `tilewright run FILE\.ptx[^`]*`/g, ': open or drop its file here, and it runs in the emulator'],
  [/docs\/cutile\.md/g, '“cuTile Python” in the documents, under Help'],
  [/`tilewright compile` takes its text and its bytecode/g, 'the page takes its text and files of its bytecode'],
];

/** A command that the page has no twin of. */
const COMMAND = /`tilewright ([^`]*)`(?! on the command line)/g;

/** A flag with its value, if it has one; or the same as code. */
const FLAG = /(`?)--([a-z][a-z-]*)(?: ((?:\d[\dxX.]*|[Mm]x1|[a-z][a-z0-9]*(?:-[a-z0-9]+)+)(?![\w-])|none|auto|unspecialize|specialize))?\1/g;

/** A message of the compiler, as the page says it: options by what they are called under Options. */
export function onPage(text: string): string {
  if (!/--|`tilewright |docs\//.test(text)) return text;
  let said = text;
  for (const [words, instead] of ADVICE) said = said.replace(words, instead);
  const commands: string[] = [];
  // Commands keep their flags: they are of the command line, and say so.
  said = said.replace(COMMAND, (whole) => `\ue000${commands.push(whole) - 1}\ue000`);
  said = said.replace(FLAG, (whole, _tick, flag: string, value: string | undefined) => {
    const option = OPTIONS.find((one) => one.flag === flag);
    if (!option) return whole;
    const name = value ? `“${option.label}: ${value}”` : `“${option.label}”`;
    return option.value.kind === 'target' ? name : `${name} under Options`;
  });
  return said.replace(/\ue000(\d+)\ue000/g, (_, at: string) => `${commands[Number(at)]} on the command line`);
}

/** A report whose sentences are those of the page; its listings, and what stands for others to read, are as they were. */
export function reportOnPage(report: Report): Report {
  const { diagnostics, hints, tiles, summary, schedule } = report;
  return {
    ...report,
    ...resaid({ diagnostics, hints, tiles, summary }, onPage),
    schedule: schedule && { ...schedule, loops: schedule.loops.map(loopOnPage), refusals: resaid(schedule.refusals, onPage) },
  };
}

/** Only what is in sentences: the graph has thousands of names. */
function loopOnPage(loop: LoopSchedule): LoopSchedule {
  const { why, candidates, depth, agents } = loop;
  return { ...loop, ...resaid({ why, candidates, depth, agents }, onPage) };
}
