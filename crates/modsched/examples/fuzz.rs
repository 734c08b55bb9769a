//! Feeds seeded random bytes to the fuzz check: `cargo run --release --example fuzz -- ROUNDS FIRST_SEED`.

use tilewright_modsched::fuzz::check_bytes;
use tilewright_modsched::random::Numbers;

fn main() -> std::process::ExitCode {
    let number = |nth: usize, otherwise: u64| {
        std::env::args()
            .nth(nth)
            .and_then(|a| a.parse().ok())
            .unwrap_or(otherwise)
    };
    let (rounds, first) = (number(1, 10_000), number(2, 1));
    for seed in first..first + rounds {
        let mut numbers = Numbers::new(seed);
        let length = 20 + numbers.below(200);
        let bytes: Vec<u8> = (0..length).map(|_| numbers.below(256) as u8).collect();
        if let Err(why) = check_bytes(&bytes) {
            println!("seed {seed}: {why}");
            return std::process::ExitCode::FAILURE;
        }
    }
    println!("{rounds} loops, nothing found");
    std::process::ExitCode::SUCCESS
}
