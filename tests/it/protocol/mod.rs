//! Sessions over UCI with the binary: what clients send, and what they must receive.

mod process;
mod session;
mod wrong_lines;
