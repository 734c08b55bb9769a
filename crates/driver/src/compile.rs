//! One compilation, from text to report.

use crate::abi::{ABI_VERSION, Abi, Param, ParamKind};
use crate::clock::Clock;
use crate::options::Options;
use crate::report::{Compilation, Fact, Listing, Message, PassRecord, Report, Timings};
use tilewright_diag::{Diagnostic, LineIndex};
use tilewright_ir::{AttrData, Module, Op};
use tilewright_machine::Target;
use tilewright_passes::{Context, Level, PIPELINE, convert_cudatile_to_tileaa, emit_ptx};

/// A CTA has so many warps unless the kernel says otherwise, as a power of two: four warps, as NVIDIA's compiler takes for
/// elementwise kernels.
const WARP_BITS: usize = 2;

/// Compiles a kernel in text form.
pub fn compile(source: &str, options: &Options) -> Compilation {
    let mut job = Job {
        source,
        options,
        report: Report::new(options),
        clock: Clock::start(),
        found: Vec::new(),
    };
    let outcome = job.run();
    if let Err(failure) = outcome {
        job.found.push(*failure);
    }
    job.finish()
}

struct Job<'a> {
    source: &'a str,
    options: &'a Options,
    report: Report,
    clock: Clock,
    found: Vec<Diagnostic>,
}

type Outcome<T> = Result<T, Box<Diagnostic>>;

impl Job<'_> {
    fn run(&mut self) -> Outcome<()> {
        let target = self.target()?;
        self.report.options.gpu_name = target.name.clone();
        let parsed = tilewright_ir::parse(self.source);
        let module = parsed.module;
        self.found.extend(parsed.diagnostics);
        if self.found.iter().any(Diagnostic::is_error) {
            return Ok(());
        }
        self.record("parse", Level::CudaTile, true, &module);
        self.found.extend(tilewright_ir::verify(&module));
        if self.found.iter().any(Diagnostic::is_error) {
            return Ok(());
        }
        self.report.entries = convert_cudatile_to_tileaa::entries(&module);
        self.report.hints = crate::hints::hints(&module);
        if self.report.entries.is_empty() {
            return Err(Box::new(
                Diagnostic::error("entry", None, "there is no kernel here")
                    .with_help("a kernel starts with `entry @name(...) {`"),
            ));
        }
        if self.options.opt_level == 0 {
            self.report.ok = true;
            return Ok(());
        }
        let entry = self.entry()?;
        let context = Context {
            target,
            entry: &entry,
            warp_bits: WARP_BITS,
        };
        let Some(lowered) = self.lower(module.clone(), &context)? else {
            return Ok(());
        };
        let emitted = emit_ptx::emit(&lowered, &context, self.options.lineinfo)?;
        self.clock.lap("emit-ptx");
        self.report.abi = Some(abi(&module, &entry, target, &emitted));
        self.summarize(&entry, target, &emitted);
        self.report.ptx = Some(Listing {
            text: emitted.text,
            lines: emitted.lines,
        });
        self.report.ok = true;
        Ok(())
    }

    fn target(&self) -> Outcome<&'static Target> {
        tilewright_machine::target(&self.options.gpu_name).ok_or_else(|| {
            let names: Vec<&str> = tilewright_machine::targets().iter().map(|t| t.name.as_str()).collect();
            let message = format!(
                "there is no target `{}`, or it is not supported yet",
                self.options.gpu_name
            );
            Box::new(Diagnostic::error("target", None, message).with_help(format!("targets are {}", names.join(", "))))
        })
    }

    /// The kernel that is compiled: the one asked for, or the only one.
    fn entry(&self) -> Outcome<String> {
        let entries = &self.report.entries;
        let list = || {
            format!(
                "the module has {}",
                entries.iter().map(|e| format!("`{e}`")).collect::<Vec<_>>().join(", ")
            )
        };
        match (&self.options.entry, &entries[..]) {
            (Some(name), _) if entries.contains(name) => Ok(name.clone()),
            (Some(name), _) => {
                let error = Diagnostic::error("entry", None, format!("there is no kernel `{name}`"));
                Err(Box::new(error.with_help(list())))
            }
            (None, [only]) => Ok(only.clone()),
            (None, _) => {
                let error = Diagnostic::error("entry", None, "there are several kernels; say which");
                Err(Box::new(error.with_note(list()).with_help("name one with --entry")))
            }
        }
    }

    /// Runs the passes; none if the level asked for comes earlier than PTX.
    fn lower(&mut self, mut module: Module, context: &Context<'_>) -> Outcome<Option<Module>> {
        let last = if self.options.opt_level == 1 {
            Level::Tileaa
        } else {
            Level::Nvvm
        };
        for pass in PIPELINE {
            if pass.level > last {
                self.report.ok = true;
                return Ok(None);
            }
            let before = self.report.passes.last().map(|p| p.listing.text.clone());
            let next = (pass.run)(&module, context)?;
            self.clock.lap(pass.name);
            self.record(pass.name, pass.level, true, &next);
            if let Some(record) = self.report.passes.last_mut() {
                record.changed = before.as_ref() != Some(&record.listing.text);
            }
            self.check(pass.name, &next)?;
            module = next;
        }
        Ok((last == Level::Nvvm).then_some(module))
    }

    /// What a pass makes must be legal; if it is not, that is our mistake.
    fn check(&mut self, pass: &str, module: &Module) -> Outcome<()> {
        if !cfg!(debug_assertions) {
            return Ok(());
        }
        match tilewright_ir::verify(module).into_iter().next() {
            None => Ok(()),
            Some(mut wrong) => {
                wrong.code = "internal".to_string();
                wrong.message = format!("after {pass}: {}", wrong.message);
                Err(Box::new(wrong.with_note("this is our mistake, not the kernel's")))
            }
        }
    }

    /// Keeps the IR at a pass boundary.
    fn record(&mut self, name: &str, level: Level, changed: bool, module: &Module) {
        let printed = tilewright_ir::print(module);
        let line = |op: &Option<Op>| op.map_or(0, |op| module.loc_data(module.loc(op)).line);
        let lines = printed.lines.iter().map(line).collect();
        let listing = Listing {
            text: printed.text,
            lines,
        };
        let level = level.name().to_string();
        self.report.passes.push(PassRecord {
            name: name.to_string(),
            level,
            changed,
            listing,
        });
        self.clock.lap(&format!("print after {name}"));
    }

    fn summarize(&mut self, entry: &str, target: &Target, emitted: &emit_ptx::Emitted) {
        let mut fact = |label: &str, value: String| {
            self.report.summary.push(Fact {
                label: label.to_string(),
                value,
            });
        };
        fact("kernel", entry.to_string());
        fact("target", format!("{} ({})", target.name, target.label));
        fact(
            "threads",
            format!("{} per CTA, one CTA per tile block", emitted.threads),
        );
        fact("shared memory", format!("{} bytes", emitted.static_shared_bytes));
        fact("PTX", format!("{} instructions", emitted.instructions));
        fact("pipelining", "none: the kernel has no pipelined loop".to_string());
    }

    fn finish(mut self) -> Compilation {
        let index = LineIndex::new(self.source);
        self.found.sort_by_key(|d| (d.span.map_or(0, |s| s.start), d.severity));
        self.report.diagnostics = self
            .found
            .iter()
            .map(|d| Message::new(d, self.source, &index))
            .collect();
        let timings: Timings = self.clock.stop();
        Compilation {
            report: self.report,
            timings,
        }
    }
}

