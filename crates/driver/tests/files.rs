//! File tests: kernels in `tests/files` with what is expected of them, in the file itself. Each section is a test of its own, by the name of
//! its file and what its second line says: `cargo test -p tilewright-driver --test files cse` runs those of one pass.
//!
//! The first line of a section says what is tested:
//!
//! | line | expected |
//! |---|---|
//! | `// test: messages` | every diagnostic, as line, column, severity, code, message, notes and help that is not the code's general one |
//! | `// test: emit LEVEL` | the IR of that level: `cuda_tile`, `nv_tileaa`, `nv_tileas`, `cutlass`, `nvvm` |
//! | `// test: ptx TARGET` | the PTX |
//! | `// test: ptx TARGET of=OP` | the instructions alone that the lines with this op become |
//! | `// test: pipelines FORM` | the IR after `convert-pipeline-to-nvvm`; FORM is `step` or `documented` |
//! | `// test: verdict FORM` | the verdict on the barriers of IR whose pipelines are lowered so, with the shortest counterexample |
//! | `// test: pass NAME TARGET` | the IR of any level after this pass alone, after the warnings of the pass; or that nothing changed |
//! | `// test: testing` | what `check --testing` says, and the IR as it is read and printed |
//! | `// test: ir` | the IR as it is read and printed, of any level; or what is wrong with it |
//!
//! `messages`, `emit`, `ptx` and `pass` take options of the command line after that, as `gpu-name=sm_80 scheduler=four-stage
//! num-stages=2 tile-scheduler=stream-k`.
//!
//! The kernel stands in the section, or is one of `tests/files/templates` with what is different about it: `// kernel: product m=32 n=128`.
//! A template's first line has its parameters and their defaults; `{m}` in its text is the value of `m`.
//!
//! The expected output stands at the end of the section in lines that start with `//=`. `BLESS=1 cargo test` writes what comes
//! out, of the sections that are run. A line `// -----` starts the next section.

#[path = "file_tests/outcome.rs"]
mod outcome;
#[path = "file_tests/passes.rs"]
mod passes;
#[path = "file_tests/section.rs"]
mod section;

use libtest_mimic::{Arguments, Failed, Trial};
use section::{File, Section};
use std::sync::{Arc, Mutex};

/// The outcomes of sections that are blessed, by file and number.
type Blessed = Arc<Mutex<Vec<(usize, usize, String)>>>;

fn main() {
    let arguments = Arguments::from_args();
    let folder = section::folder();
    let files = section::files(&folder);
    assert!(!files.is_empty(), "no file tests at {}", folder.display());
    let blessed = std::env::var_os("BLESS").is_some().then(Blessed::default);
    let mut trials: Vec<Trial> = files
        .iter()
        .enumerate()
        .flat_map(|(at, file)| of_file(at, file, blessed.as_ref()))
        .collect();
    trials.extend(section::about_itself());
    trials.extend(outcome::about_itself());
    trials.push(passes::each_has_a_test_that_changes_the_ir(&files));
    let conclusion = libtest_mimic::run(&arguments, trials);
    if let Some(blessed) = blessed {
        section::write(&files, &blessed.lock().unwrap());
    }
    conclusion.exit();
}

/// A test for each section of a file.
fn of_file(at: usize, file: &File, blessed: Option<&Blessed>) -> Vec<Trial> {
    let tests = file.sections.iter().enumerate().map(|(number, section)| {
        let (section, blessed) = (section.clone(), blessed.cloned());
        let name = format!("{}: {}", file.name, section.title(number));
        Trial::test(name, move || match blessed {
            None => compared(&section),
            Some(blessed) => {
                let came_out = outcome::outcome(&section)?;
                blessed.lock().unwrap().push((at, number, came_out));
                Ok(())
            }
        })
    });
    tests.collect()
}

/// An error unless a section gives what it expects.
fn compared(section: &Section) -> Result<(), Failed> {
    let actual = outcome::outcome(section)?;
    // Expectations stand in comments without white space at the ends of lines.
    let lines = |text: &str| -> Vec<String> {
        text.trim_end()
            .lines()
            .map(|line| line.trim_end().to_string())
            .collect()
    };
    if lines(&actual) == lines(&section.expected) {
        return Ok(());
    }
    Err(format!(
        "expected:\n{}\nactual:\n{actual}\nBLESS=1 writes what comes out",
        section.expected
    )
    .into())
}
