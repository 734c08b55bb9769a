//! The faults that a run finds in a kernel, as data; and the text of them.

use tilewright_diag::Diagnostic;
use tilewright_ir::{Module, Op};

/// A fault of the kernel.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Problem {
    /// Two accesses to the same memory, at least one of them a write, that nothing orders.
    Race {
        /// The access that ran first here.
        other: Op,
        /// Its tile block.
        other_block: [u32; 3],
        /// Where.
        place: BufferOffset,
    },
    /// Two elements of one store write different values to the same memory.
    OverlappingStore {
        /// Where.
        place: BufferOffset,
    },
    /// An access outside every buffer.
    OutOfBounds {
        /// The nearest buffer and the offset from its start.
        place: BufferOffset,
        /// Bytes of the buffer.
        size: u64,
        /// Whether it was a write.
        write: bool,
    },
    /// An address that is no multiple of the size of its element.
    Misaligned {
        /// Where.
        place: BufferOffset,
        /// Bytes that it should be a multiple of.
        bytes: u64,
    },
    /// A write to a constant global.
    ConstantWritten {
        /// Where.
        place: BufferOffset,
    },
    /// An index outside the index space of a view.
    IndexOutside {
        /// The dimension of the index.
        dim: usize,
        /// Its value.
        index: i64,
        /// The number of tiles along it.
        extent: i64,
    },
    /// An element without a defined value reached memory.
    UndefinedStored {
        /// Where.
        place: BufferOffset,
        /// Why it is undefined.
        cause: Undefined,
    },
    /// An undefined value decides where to go, what to access, or whether to.
    UndefinedUsed {
        /// The use of the undefined value.
        role: Role,
        /// Why it is undefined.
        cause: Undefined,
    },
    /// A promise of `assume` that does not hold.
    AssumptionBroken {
        /// The element, row-major.
        element: usize,
        /// Its value.
        value: i64,
        /// The property that it has not, such as `a multiple of 8`.
        promise: String,
    },
    /// An `assert` whose condition does not hold: the run ends.
    AssertionFailed {
        /// Its message.
        message: String,
    },
    /// A `for` whose step is not positive: the run ends.
    StepNotPositive {
        /// The step.
        step: i64,
    },
}

/// A place in memory.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BufferOffset {
    /// Name of the buffer.
    pub buffer: String,
    /// Offset in bytes; negative before its start.
    pub offset: i64,
}

/// A use of a value by which an undefined one is a fault.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    /// The condition of a branch, or the bounds of a loop.
    Branch,
    /// The address of an access.
    Address,
    /// The mask of an access.
    Mask,
    /// The index of a tile, or of a slice.
    Index,
    /// The condition of an `assert`.
    Assertion,
}

/// Why a value is undefined.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Reason {
    /// It lies outside the tensor, and the view has no padding value.
    Padding,
    /// Its mask is off, and the load has no padding.
    Masked,
    /// It was read from memory that nobody had written.
    NeverWritten,
    /// It was read out of bounds.
    OutOfBounds,
    /// Integer division by zero, or of the most negative number by -1.
    Division,
    /// A shift by as many bits as there are, or more.
    Shift,
    /// A promise about overflow was broken.
    Overflow,
}

/// Where and why a value became undefined.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Undefined {
    /// The op that made it.
    pub op: Op,
    /// Why.
    pub reason: Reason,
}

/// One thing that is wrong.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finding {
    /// The op.
    pub op: Op,
    /// The tile block that ran it.
    pub block: [u32; 3],
    /// The fault.
    pub problem: Problem,
    /// The number of times it happened, at this op and with the same other op.
    pub count: u64,
}

impl Problem {
    /// A stable name.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Race { .. } => "race",
            Self::OverlappingStore { .. } => "overlapping-store",
            Self::OutOfBounds { .. } => "out-of-bounds",
            Self::Misaligned { .. } => "misaligned",
            Self::ConstantWritten { .. } => "constant-written",
            Self::IndexOutside { .. } => "index-outside",
            Self::UndefinedStored { .. } => "undefined-stored",
            Self::UndefinedUsed { .. } => "undefined-used",
            Self::AssumptionBroken { .. } => "assumption-broken",
            Self::AssertionFailed { .. } => "assertion-failed",
            Self::StepNotPositive { .. } => "step-not-positive",
        }
    }

    /// The other op involved, if there is one.
    pub fn other(&self) -> Option<Op> {
        match self {
            Self::Race { other, .. } => Some(*other),
            Self::UndefinedStored { cause, .. } | Self::UndefinedUsed { cause, .. } => Some(cause.op),
            Self::OverlappingStore { .. } | Self::OutOfBounds { .. } | Self::Misaligned { .. } => None,
            Self::ConstantWritten { .. } | Self::IndexOutside { .. } | Self::AssumptionBroken { .. } => None,
            Self::AssertionFailed { .. } | Self::StepNotPositive { .. } => None,
        }
    }
}

impl BufferOffset {
    fn text(&self) -> String {
        format!("byte {} of `{}`", self.offset, self.buffer)
    }
}

