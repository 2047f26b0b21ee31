//! The rules that a move of a heap game can break.

/// Declares the rules with their texts.
macro_rules! heap_rules {
    ($($rule:ident: $text:literal,)*) => {
        /// A rule that a move breaks. Its number in the list is its number for the user.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum HeapRule {
            $(#[doc = $text] $rule,)*
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
    NamesHeaps: "a move names heaps of the position, each once",
    RealSize: "a move names the real size of the heap, or row of the man",
    TakesSomething: "a move takes something from every heap that it names",
    TakesOnly: "a move takes counters and does nothing else",
    FewerHeaps: "a move takes from no more heaps than the game allows",
    FewerCounters: "a move takes no more counters than the game allows",
    EndHeap: "a move takes from a heap at an end of the row",
    SameFromBoth: "a move takes the same number from both heaps",
    LargestHeap: "a move takes from a largest heap",
    Neighbours: "a move takes from heaps that lie together in the circle",
    TakingRule: "a move takes a number that the rule of the game allows",
    LeavesOne: "the first move leaves at least one counter",
    TwiceTheLast: "a move takes at most twice as many as the last move",
    PartsOfHeap: "the parts of a heap are not empty, and not more than the heap",
    UnequalParts: "a heap is split into two unequal heaps",
    OwnBag: "a move puts back no more counters than the own bag holds",
    PutBackLimit: "counters may be put back only so many times in a game",
    TokensFirst: "a token is placed on a heap while there are tokens left",
    NoTokens: "no token is left to be placed",
    InTheGap: "a man goes forward, as far as the gap allows",
    Additions: "the number is one that may be said now",
    PrimePower: "the divisor is a power of a prime, and divides the number",
    CoinsTogether: "a move takes coins that lie together, no more than allowed",
    GameOver: "the game is over",
    OtherGame: "a move is one of this game",
}
