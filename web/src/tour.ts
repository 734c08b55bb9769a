// A tour over the gallery: what each kernel shows, where to look, and what to change to see it move.

import { signal } from '@preact/signals';
import { openExample, openText, setOptions, showTab } from './actions';
import { GALLERY } from './gallery';
import { TILE_SCHEDULER } from './generated/options';
import type { Options } from './generated/types';
import { got } from './got';
import { about, type Tab } from './state';
import stuck from '../../tests/documents/stuck.mlir?url';

/** A step of the tour. */
export interface Step {
  title: string;
  /** The kernel, by its file in the gallery; of none there, its address. */
  file: string;
  /** Options that are not as usual. */
  options: Partial<Options>;
  tab: Tab;
  /** The things to see, in sentences. */
  see: string;
  /** Something to change, and what then happens. */
  change: { words: string; label: string; options: Partial<Options> } | null;
}

export const STEPS: readonly Step[] = [
  {
    title: 'One number, and what binds it',
    file: 'cutile/gemm.py',
    options: {},
    tab: 'schedule',
    see: 'The loop over K of a matrix product. The large number is the time of an iteration, estimated for the hardware; beside it stands what binds it: loading its tiles. Each tile below opens its why.',
    change: { words: 'On an older GPU the same loop is bound otherwise, and takes longer.', label: 'Compile for sm_80', options: { gpu_name: 'sm_80' } },
  },
  {
    title: 'Bound by the tensor cores',
    file: 'kernels/gemm_dynamic.mlir',
    options: {},
    tab: 'schedule',
    see: 'With tiles of 128 by 128 by 64 the products take longer than the loads: the tensor cores never rest. The picture “Iterations in time” shows the producer running ahead, and which iteration has which buffer.',
    change: null,
  },
  {
    title: 'Bound by memory: too few buffers',
    file: 'kernels/matmul.mlir',
    options: { num_stages: 1 },
    tab: 'schedule',
    see: 'With a buffer depth of 1 a load can only start when its slot is free: an iteration takes as long as the slot lives. The verdict says so, and how many stages would be enough.',
    change: { words: 'Give it the stages that hide the latency of a load.', label: 'Compile with 10 stages', options: { num_stages: 10 } },
  },
  {
    title: 'Bound by a recurrence',
    file: 'kernels/matmul.mlir',
    options: {},
    tab: 'schedule',
    see: 'In the scheduler’s model the accumulator waits for itself: in “Dependences” the arrow that leads from the product back to it is lit. No schedule starts iterations more often, and the ladder says for each smaller II why.',
    change: null,
  },
  {
    title: 'A protocol that is refuted',
    file: stuck,
    options: {},
    tab: 'passes',
    see: 'The IR of a product as a pass left it, without one line: the consumer gives no buffer back. Every order of the agents’ steps is tried; with 5 iterations nobody can move. The message below the source says who waits for which barrier, and there is no PTX.',
    change: { words: 'It can be had all the same; the light stays red.', label: 'Hand out its PTX', options: { allow_refuted: true } },
  },
  {
    title: 'Attention: two products overlap',
    file: 'cutile/attention.py',
    options: {},
    tab: 'schedule',
    see: 'Two products with softmax between them. In “Iterations in time”, by agent, the first product of one block runs while softmax of the block before is computed.',
    change: null,
  },
  {
    title: 'Four stages, without agents',
    file: 'kernels/matmul.mlir',
    options: { gpu_name: 'sm_80', scheduler: 'four-stage' },
    tab: 'schedule',
    see: 'Every thread loads three iterations ahead, writes to one of two buffers two ahead, reads one ahead, and multiplies: the classic pipeline of Ampere.',
    change: { words: 'Let the scheduler choose again.', label: 'Scheduler: automatic', options: { scheduler: 'auto' } },
  },
  {
    title: 'On Blackwell a third agent',
    file: 'cutile/gemm.py',
    options: { gpu_name: 'sm_100a' },
    tab: 'schedule',
    see: 'Accumulators lie in tensor memory: one warp loads, a thread of another starts the products, and a warpgroup reads what has come out. The barriers between the three are proved.',
    change: null,
  },
  {
    title: 'On Blackwell two CTAs multiply as a pair',
    file: 'kernels/gemm_dynamic.mlir',
    options: { gpu_name: 'sm_100a', tile_scheduler: { ...TILE_SCHEDULER, kind: 'static-persistent', cluster: [2, 1] } },
    tab: 'schedule',
    see: 'The two CTAs of a cluster make one product of 256 rows: each loads its rows and half of the columns, so that a tile of the right operand is loaded once for both.',
    change: { words: 'Each CTA by itself loads all of its columns.', label: 'Pairs: off', options: { pairs: 'off' } },
  },
  {
    title: 'Who computes which tile: stream-K',
    file: 'kernels/matmul.mlir',
    options: { tile_scheduler: { ...TILE_SCHEDULER, kind: 'stream-k' } },
    tab: 'tiles',
    see: 'Resident CTAs share the work of the last wave: tiles are split along K and joined through a workspace. The map shows who has which piece, and when.',
    change: { words: 'As many tiles as there are, one for each CTA.', label: 'Scheduler: data-parallel', options: { tile_scheduler: { ...TILE_SCHEDULER, kind: 'data-parallel' } } },
  },
];

/** The step that is shown; null where the tour has ended. */
export const step = signal<number | null>(null);

/** Shows a step: its kernel, its options, its view. */
export async function goTo(at: number): Promise<void> {
  const next = STEPS[at];
  const defaults = about.value?.defaults;
  const example = GALLERY.find(({ file }) => file === next?.file);
  if (!next || !defaults) return;
  step.value = at;
  if (example) await openExample(example);
  else await openText(await (await got(next.file)).text());
  setOptions({ ...defaults, ...next.options });
  showTab(next.tab);
}
