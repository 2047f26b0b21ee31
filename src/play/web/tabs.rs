//! The sessions of the browser tabs: one session and one thread for each tab, so that tabs are independent.

use super::request::WebRefusal;
use crate::play::page::PageHost;
use crate::system::error_words::explain;
use crate::worker::Worker;
use parking_lot::Mutex;
use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};

/// Maximum number of tabs. Beyond it the least recently used idle tab is closed; its page sends the game again when it is used.
const MAX_TABS: usize = 16;

/// Maximum number of concurrent commands. A browser opens six connections to a host; one of them stays free for `stop`.
const MAX_COMMANDS: usize = 5;

/// Capacity of the progress queue of a command; further progress lines are dropped.
const UNREAD_LINES: usize = 64;

/// The session of a tab: it answers its commands, both as JSON.
pub type TabSession = Box<dyn FnMut(&str) -> String + Send>;

/// Makes the session of a tab.
pub type NewTabSession = dyn Fn(Arc<dyn PageHost>) -> TabSession + Send + Sync;

/// All tabs.
pub struct Tabs {
    new_session: Arc<NewTabSession>,
    list: Mutex<TabList>,
}

#[derive(Default)]
struct TabList {
    last_id: u64,
    /// In the order of their last use.
    tabs: Vec<Tab>,
}

struct Tab {
    id: u64,
    host: Arc<TabHost>,
    /// `None` after a command has panicked, since its state is unknown.
    session: Worker<Option<TabSession>>,
}

/// A queued or running command, seen by the connection that waits for its response.
pub struct TabCommand {
    host: Arc<TabHost>,
    number: u64,
    /// The lines of the response: progress lines first, the answer last.
    pub lines: Receiver<String>,
}

impl Tabs {
    /// No tab yet.
    pub fn new(new_session: Arc<NewTabSession>) -> Tabs {
        Tabs { new_session, list: Mutex::default() }
    }

    /// Begins a tab, and returns its number.
    ///
    /// # Errors
    /// All tabs are busy, or the system has too little memory.
    pub fn open(&self) -> Result<u64, WebRefusal> {
        let mut list = self.list.lock();
        if list.tabs.len() >= MAX_TABS {
            let Some(idle) = list.tabs.iter().position(|tab| !tab.is_busy()) else {
                let reason = format!("found {MAX_TABS} tabs in which the program thinks, expected fewer: close one");
                return Err(WebRefusal::new(429, reason));
            };
            list.tabs.remove(idle).host.stop(u64::MAX);
        }
        list.last_id += 1;
        let (id, host) = (list.last_id, Arc::new(TabHost::default()));
        let page_host: Arc<dyn PageHost> = Arc::<TabHost>::clone(&host);
        let session = Worker::new(Some((self.new_session)(page_host)));
        let session = session
            .map_err(|error| WebRefusal::new(503, format!("the system starts no thread: {}", explain(&error))))?;
        list.tabs.push(Tab { id, host, session });
        Ok(id)
    }

    /// Queues a command of a tab. It runs after the commands that were queued before it.
    ///
    /// # Errors
    /// The tab is gone, or too many commands run.
    pub fn command(&self, id: u64, number: u64, text: String) -> Result<TabCommand, WebRefusal> {
        let mut list = self.list.lock();
        let gone = || WebRefusal::new(410, "the program no longer knows the game of this page, which sets it up again");
        let is_there = |tab: &Tab| tab.id == id && !tab.host.has_failed.load(Relaxed);
        let place = list.tabs.iter().position(is_there).ok_or_else(gone)?;
        if list.tabs.iter().map(|tab| tab.host.pending.load(Relaxed)).sum::<usize>() >= MAX_COMMANDS {
            let reason = format!("found {MAX_COMMANDS} commands that run, expected fewer: stop one in another tab");
            return Err(WebRefusal::new(503, reason));
        }
        let mut tab = list.tabs.remove(place);
        let (sender, lines) = sync_channel(UNREAD_LINES);
        tab.host.pending.fetch_add(1, Relaxed);
        let (host, own) = (Arc::clone(&tab.host), Arc::clone(&tab.host));
        tab.session.run(move |session| own.carry_out(session, number, &text, &sender));
        list.tabs.push(tab);
        Ok(TabCommand { host, number, lines })
    }

    /// Stops the commands of a tab whose number is at most `number`.
    pub fn stop(&self, id: u64, number: u64) {
        let list = self.list.lock();
        list.tabs.iter().filter(|tab| tab.id == id).for_each(|tab| tab.host.stop(number));
    }

    /// Ends a tab.
    pub fn close(&self, id: u64) {
        self.stop(id, u64::MAX);
        // The end of its command is awaited after the list is free again.
        let _closed: Vec<Tab> = self.list.lock().tabs.extract_if(.., |tab| tab.id == id).collect();
    }

    /// Lets all commands end early.
    pub fn stop_all(&self) {
        self.list.lock().tabs.iter().for_each(|tab| tab.host.stop(u64::MAX));
    }

    /// Whether a command is not answered yet.
    pub fn are_busy(&self) -> bool {
        self.list.lock().tabs.iter().any(|tab| tab.is_busy())
    }
}

impl Tab {
    fn is_busy(&self) -> bool {
        self.host.pending.load(Relaxed) > 0
    }
}

/// Stops the command when nobody waits for its response any more.
impl Drop for TabCommand {
    fn drop(&mut self) {
        self.host.stop(self.number);
    }
}

