//! A kernel evaluated: what is known is computed, what is not becomes ops.

mod apart;
pub(crate) mod arithmetic;
pub(crate) mod calls;
pub(crate) mod constants;
pub(crate) mod control;
mod early_return;
pub(crate) mod emit;
pub(crate) mod expressions;
pub mod frame;
pub(crate) mod jumps;
mod later;
pub(crate) mod loops;
pub(crate) mod managers;
pub(crate) mod merge;
pub(crate) mod number;
pub(crate) mod operators;
pub(crate) mod statements;
mod syntax;

use crate::arrays::{ArrayValue, Memory};
use crate::fail::{Fail, Res, fail};
use crate::module_level::Globals;
use crate::value::{Const, Function, Value};
use frame::Frame;
use jumps::Context;
use ruff_text_size::{Ranged, TextRange};
use rustc_hash::FxHashMap;
use std::rc::Rc;
use tilewright_diag::{Diagnostic, LineIndex, Span};
use tilewright_ir::entity::EntityMap;
use tilewright_ir::{Block, Loc, Module, Op, Value as Ir};
use tilewright_sorted::SortedSet;

/// Calls that may be open at once: as the real compiler has it.
pub(crate) const MAX_CALLS: usize = 1000;
/// Ops that a kernel may become before it is refused: what is unrolled without end stops here.
const MAX_OPS: usize = 400_000;
/// Between a name that is not known and why.
pub(crate) const NOT_KNOWN: &str = " is not known when the kernel is compiled: ";
/// Errors that are told at once.
const MAX_ERRORS: usize = 20;

/// A function that is being evaluated.
pub(crate) struct Call<'a> {
    pub frame: Rc<Frame<'a>>,
    /// The loops and branches around the current statement, outermost first.
    pub contexts: Vec<Context<'a>>,
    /// Statements that follow the blocks of `with` around the current statement, outermost first.
    pub exits: Vec<managers::Exit<'a>>,
    /// Whether it is the kernel itself.
    pub is_kernel: bool,
    /// The function, where it is one that is called.
    pub function: Option<Rc<Function<'a>>>,
}

impl<'a> Call<'a> {
    /// A call of a function that is no kernel, or code around kernels.
    pub(crate) fn of(frame: Rc<Frame<'a>>) -> Self {
        Self {
            frame,
            contexts: Vec::new(),
            exits: Vec::new(),
            is_kernel: false,
            function: None,
        }
    }
}

/// A line of the text; of number 0 where there is none yet.
#[derive(Clone, Copy, Default)]
pub(crate) struct Line {
    pub start: u32,
    pub end: u32,
    pub number: u32,
    /// Whether each of its bytes is a column.
    pub is_ascii: bool,
}

