//! Attributes: the names behind a dot.

use super::{TILE_METHODS, function, method_name, names};
use crate::dtype::Dtype;
use crate::eval::Eval;
use crate::fail::Res;
use crate::value::{Const, Function, Value};
use std::rc::Rc;
use tilewright_ir::spelling::nearest;

/// The enums of the language and their members.
pub(crate) const ENUMS: &[(&str, &[&str])] = &[
    (
        "PaddingMode",
        &["UNDETERMINED", "ZERO", "NEG_ZERO", "NAN", "POS_INF", "NEG_INF"],
    ),
    ("MemoryOrder", &["WEAK", "RELAXED", "ACQUIRE", "RELEASE", "ACQ_REL"]),
    ("MemoryScope", &["NONE", "BLOCK", "CLUSTER", "DEVICE", "SYS"]),
    ("RoundingMode", &["RN", "RZ", "RM", "RP", "RA", "FULL", "APPROX", "RZI"]),
];

/// The type of a foreign pointer, by the name of the function that makes it.
const FOREIGN: &str = "foreign_pointer_dtype";

/// The text between the module and the type in the name of `torch.finfo(dtype)`.
pub(crate) const LIMITS: &str = " limits of ";

/// The name of the module of the language.
pub(crate) const LANGUAGE: &str = "cuda.tile";

impl<'a> Eval<'a> {
    /// `object.name`.
    pub(crate) fn attribute(&mut self, object: &Value<'a>, name: &str) -> Res<Value<'a>> {
        if let Some(method) = self.host_method(object, name) {
            return Ok(method);
        }
        if let Value::Object(class, _) | Value::Class(class) = object {
            self.unchanged(class)?;
        }
        match object {
            Value::Module(module) => self.module_attribute(&module.clone(), name),
            Value::Array(array) => self.array_attribute(*array, object, name),
            // A member of an enum of numbers is its value.
            Value::Const(..) if name == "value" && self.is_host() => Ok(object.clone()),
            Value::Tile(_) | Value::Const(..) => self.tile_attribute(object, name),
            Value::TiledView(view) => match (method_name("view", name), name) {
                (Some(method), _) => Ok(Value::Method(Rc::new(object.clone()), method)),
                (None, "dtype") => Ok(Value::Dtype(self.arrays[view.array].dtype)),
                (None, "tile_shape") => Ok(Value::tuple(
                    view.shape.iter().map(|&extent| Value::int(extent)).collect(),
                )),
                _ => self.unknown_attribute(object, name, &["load", "store", "num_tiles", "dtype", "tile_shape"]),
            },
            Value::RawMemory(array) => match (method_name("raw", name), name) {
                (Some(method), _) => Ok(Value::Method(Rc::new(object.clone()), method)),
                (None, "dtype") => Ok(Value::Dtype(self.arrays[*array].dtype)),
                _ => self.unknown_attribute(object, name, &["load_offset", "store_offset", "atomic_add_offset"]),
            },
            Value::Slice(slice) => match name {
                "start" => Ok(slice[0].clone()),
                "length" => Ok(slice[1].clone()),
                _ => self.unknown_attribute(object, name, &["start", "length"]),
            },
            Value::Object(class, _) => {
                let of_class = class.constants.get(name);
                let is_property = matches!(of_class, Some(Value::Function(own)) if own.is_under("property"));
                if let Some(value) = object.held(name).filter(|_| !is_property) {
                    return self.usable(value, name);
                }
                match of_class {
                    Some(Value::Function(method)) => self.method_of(method, object),
                    Some(value) => self.usable(value.clone(), name),
                    None => {
                        let mut known: Vec<&str> = class.fields.iter().map(|field| field.name).collect();
                        known.extend(class.constants.keys());
                        self.unknown_attribute(object, name, &known)
                    }
                }
            }
            Value::Class(class) => match class.constants.get(name) {
                Some(Value::Function(method)) if method.is_under("classmethod") => {
                    Ok(Value::Bound(method.clone(), Rc::new(object.clone())))
                }
                Some(value) => self.usable(value.clone(), name),
                None => self.unknown_attribute(object, name, &class.constants.keys().copied().collect::<Vec<_>>()),
            },
            Value::Function(function) if name == "__name__" && self.is_host() => Ok(Value::Str(function.name.into())),
            Value::Enum(_, member) => match name {
                "name" => Ok(Value::Str((*member).into())),
                _ => self.unknown_attribute(object, name, &["name"]),
            },
            Value::Member(member) => match name {
                "name" => Ok(Value::Str(member.name.into())),
                "value" => Ok(self.evaluated(&member.value)),
                _ => self.unknown_attribute(object, name, &["name", "value"]),
            },
            Value::Dtype(dtype) => match name {
                "name" => Ok(Value::Str(dtype.name().into())),
                "bitwidth" => Ok(Value::int(i64::from(dtype.bits()))),
                _ => self.unknown_attribute(object, name, &["name", "bitwidth"]),
            },
            Value::Tuple(_) => self.fail(
                "python.attribute",
                format!("{} has no attribute `{name}`", object.describe()),
                "items of tuples, named ones too, are taken by their place in a kernel: `t[0]`; a frozen dataclass has names, and `ct.static_eval(t.name)` takes one",
            ),
            Value::Api(api) => self.api_attribute(api, name),
            other => self.unknown_attribute(&other.clone(), name, &[]),
        }
    }

    /// A method of an object, as the object has it.
    pub(crate) fn method_of(&mut self, method: &Rc<Function<'a>>, object: &Value<'a>) -> Res<Value<'a>> {
        let bound = Value::Bound(method.clone(), Rc::new(object.clone()));
        match object {
            _ if method.is_under("property") || method.is_under("cached_property") => {
                self.invoke(&bound, Default::default())
            }
            _ if self.is_host() && method.is_under("staticmethod") => Ok(Value::Function(method.clone())),
            Value::Object(class, _) if method.is_under("classmethod") => {
                Ok(Value::Bound(method.clone(), Rc::new(Value::Class(class.clone()))))
            }
            _ => Ok(bound),
        }
    }

