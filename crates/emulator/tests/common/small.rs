//! Small kernels around a few instructions.

use tilewright_emulator::{Buffer, FindingKind, Launch, Options, Outcome, Param, run};

/// The launch of a body: threads, cluster size, words of output.
#[derive(Clone, Copy)]
pub struct Shape {
    pub threads: u32,
    pub cluster: u32,
    pub words: usize,
}

/// One warp.
pub const WARP: Shape = Shape {
    threads: 32,
    cluster: 1,
    words: 32,
};

/// Runs `body`, which finds its output's address in %rd0, its thread number in %r0, and the thread's own word in %rd1.
pub fn go(body: &str, shape: Shape, seed: u64) -> Outcome {
    // A target that has the instructions.
    let target = ["wgmma.", "sm_120a"].map(|word| body.contains(word));
    let target = match target {
        [true, _] => "sm_90a",
        [_, true] => "sm_120a",
        _ => "sm_100a",
    };
    let text = format!(
        r#"
.version 9.4
.target {target}
.address_size 64
.extern .shared .align 1024 .b8 dyn[];
.const .align 4 .u32 table[4] = {{10, 20, 30, 40}};
.visible .entry k(.param .u64 out, .param .u32 n)
{{
  .reg .pred %p<16>; .reg .b16 %h<16>; .reg .b32 %r<64>; .reg .b64 %rd<32>; .reg .f32 %f<32>; .reg .f64 %d<16>;
  .shared .align 16 .b8 smem[4096];
  .shared .align 8 .b64 bar[4];
  .local .align 16 .b8 stack[64];
  ld.param.u64 %rd0, [out];
  cvta.to.global.u64 %rd0, %rd0;
  mov.u32 %r0, %tid.x;
  mad.wide.u32 %rd1, %r0, 4, %rd0;
{body}
  ret;
}}
"#
    );
    let launch = Launch {
        entry: "k".into(),
        grid: [shape.cluster, 1, 1],
        block: [shape.threads, 1, 1],
        cluster: [shape.cluster, 1, 1],
        dynamic_shared: 8192,
        shared_align: 1024,
        params: vec![
            Param::Buffer {
                name: "out".into(),
                offset: 0,
            },
            Param::Bytes(7_u32.to_le_bytes().to_vec()),
        ],
    };
    let buffers = vec![Buffer {
        name: "out".into(),
        bytes: vec![0xEE; 4 * shape.words],
        align: 256,
    }];
    run(
        &text,
        &launch,
        buffers,
        Options {
            seed,
            budget: 1_000_000,
        },
    )
    .unwrap_or_else(|e| panic!("{e}"))
}

/// The output.
pub fn words(outcome: &Outcome) -> Vec<u32> {
    outcome.buffers[0]
        .bytes
        .chunks_exact(4)
        .map(|c| u32::from_le_bytes([c[0], c[1], c[2], c[3]]))
        .collect()
}

/// The output of a body that must have no findings, the same on several seeds.
#[track_caller]
pub fn result(body: &str, shape: Shape) -> Vec<u32> {
    let mut first = None;
    for seed in 0..4 {
        let outcome = go(body, shape, seed);
        assert!(outcome.findings.is_empty(), "{}", outcome.findings[0]);
        let got = words(&outcome);
        assert_eq!(*first.get_or_insert(got.clone()), got, "seed {seed}");
    }
    first.unwrap_or_default()
}

/// The body must have a finding of this kind on some of eight seeds.
#[track_caller]
pub fn faulty(body: &str, shape: Shape, kind: FindingKind) {
    let mut others = Vec::new();
    for seed in 0..8 {
        let outcome = go(body, shape, seed);
        if outcome.findings.iter().any(|f| f.kind == kind) {
            return;
        }
        others.extend(outcome.findings.iter().map(ToString::to_string));
    }
    panic!("{} was not found; found {others:?}", kind.name());
}

/// The output of the lanes of a warp.
pub fn each(f: impl Fn(u32) -> u32) -> Vec<u32> {
    (0..32).map(f).collect()
}

/// Two CTAs of one warp each; every CTA writes 32 words of output from its rank's half.
pub const PAIR: Shape = Shape {
    threads: 32,
    cluster: 2,
    words: 64,
};

/// In a pair of CTAs: the rank in %r20, the thread's number in the pair in %r21, its word in %rd1.
pub const CLUSTER_OUT: &str =
    "mov.u32 %r20, %cluster_ctarank; mad.lo.u32 %r21, %r20, 32, %r0; mad.wide.u32 %rd1, %r21, 4, %rd0;";
