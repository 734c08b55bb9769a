//! Launches of kernels: grid, parameters, tensor maps; and the reader of launch files (the format of the PTX cases
//! that another compiler wrote: one JSON object with `entry`, `grid`, `block`, `cluster`, `dynamic_shared_bytes`,
//! `params`, `arrays`, `outputs`).

use crate::memory::Buffer;
use crate::refusal::Refusal;
use crate::tensor_map::{Oob, Swizzle, TensorMap, TmaType};
use serde::Deserialize;
use std::collections::BTreeMap;
use tilewright_npz::{Array, Dtype, Npz};

/// A kernel parameter's value.
#[derive(Clone, PartialEq, Debug)]
pub enum Param {
    /// A scalar or struct, little-endian.
    Bytes(Vec<u8>),
    /// The address of a buffer plus an offset in bytes.
    Buffer {
        /// [`Buffer::name`]
        name: String,
        /// Bytes added to the base.
        offset: u64,
    },
    /// A struct, little-endian, with the address of a buffer somewhere in it.
    Record {
        /// Its bytes.
        bytes: Vec<u8>,
        /// Where the address goes, and of which buffer; none: nowhere.
        pointer: Option<(usize, String)>,
    },
    /// A null pointer.
    Null,
    /// A TMA descriptor.
    TensorMap(TensorMap),
}

/// One launch.
#[derive(Clone, PartialEq, Debug)]
pub struct Launch {
    /// Which entry.
    pub entry: String,
    /// CTAs in x, y, z.
    pub grid: [u32; 3],
    /// Threads in x, y, z.
    pub block: [u32; 3],
    /// CTAs per cluster in x, y, z.
    pub cluster: [u32; 3],
    /// Bytes behind `.extern .shared`.
    pub dynamic_shared: u32,
    /// Least alignment of dynamic shared memory.
    pub shared_align: u32,
    /// One per `.param`, in order.
    pub params: Vec<Param>,
}

/// A launch file, read.
#[derive(Clone, PartialEq, Debug)]
pub struct LaunchFile {
    /// The launch.
    pub launch: Launch,
    /// Buffers with their initial content.
    pub buffers: Vec<Buffer>,
    /// Arrays that hold results: name, element type, shape.
    pub outputs: Vec<(String, Dtype, Vec<usize>)>,
    /// Tolerance per output: absolute, relative.
    pub tolerance: BTreeMap<String, (f64, f64)>,
}

#[derive(Deserialize)]
struct Raw {
    entry: String,
    grid: [u32; 3],
    block: [u32; 3],
    #[serde(default = "ones")]
    cluster: [u32; 3],
    #[serde(default)]
    dynamic_shared_bytes: u32,
    #[serde(default = "kilobyte")]
    shared_base_align: u32,
    params: Vec<RawParam>,
    arrays: BTreeMap<String, RawArray>,
    #[serde(default)]
    outputs: Vec<String>,
    #[serde(default)]
    tolerance: BTreeMap<String, RawTolerance>,
}

fn ones() -> [u32; 3] {
    [1; 3]
}

fn kilobyte() -> u32 {
    1024
}

fn sixteen() -> u64 {
    256
}

#[derive(Deserialize)]
struct RawArray {
    dtype: String,
    shape: Vec<usize>,
    #[serde(default = "sixteen")]
    base_align: u64,
}

#[derive(Deserialize)]
struct RawTolerance {
    #[serde(default)]
    atol: f64,
    #[serde(default)]
    rtol: f64,
}

#[derive(Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
enum RawParam {
    Pointer {
        array: Option<String>,
        #[serde(default)]
        offset_bytes: u64,
        scratch_bytes: Option<usize>,
        scratch_align: Option<u64>,
        align: Option<u64>,
    },
    I8 {
        value: i64,
    },
    I16 {
        value: i64,
    },
    I32 {
        value: i64,
    },
    I64 {
        value: i64,
    },
    F32 {
        value: Option<f64>,
        bits: Option<serde_json::Value>,
    },
    F64 {
        value: f64,
    },
    TensorMap {
        array: String,
        #[serde(default)]
        offset_bytes: u64,
        dtype: String,
        dims: Vec<u64>,
        strides_bytes: Vec<u64>,
        #[serde(rename = "box")]
        box_dims: Vec<u32>,
        swizzle: String,
        #[serde(default)]
        interleave: Option<String>,
        #[serde(default)]
        oob: Option<String>,
        element_strides: Option<Vec<u32>>,
    },
}

