//! The schemas of tools, from the document of the interface: without references, and short enough to be read by a model
//! each time.

use serde_json::{Map, Value, json};

/// A schema that is longer than this as JSON is told by its type and description alone.
const LIMIT: usize = 900;
/// How many references are followed, one within the other: recursive schemas end there.
const DEPTH: usize = 4;

/// The schemas of a document.
pub struct Schemas(Value);

impl Schemas {
    /// Those of a document.
    pub fn new(document: Value) -> Schemas {
        Schemas(document)
    }

    /// What a route takes: its path, query and body in one object. `fixed` is what the query always has.
    pub fn input(
        &self,
        (method, path): (&str, &str),
        form: Option<&str>,
        whole: Option<&str>,
        fixed: &str,
    ) -> Map<String, Value> {
        let operation = self.operation(method, path);
        let (mut properties, mut required) = (Map::new(), Vec::new());
        let body = &operation["requestBody"]["content"]["application/json"]["schema"];
        // Arguments beside those in the path are fields of the body if there is one.
        let has_fields = whole.is_none() && !body.is_null();
        for parameter in operation["parameters"].as_array().into_iter().flatten() {
            let parameter = self.resolved(parameter);
            let name = parameter["name"].as_str().unwrap_or_default();
            // Logs come in lists of lines alone, which no tool answers.
            let unsent = parameter["in"] == "header" || parameter["in"] == "query" && has_fields || name == "log";
            if unsent || fixed.split('=').next() == Some(name) {
                continue;
            }
            properties.insert(name.to_owned(), self.described(&parameter["schema"], &parameter["description"]));
            if parameter["required"] == true {
                required.push(name.to_owned());
            }
        }
        match whole {
            Some(name) => {
                properties.insert(name.to_owned(), json!({"type": "object"}));
                required.push(name.to_owned());
            }
            None if body.is_null() => {}
            None => {
                let (fields, needed) = self.fields(form.map_or(body, |form| &self.0["components"]["schemas"][form]));
                properties.extend(fields);
                required.extend(needed);
            }
        }
        if path.starts_with("/v1/tables/{id}") {
            let about = "The token of your seat, `seat_…`. With a key none is needed; where the key has several seats, the \
                         number of one.";
            properties.insert("seat".to_owned(), json!({"type": "string", "description": about}));
        }
        object(properties, required, false)
    }

    /// What a route answers.
    pub fn output(&self, method: &str, path: &str) -> Map<String, Value> {
        let operation = self.operation(method, path);
        let of =
            |status: &str| &self.resolved(&operation["responses"][status])["content"]["application/json"]["schema"];
        let schema = if of("200").is_null() { of("201") } else { of("200") };
        object(self.fields(schema).0, Vec::new(), true)
    }

    fn operation(&self, method: &str, path: &str) -> &Value {
        &self.0["paths"][path][method]
    }

    /// What a reference names.
    fn resolved<'a>(&'a self, schema: &'a Value) -> &'a Value {
        match schema["$ref"].as_str().and_then(|to| self.0.pointer(to.trim_start_matches('#'))) {
            Some(named) => self.resolved(named),
            None => schema,
        }
    }

    /// The fields of an object, briefly, and which of them it must have. Of one of several kinds it has the fields of all.
    fn fields(&self, schema: &Value) -> (Map<String, Value>, Vec<String>) {
        let schema = self.resolved(schema);
        let several = ["oneOf", "anyOf"].iter().find_map(|key| schema[*key].as_array());
        let kinds: Vec<Value> = match several {
            Some(kinds) => kinds.iter().map(|kind| self.flat(kind)).collect(),
            None => vec![self.flat(schema)],
        };
        let required = |kind: &Value| -> Vec<String> {
            kind["required"].as_array().into_iter().flatten().filter_map(Value::as_str).map(str::to_owned).collect()
        };
        let mut needed = required(&kinds[0]);
        needed.retain(|name| kinds.iter().all(|kind| required(kind).contains(name)));
        let mut fields: Map<String, Value> = Map::new();
        for (name, field) in kinds.iter().filter_map(|kind| kind["properties"].as_object()).flatten() {
            let field = self.described(field, &Value::Null);
            match fields.get_mut(name) {
                Some(known) => either(known, field),
                None => drop(fields.insert(name.clone(), field)),
            }
        }
        (fields, needed)
    }

