//! Requests about tables.

use std::ops::RangeInclusive;

use deserr::Deserr;
use serde_json::{Value, value::RawValue};
use utoipa::ToSchema;

use crate::{
    cards::Deck,
    games::{Player, Ruleset},
    http::{
        api::{
            decks::ReadingDeck,
            games::{bot, commitment, ruleset, tags, with_setup},
        },
        extract::body,
        openapi,
        reply::problem::Problem,
    },
    players::Skill,
    reading::QuestionKind,
    service::{
        ClientSeed, ExternalId, FieldError, FieldErrorCode, FieldErrors, GameSetup, Name, Question, Tag,
        tables::{Invitation, SeatKind, SeatSetup, SitDown, TableClock, TableSetup, WhenOut},
    },
};

/// A table to set up. Only `ruleset` is required.
#[derive(Debug, Deserr, ToSchema)]
#[deserr(deny_unknown_fields)]
#[schema(as = TableRequest)]
pub struct TableBody {
    /// What to play.
    #[schema(value_type = Ruleset)]
    ruleset: String,
    /// Options that differ from the defaults.
    #[deserr(default)]
    #[schema(value_type = Option<openapi::AnyOptions>, required = false)]
    options: Option<Value>,
    /// The seats; by default the caller at seat 0 and bots at the others, as many as the ruleset's default.
    #[deserr(default)]
    #[schema(required = false)]
    seats: Option<Vec<SeatBody>>,
    /// Whether to show the table to everybody who looks for a seat; anyone who may write can then take an open one.
    #[deserr(default)]
    #[schema(required = false)]
    listed: bool,
    /// Whether people may ask what the search would do from their seats.
    #[deserr(default)]
    #[schema(required = false)]
    hints: bool,
    /// How long players have.
    #[deserr(default)]
    #[schema(required = false)]
    clock: Option<ClockBody>,
    /// Commitment to use.
    #[deserr(default)]
    #[schema(required = false, format = Uuid)]
    commitment: Option<String>,
    /// Caller-defined id of the game.
    #[deserr(default)]
    #[schema(required = false)]
    external_id: Option<ExternalId>,
    /// Tags of the game, such as those of a club and its season; repeated ones count once.
    #[deserr(default)]
    #[schema(required = false, max_items = 8)]
    tags: Option<Vec<Tag>>,
}

/// A seat of a table to set up.
#[derive(Debug, Deserr, ToSchema)]
#[deserr(deny_unknown_fields)]
#[schema(as = TableRequestSeat)]
struct SeatBody {
    /// Who sits there: a person, who is seated at once, a bot, or nobody yet.
    #[deserr(rename = "type")]
    #[schema(rename = "type")]
    kind: SeatKind,
    /// Name of the person or the bot. By default a person is `Player 1` … by seat, and a bot is called after a star.
    #[deserr(default)]
    #[schema(required = false)]
    name: Option<Name>,
    /// The person's part of the seed.
    #[deserr(default)]
    #[schema(required = false)]
    client_seed: Option<ClientSeed>,
    /// Question of the person, for the reading of a game that has one.
    #[deserr(default)]
    #[schema(required = false)]
    question: Option<Question>,
    /// What the question is about; determined by its words if omitted.
    #[deserr(default)]
    #[schema(required = false)]
    question_kind: Option<QuestionKind>,
    /// Bot; the default bot if omitted.
    #[deserr(default)]
    #[schema(required = false, example = "adept")]
    bot: Option<String>,
    /// How long `sage` thinks (4).
    #[deserr(default)]
    #[schema(required = false, minimum = 1, maximum = 10)]
    effort: Option<u64>,
}

/// How long players have.
#[derive(Debug, Deserr, ToSchema)]
#[deserr(deny_unknown_fields)]
#[schema(as = TableRequestClock)]
struct ClockBody {
    /// Seconds that a person has for a step (120); null for no limit.
    #[deserr(default = TableClock::default().step_seconds)]
    #[schema(required = false, minimum = 5, maximum = 604_800)]
    step_seconds: Option<u32>,
    /// Seconds that bots wait where a person may speak before them (5).
    #[deserr(default = TableClock::default().speak_seconds)]
    #[schema(required = false, minimum = 0, maximum = 60)]
    speak_seconds: u32,
    /// What happens when the time of a person runs out: by default a bot makes the step.
    #[deserr(default = TableClock::default().when_out)]
    #[schema(required = false)]
    when_out: WhenOut,
    /// Seconds without a change after which bots take the seats that are still open; by default they do not.
    #[deserr(default)]
    #[schema(required = false, minimum = 5, maximum = 86_400)]
    fill_seconds: Option<u32>,
}

