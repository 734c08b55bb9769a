//! Facts that a launch needs, on the kernel itself: passes write them, and the calling contract is read off them
//! at the end, whether the passes before ran just now or their output was read from text.

use crate::tma::{Quantity, TensorMap};
use tilewright_diag::Diagnostic;
use tilewright_ir::convert::Failure;
use tilewright_ir::dialects::facts::{CTA_WARPS, CTAS, PARAMETERS, TENSOR_MAPS, TILE_SCHEDULER};
use tilewright_ir::ops::{nv_tileaa, nv_tileas, nvvm};
use tilewright_ir::words::{policy, raster, reduction, scheduler_kind, swizzle};
use tilewright_ir::{Attr, AttrData, Module, Op, Ty};
use tilewright_tilesched::kinds::SchedulerForm;
use tilewright_tilesched::launch::Scheduled;
use tilewright_tilesched::problem::{Cluster, Policy, RasterOption, ReductionMode, TileShape};

/// Warps of a CTA, as a power of two, of a kernel that says nothing: four warps, as NVIDIA's compiler takes for
/// elementwise kernels.
pub const CTA_WARP_BITS: usize = 2;

/// The kernel of a module below the input language.
pub fn kernel(module: &Module) -> Option<Op> {
    let is_kernel = |op: &Op| matches!(module.kind(*op), nv_tileaa::FUNC | nv_tileas::FUNC | nvvm::FUNC);
    module.ops(module.top()).find(is_kernel)
}

/// The facts of a lowered kernel on its launch.
pub struct Launch {
    /// The kernel.
    pub kernel: Op,
    /// The types of the parameters that a person passes.
    pub parameters: Vec<Ty>,
    /// The tensor maps, which are passed after them.
    pub tensor_maps: Vec<TensorMap>,
    /// Its tile scheduler, if it has one.
    pub tile_scheduler: Option<Applied>,
    /// CTAs of a cluster that compute a tile block together.
    pub ctas: u32,
}

/// The scheduler that was applied, with the facts that a launch needs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Applied {
    /// The scheduler and what it was compiled for.
    pub scheduled: Scheduled,
    /// Extents of the problem: m, n, k; and batches.
    pub extents: [Quantity; 4],
    /// Bytes of the record, the kernel's last own parameter; 0 for none.
    pub record_bytes: u32,
    /// Bytes of an element of the first operand, at least 1.
    pub element_bytes: u32,
    /// Bytes of the operands of a K tile.
    pub operand_bytes: u64,
    /// Why it was chosen, where it was chosen here.
    pub why: Option<String>,
}

impl Applied {
    /// Bytes of a CTA's tile of accumulators.
    pub fn accumulator_bytes(&self) -> u64 {
        let s = &self.scheduled;
        (u64::from(s.tile.m) * u64::from(s.tile.n) * u64::from(s.accumulator_bits)).div_ceil(8)
    }
}

/// Reads what the kernel of a module says of its launch.
///
/// # Errors
/// `internal`, where it says what makes no sense.
pub fn launch(module: &Module) -> Result<Launch, Failure> {
    let wrong = |why: &str| {
        Box::new(Diagnostic::internal(
            None,
            format!("the kernel cannot be launched: {why}"),
        ))
    };
    let kernel = kernel(module).ok_or_else(|| wrong("there is none"))?;
    let tensor_maps = tensor_maps(module, kernel).ok_or_else(|| wrong("a tensor map is none"))?;
    let ops = module.walk(module.top()).into_iter();
    let numbers = ops.filter_map(|op| module.int_attr(op, "descriptor"));
    let wanted = numbers.map(|number| number.saturating_add(1)).fold(0, i64::max);
    if wanted != tensor_maps.len() as i64 {
        return Err(wrong("its loads and its tensor maps do not fit each other"));
    }
    let tile_scheduler = module.attr(kernel, TILE_SCHEDULER);
    let tile_scheduler = tile_scheduler.map(|attr| {
        let read = read_scheduler(module, attr);
        read.ok_or_else(|| wrong("its numbers are those of no tile scheduler"))
    });
    Ok(Launch {
        kernel,
        parameters: parameters(module, kernel).ok_or_else(|| wrong("the types of its parameters are unknown"))?,
        tensor_maps,
        tile_scheduler: tile_scheduler.transpose()?,
        // Absent: each computes one. The verifier asks for a number of 32 bits.
        ctas: module.int_attr(kernel, CTAS).map_or(1, |ctas| ctas as u32),
    })
}

