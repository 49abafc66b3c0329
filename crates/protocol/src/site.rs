//! Who runs a server.

use serde::{Deserialize, Serialize};

/// What the host of a server has set about themselves: addresses of pages that the page links to.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Site {
    /// The address under which people reach the server, such as `https://acquire.example`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub public_url: Option<String>,
    /// The imprint.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub imprint: Option<String>,
    /// The privacy notice.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub privacy: Option<String>,
    /// The terms of use.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub terms: Option<String>,
    /// Whom to contact: an address of a page, or `mailto:` and an address.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub contact: Option<String>,
}
