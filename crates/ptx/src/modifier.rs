//! Modifiers: the dotted words behind an opcode.

use crate::types::{Space, Type, spelled};
use std::fmt;

spelled! {
    /// A modifier that is a plain word. Types, state spaces and matrix shapes are their own kinds of [`Mod`].
    Word {
        // Rounding.
        Rn = "rn", Rz = "rz", Rm = "rm", Rp = "rp", Rna = "rna", Rs = "rs",
        Rni = "rni", Rzi = "rzi", Rmi = "rmi", Rpi = "rpi",
        // Arithmetic behaviour.
        Ftz = "ftz", Sat = "sat", Satfinite = "satfinite", Relu = "relu", Oob = "oob", Nan = "NaN", Xorsign = "xorsign",
        Abs = "abs", Approx = "approx", Full = "full", Noftz = "noftz", Hi = "hi", Lo = "lo", Wide = "wide", Cc = "cc",
        Shiftamt = "shiftamt", Clamp = "clamp", Wrap = "wrap", L = "l", R = "r",
        F4e = "f4e", B4e = "b4e", Rc8 = "rc8", Ecl = "ecl", Ecr = "ecr", Rc16 = "rc16",
        // Comparison and boolean.
        Eq = "eq", Ne = "ne", Lt = "lt", Le = "le", Gt = "gt", Ge = "ge", Ls = "ls", Hs = "hs",
        Equ = "equ", Neu = "neu", Ltu = "ltu", Leu = "leu", Gtu = "gtu", Geu = "geu", Num = "num", NanTest = "nan",
        And = "and", Or = "or", Xor = "xor",
        Finite = "finite", Infinite = "infinite", Number = "number", Notanumber = "notanumber",
        Normal = "normal", Subnormal = "subnormal",
        // Memory order, scope, proxies.
        Weak = "weak", Relaxed = "relaxed", Acquire = "acquire", Release = "release", AcqRel = "acq_rel", Sc = "sc",
        Volatile = "volatile", Mmio = "mmio", Cta = "cta", Cluster = "cluster", Gpu = "gpu", Sys = "sys", Gl = "gl",
        Proxy = "proxy", Alias = "alias", Async = "async",
        MbarrierInit = "mbarrier_init", TensormapGeneric = "tensormap::generic", Generic = "generic",
        AsyncGeneric = "async::generic", SyncRestrictCta = "sync_restrict::shared::cta",
        SyncRestrictCluster = "sync_restrict::shared::cluster",
        // Caching.
        Ca = "ca", Cg = "cg", Cs = "cs", Lu = "lu", Cv = "cv", Wb = "wb", Wt = "wt", Nc = "nc", To = "to",
        L1 = "L1", L2 = "L2", L2CacheHint = "L2::cache_hint", L264B = "L2::64B", L2128B = "L2::128B", L2256B = "L2::256B",
        L1EvictNormal = "L1::evict_normal", L1EvictUnchanged = "L1::evict_unchanged", L1EvictFirst = "L1::evict_first",
        L1EvictLast = "L1::evict_last", L1NoAllocate = "L1::no_allocate",
        L2EvictNormal = "L2::evict_normal", L2EvictFirst = "L2::evict_first", L2EvictLast = "L2::evict_last",
        L2EvictUnchanged = "L2::evict_unchanged", EvictNormal = "evict_normal", EvictFirst = "evict_first",
        EvictLast = "evict_last", Fractional = "fractional", Range = "range", Tensormap = "tensormap",
        // Vectors and counts.
        V2 = "v2", V4 = "v4", V8 = "v8",
        X1 = "x1", X2 = "x2", X4 = "x4", X8 = "x8", X16 = "x16", X32 = "x32", X64 = "x64", X128 = "x128",
        // Warp and barrier operations.
        Sync = "sync", Aligned = "aligned", Uni = "uni", All = "all", Any = "any", Ballot = "ballot",
        Up = "up", Down = "down", Bfly = "bfly", Idx = "idx",
        Popc = "popc", Arrive = "arrive", Wait = "wait", Red = "red", Warp = "warp",
        Add = "add", Min = "min", Max = "max", Inc = "inc", Dec = "dec", Exch = "exch", Cas = "cas",
        // Asynchronous copies and mbarrier.
        Noinc = "noinc", NoComplete = "noComplete", ExpectTx = "expect_tx", Parity = "parity",
        CompleteTxBytes = "mbarrier::complete_tx::bytes", BulkGroup = "bulk_group", Read = "read",
        MulticastCluster = "multicast::cluster", MulticastClusterAll = "multicast::cluster::all",
        CpMask = "cp_mask", IgnoreSrc = "ignore_src",
        D1 = "1d", D2 = "2d", D3 = "3d", D4 = "4d", D5 = "5d",
        Tile = "tile", TileGather4 = "tile::gather4", TileScatter4 = "tile::scatter4",
        Im2col = "im2col", Im2colW = "im2col::w", Im2colW128 = "im2col::w::128", Im2colNoOffs = "im2col_no_offs",
        CtaGroup1 = "cta_group::1", CtaGroup2 = "cta_group::2",
        ArriveOne = "mbarrier::arrive::one",
        // tensormap.replace fields.
        GlobalAddress = "global_address", Rank = "rank", BoxDim = "box_dim", GlobalDim = "global_dim",
        GlobalStride = "global_stride", ElementStride = "element_stride", Elemtype = "elemtype",
        InterleaveLayout = "interleave_layout", SwizzleMode = "swizzle_mode", SwizzleAtomicity = "swizzle_atomicity",
        FillMode = "fill_mode",
        // Matrices.
        Row = "row", Col = "col", Trans = "trans", M8n8 = "m8n8", M8n16 = "m8n16", M16n16 = "m16n16", M16n8 = "m16n8",
        B8x16 = "b8x16", B6x16P32 = "b6x16_p32", B4x16P64 = "b4x16_p64", Sp = "sp", OrderedMetadata = "ordered_metadata",
        KindF16 = "kind::f16", KindTf32 = "kind::tf32", KindF8f6f4 = "kind::f8f6f4", KindI8 = "kind::i8",
        KindMxf8f6f4 = "kind::mxf8f6f4", KindMxf4 = "kind::mxf4", KindMxf4nvf4 = "kind::mxf4nvf4",
        BlockScale = "block_scale", ScaleVec1x = "scale_vec::1X", ScaleVec2x = "scale_vec::2X", ScaleVec4x = "scale_vec::4X",
        Block16 = "block16", Block32 = "block32",
        CollectorAFill = "collector::a::fill", CollectorAUse = "collector::a::use",
        CollectorALastuse = "collector::a::lastuse", CollectorADiscard = "collector::a::discard",
        Ws = "ws", Ashift = "ashift",
        S32x32b = "32x32b", S16x64b = "16x64b", S16x128b = "16x128b", S16x256b = "16x256b", S16x32bx2 = "16x32bx2",
        Pack16b = "pack::16b", Unpack16b = "unpack::16b",
        S128x256b = "128x256b", S4x256b = "4x256b", S128x128b = "128x128b", S64x128b = "64x128b", S32x128b = "32x128b",
        Warpx2B02B13 = "warpx2::02_13", Warpx2B01B23 = "warpx2::01_23", Warpx4 = "warpx4",
        // clusterlaunchcontrol.
        IsCanceled = "is_canceled", GetFirstCtaid = "get_first_ctaid", GetFirstCtaidX = "get_first_ctaid::x",
        GetFirstCtaidY = "get_first_ctaid::y", GetFirstCtaidZ = "get_first_ctaid::z",
    }
}

