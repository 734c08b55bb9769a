//! The cuTile front end: Python source text to a module of Tile IR.
//!
//! [`read`] says which kernels a file has, [`compile`] makes one of them a `cuda_tile` module for a [`Signature`]. No Python
//! runs: what is known when a kernel is compiled is evaluated here, what is not becomes ops in the order in which the real
//! compiler makes them.

#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

mod annotations;
mod api;
mod arrays;
mod captured;
mod classes;
mod decorators;
pub mod dtype;
mod effects;
mod eval;
mod fail;
pub mod form;
pub mod fuzzing;
mod hints;
mod infer;
mod launch;
mod module_level;
mod nesting;
mod nodes;
mod numbers;
mod passes;
mod pasted;
mod request;
pub mod signature;
mod stack;
mod value;

pub use crate::request::{LaunchInfo, Lowered, Request, is_python, lower};

use crate::eval::frame::Frame;
use crate::eval::{Call, Eval, locals, span};
use crate::launch::Hint;
use crate::module_level::{Globals, Kernel};
use crate::nesting::{MAX_NESTING, MAX_OPERATORS, TooDeep, too_deep};
use crate::value::{Body, Made, Value};
use ruff_python_ast as ast;
use ruff_python_parser::{Mode, ParseOptions, parse_unchecked};
use ruff_text_size::Ranged;
use rustc_hash::FxHashMap;
use signature::{Param, Signature};
use std::rc::Rc;
use tilewright_diag::{Diagnostic, LineIndex, Severity, Span};
use tilewright_ir::ops::cuda_tile as ct;
use tilewright_ir::{AttrData, Module};
use tilewright_sorted::SortedSet;

/// The largest file that is read, in bytes.
pub const MAX_BYTES: usize = 1 << 20;

/// A kernel of a file, as far as its definition says it.
#[derive(Clone, Debug, PartialEq)]
pub struct KernelInfo {
    /// Its name.
    pub name: String,
    /// Where its name stands.
    pub span: Span,
    /// Where its definition starts, decorators included.
    pub at: usize,
    /// Its parameters.
    pub params: Vec<ParamInfo>,
}

/// A parameter of a kernel.
#[derive(Clone, Debug, PartialEq)]
pub struct ParamInfo {
    /// Its name.
    pub name: String,
    /// Of which kind it is if it is annotated as `ct.Constant`: `int`, `float` or `bool`.
    pub constant: Option<&'static str>,
}

/// A kernel that was compiled.
#[derive(Debug)]
pub struct Compiled {
    /// The module with the entry.
    pub module: Module,
    /// The name of the entry.
    pub symbol: String,
}

/// The kernels of a file, in order.
///
/// # Errors
/// The messages of the parser, each with its place.
pub fn read(source: &str) -> Result<Vec<KernelInfo>, Vec<Diagnostic>> {
    stack::with_room(|| read_here(source))
}

fn read_here(source: &str) -> Result<Vec<KernelInfo>, Vec<Diagnostic>> {
    let body = parse(source)?;
    let lines = LineIndex::new(source);
    Ok(File::new(source, "", &lines, &body).kernels.iter().map(info).collect())
}

/// Compiles a kernel of a file. `file` is its name, for locations.
///
/// # Errors
/// The faults of the kernel, each with its place in the file: all that are found.
pub fn compile(source: &str, file: &str, kernel: &str, signature: &Signature) -> Result<Compiled, Vec<Diagnostic>> {
    stack::with_room(|| compile_here(source, file, kernel, signature))
}

fn compile_here(source: &str, file: &str, kernel: &str, signature: &Signature) -> Result<Compiled, Vec<Diagnostic>> {
    let body = parse(source)?;
    let lines = LineIndex::new(source);
    let file = File::new(source, file, &lines, &body);
    match file.kernels.iter().find(|found| found.name == kernel) {
        Some(found) => file.compile(found, signature),
        None => Err(vec![file.no_such_kernel(kernel)]),
    }
}

/// A file whose statements were evaluated.
struct File<'a> {
    source: &'a str,
    name: &'a str,
    lines: &'a LineIndex,
    body: &'a [ast::Stmt],
    globals: Rc<Globals<'a>>,
    kernels: Vec<Kernel<'a>>,
}

