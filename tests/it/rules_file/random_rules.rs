//! Random rules: the move generator agrees with the slow one, and any text is read or refused in one line.

use super::word;
use crate::draughts_rules::Agreement;
use kempelen::games::draughts::rules_file::from_text;
use kempelen::games::draughts::rules_file::read::RulesDescription;
use kempelen::games::draughts::rules_file::words::{COLOURS, CRITERIA, GOALS, LANDINGS, PROMOTIONS};
use kempelen::random::Random;
use proptest::prelude::*;

/// A file with random rules, which may contradict each other.
fn random_rules(random: &mut Random) -> String {
    let large = random.below(3) == 0;
    let (board, like) = if large { (10, "international") } else { (8, "russian") };
    let kings = random.choose(&["short", "flying", "flying"]);
    let mut flag = || random.below(2) == 0;
    let [mirrored, back, rows, men_take_kings, lifts] = std::array::from_fn(|_| flag());
    let stops = random.below(4) == 0;
    let mut criteria = CRITERIA.to_vec();
    let order: Vec<String> = (0..random.below(4))
        .map(|_| criteria.swap_remove(random.below(criteria.len())).1)
        .map(|it| word(&CRITERIA, &it))
        .collect();
    let order = order.join(", ");
    let first = word(&COLOURS, &random.choose(&COLOURS).1);
    let promotion = word(&PROMOTIONS, &random.choose(&PROMOTIONS).1);
    let landing = word(&LANDINGS, &random.choose(&LANDINGS).1);
    let goal = word(&GOALS, &random.choose(&GOALS).1);
    let (men, run) = (1 + random.below(3), random.below(4));
    format!(
        "like = \"{like}\"\nboard = {board}\nkings = \"{kings}\"\nmirrored = {mirrored}\nmen_capture_backward = {back}\n\
         captures_along_rows = {rows}\nmen_capture_kings = {men_take_kings}\nlifts_at_once = {lifts}\nmay_stop = {stops}\n\
         order = [{order}]\nfirst = {first}\npromotion = {promotion}\nlanding = {landing}\ngoal = {goal}\n\
         rows_of_men = {men}\nking_moves_in_a_row = {run}\n"
    )
}

#[test]
fn the_generators_agree_under_random_rules() {
    let mut random = Random::new(7);
    let (mut read, mut refused) = (0, 0);
    while read < 60 {
        let text = random_rules(&mut random);
        match from_text("random.toml", text.clone()) {
            Ok(game) => {
                read += 1;
                println!("{text}");
                game.visit(Agreement { seed: read, boards: 25 });
            }
            Err(error) => {
                refused += 1;
                assert!(error.starts_with("line "), "{error}");
            }
        }
    }
    assert!(refused > 40, "{refused}");
}

/// Lines of rules files, right and wrong.
fn line() -> impl Strategy<Value = String> {
    let names = "like|board|kings|first|rows_of_men|pieces|start|order|goal|draws|draws.plies|draws.few_pieces\
                 |landing|may_stop|nonsense|[draws]|[[draws.few_pieces]]|when|plies";
    let names = prop::sample::select(names.split('|').collect::<Vec<_>>());
    let values = "8|10|1000|-1|true|\"white\"|\"flying\"|\"russian\"|[\"most pieces\"]|[1, 2]|\"W:W32:B1\"\
                  |\"lose all\"|\"\"|[|{}|[{}]|1e400|\"\\u0007\"|1979-05-27";
    let values = prop::sample::select(values.split('|').collect::<Vec<_>>());
    (names, values).prop_map(
        |(name, value)| {
            if name.starts_with('[') { name.to_owned() } else { format!("{name} = {value}") }
        },
    )
}

proptest! {
    #[test]
    fn any_lines_are_read_or_refused_in_one_line(lines in prop::collection::vec(line(), 0..6)) {
        one_line(&lines.join("\n"));
    }

    #[test]
    fn any_text_is_read_or_refused_in_one_line(text in "\\PC{0,60}|[ -~\\n]{0,60}") {
        one_line(&text);
    }
}

fn one_line(text: &str) {
    if let Err(error) = RulesDescription::read(text) {
        assert!(!error.contains(char::is_control), "{text:?}: {error:?}");
        assert!(error.starts_with("line "), "{text:?}: {error:?}");
    }
}