/// Where bots are to play.
#[derive(Debug, Deserr, ToSchema)]
#[deserr(deny_unknown_fields)]
#[schema(as = TableBotsRequest)]
pub struct BotsBody {
    /// The seat, which is open or whose person is gone; by default every open seat.
    #[deserr(default)]
    #[schema(value_type = Option<Player>, required = false, example = 2)]
    pub seat: Option<u8>,
}

/// A seat to take. All fields are optional.
#[derive(Debug, Deserr, ToSchema)]
#[deserr(deny_unknown_fields)]
#[schema(as = TakeSeatRequest)]
pub struct TakeSeatBody {
    /// Name of the person; by default `Player 1` … by seat.
    #[deserr(default)]
    #[schema(required = false)]
    name: Option<Name>,
    /// The person's part of the seed.
    #[deserr(default)]
    #[schema(required = false)]
    client_seed: Option<ClientSeed>,
    /// Question of the person, for the reading of a game that has one.
    #[deserr(default)]
    #[schema(required = false)]
    question: Option<Question>,
    /// What the question is about; determined by its words if omitted.
    #[deserr(default)]
    #[schema(required = false)]
    question_kind: Option<QuestionKind>,
    /// Invitation to the seat; an open seat of a listed table needs none.
    #[deserr(default)]
    #[schema(required = false, pattern = "^invite_[0-9a-f]{64}$")]
    invitation: Option<String>,
}

/// A step to make.
#[derive(Debug, Deserr, ToSchema)]
#[deserr(deny_unknown_fields)]
#[schema(as = TableStepRequest)]
pub struct StepBody {
    /// Number of steps played that the player knows of: `step_count` of the table.
    pub after: u32,
    /// The step, as in a log. `player` may be left out. Either this or `choice`.
    #[deserr(default)]
    #[schema(value_type = Option<openapi::AnyStep>, required = false)]
    step: Option<Value>,
    /// The number of a choice in the plain text of the table after `after` steps, or of a step in `legal`, from 1.
    #[deserr(default)]
    #[schema(required = false, minimum = 1)]
    choice: Option<u32>,
    /// Deck whose names the cards of the step have, and those of a refusal; by default that of the ruleset.
    #[deserr(default)]
    #[schema(required = false)]
    deck: Option<ReadingDeck>,
}

/// A step to make.
#[derive(Debug)]
pub struct StepToMake {
    /// Number of steps played that the player knows of.
    pub after: u32,
    /// The step.
    pub decision: Decision,
    /// The deck whose names the cards of the step have, and those of a refusal.
    pub deck: Option<Deck>,
}

/// A step, in one of the ways to name it.
#[derive(Debug)]
pub enum Decision {
    /// As in a log.
    Step(Box<RawValue>),
    /// By its number in the table's plain text.
    Choice(u32),
}

/// Reads the body of `POST /v1/tables`.
///
/// # Errors
/// All errors of the body.
pub fn table(value: Value) -> Result<TableSetup, Problem> {
    let read = |body: TableBody, setup, errors: &mut _| body.setup(setup, errors);
    with_setup(value, "seats", FieldErrors::default(), read)
}

impl TableBody {
    /// The options were already taken out: any that are left have the wrong type.
    fn setup(self, setup: Option<GameSetup>, errors: &mut FieldErrors) -> Option<TableSetup> {
        if self.options.is_some_and(|options| !options.is_object()) {
            errors.push(body::no_object("/options"));
        }
        let seats = self.seats.map(|seats| {
            seats.into_iter().enumerate().map(|(index, seat)| seat.setup(&format!("/seats/{index}"), errors)).collect()
        });
        let clock = self.clock.map_or_else(TableClock::default, |clock| clock.checked(errors));
        let commitment = self.commitment.and_then(|id| commitment(&id, errors));
        let tags = tags(self.tags, errors);
        ruleset(&self.ruleset, errors)?;
        let setup = setup?;
        Some(TableSetup {
            seats: seats.unwrap_or_else(|| caller_and_bots(setup.players())),
            setup,
            listed: self.listed,
            hints: self.hints,
            clock,
            commitment,
            external_id: self.external_id,
            tags: tags?,
            day: None,
        })
    }
}

/// The caller at seat 0, bots at the others.
fn caller_and_bots(players: usize) -> Vec<SeatSetup> {
    let bot = || SeatSetup::Bot { bot: Skill::ALL[0], name: None };
    let mut seats: Vec<_> = std::iter::repeat_with(bot).take(players).collect();
    if let Some(first) = seats.first_mut() {
        *first = SeatSetup::Person(SitDown::default());
    }
    seats
}

