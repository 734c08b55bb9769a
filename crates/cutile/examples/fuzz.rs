//! Checks random kernels, without a fuzzer: `cargo run --release -p tilewright-cutile --example fuzz -- SECONDS [SEED]`. A kernel that breaks a
//! promise, or takes longer than a second, is printed.

use std::panic::catch_unwind;
use std::time::{Duration, Instant};
use tilewright_cutile::fuzzing::{check_kernel, kernel_of};

/// A kernel that takes longer than this hangs.
const LONG: Duration = Duration::from_secs(1);

fn main() {
    let number = |text: String| text.parse::<u64>().expect("SECONDS and SEED are whole numbers");
    let mut arguments = std::env::args().skip(1).map(number);
    let (seconds, mut seed) = (arguments.next().unwrap_or(60), arguments.next().unwrap_or(1));
    let end = Instant::now() + Duration::from_secs(seconds);
    let (mut count, mut taken, mut wrong) = (0u64, 0u64, 0u64);
    while Instant::now() < end {
        seed += 1;
        let bytes = random(seed);
        let (mut is_broken, mut elapsed) = (false, Duration::MAX);
        // A machine with other things to do makes a kernel wait, but not each time.
        for _ in 0..3 {
            let started = Instant::now();
            is_broken |= catch_unwind(|| check_kernel(&bytes)).is_err();
            elapsed = elapsed.min(started.elapsed());
            if is_broken || elapsed < LONG {
                break;
            }
        }
        if is_broken || elapsed > LONG {
            wrong += 1;
            println!("seed {seed}, {elapsed:?}:\n{}", kernel_of(&bytes));
        }
        count += 1;
        let request = tilewright_cutile::Request::default();
        taken += u64::from(count % 64 == 0 && tilewright_cutile::lower(&kernel_of(&bytes), &request).is_ok());
    }
    println!("{count} kernels, about {} of them taken, {wrong} wrong", taken * 64);
    std::process::exit(i32::from(wrong > 0));
}

/// Bytes that a seed chooses.
fn random(seed: u64) -> Vec<u8> {
    let mut state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
    let mut next = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state
    };
    let length = 20 + next() % 300;
    (0..length).map(|_| (next() >> 32) as u8).collect()
}
