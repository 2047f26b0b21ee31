//! The last reports of a search: whatever has ended it, they are one list of different moves, in the order of their scores,
//! and the first one is played.

use crate::prelude::*;
use kempelen::notation::show_moves;

/// A variation, as UCI and UGI report it.
struct Variation {
    mv: String,
    depth: u32,
    /// Greater is better, ends of the game included.
    score: i64,
}

/// The last report of every number, the best first; bounds count as well.
fn last_variations(heard: &[String]) -> Vec<Variation> {
    let mut variations = BTreeMap::new();
    for line in heard.iter().filter(|line| line.contains(" pv ")) {
        let number: usize = field(line, "multipv").map_or(1, |number| number.parse().unwrap());
        variations.insert(number, variation(line));
    }
    assert!(variations.keys().copied().eq(1..=variations.len()));
    variations.into_values().collect()
}

fn variation(line: &str) -> Variation {
    const END: i64 = 1_000_000;
    let number = |name| field(line, name).and_then(|text| text.parse::<i64>().ok());
    let end = number("mate").map(|distance| END * distance.signum() - distance);
    Variation {
        mv: field(line, "pv").unwrap().to_owned(),
        depth: number("depth").unwrap() as u32,
        score: end.or(number("cp")).unwrap(),
    }
}

/// The word after this one.
fn field<'a>(line: &'a str, name: &str) -> Option<&'a str> {
    let mut words = line.split(' ');
    words.find(|&word| word == name)?;
    words.next()
}

/// Checks the last reports of a search for `wanted` of the moves `legal`.
fn check(heard: &[String], wanted: usize, legal: &[String]) {
    let context = || heard.join("\n");
    let lines = last_variations(heard);
    assert_eq!(lines[0].mv, field(last(heard), "bestmove").unwrap(), "{}", context());
    for (index, line) in lines.iter().enumerate() {
        assert!(!lines[..index].iter().any(|other: &Variation| other.mv == line.mv), "{}", context());
        assert!(legal.contains(&line.mv), "{}", context());
    }
    assert!(lines.is_sorted_by(|a, b| a.score >= b.score), "{}", context());
    // The first iteration may end before every line has been searched.
    let most = wanted.min(legal.len());
    assert!(lines.len() == most || (lines.len() < most && lines[0].depth == 1), "{most} lines: {}", context());
}

/// A random game, as the moves of `position startpos`, and the legal moves after it, of which there is at least one.
fn random_game(start: &AnyPosition, random: &mut Random) -> (String, Vec<String>) {
    const PLIES: usize = 40;
    let mut line = GameLine::new(start.clone());
    for _ in 0..random.below(PLIES) {
        let moves = line.position().moves();
        line.play(moves[random.below(moves.len())]);
        if line.outcome().is_some() {
            line.take_back();
            break;
        }
    }
    let position = line.position();
    let legal = position.moves().into_iter().map(|mv| position.show_move(mv, MoveStyle::Long)).collect();
    let played = show_moves(line.start(), line.moves(), MoveStyle::Long);
    let moves = if played.is_empty() { "" } else { " moves " };
    (format!("{moves}{}", played.join(" ")), legal)
}

/// A limit from one position to some thousands: small ones are as likely as large ones.
fn random_nodes(random: &mut Random) -> usize {
    let bits = 1 + random.below(12);
    1 + random.below(1 << bits)
}

/// Searches with a random limit, and returns what was heard.
fn search(engine: &mut Engine, random: &mut Random, restriction: &str) -> Vec<String> {
    let nodes = random_nodes(random);
    let go = match random.below(5) {
        0 => format!("go depth {}", 1 + random.below(3)),
        1 => format!("go movetime {}", 1 + random.below(12)),
        2 => {
            engine.tell(&format!("go infinite{restriction}"));
            sleep(Duration::from_millis(random.below(12) as u64));
            return engine.ask("stop", "bestmove");
        }
        _ => format!("go nodes {nodes}"),
    };
    engine.ask(&format!("{go}{restriction}"), "bestmove")
}

/// The numbers of lines that are asked for.
const NUMBERS: [usize; 4] = [2, 3, 8, 256];

#[test]
fn a_search_for_two_lines_that_is_stopped_reports_two_moves() {
    let mut engine = Engine::after("setoption name MultiPV value 2");
    let fen = "r1bqkb1r/ppp1pp2/n5pn/3pN2P/8/7P/PPPPPP2/RNBQKB1R w KQkq - 0 6";
    let heard = engine.ask(&format!("position fen {fen}\ngo nodes 3000"), "bestmove");
    let lines = last_variations(&heard);
    assert_ne!(lines[0].mv, lines[1].mv, "{heard:?}");
    assert_eq!(heard.iter().filter(|line| line.contains(" nodes 3000 ")).count(), 2);
}

