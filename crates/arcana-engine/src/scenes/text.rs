//! A scene as plain text: for the terminal, for programs that read rather than draw, and for people with neither.

use super::{Choice, Choices, Happened, Laid, Part, Played, Scene, Seat, SeenHand, Team, parts::faces};
use crate::{
    cards::{Card, Deck, Hand, Suit},
    narration::{counted, joined},
};

impl Scene {
    /// The scene in plain text: what happened since the viewer acted, the table, the hand, what is due, and the numbered
    /// choices. Lines end with `\n`.
    pub fn text(&self) -> String {
        let mut lines = Vec::new();
        let own = self.happened.iter().rposition(|step| step.own).map_or(0, |place| place + 1);
        lines.extend(self.happened[..own].last().and_then(|step| step.upshot.clone()));
        lines.extend(self.happened[own..].iter().filter_map(|step| self.news(step)));
        lines.extend((!lines.is_empty()).then(String::new));
        lines.extend(
            self.middle.iter().filter(|part| self.open || !is_told_elsewhere(part)).map(|part| self.part(part)),
        );
        lines.extend(self.seats.iter().map(|seat| self.seat_line(seat)));
        lines.extend(self.seats.iter().filter_map(|seat| self.hand_line(seat)));
        lines.push(String::new());
        lines.push(self.due.clone());
        lines.extend(self.choices.lines());
        lines.retain({
            // Nothing empty at the start, and no two empty lines.
            let mut was_empty = true;
            move |line| !std::mem::replace(&mut was_empty, line.is_empty()) || !line.is_empty()
        });
        lines.join("\n") + "\n"
    }

    /// A step, unless its cards lie in the trick, and its result.
    fn news(&self, step: &Happened) -> Option<String> {
        let laid = self.middle.iter().map(|part| if let Part::Trick(laid) = part { &laid[..] } else { &[] });
        let laid: Hand = laid.flatten().map(|laid| laid.card).collect();
        let is_laid = !step.moved.is_empty() && (step.moved - laid).is_empty();
        if is_laid { step.upshot.clone() } else { Some(step.told()) }
    }

    /// A seat in a line, without its hand.
    fn seat_line(&self, seat: &Seat) -> String {
        let played = seat.played.and_then(Played::how);
        let marks = [seat.you.then_some("you"), played.as_deref()];
        let marks: Vec<_> = marks.into_iter().flatten().chain(seat.marks.iter().copied()).collect();
        let marks = if marks.is_empty() { String::new() } else { format!(" ({})", marks.join(", ")) };
        let cards = match &seat.hand {
            Some(SeenHand::Closed(count)) => Some(counted(*count, "card")),
            Some(SeenHand::Open(_)) | None => None,
        };
        let figures =
            seat.figures.iter().filter(|(_, value)| value != "0").map(|(name, value)| format!("{name} {value}"));
        let parts = seat.before.iter().chain(&seat.after).filter(|part| !matches!(part, Part::Marbles { .. }));
        let score = seat.score.map(|score| format!("Result {score}"));
        let facts: Vec<_> = figures.chain(score).chain(cards).chain(parts.map(|part| self.part(part))).collect();
        let facts: Vec<_> = facts.into_iter().filter(|fact| !fact.is_empty()).collect();
        format!("{}{marks}{}{}", seat.name, if facts.is_empty() { "" } else { ": " }, facts.join(", "))
    }

    /// A hand that is seen, by suits.
    fn hand_line(&self, seat: &Seat) -> Option<String> {
        let Some(SeenHand::Open(cards)) = &seat.hand else { return None };
        let deck = self.cards.unwrap_or_default();
        let suits = Suit::ALL.map(Some).into_iter().chain([None]);
        let held: Vec<_> = suits.filter_map(|suit| of_suit(cards, suit, deck)).collect();
        let who = if seat.you { "You hold".to_owned() } else { format!("{} holds", seat.name) };
        Some(format!("{who} {}", if held.is_empty() { "nothing".to_owned() } else { held.join("; ") }))
    }

