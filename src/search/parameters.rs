//! Numbers that a search goes by. They are constants, unless the program was built with the feature
//! `tunable`: then they are options of the engine, for `kempelen tune options`.

#[cfg(feature = "tunable")]
use std::sync::atomic::{AtomicI32, Ordering::Relaxed};

/// A number that a search goes by.
#[derive(Debug)]
pub struct SearchParameter {
    /// What it is called.
    pub name: &'static str,
    /// The value at the start.
    pub default: i32,
    /// The least value worth a try.
    pub min: i32,
    /// The greatest value worth a try.
    pub max: i32,
    #[cfg(feature = "tunable")]
    value: AtomicI32,
}

impl SearchParameter {
    /// A number that was not changed yet.
    pub const fn new(name: &'static str, start: i32, least: i32, most: i32) -> SearchParameter {
        SearchParameter {
            name,
            default: start,
            min: least,
            max: most,
            #[cfg(feature = "tunable")]
            value: AtomicI32::new(start),
        }
    }

    /// The value.
    #[cfg(not(feature = "tunable"))]
    #[inline(always)]
    pub fn get(&self) -> i32 {
        self.default
    }

    /// The value.
    #[cfg(feature = "tunable")]
    #[inline]
    pub fn get(&self) -> i32 {
        self.value.load(Relaxed)
    }

    /// Changes the value, for all searches of the process.
    #[cfg(feature = "tunable")]
    pub fn set(&self, value: i32) {
        self.value.store(value, Relaxed);
    }
}

/// Declares numbers: each `name: start, least..=most;` makes a function that tells the value, and all
/// of them are listed in `ALL`.
macro_rules! parameters {
    ($($(#[$about:meta])* $name:ident: $start:literal, $least:literal..=$most:literal;)*) => {
        #[allow(non_upper_case_globals)]
        mod numbers {
            use $crate::search::parameters::SearchParameter;
            $(pub static $name: SearchParameter =
                SearchParameter::new(stringify!($name), $start, $least, $most);)*
        }

        $(
            $(#[$about])*
            #[inline(always)]
            pub fn $name() -> i32 {
                numbers::$name.get()
            }
        )*

        /// Every number.
        pub static ALL: &[&$crate::search::parameters::SearchParameter] = &[$(&numbers::$name),*];
    };
}

pub(crate) use parameters;