impl SeatBody {
    fn setup(self, pointer: &str, errors: &mut FieldErrors) -> SeatSetup {
        let (person, bot_too) = (&[SeatKind::Person][..], &[SeatKind::Person, SeatKind::Bot][..]);
        let given = [
            ("name", self.name.is_some(), bot_too),
            ("client_seed", self.client_seed.is_some(), person),
            ("question", self.question.is_some(), person),
            ("question_kind", self.question_kind.is_some(), person),
            ("bot", self.bot.is_some(), &[SeatKind::Bot]),
            ("effort", self.effort.is_some(), &[SeatKind::Bot]),
        ];
        for (field, _, kinds) in given.into_iter().filter(|(_, given, kinds)| *given && !kinds.contains(&self.kind)) {
            let kinds: Vec<_> = kinds.iter().map(|kind| format!("`{}`", kind.id())).collect();
            let detail = format!("Only a seat of the type {} has a `{field}`.", kinds.join(" or "));
            errors.push(FieldError::bad_value(format!("{pointer}/{field}"), detail));
        }
        match self.kind {
            SeatKind::Person => SeatSetup::Person(SitDown {
                name: self.name,
                client_seed: self.client_seed.unwrap_or_default(),
                question: self.question.unwrap_or_default(),
                question_kind: self.question_kind,
            }),
            SeatKind::Bot => {
                let requested = bot(self.bot.as_deref(), self.effort, pointer, errors);
                SeatSetup::Bot { bot: requested.unwrap_or(Skill::ALL[0]), name: self.name }
            }
            SeatKind::Open => SeatSetup::Open,
        }
    }
}

impl ClockBody {
    fn checked(self, errors: &mut FieldErrors) -> TableClock {
        let mut between = |field: &str, seconds: u32, range: RangeInclusive<u32>| {
            if !range.contains(&seconds) {
                let detail = format!("Expected an integer from {} to {}.", range.start(), range.end());
                errors.push(FieldError::bad_value(format!("/clock/{field}"), detail));
            }
        };
        if let Some(seconds) = self.step_seconds {
            between("step_seconds", seconds, TableClock::STEP_SECONDS);
        }
        between("speak_seconds", self.speak_seconds, TableClock::SPEAK_SECONDS);
        if let Some(seconds) = self.fill_seconds {
            between("fill_seconds", seconds, TableClock::FILL_SECONDS);
        }
        let ClockBody { step_seconds, speak_seconds, when_out, fill_seconds } = self;
        TableClock { step_seconds, speak_seconds, when_out, fill_seconds }
    }
}

/// Reads the body of a request to take a seat: the person, and the invitation.
///
/// # Errors
/// All errors of the body.
pub fn guest(value: Value) -> Result<(SitDown, Option<Invitation>), Problem> {
    let body = body::fields::<TakeSeatBody>(value).map_err(body::invalid)?;
    let invitation = body.invitation.map(|text| {
        let expected = "Expected `invite_` and 64 digits in lower-case hex.";
        Invitation::read(&text).ok_or_else(|| body::invalid([FieldError::bad_value("/invitation", expected)]))
    });
    let person = SitDown {
        name: body.name,
        client_seed: body.client_seed.unwrap_or_default(),
        question: body.question.unwrap_or_default(),
        question_kind: body.question_kind,
    };
    Ok((person, invitation.transpose()?))
}

/// Reads the body of a request to make a step.
///
/// # Errors
/// All errors of the body.
pub fn step(value: Value) -> Result<StepToMake, Problem> {
    let has = |field: &str| value.get(field).is_some_and(|value| !value.is_null());
    let fault = match (has("step"), has("choice")) {
        (false, false) if value.is_object() => {
            let detail = "Either `step` or `choice` is required.";
            Some(FieldError::new(FieldErrorCode::MissingField, "/step", detail))
        }
        (true, true) => Some(FieldError::bad_value("/choice", "Expected either `step` or `choice`, not both.")),
        (true, false) | (false, _) => None,
    };
    let body = match (body::fields::<StepBody>(value), fault) {
        (Ok(body), None) => body,
        (Ok(_), Some(fault)) => return Err(body::invalid([fault])),
        (Err(faults), fault) => return Err(body::invalid(faults.into_iter().chain(fault))),
    };
    let decision = match body.step {
        Some(step) => Decision::Step(
            serde_json::value::to_raw_value(&step).map_err(|error| Problem::internal(error.to_string()))?,
        ),
        None => Decision::Choice(body.choice.unwrap_or_default()),
    };
    Ok(StepToMake { after: body.after, decision, deck: body.deck.map(Deck::from) })
}
