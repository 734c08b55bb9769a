//! Forms of `tcgen05.mma` that are seldom written: lanes left out, a scaled accumulator, `.ws` with its layouts of D.
//! Factors are small whole numbers, so that every sum is exact.

#[path = "common/tensor_core.rs"]
#[allow(dead_code)]
mod tensor_core;

use tensor_core::{Kernel, descriptor};

const K: usize = 16;

fn a(m: usize, k: usize) -> i32 {
    (m * 7 + k * 3) as i32 % 9 - 4
}

fn b(n: usize, k: usize) -> i32 {
    (n * 5 + k * 11) as i32 % 7 - 3
}

fn product(m: usize, n: usize) -> f32 {
    (0..K).map(|k| a(m, k) * b(n, k)).sum::<i32>() as f32
}

/// Rows of f16 numbers, contiguous along K, without swizzle: groups of eight rows, then the halves of K.
fn operand(rows: usize, element: fn(usize, usize) -> i32) -> Vec<u8> {
    let mut bytes = vec![0; rows * K * 2];
    for row in 0..rows {
        for k in 0..K {
            let v = element(row, k);
            // f16 of a whole number of a few bits.
            let code = match v.unsigned_abs() {
                0 => 0,
                n => {
                    let e = n.ilog2();
                    ((e + 15) << 10 | (n << 10 >> e & 0x3FF)) as u16
                }
            } | if v < 0 { 0x8000 } else { 0 };
            let at = row / 8 * 128 + row % 8 * 16 + k % 8 * 2 + k / 8 * rows * 16;
            bytes[at..at + 2].copy_from_slice(&code.to_le_bytes());
        }
    }
    bytes
}

/// Two products of an M by N tile; what is between the descriptors and the semicolon of the second is given.
fn kernel(m: usize, n: usize, form: &str, second: &str) -> Kernel {
    let (left, right) = (operand(m, a), operand(n, b));
    let body = format!(
        "{}{}mov.u32 %r8, {}; setp.ne.u32 %p6, %r1, %r1; mov.u32 %r16, 0xF; mov.u32 %r17, 0; mov.u32 %r18, 0x80000001;
         tcgen05.mma{form}.cta_group::1.kind::f16 [%r7], %rd20, %rd21, %r8, %p6;
         tcgen05.mma{form}.cta_group::1.kind::f16 [%r7], %rd20, %rd21, %r8, {second};",
        descriptor("%rd20", 0, m * 16, 128),
        descriptor("%rd21", left.len(), n * 16, 128),
        1 << 4 | n >> 3 << 17 | m >> 4 << 24,
    );
    Kernel::new([left, right].concat(), n, body)
}

/// Checks D, of which an element lies at the lane and column that `cell` says, and is so many times the product.
#[track_caller]
fn check(
    kernel: &Kernel,
    m: usize,
    n: usize,
    cell: impl Fn(usize, usize) -> (usize, usize),
    times: impl Fn(usize) -> f32,
) {
    let cells = kernel.cells();
    for row in 0..m {
        for col in 0..n {
            let (lane, column) = cell(row, col);
            let got = f32::from_bits(cells[lane * kernel.columns + column]);
            assert_eq!(got, product(row, col) * times(row), "D[{row}][{col}]");
        }
    }
}

#[test]
fn lanes_can_be_left_out() {
    let second = "{%r16, %r17, %r17, %r18}, %p7";
    let left_out = |lane: usize| lane < 4 || lane == 96 || lane == 127;
    check(
        &kernel(128, 32, "", second),
        128,
        32,
        |m, n| (m, n),
        |m| if left_out(m) { 1.0 } else { 2.0 },
    );
    let message = kernel(128, 32, "", "{%r16, %r17}, %p7").refusal();
    assert!(message.contains("4 words"), "{message}");
}

#[test]
fn the_accumulator_can_be_scaled() {
    check(&kernel(128, 32, "", "%p7, 3"), 128, 32, |m, n| (m, n), |_| 1.125);
    let masked = kernel(128, 32, "", "{%r16, %r17, %r17, %r17}, %p7, 1");
    check(&masked, 128, 32, |m, n| (m, n), |m| if m < 4 { 1.0 } else { 1.5 });
    for second in ["%p7, 16", "%p7, 1, 1"] {
        assert!(kernel(128, 32, "", second).refusal().contains("scaled"), "{second}");
    }
}

#[test]
fn stationary_products_fold_their_columns() {
    check(&kernel(128, 64, ".ws", "%p7"), 128, 64, |m, n| (m, n), |_| 2.0);
    check(
        &kernel(64, 64, ".ws", "%p7"),
        64,
        64,
        |m, n| (m + 64 * (n / 32), n % 32),
        |_| 2.0,
    );
    check(
        &kernel(32, 128, ".ws", "%p7"),
        32,
        128,
        |m, n| (m + 32 * (n / 32), n % 32),
        |_| 2.0,
    );
    let finding = kernel(64, 32, ".ws", "%p7").finding();
    assert!(finding.message.contains("shape 64x32 is not legal"), "{finding}");
    assert!(kernel(64, 64, ".ws", "%p7, %rd20").refusal().contains("zero columns"));
}

#[test]
fn loads_and_stores_are_waited_for() {
    // In the prologue every warp stores to its lanes, loads them again and stores again; then one thread multiplies.
    let with = |store: &str, load: &str| {
        let mut k = kernel(128, 32, "", "%p7");
        k.prologue = format!(
            "mov.b32 %r50, 7; tcgen05.st.sync.aligned.32x32b.x1.b32 [%r9], {{%r50}}; {store}
             tcgen05.ld.sync.aligned.32x32b.x1.b32 {{%r51}}, [%r9]; {load}
             tcgen05.st.sync.aligned.32x32b.x1.b32 [%r9], {{%r51}}; tcgen05.wait::st.sync.aligned;"
        );
        k
    };
    let (store, load) = ("tcgen05.wait::st.sync.aligned;", "tcgen05.wait::ld.sync.aligned;");
    check(&with(store, load), 128, 32, |m, n| (m, n), |_| 2.0);
    for (damaged, earlier) in [(with("", load), "tcgen05.st"), (with(store, ""), "tcgen05.ld")] {
        let finding = damaged.finding();
        assert_eq!(finding.kind, tilewright_emulator::FindingKind::Race, "{finding}");
        assert!(finding.others[0].what.contains(earlier), "{finding}");
    }
    // The product must know of the stores.
    let text = with(store, load).text();
    let last = text.rfind("tcgen05.wait::st.sync.aligned;").unwrap();
    let text = text[..last].to_string() + &text[last + "tcgen05.wait::st.sync.aligned;".len()..];
    let k = with(store, load);
    let finding = k.finding_in(&text, &k.launch());
    assert!(finding.message.contains("wait::st"), "{finding}");
}
