//! Guests and accounts.

use serde::{Deserialize, Serialize};

use crate::Account;
use crate::endpoint::endpoints;

endpoints! { "people":
    /// Joins as a guest under a name.
    Guest = Post "/api/guest" () body(NameForm) => Account, Anyone, [Invalid, WrongState, NameTaken], cookie;

    /// Turns a guest into an account; every older session and token ends.
    Claim = Post "/api/claim" () body(PasswordForm) => Account, Owner, [Invalid, WrongState, NameTaken], cookie;

    /// Returns your account, or null if you have no name yet.
    Visitor = Get "/api/visitor" () => Option<Account>, Anyone, [];

    /// Returns your account.
    Me = Get "/api/me" () => Account, SignedIn, [];

    /// Deletes your account; the games stay, without your name, and bots play on.
    Delete = Delete "/api/me" () body(DeleteForm) => () as crate::Form::Empty, Owner, [WrongPassword], cookie;

    /// Changes your password; every other session and all tokens end.
    ChangePassword = Put "/api/me/password" () body(ChangePasswordForm) => Account, Owner,
        [Invalid, WrongPassword, Forbidden], cookie;
}

/// A name that someone chooses.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(example = NameForm { name: "Ann".into() }))]
pub struct NameForm {
    /// At least one letter or digit, and no invisible characters.
    #[cfg_attr(feature = "schema", schemars(length(min = 1, max = 24)))]
    pub name: String,
}

/// A name and a password.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(example = PasswordForm {
    name: "Ann".into(),
    password: "correct horse".into(),
}))]
pub struct PasswordForm {
    /// The name of the account.
    pub name: String,
    /// The password.
    #[cfg_attr(feature = "schema", schemars(length(min = 8, max = 200)))]
    pub password: String,
}

/// Confirms that an account is deleted.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(example = DeleteForm {
    password: Some("correct horse".into()),
}))]
pub struct DeleteForm {
    /// The password of the account; guests have none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub password: Option<String>,
}

/// The old and the new password.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(example = ChangePasswordForm {
    old: "correct horse".into(),
    new: "battery staple".into(),
}))]
pub struct ChangePasswordForm {
    /// The password until now.
    pub old: String,
    /// The password from now on.
    #[cfg_attr(feature = "schema", schemars(length(min = 8, max = 200)))]
    pub new: String,
}
