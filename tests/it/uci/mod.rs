//! The words of UCI.

mod any;
mod go;
mod read;
mod write;
