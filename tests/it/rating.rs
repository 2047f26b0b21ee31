//! The command `rating`.

use crate::prelude::*;

fn game(white: &str, black: &str, result: &str) -> String {
    format!("[White \"{white}\"]\n[Black \"{black}\"]\n\n{result}\n\n")
}

/// Games of five players; `e` has lost the only one.
fn games() -> Vec<String> {
    let results = [
        ("a", "b", "1-0 1-0 1/2-1/2 0-1"),
        ("b", "a", "1-0 0-1"),
        ("b", "c", "1-0 2-0 1-1"),
        ("c", "b", "0-2 0-1 1-0 *"),
        ("c", "d", "1/2-1/2"),
        ("d", "a", "0-1 1-0"),
        ("d", "e", "1-0"),
    ];
    let of = |(white, black, results): (&str, &str, &str)| {
        Vec::from_iter(results.split(' ').map(|result| game(white, black, result)))
    };
    results.into_iter().flat_map(of).collect()
}

const TABLE: &str = "    #  player   rating   error    points   games   score   draws     LOS
    1  a          84.5   181.3       4.5       8   56.2%   12.5%   58.9%
    2  b          56.7   171.9       7.0      12   58.3%   16.7%   62.7%
    3  d         -10.7   273.1       2.5       4   62.5%   25.0%   71.4%
    4  c        -130.5   212.7       2.0       7   28.6%   28.6%
       e                             0.0       1    0.0%    0.0%
advantage of the first move: 70.9 +- 173.6; draws between equal players: 21.9%
without a rating, since they won or lost all games against the others: 1
";

#[test]
fn games_give_one_table() {
    let folder = Folder::new();
    let mut games = games();
    folder.write("games.pgn", games.concat());
    assert_eq!(folder.run("rating games.pgn").text(), TABLE);
    // The order of the games does not matter, nor in how many files they are.
    games.reverse();
    folder.write("one.pgn", games[..5].concat());
    assert_eq!(folder.run_for("rating one.pgn -", &games[5..].concat()).text(), TABLE);
    let table = folder.run("rating --json --anchor b=1500 games.pgn").json();
    let [b, e] =
        ["b", "e"].map(|name| table["players"].as_array().unwrap().iter().find(|row| row["name"] == name).unwrap());
    assert_eq!((&b["rating"], &b["error"], &b["results"]), (&json!(1500.0), &Value::Null, &json!([6, 2, 4])));
    assert_eq!((&e["rating"], &e["results"], &table["games"]), (&Value::Null, &json!([0, 0, 1]), &json!(16)));
}

#[test]
fn damaged_games_are_named() {
    let folder = Folder::with(&[("good.pgn", &games().concat())]);
    for (text, expected) in [
        (game("a", "b", "1. e4 ) 1-0"), "bad.pgn: line 4: found ')', expected a move"),
        (game("?", "b", "1-0"), "bad.pgn: line 1: found players '?' and 'b', expected the names of two players"),
        (game("a", "a", "1-0"), "found players 'a' and 'a', expected"),
        (game("a", "b", "") + &game("c", "d", "1-0"), "found two tags White, expected moves or a result between"),
        (
            format!("[Result \"0-1\"]\n{}", game("a", "b", "1-0")),
            "found another result in the tags than after the moves",
        ),
    ] {
        folder.write("bad.pgn", text);
        let ran = folder.run("rating good.pgn bad.pgn");
        ran.exits_with(1).remarks("kempelen: 1 game could not be analysed: ").remarks(expected);
        assert_eq!(ran.out(), TABLE);
    }
    // The result stands in the tags only.
    folder.write("tags.pgn", games().concat().replace("\n\n1-1\n", "\n[Result \"1/2-1/2\"]\n\n*\n"));
    assert_eq!(folder.run("rating tags.pgn").text(), TABLE);
}

#[test]
fn what_cannot_be_rated_is_refused() {
    let folder = Folder::with(&[("games.pgn", &games().concat()), ("none.pgn", &game("a", "b", "*"))]);
    folder.write("won.pgn", game("a", "b", "1-0"));
    for [arguments, expected] in cases("refused", "rating") {
        folder.run(format!("rating {arguments}")).fails_with(expected);
    }
    folder.run("rating games.pgn --anchor e").exits_with(2).remarks("expected NAME=RATING, such as");
}

#[test]
fn a_match_of_three_has_ratings() {
    let engines = "--engine builtin=random name=a --engine builtin=random name=b --engine builtin=random name=c";
    let folder = Folder::new();
    let line = format!("match --game tictactoe --rounds 20 --pgn games.pgn {engines}");
    let text = folder.run(&line).text();
    let summary = folder.run(format!("{line} --resume --json")).json();
    let table = folder.run("rating --json games.pgn").json();
    for engine in summary["engines"].as_array().unwrap() {
        let rated = table["players"].as_array().unwrap().iter().find(|row| row["name"] == engine["name"]).unwrap();
        let [one, other] = [&engine["rating"], &rated["rating"]].map(|it| it.as_f64().unwrap());
        assert!((one - other).abs() < 1e-6, "{summary} {table}");
        // A rating that is rounded to zero has no sign.
        let one = format!("{one:.1}").replace("-0.0", "0.0");
        assert!(text.contains(&format!("{one} +- {:.1} ", engine["rating_error"].as_f64().unwrap())), "{text}");
    }
    assert!(text.contains("rating     LOS\n") && text.contains("\nElo to the opponents: a "), "{text}");
}