/// Leaves a fact on the kernel of a module.
fn set(module: &mut Module, name: &str, data: AttrData) {
    match kernel(module) {
        Some(kernel) => set_on(module, kernel, name, data),
        None => module.inconsistent(None, format!("no kernel is there to have `{name}`")),
    }
}

fn set_on(module: &mut Module, kernel: Op, name: &str, data: AttrData) {
    let attr = module.intern_attr(data);
    module.set_attr(kernel, name, attr);
}

/// Says how many warps a CTA of a kernel has.
pub fn set_warp_bits(module: &mut Module, kernel: Op, bits: usize) {
    if bits != CTA_WARP_BITS {
        set_on(module, kernel, CTA_WARPS, AttrData::Int(1 << bits));
    }
}

/// Warps of a CTA of a kernel, as a power of two.
pub fn warp_bits(module: &Module, kernel: Op) -> usize {
    let warps = module.int_attr(kernel, CTA_WARPS);
    warps.map_or(CTA_WARP_BITS, |warps| warps.clamp(1, 32).ilog2() as usize)
}

/// Says of what types the parameters of a kernel are that a person passes.
pub fn set_parameters(module: &mut Module, kernel: Op, types: &[Ty]) {
    let own = types.iter().filter(|&&ty| module.grid_constant_bytes(ty).is_none());
    let own: Vec<Ty> = own.map(|&ty| module.element(ty)).collect();
    let types = own
        .into_iter()
        .map(|ty| module.intern_attr(AttrData::Type(ty)))
        .collect();
    set_on(module, kernel, PARAMETERS, AttrData::Array(types));
}

/// The types of the parameters of a kernel that a person passes; none if what is said of one makes no sense.
fn parameters(module: &Module, kernel: Op) -> Option<Vec<Ty>> {
    let types = list(module, module.attr(kernel, PARAMETERS)?)?.iter();
    types
        .map(|&attr| match module.attr_data(attr) {
            AttrData::Type(ty) => Some(*ty),
            _ => None,
        })
        .collect()
}

/// Says which tensor maps the kernel of a module is launched with.
pub fn set_tensor_maps(module: &mut Module, maps: &[TensorMap]) {
    let mut all = Vec::new();
    for map in maps {
        let element = module.named_type(map.element);
        let swizzle = module.intern_name(map.swizzle);
        let (dims, strides) = (quantities(module, &map.dims), quantities(module, &map.strides));
        let fields = [
            ("element", AttrData::Type(element)),
            ("base", AttrData::Int(map.base.into())),
            ("dims", dims),
            ("strides", strides),
            ("box", AttrData::Ints(map.extents.clone().into())),
            ("swizzle", AttrData::Str(swizzle)),
        ];
        let entries = dictionary(module, fields);
        all.push(module.intern_attr(entries));
    }
    if !all.is_empty() {
        set(module, TENSOR_MAPS, AttrData::Array(all.into()));
    }
}

/// The tensor maps that a kernel is launched with; none if what is said of one makes no sense.
fn tensor_maps(module: &Module, kernel: Op) -> Option<Vec<TensorMap>> {
    let one = |map: Attr| {
        let field = |name| entry(module, map, name);
        let name = text(module, field("swizzle")?);
        Some(TensorMap {
            element: match module.attr_data(field("element")?) {
                AttrData::Type(ty) => module.scalar(*ty)?.name,
                _ => return None,
            },
            base: u32::try_from(int(module, field("base")?)?).ok()?,
            dims: read_quantities(module, field("dims")?)?,
            strides: read_quantities(module, field("strides")?)?,
            extents: match module.attr_data(field("box")?) {
                AttrData::Ints(ints) => ints.to_vec(),
                _ => return None,
            },
            swizzle: swizzle::ALL.iter().copied().find(|word| Some(*word) == name)?,
        })
    };
    match module.attr(kernel, TENSOR_MAPS) {
        Some(maps) => list(module, maps)?.iter().copied().map(one).collect(),
        None => Some(Vec::new()),
    }
}

