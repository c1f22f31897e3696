//! The input of a reading: the tricks of two partners (`reading.md`, "Input" and "Verdict"), and its options.

use arcana_engine::{
    cards::{Card, Deck},
    enum_index::enum_index,
    games::{
        Player,
        fortunes::{self, Disposition},
    },
};
use deserr::Deserr;
use serde::{Deserialize, Serialize};
use strum::{EnumCount, EnumString, IntoStaticStr};
use utoipa::ToSchema;

use crate::{Language, Layout, QuestionKind};

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

/// Verdict on the deal for the querent's team (`reading.md`, "Verdict").
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = ReadingVerdict)]
#[derive(EnumCount, EnumString, IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum Verdict {
    /// It won.
    Fortune,
    /// It lost.
    Doom,
    /// Nobody won.
    Balance,
}

enum_index!(pub Verdict);

impl Verdict {
    /// All verdicts.
    pub const ALL: [Verdict; 3] = [Verdict::Fortune, Verdict::Doom, Verdict::Balance];

    /// The verdict's id, as in `fortune`.
    pub fn id(self) -> &'static str {
        self.into()
    }

    /// The verdict for people, as in `Fortune`.
    pub const fn name(self) -> &'static str {
        match self {
            Verdict::Fortune => "Fortune",
            Verdict::Doom => "Doom",
            Verdict::Balance => "Balance",
        }
    }
}

impl From<TeamOutcome> for Verdict {
    fn from(outcome: TeamOutcome) -> Verdict {
        match outcome {
            TeamOutcome::Won => Verdict::Fortune,
            TeamOutcome::Lost => Verdict::Doom,
            TeamOutcome::Drawn => Verdict::Balance,
        }
    }
}

/// Options of a reading.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ReadingChoice {
    /// The layout; `None`: the one that the numbers of tricks determine.
    pub layout: Option<Layout>,
    /// Deck whose card names are used.
    pub deck: Deck,
    /// The language of its texts.
    pub language: Language,
    /// What the question is about.
    pub question_kind: QuestionKind,
}
