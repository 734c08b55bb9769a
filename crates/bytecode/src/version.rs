//! Versions of the encoding.

/// A version of the encoding: 13.1 to 13.5.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Version {
    minor: u8,
}

impl Version {
    /// The major number of all versions.
    pub const MAJOR: u8 = 13;
    /// The oldest.
    pub const OLDEST: Self = Self { minor: 1 };
    /// The newest that is known in all its parts.
    pub const NEWEST_WHOLE: Self = Self { minor: 4 };
    /// The newest that is known at all.
    pub const NEWEST: Self = Self { minor: 5 };

    /// 13 and this number, which must be a version's.
    pub(crate) const fn of_minor(minor: u8) -> Self {
        Self { minor }
    }

    /// The number after the point.
    pub fn minor(self) -> u8 {
        self.minor
    }

    /// The version of these two numbers, if there is one.
    pub fn new(major: u8, minor: u8) -> Option<Self> {
        let known = (Self::OLDEST.minor..=Self::NEWEST.minor).contains(&minor);
        (major == Self::MAJOR && known).then_some(Self { minor })
    }
}

impl Default for Version {
    fn default() -> Self {
        Self::NEWEST_WHOLE
    }
}

impl std::fmt::Display for Version {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}.{}", Self::MAJOR, self.minor)
    }
}

impl std::str::FromStr for Version {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let numbers = text
            .split_once('.')
            .map(|(major, minor)| (major.parse(), minor.parse()));
        let version = match numbers {
            Some((Ok(major), Ok(minor))) => Self::new(major, minor),
            _ => None,
        };
        version.ok_or_else(|| {
            let (first, last) = (Self::OLDEST, Self::NEWEST);
            format!("there is no bytecode version `{text}`; there are {first} to {last}")
        })
    }
}
