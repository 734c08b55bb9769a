//! The options of a compilation as flags, the same for every command that takes them.

use crate::exit::Exit;
use crate::scheduler::SchedulerArgs;
use crate::terminal::tell;
use tilewright_driver::Options;
use tilewright_passes::boundary::INPUT;

/// Options of the compiler. Where NVIDIA's `tileiras` has a flag, it is called the same here.
#[derive(clap::Args, Clone)]
pub struct Settings {
    /// GPU to compile for; `sm_90` means `sm_90a`.
    #[arg(long, visible_alias = "arch", value_name = "NAME", default_value = "sm_90a")]
    gpu_name: String,
    /// How far to go: 0 stops at verified cuda_tile, 1 at nv_tileaa, 2 and 3 go through to PTX.
    #[arg(short = 'O', long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u8).range(0..=3))]
    opt_level: u8,
    /// Kernel of the module, where it has several.
    #[arg(long, value_name = "NAME")]
    entry: Option<String>,
    /// Put source lines into the PTX.
    #[arg(long)]
    lineinfo: bool,
    /// How loops are pipelined, instead of what the compiler would decide.
    #[arg(long, value_name = "NAME", value_parser = ["none", "unspecialize", "warp-specialize"])]
    pipeline_strategy: Option<String>,
    /// Who multiplies in a warp-specialised loop: one warpgroup, two that share a tile (2 means the same), or two that take turns
    /// at the tiles of a persistent kernel.
    #[arg(long, value_name = "WHO", default_value = "auto", value_parser = ["auto", "1", "2", "cooperative", "pingpong"])]
    consumers: String,
    /// Largest reservation tables, in entries, with which agents are scheduled; 0: agents keep the order of the program.
    #[arg(long, value_name = "N", default_value_t = tilewright_driver::RRT_SIZE_THRESHOLD)]
    rrt_size_threshold: u32,
    /// Buffers of a software-pipelined loop, instead of what the compiler would decide.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    num_stages: Option<u32>,
    /// Who schedules loops.
    #[arg(long, value_name = "NAME", default_value = "auto", value_parser = ["auto", "documented", "serial", "rau", "exact", "four-stage"])]
    scheduler: String,
    /// Model that loops are scheduled in: footprints, latencies and pools of the machine.
    #[arg(long, value_name = "MODEL", default_value = tilewright_machine::LOOP_MODELS[0], value_parser = tilewright_machine::LOOP_MODELS)]
    machine: String,
    /// Hand out PTX even if its barriers were found to go wrong.
    #[arg(long)]
    allow_refuted: bool,
    #[command(flatten)]
    tiles: SchedulerArgs,
}

impl Settings {
    /// The kernel that was asked for.
    pub fn entry(&self) -> Option<&str> {
        self.entry.as_deref()
    }

    /// The options that these flags ask for, if they do not contradict each other and name a target that there is. What is wrong
    /// has been said.
    ///
    /// # Errors
    /// [`Exit::Usage`].
    pub fn options(self) -> Result<Options, Exit> {
        known_target(&self.gpu_name)?;
        if self.pipeline_strategy.as_deref() == Some("none") {
            let given = [
                ("--num-stages", self.num_stages.is_some()),
                ("--consumers", self.consumers != "auto"),
                ("--scheduler", self.scheduler != "auto"),
            ];
            if let Some((flag, _)) = given.iter().find(|(_, given)| *given) {
                tell!(
                    "error: {flag} says how a loop is pipelined, and --pipeline-strategy none pipelines none; leave one of them out"
                );
                return Err(Exit::Usage);
            }
        }
        if let Some(why) = self.tiles.contradiction() {
            tell!("error: {why}");
            return Err(Exit::Usage);
        }
        Ok(self.unchecked())
    }

    fn unchecked(self) -> Options {
        let Self {
            gpu_name,
            opt_level,
            entry,
            lineinfo,
            pipeline_strategy,
            consumers,
            rrt_size_threshold,
            num_stages,
            scheduler,
            machine,
            allow_refuted,
            tiles,
        } = self;
        Options {
            gpu_name: canonical(gpu_name),
            opt_level,
            entry,
            lineinfo,
            pipeline_strategy,
            consumers: Some(consumers).filter(|consumers| consumers != "auto"),
            rrt_size_threshold,
            num_stages,
            scheduler,
            machine,
            tile_scheduler: tiles.options(),
            allow_refuted,
        }
    }
}

/// Whether there is the target.
///
/// # Errors
/// [`Exit::Usage`], with a list of those there are.
pub fn known_target(name: &str) -> Result<(), Exit> {
    if tilewright_machine::target(name).is_some() {
        return Ok(());
    }
    let names: Vec<String> = tilewright_driver::targets().into_iter().map(|(name, _)| name).collect();
    tell!(
        "error: --gpu-name: there is no target `{name}`; targets are {}",
        names.join(", ")
    );
    Err(Exit::Usage)
}

/// Whether there is the pass that `--from` names.
///
/// # Errors
/// [`Exit::Usage`]; why has been said.
pub fn known_pass(from: Option<&str>) -> Result<(), Exit> {
    let known = |name: &&str| *name == INPUT || tilewright_driver::passes().iter().any(|(pass, ..)| pass == name);
    match from.filter(|name| !known(name)) {
        None => Ok(()),
        Some(unknown) => {
            tell!("error: there is no pass `{unknown}`; `tilewright compile --list-passes` lists them");
            Err(Exit::Usage)
        }
    }
}

/// What an option asked for that the kernel has not, or did not say though it had to: no fault of the kernel.
pub fn asked_in_vain(entry: bool, messages: &[tilewright_driver::report::Message]) -> bool {
    let mut codes = messages.iter().map(|m| m.diagnostic().code);
    codes.any(|code| code == "entry.which" || entry && code == "entry")
}

/// The target's own name for `name`; the compiler refuses what is no target, with a list of those there are.
fn canonical(name: String) -> String {
    tilewright_machine::target(&name).map_or(name, |target| target.name.clone())
}
