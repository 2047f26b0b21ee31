//! The browser of the user.

use std::env::var_os;
use std::process::{Command, Stdio};
use std::thread;

/// Opens an address in the browser, if there is one. Ctrl-C in the terminal does not reach it.
pub fn open_in_browser(address: &str) {
    let Some(mut command) = opener() else { return };
    command.arg(address).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    // Without a browser the user still has the address.
    if let Ok(mut child) = command.spawn() {
        thread::spawn(move || child.wait());
    }
}

/// The program of the system that opens an address. Without a graphical display it would start a browser in the terminal.
fn opener() -> Option<Command> {
    if cfg!(windows) {
        let mut command = Command::new("rundll32");
        command.arg("url.dll,FileProtocolHandler");
        return Some(command);
    }
    if cfg!(target_os = "macos") {
        return Some(Command::new("open"));
    }
    let has_display = ["DISPLAY", "WAYLAND_DISPLAY"].iter().any(|name| var_os(name).is_some_and(|it| !it.is_empty()));
    has_display.then(|| Command::new("xdg-open"))
}