impl Word {
    /// The word for a vector of so many elements; none: one element is no vector.
    pub fn vector(elements: usize) -> Option<Self> {
        match elements {
            2 => Some(Self::V2),
            4 => Some(Self::V4),
            8 => Some(Self::V8),
            _ => None,
        }
    }
}

/// One modifier of an instruction.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Mod {
    /// A plain word.
    Word(Word),
    /// A type.
    Type(Type),
    /// A state space.
    Space(Space),
    /// A matrix shape `mMnNkK`.
    Shape {
        /// Rows of A and D.
        m: u16,
        /// Columns of B and D.
        n: u16,
        /// Columns of A, rows of B.
        k: u16,
    },
}

impl Mod {
    /// Reads one modifier, without its dot. `None` if PTX has no such word in the table.
    pub fn from_text(text: &str) -> Option<Mod> {
        if let Some(t) = Type::from_text(text) {
            return Some(Mod::Type(t));
        }
        if let Some(s) = Space::from_text(text) {
            return Some(Mod::Space(s));
        }
        if let Some(w) = Word::from_text(text) {
            return Some(Mod::Word(w));
        }
        let (m, rest) = text.strip_prefix('m')?.split_once('n')?;
        let (n, k) = rest.split_once('k')?;
        let number = |s: &str| {
            if s.bytes().all(|b| b.is_ascii_digit()) {
                s.parse().ok()
            } else {
                None
            }
        };
        Some(Mod::Shape {
            m: number(m)?,
            n: number(n)?,
            k: number(k)?,
        })
    }
}

impl Mod {
    /// Its spelling; of a shape, which has no fixed one, none.
    pub fn spelling(self) -> Option<&'static str> {
        match self {
            Mod::Word(w) => Some(w.text()),
            Mod::Type(t) => Some(t.text()),
            Mod::Space(s) => Some(s.text()),
            Mod::Shape { .. } => None,
        }
    }
}

impl From<Word> for Mod {
    fn from(w: Word) -> Mod {
        Mod::Word(w)
    }
}

impl From<Type> for Mod {
    fn from(t: Type) -> Mod {
        Mod::Type(t)
    }
}

impl From<Space> for Mod {
    fn from(s: Space) -> Mod {
        Mod::Space(s)
    }
}

impl Mod {
    /// Writes it as PTX has it.
    pub(crate) fn write(self, out: &mut impl fmt::Write) -> fmt::Result {
        match self {
            Mod::Word(word) => out.write_str(word.text()),
            Mod::Type(ty) => out.write_str(ty.text()),
            Mod::Space(space) => out.write_str(space.text()),
            Mod::Shape { m, n, k } => write!(out, "m{m}n{n}k{k}"),
        }
    }
}

impl fmt::Display for Mod {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(f)
    }
}
