//! A request of the REST interface as a type: its method and address, what it carries, the answer, and who may send
//! it. The router, the description and the client are all made from these declarations: see [`api`](crate::api).

mod path;

pub use path::Segment;

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::RefusalCode;

/// A request of the REST interface. A value of it is one request, ready to be sent.
///
/// ```
/// use mergemaker_protocol::{Call, TableId, api};
/// let record = api::games::Record { table: TableId("0qjh7fp0xuuehq40".into()) };
/// assert_eq!(Call::of(&record).address, "/api/tables/0qjh7fp0xuuehq40/record");
/// ```
pub trait Endpoint: Sized + Send + 'static {
    /// What the query of the address says.
    type Query: Payload;
    /// What the body holds, as JSON.
    type Body: Payload;
    /// What the server answers.
    type Answer: Payload;

    /// The HTTP method.
    const METHOD: Method;
    /// The address, with `{names}` where this request has its own values.
    const PATH: &'static str;
    /// What it does, in a line.
    const SUMMARY: &'static str;
    /// Who may send it.
    const CALLER: Caller;
    /// The refusals of its own; see [`refusals`] for all.
    const REFUSALS: &'static [RefusalCode];
    /// How the answer is written.
    const FORM: Form;
    /// Whether the answer sets or clears the session cookie.
    const SETS_COOKIE: bool;
    /// Whether it has a query.
    const HAS_QUERY: bool;
    /// Whether it has a body.
    const HAS_BODY: bool;

    /// The request, from its parts as they arrive; none where a value in the address cannot be one.
    fn read(path: &[&str], query: Option<Self::Query>, body: Option<Self::Body>) -> Option<Self>;

    /// Its own values in the address, in order.
    fn path(&self) -> Vec<String>;

    /// Its query, if it has one.
    fn query(&self) -> Option<&Self::Query>;

    /// Its body, if it has one.
    fn body(&self) -> Option<&Self::Body>;

    /// The names and the schemas of its own values in the address.
    #[cfg(feature = "schema")]
    fn path_schemas(generator: &mut schemars::SchemaGenerator) -> Vec<(&'static str, schemars::Schema)>;
}

/// An HTTP method.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Method {
    /// Reads.
    Get,
    /// Does something.
    Post,
    /// Sets something.
    Put,
    /// Removes something.
    Delete,
}

impl Method {
    /// The method as HTTP writes it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Method::Get => "GET",
            Method::Post => "POST",
            Method::Put => "PUT",
            Method::Delete => "DELETE",
        }
    }
}

/// Who may send a request.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Caller {
    /// Anyone.
    Anyone,
    /// Anyone who has a name, as a guest or with an account.
    SignedIn,
}

/// How an answer is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// As JSON.
    Json,
    /// Not at all: the status says everything.
    Empty,
    /// As text of this media type.
    Text(&'static str),
    /// As messages: the connection becomes a WebSocket.
    WebSocket,
}

/// What a request carries or its answer holds.
pub trait Payload: Serialize + DeserializeOwned + Described + Send + 'static {}

impl<T: Serialize + DeserializeOwned + Described + Send + 'static> Payload for T {}

/// What has a JSON schema.
#[cfg(feature = "schema")]
pub trait Described: schemars::JsonSchema {}
#[cfg(feature = "schema")]
impl<T: schemars::JsonSchema> Described for T {}

/// Nothing: schemas are left out.
#[cfg(not(feature = "schema"))]
pub trait Described {}
#[cfg(not(feature = "schema"))]
impl<T> Described for T {}

/// Every refusal that a request can meet, beside those that any request can ([`ALWAYS_POSSIBLE`]).
#[must_use]
pub fn refusals<E: Endpoint>() -> Vec<RefusalCode> {
    let mut codes = E::REFUSALS.to_vec();
    let implied = [
        (E::HAS_QUERY || E::HAS_BODY, RefusalCode::Unreadable),
        (E::CALLER == Caller::SignedIn, RefusalCode::Unknown),
        (E::PATH.contains('{'), RefusalCode::NotFound),
    ];
    codes.extend(implied.into_iter().filter_map(|(is_possible, code)| is_possible.then_some(code)));
    codes.sort_by_key(|code| code.status());
    codes
}