/// What the session of a tab sees of its page.
#[derive(Default)]
struct TabHost {
    /// Where the lines of the running command go.
    lines: Mutex<Option<SyncSender<String>>>,
    /// The number of the running command.
    number: AtomicU64,
    /// Commands up to this number are stopped.
    stopped: AtomicU64,
    /// Number of commands that are queued or running, including those whose connection is gone.
    pending: AtomicUsize,
    /// Whether a command has panicked.
    has_failed: AtomicBool,
}

impl TabHost {
    fn stop(&self, number: u64) {
        self.stopped.fetch_max(number, Relaxed);
    }

    /// Runs a command, unless one has panicked before.
    fn carry_out(&self, session: &mut Option<TabSession>, number: u64, text: &str, lines: &SyncSender<String>) {
        if let Some(run) = session {
            self.number.store(number, Relaxed);
            *self.lines.lock() = Some(lines.clone());
            let answer = catch_unwind(AssertUnwindSafe(|| run(text)));
            *self.lines.lock() = None;
            if answer.is_err() {
                self.has_failed.store(true, Relaxed);
                *session = None;
            }
            // Nobody may be there to read it.
            let _ = lines.send(answer.unwrap_or_else(|panic| failure(&*panic)));
        }
        self.pending.fetch_sub(1, Relaxed);
    }
}

impl PageHost for TabHost {
    fn progress(&self, json: &str) {
        if let Some(lines) = &*self.lines.lock() {
            let _ = lines.try_send(format!("{{\"progress\":{json}}}"));
        }
    }

    fn wants_stop(&self) -> bool {
        self.number.load(Relaxed) <= self.stopped.load(Relaxed)
    }
}

/// What the page gets in place of an answer.
fn failure(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().copied();
    let text = text.or_else(|| panic.downcast_ref::<String>().map(String::as_str)).unwrap_or("no reason");
    serde_json::json!({ "failure": format!("the program has failed: {text}") }).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::thread::sleep;
    use std::time::Duration;

    const PATIENCE: Duration = Duration::from_secs(60);

    /// Sessions that count their commands; `wait` runs until it is stopped, `fail` panics.
    fn tabs() -> Tabs {
        Tabs::new(Arc::new(|host: Arc<dyn PageHost>| {
            let mut count = 0;
            Box::new(move |command: &str| {
                count += 1;
                match command {
                    "wait" => {
                        host.progress("7");
                        while !host.wants_stop() {
                            sleep(Duration::from_millis(1));
                        }
                    }
                    "fail" => panic!("as it was told"),
                    _ => {}
                }
                count.to_string()
            })
        }))
    }

    fn lines(command: &TabCommand) -> Vec<String> {
        std::iter::from_fn(|| command.lines.recv_timeout(PATIENCE).ok()).collect()
    }

    fn answer(tabs: &Tabs, tab: u64, number: u64, text: &str) -> Vec<String> {
        lines(&tabs.command(tab, number, text.to_owned()).unwrap())
    }

    fn refused<T>(result: Result<T, WebRefusal>) -> u16 {
        result.err().unwrap().status
    }

    #[test]
    fn tabs_do_not_disturb_one_another() {
        let tabs = tabs();
        let [one, two] = [tabs.open().unwrap(), tabs.open().unwrap()];
        let waiting = tabs.command(one, 1, "wait".to_owned()).unwrap();
        assert_eq!(waiting.lines.recv_timeout(PATIENCE).unwrap(), "{\"progress\":7}");
        assert_eq!(answer(&tabs, two, 1, "a"), ["1"]);
        tabs.stop(two, 9);
        assert!(waiting.lines.recv_timeout(Duration::from_millis(20)).is_err());
        tabs.stop(one, 1);
        assert_eq!(lines(&waiting), ["1"]);
        // A command that is stopped before it begins.
        tabs.stop(one, 3);
        assert_eq!(answer(&tabs, one, 3, "wait"), ["{\"progress\":7}", "2"]);
        drop(waiting);
        assert!(!tabs.are_busy());
    }

    #[test]
    fn a_panic_ends_one_tab() {
        let tabs = tabs();
        let [one, two] = [tabs.open().unwrap(), tabs.open().unwrap()];
        assert_eq!(answer(&tabs, one, 1, "fail"), ["{\"failure\":\"the program has failed: as it was told\"}"]);
        while tabs.command(one, 2, String::new()).map(|command| lines(&command)).is_ok() {}
        assert_eq!(refused(tabs.command(one, 3, String::new())), 410);
        assert_eq!(answer(&tabs, two, 1, "a"), ["1"]);
    }

    #[test]
    fn tabs_and_commands_are_limited() {
        let tabs = tabs();
        let first = tabs.open().unwrap();
        let busy: Vec<TabCommand> =
            (1..=MAX_COMMANDS as u64).map(|number| tabs.command(first, number, "wait".to_owned()).unwrap()).collect();
        assert_eq!(refused(tabs.command(first, 9, String::new())), 503);
        let others: Vec<u64> = (0..MAX_TABS).map(|_| tabs.open().unwrap()).collect();
        // The first of the others had to go: the first tab is busy.
        assert_eq!(refused(tabs.command(others[0], 1, String::new())), 410);
        drop(busy);
        let next = loop {
            match tabs.command(first, 9, String::new()) {
                Ok(command) => break command,
                Err(refusal) => assert_eq!(refusal.status, 503),
            }
        };
        assert_eq!(lines(&next).len(), 1);
        tabs.close(first);
        assert_eq!(refused(tabs.command(first, 10, String::new())), 410);
    }
}
