//! Lists of names as values of flags.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use tilewright_vocabulary::{Vocabulary, unknown};

/// One of a list of names; the help says what each means.
pub fn choice<T: Vocabulary + Send + Sync>() -> impl TypedValueParser<Value = T> {
    names::<T>().try_map(|name| T::named(&name).ok_or_else(|| unknown(&name, T::WORDS)))
}

fn names<T: Vocabulary>() -> PossibleValuesParser {
    let named = T::WORDS
        .iter()
        .map(|word| PossibleValue::new(word.name).help(word.means.trim_start()));
    // Other names are read and not shown.
    let others = T::ALIASES.iter().map(|name| PossibleValue::new(*name).hide(true));
    PossibleValuesParser::new(named.chain(others))
}
