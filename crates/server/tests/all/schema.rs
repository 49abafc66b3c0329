//! Validates JSON against the API description, with the parts of JSON Schema that it uses.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use mergemaker_protocol::{Refusal, openapi};
use serde_json::Value;

/// The API description.
pub(crate) static DOCUMENT: LazyLock<Value> = LazyLock::new(openapi);

/// Checks a value against a schema. Undescribed fields are errors.
pub(crate) fn check_fits(schema: &Value, value: &Value) {
    if let Err(why) = fits(schema, value) {
        panic!("{why}\n{value}");
    }
}

/// Checks a response, success or refusal, against the description of its endpoint.
pub(crate) fn check_answer(method: &str, address: &str, status: u16, text: &str) {
    let path = address.split('?').next().unwrap_or(address);
    let is_of = |template: &str| {
        let (parts, config) = (path.split('/'), template.split('/'));
        parts.clone().count() == config.clone().count()
            && parts.zip(config).all(|(part, config)| config.starts_with('{') || part == config)
    };
    let mut paths = DOCUMENT["paths"].as_object().unwrap().iter();
    let operation = paths.find(|(template, _)| is_of(template)).map(|(_, path)| &path[method.to_lowercase()]);
    let Some(responses) = operation.and_then(|operation| operation.get("responses")) else { return };
    let response = responses.get(status.to_string()).unwrap_or(&responses["default"]);
    let content = &response["content"];
    if let Some(schema) = content.pointer("/application~1json/schema") {
        let value =
            serde_json::from_str(text).unwrap_or_else(|error| panic!("{method} {path}: {error}: {text}"));
        fits(schema, &value).unwrap_or_else(|why| panic!("{method} {path}: {status}: {why}\n{text}"));
    }
    // The description must name the refusal's code for this status.
    if let Ok(refusal) = serde_json::from_str::<Refusal>(text) {
        let code = serde_json::to_value(refusal.code).unwrap().to_string().replace('"', "`");
        let names = [&response["description"], &responses["default"]["description"]];
        let is_named = names.iter().any(|names| names.as_str().is_some_and(|names| names.contains(&code)));
        assert!(is_named, "{method} {path}: {status}: {code} is not described");
    }
}

/// Checks a value against the schema of a named type.
pub(crate) fn check_is(name: &str, value: &Value) {
    let schema = &DOCUMENT["components"]["schemas"][name];
    assert!(!schema.is_null(), "no schema {name}");
    check_fits(schema, value);
}

fn fits(schema: &Value, value: &Value) -> Result<(), String> {
    has_shape(schema, value)?;
    let mut described = BTreeSet::new();
    let is_closed = describe_fields(schema, &mut described);
    let mut fields = value.as_object().into_iter().flatten();
    match fields.find(|(name, _)| is_closed && !described.contains(name.as_str())) {
        Some((name, _)) => Err(format!("{name} is not described")),
        None => Ok(()),
    }
}

fn target(schema: &Value) -> Option<&'static Value> {
    let name = schema["$ref"].as_str()?;
    Some(DOCUMENT.pointer(name.trim_start_matches('#')).unwrap_or_else(|| panic!("no {name}")))
}

/// Collects the fields that a schema names. Returns whether other fields are forbidden.
fn describe_fields<'a>(schema: &'a Value, described: &mut BTreeSet<&'a str>) -> bool {
    let mut is_closed = !matches!(schema["additionalProperties"], Value::Bool(true) | Value::Object(_))
        && *schema != Value::Bool(true);
    described.extend(schema["properties"].as_object().into_iter().flatten().map(|(name, _)| name.as_str()));
    let parts = ["oneOf", "anyOf", "allOf"].into_iter().filter_map(|key| schema[key].as_array());
    for part in parts.flatten().chain(target(schema)) {
        is_closed &= describe_fields(part, described);
    }
    is_closed
}

/// Checks a value against a schema, ignoring undescribed fields.
fn has_shape(schema: &Value, value: &Value) -> Result<(), String> {
    if let Some(target) = target(schema) {
        has_shape(target, value).map_err(|why| format!("{}: {why}", schema["$ref"]))?;
    }
    for (key, may_be) in [("oneOf", 1..=1), ("anyOf", 1..=usize::MAX), ("allOf", 0..=usize::MAX)] {
        let Some(choices) = schema[key].as_array() else { continue };
        let fitting = choices.iter().filter(|choice| has_shape(choice, value).is_ok()).count();
        if !may_be.contains(&fitting) || (key == "allOf" && fitting < choices.len()) {
            return Err(format!("{value} fits {fitting} of the {} choices", choices.len()));
        }
    }
    let types: Vec<&str> = match &schema["type"] {
        Value::String(one) => vec![one],
        Value::Array(some) => some.iter().filter_map(Value::as_str).collect(),
        _ => Vec::new(),
    };
    if !types.is_empty() && !types.iter().any(|name| is_of_type(name, value)) {
        return Err(format!("{value} is not of type {}", schema["type"]));
    }
    if let Some(constant) = schema.get("const").filter(|constant| *constant != value) {
        return Err(format!("{value} is not {constant}"));
    }
    if schema["enum"].as_array().is_some_and(|choices| !choices.contains(value)) {
        return Err(format!("{value} is none of {}", schema["enum"]));
    }
    let first = schema["prefixItems"].as_array().map_or(&[][..], Vec::as_slice);
    for (index, item) in value.as_array().into_iter().flatten().enumerate() {
        let schema = first.get(index).or(schema.get("items"));
        schema.map_or(Ok(()), |schema| fits(schema, item)).map_err(|why| format!("{index}: {why}"))?;
    }
    let Some(fields) = value.as_object() else { return Ok(()) };
    for name in schema["required"].as_array().into_iter().flatten() {
        fields.get(name.as_str().unwrap()).ok_or(format!("{name} is missing"))?;
    }
    for (name, field) in fields {
        let known = schema["properties"].get(name);
        let others = schema.get("additionalProperties").filter(|others| others.is_object());
        known
            .or(others)
            .map_or(Ok(()), |schema| fits(schema, field))
            .map_err(|why| format!("{name}: {why}"))?;
    }
    Ok(())
}

fn is_of_type(name: &str, value: &Value) -> bool {
    match name {
        "string" => value.is_string(),
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        "boolean" => value.is_boolean(),
        "null" => value.is_null(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        _ => panic!("unknown type {name}"),
    }
}

#[test]
fn undescribed_values_are_rejected() {
    let person =
        |text: &str| fits(&DOCUMENT["components"]["schemas"]["Person"], &serde_json::from_str(text).unwrap());
    assert_eq!(person(r#"{"id": "a", "name": "A", "is_guest": true}"#), Ok(()));
    for wrong in [
        r#"{"id": "a", "name": "A"}"#,
        r#"{"id": "a", "name": "A", "is_guest": 1}"#,
        r#"{"id": "a", "name": "A", "is_guest": true, "more": 1}"#,
        "[]",
    ] {
        assert!(person(wrong).is_err(), "{wrong}");
    }
}
