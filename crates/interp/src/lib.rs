//! Reference interpreter: runs cuda_tile kernels on arrays, block by block.
