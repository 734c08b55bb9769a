//! Arrays of host code: their types, sizes and strides, and the functions that make them.

use super::host::{Host, Walk};
use crate::dtype::Dtype;
use crate::signature::Constant;
use ruff_python_ast::Operator;

/// An array that host code makes.
#[derive(Clone, Debug)]
pub(crate) struct Array {
    /// The type of its elements.
    pub dtype: Option<Dtype>,
    /// Its sizes, as far as they are known.
    pub shape: Vec<Option<i64>>,
    /// Its strides in elements, as far as they are known.
    pub strides: Vec<Option<i64>>,
    /// Arrays of one number share their memory.
    pub memory: u32,
}

/// A size, or nothing where it is not known.
pub(super) fn size(value: &Host<'_>) -> Option<i64> {
    match value {
        Host::Number(Constant::Int(int)) => i64::try_from(*int).ok().filter(|size| *size >= 0),
        _ => None,
    }
}

/// The type that a value names: `torch.float16`, `"float16"`, `X.dtype`.
pub(super) fn dtype(value: &Host<'_>) -> Option<Dtype> {
    let name = match value {
        Host::Name(path) => path.rsplit('.').next().unwrap_or(path),
        Host::Text(text) => text,
        _ => return None,
    };
    Dtype::of_library(name)
}

/// The bytes of an element.
pub(super) fn bytes<'a>(dtype: Option<Dtype>) -> Host<'a> {
    Host::of_size(dtype.map(|dtype| i64::from(dtype.bits().div_ceil(8))))
}

impl Array {
    /// The strides of an array without gaps, rows last.
    fn plain(dtype: Option<Dtype>, shape: Vec<Option<i64>>, memory: u32) -> Self {
        let mut stride = Some(1i64);
        let mut strides = Vec::new();
        for size in shape.iter().rev() {
            strides.push(stride);
            stride = stride
                .zip(*size)
                .and_then(|(stride, size)| stride.checked_mul(size.max(1)));
        }
        strides.reverse();
        Self {
            dtype,
            shape,
            strides,
            memory,
        }
    }

    fn axis(&self, value: Option<&Host<'_>>) -> Option<usize> {
        let Some(Host::Number(Constant::Int(axis))) = value else {
            return None;
        };
        let rank = self.shape.len() as i128;
        usize::try_from(if *axis < 0 { axis + rank } else { *axis })
            .ok()
            .filter(|axis| *axis < self.shape.len())
    }

    fn permuted(mut self, axes: &[usize]) -> Self {
        (self.shape, self.strides) = axes.iter().map(|&axis| (self.shape[axis], self.strides[axis])).unzip();
        self
    }

    fn swapped(self, a: usize, b: usize) -> Self {
        let mut axes: Vec<usize> = (0..self.shape.len()).collect();
        axes.swap(a, b);
        self.permuted(&axes)
    }

    /// The array that an operator with something of a type makes. PyTorch and NumPy do not agree on the floats that come of whole
    /// numbers: then its type is not known.
    pub(super) fn computed<'a>(&self, op: Operator, other: Dtype) -> Host<'a> {
        let is_kept = |own: Dtype| own.is_float() || (op != Operator::Div && own.is_int() && !other.is_float());
        match op {
            Operator::MatMult => Host::Unknown,
            _ => Host::Array(Array {
                dtype: self.dtype.filter(|own| is_kept(*own)),
                ..self.clone()
            }),
        }
    }

    /// Whether its elements lie side by side, in whichever order.
    fn is_dense(&self) -> bool {
        let mut left: Vec<usize> = (0..self.shape.len()).collect();
        let mut stride = Some(1i64);
        // Of one element, it does not matter how far the next one would be.
        while let Some(next) = left
            .iter()
            .position(|&axis| self.shape[axis] == Some(1) || self.strides[axis] == stride)
        {
            let size = self.shape[left.remove(next)];
            stride = stride
                .zip(size)
                .and_then(|(stride, size)| stride.checked_mul(size.max(1)));
        }
        left.is_empty()
    }

