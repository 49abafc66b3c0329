//! Every endpoint of the REST interface, one file for each resource.
//!
//! To add an endpoint, declare it here and write its handler in the server's `http/`. The router, the
//! description at `/api/openapi.json` and the client are generated from the declaration.

pub mod accounts;
pub mod games;
pub mod muted;
pub mod operations;
pub mod people;
pub mod sessions;
pub mod tables;
pub mod tokens;

/// Describes all endpoints.
#[cfg(feature = "schema")]
pub(crate) fn describe(description: &mut crate::describe::Description) {
    accounts::describe(description);
    sessions::describe(description);
    tokens::describe(description);
    muted::describe(description);
    people::describe(description);
    tables::describe(description);
    games::describe(description);
    operations::describe(description);
}