/// The words of a scheduler and their meaning: those who write one into the IR name it by these, too.
const KINDS: [(SchedulerForm, &str); 5] = [
    (SchedulerForm::DataParallel, scheduler_kind::DATA_PARALLEL),
    (SchedulerForm::StaticPersistent, scheduler_kind::STATIC_PERSISTENT),
    (SchedulerForm::StreamK, scheduler_kind::STREAM_K),
    (SchedulerForm::StreamKSm100, scheduler_kind::STREAM_K_SM100),
    (SchedulerForm::TileLang, scheduler_kind::TILELANG),
];
const POLICIES: [(Policy, &str); 2] = [
    (Policy::Contract, policy::CONTRACT),
    (Policy::CutlassSm90, policy::CUTLASS_SM90),
];
const RASTERS: [(RasterOption, &str); 3] = [
    (RasterOption::Heuristic, raster::HEURISTIC),
    (RasterOption::AlongM, raster::ALONG_M),
    (RasterOption::AlongN, raster::ALONG_N),
];
const REDUCTIONS: [(ReductionMode, &str); 2] = [
    (ReductionMode::Deterministic, reduction::DETERMINISTIC),
    (ReductionMode::Nondeterministic, reduction::NONDETERMINISTIC),
];

/// Says which tile scheduler the kernel of a module has.
pub fn set_tile_scheduler(module: &mut Module, applied: &Applied) {
    let s = &applied.scheduled;
    let mut word = |word: &str| AttrData::Keyword(module.intern_name(word));
    let words = [
        word(kind_word(s.kind)),
        word(policy_word(s.policy)),
        word(raster_word(s.raster)),
        word(name(&REDUCTIONS, s.reduction)),
    ];
    let numbers = [
        s.tile.m.into(),
        s.tile.n.into(),
        s.tile.k.into(),
        s.cluster.m.into(),
        s.cluster.n.into(),
        s.swizzle.into(),
        s.splits.into(),
        s.sm_count.into(),
        s.accumulator_bits.into(),
        s.join_k_tiles.into(),
        applied.record_bytes.into(),
        applied.element_bytes.into(),
        applied.operand_bytes as i64,
    ];
    let [kind, policy, raster, reduction] = words;
    let why = applied.why.as_ref().map(|why| AttrData::Str(module.intern_name(why)));
    let extents = quantities(module, &applied.extents);
    let pairs = s.pairs.then_some(("pairs", AttrData::Bool(true)));
    let fields = [
        ("kind", kind),
        ("policy", policy),
        ("raster", raster),
        ("reduction", reduction),
        ("pull", AttrData::Bool(s.pull)),
        ("launch_control", AttrData::Bool(s.launch_control)),
        ("numbers", AttrData::Ints(numbers.into())),
        ("extents", extents),
    ];
    let entries = dictionary(
        module,
        fields.into_iter().chain(pairs).chain(why.map(|why| ("why", why))),
    );
    set(module, TILE_SCHEDULER, entries);
}

fn read_scheduler(module: &Module, attr: Attr) -> Option<Applied> {
    let field = |name| entry(module, attr, name);
    let flag = |name| Some(matches!(module.attr_data(field(name)?), AttrData::Bool(true)));
    let AttrData::Ints(numbers) = module.attr_data(field("numbers")?) else {
        return None;
    };
    let numbers: Option<Vec<u32>> = numbers.iter().map(|&n| u32::try_from(n).ok()).collect();
    let [
        m,
        n,
        k,
        cm,
        cn,
        swizzle,
        splits,
        sm_count,
        accumulator_bits,
        join_k_tiles,
        record_bytes,
        element_bytes,
        operand_bytes,
    ] = numbers?[..]
    else {
        return None;
    };
    Some(Applied {
        scheduled: Scheduled {
            kind: named(&KINDS, text(module, field("kind")?)?)?,
            policy: named(&POLICIES, text(module, field("policy")?)?)?,
            tile: TileShape { m, n, k },
            cluster: Cluster { m: cm, n: cn },
            swizzle,
            raster: named(&RASTERS, text(module, field("raster")?)?)?,
            splits,
            reduction: named(&REDUCTIONS, text(module, field("reduction")?)?)?,
            pull: flag("pull")?,
            launch_control: flag("launch_control")?,
            sm_count,
            // Absent: CTAs have tiles each for itself.
            pairs: flag("pairs").unwrap_or(false),
            accumulator_bits,
            join_k_tiles,
        },
        extents: read_quantities(module, field("extents")?)?.try_into().ok()?,
        record_bytes,
        element_bytes: element_bytes.max(1),
        operand_bytes: operand_bytes.into(),
        why: field("why").and_then(|why| text(module, why)).map(str::to_string),
    })
}

