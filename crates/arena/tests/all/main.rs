//! Contests between all kinds of bots, and the strength of the levels.

mod contest;
mod external;
mod levels;
