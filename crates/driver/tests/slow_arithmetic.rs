//! No kernel divides by a power of two, nor multiplies 64 bits by a number in a loop: shifts do the first, and the second is made of products of
//! 32 bits, or comes before the loop.

use crate::cores::on_all_cores;
use crate::shared;
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use tilewright_driver::{Options, compile};

/// A target of each kind.
const TARGETS: [&str; 4] = ["sm_80", "sm_90a", "sm_100a", "sm_120a"];

/// The words of a line without its predicate: the opcode, and operands.
fn words(line: &str) -> Option<(&str, Vec<&str>)> {
    let line = line.trim().strip_suffix(';')?;
    let line = match line.starts_with('@') {
        true => line.split_once(' ')?.1,
        false => line,
    };
    let (opcode, operands) = line.split_once(' ')?;
    Some((opcode, operands.split(", ").collect()))
}

/// The lines of a kernel that are between a label and a branch back to it.
fn in_loops(lines: &[&str]) -> Vec<bool> {
    let named = |(at, line): (usize, &&str)| Some((line.strip_suffix(':')?.to_string(), at));
    let labels: HashMap<String, usize> = lines.iter().enumerate().filter_map(named).collect();
    let mut looped = vec![false; lines.len()];
    for (at, line) in lines.iter().enumerate() {
        let Some(("bra" | "bra.uni", to)) = words(line).as_ref().map(|(opcode, to)| (*opcode, to[0])) else {
            continue;
        };
        let first = labels[to];
        looped[first.min(at)..at].fill(true);
    }
    looped
}

/// The lines of a kernel that divide by a power of two, or multiply 64 bits by a number in a loop.
fn slow(ptx: &str) -> Vec<&str> {
    let lines: Vec<&str> = ptx.lines().collect();
    let mut written: HashMap<&str, Vec<&str>> = HashMap::new();
    for (opcode, operands) in lines.iter().filter_map(|line| words(line)) {
        let from = if opcode.starts_with("mov.") {
            operands.get(1)
        } else {
            None
        };
        written
            .entry(operands[0])
            .or_default()
            .push(from.unwrap_or(&"computed"));
    }
    let number = |operand: &str| -> Option<i64> {
        let number = match written.get(operand).map(Vec::as_slice) {
            Some([once]) => once,
            _ => operand,
        };
        number.parse().ok()
    };
    let is_slow = |(line, looped): (&str, bool)| {
        let Some((opcode, operands)) = words(line) else {
            return false;
        };
        let is_integer = !opcode.contains(".f") && !opcode.contains(".bf");
        let of = |operand: usize| number(operands[operand]);
        match opcode.split('.').next() {
            Some("div" | "rem") => is_integer && of(2).is_some_and(|by| by.unsigned_abs().is_power_of_two()),
            Some("mul" | "mad") => {
                let is_long = opcode.contains(".lo.") && opcode.ends_with("64");
                looped && is_long && (of(1).is_some() || of(2).is_some())
            }
            _ => false,
        }
    };
    let all = lines.iter().copied().zip(in_loops(&lines));
    all.filter(|&line| is_slow(line)).map(|(line, _)| line.trim()).collect()
}

fn kernels() -> Vec<PathBuf> {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests");
    let folders = ["kernels", "language"].map(|folder| std::fs::read_dir(tests.join(folder)).unwrap());
    let own = folders.into_iter().flatten().map(|entry| entry.unwrap().path());
    let own = own.filter(|path| path.extension().is_some_and(|extension| extension == "mlir"));
    let corpus = shared::corpus().into_iter().map(|folder| folder.join("kernel.mlir"));
    own.chain(corpus).collect()
}

#[test]
fn no_kernel_divides_by_powers_of_two_or_multiplies_64_bits_in_a_loop() {
    let kernels = kernels();
    assert!(kernels.len() > 90, "{} kernels", kernels.len());
    let found = on_all_cores(&kernels, |path| {
        let source = std::fs::read_to_string(path).unwrap();
        TARGETS.map(|target| {
            let options = Options {
                gpu_name: target.to_string(),
                ..Options::default()
            };
            // Absent: it is refused for the target.
            let ptx = compile(&source, &options)
                .report
                .ptx
                .map_or_else(String::new, |ptx| ptx.text);
            let slow = slow(&ptx).join("\n");
            (!slow.is_empty()).then(|| format!("{} for {target}:\n{slow}", path.display()))
        })
    });
    let found: Vec<String> = found.into_iter().flatten().flatten().collect();
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn what_is_slow_is_found() {
    let ptx = "
    mov.b64 %rd1, 96;
    mul.lo.u64 %rd2, %rd1, %rd0;
bb_1:
    mul.lo.u64 %rd3, %rd1, %rd0;
    mad.lo.u64 %rd4, %rd0, 3, %rd3;
    mul.lo.u64 %rd5, %rd3, %rd4;
    mul.wide.s32 %rd6, %r1, 96;
    @%p0 bra bb_1;
    div.s16 %h1, %h0, -32768;
    rem.u32 %r2, %r1, 8;
    div.s32 %r3, %r1, 3;
    div.rn.f32 %f1, %f0, %f2;";
    assert_eq!(
        slow(ptx),
        [
            "mul.lo.u64 %rd3, %rd1, %rd0;",
            "mad.lo.u64 %rd4, %rd0, 3, %rd3;",
            "div.s16 %h1, %h0, -32768;",
            "rem.u32 %r2, %r1, 8;"
        ]
    );
}
