//! Sets of classes of positions.

use sheshbesh_movegen::Class;
use std::fmt;

/// A set of classes of positions. It can hold every class except finished games, which nets do not
/// evaluate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ClassSet(u8);

/// Each class and its name in weights files.
const CLASSES: [(Class, &str); 3] =
    [(Class::Contact, "contact"), (Class::Race, "race"), (Class::Bearoff, "bearoff")];

impl ClassSet {
    /// Positions with contact.
    pub const CONTACT: Self = Self(1 << Class::Contact as u8);
    /// Positions without contact.
    pub const RACE: Self = Self(1 << Class::Race as u8 | 1 << Class::Bearoff as u8);
    /// All positions that a net can evaluate.
    pub const ALL: Self = Self(Self::CONTACT.0 | Self::RACE.0);

    /// Returns true if the set contains a class.
    #[inline]
    pub const fn contains(self, class: Class) -> bool {
        self.0 >> class as u8 & 1 == 1
    }

    /// Parses the names in a weights file; `None` if a name is unknown or appears twice.
    ///
    /// ```
    /// use sheshbesh_network::ClassSet;
    /// assert_eq!(ClassSet::from_names(&["race", "bearoff"]), Some(ClassSet::RACE));
    /// assert_eq!(ClassSet::from_names(&["race", "race"]), None);
    /// ```
    pub fn from_names(names: &[impl AsRef<str>]) -> Option<Self> {
        names.iter().try_fold(Self(0), |set, name| {
            let (class, _) = CLASSES.iter().find(|(_, known)| *known == name.as_ref())?;
            (!set.contains(*class)).then_some(Self(set.0 | 1 << *class as u8))
        })
    }

    /// Names of the classes in weights files.
    pub fn names(self) -> impl Iterator<Item = &'static str> {
        let names = CLASSES.iter().filter(move |&&(class, _)| self.contains(class));
        names.map(|&(_, name)| name)
    }
}

impl fmt::Display for ClassSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.names().collect::<Vec<_>>().join(", "))
    }
}
