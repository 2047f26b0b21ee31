//! The rules that a move of a heap game can break.

/// Declares the rules with their texts.
macro_rules! heap_rules {
    ($($(#[$doc:meta])* $rule:ident: $text:literal,)*) => {
        /// A rule that a move breaks. Its number in the list is its number for the user.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum HeapRule {
            $($(#[$doc])* $rule,)*
        }

        impl HeapRule {
            /// The rule in words.
            pub fn text(self) -> &'static str {
                [$($text),*][self as usize]
            }

            /// The number of the rule, from 1 on.
            pub fn number(self) -> u8 {
                self as u8 + 1
            }
        }
    };
}

heap_rules! {
    /// For any game.
    NamesHeaps: "a move names heaps of the position, each once",
    /// For any game.
    RealSize: "a move names the real size of the heap, or row of the man",
    /// For games in which heaps become smaller.
    TakesSomething: "a move takes something from every heap that it names",
    /// For games in which heaps become smaller.
    TakesOnly: "a move takes counters and does nothing else",
    /// For games with a limit on the heaps of a move.
    FewerHeaps: "a move takes from no more heaps than the game allows",
    /// For games with a limit on the counters of a move.
    FewerCounters: "a move takes no more counters than the game allows",
    /// For heaps in a row.
    EndHeap: "a move takes from a heap at an end of the row",
    /// For Wythoff's game and its relations.
    SameFromBoth: "a move takes the same number from both heaps",
    /// For greedy Nim.
    LargestHeap: "a move takes from a largest heap",
    /// For heaps in a circle.
    Neighbours: "a move takes from heaps that lie together in the circle",
    /// For games in which the rule of taking is data.
    TakingRule: "a move takes a number that the rule of the game allows",
    /// For Fibonacci Nim.
    LeavesOne: "the first move leaves at least one counter",
    /// For Fibonacci Nim.
    TwiceTheLast: "a move takes at most twice as many as the last move",
    /// For games in which heaps are split.
    PartsOfHeap: "the parts of a heap are not empty, and not more than the heap",
    /// For Grundy's game.
    UnequalParts: "a heap is split into two unequal heaps",
    /// For poker Nim.
    OwnBag: "a move puts back no more counters than the own bag holds",
    /// For poker Nim.
    PutBackLimit: "counters may be put back only so many times in a game",
    /// For building Nim.
    TokensFirst: "a token is placed on a heap while there are tokens left",
    /// For building Nim.
    NoTokens: "no token is left to be placed",
    /// For Northcott's game.
    InTheGap: "a man goes forward, as far as the gap allows",
    /// For counting games.
    Additions: "the number is one that may be said now",
    /// For the divisor game.
    PrimePower: "the divisor is a power of a prime, and divides the number",
    /// For a ring of coins.
    CoinsTogether: "a move takes coins that lie together, no more than allowed",
    /// For any game.
    GameOver: "the game is over",
    /// For any game.
    OtherGame: "a move is one of this game",
}
