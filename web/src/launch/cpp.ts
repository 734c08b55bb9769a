// Host code in C++ with the CUDA driver API.

import type { Abi } from '../generated/types';
import { CUT, caveats, type Contract, contract, elementOf, fillOf, type Given, quantity, swizzleOf, USUAL_SHARED } from './contract';

const TYPES: { [type in Given['type']]: string } = {
  pointer: 'CUdeviceptr',
  i8: 'int8_t',
  i16: 'int16_t',
  i32: 'int32_t',
  i64: 'int64_t',
  f16: 'uint16_t',
  bf16: 'uint16_t',
  f32: 'float',
  f64: 'double',
  bytes: 'const void*',
};

export function cpp(abi: Abi): string {
  const found = contract(abi);
  const { entry, target, threads, shared_bytes: shared } = abi;
  return [
    `// Launches ${entry} (${target}) with the CUDA driver API.   g++ -std=c++17 launch.cpp -lcuda`,
    ...caveats(found).map((words) => `// ${words.replaceAll('’', "'")}`),
    '#include <cuda.h>',
    '#include <cstdint>',
    '#include <cstdio>',
    '#include <cstdlib>',
    '',
    'static void check(CUresult result, const char* what) {',
    '  if (result == CUDA_SUCCESS) return;',
    '  const char* name = nullptr;',
    '  cuGetErrorName(result, &name);',
    '  std::fprintf(stderr, "%s: %s\\n", what, name ? name : "unknown error");',
    '  std::exit(1);',
    '}',
    '',
    ...(found.maps.length > 0 ? [...encoder(), ''] : []),
    `// ptx: the text of the kernel, with a zero at its end.`,
    'CUfunction load(const char* ptx) {',
    '  CUmodule module;',
    '  CUfunction function;',
    '  check(cuModuleLoadData(&module, ptx), "cuModuleLoadData");',
    `  check(cuModuleGetFunction(&function, module, "${entry}"), "cuModuleGetFunction");`,
    ...(shared > USUAL_SHARED ? [`  check(cuFuncSetAttribute(function, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, ${shared}), "cuFuncSetAttribute");`] : []),
    ...(abi.non_portable_cluster ? ['  check(cuFuncSetAttribute(function, CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED, 1), "cuFuncSetAttribute");'] : []),
    '  return function;',
    '}',
    '',
    `void launch(CUfunction function, CUstream stream, unsigned gridX, unsigned gridY, unsigned gridZ${found.given.map(({ name, type }) => `, ${TYPES[type]} ${name}`).join('')}) {`,
    ...found.maps.map((map) => encode(found, map)),
    `  void* params[] = {${abi.params.map((_, at) => param(found, at)).join(', ')}};`,
    ...start(abi, threads, shared),
    '}',
    '',
  ].join('\n');
}

/** The address of a parameter: of one that the caller has in memory, its own. */
function param({ given, maps }: Contract, at: number): string {
  const own = given.find((one) => one.at === at);
  if (own) return own.type === 'bytes' ? `const_cast<void*>(${own.name})` : `&${own.name}`;
  return `&${maps.find((one) => one.at === at)?.name ?? ''}`;
}

const encoder = (): string[] => [
  '// Dimensions are innermost first; strides are in bytes, of all dimensions but the innermost.',
  'static CUtensorMap encode(CUtensorMapDataType type, uint32_t rank, CUdeviceptr base, const cuuint64_t* dims, const cuuint64_t* strides,',
  '                          const cuuint32_t* box, CUtensorMapSwizzle swizzle, CUtensorMapFloatOOBfill fill) {',
  '  const cuuint32_t steps[5] = {1, 1, 1, 1, 1};',
  '  CUtensorMap map;',
  '  check(cuTensorMapEncodeTiled(&map, type, rank, reinterpret_cast<void*>(base), dims, strides, box, steps, CU_TENSOR_MAP_INTERLEAVE_NONE, swizzle,',
  '                               CU_TENSOR_MAP_L2_PROMOTION_L2_128B, fill),',
  '        "cuTensorMapEncodeTiled");',
  '  return map;',
  '}',
];

function encode(found: Contract, { name, descriptor }: Contract['maps'][number]): string {
  const all = (list: readonly Parameters<typeof quantity>[0][]): string => list.map((one) => quantity(one, found, (own) => `static_cast<cuuint64_t>(${own})`)).join(', ');
  const strides = descriptor.strides.length > 0 ? all(descriptor.strides) : '0';
  return [
    `  const cuuint64_t ${name}_dims[] = {${all(descriptor.dims)}};`,
    `  const cuuint64_t ${name}_strides[] = {${strides}};`,
    `  const cuuint32_t ${name}_box[] = {${descriptor.box.join(', ')}};`,
    `  CUtensorMap ${name} = encode(CU_TENSOR_MAP_DATA_TYPE_${elementOf(descriptor)}, ${descriptor.dims.length}, ${quantity(descriptor.base, found, (own) => own)}, ${name}_dims, ${name}_strides, ${name}_box,`,
    `      CU_TENSOR_MAP_SWIZZLE_${swizzleOf(descriptor)}, CU_TENSOR_MAP_FLOAT_OOB_FILL_${fillOf(descriptor)});`,
  ].join('\n');
}

function start({ cluster, grid }: Abi, threads: readonly number[], shared: number): string[] {
  if (cluster.every((one) => one === 1)) return [`  check(cuLaunchKernel(function, gridX, gridY, gridZ, ${threads.join(', ')}, ${shared}, stream, params, nullptr), "cuLaunchKernel");`];
  return [
    '  CUlaunchAttribute cluster{};',
    '  cluster.id = CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION;',
    ...['x', 'y', 'z'].map((axis, at) => `  cluster.value.clusterDim.${axis} = ${cluster[at]};`),
    '  CUlaunchConfig config{};',
    ...['X', 'Y', 'Z'].map((axis) => `  config.gridDim${axis} = grid${axis};`),
    ...(grid === CUT ? [`  config.gridDimX *= ${cluster[0]};`] : []),
    ...['X', 'Y', 'Z'].map((axis, at) => `  config.blockDim${axis} = ${threads[at]};`),
    `  config.sharedMemBytes = ${shared};`,
    '  config.hStream = stream;',
    '  config.attrs = &cluster;',
    '  config.numAttrs = 1;',
    '  check(cuLaunchKernelEx(&config, function, params, nullptr), "cuLaunchKernelEx");',
  ];
}