/// The state of an evaluation.
pub(crate) struct Eval<'a> {
    pub file: &'a str,
    pub lines: &'a LineIndex,
    pub source: &'a str,
    pub globals: Rc<Globals<'a>>,
    pub m: Module,
    pub block: Block,
    /// Where ops that are made now come from.
    pub span: Span,
    pub last_loc: Option<(Span, Loc)>,
    /// The line of the place that was looked at last.
    pub line: Line,
    /// The name of the file, as locations have it.
    pub file_attr: Option<tilewright_ir::Attr>,
    /// The types of tiles that were made.
    pub tile_types: Vec<(crate::dtype::Dtype, crate::value::Shape, tilewright_ir::Ty)>,
    /// The functions and methods of the language that were called, and their parameters.
    pub specs: Vec<(&'static str, crate::api::Spec)>,
    /// The things of the language that were named.
    pub language: FxHashMap<&'a str, Value<'a>>,
    pub calls: Vec<Call<'a>>,
    /// The kernels that statements of the file have made.
    pub kernels: Vec<crate::module_level::Kernel<'a>>,
    /// The bodies whose syntax was looked at, by their first statement.
    pub checked: Vec<ruff_text_size::TextSize>,
    /// The number of calls around the statements whose kernels are those of the file.
    pub level: usize,
    /// The `try` statements around, whose code may be left where it fails.
    pub guards: usize,
    /// The names of the function whose statements are evaluated as those of a file are.
    pub around: Option<Rc<Frame<'a>>>,
    pub arrays: Vec<ArrayValue>,
    pub lists: Vec<crate::arrays::ListValue>,
    /// Sets of arrays: those of the parameters, then those of arrays that are chosen at run time.
    pub sets: Vec<crate::arrays::Set>,
    /// The effect of each access to memory, for the order of tokens.
    pub memory: EntityMap<Op, Memory>,
    /// The token that waits for nothing.
    pub token: Ir,
    /// Scalars of fixed types that are known.
    pub known: EntityMap<Ir, Const>,
    /// Scalars that are weakly typed numbers of Python, as these are written.
    pub weak: EntityMap<Ir, Const>,
    /// The op before which constants of the prologue are collected.
    pub anchor: Op,
    /// Scalars that stay constants where they are widened, reshaped or repeated: those that are known, and static extents.
    pub constants: EntityMap<Ir, Const>,
    /// Those of them that have no op where they are used: they move to the prologue.
    pub homeless: Vec<Op>,
    /// Views of whole numbers whose padding only floats have, and where they are written.
    pub padded: Vec<(Ir, Span)>,
    /// Constants that are part of the op that uses them: they leave a loop only with it.
    pub parts: SortedSet<Op>,
    /// Indices of views that were cut to 32 bits.
    pub narrowed: EntityMap<Ir, ()>,
    /// Results of ops that would fold, but whose number differed from way to way before loops were split.
    pub varying: SortedSet<Ir>,
    /// Variables of copies of loops of which nothing was to be said before loops were split.
    pub uneven: SortedSet<Ir>,
    /// Of these nothing is said: constants that stand in for values that do not exist yet, tiles of items, and what is the same constant
    /// on all ways through a loop or branch.
    pub unset: SortedSet<Ir>,
    /// Divisors of sizes and strides, also where no op says them.
    pub divisors: EntityMap<Ir, i64>,
    /// Ops that stay where another one does, although it does not use them.
    pub along: EntityMap<Op, Vec<Op>>,
    pub errors: Vec<Diagnostic>,
    /// Statements that failed so far.
    pub failures: usize,
    /// The arguments of the call that is evaluated, as they are written.
    pub written: Option<&'a ruff_python_ast::Arguments>,
    /// The parameters that they are for, and how many of these are given in another way.
    pub called: Option<(crate::api::Spec, usize)>,
    /// Whether the kernel turned out to be too large to go on; around kernels, whether the innermost loop is left.
    pub is_over: bool,
    pub made: usize,
    /// So much of it counted for nothing when something took too long.
    pub forgiven: usize,
    pub depth: usize,
    /// The values that the generators that run have yielded, innermost last.
    pub yielded: Vec<Vec<Value<'a>>>,
    /// The calls of `ct.static_eval` and `ct.static_iter` that are open.
    pub statics: usize,
}

