//! PTX that comes alone, without a kernel and without data: a launch that suits its parameters, and content for its arrays.
//!
//! A launch has the form of a launch file, as data: the page reads and writes the file itself.

use crate::experiment::{BUDGET, Fault, LineAccesses, fault, line_accesses};
use crate::form::content_of;
use crate::{Accesses, Stage};
use serde::{Deserialize, Serialize};
use std::ops::ControlFlow;
use tilewright_case::Element;
use tilewright_emulator::{
    BarrierHistory, Buffer, Ended, Launch, Observer, Oob, Options, Stats, Swizzle, TensorMap, TmaType, WarpAccess,
    run_observed,
};
use tilewright_npz::{Array, Npz};
use tilewright_ptx::{Directive, Entry, Item, Len, Module, Param, Space};

/// The elements of an array that nothing is known of.
const ELEMENTS: u32 = 1 << 16;
/// A whole number that nothing is known of: sizes of 64, and strides of as much, stay inside of the arrays.
const NUMBER: u32 = 64;
/// Bytes of dynamic shared memory that are suggested: more than most kernels take, and less than any SM has.
const SHARED: u32 = 96 << 10;
/// The most elements of an array.
const MOST: usize = 1 << 26;
/// Bytes of a TMA descriptor.
const DESCRIPTOR: u64 = 128;

/// A launch that suits a PTX text.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct SuggestedLaunch {
    /// The GPU that the text names.
    pub target: String,
    /// The kernels of the text.
    pub entries: Vec<String>,
    /// The launch.
    pub launch: PtxLaunch,
}

/// A launch of PTX that comes alone, as a launch file has it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct PtxLaunch {
    /// Which entry.
    pub entry: String,
    /// CTAs in x, y, z.
    pub grid: [u32; 3],
    /// Threads in x, y, z.
    pub block: [u32; 3],
    /// CTAs of a cluster in x, y, z.
    #[serde(default = "ones")]
    pub cluster: [u32; 3],
    /// Bytes of dynamic shared memory.
    #[serde(default)]
    pub dynamic_shared_bytes: u32,
    /// The parameters in order.
    pub params: Vec<PtxParam>,
    /// The arrays that they point to.
    pub arrays: Vec<PtxArray>,
}

fn ones() -> [u32; 3] {
    [1; 3]
}

/// A parameter; what its kind has no use for is left out.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(default)]
pub struct PtxParam {
    /// `pointer`, `tensormap`, or the type of a number: `i8` to `i64`, `f32`, `f64`.
    pub kind: String,
    /// Its name in the PTX.
    pub name: String,
    /// The number.
    pub value: Option<f64>,
    /// The array that it points to; a pointer without one is null.
    pub array: Option<String>,
    /// Of a tensor map: the type of the elements,
    pub dtype: Option<String>,
    /// extents, innermost first,
    pub dims: Option<Vec<u32>>,
    /// bytes from one row to the next, of all dimensions but the innermost,
    pub strides_bytes: Option<Vec<u32>>,
    /// the box that a copy takes,
    #[serde(rename = "box")]
    pub box_dims: Option<Vec<u32>>,
    /// `none`, or the bytes that are swizzled,
    pub swizzle: Option<String>,
    /// and what stands outside of the tensor, `zero` or `nan`.
    pub oob: Option<String>,
}

/// An array.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct PtxArray {
    /// Its name.
    pub name: String,
    /// The type of its elements.
    pub dtype: String,
    /// Its shape, outermost first.
    pub shape: Vec<u32>,
}

impl PtxArray {
    fn element(&self) -> Option<Element> {
        Element::from_name(match &self.dtype[..] {
            "e4m3" => "f8e4m3fn",
            "e5m2" => "f8e5m2",
            other => other,
        })
    }
}

/// An array after a run.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ArrayAfter {
    /// The array.
    pub name: String,
    /// The type of its elements.
    pub element: String,
    /// The number of its elements.
    pub elements: u64,
    /// Elements whose bits the kernel changed.
    pub changed: u64,
    /// The first of those, or none,
    pub first: Option<u64>,
    /// and the values from there on, a few; none stands for what is no finite number.
    pub values: Vec<Option<f64>>,
}

