//! The options of a compilation as flags, the same for every command that takes them.

use crate::choices::{OrAuto, choice, choice_or_auto};
use crate::exit::Exit;
use crate::scheduler::SchedulerArgs;
use crate::terminal::tell;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::parser::ValueSource;
use clap::{ArgMatches, Command, FromArgMatches};
use tilewright_driver::options::{LEVELS, OPTIONS, help};
use tilewright_driver::{Consumers, Generator, LoopModel, Options, Strategy, rrt_size_threshold};
use tilewright_passes::boundary::INPUT;

/// Options of the compiler, and which of them were named: who asks for the default should hear, too, that it decides
/// nothing.
#[derive(Clone)]
pub struct Settings {
    flags: Flags,
    named: Vec<&'static str>,
}

/// Options of the compiler. Where NVIDIA's `tileiras` has a flag, it is called the same here.
#[derive(clap::Args, Clone)]
struct Flags {
    #[arg(long, visible_alias = "arch", value_name = "NAME", default_value = "sm_90a", help = help("gpu_name"))]
    gpu_name: String,
    #[arg(short = 'O', long, value_name = "N", default_value_t = 3, value_parser = level(), help = help("opt_level"))]
    opt_level: u8,
    #[arg(long, value_name = "NAME", help = help("entry"))]
    entry: Option<String>,
    #[arg(long, help = help("lineinfo"))]
    lineinfo: bool,
    #[arg(long, value_name = "NAME", value_parser = choice::<Strategy>(), help = help("pipeline_strategy"))]
    pipeline_strategy: Option<Strategy>,
    #[arg(long, value_name = "WHO", default_value = "auto", value_parser = choice_or_auto::<Consumers>(), help = help("consumers"))]
    consumers: OrAuto<Consumers>,
    #[arg(long, value_name = "N", default_value_t = rrt_size_threshold(), help = help("rrt_size_threshold"))]
    rrt_size_threshold: u32,
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..), help = help("num_stages"))]
    num_stages: Option<u32>,
    #[arg(long, value_name = "NAME", default_value = Generator::Auto.name(), value_parser = choice::<Generator>(), help = help("scheduler"))]
    scheduler: Generator,
    #[arg(long, value_name = "MODEL", default_value = LoopModel::GpuAtoms.name(), value_parser = choice::<LoopModel>(), help = help("machine"))]
    machine: LoopModel,
    #[arg(long, help = help("allow_refuted"))]
    allow_refuted: bool,
    #[command(flatten)]
    tiles: SchedulerArgs,
}

/// The levels that there are.
fn level() -> impl TypedValueParser<Value = u8> {
    let levels = LEVELS
        .iter()
        .map(|level| PossibleValue::new(level.name).help(level.means));
    PossibleValuesParser::new(levels).try_map(|level| level.parse::<u8>())
}

impl clap::Args for Settings {
    fn augment_args(command: Command) -> Command {
        Flags::augment_args(command)
    }

    fn augment_args_for_update(command: Command) -> Command {
        Flags::augment_args_for_update(command)
    }
}

impl FromArgMatches for Settings {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let (flags, named) = (Flags::from_arg_matches(matches)?, named(matches));
        Ok(Self { flags, named })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        self.named.extend(named(matches));
        self.flags.update_from_arg_matches(matches)
    }
}

/// The flags of the options that the command line names.
fn named(matches: &ArgMatches) -> Vec<&'static str> {
    let given = |flag: &&str| matches.value_source(&flag.replace('-', "_")) == Some(ValueSource::CommandLine);
    OPTIONS.iter().map(|option| option.flag).filter(given).collect()
}

impl Settings {
    /// The kernel that was asked for.
    pub fn entry(&self) -> Option<&str> {
        self.flags.entry.as_deref()
    }

    /// The flags, without dashes, that were given.
    pub fn named(&self) -> &[&'static str] {
        &self.named
    }

    /// The options that these flags ask for, as [`Flags::options`] says it.
    ///
    /// # Errors
    /// [`Exit::Usage`].
    pub fn options(self) -> Result<Options, Exit> {
        self.flags.options()
    }
}

