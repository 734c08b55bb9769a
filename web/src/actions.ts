// The actions of the page: compiling, opening and making links, choosing settings.

import type { Text } from '@codemirror/state';
import { batch } from '@preact/signals';
import { startCompiler } from './compiler';
import { compileKernel } from './compiler/kernel';
import { type Client, Overrun } from './compiler/client';
import { debounce, latest } from './compiler/latest';
import type { Calls } from './compiler/protocol';
import { carry, defaultKernel, type Example, exampleText } from './gallery';
import type { Shown } from './markdown';
import type { JsonValue, Options, Record as LinkRecord } from './generated/types';
import { getTheRest } from './later';
import { getOptions } from './options';
import { isPython, pythonReader } from './python';
import { type DocumentKind, documentKind, isBytecode, toolbox } from './tools';
import { type Place, sourceEditor } from './editor/source';
import { getGlosses } from './schedule/glosses';
import { differences } from './settings';
import * as state from './state';
import { type Draft, loadDraft, loadEarlier, saveDraft, saveEarlier, savePast } from './storage';
import * as tiles from './tiles/state';
import { madeElsewhere, named } from './version';
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
      getTheRest();
      if (!outcome.compiled.has_ir) return;
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
        ? `The compiler crashed. This is our bug, not yours; the browser's console has the details. (${firstLine(errorMessage(error))})`
        : errorMessage(error);
  state.phase.value = { kind: 'failed', message, again: true };
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

/** Keeps the editor's text and the settings for the next visit. */
function store(): void {
  saveDraft({ source: sourceEditor.text().toString(), options: changedOptions() });
}

/** The name under which drafts and links have a model of one's own. The compiler does not know it as an option: it is no word but a text. */
const MACHINE = 'machine_model';

/** The settings that differ from their defaults. */
function changedOptions(): { [name: string]: JsonValue } {
  const defaults = state.about.value?.defaults;
  const options = state.options.value;
  if (!defaults || !options) return pendingOptions;
  return { ...differences(options, defaults), ...(state.machine.value !== null && { [MACHINE]: state.machine.value }) };
}

/** Settings read before the compiler has said what its defaults are. */
let pendingOptions: { [name: string]: JsonValue } = {};

/** The editor's text has changed. */
export function edited(byHand: boolean): void {
  state.stale.value = true;
  compileSoon(sourceEditor.text());
  storeSoon(undefined);
  if (byHand) forgetLink();
}

/** Changes settings and compiles. */
export function setOptions(change: Partial<Options>): void {
  if (!state.options.value) return;
  state.options.value = { ...state.options.value, ...change };
  forgetLink();
  store();
  compileNow();
}

/** Begins the tour. The text that is there can be brought back. */
export async function beginTour(): Promise<void> {
  const { goTo } = await import('./tour');
  const before = { source: sourceEditor.text().toString(), options: changedOptions() };
  state.touring.value = true;
  await goTo(0);
  if (before.source.trim() !== '' && before.source !== sourceEditor.text().toString()) {
    state.notice.value = { tone: 'info', text: 'The tour has taken the place of your text.', action: { label: 'Bring my text back', run: () => void bringBack(before) } };
  }
}

