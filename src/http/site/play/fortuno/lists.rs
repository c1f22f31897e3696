//! Lists to choose from in Fortuno: orders of cards, halves of hands, names and requests.

use crate::{
    cards::{Card, Deck, Hand, Rank, Spelled, Suit},
    games::{
        Fortuno, PlayerSet,
        fortuno::{Request, Step, StepKind},
    },
    http::site::play::controls::{Choices, Input, StepForm},
    narration::known,
    scenes::SceneView,
};

/// Options of a list: values and labels.
type Options = Vec<(String, String)>;

/// A set of four, in the order of play.
pub fn set(view: &SceneView<'_, Fortuno>, legal: &Choices<Step>, rank: Rank) -> StepForm<Step> {
    let cards = Hand::rank(rank);
    let of_rank =
        |played: &[Spelled]| played.len() == cards.len() && known(played).iter().all(|card| cards.contains(*card));
    let called = |step: &Step| matches!(step, Step::Play { cards, fortuno: true, .. } if of_rank(cards));
    let fortuno = legal.kind(StepKind::Play).any(called);
    let mut inputs = order(view, cards, cards.len(), None);
    inputs.extend(call(fortuno));
    let step = Step::Play { player: legal.player, cards: Vec::new(), fortuno };
    StepForm { inputs, ..StepForm::of_buttons("Play a set, the last card on top", [("Play the set".to_owned(), step)]) }
}

/// The cards that the lover keeps.
pub fn divorce(view: &SceneView<'_, Fortuno>, legal: &Choices<Step>) -> Option<StepForm<Step>> {
    legal.has(StepKind::Divorce).then_some(())?;
    let team = view.state.team?;
    let both = [team.original, team.lover].map(|player| view.state.hands[player.index()].cards.clone());
    let cards: Hand = both.into_iter().flatten().flatten().collect();
    let legend = format!("Keep {} of the {} cards", cards.len().div_ceil(2), cards.len());
    let step = Step::Divorce { player: legal.player, cards: Vec::new() };
    let inputs = vec![Input::Cards { name: "cards", cards }];
    Some(StepForm { inputs, ..StepForm::of_buttons(legend, [("Keep these".to_owned(), step)]) })
}

/// What The Fool or Art counts as.
pub fn name(view: &SceneView<'_, Fortuno>, legal: &Choices<Step>) -> Option<StepForm<Step>> {
    let named = |step: &Step| if let Step::Name { card, .. } = step { card.card() } else { None };
    let cards: Hand = legal.kind(StepKind::Name).filter_map(named).collect();
    let step = Step::Name { player: legal.player, card: Spelled::from(cards.first()?) };
    let inputs = vec![choice("card", "It counts as", options(view, cards), None)];
    Some(StepForm { inputs, ..StepForm::of_buttons("", [("Name it".to_owned(), step)]) })
}

/// The Princesses and Princes that join Lust, in order.
pub fn orgy(view: &SceneView<'_, Fortuno>, legal: &Choices<Step>) -> Option<StepForm<Step>> {
    legal.has(StepKind::Orgy).then_some(())?;
    let fortuno = legal.kind(StepKind::Orgy).any(|step| matches!(step, Step::Orgy { fortuno: true, .. }));
    let cards = legal.cards::<Fortuno>(StepKind::Orgy);
    let mut inputs = order(view, cards, cards.len(), Some("none"));
    inputs.extend(call(fortuno));
    let step = Step::Orgy { player: legal.player, cards: Vec::new(), fortuno };
    Some(StepForm { inputs, ..StepForm::of_buttons("Who joins Lust?", [("Let these join".to_owned(), step)]) })
}

/// Cards to put back on the draw pile, the first on top.
pub fn put_back(view: &SceneView<'_, Fortuno>, legal: &Choices<Step>) -> Option<StepForm<Step>> {
    let counted = |step: &Step| if let Step::Return { cards, .. } = step { Some(cards.len()) } else { None };
    let count = legal.steps.iter().find_map(counted)?;
    let own = view.state.hands[view.state.turn.seat.index()].cards.clone()?;
    let step = Step::Return { player: legal.player, cards: Vec::new() };
    let inputs = order(view, own.into_iter().collect(), count, None);
    Some(StepForm {
        inputs,
        ..StepForm::of_buttons("Put back on the draw pile, the first on top", [("Put back".to_owned(), step)])
    })
}

/// The player whom The Moon asks, and the request.
pub fn ask(view: &SceneView<'_, Fortuno>, legal: &Choices<Step>) -> Option<StepForm<Step>> {
    let target = |step: &Step| if let Step::Ask { target, .. } = step { Some(*target) } else { None };
    let targets: PlayerSet = legal.steps.iter().filter_map(target).collect();
    let deck = view.names.deck;
    let step = Step::Ask { player: legal.player, target: targets.first()?, request: Request::default() };
    let named =
        |pairs: &[(&str, &str)]| pairs.iter().map(|(id, name)| ((*id).to_owned(), (*name).to_owned())).collect();
    let people = targets.iter().map(|target| (target.0.to_string(), view.names.player(target).to_owned())).collect();
    let inputs = vec![
        choice("target", "Ask", people, None),
        choice("request.card", "Card", options(view, Hand::PACK), Some("any")),
        choice("request.arcana", "Arcana", named(&[("major", "Major Arcana"), ("minor", "Minor Arcana")]), Some("any")),
        choice(
            "request.suit",
            "Suit",
            Suit::ALL.map(|suit| (suit.id().to_owned(), deck.suit_name(suit).to_owned())).into(),
            Some("any"),
        ),
        choice("request.rank", "Rank", ranks(deck), Some("any")),
        choice("request.kind", "Kind", named(&[("numerical", "numerical"), ("court", "court")]), Some("any")),
    ];
    Some(StepForm { inputs, ..StepForm::of_buttons("Ask for a card", [("Ask".to_owned(), step)]) })
}

fn ranks(deck: Deck) -> Options {
    Rank::ALL.map(|rank| (rank.id().to_owned(), deck.rank_name(rank).to_owned())).into()
}

/// A list for each position of an order.
fn order(view: &SceneView<'_, Fortuno>, cards: Hand, places: usize, none: Option<&'static str>) -> Vec<Input> {
    let place = |place: usize| choice("cards", &format!("Card {}", place + 1), options(view, cards), none);
    (0..places).map(place).collect()
}

fn options(view: &SceneView<'_, Fortuno>, cards: Hand) -> Options {
    cards.iter().map(|card: Card| (card.id(), view.names.deck.card_name(card))).collect()
}

fn choice(name: &'static str, label: &str, options: Options, none: Option<&'static str>) -> Input {
    Input::Choice { name, label: label.to_owned(), options, none }
}

fn call(possible: bool) -> Option<Input> {
    possible.then_some(Input::Flag { name: "fortuno", label: "Call “Fortuno”" })
}
