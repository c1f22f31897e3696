//! Score sheets: games of Fortunes as people write them down at a table (`docs/cards.md`, "Score sheets").

use std::array;

use serde_json::json;

use super::{Fortunes, PLAYERS, Step, TRICKS, rules};
use crate::{
    cards::{Card, Deck, Rank, Suit, by_name},
    games::{FAULTS_REPORTED, Game, Player, excerpt},
};

/// How much of a word is repeated in a fault, in characters.
const QUOTED: usize = 40;

/// A deal as written: the tricks with their cards, from the leader's.
type Tricks = Vec<[Card; PLAYERS]>;

/// A game as it stands on a sheet: every trick is whole, and no card is played twice in a deal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sheet {
    /// The deck whose names the sheet uses.
    pub deck: Deck,
    /// The players' names, from the dealer of the first deal.
    pub players: [String; PLAYERS],
    deals: Vec<Tricks>,
}

/// What is wrong with a line of a sheet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SheetFault {
    /// The number of the line, from 1.
    pub line: usize,
    /// What is wrong, as a sentence.
    pub detail: String,
}

impl Sheet {
    /// Whether a text begins as a sheet does, and not as a log.
    pub fn is_begun(text: &str) -> bool {
        written(text).next().is_some_and(|(_, line)| heading(line).is_some())
    }

    /// Reads a sheet.
    ///
    /// # Errors
    /// What is wrong, in its order: up to one more than are reported, which shows that there is more.
    pub fn read(text: &str) -> Result<Sheet, Vec<SheetFault>> {
        let mut reader = Reader { faults: Vec::new(), deck: Deck::Fortunes, deals: Vec::new(), last_line: 1 };
        let mut lines = written(text);
        let players = reader.begin(&mut lines);
        lines.for_each(|(number, line)| reader.line(number, line, &players));
        reader.end_deal();
        let Reader { mut faults, deck, deals, .. } = reader;
        faults.truncate(FAULTS_REPORTED + 1);
        let deals: Option<Vec<Tricks>> =
            deals.into_iter().map(|tricks| tricks.into_iter().map(whole).collect()).collect();
        match deals {
            Some(deals) if faults.is_empty() => Ok(Sheet { deck, players, deals }),
            Some(_) | None => Err(faults),
        }
    }

    /// The steps of the game; hands follow from what was played.
    pub fn steps(&self) -> Vec<Step> {
        let steps = self.deals.iter().enumerate().flat_map(|(deal, tricks)| {
            let plays = tricks.iter().enumerate().flat_map(move |(trick, cards)| {
                let seats = (0..PLAYERS).map(move |place| player(deal, trick, place));
                seats.zip(*cards).map(|(player, card)| Step::Play { player, card: card.into() })
            });
            std::iter::once(Step::Deal { hands: None, discarded: None }).chain(plays)
        });
        steps.collect()
    }

    /// The log of the game, as JSON.
    pub fn log(&self) -> String {
        let players = self.players.iter().map(|name| json!({"name": name})).collect::<Vec<_>>();
        let options = json!({"match": {"type": "deals", "deals": self.deals.len()}});
        json!({"ruleset": Fortunes::INFO.id, "players": players, "options": options, "steps": self.steps()}).to_string()
    }
}

/// The lines that say something, with their numbers from 1.
fn written(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let lines = text.lines().enumerate().map(|(index, line)| (index + 1, line.trim()));
    lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
}

/// Who plays a card: the lead goes round from the dealer, and so do the plays of a trick from its leader.
fn player(deal: usize, trick: usize, place: usize) -> Player {
    rules::leader(rules::dealer_of(deal), trick + place)
}

/// What a first line says behind the game's name; `None` for another line.
fn heading(line: &str) -> Option<&str> {
    let (game, rest) = line.split_once(',').unwrap_or((line, ""));
    game.trim().eq_ignore_ascii_case(Fortunes::INFO.name).then_some(rest.trim())
}

