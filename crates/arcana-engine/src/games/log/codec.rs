//! The stored form of a log, and what a submitted log may leave out.
//!
//! A step is its kind, its player and a list of small numbers, each below a bound that follows from the ruleset, the
//! number of players, the options and the kind. All of them are the digits of one large number ([`radix`](super::radix)).
//! The rules are not used, so that a later mend of a rule damages no stored game. What is written is a log that they
//! have accepted: a value beyond its bound would be read as another one.
//!
//! A value has the larger share of a digit the more often it has come before in the same context of the same log: which
//! kind follows which, which seat acts after which, where the cards were last named. Nothing about this is known in
//! advance of any game.

use super::{
    Guess, Log, LogError, RawStep,
    radix::{Reader, Share, written},
};
use crate::{
    cards::{Card, Hand, Spelled},
    games::{AnyStepKind, Face, Game, GameStep, Number, Player},
};

/// The version of the stored form. Whoever changes what is written, or adds a kind of step, increases it.
const VERSION: u8 = 3;
/// The largest bound of a number whose frequency is learned.
const LEARNED: usize = Card::COUNT + 1;
/// What each value adds to its own count, and the sum above which the counts of a context are halved.
const LESSON: u32 = 16;
const FORGETTING: u32 = 1 << 12;
/// The most places of cards: two for each kind of step, and two for cards that no step has named.
const PLACES: usize = 64;
/// The number of the field for the length of a list; other fields have lower ones.
const LENGTHS: usize = 8;
/// About as many digits has a step: its kind, its player, and a card's place and number.
const DIGITS: usize = 4;
/// How much more a count of the narrower context weighs.
const NARROWER: u32 = 8;
/// The weight of a card of a place from which none has been taken.
const EACH_CARD: u32 = 2;

/// The kinds of step of a game.
type KindOf<G> = <<G as Game>::Step as GameStep>::Kind;

/// How a game's log is stored, and what a submitted log may leave out.
pub trait LogCodec: Game {
    /// The table's step whose cards later steps name: only the owners of the other cards are stored, after all steps.
    const DEAL: Option<KindOf<Self>> = None;

    /// A step of this kind with blank fields, to be filled in; by this player, unless it is the table's.
    fn blank(kind: KindOf<Self>, player: Player) -> Self::Step;