/// The NumPy type in which an array of a launch file is kept.
fn stored_type(dtype: &str) -> Option<Dtype> {
    Some(match dtype {
        "f16" | "float16" => Dtype::F16,
        "f32" | "float32" => Dtype::F32,
        "f64" | "float64" => Dtype::F64,
        "bf16" | "bfloat16" | "u16" | "uint16" => Dtype::U16,
        "i8" | "int8" => Dtype::I8,
        "i16" | "int16" => Dtype::I16,
        "i32" | "int32" => Dtype::I32,
        "i64" | "int64" => Dtype::I64,
        "e4m3" | "e5m2" | "f8e4m3fn" | "f8e5m2" | "f8e8m0fnu" | "u8" | "uint8" => Dtype::U8,
        "u32" | "uint32" => Dtype::U32,
        "u64" | "uint64" => Dtype::U64,
        "bool" => Dtype::Bool,
        _ => return None,
    })
}

impl LaunchFile {
    /// Reads a launch file and the arrays it names.
    ///
    /// # Errors
    /// The JSON does not have the form, an array is missing or has another type or shape, a value is out of range.
    pub fn read(json: &str, inputs: &Npz) -> Result<LaunchFile, Refusal> {
        let raw: Raw = serde_json::from_str(json).map_err(|e| Refusal::launch(format!("launch file: {e}")))?;
        let mut buffers = Vec::new();
        for (name, array) in &raw.arrays {
            buffers.push(buffer(name, array, inputs)?);
        }
        let mut params = Vec::new();
        for (n, p) in raw.params.iter().enumerate() {
            let p = param(n, p, &mut buffers).map_err(|m| Refusal::launch(format!("launch file: params[{n}]: {m}")))?;
            params.push(p);
        }
        let mut outputs = Vec::new();
        for name in &raw.outputs {
            let array = raw.arrays.get(name);
            let known = array.and_then(|a| Some((stored_type(&a.dtype)?, a.shape.clone())));
            let (dtype, shape) =
                known.ok_or_else(|| Refusal::launch(format!("launch file: output `{name}` is no array of it")))?;
            outputs.push((name.clone(), dtype, shape));
        }
        let launch = Launch {
            entry: raw.entry,
            grid: raw.grid,
            block: raw.block,
            cluster: raw.cluster,
            dynamic_shared: raw.dynamic_shared_bytes,
            shared_align: raw.shared_base_align.clamp(1, 1 << 16),
            params,
        };
        let tolerance = raw.tolerance.into_iter().map(|(n, t)| (n, (t.atol, t.rtol))).collect();
        Ok(LaunchFile {
            launch,
            buffers,
            outputs,
            tolerance,
        })
    }

    /// The outputs of a run as arrays.
    ///
    /// # Errors
    /// A buffer has gone missing or changed its size, which would be a fault of this crate.
    pub fn outputs(&self, buffers: &[Buffer]) -> Result<Npz, Refusal> {
        let mut members = Vec::new();
        for (name, dtype, shape) in &self.outputs {
            let array = buffers
                .iter()
                .find(|b| b.name == *name)
                .and_then(|b| Array::new(*dtype, shape, b.bytes.clone()).ok())
                .ok_or_else(|| Refusal::launch(format!("output `{name}` is lost")))?;
            members.push((name.clone(), array));
        }
        Ok(Npz { members })
    }
}

