// The names of the scheduler's model, each in a sentence: those of resources, and of the arms that find seats.

const TRANSPORT = 'a transport';

/** Resources by their names in the models (crates/machine/data); a slot and a pool may share one. */
const RESOURCES: { [name in string]: string } = {
  issue: 'the slot in which an agent issues what needs no other unit: waits, arrivals, fences',
  xu: 'the unit of special functions, such as the exponential',
  xu64: 'the unit of special functions of 64 bits',
  fp32x2_fp16ultra: 'the pipe of pairs of f32 and of f16',
  alu: 'the pipe of integers and logic',
  alu_or_fmaheavy: 'the pipe of integers and logic, or the heavy one of multiply-adds',
  dual_alu: 'what either pipe of arithmetic can do, such as computing an address',
  lsu: 'the unit that loads and stores for threads',
  tmem: 'access to tensor memory',
  mma: 'the instructions that multiply matrices',
  tc_and_mma: 'the tensor cores, from the issue of a product on',
  tma: 'the unit of TMA, which copies boxes of tensors',
  tp_gnic_rd: `${TRANSPORT}: out of global memory`,
  tp_gnic_wr: `${TRANSPORT}: into global memory`,
  tp_smem_rd: `${TRANSPORT}: out of shared memory`,
  tp_smem_wr: `${TRANSPORT}: into shared memory`,
  tp_tmem_rd: `${TRANSPORT}: out of tensor memory`,
  tp_tmem_wr: `${TRANSPORT}: into tensor memory`,
  tp_mma: `${TRANSPORT}: operands on their way into the tensor cores`,
  tmem_bank: 'the banks of tensor memory',
  tmem_banks: 'the banks of tensor memory',
  coarse_issue: 'how many ops of any kind an agent can issue in a cycle of the model',
  named_barrier: 'how many arrivals and waits at barriers are in flight: at mbarriers too, not only at the numbered ones',
  named_barriers: 'how many arrivals and waits at barriers are in flight: at mbarriers too, not only at the numbered ones',
  alu_fanout: 'what the pipes of arithmetic can take at a time',
  fma_fan_out: 'what the pipes of multiply-adds can take at a time',
  dual_alu_fan_out: 'what the two pipes of arithmetic can take at a time',
  regbank: 'the banks of registers',
  register_banks: 'the banks of registers',
  smem_lock: 'the lock on shared memory, which one op holds at a time',
  smem_bytes: 'bytes of shared memory',
  async_copy_queues: 'the queues of cp.async',
  unknown: 'an op that the model does not know',
  omitted_simt: 'an op that the model leaves out',
  test_simt: 'a test of the scheduler',
  test_mma: 'a test of the scheduler',
  test_dma: 'a test of the scheduler',
};

/** Arms by their names (crates/modsched/src/schedule.rs). */
const ARMS: { [name in string]: string } = {
  permute: 'the first arm: ops by priority, each in its earliest seat',
  fuse: 'the second arm: ops that belong together are seated as one',
  retry: 'the third arm: seats are tried on a copy of the table, and others may have to leave theirs',
  cost: 'the fourth arm: each op in the seat that costs the least',
  eviction: 'iterative scheduling (Rau): an op without a free seat takes that of others, which are seated anew',
  slots: 'a search for a row of the table for each op, component by component',
  serial: 'one op after the other, in one stage',
  exact: 'the exact solver: no smaller II has a schedule',
  'four-stage': 'loads, stores to shared memory, loads from it and products, each in a stage of its own',
};

/** A resource's name without its agent, and without the word that says that it is a pool. */
export const bareResource = (name: string): string =>
  name
    .replace(/ \(pool\)$/, '')
    .replace(/^pool_/, '')
    .replace(/^.*\./, '');

/** A resource in a sentence: with its agent, if it has one of its own. Empty where nothing is known of it. */
export function resourceMeans(name: string): string {
  const means = RESOURCES[bareResource(name)];
  if (!means) return '';
  const [agent] = name.includes('.') ? name.split('.') : [];
  return `${means}${agent ? `; the ${agent}'s` : ''}${/ \(pool\)$|^pool_/.test(name) ? '; a pool, which several ops share' : ''}`;
}

/** An arm in a sentence; empty where nothing is known of it. */
export const armMeans = (arm: string): string => ARMS[arm] ?? '';
