// The kernel of the first visit: the one in the gallery, so that it is tested like all others.

export { default } from '../../tests/kernels/vadd.mlir?raw';