fn buffer(name: &str, array: &RawArray, inputs: &Npz) -> Result<Buffer, Refusal> {
    let fault = |m: String| Refusal::launch(format!("array `{name}`: {m}"));
    let dtype = stored_type(&array.dtype).ok_or_else(|| fault(format!("unknown element type `{}`", array.dtype)))?;
    let given = inputs.get(name).ok_or_else(|| fault("not in the inputs".to_string()))?;
    if given.dtype().bytes() != dtype.bytes() || given.shape() != array.shape {
        let found = format!("{} {:?}", given.dtype().name(), given.shape());
        return Err(fault(format!(
            "the launch file says {} {:?}, the inputs hold {found}",
            array.dtype, array.shape
        )));
    }
    Ok(Buffer {
        name: name.to_string(),
        bytes: given.data().to_vec(),
        align: array.base_align.max(1),
    })
}

fn param(n: usize, raw: &RawParam, buffers: &mut Vec<Buffer>) -> Result<Param, String> {
    let int = |v: i64, bytes: usize| {
        let bits = 8 * bytes as u32;
        let fits = bits == 64 || (-(1_i64 << (bits - 1))..1_i64 << bits).contains(&v);
        if fits {
            Ok(Param::Bytes(v.to_le_bytes()[..bytes].to_vec()))
        } else {
            Err(format!("{v} does not fit {bits} bits"))
        }
    };
    let known = |name: &str, buffers: &[Buffer]| {
        if buffers.iter().any(|b| b.name == name) {
            Ok(())
        } else {
            Err(format!("no array `{name}`"))
        }
    };
    Ok(match raw {
        RawParam::Pointer {
            array: Some(name),
            offset_bytes,
            ..
        } => {
            known(name, buffers)?;
            Param::Buffer {
                name: name.clone(),
                offset: *offset_bytes,
            }
        }
        RawParam::Pointer {
            scratch_bytes: Some(bytes),
            scratch_align,
            align,
            ..
        } if *bytes > 0 => {
            if *bytes > 1 << 30 {
                return Err("scratch memory above 1 GiB".to_string());
            }
            let name = format!("scratch of parameter {n}");
            let align = scratch_align.or(*align).unwrap_or(256);
            buffers.push(Buffer {
                name: name.clone(),
                bytes: vec![0; *bytes],
                align,
            });
            Param::Buffer { name, offset: 0 }
        }
        RawParam::Pointer { .. } => Param::Null,
        RawParam::I8 { value } => int(*value, 1)?,
        RawParam::I16 { value } => int(*value, 2)?,
        RawParam::I32 { value } => int(*value, 4)?,
        RawParam::I64 { value } => int(*value, 8)?,
        RawParam::F32 { value, bits } => {
            let exact = match bits {
                Some(serde_json::Value::Number(n)) => n.as_u64().and_then(|v| u32::try_from(v).ok()),
                Some(serde_json::Value::String(s)) => u32::from_str_radix(s.trim_start_matches("0x"), 16).ok(),
                _ => None,
            };
            let bits = exact
                .or(value.map(|v| (v as f32).to_bits()))
                .ok_or("an f32 needs `value` or `bits`")?;
            Param::Bytes(bits.to_le_bytes().to_vec())
        }
        RawParam::F64 { value } => Param::Bytes(value.to_le_bytes().to_vec()),
        RawParam::TensorMap {
            array,
            offset_bytes,
            dtype,
            dims,
            strides_bytes,
            box_dims,
            swizzle,
            interleave,
            oob,
            element_strides,
        } => {
            known(array, buffers)?;
            if interleave.as_deref().is_some_and(|i| i != "none") {
                return Err("interleaved tensor maps are not supported".to_string());
            }
            Param::TensorMap(TensorMap {
                buffer: array.clone(),
                offset: *offset_bytes,
                ty: TmaType::from_name(dtype).ok_or_else(|| format!("unknown element type `{dtype}`"))?,
                dims: dims.clone(),
                strides: strides_bytes.clone(),
                box_dims: box_dims.clone(),
                element_strides: element_strides.clone().unwrap_or_else(|| vec![1; dims.len()]),
                swizzle: Swizzle::from_name(swizzle).ok_or_else(|| format!("unknown swizzle `{swizzle}`"))?,
                oob: match oob.as_deref() {
                    None | Some("zero" | "none") => Oob::Zero,
                    Some("nan") => Oob::Nan,
                    Some(other) => return Err(format!("unknown out-of-bounds fill `{other}`")),
                },
            })
        }
    })
}