/// The refusals that any request can meet: a foreign page, too many requests, a server in trouble.
pub const ALWAYS_POSSIBLE: [RefusalCode; 3] =
    [RefusalCode::Forbidden, RefusalCode::TooMany, RefusalCode::Unavailable];

/// Declares the endpoints of a resource:
///
/// ```text
/// /// What it does, in a line.
/// Name = Method "/address/{part}" (part: Type) query(Query) body(Body) => Answer as Form, Caller, [Refusal, ...], cookie;
/// ```
///
/// Only name, method, address, parts, answer, caller and refusals must be there.
macro_rules! endpoints {
    ($tag:literal: $(
        $(#[doc = $summary:literal])+
        $name:ident = $method:ident $path:literal ($($part:ident: $part_type:ty),*)
            $(query($query:ty))? $(body($body:ty))? => $answer:ty $(as $form:expr)?,
            $caller:ident, [$($refusal:ident),*] $(, $cookie:ident)?;
    )+) => {
        $(
            $(#[doc = $summary])+
            #[derive(Clone, Debug)]
            pub struct $name {
                $(#[doc = concat!("`", stringify!($part), "` in the address.")] pub $part: $part_type,)*
                $(#[doc = "What the query says."] pub query: $query,)?
                $(#[doc = "What the body holds."] pub body: $body,)?
            }

            impl $crate::Endpoint for $name {
                type Query = endpoints!(@or_unit $($query)?);
                type Body = endpoints!(@or_unit $($body)?);
                type Answer = $answer;

                const METHOD: $crate::Method = $crate::Method::$method;
                const PATH: &'static str = $path;
                const SUMMARY: &'static str = concat!($($summary),+);
                const CALLER: $crate::Caller = $crate::Caller::$caller;
                const REFUSALS: &'static [$crate::RefusalCode] = &[$($crate::RefusalCode::$refusal),*];
                const FORM: $crate::Form = endpoints!(@form $($form)?);
                const SETS_COOKIE: bool = !stringify!($($cookie)?).is_empty();
                const HAS_QUERY: bool = !stringify!($($query)?).is_empty();
                const HAS_BODY: bool = !stringify!($($body)?).is_empty();

                #[allow(unused_variables, unused_mut, reason = "not every endpoint has every part")]
                fn read(path: &[&str], query: Option<Self::Query>, body: Option<Self::Body>) -> Option<Self> {
                    let mut path = path.iter();
                    Some($name {
                        $($part: $crate::Segment::read(path.next()?)?,)*
                        $(query: Option::<$query>::from(query)?,)?
                        $(body: Option::<$body>::from(body)?,)?
                    })
                }

                fn path(&self) -> Vec<String> {
                    vec![$($crate::Segment::write(&self.$part)),*]
                }

                fn query(&self) -> Option<&Self::Query> {
                    None$(.or(Some::<&$query>(&self.query)))?
                }

                fn body(&self) -> Option<&Self::Body> {
                    None$(.or(Some::<&$body>(&self.body)))?
                }

                #[cfg(feature = "schema")]
                #[allow(unused_variables, reason = "not every endpoint has every part")]
                fn path_schemas(
                    generator: &mut schemars::SchemaGenerator,
                ) -> Vec<(&'static str, schemars::Schema)> {
                    vec![$((stringify!($part), <$part_type as $crate::Segment>::schema(generator))),*]
                }
            }
        )+

        #[cfg(feature = "schema")]
        pub(crate) fn describe(description: &mut $crate::describe::Description) {
            $(description.add::<$name>($tag);)+
        }
    };
    (@or_unit) => { () };
    (@or_unit $type:ty) => { $type };
    (@form) => { $crate::Form::Json };
    (@form $form:expr) => { $form };
}

pub(crate) use endpoints;