    /// Writes the fields of a step except its player, or fills them in.
    fn numbers(options: &Self::Options, step: &mut Self::Step, numbers: &mut Numbers<'_>);

    /// Writes what the later steps leave open of a step of the kind [`DEAL`](LogCodec::DEAL), or fills it in.
    fn deal(_deal: &mut Self::Step, _later: &[Self::Step], _numbers: &mut Numbers<'_>) {}

    /// Fills in what a table step omits and later steps determine: a deal without hands.
    ///
    /// `later` are the steps after it, up to the end of the log.
    fn normalize(&self, step: Self::Step, _later: &[RawStep<'_>]) -> Self::Step {
        step
    }

    /// Up to `most` candidates for a deal that a step omits and later steps do not determine; empty if the game does
    /// not allow a deal to be omitted.
    fn guesses(&self, _later: &[RawStep<'_>], _most: usize) -> Vec<Guess<Self::Step>> {
        Vec::new()
    }
}

impl<G: LogCodec> Log<G> {
    /// The log as bytes: the version, the steps, and a checksum of these and of the number of steps.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut numbers = Numbers::new(
            self.players,
            KindOf::<G>::ALL.len(),
            Way::Write(Vec::with_capacity(DIGITS * self.steps.len())),
        );
        for step in &self.steps {
            numbers.step::<G>(&self.options, Some(step));
        }
        for (index, deal) in self.steps.iter().enumerate().filter(|(_, step)| G::DEAL == Some(step.kind())) {
            G::deal(&mut deal.clone(), &self.steps[index + 1..], &mut numbers);
        }
        let mut bytes = vec![VERSION];
        if let Way::Write(digits) = numbers.way {
            bytes.extend(written(&digits));
        }
        bytes.extend(checksum(&bytes, self.steps.len()));
        bytes
    }

    /// Reads the bytes of a stored log.
    ///
    /// # Errors
    /// When they are damaged or of an unknown version.
    pub fn from_bytes(players: usize, options: G::Options, step_count: usize, bytes: &[u8]) -> Result<Self, LogError> {
        let (stored, sum) = bytes.split_last_chunk::<4>().ok_or(LogError::Damaged)?;
        if checksum(stored, step_count) != *sum {
            return Err(LogError::CheckSum);
        }
        let (version, number) = stored.split_first().ok_or(LogError::Damaged)?;
        if *version != VERSION {
            return Err(LogError::Version(*version));
        }
        if !G::INFO.players.allows(players) {
            return Err(LogError::Damaged);
        }
        let mut numbers = Numbers::new(players, KindOf::<G>::ALL.len(), Way::Read(Reader::new(number)));
        let mut steps: Vec<G::Step> = Vec::new();
        for _ in 0..step_count {
            steps.push(numbers.step::<G>(&options, None));
        }
        for index in 0..step_count {
            if let (read, later) = steps.split_at_mut(index + 1)
                && let Some(deal) = read.last_mut().filter(|step| G::DEAL == Some(step.kind()))
            {
                G::deal(deal, later, &mut numbers);
            }
        }
        if numbers.is_done() { Ok(Log { players, options, steps }) } else { Err(LogError::Damaged) }
    }
}

/// The number of steps is stored beside the bytes, and a wrong one would be read without an end.
fn checksum(stored: &[u8], step_count: usize) -> [u8; 4] {
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(stored);
    hasher.update(&(step_count as u64).to_le_bytes());
    hasher.finalize().to_le_bytes()
}

/// Whether numbers are written or read.
#[derive(Debug)]
enum Way<'a> {
    Write(Vec<Share>),
    Read(Reader<'a>),
}

/// In which respect values are alike, so that their frequencies are learned from each other.
#[derive(Clone, Copy, Debug)]
enum Context {
    Kind,
    KindAfter(usize),
    Player(usize),
    PlayerAfter(usize, usize),
    Field(usize, usize),
    CardFrom(usize),
    Owner,
}

impl Context {
    /// Its place among the contexts of a game with this many kinds of step: a row for each kind, and for the beginning.
    const fn place(self, kinds: usize) -> usize {
        let width = kinds + 5 + LENGTHS;
        match self {
            Context::KindAfter(before) => before * width,
            Context::Player(kind) => kind * width + 1,
            Context::CardFrom(kind) => kind * width + 2,
            Context::Field(kind, field) => kind * width + 3 + field,
            Context::PlayerAfter(kind, before) => kind * width + 4 + LENGTHS + before,
            Context::Kind => (kinds + 1) * width,
            Context::Owner => (kinds + 1) * width + 1,
        }
    }
}

/// The numbers of the steps of a log. Each method writes the value that it is given, or replaces it by the one read.
#[derive(Debug)]
pub struct Numbers<'a> {
    way: Way<'a>,
    players: usize,
    /// How often each value has come, by the place of the context.
    counts: Vec<Vec<u32>>,
    /// The kinds of this step and of the one before, as indexes; their number before the first step.
    kind: usize,
    before: usize,
    /// The player of this step or, at a step of the table, of the last one before.
    player: Player,
    /// Who holds the cards that this step names: its player.
    holder: Option<Player>,
    /// The cards by the kind of the step that last named them; the last place is for those not named since the deal.
    named: Vec<Hand>,
    /// The cards by the player who last named them.
    held: Vec<Hand>,
}

impl<'a> Numbers<'a> {
    /// No steps yet, of a game with this many kinds of step.
    fn new(players: usize, kinds: usize, way: Way<'a>) -> Numbers<'a> {
        let (counts, player) = (vec![Vec::new(); Context::Owner.place(kinds) + 1], Player(0));
        let (named, held) = (vec![Hand::EMPTY; kinds + 1], vec![Hand::EMPTY; players]);
        let mut numbers =
            Numbers { way, players, counts, kind: kinds, before: kinds, player, holder: None, named, held };
        numbers.new_deal();
        numbers
    }

    fn is_done(&self) -> bool {
        match &self.way {
            Way::Write(_) => true,
            Way::Read(reader) => reader.is_done(),
        }
    }

    /// One step: the one given, or the next.
    fn step<G: LogCodec>(&mut self, options: &G::Options, given: Option<&G::Step>) -> G::Step {
        let all = KindOf::<G>::ALL;
        let given_kind = given.map_or(0, |step| step.kind().index());
        self.before = self.kind;
        self.kind = self.learned(given_kind, all.len(), Context::Kind, Some(Context::KindAfter(self.before)));
        let kind = all[self.kind];
        let by_player = G::blank(kind, self.player).player().is_some();
        if by_player {
            self.acts(given.and_then(GameStep::player));
        }
        self.holder = by_player.then_some(self.player);
        let mut step = given.cloned().unwrap_or_else(|| G::blank(kind, self.player));
        G::numbers(options, &mut step, self);
        step
    }

    /// The player of a step, by the seats from the last one to act.
    fn acts(&mut self, given: Option<Player>) {
        let (kind, last) = (self.kind, self.player.index());
        let seats = given.map_or(0, |player| (player.index() + self.players - last) % self.players);
        let after = Context::PlayerAfter(kind, self.before);
        let seats = self.learned(seats, self.players, Context::Player(kind), Some(after));
        self.player = self.player.after(seats, self.players);
    }

    /// One of as many values as there are weights, with shares by weight.
    fn weighted(&mut self, value: usize, weights: &[u32]) -> usize {
        let total = weights.iter().sum();
        let share = |value: usize| Share::new(weights[..value].iter().sum(), weights[value], total);
        match &mut self.way {
            Way::Write(digits) => {
                let value = value.min(weights.len() - 1);
                digits.push(share(value));
                value
            }
            Way::Read(reader) => {
                let part = reader.part(total);
                let mut end = 0;
                let found = weights.iter().position(|weight| {
                    end += weight;
                    part < end
                });
                let value = found.expect("a part is below the total");
                reader.remove(share(value));
                value
            }
        }
    }

    /// One of `bound` values, whose frequencies are learned in one context or two.
    fn learned(&mut self, value: usize, bound: usize, context: Context, narrower: Option<Context>) -> usize {
        let mut weights = [1; LEARNED];
        let weights = &mut weights[..bound];
        for (context, factor) in [(Some(context), 1), (narrower, NARROWER)] {
            let counts = context.map_or(&[][..], |context| self.counts(context));
            for (weight, count) in weights.iter_mut().zip(counts) {
                *weight += factor * count;
            }
        }
        let value = self.weighted(value, weights);
        [Some(context), narrower].into_iter().flatten().for_each(|context| self.learn(value, context));
        value
    }

    const fn kinds(&self) -> usize {
        self.named.len() - 1
    }

    fn counts(&self, context: Context) -> &[u32] {
        &self.counts[context.place(self.kinds())]
    }

    fn learn(&mut self, value: usize, context: Context) {
        let place = context.place(self.kinds());
        let counts = &mut self.counts[place];
        counts.resize(counts.len().max(value + 1), 0);
        counts[value] += LESSON;
        if counts.iter().sum::<u32>() > FORGETTING {
            counts.iter_mut().for_each(|count| *count /= 2);
        }
    }

    /// Number of players.
    pub const fn players(&self) -> usize {
        self.players
    }

    /// A number below `bound`, at most 79, some of which are more frequent in this field than others.
    ///
    /// `field` is any number below 8: fields of the same number in steps of the same kind are alike.
    pub fn often(&mut self, field: usize, value: usize, bound: usize) -> usize {
        self.learned(value, bound, Context::Field(self.kind, field), None)
    }

    /// A number below `bound`, each as likely as any other.
    pub fn even(&mut self, value: u64, bound: u64) -> u64 {
        let value = value.min(bound - 1);
        if bound <= 256 {
            return self.part(value as u32, bound as u32).into();
        }
        let above = self.even(value / 256, bound.div_ceil(256));
        let value = 256 * above + u64::from(self.part((value % 256) as u32, 256));
        value.min(bound - 1)
    }

    fn part(&mut self, value: u32, bound: u32) -> u32 {
        match &mut self.way {
            Way::Write(digits) => {
                digits.push(Share::new(value, 1, bound));
                value
            }
            Way::Read(reader) => {
                let value = reader.part(bound);
                reader.remove(Share::new(value, 1, bound));
                value
            }
        }
    }

    /// A number as [`even`](Numbers::even).
    pub fn number(&mut self, number: &mut Number, bound: u64) {
        number.0 = self.even(number.0 as u64, bound) as i64;
    }

    /// What a die shows.
    pub fn die(&mut self, die: Option<Face>) -> Face {
        Face(1 + self.even(die.map_or(0, |face| u64::from(face.0.saturating_sub(1))), 6) as u8)
    }

    /// Yes or no, as [`often`](Numbers::often).
    pub fn flag(&mut self, field: usize, value: &mut bool) {
        *value = self.often(field, usize::from(*value), 2) == 1;
    }

    /// One of these values, as [`often`](Numbers::often).
    pub fn one_of<T: Copy + PartialEq>(&mut self, field: usize, value: &mut T, all: &[T]) {
        let place = all.iter().position(|other| other == value).unwrap_or_default();
        *value = all[self.often(field, place, all.len())];
    }

    /// Whether there is a value; a blank one to fill in is read.
    pub fn given<'v, T>(&mut self, field: usize, value: &'v mut Option<T>, blank: T) -> Option<&'v mut T> {
        let mut given = value.is_some();
        self.flag(field, &mut given);
        given.then(|| value.get_or_insert(blank))
    }