/// The calling contract of a kernel whose parameters are those of its Tile IR entry.
fn abi(module: &Module, entry: &str, target: &Target, emitted: &emit_ptx::Emitted) -> Abi {
    let is_entry = |&op: &Op| {
        module.op_name(op) == "cuda_tile.entry"
            && matches!(module.attr(op, "sym_name").map(|a| module.attr_data(a)), Some(AttrData::Symbol(n)) if module.name(*n) == entry)
    };
    let op = module.walk(module.top()).into_iter().find(is_entry);
    let block = op.and_then(|op| module.entry_block(module.regions(op)[0]));
    let arguments = block.map(|block| module.arguments(block)).unwrap_or(&[]);
    let params = arguments.iter().map(|&argument| {
        let element = module.element(module.ty(argument));
        let pointer = module.pointee(element).is_some();
        let bytes = if pointer {
            8
        } else {
            module.scalar(element).map_or(8, |s| s.bytes())
        };
        let kind = if pointer { ParamKind::Pointer } else { ParamKind::Scalar };
        Param {
            kind,
            r#type: module.type_text(element),
            bytes,
            align: bytes,
        }
    });
    Abi {
        version: ABI_VERSION,
        entry: entry.to_string(),
        target: target.name.clone(),
        params: params.collect(),
        descriptors: Vec::new(),
        threads: [emitted.threads, 1, 1],
        shared_bytes: 0,
        cluster: [1, 1, 1],
        grid: "one-cta-per-tile-block".to_string(),
    }
}
