//! What a viewer may see: borrowed for bots, in wire form for callers (fortuno.md, "State", "Who sees what").

use std::{borrow::Cow, slice};

use serde::Serialize;

use super::{
    Direction, Ended, Fortuno, Options, Pending, Request, Shown, Step, Team,
    cards::known,
    steps::StepKind,
    tasks::{Offers, Question, TableStep, Why},
};
use crate::{
    cards::{Card, Hand, Spelled},
    chance::Chance,
    games::{Due, Game, Observe, Player, PlayerSet, SeenStep, ShownHand, Viewer},
};

/// The table as one viewer sees it.
#[derive(Clone, Copy, Debug)]
pub struct View<'a> {
    pub(super) game: &'a Fortuno,
    pub(super) viewer: Viewer,
}

impl Shown {
    /// Whether the hand is shown to this viewer.
    fn is_to(self, viewer: Viewer) -> bool {
        self.to.is_none_or(|to| viewer.is_one_of(to))
    }
}

impl Fortuno {
    /// Whether this viewer sees this player's hand.
    pub(super) fn sees_hand(&self, viewer: Viewer, owner: Player) -> bool {
        let partner = self.partner(owner).is_some_and(|partner| viewer.sees(partner));
        let shown = self.shown.is_some_and(|shown| shown.owner == owner && shown.is_to(viewer));
        viewer.sees(owner) || partner || shown
    }
}

impl<'a> View<'a> {
    pub(super) const fn new(game: &'a Fortuno, viewer: Viewer) -> View<'a> {
        View { game, viewer }
    }

    /// The house rules.
    pub const fn options(&self) -> &'a Options {
        &self.game.options
    }

    /// The viewing player; `None` for a viewer without a hand.
    pub const fn player(&self) -> Option<Player> {
        self.viewer.player()
    }

    /// A hand, when the viewer sees it.
    pub fn hand(&self, owner: Player) -> Option<Hand> {
        self.game.sees_hand(self.viewer, owner).then(|| self.game.hands[owner.index()])
    }

    /// Number of cards a player has.
    pub const fn count(&self, owner: Player) -> usize {
        self.game.hands[owner.index()].len()
    }

    /// The players in, by seat.
    pub fn order(&self) -> &'a [Player] {
        &self.game.order
    }

    /// The players in.
    pub fn players_in(&self) -> PlayerSet {
        self.game.players_in()
    }

    /// The other players in, from the seat's next one in the direction.
    pub fn next_players(&self) -> impl Iterator<Item = Player> {
        self.game.ring(self.game.others_in()).into_iter()
    }

    /// The player whose turn it is.
    pub const fn seat(&self) -> Player {
        self.game.turn.seat
    }

    /// The team, if there is one.
    pub const fn team(&self) -> Option<Team> {
        self.game.team
    }

    /// The viewer's partner.
    pub fn partner(&self) -> Option<Player> {
        self.game.partner(self.player()?)
    }

    /// Number of turns this player must still skip as a hermit.
    pub const fn hermit(&self, player: Player) -> u8 {
        self.game.hermit[player.index()]
    }

    /// What the top card counts as.
    pub fn top(&self) -> Option<Card> {
        self.game.top()
    }

    /// The last three, or fewer, of the row.
    pub fn row(&self) -> &'a [Card] {
        &self.game.row
    }

    /// The cards on the discard pile.
    pub fn discarded(&self) -> Hand {
        self.game.discard.iter().map(|discard| discard.card).collect()
    }

    /// The cards that will not come back.
    pub fn removed(&self) -> Hand {
        self.game.out | self.game.doomed
    }

    /// The cards that are barred now.
    pub fn barred(&self) -> Hand {
        self.game.barred()
    }

    /// The draw that the seat must take.
    pub const fn pending(&self) -> Option<Pending> {
        self.game.turn.pending
    }

    /// Players who may be caught without a call.
    pub fn catchable(&self) -> PlayerSet {
        self.game.window.unwrap_or_default()
    }

    /// Whether a combination or an order of cards or a request is due: one of thousands.
    pub fn asks_for_composition(&self) -> bool {
        let question = self.game.question();
        question.is_some_and(|question| {
            matches!(question, Question::Divorce | Question::Orgy | Question::Return | Question::Ask)
        })
    }

    /// The draw that Art answers, if Art is being named for that.
    pub fn answering(&self) -> Option<Pending> {
        self.game.answering()
    }
}

