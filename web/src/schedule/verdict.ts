// The verdict on a loop: one number with what binds it, one line on the scheduler's model beside it, and the parts, each with
// the reason that it is as it is. No drawing here.

import { bytes, count, exactBytes, grouped } from '../format';
import { calledCycles, modelTime, ofRow } from './names';
import type { AgentRegisters, BoundName, IterationLimit, LoopEstimate, LoopSchedule } from '../generated/types';

/** A part of the verdict. */
export interface Part {
  name: string;
  /** Its word in the glossary. */
  word: string;
  value: string;
  /** The owner of the value, where that has to be said beside it. */
  note: string;
  tone: '' | 'good' | 'bad' | 'doubtful';
  why: string[];
  /** The section of the loop that has all of it, if there is one. */
  section: string;
}

/** The verdict on a loop. */
export interface Verdict {
  /** The biggest number: cycles of an iteration, as the hardware is estimated; without an estimate the II of the model. */
  value: string;
  /** The same in nanoseconds, with the clock; empty where none is known. */
  time: string;
  /** Its bound. */
  binds: string;
  /** The modulo model's interval, in one line. */
  model: string;
  parts: Part[];
}

export const whole = (number: number): string => grouped(Math.round(number));
export const cycles = (number: number): string => `${whole(number)} ${Math.round(number) === 1 ? 'cycle' : 'cycles'}`;
const percent = (share: number): string => `${Math.round(share * 100)} %`;

/** The limit of an iteration, in a word or two. */
export const LIMITS: { [name in IterationLimit]: string } = {
  stages: 'waiting for a free stage',
  fill: 'loading its tiles',
  products: 'the tensor cores',
  memory: 'memory',
  threads: 'what its threads compute',
};

/** The limit of an estimate, in a word or two. In a loop without products, threads wait for one op after the other. */
const limitOf = ({ limit, mma_cycles: products }: LoopEstimate): string => (!limit || (limit === 'threads' && !products) ? 'the chain of its ops' : LIMITS[limit]);

/** A bound of the model, in words. */
const BOUNDS: { [name in BoundName]: string } = { recurrence: 'a recurrence', resource: 'a resource', 'fine-density': 'the density of a resource', dependency: 'a chain of dependences' };

/** Nanoseconds for people. */
export function nanoseconds(cycles: number, mhz: number): string {
  const time = (cycles * 1000) / mhz;
  return `${time < 10 ? time.toFixed(1) : whole(time)} ns`;
}

/** The verdict on a loop that has a schedule; `registers` are those of the agents. */
export function verdict(loop: LoopSchedule, ii: number, registers: readonly AgentRegisters[]): Verdict {
  const { estimate } = loop;
  return {
    value: cycles(estimate ? estimate.iteration_cycles : ii),
    time: estimate ? `${nanoseconds(estimate.iteration_cycles, estimate.clock_mhz)} at ${(estimate.clock_mhz / 1000).toFixed(2)} GHz` : '',
    binds: estimate ? limitOf(estimate) : `${bound(loop)} of the model`,
    model: modelLine(loop, ii),
    parts: [interval(loop, ii), stages(loop), buffers(loop), shared(loop), tensorCores(loop), roofline(loop), barriers(loop), spills(registers)].filter((part) => part !== null),
  };
}

const bound = ({ solution }: LoopSchedule): string => (solution.binding ? BOUNDS[solution.binding] : 'nothing');

/** The resource of the model's bound, where one resource says it. */
function binder(loop: LoopSchedule): string {
  const { binding, bounds } = loop.solution;
  const resource = binding === 'resource' || binding === 'fine-density' ? bounds?.[binding].resource : null;
  const name = resource == null ? '' : (loop.graph.resources[resource]?.name ?? '');
  return name ? `${bound(loop)}, ${name}` : bound(loop);
}

