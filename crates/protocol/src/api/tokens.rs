//! Tokens: programs use them to act for a person.

use serde::{Deserialize, Serialize};

use crate::endpoint::endpoints;
use crate::{NewToken, Token, TokenId};

endpoints! { "people":
    /// Creates a token for a program; it is shown only once.
    Create = Post "/api/tokens" () body(TokenForm) => NewToken, SignedIn, [Invalid];

    /// Lists your tokens, without their secrets.
    List = Get "/api/me/tokens" () => Vec<Token>, SignedIn, [];

    /// Ends a token; its sockets close.
    End = Delete "/api/me/tokens/{token}" (token: TokenId) => Vec<Token>, SignedIn, [];
}

/// The purpose of a token.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(example = TokenForm { label: "my bot".into() }))]
pub struct TokenForm {
    /// A label by which you recognise it.
    pub label: String,
}
