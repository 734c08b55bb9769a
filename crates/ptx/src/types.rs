//! Scalar types, state spaces, target and version: the small vocabulary every other file uses.

use std::fmt;

/// Declares an enum whose members have one PTX spelling each, with lookup both ways.
macro_rules! spelled {
    ($(#[$meta:meta])* $name:ident { $($(#[$vmeta:meta])* $variant:ident = $text:literal),* $(,)? }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        #[allow(missing_docs)]
        pub enum $name { $($(#[$vmeta])* $variant),* }

        impl $name {
            /// Every member, in declaration order.
            pub const ALL: &'static [$name] = &[$($name::$variant),*];

            /// The PTX spelling, without a leading dot.
            pub const fn text(self) -> &'static str {
                match self { $($name::$variant => $text),* }
            }

            /// The member with this PTX spelling.
            pub fn from_text(text: &str) -> Option<$name> {
                match text { $($text => Some($name::$variant),)* _ => None }
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result { f.write_str(self.text()) }
        }
    };
}
pub(crate) use spelled;

spelled! {
    /// A PTX type as it appears in a modifier or a declaration.
    Type {
        Pred = "pred", B1 = "b1", B8 = "b8", B16 = "b16", B32 = "b32", B64 = "b64", B128 = "b128", B1024 = "b1024",
        U4 = "u4", U8 = "u8", U16 = "u16", U32 = "u32", U64 = "u64",
        S4 = "s4", S8 = "s8", S16 = "s16", S32 = "s32", S64 = "s64",
        U16x2 = "u16x2", S16x2 = "s16x2",
        F16 = "f16", F16x2 = "f16x2", Bf16 = "bf16", Bf16x2 = "bf16x2", Tf32 = "tf32",
        F32 = "f32", F32x2 = "f32x2", F64 = "f64",
        E4m3 = "e4m3", E5m2 = "e5m2", E3m2 = "e3m2", E2m3 = "e2m3", E2m1 = "e2m1",
        E4m3x2 = "e4m3x2", E5m2x2 = "e5m2x2", E3m2x2 = "e3m2x2", E2m3x2 = "e2m3x2", E2m1x2 = "e2m1x2",
        E4m3x4 = "e4m3x4", E5m2x4 = "e5m2x4", E3m2x4 = "e3m2x4", E2m3x4 = "e2m3x4", E2m1x4 = "e2m1x4",
        Ue8m0 = "ue8m0", Ue4m3 = "ue4m3", Ue8m0x2 = "ue8m0x2",
    }
}

impl Type {
    /// Width in bits of one value (4 for the packed nibbles, 1 for predicates).
    pub const fn bits(self) -> u32 {
        use Type::*;
        match self {
            Pred | B1 => 1,
            U4 | S4 | E2m1 => 4,
            B8 | U8 | S8 | E4m3 | E5m2 | E3m2 | E2m3 | E2m1x2 | Ue8m0 | Ue4m3 => 8,
            B16 | U16 | S16 | F16 | Bf16 | E4m3x2 | E5m2x2 | E3m2x2 | E2m3x2 | E2m1x4 | Ue8m0x2 => 16,
            B32 | U32 | S32 | U16x2 | S16x2 | F16x2 | Bf16x2 | Tf32 | F32 | E4m3x4 | E5m2x4 | E3m2x4 | E2m3x4 => 32,
            B64 | U64 | S64 | F32x2 | F64 => 64,
            B128 => 128,
            B1024 => 1024,
        }
    }

    /// Width in bytes, at least one.
    pub const fn bytes(self) -> u32 {
        if self.bits() < 8 { 1 } else { self.bits() / 8 }
    }

    /// Signed integers.
    pub const fn is_signed(self) -> bool {
        matches!(
            self,
            Type::S4 | Type::S8 | Type::S16 | Type::S32 | Type::S64 | Type::S16x2
        )
    }

    /// Integers with a sign rule (`.u*` and `.s*`), not the untyped `.b*`.
    pub const fn is_int(self) -> bool {
        use Type::*;
        matches!(
            self,
            U4 | U8 | U16 | U32 | U64 | S4 | S8 | S16 | S32 | S64 | U16x2 | S16x2
        )
    }

    /// Floating-point types of any width, packed ones included.
    pub const fn is_float(self) -> bool {
        !self.is_int() && !self.is_untyped() && !matches!(self, Type::Pred)
    }

    /// The untyped `.b*` family.
    pub const fn is_untyped(self) -> bool {
        use Type::*;
        matches!(self, B1 | B8 | B16 | B32 | B64 | B128 | B1024)
    }

    /// May a register be declared with this type (PTX ISA 5.2.1 and 5.2.2)?
    pub const fn is_register(self) -> bool {
        use Type::*;
        matches!(
            self,
            Pred | B8 | B16 | B32 | B64 | B128 | U8 | U16 | U32 | U64 | S8 | S16 | S32 | S64 | F16 | F16x2 | F32 | F64
        )
    }
}

spelled! {
    /// A state space as it appears in a modifier or a declaration. No modifier at all means a generic address.
    Space {
        Reg = "reg", Const = "const", Global = "global", Local = "local",
        Param = "param", ParamEntry = "param::entry", ParamFunc = "param::func",
        Shared = "shared", SharedCta = "shared::cta", SharedCluster = "shared::cluster",
    }
}

spelled! {
    /// A special register, without its leading `%` and without a component.
    Special {
        Tid = "tid", Ntid = "ntid", Ctaid = "ctaid", Nctaid = "nctaid",
        Laneid = "laneid", Warpid = "warpid", Nwarpid = "nwarpid", Smid = "smid", Nsmid = "nsmid", Gridid = "gridid",
        IsExplicitCluster = "is_explicit_cluster", Clusterid = "clusterid", Nclusterid = "nclusterid",
        ClusterCtaid = "cluster_ctaid", ClusterNctaid = "cluster_nctaid",
        ClusterCtarank = "cluster_ctarank", ClusterNctarank = "cluster_nctarank",
        LanemaskEq = "lanemask_eq", LanemaskLe = "lanemask_le", LanemaskLt = "lanemask_lt",
        LanemaskGe = "lanemask_ge", LanemaskGt = "lanemask_gt",
        Clock = "clock", ClockHi = "clock_hi", Clock64 = "clock64",
        Globaltimer = "globaltimer", GlobaltimerLo = "globaltimer_lo", GlobaltimerHi = "globaltimer_hi",
        DynamicSmemSize = "dynamic_smem_size", TotalSmemSize = "total_smem_size", AggrSmemSize = "aggr_smem_size",
        CurrentGraphExec = "current_graph_exec",
    }
}

spelled! {
    /// A component of a vector special register: `%tid.x`.
    Dim { X = "x", Y = "y", Z = "z", W = "w" }
}

/// A PTX ISA version, `.version MAJOR.MINOR`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Version {
    /// Major number.
    pub major: u16,
    /// Minor number.
    pub minor: u16,
}

impl Version {
    /// `Version::new(8, 4)` is `.version 8.4`.
    pub const fn new(major: u16, minor: u16) -> Version {
        Version { major, minor }
    }
}

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.major, self.minor)
    }
}

