//! Reading a log.

use super::{
    super::{
        Options, Request, Step,
        moves::spelled,
        request::{Arcana, Kind},
        step,
    },
    LONGEST_LIST, LONGEST_SONG, Lessons,
    coder::{Coder, Reader},
    places::{Purpose, To, choice, order},
};
use crate::{
    cards::{Card, Hand, Rank, Spelled, Suit},
    games::{BitReader, OutOfBits, Player, StepType},
};

/// Reads so many steps.
pub(in super::super) fn read(
    players: usize,
    options: &Options,
    step_count: usize,
    bits: &mut BitReader<'_>,
) -> Result<Vec<Step>, OutOfBits> {
    let (bits, lessons) = (Reader::new(bits)?, Lessons::new(players));
    let mut eye = Eye { bits, lessons, players, hand_size: options.hand_size.size() };
    (0..step_count).map(|_| eye.step()).collect()
}

/// What a reader is given in place of a value.
const ANY_PLAYER: Player = Player(0);

struct Eye<'a, 'b> {
    bits: Reader<'a, 'b>,
    lessons: Lessons,
    players: usize,
    hand_size: usize,
}

impl Eye<'_, '_> {
    fn step(&mut self) -> Result<Step, OutOfBits> {
        match self.lessons.kinds.code(step::DEAL, &mut self.bits)? {
            step::DEAL => self.deal(),
            step::RESHUFFLE => {
                let cards = self.shuffled(Purpose::Reshuffle)?;
                self.lessons.places.new_pile(cards.iter().copied().collect());
                Ok(Step::Reshuffle { cards: spelled(cards) })
            }
            step::REDEAL => {
                let cards = self.shuffled(Purpose::Redeal)?;
                self.lessons.places.put(cards.iter().copied().collect(), To::AnyHand);
                Ok(Step::Redeal { cards: spelled(cards) })
            }
            step::RPS => Ok(Step::Rps { winner: self.player()? }),
            step::SLAP => Ok(Step::Slap { first: self.player()? }),
            step::SEATS => self.seats(),
            step_type => {
                let player = self.lessons.who.code(ANY_PLAYER, step_type, &mut self.bits)?;
                self.fields(step_type, player)
            }
        }
    }

    fn fields(&mut self, step_type: StepType, player: Player) -> Result<Step, OutOfBits> {
        Ok(match step_type {
            step::FLIP => Step::Flip { player },
            step::DRAW => Step::Draw { player },
            step::DECLINE => Step::Decline { player },
            step::DISPUTE => Step::Dispute { player },
            step::PLAY => self.play(player)?,
            step::ACCUSE => Step::Accuse { player, target: self.player()? },
            step::PICK => Step::Pick { player, target: self.player()? },
            step::JACCUSE => Step::Jaccuse { player, target: self.player()? },
            step::GIVE => Step::Give { player, card: self.card_or_null(player, To::AnyHand)? },
            step::OFFER => Step::Offer { player, card: self.card_or_null(player, To::Nowhere)? },
            step::TAKE => Step::Take { player, card: self.card_or_null(player, To::Hand(player))? },
            step::NAME => Step::Name { player, card: self.card(player, To::Nowhere)? },
            step::PASS_CARD => Step::PassCard { player, card: self.card(player, To::AnyHand)? },
            step::DIVORCE => self.divorce(player)?,
            step::RETURN => Step::Return { player, cards: self.list(player, To::Pile)? },
            step::ORGY => {
                let fortuno = self.call()?;
                Step::Orgy { player, cards: self.list(player, To::Discard)?, fortuno }
            }
            step::STEAL => Step::Steal { player, used: self.used()?, fortuno: self.call()? },
            step::CHARIOT => Step::Chariot { player, used: self.used()?, fortuno: self.call()? },
            step::GAMBIT => Step::Gambit { player, used: self.used()?, fortuno: self.call()? },
            step::MOON_PLAY => Step::MoonPlay { player, used: self.used()?, fortuno: self.call()? },
            step::SWITCH => Step::Switch { player, most: self.player()?, fewest: self.player()? },
            step::ASK => Step::Ask { player, target: self.player()?, request: self.request(player)? },
            _ => return Err(OutOfBits),
        })
    }

    fn player(&mut self) -> Result<Player, OutOfBits> {
        self.lessons.who.any(ANY_PLAYER, &mut self.bits)
    }

