//! A kernel made ready to run: every op with what its record, types and attributes say, looked up once.

use crate::elementwise::Elementwise;
use crate::number::Format;
use crate::order::Strength;
use crate::tile::{Lanes, Tile};
use smallvec::SmallVec;
use tilewright_ir::types::{Scalar, TileViewKind};
use tilewright_ir::{Op, Value};

/// Extents of a tile.
pub(crate) type Shape = SmallVec<[usize; 4]>;

/// An index into [`Program::bodies`].
pub(crate) type BodyId = usize;

/// A kernel.
#[derive(Default)]
pub(crate) struct Program {
    pub bodies: Vec<Body>,
    /// The body of the entry.
    pub entry: BodyId,
    pub globals: Vec<Global>,
    /// For each parameter of the entry: how many bytes the elements behind the pointer have; none for numbers.
    pub pointees: Vec<Option<usize>>,
    /// Whether pointers change their type, so that one array may be accessed at several widths.
    pub recasts: bool,
    /// One more than the largest id of a value.
    pub values: usize,
}

/// A straight run of ops.
#[derive(Default)]
pub(crate) struct Body {
    pub arguments: SmallVec<[Value; 4]>,
    pub insts: Vec<Inst>,
    /// Whether it has only ops on every element by itself, so that it may run on many elements together.
    pub elementwise: bool,
}

/// Memory with an initial value.
pub(crate) struct Global {
    pub name: String,
    pub bytes: Vec<u8>,
    pub constant: bool,
    pub granule: usize,
}

/// One op.
pub(crate) struct Inst {
    pub op: Op,
    pub code: Code,
    pub operands: SmallVec<[Value; 4]>,
    pub results: SmallVec<[Value; 2]>,
    /// Values that nobody uses after this.
    pub dead: SmallVec<[Value; 2]>,
}

/// An op as it is executed. Its values are the operands of the [`Inst`], in the order of the record. Each group is
/// executed by a match of its own without a wildcard: what nobody executes does not build.
pub(crate) enum Code {
    Work(Work),
    Enter(Enter),
    Leave(Leave),
}

/// An op that the next one of its body follows.
pub(crate) enum Work {
    Constant(Tile),
    Iota {
        count: usize,
    },
    BlockId,
    BlockCount,
    Elementwise {
        op: Elementwise,
        count: usize,
    },
    Rearrange(Rearrange),
    Matmul(Matmul),
    Combine(Combine),
    Token,
    JoinTokens,
    MakeTensor(MakeTensor),
    MakeView {
        kind: TileViewKind,
        tile: SmallVec<[i64; 4]>,
        dim_map: Shape,
        steps: SmallVec<[i64; 4]>,
        padding: Option<u64>,
    },
    IndexSpace {
        bits: u32,
    },
    TensorShape {
        bits: u32,
    },
    Access(Access),
    GlobalAddress(usize),
    Alloca {
        bytes: usize,
        granule: usize,
    },
    Assume(Assumption),
    Assert {
        message: String,
    },
    Print {
        format: String,
        scalars: Vec<Option<Scalar>>,
        shapes: Vec<Shape>,
    },
}

/// Elements in another order, or other ones of them.
pub(crate) enum Rearrange {
    /// The same elements in the same order.
    Reshape,
    Broadcast {
        from: Shape,
        to: Shape,
    },
    Permute {
        from: Shape,
        permutation: Shape,
    },
    Extract {
        whole: Shape,
        slice: Shape,
        index_bits: u32,
    },
    Insert {
        whole: Shape,
        slice: Shape,
        index_bits: u32,
    },
    Cat {
        left: Shape,
        right: Shape,
        dim: usize,
    },
    /// Elements of `from` bits read as `count` elements of `to` bits.
    Repack {
        from: u32,
        to: u32,
        from_count: usize,
        count: usize,
    },
}

/// An op that begins with a body of its own.
#[derive(Clone, Copy)]
pub(crate) enum Enter {
    For { body: BodyId, bits: u32, unsigned: bool },
    Loop { body: BodyId },
    If { then: BodyId, otherwise: Option<BodyId> },
}

/// The end of a body.
#[derive(Clone, Copy)]
pub(crate) enum Leave {
    Yield,
    Continue,
    Break,
    Return,
}

/// A view of a whole tensor; what is not known is an operand.
pub(crate) struct MakeTensor {
    pub sizes: SmallVec<[Option<i64>; 4]>,
    pub strides: SmallVec<[Option<i64>; 4]>,
    pub size_bits: u32,
}

/// A product of matrices, batched: `[batch] x rows x depth` times `[batch] x depth x columns`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Matmul {
    pub batch: usize,
    pub rows: usize,
    pub depth: usize,
    pub columns: usize,
    pub kind: MatmulKind,
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum MatmulKind {
    Float {
        operands: Format,
        sum: Format,
    },
    Scaled {
        operands: Format,
        scale: Format,
        blocks: usize,
    },
    Integer {
        left_signed: bool,
        right_signed: bool,
    },
}

/// A reduction or a scan along one dimension.
#[derive(Clone, Debug)]
pub(crate) struct Combine {
    pub body: BodyId,
    pub shape: Shape,
    pub dim: usize,
    /// For a scan: whether it runs from the last element to the first.
    pub scan: Option<bool>,
}

/// The kind of access that an op makes to memory.
#[derive(Clone, Debug)]
pub(crate) struct Access {
    pub kind: AccessKind,
    pub strength: Strength,
    pub acquire: bool,
    pub release: bool,
    /// Elements of the tile.
    pub shape: Shape,
    /// Bits of one element.
    pub bits: u32,
    /// Index into the operands: pointers or the view.
    pub target: usize,
    /// For views: the first index and how many there are.
    pub indices: std::ops::Range<usize>,
    /// Bits of each index.
    pub index_bits: SmallVec<[u32; 4]>,
    pub mask: Option<usize>,
    pub padding: Option<usize>,
    /// The value that is written or combined.
    pub value: Option<usize>,
    /// For compare-and-swap: the value that is compared with.
    pub compare: Option<usize>,
    pub through_view: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum AccessKind {
    Load,
    Store,
    Update(Update),
    Swap,
}

/// The operation of an atomic update.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Update {
    And,
    Or,
    Xor,
    Add,
    AddFloat(Format),
    Max { signed: bool },
    Min { signed: bool },
    Exchange,
}

/// The promise of an `assume`.
#[derive(Clone, Debug)]
pub(crate) enum Assumption {
    /// Nothing that can be checked on this value.
    Nothing,
    Divisible {
        by: u64,
        shape: Shape,
        every: Option<(usize, usize)>,
        bits: u32,
    },
    /// The base of a tensor view, as an address.
    BaseDivisible {
        by: u64,
    },
    Bounded {
        low: Option<i64>,
        high: Option<i64>,
        shape: Shape,
        bits: u32,
    },
    Same {
        groups: Shape,
        shape: Shape,
    },
}

/// The elements of a dense constant.
pub(crate) fn constant(bits: &[u64]) -> Tile {
    match bits {
        [one] => Tile::splat(*one),
        many => Tile::defined(Lanes::each(many.to_vec())),
    }
}
