//! Follows a written strategy move by move, by the rules of the game alone: it knows nothing of how strategies are found.

use super::promise::StrategyPromise;
use super::state_graph::end_payoff;
use crate::any_position::AnyPosition;
use crate::game::{Game, Side};
use crate::notation::{MoveStyle, Notation, excerpt};

/// A strategy as text, not checked yet.
#[derive(Debug)]
pub struct WrittenHyperpath<'a> {
    /// The name of the game.
    pub game: &'a str,
    /// What the strategy is said to secure.
    pub promise: StrategyPromise,
    /// The number of the line with the promise.
    first_line: usize,
    /// The lines of the positions.
    pub nodes: Vec<&'a str>,
}

/// A position of a written strategy.
struct WrittenNode {
    position: AnyPosition,
    /// The canonical form of the position.
    canonical: AnyPosition,
    /// The payoff that is written at an end.
    end: Option<i32>,
    /// The moves, and the indices of the positions that they lead to.
    moves: Vec<(String, usize)>,
}

impl<'a> WrittenHyperpath<'a> {
    /// Reads the strategies in a file: each begins with a line `game NAME` and a line with the promise.
    ///
    /// # Errors
    /// There is no strategy, or one does not begin with these lines: the number of the line, and what is wrong there.
    pub fn read_all(text: &'a str) -> Result<Vec<WrittenHyperpath<'a>>, String> {
        let mut strategies: Vec<WrittenHyperpath> = Vec::new();
        let mut lines = (1..).zip(text.lines());
        while let Some((line, text)) = lines.next() {
            if let Some(game) = text.strip_prefix("game ") {
                let promise = lines.next().map_or("", |(_, text)| text).parse();
                let promise = promise.map_err(|what: String| in_line(line + 1, &what))?;
                strategies.push(WrittenHyperpath { game, promise, first_line: line + 1, nodes: Vec::new() });
            } else if let Some(strategy) = strategies.last_mut() {
                strategy.nodes.push(text);
            } else {
                return Err(in_line(line, &format!("found '{}', expected 'game NAME'", excerpt(text))));
            }
        }
        if strategies.is_empty() {
            return Err(in_line(1, "found the end, expected 'game NAME'"));
        }
        Ok(strategies)
    }

    fn error(&self, node: usize, what: &str) -> String {
        in_line(self.first_line + 1 + node, what)
    }
}

/// The error of a line, which is counted from 1.
fn in_line(line: usize, what: &str) -> String {
    format!("line {line}: {what}")
}

/// Checks that a strategy keeps its promise:
///
/// - In a position where its side moves it has exactly one move, elsewhere all legal moves.
/// - Every move leads to the position whose number stands beside it, or to one that differs from it only by a
///   [symmetry](Game::canonical) of the rules.
/// - At every end the game is over, with the payoff that is written there, and that payoff keeps the promise.
/// - Play ends, unless a draw by endless play keeps the promise.
///
/// `start` is any position of the game.
///
/// # Errors
/// The first thing that is wrong, and in which line.
pub fn check_hyperpath(strategy: &WrittenHyperpath, start: &AnyPosition) -> Result<(), String> {
    let mut nodes = Vec::new();
    for (index, line) in strategy.nodes.iter().enumerate() {
        nodes.push(read_node(index, line, start).map_err(|what| strategy.error(index, &what))?);
    }
    if nodes.is_empty() {
        return Err(strategy.error(0, "found no positions, expected '1 | POSITION | MOVE -> 2'"));
    }
    for (index, node) in nodes.iter().enumerate() {
        let checked = if node.position.outcome().is_some() {
            check_end(node, strategy.promise)
        } else {
            check_moves(node, &nodes, strategy.promise.side)
        };
        checked.map_err(|what| strategy.error(index, &what))?;
    }
    match on_a_cycle(&nodes).filter(|_| !strategy.promise.is_kept_by_endless_play()) {
        Some(index) => Err(strategy.error(index, "play need not end here: the moves lead around in a circle")),
        None => Ok(()),
    }
}

/// Reads a line such as `2 | grundy 3,1 p2 | 1:3-2+1 -> 3` or `3 | grundy 2,1,1 p1 | end -1`.
fn read_node(index: usize, line: &str, start: &AnyPosition) -> Result<WrittenNode, String> {
    let fields: Vec<_> = line.split(" | ").collect();
    let [number, position, moves] = fields[..] else {
        return Err(format!("found '{}', expected 'NUMBER | POSITION | MOVES'", excerpt(line)));
    };
    let expected = index + 1;
    if number != expected.to_string() {
        return Err(format!("found the number '{}', expected {expected}", excerpt(number)));
    }
    let position = start.parse_position(position).map_err(|error| format!("the position: {error}"))?;
    let mut node = WrittenNode { canonical: position.clone().canonical(), position, end: None, moves: Vec::new() };
    if let Some(payoff) = moves.strip_prefix("end ") {
        node.end = Some(payoff.parse().ok().ok_or_else(|| format!("found '{}', expected a payoff", excerpt(payoff)))?);
    } else {
        node.moves = moves.split("; ").map(read_move).collect::<Result<_, _>>()?;
    }
    Ok(node)
}

fn read_move(text: &str) -> Result<(String, usize), String> {
    let read = || {
        let (mv, number) = text.split_once(" -> ")?;
        Some((mv.to_owned(), number.parse::<usize>().ok()?.checked_sub(1)?))
    };
    read().ok_or_else(|| format!("found '{}', expected 'MOVE -> NUMBER'", excerpt(text)))
}

/// Checks the payoff at an end of the game.
fn check_end(node: &WrittenNode, promise: StrategyPromise) -> Result<(), String> {
    let payoff = end_payoff(&node.position).unwrap_or(0);
    if node.end != Some(payoff) {
        return Err(format!("the game is over here, expected 'end {payoff}' and no moves"));
    }
    if !promise.is_kept_by(payoff) {
        return Err(format!("the end {payoff} breaks the promise '{promise}'"));
    }
    Ok(())
}

/// Checks the moves of a position where the game goes on.
fn check_moves(node: &WrittenNode, nodes: &[WrittenNode], side: Side) -> Result<(), String> {
    if node.end.is_some() {
        return Err("the game is not over here, expected moves".to_owned());
    }
    let mut found = Vec::new();
    for (text, target) in &node.moves {
        let mv = node.position.parse_move(text).map_err(|error| error.to_string())?;
        if found.contains(&mv) {
            return Err(format!("the move '{}' stands twice", excerpt(text)));
        }
        found.push(mv);
        let reached = node.position.play(mv);
        let expected = reached.show();
        let canonical = reached.canonical();
        if nodes.get(*target).is_none_or(|it| it.canonical != canonical) {
            return Err(format!("'{text}' leads to {expected}, which is not the position of number {}", target + 1));
        }
    }
    let is_own = node.position.side_to_move() == side;
    if is_own && found.len() != 1 {
        return Err(format!("found {} moves of the side with the strategy, expected 1", found.len()));
    }
    match node.position.find_move(|mv| !found.contains(&mv)).filter(|_| !is_own) {
        Some(mv) => Err(format!("the reply '{}' is missing", node.position.show_move(mv, MoveStyle::Long))),
        None => Ok(()),
    }
}

/// The index of a position from which play need not end, if there is one. Removes the ends, then again and again the
/// positions all of whose moves lead to removed ones; play need not end in those that remain.
fn on_a_cycle(nodes: &[WrittenNode]) -> Option<usize> {
    let mut before = vec![Vec::new(); nodes.len()];
    for (index, node) in nodes.iter().enumerate() {
        for &(_, target) in &node.moves {
            before[target].push(index);
        }
    }
    let mut open: Vec<_> = nodes.iter().map(|node| node.moves.len()).collect();
    let mut ended: Vec<_> = (0..nodes.len()).filter(|&index| open[index] == 0).collect();
    while let Some(index) = ended.pop() {
        for &parent in &before[index] {
            open[parent] -= 1;
            if open[parent] == 0 {
                ended.push(parent);
            }
        }
    }
    open.iter().position(|&moves| moves > 0)
}

#[cfg(test)]
mod tests {
    use super::super::tests::{check, tree};
    use crate::notation::from_data;