    fn call(&mut self) -> Result<bool, OutOfBits> {
        self.bits.flag(false, &mut self.lessons.called)
    }

    fn used(&mut self) -> Result<bool, OutOfBits> {
        self.bits.flag(false, &mut self.lessons.used)
    }

    fn card(&mut self, player: Player, to: To) -> Result<Spelled, OutOfBits> {
        self.lessons.places.card(Card::FOOL, player, to, &mut self.bits).map(Spelled::from)
    }

    fn card_or_null(&mut self, player: Player, to: To) -> Result<Option<Spelled>, OutOfBits> {
        let given = self.bits.flag(false, &mut self.lessons.given)?;
        given.then(|| self.card(player, to)).transpose()
    }

    fn list(&mut self, player: Player, to: To) -> Result<Vec<Spelled>, OutOfBits> {
        let length = self.bits.even(0, LONGEST_LIST + 1)?;
        (0..length).map(|_| self.card(player, to)).collect()
    }

    fn shuffled(&mut self, purpose: Purpose) -> Result<Vec<Card>, OutOfBits> {
        let set = self.lessons.places.members(Hand::EMPTY, ANY_PLAYER, purpose, &mut self.bits)?;
        order(set, &[], &mut self.bits)
    }

    fn play(&mut self, player: Player) -> Result<Step, OutOfBits> {
        let fortuno = self.call()?;
        let cards = if self.bits.flag(false, &mut self.lessons.several)? {
            self.list(player, To::Discard)?
        } else {
            vec![self.card(player, To::Discard)?]
        };
        Ok(Step::Play { player, cards, fortuno })
    }

    fn divorce(&mut self, player: Player) -> Result<Step, OutOfBits> {
        let kept = self.lessons.places.members(Hand::EMPTY, player, Purpose::Divorce, &mut self.bits)?;
        self.lessons.places.put(kept, To::Hand(player));
        Ok(Step::Divorce { player, cards: spelled(kept) })
    }

    fn deal(&mut self) -> Result<Step, OutOfBits> {
        let mut pool = Hand::PACK;
        let mut hands = Vec::with_capacity(self.players);
        for player in Player::all(self.players) {
            let hand = choice(pool, Hand::EMPTY, self.hand_size, &mut self.bits)?;
            self.lessons.places.put(hand, To::Hand(player));
            pool = pool - hand;
            hands.push(spelled(hand));
        }
        Ok(Step::Deal { hands, pile: spelled(order(pool, &[], &mut self.bits)?) })
    }

    fn request(&mut self, player: Player) -> Result<Request, OutOfBits> {
        let mut given = [false; 5];
        for (given, odds) in given.iter_mut().zip(&mut self.lessons.terms) {
            *given = self.bits.flag(false, odds)?;
        }
        let [card, arcana, suit, rank, kind] = given;
        let mut request = Request::default();
        if card {
            request.card = Some(self.card(player, To::Nowhere)?);
        }
        if arcana {
            request.arcana = Some([Arcana::Major, Arcana::Minor][self.bits.even(0, 2)? as usize]);
        }
        if suit {
            request.suit = Some(Suit::ALL[self.bits.even(0, 4)? as usize]);
        }
        if rank {
            request.rank = Some(Rank::ALL[self.bits.even(0, 14)? as usize]);
        }
        if kind {
            request.kind = Some([Kind::Numerical, Kind::Court][self.bits.even(0, 2)? as usize]);
        }
        Ok(request)
    }

    fn seats(&mut self) -> Result<Step, OutOfBits> {
        let length = self.bits.even(0, LONGEST_LIST + 1)?;
        let order: Vec<Player> = (0..length).map(|_| self.player()).collect::<Result<_, _>>()?;
        self.lessons.who.sit(&order);
        let sung = self.bits.flag(false, &mut self.lessons.sung)?;
        Ok(Step::Seats { order, song: sung.then(|| self.song()).transpose()? })
    }

    fn song(&mut self) -> Result<String, OutOfBits> {
        let length = self.bits.even(0, LONGEST_SONG + 1)?;
        let bytes = (0..length).map(|_| self.bits.even(0, 256).map(|byte| byte as u8)).collect::<Result<_, _>>()?;
        String::from_utf8(bytes).map_err(|_| OutOfBits)
    }
}
