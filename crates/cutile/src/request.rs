//! A kernel of a file as Tile IR text: which kernel, for which signature, and what was assumed.

use crate::infer::Uses;
use crate::launch::Hint;
use crate::module_level::Kernel;
use crate::signature::Signature;
use crate::signature::text::{Part, Parts, Problem, parse, parse_comments};
use crate::value::{Poison, Value};
use crate::{File, KernelInfo, ParamInfo, info, parse as parse_file, stack};
use ruff_python_ast as ast;
use ruff_text_size::Ranged;
use std::rc::Rc;
use tilewright_diag::{Diagnostic, LineIndex, Severity, Span};
use tilewright_ir::{PrintOptions, print_with};

/// A request to compile a file.
#[derive(Clone, Debug, Default)]
pub struct Request<'r> {
    /// The name of the file, for locations.
    pub file: &'r str,
    /// The kernel, by its name or the name of its entry; needed where there are several.
    pub kernel: Option<&'r str>,
    /// Parameters as options give them, each as in a comment.
    pub options: Vec<String>,
    /// The case that the kernel is compiled for.
    #[cfg(feature = "case")]
    pub case: Option<&'r tilewright_case::Description>,
}

/// A kernel as Tile IR.
#[derive(Clone, Debug)]
pub struct Lowered {
    /// The Tile IR, with the places in the Python text.
    pub text: String,
    /// The name of the kernel in Python.
    pub kernel: String,
    /// The name of the entry.
    pub symbol: String,
    /// The signature.
    pub signature: Signature,
    /// The launch in the file that the signature was taken from.
    pub launch: Option<LaunchInfo>,
    /// Notes of assumptions.
    pub notes: Vec<Diagnostic>,
}

/// A launch of a kernel, as far as it is known.
#[derive(Clone, Debug, Default)]
pub struct LaunchInfo {
    /// The line of its call.
    pub line: u32,
    /// Tile blocks in x, y and z.
    pub grid: Option<[i64; 3]>,
    /// Arguments of the entry, by the names of its parameters; of arrays, the number of elements.
    pub values: Vec<(String, f64)>,
}

/// A launch that the signature was taken from, and its hints.
type Used<'a> = (LaunchInfo, Rc<[Hint<'a>]>);

/// Whether a text is Python: a line of it is an import, a definition or a decorator of Python.
pub fn is_python(text: &str) -> bool {
    text.lines().any(|line| {
        let is_own = line.starts_with('@');
        // It may be indented, or stand behind the prompt of Python's shell.
        let line = line.trim_start_matches([' ', '\t', '>']).trim_end();
        let is_definition = line.starts_with("def ") && line.contains('(');
        let is_import = line.starts_with("import ") || (line.starts_with("from ") && line.contains(" import "));
        is_definition
            || is_import
            || (line.starts_with('@') && !line.contains('=') && (is_own || line.contains("kernel")))
    })
}

/// Compiles a kernel of a file to Tile IR.
///
/// # Errors
/// Errors in the file, the request or the kernel; several at once.
pub fn lower(source: &str, request: &Request<'_>) -> Result<Lowered, Vec<Diagnostic>> {
    stack::with_room(|| lower_here(source, request))
}

fn lower_here(source: &str, request: &Request<'_>) -> Result<Lowered, Vec<Diagnostic>> {
    let body = parse_file(source)?;
    let lines = LineIndex::new(source);
    let file = File::new(source, request.file, &lines, &body);
    let kernel = pick(&file, request.kernel)?;
    lower_kernel(&file, kernel, request)
}

/// Compiles a kernel of a file that was read.
pub(crate) fn lower_kernel<'a>(
    file: &File<'a>,
    kernel: &Kernel<'a>,
    request: &Request<'_>,
) -> Result<Lowered, Vec<Diagnostic>> {
    let mut notes = Vec::new();
    let mut launch = None;
    let signature = signature(file, kernel, request, &mut notes, &mut launch)?;
    let (launch, hints) = launch.unzip();
    // The hints of a launch are those of the kernel that is launched, not of one that has other ones already.
    let is_first = file.kernels.iter().find(|other| is_same_function(other, kernel));
    let hints = hints.filter(|_| is_first.is_some_and(|first| first.name == kernel.name));
    // Absent: no launch was taken.
    let kernel = &file.hinted(kernel, &hints.unwrap_or_default(), &mut notes);
    let compiled = file.compile(kernel, &signature).map_err(|mut errors| {
        errors.extend(notes.clone());
        errors
    })?;
    notes.extend(kernel.made.unfollowed.iter().map(|(place, why)| {
        Diagnostic::error("python.host", Some(*place), why.clone())
            .with_severity(Severity::Warning)
            .with_help("the kernel is compiled without it")
    }));
    let text = print_with(&compiled.module, PrintOptions { locations: true }).text;
    Ok(Lowered {
        text,
        kernel: kernel.name.to_string(),
        symbol: compiled.symbol,
        signature,
        launch,
        notes,
    })
}

