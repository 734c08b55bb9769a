//! Tensor maps: what a TMA descriptor says, checked by the rules of the driver that encodes it
//! (docs/sources/ptx-data.md#tensor-maps).

pub(crate) mod image;

/// Element type of a tensor map.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum TmaType {
    U8,
    U16,
    U32,
    S32,
    U64,
    S64,
    F16,
    F32,
    F64,
    Bf16,
}

impl TmaType {
    /// The type that an array's element type is copied as; formats of 8 bits are plain bytes.
    pub fn from_name(name: &str) -> Option<TmaType> {
        Some(match name.to_ascii_lowercase().as_str() {
            "u8" | "i8" | "uint8" | "int8" | "e4m3" | "e5m2" | "f8e4m3fn" | "f8e5m2" | "f8e8m0fnu" | "bool" => {
                TmaType::U8
            }
            "u16" | "i16" | "uint16" | "int16" => TmaType::U16,
            "u32" | "uint32" => TmaType::U32,
            "i32" | "s32" | "int32" => TmaType::S32,
            "u64" | "uint64" => TmaType::U64,
            "i64" | "s64" | "int64" => TmaType::S64,
            "f16" | "float16" => TmaType::F16,
            // Elements of the shorter format are copied as they are.
            "f32" | "float32" | "tf32" | "tfloat32" => TmaType::F32,
            "f64" | "float64" => TmaType::F64,
            "bf16" | "bfloat16" => TmaType::Bf16,
            _ => return None,
        })
    }

    /// Bytes of an element.
    pub const fn bytes(self) -> u32 {
        match self {
            TmaType::U8 => 1,
            TmaType::U16 | TmaType::F16 | TmaType::Bf16 => 2,
            TmaType::U32 | TmaType::S32 | TmaType::F32 => 4,
            TmaType::U64 | TmaType::S64 | TmaType::F64 => 8,
        }
    }

    /// The PTX type of reductions.
    pub(crate) const fn ptx(self) -> tilewright_ptx::Type {
        use tilewright_ptx::Type;
        match self {
            TmaType::U8 => Type::U8,
            TmaType::U16 => Type::U16,
            TmaType::U32 => Type::U32,
            TmaType::S32 => Type::S32,
            TmaType::U64 => Type::U64,
            TmaType::S64 => Type::S64,
            TmaType::F16 => Type::F16,
            TmaType::F32 => Type::F32,
            TmaType::F64 => Type::F64,
            TmaType::Bf16 => Type::Bf16,
        }
    }

    /// The bits that stand for "not a number" outside of the tensor. Undocumented; the values that NVIDIA's software
    /// versions use.
    pub(crate) const fn nan(self) -> u64 {
        match self {
            TmaType::F16 => 0x7EFF,
            TmaType::Bf16 => 0x7FFF,
            TmaType::F32 => 0x7FFF_FFFF,
            TmaType::F64 => 0x7FFF_FFFF_FFFF_FFFF,
            TmaType::U8 | TmaType::U16 | TmaType::U32 | TmaType::S32 | TmaType::U64 | TmaType::S64 => 0,
        }
    }

    const fn is_float(self) -> bool {
        matches!(self, TmaType::F16 | TmaType::Bf16 | TmaType::F32 | TmaType::F64)
    }
}

/// The exchange of 16-byte chunks within shared memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Swizzle {
    None,
    B32,
    B64,
    B128,
}

impl Swizzle {
    /// `none`, `32`, `64`, `128`, with or without a `B` behind.
    pub fn from_name(name: &str) -> Option<Swizzle> {
        Some(match name.trim_end_matches(['B', 'b']) {
            "none" | "0" => Swizzle::None,
            "32" => Swizzle::B32,
            "64" => Swizzle::B64,
            "128" => Swizzle::B128,
            _ => return None,
        })
    }

    /// Where byte `a` of shared memory goes: bits 4.. are exchanged by the number of the 128-byte line
    /// (docs/sources/ptx-data.md#swizzles).
    pub const fn apply(self, a: u32) -> u32 {
        let mask = match self {
            Swizzle::None => 0,
            Swizzle::B32 => 1,
            Swizzle::B64 => 3,
            Swizzle::B128 => 7,
        };
        a ^ (((a >> 7) & mask) << 4)
    }

