//! The `OpenAPI` 3.1 description of the REST interface, generated from its endpoints.

use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde_json::{Map, Value, json};

use crate::endpoint::refusals;
use crate::{Caller, Endpoint, Form, Refusal, SESSION_COOKIE, Scope, api};

/// Describes every endpoint.
#[must_use]
pub fn openapi() -> Value {
    let mut description = Description::new();
    api::describe(&mut description);
    description.document()
}

/// A description under construction.
pub(crate) struct Description {
    paths: Map<String, Value>,
    /// Schemas of input: fields with a default are optional.
    read: SchemaGenerator,
    /// Schemas of output: fields with a default are always present.
    written: SchemaGenerator,
}

impl Description {
    fn new() -> Description {
        let settings = SchemaSettings::draft2020_12().with(|settings| {
            settings.definitions_path = "/components/schemas".into();
            settings.meta_schema = None;
        });
        Description {
            paths: Map::new(),
            read: settings.clone().for_deserialize().into_generator(),
            written: settings.for_serialize().into_generator(),
        }
    }

    /// Adds an endpoint.
    pub(crate) fn add<E: Endpoint>(&mut self, tag: &str) {
        let mut operation = Map::new();
        operation.insert("summary".into(), E::SUMMARY.trim().trim_end_matches('.').into());
        operation.insert("tags".into(), json!([tag]));
        let parameters = self.parameters::<E>();
        if !parameters.is_empty() {
            operation.insert("parameters".into(), parameters.into());
        }
        if E::HAS_BODY {
            operation.insert("requestBody".into(), self.body::<E>());
        }
        operation.insert("responses".into(), self.responses::<E>());
        let security = match E::CALLER {
            Caller::Anyone => json!([]),
            caller => {
                let scopes: Vec<&str> = caller.scope().into_iter().map(Scope::id).collect();
                json!([{ "cookie": [] }, { "token": scopes }])
            }
        };
        operation.insert("security".into(), security);
        let methods = self.paths.entry(E::PATH).or_insert_with(|| json!({}));
        methods[E::METHOD.name().to_lowercase()] = operation.into();
    }

    /// The path parameters, then the query parameters.
    fn parameters<E: Endpoint>(&mut self) -> Vec<Value> {
        let parameter = |name: &str, place: &str, is_required: bool, schema: Value| {
            let mut parameter = json!({ "name": name, "in": place, "required": is_required });
            if let Some(description) = schema.get("description") {
                parameter["description"] = description.clone();
            }
            parameter["schema"] = schema;
            parameter
        };
        let path = E::path_schemas(&mut self.read).into_iter();
        let mut parameters: Vec<Value> =
            path.map(|(name, schema)| parameter(name, "path", true, schema.into())).collect();
        if E::HAS_QUERY {
            let query = Value::from(E::Query::json_schema(&mut self.read));
            for (name, schema) in query["properties"].as_object().into_iter().flatten() {
                let required = query["required"].as_array();
                let is_required = required.is_some_and(|required| required.contains(&json!(name)));
                parameters.push(parameter(name, "query", is_required, without_null(schema.clone())));
            }
        }
        parameters
    }

    /// The body, with the example of its type, which prefills the form on the page `/api`.
    fn body<E: Endpoint>(&mut self) -> Value {
        let schema = self.read.subschema_for::<E::Body>();
        let example =
            E::Body::json_schema(&mut self.read).get("examples").map(|examples| examples[0].clone());
        let content = json!({ "application/json": { "schema": schema, "example": example } });
        json!({ "required": true, "content": content })
    }

