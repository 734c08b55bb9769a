//! The calling contract of a compiled kernel: what `--emit abi` prints.

use crate::tile_scheduler::SchedulerAbi;
use serde::{Deserialize, Serialize};
use tilewright_analysis::contract::Applied;
use tilewright_analysis::contract::Launch;
use tilewright_analysis::tma;
use tilewright_ir::dialects::cutlass_pipeline::PORTABLE_CTAS;
use tilewright_ir::words::padding;
use tilewright_ir::{Module, Ty};
use tilewright_machine::Target;
use tilewright_nvptx::emit_ptx::Emitted;
use tilewright_tilesched::SchedulerRefusal;

/// The version of the contract's form.
pub const ABI_VERSION: u32 = 1;
/// The grid of a kernel whose tile blocks are CTAs.
const ONE_CTA: &str = "one-cta-per-tile-block";
/// The grid of a kernel whose tile blocks are cut into the CTAs of a cluster.
const ONE_CLUSTER: &str = "one-cluster-per-tile-block";

/// The calling contract: how to launch a kernel.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Abi {
    /// [`ABI_VERSION`].
    pub version: u32,
    /// The symbol of the `.entry`.
    pub entry: String,
    /// The target it was compiled for.
    pub target: String,
    /// The parameters in order: those of the Tile IR entry, then one per TMA descriptor.
    pub params: Vec<Param>,
    /// The TMA descriptors, in the order of their parameters.
    pub descriptors: Vec<Descriptor>,
    /// Threads of a CTA in x, y and z.
    pub threads: [u32; 3],
    /// Bytes of dynamic shared memory.
    pub shared_bytes: u32,
    /// CTAs of a cluster in x, y and z.
    pub cluster: [u32; 3],
    /// Whether that is more than every GPU with clusters has room for: the kernel must be allowed it before it is launched
    /// (`CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED`).
    #[serde(default)]
    pub non_portable_cluster: bool,
    /// The rule by which the grid follows from the tile blocks: `one-cta-per-tile-block`, `one-cluster-per-tile-block` (along x there are as
    /// many CTAs for each as a cluster has), or `tile-scheduler`.
    pub grid: String,
    /// The launch of a kernel with a tile scheduler.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scheduler: Option<SchedulerAbi>,
}

/// A parameter.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Param {
    /// Its name in the kernel, without `%`; of an array in Python `A`, `A_size0`, `A_stride0` and so on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub name: Option<String>,
    /// Its kind.
    pub kind: ParamKind,
    /// The type in Tile IR, such as `ptr<f32>` or `i32`; `tma` for a descriptor.
    pub r#type: String,
    /// Bytes it takes.
    pub bytes: u32,
    /// The alignment in bytes.
    pub align: u32,
}

/// Kinds of parameters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum ParamKind {
    /// An address in global memory.
    Pointer,
    /// A number.
    Scalar,
    /// A TMA descriptor: 128 bytes, aligned to 64.
    Descriptor,
    /// The record of the tile scheduler, aligned to 8.
    Record,
}

/// A number that is known, or that a parameter brings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum Quantity {
    /// Known when the kernel was compiled.
    Constant(i64),
    /// The value of this parameter, by place.
    Argument(u32),
    /// This parameter's value times a number: strides in bytes of a stride in elements.
    Scaled {
        /// The parameter's place.
        argument: u32,
        /// The multiplier.
        by: i64,
    },
}

/// The tensor and box of a TMA descriptor. Dimensions are innermost first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Descriptor {
    /// The element type.
    pub element: String,
    /// Extents in elements.
    pub dims: Vec<Quantity>,
    /// Strides in bytes of all dimensions but the innermost.
    pub strides: Vec<Quantity>,
    /// The address of the first element.
    pub base: Quantity,
    /// Extents of one box in elements.
    pub r#box: Vec<u32>,
    /// `none`, `32b`, `64b` or `128b`.
    pub swizzle: String,
    /// The value of elements outside the tensor: `zero` or `nan`.
    pub fill: String,
}

