// The actions of the page: compiling, opening and making links, choosing settings.

import type { Text } from '@codemirror/state';
import { batch } from '@preact/signals';
import { startCompiler } from './compiler';
import { compileKernel } from './compiler/kernel';
import { download } from './download';
import { type Client, Overrun } from './compiler/client';
import { debounce, latest } from './compiler/latest';
import type { Calls } from './compiler/protocol';
import * as files from './files';
import { carry, defaultKernel, type Example, exampleText } from './gallery';
import type { Shown } from './markdown';
import type { JsonValue, Options, Record as LinkRecord } from './generated/types';
import { getOptions } from './options';
import { isPython, pythonReader } from './python';
import { type DocumentKind, documentKind, isBytecode, toolbox } from './tools';
import { type Place, sourceEditor } from './editor/source';
import { getGlosses } from './schedule/glosses';
import { laidOver, leftOut, toKeep } from './settings';
import * as state from './state';
import type { Draft } from './storage';
import * as tiles from './tiles/state';
import { madeElsewhere, named, REPOSITORY } from './version';
import { Crash, errorMessage } from './workers';

/** Rest after the last key before the text is compiled, in milliseconds, where the last compilation took longer than that. */
const REST = 120;
/** Rest before the text is stored, in milliseconds. */
const STORE_REST = 400;

let client = startCompiler();

/** Asks the compiler's module for one thing. */
export const ask: Client<Calls>['ask'] = (call, argument) => client.ask(call, argument);

const compileLatest = latest(
  async (text: Text) => {
    const options = state.options.value;
    if (!options) return;
    state.phase.value = { kind: 'working' };
    const started = performance.now();
    try {
      const source = text.toString();
      const outcome = await compileKernel(client, source, options, state.machine.value);
      batch(() => {
        state.stale.value = !sourceEditor.text().eq(text);
        state.python.value = outcome.python;
        state.tileIr.value = { text: outcome.tileIr, origin: outcome.python && source };
        state.compiled.value = outcome.compiled;
        if (outcome.compiled.has_ir) state.readable.value = outcome.compiled;
        state.phase.value = { kind: 'ready' };
      });
      // Not before: the first result is made of what the page carries.
      if (outcome.python) void pythonReader().catch(() => undefined);
      if (!outcome.compiled.has_ir) return;
      // The verdict comes first: what is printed takes a processor of those that draw.
      await drawn();
      state.records.value = await client.ask('passes', null);
      if (state.tab.value === 'layouts' || state.second.value === 'layouts') await askLayouts();
      else state.layouts.value = null;
    } catch (error) {
      if (error instanceof Overrun && state.stale.value && !sourceEditor.text().eq(text)) return;
      failed(error);
    } finally {
      lastTook = performance.now() - started;
    }
  },
  () => client.hurry(),
);

/** Resolves behind the next frame; where none is drawn, as in a tab that nobody sees, soon. */
const drawn = (): Promise<void> =>
  new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve));
    setTimeout(resolve, 100);
  });

/** Asks for the layouts of the newest compilation that has IR. */
async function askLayouts(): Promise<void> {
  state.layouts.value = await client.ask('layouts', null);
}

/** The time that the last compilation took, in milliseconds, as the page sees it. */
let lastTook = 0;

function failed(error: unknown): void {
  const message =
    error instanceof Overrun
      ? 'Compiling took too long and was stopped. Change the kernel, or try again.'
      : error instanceof Crash
        ? `The compiler crashed. This is our bug, not yours; the command line says more of it. (${firstLine(errorMessage(error))})`
        : errorMessage(error);
  state.phase.value = { kind: 'failed', message, again: true, ours: error instanceof Crash };
}

const firstLine = (text: string): string => text.split('\n', 1)[0] ?? '';

const compileSoon = debounce(compileLatest, () => (lastTook > REST ? REST : 0));

/** Compiles what the editor holds, now. */
export function compileNow(): void {
  compileSoon.cancel();
  compileLatest(sourceEditor.text());
}

const storeSoon = debounce(
  () => store(),
  () => STORE_REST,
);

/** Keeps the files for the next visit, the one that is shown as it is now. */
function store(): void {
  files.note({ source: sourceEditor.text().toString(), options: changedOptions() });
  files.keep();
}

/** The settings that differ from their defaults. */
function changedOptions(): { [name: string]: JsonValue } {
  const defaults = state.about.value?.defaults;
  const options = state.options.value;
  if (!defaults || !options) return pendingOptions;
  return toKeep(options, defaults, state.machine.value);
}

