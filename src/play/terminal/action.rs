//! What keys and menus do.

use crate::game::Side;
use crate::play::Placing;
use crate::play::pointed_move::PointedMove;
use crate::play::saved_game::SavedGame;

/// What a key or an item of a menu does.
#[derive(Clone, Debug)]
pub enum Action {
    /// Play a move.
    Move(PointedMove),
    /// A capture goes on.
    GoOn,
    /// Read a typed move.
    TypedMove(String),
    /// One of the actions that keys have.
    Key(char),
    /// Another game.
    Game(&'static str),
    /// A level of the machines.
    Level(u8),
    /// A player of a side.
    Player(Side, &'static str),
    /// Open a menu of players.
    ChoosePlayer(Side),
    /// Ask for something to type.
    Ask(AskedText),
    /// Save to a file.
    Save(String),
    /// Save to a file that exists.
    Replace(String),
    /// Load a file.
    Load(String),
    /// A new game from a position.
    Position(String),
    /// A new game with random heaps, within bounds.
    Random(String),
    /// Begin to place men on a board of a size.
    BeginPlacing(String),
    /// Place the men of a person.
    Place(Box<Placing>, String),
    /// Go on with a game.
    Continue(Box<SavedGame>),
    /// An action that was confirmed.
    Confirmed(Box<Action>),
    /// Close the dialog.
    Nothing,
}

/// What is typed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AskedText {
    /// The name of a file to save to.
    Save,
    /// The name of a file to load.
    Load,
    /// A position.
    Position,
}

/// The keys, their names in the menu, and what they do.
pub const KEYS: [(char, &str); 23] = [
    ('m', "menu"),
    ('t', "type a move"),
    ('l', "list of the legal moves"),
    ('h', "hint: a recommended move and why"),
    ('u', "take back"),
    ('r', "play again what was taken back"),
    ('n', "move now: the machine stops thinking"),
    ('g', "go on: a waiting machine makes its move"),
    ('a', "analyse while you think, on and off"),
    ('f', "turn the board"),
    ('p', "pieces as a list"),
    ('i', "information: the rules of the game"),
    ('N', "new game"),
    ('B', "new game from an opening drawn by lot"),
    ('H', "new game with random heaps"),
    ('W', "new game; men are placed in secret (northcott)"),
    ('S', "new game; the players change sides"),
    ('G', "another game"),
    ('L', "level"),
    ('P', "players"),
    ('s', "save, load, set up a position"),
    ('R', "resign"),
    ('q', "quit; the game is kept"),
];

impl Action {
    /// The action of a key.
    pub fn of_key(key: char) -> Option<Action> {
        let known = key == '?' || KEYS.iter().any(|(it, _)| *it == key);
        known.then_some(Action::Key(key))
    }

    /// The menu at the end of a game.
    pub fn after_end() -> Vec<(String, Action)> {
        [
            ("new game", Action::Key('N')),
            ("new game, change sides", Action::Key('S')),
            ("another game", Action::Key('G')),
            ("look at the board", Action::Nothing),
            ("take back", Action::Key('u')),
            ("save", Action::Key('s')),
            ("quit", Action::Key('q')),
        ]
        .map(|(text, action)| (text.to_owned(), action))
        .to_vec()
    }
}

/// The players that the menu offers: their texts, and how they are called there.
pub const PLAYERS: [(&str, &str); 6] = [
    ("person", "a person"),
    ("best", "the program: theory where there is one, else the search"),
    ("search", "the search alone"),
    ("alpha-beta depth=4", "alpha-beta of the textbook, depth 4"),
    ("minimax depth=3", "minimax of the textbook, depth 3"),
    ("random", "random moves"),
];

/// The menu of files.
pub fn files_menu() -> Vec<(String, Action)> {
    [
        ("save the game or the position", Action::Ask(AskedText::Save)),
        ("load a game or a position", Action::Ask(AskedText::Load)),
        ("set up a position from text", Action::Ask(AskedText::Position)),
    ]
    .map(|(text, action)| (text.to_owned(), action))
    .to_vec()
}
