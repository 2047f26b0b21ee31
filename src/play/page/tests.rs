use super::*;
use crate::random::Random;
use parking_lot::Mutex;

/// Remembers the lines of progress, and stops searches at depth 4.
#[derive(Default)]
struct TestHost(Mutex<Vec<Value>>);

impl PageHost for TestHost {
    fn progress(&self, json: &str) {
        self.0.lock().push(serde_json::from_str(json).unwrap());
    }

    fn wants_stop(&self) -> bool {
        self.0.lock().iter().any(|line| line["depth"].as_i64() >= Some(4))
    }
}

pub(super) fn new_page() -> PageSession {
    PageSession::new(Arc::new(TestHost::default()), EngineResources::default())
}

pub(super) fn answer(session: &mut PageSession, command: Value) -> Value {
    serde_json::from_str(&session.answer(&command.to_string())).unwrap()
}

pub(super) fn begin(game: &str, players: [&str; 2]) -> (PageSession, Value) {
    let mut session = new_page();
    let state = answer(&mut session, json!({ "new": { "game": game, "moves": [], "players": players } }));
    (session, state)
}

/// A game of chess of two persons that goes on from a snapshot with these fields.
fn go_on(mut snapshot: Value) -> (PageSession, Value) {
    snapshot["game"] = json!("chess");
    snapshot["players"] = json!(PERSONS);
    let mut session = new_page();
    let state = answer(&mut session, json!({ "new": snapshot }));
    (session, state)
}

pub(super) const PERSONS: [&str; 2] = ["person name=one", "person name=two"];
pub(super) const MACHINES: [&str; 2] = ["random name=one", "random name=two"];

fn count_moves(state: &Value) -> usize {
    state["snapshot"]["moves"].as_array().unwrap().len()
}

/// Points at cells, and chooses moves, until the game has ended, with at most this number of commands.
fn play_by_pointing(game: &str, most: usize) -> Value {
    let (mut session, mut state) = begin(game, PERSONS);
    let mut random = Random::new(7);
    for _ in 0..most {
        if !state["end"].is_null() {
            break;
        }
        let cells = state["cells"].as_array().unwrap().iter().filter(|cell| cell["is_target"] == true);
        let mut commands: Vec<Value> = cells.map(|cell| json!({ "pick": cell["name"] })).collect();
        commands.extend(state["choices"].as_array().unwrap().iter().map(|text| json!({ "move": text })));
        commands.extend((state["may_stop"] == true).then(|| json!("stop_here")));
        assert!(!commands.is_empty(), "{game}: {state}");
        state = answer(&mut session, commands.swap_remove(random.below(commands.len())));
        assert!(state["error"].is_null(), "{game}: {state}");
    }
    state
}

#[test]
fn every_game_is_played_by_pointing() {
    for game in games() {
        assert!(count_moves(&play_by_pointing(game.name, 60)) > 0, "{}", game.name);
    }
    for game in ["tictactoe", "nim", "northcott", "tree"] {
        assert!(play_by_pointing(game, 400)["end"].is_string(), "{game}");
    }
}

#[test]
fn machines_move_when_the_page_asks_and_wait_after_moves_are_taken_back() {
    let (mut session, mut state) = begin("tictactoe", MACHINES);
    let waiting = |state: &Value| ["is_busy", "is_paused", "can_analyse"].map(|name| state[name] == true);
    assert_eq!(waiting(&state), [true, false, false]);
    while count_moves(&state) == 0 {
        state = answer(&mut session, json!("update"));
    }
    let back = answer(&mut session, json!("take_back"));
    assert_eq!((&back["snapshot"]["ply"], waiting(&back)), (&json!(0), [false, true, true]));
    state = answer(&mut session, json!("go_on"));
    assert_eq!(waiting(&state), [true, false, false]);
    while state["end"].is_null() {
        state = answer(&mut session, json!("update"));
    }
    assert!(count_moves(&state) >= 5);
    assert_eq!(waiting(&state), [false; 3]);
    // The rules have not ended this game.
    let (mut session, _) = begin("tictactoe", ["random name=one", "person name=two"]);
    assert_eq!(waiting(&answer(&mut session, json!("resign"))), [false, false, true]);
}

