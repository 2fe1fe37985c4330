//! The API description as `openapi.json`, and as an HTML page that loads only a style sheet and
//! runs no script.

use crate::{
    app::App,
    http::static_asset::Ready,
    openapi::{ROOT, text},
};
use askama::Template;
use axum::{Router, http::HeaderMap, routing::get};
use serde_json::Value;
use std::sync::Arc;
use utoipa::openapi::OpenApi;

/// Routes for `openapi.json` and `docs`.
pub(crate) fn router(description: &OpenApi) -> Router<Arc<App>> {
    let json = text(description);
    let page = Ready::new("text/html; charset=utf-8", page(&json).into_bytes());
    let json = Ready::new("application/json", json.into_bytes());
    let [page, json] = [page, json].map(|ready| {
        let ready = Arc::new(ready);
        move |headers: HeaderMap| std::future::ready(ready.answer(&headers))
    });
    Router::new()
        .route(&format!("{ROOT}/openapi.json"), get(json))
        .route(&format!("{ROOT}/docs"), get(page))
}

/// Renders the HTML page of a description.
fn page(json: &str) -> String {
    let description: Value = serde_json::from_str(json).expect("it has just been written");
    let page = Page {
        title: words(&description["info"]["title"]),
        version: words(&description["info"]["version"]),
        about: prose(&description["info"]["description"]),
        questions: questions(&description),
        types: types(&description),
    };
    page.render().expect("the template is a constant")
}

#[derive(Template)]
#[template(path = "docs.html")]
struct Page {
    title: String,
    version: String,
    about: Vec<Part>,
    questions: Vec<Question>,
    types: Vec<Type>,
}

/// An operation: a path and a method.
struct Question {
    /// HTML id of the section.
    anchor: String,
    method: String,
    path: String,
    summary: Vec<Part>,
    about: Vec<Part>,
    parameters: Vec<Field>,
    /// Type of the request body.
    body: Vec<Part>,
    answers: Vec<Answered>,
}

/// A response by status.
struct Answered {
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
    is: Vec<Part>,
}

struct Field {
    name: String,
    needed: bool,
    about: Vec<Part>,
    is: Vec<Part>,
}

/// A piece of a sentence or of a type: plain text, code, or the name of a schema.
struct Part {
    text: String,
    is_code: bool,
    is_name: bool,
}

fn words(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

/// Splits text into plain parts and code between backticks.
fn prose(value: &Value) -> Vec<Part> {
    let pieces = value.as_str().unwrap_or_default().split('`').enumerate();
    pieces.map(|(place, text)| Part { is_code: place % 2 == 1, ..plain(text) }).collect()
}

/// Members of an object; empty for other values.
fn members(value: &Value) -> impl Iterator<Item = (&String, &Value)> {
    value.as_object().into_iter().flatten()
}

/// Elements of an array; empty for other values.
fn elements(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().into_iter().flatten()
}

fn questions(description: &Value) -> Vec<Question> {
    let of_path = |(path, item): (&String, &Value)| {
        let question = |(method, asked): (&String, &Value)| Question {
            anchor: format!("{method}{}", path.replace(['/', '{', '}'], "-")),
            method: method.to_uppercase(),
            path: path.clone(),
            summary: prose(&asked["summary"]),
            about: prose(&asked["description"]),
            parameters: elements(&asked["parameters"]).map(parameter).collect(),
            body: content(&asked["requestBody"]),
            answers: members(&asked["responses"])
                .map(|(status, answer)| Answered {
                    status: status.clone(),
                    about: prose(&answer["description"]),
                    body: content(answer),
                })
                .collect(),
        };
        members(item).map(question).collect::<Vec<_>>()
    };
    members(&description["paths"]).flat_map(of_path).collect()
}

fn parameter(parameter: &Value) -> Field {
    Field {
        name: words(&parameter["name"]),
        needed: parameter["required"] == true,
        about: prose(&parameter["description"]),
        is: kind(&parameter["schema"]),
    }
}

/// Type of a body, from its first media type.
fn content(body: &Value) -> Vec<Part> {
    let Some((media, content)) = members(&body["content"]).next() else { return Vec::new() };
    if content["schema"].is_null() { vec![plain(media)] } else { kind(&content["schema"]) }
}

fn types(description: &Value) -> Vec<Type> {
    let one = |(name, schema): (&String, &Value)| {
        let fields = fields(schema);
        Type {
            name: name.clone(),
            about: prose(&schema["description"]),
            is: if fields.is_empty() { kind(schema) } else { Vec::new() },
            fields,
        }
    };
    members(&description["components"]["schemas"]).map(one).collect()
}

/// Fields of a schema, with those of included schemas first.
fn fields(schema: &Value) -> Vec<Field> {
    let mut fields = Vec::new();
    for part in elements(&schema["allOf"]) {
        if let Some(name) = part["$ref"].as_str() {
            let is = vec![named(name)];
            let about = vec![plain("All fields of this type.")];
            fields.push(Field { name: "…".to_owned(), needed: true, about, is });
        }
        fields.extend(self::fields(part));
    }
    let needed: Vec<&str> = elements(&schema["required"]).filter_map(Value::as_str).collect();
    fields.extend(members(&schema["properties"]).map(|(name, value)| Field {
        name: name.clone(),
        needed: needed.contains(&name.as_str()),
        about: about(value),
        is: kind(value),
    }));
    fields
}

/// Description of a field: its own, or that of a nullable alternative.
fn about(field: &Value) -> Vec<Part> {
    let mut all = std::iter::once(field).chain(elements(&field["oneOf"]));
    let said = all.find(|schema| schema["description"].is_string());
    said.map_or_else(Vec::new, |schema| prose(&schema["description"]))
}

fn plain(text: &str) -> Part {
    Part { text: text.to_owned(), is_code: false, is_name: false }
}

/// Name of the schema behind a reference.
fn named(reference: &str) -> Part {
    let name = reference.rsplit('/').next().unwrap_or_default();
    Part { text: name.to_owned(), is_code: false, is_name: true }
}

/// Describes a type in words and schema names.
fn kind(schema: &Value) -> Vec<Part> {
    if let Some(reference) = schema["$ref"].as_str() {
        return vec![named(reference)];
    }
    for (all, between) in [("oneOf", " or "), ("anyOf", " or "), ("allOf", " with ")] {
        let mut parts = Vec::new();
        for choice in elements(&schema[all]) {
            if !parts.is_empty() {
                parts.push(plain(between));
            }
            parts.extend(kind(choice));
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
            parts.extend(kind(&schema["items"]));
        }
    }
    parts
}