/// A text in a language that is not read: which, and what to do.
pub(crate) fn other_language(source: &str) -> Option<Diagnostic> {
    let (message, help) = tilewright_diag::other_language(source)?;
    Some(Diagnostic::error("python.kernel", None, message).with_help(help))
}

impl File<'_> {
    /// There is no kernel in the file: it is in another language, or what makes it a kernel is not known.
    pub(crate) fn no_kernel(&self) -> Diagnostic {
        let known = self.inner_kernel(None).or_else(|| other_language(self.source));
        known.or_else(|| self.not_imported()).unwrap_or_else(|| {
            Diagnostic::error("python.kernel", None, "the file has no kernel")
                .with_help("kernels are functions under `@ct.kernel`, with `import cuda.tile as ct` above")
        })
    }

    /// A kernel whose decorator is of a module that the file does not import.
    fn not_imported(&self) -> Option<Diagnostic> {
        let defs = self.body.iter().filter_map(ast::Stmt::as_function_def_stmt);
        let mut decorators = defs.filter(|def| is_kernel(def)).flat_map(|def| &def.decorator_list);
        decorators.find_map(|decorator| {
            let module = match &decorator.expression {
                ast::Expr::Call(call) => call.func.as_attribute_expr()?,
                other => other.as_attribute_expr()?,
            };
            let name = module.value.as_name_expr()?;
            if self.globals.find(&name.id).is_some() {
                return None;
            }
            let place = crate::eval::span(name.range());
            let message = format!("nothing is called `{}`: the file does not import it", name.id);
            let help = format!("write `import cuda.tile as {}` above", name.id);
            Some(Diagnostic::error("python.kernel", Some(place), message).with_help(help))
        })
    }

    /// A kernel of this name, or any, that a function makes which is not called.
    pub(crate) fn inner_kernel(&self, name: Option<&str>) -> Option<Diagnostic> {
        let mut found = None;
        let methods = self.body.iter().filter_map(|stmt| stmt.as_class_def_stmt());
        let methods = methods.flat_map(|class| class.body.iter());
        for outer in self.body.iter().chain(methods) {
            let ast::Stmt::FunctionDef(outer) = outer else { continue };
            let own = outer.name.as_str();
            if is_kernel(outer)
                && name.is_none_or(|name| name == own)
                && let Some(Value::Poison(why)) = self.globals.find(own)
                && let Poison::Host(why, place) = &*why
            {
                let message = format!("the kernel `{own}` is not known: {why}");
                let help = "write what it needs into the function itself";
                return Some(Diagnostic::error("python.kernel", Some(*place), message).with_help(help));
            }
            for inner in &outer.body {
                match inner {
                    ast::Stmt::FunctionDef(def)
                        if is_kernel(def) && name.is_none_or(|name| def.name.as_str() == name) =>
                    {
                        found = found.or(Some((outer, def)));
                    }
                    _ => {}
                }
            }
        }
        let (outer, kernel) = found?;
        let inner = &kernel.name;
        let message = format!(
            "the kernel `{inner}` is made by `{}`, which no statement of the file calls with values that are known",
            outer.name
        );
        let help = format!(
            "write a call with such values below it: `{inner} = {}(...)`",
            outer.name
        );
        let place = crate::eval::span(kernel.name.range());
        Some(Diagnostic::error("python.kernel", Some(place), message).with_help(help))
    }
}

/// Whether a function is under `@ct.kernel`, whatever that is called.
pub(crate) fn is_kernel(def: &ast::StmtFunctionDef) -> bool {
    def.decorator_list.iter().any(|decorator| {
        let callee = match &decorator.expression {
            ast::Expr::Call(call) => &call.func,
            other => other,
        };
        crate::module_level::is_called(callee, "kernel")
    })
}

