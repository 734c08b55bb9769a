// Names of ops on drawings, and of the model's time.

import { count } from '../format';
import type { Op } from './model';

/** The name of an op without that of its agent or its kind, which the table of ops has: of `consumer dot`, `load_a:tma`. */
export const ownName = ({ agent, name }: Pick<Op, 'agent' | 'name'>): string => (agent && name.startsWith(`${agent} `) ? name.slice(agent.length + 1) : (name.split(':', 1)[0] ?? name));

/** So much time of the scheduler's model: cycles that are its weights, or rows of so many cycles of the SM clock. */
export const modelTime = (time: number, row: number | null | undefined): string => (row ? count(time, 'row') : `${count(time, 'cycle')} of the model`);

/** The unit of the model's time. */
export const unitOf = (row: number | null | undefined): string => (row ? 'rows' : 'cycles');

/** The unit of sentences that were written for either. */
export const calledCycles = (row: number): string => `These are rows of ${ofRow(row)} of the SM clock, which the sentences call cycles.`;

/** The cycles of a row in words; they need not be whole. */
export const ofRow = (row: number): string => `${Number(row.toFixed(1))} cycles`;