/// The word of a kind of schedulers.
pub fn kind_word(kind: SchedulerForm) -> &'static str {
    name(&KINDS, kind)
}

/// The word of a set of formulas.
pub fn policy_word(policy: Policy) -> &'static str {
    name(&POLICIES, policy)
}

/// The word of an order of tiles.
pub fn raster_word(raster: RasterOption) -> &'static str {
    name(&RASTERS, raster)
}

fn name<T: PartialEq>(names: &[(T, &'static str)], value: T) -> &'static str {
    names
        .iter()
        .find(|(other, _)| *other == value)
        // Absent: each value of the type is in its list.
        .map_or("", |(_, name)| name)
}

fn named<T: Copy>(names: &[(T, &str)], wanted: &str) -> Option<T> {
    names.iter().find(|(_, name)| *name == wanted).map(|(value, _)| *value)
}

fn dictionary(module: &mut Module, fields: impl IntoIterator<Item = (&'static str, AttrData)>) -> AttrData {
    let entries = fields.into_iter();
    AttrData::Dict(
        entries
            .map(|(name, data)| (module.intern_name(name), module.intern_attr(data)))
            .collect(),
    )
}

fn entry(module: &Module, attr: Attr, name: &str) -> Option<Attr> {
    match module.attr_data(attr) {
        AttrData::Dict(entries) => entries
            .iter()
            .find(|(key, _)| module.name(*key) == name)
            .map(|&(_, attr)| attr),
        _ => None,
    }
}

fn list(module: &Module, attr: Attr) -> Option<&[Attr]> {
    match module.attr_data(attr) {
        AttrData::Array(items) => Some(items),
        // `[]` is read as an empty list of numbers.
        AttrData::Ints(items) if items.is_empty() => Some(&[]),
        _ => None,
    }
}

fn text(module: &Module, attr: Attr) -> Option<&str> {
    match module.attr_data(attr) {
        AttrData::Str(word) | AttrData::Keyword(word) => Some(module.name(*word)),
        _ => None,
    }
}

fn int(module: &Module, attr: Attr) -> Option<i64> {
    match module.attr_data(attr) {
        AttrData::Int(n) => Some(*n),
        _ => None,
    }
}

/// Numbers as they are, and parameters with what they are multiplied by: `[64, [2, 1]]`.
fn quantities(module: &mut Module, list: &[Quantity]) -> AttrData {
    let mut known = Vec::new();
    let mut all = Vec::new();
    for quantity in list {
        let data = match *quantity {
            Quantity::Constant(n) => {
                known.push(n);
                AttrData::Int(n)
            }
            Quantity::Argument { argument, by } => AttrData::Ints([argument.into(), by].into()),
        };
        all.push(module.intern_attr(data));
    }
    if known.len() == list.len() {
        AttrData::Ints(known.into())
    } else {
        AttrData::Array(all.into())
    }
}

fn read_quantities(module: &Module, attr: Attr) -> Option<Vec<Quantity>> {
    if let AttrData::Ints(known) = module.attr_data(attr) {
        return Some(known.iter().map(|&n| Quantity::Constant(n)).collect());
    }
    let one = |attr: Attr| match module.attr_data(attr) {
        AttrData::Ints(pair) => Some(Quantity::Argument {
            argument: u32::try_from(*pair.first()?).ok()?,
            by: *pair.get(1)?,
        }),
        _ => int(module, attr).map(Quantity::Constant),
    };
    list(module, attr)?.iter().copied().map(one).collect()
}
