//! Sentences for Fortuno.

use super::{Names, Narrate, Narration, cards, counted, known};
use crate::{
    cards::Card,
    games::{
        Fortuno, Player,
        fortuno::{Arcana, Kind, PhaseId, Request, Step, StepKind},
    },
};

impl Narrate for Fortuno {
    const TABLE: &'static [(StepKind, &'static str)] = &[
        (StepKind::Deal, "deals the cards"),
        (StepKind::Reshuffle, "makes the discards the new draw pile"),
        (StepKind::Redeal, "gathers all cards and deals them anew"),
        (StepKind::Seats, "changes the seats"),
        (StepKind::Slap, "says who slaps first"),
        (StepKind::Rps, "says who wins at rock-paper-scissors"),
    ];

    fn narrate(names: &Names<'_>, step: &Step) -> Narration {
        let name = |player: &Player| names.player(*player);
        match step {
            Step::Deal { hands: _, pile: _ } => Narration::table("The cards are dealt."),
            Step::Reshuffle { cards } => {
                let verb = if cards.len() == 1 { "becomes" } else { "become" };
                Narration::table(format!("{} {verb} the new draw pile.", counted(cards.len(), "discard")))
            }
            Step::Redeal { cards: _ } => Narration::table("All cards are gathered and dealt anew."),
            Step::Seats { order, song: _ } => {
                Narration::table(format!("The seats change: {}.", names.list(order.iter().copied())))
            }
            Step::Slap { first } => Narration::table(format!("{} slaps first.", name(first))),
            Step::Rps { winner } => Narration::table(format!("{} wins at rock-paper-scissors.", name(winner))),
            Step::Flip { player } => names.by(*player, "flips the top card of the draw pile"),
            Step::Play { player, cards, fortuno } => {
                let what = format!("plays {}{}", names.cards(known(cards)), call(*fortuno));
                names.by(*player, what).moving(known(cards))
            }
            Step::Draw { player } => names.by(*player, "draws"),
            Step::Decline { player } => names.by(*player, "leaves the reward"),
            Step::Accuse { player, target } => {
                names.by(*player, format_args!("says that {} did not call “Fortuno”", name(target)))
            }
            Step::Give { player, card } => names.by_cards(*player, "gives", known(card)),
            Step::PassCard { player, card } => names.by_cards(*player, "gives", card.card()),
            Step::Dispute { player } => names.by(*player, "objects"),
            Step::Divorce { player, cards } => names.by_cards(*player, "divorces and keeps", known(cards)),
            Step::Steal { player, used, fortuno } => {
                let what = if *used { "steals the reward" } else { "does not steal the reward" };
                names.by(*player, [what, call(*fortuno)].concat())
            }
            Step::Chariot { player, used, fortuno } => {
                let what = if *used { "uses The Chariot" } else { "does not use The Chariot" };
                names.by(*player, [what, call(*fortuno)].concat())
            }
            Step::Name { player, card } => names.by_cards(*player, "names", card.card()),
            Step::Pick { player, target } => names.by(*player, format_args!("picks {}", name(target))),
            Step::Gambit { player, used, fortuno } => {
                let what =
                    if *used { "lays the card for the Church Gambit" } else { "lays no card for the Church Gambit" };
                names.by(*player, [what, call(*fortuno)].concat())
            }
            Step::Orgy { player, cards, fortuno } => {
                let what = format!("lets {} join Lust{}", names.cards(known(cards)), call(*fortuno));
                names.by(*player, what).moving(known(cards))
            }
            Step::Return { player, cards } => {
                let what = format!("puts {} back on the draw pile", names.cards(known(cards)));
                names.by(*player, what).moving(known(cards))
            }
            Step::Offer { player, card } => names.by_cards(*player, "offers", known(card)),
            Step::Jaccuse { player, target } => names.by(*player, format_args!("accuses {} of a lie", name(target))),
            Step::Take { player, card } => names.by_cards(*player, "takes", known(card)),
            Step::Switch { player, most, fewest } => {
                names.by(*player, format_args!("decides that {} and {} swap hands", name(most), name(fewest)))
            }
            Step::Ask { player, target, request } => {
                names.by(*player, format_args!("asks {} for {}", name(target), requested(names, request)))
            }
            Step::MoonPlay { player, used, fortuno } => {
                let what =
                    if *used { "plays the card drawn for The Moon" } else { "keeps the card drawn for The Moon" };
                names.by(*player, [what, call(*fortuno)].concat())
            }
        }
    }

    fn narrate_part(names: &Names<'_>, kind: StepKind, player: Option<Player>, count: Option<usize>) -> String {
        match kind {
            StepKind::Deal => "The cards are dealt.".to_owned(),
            StepKind::Reshuffle => "The discards become the new draw pile.".to_owned(),
            StepKind::Redeal => "All cards are gathered and dealt anew.".to_owned(),
            StepKind::Give | StepKind::PassCard => names.hidden(player, format_args!("gives {}", cards(count))),
            StepKind::Take => names.hidden(player, format_args!("takes {}", cards(count))),
            StepKind::Offer => names.hidden(player, "offers a card, or nothing"),
            StepKind::Divorce => names.hidden(player, format_args!("divorces and keeps {}", cards(count))),
            StepKind::Return => names.hidden(player, format_args!("puts {} back on the draw pile", cards(count))),
            // These steps are never hidden, or as a whole.
            StepKind::Flip
            | StepKind::Play
            | StepKind::Draw
            | StepKind::Decline
            | StepKind::Accuse
            | StepKind::Dispute
            | StepKind::Rps
            | StepKind::Slap
            | StepKind::Steal
            | StepKind::Chariot
            | StepKind::Name
            | StepKind::Pick
            | StepKind::Gambit
            | StepKind::Orgy
            | StepKind::Jaccuse
            | StepKind::Switch
            | StepKind::Ask
            | StepKind::MoonPlay
            | StepKind::Seats => names.hidden(player, "acts"),
        }
    }
}