/// A run of PTX that came alone.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct PtxRun {
    /// Every array of the launch.
    pub arrays: Vec<ArrayAfter>,
    /// The faults that were found.
    pub faults: Vec<Fault>,
    /// Why the run did not come to its end.
    pub unfinished: Option<String>,
    /// Lines that the kernel printed.
    pub printed: Vec<String>,
    /// Counts of the emulator.
    pub stats: Stats,
    /// When barriers completed their phases, by CTA.
    pub barriers: Vec<BarrierHistory>,
    /// Accesses to memory, by line of the PTX.
    pub accesses: Vec<LineAccesses>,
}

/// A launch for the entry of a PTX text, or for its first one.
///
/// # Errors
/// The text is not PTX, or has no such entry: why, in words.
pub fn suggest_launch(ptx: &str, entry: Option<&str>) -> Result<SuggestedLaunch, String> {
    let module = tilewright_ptx::parse(ptx).map_err(|e| e.to_string())?.module;
    let entries: Vec<_> = module.entries().map(|one| one.name.to_string()).collect();
    let chosen = match entry {
        Some(name) => module.entries().find(|one| *one.name == *name),
        None => module.entries().next(),
    };
    let chosen = chosen.ok_or_else(|| match entry {
        Some(name) => format!("the PTX has no entry `{name}`; it has {}", entries.join(", ")),
        // Absent: none was asked for, and there is none.
        None => "the PTX has no entry: nothing in it can be launched".to_string(),
    })?;
    Ok(SuggestedLaunch {
        target: module.target.to_string(),
        entries,
        launch: launch_of(&module, chosen),
    })
}

fn launch_of(module: &Module, entry: &Entry) -> PtxLaunch {
    let size = |found: fn(&Directive) -> Option<[u32; 3]>| entry.directives.iter().find_map(found);
    let block = size(|d| match d {
        Directive::Reqntid(n) | Directive::Maxntid(n) => Some(*n),
        _ => None,
    });
    let cluster = size(|d| match d {
        Directive::Reqnctapercluster(n) => Some(*n),
        _ => None,
    });
    // Absent: the smallest cluster, and a CTA of four warps.
    let (cluster, block) = (cluster.unwrap_or([1; 3]), block.unwrap_or([128, 1, 1]));
    let dynamic = module.items.iter().any(|item| match item {
        Item::Var(var) => var.space == Space::Shared && var.len == Len::Open,
        // Absent: no other item is memory.
        _ => false,
    });
    // Compilers that say which parameters are pointers say it of all.
    let says = entry.params.iter().any(|param| param.pointee.is_some());
    let mut arrays = Vec::new();
    let params = entry.params.iter().map(|param| one(param, says, &mut arrays)).collect();
    PtxLaunch {
        entry: entry.name.to_string(),
        grid: cluster,
        block,
        cluster,
        dynamic_shared_bytes: if dynamic { SHARED } else { 0 },
        params,
        arrays,
    }
}

/// A parameter with a value; the array that it points to, if it does, is one of `arrays`.
fn one(param: &Param, says: bool, arrays: &mut Vec<PtxArray>) -> PtxParam {
    let name = param.name.to_string();
    let is_float = param.ty.is_float();
    let is_pointer = if says { param.pointee.is_some() } else { !is_float };
    let (kind, dtype) = match (param.len, param.bytes()) {
        (Len::Array(_), DESCRIPTOR) => ("tensormap".to_string(), Some("f16")),
        (Len::One, 8) if is_pointer => ("pointer".to_string(), Some("f32")),
        (_, bytes) => (format!("{}{}", if is_float { "f" } else { "i" }, 8 * bytes), None),
    };
    let mut made = PtxParam {
        value: dtype.is_none().then_some(if is_float { 1.0 } else { NUMBER.into() }),
        array: dtype.is_some().then(|| name.clone()),
        kind,
        name,
        ..PtxParam::default()
    };
    if let Some(dtype) = dtype {
        arrays.push(PtxArray {
            name: made.name.clone(),
            dtype: dtype.to_string(),
            shape: vec![ELEMENTS],
        });
    }
    if made.kind == "tensormap" {
        // A square of rows of 128 bytes, the widest that is swizzled.
        made.dtype = dtype.map(str::to_string);
        made.dims = Some(vec![NUMBER; 2]);
        made.strides_bytes = Some(vec![2 * NUMBER]);
        made.box_dims = Some(vec![NUMBER; 2]);
        made.swizzle = Some("128".to_string());
    }
    made
}

