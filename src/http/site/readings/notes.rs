//! Notes beside a reading: the owner's, which the service keeps, or those that a browser keeps by itself.

use actix_web::{HttpRequest, http::StatusCode, web};
use maud::{Markup, html};

use crate::{
    http::{
        api::notes::NAMES,
        extract::query,
        middleware::auth::{Write, caller},
        site::{
            deletion::{is_own, sent},
            error::{PageAuth, PageError, PageResult},
            form::{Body, Field, Form, Once, listed, with_message},
            games::when,
            layout::{self, Section},
            urls,
        },
    },
    reading::Care,
    service::{
        Name, NoteText, PageSize, Service, ServiceError, Tag,
        notes::NOTES,
        once_each,
        records::{AnyReading, Mood, NoteFields, NoteId, NoteRecord, OwnerId, ReadingId},
    },
};

const TEXT: Field<'_> = Field::text("note-text", "text", "What you want to remember");
const MOOD: Field<'_> = Field::text("note-mood", "mood", "How you felt");
const PEOPLE: Field<'_> =
    Field { hint: "Names, with commas between them.", ..Field::text("note-people", "people", "People") };
const TAGS: Field<'_> =
    Field { hint: "Words to find it by, with commas between them.", ..Field::text("note-tags", "tags", "Tags") };
const CAME_OF_IT: Field<'_> = Field::text("note-came-of-it", "came_of_it", "What came of it");
const FIELDS: [Field<'_>; 5] = [TEXT, MOOD, PEOPLE, TAGS, CAME_OF_IT];

/// The moods as choices.
fn moods() -> [(&'static str, &'static str); 6] {
    [
        ("", "Not said"),
        (Mood::Glad.id(), "Glad"),
        (Mood::Hopeful.id(), "Hopeful"),
        (Mood::Calm.id(), "Calm"),
        (Mood::Unsure.id(), "Unsure"),
        (Mood::Heavy.id(), "Heavy"),
    ]
}

/// The fields of a note. Nobody is asked what came of a reading that needs care. Ids begin with `prefix`.
fn fields(form: &Form, prefix: &str, care: Option<Care>) -> Markup {
    let [text, mood, people, tags, came_of_it] = FIELDS.map(|field| (format!("{prefix}{}", field.id), field));
    fn with<'a>((id, field): &'a (String, Field<'a>)) -> Field<'a> {
        Field { id, ..*field }
    }
    html! {
        (form.lines(&with(&text), 4))
        (form.choice(&with(&mood), &moods()))
        (form.line(&with(&people)))
        (form.line(&with(&tags)))
        @if care.is_none() { (form.lines(&with(&came_of_it), 2)) }
    }
}

/// The notes beside a reading: for its owner those that are stored, for other readers those of their browser.
pub async fn section(
    request: &HttpRequest,
    service: &Service,
    (reading, owner): (ReadingId, OwnerId),
    care: Option<Care>,
) -> Result<Markup, ServiceError> {
    if !is_own(request, owner) {
        return Ok(of_browser(care));
    }
    let notes = service.notes(&caller(request), reading, None, PageSize::up_to(NOTES)).await?.items;
    let action = format!("{}/notes", urls::reading(reading));
    Ok(html! {
        section.aside #notes aria-labelledby="notes-title" {
            h2 #notes-title { "Your notes" }
            p.hint { "Only you see them. They go when the reading is deleted." }
            @for note in &notes { (shown(note, &action, care)) }
            details open[notes.is_empty()] {
                summary { "Write a note" }
                form method="post" action=(action) {
                    (Once::new(service))
                    (fields(&Form::default(), "", care))
                    p { button type="submit" { "Keep the note" } }
                }
            }
        }
    })
}

/// A stored note, with the forms that change and delete it.
fn shown(note: &NoteRecord, notes: &str, care: Option<Care>) -> Markup {
    let action = format!("{notes}/{}", note.id);
    let names = |list: &[String]| list.join(", ");
    let values = [
        (TEXT, note.text.clone()),
        (MOOD, note.mood.map_or("", Mood::id).to_owned()),
        (PEOPLE, names(&note.people)),
        (TAGS, names(&note.tags)),
        (CAME_OF_IT, note.came_of_it.clone()),
    ];
    let form = Form::from(values.map(|(field, value)| (field.name.to_owned(), value)).to_vec());
    html! {
        article.note {
            p.hint { (when(note.created_at)) @if let Some(mood) = note.mood { ", " (mood.id()) } }
            @if !note.text.is_empty() { p.lines dir="auto" { (note.text) } }
            @if !note.came_of_it.is_empty() { p.lines dir="auto" { strong { "What came of it: " } (note.came_of_it) } }
            @if !note.people.is_empty() { p { "With " bdi { (names(&note.people)) } } }
            @if !note.tags.is_empty() { p.hint { bdi { (names(&note.tags)) } } }
            details {
                summary { "Change or delete it" }
                form method="post" action=(action) {
                    (fields(&form, &format!("n{}-", note.id), care))
                    p { button type="submit" { "Keep the change" } }
                }
                form method="post" action={ (action) "/delete" } {
                    p { button.quiet type="submit" { "Delete the note" } }
                }
            }
        }
    }
}

/// The place of notes that a browser keeps by itself; its script fills it in.
fn of_browser(care: Option<Care>) -> Markup {
    html! {
        section.aside #notes aria-labelledby="notes-title" hidden data-browser {
            h2 #notes-title { "Your notes" }
            p.hint {
                "This browser alone keeps them, and sends them nowhere. With "
                a href=(urls::ME) { "a profile" } " you have the notes on your readings on every device."
            }
            div.kept-notes {}
            details {
                summary { "Write a note" }
                form {
                    (fields(&Form::default(), "", care))
                    p { button type="submit" { "Keep the note" } }
                }
            }
            p role="status" {}
        }
    }
}

