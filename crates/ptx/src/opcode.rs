//! The opcode table: every instruction the tree can hold, with the modifiers and operand counts it takes.
//!
//! An opcode is the longest fixed prefix that names one instruction (`cp.async.bulk.tensor`, `mbarrier.try_wait`); what follows
//! is checked against a small pattern. Patterns are slots separated by blanks; a slot is one or more alternatives joined by `|`
//! and may end in `?` (optional) or `*` (any number). An alternative is a modifier as spelled in PTX or one of the classes of
//! [`in_class`], in capitals.

use crate::modifier::{Mod, Word};

macro_rules! opcodes {
    ($($variant:ident $text:literal $dst:literal $min:literal..$max:literal $pattern:literal;)*) => {
        /// An instruction's name. See the table in this file for what each takes.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        #[allow(missing_docs)]
        pub enum Opcode { $($variant),* }

        impl Opcode {
            /// Every opcode, in table order.
            pub const ALL: &'static [Opcode] = &[$(Opcode::$variant),*];

            /// The PTX spelling.
            pub const fn text(self) -> &'static str {
                match self { $(Opcode::$variant => $text),* }
            }

            /// The opcode with exactly this spelling.
            pub fn from_text(text: &str) -> Option<Opcode> {
                match text { $($text => Some(Opcode::$variant),)* _ => None }
            }

            /// How many leading operands are written (a `d|p` pair is one operand).
            pub const fn destinations(self) -> usize {
                match self { $(Opcode::$variant => $dst),* }
            }

            /// Least and greatest number of operands.
            pub const fn arity(self) -> (usize, usize) {
                match self { $(Opcode::$variant => ($min, $max)),* }
            }

            /// The modifier pattern.
            pub const fn pattern(self) -> &'static str {
                match self { $(Opcode::$variant => $pattern),* }
            }
        }
    };
}