/** Has loops scheduled in a model of one's own, or with null in one that the compiler has; says what is wrong with it, if anything is. */
export async function setMachine(text: string | null): Promise<string | null> {
  const { options } = state;
  if (!options.value) return null;
  try {
    // A kernel of nothing: only the model is read.
    if (text !== null) await client.ask('compile', { source: 'entry @nothing() {\n  return\n}\n', options: { ...options.value, entry: null }, machine: text });
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
  try {
    replaceKernel(await exampleText(example));
  } catch (error) {
    state.notice.value = { tone: 'warning', text: `${example.title} could not be got, and the text stays as it is: ${firstLine(errorMessage(error))}. Try again when the network is there.` };
  }
}

/** Puts another kernel in place of the text: the address is no longer its, and choices by name mean nothing to it. */
function replaceKernel(text: string): void {
  if (state.options.value?.entry) state.options.value = { ...state.options.value, entry: null };
  remember();
  sourceEditor.replace(text);
  opened.add(sourceEditor.text().toString());
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

/** Takes a file: a kernel's text, its bytecode, whose text the compiler writes, or a document that one of the tools takes. */
export async function openFile(file: File): Promise<void> {
  if (file.size > 4 << 20) {
    state.notice.value = { tone: 'warning', text: `${file.name} is larger than 4 MB and was not opened.` };
    return;
  }
  const bytes = new Uint8Array(await file.arrayBuffer());
  try {
    if (isBytecode(bytes)) {
      replaceKernel(await client.ask('disassemble', { bytes, toolbox: await toolbox() }));
      return;
    }
    const text = new TextDecoder().decode(bytes);
    const kind = documentKind(text);
    if (kind) showDocument(kind, text);
    else replaceKernel(text);
  } catch (error) {
    state.notice.value = { tone: 'warning', text: `${file.name} was not opened: ${errorMessage(error)}` };
  }
}

/** Shows a document beside the kernel, which stays. */
export function showDocument(kind: DocumentKind, text: string): void {
  state.shownDocument.value = { kind, text };
  state.dialog.value = 'document';
}

/** Where the page begins: the default kernel, or what was edited here last. */
export function firstText(): string {
  const draft = loadDraft();
  pendingOptions = (draft?.options ?? {}) as typeof pendingOptions;
  return draft?.source ?? defaultKernel;
}

/** Gets the compiler, opens the link in the address if there is one, and compiles. */
export async function begin(): Promise<void> {
  if (hasLink()) sourceEditor.lock('Opening the kernel in the link…');
  try {
    // The result of the default kernel is got beside the compiler; it can be made anew.
    const first = !hasLink() && sourceEditor.text().toString() === defaultKernel ? carry('gemm').catch(() => undefined) : null;
    const list = getOptions();
    state.about.value = await client.ask('about', null);
    await list;
    void getGlosses().catch(() => undefined);
    await overlay(pendingOptions);
    await openAddress();
    await first;
    compileNow();
    if (isPython(sourceEditor.text().toString())) void pythonReader().catch(() => undefined);
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
  if (hasLink()) return openAddress();
  if (linked && sourceEditor.text().toString() === linked.source) await bringBack(linked.before);
}

/** The text of the link that was opened last, and what it took the place of. */
let linked: { source: string; before: Draft } | null = null;

/** Opens the link in the address, if there is one. */
async function openAddress(): Promise<void> {
  if (!hasLink()) return;
  const opened = await client.ask('decode', location.hash);
  sourceEditor.unlock();
  if (opened.kind === 'refused') {
    state.notice.value = { tone: 'warning', text: `The link could not be opened: ${opened.message}.` };
    return;
  }
  const { record } = opened;
  const before = { source: sourceEditor.text().toString(), options: changedOptions() };
  keepEarlier(record.source);
  const ignored = await overlay(record.options ?? {});
  sourceEditor.replace(record.source);
  // As the editor has it, which may write the ends of lines in another way.
  linked = { source: sourceEditor.text().toString(), before };
  restoreView(record.view ?? {});
  state.notice.value = noticeFor(record, ignored);
}

/** Keeps the text that a link is about to replace, unless it is only the default kernel or the same. */
function keepEarlier(source: string): void {
  const now = sourceEditor.text().toString();
  if (now !== source && now !== defaultKernel && now.trim() !== '') saveEarlier({ source: now, options: changedOptions() });
  remember();
}

/** The texts that were opened and not edited: they can be had again where they are from. */
const opened = new Set<string>([defaultKernel]);

/** Keeps the text that another is about to take the place of, if a person has written in it. */
function remember(): void {
  const now = sourceEditor.text().toString();
  if (!opened.has(now) && now.trim() !== '') savePast({ source: now, options: changedOptions() }, Date.now());
}

function noticeFor(record: LinkRecord, ignored: string[]): state.Notice | null {
  const sentences: string[] = [];
  const elsewhere = madeElsewhere(record.compiler, state.about.value?.version ?? '');
  if (elsewhere) sentences.push(elsewhere);
  if (ignored.length) sentences.push(`Settings that this version does not know were left out: ${ignored.join(', ')}.`);
  const earlier = loadEarlier();
  if (earlier && earlier.source !== record.source) {
    sentences.push('The kernel of the link took the place of your text.');
    return { tone: sentences.length > 1 ? 'warning' : 'info', text: sentences.join(' '), action: { label: 'Bring my text back', run: () => void bringBack(earlier) } };
  }
  return sentences.length ? { tone: 'warning', text: sentences.join(' ') } : null;
}

/** Puts a text back that another took the place of, with its settings. */
export async function bringBack(draft: Draft): Promise<void> {
  remember();
  await overlay(draft.options as typeof pendingOptions);
  sourceEditor.replace(draft.source);
  forgetLink();
  state.notice.value = null;
}

/** Lays settings over the defaults; returns the names that could not be used. */
async function overlay(changes: { [name: string]: JsonValue }): Promise<string[]> {
  const { [MACHINE]: model, ...words } = changes;
  const { settings, ignored } = await client.ask('overlay', words);
  state.machine.value = typeof model === 'string' ? model : null;
  state.options.value = settings;
  return ignored;
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
  if (typeof view.line === 'number') {
    state.cursorAt(view.line);
    sourceEditor.showLine(view.line, true);
  }
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
  const map = tiles.forLink();
  if (map) view.tiles = map;
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
  return { source, isPython: isPython(source), options: changedOptions(), compiler: named(state.about.value?.version ?? ''), link, report: state.compiled.value?.report ?? null };
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

/** Copies a report of a problem, with everything that is needed to see it elsewhere. */
export const copyProblem = (): Promise<void> =>
  copied(
    async () => (await import('./markdown')).asProblem(await shownNow(), navigator.userAgent),
    'A report is on the clipboard: the kernel, its settings, the messages, the versions and a link. Say in it what happened, and paste it where the project takes reports. Nothing was sent.',
  );

/** Once the text differs from the link, the address no longer claims to be it. */
function forgetLink(): void {
  if (hasLink()) history.replaceState(null, '', location.pathname + location.search);
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
