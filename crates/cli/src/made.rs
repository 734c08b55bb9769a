//! Inputs that are made for a kernel, the same as on the page.

use crate::terminal::say;
use tilewright_case::Case;
use tilewright_cutile::LaunchInfo;
use tilewright_ir::Module;
use tilewright_runner::{Form, Launch, fill, generate};

/// Inputs that are given instead of chosen to suit the kernel.
#[derive(clap::Args, Clone)]
pub struct MadeArgs {
    /// Without a case: tile blocks in x, y and z; what is left out suits the kernel.
    #[arg(long, value_name = "X,Y,Z", value_delimiter = ',', num_args = 1..=3)]
    grid: Vec<f64>,
    /// Without a case: the value of a number, or how many elements an array has, by the parameter's name or number. Of a
    /// Python kernel also the type of a parameter, such as 'A=f16[?,4096]'. May be given several times.
    #[arg(long = "arg", value_name = "NAME=VALUE", value_parser = argument)]
    arguments: Vec<Said>,
    /// Of a Python kernel: the value of a constant. May be given several times.
    #[arg(long = "const", value_name = "NAME=VALUE")]
    constants: Vec<String>,
    /// Values from a launch in the file; parameters that the entry does not have are among them.
    #[arg(skip)]
    of_launch: Vec<(String, f64)>,
}

/// The largest launch of a file that is run as it stands: tile blocks, and elements of an array.
const MAX_BLOCKS: f64 = 256.0;
const MAX_ELEMENTS: f64 = 131072.0;

/// The value of `--arg`.
#[derive(Clone)]
enum Said {
    /// A value.
    Value(String, f64),
    /// The type of a parameter of a Python kernel.
    Type(String),
}

fn argument(text: &str) -> Result<Said, String> {
    let (name, value) = text.split_once('=').ok_or("NAME=VALUE is needed")?;
    Ok(match value.trim().parse() {
        Ok(value) => Said::Value(name.trim().trim_start_matches('%').to_string(), value),
        Err(_) => Said::Type(text.to_string()),
    })
}

impl MadeArgs {
    /// The types that `--arg` gives to the parameters of a kernel in Python.
    pub fn python(&self) -> Vec<String> {
        let types = self.arguments.iter().filter_map(|said| match said {
            Said::Type(text) => Some(text.clone()),
            Said::Value(..) => None,
        });
        types.chain(self.constants.iter().cloned()).collect()
    }

    /// The same with the grid and the values of a launch in the file, where nothing else is said and the engines can run it in
    /// seconds.
    pub fn of_launch(mut self, launch: Option<&LaunchInfo>) -> Self {
        let Some(launch) = launch else { return self };
        let blocks: f64 = launch
            .grid
            .map_or(1.0, |grid| grid.iter().map(|&blocks| blocks as f64).product());
        let largest = launch
            .values
            .iter()
            .fold(0.0, |most, (_, value)| f64::max(most, *value));
        if !self.grid.is_empty() || !self.arguments.is_empty() || blocks > MAX_BLOCKS || largest > MAX_ELEMENTS {
            return self;
        }
        self.grid = launch
            .grid
            .map_or(Vec::new(), |grid| grid.map(|blocks| blocks as f64).to_vec());
        let of_launch = |(name, value): &(String, f64)| (name.clone(), *value);
        self.of_launch = launch.values.iter().map(of_launch).collect();
        self
    }

    /// The case that is made with a seed; what is in it is said.
    ///
    /// # Errors
    /// In words: the kernel takes no such arguments.
    pub fn case(&self, module: &Module, entry: &str, (seed, slots): (u64, u32)) -> Result<Case, String> {
        let launch = self.launch(module, entry, seed, slots)?;
        describe(&launch);
        generate(&launch)
    }

    fn launch(&self, module: &Module, entry: &str, seed: u64, slots: u32) -> Result<Launch, String> {
        if self.grid.len() > 3 {
            return Err("a grid has three axes".to_string());
        }
        let seed =
            u32::try_from(seed).map_err(|_| format!("inputs are made with seeds up to {}, not {seed}", u32::MAX))?;
        let mut form = Form {
            seed,
            slots,
            ..Form::default()
        };
        for (axis, &blocks) in form.grid.iter_mut().zip(&self.grid) {
            *axis = Some(blocks);
        }
        if !self.arguments.is_empty() || !self.of_launch.is_empty() {
            let names: Vec<String> = fill(module, entry, &form)?
                .arguments
                .into_iter()
                .map(|a| a.name)
                .collect();
            form.values = vec![None; names.len()];
            for (name, value) in &self.of_launch {
                if let Some(at) = names.iter().position(|known| known == name) {
                    form.values[at] = Some(*value);
                }
            }
            for said in &self.arguments {
                let Said::Value(name, value) = said else { continue };
                let at = names.iter().position(|known| known == name);
                let at = at.or_else(|| name.parse().ok().filter(|&at| at < names.len()));
                let at = at.ok_or_else(|| {
                    format!(
                        "the kernel has no parameter `{name}`; its parameters are {}",
                        names.join(", ")
                    )
                })?;
                form.values[at] = Some(*value);
            }
        }
        fill(module, entry, &form)
    }
}

fn describe(launch: &Launch) {
    let [x, y, z] = launch.grid;
    let one = |a: &tilewright_runner::Argument| {
        if a.role.is_array() {
            format!("{}: {} x {}", a.name, a.value, a.element)
        } else {
            format!("{} = {}", a.name, a.value)
        }
    };
    let arguments: Vec<String> = launch.arguments.iter().map(one).collect();
    say!(
        "made with seed {}: grid {x} x {y} x {z}; {}",
        launch.seed,
        arguments.join(", ")
    );
}