/// State of the table as seen by a viewer (fortuno.md, "State").
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = FortunoState))]
pub struct State {
    /// Hands by player.
    pub hands: Vec<HandView>,
    /// The draw pile.
    pub draw: HandView,
    /// The discard pile, bottom to top.
    pub discard: Vec<Discarded>,
    /// What the top card counts as: the topmost card that does not count as The Chariot.
    pub top: Option<Card>,
    /// The cards out of the game.
    pub out: Hand,
    /// The cards on the discard pile that will leave the game.
    pub doomed: Hand,
    /// The players in, by seat.
    pub order: Vec<Player>,
    /// +1 or −1.
    #[cfg_attr(feature = "schema", schema(value_type = i8))]
    pub direction: Direction,
    /// In the order of elimination.
    pub eliminated: Vec<Player>,
    /// Turns still to be skipped as a hermit, by player.
    pub hermit: Vec<u8>,
    /// The team.
    pub team: Option<Team>,
    /// Number of Adjustments.
    pub adjustments: u8,
    /// The last three, or fewer, of the Minors of one rank played last without a break.
    pub row: Vec<Card>,
    /// The current turn.
    pub turn: TurnSeen,
    /// Whether the calling window is open.
    pub window: bool,
    /// Players who failed to call in it.
    #[cfg_attr(feature = "schema", schema(value_type = Vec<Player>))]
    pub catchable: PlayerSet,
    /// What the game waits for.
    pub moment: PhaseId,
    /// Number of finished turns.
    pub turns: u32,
    /// Number of consecutive idle turns.
    pub idle: usize,
    /// How often the table reported who slapped first.
    pub races: u32,
    /// Number of reshuffles.
    pub reshuffles: u32,
    /// How the game ended.
    pub ended: Option<Ended>,
}

/// Cards of one pile or hand.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = FortunoHeld))]
pub struct HandView {
    /// Number of cards.
    pub count: usize,
    /// The cards, if the viewer may see them: a hand in pack order, the draw pile top first.
    pub cards: Option<Vec<Card>>,
}

/// A card on the discard pile.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = FortunoDiscard))]
pub struct Discarded {
    /// The card itself.
    pub card: Card,
    /// The card it counts as.
    pub counts_as: Card,
}

/// The current turn.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = FortunoTurn))]
pub struct TurnSeen {
    /// The player whose turn it is.
    pub seat: Player,
    /// Whether it is the reward of a race.
    pub reward: bool,
    /// The player who decides after rock-paper-scissors.
    pub decider: Option<Player>,
    /// A draw that the seat must take; at the end of a turn, the next seat.
    pub pending: Option<PendingSeen>,
    /// The player who had the last turn.
    pub previous: Player,
}

/// A draw that the seat must take.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = FortunoPending))]
pub struct PendingSeen {
    /// Number of cards.
    pub amount: u8,
    /// The rank that may be stacked: `pa` or `kn`.
    #[cfg_attr(feature = "schema", schema(value_type = Option<String>))]
    pub rank: Option<Cow<'static, str>>,
    /// Owner of the card; null if Fortune is not an answer.
    pub source: Option<Player>,
}

