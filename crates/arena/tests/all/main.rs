//! Contests between bots of every kind, and how strong ours are.

mod contest;
mod external;
mod levels;
