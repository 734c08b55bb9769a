//! A kernel of a file as Tile IR text: which kernel, for which signature, and what was assumed.

use crate::signature::text::{Parts, Problem, parse, parse_comments};
use crate::signature::{Param, Signature};
use crate::{KernelInfo, compile, file};
use tilewright_diag::{Diagnostic, Severity, Span};
use tilewright_ir::{PrintOptions, print_with};

/// What is asked of a file.
#[derive(Clone, Debug, Default)]
pub struct Request<'r> {
    /// The name of the file, for locations.
    pub file: &'r str,
    /// The kernel, by its name or the name of its entry; needed where there are several.
    pub kernel: Option<&'r str>,
    /// What options say of parameters, each as in a comment.
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
    /// What was assumed.
    pub notes: Vec<Diagnostic>,
}

/// Whether a text is Python: a line of it is an import, a definition or a decorator of Python.
pub fn is_python(text: &str) -> bool {
    text.lines().any(|line| {
        let line = line.trim_end();
        let is_definition = line.starts_with("def ") && line.contains('(');
        let is_import = line.starts_with("import ") || (line.starts_with("from ") && line.contains(" import "));
        is_definition || is_import || (line.starts_with('@') && !line.contains('='))
    })
}

/// Compiles a kernel of a file to Tile IR.
///
/// # Errors
/// What is wrong with the file, the request or the kernel; several at once.
pub fn lower(source: &str, request: &Request<'_>) -> Result<Lowered, Vec<Diagnostic>> {
    let kernels = crate::read(source)?;
    let kernel = pick(source, &kernels, request.kernel)?;
    let mut notes = Vec::new();
    let signature = signature(source, kernel, request, &mut notes)?;
    let compiled = compile(source, request.file, &kernel.name, &signature).map_err(|mut errors| {
        errors.extend(notes.clone());
        errors
    })?;
    let text = print_with(&compiled.module, PrintOptions { locations: true }).text;
    Ok(Lowered {
        text,
        kernel: kernel.name.clone(),
        symbol: compiled.symbol,
        signature,
        notes,
    })
}

/// The kernel that is meant.
fn pick<'k>(source: &str, kernels: &'k [KernelInfo], asked: Option<&str>) -> Result<&'k KernelInfo, Vec<Diagnostic>> {
    let names: Vec<&str> = kernels.iter().map(|kernel| kernel.name.as_str()).collect();
    let error =
        |message: String, help: String| Err(vec![Diagnostic::error("python.kernel", None, message).with_help(help)]);
    match (kernels, asked) {
        ([], _) => {
            let (message, help) = crate::foreign::describe(source);
            error(message, help)
        }
        (_, Some(asked)) => {
            let by_symbol = crate::signature::kernel_of_symbol(asked);
            match kernels
                .iter()
                .find(|kernel| kernel.name == asked || Some(kernel.name.as_str()) == by_symbol)
            {
                Some(kernel) => Ok(kernel),
                None => error(
                    format!("there is no kernel `{asked}` in the file"),
                    format!("its kernels are: {}", names.join(", ")),
                ),
            }
        }
        ([only], None) => Ok(only),
        (several, None) => error(
            format!("the file has {} kernels: {}", several.len(), names.join(", ")),
            format!("say which: `--entry {}`", names[0]),
        ),
    }
}

/// What the kernel is compiled for: a case says all; else options, then comments, then what the uses of parameters show.
fn signature(
    source: &str,
    kernel: &KernelInfo,
    request: &Request<'_>,
    notes: &mut Vec<Diagnostic>,
) -> Result<Signature, Vec<Diagnostic>> {
    let names: Vec<&str> = kernel.params.iter().map(|param| param.name.as_str()).collect();
    let mut parts = Parts::default();
    let mut faults = Vec::new();
    for option in &request.options {
        match parse(option, 0) {
            Ok(said) => parts = parts.or(said),
            Err(problems) => faults.extend(problems.iter().map(|problem| told(problem, None, option))),
        }
    }
    match parse_comments(source, kernel.at) {
        Ok(said) => parts = parts.or(said),
        Err(problems) => faults.extend(problems.iter().map(|problem| told(problem, Some(problem.span), ""))),
    }
    if !faults.is_empty() {
        return Err(faults);
    }
    #[cfg(feature = "case")]
    if let Some(case) = request.case {
        let of_case = Signature::of_case(case, &kernel.name, &names);
        return of_case.map_err(|lines| {
            let tell = |line: &String| {
                Diagnostic::error("python.signature", Some(kernel.span), line.clone())
                    .with_help("the case and the kernel must agree; compare the kernel's parameters with case.json")
            };
            lines.iter().map(tell).collect()
        });
    }
    assume(source, kernel, &mut parts, notes)?;
    parts.signature(&names).map_err(|mismatch| {
        mismatch
            .problems
            .iter()
            .map(|problem| told(problem, None, ""))
            .collect()
    })
}

/// Parameters of which nothing is said get what their uses show, and a note says so.
fn assume(
    source: &str,
    kernel: &KernelInfo,
    parts: &mut Parts,
    notes: &mut Vec<Diagnostic>,
) -> Result<(), Vec<Diagnostic>> {
    let missing: Vec<_> = kernel
        .params
        .iter()
        .filter(|param| parts.get(&param.name).is_none())
        .collect();
    if missing.is_empty() {
        return Ok(());
    }
    let guesses = file(
        source,
        |def| {
            missing
                .iter()
                .map(|param| crate::infer::guess(def, &param.name, param.constant))
                .collect::<Vec<Option<Param>>>()
        },
        &kernel.name,
    )?;
    let mut unknown = Vec::new();
    let mut said = Vec::new();
    for (param, guess) in missing.iter().zip(guesses) {
        match guess {
            Some(guess) => {
                said.push(format!("{}={}", param.name, guess.to_text()));
                parts.parts.push(crate::signature::text::Part {
                    name: param.name.clone(),
                    span: Span::at(0),
                    param: guess,
                });
            }
            None => unknown.push(param.name.as_str()),
        }
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
    let mut note = Diagnostic::error(
        "python.assumed",
        Some(kernel.span),
        format!("assumed: {}", said.join("; ")),
    )
    .with_note("types and sizes are those that are usual, ranks are those that the uses show")
    .with_help(format!(
        "write what is meant above the kernel: `# tilewright: {}`",
        said.join("; ")
    ));
    note.severity = Severity::Warning;
    notes.push(note);
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
