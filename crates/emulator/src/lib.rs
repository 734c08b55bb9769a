//! Runs PTX on a small model GPU and reports what is wrong with it.
