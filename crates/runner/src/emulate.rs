//! A case in the emulator: the calling contract of the compiled kernel and the case together make a launch.

use crate::scheduled::scheduled;
use crate::{Accesses, Findings, Trial};
use std::ops::ControlFlow;
use tilewright_case::{Case, Param};
use tilewright_driver::abi::{Abi, Descriptor, ParamKind, Quantity};
use tilewright_emulator::{
    Buffer, Launch, Observer, Oob, Options, Outcome, Progress, Swizzle, TensorMap, TmaType, run_observed,
};

/// The alignment of arrays in memory, in bytes: that of device allocations.
const ALIGN: u64 = 256;

/// The alignment of dynamic shared memory, in bytes: the widest that a swizzled tile needs.
const SHARED_ALIGN: u32 = 1024;

/// The launch by which the emulator runs a compiled kernel on a case.
///
/// # Errors
/// The calling contract and the case do not fit each other.
pub fn launch(abi: &Abi, case: &Case) -> Result<Launch, String> {
    let mut scheduled = scheduled(abi, case)?;
    let mut params = Vec::new();
    let mut given = case.params.iter();
    let mut descriptors = abi.descriptors.iter();
    for (i, param) in abi.params.iter().enumerate() {
        params.push(match param.kind {
            ParamKind::Descriptor => {
                let descriptor = descriptors.next().ok_or(format!("parameter {i} has no descriptor"))?;
                tilewright_emulator::Param::TensorMap(tensor_map(descriptor, case)?)
            }
            ParamKind::Record => scheduled
                .as_mut()
                .and_then(|s| s.record.take())
                .ok_or(format!("parameter {i} is a record of no scheduler"))?,
            ParamKind::Pointer | ParamKind::Scalar => {
                let value = given
                    .next()
                    .ok_or(format!("the case has no argument for parameter {i}"))?;
                argument(value, param.bytes, case).ok_or(format!("the argument for parameter {i} does not fit it"))?
            }
        });
    }
    if given.next().is_some() {
        return Err(format!(
            "the case has more arguments than the kernel's {} parameters",
            abi.params.len()
        ));
    }
    Ok(Launch {
        entry: abi.entry.clone(),
        grid: scheduled.map_or_else(|| abi.ctas(case.grid), |s| s.grid),
        block: abi.threads,
        cluster: abi.cluster,
        dynamic_shared: abi.shared_bytes,
        shared_align: SHARED_ALIGN,
        params,
    })
}

fn argument(param: &Param, bytes: u32, case: &Case) -> Option<tilewright_emulator::Param> {
    Some(match *param {
        Param::Pointer(array) => tilewright_emulator::Param::Buffer {
            name: case.arrays.get(array)?.name.clone(),
            offset: 0,
        },
        Param::Number { bits, .. } => {
            tilewright_emulator::Param::Bytes(bits.to_le_bytes().get(..bytes as usize)?.to_vec())
        }
    })
}

/// The value of a quantity for a case.
pub(crate) fn number(quantity: &Quantity, case: &Case) -> Result<i64, String> {
    let of = |argument: u32| match case.params.get(argument as usize) {
        Some(Param::Number { bits, element }) => Ok((*bits, *element)),
        _ => Err(format!("the launch needs parameter {argument} to be a number")),
    };
    Ok(match *quantity {
        Quantity::Constant(value) => value,
        Quantity::Argument(argument) => of(argument).map(|(bits, element)| element.value(bits) as i64)?,
        Quantity::Scaled { argument, by } => {
            let (bits, element) = of(argument)?;
            (element.value(bits) as i64).saturating_mul(by)
        }
    })
}

