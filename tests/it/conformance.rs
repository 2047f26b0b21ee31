//! The laws of `Game` and `Notation`, checked for every game in the table by seeded random play.

use crate::law_positions::law_positions;
use crate::prelude::*;
use crate::walks::{walk_number, walks};
use std::fmt::Debug;

/// How many positions of random games are checked. The games begin at the usual start, at the positions of the benchmark,
/// and at those that the file `law_positions.toml` provides for these tests.
#[derive(Clone, Copy)]
struct Sample {
    /// The least number of positions for each entry of the table, divided among its games.
    of_an_entry: usize,
    /// The least number of positions for each game with few legal moves.
    of_a_cheap_game: usize,
    /// Enough legal moves for one game: the cost of a check grows with their number.
    moves: u64,
}

#[test]
fn every_game() {
    check_every_game(Sample { of_an_entry: 8_000, of_a_cheap_game: 1_000, moves: 3_000 });
}

#[test]
#[ignore = "takes half a minute"]
fn every_game_at_length() {
    check_every_game(Sample { of_an_entry: 28_000, of_a_cheap_game: 3_000, moves: 8_000 });
}

fn check_every_game(sample: Sample) {
    let transpositions = &Transpositions::default();
    in_every_game(Rules { sample, transpositions });
    transpositions.are_in_every_entry();
}

/// How often two ways of making moves led to one position, for each entry of the table: in some games of an entry no two
/// ways meet.
#[derive(Default)]
pub struct Transpositions(Mutex<BTreeMap<&'static str, usize>>);

impl Transpositions {
    /// Adds those in a game of `K`.
    pub fn add<K: GameEntry>(&self, transpositions: usize) {
        let mut entries = self.0.lock();
        *entries.entry(K::games()[0].name).or_default() += transpositions;
    }

    pub fn are_in_every_entry(&self) {
        let entries = self.0.lock();
        assert!(entries.values().all(|&transpositions| transpositions > 0), "{entries:?}");
    }
}

#[derive(Clone, Copy)]
struct Rules<'a> {
    sample: Sample,
    transpositions: &'a Transpositions,
}

impl GameVisitor for Rules<'_> {
    type Output = ();

    fn visit<K: GameEntry>(self, game: &'static GameInfo) {
        let texts = law_positions(game);
        let start = K::start(game);
        let read = |text: &&str| {
            let position = start.parse_position(text);
            position.unwrap_or_else(|error| panic!("{text}: {error}"))
        };
        let positions: Vec<K::Game> = [start.clone()].into_iter().chain(texts.iter().map(read)).collect();
        let sample = self.sample;
        let least = sample.of_an_entry / K::games().len();
        let (mut walks, mut games, mut count, mut moves) = (Vec::new(), 0, 0, 0);
        while count < least || (count < sample.of_a_cheap_game && moves < sample.moves) {
            games += 1;
            for start in &positions {
                let walk = walk_number(start, games);
                count += walk.len();
                moves += walk.iter().map(Game::count_moves).sum::<u64>();
                walks.push(walk);
            }
        }
        self.transpositions.add::<K>(walks_obey_the_rules(&walks));
        for position in walks.iter().flatten() {
            text_leads_back(position);
            moves_as_text_lead_back(position);
        }
        noise_is_harmless(&start, &texts);
    }
}

/// Checks a law of every game in the table, the games side by side.
pub fn in_every_game(law: impl GameVisitor<Output = ()> + Copy + Send) {
    std::thread::scope(|scope| {
        for game in games() {
            scope.spawn(move || by_name(game.name, law).expect("a game of the table"));
        }
    });
}

/// The laws of `Game` alone, in random games. Returns how often two ways were found that lead to one position.
pub fn obeys_the_rules<G: Game>(starts: &[G], games: u64) -> usize {
    walks_obey_the_rules(&walks(starts, games))
}

/// As [`obeys_the_rules`], in these games.
fn walks_obey_the_rules<G: Game>(walks: &[Vec<G>]) -> usize {
    let mut keys = HashMap::new();
    let mut random = Random::new(0);
    let mut transpositions = 0;
    for walk in walks {
        history_is_bounded(walk);
        let foreign: Vec<G::Move> = walk.iter().flat_map(G::moves).collect();
        transpositions += walk.iter().filter(|it| ways_meet(*it, &mut random)).count();
        for position in walk {
            moves_are_unique(position);
            counters_agree(position);
            listeners_stop_at_once(position);
            codes_and_numbers_lead_back(position, &mut random);
            only_listed_moves_are_legal(position, &foreign, &mut random);
            ends_are_consistent(position);
            turns_alternate(position);
            keys_tell_positions_apart(position, &mut keys);
        }
    }
    transpositions
}

