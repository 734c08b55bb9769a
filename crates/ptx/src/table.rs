//! The operands and modifiers of each instruction: the table of forms, after the PTX ISA manual (9.7.1 to 9.7.16, ISA
//! 9.5), compared with the assembler in both directions (`tests/assembler.rs`).
//!
//! A row: variant, spelling, number of destinations, least and greatest number of operands, operands, forms.
//!
//! Forms are separated by `;`. A form is a list of slots separated by blanks; a slot is one or more alternatives joined
//! by `|`, and may end in `?` (optional) or `*` (any number). An alternative is a modifier as spelled in PTX, a class
//! of [`CLASSES`], or a range of matrix shapes (`m64n*k16`: N in steps of 8, `m64n+k32`: in steps of 16 from 32 on). A
//! form may begin with what it needs: `v86` is PTX ISA 8.6, `sm90` that target or a later one, `=BW` one of the targets
//! of [`TARGETS`]. It may end in `:` and operands of its own.
//!
//! Operands, separated by blanks: `0` to `3` a value of that one of the form's types; `~0` the same in a register that
//! may be wider; `w` twice as wide as the first type; a type's name a value of that type; `V` what the vector modifier
//! says, of the last type; `p` a predicate; `P` one or two predicates to be written; `a` an address; `c` one in tensor
//! memory, of 32 bits; `v` a list; `t` a tensor map with coordinates; `i` a number; `A`, `B`, `C` fragments of a matrix
//! product; `*` anything. `+p` behind one: a predicate may be paired with it. `?` at the end: optional; `?NAME`: there
//! exactly where the modifier (or one of the class) NAME is.

use crate::opcode::opcodes;
use crate::types::Version;

/// Names for sets of modifiers.
pub(crate) const CLASSES: &[(&str, &str)] = &[
    ("INT", "u16|u32|u64|s16|s32|s64"),
    ("INT8", "u8|u16|u32|u64|s8|s16|s32|s64"),
    ("CARRY", "u32|s32|u64|s64"),
    ("WORD", "u32|s32"),
    ("BITS", "b16|b32|b64"),
    ("F16S", "f16|f16x2"),
    ("BF16S", "bf16|bf16x2"),
    ("MEM", "b8|b16|b32|b64|b128|u8|u16|u32|u64|s8|s16|s32|s64|f32|f64"),
    ("RND", "rn|rz|rm|rp"),
    ("IRND", "rni|rzi|rmi|rpi"),
    ("SCOPE", "cta|cluster|gpu|sys"),
    ("NEAR", "cta|cluster"),
    ("BOOL", "and|or|xor"),
    ("EQUAL", "eq|ne"),
    ("SCMP", "eq|ne|lt|le|gt|ge"),
    ("UCMP", "eq|ne|lt|le|gt|ge|lo|ls|hi|hs"),
    ("FCMP", "eq|ne|lt|le|gt|ge|equ|neu|ltu|leu|gtu|geu|num|nan"),
    ("SH", "shared|shared::cta"),
    ("SHC", "shared|shared::cta|shared::cluster"),
    ("ATSPACE", "global|shared|shared::cta|shared::cluster"),
    ("COP", "ca|cg|cs|lu|cv"),
    ("STCOP", "wb|cg|cs|wt"),
    (
        "EVICT1",
        "L1::evict_normal|L1::evict_unchanged|L1::evict_first|L1::evict_last|L1::no_allocate",
    ),
    ("EVICT2", "L2::evict_normal|L2::evict_first|L2::evict_last"),
    ("AHEAD2", "L2::64B|L2::128B|L2::256B"),
    ("DIM", "1d|2d|3d|4d|5d"),
    ("CTAGROUP", "cta_group::1|cta_group::2"),
    ("IM2COL", "im2col|im2col::w|im2col::w::128"),
    ("FP8", "e4m3|e5m2"),
    ("FP8X2", "e4m3x2|e5m2x2"),
    ("FP64", "e3m2|e2m3|e2m1|e4m3|e5m2"),
    ("FP6X2", "e2m3x2|e3m2x2"),
    ("FP8X4", "e4m3x4|e5m2x4|e2m3x4|e3m2x4|e2m1x4"),
    ("REDI", "add|min|max"),
    (
        "COLLECT",
        "collector::a::fill|collector::a::use|collector::a::lastuse|collector::a::discard",
    ),
    ("COUNT", "x1|x2|x4|x8|x16|x32|x64|x128"),
    ("UNPACK", "b6x16_p32|b4x16_p64"),
    ("SEM4", "relaxed|acquire|release|acq_rel"),
    ("SEM2", "relaxed|release"),
    ("LDSPACE", "const|global|local|param|param::entry|param::func|SHC"),
    ("STSPACE", "global|local|param|param::func|SHC"),
    ("LDVEC", "v2|v4|v8"),
    ("SPSHAPE", "m16n8k8|m16n8k16|m16n8k32|m16n8k64|m16n8k128"),
    ("SPKIND", "kind::f8f6f4|kind::mxf8f6f4|kind::mxf4|kind::mxf4nvf4"),
    ("SPSCALE", "scale_vec::1X|scale_vec::2X|scale_vec::4X"),
    (
        "ANY",
        "f16|bf16|tf32|f32|s32|u8|s8|u4|s4|e4m3|e5m2|e3m2|e2m3|e2m1|ue8m0|ue4m3",
    ),
];

/// Names for sets of targets that belong together: those of one architecture, and of its family.
pub(crate) const TARGETS: &[(&str, &str)] = &[
    ("90", "90a"),
    ("100", "100a|100f|103a|103f"),
    ("BW", "100a|100f|103a|103f|107a|107f|110a|110f"),
    ("GB", "120a|120f|121a|121f"),
    ("BWGB", "100a|100f|103a|103f|107a|107f|110a|110f|120a|120f|121a|121f"),
    ("ALL", "90a|100a|100f|103a|103f|107a|107f|110a|110f|120a|120f|121a|121f"),
    ("RS", "100a|103a|103f"),
    ("I8", "100a|110a"),
    ("VECTOR", "100a|103a|107a|110a"),
    ("SCALED", "100a|100f|103a|103f|107a|107f"),
    ("SHIFT", "100a|103a|107a|110a"),
];

