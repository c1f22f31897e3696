//! One walk through a log: a writer codes the given steps, a reader fills in blank ones.

use super::{
    super::{
        Fortuno, Options, Request, Step,
        request::{Arcana, Kind},
        series::{known, spelled},
        step::StepKind,
    },
    LONGEST_LIST, LONGEST_SONG, Lessons,
    coder::{Coder, Odds, Reader, Writer},
    places::{Purpose, To, choice, order},
};
use crate::{
    cards::{Card, Hand, Rank, Spelled, Suit},
    games::{BitReader, BitWriter, GameStep, LogCodec, OutOfBits, Player, RawStep},
};

impl LogCodec for Fortuno {
    fn normalize(&self, step: Step, _later: &[RawStep<'_>]) -> Step {
        step.canonical()
    }

    fn encode(players: usize, options: &Options, steps: &[Step], out: &mut BitWriter) {
        let mut walk = Walk::new(Writer::new(), players, options);
        let written: Result<(), OutOfBits> =
            steps.iter().try_for_each(|step| walk.step(step.kind(), |_| step.clone()).map(|_| ()));
        written.expect("only reading ends too early");
        walk.coder.finish(out);
    }

    fn decode(
        _version: u8,
        players: usize,
        options: &Options,
        step_count: usize,
        bits: &mut BitReader<'_>,
    ) -> Result<Vec<Step>, OutOfBits> {
        let mut walk = Walk::new(Reader::new(bits)?, players, options);
        (0..step_count).map(|_| walk.step(StepKind::Deal, Step::blank)).collect()
    }
}

/// Each method takes a value to write and leaves the value written or read in it.
struct Walk<C> {
    coder: C,
    lessons: Lessons,
    players: usize,
    hand_size: usize,
}

impl<C: Coder> Walk<C> {
    fn new(coder: C, players: usize, options: &Options) -> Walk<C> {
        Walk { coder, lessons: Lessons::new(players), players, hand_size: options.hand_size.size() }
    }

    fn step(&mut self, kind: StepKind, step: impl FnOnce(StepKind) -> Step) -> Result<Step, OutOfBits> {
        let kind = self.lessons.kinds.code(kind, &mut self.coder)?;
        let mut step = step(kind);
        if let Some(player) = step.player_mut() {
            *player = self.lessons.who.code(*player, kind, &mut self.coder)?;
        }
        self.fields(&mut step)?;
        Ok(step)
    }

    /// The fields except the player.
    fn fields(&mut self, step: &mut Step) -> Result<(), OutOfBits> {
        match step {
            Step::Flip { .. } | Step::Draw { .. } | Step::Decline { .. } | Step::Dispute { .. } => Ok(()),
            Step::Deal { hands, pile } => self.deal(hands, pile),
            Step::Reshuffle { cards } => {
                self.shuffled(cards, Purpose::Reshuffle)?;
                self.lessons.places.new_pile(known(cards).collect());
                Ok(())
            }
            Step::Redeal { cards } => {
                self.shuffled(cards, Purpose::Redeal)?;
                self.lessons.places.put(known(cards).collect(), To::AnyHand);
                Ok(())
            }
            Step::Rps { winner: player }
            | Step::Slap { first: player }
            | Step::Accuse { target: player, .. }
            | Step::Pick { target: player, .. }
            | Step::Jaccuse { target: player, .. } => self.player(player),
            Step::Seats { order, song } => self.seats(order, song),
            Step::Play { player, cards, fortuno } => self.play(*player, cards, fortuno),
            Step::Orgy { player, cards, fortuno } => {
                self.call(fortuno)?;
                self.list(*player, cards, To::Discard)
            }
            Step::Return { player, cards } => self.list(*player, cards, To::Pile),
            Step::Divorce { player, cards } => self.divorce(*player, cards),
            Step::Give { player, card } => self.card_or_null(*player, card, To::AnyHand),
            Step::Offer { player, card } => self.card_or_null(*player, card, To::Nowhere),
            Step::Take { player, card } => self.card_or_null(*player, card, To::Hand(*player)),
            Step::Name { player, card } => self.card(*player, card, To::Nowhere),
            Step::PassCard { player, card } => self.card(*player, card, To::AnyHand),
            Step::Steal { used, fortuno, .. }
            | Step::Chariot { used, fortuno, .. }
            | Step::Gambit { used, fortuno, .. }
            | Step::MoonPlay { used, fortuno, .. } => {
                *used = self.coder.flag(*used, &mut self.lessons.used)?;
                self.call(fortuno)
            }
            Step::Switch { most, fewest, .. } => {
                self.player(most)?;
                self.player(fewest)
            }
            Step::Ask { player, target, request } => {
                self.player(target)?;
                self.request(*player, request)
            }
        }
    }

    fn player(&mut self, player: &mut Player) -> Result<(), OutOfBits> {
        *player = self.lessons.who.any(*player, &mut self.coder)?;
        Ok(())
    }

    fn call(&mut self, call: &mut bool) -> Result<(), OutOfBits> {
        *call = self.coder.flag(*call, &mut self.lessons.called)?;
        Ok(())
    }

    fn card(&mut self, player: Player, card: &mut Spelled, to: To) -> Result<(), OutOfBits> {
        let given = card.card().unwrap_or(Card::FOOL);
        *card = self.lessons.places.card(given, player, to, &mut self.coder)?.into();
        Ok(())
    }

    fn card_or_null(&mut self, player: Player, card: &mut Option<Spelled>, to: To) -> Result<(), OutOfBits> {
        match self.given(card, Spelled::UNKNOWN, |lessons| &mut lessons.given)? {
            Some(card) => self.card(player, card, to),
            None => Ok(()),
        }
    }

