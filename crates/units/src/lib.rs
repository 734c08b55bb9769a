//! Rooms for the units that multiply matrices: what an instruction of each can do, and the ops by which a loop has it multiply.
//!
//! A unit is a folder here, with what it can do (`mod.rs`), what a product becomes for one thread (`lower.rs`), and what its ops are
//! in PTX (`emit.rs`); and its numbers (`figures.json`); and its line in [`UNITS`]. A target names its unit
//! (`machine/data/targets`). Its ops are recorded in `ir/src/dialects/nvvm_UNIT.rs`, and what they mean to the verdict stands in
//! `protocol`, which sees no room. Nothing else in the compiler names a unit (`driver/tests/units.rs`).

#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

pub mod emit;
pub mod lower;
mod mma_sync;
pub mod product;
pub mod scaled;
#[cfg(feature = "all")]
pub mod tcgen05;
pub mod tensor_memory;
#[cfg(feature = "all")]
pub mod wgmma;

pub use mma_sync::WARPS;

use std::fmt;
use std::sync::LazyLock;
use tilewright_ir::build::Builder;
use tilewright_ir::ops::nv_tileas;
use tilewright_ir::words::role;
use tilewright_ir::{Attr, Module, Op, OpKind, Ty, Value};
use tilewright_layout::Layout;
use tilewright_machine::{Target, UnitFigures};

/// A unit that multiplies matrices.
pub struct Unit {
    /// Its name, as targets say it.
    pub name: &'static str,
    /// The shape of its instructions: its `figures.json`.
    pub figures: &'static LazyLock<UnitFigures>,
    /// Where it leaves its accumulators.
    pub accumulators: Accumulators,
    /// When its results are there.
    pub completion: Completion,
    /// The roles that warps of a specialised loop have.
    pub roles: &'static [Role],
    /// The ops by which a pipelined loop has it multiply; none: nothing writes such loops yet.
    pub loops: Option<LoopProducts>,
}

/// Where an instruction leaves its accumulators.
#[derive(Clone, Copy, Debug)]
pub enum Accumulators {
    /// In registers of the threads that issue it: the layout of a tile of rows and columns over warps, as a power of two; none
    /// if the tile is too small.
    Registers(fn(i64, i64, usize) -> Option<Layout>),
    /// In tensor memory, from where warps read them: the layout in which they do so, of rows and columns over warps, where so many
    /// reductions combine rows.
    TensorMemory(fn([i64; 2], usize, i64) -> Option<Layout>),
}

/// The unit that every GPU has: warps start products of fragments in their registers, one by one, and wait for each.
pub struct Warps {
    /// The unit.
    pub unit: &'static Unit,
    /// The element types of operands that its threads read from a ring of buffers.
    pub ring_elements: &'static [&'static str],
    /// The element type of the accumulators of such products.
    pub ring_accumulator: &'static str,
    /// The layout of the accumulators of one matrix, of rows and columns over warps, as a power of two; none if it is
    /// smaller than a fragment.
    pub accumulator: fn(i64, i64, usize) -> Option<Layout>,
    /// The layout of the accumulators of several matrices, of any size, and with so many columns together in a warp.
    pub accumulators: fn([i64; 3], usize, i64) -> Layout,
    /// Columns that are together in a warp where operands of bytes are turned as they are read.
    pub turned_columns: i64,
    /// The layout of the left operand's words for accumulators in a layout: of N columns, and elements of K.
    pub lhs: fn(&Layout, i64, i64) -> Layout,
    /// The layout of the right operand's words.
    pub rhs: fn(&Layout, i64, i64) -> Layout,
    /// The distance of a thread's nearest columns in accumulators of rows and columns, of which two fragments of the right
    /// operand are read at once; 0 if it has one column.
    pub column_pair: fn(&Layout, [i64; 2]) -> i64,
    /// The op of one product.
    pub product: OpKind,
    /// Products with scales.
    pub scaled: &'static scaled::ScaledWarps,
    /// Writes it as PTX.
    pub emit: emit::Emit,
}

impl Warps {
    /// Multiplies two fragments of these element types, and adds an accumulator's four registers.
    pub fn multiply(&self, to: &mut Builder<'_>, fragments: [&[Value]; 3], ty: Ty, elements: [Attr; 2]) -> Op {
        let [lhs, rhs] = elements;
        to.op_with(
            self.product,
            &fragments,
            &[ty; 4],
            &[("lhs_type", lhs), ("rhs_type", rhs)],
        )
    }
}