    /// A player who is named in a field.
    pub fn player(&mut self, player: &mut Player) {
        player.0 = self.even(player.0.into(), self.players as u64) as u8;
    }

    /// A card that the step names: it was probably last named where others were that such steps have named.
    pub fn card(&mut self, card: &mut Spelled) {
        let given = card.card().unwrap_or(Card::FOOL);
        let own = self.holder.map_or(Hand::EMPTY, |player| self.held[player.index()]);
        let context = Context::CardFrom(self.kind);
        let counts = self.counts(context);
        let (mut weights, mut place) = ([0; PLACES], 0);
        for (index, cards) in self.named.iter().flat_map(|cards| [*cards & own, *cards - own]).enumerate() {
            if !cards.is_empty() {
                weights[index] = EACH_CARD * cards.len() as u32 + counts.get(index).copied().unwrap_or_default();
            }
            if cards.contains(given) {
                place = index;
            }
        }
        let place = self.weighted(place, &weights[..2 * self.named.len()]);
        self.learn(place, context);
        let named = self.named[place / 2];
        let found = self.nth(given, if place.is_multiple_of(2) { named & own } else { named - own });
        self.name(found);
        *card = found.into();
    }

    /// One of these cards, each as likely as any other; another one in the place of a card that is none of them.
    fn nth(&mut self, card: Card, cards: Hand) -> Card {
        let below = cards & Hand::from_bits((1 << card.index()) - 1);
        let place = below.len().min(cards.len() - 1);
        let place = self.part(place as u32, cards.len() as u32);
        cards.nth(place as usize).expect("a place is below the number of cards")
    }

