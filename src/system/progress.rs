//! Progress on standard error, where somebody is looking.

use indicatif::{ProgressBar, ProgressStyle};
use std::io::{IsTerminal, stdout};
use std::time::Duration;

/// Counts `things` of which nobody knows how many will come. Hidden where standard error is no
/// terminal, or where it is the one that what is written goes to (`elsewhere`: it goes to a file).
pub fn counter(things: &str, elsewhere: bool) -> ProgressBar {
    if !elsewhere && stdout().is_terminal() {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::new_spinner();
    let template = format!("{{spinner}} {{pos}} {things}  {{per_sec}}  {{elapsed}}");
    if let Ok(style) = ProgressStyle::with_template(&template) {
        bar.set_style(style);
    }
    bar.enable_steady_tick(Duration::from_millis(200));
    bar
}

/// Counts `things` on the way to a number that may become known later, from `before` on, with the
/// time left and a message. Hidden where standard error is no terminal.
pub fn progress_bar(things: &str, before: u64) -> ProgressBar {
    let bar = ProgressBar::no_length();
    let template = format!("{{msg}}{{pos}} of {{len}} {things}  {{per_sec}}  {{eta}} left");
    if let Ok(style) = ProgressStyle::with_template(&template) {
        bar.set_style(style);
    }
    resume_at(&bar, before);
    bar
}

/// Goes on from `before`: only what comes from now on tells the speed.
pub fn resume_at(bar: &ProgressBar, before: u64) {
    bar.set_position(before);
    // The bar must have seen the position, or it would count for work of this run.
    bar.tick();
    bar.reset_eta();
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::thread::sleep;

    #[test]
    fn what_was_done_before_tells_no_speed() {
        let bar = progress_bar("games", 1_000_000);
        sleep(Duration::from_millis(300));
        bar.inc(1);
        bar.tick();
        assert_eq!(bar.position(), 1_000_001);
        assert!(bar.per_sec() < 10.0, "{}", bar.per_sec());
    }
}
