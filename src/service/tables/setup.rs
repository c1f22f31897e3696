//! Setting up tables, and listing them.

use std::{sync::Arc, time::Duration};

use chrono::{DateTime, Utc};

use super::{
    changes::AutoPlay,
    journal::JournalEntry,
    live::{DEFAULT_BOT, Live, UNTOUCHED},
    token::{Invitation, SeatToken, TableTokens},
    view::TableView,
};
use crate::{
    games::{Player, Ruleset, Viewer},
    players::Skill,
    reading::QuestionKind,
    service::{
        ClientSeed, Created, ExternalId, FieldError, GameSetup, IdempotencyKey, Name, Page, PageSize, Question,
        Service, ServiceError, bot_names,
        play::{name_errors, seat_name},
        records::{
            BotRecord, CommitmentId, OwnerId, SeatKind, SeatState, TableClock, TableDay, TableFilter, TableId,
            TablePhase, TableRecord,
        },
        scrub::readable,
        text::PlayerName,
    },
};

/// A request for a table.
#[derive(Clone, Debug)]
pub struct TableSetup {
    /// The game.
    pub setup: GameSetup,
    /// The seats, one per player.
    pub seats: Vec<SeatSetup>,
    /// Is it listed for players who look for a seat?
    pub listed: bool,
    /// May people ask what the search would do from their seats?
    pub hints: bool,
    /// Its time limits.
    pub clock: TableClock,
    /// The commitment whose seed is used.
    pub commitment: Option<CommitmentId>,
    /// The caller's own id for the game.
    pub external_id: Option<ExternalId>,
    /// The tags that its game will have, each once.
    pub tags: Vec<String>,
    /// The day whose deal is played, with its seed.
    pub day: Option<(TableDay, [u8; 32])>,
}

impl TableSetup {
    /// Maximum time of all bots: a bot plays on for each person who leaves.
    pub fn thinking(&self) -> Duration {
        let skill = |seat: &SeatSetup| match seat {
            SeatSetup::Bot { bot, .. } => *bot,
            SeatSetup::Person(_) | SeatSetup::Open => DEFAULT_BOT,
        };
        let bots: Vec<_> = self.seats.iter().map(skill).collect();
        self.setup.thinking(&bots)
    }
}

/// A seat of a new table.
#[derive(Clone, Debug)]
pub enum SeatSetup {
    /// A person, who sits down at once.
    Person(SitDown),
    /// A bot.
    Bot {
        /// The bot.
        bot: Skill,
        /// Its name; `None`: a bot's name that nobody else at the table has.
        name: Option<Name>,
    },
    /// Open to others.
    Open,
}

/// What a person states on taking a seat.
#[derive(Clone, Debug, Default)]
pub struct SitDown {
    /// The name; `None`: `Player 1` … by seat.
    pub name: Option<Name>,
    /// The person's part of the seed.
    pub client_seed: ClientSeed,
    /// The person's question, for games with readings.
    pub question: Question,
    /// The kind of question; `None`: derived from the question's words.
    pub question_kind: Option<QuestionKind>,
}

/// A new table, with the secrets that are shown once.
#[derive(Debug)]
pub struct NewTable {
    /// The table as the public may see it.
    pub view: TableView,
    /// The table as seen from the seat of the only person; `None` if there are none or several, or the person has left.
    pub own: Option<TableView>,
    /// By seat: the token of a person.
    pub tokens: Vec<Option<SeatToken>>,
    /// By seat: the invitation to an open seat.
    pub invitations: Vec<Option<Invitation>>,
}

impl SitDown {
    /// The seat of this person, who holds the token.
    pub(super) fn seat(self, index: usize, token: &SeatToken, owner: OwnerId) -> SeatState {
        SeatState {
            kind: SeatKind::Person,
            name: seat_name(self.name, index),
            client_seed: self.client_seed.into_string(),
            question: self.question.into_string(),
            question_kind: self.question_kind,
            token: Some(token.hash()),
            owner,
            ..SeatState::open()
        }
    }
}

/// The errors of a person who asks a question in a game that has no readings.
pub(super) fn unanswerable(ruleset: Ruleset, person: &SitDown, base: &str) -> Vec<FieldError> {
    if ruleset.has_readings() {
        return Vec::new();
    }
    let choices =
        [("question", !person.question.as_str().is_empty()), ("question_kind", person.question_kind.is_some())];
    let why = || format!("{} has no readings, so it takes no question.", ruleset.info().name);
    let wrong = choices.into_iter().filter(|(_, given)| *given);
    wrong.map(|(field, _)| FieldError::bad_value(format!("{base}/{field}"), why())).collect()
}