impl<'a> Eval<'a> {
    /// The call that is being evaluated.
    pub(crate) fn call(&mut self) -> &mut Call<'a> {
        let last = self.calls.len() - 1;
        &mut self.calls[last]
    }

    /// Whether a kernel is being evaluated, its parameters included, not the statements of the file.
    pub(crate) fn is_in_kernel(&self) -> bool {
        self.calls.first().is_none_or(|call| call.is_kernel)
    }

    /// The names of the call that is being evaluated.
    pub(crate) fn frame(&self) -> Rc<Frame<'a>> {
        self.calls[self.calls.len() - 1].frame.clone()
    }

    /// The frame that a function which is defined here holds; none at the level of the module.
    pub(crate) fn captured(&self) -> Option<Rc<Frame<'a>>> {
        let frame = self.calls.last().map(|call| call.frame.clone());
        if let Some(frame) = &frame {
            self.globals.capture(frame);
        }
        frame
    }

    /// An error here.
    pub(crate) fn fail<T>(&self, code: &'static str, message: impl Into<String>, help: impl Into<String>) -> Res<T> {
        Err(fail(code, self.span, message, help))
    }

    /// A type error here.
    pub(crate) fn type_error<T>(&self, message: impl Into<String>, help: impl Into<String>) -> Res<T> {
        self.fail("python.type", message, help)
    }

    /// Notes an error, to go on with what does not depend on it.
    pub(crate) fn report(&mut self, error: Fail) -> Res<()> {
        self.failures += 1;
        match error {
            Fail::Told(diagnostic) => {
                // Syntax that kernels have not was told before they are evaluated.
                let is_syntax = diagnostic.code == "python.unsupported";
                let is_new = !self
                    .errors
                    .iter()
                    .any(|other| (is_syntax || other.span == diagnostic.span) && other.message == diagnostic.message);
                if is_new {
                    self.errors.push(*diagnostic);
                }
                if self.errors.len() >= MAX_ERRORS {
                    if let Some(last) = self.errors.last_mut().filter(|last| last.notes.is_empty()) {
                        last.notes
                            .push("no more errors are told at once; there may be others".to_string());
                    }
                    Err(Fail::Again)
                } else {
                    Ok(())
                }
            }
            Fail::Again => Ok(()),
        }
    }

    /// Gives a value the name that it has in Python, unless it has one.
    pub(crate) fn name(&mut self, value: Ir, name: &str) {
        if self.m.value_name(value).is_none() && name.is_ascii() && !name.starts_with('\u{7f}') {
            let name = self.m.intern_name(name);
            self.m
                .set_value_name(value, Some(tilewright_ir::ValueName { name, part: 0 }));
        }
    }

    /// After what took too long, there is half as much for what follows.
    pub(crate) fn forgive(&mut self) {
        if self.made > MAX_OPS {
            self.made = MAX_OPS - (MAX_OPS - self.forgiven) / 2;
            self.forgiven = self.made;
        }
    }

    /// Refuses kernels that grow without end.
    pub(crate) fn check_size(&self) -> Res<()> {
        if self.made > MAX_OPS {
            return self.fail(
                "python.size",
                format!("the kernel becomes more than {MAX_OPS} ops"),
                "write a `for i in range(...)`, which stays a loop, where code is unrolled or a helper is called very often",
            );
        }
        Ok(())
    }

    /// Evaluates something with ops that come from a place.
    pub(crate) fn at<T>(&mut self, place: impl Ranged, inside: impl FnOnce(&mut Self) -> T) -> T {
        let outer = std::mem::replace(&mut self.span, span(place.range()));
        let result = inside(self);
        self.span = outer;
        result
    }

    /// A name of the current function, or of what is around it.
    pub(crate) fn lookup(&mut self, name: &'a str) -> Res<Value<'a>> {
        let value = match self.frame().find(name) {
            frame::Found::Value(value) => value,
            frame::Found::Unassigned => {
                return self.fail(
                    "python.name",
                    format!("`{name}` is used before it has a value"),
                    format!("assign `{name}` on every way that leads here"),
                );
            }
            frame::Found::Outside => match self.globals.clone().find(name) {
                Some(value) => value,
                None if self.is_host() && crate::api::host_name(name).is_some() => {
                    return Ok(crate::api::host_name(name).map_or(Value::None, Value::Builtin));
                }
                None => {
                    // Python's own `sum` or `list`, which has no meaning here, is no misspelling of another name.
                    if let Some(help) = crate::api::python_only(name) {
                        return self.fail(
                            "python.name",
                            format!("kernels have no `{name}`, which is Python's"),
                            help,
                        );
                    }
                    let known = self.globals.names();
                    let usable = known.iter().map(String::as_str).filter(|near| !self.is_kernel(near));
                    let help = match tilewright_ir::spelling::nearest(name, usable) {
                        Some(near) => format!("did you mean `{near}`?"),
                        None => crate::api::known_instead(name)
                            .unwrap_or_else(|| "define it above the kernel, or import it".to_string()),
                    };
                    return self.fail("python.name", format!("nothing is called `{name}` here"), help);
                }
            },
        };
        self.usable(value, name)
    }

    /// Whether a name of the file is a kernel, which no kernel uses.
    fn is_kernel(&self, name: &str) -> bool {
        matches!(self.globals.find(name), Some(Value::Host(host)) if matches!(*host, crate::value::Host::Kernel(_)))
    }

    /// The value, unless it must not be used.
    pub(crate) fn usable(&mut self, value: Value<'a>, name: &str) -> Res<Value<'a>> {
        let Value::Poison(poison) = &value else {
            return Ok(value);
        };
        match &**poison {
            crate::value::Poison::Failed => Err(Fail::Again),
            crate::value::Poison::Undefined(why) => self.fail(
                "python.name",
                format!("`{name}` may have no value here: {why}"),
                format!("assign `{name}` before the loop or on both ways of the `if`"),
            ),
            crate::value::Poison::Ambiguous(why) => self.type_error(
                why.clone(),
                "make both of one type, for example with `.astype(...)`, or use two names",
            ),
            crate::value::Poison::Host(why, place) => {
                let place = *place;
                let failed: Res<()> = self.fail("python.host", format!("`{name}`{NOT_KNOWN}{why}"), "a kernel sees numbers, strings, dtypes, tuples, functions and frozen dataclasses of the file; hand anything else in as a parameter");
                Err(failed
                    .err()
                    .map_or(Fail::Again, |error| error.label(place, "it is made here")))
            }
        }
    }
}

/// A place in the text.
pub(crate) fn span(range: TextRange) -> Span {
    Span::new(range.start().to_usize(), range.end().to_usize())
}

/// The names that a function assigns: its parameters and what its statements assign.
pub(crate) fn locals<'a>(
    parameters: Option<&'a ruff_python_ast::Parameters>,
    body: crate::value::Body<'a>,
) -> SortedSet<&'a str> {
    let mut names = SortedSet::default();
    for parameter in parameters.into_iter().flat_map(|list| list.iter()) {
        names.insert(parameter.name().as_str());
    }
    if let crate::value::Body::Statements(body) = body {
        frame::assigned(body, &mut names);
    }
    names
}
