//! Parameters as launches and uses show them, with what their annotations and defaults say besides.

use crate::dtype::Dtype;
use crate::infer::Uses;
use crate::launch::Launch;
use crate::module_level::Kernel;
use crate::signature::{Constant, Param};
use crate::value::Value;

/// The size of a dimension that an annotation makes a constant, where nothing tells it.
const SIZE: i64 = 64;

impl Kernel<'_> {
    /// The parameter at a place, as a launch shows it.
    pub(crate) fn launched(&self, launch: Option<&Launch<'_>>, place: usize) -> Option<Param> {
        let launch = launch?;
        let param = launch.parameter(place, self.made.constants[place].is_some())?;
        self.annotated(place, param, &|axis, _| launch.extents(place, axis))
    }

    /// The parameter at a place, as its uses show it; a constant is its default.
    pub(crate) fn guessed(&self, uses: &Uses<'_>, place: usize, name: &str) -> Option<Param> {
        let function = self.made.function.as_ref();
        let default = function.and_then(|function| function.defaults.get(name));
        let param = match (uses.guess(name, self.made.constants[place])?, default) {
            (Param::Const(_), Some(Value::Const(known, _))) => Param::Const(*known),
            (Param::Const(_), Some(Value::None)) => Param::Const(Constant::None),
            (guess, _) => guess,
        };
        self.annotated(place, param, &|axis, rank| {
            (Some(SIZE), SIZE.checked_pow((rank - 1 - axis) as u32))
        })
    }

    /// The parameter with what its annotation says; none where that needs a size or stride that is not known.
    fn annotated(
        &self,
        place: usize,
        mut param: Param,
        extents: &dyn Fn(usize, usize) -> (Option<i64>, Option<i64>),
    ) -> Option<Param> {
        let Some(said) = self.made.annotations.get(place) else {
            return Some(param);
        };
        let array = match &mut param {
            Param::Array(array) => array,
            Param::List(list) => &mut list.array,
            Param::Scalar(_) if said.is_wide => return Some(Param::Scalar(Dtype::I64)),
            _ => return Some(param),
        };
        let rank = array.dims.len();
        array.index64 |= said.is_wide;
        for (axis, dim) in array.dims.iter_mut().enumerate() {
            let (size, stride) = extents(axis, rank);
            let has = |dims: &[i64]| {
                [axis as i64, axis as i64 - rank as i64]
                    .iter()
                    .any(|at| dims.contains(at))
            };
            if has(&said.sizes) {
                dim.size = Some(size?);
            }
            if has(&said.strides) {
                dim.stride = Some(stride?);
            } else if !said.strides.is_empty() && dim.stride.is_some() {
                (dim.stride, dim.stride_lower) = (None, Some(0));
            }
            dim.normalize();
        }
        Some(param)
    }
}
