//! The compiler for the browser: a thin wasm-bindgen shell.