impl<'a> File<'a> {
    fn new(source: &'a str, name: &'a str, lines: &'a LineIndex, body: &'a [ast::Stmt]) -> Self {
        let mut kernels = Vec::new();
        let globals = module(source, name, lines, body, &mut kernels);
        Self {
            source,
            name,
            lines,
            body,
            globals,
            kernels,
        }
    }

    /// The message that there is no kernel of a name.
    fn no_such_kernel(&self, name: &str) -> Diagnostic {
        if let Some(inner) = self.inner_kernel(Some(name)) {
            return inner;
        }
        let names: Vec<&str> = self.kernels.iter().map(|kernel| kernel.name).collect();
        let help = match tilewright_ir::spelling::nearest(name, names.iter().copied()) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!(
                "kernels are functions under `@ct.kernel`; here are: {}",
                names.join(", ")
            ),
        };
        let message = format!("there is no kernel `{name}` in the file");
        Diagnostic::error("python.kernel", None, message).with_help(help)
    }

    /// A kernel with the hints of a launch, which go before those of its decorator. Of those that are not known a note is made.
    fn hinted(&self, kernel: &Kernel<'a>, hints: &[Hint<'a>], notes: &mut Vec<Diagnostic>) -> Kernel<'a> {
        let mut made = Made::clone(&kernel.made);
        for hint in hints {
            let place = span(hint.expr.range());
            let value = match hint.number() {
                Some(number) => Ok(Value::Const(number, None)),
                None => {
                    let mut eval = evaluator(self.source, self.name, self.lines, self.globals.clone());
                    eval.calls.push(Call::of(Eval::module_frame()));
                    eval.expr(hint.expr)
                }
            };
            match value {
                Ok(value) => made.set_option(hint.name, module_level::plain(&value), place),
                Err(error) => notes.push(
                    Diagnostic::error(
                        "python.launched",
                        Some(place),
                        format!("the hint `{}` is not known: {}", hint.name, module_level::reason(error)),
                    )
                    .with_severity(Severity::Note)
                    .with_help("the kernel has the one of its decorator; a number there counts"),
                ),
            }
        }
        Kernel {
            made: Rc::new(made),
            ..kernel.clone()
        }
    }

    /// Compiles one of its kernels.
    fn compile(&self, kernel: &Kernel<'a>, signature: &Signature) -> Result<Compiled, Vec<Diagnostic>> {
        let symbol = signature
            .symbol
            .clone()
            .unwrap_or_else(|| signature.symbol(&kernel.def.name));
        let mut eval = evaluator(self.source, self.name, self.lines, self.globals.clone());
        eval.kernel(kernel, signature, &symbol);
        eval.refuse_padding();
        if eval.errors.iter().any(Diagnostic::is_error) {
            return Err(eval.errors);
        }
        Ok(Compiled { module: eval.m, symbol })
    }
}

