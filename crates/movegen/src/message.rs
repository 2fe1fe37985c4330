//! Messages as data: a code with values, so that a client can word them in another language.
//!
//! [`codes!`](crate::codes) gives each variant of an error its code and values in one table. The
//! English sentence is the error's own text.

use crate::quoted::shortened;
use std::{borrow::Cow, collections::BTreeMap};

/// A message as a stable code and the values that its sentence names.
///
/// ```
/// use sheshbesh_movegen::{Coded, Dice};
/// let error = "37".parse::<Dice>().unwrap_err();
/// let message = error.message();
/// assert_eq!(message.code, "dice.invalid");
/// assert_eq!(message.values["text"], "37".into());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(
    feature = "openapi",
    schema(description = "A message as a stable code and the values that its sentence names.")
)]
pub struct Message {
    /// Stable code, such as `play.not-home`.
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub code: Cow<'static, str>,
    /// Values by name: numbers, texts, messages within the message, and lists of them.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "BTreeMap::is_empty"))]
    #[cfg_attr(feature = "openapi", schema(value_type = Object))]
    pub values: BTreeMap<Cow<'static, str>, Value>,
}

/// A value of a message.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(untagged))]
pub enum Value {
    /// A whole number.
    Number(i64),
    /// A text that is the same in every language.
    Text(String),
    /// A message within the message.
    Message(Message),
    /// Several values, to be joined with the conjunction of the reader's language: “a, b and c”.
    List(Vec<Value>),
}

/// A code and the names of its values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Code {
    /// The code.
    pub name: &'static str,
    /// Names of the values.
    pub values: &'static [&'static str],
}

/// A sentence or phrase that has a code. Implemented by [`codes!`](crate::codes).
pub trait Coded {
    /// All codes of the type itself; messages of other types that it passes on are not included.
    const CODES: &'static [Code];

    /// The code and the values.
    fn message(&self) -> Message;
}

impl<T: Coded> Coded for &T {
    const CODES: &'static [Code] = T::CODES;

    fn message(&self) -> Message {
        (**self).message()
    }
}

impl Message {
    /// Creates a message.
    pub fn new(
        code: &'static str,
        values: impl IntoIterator<Item = (&'static str, Value)>,
    ) -> Self {
        let values = values.into_iter().map(|(name, value)| (Cow::Borrowed(name), value));
        Self { code: Cow::Borrowed(code), values: values.collect() }
    }
}

impl From<&str> for Value {
    /// Shortens the text as [`quoted`](crate::quoted) does.
    fn from(text: &str) -> Self {
        Self::Text(shortened(text))
    }
}

impl From<&String> for Value {
    fn from(text: &String) -> Self {
        text.as_str().into()
    }
}

impl From<String> for Value {
    fn from(text: String) -> Self {
        text.as_str().into()
    }
}

impl<T: Into<Self>, const N: usize> From<[T; N]> for Value {
    fn from(all: [T; N]) -> Self {
        Self::List(all.map(Into::into).into())
    }
}

impl From<Vec<String>> for Value {
    fn from(all: Vec<String>) -> Self {
        Self::List(all.into_iter().map(Self::from).collect())
    }
}

impl From<&Vec<String>> for Value {
    fn from(all: &Vec<String>) -> Self {
        Self::List(all.iter().map(Self::from).collect())
    }
}

impl From<&&'static str> for Value {
    fn from(text: &&'static str) -> Self {
        (*text).into()
    }
}

impl From<Message> for Value {
    fn from(message: Message) -> Self {
        Self::Message(message)
    }
}

impl<T: Coded> From<&Vec<T>> for Value {
    fn from(all: &Vec<T>) -> Self {
        Self::List(all.iter().map(Self::from).collect())
    }
}

impl<T: Coded> From<&T> for Value {
    fn from(coded: &T) -> Self {
        Self::Message(coded.message())
    }
}

/// Conversions from integers, which become numbers.
macro_rules! numbers {
    ($($type:ty)*) => {$(
        impl From<$type> for Value {
            fn from(number: $type) -> Self {
                Self::Number(i64::try_from(number).unwrap_or(i64::MAX))
            }
        }

        impl From<&$type> for Value {
            fn from(number: &$type) -> Self {
                (*number).into()
            }
        }
    )*};
}

numbers! { u8 u16 u32 u64 usize }

/// Gives each variant of a type its code and the names of its values, and so implements [`Coded`].
///
/// A value without an expression is the binding of the same name. Variants that only wrap another
/// error pass its message on, in the block `transparent`. A new variant without a code does not
/// compile.
///
/// ```
/// use sheshbesh_movegen::{Coded, codes};
/// #[derive(Debug)]
/// enum Refusal {
///     Full,
///     TooLong(usize),
///     Dice(sheshbesh_movegen::InvalidDice),
/// }
/// # impl std::fmt::Display for Refusal {
/// #     fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result { write!(f, "{self:?}") }
/// # }
/// codes! {
///     Refusal {
///         Self::Full => "example.full",
///         Self::TooLong(length) => "example.long" { length, most = 10_u8 },
///     } transparent {
///         Self::Dice(error) => error,
///     }
/// }
/// assert_eq!(Refusal::CODES[1].values, ["length", "most"]);
/// assert_eq!(Refusal::TooLong(12).message().values["length"], 12_u8.into());
/// assert_eq!(Refusal::Full.message().code, "example.full");
/// assert_eq!(Refusal::Dice("x".parse::<sheshbesh_movegen::Dice>().unwrap_err()).message().code, "dice.invalid");
/// ```
#[macro_export]
macro_rules! codes {
    ($type:ty {
        $($pattern:pat $(if $guard:expr)? => $code:literal $({ $($name:ident $(= $value:expr)?),* $(,)? })?,)*
    } $(transparent { $($outer:pat => $inner:expr,)* })?) => {
        impl $crate::Coded for $type {
            const CODES: &'static [$crate::Code] = &[$($crate::Code {
                name: $code,
                values: &[$($(stringify!($name)),*)?],
            }),*];

            fn message(&self) -> $crate::Message {
                match self {
                    $($pattern $(if $guard)? => $crate::Message::new($code, [$($((
                        stringify!($name),
                        $crate::Value::from($crate::codes!(@value $name $(, $value)?)),
                    )),*)?]),)*
                    $($($outer => $crate::Coded::message($inner),)*)?
                }
            }
        }
    };
    (@value $name:ident) => { $name };
    (@value $name:ident, $value:expr) => { $value };
}
