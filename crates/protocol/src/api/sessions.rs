//! Logging in and out.

use super::accounts::PasswordForm;
use crate::endpoint::endpoints;
use crate::{Account, Form};

endpoints! { "people":
    /// Logs in.
    Login = Post "/api/login" () body(PasswordForm) => Account, Anyone, [WrongPassword], cookie;

    /// Ends this session.
    Logout = Post "/api/logout" () => () as Form::Empty, Anyone, [], cookie;

    /// Ends all your sessions and tokens.
    LogoutEverywhere = Post "/api/logout-everywhere" () => () as Form::Empty, SignedIn, [], cookie;
}