/// When results are there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Completion {
    /// When the instruction is done: what follows sees them.
    InOrder,
    /// When the group that an instruction was committed to has been waited for.
    Groups,
    /// When the barrier that an instruction was committed to has completed its phase.
    Mbarrier,
}

/// The work of warps of a specialised loop.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    /// Whatever is no other role's: multiply, and store results.
    Consumer,
    /// Have tiles loaded.
    Producer,
    /// Issue products alone; their accumulators are in tensor memory, from where the consumer reads them.
    Issuer,
    /// Make operands of what is loaded, and write them to slots from where consumers' products take them.
    Transformer,
    /// Pull work at run time, and hand its ids on to all others.
    Scheduler,
}

impl Role {
    /// Its name, as the IR says it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Consumer => role::CONSUMER,
            Self::Producer => role::PRODUCER,
            Self::Issuer => role::ISSUER,
            Self::Transformer => role::TRANSFORMER,
            Self::Scheduler => role::SCHEDULER,
        }
    }

    /// Whether all its threads work, on tiles in their registers; else one thread starts the work of others.
    pub fn holds_tiles(self) -> bool {
        matches!(self, Self::Consumer | Self::Transformer)
    }

    /// The role of a name.
    pub fn from_name(name: &str) -> Option<Self> {
        let all = [
            Self::Consumer,
            Self::Producer,
            Self::Issuer,
            Self::Transformer,
            Self::Scheduler,
        ];
        all.into_iter().find(|role| role.name() == name)
    }
}

/// The ops by which a loop multiplies tiles in shared memory while its threads go on.
#[derive(Clone, Copy)]
pub struct LoopProducts {
    /// The element types of products for which loops are written.
    pub types: &'static [ProductTypes],
    /// Orders earlier accesses to the accumulators' registers before the products that follow.
    pub fence: OpKind,
    /// Makes a group of the products since the last one.
    pub commit: OpKind,
    /// Waits until at most `count` groups are in flight.
    pub wait: OpKind,
    /// Makes the descriptor of an operand in shared memory, of the low word of its `start`, and of a `slot` so many `pitch`es behind; none: products
    /// take others.
    pub descriptor: Option<OpKind>,
    /// Writes a product for one thread.
    pub lower: lower::Lower,
    /// The ops on tensor memory, where accumulators are there.
    pub tensor_memory: Option<tensor_memory::TensorMemoryOps>,
    /// Writes the unit's ops as PTX.
    pub emit: emit::Emit,
}

/// Element types of products that a unit has one kind of instruction for.
#[derive(Debug)]
pub struct ProductTypes {
    /// Those of the operands: of both the same one, or any two of these.
    pub operands: &'static [&'static str],
    /// That of the accumulators.
    pub accumulator: &'static str,
    /// Whether rows of operands in buffers run along K: instructions turn no others.
    pub k_major: bool,
}

impl ProductTypes {
    /// Whether operands and accumulators are of these types.
    pub fn takes(&self, operands: [&str; 2], accumulator: &str) -> bool {
        self.accumulator == accumulator && operands.iter().all(|name| self.operands.contains(name))
    }
}

impl LoopProducts {
    /// Starts the product of tiles in slots of two buffers (buffer and slot of the left one, then of the right one) plus an
    /// accumulator, as a group of its own.
    pub fn start(&self, to: &mut Builder<'_>, operands: &[Value; 5], ty: Ty, attrs: &[(&str, Attr)]) -> Value {
        to.op(self.fence, &[], &[]);
        let product = to.value_with(nv_tileas::ASYNC_DOT, operands, ty, attrs);
        to.op(self.commit, &[], &[]);
        product
    }

    /// Starts the product of words in registers and a tile in a slot of a buffer (words, buffer, slot), plus an accumulator.
    pub fn start_words(&self, to: &mut Builder<'_>, operands: &[Value; 4], ty: Ty, attrs: &[(&str, Attr)]) -> Value {
        to.op(self.fence, &[], &[]);
        let product = to.value_with(nv_tileas::ASYNC_WORD_DOT, operands, ty, attrs);
        to.op(self.commit, &[], &[]);
        product
    }

