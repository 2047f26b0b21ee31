//! The introduction, and whole games.

use super::{parse, remarks, start, thought};
use crate::prelude::*;
use kempelen::protocol::options::hub_name;

#[test]
fn the_introduction_names_every_parameter() {
    let mut engine = Engine::start();
    // Lines without a word decide nothing.
    let heard = engine.ask("\r\n \r\nhub", "wait");
    assert!(heard[0].starts_with("id name=Kempelen version="));
    let lines: Vec<HubLine> = heard.iter().map(|line| parse(line)).collect();
    let params: Vec<_> = lines.iter().filter(|line| line.command == "param").collect();
    // Clients in use split arguments at `=`: each must have one, and no more.
    for line in &heard[..heard.len() - 1] {
        assert_eq!(line.matches('=').count(), parse(line).arguments.len(), "{line}");
    }
    for param in &params {
        let [value, kind] = ["value", "type"].map(|name| param.value(name).unwrap());
        let fits = match kind {
            "bool" => ["true", "false"].contains(&value),
            "int" => {
                let bound = |name| param.number::<i64>(name, "a number").unwrap().unwrap();
                (bound("min")..=bound("max")).contains(&value.parse().unwrap())
            }
            "enum" => param.value("values").unwrap().split(' ').any(|word| word == value),
            "string" => true,
            _ => false,
        };
        assert!(fits, "{param}");
    }
    let options = OPTIONS.iter().filter(|entry| {
        entry.is_for(game_info("english").unwrap(), ProtocolKind::Hub) && entry.kind != OptionKind::Button
    });
    let expected = ["variant", "rules", "numbering"]
        .map(str::to_owned)
        .into_iter()
        .chain(options.map(|entry| hub_name(entry.name)));
    let names = params.iter().map(|param| param.value("name").unwrap());
    let page = include_str!("../../../docs/hub.md");
    for name in names.clone() {
        assert!(page.contains(&format!("| `{name}` |")), "{name} in the page");
    }
    assert!(names.clone().eq(expected), "{:?}", names.collect::<Vec<_>>());
    // What is declared may be set, before init and after it.
    for _ in 0..2 {
        for param in &params {
            let argument = |name| param.value(name).unwrap();
            let set = HubLine::new("set-param").with("name", argument("name"));
            engine.tell(&set.with("value", argument("value")).to_string());
        }
        assert_eq!(engine.ask("init", "ready"), ["ready"]);
    }
}

#[test]
fn a_game_of_draughts_over_hub() {
    let mut engine = start();
    engine.tell("new-game\npos start moves=\"11-15\"");
    let line = thought(&mut engine, "level depth=6");
    assert_eq!(line.value("depth"), Some("6"));
    for name in ["mean-depth", "score", "nodes", "time", "nps", "pv"] {
        assert!(line.has(name), "{name} in {line}");
    }
    // In millions.
    assert!(line.value("nps").unwrap().parse::<f64>().unwrap() < 100.0, "{line}");
    engine.tell("pos pos=BbbbbbbbbbbbbeeeeeeeewwwwwwwwwwwW moves=\"11-15\"\nlevel depth=2");
    assert!(last(&engine.ask("go think", "done")).starts_with("done move=2"));
    engine.tell("unknown words=\"are ignored\" all of=them");
    assert!(remarks(&mut engine).is_empty());
    engine.tell("quit");
}
