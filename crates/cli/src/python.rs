//! Kernels in cuTile Python: what options say of them, and the Tile IR that they become.

use crate::exit::Exit;
use crate::files::read_bytes;
use crate::messages::print_diagnostics;
use crate::terminal::tell;
use std::path::{Path, PathBuf};
use tilewright_case::Description;
use tilewright_cutile::{Lowered, Request, lower};

/// The types and constants that a kernel in Python is compiled for, where no comment in the file says it.
#[derive(clap::Args, Clone, Default)]
pub struct PythonArgs {
    /// Of a Python kernel: the type of a parameter, such as 'A=f16[?,4096] div=16'; see docs/cutile.md. May be given several
    /// times.
    #[arg(long = "arg", value_name = "NAME=TYPE")]
    args: Vec<String>,
    /// Of a Python kernel: the value of a constant. May be given several times.
    #[arg(long = "const", value_name = "NAME=VALUE")]
    constants: Vec<String>,
    /// Of a Python kernel: the folder of a case, whose case.json says types, sizes and constants.
    #[arg(long, value_name = "DIR", conflicts_with_all = ["args", "constants"])]
    case: Option<PathBuf>,
}

/// A kernel in Python, and what is asked of it.
#[derive(Clone, Default)]
pub struct Python {
    /// The kernel or entry that was named.
    pub kernel: Option<String>,
    /// The parameters as options give them.
    pub options: Vec<String>,
    /// The folder of the case.
    pub case: Option<PathBuf>,
}

impl PythonArgs {
    /// The same with the kernel that is meant.
    pub fn of(&self, kernel: Option<&str>) -> Python {
        Python {
            kernel: kernel.map(str::to_string),
            options: self.args.iter().chain(&self.constants).cloned().collect(),
            case: self.case.clone(),
        }
    }

    /// The first of its options that was given, for messages about kernels that are no Python.
    pub fn given(&self) -> Option<&'static str> {
        match (self.args.first(), self.constants.first(), &self.case) {
            (Some(_), ..) => Some("--arg"),
            (_, Some(_), _) => Some("--const"),
            (.., Some(_)) => Some("--case"),
            _ => None,
        }
    }
}

impl Python {
    /// The Tile IR of a kernel. What is wrong, and what was assumed, has been said.
    ///
    /// # Errors
    /// [`Exit::Wrong`] when the kernel is refused, [`Exit::Usage`] when the case cannot be read.
    pub fn lower(&self, path: &Path, source: &str) -> Result<Lowered, Exit> {
        let case = self.case.as_deref().map(description).transpose()?;
        let file = path
            .file_name()
            .map_or_else(|| "kernel.py".into(), |name| name.to_string_lossy());
        let request = Request {
            file: &file,
            kernel: self.kernel.as_deref(),
            options: self.options.clone(),
            case: case.as_ref(),
        };
        match lower(source, &request) {
            Ok(lowered) => {
                print_diagnostics(&lowered.notes, path, source);
                Ok(lowered)
            }
            Err(errors) => Err(print_diagnostics(&errors, path, source).max(Exit::Wrong)),
        }
    }
}

/// The contents of the case.json of a folder.
fn description(folder: &Path) -> Result<Description, Exit> {
    let path = folder.join("case.json");
    let bytes = read_bytes(&path)?;
    Description::read(&bytes).map_err(|error| {
        tell!("error: {}: {error}", path.display());
        Exit::Usage
    })
}
