//! JSON schemas of the arguments of tools.

use serde_json::{Map, Value};
use std::sync::Arc;
use utoipa::ToSchema;

/// Prefix of references in an OpenAPI document, and in a schema that has its own definitions.
const REFERENCES: [&str; 2] = ["#/components/schemas/", "#/$defs/"];

/// Returns the schema of a request as a JSON schema that refers to no other document.
pub(crate) fn schema_of<T: ToSchema>() -> Arc<Map<String, Value>> {
    let mut referred = Vec::new();
    T::schemas(&mut referred);
    let definitions: Map<String, Value> =
        referred.into_iter().map(|(name, schema)| (name, value_of(&schema))).collect();
    let Value::Object(mut schema) = value_of(&T::schema()) else {
        unreachable!("a schema is an object")
    };
    // The protocol requires it, also where the type is implied.
    schema.entry("type").or_insert_with(|| "object".into());
    if !definitions.is_empty() {
        schema.insert("$defs".to_owned(), Value::Object(definitions));
    }
    Arc::new(schema)
}

fn value_of(schema: &impl serde::Serialize) -> Value {
    let mut value = serde_json::to_value(schema).expect("a schema is JSON");
    localize(&mut value);
    value
}

/// Makes references relative to the definitions of the same schema.
fn localize(value: &mut Value) {
    match value {
        Value::Object(fields) => {
            for (name, field) in fields {
                match field {
                    Value::String(reference) if name == "$ref" => {
                        *reference = reference.replace(REFERENCES[0], REFERENCES[1]);
                    }
                    other => localize(other),
                }
            }
        }
        Value::Array(items) => items.iter_mut().for_each(localize),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sheshbesh_api::BestRequest;

    /// Every reference in a schema.
    fn references(value: &Value) -> Vec<&str> {
        match value {
            Value::Object(fields) => fields
                .iter()
                .flat_map(|(name, field)| match field {
                    Value::String(reference) if name == "$ref" => vec![reference.as_str()],
                    other => references(other),
                })
                .collect(),
            Value::Array(items) => items.iter().flat_map(references).collect(),
            _ => Vec::new(),
        }
    }

    #[test]
    fn references_lead_to_definitions_of_the_same_schema() {
        let schema = Value::Object(schema_of::<BestRequest>().as_ref().clone());
        let found = references(&schema);
        assert!(!found.is_empty());
        for reference in found {
            let pointer = reference.strip_prefix('#').unwrap();
            assert!(schema.pointer(pointer).is_some(), "{reference}");
        }
        assert_eq!(schema["type"], "object");
        assert!(schema["properties"]["dice"]["description"].is_string());
    }
}