#[test]
fn a_refused_command_changes_nothing() {
    assert_eq!(answer(&mut new_page(), json!("hint"))["error"], "there is no game yet");
    let (mut session, before) = begin("chess", PERSONS);
    for (command, expected) in [
        (json!("jump"), "command: "),
        (json!({ "move": "e5" }), ""),
        (json!("stop_here"), ""),
        (json!({ "new": { "game": "chess", "position": "8/8 w", "moves": [], "players": MACHINES } }), ""),
        (json!({ "new": { "game": "go", "position": null, "moves": [], "players": MACHINES } }), ""),
        // A page names no files.
        (json!({ "players": ["person", "best eval=/etc/passwd"] }), "without a file"),
        (json!({ "new": { "game": "chess", "players": ["person", "best eval=/etc/passwd"] } }), "without a file"),
        (json!({ "players": ["person", "persn"] }), "persn"),
    ] {
        let found = answer(&mut session, command.clone());
        assert!(found["error"].as_str().is_some_and(|error| error.contains(expected)), "{command}: {found}");
    }
    assert_eq!(session.answer("{").get(..9), Some("{\"error\":"));
    assert_eq!(answer(&mut session, json!("put_down")), before);
}

#[test]
fn the_board_is_turned_and_moves_are_taken_back() {
    let (mut session, start) = begin("chess", PERSONS);
    assert_eq!(start["cells"][0]["label"], "a8, Black rook");
    answer(&mut session, json!({ "pick": "e2" }));
    let moved = answer(&mut session, json!({ "pick": "e4" }));
    assert_eq!(moved["snapshot"]["moves"], json!(["e4"]));
    assert_eq!(answer(&mut session, json!("flip"))["cells"][0]["name"], "h1");
    assert_eq!(answer(&mut session, json!("take_back"))["snapshot"]["ply"], 0);
    let again = answer(&mut session, json!("redo"));
    assert_eq!((&again["snapshot"]["moves"], &again["snapshot"]["ply"]), (&json!(["e4"]), &json!(1)));
    // The only person sits at the bottom.
    assert_eq!(begin("chess", ["random name=one", "person name=two"]).1["cells"][0]["name"], "h1");
}

#[test]
fn an_analysis_shows_lines_until_it_is_stopped() {
    let host = Arc::new(TestHost::default());
    let mut session = PageSession::new(host.clone(), EngineResources::default());
    answer(&mut session, json!({ "new": { "game": "english", "moves": ["11-15"], "players": PERSONS } }));
    let state = answer(&mut session, json!({ "analyse": 3 }));
    assert_eq!(host.0.lock().last().unwrap()["lines"].as_array().unwrap().len(), 3);
    assert_eq!((&state["snapshot"]["ply"], &state["is_busy"]), (&json!(1), &json!(false)));
    let evaluations = state["snapshot"]["evaluations"].as_array().unwrap();
    assert!(evaluations[0].is_null() && evaluations[1].as_f64() > Some(0.0), "{state}");
    // Another move makes what was known about later positions worthless.
    answer(&mut session, json!({ "go_to": 0 }));
    let other = answer(&mut session, json!({ "move": "9-14" }));
    assert_eq!(other["snapshot"]["evaluations"], json!([null]));
}

#[test]
fn a_clock_that_has_run_down_ends_the_game() {
    let (mut session, state) = go_on(json!({ "moves": ["e4"], "clock": "1:00+1", "remaining": [30_000, 0] }));
    assert_eq!(
        (&state["snapshot"]["ply"], &state["snapshot"]["remaining"], &state["clock_runs"]),
        (&json!(1), &json!([30_000, 0]), &json!(true))
    );
    let ended = answer(&mut session, json!("update"));
    assert!(ended["end"].as_str().unwrap().contains("time"), "{ended}");
}

/// A page goes on with what another one has shown, resignation and all.
#[test]
fn a_snapshot_is_the_game() {
    let (mut session, _) = begin("chess", PERSONS);
    for command in
        [json!({ "move": "e4" }), json!({ "move": "e5" }), json!("flip"), json!("take_back"), json!("resign")]
    {
        answer(&mut session, command);
    }
    let left = answer(&mut session, json!("put_down"));
    let again = answer(&mut new_page(), json!({ "new": left["snapshot"] }));
    assert_eq!(again, left);
}