/// The deck that a first line names, by its id or its name; that of the game if it names none.
fn deck_named(text: &str) -> Option<Deck> {
    let letters = |name: &str| name.chars().filter(|sign| sign.is_alphanumeric()).collect::<String>().to_lowercase();
    let meant = |deck: &Deck| [deck.id(), deck.name()].into_iter().any(|name| letters(name) == letters(text));
    if text.is_empty() { Some(Deck::Fortunes) } else { Deck::ALL.into_iter().find(meant) }
}

struct Reader {
    faults: Vec<SheetFault>,
    deck: Deck,
    /// By deal and trick; without the cards that were not understood.
    deals: Vec<Vec<[Option<Card>; PLAYERS]>>,
    last_line: usize,
}

impl Reader {
    fn fault(&mut self, line: usize, detail: String) {
        self.faults.push(SheetFault { line, detail });
    }

    /// The first two lines: the game and its deck, and the players.
    fn begin<'a>(&mut self, lines: &mut impl Iterator<Item = (usize, &'a str)>) -> [String; PLAYERS] {
        match lines.next().map(|(number, line)| (number, heading(line).map(deck_named))) {
            Some((_, Some(Some(deck)))) => self.deck = deck,
            Some((number, Some(None))) => {
                let known = Deck::ALL.map(Deck::name).join(", ");
                self.fault(number, format!("The deck is not known. Decks: {known}."));
            }
            Some((number, None)) => self.fault(number, "A sheet begins with a line `Fortunes`.".to_owned()),
            None => self.fault(1, "A sheet begins with a line `Fortunes`.".to_owned()),
        }
        let (number, line) = lines.next().unwrap_or((2, ""));
        let names = line.split(',').map(|name| name.trim().to_owned()).collect::<Vec<_>>();
        names.try_into().unwrap_or_else(|names: Vec<_>| {
            let found = if line.is_empty() { 0 } else { names.len() };
            self.fault(number, format!("Expected the names of {PLAYERS} players, separated by commas; found {found}."));
            array::from_fn(|seat| Player(seat as u8).default_name())
        })
    }

    /// A line behind the names: a trick, or the beginning of a deal.
    fn line(&mut self, number: usize, line: &str, players: &[String; PLAYERS]) {
        if begins_deal(line) {
            if !self.deals.is_empty() {
                self.end_deal();
            }
            self.deals.push(Vec::new());
        } else {
            if self.deals.is_empty() {
                self.deals.push(Vec::new());
            }
            self.trick(number, line, players);
        }
        self.last_line = number;
    }

    fn trick(&mut self, number: usize, line: &str, players: &[String; PLAYERS]) {
        let (deal, trick) = (self.deals.len() - 1, self.deals.last().map_or(0, Vec::len));
        let place =
            if deal == 0 { format!("Trick {}", trick + 1) } else { format!("Deal {}, trick {}", deal + 1, trick + 1) };
        if trick == TRICKS {
            return self
                .fault(number, format!("{place}: a deal has {TRICKS} tricks; a line `Deal` begins the next one."));
        }
        let (own_number, line) = numbered(line);
        if own_number.is_some_and(|own| own != trick + 1) {
            self.fault(
                number,
                format!("{place}: the line has another number; a trick before it is missing or too many."),
            );
        }
        let words = split(line);
        let mut cards = [None; PLAYERS];
        if words.len() != PLAYERS {
            self.fault(
                number,
                format!("{place}: expected {PLAYERS} cards, separated by commas; found {}.", words.len()),
            );
        }
        for (at, word) in words.into_iter().take(PLAYERS).enumerate() {
            let who = &players[player(deal, trick, at).index()];
            let told = excerpt(word, QUOTED);
            match card(word, self.deck) {
                Ok(card) => {
                    if let Some(before) = self.played(card, deal, players).or_else(|| same(&cards[..at], card)) {
                        let name = self.deck.card_name(card);
                        self.fault(number, format!("{place}: {who} plays {name}, which was played {before}."));
                    }
                    cards[at] = Some(card);
                }
                Err(why) => self.fault(number, format!("{place}: `{told}`, played by {who}, {why}")),
            }
        }
        if let Some(deal) = self.deals.last_mut() {
            deal.push(cards);
        }
    }

    /// Where a card was played before in this deal.
    fn played(&self, card: Card, deal: usize, players: &[String; PLAYERS]) -> Option<String> {
        let tricks = self.deals[deal].iter().enumerate();
        let mut places = tricks.flat_map(|(trick, line)| (0..PLAYERS).map(move |at| (trick, at, line[at])));
        let (trick, at, _) = places.find(|(.., played)| *played == Some(card))?;
        Some(format!("in trick {} by {}", trick + 1, players[player(deal, trick, at).index()]))
    }

    /// At the end of a deal all its tricks have been written.
    fn end_deal(&mut self) {
        let tricks = self.deals.last().map_or(0, Vec::len);
        if tricks < TRICKS {
            let deal = self.deals.len().max(1);
            self.fault(self.last_line, format!("Deal {deal} has {TRICKS} tricks; found {tricks}."));
        }
    }
}