    fn name(&mut self, card: Card) {
        let cards = Hand::of(card);
        for place in self.named.iter_mut().chain(&mut self.held) {
            *place = *place - cards;
        }
        self.named[self.kind].insert(card);
        if let Some(player) = self.holder {
            self.held[player.index()].insert(card);
        }
    }

    /// A list of cards, each as [`card`](Numbers::card).
    pub fn cards(&mut self, cards: &mut Vec<Spelled>, shortest: usize, longest: usize) {
        let more = self.often(LENGTHS, cards.len().saturating_sub(shortest), longest - shortest + 1);
        cards.resize(shortest + more, Spelled::UNKNOWN);
        cards.iter_mut().for_each(|card| self.card(card));
    }

    /// The order of all these cards.
    pub fn order(&mut self, cards: &mut Vec<Spelled>, mut all: Hand) {
        cards.resize(all.len(), Spelled::UNKNOWN);
        for card in cards {
            let found = self.nth(card.card().unwrap_or(Card::FOOL), all);
            all.remove(found);
            *card = found.into();
        }
    }

    /// Begins a new deal: no card has been named.
    pub fn new_deal(&mut self) {
        self.named.fill(Hand::EMPTY);
        self.held.fill(Hand::EMPTY);
        if let Some(unnamed) = self.named.last_mut() {
            *unnamed = Hand::PACK;
        }
    }

    /// The hands of a deal, of which later steps name these cards: they are left out if the hands agree with them.
    pub fn hands(&mut self, hands: &mut [Hand], named: &[Hand]) {
        let agree = hands.iter().zip(named).all(|(hand, named)| (*named - *hand).is_empty());
        let known = if named.is_empty() || self.part(u32::from(!agree), 2) == 1 { &[] } else { named };
        let kinds = self.kinds();
        self.counts[Context::Owner.place(kinds)].clear();
        for card in Hand::PACK - known.iter().fold(Hand::EMPTY, |all, cards| all | *cards) {
            let owner = hands.iter().position(|hand| hand.contains(card)).unwrap_or_default();
            let owner = self.learned(owner, hands.len(), Context::Owner, None);
            hands[owner].insert(card);
        }
        for (hand, known) in hands.iter_mut().zip(known) {
            *hand = *hand | *known;
        }
    }

    /// Remembers who holds which cards after a deal that the steps after it do not determine.
    pub fn dealt(&mut self, hands: &[Hand]) {
        for (player, hand) in Player::all(self.players).zip(hands) {
            self.holder = Some(player);
            hand.iter().for_each(|card| self.name(card));
        }
    }
}
