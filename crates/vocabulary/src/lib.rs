//! Lists of names that are written once.
//!
//! A choice that a user makes (a scheduler, a strategy, an order of tiles) is an enum whose variants have names.
//! [`vocabulary!`] declares the enum with its names and what each means; readers and writers of JSON, the command
//! line's values and their help, the TypeScript type and the page's form all come from that one declaration. A name is a
//! text, or a constant that has it.
//!
//! ```
//! tilewright_vocabulary::vocabulary! {
//!     /// The order of tiles.
//!     pub enum Order {
//!         /// Along m.
//!         Rows = "rows",
//!         /// Along n. Its old name is still read.
//!         Columns = "columns" | "cols",
//!     }
//! }
//! assert_eq!(Order::Columns.name(), "columns");
//! assert_eq!(Order::from_name("cols"), Some(Order::Columns));
//! assert_eq!(Order::WORDS[0].means, " Along m.");
//! assert_eq!(Order::Rows, "rows");
//! ```

#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

#[doc(hidden)]
pub use serde;

/// A text that says to people what a thing is, and that nothing else asks for. The page gets such texts as data when somebody looks; the
/// modules for the browser are without them.
pub const fn prose(text: &'static str) -> &'static str {
    if cfg!(target_arch = "wasm32") { "" } else { text }
}

/// A name and what it means.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Word {
    /// The name.
    pub name: &'static str,
    /// Its meaning: the documentation of the variant, with the space before it.
    pub means: &'static str,
}

impl serde::Serialize for Word {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        use serde::ser::SerializeStruct;
        let mut word = serializer.serialize_struct("Word", 2)?;
        word.serialize_field("name", self.name)?;
        word.serialize_field("means", self.means.trim_start())?;
        word.end()
    }
}

/// An enum whose variants have names; [`vocabulary!`] declares one.
pub trait Vocabulary: Copy + 'static {
    /// The names in order, with what they mean.
    const WORDS: &'static [Word];
    /// Names that are read beside those, and never written.
    const ALIASES: &'static [&'static str];

    /// The value of this name.
    fn named(name: &str) -> Option<Self>;
}

/// Why a name was refused.
pub fn unknown(name: &str, words: &[Word]) -> String {
    let mut text = format!("there is no `{name}`; there are");
    for (at, word) in words.iter().enumerate() {
        text += if at == 0 { " " } else { ", " };
        text += word.name;
    }
    text
}

/// Declares an enum whose variants have names: see the crate.
#[macro_export]
macro_rules! vocabulary {
    (
        $(#[$meta:meta])*
        $vis:vis enum $name:ident {
            $($(#[doc = $doc:literal])+ $variant:ident = $word:tt $(| $alias:literal)*,)+
        }
    ) => {
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        #[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
        $(#[$meta])*
        $vis enum $name {
            $($(#[doc = $doc])+ #[cfg_attr(feature = "typescript", ts(rename = $word))] $variant,)+
        }

        impl $name {
            /// All of them, in order.
            pub const ALL: &'static [$name] = &[$($name::$variant),+];
            /// Their names in order, with what they mean.
            pub const WORDS: &'static [$crate::Word] = &[$($crate::Word { name: $word, means: $crate::prose(concat!($($doc),+)) }),+];

            /// The name.
            pub const fn name(self) -> &'static str {
                match self {
                    $($name::$variant => $word),+
                }
            }

            /// The value of this name.
            pub fn from_name(name: &str) -> Option<Self> {
                let alias: &[(&str, $name)] = &[$($(($alias, $name::$variant),)*)+];
                let mut named = Self::ALL.iter().map(|word| (word.name(), *word)).chain(alias.iter().copied());
                named.find(|(other, _)| *other == name).map(|(_, word)| word)
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.name())
            }
        }

        impl PartialEq<&str> for $name {
            fn eq(&self, other: &&str) -> bool {
                self.name() == *other
            }
        }

        impl $crate::Vocabulary for $name {
            const WORDS: &'static [$crate::Word] = $name::WORDS;
            const ALIASES: &'static [&'static str] = &[$($($alias,)*)+];

            fn named(name: &str) -> Option<Self> {
                Self::from_name(name)
            }
        }

        impl $crate::serde::Serialize for $name {
            fn serialize<S: $crate::serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.name())
            }
        }

        impl<'de> $crate::serde::Deserialize<'de> for $name {
            fn deserialize<D: $crate::serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let name = <String as $crate::serde::Deserialize>::deserialize(deserializer)?;
                let unknown = || $crate::serde::de::Error::custom($crate::unknown(&name, Self::WORDS));
                Self::from_name(&name).ok_or_else(unknown)
            }
        }
    };
}
