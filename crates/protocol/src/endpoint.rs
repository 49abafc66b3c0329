//! REST requests as types: each declares its method, address, content, answer and caller. The router, the
//! description and the client are generated from these declarations: see [`api`](crate::api).

mod path;

pub use path::Segment;

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::{RefusalCode, Scope};

/// A REST request. A value of this type is one request, ready to send.
///
/// ```
/// use mergemaker_protocol::{Call, TableId, api};
/// let record = api::games::Record { table: TableId("0qjh7fp0xuuehq40".into()) };
/// assert_eq!(Call::of(&record).address, "/api/tables/0qjh7fp0xuuehq40/record");
/// ```
pub trait Endpoint: Sized + Send + 'static {
    /// The query.
    type Query: Payload;
    /// The body, as JSON.
    type Body: Payload;
    /// The answer.
    type Answer: Payload;

    /// The HTTP method.
    const METHOD: Method;
    /// The path, with `{names}` for its parameters.
    const PATH: &'static str;
    /// What it does, in one line.
    const SUMMARY: &'static str;
    /// Who may send it.
    const CALLER: Caller;
    /// The refusals specific to it; see [`refusals`] for all.
    const REFUSALS: &'static [RefusalCode];
    /// The format of the answer.
    const FORM: Form;
    /// Whether the answer sets or clears the session cookie.
    const SETS_COOKIE: bool;
    /// Whether it has a query.
    const HAS_QUERY: bool;
    /// Whether it has a body.
    const HAS_BODY: bool;

    /// Builds the request from its parts; none if a path parameter is malformed.
    fn read(path: &[&str], query: Option<Self::Query>, body: Option<Self::Body>) -> Option<Self>;

    /// The path parameters, in order.
    fn path(&self) -> Vec<String>;

    /// The query, if there is one.
    fn query(&self) -> Option<&Self::Query>;

    /// The body, if there is one.
    fn body(&self) -> Option<&Self::Body>;

    /// The names and schemas of the path parameters.
    #[cfg(feature = "schema")]
    fn path_schemas(generator: &mut schemars::SchemaGenerator) -> Vec<(&'static str, schemars::Schema)>;
}

/// An HTTP method.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Method {
    /// Reads.
    Get,
    /// Acts.
    Post,
    /// Sets.
    Put,
    /// Removes.
    Delete,
}

impl Method {
    /// The method's name in HTTP.
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
    /// Anyone with a name, as a guest or with an account, and with any token.
    SignedIn,
    /// The same; a token needs the scope `read`.
    Reader,
    /// The same; a token needs the scope `play`.
    Player,
    /// The same; a token needs the scope `account`.
    Owner,
}

impl Caller {
    /// The scope that a token needs.
    #[must_use]
    pub const fn scope(self) -> Option<Scope> {
        match self {
            Caller::Anyone | Caller::SignedIn => None,
            Caller::Reader => Some(Scope::Read),
            Caller::Player => Some(Scope::Play),
            Caller::Owner => Some(Scope::Account),
        }
    }
}

/// The format of an answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// JSON.
    Json,
    /// No body: the status is enough.
    Empty,
    /// Text of this media type.
    Text(&'static str),
    /// WebSocket messages: the connection is upgraded.
    WebSocket,
}

/// The content of a request or an answer.
pub trait Payload: Serialize + DeserializeOwned + Described + Send + 'static {}

impl<T: Serialize + DeserializeOwned + Described + Send + 'static> Payload for T {}

/// Has a JSON schema.
#[cfg(feature = "schema")]
pub trait Described: schemars::JsonSchema {}
#[cfg(feature = "schema")]
impl<T: schemars::JsonSchema> Described for T {}

/// Empty without the feature `schema`.
#[cfg(not(feature = "schema"))]
pub trait Described {}
#[cfg(not(feature = "schema"))]
impl<T> Described for T {}

/// Every refusal that a request can meet, except [`ALWAYS_POSSIBLE`].
///
/// ```
/// use mergemaker_protocol::{RefusalCode, api::people::RatingHistory, refusals};
/// assert!(refusals::<RatingHistory>().contains(&RefusalCode::NotFound));
/// ```
#[must_use]
pub fn refusals<E: Endpoint>() -> Vec<RefusalCode> {
    let mut codes = E::REFUSALS.to_vec();
    let implied = [
        (E::HAS_QUERY || E::HAS_BODY, RefusalCode::Unreadable),
        (E::CALLER != Caller::Anyone, RefusalCode::Unknown),
        (
            E::CALLER.scope().is_some() && !E::REFUSALS.contains(&RefusalCode::Forbidden),
            RefusalCode::Forbidden,
        ),
        (E::PATH.contains('{'), RefusalCode::NotFound),
    ];
    codes.extend(implied.into_iter().filter_map(|(is_possible, code)| is_possible.then_some(code)));
    codes.sort_by_key(|code| code.status());
    codes
}

/// The refusals that any request can meet: a foreign origin, too many requests, a server in trouble.
pub const ALWAYS_POSSIBLE: [RefusalCode; 3] =
    [RefusalCode::Forbidden, RefusalCode::TooMany, RefusalCode::Unavailable];

/// Declares the endpoints of a resource:
///
/// ```text
/// /// What it does, in one line.
/// Name = Method "/address/{part}" (part: Type) query(Query) body(Body) => Answer as Form, Caller, [Refusal, ...], cookie;
/// ```
///
/// Query, body, format and `cookie` are optional.
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
                $(#[doc = concat!("`", stringify!($part), "` in the path.")] pub $part: $part_type,)*
                $(#[doc = "The query."] pub query: $query,)?
                $(#[doc = "The body."] pub body: $body,)?
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
