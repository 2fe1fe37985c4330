//! The API description as `openapi.json`, and as an HTML page that loads only a style sheet and
//! runs no script.

use crate::{
    app::App,
    http::static_asset::StaticAsset,
    openapi::{ROOT, to_json},
};
use askama::Template;
use axum::{Router, http::HeaderMap, routing::get};
use serde_json::Value;
use std::sync::Arc;
use utoipa::openapi::OpenApi;

/// Routes for `openapi.json` and `docs`.
pub(crate) fn router(description: &OpenApi) -> Router<Arc<App>> {
    let json = to_json(description);
    let page = StaticAsset::new("text/html; charset=utf-8", render_page(&json).into_bytes());
    let json = StaticAsset::new("application/json", json.into_bytes());
    let [page, json] = [page, json].map(|asset| {
        let asset = Arc::new(asset);
        move |headers: HeaderMap| std::future::ready(asset.respond(&headers))
    });
    Router::new()
        .route(&format!("{ROOT}/openapi.json"), get(json))
        .route(&format!("{ROOT}/docs"), get(page))
}

/// Renders the HTML page of a description.
fn render_page(json: &str) -> String {
    let description: Value = serde_json::from_str(json).expect("it has just been written");
    let page = Page {
        title: text_of(&description["info"]["title"]),
        version: text_of(&description["info"]["version"]),
        about: parse_prose(&description["info"]["description"]),
        endpoints: list_endpoints(&description),
        types: list_types(&description),
    };
    page.render().expect("the template is a constant")
}

#[derive(Template)]
#[template(path = "docs.html")]
struct Page {
    title: String,
    version: String,
    about: Vec<Part>,
    endpoints: Vec<Endpoint>,
    types: Vec<Type>,
}

/// An operation: a path and a method.
struct Endpoint {
    /// HTML id of the section.
    anchor: String,
    method: String,
    path: String,
    summary: Vec<Part>,
    about: Vec<Part>,
    parameters: Vec<Field>,
    /// Type of the request body.
    body: Vec<Part>,
    responses: Vec<EndpointResponse>,
}

/// A response by status.
struct EndpointResponse {
    status: String,
    about: Vec<Part>,
    body: Vec<Part>,
}

/// A schema of request or response bodies.
struct Type {
    name: String,
    about: Vec<Part>,
    fields: Vec<Field>,
    /// Type of a schema without fields.
    type_text: Vec<Part>,
}

struct Field {
    name: String,
    is_required: bool,
    about: Vec<Part>,
    type_text: Vec<Part>,
}

/// A piece of a sentence or of a type: plain text, code, or the name of a schema.
struct Part {
    text: String,
    is_code: bool,
    is_name: bool,
}

