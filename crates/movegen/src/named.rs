//! Values with names: games, filters, input sets, bots, devices.

/// Gives the variants of an enum their names: `ALL` and `name()`, `Display`, and `FromStr`.
///
/// The error is a tuple struct with a public `String`: the unknown name. Former names, which are
/// still parsed, follow a name after `|`. A type whose values are not simply its variants has its
/// own `ALL` and `name()`, and leaves out the list.
///
/// ```
/// use sheshbesh_movegen::{listed, named};
///
/// #[derive(Clone, Copy, Debug, PartialEq)]
/// enum Colour {
///     Red,
///     Blue,
/// }
///
/// #[derive(Debug, PartialEq)]
/// struct UnknownColour(pub String);
///
/// named!(Colour, UnknownColour { Red: "red", Blue: "blue" | "azure" });
///
/// assert_eq!("blue".parse(), Ok(Colour::Blue));
/// assert_eq!("azure".parse(), Ok(Colour::Blue));
/// assert_eq!("pink".parse::<Colour>(), Err(UnknownColour("pink".to_owned())));
/// assert_eq!(Colour::Red.to_string(), "red");
/// assert_eq!(listed(&Colour::ALL.map(Colour::name)), "red and blue");
/// ```
#[macro_export]
macro_rules! named {
    ($type:ty, $unknown:ident {
        $($variant:ident: $name:literal $(| $former:literal)*),+ $(,)?
    }) => {
        impl $type {
            /// All values, in the order of their declaration.
            pub const ALL: [Self; [$($name),+].len()] = [$(Self::$variant),+];

            /// The name on the command line and in files.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $name,)+
                }
            }
        }

        impl ::std::str::FromStr for $type {
            type Err = $unknown;

            fn from_str(name: &str) -> ::std::result::Result<Self, Self::Err> {
                match name {
                    $($name $(| $former)* => Ok(Self::$variant),)+
                    _ => Err($unknown(name.to_owned())),
                }
            }
        }

        $crate::named!(@display $type);
    };
    ($type:ty, $unknown:ident) => {
        $crate::named!(@display $type);

        impl ::std::str::FromStr for $type {
            type Err = $unknown;

            fn from_str(name: &str) -> ::std::result::Result<Self, Self::Err> {
                let found = Self::ALL.iter().copied().find(|value| value.name() == name);
                found.ok_or_else(|| $unknown(name.to_owned()))
            }
        }
    };
    (@display $type:ty) => {
        impl ::std::fmt::Display for $type {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                f.write_str(self.name())
            }
        }
    };
}

/// Joins names into an English phrase: `a, b and c`. Messages have lists instead, which the
/// reader's language joins.
pub fn listed(names: &[impl AsRef<str>]) -> String {
    join(names, "and")
}

/// Joins names of which one can be chosen into an English phrase: `a, b or c`.
pub fn either(names: &[impl AsRef<str>]) -> String {
    join(names, "or")
}

fn join(names: &[impl AsRef<str>], word: &str) -> String {
    let names: Vec<&str> = names.iter().map(AsRef::as_ref).collect();
    match &names[..] {
        [] => String::new(),
        [only] => (*only).to_owned(),
        [first @ .., last] => format!("{} {word} {last}", first.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::{either, listed};

    #[test]
    fn a_list_ends_with_a_word() {
        let texts = |count: usize| vec!["a"; count];
        assert_eq!([0, 1, 2, 3].map(|n| listed(&texts(n))), ["", "a", "a and a", "a, a and a"]);
        assert_eq!([0, 1, 2, 3].map(|n| either(&texts(n))), ["", "a", "a or a", "a, a or a"]);
    }
}