impl Abi {
    /// The contract of a lowered kernel, but for its tile scheduler.
    pub(crate) fn new(module: &Module, launch: &Launch, target: &Target, emitted: &Emitted) -> Self {
        let body = module.regions(launch.kernel).first();
        let arguments = body.and_then(|&body| module.entry_block(body));
        // Absent: a kernel without a body has no names.
        let arguments = arguments.map_or(&[][..], |block| module.arguments(block));
        let own = launch.parameters.iter().enumerate().map(|(place, &ty)| {
            let name = arguments.get(place).and_then(|&argument| module.value_name(argument));
            Param::of(module, ty, name.map(|name| module.name(name.name).to_string()))
        });
        Self {
            version: ABI_VERSION,
            entry: module.keyword(launch.kernel, "sym_name").to_string(),
            target: target.name.clone(),
            params: own
                .chain(launch.tensor_maps.iter().map(|_| Param::descriptor()))
                .collect(),
            descriptors: launch.tensor_maps.iter().map(Descriptor::from).collect(),
            threads: [emitted.threads, 1, 1],
            shared_bytes: emitted.dynamic_shared_bytes,
            cluster: [launch.ctas, 1, 1],
            non_portable_cluster: launch.ctas > PORTABLE_CTAS,
            grid: if launch.ctas == 1 { ONE_CTA } else { ONE_CLUSTER }.to_string(),
            scheduler: None,
        }
    }

    /// The CTAs of a launch in x, y and z for a grid of tile blocks, where no tile scheduler says otherwise.
    pub fn ctas(&self, mut tile_blocks: [u32; 3]) -> [u32; 3] {
        if self.grid == ONE_CLUSTER {
            tile_blocks[0] = tile_blocks[0].saturating_mul(self.cluster[0]);
        }
        tile_blocks
    }

    /// Adds what a tile scheduler asks of the launch: its record, after the entry's own parameters, and its rules.
    pub(crate) fn schedule(&mut self, applied: &Applied, target: &Target) -> Result<(), SchedulerRefusal> {
        let own = self.params.iter().filter(|p| p.kind != ParamKind::Descriptor).count();
        if applied.record_bytes > 0 {
            self.params.insert(own, Param::record(applied.record_bytes));
        }
        let cluster = applied.scheduled.cluster.size();
        // Where there are no clusters, the CTAs of one are neighbours and no more.
        if target.clusters.value {
            self.cluster = [cluster, 1, 1];
            self.non_portable_cluster = cluster > PORTABLE_CTAS;
        }
        self.grid = "tile-scheduler".to_string();
        self.scheduler = Some(SchedulerAbi::new(applied, own as u32)?);
        Ok(())
    }
}

impl Param {
    /// A parameter that a person passes.
    fn of(module: &Module, ty: Ty, name: Option<String>) -> Self {
        let is_pointer = module.pointee(ty).is_some();
        let bytes = module.element_bytes(ty);
        Self {
            name,
            kind: if is_pointer {
                ParamKind::Pointer
            } else {
                ParamKind::Scalar
            },
            r#type: module.type_text(ty),
            bytes,
            align: bytes,
        }
    }

    /// The record of a tile scheduler.
    pub(crate) fn record(bytes: u32) -> Self {
        Self {
            name: None,
            kind: ParamKind::Record,
            r#type: "tile-scheduler".to_string(),
            bytes,
            align: 8,
        }
    }

    /// A TMA descriptor: the size and alignment that the CUDA driver gives a tensor map.
    pub(crate) fn descriptor() -> Self {
        Self {
            name: None,
            kind: ParamKind::Descriptor,
            r#type: "tma".to_string(),
            bytes: 128,
            align: 64,
        }
    }
}

impl From<&tma::TensorMap> for Descriptor {
    fn from(map: &tma::TensorMap) -> Self {
        Self {
            element: map.element.to_string(),
            dims: map.dims.iter().copied().map(Quantity::from).collect(),
            strides: map.strides.iter().copied().map(Quantity::from).collect(),
            base: Quantity::Argument(map.base),
            r#box: map.extents.iter().map(|&extent| extent as u32).collect(),
            swizzle: map.swizzle.to_string(),
            fill: padding::ZERO.to_string(),
        }
    }
}

impl From<tma::Quantity> for Quantity {
    fn from(quantity: tma::Quantity) -> Self {
        match quantity {
            tma::Quantity::Constant(number) => Self::Constant(number),
            tma::Quantity::Argument { argument, by: 1 } => Self::Argument(argument),
            tma::Quantity::Argument { argument, by } => Self::Scaled { argument, by },
        }
    }
}
