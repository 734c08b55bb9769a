//! Lists of names as values of flags.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use tilewright_vocabulary::{Vocabulary, unknown};

/// One of a list of names; the help says what each means.
pub fn choice<T: Vocabulary + Send + Sync>() -> impl TypedValueParser<Value = T> {
    names::<T>(None).try_map(|name| T::named(&name).ok_or_else(|| unknown(&name, T::WORDS)))
}

/// One of a list of names, or `auto`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OrAuto<T>(pub Option<T>);

/// One of a list of names, or `auto`: the compiler decides.
pub fn choice_or_auto<T: Vocabulary + Send + Sync>() -> impl TypedValueParser<Value = OrAuto<T>> {
    let auto = PossibleValue::new("auto").help("the compiler decides");
    names::<T>(Some(auto)).map(|name| OrAuto(T::named(&name)))
}

fn names<T: Vocabulary>(first: Option<PossibleValue>) -> PossibleValuesParser {
    let named = T::WORDS
        .iter()
        .map(|word| PossibleValue::new(word.name).help(word.means.trim_start()));
    // Other names are read and not shown.
    let others = T::ALIASES.iter().map(|name| PossibleValue::new(*name).hide(true));
    PossibleValuesParser::new(first.into_iter().chain(named).chain(others))
}
