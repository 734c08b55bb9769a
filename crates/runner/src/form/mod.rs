//! A launch for a kernel that comes without a case: which arguments it needs, and values to begin with.
//!
//! Arguments follow from the kernel where they can. A parameter that is an extent gets a length of one and a half
//! tiles, or of three and a half along a loop, so that edges and several iterations occur: of more where the loop has a
//! ring, each slot of which is then used three times. What the same tiles of several arrays are along is as long in all
//! of them. One that is a stride gets what the extents within need; an array is as long as its views reach. The grid is
//! the largest with which what the tile block's coordinates index lies inside; extents that are indexed otherwise grow
//! with it. Numbers that an array holds are indices into what they index, and in each element another where stores go
//! there. What cannot be known gets a small number that a person can change.

mod analysis;
mod arrays;
mod content;
mod extents;
mod generate;
mod grid;
mod values;

pub(crate) use generate::content_of;
pub use generate::generate;

use analysis::Analysis;
use serde::{Deserialize, Serialize};
use tilewright_ir::Module;

/// A launch as a person fills it in. What is left out follows from the kernel and the rest.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(default)]
pub struct Form {
    /// Tile blocks in x, y and z.
    pub grid: [Option<f64>; 3],
    /// One for each parameter of the entry: the value of a number, or the elements of an array.
    pub values: Vec<Option<f64>>,
    /// Chooses the content of the arrays.
    pub seed: u32,
    /// The slots of the ring that the kernel's loop is compiled with; 0 where it has none.
    pub slots: u32,
}

/// A form filled in.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Launch {
    /// The kernel.
    pub entry: String,
    /// Tile blocks in x, y and z.
    pub grid: [u32; 3],
    /// The parameters in order.
    pub arguments: Vec<Argument>,
    /// Chooses the content of the arrays.
    pub seed: u32,
}

/// The value that a parameter gets.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Argument {
    /// The parameter's name in the kernel.
    pub name: String,
    /// The type of the number, or of the array's elements.
    pub element: String,
    /// Its role in the kernel.
    pub role: ArgumentRole,
    /// The number; for an array, how many elements it has.
    pub value: f64,
    /// Whole numbers of an array are less than this.
    pub below: u32,
    /// No two elements of the array are the same.
    pub distinct: bool,
    /// Its elements scale blocks of a product, whose units take numbers without a sign for that.
    #[serde(default)]
    pub scales: bool,
}

/// The role of a parameter in the kernel.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum ArgumentRole {
    /// An array that is only read.
    Input,
    /// An array that is written, or read and written.
    Output,
    /// The extent of a view.
    Extent,
    /// The distance between rows or slices of a view, in elements.
    Stride,
    /// Another number.
    Number,
}

impl ArgumentRole {
    /// Whether the argument is an array.
    pub fn is_array(self) -> bool {
        matches!(self, Self::Input | Self::Output)
    }
}

/// The most elements of one array.
const MAX_ELEMENTS: f64 = (1u64 << 26) as f64;
/// The most tile blocks along one axis.
const MAX_BLOCKS: f64 = 65536.0;

/// Fills a form in, for the kernel of `module` that is named `entry`.
///
/// # Errors
/// The kernel does not verify, there is no such kernel, a parameter has a type that has no place in a file (such as
/// `i4`), or a value is none.
pub fn fill(module: &Module, entry: &str, form: &Form) -> Result<Launch, String> {
    if let Some(wrong) = tilewright_ir::verify(module).iter().find(|d| d.is_error()) {
        return Err(format!("the kernel is wrong: {}", wrong.message));
    }
    let mut analysis = Analysis::new(module, entry)?;
    analysis.set_numbers(form);
    let mut arguments = analysis.arguments()?;
    for (argument, &given) in arguments.iter_mut().zip(&form.values) {
        if let Some(value) = given {
            argument.value = value;
        }
    }
    // Numbers first: lengths of arrays follow from them.
    let (arrays, numbers): (Vec<_>, Vec<_>) = arguments.iter().partition(|a| a.role.is_array());
    numbers.into_iter().chain(arrays).try_for_each(check)?;
    let mut grid = analysis.grid;
    for (extent, given) in grid.iter_mut().zip(form.grid) {
        // Absent: who says nothing takes the extent that is suggested.
        let wanted = given.unwrap_or((*extent).into());
        *extent = wanted as u32;
        if wanted.fract() != 0.0 || !(1.0..=MAX_BLOCKS).contains(&wanted) {
            return Err(format!(
                "a grid has 1 to {MAX_BLOCKS} tile blocks along an axis, not {wanted}"
            ));
        }
    }
    Ok(Launch {
        entry: entry.to_string(),
        grid,
        arguments,
        seed: form.seed,
    })
}

fn check(argument: &Argument) -> Result<(), String> {
    let (name, value) = (&argument.name, argument.value);
    if argument.role.is_array() {
        let whole = value.fract() == 0.0 && (1.0..=MAX_ELEMENTS).contains(&value);
        return if whole {
            Ok(())
        } else {
            Err(format!(
                "array `{name}` cannot have {value} elements: 1 to {MAX_ELEMENTS} are possible"
            ))
        };
    }
    if argument.role == ArgumentRole::Extent && value < 1.0 {
        return Err(format!("the size `{name}` cannot be {value}: it is 1 at the least"));
    }
    let element = analysis::element(&argument.element)?;
    if element.is_float() {
        return Ok(());
    }
    let bits = 8 * element.bytes() as i32;
    let fits = value.fract() == 0.0 && value >= -(2f64.powi(bits - 1)) && value < 2f64.powi(bits);
    if fits {
        Ok(())
    } else {
        Err(format!("`{name}` is an {}, which {value} is not", argument.element))
    }
}