impl Service {
    /// Sets up a table. Its game begins at once if no seat is open. `nonce`: the text of the idempotency key, so that a
    /// repeated request gets the same tokens.
    ///
    /// # Errors
    /// `Invalid`, `CommitmentUsed`, `IdempotencyInProgress`, `IdempotencyKeyReused`, `CreatedAndDeleted`,
    /// `Unavailable`, `Internal`; then nothing is stored.
    pub async fn create_table(
        &self,
        owner: OwnerId,
        setup: TableSetup,
        nonce: Option<&str>,
        idempotency_key: Option<IdempotencyKey>,
    ) -> Result<Created<NewTable>, ServiceError> {
        let tokens = self.tokens(nonce).await?;
        self.create_table_with(owner, setup, tokens, idempotency_key).await
    }

    /// As [`create_table`](Service::create_table), with these tokens.
    ///
    /// # Errors
    /// Those; `DayPlayed`.
    pub(in crate::service) async fn create_table_with(
        &self,
        owner: OwnerId,
        setup: TableSetup,
        tokens: TableTokens,
        idempotency_key: Option<IdempotencyKey>,
    ) -> Result<Created<NewTable>, ServiceError> {
        let seats = setup.seats.iter().map(SeatSetup::kind).collect::<Vec<_>>();
        let create = self.create_table_once(owner, setup, &tokens, idempotency_key.clone());
        let find = async |id| {
            let live = self.live(TableId(id)).await?;
            let new = NewTable::of(TableView::of(&live, Viewer::Public)?, &seats, &tokens);
            let held = new.only_person().and_then(|(_, token)| live.record.holder(&token.hash()));
            let own = held.map(|player| TableView::of(&live, Viewer::Player(player))).transpose()?;
            Ok(NewTable { own, ..new })
        };
        self.idempotent(idempotency_key.as_ref(), create, find).await
    }

    pub(super) async fn create_table_once(
        &self,
        owner: OwnerId,
        mut setup: TableSetup,
        tokens: &TableTokens,
        idempotency_key: Option<IdempotencyKey>,
    ) -> Result<NewTable, ServiceError> {
        self.bear_own_name(owner, setup.people()).await?;
        setup.name_bots();
        setup.check_people()?;
        let seed = match (setup.day, setup.commitment) {
            (Some((_, seed)), _) => seed,
            (None, Some(commitment)) => self.committed_seed(commitment, owner).await?,
            (None, None) => self.shared.ids.secret(),
        };
        let now = self.clock.now();
        let id = TableId(self.shared.ids.secret_at(now));
        let seats = setup.seats.iter().map(SeatSetup::kind).collect::<Vec<_>>();
        let mut live = Live::new(setup.into_record(id, owner, seed, now, tokens)?);
        live.touch(now);
        live.record.mark = self.shared.ids.mark();
        live.note(JournalEntry::Created);
        live.begin()?;
        let (mut live, over) = self.play_on(live, now, AutoPlay::Now).await?;
        // A game among bots may be over already: its end is stored by the next write.
        let changes = std::mem::take(&mut live.unstored);
        self.store.add_table(&live.record, &changes, idempotency_key, now).await?;
        let mut live = self.publish(live);
        if over {
            match self.change_table(id, None, |_, _| Ok(AutoPlay::Now)).await {
                Ok(ended) => live = ended,
                // The table is stored, and its wake-up is due.
                Err(error) => tracing::warn!(%error, table = %id, "the end of a table is stored later"),
            }
        }
        let new = NewTable::of(TableView::of(&live, Viewer::Public)?, &seats, tokens);
        let own = new.only_person().map(|(player, _)| TableView::of(&live, Viewer::Player(player))).transpose()?;
        Ok(NewTable { own, ..new })
    }

    /// A page of tables, newest first, as the public may see them.
    ///
    /// # Errors
    /// `Unavailable`, `Internal`.
    pub async fn tables(
        &self,
        filter: &TableFilter,
        before: Option<TableId>,
        size: PageSize,
    ) -> Result<Page<TableView, TableId>, ServiceError> {
        let page =
            Page::of_one_more(self.store.tables(filter, before, size.with_lookahead()).await?, size, |table| table.id);
        let listed = |record: TableRecord| readable("table", record.id.0, TableView::listed(Arc::new(record)));
        Ok(Page { items: page.items.into_iter().filter_map(listed).collect::<Result<_, _>>()?, next: page.next })
    }
}

impl TableSetup {
    /// The people who sit down at once, each with a pointer to the seat.
    fn people(&mut self) -> impl Iterator<Item = (String, &mut SitDown)> {
        self.seats.iter_mut().enumerate().filter_map(|(index, seat)| match seat {
            SeatSetup::Person(person) => Some((format!("/seats/{index}"), person)),
            SeatSetup::Bot { .. } | SeatSetup::Open => None,
        })
    }

    /// Gives bots without a name one of their own.
    fn name_bots(&mut self) {
        let taken: Vec<_> = (0..).zip(&self.seats).map(|(index, seat)| seat.name(index)).collect();
        let mut names = bot_names(self.seats.len(), taken.iter().map(|(name, _)| name.as_str()));
        for seat in &mut self.seats {
            if let SeatSetup::Bot { name: name @ None, .. } = seat {
                *name = names.next();
            }
        }
    }