/// What the game waits for, as far as the viewer may know.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "is", rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = FortunoMoment))]
pub enum PhaseId {
    /// The game is over.
    Over {},
    /// The table's step.
    Table {},
    /// Act: the actors' step.
    Act {},
    /// An answer from an unknown player.
    Answer {},
    /// Whether the fourth card is used to steal the reward.
    Steal {},
    /// Whether The Chariot is used.
    Chariot {},
    /// What The Fool or Art counts as.
    Name {},
    /// The lover, or whose hand is looked at.
    Pick {},
    /// A card from one player to another.
    Give {
        /// The giver.
        giver: Player,
        /// The recipient.
        to: Player,
        /// Whether the recipient may keep the card.
        may_keep: bool,
        /// What The Moon asked for.
        request: Option<Request>,
    },
    /// Cards that the lover keeps.
    Divorce {},
    /// Whether this card is laid for the Church Gambit.
    Gambit {
        /// The Priestess or The Hierophant.
        card: Card,
    },
    /// Which Princesses and Princes join Lust.
    Orgy {},
    /// Cards to put back on the draw pile.
    Return {},
    /// The offers to The Devil.
    Offers {
        /// Players who have not offered yet.
        #[cfg_attr(feature = "schema", schema(value_type = Vec<Player>))]
        left: PlayerSet,
        /// Offered cards that the viewer can see.
        offered: Vec<Card>,
    },
    /// An accusation, or the taking.
    Judgement {
        /// Offered cards that the viewer can see.
        offered: Vec<Card>,
        /// Players who may be accused; visible only to the actors.
        #[cfg_attr(feature = "schema", schema(value_type = Option<Vec<Player>>))]
        accusable: Option<PlayerSet>,
        /// Players who have been accused of a lie.
        #[cfg_attr(feature = "schema", schema(value_type = Vec<Player>))]
        accused: PlayerSet,
    },
    /// Players who swap hands for The Tower.
    Switch {
        /// Those with the most cards.
        #[cfg_attr(feature = "schema", schema(value_type = Vec<Player>))]
        most: PlayerSet,
        /// Those with the fewest.
        #[cfg_attr(feature = "schema", schema(value_type = Vec<Player>))]
        fewest: PlayerSet,
    },
    /// The cards passed on for The Star.
    PassCards {
        /// Players who have not passed a card yet.
        #[cfg_attr(feature = "schema", schema(value_type = Vec<Player>))]
        left: PlayerSet,
        /// The card that the viewer passed.
        passed: Option<Card>,
    },
    /// The player who is asked for The Moon.
    Ask {},
    /// Whether the card drawn for The Moon is played.
    MoonPlay {
        /// The card, if the viewer sees the hand.
        card: Option<Card>,
        /// The request it matches.
        request: Request,
    },
}

impl PhaseId {
    /// The cards that the viewer sees here: offered, passed, drawn or to be laid.
    pub fn shown(&self) -> &[Card] {
        match self {
            PhaseId::Offers { offered, left: _ } | PhaseId::Judgement { offered, accusable: _, accused: _ } => offered,
            PhaseId::Gambit { card } => std::slice::from_ref(card),
            PhaseId::MoonPlay { card, request: _ } => card.as_slice(),
            PhaseId::PassCards { passed, left: _ } => passed.as_slice(),
            PhaseId::Over {}
            | PhaseId::Table {}
            | PhaseId::Act {}
            | PhaseId::Answer {}
            | PhaseId::Steal {}
            | PhaseId::Chariot {}
            | PhaseId::Name {}
            | PhaseId::Pick {}
            | PhaseId::Give { .. }
            | PhaseId::Divorce {}
            | PhaseId::Orgy {}
            | PhaseId::Return {}
            | PhaseId::Switch { .. }
            | PhaseId::Ask {} => &[],
        }
    }
}

impl State {
    pub(super) fn new(game: &Fortuno, viewer: Viewer) -> State {
        let pile = || game.draw.iter().rev().copied().collect();
        State {
            hands: Player::all(game.players).map(|player| game.hand_seen(viewer, player)).collect(),
            draw: HandView { count: game.draw.len(), cards: (viewer == Viewer::All).then(pile) },
            discard: game.discard.iter().map(|d| Discarded { card: d.card, counts_as: d.counts_as }).collect(),
            top: game.top(),
            out: game.out,
            doomed: game.doomed,
            order: game.order.to_vec(),
            direction: game.direction,
            eliminated: game.eliminated.to_vec(),
            hermit: game.hermit[..game.players].to_vec(),
            team: game.team,
            adjustments: game.adjustments,
            row: game.row.to_vec(),
            turn: game.turn_seen(),
            window: game.window.is_some(),
            catchable: game.window.unwrap_or_default(),
            moment: game.question().map_or(PhaseId::Over {}, |question| game.awaited(*question, viewer)),
            turns: game.turns,
            idle: game.idle,
            races: game.races,
            reshuffles: game.reshuffles,
            ended: game.end.map(|end| end.ended),
        }
    }
}

impl Fortuno {
    fn hand_seen(&self, viewer: Viewer, owner: Player) -> HandView {
        let hand = self.hands[owner.index()];
        HandView { count: hand.len(), cards: self.sees_hand(viewer, owner).then(|| hand.to_vec()) }
    }

    fn turn_seen(&self) -> TurnSeen {
        let pending = self.turn.pending.or(self.after.pending).or(self.answering());
        let turn = self.turn;
        TurnSeen {
            seat: turn.seat,
            reward: turn.reward,
            decider: turn.decider,
            pending: pending.map(PendingSeen::of),
            previous: turn.previous,
        }
    }

