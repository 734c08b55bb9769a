//! `tcgen05.mma` with block scaling, of small floats and of pairs of CTAs, against products computed here.

#[path = "common/tensor_core.rs"]
#[allow(dead_code)]
mod tensor_core;

use FindingKind::*;
use tensor_core::{Kernel, descriptor, noise};
use tilewright_emulator::FindingKind;

/// A small float: bits of exponent and fraction, and its code in an instruction descriptor.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Small {
    exp: u32,
    man: u32,
    code: u32,
}

const E4M3: Small = Small {
    exp: 4,
    man: 3,
    code: 0,
};
const E5M2: Small = Small {
    exp: 5,
    man: 2,
    code: 1,
};
const E2M3: Small = Small {
    exp: 2,
    man: 3,
    code: 3,
};
const E3M2: Small = Small {
    exp: 3,
    man: 2,
    code: 4,
};
const E2M1: Small = Small {
    exp: 2,
    man: 1,
    code: 5,
};

impl Small {
    fn bits(self) -> u32 {
        1 + self.exp + self.man
    }

    fn value(self, code: u32) -> f64 {
        let (e, m) = (code >> self.man & ((1 << self.exp) - 1), code & ((1 << self.man) - 1));
        let bias = (1 << (self.exp - 1)) - 1;
        let fraction = f64::from(m) / f64::from(1 << self.man);
        let x = match e {
            0 => fraction * 2f64.powi(1 - bias),
            e => (1.0 + fraction) * 2f64.powi(e as i32 - bias),
        };
        if code >> (self.bits() - 1) & 1 == 1 { -x } else { x }
    }
}

/// One block-scaled product, or one of small floats without scales.
#[derive(Clone, Copy)]
struct Case {
    kind: &'static str,
    a: Small,
    b: Small,
    /// Scale factors along K; 0 for none.
    blocks: usize,
    /// Bytes at which the scale factors begin.
    ids: (usize, usize),
    ue4m3: bool,
    m: usize,
    n: usize,
    ctas: usize,
}

/// Columns of the scale factors; D begins after them.
const SFA: usize = 0;
const SFB: usize = 4;
const D: usize = 16;

impl Case {
    fn packed(&self) -> bool {
        self.kind.starts_with("kind::mxf4")
    }

    fn k(&self) -> usize {
        if self.packed() { 64 } else { 32 }
    }

    fn rows(&self) -> usize {
        self.m / self.ctas
    }

    fn folded(&self) -> bool {
        self.ctas == 2 && self.m == 128
    }

    fn idesc(&self) -> u32 {
        let (a, b) = if self.packed() {
            (1, 1)
        } else {
            (self.a.code, self.b.code)
        };
        let both = a << 7 | b << 10 | (self.n as u32 >> 3) << 17;
        if self.blocks == 0 {
            return both | 1 << 4 | (self.m as u32 >> 4) << 24;
        }
        let scale = u32::from(!self.ue4m3) << 23 | (self.ids.0 as u32) << 29 | (self.ids.1 as u32) << 4;
        both | scale | (self.m as u32 >> 7) << 27
    }

    /// Element codes and their bytes in shared memory: 16-byte columns of `rows` rows.
    fn operand(&self, e: Small, rows: usize, seed: u64) -> (Vec<u32>, Vec<u8>) {
        let k = self.k();
        // Without the greatest exponent, which may mean NaN or infinity.
        let keep = !(1 << (e.bits() - 2)) & ((1 << e.bits()) - 1);
        let codes: Vec<u32> = noise(rows * k, seed).iter().map(|&x| u32::from(x) & keep).collect();
        let mut bytes = vec![0; rows * 32];
        let per = k / 2;
        for (i, code) in codes.iter().enumerate() {
            let (row, col) = (i / k, i % k);
            let bit = (col % per) as u32 * e.bits();
            let at = col / per * rows * 16 + row * 16 + bit as usize / 8;
            let spread = u16::from(bytes[at]) | (*code as u16) << (bit % 8);
            bytes[at] = spread as u8;
            if spread > 255 {
                bytes[at + 1] |= (spread >> 8) as u8;
            }
        }
        (codes, bytes)
    }

