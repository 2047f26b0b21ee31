//! Search parameters. They are constants, unless the program was built with the feature `tunable`: then
//! they are engine options, for `kempelen tune options`.

#[cfg(feature = "tunable")]
use std::sync::atomic::{AtomicI32, Ordering::Relaxed};

/// A number that controls the search.
#[derive(Debug)]
pub struct SearchParameter {
    /// Its name.
    pub name: &'static str,
    /// Its default value.
    pub default: i32,
    /// The least value to try when tuning.
    pub min: i32,
    /// The greatest value to try when tuning.
    pub max: i32,
    #[cfg(feature = "tunable")]
    value: AtomicI32,
}

impl SearchParameter {
    /// A parameter with its default value.
    pub const fn new(name: &'static str, default: i32, min: i32, max: i32) -> SearchParameter {
        SearchParameter {
            name,
            default,
            min,
            max,
            #[cfg(feature = "tunable")]
            value: AtomicI32::new(default),
        }
    }

    /// The value.
    #[inline(always)]
    pub fn get(&self) -> i32 {
        #[cfg(feature = "tunable")]
        return self.value.load(Relaxed);
        #[cfg(not(feature = "tunable"))]
        return self.default;
    }

    /// Changes the value for all searches of the process.
    #[cfg(feature = "tunable")]
    pub fn set(&self, value: i32) {
        self.value.store(value, Relaxed);
    }
}

/// Declares parameters: each line `name: default, min..=max;` makes a function that returns the value, and
/// all of them are listed in `ALL`.
macro_rules! parameters {
    ($($(#[$about:meta])* $name:ident: $default:literal, $min:literal..=$max:literal;)*) => {
        #[allow(non_upper_case_globals)]
        mod numbers {
            use $crate::search::parameters::SearchParameter;
            $(pub static $name: SearchParameter =
                SearchParameter::new(stringify!($name), $default, $min, $max);)*
        }

        $(
            $(#[$about])*
            #[inline(always)]
            pub fn $name() -> i32 {
                numbers::$name.get()
            }
        )*

        /// Every parameter.
        pub static ALL: &[&$crate::search::parameters::SearchParameter] = &[$(&numbers::$name),*];
    };
}

pub(crate) use parameters;