/// Whether two kernels are made of the same function, so that only hints tell them apart.
fn is_same_function<'a>(a: &Kernel<'a>, b: &Kernel<'a>) -> bool {
    match (&a.made.function, &b.made.function) {
        (Some(a), Some(b)) => Rc::ptr_eq(a, b),
        _ => false,
    }
}

/// The kernel that is meant.
fn pick<'k, 'a>(file: &'k File<'a>, asked: Option<&str>) -> Result<&'k Kernel<'a>, Vec<Diagnostic>> {
    let kernels = &file.kernels[..];
    let names: Vec<&str> = kernels.iter().map(|kernel| kernel.name).collect();
    let error =
        |message: String, help: String| Err(vec![Diagnostic::error("python.kernel", None, message).with_help(help)]);
    match (kernels, asked) {
        ([], _) => Err(vec![file.no_kernel()]),
        (_, Some(asked)) => {
            let by_symbol = crate::signature::kernel_of_symbol(asked);
            let is_asked = |kernel: &&Kernel<'_>| kernel.name == asked || by_symbol == Some(kernel.def.name.as_str());
            let found = kernels.iter().find(is_asked);
            found.ok_or_else(|| vec![file.no_such_kernel(asked)])
        }
        // Of kernels that differ in their hints alone, the one that has those of its definition.
        ([first, others @ ..], None) if others.iter().all(|other| is_same_function(first, other)) => Ok(first),
        (several, None) => error(
            format!("the file has {} kernels: {}", several.len(), names.join(", ")),
            format!("say which: `--entry {}`", names[0]),
        ),
    }
}

/// The signature that the kernel is compiled for: a case says all; else options, then comments, then a launch in the file, then what the uses of
/// parameters show.
fn signature<'a>(
    file: &File<'a>,
    kernel: &Kernel<'a>,
    request: &Request<'_>,
    notes: &mut Vec<Diagnostic>,
    launch: &mut Option<Used<'a>>,
) -> Result<Signature, Vec<Diagnostic>> {
    let KernelInfo { params, at, .. } = info(kernel);
    let names: Vec<&str> = params.iter().map(|param| param.name.as_str()).collect();
    let mut parts = Parts::default();
    let mut faults = Vec::new();
    // The places in the file, not in an option.
    let mut written: Vec<Span> = Vec::new();
    for option in &request.options {
        match parse(option, 0) {
            Ok(said) => {
                let twice = said.parts.iter().filter(|part| parts.get(&part.name).is_some());
                faults.extend(twice.map(|part| {
                    let message = format!("in `{option}`: `{}` is given before, by another option", part.name);
                    Diagnostic::error("python.signature", None, message).with_help("leave one of the two out")
                }));
                parts = parts.or(said);
            }
            Err(problems) => faults.extend(problems.iter().map(|problem| told(problem, None, option))),
        }
    }
    match parse_comments(file.source, at) {
        Ok(said) => {
            written = said.parts.iter().map(|part| part.span).collect();
            parts = parts.or(said);
        }
        Err(problems) => faults.extend(problems.iter().map(|problem| told(problem, Some(problem.span), ""))),
    }
    if !faults.is_empty() {
        return Err(faults);
    }
    #[cfg(feature = "case")]
    if let Some(case) = request.case {
        let of_case = Signature::of_case(case, kernel.name, &names);
        return of_case.map_err(|lines| {
            let tell = |line: &String| {
                Diagnostic::error("python.signature", Some(kernel.span), line.clone())
                    .with_help("the case and the kernel must agree; compare the kernel's parameters with case.json")
            };
            lines.iter().map(tell).collect()
        });
    }
    complete(file, kernel, &params, &mut parts, notes, launch)?;
    parts.signature(&names).map_err(|mismatch| {
        mismatch
            .problems
            .iter()
            .map(|problem| told(problem, Some(problem.span).filter(|span| written.contains(span)), ""))
            .collect()
    })
}