/** Settings read before the compiler has said what its defaults are. */
let pendingOptions: { [name: string]: JsonValue } = {};

/** The editor's text has changed. */
export function edited(byHand: boolean): void {
  state.stale.value = true;
  compileSoon(sourceEditor.text());
  storeSoon(undefined);
  if (!byHand) return;
  if (!files.shownFile().own) files.note({ own: true });
  forgetLink();
}

/** Keeps what was written in the last moment before the page goes. */
export function leave(): void {
  if (sourceEditor.text().toString() !== files.shownFile().source) store();
}

/** Shows a file as it was left, with its settings. */
export async function showFile(id: number): Promise<void> {
  store();
  const file = files.fileOf(id);
  if (!file || id === files.shown.value) return;
  pendingOptions = file.options as typeof pendingOptions;
  // Without the compiler the texts can be gone to all the same; it is told the settings when it comes.
  const inForce = await overlaid(pendingOptions).catch(() => () => []);
  // Another may have been asked for, or this one closed, in the meantime; and the one before may have been written in.
  if (pendingOptions !== file.options || !files.fileOf(id)) return;
  store();
  files.note({ written: sourceEditor.written() });
  batch(() => {
    inForce();
    files.shown.value = id;
    sourceEditor.show(file.written, file.source);
    state.chosenPass.value = null;
    letGo();
  });
  forgetLink();
}

/** Begins a file of its own, for the target that is chosen unless `options` say another. */
export async function newFile(source = '', name: string | null = null, options: Draft['options'] = forAnother()): Promise<void> {
  await showFile(files.add({ source, name, options }).id);
}

/** The settings that mean something to another kernel too. */
function forAnother(): Draft['options'] {
  const { entry, ...others } = changedOptions();
  return others;
}

/** Closes a file; the last one leaves an empty one. */
export async function closeFile(id: number): Promise<void> {
  if (id === files.shown.value) await showFile((files.beside(id) ?? files.add({ source: '', name: null, options: forAnother() })).id);
  files.remove(id);
  store();
}

/** Saves the text of the file that is shown under its name. */
export function downloadFile(): void {
  const source = sourceEditor.text().toString();
  download(files.titleOf({ ...files.shownFile(), source }).replace(/[\\/]/g, '_'), source);
}

/** Gives a file a name; an empty one takes it away. */
export function renameFile(id: number, name: string): void {
  files.note({ name: name.trim() || null }, id);
  store();
}

/** Changes settings and compiles. */
export function setOptions(change: Partial<Options>): void {
  if (!state.options.value) return;
  state.options.value = { ...state.options.value, ...change };
  forgetLink();
  store();
  compileNow();
}

/** Takes the defaults for the target that is chosen, and a model that the compiler has. */
export function resetOptions(): void {
  const defaults = state.about.value?.defaults;
  const now = state.options.value;
  if (!defaults || !now) return;
  state.machine.value = null;
  setOptions({ ...defaults, gpu_name: now.gpu_name });
}

/** Begins the tour, beside the text that is there. */
export async function beginTour(): Promise<void> {
  const { goTo } = await import('./tour');
  if (files.shownFile().own) await newFile();
  state.touring.value = true;
  await goTo(0);
}

/** Has loops scheduled in a model of one's own, or with null in one that the compiler has; says what is wrong with it, if anything is. */
export async function setMachine(text: string | null): Promise<string | null> {
  const { options } = state;
  if (!options.value) return null;
  try {
    // A kernel of nothing: only the model is read.
    if (text !== null) await client.ask('compile', { source: 'entry @nothing() {\n  return\n}\n', origin: null, options: { ...options.value, entry: null }, machine: text });
  } catch (error) {
    return errorMessage(error).replace(/^machine model: /, '');
  }
  state.machine.value = text;
  forgetLink();
  store();
  compileNow();
  return null;
}

/** Opens a kernel of the gallery. The editor's history keeps the text before. */
export async function openExample(example: Example): Promise<void> {
  forgetWarning();
  try {
    await openKernel(await exampleText(example), null);
  } catch (error) {
    state.notice.value = { tone: 'warning', text: `${example.title} could not be got, and the text stays as it is: ${firstLine(errorMessage(error))}. Try again when the network is there.` };
  }
}

/** Opens a text that is in no gallery. */
export const openText = (text: string): Promise<void> => openKernel(text, null);