    /// Refuses questions in a game that has no readings, and names that look alike.
    fn check_people(&self) -> Result<(), ServiceError> {
        let ruleset = self.setup.ruleset();
        let errors = self.seats.iter().enumerate().flat_map(|(index, seat)| match seat {
            SeatSetup::Person(person) => unanswerable(ruleset, person, &format!("/seats/{index}")),
            SeatSetup::Bot { .. } | SeatSetup::Open => Vec::new(),
        });
        let names: Vec<_> = self.seats.iter().enumerate().map(|(index, seat)| seat.name(index)).collect();
        let named = names.iter().enumerate().map(|(index, (name, given))| PlayerName { index, name, given: *given });
        let errors: Vec<FieldError> = errors.chain(name_errors("seats", named)).collect();
        if errors.is_empty() { Ok(()) } else { Err(ServiceError::Invalid(errors)) }
    }

    /// The record of a new table.
    fn into_record(
        self,
        id: TableId,
        owner: OwnerId,
        seed: [u8; 32],
        now: DateTime<Utc>,
        tokens: &TableTokens,
    ) -> Result<TableRecord, ServiceError> {
        let ruleset = self.setup.ruleset();
        Ok(TableRecord {
            id,
            owner,
            ruleset,
            rules_version: ruleset.info().rules_version,
            options: self.setup.differing_options()?,
            phase: TablePhase::Waiting,
            version: 0,
            mark: 0,
            listed: self.listed,
            hints: self.hints && self.day.is_none(),
            created_at: now,
            touched_at: now,
            clock: self.clock,
            seats: seated(self.seats, id, ruleset, owner, tokens),
            seed,
            commitment: self.commitment,
            client_seed: String::new(),
            external_id: self.external_id.map(ExternalId::into_string),
            tags: self.tags,
            day: self.day.map(|(day, _)| day),
            step_count: 0,
            deadline: None,
            wake_at: now + UNTOUCHED,
            game: None,
            closed: None,
        })
    }
}

impl SeatSetup {
    const fn kind(&self) -> SeatKind {
        match self {
            SeatSetup::Person(_) => SeatKind::Person,
            SeatSetup::Bot { .. } => SeatKind::Bot,
            SeatSetup::Open => SeatKind::Open,
        }
    }

    /// The name at this seat, and whether it was given; `None` if nobody sits there.
    fn name(&self, index: usize) -> (String, bool) {
        let given = match self {
            SeatSetup::Person(SitDown { name, .. }) | SeatSetup::Bot { name, .. } => name.clone(),
            // Whoever takes it without a name is called after it.
            SeatSetup::Open => None,
        };
        let is_given = given.is_some();
        (seat_name(given, index), is_given)
    }
}

impl NewTable {
    fn of(view: TableView, seats: &[SeatKind], tokens: &TableTokens) -> NewTable {
        let (id, all) = (view.record.id, Player::all(seats.len()));
        let of = |kind: SeatKind, player: Player| seats[player.index()] == kind;
        let seat_token = |player| of(SeatKind::Person, player).then(|| tokens.seat(id, player));
        let invitation = |player| of(SeatKind::Open, player).then(|| tokens.invitation(id, player));
        let (tokens, invitations) = (all.clone().map(seat_token).collect(), all.map(invitation).collect());
        NewTable { view, own: None, tokens, invitations }
    }

    /// The only person, with the token.
    fn only_person(&self) -> Option<(Player, SeatToken)> {
        let mut persons =
            Player::all(self.tokens.len()).zip(&self.tokens).filter_map(|(seat, token)| Some((seat, (*token)?)));
        persons.next().filter(|_| persons.next().is_none())
    }
}

fn seated(
    seats: Vec<SeatSetup>,
    id: TableId,
    ruleset: Ruleset,
    owner: OwnerId,
    tokens: &TableTokens,
) -> Vec<SeatState> {
    let seat = |(index, seat): (usize, SeatSetup)| {
        let player = Player(index as u8);
        match seat {
            SeatSetup::Person(person) => person.seat(index, &tokens.seat(id, player), owner),
            SeatSetup::Bot { bot, name } => SeatState {
                kind: SeatKind::Bot,
                name: seat_name(name, index),
                bot: Some(BotRecord::of(ruleset, bot)),
                ..SeatState::open()
            },
            SeatSetup::Open => {
                SeatState { invitation: Some(tokens.invitation(id, player).hash()), ..SeatState::open() }
            }
        }
    };
    seats.into_iter().enumerate().map(seat).collect()
}

/// The seat of a person who left, taken over by a bot.
pub(super) fn left_to_bot(seat: &SeatState, ruleset: Ruleset) -> SeatState {
    SeatState {
        kind: SeatKind::Bot,
        bot: Some(BotRecord::of(ruleset, DEFAULT_BOT)),
        away: false,
        token: None,
        question: String::new(),
        question_kind: None,
        ..seat.clone()
    }
}
