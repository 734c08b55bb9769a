// The page's words on PTX: instructions, runs, descriptors, and code that launches it.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { filesBelow } from '../../scripts/lib/build.mjs';
import { at } from '../../scripts/lib/places.mjs';
import { load } from './load.mjs';

const opcodes = await load('ptx/opcodes.ts');
const meanings = JSON.parse(readFileSync(at('web/src/ptx/meanings.json'), 'utf8'));
const explain = (spelled) => opcodes.explain(spelled, meanings);
const { runs } = await load('ptx/runs.ts');
const { ownersOf } = await load('ptx/agents.ts');
const { agentOf, agentsOf, arrivals, colourOf } = await load('schedule/agents.ts');
const { Descriptors, swizzled } = await load('ptx/descriptors.ts');
const { cpp } = await load('launch/cpp.ts');
const { python } = await load('launch/python.ts');
const { commandLine } = await load('launch/command.ts');
const { OPTIONS } = await load('options.ts');

/** The instructions that the compiler writes, each with the modifiers that it may have, by the table of PTX. */
function written() {
  const table = readFileSync(at('crates/ptx/src/table.rs'), 'utf8').replace(/\\\n\s*/g, '');
  const classes = new Map([...table.matchAll(/\(\s*"([A-Z0-9]+)",\s*"([^"]+)",?\s*\)/g)].map(([, name, words]) => [name, words.split('|')]));
  const rows = [...table.matchAll(/^ {4}(\w+) "([a-z0-9_.]+)" \d \d\.\.\d "[^"]*"\s+"([^"]*)";/gm)];
  const sources = ['crates/nvptx/src', 'crates/units/src'].flatMap((folder) => filesBelow(at(folder))).map((file) => readFileSync(file, 'utf8'));
  const used = new Set(sources.flatMap((text) => [...text.matchAll(/Opcode::([A-Z]\w+)/g)].map(([, name]) => name)));
  const words = (forms) =>
    forms.split(';').flatMap((form) => {
      const slots = form
        .split(' : ')[0]
        .trim()
        .split(/\s+/)
        .filter((slot) => slot && !/^(v\d+|sm\d+|=\w+)$/.test(slot));
      return slots
        .flatMap((slot) => slot.replace(/[?*]$/, '').split('|'))
        .flatMap((word) => classes.get(word) ?? [word])
        .flatMap((word) => classes.get(word) ?? [word]);
    });
  return rows.filter(([, name]) => used.has(name)).map(([, , text, forms]) => ({ text, modifiers: [...new Set(words(forms))] }));
}

test('every instruction that the compiler writes is explained, with every modifier that it may have', () => {
  const all = written();
  assert.ok(all.length > 50, `${all.length} instructions`);
  const missing = all.flatMap(({ text, modifiers }) => {
    if (explain(text)?.name !== text) return [text];
    const unsaid = (word) => !(explain(`${text}.${word}`).modifiers[0]?.means.length > 3);
    // Ranges of shapes are no words.
    return modifiers.filter((word) => !/^m\d+.*[*+]/.test(word) && !explain(`${text}.${word}`).name.endsWith(`.${word}`) && unsaid(word)).map((word) => `${text}: .${word}`);
  });
  assert.deepEqual(missing, []);
  assert.equal(explain('nonsense.f32'), null);
});

test('directives that the compiler writes are explained, as words of their own', () => {
  const text = filesBelow(at('crates/nvptx/src'))
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n');
  const written = [...new Set(text.match(/\.(?:address_size|entry|extern|maxnreg|minnctapersm|param|reg|reqnctapercluster|reqntid|shared|target|version|visible)\b(?! =)/g))];
  assert.ok(written.length > 4, written.join(' '));
  assert.deepEqual(
    written.filter((word) => explain(word)?.name !== word),
    [],
  );
  assert.equal(explain('.b32'), null, 'a type says itself what it is');
});

test('instructions that repeat are a run, and what does not is none', () => {
  const lines = [
    '{',
    ...Array.from({ length: 12 }, (_, at) => `    mov.f32 %f${at}, 0f00000000;`),
    '    add.u32 %r0, %r1, 1;',
    ...Array.from({ length: 5 }, (_, at) => [`    add.u64 %rd${at}, %rd0, ${at};`, '    wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%f0}, %rd0, %rd1, 1, 1, 1, 0, 1;']).flat(),
    '    ret;',
    '}',
  ];
  assert.deepEqual(
    runs(lines).map(({ from, to, period, opcodes }) => [from, to, period, opcodes.length]),
    [
      [2, 13, 1, 1],
      [15, 24, 2, 2],
    ],
  );
  assert.deepEqual(runs(['    add.u32 %r0, %r1, 1;', 'label:', '    sub.u32 %r0, %r1, 1;']), []);
  // A label is where others come from: no run goes over it.
  assert.deepEqual(runs([...Array(6).fill('    mov.b32 %r0, 0;'), 'bb_1:', ...Array(6).fill('    mov.b32 %r0, 0;')]), []);
});

test('descriptors are read from the constants that make them', () => {
  const text = [
    '    shr.u32 %r1, %r0, 4;',
    '    add.u32 %r2, %r1, 33554432;',
    '    mov.b32 %r3, 1073741888;',
    '    mov.b64 %rd0, {%r2, %r3};',
    '    add.u64 %rd1, %rd0, 512;',
    '    mov.b64 %rd2, {%r8, %r9};',
    '    add.u64 %rd3, %rd0, %rd9;',
    '    mad.wide.u32 %rd4, %r9, 1024, %rd1;',
    '    add.u64 %rd5, %rd4, 2;',
    '    mad.wide.u32 %rd6, %r9, 1024, %rd2;',
  ].join('\n');
  const found = new Descriptors(text);
  assert.deepEqual(found.of('%rd0'), { register: '%rd0', offset: 0, leading: 8192, stride: 1024, swizzle: '128b' });
  assert.deepEqual(found.of('%rd1'), { register: '%rd1', offset: 8192, leading: 8192, stride: 1024, swizzle: '128b' });
  assert.equal(found.of('%rd2'), null, 'what is known at run time only is not guessed');
  assert.equal(found.of('%rd3'), null);
  // Of a slot that is known at run time all is known but where it begins.
  assert.deepEqual(found.of('%rd4'), { register: '%rd4', offset: null, leading: 8192, stride: 1024, swizzle: '128b' });
  assert.equal(found.of('%rd5').offset, null);
  assert.equal(found.of('%rd6'), null);
  assert.equal(new Descriptors(`${text}\n    mov.b32 %r3, 64;`).of('%rd0'), null, 'nor what is written twice');
});

test('a swizzle puts each chunk of a row in a place of its own, and a column into all of them', () => {
  for (const [swizzle, chunks] of [
    ['128b', 8],
    ['64b', 4],
    ['32b', 2],
  ]) {
    const rows = swizzled(swizzle);
    for (const row of rows)
      assert.deepEqual(
        [...row].sort((a, b) => a - b),
        Array.from({ length: chunks }, (_, at) => at),
        swizzle,
      );
    const banks = new Set(rows.map((row, at) => (at * chunks + row[0]) % 8));
    assert.equal(banks.size, 8, `${swizzle}: a column of eight rows meets in no bank`);
  }
});

const abi = {
  version: 1,
  entry: 'k',
  target: 'sm_90a',
  grid: 'one-cta-per-tile-block',
  threads: [256, 1, 1],
  shared_bytes: 197632,
  cluster: [1, 1, 1],
  params: [
    { name: 'A', kind: 'pointer', type: 'ptr<f16>', bytes: 8, align: 8 },
    { name: 'int', kind: 'scalar', type: 'i32', bytes: 4, align: 4 },
    { kind: 'scalar', type: 'f32', bytes: 4, align: 4 },
    { kind: 'descriptor', type: 'tma', bytes: 128, align: 64 },
  ],
  descriptors: [{ element: 'f16', dims: [{ constant: 64 }, { argument: 1 }], strides: [{ scaled: { argument: 1, by: 2 } }], base: { argument: 0 }, box: [64, 128], swizzle: '128b', fill: 'zero' }],
};

test('code that launches a kernel gives every parameter in its place, and encodes every tensor map', () => {
  const [c, py] = [cpp(abi), python(abi)];
  assert.match(c, /void launch\(CUfunction function, CUstream stream, unsigned gridX, unsigned gridY, unsigned gridZ, CUdeviceptr A, int32_t int_2, float p2\)/);
  assert.match(c, /void\* params\[\] = \{&A, &int_2, &p2, &map3\};/);
  assert.match(c, /map3_dims\[\] = \{64, static_cast<cuuint64_t>\(int_2\)\}/);
  assert.match(c, /map3_strides\[\] = \{static_cast<cuuint64_t>\(int_2\) \* 2\}/, 'no product in 32 bits');
  assert.match(c, /MAX_DYNAMIC_SHARED_SIZE_BYTES, 197632/);
  assert.match(py, /def launch\(function, stream, grid, A, int_2, p2\):/);
  assert.match(py, /values = \(A, int_2, p2, map3,\)/);
  assert.match(py, /types = \(ctypes\.c_void_p, ctypes\.c_int32, ctypes\.c_float, None,\)/);
  const clustered = { ...abi, cluster: [2, 1, 1], shared_bytes: 1024 };
  assert.match(cpp(clustered), /clusterDim\.x = 2;[\s\S]*cuLaunchKernelEx/);
  assert.match(python(clustered), /clusterDim\.x = 2[\s\S]*cuLaunchKernelEx/);
  const shared = { ...clustered, grid: 'one-cluster-per-tile-block' };
  for (const write of [cpp, python]) {
    assert.match(write(shared), /gridDimX \*= 2/, 'a tile block that two CTAs share is launched with both');
    assert.doesNotMatch(write(clustered), /\*=/);
    assert.doesNotMatch(write(clustered), /cuFuncSetAttribute/, 'so little needs no leave');
    assert.match(write({ ...clustered, non_portable_cluster: true }), /NON_PORTABLE_CLUSTER_SIZE_ALLOWED, 1\)/);
  }
  for (const code of [c, py, cpp(clustered), python(clustered)]) for (const [open, close] of ['()', '[]', '{}']) assert.equal(code.split(open).length, code.split(close).length);
});

test('the command line has the options that are not as usual, and the target', () => {
  const usual = { gpu_name: 'sm_90a', opt_level: 3, entry: null, lineinfo: false, num_stages: null, tile_scheduler: null };
  for (const { field } of OPTIONS) if (!field.includes('.')) usual[field] ??= null;
  assert.equal(commandLine('kernel.mlir', usual, usual), 'tilewright compile kernel.mlir --gpu-name sm_90a --emit ptx');
  const line = commandLine('my kernel.py', { ...usual, gpu_name: 'sm_80', num_stages: 3, lineinfo: true, entry: "it's" }, usual, 'machine.json');
  assert.equal(line, "tilewright compile 'my kernel.py' --gpu-name sm_80 --entry 'it'\\''s' --lineinfo --num-stages 3 --machine machine.json --emit ptx");
});

/** A loop whose producer loads in stage 0 what its consumer multiplies in stage 1, at these lines of the source. */
const specialised = {
  line: 1,
  agents: [
    { name: 'producer', ops: ['producer load a'] },
    { name: 'consumer', ops: ['consumer dot'] },
  ],
  graph: {
    resources: [],
    edges: [],
    ops: [
      { name: 'producer load a', latency: 8, footprint: [], line: 7 },
      { name: 'consumer dot', latency: 8, footprint: [], line: 9 },
    ],
  },
  solution: {
    ii: 16,
    stages_by_start: 2,
    start: [0, 16],
    ops: [
      { stage: 0, order: 0, row: 0, slots: [], arm: '', buffer_depth: 1 },
      { stage: 1, order: 0, row: 0, slots: [], arm: '', buffer_depth: null },
    ],
    table: [],
  },
};

const text = (multiplies) => `.entry k() {
  mov.u32 %r0, %tid.x;
  @%p0 bra others;
loads:
  mov.u32 %r1, 0;
  cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes [%r1], [%rd4, {%r1, %r1}], [%r1];
  @%p1 bra loads;
  bra end;
others:
  mov.u32 %r2, 0;
  ${multiplies};
end:
  ret;
}`;

test('each line of PTX has the agent that alone runs it, and the stage of its op', () => {
  const origins = [0, 0, 0, 0, 0, 7, 0, 0, 0, 0, 9, 0, 0, 0];
  const said = (multiplies, loops = [specialised]) => ownersOf(text(multiplies), origins, loops).map((owner) => owner && `${owner.agent} ${owner.stage}`);
  assert.deepEqual(said('wgmma.mma_async.sync.aligned.m64n64k16.f32.f16.f16 {%f0}, %rd1, %rd2, 1'), [
    null,
    null,
    null,
    null,
    'producer null',
    'producer 0',
    'producer null',
    'producer null',
    null,
    'consumer null',
    'consumer 1',
    null,
    null,
    null,
  ]);
  // Ops of loops of several products are called after what they do to a tile.
  const several = { ...specialised, agents: specialised.agents.map((agent) => ({ ...agent, ops: agent.ops.map((op) => op.replace(/.* load.*/, 'tiled_load').replace(/.* dot/, 'dot 2')) })) };
  const owners = said('wgmma.mma_async.sync.aligned', [several]).map((owner) => owner?.split(' ')[0]);
  assert.deepEqual([owners[0], owners[5], owners[10]], [undefined, 'producer', 'consumer']);
  // An agent that multiplies nothing cannot be told from all threads; without a loop nobody is anybody.
  assert.ok(!said('add.u32 %r2, %r2, 1').some((owner) => owner?.startsWith('consumer')));
  assert.ok(!said('wgmma.mma_async.sync.aligned', []).some(Boolean));
});

test('who moves in an interleaving has the colour of the agent, and barriers are of those who arrive', () => {
  for (const who of ['producer', 'a copy of producer', 'producer, warp 3 of CTA 0']) assert.equal(agentOf(who), 'producer');
  assert.equal(agentOf('asynchronous work of issuer'), 'issuer');
  const step = (who, action, barrier) => ({ who, action, after: { barrier } });
  const protocol = {
    agents: ['consumer warp 0', 'consumer warp 4', 'producer'],
    barriers: ['full[0]', 'full[1]', 'empty[0]', 'the meeting'],
    counterexamples: [],
    run: [
      step('producer', 'waits for parity 1 of empty[0]: passes', 'empty[0]'),
      step('producer', 'expects 8192 bytes on full[0] and arrives', 'full[0]'),
      step('a copy of producer', 'lands, completes 8192 bytes on full[0]', 'full[0]'),
      step('consumer warp 4', 'arrives 1 on empty[0]', 'empty[0]'),
    ],
  };
  const loop = { agents: [{ name: 'producer' }, { name: 'consumer0' }, { name: 'consumer1' }], protocol };
  const agents = agentsOf(loop);
  assert.deepEqual(agents, ['producer', 'consumer0', 'consumer1', 'consumer']);
  assert.deepEqual(
    ['a copy of producer', 'consumer warp 3', 'consumer warp 4', 'consumer', 'somebody'].map((who) => colourOf(who, agents)),
    ['fill-0', 'fill-1', 'fill-2', 'fill-3', ''],
  );
  // A slot that has had no turn is as the others of its ring; of a barrier that nobody has come to nothing is said.
  assert.deepEqual([...arrivals(loop)].sort(), [
    ['empty[0]', 'consumer'],
    ['full[0]', 'producer'],
    ['full[1]', 'producer'],
  ]);
  assert.equal(arrivals({ protocol: null }).size, 0);
});