/// Reads the statements of a file.
fn parse(source: &str) -> Result<ast::Suite, Vec<Diagnostic>> {
    if source.len() > MAX_BYTES {
        let message = format!("the file has {} bytes, and at most {MAX_BYTES} are read", source.len());
        return Err(vec![
            Diagnostic::error("python.size", None, message)
                .with_help("take the kernel and what it uses into a file of its own"),
        ]);
    }
    if let Some((place, what)) = too_deep(source) {
        let message = match what {
            TooDeep::Nesting => format!("brackets or blocks are nested more than {MAX_NESTING} deep"),
            TooDeep::Operators => format!("an expression has more than {MAX_OPERATORS} operators"),
        };
        return Err(vec![
            Diagnostic::error("python.size", Some(Span::at(place)), message)
                .with_help("name parts of the expression, and move blocks into functions"),
        ]);
    }
    let mut parsed = parse_unchecked(source, ParseOptions::from(Mode::Module));
    if !parsed.errors().is_empty()
        && let Some(bare) = pasted::bare(source)
    {
        parsed = parse_unchecked(&bare, ParseOptions::from(Mode::Module));
    }
    if !parsed.errors().is_empty() {
        // A text of another language is named once, not refused at each of its lines.
        if let Some(other) = request::other_language(source) {
            return Err(vec![other]);
        }
        let tell = |mut place: Span, message: String| {
            // Missed at the end of a line, it is not on the next one.
            let start = place.start as usize;
            if source.get(start..).is_some_and(|rest| rest.starts_with(['\n', '\r'])) {
                place = Span::at(start);
            }
            Diagnostic::error("python.syntax", Some(place), message)
                .with_help("Python itself refuses this; the parser follows its grammar")
        };
        let mut told: Vec<Diagnostic> = Vec::new();
        let mut unpaired = nesting::unpaired(parsed.tokens());
        for error in parsed.errors().iter().take(20) {
            let (place, message) = (span(error.range()), error.error.to_string());
            // All that is told behind a bracket without its pair follows from it, and that from a string without its end.
            let is_string = message.contains("closing quote");
            if unpaired.is_some_and(|(at, _)| place.start >= span(at).start) && !is_string {
                continue;
            }
            told.push(tell(place, message));
            if is_string {
                unpaired = None;
                break;
            }
        }
        if let Some((at, open)) = unpaired {
            let bracket = &source[at];
            told.push(match open {
                None => tell(span(at), format!("`{bracket}` is never closed")),
                Some(open) if open == at => tell(span(at), format!("`{bracket}` closes nothing")),
                Some(open) => tell(span(at), format!("`{bracket}` does not close `{}`", &source[open])),
            });
        }
        return Err(told);
    }
    match parsed.into_syntax() {
        ast::Mod::Module(module) => Ok(module.body),
        ast::Mod::Expression(_) => Ok(ast::Suite::new()),
    }
}

fn info(kernel: &Kernel<'_>) -> KernelInfo {
    let params = kernel.def.parameters.iter().zip(&kernel.made.constants);
    let params = params.map(|(parameter, constant)| ParamInfo {
        name: parameter.name().to_string(),
        constant: *constant,
    });
    KernelInfo {
        name: kernel.name.to_string(),
        span: kernel.span,
        at: kernel.def.range().start().to_usize(),
        params: params.collect(),
    }
}

/// An evaluator with an empty module.
fn evaluator<'a>(source: &'a str, file: &'a str, lines: &'a LineIndex, globals: Rc<Globals<'a>>) -> Eval<'a> {
    let mut m = Module::new();
    let block = m.top();
    let token = m.named_type("token");
    let loc = m.unknown_loc();
    let op = m.create_op(m.record_of(ct::MAKE_TOKEN), &[], &[token], loc);
    let token = m.result(op, 0);
    Eval {
        file,
        lines,
        source,
        globals,
        m,
        block,
        span: Span::at(0),
        last_loc: None,
        line: eval::Line::default(),
        file_attr: None,
        tile_types: Vec::new(),
        specs: Vec::new(),
        language: FxHashMap::default(),
        calls: Vec::new(),
        kernels: Vec::new(),
        checked: Vec::new(),
        level: 0,
        guards: 0,
        around: None,
        arrays: Vec::new(),
        lists: Vec::new(),
        sets: Vec::new(),
        memory: Default::default(),
        token,
        known: Default::default(),
        weak: Default::default(),
        anchor: op,
        constants: Default::default(),
        homeless: Vec::new(),
        padded: Vec::new(),
        parts: SortedSet::default(),
        narrowed: tilewright_ir::entity::EntityMap::default(),
        varying: SortedSet::default(),
        uneven: SortedSet::default(),
        unset: SortedSet::default(),
        divisors: Default::default(),
        along: Default::default(),
        errors: Vec::new(),
        failures: 0,
        written: None,
        called: None,
        is_over: false,
        made: 0,
        forgiven: 0,
        depth: 0,
        yielded: Vec::new(),
        statics: 0,
    }
}

