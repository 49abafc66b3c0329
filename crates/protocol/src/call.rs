//! The client of the REST interface: encodes requests and decodes answers. A [`Transport`] sends them: the
//! page and programs each have one.

#[cfg(feature = "native")]
mod native;

use std::fmt::Write as _;

#[cfg(feature = "native")]
pub use native::Native;
use serde::Serialize;
use serde_json::Value;

use crate::{Endpoint, Form, Method, Refusal};

/// Sends a request and reads its answer.
pub async fn call<E: Endpoint, T: Transport>(
    transport: &T,
    request: &E,
) -> Result<E::Answer, CallError<T::Error>> {
    let received = transport.send(Call::of(request)).await.map_err(CallError::Unreachable)?;
    received.read::<E>().map_err(|refused| refused.map_or(CallError::Unreadable, CallError::Refused))
}

/// Sends requests.
pub trait Transport {
    /// Why no response arrived.
    type Error;

    /// Sends a request and waits for the response.
    fn send(&self, call: Call) -> impl Future<Output = Result<Received, Self::Error>>;
}

/// An encoded request.
///
/// ```
/// use mergemaker_protocol::{Call, PersonId, api::people::Show};
/// let call = Call::of(&Show { person: PersonId("bk4wvquu58j36gmc".into()) });
/// assert_eq!(call.address, "/api/people/bk4wvquu58j36gmc");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Call {
    /// The HTTP method.
    pub method: Method,
    /// The path and query, without the server's origin.
    pub address: String,
    /// The body, as JSON.
    pub body: Option<String>,
}

impl Call {
    /// Encodes a request.
    ///
    /// # Panics
    /// Never: requests always serialize as JSON.
    #[must_use]
    pub fn of<E: Endpoint>(request: &E) -> Call {
        let mut values = request.path().into_iter();
        let mut address = String::new();
        for part in E::PATH.split('/').skip(1) {
            let value = if part.starts_with('{') { values.next() } else { None };
            let _ = write!(address, "/{}", value.map_or_else(|| part.to_owned(), |value| encoded(&value)));
        }
        if let Some(query) = request.query().map(query_text).filter(|query| !query.is_empty()) {
            let _ = write!(address, "?{query}");
        }
        let body =
            request.body().map(|body| serde_json::to_string(body).expect("plain data serializes as JSON"));
        Call { method: E::METHOD, address, body }
    }
}

/// A response.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Received {
    /// The HTTP status.
    pub status: u16,
    /// The body.
    pub text: String,
}

impl Received {
    /// The answer, or the refusal; `Err(None)` if the text is neither.
    fn read<E: Endpoint>(&self) -> Result<E::Answer, Option<Refusal>> {
        if !(200..300).contains(&self.status) {
            return Err(serde_json::from_str(&self.text).ok());
        }
        let answer = match E::FORM {
            Form::Json => serde_json::from_str(&self.text),
            Form::Text(_) => serde_json::from_value(Value::String(self.text.clone())),
            Form::Empty | Form::WebSocket => serde_json::from_value(Value::Null),
        };
        answer.map_err(|_| None)
    }
}

/// Why a call has no answer.
#[derive(Clone, PartialEq, Debug)]
pub enum CallError<T> {
    /// No response arrived.
    Unreachable(T),
    /// The server refused the request.
    Refused(Refusal),
    /// The response is not one the server sends.
    Unreadable,
}

/// Encodes the fields of a query string. Null fields are left out.
///
/// ```
/// let search = mergemaker_protocol::GameSearch { player: Some("Zoë".into()), ..Default::default() };
/// assert_eq!(mergemaker_protocol::query_text(&search), "player=Zo%C3%AB");
/// ```
///
/// # Panics
/// Never: requests always serialize as JSON.
#[must_use]
pub fn query_text(query: &impl Serialize) -> String {
    let fields = serde_json::to_value(query).expect("plain data serializes as JSON");
    let given = fields.as_object().into_iter().flatten().filter(|(_, value)| !value.is_null());
    let pairs = given.map(|(name, value)| {
        let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        format!("{name}={}", encoded(&text))
    });
    pairs.collect::<Vec<_>>().join("&")
}

/// Percent-encodes a text.
fn encoded(text: &str) -> String {
    let mut written = String::with_capacity(text.len());
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~".contains(&byte) {
            written.push(char::from(byte));
        } else {
            let _ = write!(written, "%{byte:02X}");
        }
    }
    written
}

#[cfg(test)]
mod tests {
    use mergemaker_engine::Preset;

    use super::*;
    use crate::{GameSearch, PageQuery, PersonId, RefusalCode, api};

    #[test]
    fn path_parameters_are_encoded() {
        let check = |id: &str, address: &str| {
            let (person, query) = (PersonId(id.into()), PageQuery::default());
            let call = Call::of(&api::people::RatingHistory { person, players: 3, query });
            assert_eq!((call.address.as_str(), call.body), (address, None));
        };
        check("bk4wvquu58j36gmc", "/api/people/bk4wvquu58j36gmc/ratings/3");
        check("a/b c?d", "/api/people/a%2Fb%20c%3Fd/ratings/3");
        check("Ä%", "/api/people/%C3%84%25/ratings/3");
    }

    #[test]
    fn queries_leave_out_empty_fields() {
        let check = |query: GameSearch, address: &str| {
            assert_eq!(Call::of(&api::games::Search { query }).address, address);
        };
        check(GameSearch::default(), "/api/games");
        let player = Some("Ann & Bob".to_owned());
        let query =
            GameSearch { player, preset: Some(Preset::Classic), players: Some(3), ..GameSearch::default() };
        check(query, "/api/games?player=Ann%20%26%20Bob&players=3&preset=classic");
    }

    #[test]
    fn answers_and_refusals_are_distinguished() {
        let received = |status, text: &str| Received { status, text: text.into() };
        let read = |received: Received| received.read::<api::operations::Health>();
        assert_eq!(read(received(200, "ok\n")), Ok("ok\n".into()));
        let refusal = Refusal { code: RefusalCode::TooMany, message: "wait".into(), rule: None };
        let text = serde_json::to_string(&refusal).unwrap();
        assert_eq!(read(received(429, &text)), Err(Some(refusal)));
        assert_eq!(read(received(502, "<html>")), Err(None));
        assert_eq!(received(200, "").read::<api::sessions::Logout>(), Ok(()));
    }
}