#[test]
fn lines_over_uci() {
    let start = find_game("chess").unwrap().start();
    for (seed, threads) in [(1, 1), (2, 3)] {
        let mut random = Random::new(seed);
        let mut engine = Engine::after(&format!("debug on\nsetoption name Threads value {threads}"));
        for _ in 0..40 {
            let (moves, legal) = random_game(&start, &mut random);
            let wanted = random.choose(&NUMBERS);
            engine.tell(&format!("setoption name MultiPV value {wanted}\nposition startpos{moves}"));
            let some = &legal[..1 + random.below(legal.len())];
            let restriction = format!(" searchmoves {}", some.join(" "));
            let (restriction, legal) = match random.below(4) {
                0 => (restriction.as_str(), some),
                _ => ("", &legal[..]),
            };
            let heard = search(&mut engine, &mut random, restriction);
            assert_eq!(heard.iter().find(|line: &&String| line.contains("self-check")), None);
            check(&heard, wanted, legal);
        }
    }
}

/// Games of all kinds, and one that ends soon.
#[test]
fn lines_over_ugi() {
    let mut random = Random::new(3);
    let mut engine = Engine::greeted("ugi", "ugiok");
    for game in games() {
        engine.tell(&format!("setoption name Game value {}", game.name));
        engine.tell("setoption name Algorithm value search");
        let start = game.start();
        for _ in 0..5 {
            let (moves, legal) = random_game(&start, &mut random);
            let wanted = random.choose(&NUMBERS);
            engine.tell(&format!("setoption name MultiPV value {wanted}\nposition startpos{moves}"));
            check(&search(&mut engine, &mut random, ""), wanted, &legal);
        }
    }
}

/// The moves that the theory calls won come first.
#[test]
fn lines_of_positions_that_the_theory_knows() {
    let mut engine = Engine::greeted("ugi", "ugiok");
    engine.tell("setoption name Game value nim\nsetoption name MultiPV value 4\nposition fen nim 1,3,3 p1");
    let heard = engine.ask("go depth 3", "bestmove");
    let lines = last_variations(&heard);
    let shown = |line: &Variation| format!("{} {}", line.mv, if line.score > 0 { "win" } else { "loss" });
    assert_eq!(lines.iter().map(shown).collect::<Vec<_>>(), ["1:1-0 win", "2:3-2 win", "3:3-2 win", "2:3-1 loss"]);
    assert_eq!(last(&heard), format!("bestmove {}", lines[0].mv));
}

/// The program has endgame tables of these positions: the moves are ranked by them, and shown with their scores.
#[test]
fn lines_of_positions_in_the_endgame_tables() {
    let mut random = Random::new(5);
    let mut engine = Engine::greeted("ugi", "ugiok");
    let start = find_game("english").unwrap().start();
    for position in ["W:WK10,K14:BK23", "W:WK18,K15:BK32,K31", "B:WK1,12:BK23,20", "W:WK1,K2,K3:BK30,28"] {
        let at = start.parse_position(position).unwrap();
        let legal: Vec<_> = at.moves().into_iter().map(|mv| at.show_move(mv, MoveStyle::Long)).collect();
        for wanted in NUMBERS {
            engine.tell(&format!("setoption name MultiPV value {wanted}\nposition fen english {position}"));
            check(&search(&mut engine, &mut random, ""), wanted, &legal);
        }
    }
}

/// Hub reports one variation.
#[test]
fn the_last_line_over_hub_is_about_the_move_that_is_played() {
    let mut random = Random::new(4);
    let start = find_game("english").unwrap().start();
    for threads in [1, 3] {
        let mut engine = Engine::greeted(&format!("hub\nset-param name=threads value={threads}\ninit"), "ready");
        for _ in 0..30 {
            let (moves, _) = random_game(&start, &mut random);
            let moves = moves.trim_start_matches(" moves ");
            engine.tell(&format!("pos start moves=\"{moves}\""));
            let heard = if random.below(3) == 0 {
                engine.tell("level infinite\ngo think");
                sleep(Duration::from_millis(random.below(12) as u64));
                engine.ask("stop", "done")
            } else {
                let nodes = random_nodes(&mut random);
                engine.ask(&format!("level nodes={nodes}\ngo think"), "done")
            };
            let parse = |line: &String| HubLine::parse(line).unwrap().unwrap();
            let [.., info, done] = &heard[..] else { panic!("{heard:?}") };
            let (info, done) = (parse(info), parse(done));
            assert_eq!(info.value("pv").unwrap().split(' ').next(), done.value("move"), "{heard:?}");
        }
    }
}
