//! Who runs this server.

use mergemaker_protocol::api::operations::About;

use super::App;
use super::routes::{Answer, Anyone, Reply};

/// The addresses of the host's imprint, privacy notice, terms and contact.
pub(super) async fn show(app: App, _: Anyone, _: About) -> Answer<About> {
    Ok(Reply::of(app.config.site.clone()))
}
