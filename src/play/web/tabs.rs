//! The sessions of the browser tabs: one session and one thread for each tab, so that tabs are independent.

use super::request::WebRefusal;
use crate::play::page::PageHost;
use crate::system::error_words::explain;
use crate::worker::STACK_BYTES;
use parking_lot::Mutex;
use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicU64, AtomicUsize};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel};
use std::thread::Builder;
use std::time::Duration;

/// Maximum number of tabs. Beyond it the least recently used idle tab is closed; its page sends the game again when it is used.
const MAX_TABS: usize = 16;

/// Maximum number of concurrent commands. A browser opens six connections to a host; one of them stays free for `stop`.
const MAX_COMMANDS: usize = 5;

/// Capacity of the progress queue of a command; further progress lines are dropped.
const UNREAD_LINES: usize = 64;

/// Makes the session of a tab: what answers its commands, both as JSON.
pub type NewTabSession = dyn Fn(Arc<dyn PageHost>) -> Box<dyn FnMut(&str) -> String> + Send + Sync;

/// All tabs.
pub struct Tabs {
    new_session: Arc<NewTabSession>,
    list: Mutex<TabList>,
}

#[derive(Default)]
struct TabList {
    last_id: u64,
    /// In the order of their last use.
    tabs: Vec<Arc<Tab>>,
}

struct Tab {
    id: u64,
    host: Arc<TabHost>,
    commands: Sender<QueuedCommand>,
}

struct QueuedCommand {
    number: u64,
    text: String,
    lines: SyncSender<String>,
}

/// A queued or running command, seen by the connection that waits for its response.
pub struct TabCommand {
    tab: Arc<Tab>,
    number: u64,
    lines: Receiver<String>,
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
        let tab = Tab::start(list.last_id, Arc::clone(&self.new_session))?;
        list.tabs.push(Arc::new(tab));
        Ok(list.last_id)
    }

    /// Queues a command of a tab. It runs after the commands that were queued before it.
    ///
    /// # Errors
    /// The tab is gone, or too many commands run.
    pub fn command(&self, id: u64, number: u64, text: String) -> Result<TabCommand, WebRefusal> {
        let mut list = self.list.lock();
        let gone = || WebRefusal::new(410, "the program no longer knows the game of this page, which sets it up again");
        let place = list.tabs.iter().position(|tab| tab.id == id).ok_or_else(gone)?;
        if list.tabs.iter().map(|tab| tab.host.pending.load(Relaxed)).sum::<usize>() >= MAX_COMMANDS {
            let reason = format!("found {MAX_COMMANDS} commands that run, expected fewer: stop one in another tab");
            return Err(WebRefusal::new(503, reason));
        }
        let tab = list.tabs.remove(place);
        let (sender, lines) = sync_channel(UNREAD_LINES);
        tab.host.pending.fetch_add(1, Relaxed);
        let command = QueuedCommand { number, text, lines: sender };
        tab.commands.send(command).map_err(|_| gone()).inspect_err(|_| tab.host.pending.store(0, Relaxed))?;
        list.tabs.push(Arc::clone(&tab));
        Ok(TabCommand { tab, number, lines })
    }

    /// Stops the commands of a tab whose number is at most `number`.
    pub fn stop(&self, id: u64, number: u64) {
        let list = self.list.lock();
        list.tabs.iter().filter(|tab| tab.id == id).for_each(|tab| tab.host.stop(number));
    }

    /// Ends a tab.
    pub fn close(&self, id: u64) {
        self.stop(id, u64::MAX);
        self.list.lock().tabs.retain(|tab| tab.id != id);
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
    fn start(id: u64, new_session: Arc<NewTabSession>) -> Result<Tab, WebRefusal> {
        let (commands, queue) = channel();
        let host = Arc::new(TabHost::default());
        let own = Arc::clone(&host);
        let builder = Builder::new().name(format!("tab {id}")).stack_size(STACK_BYTES);
        let thread = builder.spawn(move || own.carry_out(queue, &*new_session));
        thread.map_err(|error| WebRefusal::new(503, format!("the system starts no thread: {}", explain(&error))))?;
        Ok(Tab { id, host, commands })
    }

    fn is_busy(&self) -> bool {
        self.host.pending.load(Relaxed) > 0
    }
}

impl TabCommand {
    /// Waits for the next line of the response: progress lines first, the answer last. After the answer it fails with
    /// [`RecvTimeoutError::Disconnected`].
    ///
    /// # Errors
    /// No line has come in this time, or none will come.
    pub fn next_line(&self, patience: Duration) -> Result<String, RecvTimeoutError> {
        self.lines.recv_timeout(patience)
    }
}

/// Stops the command when nobody waits for its response any more.
impl Drop for TabCommand {
    fn drop(&mut self) {
        self.tab.host.stop(self.number);
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
}

impl TabHost {
    fn stop(&self, number: u64) {
        self.stopped.fetch_max(number, Relaxed);
    }

    /// Runs commands until the tab is closed or a command panics. After a panic the session is discarded, since its state is
    /// unknown.
    fn carry_out(self: Arc<Self>, queue: Receiver<QueuedCommand>, new_session: &NewTabSession) {
        let host: Arc<TabHost> = Arc::clone(&self);
        let mut session = new_session(host);
        for command in queue {
            self.number.store(command.number, Relaxed);
            *self.lines.lock() = Some(command.lines.clone());
            let answer = catch_unwind(AssertUnwindSafe(|| session(&command.text)));
            *self.lines.lock() = None;
            let has_failed = answer.is_err();
            // Nobody may be there to read it.
            let _ = command.lines.send(answer.unwrap_or_else(|panic| failure(&*panic)));
            if has_failed {
                self.pending.store(0, Relaxed);
                return;
            }
            self.pending.fetch_sub(1, Relaxed);
        }
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
        std::iter::from_fn(|| command.next_line(PATIENCE).ok()).collect()
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
        assert_eq!(waiting.next_line(PATIENCE).unwrap(), "{\"progress\":7}");
        assert_eq!(answer(&tabs, two, 1, "a"), ["1"]);
        tabs.stop(two, 9);
        assert!(waiting.next_line(Duration::from_millis(20)).is_err());
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