/** The II in one line; where its binder is another than that of the estimate, so it says. */
function modelLine(loop: LoopSchedule, ii: number): string {
  const { estimate, row_cycles: row } = loop;
  const every = row
    ? `${whole(ii)} rows of ${ofRow(row)} (its II: ${cycles(ii * row)})`
    : loop.solution.four_stage
      ? 'step of the pipeline (its II)'
      : `${ii === 1 ? 'cycle' : cycles(ii)} of the scheduler's model (its II)`;
  const { binding, bounds } = loop.solution;
  const bound = bounds?.reached === false ? `, above the ${whole(bounds.mii)} that it is bound to by ${binder(loop)}` : binding ? `, bound by ${binder(loop)}` : '';
  const line = `The schedule starts an iteration every ${every}${bound}.`;
  if (!estimate?.limit || !differs(loop, estimate)) return line;
  // A row is so many cycles of the SM clock; other weights are none.
  return `${line} ${row ? 'By' : "The model's weights are no hardware figures: by"} the estimates, an iteration is bound by ${limitOf(estimate)}.`;
}

/** The resources of the model that are what an estimate is bound by. */
const RESOURCES: { [name in IterationLimit]: RegExp } = { stages: /^$/, fill: /tma|gnic|smem|fill/, products: /mma|tc_|tensor/, memory: /^$/, threads: /issue|special|shuffle/ };

/** Whether the model names another binder than the estimate does. */
function differs({ solution: { binding, bounds }, graph }: LoopSchedule, { limit, mma_cycles: products }: LoopEstimate): boolean {
  const at = binding === 'resource' ? bounds?.resource.resource : null;
  const resource = at == null ? '' : (graph.resources[at]?.name ?? '');
  // A chain of ops, from one iteration to the next or within one.
  const isChain = limit === 'threads' && !products && (binding === 'recurrence' || binding === 'dependency');
  return !isChain && !(limit && resource && RESOURCES[limit].test(resource));
}

function interval({ solution, row_cycles: row, estimate }: LoopSchedule, ii: number): Part {
  const { search, four_stage: steps } = solution;
  const spent = search?.gap ? `: ${ii - search.gap} is not ruled out, ${search.gap} below it, with ${grouped(search.steps)} of ${grouped(search.budget)} steps of the search spent` : '';
  const why = [
    `A new iteration starts this often, in ${row ? `rows of ${ofRow(row)} of the SM clock` : steps ? 'steps of the pipeline' : "the weights of the scheduler's model"}; ${solution.proven_optimal ? 'proven to be the smallest' : `not proven to be the smallest${spent}`}.`,
  ];
  if (solution.explanation.why_not_less) why.push(sentence(solution.explanation.why_not_less) + (row ? ` ${calledCycles(row)}` : ''));
  if (row && estimate && estimate.limit !== 'stages' && Math.round(ii * row) > Math.round(estimate.iteration_cycles))
    why.push(`That is longer than the ${cycles(estimate.iteration_cycles)} of the estimate, what the busiest unit does: in the model an op takes whole rows in one piece, and leaves gaps.`);
  return {
    name: 'Initiation interval (II)',
    word: 'ii',
    value: row ? whole(ii) : steps ? '1 step' : cycles(ii),
    note: row ? 'rows' : steps ? 'of the pipeline' : 'of the model',
    tone: '',
    why,
    section: 'bounds',
  };
}

function stages({ solution, row_cycles: row }: LoopSchedule): Part | null {
  const { stage_count: inFlight, stages_by_start: byStart, length } = solution;
  if (inFlight == null) return null;
  const why = [`Iterations in flight: ${length == null ? 'an unknown number of cycles' : modelTime(length, row)} from the first issue to the last result.`];
  if (byStart != null) why.push(`Ops are issued in ${count(byStart, 'stage')}: these are the stages by start.`);
  return { name: 'Stage count', word: 'stage-count', value: String(inFlight), note: 'in flight', tone: '', why, section: 'timeline' };
}

function buffers({ depth, ledger }: LoopSchedule): Part {
  const { chosen, wanted, fits, asked, why } = depth;
  // The reason says how many are wanted and how many fit; where there is none, the numbers do.
  const words = why || `${asked === null ? '' : `${asked} asked for, `}${wanted} wanted, ${fits} fit`;
  const more = `One more would take ${exactBytes(ledger.one_more)}: ${ledger.missing > 0 ? `${exactBytes(ledger.missing)} too many` : 'that fits'}.`;
  return { name: 'Buffer depth', word: 'depth', value: String(chosen), note: `of ${bytes(ledger.one_more)}`, tone: '', why: [sentence(words), more], section: 'ledger' };
}

