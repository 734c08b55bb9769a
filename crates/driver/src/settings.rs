//! Reads options from JSON: by hand, which takes a fifth of the code that derived readers do, and the page has to load it.
//!
//! An option that is not there keeps its default. One that is there has to be known and has to fit; the first that does not is told of.

use serde_json::{Map, Value};
use tilewright_vocabulary::{Vocabulary, Word, unknown};

/// A value of an option.
pub(crate) trait Setting: Sized {
    /// The value that JSON stands for.
    ///
    /// # Errors
    /// A sentence on what does not fit.
    fn read(value: &Value) -> Result<Self, String>;
}

/// Reads a value that is not simply one of its type.
pub(crate) type Read<T> = fn(&Value) -> Result<T, String>;

/// Declares the fields of a structure of options; `by` goes before what reads a field in a way of its own.
macro_rules! settings {
    ($name:ident { $($field:ident $(by $read:path)?),* $(,)? }) => {
        impl $crate::settings::Setting for $name {
            fn read(value: &serde_json::Value) -> Result<Self, String> {
                let mut all = Self::default();
                let Self { $($field),* } = &mut all;
                let mut fields = $crate::settings::Fields::of(value, &[$(stringify!($field)),*]);
                $(fields.set(stringify!($field), $field, $crate::settings::settings!(@ $($read)?));)*
                fields.done().map(|()| all)
            }
        }

        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let value = <serde_json::Value as serde::Deserialize>::deserialize(deserializer)?;
                $crate::settings::Setting::read(&value).map_err(serde::de::Error::custom)
            }
        }
    };
    (@) => { $crate::settings::Setting::read };
    (@ $read:path) => { $read };
}
pub(crate) use settings;

/// The fields of a JSON object as they are read, and the first thing that does not fit.
pub(crate) struct Fields<'v> {
    fields: Option<&'v Map<String, Value>>,
    misfit: Option<String>,
}

impl<'v> Fields<'v> {
    /// Those of `value`, which may have these names.
    pub(crate) fn of(value: &'v Value, names: &[&str]) -> Self {
        let fields = value.as_object();
        let misfit = match fields {
            None => Some(unfit("an object", value)),
            Some(fields) => {
                let other = fields.keys().find(|name| !names.contains(&&***name));
                other.map(|name| format!("there is no option `{name}`; there are {}", names.join(", ")))
            }
        };
        Self { fields, misfit }
    }

    /// Sets a place to the field of a name, if it is there.
    pub(crate) fn set<T>(&mut self, name: &str, place: &mut T, read: Read<T>) {
        // Absent: its default stands.
        let Some(value) = self.fields.and_then(|fields| fields.get(name)) else {
            return;
        };
        match read(value) {
            Ok(found) => *place = found,
            Err(misfit) => self.note(name, &misfit),
        }
    }

    /// Notes what does not fit; what was noted first stays.
    #[cold]
    fn note(&mut self, name: &str, misfit: &str) {
        self.misfit.get_or_insert_with(|| format!("`{name}`: {misfit}"));
    }

    /// Whether all of it fits.
    pub(crate) fn done(self) -> Result<(), String> {
        self.misfit.map_or(Ok(()), Err)
    }
}

#[cold]
fn unfit(what: &str, value: &Value) -> String {
    // By the writer that reports have: `Display` would bring two of its own.
    // Absent: every value can be written.
    let written = serde_json::to_string(value).unwrap_or_default();
    format!("{what} is expected, not `{written}`")
}

fn wanted<T>(found: Option<T>, what: &str, value: &Value) -> Result<T, String> {
    found.ok_or_else(|| unfit(what, value))
}

impl Setting for bool {
    fn read(value: &Value) -> Result<Self, String> {
        wanted(value.as_bool(), "true or false", value)
    }
}

impl Setting for u32 {
    fn read(value: &Value) -> Result<Self, String> {
        let number = value.as_u64().and_then(|number| number.try_into().ok());
        wanted(number, "a whole number of 32 bits", value)
    }
}

impl Setting for u8 {
    fn read(value: &Value) -> Result<Self, String> {
        let number = value.as_u64().and_then(|number| number.try_into().ok());
        wanted(number, "a whole number below 256", value)
    }
}