    /// Bytes of a row of the pattern; 0 for none.
    pub const fn span(self) -> u32 {
        match self {
            Swizzle::None => 0,
            Swizzle::B32 => 32,
            Swizzle::B64 => 64,
            Swizzle::B128 => 128,
        }
    }
}

/// The value that loads get outside of the tensor.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Oob {
    Zero,
    Nan,
}

/// A tiled tensor map. All lists are innermost first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TensorMap {
    /// Name of the buffer it points into.
    pub buffer: String,
    /// Bytes from the buffer's base.
    pub offset: u64,
    /// Element type.
    pub ty: TmaType,
    /// Extents in elements.
    pub dims: Vec<u64>,
    /// Strides in bytes of dimension 1 and up.
    pub strides: Vec<u64>,
    /// Box in elements.
    pub box_dims: Vec<u32>,
    /// Traversal strides, in elements.
    pub element_strides: Vec<u32>,
    /// Swizzle of the box in shared memory.
    pub swizzle: Swizzle,
    /// Fill.
    pub oob: Oob,
}

impl TensorMap {
    /// Checks the rules of the encoder. `base` is the address the map points to.
    ///
    /// # Errors
    /// The rule that is broken.
    pub fn check(&self, base: u64) -> Result<(), String> {
        let rank = self.dims.len();
        if !(1..=5).contains(&rank) {
            return Err(format!("rank {rank} is not 1 to 5"));
        }
        if self.strides.len() != rank - 1 || self.box_dims.len() != rank || self.element_strides.len() != rank {
            return Err("dims, strides, box and element strides do not have matching lengths".to_string());
        }
        if !base.is_multiple_of(16) {
            return Err(format!("base {base:#x} is not 16-byte aligned"));
        }
        if let Some(d) = self.dims.iter().find(|&&d| d == 0 || d > 1 << 32) {
            return Err(format!("extent {d} is not 1 to 2^32"));
        }
        if let Some(s) = self.strides.iter().find(|&&s| s % 16 != 0 || s >= 1 << 40) {
            return Err(format!("stride {s} is not a multiple of 16 below 2^40"));
        }
        if let Some(b) = self.box_dims.iter().find(|&&b| b == 0 || b > 256) {
            return Err(format!("box side {b} is not 1 to 256"));
        }
        if let Some(e) = self.element_strides.iter().find(|&&e| e == 0 || e > 8) {
            return Err(format!("element stride {e} is not 1 to 8"));
        }
        let elements: u64 = (0..rank).map(|d| u64::from(self.extent(d))).product();
        if elements * u64::from(self.ty.bytes()) > 1 << 18 {
            return Err(format!(
                "the box has {elements} elements, more than shared memory holds"
            ));
        }
        let row = self.row_bytes();
        if !row.is_multiple_of(16) {
            return Err(format!("the box's inner side has {row} bytes, no multiple of 16"));
        }
        if self.swizzle != Swizzle::None && row > self.swizzle.span() {
            return Err(format!(
                "the box's inner side has {row} bytes, more than the swizzle's {}",
                self.swizzle.span()
            ));
        }
        if self.oob == Oob::Nan && !self.ty.is_float() {
            return Err("NaN fill needs a floating-point type".to_string());
        }
        Ok(())
    }

    /// Bytes of the box's innermost side.
    pub fn row_bytes(&self) -> u32 {
        self.box_dims.first().map_or(0, |b| b * self.ty.bytes())
    }

    /// Elements the box takes in dimension `d`.
    pub(crate) fn extent(&self, d: usize) -> u32 {
        let side = self.box_dims.get(d).copied().unwrap_or(1);
        if d == 0 {
            side
        } else {
            side.div_ceil(self.element_strides.get(d).copied().unwrap_or(1).max(1))
        }
    }

    /// Bytes of the whole box.
    pub fn box_bytes(&self) -> u32 {
        (0..self.dims.len()).map(|d| self.extent(d)).product::<u32>() * self.ty.bytes()
    }
}