fn text_of(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

/// Splits text into plain parts and code between backticks.
fn parse_prose(value: &Value) -> Vec<Part> {
    let pieces = value.as_str().unwrap_or_default().split('`').enumerate();
    pieces.map(|(index, text)| Part { is_code: index % 2 == 1, ..plain(text) }).collect()
}

/// Members of an object; empty for other values.
fn members(value: &Value) -> impl Iterator<Item = (&String, &Value)> {
    value.as_object().into_iter().flatten()
}

/// Elements of an array; empty for other values.
fn elements(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().into_iter().flatten()
}

fn list_endpoints(description: &Value) -> Vec<Endpoint> {
    let of_path = |(path, item): (&String, &Value)| {
        let endpoint = |(method, operation): (&String, &Value)| Endpoint {
            anchor: format!("{method}{}", path.replace(['/', '{', '}'], "-")),
            method: method.to_uppercase(),
            path: path.clone(),
            summary: parse_prose(&operation["summary"]),
            about: parse_prose(&operation["description"]),
            parameters: elements(&operation["parameters"]).map(to_field).collect(),
            body: body_type(&operation["requestBody"]),
            responses: members(&operation["responses"])
                .map(|(status, answer)| EndpointResponse {
                    status: status.clone(),
                    about: parse_prose(&answer["description"]),
                    body: body_type(answer),
                })
                .collect(),
        };
        members(item).map(endpoint).collect::<Vec<_>>()
    };
    members(&description["paths"]).flat_map(of_path).collect()
}

fn to_field(parameter: &Value) -> Field {
    Field {
        name: text_of(&parameter["name"]),
        is_required: parameter["required"] == true,
        about: parse_prose(&parameter["description"]),
        type_text: describe_type(&parameter["schema"]),
    }
}

/// Type of a body, from its first media type.
fn body_type(body: &Value) -> Vec<Part> {
    let Some((media, content)) = members(&body["content"]).next() else { return Vec::new() };
    if content["schema"].is_null() { vec![plain(media)] } else { describe_type(&content["schema"]) }
}

fn list_types(description: &Value) -> Vec<Type> {
    let one = |(name, schema): (&String, &Value)| {
        let fields = list_fields(schema);
        Type {
            name: name.clone(),
            about: parse_prose(&schema["description"]),
            type_text: if fields.is_empty() { describe_type(schema) } else { Vec::new() },
            fields,
        }
    };
    members(&description["components"]["schemas"]).map(one).collect()
}

/// Fields of a schema, with those of included schemas first.
fn list_fields(schema: &Value) -> Vec<Field> {
    let mut fields = Vec::new();
    for part in elements(&schema["allOf"]) {
        if let Some(name) = part["$ref"].as_str() {
            let type_text = vec![schema_name(name)];
            let about = vec![plain("All fields of this type.")];
            fields.push(Field { name: "…".to_owned(), is_required: true, about, type_text });
        }
        fields.extend(list_fields(part));
    }
    let required: Vec<&str> = elements(&schema["required"]).filter_map(Value::as_str).collect();
    fields.extend(members(&schema["properties"]).map(|(name, value)| Field {
        name: name.clone(),
        is_required: required.contains(&name.as_str()),
        about: field_description(value),
        type_text: describe_type(value),
    }));
    fields
}

/// Description of a field: its own, or that of a nullable alternative.
fn field_description(field: &Value) -> Vec<Part> {
    let mut all = std::iter::once(field).chain(elements(&field["oneOf"]));
    let schema = all.find(|schema| schema["description"].is_string());
    schema.map_or_else(Vec::new, |schema| parse_prose(&schema["description"]))
}

fn plain(text: &str) -> Part {
    Part { text: text.to_owned(), is_code: false, is_name: false }
}

/// Name of the schema behind a reference.
fn schema_name(reference: &str) -> Part {
    let name = reference.rsplit('/').next().unwrap_or_default();
    Part { text: name.to_owned(), is_code: false, is_name: true }
}

/// Describes a type in words and schema names.
fn describe_type(schema: &Value) -> Vec<Part> {
    if let Some(reference) = schema["$ref"].as_str() {
        return vec![schema_name(reference)];
    }
    for (all, between) in [("oneOf", " or "), ("anyOf", " or "), ("allOf", " with ")] {
        let mut parts = Vec::new();
        for choice in elements(&schema[all]) {
            if !parts.is_empty() {
                parts.push(plain(between));
            }
            parts.extend(describe_type(choice));
        }
        if !parts.is_empty() {
            return parts;
        }
    }
    let values: Vec<String> = elements(&schema["enum"]).map(Value::to_string).collect();
    if !values.is_empty() {
        return vec![plain(&values.join(", "))];
    }
    let mut parts = Vec::new();
    let names = match &schema["type"] {
        Value::String(name) => vec![name.as_str()],
        several => elements(several).filter_map(Value::as_str).collect(),
    };
    for name in names {
        if !parts.is_empty() {
            parts.push(plain(" or "));
        }
        parts.push(plain(name));
        if name == "array" {
            let count = &schema["minItems"];
            let of = if count.is_null() || *count != schema["maxItems"] {
                " of ".to_owned()
            } else {
                format!(" of {count} × ")
            };
            parts.push(plain(&of));
            parts.extend(describe_type(&schema["items"]));
        }
    }
    parts
}