/// Parses the form of a note; `None` after recording errors in it.
fn read(form: &mut Form) -> Option<NoteFields> {
    form.only(&FIELDS.map(|field| field.name));
    let lines = |text: &str| with_message(NoteText::new(&text.replace("\r\n", "\n"))).map(NoteText::into_string);
    let each = |text: &str, read| Ok(once_each(listed(text, NAMES, read)?.into_iter()));
    let names = |text: &str| each(text, |name| with_message(Name::new(name)).map(Name::into_string));
    let tags = |text: &str| each(text, |tag| with_message(Tag::new(tag)).map(Tag::into_string));
    let mood = |id: &str| id.parse::<Mood>().map_err(|_| "Choose one of the list.".to_owned());
    let came_of_it_sent = form.pairs().iter().any(|(name, _)| name == CAME_OF_IT.name);
    let fields = NoteFields {
        text: Some(form.value(TEXT.name, lines).unwrap_or_default()),
        mood: Some(form.value(MOOD.name, mood)),
        people: Some(form.value(PEOPLE.name, names).unwrap_or_default()),
        tags: Some(form.value(TAGS.name, tags).unwrap_or_default()),
        came_of_it: form.value(CAME_OF_IT.name, lines).or_else(|| came_of_it_sent.then(String::new)),
    };
    if fields.is_empty() && form.wrong.is_empty() {
        form.wrong.push((TEXT.name.to_owned(), "The note says nothing yet.".to_owned()));
    }
    form.wrong.is_empty().then_some(fields)
}

/// Writes a note.
pub async fn add(
    request: HttpRequest,
    auth: PageAuth<Write>,
    service: web::Data<Service>,
    path: web::Path<String>,
    body: Body,
) -> PageResult {
    query::none(&request)?;
    let (reading, mut form) = (PageError::id(&path, ReadingId, "reading")?, Form::read(&body)?);
    let Some(fields) = read(&mut form) else { return refused(&request, &service, reading, &form).await };
    let key = form.idempotency_key(&request, &service, auth.0.caller.owner);
    service.add_note(&auth.0.caller, reading, fields, key).await?;
    Ok(to_notes(reading))
}

/// Changes a note.
pub async fn change(
    request: HttpRequest,
    auth: PageAuth<Write>,
    service: web::Data<Service>,
    path: web::Path<(String, String)>,
    body: Body,
) -> PageResult {
    query::none(&request)?;
    let ((reading, note), mut form) = (ids(&path)?, Form::read(&body)?);
    let Some(fields) = read(&mut form) else { return refused(&request, &service, reading, &form).await };
    service.change_note(&auth.0.caller, reading, note, &fields).await?;
    Ok(to_notes(reading))
}

/// Deletes a note.
pub async fn delete(
    request: HttpRequest,
    auth: PageAuth<Write>,
    service: web::Data<Service>,
    path: web::Path<(String, String)>,
    body: Body,
) -> PageResult {
    sent(&request, &body)?;
    let (reading, note) = ids(&path)?;
    match service.delete_note(&auth.0.caller, reading, note).await {
        // As when the form is sent twice.
        Ok(()) | Err(ServiceError::NotFound(_)) => Ok(to_notes(reading)),
        Err(error) => Err(error.into()),
    }
}

fn ids((reading, note): &(String, String)) -> Result<(ReadingId, NoteId), PageError> {
    Ok((PageError::id(reading, ReadingId, "reading")?, PageError::id(note, NoteId, "note")?))
}

fn to_notes(reading: ReadingId) -> actix_web::HttpResponse {
    layout::see_other(format!("{}#notes", urls::reading(reading)))
}

/// The form again, with its errors.
async fn refused(request: &HttpRequest, service: &Service, reading: ReadingId, form: &Form) -> PageResult {
    let care = service.reading(reading).await?.care();
    let body = html! {
        h1 { "Your note" }
        (form.faults(FIELDS))
        form method="post" action=(request.path()) {
            (Once::new(service))
            (fields(form, "", care))
            p { button type="submit" { "Keep the note" } }
        }
        p { a href=(urls::reading(reading)) { "Back to the reading" } }
    };
    let title = form.titled("Your note");
    let page = layout::page(StatusCode::UNPROCESSABLE_ENTITY, Section::Readings.within(&title), &[], &body);
    Ok(layout::private(page))
}

/// The owner's readings of which it is time to ask what came of them.
pub async fn questions(request: &HttpRequest, service: &Service) -> Result<Option<Markup>, ServiceError> {
    let caller = caller(request);
    if caller.key.is_none() {
        return Ok(None);
    }
    let readings = service.readings_to_ask_about(caller.owner).await?;
    Ok(Some(html! {
        @if !readings.is_empty() {
            section aria-labelledby="asked" {
                h2 #asked { "What came of it?" }
                ul.kept {
                    @for stored in &readings {
                        @let (id, question, at) = match stored {
                            AnyReading::Fortunes(it) => (it.record.id, &it.record.question, it.record.created_at),
                            AnyReading::Spread(it) => (it.record.id, &it.record.question, it.record.created_at),
                        };
                        li {
                            a href={ (urls::reading(id)) "#notes" } { "Your reading of " (at.format("%-d %B %Y")) }
                            @if !question.is_empty() { q.asked dir="auto" { (question) } }
                        }
                    }
                }
            }
        }
    }))
}
