//! Writing a log.

use super::{
    super::{
        Options, Request, Step,
        moves::known,
        request::{Arcana, Kind},
    },
    LONGEST_LIST, LONGEST_SONG, Lessons,
    coder::{Coder, Writer},
    places::{Purpose, To, choice, order},
};
use crate::{
    cards::{Card, Hand, Spelled},
    games::{BitWriter, OutOfBits, Player},
};

/// Writes steps that were judged.
pub(in super::super) fn write(players: usize, _options: &Options, steps: &[Step], out: &mut BitWriter) {
    let mut pen = Pen { out: Writer::new(), lessons: Lessons::new(players) };
    let written: Result<(), OutOfBits> = steps.iter().try_for_each(|step| pen.step(step));
    written.expect("only reading ends too early");
    pen.out.finish(out);
}

struct Pen {
    out: Writer,
    lessons: Lessons,
}

impl Pen {
    fn step(&mut self, step: &Step) -> Result<(), OutOfBits> {
        let step_type = self.lessons.kinds.code(step.step_type(), &mut self.out)?;
        if let Some(player) = step.player() {
            self.lessons.who.code(player, step_type, &mut self.out)?;
        }
        self.fields(step)
    }

    /// The fields but for who makes the step: every type of step is named here, or its fields would be lost.
    fn fields(&mut self, step: &Step) -> Result<(), OutOfBits> {
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
            Step::Rps { winner: player } | Step::Slap { first: player } => self.player(*player),
            Step::Seats { order, song } => self.seats(order, song.as_deref()),
            Step::Play { player, cards, fortuno } => self.play(*player, cards, *fortuno),
            Step::Orgy { player, cards, fortuno } => {
                self.call(*fortuno)?;
                self.list(*player, cards, To::Discard)
            }
            Step::Return { player, cards } => self.list(*player, cards, To::Pile),
            Step::Divorce { player, cards } => self.divorce(*player, known(cards).collect()),
            Step::Give { player, card } => self.card_or_null(*player, *card, To::AnyHand),
            Step::Offer { player, card } => self.card_or_null(*player, *card, To::Nowhere),
            Step::Take { player, card } => self.card_or_null(*player, *card, To::Hand(*player)),
            Step::Name { player, card } => self.card(*player, *card, To::Nowhere),
            Step::PassCard { player, card } => self.card(*player, *card, To::AnyHand),
            Step::Accuse { target, .. } | Step::Pick { target, .. } | Step::Jaccuse { target, .. } => {
                self.player(*target)
            }
            Step::Steal { used, fortuno, .. }
            | Step::Chariot { used, fortuno, .. }
            | Step::Gambit { used, fortuno, .. }
            | Step::MoonPlay { used, fortuno, .. } => {
                self.out.flag(*used, &mut self.lessons.used)?;
                self.call(*fortuno)
            }
            Step::Switch { most, fewest, .. } => {
                self.player(*most)?;
                self.player(*fewest)
            }
            Step::Ask { player, target, request } => {
                self.player(*target)?;
                self.request(*player, *request)
            }
        }
    }

    fn divorce(&mut self, player: Player, kept: Hand) -> Result<(), OutOfBits> {
        self.lessons.places.members(kept, player, Purpose::Divorce, &mut self.out)?;
        self.lessons.places.put(kept, To::Hand(player));
        Ok(())
    }

    fn player(&mut self, player: Player) -> Result<(), OutOfBits> {
        self.lessons.who.any(player, &mut self.out).map(|_| ())
    }

    fn call(&mut self, call: bool) -> Result<(), OutOfBits> {
        self.out.flag(call, &mut self.lessons.called).map(|_| ())
    }

    fn card(&mut self, player: Player, card: Spelled, to: To) -> Result<(), OutOfBits> {
        let card = card.card().unwrap_or(Card::FOOL);
        self.lessons.places.card(card, player, to, &mut self.out).map(|_| ())
    }

    fn card_or_null(&mut self, player: Player, card: Option<Spelled>, to: To) -> Result<(), OutOfBits> {
        self.out.flag(card.is_some(), &mut self.lessons.given)?;
        card.map_or(Ok(()), |card| self.card(player, card, to))
    }

    fn list(&mut self, player: Player, cards: &[Spelled], to: To) -> Result<(), OutOfBits> {
        self.out.even(cards.len() as u32, LONGEST_LIST + 1)?;
        cards.iter().try_for_each(|card| self.card(player, *card, to))
    }

    fn shuffled(&mut self, cards: &[Spelled], purpose: Purpose) -> Result<(), OutOfBits> {
        let cards: Vec<Card> = known(cards).collect();
        let set = cards.iter().copied().collect();
        self.lessons.places.members(set, Player(0), purpose, &mut self.out)?;
        order(set, &cards, &mut self.out).map(|_| ())
    }

    fn play(&mut self, player: Player, cards: &[Spelled], fortuno: bool) -> Result<(), OutOfBits> {
        self.call(fortuno)?;
        self.out.flag(cards.len() != 1, &mut self.lessons.several)?;
        match cards {
            [card] => self.card(player, *card, To::Discard),
            cards => self.list(player, cards, To::Discard),
        }
    }

    fn deal(&mut self, hands: &[Vec<Spelled>], pile: &[Spelled]) -> Result<(), OutOfBits> {
        let mut pool = Hand::PACK;
        for (hand, player) in hands.iter().zip((0..).map(Player)) {
            let cards: Hand = known(hand).collect();
            choice(pool, cards, cards.len(), &mut self.out)?;
            self.lessons.places.put(cards, To::Hand(player));
            pool = pool - cards;
        }
        let pile: Vec<Card> = known(pile).collect();
        order(pool, &pile, &mut self.out).map(|_| ())
    }

    fn request(&mut self, player: Player, request: Request) -> Result<(), OutOfBits> {
        let Request { card, arcana, suit, rank, kind } = request;
        let given = [card.is_some(), arcana.is_some(), suit.is_some(), rank.is_some(), kind.is_some()];
        for (given, odds) in given.into_iter().zip(&mut self.lessons.terms) {
            self.out.flag(given, odds)?;
        }
        if let Some(card) = card {
            self.card(player, card, To::Nowhere)?;
        }
        if let Some(arcana) = arcana {
            self.out.even(u32::from(arcana == Arcana::Minor), 2)?;
        }
        if let Some(suit) = suit {
            self.out.even(suit as u32, 4)?;
        }
        if let Some(rank) = rank {
            self.out.even(u32::from(rank.value()) - 1, 14)?;
        }
        if let Some(kind) = kind {
            self.out.even(u32::from(kind == Kind::Court), 2)?;
        }
        Ok(())
    }

    fn seats(&mut self, order: &[Player], song: Option<&str>) -> Result<(), OutOfBits> {
        self.out.even(order.len() as u32, LONGEST_LIST + 1)?;
        order.iter().try_for_each(|player| self.player(*player))?;
        self.lessons.who.sit(order);
        self.out.flag(song.is_some(), &mut self.lessons.sung)?;
        let Some(song) = song else { return Ok(()) };
        self.out.even(song.len() as u32, LONGEST_SONG + 1)?;
        song.bytes().try_for_each(|byte| self.out.even(u32::from(byte), 256).map(|_| ()))
    }
}