    fn api_attribute(&mut self, api: &'static str, name: &str) -> Res<Value<'a>> {
        let member = ENUMS.iter().find(|(class, _)| *class == api);
        match member {
            Some((class, members)) => match members.iter().find(|member| **member == name) {
                Some(member) => Ok(Value::Enum(class, member)),
                None => {
                    let near = nearest(&name.to_ascii_uppercase(), members.iter().copied());
                    let help = near.map_or_else(
                        || format!("there are {}", members.join(", ")),
                        |near| format!("did you mean `ct.{class}.{near}`?"),
                    );
                    self.fail("python.attribute", format!("`ct.{class}` has no member `{name}`"), help)
                }
            },
            None if name == "from_foreign" => self.foreign(),
            None => self.unknown_attribute(&Value::Api(api), name, &[]),
        }
    }

    fn unknown_attribute<T>(&self, object: &Value<'a>, name: &str, known: &[&str]) -> Res<T> {
        let is_tile = matches!(object, Value::Tile(_) | Value::Const(..));
        let instead = super::known_instead(name).filter(|_| is_tile);
        let help = match (instead, nearest(name, known.iter().copied()), known) {
            (Some(instead), ..) => instead,
            (None, Some(near), _) => format!("did you mean `{near}`?"),
            (None, None, []) => String::new(),
            (None, None, known) => format!("there are {}", known.join(", ")),
        };
        self.fail(
            "python.attribute",
            format!("{} has no attribute `{name}`", object.describe()),
            help,
        )
    }

    /// A thing of a module.
    pub(crate) fn module_attribute(&mut self, module: &Rc<str>, name: &str) -> Res<Value<'a>> {
        match &**module {
            LANGUAGE => match self.of_language(name) {
                Some(value) => Ok(value),
                // Parts of the package: what they have is what it has.
                None if name.starts_with('_') => Ok(Value::Module(format!("{LANGUAGE}.{name}").into())),
                None if name == FOREIGN => self.foreign(),
                None => {
                    let near = || {
                        Dtype::from_name(name)
                            .map(Dtype::name)
                            .or_else(|| nearest(name, names()))
                    };
                    let near = || near().map(|near| format!("did you mean `ct.{near}`?"));
                    let help = super::known_instead(name)
                        .or_else(near)
                        .unwrap_or_else(|| "the functions are listed in the documentation of cuTile".to_string());
                    self.fail("python.attribute", format!("`cuda.tile` has no `{name}`"), help)
                }
            },
            "math" => Ok(match name {
                "pi" => Value::Const(Const::Float(std::f64::consts::PI), None),
                "e" => Value::Const(Const::Float(std::f64::consts::E), None),
                "tau" => Value::Const(Const::Float(std::f64::consts::TAU), None),
                "inf" => Value::Const(Const::Float(f64::INFINITY), None),
                "nan" => Value::Const(Const::Float(f64::NAN), None),
                _ => Value::Module(format!("math.{name}").into()),
            }),
            "numpy" => Ok(match name {
                "newaxis" => Value::None,
                "pi" => Value::Const(Const::Float(std::f64::consts::PI), None),
                "e" => Value::Const(Const::Float(std::f64::consts::E), None),
                "inf" => Value::Const(Const::Float(f64::INFINITY), None),
                "nan" => Value::Const(Const::Float(f64::NAN), None),
                _ => match Dtype::of_library(name) {
                    Some(dtype) if !matches!(name, "bool" | "float" | "int") => Value::Dtype(dtype),
                    _ => Value::Module(format!("numpy.{name}").into()),
                },
            }),
            "torch" => Ok(match (Dtype::of_library(name), name) {
                (Some(dtype), _) => Value::Dtype(dtype),
                (None, "pi" | "e" | "inf" | "nan") => return self.module_attribute(&"math".into(), name),
                _ => Value::Module(format!("torch.{name}").into()),
            }),
            of if let Some((of, dtype)) = of.split_once(LIMITS)
                && let Some(dtype) = Dtype::from_name(dtype) =>
            {
                self.limit(of, dtype, name)
            }
            part => match language(name) {
                Some(value) if part.strip_prefix(LANGUAGE).is_some_and(|part| part.starts_with("._")) => Ok(value),
                _ => Ok(Value::Module(format!("{module}.{name}").into())),
            },
        }
    }

