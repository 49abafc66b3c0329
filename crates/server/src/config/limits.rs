//! How much a stranger may create, hold and use. Every limit has a name, a default and a line of help.

/// Declares the limits once: the struct, the defaults and the table that help and options are made from.
macro_rules! limits {
    ($($(#[doc = $help:literal])+ $field:ident = $default:literal,)+) => {
        /// How much a stranger may create, hold and use. The defaults suit a public server.
        #[derive(Clone, PartialEq, Eq, Debug)]
        pub struct Limits {
            $($(#[doc = $help])+ pub $field: u32,)+
        }

        impl Default for Limits {
            fn default() -> Limits {
                Limits { $($field: $default,)+ }
            }
        }

        impl Limits {
            /// The name, default and help of every limit.
            pub const ALL: &[Limit] = &[
                $(Limit { name: stringify!($field), default: $default, help: concat!($($help),+) },)+
            ];

            /// Sets a limit by name; false if there is no such limit.
            ///
            /// ```
            /// let mut limits = mergemaker_server::Limits::default();
            /// assert!(limits.set("tokens_per_person", 5) && limits.tokens_per_person == 5);
            /// assert!(!limits.set("patience", 5));
            /// ```
            pub fn set(&mut self, name: &str, value: u32) -> bool {
                match name {
                    $(stringify!($field) => self.$field = value,)+
                    _ => return false,
                }
                true
            }
        }
    };
}

/// One of the limits, for help and documentation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limit {
    /// Its name.
    pub name: &'static str,
    /// Its default.
    pub default: u32,
    /// What it limits.
    pub help: &'static str,
}

limits! {
    /// Tokens a person may have.
    tokens_per_person = 20,
    /// Browsers in which a person may be logged in; the oldest is logged out.
    sessions_per_person = 20,
    /// People a person may mute or block.
    mutes_per_person = 1_000,
    /// Open tables a person may host: tables whose game has not started.
    open_tables_per_person = 1,
    /// Running games in which a person may play.
    games_per_person = 50,
    /// Open tables that people at one address may host.
    open_tables_per_address = 30,
    /// New guests per address and day.
    guests_per_address = 200,
    /// Connections at once from one address; behind a proxy, requests at once.
    connections_per_address = 300,
    /// WebSockets at once from one address.
    sockets_per_address = 200,
    /// Chat lines at a table.
    chat_lines_per_table = 2_000,
    /// Seconds a player must be away, in a game without a clock, before the others can let a bot play.
    away_seconds = 300,
    /// Seconds in which the host of a rematch cannot open the seats reserved for the other players.
    rematch_seconds = 180,
    /// Entries in the log of a game. A game that reaches it only accepts decisions.
    entries_per_game = 5_000,
    /// Seconds of bot thinking per person and hour.
    bot_seconds_per_person = 600,
    /// Seconds of bot thinking per address and hour.
    bot_seconds_per_address = 1_800,
    /// Connections at once from all addresses; 0 for as many as the limit on open files allows.
    connections = 0,
    /// Seconds to send the head of a request, and seconds that an idle connection stays open.
    head_seconds = 10,
    /// Headers of a request.
    head_lines = 64,
    /// Kilobytes of the head of a request.
    head_kilobytes = 16,
    /// Seconds to send the body of a request.
    body_seconds = 20,
    /// Seconds a client may read nothing while something waits to be sent to it.
    write_seconds = 15,
    /// Kilobytes that wait in the system to be sent over a connection.
    send_kilobytes = 128,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_are_set_by_name() {
        let mut limits = Limits::default();
        for limit in Limits::ALL {
            assert!(limits.set(limit.name, limit.default + 1), "{}", limit.name);
            assert!(limit.help.trim().ends_with('.'), "{}", limit.name);
        }
        assert!(!limits.set("no_such_limit", 1));
        assert_ne!(limits, Limits::default());
    }
}