/** Opens another kernel: in place of the text, or, where that has a name or a person has written in it, as a file beside it. Choices by name mean nothing to it. */
async function openKernel(text: string, name: string | null): Promise<void> {
  const { own, name: named } = files.shownFile();
  if ((own || named !== null) && sourceEditor.text().toString().trim() !== '') return newFile(text, name);
  if (state.options.value?.entry) state.options.value = { ...state.options.value, entry: null };
  files.note({ name, own: false });
  sourceEditor.replace(text);
  store();
  state.chosenPass.value = null;
  forgetLink();
}

/** Says what parameters of the kernel in Python are, in the comment above it. An empty text takes one out. */
export async function sayParameters(changes: readonly { name: string; text: string }[]): Promise<void> {
  const source = sourceEditor.text().toString();
  try {
    const kernel = state.python.value?.kernel ?? null;
    sourceEditor.change(await client.ask('fillIn', { source, kernel, changes, reader: await pythonReader() }));
    forgetLink();
  } catch (error) {
    state.notice.value = { tone: 'warning', text: `The comment could not be written: ${errorMessage(error)}.` };
  }
}

/** Takes files, one after the other. */
export async function openFiles(all: Iterable<File> | null | undefined): Promise<void> {
  forgetWarning();
  for (const file of [...(all ?? [])]) await openFile(file);
}

/** Takes a file: a kernel's text, its bytecode, whose text the compiler writes, or a document that one of the tools takes. */
async function openFile(file: File): Promise<void> {
  if (file.size > 4 << 20) {
    state.notice.value = { tone: 'warning', text: `${file.name} is larger than 4 MB and was not opened.` };
    return;
  }
  const bytes = new Uint8Array(await file.arrayBuffer());
  try {
    if (isBytecode(bytes)) {
      await openKernel(await client.ask('disassemble', { bytes, toolbox: await toolbox() }), file.name.replace(/\.\w+$/, '.mlir'));
      return;
    }
    const text = textOf(bytes);
    const kind = documentKind(text);
    if (kind) showDocument(kind, text);
    else await openKernel(text, file.name);
  } catch (error) {
    state.notice.value = { tone: 'warning', text: `${file.name} was not opened: ${errorMessage(error)}` };
  }
}

/** The text of a file; what is none is refused, for its bytes would be taken for a kernel in some language. */
function textOf(bytes: Uint8Array): string {
  const text = new TextDecoder().decode(bytes);
  if (/[\0\uFFFD]/.test(text)) throw new Error('it is neither text in UTF-8 nor bytecode of Tile IR.');
  return text;
}

/** Takes away the word about what could not be opened before: it is not about what is opened now. */
function forgetWarning(): void {
  if (state.notice.value?.tone === 'warning') state.notice.value = null;
}

/** Shows a document beside the kernel, which stays. */
export function showDocument(kind: DocumentKind, text: string): void {
  state.shownDocument.value = { kind, text };
  state.dialog.value = 'document';
}

/** Where the page begins: the default kernel, or what was edited here last. */
export function firstText(): string {
  const { source, options } = files.begin(hasLink());
  pendingOptions = options as typeof pendingOptions;
  return source;
}

/** Gets the compiler, opens the link in the address if there is one, and compiles. */
export async function begin(): Promise<void> {
  if (hasLink()) sourceEditor.lock('Opening the kernel in the link…');
  try {
    // The result of the default kernel is got beside the compiler; it can be made anew.
    const first = !hasLink() && sourceEditor.text().toString() === defaultKernel ? carry('gemm').catch(() => undefined) : null;
    const [about, inForce] = await Promise.all([client.ask('about', null), overlaid(pendingOptions), getOptions()]);
    state.about.value = about;
    inForce();
    void getGlosses().catch(() => undefined);
    await openAddress();
    await first;
    compileNow();
  } catch (error) {
    sourceEditor.unlock();
    const message = `The compiler could not be loaded, so nothing is compiled; the text is safe. (${firstLine(errorMessage(error))})`;
    state.phase.value = { kind: 'failed', message, again: true };
    if (hasLink()) state.notice.value = { tone: 'warning', text: 'The kernel in the link could not be opened: the compiler, which reads links, could not be loaded.' };
  }
}

/** Tries again after a failure. */
export function retry(): void {
  if (state.about.value) {
    compileNow();
    return;
  }
  state.phase.value = { kind: 'loading' };
  client = startCompiler();
  void begin();
}

const hasLink = (): boolean => /^#k\d/.test(location.hash);

/** The reader went to another entry of the browser's history: a link is opened; where there is none, the text before it comes back. */
export async function addressChanged(): Promise<void> {
  if (location.hash.length > 1) return openAddress();
  if (linked && sourceEditor.text().toString() === linked.source) await bringBack(linked.before, linked.own);
}