/// The versions and targets that a word needs wherever it stands: modifier, version, target.
pub(crate) const NEEDS: &[(&str, u16, u16)] = &[
    ("cluster", 78, 90),
    ("shared::cta", 78, 70),
    ("shared::cluster", 78, 90),
    ("b128", 83, 70),
    ("xorsign", 72, 86),
    ("L2::cache_hint", 74, 80),
    ("L2::64B", 74, 75),
    ("L2::128B", 74, 75),
    ("L2::256B", 74, 80),
    ("param::entry", 83, 75),
    ("param::func", 83, 75),
    ("mmio", 82, 75),
    ("cta_group::2", 86, 100),
];
/// The version and the target that an access of more than 128 bits needs: that is by the length of the vector and the
/// type together, so no word tells it.
pub(crate) const WIDE_ACCESS: (Version, u16) = (Version::new(8, 8), 100);

opcodes! {
    // Integer and floating-point arithmetic (PTX ISA 9.7.1 to 9.7.5).
    Add "add" 1 3..3 "0 0 0"
        "INT; sat s32; cc CARRY; v80 sm90 u16x2|s16x2; v92 =GB sat u16x2|s16x2|u32; RND? ftz? sat? f32; RND? f64; \
         rn? ftz? sat? F16S; v78 sm90 rn? BF16S; v86 sm100 RND? ftz? f32x2; v86 sm100 RND? sat? f32 f16|bf16 : 0 1 0";
    Addc "addc" 1 3..3 "0 0 0" "cc? CARRY";
    Sub "sub" 1 3..3 "0 0 0"
        "INT; sat s32; cc CARRY; RND? ftz? sat? f32; RND? f64; rn? ftz? sat? F16S; v78 sm90 rn? BF16S; \
         v86 sm100 RND? ftz? f32x2; v86 sm100 RND? sat? f32 f16|bf16 : 0 1 0";
    Subc "subc" 1 3..3 "0 0 0" "cc? CARRY";
    Mul "mul" 1 3..3 "0 0 0"
        "hi|lo INT; wide u16|s16|u32|s32 : w 0 0; RND? ftz? sat? f32; RND? f64; rn? ftz? sat? F16S; v78 sm90 rn? BF16S; \
         v86 sm100 RND? ftz? f32x2";
    Mul24 "mul24" 1 3..3 "0 0 0" "hi|lo WORD";
    Mad "mad" 1 4..4 "0 0 0 0"
        "hi|lo INT; wide u16|s16|u32|s32 : w 0 0 w; hi sat s32; hi|lo cc CARRY; RND ftz? sat? f32; RND f64";
    Mad24 "mad24" 1 4..4 "0 0 0 0" "hi|lo WORD; hi sat s32";
    Madc "madc" 1 4..4 "0 0 0 0" "hi|lo cc? CARRY";
    Fma "fma" 1 4..4 "0 0 0 0"
        "RND ftz? sat? f32; RND f64; rn ftz? sat? F16S; rn ftz? relu F16S; rn relu? BF16S; \
         v81 sm90 rn oob relu? F16S|BF16S; v86 sm100 RND ftz? f32x2; v86 sm100 RND sat? f32 f16|bf16 : 0 1 1 0";
    Sad "sad" 1 4..4 "0 0 0 0" "INT";
    Div "div" 1 3..3 "0 0 0" "INT; approx|full|RND ftz? f32; RND f64";
    Rem "rem" 1 3..3 "0 0 0" "INT";
    Abs "abs" 1 2..2 "0 0" "s16|s32|s64; ftz? f32; f64; ftz? F16S; BF16S";
    Neg "neg" 1 2..2 "0 0" "s16|s32|s64; ftz? f32; f64; ftz? F16S; BF16S";
    Min "min" 1 3..4 "0 0 0"
        "INT; v80 sm90 u16x2|s16x2; v80 sm90 relu s32|s16x2; ftz? NaN? f32; ftz? NaN? xorsign abs f32; \
         v88 sm100 ftz? NaN? abs? f32 : 0 0 0 0; f64; ftz? NaN? F16S; ftz? NaN? xorsign abs F16S; NaN? BF16S; \
         NaN? xorsign abs BF16S";
    Max "max" 1 3..4 "0 0 0"
        "INT; v80 sm90 u16x2|s16x2; v80 sm90 relu s32|s16x2; ftz? NaN? f32; ftz? NaN? xorsign abs f32; \
         v88 sm100 ftz? NaN? abs? f32 : 0 0 0 0; f64; ftz? NaN? F16S; ftz? NaN? xorsign abs F16S; NaN? BF16S; \
         NaN? xorsign abs BF16S";
    Popc "popc" 1 2..2 "u32 0" "b32|b64";
    Clz "clz" 1 2..2 "u32 0" "b32|b64";
    Bfind "bfind" 1 2..2 "u32 0" "shiftamt? CARRY";
    Brev "brev" 1 2..2 "0 0" "b32|b64";
    Bfe "bfe" 1 4..4 "0 0 u32 u32" "CARRY";
    Bfi "bfi" 1 5..5 "0 0 0 u32 u32" "b32|b64";
    Bmsk "bmsk" 1 3..3 "0 u32 u32" "v76 clamp|wrap b32";
    Szext "szext" 1 3..3 "0 0 u32" "v76 clamp|wrap WORD";
    Fns "fns" 1 4..4 "b32 b32 b32 s32" "b32";
    Dp4a "dp4a" 1 4..4 "b32 b32 b32 b32" "WORD WORD";
    Dp2a "dp2a" 1 4..4 "b32 b32 b32 b32" "lo|hi WORD WORD";
    Testp "testp" 1 2..2 "pred 0" "finite|infinite|number|notanumber|normal|subnormal f32|f64";
    Copysign "copysign" 1 3..3 "0 0 0" "f32|f64";
    Rcp "rcp" 1 2..2 "0 0" "approx|RND ftz? f32; RND f64; approx ftz f64";
    Sqrt "sqrt" 1 2..2 "0 0" "approx|RND ftz? f32; RND f64";
    Rsqrt "rsqrt" 1 2..2 "0 0" "approx ftz? f32|f64";
    Sin "sin" 1 2..2 "0 0" "approx ftz? f32";
    Cos "cos" 1 2..2 "0 0" "approx ftz? f32";
    Lg2 "lg2" 1 2..2 "0 0" "approx ftz? f32";
    Ex2 "ex2" 1 2..2 "0 0" "approx ftz? f32; approx F16S; v78 sm90 approx ftz BF16S";
    Tanh "tanh" 1 2..2 "0 0" "approx f32|F16S; v78 sm90 approx BF16S";
    // Comparison, selection, logic (9.7.6 to 9.7.8).
    Set "set" 1 3..4 "0 1 1 p?BOOL"
        "EQUAL BOOL? u32|s32|f32 BITS; UCMP BOOL? u32|s32|f32 u16|u32|u64; SCMP BOOL? u32|s32|f32 s16|s32|s64; \
         FCMP BOOL? ftz? u32|s32|f32 f32; FCMP BOOL? u32|s32|f32 f64; EQUAL BOOL? f16 BITS; UCMP BOOL? f16 u16|u32|u64; \
         SCMP BOOL? f16 s16|s32|s64; FCMP BOOL? ftz? f16 f32|f16; FCMP BOOL? f16 f64; FCMP BOOL? ftz? u16|s16|WORD f16; \
         FCMP BOOL? ftz? f16x2|WORD f16x2; v78 sm90 EQUAL BOOL? bf16 BITS; v78 sm90 UCMP BOOL? bf16 u16|u32|u64; \
         v78 sm90 SCMP BOOL? bf16 s16|s32|s64; v78 sm90 FCMP BOOL? bf16 f32|f16|f64; \
         v78 sm90 FCMP BOOL? bf16|u16|s16|WORD bf16; v78 sm90 FCMP BOOL? bf16x2|WORD bf16x2";
    Setp "setp" 1 3..4 "P 0 0 p?BOOL"
        "EQUAL BOOL? BITS; UCMP BOOL? u16|u32|u64; SCMP BOOL? s16|s32|s64; FCMP BOOL? ftz? f32|F16S; FCMP BOOL? f64; \
         v78 sm90 FCMP BOOL? BF16S";
    Selp "selp" 1 4..4 "0 0 0 p" "BITS|INT|f32|f64";
    Slct "slct" 1 4..4 "0 0 0 1" "BITS|INT|f32|f64 s32; ftz? BITS|INT|f32|f64 f32";
    And "and" 1 3..3 "0 0 0" "pred|BITS";
    Or "or" 1 3..3 "0 0 0" "pred|BITS";
    Xor "xor" 1 3..3 "0 0 0" "pred|BITS";
    Not "not" 1 2..2 "0 0" "pred|BITS";
    Cnot "cnot" 1 2..2 "0 0" "BITS";
    Lop3 "lop3" 1 5..6 "0 0 0 0 i" "b32; v82 and|or b32 : 0+p 0 0 0 i p";
    Shf "shf" 1 4..4 "0 0 0 u32" "l|r clamp|wrap b32";
    Shl "shl" 1 3..3 "0 0 u32" "BITS";
    Shr "shr" 1 3..3 "0 0 u32" "BITS|INT";
    // Data movement (9.7.9).
    Mov "mov" 1 2..2 "M *" "pred|BITS|INT|f32|f64|b128";
    Shfl "shfl.sync" 1 5..5 "0+p 0 u32 u32 u32" "up|down|bfly|idx b32";
    Prmt "prmt" 1 4..4 "0 0 0 0" "b32 f4e|b4e|rc8|ecl|ecr|rc16?";
    Ld "ld" 1 2..3 "V a b64?L2::cache_hint"
        "weak? LDSPACE? COP? LDVEC? MEM; weak? global? COP? L2::cache_hint? AHEAD2? LDVEC? MEM; \
         v74 weak? global? EVICT1? L2::cache_hint? AHEAD2? LDVEC? MEM; \
         weak? global? EVICT1? EVICT2 L2::cache_hint? AHEAD2? LDVEC MEM; volatile global|SHC? LDVEC? MEM; \
         v91 volatile local LDVEC? MEM; volatile global? AHEAD2? LDVEC? MEM; relaxed|acquire SCOPE ATSPACE? LDVEC? MEM; \
         v74 relaxed|acquire SCOPE global? EVICT1? L2::cache_hint? AHEAD2? LDVEC? MEM; \
         relaxed|acquire SCOPE global? EVICT1? EVICT2 L2::cache_hint? AHEAD2? LDVEC MEM; mmio relaxed sys global? MEM; \
         global ca|cg|cs? nc L2::cache_hint? AHEAD2? LDVEC? MEM; \
         v74 global nc EVICT1? L2::cache_hint? AHEAD2? LDVEC? MEM; \
         global nc EVICT1? EVICT2 L2::cache_hint? AHEAD2? LDVEC MEM";
    St "st" 0 2..3 "a V b64?L2::cache_hint"
        "weak? STSPACE? STCOP? LDVEC? MEM; weak? global? STCOP? L2::cache_hint? LDVEC? MEM; \
         v74 weak? global? EVICT1? L2::cache_hint? LDVEC? MEM; weak? global? EVICT1? EVICT2 L2::cache_hint? LDVEC MEM; \
         volatile global|SHC? LDVEC? MEM; v91 volatile local LDVEC? MEM; relaxed|release SCOPE ATSPACE? LDVEC? MEM; \
         v74 relaxed|release SCOPE global? EVICT1? L2::cache_hint? LDVEC? MEM; \
         relaxed|release SCOPE global? EVICT1? EVICT2 L2::cache_hint? LDVEC MEM; mmio relaxed sys global? MEM";
    Prefetch "prefetch" 0 1..1 "a"
        "global|local? L1|L2; v74 global? L2::evict_last|L2::evict_normal; v80 sm90 const|param? tensormap";
    Prefetchu "prefetchu" 0 1..1 "a" "L1";
    Isspacep "isspacep" 1 2..2 "pred b64" "const|global|local|SHC; v77 param; param::entry";
    Cvta "cvta" 1 2..2 "0 0" "to? const|global|local|SHC u64; v77 to? param u64; to? param::entry u64";
    Cvt "cvt" 1 2..6 "~0 ~1"
        "INT8 INT8; sat u8 u16|u32|u64|s8|s16|s32|s64; sat s8 u8|u16|u32|u64|s16|s32|s64; sat u16 u32|u64|s8|s16|s32|s64; \
         sat s16 u16|u32|u64|s32|s64; sat u32 u64|s8|s16|s32|s64; sat s32 u32|u64|s64; sat u64 s8|s16|s32|s64; \
         sat s64 u64; RND ftz? sat? f32 INT8; RND sat? f16|f64 INT8; v78 sm90 RND bf16 INT; IRND ftz? sat? INT8 f32; \
         IRND sat? INT8 f16|f64; v78 sm90 IRND INT bf16; ftz? sat? f32 f16; sat? f64 f16; ftz? sat? f64 f32; \
         IRND? ftz? sat? f32 f32; IRND? sat? f64 f64; IRND? sat? f16 f16; RND ftz? sat? f16 f32; RND sat? f16 f64; \
         RND ftz? sat? f32 f64; v71 sm80 f32 bf16; v78 sm90 ftz f32 bf16; v78 sm90 f64 bf16; v78 sm90 RND bf16 f64; \
         v78 sm90 RND? bf16 f16; v78 sm90 RND? f16 bf16; v78 sm90 IRND? bf16 bf16; v70 sm80 rn|rz relu f16 f32; \
         v81 sm80 rn|rz satfinite relu? f16 f32; v70 sm80 rn|rz relu? bf16 f32; v81 sm80 rn|rz satfinite relu? bf16 f32; \
         v70 sm80 RND ftz? bf16 f32; v70 sm80 rn|rz relu? f16x2|bf16x2 f32 : ~0 1 1; \
         v81 sm80 rn|rz satfinite relu? f16x2|bf16x2 f32 : ~0 1 1; \
         v87 =RS rs relu? satfinite? f16x2|bf16x2 f32 : ~0 1 1 b32; v70 sm80 rna tf32 f32; \
         v81 sm80 rna satfinite tf32 f32; v78 sm90 rn|rz relu? tf32 f32; v86 sm100 rn|rz satfinite relu? tf32 f32; \
         v78 sm90 rn satfinite relu? FP8X2 f32 : b16 1 1; v78 sm90 rn satfinite relu? FP8X2 f16x2 : b16 1; \
         v78 sm90 rn relu? f16x2 FP8X2 : 0 b16; v81 sm89 rn satfinite relu? FP8X2 f32 : b16 1 1; \
         v81 sm89 rn satfinite relu? FP8X2 f16x2 : b16 1; v81 sm89 rn relu? f16x2 FP8X2 : 0 b16; \
         v86 =BWGB rn satfinite relu? e2m1x2 f32 : b8 1 1; v86 =BWGB rn satfinite relu? FP6X2 f32 : b16 1 1; \
         v86 =BWGB rn relu? f16x2 FP6X2 : 0 b16; v86 =BWGB rn relu? f16x2 e2m1x2 : 0 b8; \
         v86 =BWGB rz|rp satfinite? ue8m0x2 f32 : b16 1 1; v86 =BWGB rz|rp satfinite? ue8m0x2 bf16x2 : b16 1; \
         v86 =BWGB rn bf16x2 ue8m0x2 : 0 b16; v87 =RS rs relu? satfinite FP8X4 f32 : * * b32";
    CvtPack "cvt.pack" 1 3..4 "b32 s32 s32" "v65 sat u16|s16 s32; v65 sat u4|s4|u8|s8 s32 b32 : b32 s32 s32 b32";
    Mapa "mapa" 1 3..3 "0 * u32" "v78 sm90 shared::cluster? u32|u64";
    Getctarank "getctarank" 1 2..2 "u32 *" "v78 sm90 shared::cluster? u32|u64";
    Createpolicy "createpolicy" 1 1..5 "b64 f32?"
        "v74 sm80 fractional EVICT2|L2::evict_unchanged L2::evict_first|L2::evict_unchanged? b64; \
         v74 sm80 range global? EVICT2|L2::evict_unchanged L2::evict_first|L2::evict_unchanged? b64 : b64 a u32 u32";
    Discard "discard" 0 2..2 "a i" "v74 sm80 global? L2";
    Applypriority "applypriority" 0 2..2 "a i" "v74 sm80 global? L2::evict_normal";
    // Asynchronous copies (9.7.9.25 to 9.7.9.28).
    CpAsync "cp.async" 0 3..5 "a a i *? b64?L2::cache_hint" "v70 sm80 ca|cg SH global L2::cache_hint? AHEAD2?";
    CpAsyncCommitGroup "cp.async.commit_group" 0 0..0 "" "v70 sm80";
    CpAsyncWaitGroup "cp.async.wait_group" 0 1..1 "i" "v70 sm80";
    CpAsyncWaitAll "cp.async.wait_all" 0 0..0 "" "v70 sm80";
    CpAsyncMbarrierArrive "cp.async.mbarrier.arrive" 0 1..1 "a" "v70 sm80 noinc? SH? b64";
    CpAsyncBulk "cp.async.bulk" 0 3..6 "a a u32 a b16?multicast::cluster b64?L2::cache_hint"
        "v80 sm90 shared::cluster global mbarrier::complete_tx::bytes multicast::cluster? L2::cache_hint?; \
         v86 sm90 shared::cta global mbarrier::complete_tx::bytes L2::cache_hint?; \
         v80 sm90 shared::cluster shared::cta mbarrier::complete_tx::bytes; \
         v80 sm90 global shared::cta bulk_group L2::cache_hint? : a a u32 b64?L2::cache_hint; \
         v86 sm100 global shared::cta bulk_group L2::cache_hint? cp_mask : a a u32 b64?L2::cache_hint b16";
    CpAsyncBulkTensor "cp.async.bulk.tensor" 0 2..6 "a t a b16?multicast::cluster b64?L2::cache_hint"
        "v80 sm90 DIM shared::cluster global tile? mbarrier::complete_tx::bytes multicast::cluster? L2::cache_hint?; \
         v86 sm90 DIM shared::cta global tile? mbarrier::complete_tx::bytes L2::cache_hint?; \
         v86 =BW DIM shared::cluster global tile? mbarrier::complete_tx::bytes multicast::cluster? CTAGROUP L2::cache_hint?; \
         v86 =BW DIM shared::cta global tile? mbarrier::complete_tx::bytes CTAGROUP L2::cache_hint?; \
         v80 sm90 3d|4d|5d shared::cluster global im2col mbarrier::complete_tx::bytes multicast::cluster? L2::cache_hint? : a t a * b16?multicast::cluster b64?L2::cache_hint; \
         v86 =BW 3d|4d|5d shared::cluster global im2col mbarrier::complete_tx::bytes multicast::cluster? CTAGROUP L2::cache_hint? : a t a * b16?multicast::cluster b64?L2::cache_hint; \
         v86 sm90 3d|4d|5d shared::cta global im2col mbarrier::complete_tx::bytes L2::cache_hint? : a t a * b64?L2::cache_hint; \
         v86 =BW 3d|4d|5d shared::cta global im2col mbarrier::complete_tx::bytes CTAGROUP L2::cache_hint? : a t a * b64?L2::cache_hint; \
         v86 =BW 2d shared::cluster global tile::gather4 mbarrier::complete_tx::bytes multicast::cluster? CTAGROUP? L2::cache_hint?; \
         v86 sm100 2d shared::cta global tile::gather4 mbarrier::complete_tx::bytes L2::cache_hint?; \
         v86 =BW 2d shared::cta global tile::gather4 mbarrier::complete_tx::bytes CTAGROUP L2::cache_hint?; \
         v80 sm90 DIM global shared::cta tile? bulk_group L2::cache_hint? : t a b64?L2::cache_hint; \
         v80 sm90 3d|4d|5d global shared::cta im2col_no_offs bulk_group L2::cache_hint? : t a b64?L2::cache_hint; \
         v86 =BW 2d global shared::cta tile::scatter4 bulk_group L2::cache_hint? : t a b64?L2::cache_hint";
    CpAsyncBulkPrefetch "cp.async.bulk.prefetch" 0 2..3 "a u32 b64?L2::cache_hint" "v80 sm90 L2 global L2::cache_hint?";
    CpAsyncBulkPrefetchTensor "cp.async.bulk.prefetch.tensor" 0 1..3 "t b64?L2::cache_hint"
        "v80 sm90 DIM L2 global tile? L2::cache_hint?; \
         v80 sm90 3d|4d|5d L2 global im2col L2::cache_hint? : t * b64?L2::cache_hint; \
         v86 =BW 2d L2 global tile::gather4 L2::cache_hint?";
    CpAsyncBulkCommitGroup "cp.async.bulk.commit_group" 0 0..0 "" "v80 sm90";
    CpAsyncBulkWaitGroup "cp.async.bulk.wait_group" 0 1..1 "i" "v80 sm90 read?";
    CpReduceAsyncBulk "cp.reduce.async.bulk" 0 3..5 "a a u32 a"
        "v80 sm90 shared::cluster shared::cta mbarrier::complete_tx::bytes and|or|xor b32; \
         v80 sm90 shared::cluster shared::cta mbarrier::complete_tx::bytes add u32|s32|u64; \
         v80 sm90 shared::cluster shared::cta mbarrier::complete_tx::bytes min|max WORD; \
         v80 sm90 shared::cluster shared::cta mbarrier::complete_tx::bytes inc|dec u32; \
         v80 sm90 global shared::cta bulk_group L2::cache_hint? and|or|xor b32|b64 : a a u32 b64?L2::cache_hint; \
         v80 sm90 global shared::cta bulk_group L2::cache_hint? add u32|s32|u64|f32|f64 : a a u32 b64?L2::cache_hint; \
         v80 sm90 global shared::cta bulk_group L2::cache_hint? min|max CARRY|f16|bf16 : a a u32 b64?L2::cache_hint; \
         v80 sm90 global shared::cta bulk_group L2::cache_hint? inc|dec u32 : a a u32 b64?L2::cache_hint; \
         v80 sm90 global shared::cta bulk_group L2::cache_hint? add noftz f16|bf16 : a a u32 b64?L2::cache_hint";
    CpReduceAsyncBulkTensor "cp.reduce.async.bulk.tensor" 0 2..3 "t a b64?L2::cache_hint"
        "v80 sm90 DIM global shared::cta add|min|max|inc|dec|BOOL tile? bulk_group L2::cache_hint?; \
         v80 sm90 3d|4d|5d global shared::cta add|min|max|inc|dec|BOOL im2col_no_offs bulk_group L2::cache_hint?";
    TensormapReplace "tensormap.replace" 0 2..3 "a b64"
        "v83 =ALL tile global_address global|shared::cta? b1024 b64; \
         v83 =ALL tile rank global|shared::cta? b1024 b32 : a b32; \
         v83 =ALL tile box_dim|global_dim|element_stride global|shared::cta? b1024 b32 : a i b32; \
         v83 =ALL tile global_stride global|shared::cta? b1024 b64 : a i b64; \
         v83 =ALL tile elemtype|interleave_layout|swizzle_mode|fill_mode global|shared::cta? b1024 b32 : a i; \
         v86 =BWGB tile swizzle_atomicity global|shared::cta? b1024 b32 : a i";
    TensormapCpFenceproxy "tensormap.cp_fenceproxy" 0 3..3 "a a i"
        "v83 sm90 global shared::cta tensormap::generic release SCOPE sync aligned";
    StBulk "st.bulk" 0 3..3 "a b64 i" "v86 sm100 weak? shared::cta?";
    // Control flow (9.7.12).
    Bra "bra" 0 1..1 "*" "uni?";
    BrxIdx "brx.idx" 0 2..2 "u32 *" "uni?";
    Call "call" 0 1..3 "* *? *?" "uni?";
    Ret "ret" 0 0..0 "" "uni?";
    Exit "exit" 0 0..0 "" "";
    Trap "trap" 0 0..0 "" "";
    Brkpt "brkpt" 0 0..0 "" "";
    Nanosleep "nanosleep" 0 1..1 "u32" "u32";
    // Barriers, fences, atomics, votes (9.7.13).
    BarSync "bar.sync" 0 1..2 "u32 u32?" "";
    BarArrive "bar.arrive" 0 2..2 "u32 u32" "";
    BarRed "bar.red" 1 3..4 "0 u32 * p?" "popc u32; and|or pred";
    BarWarpSync "bar.warp.sync" 0 1..1 "u32" "";
    BarrierSync "barrier.sync" 0 1..2 "u32 u32?" "aligned?";
    BarrierArrive "barrier.arrive" 0 2..2 "u32 u32" "aligned?";
    BarrierRed "barrier.red" 1 3..4 "0 u32 * p?" "popc aligned? u32; and|or aligned? pred";
    BarrierCtaSync "barrier.cta.sync" 0 1..2 "u32 u32?" "v78 aligned?";
    BarrierCtaArrive "barrier.cta.arrive" 0 2..2 "u32 u32" "v78 aligned?";
    BarrierClusterArrive "barrier.cluster.arrive" 0 0..0 "" "v78 sm90 aligned?; v80 sm90 release|relaxed aligned?";
    BarrierClusterWait "barrier.cluster.wait" 0 0..0 "" "v78 sm90 aligned?; v80 sm90 acquire aligned?";
    Membar "membar" 0 0..0 "" "cta|gl|sys";
    Fence "fence" 0 0..0 ""
        "sc|acq_rel? SCOPE; v86 sm90 acquire|release SCOPE; v86 sm90 acquire sync_restrict::shared::cluster cluster; \
         v86 sm90 release sync_restrict::shared::cta cluster";
    FenceMbarrierInit "fence.mbarrier_init" 0 0..0 "" "v80 sm90 release cluster";
    FenceProxy "fence.proxy" 0 0..2 ""
        "v75 alias; v80 sm90 async; v80 sm90 async global|shared::cta|shared::cluster; \
         v83 sm90 tensormap::generic release SCOPE; v83 sm90 tensormap::generic acquire SCOPE : a i; \
         v86 sm90 async::generic acquire sync_restrict::shared::cluster cluster; \
         v86 sm90 async::generic release sync_restrict::shared::cta cluster";
    Atom "atom" 1 3..5 "0 a 0 b64?L2::cache_hint"
        "SEM4? SCOPE? ATSPACE? exch L2::cache_hint? b32|b64; v83 sm90 SEM4? SCOPE? ATSPACE? exch L2::cache_hint? b128; \
         SEM4? SCOPE? ATSPACE? cas b16|b32|b64 : 0 a 0 0; v83 sm90 SEM4? SCOPE? ATSPACE? cas b128 : 0 a 0 0; \
         SEM4? SCOPE? ATSPACE? BOOL L2::cache_hint? b32|b64; \
         SEM4? SCOPE? ATSPACE? add L2::cache_hint? u32|s32|u64|f32|f64; \
         SEM4? SCOPE? ATSPACE? inc|dec L2::cache_hint? u32; SEM4? SCOPE? ATSPACE? min|max L2::cache_hint? CARRY; \
         SEM4? SCOPE? ATSPACE? add noftz L2::cache_hint? F16S; \
         v78 sm90 SEM4? SCOPE? ATSPACE? add noftz L2::cache_hint? BF16S; \
         v81 sm90 SEM4? SCOPE? global? add L2::cache_hint? v2|v4 f32 : V a V b64?L2::cache_hint; \
         v81 sm90 SEM4? SCOPE? global? REDI noftz L2::cache_hint? v2|v4|v8 f16|bf16 : V a V b64?L2::cache_hint; \
         v81 sm90 SEM4? SCOPE? global? REDI noftz L2::cache_hint? v2|v4 f16x2|bf16x2 : V a V b64?L2::cache_hint";
    Red "red" 0 2..3 "a 0 b64?L2::cache_hint"
        "SEM2? SCOPE? ATSPACE? BOOL L2::cache_hint? b32|b64; \
         SEM2? SCOPE? ATSPACE? add L2::cache_hint? u32|s32|u64|f32|f64; \
         SEM2? SCOPE? ATSPACE? inc|dec L2::cache_hint? u32; SEM2? SCOPE? ATSPACE? min|max L2::cache_hint? CARRY; \
         SEM2? SCOPE? ATSPACE? add noftz L2::cache_hint? F16S; \
         v78 sm90 SEM2? SCOPE? ATSPACE? add noftz L2::cache_hint? BF16S; \
         v81 sm90 SEM2? SCOPE? global? add L2::cache_hint? v2|v4 f32 : a V b64?L2::cache_hint; \
         v81 sm90 SEM2? SCOPE? global? REDI noftz L2::cache_hint? v2|v4|v8 f16|bf16 : a V b64?L2::cache_hint; \
         v81 sm90 SEM2? SCOPE? global? REDI noftz L2::cache_hint? v2|v4 f16x2|bf16x2 : a V b64?L2::cache_hint";
    RedAsync "red.async" 0 3..3 "a 0 a"
        "v81 sm90 relaxed cluster shared::cluster? mbarrier::complete_tx::bytes inc|dec u32; \
         v81 sm90 relaxed cluster shared::cluster? mbarrier::complete_tx::bytes min|max WORD; \
         v81 sm90 relaxed cluster shared::cluster? mbarrier::complete_tx::bytes add WORD|u64; \
         v81 sm90 relaxed cluster shared::cluster? mbarrier::complete_tx::bytes BOOL b32";
    StAsync "st.async" 0 3..3 "a V a"
        "v81 sm90 weak? shared::cluster? mbarrier::complete_tx::bytes v2|v4? b32|b64|u32|u64|s32|s64|f32|f64";
    VoteSync "vote.sync" 1 3..3 "0 p u32" "all|any|uni pred; ballot b32";
    MatchAnySync "match.any.sync" 1 3..3 "b32 0 u32" "b32|b64";
    MatchAllSync "match.all.sync" 1 3..3 "b32+p 0 u32" "b32|b64";
    Activemask "activemask" 1 1..1 "b32" "b32";
    ReduxSync "redux.sync" 1 3..3 "0 0 u32" "v70 sm80 REDI WORD; v70 sm80 BOOL b32; v86 =100 min|max abs? NaN? f32";
    ElectSync "elect.sync" 1 2..2 "b32+p u32" "v80 sm90";
    GriddepcontrolWait "griddepcontrol.wait" 0 0..0 "" "v78 sm90";
    GriddepcontrolLaunchDependents "griddepcontrol.launch_dependents" 0 0..0 "" "v78 sm90";
    // mbarrier (9.7.13.15).
    MbarrierInit "mbarrier.init" 0 2..2 "a u32" "v70 sm80 SH? b64";
    MbarrierInval "mbarrier.inval" 0 1..1 "a" "v70 sm80 SH? b64";
    MbarrierExpectTx "mbarrier.expect_tx" 0 2..2 "a u32" "v80 sm90 SHC? b64; v80 sm90 relaxed NEAR SHC? b64";
    MbarrierCompleteTx "mbarrier.complete_tx" 0 2..2 "a u32" "v80 sm90 SHC? b64; v80 sm90 relaxed NEAR SHC? b64";
    MbarrierArrive "mbarrier.arrive" 1 2..3 "b64 a u32?"
        "v70 sm80 SH? b64; v80 sm90 shared::cluster b64; v80 release NEAR SHC? b64; v86 sm90 relaxed NEAR SHC? b64; \
         v80 sm90 expect_tx SHC? b64 : b64 a u32; v80 sm90 expect_tx release NEAR SHC? b64 : b64 a u32; \
         v86 sm90 expect_tx relaxed NEAR SHC? b64 : b64 a u32; v70 sm80 noComplete SH? b64 : b64 a u32; \
         v80 noComplete release cta SH? b64 : b64 a u32";
    MbarrierArriveDrop "mbarrier.arrive_drop" 1 2..3 "b64 a u32?"
        "v70 sm80 SH? b64; v80 sm90 shared::cluster b64; v80 release NEAR SHC? b64; v86 sm90 relaxed NEAR SHC? b64; \
         v80 sm90 expect_tx SHC? b64 : b64 a u32; v80 sm90 expect_tx release NEAR SHC? b64 : b64 a u32; \
         v86 sm90 expect_tx relaxed NEAR SHC? b64 : b64 a u32; v70 sm80 noComplete SH? b64 : b64 a u32; \
         v80 noComplete release cta SH? b64 : b64 a u32";
    MbarrierTestWait "mbarrier.test_wait" 1 3..3 "pred a b64"
        "v70 sm80 SH? b64; v71 sm80 parity SH? b64 : pred a u32; v80 sm80 acquire NEAR SH? b64; \
         v80 sm80 parity acquire NEAR SH? b64 : pred a u32; v86 sm90 relaxed NEAR SH? b64; \
         v86 sm90 parity relaxed NEAR SH? b64 : pred a u32";
    MbarrierTryWait "mbarrier.try_wait" 1 3..4 "pred a b64 u32?"
        "v78 sm90 SH? b64; v78 sm90 parity SH? b64 : pred a u32 u32?; v80 sm90 acquire NEAR SH? b64; \
         v80 sm90 parity acquire NEAR SH? b64 : pred a u32 u32?; v86 sm90 relaxed NEAR SH? b64; \
         v86 sm90 parity relaxed NEAR SH? b64 : pred a u32 u32?";
    MbarrierPendingCount "mbarrier.pending_count" 1 2..2 "u32 b64" "v70 sm80 b64";
    ClusterlaunchcontrolTryCancel "clusterlaunchcontrol.try_cancel" 0 2..2 "a a"
        "v86 sm100 async shared::cta? mbarrier::complete_tx::bytes b128; \
         v86 =BWGB async shared::cta? mbarrier::complete_tx::bytes multicast::cluster::all b128";
    ClusterlaunchcontrolQueryCancel "clusterlaunchcontrol.query_cancel" 1 2..2 "pred b128"
        "v86 sm100 is_canceled pred b128; v86 sm100 get_first_ctaid v4 b32 b128 : * b128; \
         v86 sm100 get_first_ctaid::x|get_first_ctaid::y|get_first_ctaid::z b32 b128 : b32 b128";
    // Matrices (9.7.14 to 9.7.16).
    Ldmatrix "ldmatrix.sync.aligned" 1 2..2 "A a"
        "m8n8 x1|x2|x4 trans? SH? b16; v86 =BWGB m16n16 x1|x2 trans SH? b8; v86 =BWGB m8n16 x1|x2|x4 SH? b8x16 UNPACK; \
         v86 =BWGB m16n16 x1|x2 trans SH? b8x16 UNPACK";
    Stmatrix "stmatrix.sync.aligned" 0 2..2 "a A" "v78 sm90 m8n8 x1|x2|x4 trans? SH? b16; v86 =BWGB m16n8 x1|x2|x4 trans SH? b8";
    Movmatrix "movmatrix.sync.aligned" 1 2..2 "b32 b32" "v78 m8n8 trans b16";
    Mma "mma.sync.aligned" 1 4..10 "C A B C"
        "m16n8k8|m16n8k16 row col f16 f16 f16 f16; m16n8k8|m16n8k16 row col f32 f16 f16 f32; \
         v70 sm80 m16n8k8|m16n8k16 row col f32 bf16 bf16 f32; v70 sm80 m16n8k4|m16n8k8 row col f32 tf32 tf32 f32; \
         v70 sm80 m8n8k4 row col RND? f64 f64 f64 f64; v78 sm90 m16n8k4|m16n8k8|m16n8k16 row col RND? f64 f64 f64 f64; \
         m8n8k16 row col satfinite? s32 u8|s8 u8|s8 s32; \
         v70 sm80 m16n8k16|m16n8k32 row col satfinite? s32 u8|s8 u8|s8 s32; \
         m8n8k32 row col satfinite? s32 u4|s4 u4|s4 s32; \
         v70 sm80 m16n8k32|m16n8k64 row col satfinite? s32 u4|s4 u4|s4 s32; m8n8k128 row col s32 b1 b1 s32 xor popc; \
         v71 sm80 m8n8k128 row col s32 b1 b1 s32 and popc; v70 sm80 m16n8k128|m16n8k256 row col s32 b1 b1 s32 xor popc; \
         v71 sm80 m16n8k128|m16n8k256 row col s32 b1 b1 s32 and popc; v84 sm89 m16n8k32 row col f32 FP8 FP8 f32; \
         v87 sm89 m16n8k16 row col f32 FP8 FP8 f32; v87 sm89 m16n8k16|m16n8k32 row col f16 FP8 FP8 f16; \
         v87 =GB m16n8k32 row col kind::f8f6f4 f32 FP64 FP64 f32; \
         v87 =GB m16n8k32 row col kind::f8f6f4 f16 FP64 FP64 f16; \
         v87 =GB m16n8k32 row col kind::mxf8f6f4 block_scale scale_vec::1X? f32 FP64 FP64 f32 ue8m0 : C A B C * * * *; \
         v87 =GB m16n8k64 row col kind::mxf4 block_scale scale_vec::2X? f32 e2m1 e2m1 f32 ue8m0 : C A B C * * * *; \
         v87 =GB m16n8k64 row col kind::mxf4nvf4 block_scale scale_vec::2X f32 e2m1 e2m1 f32 ue8m0 : C A B C * * * *; \
         v91 =GB m16n8k64 row col kind::mxf4nvf4 block_scale scale_vec::4X f32 e2m1 e2m1 f32 ue8m0 : C A B C * * * *; \
         v87 =GB m16n8k64 row col kind::mxf4nvf4 block_scale scale_vec::4X f32 e2m1 e2m1 f32 ue4m3 : C A B C * * * *";
    // Sparse products: only their order is known, neither the compiler nor the emulator has them.
    MmaSp "mma.sp.sync.aligned" 1 6..12 "* * * * * * *? *? *? *? *? *?"
        "SPSHAPE row col SPKIND? block_scale? SPSCALE? satfinite? ANY ANY ANY ANY ANY?";
    WgmmaMmaAsync "wgmma.mma_async.sync.aligned" 1 4..9 "C A b64 p i i i i?"
        "v80 =90 m64n*k16 f16|f32 f16 f16; v80 =90 m64n*k16 f32 bf16 bf16; v80 =90 m64n*k8 f32 tf32 tf32 : C A b64 p i i; \
         v80 =90 m64n*k32 f16|f32 FP8 FP8 : C A b64 p i i; v80 =90 m64n+k32 satfinite? s32 u8 u8 : C A b64 p; \
         v80 =90 m64n+k32 satfinite? s32 s8 s8 : C A b64 p; v84 =90 m64n+k32 satfinite? s32 u8 s8 : C A b64 p; \
         v84 =90 m64n+k32 satfinite? s32 s8 u8 : C A b64 p; v80 =90 m64n+k256 s32 b1 b1 and popc : C A b64 p";
    WgmmaFence "wgmma.fence.sync.aligned" 0 0..0 "" "v80 =90";
    WgmmaCommitGroup "wgmma.commit_group.sync.aligned" 0 0..0 "" "v80 =90";
    WgmmaWaitGroup "wgmma.wait_group.sync.aligned" 0 1..1 "i" "v80 =90";
    Setmaxnreg "setmaxnreg" 0 1..1 "i" "v80 =ALL inc|dec sync aligned u32";
    Tcgen05Alloc "tcgen05.alloc" 0 2..2 "a u32" "v86 =BW CTAGROUP sync aligned shared::cta? b32";
    Tcgen05Dealloc "tcgen05.dealloc" 0 2..2 "b32 u32" "v86 =BW CTAGROUP sync aligned b32";
    Tcgen05RelinquishAllocPermit "tcgen05.relinquish_alloc_permit" 0 0..0 "" "v86 =BW CTAGROUP sync aligned";
    Tcgen05FenceBefore "tcgen05.fence::before_thread_sync" 0 0..0 "" "v86 =BW";
    Tcgen05FenceAfter "tcgen05.fence::after_thread_sync" 0 0..0 "" "v86 =BW";
    Tcgen05Mma "tcgen05.mma" 0 5..9 "c * b64 b32 v? p"
        "v86 =BW CTAGROUP kind::f16|kind::tf32 COLLECT?; \
         v86 =SCALED CTAGROUP kind::f16|kind::tf32 COLLECT? : c * b64 b32 v? p i; v86 =BW CTAGROUP kind::f8f6f4 COLLECT?; \
         v86 =I8 CTAGROUP kind::i8 COLLECT?; \
         v86 =BW CTAGROUP kind::f16|kind::tf32|kind::f8f6f4 ashift collector::a::lastuse|collector::a::discard? : c c b64 b32 v? p; \
         v86 =SCALED CTAGROUP kind::f16|kind::tf32 ashift collector::a::lastuse|collector::a::discard? : c c b64 b32 v? p i; \
         v86 =I8 CTAGROUP kind::i8 ashift collector::a::lastuse|collector::a::discard? : c c b64 b32 v? p; \
         v86 =BW CTAGROUP kind::mxf8f6f4 block_scale COLLECT? : c * b64 b32 c c p; \
         v86 =VECTOR CTAGROUP kind::mxf8f6f4 block_scale scale_vec::1X COLLECT? : c * b64 b32 c c p; \
         v88 =BW CTAGROUP kind::mxf8f6f4 block_scale block32 COLLECT? : c * b64 b32 c c p; \
         v86 =BW CTAGROUP kind::mxf4 block_scale COLLECT? : c * b64 b32 c c p; \
         v86 =VECTOR CTAGROUP kind::mxf4 block_scale scale_vec::2X COLLECT? : c * b64 b32 c c p; \
         v88 =BW CTAGROUP kind::mxf4 block_scale block32 COLLECT? : c * b64 b32 c c p; \
         v87 =VECTOR CTAGROUP kind::mxf4nvf4 block_scale scale_vec::2X|scale_vec::4X COLLECT? : c * b64 b32 c c p; \
         v88 =BW CTAGROUP kind::mxf4nvf4 block_scale block16|block32 COLLECT? : c * b64 b32 c c p";
    Tcgen05MmaWs "tcgen05.mma.ws" 0 5..8 "c * b64 b32 p b64?"
        "v86 =BW cta_group::1 kind::f16|kind::tf32|kind::f8f6f4; v86 =I8 cta_group::1 kind::i8";
    Tcgen05Commit "tcgen05.commit" 0 1..2 "a b16?multicast::cluster"
        "v86 =BW CTAGROUP mbarrier::arrive::one shared::cluster? multicast::cluster? b64";
    Tcgen05Ld "tcgen05.ld.sync.aligned" 1 2..3 "T c"
        "v86 =BW 32x32b|16x64b COUNT pack::16b? b32; v86 =BW 16x128b x1|x2|x4|x8|x16|x32|x64 pack::16b? b32; \
         v86 =BW 16x256b x1|x2|x4|x8|x16|x32 pack::16b? b32; v86 =BW 16x32bx2 COUNT pack::16b? b32 : T c i";
    Tcgen05St "tcgen05.st.sync.aligned" 0 2..3 "c T"
        "v86 =BW 32x32b|16x64b COUNT unpack::16b? b32; v86 =BW 16x128b x1|x2|x4|x8|x16|x32|x64 unpack::16b? b32; \
         v86 =BW 16x256b x1|x2|x4|x8|x16|x32 unpack::16b? b32; v86 =BW 16x32bx2 COUNT unpack::16b? b32 : c i T";
    Tcgen05WaitLd "tcgen05.wait::ld.sync.aligned" 0 0..0 "" "v86 =BW";
    Tcgen05WaitSt "tcgen05.wait::st.sync.aligned" 0 0..0 "" "v86 =BW";
    Tcgen05Cp "tcgen05.cp" 0 2..2 "c b64"
        "v86 =BW CTAGROUP 128x256b|4x256b|128x128b; v86 =BW CTAGROUP 128x256b|4x256b|128x128b b8x16 UNPACK; \
         v86 =BW CTAGROUP 64x128b warpx2::02_13|warpx2::01_23; \
         v86 =BW CTAGROUP 64x128b warpx2::02_13|warpx2::01_23 b8x16 UNPACK; v86 =BW CTAGROUP 32x128b warpx4; \
         v86 =BW CTAGROUP 32x128b warpx4 b8x16 UNPACK";
    Tcgen05Shift "tcgen05.shift" 0 1..1 "c" "v86 =SHIFT CTAGROUP down";
}
