// Rings of buffers between the ops of a loop: who fills each, and from when to when an iteration has a slot of it. No drawing here.

import type { LoopSchedule, SharedBuffer, SharedLedger } from '../generated/types';
import type { ScheduleModel } from './model';

/** The time in which the first iteration has its slot. */
export interface Live {
  from: number;
  to: number;
}

/** The name of the ring of a loop that has but one. */
export const ONE_RING = 'buffer';

/** A ring of buffers. */
export interface Ring {
  name: string;
  /** The agent that fills it. */
  agent: string;
  slots: number;
  /** Its buffers in the ledger: `byte` and a place in the list of shared memory, `column` and one in that of tensor memory. */
  places: string[];
  /** Null where the model does not say. */
  live: Live | null;
}

/** The parts of a loop that tell of its rings. */
export type Ringed = Pick<LoopSchedule, 'graph' | 'agents'> & Partial<Pick<LoopSchedule, 'ledger' | 'row_cycles'>>;

/** A ring as the report has it: its filler, its readers, and the products that read what is written over it. */
interface Found {
  filler: number;
  place: string;
  slots: number;
  over: number[];
}

/** Ops by their places in the list that take what one makes in the same iteration of the kernel: what goes back to an earlier op, the next one takes. */
const readersOf = ({ graph }: Ringed, id: number) => graph.edges.filter(({ src, dst }) => src === id && dst > id);

/** Rings as the report tells them: loads fill slots, and so does each op whose result another agent takes. */
function found(loop: Ringed): Found[] {
  const { graph, agents, ledger } = loop;
  if (!loop.row_cycles || !ledger) return [];
  const agentOf = (id: number) => agents.find(({ ops }) => ops.includes(graph.ops[id]?.name ?? ''))?.name;
  const isProduct = (id: number) => /\.dot/.test(graph.ops[id]?.kind ?? '');
  const fillers = graph.ops.flatMap((op, id) => (op.class === 'global_to_shared' || readersOf(loop, id).some(({ dst }) => agentOf(dst) !== agentOf(id)) ? [id] : []));
  // The report does not say which op fills a buffer: they are those of one line, in one order, where there are as many of them.
  const paired = <T>(ids: number[], places: T[]): [number, T][] => (ids.length === places.length ? ids.flatMap((id, at) => [[id, places[at] as T]] as [number, T][]) : []);
  const shared = [...new Set(fillers.map((id) => graph.ops[id]?.line))].flatMap((line) => {
    const places = ledger.buffers.flatMap(({ live, slots }, at) => (new RegExp(`^lines? ${line}\\b`).test(live) ? [{ place: `byte ${at}`, slots }] : []));
    return paired(
      fillers.filter((id) => graph.ops[id]?.line === line && !isProduct(id)),
      places,
    );
  });
  const others = fillers.filter((id) => !shared.some(([one]) => one === id));
  const columns = (ledger.tensor_memory?.buffers ?? []).map(({ what, slots }, at) => ({ place: `column ${at}`, slots, isOver: what.includes('then over it') }));
  const tensor = paired(others.filter(isProduct), columns);
  const over = new Map(
    paired(
      tensor.filter(([, { isOver }]) => isOver).map(([id]) => id),
      others.filter((id) => !isProduct(id)),
    ),
  );
  return [
    ...shared.map(([filler, own]) => ({ filler, ...own, over: [] })),
    ...tensor.flatMap(([filler, { place, slots, isOver }]) => (isOver && !over.has(filler) ? [] : [{ filler, place, slots, over: readersOf(loop, over.get(filler) ?? -1).map(({ dst }) => dst) }])),
  ];
}

/**
 * The iterations that each op of a loop is ahead of the last: the graph has a load in an earlier one than its product, as the kernel does, but no
 * more of them than there are slots to be filled meanwhile.
 */
export function ahead(loop: Ringed): number[] {
  const rings = found(loop);
  const most: number[] = [];
  for (let id = loop.row_cycles ? loop.graph.ops.length : 0; id-- > 0; ) {
    const slots = rings.find(({ filler }) => filler === id)?.slots ?? Number.POSITIVE_INFINITY;
    const each = readersOf(loop, id).map(({ dst, distance }) => (most[dst] ?? 0) + Math.min(distance, slots - 1));
    most[id] = each.length > 0 ? Math.min(...each) : 0;
  }
  return most;
}

/** Names what a line of the source makes, where that has a name. */
type Named = (line: number) => string | undefined;

