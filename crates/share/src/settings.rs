//! Settings in a link: only what differs from the defaults is written, and what is read is laid over the defaults, so
//! that a link keeps its meaning when options are added later and opens when options are gone.

use serde::Serialize;
use serde_json::{Map, Value};
use std::collections::BTreeMap;

/// The fields of `settings` that differ from those of its default value, by name.
///
/// Empty for a type that does not serialise to a JSON object.
pub fn differences<T: Default + Serialize>(settings: &T) -> BTreeMap<String, Value> {
    let defaults = fields(&T::default());
    fields(settings)
        .into_iter()
        .filter(|(name, value)| defaults.get(name) != Some(value))
        .collect()
}

/// Settings read from a link, with what could not be used.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Overlaid<T> {
    /// The defaults with every usable field laid over them.
    pub settings: T,
    /// Names that this version does not have, or whose value it does not accept; their defaults stand.
    pub ignored: Vec<String>,
}

/// The defaults of `T` with `changes` laid over them, one at a time. `read` makes settings of those that an object names, and refuses what it
/// does not know.
pub fn overlay<'c, T: Default, E>(
    changes: impl IntoIterator<Item = (&'c String, &'c Value)>,
    read: impl Fn(&Value) -> Result<T, E>,
) -> Overlaid<T> {
    let mut used = Map::new();
    let mut result = Overlaid {
        settings: T::default(),
        ignored: Vec::new(),
    };
    for (name, value) in changes {
        used.insert(name.clone(), value.clone());
        match read(&Value::Object(used.clone())) {
            Ok(settings) => result.settings = settings,
            Err(_) => {
                used.remove(name);
                result.ignored.push(name.clone());
            }
        }
    }
    result
}

fn fields<T: Serialize>(settings: &T) -> Map<String, Value> {
    match serde_json::to_value(settings) {
        Ok(Value::Object(fields)) => fields,
        _ => Map::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde::Deserialize;
    use serde_json::json;

    #[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
    #[serde(default, deny_unknown_fields)]
    struct Settings {
        target: String,
        level: u8,
        entry: Option<String>,
    }

    impl Default for Settings {
        fn default() -> Self {
            Self {
                target: "sm_90a".into(),
                level: 3,
                entry: None,
            }
        }
    }

    #[test]
    fn only_differences_are_written_and_they_read_back() {
        let settings = Settings {
            level: 1,
            entry: Some("k".into()),
            ..Settings::default()
        };
        let written = differences(&settings);
        assert_eq!(
            written,
            BTreeMap::from([("entry".into(), json!("k")), ("level".into(), json!(1))])
        );
        assert_eq!(
            overlay(&written, |value| Settings::deserialize(value)),
            Overlaid {
                settings,
                ignored: vec![]
            }
        );
        assert_eq!(differences(&Settings::default()), BTreeMap::new());
    }

    #[test]
    fn what_is_unknown_or_wrong_is_named_and_the_rest_is_used() {
        let written = BTreeMap::from([
            ("gone".to_string(), json!(true)),
            ("level".to_string(), json!("high")),
            ("target".to_string(), json!("sm_80")),
        ]);
        let read = overlay(&written, |value| Settings::deserialize(value));
        assert_eq!(
            read.settings,
            Settings {
                target: "sm_80".into(),
                ..Settings::default()
            }
        );
        assert_eq!(read.ignored, ["gone", "level"]);
    }
}