/// Parameters of which nothing is said get what a launch in the file says, else what their uses show, and a note says so.
fn complete<'a>(
    file: &File<'a>,
    kernel: &Kernel<'a>,
    params: &[ParamInfo],
    parts: &mut Parts,
    notes: &mut Vec<Diagnostic>,
    used: &mut Option<Used<'a>>,
) -> Result<(), Vec<Diagnostic>> {
    let is_missing = |param: &ParamInfo| parts.get(&param.name).is_none();
    let missing: Vec<(usize, &ParamInfo)> = params
        .iter()
        .enumerate()
        .filter(|(_, param)| is_missing(param))
        .collect();
    if missing.is_empty() {
        return Ok(());
    }
    let (launch, dropped) = match crate::launch::find(file.body, kernel.def, params.len()) {
        Ok(launch) => (Some(launch), None),
        Err(dropped) => (None, dropped),
    };
    let by_launch = |place: usize| kernel.launched(launch.as_ref(), place);
    let uses = Uses::of(
        kernel.def,
        &file.globals.with(&kernel.frame),
        &kernel.made.constants,
        &|name| {
            let said = parts.get(name).map(|part| part.param.clone());
            said.or_else(|| by_launch(params.iter().position(|param| param.name == name)?))
        },
    );
    let mut unknown = Vec::new();
    let (mut launched, mut assumed) = (Vec::new(), Vec::new());
    let mut is_used = false;
    for (place, param) in missing {
        let shown = by_launch(place);
        is_used |= shown.is_some();
        let is_told = launch.as_ref().is_some_and(|launch| launch.tells(place));
        let (said, guess) = match shown {
            Some(known) if is_told => (&mut launched, Some(known)),
            // Sizes that it does not tell are assumed.
            Some(known) => (&mut assumed, Some(known)),
            None => (&mut assumed, kernel.guessed(&uses, place, &param.name)),
        };
        let Some(guess) = guess else {
            unknown.push(param.name.as_str());
            continue;
        };
        said.push(format!("{}={}", param.name, guess.to_text()));
        parts.parts.push(Part {
            name: param.name.clone(),
            span: Span::at(0),
            param: guess,
        });
    }
    if let [first, ..] = unknown[..] {
        let message = format!(
            "nothing says what `{}` {}",
            unknown.join("`, `"),
            if unknown.len() == 1 { "is" } else { "are" }
        );
        return Err(vec![
            Diagnostic::error("python.signature", Some(kernel.span), message).with_help(format!(
                "write a comment above the kernel: `# tilewright: {first}=f16[?,?]`, or give `--arg '{first}=f16[?,?]'`"
            )),
        ]);
    }
    let launched_at = launch.as_ref().map(|launch| file.lines.line(launch.span.start));
    if let (Some(launch), Some(line), true) = (launch, launched_at, is_used) {
        let names: Vec<&str> = params.iter().map(|param| param.name.as_str()).collect();
        let values = launch.values(&names);
        let grid = launch.grid;
        *used = Some((LaunchInfo { line, grid, values }, launch.hints));
        if let [first, ..] = &launched[..] {
            let message = format!("from the launch in line {line}: {}", launched.join("; "));
            notes.push(
                Diagnostic::error("python.launched", Some(launch.span), message)
                    .with_severity(Severity::Note)
                    .with_help(format!(
                        "a comment above the kernel goes before the launch: `# tilewright: {first}`"
                    )),
            );
        }
    }
    if assumed.is_empty() {
        return Ok(());
    }
    let said = assumed.join("; ");
    let warning = Diagnostic::error("python.assumed", Some(kernel.span), format!("assumed: {said}"))
        .with_severity(Severity::Warning)
        .with_note("types and sizes are those that are usual, ranks are those that the uses show")
        .with_help(format!("write what is meant above the kernel: `# tilewright: {said}`"));
    notes.push(match launched_at {
        Some(line) => warning.with_note(format!(
            "the launch in line {line} hands on what is not followed for them: constructors of arrays, numbers, tuples and shapes are"
        )),
        None => warning,
    });
    if let Some((span, why)) = dropped {
        let message = format!(
            "the launch in line {} tells nothing of the kernel: {why}",
            file.lines.line(span.start)
        );
        notes.push(
            Diagnostic::error("python.launched", Some(span), message)
                .with_severity(Severity::Note)
                .with_help("followed are constructors of arrays, numbers, tuples and shapes; else a comment above the kernel says it"),
        );
    }
    Ok(())
}

/// A problem in the text of a signature, at its place in the file or in an option.
fn told(problem: &Problem, span: Option<Span>, option: &str) -> Diagnostic {
    let message = match option {
        "" => problem.message.clone(),
        option => format!("in `{option}`: {}", problem.message),
    };
    let diagnostic = Diagnostic::error("python.signature", span, message);
    match &problem.help {
        Some(help) => diagnostic.with_help(help.clone()),
        None => diagnostic.with_help("docs/cutile.md has the notation of signatures"),
    }
}
