//! The server's status, and the description of this interface.

use serde_json::Value;

use crate::endpoint::endpoints;
use crate::{Form, Site};

/// Plain text.
const TEXT: Form = Form::Text("text/plain; charset=utf-8");

endpoints! { "server":
    /// Serves the page on which to try this interface.
    Page = Get "/api" () => String as Form::Text("text/html; charset=utf-8"), Anyone, [];

    /// Serves the style of that page.
    Style = Get "/api/try.css" () => String as Form::Text("text/css; charset=utf-8"), Anyone, [];

    /// Serves the script of that page.
    Script = Get "/api/try.js" () => String as Form::Text("text/javascript; charset=utf-8"), Anyone, [];

    /// Returns this document.
    Description = Get "/api/openapi.json" () => Value, Anyone, [];

    /// Returns who runs the server: what its host has set of imprint, privacy notice, terms and contact.
    About = Get "/api/site" () => Site, Anyone, [];

    /// Reports whether the server is alive.
    Health = Get "/healthz" () => String as TEXT, Anyone, [];

    /// Reports whether the server could store something a moment ago.
    Ready = Get "/readyz" () => String as TEXT, Anyone, [Unavailable];

    /// Returns counters for Prometheus.
    Metrics = Get "/metrics" () => String as Form::Text("text/plain; version=0.0.4; charset=utf-8"), Anyone, [];

    /// Opens the WebSocket: see docs/PROTOCOL.md.
    Connect = Get "/ws" () => () as Form::WebSocket, Anyone, [Unreadable];
}