/** The text of the link that was opened last, and what it took the place of. */
let linked: { source: string; before: Draft; own: boolean } | null = null;

/** Opens the link in the address, if there is one. */
async function openAddress(): Promise<void> {
  const { hash } = location;
  if (!hasLink()) {
    // `#view` is the page's own: the way past its head.
    if (hash.length > 1 && hash !== '#view') state.notice.value = { tone: 'warning', text: 'What follows # in the address is no link that can be read here: the text stays as it is.' };
    return;
  }
  const opened = await client.ask('decode', hash);
  sourceEditor.unlock();
  if (opened.kind === 'refused') {
    state.notice.value = { tone: 'warning', text: `The link could not be opened: ${opened.message}.` };
    return;
  }
  const { record } = opened;
  const view = record.view ?? {};
  const before = { source: sourceEditor.text().toString(), options: changedOptions() };
  const own = files.shownFile().own && before.source !== record.source && before.source.trim() !== '';
  const name = typeof view.file === 'string' ? view.file : null;
  if (own) await newFile('', name);
  else files.note({ name, own: false });
  const ignored = await overlay(record.options ?? {});
  sourceEditor.replace(record.source);
  store();
  history.replaceState(null, '', hash);
  // As the editor has it, which may write the ends of lines in another way.
  linked = { source: sourceEditor.text().toString(), before, own };
  restoreView(view);
  state.notice.value = noticeFor(record, ignored, own);
}

function noticeFor(record: LinkRecord, ignored: string[], own: boolean): state.Notice | null {
  const sentences: string[] = [];
  const elsewhere = madeElsewhere(record.compiler, state.about.value?.version ?? '');
  if (elsewhere) sentences.push(elsewhere);
  if (ignored.length) sentences.push(leftOut(ignored));
  if (sentences.length) return { tone: 'warning', text: sentences.join(' ') };
  return own ? { tone: 'info', text: 'The kernel of the link has a file of its own. Yours is beside it.' } : null;
}

/** Brings a text back that was there before, with its settings: it is shown where it is open still. */
export async function bringBack({ source, options }: Draft, own = true): Promise<void> {
  const still = files.files.value.find((file) => file.source === source);
  if (still) await showFile(still.id);
  else if (files.shownFile().own) await newFile(source, null, options);
  else {
    await overlay(options as typeof pendingOptions);
    sourceEditor.replace(source);
    files.note({ name: null });
  }
  files.note({ own });
  forgetLink();
  state.notice.value = null;
}

/** Lays settings over the defaults; returns the names that could not be used. */
async function overlay(changes: { [name: string]: JsonValue }): Promise<string[]> {
  return (await overlaid(changes))();
}

/** The same in two steps: the second puts them into force. */
async function overlaid(changes: { [name: string]: JsonValue }): Promise<() => string[]> {
  const { options, machine, ignored } = await laidOver(client, changes);
  return () => {
    state.machine.value = machine;
    state.options.value = options;
    return ignored;
  };
}

function restoreView(view: { [name: string]: JsonValue }): void {
  const shown = state.TABS.find((name) => name === view.tab);
  if (shown) showTab(shown);
  // Links of before had no word for the first view.
  else state.tab.value = 'passes';
  if (typeof view.pass === 'string') state.chosenPass.value = view.pass;
  if (typeof view.diff === 'boolean') state.diff.value = view.diff;
  state.against.value = typeof view.against === 'string' ? view.against : null;
  state.sideBySide.value = view.sides === true;
  state.chosenValue.value = typeof view.value === 'string' ? view.value : null;
  state.second.value = state.TABS.find((name) => name === view.second && name !== shown) ?? null;
  const [line, agent] = [typeof view.line === 'number' ? view.line : 0, typeof view.agent === 'string' ? view.agent : ''];
  state.cursorAt(line, agent || null);
  if (line > 0) sourceEditor.showLine(line, true);
  state.lastOp.value = typeof view.op === 'string' ? { key: view.op, line, agent } : null;
  state.comparison.value = view.compare;
  tiles.restore(view.tiles);
}