    /// An object whose parts are in one place.
    fn flat(&self, schema: &Value) -> Value {
        let schema = self.resolved(schema);
        let Some(parts) = schema["allOf"].as_array() else { return schema.clone() };
        let (mut properties, mut required) = (Map::new(), Vec::new());
        for part in parts.iter().chain([schema]) {
            let part = if part == schema { part.clone() } else { self.flat(part) };
            properties.extend(part["properties"].as_object().cloned().unwrap_or_default());
            required.extend(part["required"].as_array().cloned().unwrap_or_default());
        }
        json!({"type": "object", "properties": properties, "required": required})
    }

    /// A schema without references, with the first sentence of what it is.
    fn described(&self, schema: &Value, description: &Value) -> Value {
        let about = [description, &schema["description"], &self.resolved(schema)["description"]];
        let about = about.into_iter().find_map(Value::as_str).map(first_sentence);
        let mut brief = self.inlined(schema, DEPTH);
        if brief.to_string().len() > LIMIT {
            let kind = self.resolved(schema).get("type").cloned();
            brief = kind.map_or_else(|| json!({}), |kind| json!({"type": kind}));
        }
        if let (Some(about), Some(brief)) = (about, brief.as_object_mut()) {
            brief.insert("description".to_owned(), about.into());
        }
        brief
    }

    /// A schema with what it refers to in place, without what only generators of clients read. `depth` references are
    /// followed.
    fn inlined(&self, schema: &Value, depth: usize) -> Value {
        match schema {
            Value::Object(fields) if fields.contains_key("$ref") && depth == 0 => json!({}),
            Value::Object(fields) if fields.contains_key("$ref") => self.inlined(self.resolved(schema), depth - 1),
            Value::Object(fields) => {
                let kept = fields.iter().filter(|(name, _)| !LEFT_OUT.contains(&name.as_str()));
                or_null(kept.map(|(name, value)| (name.clone(), self.inlined(value, depth))).collect())
            }
            Value::Array(items) => items.iter().map(|item| self.inlined(item, depth)).collect::<Vec<_>>().into(),
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => schema.clone(),
        }
    }
}

/// Says of a type or null in one word less.
fn or_null(schema: Map<String, Value>) -> Value {
    if let (1, Some([one, null])) = (schema.len(), schema.get("oneOf").and_then(Value::as_array).map(Vec::as_slice))
        && *null == json!({"type": "null"})
        && let (Some(kind), None, None) = (one["type"].as_str(), one.get("enum"), one.get("const"))
    {
        let mut either = one.clone();
        either["type"] = json!([kind, "null"]);
        return either;
    }
    schema.into()
}

/// What stays out: descriptions below the first level, formats that clients round or refuse, examples.
const LEFT_OUT: [&str; 7] = ["description", "format", "example", "examples", "discriminator", "title", "pattern"];

/// Lets a field have what another kind of its object allows: another constant, or any value of its type.
fn either(field: &mut Value, other: Value) {
    if *field == other {
        return;
    }
    let constants = |field: &Value| match (&field["const"], &field["enum"]) {
        (Value::Null, Value::Array(any)) => Some(any.clone()),
        (Value::Null, _) => None,
        (one, _) => Some(vec![one.clone()]),
    };
    let (about, kind) = (field["description"].take(), (field["type"] == other["type"]).then(|| other["type"].clone()));
    let mut both = match (constants(field), constants(&other)) {
        (Some(mut known), Some(more)) => {
            known.extend(
                more.into_iter().filter(|one| !field["enum"].as_array().is_some_and(|known| known.contains(one))),
            );
            json!({"enum": known})
        }
        (None, _) | (_, None) => json!({}),
    };
    for (key, value) in [("type", kind), ("description", Some(about))] {
        if let Some(value) = value.filter(|value| !value.is_null()) {
            both[key] = value;
        }
    }
    *field = both;
}

fn first_sentence(text: &str) -> String {
    let end = text.find(". ").map_or(text.len(), |at| at + 1);
    text[..end].replace('\n', " ")
}

fn object(properties: Map<String, Value>, required: Vec<String>, open: bool) -> Map<String, Value> {
    let mut schema = Map::new();
    schema.insert("type".to_owned(), "object".into());
    schema.insert("properties".to_owned(), properties.into());
    if !required.is_empty() {
        schema.insert("required".to_owned(), required.into());
    }
    if !open {
        schema.insert("additionalProperties".to_owned(), false.into());
    }
    schema
}
