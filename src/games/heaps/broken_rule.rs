//! The rules that a move of a heap game can break.

/// A rule that a move breaks. Its number in the list is its number for the user.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum HeapRule {
    /// For any game.
    NamesHeaps = 1,
    /// For any game.
    RealSize,
    /// For games in which heaps become smaller.
    TakesSomething,
    /// For games in which heaps become smaller.
    TakesOnly,
    /// For games with a limit on the heaps of a move.
    FewerHeaps,
    /// For games with a limit on the counters of a move.
    FewerCounters,
    /// For heaps in a row.
    EndHeap,
    /// For Wythoff's game and its relations.
    SameFromBoth,
    /// For greedy Nim.
    LargestHeap,
    /// For heaps in a circle.
    Neighbours,
    /// For games in which the rule of taking is data.
    TakingRule,
    /// For Fibonacci Nim.
    LeavesOne,
    /// For Fibonacci Nim.
    TwiceTheLast,
    /// For games in which heaps are split.
    PartsOfHeap,
    /// For Grundy's game.
    UnequalParts,
    /// For poker Nim.
    OwnBag,
    /// For poker Nim.
    PutBackLimit,
    /// For building Nim.
    TokensFirst,
    /// For building Nim.
    NoTokens,
    /// For Northcott's game.
    InTheGap,
    /// For counting games.
    Additions,
    /// For the divisor game.
    PrimePower,
    /// For a ring of coins.
    CoinsTogether,
    /// For any game.
    GameOver,
    /// For any game.
    OtherGame,
}

impl HeapRule {
    /// The rule in words.
    pub fn text(self) -> &'static str {
        match self {
            HeapRule::NamesHeaps => "a move names heaps of the position, each once",
            HeapRule::RealSize => "a move names the real size of the heap, or row of the man",
            HeapRule::TakesSomething => "a move takes something from every heap that it names",
            HeapRule::TakesOnly => "a move takes counters and does nothing else",
            HeapRule::FewerHeaps => "a move takes from no more heaps than the game allows",
            HeapRule::FewerCounters => "a move takes no more counters than the game allows",
            HeapRule::EndHeap => "a move takes from a heap at an end of the row",
            HeapRule::SameFromBoth => "a move takes the same number from both heaps",
            HeapRule::LargestHeap => "a move takes from a largest heap",
            HeapRule::Neighbours => "a move takes from heaps that lie together in the circle",
            HeapRule::TakingRule => "a move takes a number that the rule of the game allows",
            HeapRule::LeavesOne => "the first move leaves at least one counter",
            HeapRule::TwiceTheLast => "a move takes at most twice as many as the last move",
            HeapRule::PartsOfHeap => "the parts of a heap are not empty, and not more than the heap",
            HeapRule::UnequalParts => "a heap is split into two unequal heaps",
            HeapRule::OwnBag => "a move puts back no more counters than the own bag holds",
            HeapRule::PutBackLimit => "counters may be put back only so many times in a game",
            HeapRule::TokensFirst => "a token is placed on a heap while there are tokens left",
            HeapRule::NoTokens => "no token is left to be placed",
            HeapRule::InTheGap => "a man goes forward, as far as the gap allows",
            HeapRule::Additions => "the number is one that may be said now",
            HeapRule::PrimePower => "the divisor is a power of a prime, and divides the number",
            HeapRule::CoinsTogether => "a move takes coins that lie together, no more than allowed",
            HeapRule::GameOver => "the game is over",
            HeapRule::OtherGame => "a move is one of this game",
        }
    }

    /// The number of the rule.
    pub fn number(self) -> u8 {
        self as u8
    }
}