impl Setting for String {
    fn read(value: &Value) -> Result<Self, String> {
        wanted(value.as_str().map(str::to_string), "a text", value)
    }
}

impl<T: Setting> Setting for Option<T> {
    fn read(value: &Value) -> Result<Self, String> {
        match value {
            Value::Null => Ok(None),
            given => T::read(given).map(Some),
        }
    }
}

impl Setting for [u32; 2] {
    fn read(value: &Value) -> Result<Self, String> {
        match value.as_array().map(Vec::as_slice) {
            Some([m, n]) => Ok([u32::read(m)?, u32::read(n)?]),
            _ => Err(unfit("a list of two", value)),
        }
    }
}

/// One of the names of a list.
fn word<T: Vocabulary>(value: &Value) -> Result<T, String> {
    let named = value.as_str().and_then(T::named);
    named.ok_or_else(|| no_word(value, T::WORDS))
}

#[cold]
fn no_word(value: &Value, words: &[Word]) -> String {
    match value.as_str() {
        Some(name) => unknown(name, words),
        None => unfit("a name", value),
    }
}

macro_rules! words {
    ($($list:ty),* $(,)?) => {
        $(impl Setting for $list {
            fn read(value: &Value) -> Result<Self, String> {
                word(value)
            }
        })*
    };
}

words!(
    crate::Consumers,
    crate::Generator,
    crate::LoopModel,
    crate::Strategy,
    crate::Swizzle,
    crate::options::Pairs,
    crate::options::PowersBy,
    crate::tile_scheduler::Raster,
    crate::tile_scheduler::SchedulerKind,
    crate::tile_scheduler::SchedulerPolicy,
);

#[cfg(test)]
mod tests {
    use crate::Options;
    use crate::tile_scheduler::TileScheduler;
    use serde_json::{Value, json};

    fn misfit(options: &Value) -> String {
        Options::read(options).expect_err("it does not fit")
    }

    #[test]
    fn what_is_written_is_read() {
        let tile_scheduler = Some(TileScheduler {
            cluster: [2, 1],
            sms: Some(20),
            ..TileScheduler::default()
        });
        let options = Options {
            gpu_name: "sm_80".to_string(),
            opt_level: 2,
            ftz: true,
            num_stages: Some(3),
            rhs_swizzle: Some(crate::Swizzle::ALL[0]),
            scheduler: crate::Generator::Documented,
            tile_scheduler,
            ..Options::default()
        };
        let written = serde_json::to_value(&options).expect("JSON");
        assert_eq!(Options::read(&written), Ok(options));
        assert_eq!(Options::read(&json!({})), Ok(Options::default()));
    }

    #[test]
    fn the_first_misfit_is_told_with_its_place() {
        assert_eq!(misfit(&json!([])), "an object is expected, not `[]`");
        assert_eq!(
            misfit(&json!({ "ftz": 1 })),
            "`ftz`: true or false is expected, not `1`"
        );
        assert_eq!(
            misfit(&json!({ "opt_level": 256 })),
            "`opt_level`: a whole number below 256 is expected, not `256`"
        );
        assert_eq!(
            misfit(&json!({ "gpu_name": null })),
            "`gpu_name`: a text is expected, not `null`"
        );
        assert_eq!(
            misfit(&json!({ "tile_scheduler": { "cluster": [1] } })),
            "`tile_scheduler`: `cluster`: a list of two is expected, not `[1]`"
        );
        assert_eq!(
            misfit(&json!({ "num_stages": -1, "entry": 1 })),
            "`entry`: a text is expected, not `1`"
        );
        assert_eq!(
            misfit(&json!({ "scheduler": 1 })),
            "`scheduler`: a name is expected, not `1`"
        );
        let gone = misfit(&json!({ "gone": 1 }));
        assert!(
            gone.starts_with("there is no option `gone`; there are gpu_name, opt_level"),
            "{gone}"
        );
        let strategy = misfit(&json!({ "pipeline_strategy": "fast" }));
        assert!(
            strategy.starts_with("`pipeline_strategy`: there is no `fast`; there are"),
            "{strategy}"
        );
    }
}