    /// Codes whether there is a value; returns it, or a blank one to fill in.
    fn given<'v, T>(
        &mut self,
        value: &'v mut Option<T>,
        blank: T,
        odds: impl FnOnce(&mut Lessons) -> &mut Odds,
    ) -> Result<Option<&'v mut T>, OutOfBits> {
        let given = self.coder.flag(value.is_some(), odds(&mut self.lessons))?;
        Ok(given.then(|| value.get_or_insert(blank)))
    }

    /// Codes the length of a list.
    fn length<T: Clone>(&mut self, list: &mut Vec<T>, longest: u32, blank: T) -> Result<(), OutOfBits> {
        let length = self.coder.even(list.len() as u32, longest + 1)?;
        list.resize(length as usize, blank);
        Ok(())
    }

    fn list(&mut self, player: Player, cards: &mut Vec<Spelled>, to: To) -> Result<(), OutOfBits> {
        self.length(cards, LONGEST_LIST, Spelled::UNKNOWN)?;
        cards.iter_mut().try_for_each(|card| self.card(player, card, to))
    }

    fn shuffled(&mut self, cards: &mut Vec<Spelled>, purpose: Purpose) -> Result<(), OutOfBits> {
        let given: Vec<Card> = known(cards).collect();
        let set = given.iter().copied().collect();
        let set = self.lessons.places.members(set, Player(0), purpose, &mut self.coder)?;
        *cards = spelled(order(set, &given, &mut self.coder)?);
        Ok(())
    }

    fn play(&mut self, player: Player, cards: &mut Vec<Spelled>, fortuno: &mut bool) -> Result<(), OutOfBits> {
        self.call(fortuno)?;
        let single = cards.len() == 1;
        if self.coder.flag(!single, &mut self.lessons.several)? {
            return self.list(player, cards, To::Discard);
        }
        cards.resize(1, Spelled::UNKNOWN);
        cards.iter_mut().try_for_each(|card| self.card(player, card, To::Discard))
    }

    fn divorce(&mut self, player: Player, cards: &mut Vec<Spelled>) -> Result<(), OutOfBits> {
        let kept = known(cards).collect();
        let kept = self.lessons.places.members(kept, player, Purpose::Divorce, &mut self.coder)?;
        self.lessons.places.put(kept, To::Hand(player));
        *cards = spelled(kept);
        Ok(())
    }

    fn deal(&mut self, hands: &mut Vec<Vec<Spelled>>, pile: &mut Vec<Spelled>) -> Result<(), OutOfBits> {
        let mut pool = Hand::PACK;
        hands.resize(self.players, Vec::new());
        for (hand, player) in hands.iter_mut().zip((0..).map(Player)) {
            let cards = choice(pool, known(hand).collect(), self.hand_size, &mut self.coder)?;
            self.lessons.places.put(cards, To::Hand(player));
            pool = pool - cards;
            *hand = spelled(cards);
        }
        let given: Vec<Card> = known(pile).collect();
        *pile = spelled(order(pool, &given, &mut self.coder)?);
        Ok(())
    }

    fn request(&mut self, player: Player, request: &mut Request) -> Result<(), OutOfBits> {
        let Request { card, arcana, suit, rank, kind } = request;
        self.given(card, Spelled::UNKNOWN, |lessons| &mut lessons.terms[0])?;
        self.given(arcana, Arcana::Major, |lessons| &mut lessons.terms[1])?;
        self.given(suit, Suit::Wands, |lessons| &mut lessons.terms[2])?;
        self.given(rank, Rank::ALL[0], |lessons| &mut lessons.terms[3])?;
        self.given(kind, Kind::Numerical, |lessons| &mut lessons.terms[4])?;
        card.iter_mut().try_for_each(|card| self.card(player, card, To::Nowhere))?;
        self.one_of(arcana, &[Arcana::Major, Arcana::Minor])?;
        self.one_of(suit, &Suit::ALL)?;
        self.one_of(rank, &Rank::ALL)?;
        self.one_of(kind, &[Kind::Numerical, Kind::Court])
    }

    /// Codes which of these a term is, if it is given.
    fn one_of<T: Copy + PartialEq>(&mut self, term: &mut Option<T>, all: &[T]) -> Result<(), OutOfBits> {
        let Some(term) = term else { return Ok(()) };
        let place = all.iter().position(|value| value == term).unwrap_or(0);
        *term = all[self.coder.even(place as u32, all.len() as u32)? as usize];
        Ok(())
    }

    fn seats(&mut self, order: &mut Vec<Player>, song: &mut Option<Box<str>>) -> Result<(), OutOfBits> {
        self.length(order, LONGEST_LIST, Player(0))?;
        order.iter_mut().try_for_each(|player| self.player(player))?;
        self.lessons.who.sit(order);
        match self.given(song, Box::default(), |lessons| &mut lessons.sung)? {
            Some(song) => self.song(song),
            None => Ok(()),
        }
    }

    fn song(&mut self, song: &mut Box<str>) -> Result<(), OutOfBits> {
        let mut bytes = std::mem::take(song).into_string().into_bytes();
        self.length(&mut bytes, LONGEST_SONG, 0)?;
        for byte in &mut bytes {
            *byte = self.coder.even(u32::from(*byte), 256)? as u8;
        }
        *song = String::from_utf8(bytes).map_err(|_| OutOfBits)?.into_boxed_str();
        Ok(())
    }
}