    /// An array of this type in the layout of this one, as PyTorch and NumPy make it.
    fn like<'a>(&self, dtype: Option<Dtype>, memory: u32) -> Host<'a> {
        match self.is_dense() {
            true => Host::Array(Array {
                dtype,
                memory,
                ..self.clone()
            }),
            false => Host::Unknown,
        }
    }

    fn elements(&self) -> Option<i64> {
        self.shape
            .iter()
            .try_fold(1i64, |all, size| size.and_then(|size| all.checked_mul(size)))
    }
}

/// Arguments of a call of host code.
pub(super) struct Given<'g, 'a> {
    pub positional: &'g [Host<'a>],
    pub named: &'g [(&'a str, Host<'a>)],
}

impl<'g, 'a> Given<'g, 'a> {
    pub(super) fn get(&self, name: &str, place: usize) -> Option<&'g Host<'a>> {
        let named = self.named.iter().find(|(other, _)| *other == name);
        named.map(|(_, value)| value).or(self.positional.get(place))
    }

    /// The type that is asked for, by name or among the others.
    fn dtype(&self) -> Option<Option<Dtype>> {
        if let Some((_, value)) = self.named.iter().find(|(name, _)| *name == "dtype") {
            return match value {
                Host::Number(Constant::None) => None,
                value => Some(dtype(value)),
            };
        }
        self.positional.iter().find_map(dtype).map(Some)
    }

    /// The sizes, from a place on: a tuple, or numbers one after another. None where there is nothing like it.
    fn sizes(&self, place: usize) -> Option<Vec<Option<i64>>> {
        let named = self.named.iter().find(|(name, _)| matches!(*name, "size" | "shape"));
        match named.map(|(_, value)| value).or(self.positional.get(place))? {
            Host::Tuple(items) | Host::List(items) => Some(items.iter().map(size).collect()),
            Host::Name(_) => None,
            _ => {
                let numbers = self.positional.get(place..).unwrap_or(&[]).iter();
                let is_size = |value: &&Host<'_>| matches!(value, Host::Number(Constant::Int(_)) | Host::Unknown);
                Some(numbers.take_while(is_size).map(size).collect())
            }
        }
    }
}

