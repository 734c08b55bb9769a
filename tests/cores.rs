//! Many cases of a test at once. A test that wants it takes this file as a module, by its path.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// What `work` makes of each case, in order, with all cores at work: a test of many cases would be the last one of its program to end.
pub fn on_all_cores<T: Sync, R: Send>(cases: &[T], work: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let (next, done) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    let some = || {
        loop {
            let at = next.fetch_add(1, Ordering::Relaxed);
            let Some(case) = cases.get(at) else { break };
            let result = work(case);
            done.lock().expect("no case panics while it is told").push((at, result));
        }
    };
    // One where it does not say.
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| (0..threads).for_each(|_| drop(scope.spawn(some))));
    let mut done = done.into_inner().expect("no case panics while it is told");
    done.sort_by_key(|(at, _)| *at);
    done.into_iter().map(|(_, result)| result).collect()
}