/// No repetition lies farther back than `reversible` says, and `reversible` never reaches behind
/// the start, except by what the start itself says. [`u16::MAX`] stands for more than the 255 plies that draughts counts.
fn history_is_bounded<G: Game>(walk: &[G]) {
    for (ply, position) in walk.iter().enumerate() {
        let reversible = usize::from(position.reversible_plies());
        let known = ply + usize::from(walk[0].reversible_plies());
        let uncounted = reversible == usize::from(u16::MAX) && known >= 255;
        assert!(reversible <= known || uncounted, "{reversible} > {known} plies: {position:?}");
        let earlier = walk[..ply].iter().rposition(|p| p.key() == position.key());
        if let Some(earlier) = earlier {
            let back = ply - earlier;
            assert!(back <= reversible, "repeats {back} plies back: {position:?}");
        }
    }
}

fn moves_are_unique<G: Game>(position: &G) {
    let moves = position.moves();
    for (index, mv) in moves.iter().enumerate() {
        assert!(!moves[..index].contains(mv), "{mv:?} twice: {position:?}");
    }
}

/// The shortcuts a game may bring say the same as listing the moves.
fn counters_agree<G: Game>(position: &G) {
    let mut listed = Vec::new();
    let flow = position.visit_moves(|mv| {
        listed.push(mv);
        ControlFlow::<()>::Continue(())
    });
    assert_eq!(flow, ControlFlow::Continue(()), "{position:?}");
    assert_eq!(position.moves(), listed, "{position:?}");
    assert_eq!(position.count_moves(), listed.len() as u64, "{position:?}");
    assert_eq!(position.has_moves(), !listed.is_empty(), "{position:?}");
    for &mv in &listed {
        assert!(position.is_legal(mv), "{mv:?}: {position:?}");
        assert_eq!(position.count_replies(mv), position.play(mv).moves().len() as u64, "{mv:?}: {position:?}");
    }
}

fn listeners_stop_at_once<G: Game>(position: &G) {
    let moves = position.moves();
    for last in [1, 2, moves.len() / 2, moves.len()] {
        if last == 0 || last > moves.len() {
            continue;
        }
        let mut heard = 0;
        let flow = position.visit_moves(|mv| {
            heard += 1;
            if heard == last { ControlFlow::Break(mv) } else { ControlFlow::Continue(()) }
        });
        assert_eq!(heard, last, "heard on after the break: {position:?}");
        assert_eq!(flow, ControlFlow::Break(moves[last - 1]), "{position:?}");
    }
}

/// A code means a legal move or none, whatever number is asked; so does the number of a move, which
/// leads back to the move itself.
fn codes_and_numbers_lead_back<G: Game>(position: &G, random: &mut Random) {
    let moves = position.moves();
    for &mv in &moves {
        let code = G::code(mv);
        let decoded = position.decode(code).unwrap();
        assert!(moves.contains(&decoded) && G::code(decoded) == code, "{code}: {position:?}");
        assert!(decoded == mv || !G::UNIQUE_CODES, "{code}: {position:?}");
        let number = position.move_number(mv);
        assert_eq!(position.numbered_move(number), Some(mv), "{number}: {position:?}");
    }
    let numbers: Vec<u16> = moves.iter().map(|&mv| position.move_number(mv)).collect();
    let noise = (0..64).map(|number| (random.next_u64() as u16) >> (number % 2 * 4));
    for number in noise.chain([0, u16::MAX]) {
        let listed = moves.iter().copied().find(|&mv| G::code(mv) == number);
        assert_eq!(position.decode(number), listed, "{number}: {position:?}");
        let place = numbers.iter().position(|&it| it == number);
        assert_eq!(position.numbered_move(number), place.map(|place| moves[place]), "{number}: {position:?}");
    }
}

fn only_listed_moves_are_legal<G: Game>(position: &G, foreign: &[G::Move], random: &mut Random) {
    let moves = position.moves();
    for _ in 0..foreign.len().min(64) {
        let mv = random.choose(foreign);
        assert_eq!(position.is_legal(mv), moves.contains(&mv), "{mv:?}: {position:?}");
    }
}