fn tensor_map(descriptor: &Descriptor, case: &Case) -> Result<TensorMap, String> {
    let number = |quantity: &Quantity| -> Result<u64, String> {
        let value = number(quantity, case)?;
        u64::try_from(value).map_err(|_| format!("a TMA descriptor cannot have {value} as extent or stride"))
    };
    let Quantity::Argument(base) = descriptor.base else {
        return Err("the base of a TMA descriptor is no parameter".to_string());
    };
    let Some(Param::Pointer(array)) = case.params.get(base as usize) else {
        return Err(format!("a TMA descriptor needs parameter {base} to be a pointer"));
    };
    let array = case.arrays.get(*array).ok_or("a pointer points to no array")?;
    Ok(TensorMap {
        buffer: array.name.clone(),
        offset: 0,
        ty: TmaType::from_name(&descriptor.element).ok_or(format!("there is no TMA type `{}`", descriptor.element))?,
        dims: descriptor.dims.iter().map(number).collect::<Result<_, _>>()?,
        strides: descriptor.strides.iter().map(number).collect::<Result<_, _>>()?,
        box_dims: descriptor.r#box.clone(),
        element_strides: vec![1; descriptor.dims.len()],
        swizzle: Swizzle::from_name(&descriptor.swizzle).ok_or(format!("unknown swizzle `{}`", descriptor.swizzle))?,
        oob: if descriptor.fill == "nan" { Oob::Nan } else { Oob::Zero },
    })
}

/// Runs a case in the emulator, on the PTX of a kernel and its calling contract.
///
/// # Errors
/// The PTX cannot be run, or does not fit the case.
pub fn emulate(ptx: &str, abi: &Abi, case: &Case, options: Options) -> Result<Trial, String> {
    trial(ptx, abi, case, options, None)
}

/// As [`emulate`], and counts what accesses to memory take: [`Trial::accesses`].
///
/// # Errors
/// As [`emulate`].
pub fn emulate_counting(ptx: &str, abi: &Abi, case: &Case, options: Options) -> Result<Trial, String> {
    let mut accesses = Accesses::default();
    let trial = trial(ptx, abi, case, options, Some(&mut |access| accesses.count(access)))?;
    Ok(Trial {
        accesses: accesses.list(),
        ..trial
    })
}

fn trial(
    ptx: &str,
    abi: &Abi,
    case: &Case,
    options: Options,
    observer: Option<&mut Observer<'_>>,
) -> Result<Trial, String> {
    let mut go_on = |_| ControlFlow::Continue(());
    let Watched { outcome, bytes } = emulate_watched(ptx, abi, case, options, &mut go_on, observer)?;
    Ok(Trial {
        comparisons: case.compare(&bytes),
        outputs: case.outputs(&bytes).map_err(|e| e.to_string())?,
        findings: Findings::Ptx(outcome.findings),
        printed: outcome.printed,
        unfinished: None,
        work: outcome.stats.instructions,
        accesses: Vec::new(),
        barriers: outcome.barriers,
    })
}

/// The emulator's outcome, and the bytes of every array of the case after the run.
pub(crate) struct Watched {
    pub outcome: Outcome,
    pub bytes: Vec<Vec<u8>>,
}

pub(crate) fn emulate_watched(
    ptx: &str,
    abi: &Abi,
    case: &Case,
    options: Options,
    progress: &mut dyn FnMut(Progress) -> ControlFlow<()>,
    observer: Option<&mut Observer<'_>>,
) -> Result<Watched, String> {
    let buffers = case.arrays.iter().map(|array| Buffer {
        name: array.name.clone(),
        bytes: array.initial.clone(),
        align: ALIGN,
    });
    let workspace = scheduled(abi, case)?.and_then(|s| s.workspace);
    let buffers = buffers.chain(workspace).collect();
    let outcome = run_observed(ptx, &launch(abi, case)?, buffers, options, progress, observer);
    let outcome = outcome.map_err(|r| r.to_string())?;
    let after = |name: &str| outcome.buffers.iter().find(|b| b.name == name).map(|b| b.bytes.clone());
    let bytes = case
        .arrays
        .iter()
        .map(|array| after(&array.name).ok_or_else(|| format!("nothing is left of `{}` after the run", array.name)))
        .collect::<Result<_, _>>()?;
    Ok(Watched { outcome, bytes })
}
