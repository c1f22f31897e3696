//! The request for a reading of a spread that is stored: `kind` is required, and a commitment can be used.

use std::borrow::Cow;

use utoipa::{
    PartialSchema, ToSchema,
    openapi::{
        KnownFormat, ObjectBuilder, Ref, RefOr, Schema, SchemaFormat,
        schema::{SchemaType, Type},
    },
};

use super::DrawBody;

/// The schema of such a request: that of a draw, with `kind` and an optional commitment.
pub struct SpreadReadingBody;

impl PartialSchema for SpreadReadingBody {
    fn schema() -> RefOr<Schema> {
        let RefOr::T(Schema::Object(mut body)) = DrawBody::schema() else { return DrawBody::schema() };
        body.description =
            Some("A reading of cards to draw, or drawn by hand. `kind` and `spread` are required.".into());
        body.required.push("kind".to_owned());
        body.properties.insert("kind".to_owned(), Ref::from_schema_name("SpreadKind").into());
        body.properties.insert("commitment".to_owned(), commitment().into());
        Schema::Object(body).into()
    }
}

impl ToSchema for SpreadReadingBody {
    fn name() -> Cow<'static, str> {
        "DrawReadingRequest".into()
    }

    fn schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
        DrawBody::schemas(schemas);
    }
}

fn commitment() -> Schema {
    ObjectBuilder::new()
        .schema_type(SchemaType::from_iter([Type::String, Type::Null]))
        .format(Some(SchemaFormat::KnownFormat(KnownFormat::Uuid)))
        .description(Some("Commitment to use; excludes `seed` and `given`, and requires a `client_seed`."))
        .into()
}