    /// A thing of `cuda.tile`. A kernel names few of them, each often.
    fn of_language(&mut self, name: &str) -> Option<Value<'a>> {
        if let Some(known) = self.language.get(name) {
            return Some(known.clone());
        }
        let found = language(name)?;
        let own = match &found {
            Value::Api(own) if *own == name => Some(*own),
            Value::Dtype(dtype) => Some(dtype.name()),
            _ => None,
        };
        if let Some(own) = own {
            self.language.insert(own, found.clone());
        }
        Some(found)
    }

    /// `torch.finfo(dtype).max`: a number, which NumPy gives the type itself.
    fn limit(&self, of: &str, dtype: Dtype, name: &str) -> Res<Value<'a>> {
        let (bits, is_signed) = (dtype.bits(), dtype.is_signed());
        let power_of_two = |exponent: i64| f64::from_bits(((1023 + exponent) as u64) << 52);
        let float = |max: f64, eps: i64, tiny: i64| match name {
            "max" => Some(Const::Float(max)),
            "min" => Some(Const::Float(-max)),
            "eps" => Some(Const::Float(power_of_two(eps))),
            "tiny" | "smallest_normal" => Some(Const::Float(power_of_two(tiny))),
            _ => None,
        };
        let constant = match (name, dtype) {
            ("bits", _) => Some(Const::Int(bits.into())),
            (_, Dtype::F16) => float(65504.0, -10, -14),
            (_, Dtype::Bf16) => float(f64::from(f32::from_bits(0x7f7f_0000)), -7, -126),
            (_, Dtype::F32) => float(f32::MAX.into(), -23, -126),
            (_, Dtype::F64) => float(f64::MAX, -52, -1022),
            ("max", _) if dtype.is_int() => Some(Const::Int((1 << (bits - u32::from(is_signed))) - 1)),
            ("min", _) if dtype.is_int() => Some(Const::Int(if is_signed { -1 << (bits - 1) } else { 0 })),
            _ => None,
        };
        match constant {
            Some(constant @ Const::Float(_)) if of == "numpy" => Ok(Value::Typed(constant, dtype)),
            Some(constant) => Ok(Value::Const(constant, None)),
            None => self.fail(
                "python.attribute",
                format!("the limits of {dtype} have no `{name}` here"),
                "write its value as a number",
            ),
        }
    }

    fn foreign<T>(&self) -> Res<T> {
        self.fail(
            "python.unsupported",
            "foreign pointers are not supported: what lies behind one is not known to the compiler",
            "hand the array in as a parameter",
        )
    }

    fn array_attribute(&mut self, array: usize, object: &Value<'a>, name: &str) -> Res<Value<'a>> {
        let value = self.arrays[array].clone();
        match name {
            "dtype" => Ok(Value::Dtype(value.dtype)),
            "ndim" => Ok(Value::int(value.sizes.len() as i64)),
            "shape" => Ok(Value::tuple(
                value
                    .sizes
                    .iter()
                    .map(|extent| self.extent_value(array, extent))
                    .collect(),
            )),
            "strides" => Ok(Value::tuple(
                value
                    .strides
                    .iter()
                    .map(|extent| self.extent_value(array, extent))
                    .collect(),
            )),
            "foreign_pointer" => self.foreign(),
            _ => match method_name("array", name) {
                Some(method) => Ok(Value::Method(Rc::new(object.clone()), method)),
                None => self.unknown_attribute(
                    object,
                    name,
                    &[
                        "shape",
                        "strides",
                        "ndim",
                        "dtype",
                        "slice",
                        "tiled_view",
                        "get_raw_memory",
                    ],
                ),
            },
        }
    }

    fn tile_attribute(&mut self, object: &Value<'a>, name: &str) -> Res<Value<'a>> {
        let number = self.number(object)?;
        match name {
            "dtype" => Ok(Value::Dtype(number.default_dtype())),
            "ndim" => Ok(Value::int(number.shape().len() as i64)),
            "shape" => Ok(Value::tuple(
                number.shape().iter().map(|&extent| Value::int(extent)).collect(),
            )),
            _ => match TILE_METHODS.iter().find(|method| **method == name) {
                Some(method) => Ok(Value::Method(Rc::new(object.clone()), method)),
                None => {
                    let known: Vec<&str> = ["dtype", "ndim", "shape"]
                        .into_iter()
                        .chain(TILE_METHODS.iter().copied())
                        .collect();
                    self.unknown_attribute(object, name, &known)
                }
            },
        }
    }
}

/// A thing of `cuda.tile` by name.
pub(crate) fn language<'a>(name: &str) -> Option<Value<'a>> {
    if let Some(dtype) = Dtype::all().find(|dtype| dtype.name() == name) {
        return Some(Value::Dtype(dtype));
    }
    if let Some((class, _)) = ENUMS.iter().find(|(class, _)| *class == name) {
        return Some(Value::Api(class));
    }
    match name {
        "pi" => return Some(Value::Const(Const::Float(std::f64::consts::PI), None)),
        "ConstantAnnotation" => return Some(Value::Api("Constant")),
        // Annotations that say nothing.
        "Array" | "Tile" | "Scalar" | "DType" | "TiledView" => return Some(Value::Api("Array")),
        _ => {}
    }
    function(name).map(Value::Api)
}