impl Flags {
    /// The options that these flags ask for, if they do not contradict each other and name a target that there is. What
    /// is wrong has been said.
    ///
    /// # Errors
    /// [`Exit::Usage`].
    fn options(self) -> Result<Options, Exit> {
        known_target(&self.gpu_name)?;
        if self.pipeline_strategy == Some(Strategy::None) {
            let given = [
                ("--num-stages", self.num_stages.is_some()),
                ("--consumers", self.consumers.0.is_some()),
                ("--scheduler", self.scheduler != Generator::Auto),
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
            consumers: consumers.0,
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

/// Something that an option asked for and the kernel has not, or that it had to say and did not: no fault of the
/// kernel.
pub fn asked_in_vain(entry: bool, messages: &[tilewright_driver::report::Message]) -> bool {
    let mut codes = messages.iter().map(|m| m.diagnostic().code);
    codes.any(|code| code == "entry.which" || entry && code == "entry")
}

/// The target's own name for `name`; the compiler refuses what is no target, with a list of those there are.
fn canonical(name: String) -> String {
    tilewright_machine::target(&name).map_or(name, |target| target.name.clone())
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Args;

    fn read(arguments: &[&str]) -> Result<Options, String> {
        let command = Settings::augment_args(Command::new("compile"));
        let matches = command.try_get_matches_from(["compile"].iter().chain(arguments));
        let settings = matches.and_then(|matches| Settings::from_arg_matches(&matches));
        let settings = settings.map_err(|error| error.to_string())?;
        settings.options().map_err(|_| "refused".to_string())
    }

    #[test]
    fn flags_are_the_options_of_the_compiler_with_their_words() {
        let command = Settings::augment_args(Command::new("compile"));
        let mut flags: Vec<(String, String)> = Vec::new();
        for flag in command.get_arguments() {
            let name = flag.get_long().expect("a flag").to_string();
            let help = flag.get_help().map(ToString::to_string).unwrap_or_default();
            flags.push((name, help));
        }
        let mut options: Vec<(String, String)> = OPTIONS.iter().map(|o| (o.flag.into(), o.help.into())).collect();
        flags.sort();
        options.sort();
        assert_eq!(flags, options);
    }

    #[test]
    fn without_flags_all_is_as_the_compiler_would_have_it() {
        assert_eq!(read(&[]), Ok(Options::default()));
        let tiles = read(&["--tile-scheduler", "auto"]).expect("options").tile_scheduler;
        assert_eq!(tiles, Some(Default::default()));
    }

    #[test]
    fn flags_are_named_where_they_are_given_even_with_their_defaults() {
        let named = |arguments: &[&str]| {
            let command = Settings::augment_args(Command::new("compile"));
            let matches = command.try_get_matches_from(["compile"].iter().chain(arguments));
            let settings = Settings::from_arg_matches(&matches.expect("arguments")).expect("settings");
            settings.named().to_vec()
        };
        assert_eq!(named(&[]), [""; 0]);
        assert_eq!(
            named(&["--machine", "gpu-atoms", "--arch", "sm_90a"]),
            ["gpu-name", "machine"]
        );
        assert_eq!(
            named(&["--tile-scheduler", "auto", "--swizzle", "1"]),
            ["tile-scheduler", "swizzle"]
        );
    }

    #[test]
    fn names_are_read_and_unknown_ones_answered_with_those_there_are() {
        let options = read(&["--consumers", "2", "--scheduler", "rau", "-O1"]).expect("options");
        assert_eq!(
            (options.consumers, options.scheduler, options.opt_level),
            (Some(Consumers::Cooperative), Generator::Rau, 1)
        );
        assert_eq!(read(&["--consumers", "auto"]).expect("options").consumers, None);
        for (flag, name, there) in [
            (
                "--consumers",
                "three",
                "[possible values: auto, 1, cooperative, pingpong]",
            ),
            (
                "--machine",
                "mine",
                "[possible values: gpu-atoms, documented-blackwell]",
            ),
            ("--opt-level", "4", "[possible values: 0, 1, 2, 3]"),
        ] {
            let wrong = read(&[flag, name]).expect_err("no such name");
            assert!(wrong.contains(there), "{wrong}");
        }
    }
}