    /// Waits until at most so many products are in flight.
    pub fn wait(&self, to: &mut Builder<'_>, in_flight: i64) {
        let count = to.int(in_flight);
        to.op_with(self.wait, &[], &[], &[("count", count)]);
    }
}

impl Unit {
    /// The shape of its instructions.
    pub fn figures(&self) -> &'static UnitFigures {
        self.figures
    }

    /// The layout in which warps have a tile of accumulators in registers, if it is not too small.
    pub fn accumulator_layout(&self, [rows, columns]: [i64; 2], warp_bits: usize) -> Option<Layout> {
        match self.accumulators {
            Accumulators::Registers(layout) => layout(rows, columns, warp_bits),
            Accumulators::TensorMemory(layout) => layout([rows, columns], warp_bits, 0),
        }
    }

    /// The same in a kernel, by what it does with its rows.
    pub fn layout_in(&self, module: &Module, shape: [i64; 2], warp_bits: usize) -> Option<Layout> {
        match self.accumulators {
            Accumulators::Registers(_) => self.accumulator_layout(shape, warp_bits),
            Accumulators::TensorMemory(layout) => layout(shape, warp_bits, product::row_reductions(module, shape)),
        }
    }

    /// Whether accumulators are in tensor memory.
    pub fn has_tensor_memory(&self) -> bool {
        matches!(self.accumulators, Accumulators::TensorMemory(_))
    }
}

/// A unit is what its name says.
impl PartialEq for Unit {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl Eq for Unit {}

impl fmt::Debug for Unit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

/// The units that are built in.
pub static UNITS: &[&Unit] = &[
    &mma_sync::UNIT,
    #[cfg(feature = "all")]
    &wgmma::UNIT,
    #[cfg(feature = "all")]
    &tcgen05::UNIT,
];

/// The reason why no loops run on a GPU's own unit while its threads go on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Missing {
    /// The threads of the GPU wait for each instruction.
    InOrder,
    /// The room of the unit of this name is not built in.
    Room(String),
    /// Nothing writes loops for the unit.
    Loops(&'static Unit),
    /// The unit leaves its accumulators in tensor memory, and not in registers of those who start products.
    TensorMemory(&'static Unit),
    /// The GPU has no TMA to load tiles meanwhile.
    Tma,
    /// No figures of the GPU are known.
    Figures,
}

impl fmt::Display for Missing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::InOrder => f.write_str("its tensor cores are driven by warps, which wait for them"),
            Self::Room(name) => write!(
                f,
                "this compiler was built without the unit `{name}`, which drives its tensor cores"
            ),
            Self::Loops(unit) => {
                let place = match unit.accumulators {
                    Accumulators::Registers(_) => "registers",
                    Accumulators::TensorMemory(_) => "tensor memory",
                };
                let name = unit.name;
                write!(
                    f,
                    "loops for {name}, whose accumulators are in {place}, are not written yet"
                )
            }
            Self::TensorMemory(unit) => {
                let name = unit.name;
                write!(
                    f,
                    "{name} leaves its accumulators in tensor memory, and not in registers of the threads that start its products"
                )
            }
            Self::Tma => f.write_str("it has no TMA"),
            Self::Figures => f.write_str("the figures by which agents are planned are not known"),
        }
    }
}

/// The unit of a name.
///
/// # Errors
/// Its room is not built in.
pub fn unit(name: &str) -> Result<&'static Unit, Missing> {
    let named = UNITS.iter().find(|unit| unit.name == name);
    named.copied().ok_or_else(|| Missing::Room(name.to_string()))
}

/// The unit of a GPU that multiplies while its threads go on, and the ops by which loops have it do so.
///
/// # Errors
/// The reason why there is none.
pub fn asynchronous(target: &Target) -> Result<(&'static Unit, &'static LoopProducts), Missing> {
    let unit = unit(&target.mma_unit.value)?;
    match &unit.loops {
        _ if unit.completion == Completion::InOrder => Err(Missing::InOrder),
        None => Err(Missing::Loops(unit)),
        Some(_) if !target.tma.value => Err(Missing::Tma),
        Some(loops) => Ok((unit, loops)),
    }
}

/// The unit that multiplies in loops of agents: one that multiplies while its threads go on, with its ops, or the warps of a GPU that has
/// TMA to load tiles meanwhile.
///
/// # Errors
/// The reason why there is none.
pub fn of_agents(target: &Target) -> Result<(&'static Unit, Option<&'static LoopProducts>), Missing> {
    match asynchronous(target) {
        Ok((unit, products)) => Ok((unit, Some(products))),
        Err(Missing::InOrder) if target.tma.value => Ok((WARPS.unit, None)),
        Err(missing) => Err(missing),
    }
}

