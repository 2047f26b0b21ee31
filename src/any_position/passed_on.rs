//! Methods that pass a call on to the position inside, written once for all traits that declare them.

/// The methods whose signatures name neither moves nor positions, by trait: `$then!` declares them, or passes them on.
macro_rules! plain_methods {
    (Game: $then:ident) => { $then! {
        side_to_move() -> Side;
        key() -> Key;
        rule_outcome() -> Option<Outcome>;
        outcome_without_moves() -> Outcome;
        payoff() -> Option<i32>;
        has_payoffs() -> bool;
        end_reason() -> &'static str;
        reversible_plies() -> u16;
        plies_to_draw() -> Option<u16>;
        count_moves() -> u64;
        has_moves() -> bool;
    } };
    (Notation: $then:ident) => { $then! {
        show() -> String;
        show_for_protocols() -> String;
        parameters() -> Vec<String>;
        is_chess960() -> bool;
    } };
    (Picture: $then:ident) => { $then! {
        has_fixed_board() -> bool;
        rows() -> Vec<Vec<Option<PictureCell>>>;
        layout() -> BoardLayout;
        side_name(side: Side) -> &'static str;
        palette() -> Vec<PicturePiece>;
    } };
    (Theory: $then:ident) => { $then! {
        has_theory() -> bool;
        grundy_value() -> Option<u64>;
    } };
    ($($trait:ident)*: $then:ident) => { $(plain_methods!($trait: $then);)* };
}

/// Implements methods by those of the field `position`.
macro_rules! passed_on {
    ($($name:ident($($argument:ident: $type:ty),*) -> $result:ty;)*) => {
        $(fn $name(&self $(, $argument: $type)*) -> $result {
            self.position.$name($($argument),*)
        })*
    };
}

/// Declares methods.
macro_rules! declared {
    ($($name:ident($($argument:ident: $type:ty),*) -> $result:ty;)*) => {
        $(fn $name(&self $(, $argument: $type)*) -> $result;)*
    };
}

pub(super) use {declared, passed_on, plain_methods};