opcodes! {
    // Order and scope may stand on either side of the state space: assemblers take both, and compilers print both.
    // Integer and floating-point arithmetic (PTX ISA 9.7.1 to 9.7.5).
    Add "add" 1 3..3 "RND? ftz? sat? cc? TYPE TYPE?";
    Addc "addc" 1 3..3 "cc? TYPE";
    Sub "sub" 1 3..3 "RND? ftz? sat? cc? TYPE TYPE?";
    Subc "subc" 1 3..3 "cc? TYPE";
    Mul "mul" 1 3..3 "hi|lo|wide? RND? ftz? sat? TYPE";
    Mul24 "mul24" 1 3..3 "hi|lo TYPE";
    Mad "mad" 1 4..4 "hi|lo|wide? RND? ftz? sat? cc? TYPE";
    Mad24 "mad24" 1 4..4 "hi|lo sat? TYPE";
    Madc "madc" 1 4..4 "hi|lo cc? TYPE";
    Fma "fma" 1 4..4 "RND ftz? sat? relu? oob? TYPE TYPE?";
    Sad "sad" 1 4..4 "TYPE";
    Div "div" 1 3..3 "approx|full|RND? ftz? TYPE";
    Rem "rem" 1 3..3 "TYPE";
    Abs "abs" 1 2..2 "ftz? TYPE";
    Neg "neg" 1 2..2 "ftz? TYPE";
    Min "min" 1 3..4 "ftz? NaN? xorsign? abs? relu? TYPE";
    Max "max" 1 3..4 "ftz? NaN? xorsign? abs? relu? TYPE";
    Popc "popc" 1 2..2 "TYPE";
    Clz "clz" 1 2..2 "TYPE";
    Bfind "bfind" 1 2..2 "shiftamt? TYPE";
    Brev "brev" 1 2..2 "TYPE";
    Bfe "bfe" 1 4..4 "TYPE";
    Bfi "bfi" 1 5..5 "TYPE";
    Bmsk "bmsk" 1 3..3 "clamp|wrap TYPE";
    Szext "szext" 1 3..3 "clamp|wrap TYPE";
    Fns "fns" 1 4..4 "TYPE";
    Dp4a "dp4a" 1 4..4 "TYPE TYPE";
    Dp2a "dp2a" 1 4..4 "lo|hi TYPE TYPE";
    Testp "testp" 1 2..2 "finite|infinite|number|notanumber|normal|subnormal TYPE";
    Copysign "copysign" 1 3..3 "TYPE";
    Rcp "rcp" 1 2..2 "approx|RND ftz? TYPE";
    Sqrt "sqrt" 1 2..2 "approx|RND ftz? TYPE";
    Rsqrt "rsqrt" 1 2..2 "approx ftz? TYPE";
    Sin "sin" 1 2..2 "approx ftz? TYPE";
    Cos "cos" 1 2..2 "approx ftz? TYPE";
    Lg2 "lg2" 1 2..2 "approx ftz? TYPE";
    Ex2 "ex2" 1 2..2 "approx ftz? TYPE";
    Tanh "tanh" 1 2..2 "approx TYPE";
    // Comparison, selection, logic (9.7.6 to 9.7.8).
    Set "set" 1 3..4 "CMP BOOL? ftz? TYPE TYPE";
    Setp "setp" 1 3..4 "CMP BOOL? ftz? TYPE";
    Selp "selp" 1 4..4 "TYPE";
    Slct "slct" 1 4..4 "ftz? TYPE TYPE";
    And "and" 1 3..3 "TYPE";
    Or "or" 1 3..3 "TYPE";
    Xor "xor" 1 3..3 "TYPE";
    Not "not" 1 2..2 "TYPE";
    Cnot "cnot" 1 2..2 "TYPE";
    Lop3 "lop3" 1 5..6 "BOOL? TYPE";
    Shf "shf" 1 4..4 "l|r clamp|wrap TYPE";
    Shl "shl" 1 3..3 "TYPE";
    Shr "shr" 1 3..3 "TYPE";
    // Data movement (9.7.9).
    Mov "mov" 1 2..2 "TYPE";
    Shfl "shfl.sync" 1 5..5 "up|down|bfly|idx TYPE";
    Prmt "prmt" 1 4..4 "TYPE f4e|b4e|rc8|ecl|ecr|rc16?";
    Ld "ld" 1 2..3 "volatile? SEM? mmio? SCOPE? SPACE? SCOPE? SEM? SCOPE? CACHE* VEC? TYPE";
    St "st" 0 2..3 "volatile? SEM? mmio? SCOPE? SPACE? SCOPE? SEM? SCOPE? CACHE* VEC? TYPE";
    Prefetch "prefetch" 0 1..1 "SPACE? L1|L2|L2::evict_last|L2::evict_normal|tensormap";
    Prefetchu "prefetchu" 0 1..1 "L1";
    Isspacep "isspacep" 1 2..2 "SPACE";
    Cvta "cvta" 1 2..2 "to? SPACE TYPE";
    Cvt "cvt" 1 2..6 "IRND|RND? ftz? satfinite? relu? sat? satfinite? relu? TYPE TYPE";
    CvtPack "cvt.pack" 1 3..4 "sat TYPE TYPE TYPE?";
    Mapa "mapa" 1 3..3 "SPACE? TYPE";
    Getctarank "getctarank" 1 2..2 "SPACE? TYPE";
    Createpolicy "createpolicy" 1 1..5 "fractional|range SPACE? CACHE* TYPE";
    Discard "discard" 0 2..2 "SPACE? L2";
    Applypriority "applypriority" 0 2..2 "SPACE? L2::evict_normal";
    // Asynchronous copies (9.7.9.25 to 9.7.9.28).
    CpAsync "cp.async" 0 3..5 "ca|cg SPACE SPACE L2::cache_hint? CACHE*";
    CpAsyncCommitGroup "cp.async.commit_group" 0 0..0 "";
    CpAsyncWaitGroup "cp.async.wait_group" 0 1..1 "";
    CpAsyncWaitAll "cp.async.wait_all" 0 0..0 "";
    CpAsyncMbarrierArrive "cp.async.mbarrier.arrive" 0 1..1 "noinc? SPACE? TYPE";
    CpAsyncBulk "cp.async.bulk" 0 3..6 "SPACE SPACE mbarrier::complete_tx::bytes|bulk_group multicast::cluster? CACHE* cp_mask?";
    CpAsyncBulkTensor "cp.async.bulk.tensor" 0 2..6 "DIM SPACE SPACE TILE? mbarrier::complete_tx::bytes|bulk_group multicast::cluster? CTAGROUP? CACHE*";
    CpAsyncBulkPrefetch "cp.async.bulk.prefetch" 0 2..3 "L2 SPACE CACHE*";
    CpAsyncBulkPrefetchTensor "cp.async.bulk.prefetch.tensor" 0 1..3 "DIM L2 SPACE TILE? CACHE*";
    CpAsyncBulkCommitGroup "cp.async.bulk.commit_group" 0 0..0 "";
    CpAsyncBulkWaitGroup "cp.async.bulk.wait_group" 0 1..1 "read?";
    CpReduceAsyncBulk "cp.reduce.async.bulk" 0 3..5 "SPACE SPACE mbarrier::complete_tx::bytes|bulk_group CACHE* REDOP noftz? TYPE";
    CpReduceAsyncBulkTensor "cp.reduce.async.bulk.tensor" 0 2..3 "DIM SPACE SPACE REDOP TILE? bulk_group CACHE*";
    TensormapReplace "tensormap.replace" 0 2..3 "tile TENSORMAPFIELD SPACE? TYPE TYPE";
    TensormapCpFenceproxy "tensormap.cp_fenceproxy" 0 3..3 "SPACE SPACE proxy? tensormap::generic release SCOPE sync aligned";
    StBulk "st.bulk" 0 3..3 "weak? SPACE?";
    // Control flow (9.7.12).
    Bra "bra" 0 1..1 "uni?";
    BrxIdx "brx.idx" 0 2..2 "uni?";
    Call "call" 0 1..3 "uni?";
    Ret "ret" 0 0..0 "uni?";
    Exit "exit" 0 0..0 "";
    Trap "trap" 0 0..0 "";
    Brkpt "brkpt" 0 0..0 "";
    Nanosleep "nanosleep" 0 1..1 "TYPE";
    // Barriers, fences, atomics, votes (9.7.13).
    BarSync "bar.sync" 0 1..2 "";
    BarArrive "bar.arrive" 0 2..2 "";
    BarRed "bar.red" 1 3..4 "popc|and|or TYPE";
    BarWarpSync "bar.warp.sync" 0 1..1 "";
    BarrierSync "barrier.sync" 0 1..2 "aligned?";
    BarrierArrive "barrier.arrive" 0 2..2 "aligned?";
    BarrierRed "barrier.red" 1 3..4 "popc|and|or aligned? TYPE";
    BarrierCtaSync "barrier.cta.sync" 0 1..2 "aligned?";
    BarrierCtaArrive "barrier.cta.arrive" 0 2..2 "aligned?";
    BarrierClusterArrive "barrier.cluster.arrive" 0 0..0 "release|relaxed? aligned?";
    BarrierClusterWait "barrier.cluster.wait" 0 0..0 "acquire? aligned?";
    Membar "membar" 0 0..0 "cta|gl|sys";
    Fence "fence" 0 0..0 "sc|acq_rel|acquire|release? sync_restrict::shared::cta|sync_restrict::shared::cluster? SCOPE?";
    FenceMbarrierInit "fence.mbarrier_init" 0 0..0 "release cluster";
    FenceProxy "fence.proxy" 0 0..2 "alias|async|tensormap::generic|async::generic SPACE? acquire|release? sync_restrict::shared::cta|sync_restrict::shared::cluster? SCOPE?";
    Atom "atom" 1 3..5 "SEM? SCOPE? SPACE? SCOPE? SEM? SCOPE? ATOMOP SEM? SCOPE? SPACE? noftz? CACHE* VEC? TYPE";
    Red "red" 0 2..3 "SEM? SCOPE? SPACE? SCOPE? SEM? SCOPE? REDOP SEM? SCOPE? SPACE? noftz? CACHE* VEC? TYPE";
    RedAsync "red.async" 0 3..3 "relaxed SCOPE? SPACE? mbarrier::complete_tx::bytes? REDOP TYPE";
    StAsync "st.async" 0 3..3 "weak|relaxed? SCOPE? SPACE? mbarrier::complete_tx::bytes? VEC? TYPE";
    VoteSync "vote.sync" 1 3..3 "all|any|uni|ballot TYPE";
    MatchAnySync "match.any.sync" 1 3..3 "TYPE";
    MatchAllSync "match.all.sync" 1 3..3 "TYPE";
    Activemask "activemask" 1 1..1 "TYPE";
    ReduxSync "redux.sync" 1 3..3 "REDOP abs? NaN? TYPE";
    ElectSync "elect.sync" 1 2..2 "";
    GriddepcontrolWait "griddepcontrol.wait" 0 0..0 "";
    GriddepcontrolLaunchDependents "griddepcontrol.launch_dependents" 0 0..0 "";
    // mbarrier (9.7.13.15).
    MbarrierInit "mbarrier.init" 0 2..2 "SPACE? TYPE";
    MbarrierInval "mbarrier.inval" 0 1..1 "SPACE? TYPE";
    MbarrierExpectTx "mbarrier.expect_tx" 0 2..2 "relaxed? SCOPE? SPACE? TYPE";
    MbarrierCompleteTx "mbarrier.complete_tx" 0 2..2 "relaxed? SCOPE? SPACE? TYPE";
    MbarrierArrive "mbarrier.arrive" 0 1..3 "expect_tx? noComplete? release|relaxed? SCOPE? SPACE? TYPE";
    MbarrierArriveDrop "mbarrier.arrive_drop" 0 1..3 "expect_tx? noComplete? release|relaxed? SCOPE? SPACE? TYPE";
    MbarrierTestWait "mbarrier.test_wait" 1 3..3 "parity? acquire|relaxed? SCOPE? SPACE? TYPE";
    MbarrierTryWait "mbarrier.try_wait" 1 3..4 "parity? acquire|relaxed? SCOPE? SPACE? TYPE";
    MbarrierPendingCount "mbarrier.pending_count" 1 2..2 "TYPE";
    ClusterlaunchcontrolTryCancel "clusterlaunchcontrol.try_cancel" 0 2..2 "async SPACE? mbarrier::complete_tx::bytes multicast::cluster::all? TYPE";
    ClusterlaunchcontrolQueryCancel "clusterlaunchcontrol.query_cancel" 1 2..2 "is_canceled|get_first_ctaid|get_first_ctaid::x|get_first_ctaid::y|get_first_ctaid::z VEC? TYPE TYPE";
    // Matrices (9.7.14 to 9.7.16).
    Ldmatrix "ldmatrix.sync.aligned" 1 2..2 "m8n8|m8n16|m16n16 COUNT trans? SPACE? b8x16? b6x16_p32|b4x16_p64? TYPE?";
    Stmatrix "stmatrix.sync.aligned" 0 2..2 "m8n8|m16n8 COUNT trans? SPACE? TYPE";
    Movmatrix "movmatrix.sync.aligned" 1 2..2 "m8n8 trans TYPE";
    Mma "mma.sync.aligned" 1 4..10 "SHAPE row col KIND? block_scale? SCALEVEC? satfinite? TYPE TYPE TYPE TYPE and|xor? popc? TYPE?";
    MmaSp "mma.sp.sync.aligned" 1 6..12 "SHAPE row col KIND? block_scale? SCALEVEC? satfinite? TYPE TYPE TYPE TYPE TYPE?";
    WgmmaMmaAsync "wgmma.mma_async.sync.aligned" 1 4..9 "SHAPE satfinite? TYPE TYPE TYPE and? popc?";
    WgmmaFence "wgmma.fence.sync.aligned" 0 0..0 "";
    WgmmaCommitGroup "wgmma.commit_group.sync.aligned" 0 0..0 "";
    WgmmaWaitGroup "wgmma.wait_group.sync.aligned" 0 1..1 "";
    Setmaxnreg "setmaxnreg" 0 1..1 "inc|dec sync aligned TYPE";
    Tcgen05Alloc "tcgen05.alloc" 0 2..2 "CTAGROUP sync aligned SPACE? TYPE";
    Tcgen05Dealloc "tcgen05.dealloc" 0 2..2 "CTAGROUP sync aligned TYPE";
    Tcgen05RelinquishAllocPermit "tcgen05.relinquish_alloc_permit" 0 0..0 "CTAGROUP sync aligned";
    Tcgen05FenceBefore "tcgen05.fence::before_thread_sync" 0 0..0 "";
    Tcgen05FenceAfter "tcgen05.fence::after_thread_sync" 0 0..0 "";
    Tcgen05Mma "tcgen05.mma" 0 5..9 "CTAGROUP KIND ashift? block_scale? SCALEVEC? COLLECTOR*";
    Tcgen05MmaWs "tcgen05.mma.ws" 0 5..8 "CTAGROUP KIND COLLECTOR*";
    Tcgen05Commit "tcgen05.commit" 0 1..2 "CTAGROUP mbarrier::arrive::one SPACE? multicast::cluster? TYPE";
    Tcgen05Ld "tcgen05.ld.sync.aligned" 1 2..3 "TCSHAPE COUNT pack::16b? TYPE";
    Tcgen05St "tcgen05.st.sync.aligned" 0 2..3 "TCSHAPE COUNT unpack::16b? TYPE";
    Tcgen05WaitLd "tcgen05.wait::ld.sync.aligned" 0 0..0 "";
    Tcgen05WaitSt "tcgen05.wait::st.sync.aligned" 0 0..0 "";
    Tcgen05Cp "tcgen05.cp" 0 2..2 "CTAGROUP TCCPSHAPE warpx2::02_13|warpx2::01_23|warpx4? b8x16? b6x16_p32|b4x16_p64?";
    Tcgen05Shift "tcgen05.shift" 0 1..1 "CTAGROUP down";
}

