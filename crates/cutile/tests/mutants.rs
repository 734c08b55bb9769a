//! Sources that are broken in every way: no panic, no endless work, and every message has a place.

#[path = "../../../tests/shared.rs"]
mod shared;

use std::time::{Duration, Instant};
use tilewright_cutile::signature::{Signature, kernel_of_symbol};

const KERNEL: &str = r#"import math
import cuda.tile as ct
from dataclasses import dataclass

@dataclass(frozen=True)
class Shape:
    m: int
    n: int = 8

SCALE = 2 ** 4 / 3.0

def clamp(x, low=0, *rest, high=4, **more):
    if x < low:
        return low
    while x > high:
        x -= 1
        if x == 7:
            break
    return x

@ct.kernel(occupancy=2)
def k(X, Y, n, TM: ct.Constant[int]):
    shape = Shape(TM)
    total = ct.zeros((shape.m, shape.n), ct.float32)
    for i in range(0, n, 2):
        if i > 4 and n != 3 or not i:
            continue
        tile = ct.load(X, (i, 0), (shape.m, shape.n), padding_mode=ct.PaddingMode.ZERO)
        total = ct.mma(tile, ct.ones((8, 8), ct.float32), total) if TM == 8 else total + tile * SCALE
    rows = ct.arange(8, dtype=ct.int32)[:, None] + clamp(n)
    a, (b, _) = (1, (n % 3, None))
    ct.scatter(X, (rows, 0), ct.reduce(total, 1, lambda p, q: ct.maximum(p, q), -math.inf, keepdims=True))
    ct.atomic_add(Y, (b,), a, memory_order=ct.MemoryOrder.RELAXED)
    ct.printf("n=%d\n", n)
    ct.store(Y, (0 if n < 2 <= b else 1,), ct.sum(total).astype(ct.int32))
"#;
const SYMBOL: &str = "k_Kt1_A2f32_1l0_2t1_p16_A1i32_1t1_p16_Si32_I8";

/// Words that are put where others were.
const WORDS: &[&str] = &[
    "(",
    ")",
    "[",
    "]",
    ":",
    ",",
    ".",
    "=",
    "*",
    "**",
    "if",
    "else",
    "for",
    "while",
    "return",
    "lambda",
    "None",
    "True",
    "ct",
    "ct.load",
    "X",
    "n",
    "0",
    "-1",
    "1e400",
    "99999999999999999999999999999999999999999",
    "'\u{1F600}'",
    "é",
    "\0",
    "\t",
    "\n",
    "    ",
    "\"",
    "#",
    "@",
    "yield",
    "await",
    "1 << 100",
    "2 ** 9999",
    "(n,) * 3",
    "ct.Constant",
    "x",
];

/// Numbers that look random and are always the same.
struct Dice(u64);

impl Dice {
    fn below(&mut self, count: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % count.max(1)
    }
}

/// The words and signs of a text, with what is between them.
fn tokens(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let is_word = |c: char| c.is_alphanumeric() || c == '_';
        let end = match is_word(first) {
            true => rest.find(|c| !is_word(c)).unwrap_or(rest.len()),
            false => first.len_utf8(),
        };
        found.push(&rest[..end]);
        rest = &rest[end..];
    }
    found
}

fn mutant(text: &str, dice: &mut Dice) -> String {
    if dice.below(4) == 0 {
        let mut lines: Vec<&str> = text.lines().collect();
        let (a, b) = (dice.below(lines.len()), dice.below(lines.len()));
        match dice.below(3) {
            0 => lines.swap(a, b),
            1 => lines.insert(a, lines[b]),
            _ => drop(lines.remove(a)),
        }
        return lines.join("\n");
    }
    let mut words = tokens(text);
    for _ in 0..=dice.below(3) {
        let (a, b) = (dice.below(words.len()), dice.below(words.len()));
        match dice.below(5) {
            0 => words.swap(a, b),
            1 => words.insert(a, words[b]),
            2 => drop(words.remove(a)),
            3 => words[a] = words[b],
            _ => words[a] = WORDS[dice.below(WORDS.len())],
        }
    }
    words.concat()
}

