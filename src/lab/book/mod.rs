//! Opening books made from games.

pub mod count;
pub mod grow;
