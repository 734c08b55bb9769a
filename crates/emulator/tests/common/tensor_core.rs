//! A kernel around a few tcgen05 instructions: input into shared memory, tensor memory cleared, one thread issues, all
//! read out.

use tilewright_emulator::{Buffer, Finding, Launch, Options, Outcome, Param, Refusal, run};

/// The differences between the kernels.
pub struct Kernel {
    /// CTAs of the cluster: 1, or 2 with cta_group::2.
    pub ctas: usize,
    /// Shared memory of each CTA, one after the other.
    pub input: Vec<u8>,
    /// Columns of tensor memory that are cleared before and read after.
    pub columns: usize,
    /// Executed by all threads, after the input is in shared memory.
    pub prologue: String,
    /// Executed by the first thread of the first CTA; `[%r7]` is the first column.
    pub body: String,
}

/// Columns that the kernel allocates.
pub const ALLOCATED: usize = 256;

impl Kernel {
    pub fn new(input: Vec<u8>, columns: usize, body: impl Into<String>) -> Kernel {
        Kernel {
            ctas: 1,
            input,
            columns,
            prologue: String::new(),
            body: body.into(),
        }
    }

    pub fn text(&self) -> String {
        let bytes = self.input.len() / self.ctas;
        let registers = |from: usize| {
            (from..from + 8)
                .map(|i| format!("%r{i}"))
                .collect::<Vec<_>>()
                .join(", ")
        };
        let (mut clear, mut read) = (String::new(), String::new());
        for c in (0..self.columns).step_by(8) {
            clear.push_str(&format!(
                "tcgen05.st.sync.aligned.32x32b.x8.b32 [%r9+{c}], {{{}}};\n",
                ["%r10"; 8].join(", ")
            ));
            read.push_str(&format!(
                "tcgen05.ld.sync.aligned.32x32b.x8.b32 {{{}}}, [%r9+{c}]; tcgen05.wait::ld.sync.aligned;
                 st.global.v4.b32 [%rd9+{}], {{%r40, %r41, %r42, %r43}};
                 st.global.v4.b32 [%rd9+{}], {{%r44, %r45, %r46, %r47}};\n",
                registers(40),
                4 * c,
                4 * c + 16
            ));
        }
        let (meet, cast, mask) = if self.ctas == 2 {
            (
                "barrier.cluster.arrive.release.aligned; barrier.cluster.wait.acquire.aligned;",
                ".multicast::cluster",
                ", %h0",
            )
        } else {
            ("bar.sync 0;", "", "")
        };
        format!(
            "
.version 9.1
.target sm_100a
.address_size 64
.visible .entry k(.param .u64 in, .param .u64 out)
{{
  .reg .pred %p<8>; .reg .b16 %h<4>; .reg .b32 %r<64>; .reg .b64 %rd<40>;
  .shared .align 8 .b64 done;
  .shared .align 4 .b32 slot;
  .shared .align 1024 .b8 buf[{bytes}];
  mov.u32 %r1, %tid.x; shr.u32 %r2, %r1, 5; mov.u32 %r3, %cluster_ctarank; and.b32 %r8, %r1, 31; mov.b16 %h0, 3;
  setp.eq.u32 %p7, %r1, %r1;
  ld.param.u64 %rd1, [in]; mul.wide.u32 %rd2, %r3, {bytes}; add.s64 %rd1, %rd1, %rd2;
  setp.ne.u32 %p0, %r1, 0;
  @%p0 bra I0;
  mbarrier.init.shared::cta.b64 [done], 1;
  fence.mbarrier_init.release.cluster;
I0:
  setp.ne.u32 %p1, %r2, 0;
  @%p1 bra I1;
  mov.u32 %r5, slot;
  tcgen05.alloc.cta_group::{ctas}.sync.aligned.shared::cta.b32 [%r5], {ALLOCATED};
  tcgen05.relinquish_alloc_permit.cta_group::{ctas}.sync.aligned;
I1:
  shl.b32 %r6, %r1, 4; mov.u32 %r4, buf;
COPY:
  setp.ge.u32 %p2, %r6, {bytes};
  @%p2 bra COPIED;
  cvt.u64.u32 %rd3, %r6; add.s64 %rd3, %rd1, %rd3; add.u32 %r11, %r4, %r6;
  ld.global.v4.b32 {{%r12, %r13, %r14, %r15}}, [%rd3];
  st.shared.v4.b32 [%r11], {{%r12, %r13, %r14, %r15}};
  add.u32 %r6, %r6, 2048;
  bra.uni COPY;
COPIED:
  fence.proxy.async;
  tcgen05.fence::before_thread_sync;
  bar.sync 0;
  tcgen05.fence::after_thread_sync;
  ld.shared.b32 %r7, [slot];
  shl.b32 %r9, %r2, 21; add.u32 %r9, %r9, %r7; mov.b32 %r10, 0;
  {clear}
  tcgen05.wait::st.sync.aligned;
  {prologue}
  tcgen05.fence::before_thread_sync;
  {meet}
  tcgen05.fence::after_thread_sync;
  or.b32 %r11, %r1, %r3; setp.ne.u32 %p3, %r11, 0;
  @%p3 bra WAIT;
  {body}
  mov.u32 %r11, done;
  tcgen05.commit.cta_group::{ctas}.mbarrier::arrive::one.shared::cluster{cast}.b64 [%r11]{mask};
WAIT:
  bar.warp.sync 0xffffffff;
POLL: mbarrier.try_wait.parity.shared::cta.b64 %p4, [done], 0; @!%p4 bra POLL;
  tcgen05.fence::after_thread_sync;
  ld.param.u64 %rd8, [out]; mad.lo.u32 %r11, %r3, 128, %r1; mul.wide.u32 %rd9, %r11, {row}; add.s64 %rd9, %rd9, %rd8;
  {read}
  tcgen05.fence::before_thread_sync;
  {meet}
  tcgen05.fence::after_thread_sync;
  @%p1 bra DONE;
  tcgen05.dealloc.cta_group::{ctas}.sync.aligned.b32 %r7, {ALLOCATED};
DONE:
  ret;
}}",
            ctas = self.ctas,
            prologue = self.prologue,
            body = self.body,
            row = 4 * self.columns,
        )
    }