/** The whole address that opens what is shown now. */
export async function makeLink(): Promise<string> {
  const view: { [name: string]: JsonValue } = {};
  view.tab = state.tab.value;
  if (state.chosenPass.value) view.pass = state.chosenPass.value;
  if (state.diff.value) view.diff = true;
  if (state.diff.value && state.against.value) view.against = state.against.value;
  if (state.diff.value && state.sideBySide.value) view.sides = true;
  if (state.chosenValue.value) view.value = state.chosenValue.value;
  if (state.second.value) view.second = state.second.value;
  if (state.cursorLine.value) view.line = state.cursorLine.value;
  if (state.cursorAgent.value) view.agent = state.cursorAgent.value;
  if (state.chosenOp.value) view.op = state.chosenOp.value;
  const { name } = files.shownFile();
  if (name) view.file = name;
  const map = tiles.forLink();
  if (map) view.tiles = map;
  // Nowhere else: a side may be another kernel, which nobody sees there.
  if (state.comparison.value && [state.tab.value, state.second.value].includes('compare')) view.compare = state.comparison.value;
  const source = sourceEditor.text().toString();
  const fragment = await client.ask('encode', { record: { source, options: changedOptions(), compiler: named(state.about.value?.version ?? ''), view }, toolbox: await toolbox() });
  history.replaceState(null, '', fragment);
  return location.href;
}

/** The view that is shown, with a link that opens it, to be put down as Markdown. The address stays as it is. */
async function shownNow(): Promise<Shown> {
  const before = location.href;
  const link = await makeLink();
  history.replaceState(null, '', before);
  const source = sourceEditor.text().toString();
  return { source, isPython: isPython(source), options: changedOptions(), compiler: named(state.about.value?.version ?? ''), link, report: state.compiled.value?.report ?? null, failure: failure() };
}

/** Puts a text on the clipboard, and says so. */
async function copied(make: () => Promise<string>, said: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(await make());
    state.notice.value = { tone: 'info', text: said };
  } catch (error) {
    state.notice.value = { tone: 'warning', text: `It could not be copied: ${errorMessage(error)}.` };
  }
}

/** Copies the kernel with its verdict, as Markdown. */
export const copyMarkdown = (): Promise<void> => copied(async () => (await import('./markdown')).asMarkdown(await shownNow()), 'The kernel and its verdict are on the clipboard, as Markdown.');

/** The words for a failure of the page itself: the compiler's crash, or a run that came to no good end; empty where there is none. */
function failure(): string {
  const { value: phase } = state.phase;
  return phase.kind === 'failed' ? phase.message : state.trouble.value;
}

/** Copies a report of a problem, with everything that is needed to see it elsewhere, and offers the form of the project's reports. */
export async function copyProblem(): Promise<void> {
  const { asProblem, issueAddress } = await import('./markdown');
  let address = '';
  await copied(async () => {
    const shown = await shownNow();
    const report = asProblem(shown, navigator.userAgent);
    address = issueAddress(shown, report);
    return report;
  }, 'A report is on the clipboard: the kernel, its settings, what the compiler says, the versions and a link. Say in it what happened. Nothing was sent.');
  const { value: notice } = state.notice;
  if (REPOSITORY && address && notice) state.notice.value = { ...notice, action: { label: 'Open the form on GitHub', run: () => void open(address, '_blank', 'noopener') } };
}

/** Once the text differs from the link, the address no longer claims to be it. */
function forgetLink(): void {
  if (location.hash) history.replaceState(null, '', location.pathname + location.search);
}

/** Shows a tab. */
export function showTab(name: state.Tab): void {
  // The view beside it now is the one that was there before.
  if (state.second.value === name) state.second.value = state.tab.value;
  state.tab.value = name;
  state.sourceShown.value = false;
  if (name === 'layouts' && !state.layouts.value && state.readable.value) askLayouts().catch(failed);
}

/** Shows a view beside the one that is shown, or none. */
export function showBeside(name: state.Tab | null): void {
  state.second.value = name === state.tab.value ? null : name;
  if (name === 'layouts' && !state.layouts.value && state.readable.value) askLayouts().catch(failed);
}

/** Shows two views, or one again. */
export const toggleBeside = (): void => showBeside(state.second.value ? null : state.tab.value === 'ptx' ? 'schedule' : 'ptx');

/** Lets go of what is chosen. */
export function letGo(): void {
  state.cursorAt(0);
  state.lastOp.value = null;
  state.chosenValue.value = null;
}

/** Goes to the beginning of a line of the source, from 1. */
export function goToLine(line: number): void {
  if (line < 1 || line > sourceEditor.text().lines) return;
  const { from } = sourceEditor.text().line(line);
  goTo({ from, to: from });
}

/** Goes to a place in the source. */
export function goTo(place: Place): void {
  state.sourceShown.value = true;
  sourceEditor.goTo(place);
}
