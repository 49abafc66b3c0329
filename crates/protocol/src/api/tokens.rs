//! Tokens: programs use them to act for a person.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use crate::endpoint::endpoints;
use crate::{NewToken, Page, PageQuery, Scope, Token, TokenId};

endpoints! { "people":
    /// Creates a token for a program; it is shown only once.
    Create = Post "/api/tokens" () body(TokenForm) => NewToken, Owner,
        [Invalid, WrongPassword, Forbidden, LimitReached];

    /// Lists your tokens, newest first, without their secrets.
    List = Get "/api/me/tokens" () query(PageQuery) => Page<Token>, Owner, [Invalid];

    /// Ends a token; its sockets close.
    End = Delete "/api/me/tokens/{token}" (token: TokenId) => Page<Token>, Owner, [];
}

/// The purpose of a token.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(example = TokenForm::usual("my bot")))]
pub struct TokenForm {
    /// A label by which you recognise it.
    pub label: String,
    /// What it may do; `play` and `read` if left out.
    #[serde(default = "Scope::usual")]
    pub scopes: BTreeSet<Scope>,
    /// Your password, needed for the scope `account`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub password: Option<String>,
}

impl TokenForm {
    /// A token to play with.
    #[must_use]
    pub fn usual(label: &str) -> TokenForm {
        TokenForm { label: label.to_owned(), scopes: Scope::usual(), password: None }
    }
}