impl<'a> Walk<'a> {
    fn made(&mut self, dtype: Option<Dtype>, shape: Vec<Option<i64>>) -> Host<'a> {
        self.arrays += 1;
        Host::Array(Array::plain(dtype, shape, self.arrays))
    }

    /// The array that a constructor makes, by the last part of its name; none if it is no constructor.
    pub(super) fn constructor(&mut self, path: &str, given: &Given<'_, 'a>) -> Option<Host<'a>> {
        let name = path.rsplit('.').next().unwrap_or(path);
        let usual = match path.starts_with("torch") {
            true => Dtype::F32,
            false => Dtype::F64,
        };
        let place = match name {
            "empty" | "zeros" | "ones" | "rand" | "randn" | "random" | "standard_normal" | "full" | "empty_strided" => {
                0
            }
            "uniform" | "normal" | "integers" => 2,
            "randint" => {
                // The sizes are the tuple, wherever it stands.
                let tuple = given
                    .positional
                    .iter()
                    .position(|value| matches!(value, Host::Tuple(_)));
                tuple.unwrap_or(2)
            }
            "arange" => {
                let bounds: Vec<_> = (0..3).map_while(|i| given.get("", i)).map(size).collect();
                let count = match bounds[..] {
                    [Some(stop)] => Some(stop),
                    [Some(start), Some(stop)] => Some(stop - start),
                    [Some(start), Some(stop), Some(step)] if step > 0 => {
                        (stop - start).checked_add(step - 1).map(|reach| reach / step)
                    }
                    _ => None,
                };
                let is_float = |value: &Host<'a>| matches!(value, Host::Number(Constant::Float(_)));
                let own = if given.positional.iter().any(is_float) {
                    usual
                } else {
                    Dtype::I64
                };
                let dtype = given.dtype().unwrap_or(Some(own));
                return Some(self.made(dtype, vec![count.filter(|count| *count >= 0)]));
            }
            "randperm" => {
                let count = given.get("n", 0).and_then(size);
                return Some(self.made(given.dtype().unwrap_or(Some(Dtype::I64)), vec![count]));
            }
            "linspace" => {
                let count = given.get("steps", 2).and_then(size);
                return Some(self.made(given.dtype().unwrap_or(Some(usual)), vec![count]));
            }
            "eye" => {
                let [rows, columns] = [given.get("n", 0), given.get("m", 1)];
                // Absent: it is square.
                let shape = vec![rows.and_then(size), columns.or(rows).and_then(size)];
                return Some(self.made(given.dtype().unwrap_or(Some(usual)), shape));
            }
            "tensor" | "array" | "asarray" | "as_tensor" | "from_numpy" | "from_dlpack" => {
                return Some(self.converted(given, usual));
            }
            _ if name.ends_with("_like") => {
                let Some(Host::Array(like)) = given.positional.first() else {
                    return Some(Host::Unknown);
                };
                let dtype = given.dtype().unwrap_or(like.dtype);
                self.arrays += 1;
                return Some(match given.get("memory_format", usize::MAX) {
                    None => like.like(dtype, self.arrays),
                    Some(_) => Host::Unknown,
                });
            }
            _ => return None,
        };
        let Some(shape) = given.sizes(place) else {
            return Some(Host::Unknown);
        };
        let filled = match given.get("fill_value", 1) {
            Some(Host::Number(Constant::Int(_))) if name == "full" => Dtype::I64,
            Some(Host::Number(Constant::Bool(_))) if name == "full" => Dtype::Bool,
            _ if matches!(name, "randint" | "integers") => Dtype::I64,
            _ => usual,
        };
        let dtype = given.dtype().unwrap_or(Some(filled));
        let made = self.made(dtype, shape);
        match (made, given.positional.get(1)) {
            (Host::Array(mut array), Some(Host::Tuple(strides))) if name == "empty_strided" => {
                array.strides = strides.iter().map(size).collect();
                let fits = array.strides.len() == array.shape.len();
                Some(if fits { Host::Array(array) } else { Host::Unknown })
            }
            (made, _) => Some(made),
        }
    }

    /// An array of what is given: of another array, or of numbers in lists.
    fn converted(&mut self, given: &Given<'_, 'a>, usual: Dtype) -> Host<'a> {
        let asked = given.dtype();
        match given.positional.first() {
            Some(Host::Array(array)) => Host::Array(Array {
                dtype: asked.unwrap_or(array.dtype),
                ..array.clone()
            }),
            Some(list @ (Host::List(_) | Host::Tuple(_))) => {
                let mut shape = Vec::new();
                let mut at = list;
                while let Host::List(items) | Host::Tuple(items) = at {
                    shape.push(Some(items.len() as i64));
                    match items.first() {
                        Some(first) if shape.len() < 8 => at = first,
                        _ => break,
                    }
                }
                let own = match at {
                    Host::Number(Constant::Int(_)) => Some(Dtype::I64),
                    Host::Number(Constant::Bool(_)) => Some(Dtype::Bool),
                    Host::Number(Constant::Float(_)) => Some(usual),
                    _ => None,
                };
                self.made(asked.unwrap_or(own), shape)
            }
            _ => Host::Unknown,
        }
    }

    /// The result of a method of an array.
    pub(super) fn method(&mut self, array: &Array, name: &str, given: &Given<'_, 'a>) -> Host<'a> {
        let first = given.positional.first();
        // The same array where nothing changes, else a new one in the same order.
        let mut cast = |dtype: Option<Dtype>| {
            let mut cast = array.clone();
            if dtype != array.dtype {
                self.arrays += 1;
                (cast.dtype, cast.memory) = (dtype, self.arrays);
            }
            Host::Array(cast)
        };
        match name {
            "half" => cast(Some(Dtype::F16)),
            "bfloat16" => cast(Some(Dtype::Bf16)),
            "float" => cast(Some(Dtype::F32)),
            "double" => cast(Some(Dtype::F64)),
            "int" => cast(Some(Dtype::I32)),
            "long" => cast(Some(Dtype::I64)),
            "bool" => cast(Some(Dtype::Bool)),
            "to" | "astype" | "type" => match (given.dtype(), first) {
                (Some(dtype), _) => cast(dtype),
                // The type of another array, or perhaps one that is not known.
                (None, Some(Host::Array(other))) => cast(other.dtype),
                (None, Some(Host::Unknown)) => cast(None),
                _ => Host::Array(array.clone()),
            },
            "view" if given.dtype().is_some() => Host::Unknown,
            "cuda" | "cpu" | "zero_" | "normal_" | "uniform_" | "fill_" | "random_" | "requires_grad_" | "detach"
            | "numpy" | "copy_" | "get" => Host::Array(array.clone()),
            // NumPy's `copy` puts the rows last.
            "contiguous" | "copy" => self.made(array.dtype, array.shape.clone()),
            "clone" => {
                self.arrays += 1;
                array.like(array.dtype, self.arrays)
            }
            "new_empty" | "new_zeros" | "new_ones" => {
                let Some(shape) = given.sizes(0) else {
                    return Host::Unknown;
                };
                self.made(given.dtype().unwrap_or(array.dtype), shape)
            }
            "t" if array.shape.len() == 2 => Host::Array(array.clone().swapped(0, 1)),
            "transpose" | "swapaxes" => match (array.axis(first), array.axis(given.positional.get(1))) {
                (Some(a), Some(b)) => Host::Array(array.clone().swapped(a, b)),
                _ => Host::Unknown,
            },
            "permute" => {
                let axes: Option<Vec<usize>> = match first {
                    Some(Host::Tuple(items)) => items.iter().map(|axis| array.axis(Some(axis))).collect(),
                    _ => given.positional.iter().map(|axis| array.axis(Some(axis))).collect(),
                };
                let axes = axes.filter(|axes| (0..array.shape.len()).all(|axis| axes.contains(&axis)));
                match axes.filter(|axes| axes.len() == array.shape.len()) {
                    Some(axes) => Host::Array(array.clone().permuted(&axes)),
                    None => Host::Unknown,
                }
            }
            "view" | "reshape" | "flatten" | "ravel" => {
                let plain = Array::plain(array.dtype, array.shape.clone(), array.memory);
                if plain.strides != array.strides {
                    return Host::Unknown;
                }
                let asked = match name {
                    "flatten" | "ravel" => Some(vec![array.elements()]),
                    _ => given.sizes(0),
                };
                let Some(mut shape) = asked else { return Host::Unknown };
                // The one size that is not said follows from the others.
                let others: Option<i64> = shape
                    .iter()
                    .flatten()
                    .try_fold(1i64, |all, size| all.checked_mul(*size));
                if let (Some(all), Some(others)) = (array.elements(), others)
                    && shape.iter().filter(|size| size.is_none()).count() == 1
                    && others > 0
                {
                    shape
                        .iter_mut()
                        .filter(|size| size.is_none())
                        .for_each(|size| *size = Some(all / others));
                }
                Host::Array(Array::plain(array.dtype, shape, array.memory))
            }
            "size" | "stride" => {
                let list = if name == "size" { &array.shape } else { &array.strides };
                match first {
                    Some(_) => array
                        .axis(first)
                        .map_or(Host::Unknown, |axis| Host::of_size(list[axis])),
                    None => Host::Tuple(list.iter().copied().map(Host::of_size).collect()),
                }
            }
            "numel" => Host::of_size(array.elements()),
            "dim" => Host::of_size(Some(array.shape.len() as i64)),
            "element_size" => bytes(array.dtype),
            _ => Host::Unknown,
        }
    }

    /// An attribute of an array.
    pub(super) fn array_attribute(&mut self, array: &Array, name: &str) -> Host<'a> {
        let rank = array.shape.len();
        match name {
            "shape" => Host::Tuple(array.shape.iter().copied().map(Host::of_size).collect()),
            "dtype" => array
                .dtype
                .map_or(Host::Unknown, |dtype| Host::Name(dtype.name().into())),
            "itemsize" => bytes(array.dtype),
            "ndim" => Host::of_size(Some(rank as i64)),
            "size" => Host::of_size(array.elements()),
            "T" if rank == 2 => Host::Array(array.clone().swapped(0, 1)),
            "mT" if rank >= 2 => Host::Array(array.clone().swapped(rank - 2, rank - 1)),
            "data" => Host::Array(array.clone()),
            _ => Host::Unknown,
        }
    }
}
