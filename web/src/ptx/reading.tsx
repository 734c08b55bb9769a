// Helps to read PTX in the viewer: explanations under the pointer, and runs that fold.

import { codeFolding, foldEffect, foldGutter, foldService, unfoldAll } from '@codemirror/language';
import type { EditorState, Extension } from '@codemirror/state';
import { type EditorView, hoverTooltip } from '@codemirror/view';
import { render } from 'preact';
import { Explanation, isExplained } from '../components/ptx/Explanation';
import type { Descriptors } from './descriptors';
import { opcodeOf, type Run, runs } from './runs';

/** The thing at a place of a PTX text: an instruction as it is spelled, or a register. */
export function wordAt(text: string, column: number): { word: string; from: number; to: number } | null {
  for (const match of text.matchAll(/%\w+|\.?[a-z][\w.:]*/g)) {
    const [from, to] = [match.index, match.index + match[0].length];
    if (from <= column && column < to) return { word: match[0], from, to };
  }
  return null;
}

/** The instruction and its descriptors, of a line. */
export const wordsOf = (line: string): { opcode: string; registers: string[] } => ({ opcode: opcodeOf(line), registers: [...new Set(line.match(/%rd\w+/g))] });

const explanations = (descriptors: () => Descriptors): Extension =>
  hoverTooltip((view, position) => {
    const line = view.state.doc.lineAt(position);
    const found = wordAt(line.text, position - line.from);
    if (!found) return null;
    const isInstruction = found.word === opcodeOf(line.text) || (found.word.startsWith('.') && isExplained(found.word));
    const all = descriptors();
    // An instruction says how the tiles lie that it takes; the rest of what it takes is no descriptor.
    const registers = isInstruction ? wordsOf(line.text).registers : [found.word];
    const told = registers.flatMap((register) => all.of(register) ?? []);
    if (!isInstruction && told.length === 0) return null;
    return {
      pos: line.from + found.from,
      end: line.from + found.to,
      create: () => {
        const dom = document.createElement('div');
        dom.className = 'cm-explanation';
        render(<Explanation opcode={isInstruction ? found.word : ''} descriptors={told} />, dom);
        return { dom, destroy: () => render(null, dom) };
      },
    };
  });

/** The place that folds of a run: all but its first time. */
function foldOf(state: EditorState, { from, to, period }: Run): { from: number; to: number } {
  return { from: state.doc.line(from + period - 1).to, to: state.doc.line(to).to };
}

/** The runs of the text shown, found anew when it changes. */
class Folds {
  #text: EditorState['doc'] | undefined;
  #runs: Run[] = [];

  of(state: EditorState): Run[] {
    if (this.#text !== state.doc) {
      this.#text = state.doc;
      this.#runs = runs(state.doc.toString().split('\n'));
    }
    return this.#runs;
  }
}

const folds = new Folds();

/** Folds all runs, or unfolds them. */
export function foldRuns(view: EditorView, fold: boolean): void {
  if (!fold) {
    unfoldAll(view);
    return;
  }
  view.dispatch({ effects: folds.of(view.state).map((run) => foldEffect.of(foldOf(view.state, run))) });
}

/** All of it. */
export const readingPtx = (descriptors: () => Descriptors): Extension => [
  explanations(descriptors),
  foldGutter(),
  foldService.of((state, start) => {
    const line = state.doc.lineAt(start).number;
    const run = folds.of(state).find(({ from, period }) => line === from + period - 1);
    return run ? foldOf(state, run) : null;
  }),
  codeFolding({
    preparePlaceholder: (state, { from, to }) => {
      const [first, last] = [state.doc.lineAt(from).number, state.doc.lineAt(to).number];
      const run = folds.of(state).find((one) => one.to === last);
      return `${last - first} more lines${run ? `: ${run.opcodes.join(', ')}` : ''}`;
    },
    placeholderDOM: (_view, onclick, prepared) => {
      const button = document.createElement('button');
      button.className = 'cm-foldPlaceholder';
      button.textContent = String(prepared);
      button.title = 'Unfold';
      button.onclick = onclick;
      return button;
    },
  }),
];
