//! Progress bars on standard error, shown only on a terminal.

use indicatif::{ProgressBar, ProgressStyle};
use parking_lot::Mutex;
use std::collections::BTreeSet;
use std::io::{self, Write, stderr};
use std::sync::Arc;
use std::time::Duration;

/// A counter of `things` whose total is unknown. What may go to the same terminal is written by [`OutputAbove`], or after the
/// counter was cleared.
pub fn counter(things: &str) -> ProgressBar {
    let bar = styled(ProgressBar::new_spinner(), &format!("{{spinner}} {{pos}} {things}  {{per_sec}}  {{elapsed}}"));
    bar.enable_steady_tick(Duration::from_millis(200));
    bar
}

/// A progress bar for `things` that starts at `before`, with a message and the estimated time left. The total may be set
/// later.
pub fn progress_bar(things: &str, before: u64) -> ProgressBar {
    let template = format!("{{msg}}{{pos}} of {{len}} {things}  {{per_sec}}  {{eta}} left");
    let bar = styled(ProgressBar::no_length(), &template);
    resume_at(&bar, before);
    bar
}

fn styled(bar: ProgressBar, template: &str) -> ProgressBar {
    bar.with_style(ProgressStyle::with_template(template).expect("the template is right"))
}

/// An output beside a progress bar. On the terminal of the bar every write stands above it.
pub struct OutputAbove<W> {
    output: W,
    /// `None` if the output goes elsewhere: `suspend` locks the bar, signal handlers need that lock, and a full pipe blocks.
    bar: Option<ProgressBar>,
}

impl<W: Write> OutputAbove<W> {
    /// The output beside this bar; `on_terminal` says whether it goes to a terminal.
    pub fn new(output: W, bar: &ProgressBar, on_terminal: bool) -> OutputAbove<W> {
        OutputAbove { output, bar: on_terminal.then(|| bar.clone()) }
    }
}

impl<W: Write> Write for OutputAbove<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &self.bar {
            Some(bar) => bar.suspend(|| self.output.write(bytes)),
            None => self.output.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        self.output.flush()
    }
}

/// Shows a message on standard error above a progress bar, unless it was shown before; from any thread.
pub type Notice = Arc<dyn Fn(&str) + Send + Sync>;

/// A way to show messages above this bar.
pub fn notice_above(bar: &ProgressBar) -> Notice {
    let (bar, shown) = (bar.clone(), Mutex::new(BTreeSet::new()));
    Arc::new(move |text| {
        if shown.lock().insert(text.to_owned()) {
            // The message is not worth an error.
            let _ = bar.suspend(|| writeln!(stderr(), "kempelen: {text}"));
        }
    })
}

/// Sets the position without counting `before` for the speed.
pub fn resume_at(bar: &ProgressBar, before: u64) {
    bar.set_position(before);
    // Without the tick the position would count as work of this run.
    bar.tick();
    bar.reset_eta();
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::thread::sleep;

    #[test]
    fn earlier_progress_does_not_count_for_the_speed() {
        let bar = progress_bar("games", 1_000_000);
        sleep(Duration::from_millis(300));
        bar.inc(1);
        bar.tick();
        assert_eq!(bar.position(), 1_000_001);
        assert!(bar.per_sec() < 10.0, "{}", bar.per_sec());
    }
}
