//! Files that a user names: regular ones only, up to a size.

use std::fs::{File, FileType, Metadata, metadata};
use std::io::{self, Read};
use std::path::Path;

/// The size of the largest file that [`read`] takes, in bytes. Books, weights and networks are far
/// smaller.
pub const LARGEST: u64 = 1 << 30;

/// Opens a regular file for reading. Pipes and devices are refused, since reading them may never
/// end.
///
/// # Errors
/// The file cannot be opened, or is not a regular one.
pub fn open(path: &Path) -> io::Result<File> {
    check_regular(&metadata(path)?)?;
    File::open(path)
}

/// Reads a regular file of at most [`LARGEST`] bytes.
///
/// # Errors
/// The file cannot be read, or is not a regular one, or is larger.
pub fn read(path: &Path) -> io::Result<Vec<u8>> {
    read_up_to(path, LARGEST)
}

/// Reads a regular file of at most `largest` bytes.
///
/// # Errors
/// The file cannot be read, or is not a regular one, or is larger.
pub fn read_up_to(path: &Path, largest: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    // Some files, such as those in /proc, have a length of 0: reading one byte more finds a larger one.
    let file = open(path)?;
    if file.metadata()?.len() <= largest {
        file.take(largest + 1).read_to_end(&mut bytes)?;
        if bytes.len() as u64 <= largest {
            return Ok(bytes);
        }
    }
    let (mebibytes, kibibytes) = (largest >> 20, largest >> 10);
    let largest = if mebibytes > 0 { format!("{mebibytes} MiB") } else { format!("{kibibytes} KiB") };
    Err(io::Error::other(format!("it is larger than {largest}")))
}

/// Checks that a file is a regular one.
///
/// # Errors
/// It is not; the message names what was found instead.
pub fn check_regular(found: &Metadata) -> io::Result<()> {
    if found.is_file() {
        return Ok(());
    }
    let found = type_name(found.file_type());
    Err(io::Error::other(format!("found a {found}, expected a regular file")))
}

fn type_name(found: FileType) -> &'static str {
    #[cfg(unix)]
    {
        use std::os::unix::fs::FileTypeExt;
        if found.is_fifo() {
            return "pipe";
        }
        if found.is_socket() {
            return "socket";
        }
    }
    if found.is_dir() { "folder" } else { "device" }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::system::error_words::explain;

    #[test]
    fn large_files_are_refused_unread() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("large");
        let file = File::create(&path).unwrap();
        file.set_len(LARGEST + 1).unwrap();
        let error = read(&path).unwrap_err();
        assert_eq!(explain(&error), "it is larger than 1024 MiB");
        file.set_len(5).unwrap();
        assert_eq!(read(&path).unwrap(), [0; 5]);
    }

    #[test]
    fn other_files_are_named() {
        let folder = tempfile::tempdir().unwrap();
        let named = |path: &Path| explain(&check_regular(&std::fs::metadata(path).unwrap()).unwrap_err());
        assert_eq!(explain(&read(folder.path()).unwrap_err()), "found a folder, expected a regular file");
        #[cfg(unix)]
        {
            let [socket, pipe] = ["socket", "pipe"].map(|name| folder.path().join(name));
            let _listener = std::os::unix::net::UnixListener::bind(&socket).unwrap();
            std::process::Command::new("mkfifo").arg(&pipe).status().unwrap();
            for (path, expected) in [(&*socket, "socket"), (&pipe, "pipe"), (Path::new("/dev/null"), "device")] {
                assert_eq!(named(path), format!("found a {expected}, expected a regular file"));
            }
        }
    }
}