    /// Scale codes of `count` rows or columns, and their value.
    fn scales(&self, count: usize, seed: u64) -> (Vec<u8>, Vec<f64>) {
        let noise = noise(count * 4, seed);
        let codes: Vec<u8> = noise
            .iter()
            .map(|x| if self.ue4m3 { 0x28 + x % 32 } else { 122 + x % 12 })
            .collect();
        let value = |c: &u8| {
            if self.ue4m3 {
                E4M3.value(u32::from(*c))
            } else {
                2f64.powi(i32::from(*c) - 127)
            }
        };
        let values = codes.iter().map(value).collect();
        (codes, values)
    }

    /// The kernel and what D must be, row by row of all M.
    fn make(&self) -> (Kernel, Vec<f32>) {
        let (k, rows, own_n) = (self.k(), self.rows(), self.n / self.ctas);
        let blocks = self.blocks.max(1);
        let (scale_b_codes, scale_b) = self.scales(256, 9);
        let mut input = Vec::new();
        let (mut a_all, mut b_all, mut scale_a_all) = (Vec::new(), Vec::new(), Vec::new());
        for cta in 0..self.ctas as u64 {
            let (a, a_bytes) = self.operand(self.a, rows, 2 + cta);
            let (b, b_bytes) = self.operand(self.b, own_n, 4 + cta);
            let (codes, values) = self.scales(128, 6 + cta);
            input.extend(a_bytes);
            input.extend(b_bytes);
            a_all.extend(a);
            b_all.extend(b);
            scale_a_all.extend(values[..4 * rows].to_vec());
            // Blocks of 128 x 4: A, then B for lanes 0 to 63 and for lanes 64 to 127, two blocks each.
            let block = |from: usize, codes: &[u8]| {
                let place = |i: usize| (from + i % 16 / 4 * 32 + i / 16) * 4 + i % 4;
                (0..512)
                    .map(|i| codes.get(place(i)).copied().unwrap_or(0))
                    .collect::<Vec<u8>>()
            };
            input.extend(block(0, &codes));
            let shift = if self.folded() { self.n / 2 } else { 0 };
            for half in [0, shift] {
                input.extend(block(half, &scale_b_codes));
                input.extend(block(half + 128, &scale_b_codes));
            }
        }
        let (a_at, b_at) = (0, rows * 32);
        let sf_at = b_at + own_n * 32;
        let mut body = descriptor("%rd10", a_at, rows * 16, 128) + &descriptor("%rd11", b_at, own_n * 16, 128);
        let mut prologue = String::new();
        if self.blocks > 0 && self.ctas == 1 {
            for (i, column) in [SFA, SFB, SFB + 4].into_iter().enumerate() {
                body += &descriptor("%rd12", sf_at + 512 * i, 512, 128);
                body += &format!("tcgen05.cp.cta_group::1.32x128b.warpx4 [%r7+{column}], %rd12;\n");
            }
        } else if self.blocks > 0 {
            // Warps 2 and 3 have the second pair of blocks for B.
            prologue +=
                "shr.u32 %r16, %r2, 1; shl.b32 %r16, %r16, 10; shl.b32 %r17, %r8, 4; add.u32 %r17, %r17, %r4;\n";
            prologue += "add.u32 %r18, %r17, %r16;\n";
            for (register, offset, column) in [("%r17", 0, SFA), ("%r18", 512, SFB), ("%r18", 1024, SFB + 4)] {
                prologue += &format!(
                    "ld.shared.v4.b32 {{%r20, %r21, %r22, %r23}}, [{register}+{}];
                     tcgen05.st.sync.aligned.32x32b.x4.b32 [%r9+{column}], {{%r20, %r21, %r22, %r23}};\n",
                    sf_at + offset
                );
            }
            prologue += "tcgen05.wait::st.sync.aligned;\n";
        }
        let (form, scale) = if self.blocks > 0 {
            (".block_scale", format!(" [%r7+{SFA}], [%r7+{SFB}],"))
        } else {
            ("", String::new())
        };
        let vector = if self.kind.ends_with("nvf4") {
            format!(".scale_vec::{}X", self.blocks)
        } else {
            String::new()
        };
        body += &format!(
            "mov.b32 %r52, {:#x}; setp.ne.u32 %p6, %r52, %r52;
             tcgen05.mma.cta_group::{}.{}{form}{vector} [%r7+{D}], %rd10, %rd11, %r52,{scale} %p6;\n",
            self.idesc(),
            self.ctas,
            self.kind
        );
        let mut expected = Vec::new();
        for m in 0..self.m {
            for n in 0..self.n {
                let mut sum = 0.0;
                for j in 0..k {
                    let block = j / (k / blocks);
                    let (sa, sb) = if self.blocks > 0 {
                        (
                            scale_a_all[4 * m + self.ids.0 + block],
                            scale_b[4 * n + self.ids.1 + block],
                        )
                    } else {
                        (1.0, 1.0)
                    };
                    sum += self.a.value(a_all[m * k + j]) * sa * self.b.value(b_all[n * k + j]) * sb;
                }
                expected.push(sum as f32);
            }
        }
        let kernel = Kernel {
            ctas: self.ctas,
            prologue,
            ..Kernel::new(input, (D + self.n).next_multiple_of(8), body)
        };
        (kernel, expected)
    }

