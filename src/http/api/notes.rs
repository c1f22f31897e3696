//! Notes on readings, for the owner of the reading alone.

use actix_web::{HttpRequest, HttpResponse, delete, get, patch, post, web};
use deserr::Deserr;
use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;

use crate::{
    http::{
        extract::{
            accept,
            body::{self, Absent, JsonBody},
            idempotency_key,
            list_query::{ListQuery, PageParameters, write_cursor},
            path::FromPath,
            query::{self, NoQuery},
        },
        middleware::auth::{Authorized, Delete, Read, Write},
        openapi::{ChangeOwn, CreateNote, DeleteStored, GetById},
        reply::{
            problem::{ApiResult, Problem},
            response::{self, Caching},
        },
    },
    service::{
        FieldError, Name, NoteText, Position, Service, Tag, once_each,
        records::{Mood, NoteFields, NoteId, NoteRecord, ReadingId},
    },
};

/// A page of notes.
#[derive(Debug, Serialize, ToSchema)]
struct NoteList {
    /// The notes, newest first.
    #[schema(max_items = 100)]
    pub items: Vec<NoteRecord>,
    /// Requests the next page; null on the last.
    #[schema(pattern = "^[0-9a-f]{48}$")]
    pub next_cursor: Option<String>,
}

/// A note to write, with at least one field; or the fields of one that change.
#[derive(Debug, Deserr, ToSchema)]
#[deserr(deny_unknown_fields)]
#[schema(as = NoteRequest)]
struct NoteBody {
    /// The text.
    #[deserr(default)]
    #[schema(required = false)]
    text: Option<NoteText>,
    /// How you felt; null removes it.
    #[deserr(default)]
    #[schema(required = false)]
    mood: Option<Mood>,
    /// Names of people whom it is about; repeated ones count once.
    #[deserr(default)]
    #[schema(required = false, max_items = 20)]
    people: Option<Vec<Name>>,
    /// Tags; repeated ones count once.
    #[deserr(default)]
    #[schema(required = false, max_items = 20)]
    tags: Option<Vec<Tag>>,
    /// What came of the reading.
    #[deserr(default)]
    #[schema(required = false)]
    came_of_it: Option<NoteText>,
}

/// Maximum number of people, and of tags, of a note.
pub const NAMES: usize = 20;

/// Reads the fields of a note.
///
/// # Errors
/// All errors of the body.
fn fields(value: Value) -> Result<NoteFields, Problem> {
    let removes_mood = value.get("mood").is_some_and(Value::is_null);
    let NoteBody { text, mood, people, tags, came_of_it } = body::fields(value).map_err(body::invalid)?;
    let mut errors = Vec::new();
    let lengths = [("people", people.as_ref().map(Vec::len)), ("tags", tags.as_ref().map(Vec::len))];
    for (field, length) in lengths {
        if let Some(length) = length.filter(|length| *length > NAMES) {
            let detail = format!("Expected at most {NAMES} {field}, not {length}.");
            errors.push(FieldError::bad_value(format!("/{field}"), detail));
        }
    }
    if !errors.is_empty() {
        return Err(body::invalid(errors));
    }
    Ok(NoteFields {
        text: text.map(NoteText::into_string),
        mood: mood.map(Some).or(removes_mood.then_some(None)),
        people: people.map(|names| once_each(names.into_iter().map(Name::into_string))),
        tags: tags.map(|tags| once_each(tags.into_iter().map(Tag::into_string))),
        came_of_it: came_of_it.map(NoteText::into_string),
    })
}

const AT_LEAST_ONE: &str = "Expected at least one of `text`, `mood`, `people`, `tags` and `came_of_it`.";

/// The ids in the path of a note.
fn ids((reading, note): &(String, String)) -> Result<(ReadingId, NoteId), Problem> {
    Ok((ReadingId::from_path(reading)?, NoteId::from_path(note)?))
}