    fn awaited(&self, question: Question, viewer: Viewer) -> PhaseId {
        let asked = || viewer.is_one_of(self.due_at(&question).players());
        match question {
            Question::Table(_) => PhaseId::Table {},
            Question::Act(_) => PhaseId::Act {},
            Question::Steal { .. } | Question::Chariot(_) if !asked() => PhaseId::Answer {},
            Question::Steal { .. } => PhaseId::Steal {},
            Question::Chariot(_) => PhaseId::Chariot {},
            Question::NameFool { .. } | Question::NameArt { .. } => PhaseId::Name {},
            Question::PickLover | Question::PickSun => PhaseId::Pick {},
            Question::Give { giver, to, why } => match why {
                Why::Caught => PhaseId::Give { giver, to, may_keep: false, request: None },
                Why::Falsely => PhaseId::Give { giver, to, may_keep: true, request: None },
                Why::Asked(request) => PhaseId::Give { giver, to, may_keep: false, request: Some(request) },
            },
            Question::Divorce => PhaseId::Divorce {},
            Question::Gambit { lay, .. } => PhaseId::Gambit { card: lay },
            Question::Orgy => PhaseId::Orgy {},
            Question::Return => PhaseId::Return {},
            Question::Offers { left, offers } => {
                PhaseId::Offers { left, offered: self.own_part(viewer, offers.cards).to_vec() }
            }
            Question::Judgement(offers) => self.judgement_seen(offers, viewer),
            Question::Switch { most, fewest } => PhaseId::Switch { most, fewest },
            Question::PassCards { left, passed, .. } => {
                PhaseId::PassCards { left, passed: self.own_part(viewer, passed).first() }
            }
            Question::Ask => PhaseId::Ask {},
            Question::MoonPlay { card, request } => {
                PhaseId::MoonPlay { card: self.sees_hand(viewer, self.turn.seat).then_some(card), request }
            }
        }
    }

    /// The cards in the viewer's own hands; all of them for a viewer who sees everything.
    fn own_part(&self, viewer: Viewer, cards: Hand) -> Hand {
        match viewer {
            Viewer::All => cards,
            Viewer::Public => Hand::EMPTY,
            Viewer::Player(player) => cards & self.hands[player.index()],
        }
    }

    fn judgement_seen(&self, offers: Offers, viewer: Viewer) -> PhaseId {
        let actor = viewer.is_one_of(self.actors());
        let offered = if actor { offers.cards } else { self.own_part(viewer, offers.cards) };
        let accusable = actor.then(|| offers.accusable());
        PhaseId::Judgement { offered: offered.to_vec(), accusable, accused: offers.accused }
    }
}

impl PendingSeen {
    fn of(pending: Pending) -> PendingSeen {
        PendingSeen { amount: pending.amount, rank: pending.rank.map(|rank| rank.id().into()), source: pending.source }
    }
}

impl Observe for Fortuno {
    type View<'a> = View<'a>;
    type State = State;

    fn players(&self) -> usize {
        self.players
    }

    fn due_for(&self, viewer: Viewer) -> Due<StepKind> {
        self.due_as_seen(viewer)
    }

    /// Whoever may accuse, while somebody else can be caught. A false accusation gains nothing.
    fn given_time(&self) -> PlayerSet {
        let Due::Players { may, .. } = self.due() else { return PlayerSet::EMPTY };
        let catchable = self.window.unwrap_or_default();
        may.iter().filter(|player| !catchable.without(PlayerSet::of(*player)).is_empty()).collect()
    }