    #[track_caller]
    fn check(&self) {
        let (kernel, expected) = self.make();
        let cells = kernel.cells();
        for m in 0..self.m {
            for n in 0..self.n {
                let (row, half) = (m % self.rows(), self.n / 2);
                let (lane, column) = match (self.ctas, self.m) {
                    (2, 128) => (row + 64 * (n / half), n % half),
                    (1, 64) => (row % 16 + 32 * (row / 16), n),
                    _ => (row, n),
                };
                let at = (m / self.rows() * 128 + lane) * kernel.columns + D + column;
                let (got, want) = (f32::from_bits(cells[at]), expected[m * self.n + n]);
                let close = (got - want).abs() <= 1e-4 * want.abs().max(1e-3);
                assert!(
                    close,
                    "{} {}x{}: D[{m}][{n}] = {got}, expected {want}",
                    self.kind, self.m, self.n
                );
            }
        }
    }
}

const MXF8: Case = Case {
    kind: "kind::mxf8f6f4",
    a: E4M3,
    b: E4M3,
    blocks: 1,
    ids: (0, 0),
    ue4m3: false,
    m: 128,
    n: 64,
    ctas: 1,
};
const MXF4: Case = Case {
    kind: "kind::mxf4",
    a: E2M1,
    b: E2M1,
    blocks: 2,
    ..MXF8
};
const NVF4: Case = Case {
    kind: "kind::mxf4nvf4",
    blocks: 4,
    ue4m3: true,
    ..MXF4
};
const SMALL: Case = Case {
    kind: "kind::f8f6f4",
    blocks: 0,
    ..MXF8
};

#[test]
fn block_scaled_products() {
    for case in [
        MXF8,
        Case {
            ids: (3, 1),
            n: 200,
            ..MXF8
        },
        Case {
            a: E5M2,
            b: E2M1,
            n: 8,
            ..MXF8
        },
        Case {
            a: E3M2,
            b: E2M3,
            ids: (2, 2),
            ..MXF8
        },
        MXF4,
        Case {
            ids: (2, 0),
            n: 136,
            ..MXF4
        },
        NVF4,
        Case { ue4m3: false, ..NVF4 },
        Case {
            blocks: 2,
            ue4m3: false,
            ids: (0, 2),
            ..NVF4
        },
    ] {
        case.check();
    }
}