impl Opcode {
    /// Splits `add.rn.f32` into the opcode and the text of its modifiers: the longest opcode that ends at a dot or at the end.
    pub fn split(text: &str) -> Option<(Opcode, &str)> {
        let mut end = text.len();
        loop {
            if let Some(op) = Opcode::from_text(&text[..end]) {
                return Some((op, text[end..].strip_prefix('.').unwrap_or("")));
            }
            end = text[..end].rfind('.')?;
        }
    }

    /// Checks an ordered modifier list against this opcode's pattern.
    ///
    /// # Errors
    /// The index of the first modifier that has no place (or the list's length, when one is missing) and what was expected there.
    pub fn check_mods(self, mods: &[Mod]) -> Result<(), BadMods> {
        let mut at = 0;
        for slot in self.pattern().split_ascii_whitespace() {
            let (alternatives, least, most) = match slot.as_bytes().last() {
                Some(b'?') => (&slot[..slot.len() - 1], 0, 1),
                Some(b'*') => (&slot[..slot.len() - 1], 0, usize::MAX),
                _ => (slot, 1, 1),
            };
            let mut taken = 0;
            while taken < most
                && mods
                    .get(at)
                    .is_some_and(|&m| alternatives.split('|').any(|a| in_class(a, m)))
            {
                at += 1;
                taken += 1;
            }
            if taken < least {
                return Err(BadMods {
                    index: at,
                    expected: alternatives,
                });
            }
        }
        if at == mods.len() {
            Ok(())
        } else {
            Err(BadMods {
                index: at,
                expected: "",
            })
        }
    }
}

