//! People whose chat you have muted.

use crate::endpoint::endpoints;
use crate::{Page, PageQuery, Person, PersonId};

endpoints! { "people":
    /// Lists the people you have muted, by name: you do not get their chat.
    List = Get "/api/me/muted" () query(PageQuery) => Page<Person>, Reader, [Invalid];

    /// Returns whether you have muted a person.
    Show = Get "/api/me/muted/{person}" (person: PersonId) => bool, Reader, [];

    /// Mutes a person at every table.
    Mute = Put "/api/me/muted/{person}" (person: PersonId) => Page<Person>, Player,
        [Invalid, LimitReached];

    /// Unmutes a person.
    Unmute = Delete "/api/me/muted/{person}" (person: PersonId) => Page<Person>, Player, [];
}