/// Lists the notes on a reading, newest first
///
/// Notes are for the key or the profile that owns the reading; everybody else gets 404. They are in none of the
/// reading's forms.
#[utoipa::path(
    tag = "readings",
    security(("key" = ["read"])),
    params(("id" = Uuid, Path, description = "Id of the reading."), PageParameters),
    responses((status = 200, description = "A page of notes.", body = NoteList, headers(("Link" = String))), GetById)
)]
#[get("/readings/{id}/notes")]
pub async fn list_notes(
    request: HttpRequest,
    auth: Authorized<Read>,
    list: ListQuery<()>,
    service: web::Data<Service>,
    path: web::Path<String>,
) -> ApiResult {
    let reading = ReadingId::from_path(&path)?;
    let filters = format!("notes of {reading}");
    let page = service.notes(&auth.caller, reading, list.id(&filters)?.map(NoteId), list.page_size()).await?;
    let next_cursor = page.next.map(|id| write_cursor(Position::of_id(id.0), &filters));
    let list = NoteList { items: page.items, next_cursor };
    Ok(response::page(&request, Caching::Own, &list, list.next_cursor.as_deref()))
}

/// Writes a note on a reading
///
/// A reading has at most 100 notes. An erasure by the name of one of its `people` deletes the note, and the deletion of
/// the reading deletes all.
#[utoipa::path(
    tag = "readings",
    security(("key" = ["write"])),
    params(("id" = Uuid, Path, description = "Id of the reading.")),
    request_body(content = NoteBody),
    responses(
        (status = 201, description = "The note.", body = NoteRecord, headers(("Location" = String))),
        CreateNote
    )
)]
#[post("/readings/{id}/notes")]
pub async fn add_note(
    request: HttpRequest,
    auth: Authorized<Write>,
    service: web::Data<Service>,
    path: web::Path<String>,
    body: JsonBody,
) -> ApiResult {
    query::none(&request)?;
    accept::json_only(&request)?;
    let (reading, fields) = (ReadingId::from_path(&path)?, fields(body.value(Absent::IsWrong)?)?);
    if fields.is_empty() {
        return Err(body::invalid([FieldError::bad_value("/text", AT_LEAST_ONE)]));
    }
    let key = idempotency_key::of(&request, &service, &auth.caller, &body.0)?;
    let created = service.add_note(&auth.caller, reading, fields, key).await?;
    let location = format!("/v1/readings/{reading}/notes/{}", created.value.id);
    let response = response::created(&location, &created.value);
    Ok(idempotency_key::replayed(response, created.is_replay))
}

/// Changes a note
///
/// Fields that are not sent stay as they are.
#[utoipa::path(
    tag = "readings",
    security(("key" = ["write"])),
    params(
        ("id" = Uuid, Path, description = "Id of the reading."),
        ("note" = Uuid, Path, description = "Id of the note."),
    ),
    request_body(content = NoteBody),
    responses((status = 200, description = "The note.", body = NoteRecord), ChangeOwn)
)]
#[patch("/readings/{id}/notes/{note}")]
pub async fn change_note(
    request: HttpRequest,
    auth: Authorized<Write>,
    service: web::Data<Service>,
    path: web::Path<(String, String)>,
    body: JsonBody,
) -> ApiResult {
    query::none(&request)?;
    accept::json_only(&request)?;
    let ((reading, id), fields) = (ids(&path)?, fields(body.value(Absent::IsWrong)?)?);
    if fields == NoteFields::default() {
        return Err(body::invalid([FieldError::bad_value("/text", AT_LEAST_ONE)]));
    }
    let note = service.change_note(&auth.caller, reading, id, &fields).await?;
    Ok(response::ok(Caching::Own, &note))
}

/// Deletes a note
#[utoipa::path(
    tag = "readings",
    security(("key" = ["write"])),
    params(
        ("id" = Uuid, Path, description = "Id of the reading."),
        ("note" = Uuid, Path, description = "Id of the note."),
    ),
    responses((status = 204, description = "Deleted."), DeleteStored)
)]
#[delete("/readings/{id}/notes/{note}")]
pub async fn delete_note(
    auth: Authorized<Delete>,
    _: NoQuery,
    service: web::Data<Service>,
    path: web::Path<(String, String)>,
) -> ApiResult {
    let (reading, id) = ids(&path)?;
    service.delete_note(&auth.caller, reading, id).await?;
    Ok(HttpResponse::NoContent().finish())
}