/// The content of an array, which the seed chooses; `at` is its place among all.
fn made_buffer(array: &PtxArray, seed: u32, at: usize) -> Result<(Element, Buffer), String> {
    let PtxArray { name, shape, .. } = array;
    let element = array
        .element()
        .ok_or_else(|| format!("array `{name}`: there is no element type `{}`", array.dtype))?;
    let count = shape.iter().try_fold(1usize, |all, &n| all.checked_mul(n as usize));
    let count = count
        .filter(|&n| n <= MOST)
        .ok_or_else(|| format!("array `{name}` has more than {MOST} elements"))?;
    let bytes = content_of(element, count, seed, at);
    Ok((
        element,
        Buffer {
            name: name.to_string(),
            bytes,
            align: 256,
        },
    ))
}

/// The arrays that a launch file names, with content that the seed chooses.
///
/// # Errors
/// An array has a type that is not known, or is too large.
pub fn made_arrays(arrays: &[PtxArray], seed: u32) -> Result<Npz, String> {
    let mut members = Vec::new();
    for (at, array) in arrays.iter().enumerate() {
        let (element, buffer) = made_buffer(array, seed, at)?;
        let shape: Vec<_> = array.shape.iter().map(|&n| n as usize).collect();
        let made = Array::new(element.stored_as(), &shape, buffer.bytes).map_err(|e| e.to_string())?;
        members.push((buffer.name, made));
    }
    Ok(Npz { members })
}

/// The value of a parameter for the emulator; the error says what is wrong with it.
fn argument(param: &PtxParam, arrays: &[PtxArray]) -> Result<tilewright_emulator::Param, String> {
    use tilewright_emulator::Param;
    let buffer = || match &param.array {
        Some(name) if arrays.iter().any(|one| one.name == *name) => Ok(name.clone()),
        Some(name) => Err(format!("there is no array `{name}`")),
        None => Err("a tensor map needs an array".to_string()),
    };
    // Absent: a number that nobody gave is zero.
    let value = param.value.unwrap_or(0.0);
    let whole = |bits: u32| {
        let range = -2f64.powi(bits as i32 - 1)..2f64.powi(bits as i32);
        match value.fract() == 0.0 && range.contains(&value) {
            true => Ok(Param::Bytes(
                (value as i128).to_le_bytes()[..bits as usize / 8].to_vec(),
            )),
            false => Err(format!("{value} is no whole number of {bits} bits")),
        }
    };
    match &param.kind[..] {
        "pointer" if param.array.is_none() => Ok(Param::Null),
        "pointer" => Ok(Param::Buffer {
            name: buffer()?,
            offset: 0,
        }),
        "i8" => whole(8),
        "i16" => whole(16),
        "i32" => whole(32),
        "i64" => whole(64),
        "f32" => Ok(Param::Bytes((value as f32).to_le_bytes().to_vec())),
        "f64" => Ok(Param::Bytes(value.to_le_bytes().to_vec())),
        "tensormap" => tensor_map(param, buffer()?).map(Param::TensorMap),
        other => Err(format!("there is no kind `{other}`")),
    }
}