function shared({ ledger: { used, capacity, free } }: LoopSchedule): Part {
  return {
    name: 'Shared memory',
    word: 'ring',
    value: percent(used / capacity),
    note: `${bytes(used)} of ${bytes(capacity)}`,
    tone: '',
    why: [`A CTA takes ${exactBytes(used)} of the ${exactBytes(capacity)} that it can have; ${exactBytes(free)} are free.`],
    section: 'ledger',
  };
}

function tensorCores({ estimate }: LoopSchedule): Part | null {
  if (!estimate || !(estimate.iteration_cycles > 0)) return null;
  const { mma_cycles: busy, iteration_cycles: iteration } = estimate;
  const share = Math.min(1, busy / iteration);
  const why = [`Products keep the tensor cores busy for ${whole(busy)} of the ${whole(iteration)} cycles of an iteration, by the estimates.`];
  return { name: 'Tensor cores', word: 'estimate', value: percent(share), note: 'busy', tone: '', why, section: 'estimate' };
}

/** The operations of products for each byte that is loaded, of a loop by its estimate or by its roofline. */
export const intensityOf = ({ loaded_bytes: loaded, flops, intensity }: { loaded_bytes: number; flops: number; intensity: number }): string =>
  `An iteration loads ${whole(loaded)} bytes and computes ${whole(flops)} FLOPs: ${intensity.toFixed(1)} for each byte.`;

function roofline({ estimate, solution }: LoopSchedule): Part | null {
  const { roofline_stages: found } = solution;
  if (!estimate && !found) return null;
  const why: string[] = [];
  if (estimate)
    why.push(
      `If nothing waits for a stage, an iteration takes ${cycles(estimate.ii_cycles)}: ${cycles(estimate.mma_cycles)} of products, beside which memory is filled; the tensor cores then rest for ${whole(estimate.idle_cycles)}.`,
    );
  if (estimate && estimate.flops > 0) why.push(intensityOf(estimate));
  if (found) why.push(`Bandwidth alone asks for ${count(found.stages, 'stage')}: ${cycles(found.memory)} of moving data over ${cycles(found.compute)} of computing, in the weights of the model.`);
  return estimate
    ? { name: 'Roofline', word: 'roofline-stages', value: cycles(estimate.ii_cycles), note: 'at best', tone: '', why, section: 'estimate' }
    : { name: 'Roofline', word: 'roofline-stages', value: count(found?.stages ?? 0, 'stage'), note: 'by bandwidth', tone: '', why, section: '' };
}

function barriers({ protocol }: LoopSchedule): Part | null {
  if (!protocol) return null;
  const tone = protocol.verdict === 'proved' ? 'good' : protocol.verdict === 'refuted' ? 'bad' : 'doubtful';
  return { name: 'Barriers', word: 'mbarrier', value: protocol.verdict, note: '', tone, why: [sentence(protocol.text)], section: 'protocol' };
}

function spills(registers: readonly AgentRegisters[]): Part | null {
  const worst = [...registers].sort((a, b) => b.needs / b.has - a.needs / a.has)[0];
  if (!worst) return null;
  const over = worst.needs - worst.has;
  const each = registers.map(({ agent, needs, has, line }) => `a thread of ${agent} needs ${needs} of ${has}${line ? `, most at line ${line}` : ''}`);
  return {
    name: 'Registers',
    word: 'register-estimate',
    value: over > 0 ? 'may spill' : 'no spills',
    note: `${worst.agent} ${worst.needs} of ${worst.has}`,
    tone: over > 0 ? 'doubtful' : 'good',
    why: [`By estimate, ${each.join('; ')}.`],
    section: '',
  };
}

export const sentence = (words: string): string => (/[.!?]$/.test(words) ? words : `${words}.`);