    /// Something on the table, in words.
    fn part(&self, part: &Part) -> String {
        match part {
            Part::Label(text) | Part::Sentence(text) => text.clone(),
            Part::Words(label, text) => format!("{label}: {text}"),
            Part::Labelled(label, part) => {
                let part = self.part(part);
                if part.starts_with(label) { part } else { format!("{label}: {part}") }
            }
            Part::Cards { label, cards } => format!("{label}: {}", self.cards(cards)),
            Part::Piles(piles) => {
                let pile = |(label, pile): &(String, SeenHand)| format!("{label}: {}", self.pile(pile));
                piles.iter().map(pile).collect::<Vec<_>>().join(". ")
            }
            Part::Trick(laid) => laid.iter().enumerate().map(|laid| self.laid(laid)).collect::<Vec<_>>().join(", "),
            Part::Won(cards) => {
                let won = |(card, turned): &(Card, bool)| self.card(*card) + if *turned { " (turned)" } else { "" };
                or_nothing(&cards.iter().map(won).collect::<Vec<_>>())
            }
            Part::Teams(teams) => teams.iter().map(team).collect::<Vec<_>>().join(". "),
            Part::Dice { label, faces: dice } => format!("{label}: {}", faces(dice.iter().copied(), "blank")),
            Part::Bricks(bricks) => faces(bricks.iter().copied(), "blank"),
            Part::Throws { rolled, rerolled } => {
                let rolled = rolled.iter().map(|dice| format!("rolled {}", faces(dice.iter().copied(), "nothing")));
                let again = rerolled.iter().map(|dice| format!("again {}", faces(dice.iter().copied(), "nothing")));
                rolled.chain(again).collect::<Vec<_>>().join(", ")
            }
            Part::Marbles { held, places: _ } => counted(u32::from(*held), "marble"),
            Part::Folded { class: _, summary, parts } => {
                let parts: Vec<_> = parts.iter().map(|part| self.part(part)).collect();
                format!("{summary}: {}", parts.join(" "))
            }
        }
    }

    /// A card of a trick and who played it.
    fn laid(&self, (place, Laid { player, card, wins }): (usize, &Laid)) -> String {
        let led = if place == 0 { " led" } else { "" };
        format!("{}{led} {}{}", self.name(*player), self.card(*card), if *wins { " (wins)" } else { "" })
    }

    fn pile(&self, pile: &SeenHand) -> String {
        match pile {
            SeenHand::Open(cards) => self.cards(cards),
            SeenHand::Closed(count) => counted(*count, "card"),
        }
    }

    fn cards(&self, cards: &[Card]) -> String {
        or_nothing(&cards.iter().map(|card| self.card(*card)).collect::<Vec<_>>())
    }

    fn card(&self, card: Card) -> String {
        self.cards.unwrap_or_default().card_name(card)
    }
}

impl Choices {
    /// A line for each choice, with its number. What is done with cards is said once for all of them.
    fn lines(&self) -> Vec<String> {
        let mut lines = Vec::with_capacity(self.list.len() + 1);
        for run in self.list.chunk_by(|one, next| verb(one).is_some() && verb(one) == verb(next)) {
            let said_once = run.first().and_then(verb).filter(|_| run.len() > 1);
            lines.extend(said_once.map(|verb| format!("{verb}:")));
            let words = |choice: &Choice| choice.words[said_once.map_or(0, |verb| verb.len() + 1)..].to_owned();
            lines.extend(run.iter().map(|choice| format!("{} {}", choice.number, words(choice))));
        }
        lines.extend((!self.must && !lines.is_empty()).then(|| "You need not do anything.".to_owned()));
        let last = self.list.len();
        lines
            .extend(self.truncated.then(|| format!("These are the first {last}: another legal step is sent as such.")));
        lines
    }
}

/// What is done with cards, as in `Play`.
fn verb(choice: &Choice) -> Option<&str> {
    choice.words.split_once(' ').map(|(verb, _)| verb).filter(|_| !choice.cards.is_empty())
}

/// Is this shown on demand, or does it sum up what is told of the seats?
fn is_told_elsewhere(part: &Part) -> bool {
    match part {
        Part::Folded { .. } => true,
        Part::Teams(teams) => teams.iter().all(|team| team.earlier.is_none()),
        Part::Label(_)
        | Part::Sentence(_)
        | Part::Words(..)
        | Part::Labelled(..)
        | Part::Cards { .. }
        | Part::Piles(_)
        | Part::Trick(_)
        | Part::Won(_)
        | Part::Dice { .. }
        | Part::Bricks(_)
        | Part::Throws { .. }
        | Part::Marbles { .. } => false,
    }
}

/// The cards of a suit, or the trumps, as in `Wands Two, Ten`; `None` if there are none.
fn of_suit(cards: &[Card], suit: Option<Suit>, deck: Deck) -> Option<String> {
    let name = |card: &Card| card.rank().map_or_else(|| deck.card_name(*card), |rank| deck.rank_name(rank).to_owned());
    let own: Vec<_> = cards.iter().filter(|card| card.suit() == suit).map(name).collect();
    let title = suit.map_or(deck.trumps_name(), |suit| deck.suit_name(suit));
    (!own.is_empty()).then(|| format!("{title} {}", own.join(", ")))
}

fn team(team: &Team) -> String {
    let earlier = team.earlier.iter().map(|earlier| format!(", {earlier}")).collect::<String>();
    format!("{}, {}: {}{earlier}", team.players, team.name, team.score)
}

fn or_nothing(names: &[String]) -> String {
    if names.is_empty() { "nothing".to_owned() } else { joined(names) }
}