    #[test]
    fn the_checker_finds_what_is_wrong() {
        let start = tree("(A(6 8) B(7 11) C:5)");
        let lines = |body: &str| format!("game tree\nfirst gets at least 7\n{body}");
        let right = "1 | (A(6 8) B(7 11) C:5) p1 | B -> 2\n2 | (7 11) p2 | 1 -> 3; 2 -> 4\n\
                 3 | 7 p1 | end 7\n4 | 11 p1 | end 11\n";
        assert_eq!(check(&start, &lines(right)), Ok(()));
        for [from, to, expected] in &from_data::<Vec<[String; 3]>>("refused_texts", "strategies") {
            let text = lines(right);
            assert!(text.contains(from), "{from}");
            let error = check(&start, &text.replacen(from, to, 1)).unwrap_err();
            assert!(error.starts_with(expected), "{error}");
        }
        let two =
            "game tree\nfirst gets at least 5\n1 | (A:5 B:6) p1 | A -> 2; B -> 3\n2 | 5 p2 | end 5\n3 | 6 p2 | end 6\n";
        let error = check(&start, two).unwrap_err();
        assert_eq!(error, "line 3: found 2 moves of the side with the strategy, expected 1");
        assert_eq!(check(&start, "").unwrap_err(), "line 1: found the end, expected 'game NAME'");
        let none = check(&start, "game tree\nfirst wins\n").unwrap_err();
        assert!(none.starts_with("line 3: found no positions"), "{none}");
    }
}
