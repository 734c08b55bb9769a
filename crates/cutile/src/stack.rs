//! Room for what calls itself: the parser and the evaluator go as deep as texts nest.

/// The stack that a file is read with, in bytes. In a browser the module is linked with its own.
#[cfg(not(target_arch = "wasm32"))]
const STACK: usize = 64 << 20;

/// Runs something with a large stack, of which only what is used takes memory.
#[cfg(not(target_arch = "wasm32"))]
#[expect(clippy::panic, reason = "a machine that starts no thread can do nothing")]
pub(crate) fn with_room<T: Send>(run: impl FnOnce() -> T + Send) -> T {
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(STACK);
        match thread.spawn_scoped(scope, run).map(|thread| thread.join()) {
            Ok(Ok(result)) => result,
            Ok(Err(panic)) => std::panic::resume_unwind(panic),
            Err(error) => panic!("no thread could be started: {error}"),
        }
    })
}

/// Runs something with the stack that there is.
#[cfg(target_arch = "wasm32")]
pub(crate) fn with_room<T>(run: impl FnOnce() -> T) -> T {
    run()
}
