//! Fortunes at the terminal.

use super::{Finished, Screen};
use crate::{
    commands::play::{host::Perspective, sheet::Sheet},
    games::{
        Fortunes, Number, Player,
        fortunes::{self, Deal, Disposition, HighLow, PLAYERS, State, Step, Trick},
    },
    narration::{
        counted,
        fortunes::{disposed, team},
    },
    reading::{self, Heading, PlayedDeal, QuestionKind, ReadingChoice},
};

impl Screen for Fortunes {
    fn sheet(perspective: &Perspective, state: &State) -> Sheet {
        let mut sheet = Sheet::default();
        let [even, odd] = state.team_scores;
        let pair =
            |first: u8| format!("{} and {}", perspective.player(Player(first)), perspective.player(Player(first + 2)));
        let own = team(state.teams[perspective.seat.index()]);
        sheet.row("Deal", format!("{}, dealt by {}; your team is {own}", state.deal, perspective.player(state.dealer)));
        sheet.row("Match", format!("{} have {even}, {} have {odd}", pair(0), pair(1)));
        sheet.row_if("Wagers", state.wagers.map(|wagers| perspective.each(|player| wagers[player.index()])));
        sheet.row_if("Bids", state.bids.map(|bids| perspective.each(|player| bids[player.index()])));
        let stakes = state.stakes.as_ref();
        sheet.row_if("Pot", stakes.map(|pot| format!("each has paid {}, the level is {}", pot.paid, pot.level)));
        sheet.row("Chips", perspective.each(|player| Some(state.chips[player.index()]).filter(|chips| *chips != 0)));
        for player in perspective.all_players() {
            sheet.row(format!("Won by {}", perspective.player(player)), won(perspective, state, player));
        }
        sheet.row_if("Set aside", state.discarded.map(|cards| perspective.cards(cards)));
        sheet.row_if("Trick", state.trick.as_ref().map(|_| trick(perspective, state)));
        for (player, hand) in perspective.all_players().zip(state.hands.into_iter().flatten()) {
            if let Some(cards) = hand.cards {
                sheet.hand(perspective, player, cards);
            }
        }
        sheet
    }

    fn changes(perspective: &Perspective, before: &State, after: &State) -> Vec<String> {
        let mut changes = Vec::new();
        let ended = after.deals.last().filter(|_| after.deals.len() > before.deals.len());
        let tricks = ended.map_or(&after.tricks, |deal| &deal.tricks);
        let numbered = (1..).zip(tricks).skip(before.tricks.len());
        changes.extend(numbered.map(|(number, trick)| taken(perspective, number, trick)));
        changes.extend(ended.map(|deal| deal_over(perspective, deal)));
        changes
    }

    fn changes_by_step(
        perspective: &Perspective,
        before: &State,
        after: &State,
        steps: &[Option<Step>],
    ) -> Vec<Vec<String>> {
        let mut by_step = vec![Vec::new(); steps.len()];
        let (mut deals, mut tricks) = (before.deals.len(), before.tricks.len());
        let mut laid = before.trick.as_ref().map_or(0, |trick| trick.cards.len());
        for (step, changes) in steps.iter().zip(&mut by_step) {
            let deal = after.deals.get(deals);
            match step {
                Some(Step::Play { .. }) => laid = (laid + 1) % PLAYERS,
                // It ends the deal at once.
                Some(Step::Stake { choice: fortunes::Choice::Fold, .. }) => {
                    changes.extend(deal.map(|deal| deal_over(perspective, deal)));
                    (deals, tricks) = (deals + 1, 0);
                    continue;
                }
                Some(Step::Deal { .. } | Step::Wager { .. } | Step::Bid { .. } | Step::Stake { .. }) | None => continue,
            }
            let taken_tricks = deal.map_or(&after.tricks, |deal| &deal.tricks);
            if let (0, Some(trick)) = (laid, taken_tricks.get(tricks)) {
                tricks += 1;
                changes.push(taken(perspective, tricks, trick));
                if let Some(deal) = deal.filter(|deal| deal.tricks.len() == tricks) {
                    changes.push(deal_over(perspective, deal));
                    (deals, tricks) = (deals + 1, 0);
                }
            }
        }
        by_step
    }

    fn amount(step: &Step) -> Option<u32> {
        match step {
            Step::Wager { player: _, amount } => u32::try_from(amount.0).ok(),
            Step::Bid { player: _, tricks } => u32::try_from(tricks.0).ok(),
            Step::Deal { .. } | Step::Stake { .. } | Step::Play { .. } => None,
        }
    }

    fn with_amount(step: &Step, amount: u32) -> Option<Step> {
        let number = Number(amount.into());
        match *step {
            Step::Wager { player, amount: _ } => Some(Step::Wager { player, amount: number }),
            Step::Bid { player, tricks: _ } => Some(Step::Bid { player, tricks: number }),
            Step::Deal { .. } | Step::Stake { .. } | Step::Play { .. } => None,
        }
    }

    /// Of the last deal.
    fn reading(finished: Finished<'_, Fortunes>, player: Player, heading: &Heading) -> anyhow::Result<Option<String>> {
        let deals = PlayedDeal::all(finished.steps, finished.detail.deals);
        let Some(deal) = deals.last() else { return Ok(None) };
        let question = heading.question.as_deref().unwrap_or_default();
        let choice = ReadingChoice { question_kind: QuestionKind::of(question), ..ReadingChoice::default() };
        let reading = deal.read(player, choice, Some(finished.seeds))?.told_for(question, heading.names());
        Ok(Some(reading::plain(&reading, heading)))
    }
}

/// The cards that won tricks for a player.
fn won(perspective: &Perspective, state: &State, player: Player) -> String {
    let own: Vec<_> = state.tricks.iter().filter(|trick| trick.winner == player).collect();
    let card = |trick: &&Trick| match trick.disposition {
        Disposition::Well => perspective.card(trick.card),
        Disposition::Ill => format!("{} (turned)", perspective.card(trick.card)),
    };
    let points: u8 = own.iter().map(|trick| trick.disposition.points()).sum();
    match &own[..] {
        [] => String::new(),
        own => {
            let cards: Vec<_> = own.iter().map(card).collect();
            format!("{}, {}: {}", counted(own.len(), "trick"), counted(points, "point"), cards.join(", "))
        }
    }
}

/// The trick on the table.
fn trick(perspective: &Perspective, state: &State) -> String {
    let Some(open) = &state.trick else { return String::new() };
    let card =
        |(place, card)| format!("{} {}", perspective.player(open.leader.after(place, PLAYERS)), perspective.card(card));
    let cards: Vec<_> = open.cards.iter().copied().enumerate().map(card).collect();
    let laid = if cards.is_empty() { "no card yet".to_owned() } else { cards.join(", ") };
    format!("{}, {} now: {laid}", open.number, team(open.now))
}

fn deal_over(perspective: &Perspective, deal: &Deal) -> String {
    let points = perspective.each(|player| Some(deal.points[player.index()]));
    let winner = deal.winner.map_or("nobody wins it", |winner| match winner {
        HighLow::High => "the high team wins it",
        HighLow::Low => "the low team wins it",
    });
    format!("The deal is over: {winner}. Points: {points}.")
}

fn taken(perspective: &Perspective, number: usize, trick: &Trick) -> String {
    let (winner, card) = (perspective.player(trick.winner), perspective.card(trick.card));
    format!("{winner} wins trick {number} with {card}, {}.", disposed(trick.disposition))
}
