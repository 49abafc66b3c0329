//! Logging in and out.

use super::accounts::PasswordForm;
use crate::endpoint::endpoints;
use crate::{Account, Form, Page, PageQuery, Session, SessionId};

endpoints! { "people":
    /// Logs in.
    Login = Post "/api/login" () body(PasswordForm) => Account, Anyone, [WrongPassword], cookie;

    /// Ends this session.
    Logout = Post "/api/logout" () => () as Form::Empty, Anyone, [], cookie;

    /// Ends all your sessions and tokens.
    LogoutEverywhere = Post "/api/logout-everywhere" () => () as Form::Empty, Owner, [], cookie;

    /// Lists the browsers in which you are logged in, newest first.
    List = Get "/api/me/sessions" () query(PageQuery) => Page<Session>, Owner, [Invalid];

    /// Logs you out in one browser; its sockets close.
    End = Delete "/api/me/sessions/{session}" (session: SessionId) => Page<Session>, Owner, [];
}
