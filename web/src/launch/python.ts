// Host code in Python with cuda-bindings.

import type { Abi } from '../generated/types';
import { CUT, caveats, type Contract, contract, elementOf, fillOf, type Given, quantity, swizzleOf, USUAL_SHARED } from './contract';

/** The type that ctypes has for a parameter; a float of 16 bits is given by its bits. */
const TYPES: { [type in Given['type']]: string } = {
  pointer: 'ctypes.c_void_p',
  i8: 'ctypes.c_int8',
  i16: 'ctypes.c_int16',
  i32: 'ctypes.c_int32',
  i64: 'ctypes.c_int64',
  f16: 'ctypes.c_uint16',
  bf16: 'ctypes.c_uint16',
  f32: 'ctypes.c_float',
  f64: 'ctypes.c_double',
  bytes: 'None',
};

export function python(abi: Abi): string {
  const found = contract(abi);
  const { entry, target, threads, shared_bytes: shared } = abi;
  return [
    `"""Launches ${entry} (${target}) with cuda-bindings (pip install cuda-bindings).`,
    '',
    ...caveats(found).map((words) => words.replaceAll('’', "'")),
    '"""',
    'import ctypes',
    '',
    'from cuda.bindings import driver as cu',
    '',
    '',
    'def check(answer):',
    '    error, *values = answer',
    '    if error != cu.CUresult.CUDA_SUCCESS:',
    '        raise RuntimeError(error)',
    '    return values[0] if len(values) == 1 else values',
    '',
    '',
    'def load(ptx):',
    '    """ptx: the text of the kernel, as bytes."""',
    '    module = check(cu.cuModuleLoadData(ptx + b"\\0"))',
    `    function = check(cu.cuModuleGetFunction(module, b"${entry}"))`,
    ...(shared > USUAL_SHARED ? [`    check(cu.cuFuncSetAttribute(function, cu.CUfunction_attribute.CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, ${shared}))`] : []),
    ...(abi.non_portable_cluster ? ['    check(cu.cuFuncSetAttribute(function, cu.CUfunction_attribute.CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED, 1))'] : []),
    '    return function',
    '',
    '',
    ...(found.maps.length > 0 ? [...encoder(), '', ''] : []),
    `def launch(function, stream, grid${found.given.map(({ name }) => `, ${name}`).join('')}):`,
    '    """grid: three numbers; pointers are addresses on the device."""',
    ...found.maps.map((map) => encode(found, map)),
    `    values = (${abi.params.map((_, at) => named(found, at)).join(', ')},)`,
    `    types = (${abi.params.map((_, at) => typed(found, at)).join(', ')},)`,
    ...start(abi, threads, shared),
    '',
  ].join('\n');
}

const named = ({ given, maps }: Contract, at: number): string => (given.find((one) => one.at === at) ?? maps.find((one) => one.at === at))?.name ?? '';

function typed({ given }: Contract, at: number): string {
  const own = given.find((one) => one.at === at);
  return own ? TYPES[own.type] : 'None';
}

const encoder = (): string[] => [
  'def encode(element, base, dims, strides, box, swizzle, fill):',
  '    """Dimensions are innermost first; strides are in bytes, of all dimensions but the innermost."""',
  '    return check(cu.cuTensorMapEncodeTiled(',
  '        element, len(dims), base,',
  '        [cu.cuuint64_t(one) for one in dims], [cu.cuuint64_t(one) for one in strides],',
  '        [cu.cuuint32_t(one) for one in box], [cu.cuuint32_t(1) for _ in dims],',
  '        cu.CUtensorMapInterleave.CU_TENSOR_MAP_INTERLEAVE_NONE, swizzle,',
  '        cu.CUtensorMapL2promotion.CU_TENSOR_MAP_L2_PROMOTION_L2_128B, fill))',
];

function encode(found: Contract, { name, descriptor }: Contract['maps'][number]): string {
  const all = (list: readonly Parameters<typeof quantity>[0][]): string => `[${list.map((one) => quantity(one, found, (own) => own)).join(', ')}]`;
  return [
    `    ${name} = encode(`,
    `        cu.CUtensorMapDataType.CU_TENSOR_MAP_DATA_TYPE_${elementOf(descriptor)}, ${quantity(descriptor.base, found, (own) => own)},`,
    `        ${all(descriptor.dims)}, ${all(descriptor.strides)}, [${descriptor.box.join(', ')}],`,
    `        cu.CUtensorMapSwizzle.CU_TENSOR_MAP_SWIZZLE_${swizzleOf(descriptor)},`,
    `        cu.CUtensorMapFloatOOBfill.CU_TENSOR_MAP_FLOAT_OOB_FILL_${fillOf(descriptor)})`,
  ].join('\n');
}

function start({ cluster, grid }: Abi, threads: readonly number[], shared: number): string[] {
  if (cluster.every((one) => one === 1)) return [`    check(cu.cuLaunchKernel(function, *grid, ${threads.join(', ')}, ${shared}, stream, (values, types), 0))`];
  return [
    '    cluster = cu.CUlaunchAttribute()',
    '    cluster.id = cu.CUlaunchAttributeID.CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION',
    ...['x', 'y', 'z'].map((axis, at) => `    cluster.value.clusterDim.${axis} = ${cluster[at]}`),
    '    config = cu.CUlaunchConfig()',
    '    config.gridDimX, config.gridDimY, config.gridDimZ = grid',
    ...(grid === CUT ? [`    config.gridDimX *= ${cluster[0]}`] : []),
    `    config.blockDimX, config.blockDimY, config.blockDimZ = ${threads.join(', ')}`,
    `    config.sharedMemBytes = ${shared}`,
    '    config.hStream = stream',
    '    config.attrs = [cluster]',
    '    config.numAttrs = 1',
    '    check(cu.cuLaunchKernelEx(config, function, (values, types), 0))',
  ];
}
