//! The options of a compilation as flags, the same for every command that takes them: they are made of the compiler's list of
//! options, so that a new option has its flag.

use crate::exit::Exit;
use crate::terminal::tell;
use crate::tunables::apply_environment;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::parser::ValueSource;
use clap::{Arg, ArgAction, ArgMatches, Command, FromArgMatches};
use serde_json::{Value, json};
use std::ffi::OsStr;
use std::sync::{Arc, LazyLock};
use tilewright_driver::options::{OPTIONS, OptionInfo, OptionValue};
use tilewright_driver::tile_scheduler::{SchedulerKind, SchedulerPolicy, TileScheduler};
use tilewright_driver::{Asked, Generator, Options, Strategy};
use tilewright_machine::{Atoms, Target};
use tilewright_passes::boundary::INPUT;

/// Options of the compiler, and which of them were named: who asks for the default should hear, too, that it decides
/// nothing. Where NVIDIA's `tileiras` has a flag, it is called the same here.
#[derive(Clone)]
pub struct Settings {
    options: Options,
    /// The fields of the tile scheduler, whether there is one or not.
    tiles: TileScheduler,
    /// The model of a file that was named instead of one of the compiler's.
    model: Option<Arc<Written>>,
    named: Vec<&'static str>,
}

/// A model that loops are scheduled in.
#[derive(Clone)]
enum Model {
    Named(String),
    Written(Arc<Written>),
}

/// A model that a file holds.
struct Written {
    text: String,
    atoms: Atoms,
}

/// Reads the name of a model, or the file of one: a path has a dot or a slash.
#[derive(Clone)]
struct ModelParser(PossibleValuesParser);

impl TypedValueParser for ModelParser {
    type Value = Model;

    fn parse_ref(&self, command: &Command, arg: Option<&Arg>, value: &OsStr) -> Result<Model, clap::Error> {
        let path = value.to_string_lossy();
        if !path.contains(['.', '/', '\\']) {
            return self.0.parse_ref(command, arg, value).map(Model::Named);
        }
        let wrong = |why: String| {
            let kind = clap::error::ErrorKind::ValueValidation;
            clap::Error::raw(kind, format!("--machine {path}: {why}\n")).with_cmd(command)
        };
        let text = std::fs::read_to_string(value).map_err(|error| wrong(format!("it cannot be read: {error}")))?;
        let atoms = tilewright_machine::read_atoms(&text).map_err(|misfit| {
            wrong(format!(
                "it does not fit: {misfit}; crates/machine/data/atoms.json is such a file"
            ))
        })?;
        Ok(Model::Written(Arc::new(Written { text, atoms })))
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        self.0.possible_values()
    }
}

/// The option whose value may be a file, too.
const MACHINE: &str = "machine";

/// The start of the names of the tile scheduler's fields in [`OPTIONS`].
const TILES: &str = "tile_scheduler.";

/// The one that says which tile scheduler there is, if any.
const KIND: &str = "tile_scheduler.kind";

