//! The numbers of steps, in which logs are stored.

use super::{
    Arcana, Fortuno, Kind, Options, Request, Series, Step, StepKind,
    series::{known, spelled},
};
use crate::{
    cards::{Card, Hand, Rank, Spelled, Suit},
    games::{LogCodec, Numbers, Player, RawStep},
};

/// Maximum length of a song, in bytes: 200 characters of four.
const LONGEST_SONG: u64 = 800;
/// The most cards in a play.
const SET: usize = 4;

impl LogCodec for Fortuno {
    fn blank(kind: StepKind, player: Player) -> Step {
        let (card, target, used, fortuno) = (Spelled::UNKNOWN, Player(0), false, false);
        match kind {
            StepKind::Deal => Step::Deal { hands: Box::default(), pile: Box::default() },
            StepKind::Reshuffle => Step::Reshuffle { cards: Vec::new() },
            StepKind::Flip => Step::Flip { player },
            StepKind::Play => Step::Play { player, cards: Vec::new(), fortuno },
            StepKind::Draw => Step::Draw { player },
            StepKind::Decline => Step::Decline { player },
            StepKind::Accuse => Step::Accuse { player, target },
            StepKind::Give => Step::Give { player, card: None },
            StepKind::Dispute => Step::Dispute { player },
            StepKind::Rps => Step::Rps { winner: target },
            StepKind::Divorce => Step::Divorce { player, cards: Vec::new() },
            StepKind::Slap => Step::Slap { first: target },
            StepKind::Steal => Step::Steal { player, used, fortuno },
            StepKind::Chariot => Step::Chariot { player, used, fortuno },
            StepKind::Name => Step::Name { player, card },
            StepKind::Pick => Step::Pick { player, target },
            StepKind::Gambit => Step::Gambit { player, used, fortuno },
            StepKind::Orgy => Step::Orgy { player, cards: Vec::new(), fortuno },
            StepKind::Return => Step::Return { player, cards: Vec::new() },
            StepKind::Offer => Step::Offer { player, card: None },
            StepKind::Jaccuse => Step::Jaccuse { player, target },
            StepKind::Take => Step::Take { player, card: None },
            StepKind::Switch => Step::Switch { player, most: target, fewest: target },
            StepKind::PassCard => Step::PassCard { player, card },
            StepKind::Ask => Step::Ask { player, target, request: Request::default() },
            StepKind::MoonPlay => Step::MoonPlay { player, used, fortuno },
            StepKind::Seats => Step::Seats { order: Box::default(), song: None },
            StepKind::Redeal => Step::Redeal { cards: Vec::new() },
        }
    }

    fn numbers(_options: &Options, step: &mut Step, numbers: &mut Numbers<'_>) {
        match step {
            Step::Flip { .. } | Step::Draw { .. } | Step::Decline { .. } | Step::Dispute { .. } => {}
            Step::Deal { hands, pile } => deal(hands, pile, numbers),
            Step::Reshuffle { cards } | Step::Redeal { cards } | Step::Divorce { cards, .. } => {
                numbers.cards(cards, 0, Card::COUNT);
            }
            Step::Return { cards, .. } => numbers.cards(cards, 0, Series::LONGEST),
            Step::Play { cards, fortuno, .. } => {
                numbers.cards(cards, 1, SET);
                numbers.flag(0, fortuno);
            }
            Step::Orgy { cards, fortuno, .. } => {
                numbers.cards(cards, 0, Series::LONGEST);
                numbers.flag(0, fortuno);
            }
            Step::Rps { winner: player }
            | Step::Slap { first: player }
            | Step::Accuse { target: player, .. }
            | Step::Pick { target: player, .. }
            | Step::Jaccuse { target: player, .. } => numbers.player(player),
            Step::Switch { most, fewest, .. } => [most, fewest].into_iter().for_each(|player| numbers.player(player)),
            Step::Give { card, .. } | Step::Offer { card, .. } | Step::Take { card, .. } => {
                if let Some(card) = numbers.given(0, card, Spelled::UNKNOWN) {
                    numbers.card(card);
                }
            }
            Step::Name { card, .. } | Step::PassCard { card, .. } => numbers.card(card),
            Step::Steal { used, fortuno, .. }
            | Step::Chariot { used, fortuno, .. }
            | Step::Gambit { used, fortuno, .. }
            | Step::MoonPlay { used, fortuno, .. } => {
                numbers.flag(0, fortuno);
                numbers.flag(1, used);
            }
            Step::Ask { target, request, .. } => {
                numbers.player(target);
                terms(request, numbers);
            }
            Step::Seats { order, song } => {
                let length = numbers.often(0, order.len(), numbers.players() + 1);
                order.resize(length, Player(0));
                order.iter_mut().for_each(|player| numbers.player(player));
                if let Some(song) = numbers.given(1, song, Box::default()) {
                    sung(song, numbers);
                }
            }
        }
    }

    fn normalize(&self, step: Step, _later: &[RawStep<'_>]) -> Step {
        step.canonical()
    }
}

fn deal(hands: &mut Vec<Vec<Spelled>>, pile: &mut Vec<Spelled>, numbers: &mut Numbers<'_>) {
    numbers.new_deal();
    let mut places: Vec<Hand> = hands.iter().map(|hand| known(hand).collect()).collect();
    places.resize(numbers.players(), Hand::EMPTY);
    places.push(known(pile).collect());
    numbers.hands(&mut places, &[]);
    if let Some((rest, held)) = places.split_last() {
        numbers.dealt(held);
        *hands = held.iter().map(|hand| spelled(*hand)).collect();
        numbers.order(pile, *rest);
    }
}

fn terms(request: &mut Request, numbers: &mut Numbers<'_>) {
    let Request { card, arcana, suit, rank, kind } = request;
    if let Some(card) = numbers.given(0, card, Spelled::UNKNOWN) {
        numbers.card(card);
    }
    if let Some(arcana) = numbers.given(1, arcana, Arcana::Major) {
        numbers.one_of(5, arcana, &[Arcana::Major, Arcana::Minor]);
    }
    if let Some(suit) = numbers.given(2, suit, Suit::Wands) {
        numbers.one_of(6, suit, &Suit::ALL);
    }
    if let Some(rank) = numbers.given(3, rank, Rank::ACE) {
        numbers.one_of(7, rank, &Rank::ALL);
    }
    if let Some(kind) = numbers.given(4, kind, Kind::Numerical) {
        numbers.one_of(5, kind, &[Kind::Numerical, Kind::Court]);
    }
}

/// The bytes of a song; damaged ones are not read as text.
fn sung(song: &mut Box<str>, numbers: &mut Numbers<'_>) {
    let length = numbers.even(song.len() as u64, LONGEST_SONG + 1) as usize;
    let mut bytes = song.as_bytes().to_vec();
    bytes.resize(length, 0);
    for byte in &mut bytes {
        *byte = numbers.even(u64::from(*byte), 256) as u8;
    }
    *song = String::from_utf8_lossy(&bytes).into();
}