/// An end by rule goes first; where both a rule and the lack of moves end a game, they say the same.
fn ends_are_consistent<G: Game>(position: &G) {
    let stuck = (!position.has_moves()).then(|| position.outcome_without_moves());
    let rule_end = position.rule_outcome();
    assert_eq!(position.outcome(), rule_end.or(stuck), "{position:?}");
    if let (Some(by_rule), Some(by_stuck)) = (rule_end, stuck) {
        assert_eq!(by_rule, by_stuck, "{position:?}");
    }
    let has_payoff = position.has_payoffs() && position.outcome().is_some();
    assert_eq!(position.payoff().is_some(), has_payoff, "{position:?}");
    if let Some(payoff) = position.payoff() {
        let winner = match payoff.signum() {
            1 => Some(Side::First),
            -1 => Some(Side::Second),
            _ => None,
        };
        assert_eq!(position.outcome().expect("a payoff ends the game").winner(position.side_to_move()), winner);
    }
}

fn turns_alternate<G: Game>(position: &G) {
    for mv in position.moves() {
        assert_eq!(position.play(mv).side_to_move(), !position.side_to_move(), "{mv:?}: {position:?}");
    }
}

/// Two moves of one side may be made in either order. Whether both ways led to the same position,
/// which then has one key, however it was kept up.
fn ways_meet<G: Game>(position: &G, random: &mut Random) -> bool {
    let moves = position.moves();
    if moves.is_empty() {
        return false;
    }
    let [one, other] = [(); 2].map(|()| random.choose(&moves));
    let replies = position.play(one).moves();
    if replies.is_empty() {
        return false;
    }
    let reply = random.choose(&replies);
    let way = |first, last| {
        let mut moves = [first, reply, last].into_iter();
        moves.try_fold(position.clone(), |position, mv| position.is_legal(mv).then(|| position.play(mv)))
    };
    let (Some(one), Some(other)) = (way(one, other), way(other, one)) else {
        return false;
    };
    if one == other {
        assert_eq!(one.key(), other.key(), "{one:?}");
    }
    one == other
}

/// A key stands for one set of moves.
fn keys_tell_positions_apart<G: Game>(position: &G, keys: &mut HashMap<u64, G>) {
    let twin = keys.entry(position.key().0).or_insert_with(|| position.clone());
    assert_eq!(twin.moves_by_code(), position.moves_by_code(), "one key for {twin:?} and {position:?}");
}

/// Reading what was written gives the same position, whose key, made from scratch, is the one
/// that was kept move by move.
fn text_leads_back<G: Notation>(position: &G) {
    let text = position.show();
    let read = position.parse_position(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
    assert_eq!(read.key(), position.key(), "{text}: {position:?}");
    assert_eq!(&read, position, "{text}");
    assert_eq!(read.show(), text);
}

fn moves_as_text_lead_back<G: Notation>(position: &G) {
    for style in [MoveStyle::Long, MoveStyle::LongCastlingByRook, MoveStyle::Short] {
        for mv in position.moves() {
            let text = position.show_move(mv, style);
            assert_eq!(position.parse_move(&text), Ok(mv), "{text} ({style:?}) in {}", position.show());
        }
    }
}

/// Text from outside never panics: neither noise nor a damaged text.
fn noise_is_harmless<G: Notation>(start: &G, texts: &[&str]) {
    let mut random = Random::new(7);
    let alphabet: Vec<char> = " /.-x:0189abchKkwWBoO,=+#é\u{0}".chars().collect();
    let shown = start.show();
    for text in texts.iter().copied().chain(["", shown.as_str()]) {
        for _ in 0..500 {
            let mut damaged: Vec<char> = text.chars().collect();
            for _ in 0..=random.below(3) {
                let place = random.below(damaged.len() + 1);
                match random.below(3) {
                    0 => damaged.insert(place, random.choose(&alphabet)),
                    _ if place == damaged.len() => {}
                    1 => damaged[place] = random.choose(&alphabet),
                    _ => drop(damaged.remove(place)),
                }
            }
            let damaged: String = damaged.into_iter().collect();
            message_is_a_line(start.parse_move(&damaged));
            let read = start.parse_position(&damaged);
            message_is_a_line(read.map(|read| text_leads_back(&read)));
        }
    }
}

fn message_is_a_line<T: Debug, E: ToString>(result: Result<T, E>) {
    if let Err(error) = result {
        let message = error.to_string();
        assert!(!message.is_empty() && !message.contains(['\n', '\r', '\0']), "{message:?}");
    }
}