impl clap::Args for Settings {
    fn augment_args(command: Command) -> Command {
        let usual = usual();
        OPTIONS
            .iter()
            .fold(command, |command, option| command.arg(flag(option, usual)))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

/// The defaults, with those of a tile scheduler: those of each command that has these flags.
fn usual() -> &'static Value {
    static USUAL: LazyLock<Value> = LazyLock::new(|| {
        let mut usual = json!(Options::default());
        usual["tile_scheduler"] = json!(TileScheduler::default());
        usual
    });
    &USUAL
}

/// Where the value of an option is among all values.
fn pointer(option: &OptionInfo) -> String {
    format!("/{}", option.field.replace('.', "/"))
}

/// The flag of an option.
fn flag(option: &'static OptionInfo, usual: &Value) -> Arg {
    let arg = Arg::new(option.flag).long(option.flag).help(option.help);
    let none = option.none.map(|means| PossibleValue::new("auto").help(means));
    let arg = match option.value {
        OptionValue::Flag => arg.action(ArgAction::SetTrue),
        OptionValue::Target => arg.value_name("NAME").visible_alias("arch"),
        OptionValue::Entry => arg.value_name("NAME"),
        OptionValue::Pair => arg.value_name("MxN").value_parser(pair),
        OptionValue::Count { least } => arg
            .value_name("N")
            .value_parser(clap::value_parser!(u32).range(i64::from(least)..)),
        OptionValue::Level { words } => {
            let levels = words.iter().map(|word| PossibleValue::new(word.name).help(word.means));
            let arg = if option.field == "opt_level" {
                arg.short('O')
            } else {
                arg
            };
            arg.value_name("N").value_parser(PossibleValuesParser::new(levels))
        }
        OptionValue::Choice { words, aliases } => {
            let named = words
                .iter()
                .map(|word| PossibleValue::new(word.name).help(word.means.trim_start()));
            // Other names are read and not shown.
            let others = aliases.iter().map(|name| PossibleValue::new(*name).hide(true));
            let none = none.filter(|_| option.field != KIND);
            let all = PossibleValuesParser::new(none.into_iter().chain(named).chain(others));
            match option.field {
                MACHINE => arg.value_name("NAME|FILE").value_parser(ModelParser(all)),
                _ => arg.value_name("NAME").value_parser(all),
            }
        }
    };
    let default = option.field.split('.').try_fold(usual, |value, name| value.get(name));
    let arg = match default {
        _ if option.field == KIND => arg,
        Some(Value::String(word)) => arg.default_value(word.clone()),
        Some(Value::Number(number)) => arg.default_value(number.to_string()),
        Some(Value::Array(pair)) => arg.default_value(pair.iter().map(Value::to_string).collect::<Vec<_>>().join("x")),
        Some(Value::Null) if matches!(option.value, OptionValue::Choice { .. }) => arg.default_value("auto"),
        _ => arg,
    };
    match option.field.starts_with(TILES) {
        true if option.field != KIND => arg.help_heading("Tile scheduler").requires("tile-scheduler"),
        true => arg.help_heading("Tile scheduler"),
        false => arg,
    }
}

/// Two sizes.
fn pair(text: &str) -> Result<[u32; 2], String> {
    let sizes: Option<Vec<u32>> = text.split('x').map(|size| size.parse().ok()).collect();
    match sizes.as_deref() {
        Some(&[m, n] | &[m, n, 1]) => Ok([m, n]),
        Some(&[_, _, k]) => Err(format!(
            "a cluster has one CTA along k, not {k}: the tiles of an output lie along m and n"
        )),
        _ => Err("a cluster is written as two sizes, such as 2x1, or as three with 1 along k".to_string()),
    }
}

/// The value of an option's flag; none where it is left out and has no default.
fn given(option: &OptionInfo, matches: &ArgMatches) -> Option<Value> {
    let id = option.flag;
    Some(match option.value {
        OptionValue::Flag => json!(matches.get_flag(id)),
        OptionValue::Count { .. } => json!(matches.get_one::<u32>(id)?),
        OptionValue::Pair => json!(matches.get_one::<[u32; 2]>(id)?),
        OptionValue::Level { .. } => json!(matches.get_one::<String>(id)?.parse::<u8>().ok()?),
        OptionValue::Target => json!(canonical(matches.get_one::<String>(id)?.clone())),
        OptionValue::Entry => json!(matches.get_one::<String>(id)?),
        OptionValue::Choice { .. } if option.field == MACHINE => match matches.get_one::<Model>(id)? {
            Model::Named(name) => json!(name),
            Model::Written(_) => return None,
        },
        OptionValue::Choice { .. } => match matches.get_one::<String>(id)?.as_str() {
            "auto" if option.none.is_some() && option.field != KIND => Value::Null,
            name => json!(name),
        },
    })
}

impl FromArgMatches for Settings {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let mut all = usual().clone();
        for option in OPTIONS {
            if let (Some(value), Some(place)) = (given(option, matches), all.pointer_mut(&pointer(option))) {
                *place = value;
            }
        }
        let wrong = |error: serde_json::Error| clap::Error::raw(clap::error::ErrorKind::ValueValidation, error);
        let tiles: TileScheduler = serde_json::from_value(all["tile_scheduler"].clone()).map_err(wrong)?;
        if matches.value_source("tile-scheduler").is_none() {
            all["tile_scheduler"] = Value::Null;
        }
        let named = OPTIONS.iter().map(|option| option.flag);
        let is_given = |flag: &&str| matches.value_source(flag) == Some(ValueSource::CommandLine);
        Ok(Self {
            options: serde_json::from_value(all).map_err(wrong)?,
            tiles,
            model: match matches.get_one::<Model>(MACHINE) {
                Some(Model::Written(model)) => Some(model.clone()),
                _ => None,
            },
            named: named.filter(is_given).collect(),
        })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

impl Settings {
    /// The kernel that was asked for.
    pub fn entry(&self) -> Option<&str> {
        self.options.entry.as_deref()
    }