/// The types of products that the unit of a GPU multiplies while its threads go on.
pub fn product_types(target: &Target) -> Vec<&'static ProductTypes> {
    // Absent: a GPU whose threads wait for each product.
    let types = asynchronous(target).map_or(&[][..], |(_, loops)| loops.types);
    let lacks = target.mma_unit_lacks.iter().flat_map(|lacks| &lacks.value);
    let lacks: Vec<&str> = lacks.map(String::as_str).collect();
    let is_there = |types: &&ProductTypes| !types.operands.iter().any(|name| lacks.contains(name));
    types.iter().filter(is_there).collect()
}

/// The same, of a unit whose accumulators are in registers of those who start its products.
///
/// # Errors
/// The reason why there is none.
pub fn by_registers(target: &Target) -> Result<(&'static Unit, &'static LoopProducts), Missing> {
    match asynchronous(target)? {
        (unit, _) if unit.has_tensor_memory() => Err(Missing::TensorMemory(unit)),
        found => Ok(found),
    }
}

/// The ops on tensor memory of a GPU's unit, if its accumulators are there.
pub fn tensor_memory(target: &Target) -> Option<&'static tensor_memory::TensorMemoryOps> {
    // Absent: a GPU without such a unit.
    asynchronous(target).ok()?.1.tensor_memory.as_ref()
}

/// The units that have loops.
pub fn with_loops() -> impl Iterator<Item = (&'static Unit, &'static LoopProducts)> {
    UNITS.iter().filter_map(|unit| Some((*unit, unit.loops.as_ref()?)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_room_has_figures_and_roles() {
        for unit in UNITS {
            let figures = unit.figures();
            assert!(figures.rows > 0 && !figures.source.is_empty() && !figures.elements.is_empty());
            assert!(
                tilewright_machine::atoms().atom(&figures.atom).is_some(),
                "{}",
                figures.atom
            );
            let atoms = &tilewright_machine::layout_atoms().atoms;
            assert!(
                atoms.iter().any(|atom| atom.name == figures.reader),
                "{}",
                figures.reader
            );
            assert!(unit.completion == Completion::InOrder || unit.roles.contains(&Role::Producer));
        }
    }

    #[test]
    #[cfg(feature = "all")]
    fn each_target_has_a_room() {
        for target in tilewright_machine::targets() {
            assert!(unit(&target.mma_unit.value).is_ok(), "{}", target.name);
        }
    }

    #[test]
    fn a_unit_that_is_not_built_in_is_named() {
        let missing = unit("hmma").unwrap_err();
        assert!(missing.to_string().contains("without the unit `hmma`"), "{missing}");
    }

    #[test]
    fn targets_are_told_what_they_lack() {
        let of = |name: &str| asynchronous(tilewright_machine::target(name).unwrap()).map(|(unit, _)| unit.name);
        assert_eq!(of("sm_80"), Err(Missing::InOrder));
        #[cfg(feature = "all")]
        assert_eq!(of("sm_90a"), Ok("wgmma"));
        #[cfg(not(feature = "all"))]
        assert_eq!(of("sm_90a"), Err(Missing::Room("wgmma".to_string())));
        #[cfg(feature = "all")]
        assert_eq!(of("sm_100a"), Ok("tcgen05"));
        // Agents need TMA, and some unit: that of warps does.
        let of_agents = |name: &str| of_agents(tilewright_machine::target(name).unwrap()).map(|(unit, _)| unit.name);
        assert_eq!(of_agents("sm_89"), Err(Missing::InOrder));
        assert_eq!(of_agents("sm_120a"), Ok(WARPS.unit.name));
        #[cfg(feature = "all")]
        assert_eq!(of_agents("sm_90a"), of("sm_90a"));
        let by_registers =
            |name: &str| by_registers(tilewright_machine::target(name).unwrap()).map(|(unit, _)| unit.name);
        assert_eq!(by_registers("sm_90a").ok(), of("sm_90a").ok());
        #[cfg(feature = "all")]
        assert_eq!(by_registers("sm_100a"), Err(Missing::TensorMemory(&tcgen05::UNIT)));
    }
}
