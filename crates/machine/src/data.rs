//! Reads data files. They are ours and tested, so what does not fit is simply no value; and this takes a tenth of the code
//! that deriving readers would, which a page has to load.

use serde_json::Value;

/// What a data file can hold.
pub trait Data: Sized {
    /// The names of its fields, if it has any.
    #[cfg(test)]
    const FIELDS: &'static [&'static str] = &[];

    /// The value that `value` stands for. Null stands for a field that is not there.
    fn of(value: &Value) -> Option<Self>;
}

/// What the text of a data file holds.
pub fn read<T: Data>(text: &str) -> Option<T> {
    T::of(&serde_json::from_str(text).ok()?)
}

/// Reads the fields of a struct by their names; fields that it does not have are passed over.
macro_rules! fields {
    ($name:ident { $($field:ident),* }) => {
        impl $crate::data::Data for $name {
            #[cfg(test)]
            const FIELDS: &'static [&'static str] = &[$(stringify!($field)),*];

            fn of(value: &serde_json::Value) -> Option<Self> {
                Some(Self { $($field: $crate::data::Data::of(&value[stringify!($field)])?),* })
            }
        }
    };
}
pub(crate) use fields;

impl Data for bool {
    fn of(value: &Value) -> Option<Self> {
        value.as_bool()
    }
}

impl Data for i64 {
    fn of(value: &Value) -> Option<Self> {
        value.as_i64()
    }
}

impl Data for u64 {
    fn of(value: &Value) -> Option<Self> {
        value.as_u64()
    }
}

impl Data for u32 {
    fn of(value: &Value) -> Option<Self> {
        value.as_u64()?.try_into().ok()
    }
}

impl Data for String {
    fn of(value: &Value) -> Option<Self> {
        value.as_str().map(str::to_string)
    }
}

impl<T: Data> Data for Option<T> {
    fn of(value: &Value) -> Option<Self> {
        if value.is_null() {
            Some(None)
        } else {
            T::of(value).map(Some)
        }
    }
}

impl<T: Data> Data for Vec<T> {
    fn of(value: &Value) -> Option<Self> {
        value.as_array()?.iter().map(T::of).collect()
    }
}

impl<A: Data, B: Data, C: Data> Data for (A, B, C) {
    fn of(value: &Value) -> Option<Self> {
        let [a, b, c] = value.as_array()?.as_slice() else {
            return None;
        };
        Some((A::of(a)?, B::of(b)?, C::of(c)?))
    }
}

impl<A: Data, B: Data, C: Data, D: Data> Data for (A, B, C, D) {
    fn of(value: &Value) -> Option<Self> {
        let [a, b, c, d] = value.as_array()?.as_slice() else {
            return None;
        };
        Some((A::of(a)?, B::of(b)?, C::of(c)?, D::of(d)?))
    }
}