    /// The same for an entry that a kernel in Python became.
    pub fn of_entry(mut self, entry: String) -> Self {
        self.options.entry = Some(entry);
        self
    }

    /// The options with what was asked besides.
    pub fn asked<'a>(&'a self, options: &'a Options) -> Asked<'a> {
        Asked {
            options,
            named: &self.named,
            atoms: self.model.as_ref().map(|model| &model.atoms),
            explains: true,
            keeps: true,
        }
    }

    /// Whether loops are scheduled in a model of the user's own.
    pub fn has_model(&self) -> bool {
        self.model.is_some()
    }

    /// The text of the file that `--machine` names, if it names one.
    pub fn model_text(&self) -> Option<String> {
        self.model.as_ref().map(|model| model.text.clone())
    }

    /// The options that these flags ask for, if they do not contradict each other and name a target that there is. What
    /// is wrong has been said.
    ///
    /// # Errors
    /// [`Exit::Usage`].
    pub fn options(self) -> Result<Options, Exit> {
        let mut options = self.options;
        apply_environment(&mut options);
        known_target(&options.gpu_name)?;
        if options.pipeline_strategy == Some(Strategy::None) {
            let given = [
                ("--num-stages", options.num_stages.is_some()),
                ("--register-budget", options.register_budget.is_some()),
                (
                    "--max-constraint-iterations",
                    options.max_constraint_iterations.is_some(),
                ),
                ("--consumers", options.consumers.is_some()),
                ("--scheduler", options.scheduler != Generator::Auto),
            ];
            if let Some((flag, _)) = given.iter().find(|(_, given)| *given) {
                tell!(
                    "error: {flag} says how a loop is pipelined, and --pipeline-strategy none pipelines none; leave one of them out"
                );
                return Err(Exit::Usage);
            }
        }
        if let Some(why) = contradiction(&self.tiles) {
            tell!("error: {why}");
            return Err(Exit::Usage);
        }
        Ok(options)
    }
}

/// A flag of the tile scheduler that the others leave without meaning, with why.
fn contradiction(tiles: &TileScheduler) -> Option<&'static str> {
    let cutlass = tiles.policy == SchedulerPolicy::CutlassSm90;
    let joins = matches!(tiles.kind, SchedulerKind::StreamK | SchedulerKind::Auto);
    let why = "--nondeterministic is about how partial accumulators are joined: it needs --tile-scheduler stream-k and --scheduler-policy \
               cutlass-sm90";
    if cutlass && tiles.kind == SchedulerKind::Tilelang {
        return Some(
            "TileLang's scheduler has formulas of its own, whatever --scheduler-policy asks for; leave one of them out",
        );
    }
    (tiles.nondeterministic && !(cutlass && joins)).then_some(why)
}

/// Whether there is the target.
///
/// # Errors
/// [`Exit::Usage`], with a list of those there are.
pub fn known_target(name: &str) -> Result<&'static Target, Exit> {
    if let Some(target) = tilewright_machine::target(name) {
        return Ok(target);
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
    use tilewright_driver::Consumers;

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
            settings.named
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
                "[possible values: auto, 1, cooperative, pingpong, turns, correction]",
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
