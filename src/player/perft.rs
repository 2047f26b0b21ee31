//! Perft on a thread of its own, which can be stopped.

use crate::game::perft;
use crate::notation::{MoveStyle, Notation};
use crate::worker::Worker;
use std::io;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;

/// A report of a running perft.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PerftEvent {
    /// The count after a legal move.
    Move(String, u64),
    /// The total, at the end.
    Total(u64),
    /// The end of a perft that was stopped.
    Stopped,
}

/// Runs perft on a thread, which is started when it is first needed.
#[derive(Default)]
pub(super) struct PerftThread {
    worker: Option<Worker<()>>,
    stop: Arc<AtomicBool>,
}

impl PerftThread {
    /// Starts to count the sequences of `depth` legal moves; returns at once.
    ///
    /// # Errors
    /// The system refuses a thread.
    pub(super) fn start<G: Notation>(
        &mut self,
        position: G,
        depth: u32,
        style: MoveStyle,
        mut listener: Box<dyn FnMut(PerftEvent) + Send>,
    ) -> io::Result<()> {
        self.stop();
        self.wait();
        self.stop = Arc::default();
        let stop = Arc::clone(&self.stop);
        let worker = match &mut self.worker {
            Some(worker) => worker,
            none => none.insert(Worker::new(())?),
        };
        worker.run(move |()| divide(&position, depth, style, &stop, &mut *listener));
        Ok(())
    }

    pub(super) fn stop(&self) {
        self.stop.store(true, Relaxed);
    }

    pub(super) fn wait(&mut self) {
        self.worker.iter_mut().for_each(Worker::wait);
    }
}

impl Drop for PerftThread {
    fn drop(&mut self) {
        self.stop();
    }
}

fn divide<G: Notation>(
    position: &G,
    depth: u32,
    style: MoveStyle,
    stop: &AtomicBool,
    listener: &mut dyn FnMut(PerftEvent),
) {
    let Some(below) = depth.checked_sub(1) else {
        return listener(PerftEvent::Total(1));
    };
    let mut total = 0;
    for mv in position.moves() {
        let Some(nodes) = count(&position.play(mv), below, stop) else {
            return listener(PerftEvent::Stopped);
        };
        listener(PerftEvent::Move(position.show_move(mv, style), nodes));
        total += nodes;
    }
    listener(PerftEvent::Total(total));
}

/// Like [`perft`]; `None` if it was stopped.
fn count<G: Notation>(position: &G, depth: u32, stop: &AtomicBool) -> Option<u64> {
    /// A perft of this depth takes milliseconds, and is not stopped.
    const SHALLOW: u32 = 2;
    if stop.load(Relaxed) {
        return None;
    }
    if depth <= SHALLOW {
        return Some(perft(position, depth));
    }
    let moves = position.moves().into_iter();
    moves.map(|mv| count(&position.play(mv), depth - 1, stop)).sum()
}