    fn responses<E: Endpoint>(&mut self) -> Value {
        let mut responses = Map::new();
        let (status, mut response) = match E::FORM {
            Form::Json => {
                let schema = self.written.subschema_for::<E::Answer>();
                (
                    "200",
                    json!({ "description": "Done.", "content": { "application/json": { "schema": schema } } }),
                )
            }
            Form::Empty => ("200", json!({ "description": "Done." })),
            Form::Text(media) => {
                let media = media.split(';').next().unwrap_or(media);
                (
                    "200",
                    json!({ "description": "Done.", "content": { media: { "schema": { "type": "string" } } } }),
                )
            }
            Form::WebSocket => {
                ("101", json!({ "description": "Messages from here on: see docs/PROTOCOL.md." }))
            }
        };
        if E::SETS_COOKIE {
            let description = "The session: HttpOnly, SameSite=Lax, for a year; or the end of it.";
            response["headers"] =
                json!({ "Set-Cookie": { "description": description, "schema": { "type": "string" } } });
        }
        responses.insert(status.into(), response);
        let refusals = refusals::<E>();
        for same_status in refusals.chunk_by(|one, other| one.status() == other.status()) {
            let names: Vec<String> =
                same_status.iter().map(|code| json!(code).to_string().replace('"', "`")).collect();
            let refused = self.refused(&names.join(", "));
            responses.insert(same_status[0].status().to_string(), refused);
        }
        let always = self.refused("`forbidden` (a foreign origin), `too_many`, `unavailable`");
        responses.insert("default".into(), always);
        responses.into()
    }

    fn refused(&mut self, names: &str) -> Value {
        let schema = self.written.subschema_for::<Refusal>();
        let content = json!({ "application/json": { "schema": schema } });
        json!({ "description": format!("Refused: {names}."), "content": content })
    }

    fn document(mut self) -> Value {
        let mut schemas = self.read.take_definitions(true);
        schemas.extend(self.written.take_definitions(true));
        json!({
            "openapi": "3.1.0",
            "info": {
                "title": "Mergemaker",
                "version": "1",
                "description": "The board game Acquire over HTTP. The live game goes over the WebSocket at /ws: \
                                see docs/PROTOCOL.md.",
            },
            "tags": [{ "name": "people" }, { "name": "tables" }, { "name": "games" }, { "name": "server" }],
            "paths": self.paths,
            "components": {
                "schemas": schemas,
                "securitySchemes": {
                    "cookie": { "type": "apiKey", "in": "cookie", "name": SESSION_COOKIE },
                    "token": { "type": "http", "scheme": "bearer" },
                },
            },
        })
    }
}

/// Removes null from a schema that allows it only because the field is optional.
fn without_null(mut schema: Value) -> Value {
    if let Some(types) = schema["type"].as_array() {
        schema["type"] = types.iter().find(|name| **name != "null").cloned().unwrap_or_default();
    }
    if let Some(choices) = schema["anyOf"].as_array() {
        let mut choice = choices.iter().find(|choice| choice["type"] != "null").cloned().unwrap_or_default();
        choice["description"] = schema["description"].take();
        schema = choice;
    }
    schema
}

/// Schemas of the engine's types, for `#[schemars(with = "...")]`.
pub(crate) mod written {
    use std::borrow::Cow;

    use mergemaker_engine::{MOST_PLAYERS, OPTIONS, Preset as Presets};

    use super::{JsonSchema, Map, Schema, SchemaGenerator, Value, json, json_schema};

    fn presets() -> Vec<&'static str> {
        Presets::ALL.iter().map(|preset| preset.id()).collect()
    }

    /// The preset and every option.
    fn rules() -> Map<String, Value> {
        let preset = ("preset".to_owned(), json!({ "type": "string", "enum": presets() }));
        let options = OPTIONS.iter().map(|option| {
            let about = format!("{} Rule {}.", option.about.trim(), option.rule);
            let schema = match option.values {
                ["no", "yes"] => json!({ "type": "boolean", "description": about }),
                values => json!({ "type": "string", "enum": values, "description": about }),
            };
            (option.id.to_owned(), schema)
        });
        std::iter::once(preset).chain(options).collect()
    }

    /// Declares types by their schemas.
    macro_rules! written {
        ($($name:ident as $schema:tt)+) => {
            $(pub(crate) struct $name;

            impl JsonSchema for $name {
                fn schema_name() -> Cow<'static, str> {
                    stringify!($name).into()
                }

                fn json_schema(_: &mut SchemaGenerator) -> Schema {
                    json_schema!($schema)
                }
            })+
        };
    }

    written! {
        Rules as {
            "type": "object",
            "description": "A preset by name, or `custom` with every option: see docs/RULES.md.",
            "required": ["preset"],
            "properties": (rules()),
        }
        Preset as { "type": "string", "enum": (presets()) }
        Seat as {
            "type": "integer",
            "minimum": 0,
            "maximum": (MOST_PLAYERS - 1),
            "description": "A seat, from 0.",
        }
    }
}