/** Buffers by the names of what their lines make, where the report has only numbers for them, and the barriers of each by its name: they come in the order of the rings. */
export function namedLedger(ledger: SharedLedger, named: Named): SharedLedger {
  const lineOf = ({ live }: SharedBuffer): number => Number(/^lines? (\d+)/.exec(live)?.[1] ?? 0);
  const nameOf = (buffer: SharedBuffer): string => (/^buffer \d+$/.test(buffer.name) && named(lineOf(buffer))) || buffer.name;
  const own = ledger.buffers.filter(lineOf).map((buffer) => ({ slots: buffer.slots, name: nameOf(buffer) }));
  const isOne = (name: string): boolean => own.filter((other) => other.name === name).length === 1;
  const barriers = ledger.buffers.filter(({ name }) => name === 'barriers');
  const called = (buffer: SharedBuffer): string => {
    const ring = own[barriers.indexOf(buffer)];
    if (ring && barriers.length > 1) return ring.slots === buffer.slots ? `barriers of ${ring.name}` : buffer.name;
    return isOne(nameOf(buffer)) ? nameOf(buffer) : buffer.name;
  };
  return { ...ledger, buffers: ledger.buffers.map((buffer) => ({ ...buffer, name: called(buffer) })) };
}

/** The rings of a loop; `named` may know the name of what a line makes. */
export function rings(loop: LoopSchedule, model: ScheduleModel, named: Named = () => undefined): Ring[] {
  const { ledger, depth } = loop;
  const { ops, ii } = model;
  if (!loop.row_cycles) {
    const live = liveRange(loop, model);
    const agent = ops.find(({ depth }) => depth)?.agent ?? '';
    const places = ledger.buffers.flatMap(({ live, slots }, at) => (/^lines? /.test(live) && slots === depth.chosen ? [`byte ${at}`] : []));
    // Where the model has copies longer in flight than there are slots for, it does not say when each slot is taken.
    return live ? [{ name: ONE_RING, agent, slots: depth.chosen, places, live: live.to - live.from <= depth.chosen * ii ? live : null }] : [];
  }
  const byId = new Map(ops.map((op) => [op.id, op]));
  return found(loop).flatMap(({ filler, place, slots, over }): Ring[] => {
    const by = byId.get(filler);
    const readers = [...readersOf(loop, filler).map(({ dst }) => dst), ...over].flatMap((id) => byId.get(id) ?? []);
    if (!by || readers.length === 0) return [];
    const to = Math.max(...readers.map(({ at, span }) => at + span));
    // A slot is filled once the iteration before has read it.
    const from = Math.max(by.at, to - slots * ii);
    const inTime = readers.every(({ at }) => from + by.latency <= at);
    const [, at] = place.split(' ');
    const own = place.startsWith('byte') ? ledger.buffers[Number(at)]?.name : undefined;
    return [{ name: own?.startsWith('%') ? own : (named(by.line) ?? by.name), agent: by.agent, slots, places: [place], live: inTime ? { from, to } : null }];
  });
}

/** From the first load of an iteration to the last use of what was loaded, in a loop with one ring; null where no op has a buffer. */
export function liveRange({ graph, depth: ring }: Pick<LoopSchedule, 'graph' | 'depth'>, { ops, ii }: ScheduleModel): Live | null {
  const byId = new Map(ops.map((op) => [op.id, op]));
  const loads = ops.filter(({ depth }) => depth !== null && depth > 0);
  if (loads.length === 0) return null;
  const ids = new Set(loads.map(({ id }) => id));
  const uses = graph.edges.flatMap(({ src, dst, distance }) => {
    const [load, use] = [byId.get(src), byId.get(dst)];
    // An edge to an agent's own later iterations is the order of its loads, and no use.
    // One over as many iterations as there are slots says that a slot is free again.
    const isUse = load && use && ids.has(src) && (distance === 0 || (load.agent !== use.agent && distance < ring.chosen));
    return isUse ? [use.start + use.span + distance * ii] : [];
  });
  const from = Math.min(...loads.map(({ start }) => start));
  return { from, to: Math.max(from + ii, ...loads.map(({ start, span }) => start + span), ...uses) };
}

/** Rings whose slots are held longer in the model than there are slots for, in words. */
export function notSaid(rings: Ring[]): string {
  const names = rings.flatMap(({ name, live }) => (live ? [] : [name]));
  return names.length > 0 ? `The model has more iterations on their way than there are slots of ${names.join(', ')}, so that it does not say when each of them is held.` : '';
}