#[test]
fn products_of_small_floats() {
    for (a, b) in [(E4M3, E5M2), (E2M1, E2M1), (E3M2, E2M1), (E2M3, E4M3)] {
        Case { a, b, ..SMALL }.check();
    }
    Case {
        m: 64,
        b: E3M2,
        ..SMALL
    }
    .check();
}

#[test]
fn products_of_a_pair() {
    for case in [
        Case {
            m: 256,
            ctas: 2,
            ..SMALL
        },
        Case {
            m: 128,
            ctas: 2,
            ..SMALL
        },
        Case {
            m: 256,
            ctas: 2,
            ids: (1, 2),
            n: 208,
            ..MXF8
        },
        Case {
            m: 128,
            ctas: 2,
            n: 192,
            ..MXF8
        },
        Case {
            m: 256,
            ctas: 2,
            ..NVF4
        },
        Case {
            m: 128,
            ctas: 2,
            ids: (0, 2),
            ..MXF4
        },
    ] {
        case.check();
    }
}

/// The first finding when a part of the text is replaced.
#[track_caller]
fn with(case: Case, from: &str, to: &str) -> FindingKind {
    let kernel = case.make().0;
    let text = kernel.text();
    assert!(text.contains(from), "{from}");
    kernel.finding_in(&text.replace(from, to), &kernel.launch()).kind
}

#[test]
fn faults_of_block_scaling() {
    let idesc = |case: Case, xor: u32| {
        let at = |x: u32| format!("mov.b32 %r52, {x:#x};");
        with(case, &at(case.idesc()), &at(case.idesc() ^ xor))
    };
    assert_eq!(idesc(MXF8, 1 << 23), InvalidOperand, "ue4m3");
    assert_eq!(idesc(MXF4, 1 << 4), InvalidOperand, "scale factors from byte 1");
    assert_eq!(idesc(NVF4, 2 << 29), InvalidOperand, "four scale factors from byte 2");
    assert_eq!(idesc(MXF8, 3 << 27), InvalidOperand, "M of 256 by one CTA");
    assert_eq!(idesc(MXF8, 1 << 2), InvalidOperand, "sparse");
    let next = "[%r7+4], %p6; tcgen05.cp.cta_group::1.32x128b.warpx4 [%r7+4], %rd12;";
    assert_eq!(
        with(MXF8, "[%r7+4], %p6;", next),
        Race,
        "the next scale factors over those of a product in flight"
    );
    assert_eq!(
        with(MXF8, "32x128b.warpx4 [%r7+4]", "128x128b [%r7+4]"),
        InvalidOperand,
        "another scale factor in every group of lanes"
    );
    assert_eq!(
        with(MXF8, "[%r7+4], %p6", "[%r7+100], %p6"),
        UninitialisedMemory,
        "scale factors never written"
    );
    assert_eq!(with(MXF8, "[%r7+4], %p6", "[%r53], %p6"), UninitialisedRegister);
    let lane = "add.u32 %r53, %r7, 0x100000; tcgen05.mma";
    let kernel = MXF8.make().0;
    let text = kernel
        .text()
        .replace("[%r7+4], %p6", "[%r53], %p6")
        .replace("tcgen05.mma", lane);
    assert_eq!(
        kernel.finding_in(&text, &kernel.launch()).kind,
        InvalidOperand,
        "scale factors in lane 16"
    );
}

#[test]
fn forms_of_products_that_do_not_exist() {
    let refused = |case: Case, from: &str, to: &str| {
        let kernel = case.make().0;
        let text = kernel.text();
        assert!(text.contains(from), "{from}");
        let message = kernel
            .run_text(&text.replace(from, to), &kernel.launch(), 0)
            .unwrap_err()
            .to_string();
        let reasons = [
            "does not run",
            "cannot have modifier",
            "lacks a modifier",
            "cannot take",
            "needs",
        ];
        assert!(reasons.iter().any(|r| message.contains(r)), "{message}");
    };
    refused(MXF8, ".block_scale", "");
    refused(MXF8, ".block_scale", ".block_scale.scale_vec::2X");
    refused(MXF4, ".block_scale", ".block_scale.scale_vec::4X");
    refused(MXF4, ".block_scale", ".block_scale.block16");
    refused(NVF4, ".scale_vec::4X", "");
    refused(SMALL, "kind::f8f6f4", "kind::f8f6f4.block_scale");
    refused(
        SMALL,
        "tcgen05.commit",
        "tcgen05.shift.cta_group::1.down [%r7]; tcgen05.commit",
    );
}

