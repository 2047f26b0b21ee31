//! Syzygy endgame tables.

mod files;
mod play;

use crate::chess_rules::position;
use crate::prelude::*;
use kempelen::game::occurrences;
use kempelen::games::chess::syzygy::SyzygyTables;
use kempelen::search::ProbeSettings;

fn tables() -> Arc<SyzygyTables> {
    let folder = data("syzygy");
    let tables = SyzygyTables::open(&ChessPosition::start(), folder.to_str().unwrap()).unwrap();
    let about = "found 35 endgame tables with results and 35 with distances, of up to 4 men";
    assert_eq!((tables.max_pieces(), tables.summary().as_str()), (4, about));
    Arc::new(tables)
}

/// Positions with their results and distances.
fn endgames() -> Vec<(ChessPosition, i32, i32)> {
    let text = fs::read_to_string(data("endgame/endgame.epd")).unwrap();
    let read = |line: &str| {
        let number = |name: &str| {
            let (_, rest) = line.split_once(&format!(" {name} ")).unwrap();
            rest.split(';').next().unwrap().parse().unwrap()
        };
        let fen: Vec<&str> = line.split(' ').take(4).collect();
        (position(&fen.join(" ")), number("wdl"), number("dtz"))
    };
    let endgames: Vec<_> = text.lines().map(read).collect();
    assert_eq!(endgames.len(), 200);
    endgames
}

struct Thinker {
    search: Search<Chess>,
    probing: ProbeSettings,
}

impl Thinker {
    fn new(tables: Arc<SyzygyTables>) -> Thinker {
        let mut search = new_search(4, &<Chess as Knowledge>::Model::embedded().unwrap());
        search.tablebase = tables;
        Thinker { search, probing: ProbeSettings::default() }
    }

    fn think(&mut self, position: &ChessPosition, past: &[Key], nodes: u64) -> SearchResult<ChessMove> {
        self.consider(position, past, position.moves(), nodes, 1, &mut Silent)
    }

    fn consider(
        &mut self,
        position: &ChessPosition,
        past: &[Key],
        moves: Vec<ChessMove>,
        nodes: u64,
        lines: usize,
        report: &mut dyn SearchListener<ChessMove>,
    ) -> SearchResult<ChessMove> {
        let mut task = SearchTask { game_keys: past, ..SearchTask::new(position, of_nodes(nodes)) };
        task.request = SearchRequest { moves, multi_pv: lines, probe_settings: self.probing, ..task.request };
        self.search.think(task, report)
    }

    /// Plays both sides, the second one by `defence` if there is one; who won, and the plies it took.
    fn game(&mut self, start: &ChessPosition, nodes: u64, defence: Option<&SyzygyTables>) -> (Option<Side>, usize) {
        let mut position = *start;
        let mut past = Vec::new();
        loop {
            let third = || occurrences(&past, position.key(), position.reversible_plies()) >= 3;
            let over = position.outcome().or_else(|| third().then_some(Outcome::Draw));
            if let Some(outcome) = over {
                return (outcome.winner(position.side()), past.len());
            }
            let best = match defence.filter(|_| position.side() != start.side()) {
                Some(tables) => {
                    let distance = |mv: &ChessMove| tables.dtz(&position.play(*mv)).unwrap().ignore_rounding().0;
                    position.moves().into_iter().max_by_key(distance).unwrap()
                }
                None => self.think(&position, &past, nodes).pv[0],
            };
            past.push(position.key());
            position = position.play(best);
        }
    }
}
