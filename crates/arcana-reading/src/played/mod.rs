//! The game behind a reading: the deals of a match, and how each card was won.
//!
//! A reading depends on the tricks alone (`reading.md`). This is added if the game is known.

use super::{
    DecidedBy, Disposition, Language, Layout, Place, PlayedCard, Reading, ReadingChoice, ReadingError, Side, Source,
    Tricks, Untold, Variants, Won, read_with,
};
use arcana_engine::{
    cards::{Card, Deck},
    games::{
        Player,
        fortunes::{self, HighLow},
    },
};

/// A finished deal with its place in the game.
#[derive(Clone, Debug)]
pub struct PlayedDeal {
    /// The deal.
    pub deal: fortunes::Deal,
    /// Number of the deal, from 1.
    pub number: u32,
    /// Number of steps of the game at the end of each trick.
    pub ends: Vec<u32>,
}

impl PlayedDeal {
    /// The deals of a match, from its steps and its result.
    pub fn all(steps: &[fortunes::Step], deals: Vec<fortunes::Deal>) -> Vec<PlayedDeal> {
        let ended = (1..).zip(deals).zip(fortunes::trick_ends(steps));
        ended.map(|((number, deal), ends)| PlayedDeal { deal, number, ends }).collect()
    }

    /// One player's reading of the deal, with how each card was won. The seeds of the game, if known, choose the
    /// wordings.
    ///
    /// # Errors
    /// As [`read`](super::read()).
    pub fn read(
        &self,
        player: Player,
        choice: ReadingChoice,
        seeds: Option<(&str, &str)>,
    ) -> Result<Untold<Reading>, ReadingError> {
        let tricks = Tricks::of_deal(&self.deal, player);
        let variants = match seeds {
            Some((seed, client_seed)) => Variants::of_game(seed, client_seed, self.number, player),
            None => Variants::of_tricks(&tricks),
        };
        let mut reading = read_with(&tricks, choice, variants)?;
        let teller = TrickTeller { querent: player, deck: choice.deck, language: choice.language };
        for card in reading.reading.cards_mut() {
            card.won =
                self.won(card.id).map(|won| Won { text: teller.sentence(card.from, &won, card.disposition), ..won });
        }
        Ok(reading)
    }

    /// Index of the trick that ended with this step.
    pub fn ended_with(&self, step: u32) -> Option<usize> {
        self.ends.iter().position(|end| *end == step)
    }

    /// The positions of a trick in the readings of its winner and the winner's partner; `None` if the layout has no
    /// position for it.
    ///
    /// # Panics
    /// When the deal has no such trick.
    pub fn places(&self, trick: usize) -> [(Player, Option<Place>); 2] {
        let winner = self.deal.tricks[trick].winner;
        let number = self.deal.tricks[..=trick].iter().filter(|one| one.winner == winner).count() as u8;
        let place = |querent: Player, from| {
            let tricks = Tricks::of_deal(&self.deal, querent);
            let layout = Layout::of(tricks.own.len(), tricks.partner.len());
            (querent, layout.place_of(Source { from, trick: number }))
        };
        [place(winner, Side::Own), place(fortunes::partner(winner), Side::Partner)]
    }

    /// How the trick of this card was won, without its sentence.
    fn won(&self, card: Card) -> Option<Won> {
        let index = self.deal.tricks.iter().position(|trick| trick.card == card)?;
        let (trick, step) = (&self.deal.tricks[index], *self.ends.get(index)?);
        let played = trick.cards.iter().enumerate();
        let played = played
            .map(|(place, card)| PlayedCard { card: *card, player: trick.leader.after(place, fortunes::PLAYERS) });
        let led = trick.cards[0];
        let others = |fits: &dyn Fn(Card) -> bool| played.clone().filter(|one| fits(one.card)).collect();
        Some(Won {
            deal: self.number,
            trick: index as u8 + 1,
            step,
            lead: played.clone().next().filter(|lead| lead.card != card),
            beat: others(&|one| one != card && fortunes::led_suit(led).contains(one)),
            stars: others(&|one| one.is_trump() && !led.is_trump()),
            decided_by: decided_by(self.deal.dealer, trick),
            text: String::new(),
        })
    }
}

/// What decided the disposition. The trick favours the other team than the leader's only if Stars switched it and the
/// deal's rules count how a trick ends (fortunes.md, option `disposition`).
fn decided_by(dealer: Player, trick: &fortunes::Trick) -> DecidedBy {
    let team = HighLow::of(trick.winner, dealer);
    let favoured = match trick.disposition {
        Disposition::Well => team,
        Disposition::Ill => team.switched(),
    };
    if favoured == trick.started { DecidedBy::Lead } else { DecidedBy::Stars }
}

/// Describes to the querent how tricks were won.
#[derive(Clone, Copy)]
struct TrickTeller {
    querent: Player,
    deck: Deck,
    language: Language,
}

impl TrickTeller {
    fn sentence(self, winner: Side, won: &Won, disposition: Disposition) -> String {
        match self.language {
            Language::En => format!("{}{}.", self.taken(winner, won), self.decided(won, disposition)),
        }
    }

    /// `You won the 9th trick of the deal with it against the Three of Cups that was led and the Nine of Cups`.
    fn taken(self, winner: Side, won: &Won) -> String {
        let winner = match winner {
            Side::Own => "You",
            Side::Partner => "Your partner",
        };
        let number = self.language.ordinal(won.trick);
        // Beside it stands how many tricks the player had won.
        let trick = format!("{number} trick of the deal");
        let beat = self.listed(&won.beat, |one| match won.lead {
            Some(lead) if lead == one => format!("{} that was led", self.card(one)),
            Some(_) | None => self.card(one),
        });
        match (won.lead, won.beat.is_empty()) {
            (None, true) => format!("{winner} led it in the {trick}, and nobody followed suit"),
            (None, false) => format!("{winner} led it in the {trick}, and it beat {beat}"),
            (Some(_), _) => format!("{winner} won the {trick} with it against {beat}"),
        }
    }

    /// What decided the disposition, if worth mentioning.
    fn decided(self, won: &Won, disposition: Disposition) -> String {
        let stars = || self.listed(&won.stars, |star| self.card(star));
        match (won.decided_by, disposition) {
            (DecidedBy::Lead, Disposition::Well) => String::new(),
            (DecidedBy::Lead, Disposition::Ill) => "; the other team had the lead, so it lies turned".to_owned(),
            (DecidedBy::Stars, Disposition::Well) => format!("; {} turned the trick your way", stars()),
            (DecidedBy::Stars, Disposition::Ill) => format!("; {} turned it", stars()),
        }
    }

    /// `the Fool, Death and the Sun`.
    fn listed(self, played: &[PlayedCard], name: impl Fn(PlayedCard) -> String) -> String {
        let names: Vec<_> = played.iter().map(|one| name(*one)).collect();
        self.language.list(&names.iter().map(String::as_str).collect::<Vec<_>>())
    }

    /// A card with its player, unless that is an opponent: `your partner’s King of Cups`.
    fn card(self, played: PlayedCard) -> String {
        let name = self.language.card_within_sentence(played.card, self.deck);
        let bare = name.strip_prefix("the ").unwrap_or(&name);
        if played.player == self.querent {
            format!("your own {bare}")
        } else if fortunes::team(played.player) == fortunes::team(self.querent) {
            format!("your partner’s {bare}")
        } else {
            name
        }
    }
}

#[cfg(test)]
mod tests;