#[test]
fn faults_of_a_pair() {
    let pair = Case {
        m: 256,
        ctas: 2,
        ..SMALL
    };
    let alone = {
        let kernel = pair.make().0;
        let mut launch = kernel.launch();
        launch.cluster = [1, 1, 1];
        kernel.finding_in(&kernel.text(), &launch).kind
    };
    assert_eq!(alone, InvalidOperand, "no other CTA in the cluster");
    let kernel = pair.make().0;
    let leave = "setp.ne.u32 %p1, %r3, 0; @%p1 bra DONE; setp.ne.u32 %p1, %r2, 0;";
    let text = kernel.text().replace("setp.ne.u32 %p1, %r2, 0;", leave);
    let finding = kernel.finding_in(&text, &kernel.launch());
    assert_eq!(finding.kind, Deadlock, "one CTA does not allocate");
    let others = finding.others;
    assert!(
        others.iter().any(|o| o.what.contains("the other CTA of its pair")),
        "{others:?}"
    );
    let columns = "selp.b32 %r16, 128, 256, %p2; tcgen05.alloc.cta_group::2.sync.aligned.shared::cta.b32 [%r5], %r16";
    let alloc = "tcgen05.alloc.cta_group::2.sync.aligned.shared::cta.b32 [%r5], 256";
    assert_eq!(
        with(pair, alloc, &format!("setp.eq.u32 %p2, %r3, 0; {columns}")),
        TensorMemory,
        "different numbers of columns"
    );
    assert_eq!(
        with(pair, ".multicast::cluster.b64 [%r11], %h0", ".b64 [%r11]"),
        Deadlock,
        "the other CTA is not told"
    );
    let idesc = |m: u32| format!("mov.b32 %r52, {:#x};", (pair.idesc() & !(31 << 24)) | m >> 4 << 24);
    assert_eq!(with(pair, &idesc(256), &idesc(64)), InvalidOperand, "M of 64");
    assert_eq!(
        with(
            pair,
            "barrier.cluster.arrive.release.aligned; barrier.cluster.wait.acquire.aligned;",
            "bar.sync 0;"
        ),
        Race,
        "the other CTA's operands are not waited for"
    );
    let folded = Case {
        m: 128,
        n: 160,
        ctas: 2,
        ..MXF8
    };
    let kernel = folded.make().0;
    assert_eq!(kernel.finding().kind, InvalidOperand, "N of 160 with scale factors");
    let free = "@%p1 bra DONE;";
    assert_eq!(
        with(pair, free, "@%p3 bra DONE;"),
        TensorMemory,
        "one CTA does not free"
    );
}

#[test]
fn a_pair_of_128_rows_reads_a_twice() {
    let with_a = |value: &str| {
        let case = Case {
            m: 128,
            ctas: 2,
            ..SMALL
        };
        let mut kernel = case.make().0;
        let words = ["%r16"; 8].join(", ");
        kernel.prologue =
            format!("{value} tcgen05.st.sync.aligned.32x32b.x8.b32 [%r9], {{{words}}}; tcgen05.wait::st.sync.aligned;");
        kernel.body = kernel.body.replace("%rd10, %rd11, %r52", "[%r7], %rd11, %r52");
        kernel
    };
    with_a("and.b32 %r16, %r2, 1;").cells();
    let finding = with_a("mov.b32 %r16, %r2;").finding();
    assert_eq!(finding.kind, InvalidOperand);
    assert!(finding.message.contains("lanes 64 to 127"), "{finding}");
}
