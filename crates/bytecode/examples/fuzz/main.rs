//! Damages files for a while and looks at what the readers make of them, without a fuzzer: `cargo run --release
//! --example fuzz -- text|bytecode SECONDS SEED FILE...`. Files of text and of bytecode may be mixed: either is made of
//! the other. Reading takes every path there is: verifying, printing, reading that again, writing bytecode, reading
//! that. The current input is kept in `fuzz-input` of the folder for temporary files, so that a crash, a hang or an
//! abort can be looked at.

mod bytecode;
mod random;
mod text;

use random::Random;
use std::time::{Duration, Instant};
use tilewright_bytecode::{Version, assemble, disassemble, fuzzing, fuzzing::Reached, is_bytecode};

/// The longest seed, in bytes: small files are tried more often in a given time.
const MAX_SEED_BYTES: usize = 40_000;

/// The results of one kind of input.
#[derive(Default)]
struct Tally {
    tried: u64,
    read: u64,
    legal: u64,
    slowest: Duration,
}

/// The seeds in both forms.
struct Seeds {
    texts: Vec<text::Text>,
    files: Vec<Vec<u8>>,
}

fn seeds(paths: impl Iterator<Item = String>) -> Seeds {
    let (mut texts, mut files) = (Vec::new(), Vec::new());
    for path in paths {
        let bytes = std::fs::read(&path).expect("a file");
        if bytes.len() > MAX_SEED_BYTES {
            continue;
        }
        if is_bytecode(&bytes) {
            // The corpus has most kernels in both forms.
            texts.extend(disassemble(&bytes, true).ok().filter(|_| files.len() % 4 == 0));
            files.push(bytes);
            continue;
        }
        let text = String::from_utf8(bytes).expect("text");
        let versions = ["13.1", "13.2", "13.3", "13.4"].map(|v| v.parse::<Version>().expect("a version"));
        // Text that is refused teaches little: what is damaged once is refused soon enough.
        if fuzzing::check_text(&text) != Reached::Legal {
            continue;
        }
        files.extend(assemble(&text, versions[texts.len() % 4]).or_else(|_| assemble(&text, Version::default())));
        texts.push(text);
    }
    assert!(!texts.is_empty(), "name the files to damage");
    Seeds {
        texts: texts.iter().map(|text| text::Text::new(text)).collect(),
        files,
    }
}

fn main() {
    let mut args = std::env::args().skip(1);
    let is_text = match args.next().as_deref() {
        Some("text") => true,
        Some("bytecode") => false,
        _ => panic!("fuzz text|bytecode SECONDS SEED FILE..."),
    };
    let seconds = args.next().and_then(|s| s.parse().ok()).unwrap_or(60);
    let mut random = Random::new(args.next().and_then(|s| s.parse().ok()).unwrap_or(1));
    let seeds = seeds(args);
    eprintln!("{} texts, {} files", seeds.texts.len(), seeds.files.len());
    let kept = std::env::temp_dir().join("fuzz-input");
    let end = Instant::now() + Duration::from_secs(seconds);
    let (mut tally, mut failures) = (Tally::default(), 0);
    while Instant::now() < end && failures < 20 {
        let bytes = if is_text {
            text::damaged(&seeds.texts, &mut random).into_bytes()
        } else {
            bytecode::damaged(&seeds.files, &mut random)
        };
        std::fs::write(&kept, &bytes).expect("a folder for temporary files");
        let start = Instant::now();
        let outcome = std::panic::catch_unwind(|| {
            if is_text {
                fuzzing::check_text(&String::from_utf8_lossy(&bytes))
            } else {
                fuzzing::check_bytes(&bytes)
            }
        });
        let took = start.elapsed();
        tally.tried += 1;
        tally.slowest = tally.slowest.max(took);
        if outcome.is_err() || took > Duration::from_secs(1) {
            failures += 1;
            let copy = kept.with_extension(failures.to_string());
            eprintln!("after {took:?}; kept in {}", copy.display());
            std::fs::write(copy, &bytes).expect("a folder for temporary files");
        }
        let reached = outcome.unwrap_or(Reached::Refused);
        tally.read += u64::from(reached >= Reached::Illegal);
        tally.legal += u64::from(reached == Reached::Legal);
    }
    println!(
        "{} inputs tried, {} of them read, {} legal, the slowest in {:?}",
        tally.tried, tally.read, tally.legal, tally.slowest
    );
    assert_eq!(failures, 0, "inputs that broke a promise");
}