/// Why a modifier list does not fit an opcode.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BadMods {
    /// Index of the offending modifier, or the length of the list if one is missing at its end.
    pub index: usize,
    /// The alternatives (spelled as in the pattern) that were expected; empty if no further modifier is taken.
    pub expected: &'static str,
}

/// Does `m` belong to the pattern alternative `class`?
fn in_class(class: &str, m: Mod) -> bool {
    use Word::*;
    match (class, m) {
        ("TYPE", Mod::Type(_)) | ("SPACE", Mod::Space(_)) | ("SHAPE", Mod::Shape { .. }) => true,
        ("COUNT", Mod::Word(w)) => matches!(w, X1 | X2 | X4 | X8 | X16 | X32 | X64 | X128),
        ("RND", Mod::Word(w)) => matches!(w, Rn | Rz | Rm | Rp | Rna | Rs),
        ("IRND", Mod::Word(w)) => matches!(w, Rni | Rzi | Rmi | Rpi),
        ("SCOPE", Mod::Word(w)) => matches!(w, Cta | Cluster | Gpu | Sys),
        ("SEM", Mod::Word(w)) => matches!(w, Weak | Relaxed | Acquire | Release | AcqRel),
        ("BOOL", Mod::Word(w)) => matches!(w, And | Or | Xor),
        ("VEC", Mod::Word(w)) => matches!(w, V2 | V4 | V8),
        ("DIM", Mod::Word(w)) => matches!(w, D1 | D2 | D3 | D4 | D5),
        ("CTAGROUP", Mod::Word(w)) => matches!(w, CtaGroup1 | CtaGroup2),
        ("TILE", Mod::Word(w)) => {
            matches!(
                w,
                Tile | TileGather4 | TileScatter4 | Im2col | Im2colW | Im2colW128 | Im2colNoOffs
            )
        }
        ("CMP", Mod::Word(w)) => {
            matches!(
                w,
                Eq | Ne | Lt | Le | Gt | Ge | Lo | Ls | Hi | Hs | Equ | Neu | Ltu | Leu | Gtu | Geu | Num | NanTest
            )
        }
        ("ATOMOP", Mod::Word(w)) => matches!(w, Exch | Cas | Add | Min | Max | Inc | Dec | And | Or | Xor),
        ("REDOP", Mod::Word(w)) => matches!(w, Add | Min | Max | Inc | Dec | And | Or | Xor),
        ("CACHE", Mod::Word(w)) => is_cache_word(w),
        ("KIND", Mod::Word(w)) => {
            matches!(
                w,
                KindF16 | KindTf32 | KindF8f6f4 | KindI8 | KindMxf8f6f4 | KindMxf4 | KindMxf4nvf4
            )
        }
        ("SCALEVEC", Mod::Word(w)) => matches!(w, ScaleVec1x | ScaleVec2x | ScaleVec4x | Block16 | Block32),
        ("COLLECTOR", Mod::Word(w)) => {
            matches!(
                w,
                CollectorAFill | CollectorAUse | CollectorALastuse | CollectorADiscard
            )
        }
        ("TCSHAPE", Mod::Word(w)) => matches!(w, S32x32b | S16x64b | S16x128b | S16x256b | S16x32bx2),
        ("TCCPSHAPE", Mod::Word(w)) => matches!(w, S128x256b | S4x256b | S128x128b | S64x128b | S32x128b),
        ("TENSORMAPFIELD", Mod::Word(w)) => matches!(
            w,
            GlobalAddress
                | Rank
                | BoxDim
                | GlobalDim
                | GlobalStride
                | ElementStride
                | Elemtype
                | InterleaveLayout
                | SwizzleMode
                | SwizzleAtomicity
                | FillMode
        ),
        (_, Mod::Word(w)) => w.text() == class,
        (_, Mod::Type(t)) => t.text() == class,
        (_, Mod::Space(s)) => s.text() == class,
        (_, Mod::Shape { .. }) => false,
    }
}

/// Words that only advise the caches.
pub(crate) fn is_cache_word(w: Word) -> bool {
    use Word::*;
    matches!(
        w,
        Ca | Cg
            | Cs
            | Lu
            | Cv
            | Wb
            | Wt
            | Nc
            | L2CacheHint
            | L264B
            | L2128B
            | L2256B
            | L1EvictNormal
            | L1EvictUnchanged
            | L1EvictFirst
            | L1EvictLast
            | L1NoAllocate
            | L2EvictNormal
            | L2EvictFirst
            | L2EvictLast
            | L2EvictUnchanged
    )
}

impl BadMods {
    /// The fault in words.
    pub fn message(&self, op: Opcode, mods: &[Mod]) -> String {
        match mods.get(self.index) {
            Some(m) => format!("`{}` cannot have modifier `.{m}` here", op.text()),
            None => format!("`{}` lacks a modifier", op.text()),
        }
    }

    /// What would fit.
    pub fn help(&self, op: Opcode) -> String {
        if self.expected.is_empty() {
            format!("`{}` takes: {}", op.text(), op.pattern())
        } else {
            format!("expected {} (`{}` takes: {})", self.expected, op.text(), op.pattern())
        }
    }
}