    fn view(&self, viewer: Viewer) -> View<'_> {
        View::new(self, viewer)
    }

    fn state(&self, viewer: Viewer) -> State {
        State::new(self, viewer)
    }

    fn seen<'a>(&self, step: &'a Step, after: &Fortuno, viewer: Viewer) -> SeenStep<'a, Step> {
        let all = viewer == Viewer::All;
        match step {
            Step::Deal { hands, pile } => {
                SeenStep::whole_if(all, step, |deal| deal.dealing(hands, viewer.player()).counting(pile.len()))
            }
            Step::Reshuffle { cards } => SeenStep::whole_if(all, step, |pile| pile.counting(cards.len())),
            Step::Redeal { cards } => SeenStep::whole_if(all, step, |redeal| {
                redeal.with_hand(self.redealt_to(viewer, cards)).counting(cards.len())
            }),
            // The lover is a partner, so both see it.
            Step::Divorce { player, cards } => cards_if(self.knows_hand(viewer, *player), step, cards),
            Step::Return { cards, .. } => cards_if(self.knows_hand(viewer, self.turn.seat), step, cards),
            Step::Give { card, .. } | Step::Take { card, .. } => {
                cards_if(self.sees_move(card, after, viewer), step, card.as_slice())
            }
            Step::PassCard { player, card } => {
                cards_if(self.sees_pass(*player, *card, after, viewer), step, slice::from_ref(card))
            }
            // A count would say whether a card was offered.
            Step::Offer { player, .. } => {
                SeenStep::whole_if(self.sees_offer(*player, after, viewer), step, |offer| offer)
            }
            Step::Steal { player, used, .. } | Step::Chariot { player, used, .. } => {
                if *used || viewer.sees(*player) {
                    SeenStep::Whole(step)
                } else {
                    SeenStep::Nothing
                }
            }
            Step::Flip { .. }
            | Step::Play { .. }
            | Step::Draw { .. }
            | Step::Decline { .. }
            | Step::Accuse { .. }
            | Step::Dispute { .. }
            | Step::Rps { .. }
            | Step::Slap { .. }
            | Step::Name { .. }
            | Step::Pick { .. }
            | Step::Gambit { .. }
            | Step::Orgy { .. }
            | Step::Jaccuse { .. }
            | Step::Switch { .. }
            | Step::Ask { .. }
            | Step::MoonPlay { .. }
            | Step::Seats { .. } => SeenStep::Whole(step),
        }
    }

    fn shown_hand(&self, viewer: Viewer) -> Option<ShownHand> {
        let shown = self.shown.filter(|shown| shown.is_to(viewer) && viewer != Viewer::Player(shown.owner))?;
        Some(ShownHand { player: shown.owner, cards: self.hands[shown.owner.index()] })
    }

    fn resample_hidden(&self, viewer: Viewer, chance: &mut Chance) -> Fortuno {
        self.resampled(viewer, chance)
    }

    fn imagined(view: &View<'_>, chance: &mut Chance) -> Fortuno {
        view.game.resample_hidden(view.viewer, chance)
    }
}

impl Fortuno {
    /// Whether the viewer knows what enters and leaves this hand: the owner, and in a team the partner.
    fn knows_hand(&self, viewer: Viewer, owner: Player) -> bool {
        viewer.sees(owner) || self.partner(owner).is_some_and(|partner| viewer.sees(partner))
    }

    /// Whether the viewer knows the hand that the card leaves or the one that it enters.
    fn sees_move(&self, card: &Option<Spelled>, after: &Fortuno, viewer: Viewer) -> bool {
        let Some(card) = card.and_then(Spelled::card) else { return true };
        let hands = [self.holder(card), after.holder(card)];
        hands.into_iter().flatten().any(|owner| self.knows_hand(viewer, owner))
    }

    /// Passed cards move when all have passed one; before that only the giver knows them.
    fn sees_pass(&self, giver: Player, card: Spelled, after: &Fortuno, viewer: Viewer) -> bool {
        let moved = !matches!(after.question(), Some(Question::PassCards { .. }));
        viewer.sees(giver) || moved && self.sees_move(&Some(card), after, viewer)
    }

    /// The actors see the offers when all are in.
    fn sees_offer(&self, player: Player, after: &Fortuno, viewer: Viewer) -> bool {
        let all_in = !matches!(after.question(), Some(Question::Offers { .. }));
        viewer.sees(player) || all_in && viewer.is_one_of(self.actors())
    }

    /// The cards of a redeal that the viewer gets; `None` for a viewer without a hand.
    fn redealt_to(&self, viewer: Viewer, cards: &[Spelled]) -> Option<Hand> {
        let (Some(player), Some(&Question::Table(TableStep::Redeal { touched }))) = (viewer.player(), self.question())
        else {
            return None;
        };
        let dealt = self.dealt_round(touched, known(cards));
        Some(dealt.filter(|(_, owner)| *owner == player).map(|(card, _)| card).collect())
    }
}

/// The whole step if it is visible to the viewer, else without its cards.
fn cards_if<'a>(open: bool, step: &'a Step, cards: &[Spelled]) -> SeenStep<'a, Step> {
    SeenStep::whole_if(open, step, |part| part.counting(cards.len()))
}
