//! The compiler passes, one file each, from cuda_tile to PTX.