/// Evaluates the module's level.
fn module<'a>(
    source: &'a str,
    file: &'a str,
    lines: &'a LineIndex,
    body: &'a [ast::Stmt],
    kernels: &mut Vec<Kernel<'a>>,
) -> Rc<Globals<'a>> {
    let frame = Eval::module_frame();
    let mut eval = evaluator(source, file, lines, Rc::new(Globals::of(frame.clone())));
    eval.calls.push(Call::of(frame));
    eval.module_level(body);
    *kernels = std::mem::take(&mut eval.kernels);
    let mut names: Vec<_> = eval.frame().snapshot().into_iter().collect();
    names.sort_unstable_by_key(|(name, _)| *name);
    for (name, value) in &names {
        decorators::note_parts(kernels, name, value, 0);
    }
    eval.inner_kernels(body, kernels);
    eval.globals
}

impl<'a> Eval<'a> {
    /// Makes the entry of a kernel.
    fn kernel(&mut self, kernel: &Kernel<'a>, signature: &Signature, symbol: &str) {
        let names: Vec<&'a str> = kernel
            .def
            .parameters
            .iter()
            .map(|parameter| parameter.name().as_str())
            .collect();
        self.span = kernel.span;
        let parameters = &kernel.def.parameters;
        if let Some(rest) = parameters.vararg.as_deref().or(parameters.kwarg.as_deref()) {
            let message = format!("a kernel collects no arguments, as in `*{}`", rest.name);
            self.errors.push(
                Diagnostic::error("python.signature", Some(span(rest.range())), message)
                    .with_help("name each parameter; a tuple or a list of arrays is one"),
            );
            return;
        }
        if names.len() != signature.params.len() {
            let message = format!(
                "`{}` has {}, but the signature has {}",
                kernel.name,
                tilewright_diag::counted(names.len(), "parameters"),
                signature.params.len()
            );
            self.errors.push(
                Diagnostic::error("python.signature", Some(kernel.span), message)
                    .with_help("give each parameter a type or a value"),
            );
            return;
        }
        for ((name, constant), param) in names.iter().zip(&kernel.made.constants).zip(&signature.params) {
            if constant.is_some() && matches!(param, Param::Scalar(_) | Param::Array(_) | Param::List(_)) {
                let message = format!("Expected a constant for `{name}`, as its annotation `ct.Constant` says");
                self.errors.push(
                    Diagnostic::error("python.signature", Some(kernel.span), message).with_help(format!(
                        "give it a value, as in `{name}=16`, or leave the annotation out"
                    )),
                );
            }
        }
        let hints = match self.kernel_hints(&kernel.made.options) {
            Ok(hints) => hints,
            Err(error) => {
                // The body is looked at all the same.
                let _ = self.report(error);
                self.m.intern_attr(AttrData::Dict([].into()))
            }
        };
        self.span = kernel.span;
        let top = self.m.top();
        let name = self.m.intern_name(symbol);
        let name = self.m.intern_attr(AttrData::Symbol(name));
        let entry = self.loose(
            ct::ENTRY,
            &[],
            &[],
            &[
                ("sym_name", eval::emit::A::Attr(name)),
                ("hints", eval::emit::A::Attr(hints)),
            ],
        );
        self.m.append(top, entry);
        let block = self.block_of(entry, 0);
        self.block = block;
        if let Some(op) = self.m.defining_op(self.token) {
            let loc = self.loc();
            self.m.set_loc(op, loc);
            self.m.append(block, op);
        }
        let values = self.parameters(block, &signature.params);
        let frame = Frame::new(
            locals(Some(&kernel.def.parameters), Body::Statements(&kernel.def.body)),
            kernel.frame.clone(),
        );
        for (name, value) in names.into_iter().zip(values) {
            self.name_parameter(name, &value);
            frame.set(name, value);
        }
        self.calls.push(Call {
            is_kernel: true,
            ..Call::of(frame)
        });
        // About four ops for a line, some of which nobody needs.
        let ops = kernel.def.range().len().to_usize() / 8;
        self.m.reserve(ops);
        self.check_syntax(Body::Statements(&kernel.def.body), false);
        if let Err(error) = self.block(&kernel.def.body) {
            let _ = self.report(error);
        }
        if self.errors.iter().any(Diagnostic::is_error) {
            return;
        }
        self.span = kernel.span;
        let ended = self
            .m
            .last_op(block)
            .is_some_and(|last| self.m.kind(last) == ct::RETURN);
        if !ended {
            self.op(ct::RETURN, &[&[]], &[], &[]);
        }
        passes::run(self, block);
    }
}