fn tensor_map(param: &PtxParam, buffer: String) -> Result<TensorMap, String> {
    // Absent: what is left out is empty, and is refused by the rules of tensor maps.
    let long = |list: &Option<Vec<u32>>| list.iter().flatten().map(|&n| n.into()).collect::<Vec<u64>>();
    let dims = long(&param.dims);
    // Absent: no extents, which no box has.
    let box_dims = param.box_dims.clone().unwrap_or_default();
    // Absent: no name, which is no type.
    let dtype = param.dtype.as_deref().unwrap_or_default();
    // Absent: boxes lie as they are.
    let swizzle = param.swizzle.as_deref().unwrap_or("none");
    Ok(TensorMap {
        buffer,
        offset: 0,
        ty: TmaType::from_name(dtype).ok_or_else(|| format!("there is no TMA type `{dtype}`"))?,
        strides: long(&param.strides_bytes),
        box_dims,
        element_strides: vec![1; dims.len()],
        dims,
        swizzle: Swizzle::from_name(swizzle).ok_or_else(|| format!("there is no swizzle `{swizzle}`"))?,
        oob: if param.oob.as_deref() == Some("nan") {
            Oob::Nan
        } else {
            Oob::Zero
        },
    })
}

/// Runs a PTX text on a launch, with arrays whose content the seed chooses.
///
/// # Errors
/// The PTX or the launch cannot be used: why, in words.
pub fn run_alone(
    ptx: &str,
    launch: &PtxLaunch,
    seed: u32,
    progress: &mut dyn FnMut(Stage) -> ControlFlow<()>,
) -> Result<PtxRun, String> {
    let all = launch.arrays.iter().enumerate();
    let made: Vec<_> = all
        .map(|(at, array)| made_buffer(array, seed, at))
        .collect::<Result<_, _>>()?;
    let said =
        |param: &PtxParam| argument(param, &launch.arrays).map_err(|why| format!("parameter `{}`: {why}", param.name));
    let given = Launch {
        entry: launch.entry.clone(),
        grid: launch.grid,
        block: launch.block,
        cluster: launch.cluster,
        dynamic_shared: launch.dynamic_shared_bytes,
        shared_align: 1024,
        params: launch.params.iter().map(said).collect::<Result<_, _>>()?,
    };
    let options = Options {
        seed: seed.into(),
        budget: BUDGET / 10,
    };
    let mut accesses = Accesses::default();
    let mut counting = |access: &WarpAccess<'_>| accesses.count(access);
    let mut watch = |p: tilewright_emulator::Progress| progress(Stage::Ptx(p.ctas_done, p.ctas, p.instructions));
    let observer = Some(&mut counting as &mut Observer<'_>);
    let buffers = made.iter().map(|(_, buffer)| buffer.clone()).collect();
    let outcome = run_observed(ptx, &given, buffers, options, &mut watch, observer);
    let outcome = outcome.map_err(|r| r.to_string())?;
    let after = |(element, before): &(Element, Buffer)| {
        let now = outcome.buffers.iter().find(|buffer| buffer.name == before.name)?;
        Some(array_after(*element, before, &now.bytes))
    };
    Ok(PtxRun {
        arrays: made.iter().filter_map(after).collect(),
        faults: outcome.findings.iter().map(|f| fault(f, &[])).collect(),
        unfinished: (outcome.ended == Ended::Cancelled).then(|| "the run was cancelled".to_string()),
        printed: outcome.printed,
        stats: outcome.stats,
        barriers: outcome.barriers,
        accesses: line_accesses(&accesses.list(), &[]),
    })
}

/// Values that are shown of an array.
const SHOWN: usize = 8;

fn array_after(element: Element, before: &Buffer, now: &[u8]) -> ArrayAfter {
    let (name, before) = (before.name.clone(), &before.bytes);
    let width = element.bytes();
    let differs = || before.chunks(width).zip(now.chunks(width)).map(|(a, b)| a != b);
    let first = differs().position(|differs| differs);
    let value = |bytes: &[u8]| {
        let mut bits = [0; 8];
        bits.iter_mut().zip(bytes).for_each(|(to, &from)| *to = from);
        Some(element.value(u64::from_le_bytes(bits))).filter(|value| value.is_finite())
    };
    ArrayAfter {
        name,
        element: element.name().to_string(),
        elements: (now.len() / width) as u64,
        changed: differs().filter(|differs| *differs).count() as u64,
        first: first.map(|at| at as u64),
        // Absent: nothing changed; then the first values are as good as any.
        values: now
            .chunks(width)
            .skip(first.unwrap_or(0))
            .take(SHOWN)
            .map(value)
            .collect(),
    }
}