/// The range of targets on which code for a target runs: the letter behind the number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum TargetKind {
    /// `sm_90`: runs on this and newer parts.
    Portable,
    /// `sm_100f`: runs on the parts of one family.
    Family,
    /// `sm_90a`: runs on exactly this part.
    Arch,
}

/// A target architecture, `.target sm_90a`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Target {
    /// 80, 90, 100, 120 ...
    pub sm: u16,
    /// The letter.
    pub kind: TargetKind,
}

impl Target {
    /// Reads `sm_90a`. `None` for anything that is not `sm_` + number + optional `a` or `f`.
    pub fn parse(text: &str) -> Option<Target> {
        let rest = text.strip_prefix("sm_")?;
        let (digits, kind) = match rest.as_bytes().last()? {
            b'a' => (rest.strip_suffix('a')?, TargetKind::Arch),
            b'f' => (rest.strip_suffix('f')?, TargetKind::Family),
            _ => (rest, TargetKind::Portable),
        };
        if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
            return None;
        }
        Some(Target {
            sm: digits.parse().ok()?,
            kind,
        })
    }

    /// The lowest `.version` that an assembler accepts for this target (docs/sources/ptx-data.md#versions).
    /// `None` for a target that list does not know.
    pub const fn min_version(self) -> Option<Version> {
        use TargetKind::*;
        let (major, minor) = match (self.sm, self.kind) {
            (80, Portable) => (7, 0),
            (86, Portable) => (7, 1),
            (89, Portable) | (90, Portable) => (7, 8),
            (90, Arch) => (8, 0),
            (100, Portable | Arch) => (8, 6),
            (120, Portable | Arch) => (8, 7),
            (100, Family) | (103, _) | (120, Family) | (121, _) => (8, 8),
            (110, _) => (9, 0),
            _ => return None,
        };
        Some(Version { major, minor })
    }
}

impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = match self.kind {
            TargetKind::Portable => "",
            TargetKind::Family => "f",
            TargetKind::Arch => "a",
        };
        write!(f, "sm_{}{letter}", self.sm)
    }
}