/// Compiles a text; whatever it is, that ends soon, and says where something is wrong.
fn check(source: &str, symbol: &str) {
    let kernel = kernel_of_symbol(symbol).expect("the entry has a known form");
    let signature = Signature::from_symbol(symbol, kernel).expect("the symbol is one");
    let start = Instant::now();
    let _ = tilewright_cutile::read(source);
    let result = tilewright_cutile::compile(source, "kernel.py", kernel, &signature);
    assert!(start.elapsed() < Duration::from_secs(20), "takes too long:\n{source}");
    match result {
        Ok(compiled) => {
            let broken = tilewright_ir::verify(&compiled.module);
            assert!(broken.is_empty(), "{}:\n{source}", broken[0].message);
        }
        Err(errors) => {
            assert!(!errors.is_empty(), "no message:\n{source}");
            for error in errors {
                // A file without the kernel has no place where it is missing.
                let span = match error.span {
                    None if error.code == "python.kernel" => continue,
                    span => span.unwrap_or_else(|| panic!("no place: {}\n{source}", error.message)),
                };
                assert!(
                    span.end as usize <= source.len(),
                    "a place outside of the text:\n{source}"
                );
            }
        }
    }
}

/// Runs with the stack that a thread of a small host has.
fn on_a_small_stack(run: impl FnOnce() + Send + 'static) {
    let thread = std::thread::Builder::new().stack_size(1 << 20).spawn(run);
    thread
        .expect("a thread can be made")
        .join()
        .expect("no mutant makes it panic");
}

#[test]
fn the_kernel_itself_compiles() {
    let signature = Signature::from_symbol(SYMBOL, "k").expect("the symbol is one");
    let compiled = tilewright_cutile::compile(KERNEL, "kernel.py", "k", &signature);
    assert!(compiled.is_ok(), "{:?}", compiled.err());
}

#[test]
fn mutants_of_kernels_are_compiled_or_refused() {
    let count = std::env::var("TILEWRIGHT_CUTILE_MUTANTS")
        .ok()
        .and_then(|count| count.parse().ok());
    let count: usize = count.unwrap_or(1000);
    let mut sources = vec![(KERNEL.to_string(), SYMBOL.to_string())];
    for folder in shared::corpus() {
        let read = |name: &str| std::fs::read_to_string(folder.join(name)).expect("the corpus is whole");
        let text = read("kernel.mlir");
        let symbol = text
            .split_once('@')
            .map_or("", |(_, rest)| rest.split('(').next().unwrap_or(""));
        sources.push((read("kernel.py"), symbol.to_string()));
    }
    on_a_small_stack(move || {
        let mut dice = Dice(1);
        for round in 0..count {
            let (text, symbol) = match round % 2 {
                0 => &sources[0],
                _ => &sources[dice.below(sources.len())],
            };
            check(&mutant(text, &mut dice), symbol);
        }
    });
}

#[test]
fn deep_nests_are_compiled_or_refused() {
    on_a_small_stack(|| {
        for depth in [10, 100, 3000] {
            for (open, middle, close) in [
                ("(", "n", ")"),
                ("-", "n", ""),
                ("not ", "n", ""),
                ("(lambda: ", "n", ")()"),
                ("ct.abs(", "n", ")"),
            ] {
                let nest = format!("{}{middle}{}", open.repeat(depth), close.repeat(depth));
                check(&KERNEL.replace("total + tile", &nest), SYMBOL);
            }
            let sum = vec!["n"; depth].join(" + ");
            check(&KERNEL.replace("clamp(n)", &sum), SYMBOL);
            let mut ifs = String::new();
            for level in 0..depth.min(90) {
                ifs.push_str(&format!("{}if n > {level}:\n", "    ".repeat(level + 1)));
            }
            ifs.push_str(&format!("{}n = 3\n", "    ".repeat(depth.min(90) + 1)));
            check(&format!("{KERNEL}{ifs}"), SYMBOL);
        }
    });
}
