//! People whose chat you have muted.

use crate::endpoint::endpoints;
use crate::{Person, PersonId};

endpoints! { "people":
    /// Lists the people you have muted: you do not get their chat.
    List = Get "/api/me/muted" () => Vec<Person>, SignedIn, [];

    /// Mutes a person at every table.
    Mute = Put "/api/me/muted/{person}" (person: PersonId) => Vec<Person>, SignedIn, [Invalid, TooMany];

    /// Unmutes a person.
    Unmute = Delete "/api/me/muted/{person}" (person: PersonId) => Vec<Person>, SignedIn, [];
}