/// Looking at an earlier position stops the clocks, and the last position shows what was left.
#[test]
fn no_clock_runs_before_the_end_of_the_moves() {
    let moves = ["e4", "e5"];
    let (mut session, _) = go_on(json!({
        "moves": moves, "clock": "1:00+1", "remaining": [30_000, 40_000], "clocks": [50_000, 45_000],
    }));
    let earlier = answer(&mut session, json!({ "go_to": 1 }));
    assert_eq!((&earlier["clock_runs"], &earlier["snapshot"]["remaining"]), (&json!(false), &json!([50_000, 60_000])));
    let again = answer(&mut new_page(), json!({ "new": earlier["snapshot"] }));
    assert_eq!(again["snapshot"]["clocks"], json!([50_000, 45_000]));
    // A clock at zero ends a game only while it runs.
    let (mut looking, _) = go_on(json!({ "moves": moves, "ply": 1, "clock": "1:00+1", "remaining": [30_000, 0] }));
    assert!(answer(&mut looking, json!("update"))["end"].is_null());
    let end = answer(&mut session, json!({ "go_to": 2 }));
    let remaining = |side: usize| end["snapshot"]["remaining"][side].as_u64().unwrap();
    assert!(end["clock_runs"] == true && (29_000..=30_000).contains(&remaining(0)) && remaining(1) == 40_000, "{end}");
}

#[test]
fn players_change_during_a_game() {
    let (mut session, _) = begin("chess", ["person name=one", "best level=1 name=two"]);
    let state = answer(&mut session, json!({ "players": ["person", "best level=3"] }));
    assert_eq!(state["snapshot"]["players"], json!(["person", "best level=3"]));
}

#[test]
fn a_cell_that_cannot_be_picked_is_answered_by_a_rule() {
    let (mut session, start) = begin("english", PERSONS);
    let message = |session: &mut PageSession, cell: &str| {
        answer(session, json!({ "pick": cell }))["messages"][0].as_str().unwrap_or("").to_owned()
    };
    assert_eq!((message(&mut session, "5"), start["spoken"].as_str()), ("no legal move begins at 5".to_owned(), None));
    assert_eq!(message(&mut session, "11"), "");
    assert!(message(&mut session, "19").contains("one step"));
    let moved = answer(&mut session, json!({ "pick": "15" }));
    assert_eq!(moved["spoken"], "Black man from 11 to 15");
    answer(&mut session, json!({ "move": "22-18" }));
    assert_eq!(answer(&mut session, json!({ "move": "15x22" }))["spoken"], "Black man from 15 to 22, takes 1");
}

#[test]
fn moves_without_cells_stay_listed_until_a_cell_is_picked() {
    let (mut session, start) = begin("divisor", PERSONS);
    assert!(!start["choices"].as_array().unwrap().is_empty());
    let clicked = answer(&mut session, json!({ "pick": start["cells"][0]["name"] }));
    assert_eq!(clicked["choices"], start["choices"]);
}

#[test]
fn the_list_has_every_game() {
    let list = answer(&mut new_page(), json!("games"));
    assert_eq!(list.as_array().unwrap().len(), games().count());
}

#[test]
fn a_threat_is_shown_by_its_cells_and_in_words() {
    let threat = |game: &str, position: &str| {
        let wanted = json!({ "new": { "game": game, "position": position, "players": PERSONS } });
        let mut session = new_page();
        assert_eq!(answer(&mut session, wanted)["threat"], json!([]));
        let state = answer(&mut session, json!("threat"));
        let evaluations = state.get("snapshot").map(|snapshot| &snapshot["evaluations"]);
        assert!(evaluations.is_none_or(|it| *it == json!([])), "it is no evaluation of this position");
        // It is shown once.
        assert_eq!(answer(&mut session, json!("flip"))["threat"], json!([]));
        (state["threat"].clone(), state["messages"][0].as_str().map(str::to_owned), state["error"].clone())
    };
    let (cells, text, _) = threat("chess", "r5k1/5ppp/8/8/8/8/5PPP/6K1 w - - 0 1");
    assert_eq!(cells, json!(["a8", "a1"]));
    assert!(text.unwrap().starts_with("Threat: Ra1# (#1 at depth "));
    let (cells, text, _) = threat("russian", "W:Wc3,a1:Bd4,h8");
    assert_eq!((cells, text.as_deref()), (json!(["c3", "e5"]), Some("Threat: White must capture: c3:e5")));
    assert_eq!(threat("nim", "nim 3,4 p1").2, "no side can pass in this game");
}

#[test]
fn a_bad_move_is_explained_in_a_message() {
    let (mut session, state) = begin("chess", PERSONS);
    assert_eq!(state["messages"], json!([]));
    for mv in ["e4", "d5", "Qg4"] {
        answer(&mut session, json!({ "move": mv }));
    }
    let state = answer(&mut session, json!("why"));
    assert_eq!(state["messages"], json!(["Qg4?? loses a queen: Bxg4"]));
    assert_eq!(state["snapshot"]["evaluations"], json!([]));
}