    pub fn launch(&self) -> Launch {
        let buffer = |name: &str| Param::Buffer {
            name: name.into(),
            offset: 0,
        };
        Launch {
            entry: "k".into(),
            grid: [self.ctas as u32, 1, 1],
            block: [128, 1, 1],
            cluster: [self.ctas as u32, 1, 1],
            dynamic_shared: 0,
            shared_align: 1024,
            params: vec![buffer("in"), buffer("out")],
        }
    }

    pub fn run_text(&self, text: &str, launch: &Launch, seed: u64) -> Result<Outcome, Refusal> {
        let buffer = |name: &str, bytes: Vec<u8>| Buffer {
            name: name.into(),
            bytes,
            align: 256,
        };
        let out = vec![0xEE; self.ctas * 128 * self.columns * 4];
        let buffers = vec![buffer("in", self.input.clone()), buffer("out", out)];
        run(
            text,
            launch,
            buffers,
            Options {
                seed,
                budget: 5_000_000,
            },
        )
    }

    /// Tensor memory after a run in which nothing may be found: of each CTA, 128 lanes of the columns.
    #[track_caller]
    pub fn cells(&self) -> Vec<u32> {
        let mut cells = Vec::new();
        for seed in 0..3 {
            let outcome = self
                .run_text(&self.text(), &self.launch(), seed)
                .unwrap_or_else(|e| panic!("{e}"));
            assert!(outcome.findings.is_empty(), "seed {seed}: {}", outcome.findings[0]);
            let words = outcome.buffers[1].bytes.chunks_exact(4);
            let now: Vec<u32> = words.map(|c| u32::from_le_bytes([c[0], c[1], c[2], c[3]])).collect();
            assert!(seed == 0 || now == cells, "seed {seed}");
            cells = now;
        }
        cells
    }

    /// The finding, where there must be one.
    #[track_caller]
    pub fn finding(&self) -> Finding {
        self.finding_in(&self.text(), &self.launch())
    }

    #[track_caller]
    pub fn finding_in(&self, text: &str, launch: &Launch) -> Finding {
        let outcome = self.run_text(text, launch, 0).unwrap_or_else(|e| panic!("{e}"));
        outcome.findings.first().expect("nothing was found").clone()
    }

    /// Why the kernel is refused.
    #[track_caller]
    pub fn refusal(&self) -> String {
        self.run_text(&self.text(), &self.launch(), 0).unwrap_err().to_string()
    }
}

/// Instructions that put the descriptor of a matrix without swizzle, `offset` bytes into the buffer, into a register.
pub fn descriptor(register: &str, offset: usize, leading: usize, stride: usize) -> String {
    let rest = (leading as u64 >> 4) << 16 | (stride as u64 >> 4) << 32 | 1 << 46;
    format!(
        "add.u32 %r50, %r4, {offset}; cvt.u64.u32 {register}, %r50; shr.u64 {register}, {register}, 4;
         or.b64 {register}, {register}, {rest};\n"
    )
}

/// Bytes that look random.
pub fn noise(len: usize, seed: u64) -> Vec<u8> {
    let mut state = seed;
    let mut next = || {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (state >> 56) as u8
    };
    (0..len).map(|_| next()).collect()
}