/// What a Major does when it is played and, where that differs, when it is flipped (fortuno.md, "Card functions").
const MAJORS: [(&str, Option<&str>); 22] = [
    (
        "It counts as a number that is named, and the next player answers or draws 4.",
        Some("It counts as a number that is named, and the flipper draws 4."),
    ),
    ("The players change seats.", None),
    ("Its player draws 2.", None),
    ("Two turns are skipped.", Some("One turn is skipped.")),
    ("Three turns are skipped.", Some("Two turns are skipped.")),
    ("Its player draws 3.", None),
    ("Its player picks a partner, and the two are a team.", None),
    ("It does nothing, and the card below it counts.", None),
    ("The hands are gathered and dealt anew.", None),
    ("The next player is a hermit for 2 turns.", Some("The flipper is a hermit for 2 turns.")),
    ("It turns the direction, and whoever asked for cards draws them.", Some("It turns the direction.")),
    ("Princesses and Princes join it, and the next player answers or draws 2 or 3 for each.", None),
    ("Its player draws 6 and puts 3 back.", None),
    ("The next player answers or draws 6.", Some("The flipper is out of the game.")),
    ("It counts as a card that is named.", None),
    ("Everybody offers a card or says to have none, and its player takes one.", None),
    ("Whoever has the most cards swaps hands with whoever has the fewest.", None),
    ("Everybody passes a card to the next player.", None),
    ("Its player asks somebody for a card, or else draws one.", None),
    ("Its player sees the hand of somebody.", Some("Everybody sees the hand of the flipper.")),
    ("The hand of its player goes under the discard pile, and its player draws 6.", None),
    ("Everybody’s hand goes to the next player.", None),
];

/// What a Major does; `None` for a Minor.
pub fn effect(card: Card, flipped: bool) -> Option<&'static str> {
    let (played, when_flipped) = MAJORS.get(usize::from(card.number()?))?;
    Some(when_flipped.filter(|_| flipped).unwrap_or(played))
}

/// The call combined with a play.
const fn call(fortuno: bool) -> &'static str {
    if fortuno { " and calls “Fortuno”" } else { "" }
}

/// A request, as in `any Queen of Cups`.
fn requested(names: &Names<'_>, request: &Request) -> String {
    let Request { card, arcana, suit, rank, kind } = *request;
    if let Some(card) = card.and_then(|card| card.card()) {
        return names.deck.card_name(card);
    }
    let arcana = arcana.map(|arcana| match arcana {
        Arcana::Major => "Major",
        Arcana::Minor => "Minor",
    });
    let kind = kind.map(|kind| match kind {
        Kind::Numerical => "numerical card",
        Kind::Court => "court card",
    });
    let what = rank.map(|rank| names.deck.rank_name(rank)).or(kind).or(arcana).unwrap_or("card");
    let suit = suit.map(|suit| format!(" of {}", names.deck.suit_name(suit)));
    format!("any {what}{}", suit.unwrap_or_default())
}

/// What a player must decide outside the usual turn.
pub const fn decision(moment: &PhaseId) -> Option<&'static str> {
    match moment {
        PhaseId::Over {} | PhaseId::Table {} | PhaseId::Act {} => None,
        PhaseId::Answer {} => Some("how to answer"),
        PhaseId::Steal {} => Some("whether to steal the reward"),
        PhaseId::Chariot {} => Some("whether to use The Chariot"),
        PhaseId::Name {} => Some("what the card counts as"),
        PhaseId::Pick {} => Some("whom to pick"),
        PhaseId::Give { .. } => Some("which card to give"),
        PhaseId::Divorce {} => Some("which cards the lover keeps"),
        PhaseId::Gambit { .. } => Some("whether to make the Church Gambit"),
        PhaseId::Orgy {} => Some("which cards join Lust"),
        PhaseId::Return {} => Some("which cards go back on the draw pile"),
        PhaseId::Offers { .. } => Some("what to offer The Devil"),
        PhaseId::Judgement { .. } => Some("whether to accuse somebody of a lie, or which card to take"),
        PhaseId::Switch { .. } => Some("who swap hands"),
        PhaseId::PassCards { .. } => Some("which cards to pass on"),
        PhaseId::Ask {} => Some("whom to ask for a card"),
        PhaseId::MoonPlay { .. } => Some("whether to play the card drawn"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requests_are_described() {
        let names = Names { players: vec!["Ada", "Bob"], deck: crate::cards::Deck::WaiteSmith };
        for (request, what) in [
            (r#"{"card": "ar18"}"#, "The Moon"),
            (r#"{"rank": "qu", "suit": "cu"}"#, "any Queen of Cups"),
            (r#"{"kind": "court", "suit": "sw"}"#, "any court card of Swords"),
            (r#"{"arcana": "major"}"#, "any Major"),
            (r#"{"suit": "pe"}"#, "any card of Pentacles"),
        ] {
            let step = format!(r#"{{"type": "ask", "player": 0, "target": 1, "request": {request}}}"#);
            let step = serde_json::from_str(&step).expect("a step");
            assert_eq!(Fortuno::narrate(&names, &step).sentence, format!("Ada asks Bob for {what}."));
        }
    }
}
