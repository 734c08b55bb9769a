//! The values of names while a kernel is evaluated: tiles that exist at run time, and all that is known before.

use crate::classes::MAY_CHANGE;
use crate::dtype::Dtype;
use crate::eval::calls::KEYWORDS;
use crate::eval::frame::Frame;
use crate::numbers;
use ruff_python_ast as ast;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use tilewright_diag::Span;
use tilewright_ir::Value as Ir;

pub use crate::signature::Constant as Const;

/// The extents of a tile.
pub type Shape = SmallVec<[i64; 4]>;

/// A tile at run time; a scalar has no dimensions.
#[derive(PartialEq, Debug)]
pub struct Tile {
    /// The value in the IR.
    pub ir: Ir,
    /// The type of its elements.
    pub dtype: Dtype,
    /// Its extents.
    pub shape: Shape,
}

impl Clone for Tile {
    fn clone(&self) -> Self {
        Self {
            ir: self.ir,
            dtype: self.dtype,
            // At once; a list that is cloned is cloned number by number.
            shape: Shape::from_slice(&self.shape),
        }
    }
}

/// The value of a name.
#[derive(Clone, Debug)]
pub enum Value<'a> {
    /// `None`.
    None,
    /// `...`.
    Ellipsis,
    /// A tile, or a scalar of run time.
    Tile(Tile),
    /// A number that is known, weakly typed; with the constant that was made of it in the IR, of its default type.
    Const(Const, Option<Ir>),
    /// A number of NumPy: known, and of this type.
    Typed(Const, Dtype),
    /// A text.
    Str(Rc<str>),
    /// A text with values of run time: the format that printf takes, and the values.
    Formatted(Rc<(String, Vec<Tile>)>),
    /// `ct.float16`.
    Dtype(Dtype),
    /// `ct.PaddingMode.ZERO`: the class and the member.
    Enum(&'static str, &'static str),
    /// A member of an enum of the file that is no number.
    Member(Rc<Member<'a>>),
    /// Several values.
    Tuple(Rc<[Value<'a>]>),
    /// A function of the file.
    Function(Rc<Function<'a>>),
    /// A method of an object of the file.
    Bound(Rc<Function<'a>>, Rc<Value<'a>>),
    /// A function of `cuda.tile`, by name.
    Api(&'static str),
    /// A method of a tile, an array or a view.
    Method(Rc<Value<'a>>, &'static str),
    /// A function of Python.
    Builtin(&'static str),
    /// A module, by its full name, and things of it that are only known by name.
    Module(Rc<str>),
    /// A context manager of a generator function of the file.
    Manager(Rc<Manager<'a>>),
    /// A class of the file.
    Class(Rc<Class<'a>>),
    /// A value that only the code around a kernel has.
    Host(Rc<Host<'a>>),
    /// An object of a frozen dataclass.
    Object(Rc<Class<'a>>, Rc<[Value<'a>]>),
    /// An array in memory, by number.
    Array(usize),
    /// A list of arrays, by number.
    List(usize),
    /// `X.get_raw_memory()`.
    RawMemory(usize),
    /// `X.tiled_view(...)`.
    TiledView(Rc<TiledView>),
    /// An array, or a view of one, that goes through a branch or loop: an array that tells its type, and the address, sizes and strides
    /// that are not known.
    Apart(Rc<Value<'a>>, Rc<[Value<'a>]>),
    /// `ct.Slice(start, length)`.
    Slice(Rc<[Value<'a>; 2]>),
    /// `range(...)`: start, stop, step, as given.
    Range(Rc<[Option<Value<'a>>; 3]>),
    /// `ct.static_iter(...)`: its items.
    Items(Rc<[Value<'a>]>),
    /// A slice in a subscript.
    Cut(Option<i64>, Option<i64>, Option<i64>),
    /// `ct.ByTarget(...)`: values by target.
    ByTarget(Rc<[(Rc<str>, Value<'a>)]>),
    /// Something that must not be used, and why.
    Poison(Rc<Poison>),
}

/// A value of Python that a kernel has no use for: the statements of the file have it, and `ct.static_eval`.
#[derive(Debug)]
pub enum Host<'a> {
    /// A kernel; or `ct.kernel(...)`, which makes one of a function.
    Kernel(Rc<Made<'a>>),
    /// A list; or a set, in the order in which its items came.
    List(RefCell<Vec<Value<'a>>>),
    /// Items that are gone through once.
    Once(RefCell<Vec<Value<'a>>>),
    /// A dict: keys and values.
    Dict(RefCell<Vec<(Value<'a>, Value<'a>)>>),
}

impl<'a> Host<'a> {
    /// The keys and values of a dict.
    pub fn rows(&self) -> Option<Vec<(Value<'a>, Value<'a>)>> {
        match self {
            Host::Dict(rows) => Some(rows.borrow().clone()),
            _ => None,
        }
    }
}

/// A kernel as it is made.
#[derive(Clone, Default, Debug)]
pub struct Made<'a> {
    /// Its function.
    pub function: Option<Rc<Function<'a>>>,
    /// The options of its decorator, and where each stands.
    pub options: Vec<(&'a str, Value<'a>, Span)>,
    /// For each parameter, whether it is annotated as a constant, and of which kind.
    pub constants: Vec<Option<&'static str>>,
    /// The rest of what annotations say of each parameter.
    pub annotations: Vec<Annotation>,
    /// The decorators above that are not followed: where each stands, and why.
    pub unfollowed: Vec<(Span, String)>,
}

/// The facts that an annotation tells of a parameter that is no constant.
#[derive(Clone, Default, Debug)]
pub struct Annotation {
    /// Sizes and strides, or the number itself, are of 64 bits.
    pub is_wide: bool,
    /// Dimensions whose sizes are known when the kernel is compiled, from the end where negative.
    pub sizes: Vec<i64>,
    /// The same of strides. Where there are any, no other stride is known.
    pub strides: Vec<i64>,
}

impl<'a> Made<'a> {
    /// Sets an option, instead of one of that name.
    pub fn set_option(&mut self, name: &'a str, value: Value<'a>, place: Span) {
        self.options.retain(|(other, ..)| *other != name);
        self.options.push((name, value, place));
    }
}

/// Why a value cannot be used.
#[derive(Clone, Debug)]
pub enum Poison {
    /// An error was reported where it was made.
    Failed,
    /// It does not exist, or not on all ways.
    Undefined(String),
    /// Its type is not the same on all ways; the text says which.
    Ambiguous(String),
    /// It comes from code that is not evaluated here: a text that says what.
    Host(String, Span),
}

/// `X.tiled_view(shape, ...)`.
#[derive(Clone, PartialEq, Debug)]
pub struct TiledView {
    /// The array.
    pub array: usize,
    /// Extents of a tile.
    pub shape: Shape,
    /// The value of elements outside of the array, if anything is said.
    pub padding: Option<&'static str>,
    /// Steps from tile to tile, where they are not the extents.
    pub steps: Option<Shape>,
}

/// A call of a function under `@contextlib.contextmanager`, or of a generator function; or a generator expression. Nothing of it ran yet.
#[derive(Debug)]
pub struct Manager<'a> {
    /// The function.
    pub function: Rc<Function<'a>>,
    /// Its variables; of an expression, what it goes through first.
    pub arguments: Vec<(&'a str, Value<'a>)>,
    /// Where it is used.
    pub used: Cell<Option<Span>>,
}

/// A function or lambda of the file.
#[derive(Clone, Debug)]
pub struct Function<'a> {
    /// Its name; `<lambda>` for a lambda.
    pub name: &'a str,
    /// Its parameters, if it has a list of them.
    pub parameters: Option<&'a ast::Parameters>,
    /// Its body.
    pub body: Body<'a>,
    /// The values of the defaults, by parameter.
    pub defaults: FxHashMap<&'a str, Value<'a>>,
    /// The frame in which it was defined; none for the module's level.
    pub frame: Option<Rc<Frame<'a>>>,
    /// Where its name stands.
    pub span: Span,
    /// The statement that defines it; none for a lambda.
    pub def: Option<&'a ast::StmtFunctionDef>,
    /// Whether a call makes a context manager.
    pub is_manager: bool,
}

impl Function<'_> {
    /// Whether it has a decorator of this name.
    pub fn is_under(&self, name: &str) -> bool {
        let mut decorators = self.def.iter().flat_map(|def| def.decorator_list.iter());
        decorators.any(|decorator| match &decorator.expression {
            ast::Expr::Call(call) => crate::module_level::is_called(&call.func, name),
            other => crate::module_level::is_called(other, name),
        })
    }
}

/// The body of a function.
#[derive(Clone, Copy, Debug)]
pub enum Body<'a> {
    /// Statements.
    Statements(&'a [ast::Stmt]),
    /// The expression of a lambda.
    Expression(&'a ast::Expr),
}

/// A class of the file.
#[derive(Clone, Debug)]
pub struct Class<'a> {
    /// Its name.
    pub name: &'a str,
    /// Why a kernel has no use for its objects, and what to write instead: only frozen dataclasses have one.
    pub refusal: Option<(&'static str, &'static str)>,
    /// The fields of a dataclass, in order.
    pub fields: Vec<Field<'a>>,
    /// Whether it is a named tuple: to a kernel its objects are tuples.
    pub is_tuple: bool,
    /// Whether objects are equal where their fields are, unless it has a method for it.
    pub compares_fields: bool,
    /// Whether the dataclass orders its objects by their fields.
    pub is_ordered: bool,
    /// The kind of enum whose members are the names that it assigns.
    pub members: Option<Members>,
    /// Its methods, and names that are assigned in the class.
    pub constants: FxHashMap<&'a str, Value<'a>>,
    /// The class of the file that it is made of, if it is one.
    pub base: Option<Rc<Class<'a>>>,
    /// Why nothing is known any more of its names, and of its objects unless they are frozen.
    pub changed: RefCell<Option<Value<'a>>>,
}

impl<'a> Class<'a> {
    /// A class without anything.
    pub fn plain(name: &'a str) -> Self {
        Self {
            name,
            refusal: None,
            fields: Vec::new(),
            is_tuple: false,
            compares_fields: false,
            is_ordered: false,
            members: None,
            constants: FxHashMap::default(),
            base: None,
            changed: RefCell::default(),
        }
    }

    /// Whether its objects may change: each has a dict of its own then.
    pub fn may_change(&self) -> bool {
        self.refusal == Some(MAY_CHANGE) && !self.is_tuple && self.members.is_none()
    }

    /// Nothing is known of it any more, for this reason, or an earlier one.
    pub fn change(&self, why: &Value<'a>) {
        self.changed.borrow_mut().get_or_insert_with(|| why.clone());
    }
}

/// Kinds of enums, by what a member is besides.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Members {
    /// Nothing: it is equal to itself alone.
    Plain,
    /// A set of flags.
    Flags,
    /// A text.
    Texts,
    /// The number that it stands for.
    Numbers,
}

/// A member of an enum of the file.
#[derive(Debug)]
pub struct Member<'a> {
    /// The name of the enum, as its definition has it.
    pub of: &'a str,
    /// Its name.
    pub name: &'a str,
    /// Its value.
    pub value: Value<'a>,
    /// The kind of the enum.
    pub kind: Members,
}

/// A field of a dataclass.
#[derive(Clone, Debug)]
pub struct Field<'a> {
    /// Its name.
    pub name: &'a str,
    /// The way in which a call gives it.
    pub given: Given,
    /// The value where a call does not.
    pub default: Option<Value<'a>>,
    /// The function that makes such a value for each object.
    pub factory: Option<Value<'a>>,
    /// Whether Python compares it where it compares objects.
    pub is_compared: bool,
}

/// Ways in which a call gives a field.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Given {
    /// By place or by name.
    ByPlace,
    /// By name alone.
    ByName,
    /// It is not given: each object has its default.
    Never,
}

impl<'a> Value<'a> {
    /// The value of a name that an object itself has: of a field, or of what was assigned to it.
    pub fn held(&self, name: &str) -> Option<Value<'a>> {
        let Value::Object(class, values) = self else {
            return None;
        };
        if let (true, [Value::Host(own)]) = (class.may_change(), &values[..]) {
            let is_it = |key: &Value<'a>| match key {
                Value::Str(key) => **key == *name,
                // Nothing is known of it any more.
                _ => true,
            };
            return own.rows()?.into_iter().find(|row| is_it(&row.0)).map(|row| row.1);
        }
        let place = class.fields.iter().position(|field| field.name == name)?;
        values.get(place).cloned()
    }

    /// A tuple.
    pub fn tuple(items: Vec<Value<'a>>) -> Self {
        Value::Tuple(items.into())
    }

    /// The items of a tuple, or the one value: an index or shape of one dimension needs no tuple.
    pub fn to_items(&self) -> Vec<Value<'a>> {
        match self {
            Value::Tuple(items) => items.to_vec(),
            one => vec![one.clone()],
        }
    }

    /// The keys and values of what `**kw` collects.
    pub fn keywords(&self) -> Option<Vec<(Value<'a>, Value<'a>)>> {
        let Value::Object(class, values) = self else {
            return None;
        };
        let rows = class.fields.iter().zip(values.iter());
        let rows = rows.map(|(field, value)| (Value::Str(field.name.into()), value.clone()));
        (class.name == KEYWORDS).then(|| rows.collect())
    }

    /// The tile that it is.
    pub fn as_tile(&self) -> Option<&Tile> {
        match self {
            Value::Tile(tile) => Some(tile),
            _ => None,
        }
    }

    /// A whole number that is known.
    pub fn int(value: i64) -> Self {
        Value::Const(Const::Int(value.into()), None)
    }

    /// A value that was reported as an error.
    pub fn failed() -> Self {
        Value::Poison(Rc::new(Poison::Failed))
    }

    /// A description for messages: `a tile float32 (64, 64)`.
    pub fn describe(&self) -> String {
        match self {
            Value::None => "None".into(),
            Value::Ellipsis => "`...`".into(),
            Value::Tile(tile) => tile.describe(),
            Value::Const(constant, _) => format!("the constant {}", show(*constant)),
            Value::Typed(constant, dtype) => format!("{} of {dtype}", show(*constant)),
            Value::Str(_) => "a string".into(),
            Value::Formatted(_) => "a string that is made at run time".into(),
            Value::Dtype(dtype) => format!("the dtype {dtype}"),
            Value::Enum(class, member) => format!("{class}.{member}"),
            Value::Member(member) => format!("{}.{}", member.of, member.name),
            Value::Tuple(items) => format!("a tuple of {}", items.len()),
            Value::Function(function) => format!("the function `{}`", function.name),
            Value::Bound(function, _) => format!("the method `{}`", function.name),
            Value::Api(name) => format!("the function `ct.{name}`"),
            Value::Method(_, name) => format!("the method `{name}`"),
            Value::Builtin(name) => format!("Python's `{name}`"),
            Value::Module(name) => format!("`{name}`"),
            Value::Manager(manager) => {
                let of = &manager.function;
                let kind = if of.is_manager { "context manager" } else { "generator" };
                format!("the {kind} `{}`", of.name)
            }
            Value::Class(class) => format!("the class `{}`", class.name),
            Value::Object(class, _) => format!("an object of `{}`", class.name),
            Value::Host(host) => match **host {
                Host::Kernel(_) => "a kernel".into(),
                Host::List(_) => "a list".into(),
                Host::Once(_) => "an iterator".into(),
                Host::Dict(_) => "a dict".into(),
            },
            Value::Array(_) => "an array".into(),
            Value::List(_) => "a list of arrays".into(),
            Value::RawMemory(_) => "the raw memory of an array".into(),
            Value::TiledView(_) => "a tiled view".into(),
            Value::Apart(whole, _) => whole.describe(),
            Value::Slice(_) => "a `ct.Slice`".into(),
            Value::Range(_) => "a range".into(),
            Value::Items(_) => "a `static_iter`".into(),
            Value::Cut(..) => "a slice".into(),
            Value::ByTarget(_) => "a `ct.ByTarget`".into(),
            Value::Poison(_) => "a value that cannot be used".into(),
        }
    }

    /// Whether both are the same thing, known to be without running anything.
    pub fn is_same(&self, other: &Value<'a>) -> bool {
        match (self, other) {
            (Value::None, Value::None) | (Value::Ellipsis, Value::Ellipsis) => true,
            (Value::Tile(a), Value::Tile(b)) => a.ir == b.ir,
            (Value::Const(a, x), Value::Const(b, y)) => x == y && same_constant(*a, *b),
            (Value::Typed(a, x), Value::Typed(b, y)) => x == y && same_constant(*a, *b),
            (Value::Str(a), Value::Str(b)) => a == b,
            (Value::Module(a), Value::Module(b)) => a == b,
            (Value::Dtype(a), Value::Dtype(b)) => a == b,
            (Value::Enum(a, x), Value::Enum(b, y)) => a == b && x == y,
            // Two names of the file may be spelt alike, but not stand at one place.
            (Value::Member(a), Value::Member(b)) => std::ptr::eq(a.of, b.of) && a.name == b.name,
            (Value::Tuple(a), Value::Tuple(b)) | (Value::Items(a), Value::Items(b)) => {
                a.len() == b.len() && a.iter().zip(b.iter()).all(|(a, b)| a.is_same(b))
            }
            (Value::Object(a, x), Value::Object(b, y)) => {
                Rc::ptr_eq(a, b) && x.iter().zip(y.iter()).all(|(a, b)| a.is_same(b))
            }
            (Value::Function(a), Value::Function(b)) => Rc::ptr_eq(a, b),
            (Value::Manager(a), Value::Manager(b)) => Rc::ptr_eq(a, b),
            (Value::Class(a), Value::Class(b)) => Rc::ptr_eq(a, b),
            (Value::Host(a), Value::Host(b)) => Rc::ptr_eq(a, b),
            (Value::Bound(a, x), Value::Bound(b, y)) => Rc::ptr_eq(a, b) && x.is_same(y),
            (Value::Method(x, a), Value::Method(y, b)) => a == b && x.is_same(y),
            (Value::Api(a), Value::Api(b)) | (Value::Builtin(a), Value::Builtin(b)) => a == b,
            (Value::Array(a), Value::Array(b))
            | (Value::List(a), Value::List(b))
            | (Value::RawMemory(a), Value::RawMemory(b)) => a == b,
            (Value::TiledView(a), Value::TiledView(b)) => a == b,
            (Value::Poison(a), Value::Poison(b)) => Rc::ptr_eq(a, b),
            _ => false,
        }
    }
}

impl Tile {
    /// `Tile[float32,(64,64)]`.
    pub fn describe(&self) -> String {
        format!("Tile[{},{}]", self.dtype, show_shape(&self.shape))
    }
}

/// `(64,)`, `(64,32)`, `()`.
pub fn show_shape(shape: &[i64]) -> String {
    match shape {
        [one] => format!("({one},)"),
        _ => format!("({})", shape.iter().map(i64::to_string).collect::<Vec<_>>().join(",")),
    }
}

/// A constant as Python writes it.
pub fn show(constant: Const) -> String {
    match constant {
        Const::Int(int) => int.to_string(),
        Const::Float(float) if float.is_nan() => "nan".into(),
        Const::Float(float) => {
            let text = numbers::spelled(float);
            match text.split_once('e') {
                // Python writes the sign of the exponent, and two digits.
                Some((digits, exponent)) => match exponent.strip_prefix('-') {
                    Some(exponent) => format!("{digits}e-{exponent:0>2}"),
                    None => format!("{digits}e+{exponent:0>2}"),
                },
                None => text,
            }
        }
        Const::Bool(true) => "True".into(),
        Const::Bool(false) => "False".into(),
        Const::None => "None".into(),
    }
}

/// Whether two constants are of one type and value; floats by their bits.
pub fn same_constant(a: Const, b: Const) -> bool {
    match (a, b) {
        (Const::Float(a), Const::Float(b)) => a.to_bits() == b.to_bits(),
        _ => a == b,
    }
}