/// A trick whose cards were all understood.
fn whole(trick: [Option<Card>; PLAYERS]) -> Option<[Card; PLAYERS]> {
    let [Some(first), Some(second), Some(third), Some(fourth)] = trick else { return None };
    Some([first, second, third, fourth])
}

/// Where a card stands before in its own trick.
fn same(cards: &[Option<Card>], card: Card) -> Option<String> {
    cards.contains(&Some(card)).then(|| "before in this trick".to_owned())
}

/// A line `Deal`, perhaps with its number.
fn begins_deal(line: &str) -> bool {
    let line = line.to_ascii_lowercase();
    line.strip_prefix("deal")
        .is_some_and(|rest| rest.trim_matches([' ', ':', '.']).bytes().all(|sign| sign.is_ascii_digit()))
}

/// The number that a trick's line may begin with, as in `3. `, and the rest.
fn numbered(line: &str) -> (Option<usize>, &str) {
    let rest = line.trim_start_matches(|sign: char| sign.is_ascii_digit());
    let number = line[..line.len() - rest.len()].parse().ok();
    match rest.strip_prefix(['.', ':', ')']) {
        Some(cards) if number.is_some() && cards.starts_with(char::is_whitespace) => (number, cards.trim_start()),
        Some(_) | None => (None, line),
    }
}

/// The words of a trick: between commas, or else between blanks.
fn split(line: &str) -> Vec<&str> {
    let line = line.trim_end_matches([',', ';']);
    match [',', ';'].into_iter().find(|sign| line.contains(*sign)) {
        Some(sign) => line.split(sign).map(str::trim).collect(),
        None => line.split_whitespace().collect(),
    }
}

/// The card of a word. On a sheet, letters that are read in two ways are not guessed at.
fn card(word: &str, deck: Deck) -> Result<Card, String> {
    two_ways(word, deck).map_or_else(|| by_name(word, deck).map_err(|why| why.to_string()), Err)
}

/// The two readings of letters that are written for different cards: `K` is a king or a knight, `P` a page or pentacles.
/// Neither is so in French suits, and Thoth has no king.
fn two_ways(word: &str, deck: Deck) -> Option<String> {
    if matches!(deck, Deck::French | Deck::Thoth) {
        return None;
    }
    let letters = word.chars().filter(|sign| sign.is_alphanumeric()).collect::<String>().to_uppercase();
    let suit = |letter: &str| Suit::ALL.into_iter().find(|suit| deck.suit_name(*suit).starts_with(letter));
    let [page, knight, king] = [Rank::PAGE, Rank::KNIGHT, Rank::KING].map(|rank| deck.rank_name(rank));
    let readings = match letters.as_str() {
        "P" => [page.to_owned(), deck.suit_name(Suit::Pentacles).to_owned()],
        "K" => [king.to_owned(), knight.to_owned()],
        code if code.chars().count() == 2 => {
            let suit = code.strip_suffix('K').or_else(|| code.strip_prefix('K')).and_then(suit)?;
            [Rank::KING, Rank::KNIGHT].map(|rank| deck.card_name(Card::minor(suit, rank)))
        }
        _ => return None,
    };
    Some(format!("may be {}. Write the whole name.", readings.join(" or ")))
}
