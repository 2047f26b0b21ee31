//! Networks, endgame tables and opening books: embedded in the program, or loaded by the page in a browser.

/// The length and the checksum (CRC-32) of every file that a page loads, written by `build.rs`.
const EXPECTED: &[(&str, usize, u32)] = &include!(concat!(env!("OUT_DIR"), "/data_files.rs"));

/// A file of this repository that a game needs.
#[derive(Clone, Copy, Debug)]
pub struct DataFile {
    /// Its path in the repository.
    pub name: &'static str,
    embedded: Option<&'static [u8]>,
}

impl DataFile {
    /// A file in the program.
    pub const fn embedded(name: &'static str, bytes: &'static [u8]) -> DataFile {
        DataFile { name, embedded: Some(bytes) }
    }

    /// A file that the page loads.
    #[cfg(target_family = "wasm")]
    pub const fn loaded(name: &'static str) -> DataFile {
        DataFile { name, embedded: None }
    }

    /// Its bytes.
    ///
    /// # Errors
    /// The page has not loaded it.
    pub fn read(self) -> Result<&'static [u8], String> {
        #[cfg(target_family = "wasm")]
        let loaded = (super::wasm_host::wasm_host().data)(self.name);
        #[cfg(not(target_family = "wasm"))]
        let loaded = None;
        self.embedded.or(loaded).ok_or_else(|| format!("the file '{}' is missing: it could not be loaded", self.name))
    }

    /// The checksum by which a page finds the right version of a file that it loads.
    ///
    /// # Panics
    /// The file is not one of those that `build.rs` lists.
    pub fn checksum(self) -> u32 {
        EXPECTED.iter().find(|it| it.0 == self.name).unwrap_or_else(|| panic!("build.rs does not list {}", self.name)).2
    }
}

/// Checks that `bytes` are the content with which the program was built, and returns the file's static name.
///
/// # Errors
/// The file is unknown, or its length or checksum differs.
pub fn check_data(name: &str, bytes: &[u8]) -> Result<&'static str, String> {
    let &(name, length, checksum) = EXPECTED
        .iter()
        .find(|it| it.0 == name)
        .ok_or_else(|| format!("found the file '{name}', which no game needs"))?;
    let found = crc32fast::hash(bytes);
    if (bytes.len(), found) == (length, checksum) {
        return Ok(name);
    }
    let count = bytes.len();
    Err(format!(
        "'{name}': found {count} bytes with the checksum {found:08x}, expected {length} bytes with {checksum:08x}; load the file again"
    ))
}

/// A data file that is embedded on every target. The bytes are in a `static`, since each codegen unit may copy a constant.
macro_rules! embedded_file {
    ($name:expr) => {{
        const LENGTH: usize = include_bytes!(concat!(env!("CARGO_MANIFEST_DIR"), "/", $name)).len();
        static BYTES: [u8; LENGTH] = *include_bytes!(concat!(env!("CARGO_MANIFEST_DIR"), "/", $name));
        $crate::system::data_file::DataFile::embedded($name, &BYTES)
    }};
}
pub(crate) use embedded_file;

/// A file of this repository that the page loads in a browser.
#[cfg(target_family = "wasm")]
macro_rules! data_file {
    ($name:expr) => {
        $crate::system::data_file::DataFile::loaded($name)
    };
}
#[cfg(target_family = "wasm")]
pub(crate) use data_file;
#[cfg(not(target_family = "wasm"))]
pub(crate) use embedded_file as data_file;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_right_bytes_are_taken() {
        let file = data_file!("eval/chess.nnue");
        let mut bytes = file.read().unwrap().to_vec();
        assert_eq!(check_data("eval/chess.nnue", &bytes), Ok(file.name));
        assert_eq!(file.checksum(), crc32fast::hash(&bytes));
        bytes[1_000] ^= 1;
        assert!(check_data("eval/chess.nnue", &bytes).unwrap_err().contains("expected 804264 bytes with 38fb2f79"));
        assert!(check_data("eval/english.nnue", &bytes).is_err());
        assert!(check_data("eval/other.nnue", &bytes).is_err());
    }
}
