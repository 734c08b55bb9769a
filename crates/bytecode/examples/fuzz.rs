//! Damages files of bytecode for a while, without a fuzzer: `cargo run --release --example fuzz -- SECONDS SEED FILE...`.
//! The last input is kept in `fuzz-bytecode.bin` of the folder for temporary files, so that a crash can be looked at.

use std::time::{Duration, Instant};
use tilewright_bytecode::fuzzing::check_bytes;

struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn below(&mut self, limit: usize) -> usize {
        (self.next() % limit.max(1) as u64) as usize
    }
}

fn damage(bytes: &mut Vec<u8>, other: &[u8], random: &mut Random) {
    if bytes.is_empty() {
        return;
    }
    let at = random.below(bytes.len());
    match random.below(8) {
        0 => bytes[at] = random.next() as u8,
        1 => bytes[at] = random.below(16) as u8,
        2 => bytes[at] ^= 1 << random.below(8),
        3 => bytes[at] = [0, 0x7F, 0x80, 0xFF][random.below(4)],
        4 => bytes.insert(at, random.next() as u8),
        5 => drop(bytes.remove(at)),
        // A piece of the same place of another file, or of anywhere.
        kind => {
            let from = if kind == 6 { at } else { random.below(other.len()) };
            let length = random
                .below(24)
                .min(other.len().saturating_sub(from))
                .min(bytes.len() - at);
            if length > 0 {
                bytes[at..at + length].copy_from_slice(&other[from..from + length]);
            }
        }
    }
}

fn main() {
    let mut args = std::env::args().skip(1);
    let seconds = args.next().and_then(|s| s.parse().ok()).unwrap_or(60);
    let mut random = Random(args.next().and_then(|s| s.parse().ok()).unwrap_or(1) | 1);
    let seeds: Vec<Vec<u8>> = args.map(|path| std::fs::read(path).expect("a file")).collect();
    assert!(!seeds.is_empty(), "name the files to damage");
    let kept = std::env::temp_dir().join("fuzz-bytecode.bin");
    let end = Instant::now() + Duration::from_secs(seconds);
    let (mut tried, mut legal, mut slowest) = (0u64, 0u64, Duration::ZERO);
    while Instant::now() < end {
        let mut bytes = seeds[random.below(seeds.len())].clone();
        let other = random.below(seeds.len());
        for _ in 0..=random.below(4) {
            damage(&mut bytes, &seeds[other], &mut random);
        }
        let start = Instant::now();
        let outcome = std::panic::catch_unwind(|| check_bytes(&bytes));
        slowest = slowest.max(start.elapsed());
        match outcome {
            Ok(good) => legal += u64::from(good),
            Err(_) => {
                std::fs::write(&kept, &bytes).expect("a folder for temporary files");
                eprintln!("kept in {}", kept.display());
                std::process::exit(1);
            }
        }
        tried += 1;
    }
    println!("{tried} files tried, {legal} of them legal, the slowest in {slowest:?}");
}
