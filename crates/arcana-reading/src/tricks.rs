//! The input of a reading: the tricks of two partners (`reading.md`, "Input").

use deserr::Deserr;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use arcana_engine::{
    cards::Card,
    enum_index::enum_index,
    games::{
        Player,
        fortunes::{self, Disposition},
    },
};

/// The input of a reading.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tricks {
    /// The querent's own tricks, in the order won.
    pub own: Vec<WonTrick>,
    /// Tricks of the partner, in the order won.
    pub partner: Vec<WonTrick>,
    /// The outcome of the deal for both partners.
    pub outcome: TeamOutcome,
    /// Their seats; `None` for tricks without a game.
    pub seats: Option<PartnerSeats>,
}

/// A trick won: its winning card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = WonTrick)]
pub struct WonTrick {
    /// The card that won it.
    pub card: Card,
    /// Whether the trick favoured the winner's team.
    pub disposition: Disposition,
}

/// The seats of querent and partner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PartnerSeats {
    /// The querent.
    pub player: Player,
    /// His partner.
    pub partner: Player,
}

/// Verdict on a deal for a team.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Deserr, ToSchema)]
#[serde(rename_all = "snake_case")]
#[deserr(rename_all = lowercase)]
#[schema(as = ReadingOutcome)]
#[expect(missing_docs, reason = "the names say it")]
pub enum TeamOutcome {
    Won,
    Lost,
    Drawn,
}

impl TeamOutcome {
    /// The outcome of a deal for a player's team.
    pub fn of_deal(deal: &fortunes::Deal, player: Player) -> TeamOutcome {
        let team = fortunes::HighLow::of(player, deal.dealer);
        match deal.winner {
            None => TeamOutcome::Drawn,
            Some(winner) if winner == team => TeamOutcome::Won,
            Some(_) => TeamOutcome::Lost,
        }
    }
}

/// Which partner's tricks a card comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = ReadingSide)]
pub enum Side {
    /// The querent's.
    Own,
    /// His partner's.
    Partner,
}

enum_index!(pub Side);

impl Side {
    /// Both sides.
    pub const ALL: [Side; 2] = [Side::Own, Side::Partner];
}

/// A trick of one of the partners.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = ReadingSource)]
pub struct Source {
    /// The owner.
    pub from: Side,
    /// Number of the trick in the order won, from 1.
    #[schema(minimum = 1, maximum = 19, example = 1)]
    pub trick: u8,
}

impl Tricks {
    /// The tricks of a finished deal for one player's reading.
    pub fn of_deal(deal: &fortunes::Deal, player: Player) -> Tricks {
        let partner = fortunes::partner(player);
        let won = |by: Player| deal.tricks.iter().filter(|trick| trick.winner == by).map(WonTrick::from).collect();
        let outcome = TeamOutcome::of_deal(deal, player);
        Tricks { own: won(player), partner: won(partner), outcome, seats: Some(PartnerSeats { player, partner }) }
    }

    /// All tricks with their source: own first, in the order won.
    pub fn all(&self) -> impl Iterator<Item = (Source, WonTrick)> {
        let numbered = |from, tricks: &[WonTrick]| {
            let numbers = (1..=u8::MAX).map(move |trick| Source { from, trick });
            numbers.zip(tricks.to_vec())
        };
        numbered(Side::Own, &self.own).chain(numbered(Side::Partner, &self.partner))
    }

    /// All cards with owner and disposition: own first, in the order won.
    pub fn cards(&self) -> impl Iterator<Item = (Side, Card, Disposition)> {
        self.all().map(|(source, trick)| (source.from, trick.card, trick.disposition))
    }
}

impl From<&fortunes::Trick> for WonTrick {
    fn from(trick: &fortunes::Trick) -> WonTrick {
        WonTrick { card: trick.card, disposition: trick.disposition }
    }
}
