// Which op of a schedule is pointed at or chosen: the same in all drawings, and linked with the source by its line.

import { computed, signal } from '@preact/signals';
import { sourceEditor } from '../editor/source';
import { chosenOp, cursorAt, lastOp, linkedAgent, linkedLine, pointAt } from '../state';
import type { Op } from './model';

const pointedOp = signal<string | null>(null);
const shownOp = computed(() => pointedOp.value ?? chosenOp.value);

/** The pointer is over `op`, or over none. */
export function point(op: Op | null): void {
  pointedOp.value = op?.key ?? null;
  pointAt(op?.line ?? 0, op?.agent || null);
}

/** Chooses `op`, and shows its line of the source. */
export function choose(op: Op): void {
  lastOp.value = op;
  if (op.line < 1) return;
  cursorAt(op.line, op.agent || null);
  sourceEditor.showLine(op.line, true);
}

/** Whether `op` is the one chosen. */
export const isChosen = (op: Op): boolean => chosenOp.value === op.key;

/** Whether an op is of the agent that is meant, if one is. */
const isMeant = ({ agent }: Op): boolean => linkedAgent.value === null || agent === linkedAgent.value;

/** Whether `op` is pointed at or chosen, or comes from the line of the source, or the instruction, that is. */
export const isLit = (op: Op): boolean => shownOp.value === op.key || (op.line > 0 && op.line === linkedLine.value && isMeant(op));