impl Reason {
    fn text(self) -> &'static str {
        match self {
            Self::Padding => "it lies outside the tensor, and the view has no padding value",
            Self::Masked => "the mask is off here, and the load has no padding",
            Self::NeverWritten => "this reads memory that was never written",
            Self::OutOfBounds => "this reads out of bounds",
            Self::Division => "a quotient or remainder that does not exist (division by zero, or overflow)",
            Self::Shift => "a shift by as many bits as the number has, or more",
            Self::Overflow => "the result overflows, which `overflow<...>` promised not to happen",
        }
    }

    fn help(self) -> &'static str {
        match self {
            Self::Padding => "give the view a `padding_value`, or mask the element before it is stored",
            Self::Masked => "give the load a padding, or mask the element before it is stored",
            Self::NeverWritten => "write it first, and let the load wait for the token of that write",
            Self::OutOfBounds => "mask the load",
            Self::Division => "select a divisor that is not zero where the result is not wanted",
            Self::Shift => "clamp the shift to the width of the number",
            Self::Overflow => "take the promise away, or use a wider type",
        }
    }
}

fn block_text([x, y, z]: [u32; 3]) -> String {
    format!("({x}, {y}, {z})")
}

/// The value that an op promises something of, in words: promises may be made one of the other. Empty: it has no name.
fn promised(module: &Module, mut op: Op) -> String {
    loop {
        let value = module.only_operand(op);
        match (module.value_name(value), module.defining_op(value)) {
            (Some(own), _) if module.is_named(value) => return format!(" of `%{}`", module.name(own.name)),
            (_, Some(before)) if module.kind(before) == module.kind(op) => op = before,
            // Absent: what makes the value gave it no name, and is no promise.
            _ => return String::new(),
        }
    }
}

impl Finding {
    /// The text of it.
    pub fn diagnostic(&self, module: &Module) -> Diagnostic {
        let name = format!("`{}`", module.def(self.op).short_name());
        let block = block_text(self.block);
        let error =
            |message: String| Diagnostic::error(format!("run.{}", self.problem.name()), module.span(self.op), message);
        let label = |d: Diagnostic, op: Op, text: String| match module.span(op) {
            Some(span) => d.with_label(span, text),
            None => d.with_note(text),
        };
        let mut diagnostic = match &self.problem {
            Problem::Race {
                other,
                other_block,
                place,
            } => {
                let same = self.block == *other_block;
                let which = if same {
                    "the same tile block".to_string()
                } else {
                    format!("tile block {}", block_text(*other_block))
                };
                let d = error(format!(
                    "race: tile block {block} accesses {} and nothing orders this after an access of {which}",
                    place.text()
                ));
                let d = label(
                    d,
                    *other,
                    format!("the other access, by tile block {}", block_text(*other_block)),
                );
                if same {
                    d.with_note("accesses are ordered by tokens and by the data that flows between them, not by where they stand")
                        .with_help("let one access take the token of the other")
                } else {
                    d.with_note("different tile blocks run in any order and at the same time")
                        .with_help("let the blocks access different memory, use atomics, or synchronise with release and acquire")
                }
            }
            Problem::OverlappingStore { place } => {
                error(format!("{name} writes {} twice with different values", place.text()))
                    .with_note("the elements of one store have no order")
                    .with_help("make the addresses differ, or mask all but one element")
            }
            Problem::OutOfBounds { place, size, write } => {
                let verb = if *write { "writes" } else { "reads" };
                error(format!(
                    "{name} {verb} out of bounds: {}, which has {size} bytes",
                    place.text()
                ))
                .with_help("mask the elements that lie outside the array")
            }
            Problem::Misaligned { place, bytes } => error(format!(
                "{name} accesses {}, which is no multiple of {bytes}",
                place.text()
            ))
            .with_note("an element must lie at a multiple of its size")
            .with_help("let offsets be multiples of the size, or load smaller elements"),
            Problem::ConstantWritten { place } => error(format!("{name} writes {}, a constant", place.text()))
                .with_help("leave `constant` away where the global is defined, or write elsewhere"),
            Problem::IndexOutside { dim, index, extent } => {
                let last = extent - 1;
                error(format!(
                    "index {dim} of {name} is {index}, but it must be from 0 to {last}"
                ))
                .with_note("a tile may hang over the edge of a tensor, but not start outside it")
                .with_help("bound the index: `get_index_space_shape` says how many tiles a view has")
            }
            Problem::UndefinedStored { place, cause } => {
                let d = error(format!("{name} stores an undefined element to {}", place.text()));
                label(d, cause.op, cause.reason.text().to_string()).with_help(cause.reason.help())
            }
            Problem::UndefinedUsed { role, cause } => {
                let what = match role {
                    Role::Branch => "where this goes",
                    Role::Address => "the address of this access",
                    Role::Mask => "whether an element is accessed",
                    Role::Index => "the index of this",
                    Role::Assertion => "whether this holds",
                };
                let d = error(format!("an undefined value decides {what}"));
                label(d, cause.op, cause.reason.text().to_string()).with_help(cause.reason.help())
            }
            Problem::AssumptionBroken {
                element,
                value,
                promise,
            } => error(format!(
                "the promise{} does not hold: element {element} is {value}, and not {promise}",
                promised(module, self.op)
            ))
            .with_note("the compiler may use the promise, so a kernel that breaks it has no meaning")
            .with_help("take the promise away, or give inputs for which it holds"),
            Problem::AssertionFailed { message } => error(format!("assertion failed: {message}"))
                .with_help("give inputs for which it holds, or correct what it is about"),
            Problem::StepNotPositive { step } => error(format!("the step of this loop is {step}; it must be positive"))
                .with_help("let the step be greater than zero"),
        };
        diagnostic = diagnostic.with_note(match self.count {
            1 => format!("in tile block {block}"),
            n => format!("first in tile block {block}; {n} times in all"),
        });
        diagnostic
    }
}
