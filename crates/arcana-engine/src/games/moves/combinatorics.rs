//! Combinations: enumerated, counted, and found by their index.

use std::ops::ControlFlow::Continue;

use super::Flow;
use crate::cards::Hand;

/// Numbers of combinations are capped here; no list is as long.
pub(crate) const MANY: usize = 1 << 20;

/// Bounds of the table: the size of the set, and the number chosen.
const OF: usize = 33;
const CHOSEN: usize = 17;

/// The binomial coefficients, by the size of the set and then by the number chosen.
const NUMBERS: [[u32; CHOSEN]; OF] = {
    let mut numbers = [[0; CHOSEN]; OF];
    let mut of = 0;
    while of < OF {
        numbers[of][0] = 1;
        let mut chosen = 1;
        while chosen < CHOSEN && of > 0 {
            numbers[of][chosen] = numbers[of - 1][chosen - 1] + numbers[of - 1][chosen];
            chosen += 1;
        }
        of += 1;
    }
    numbers
};

/// The binomial coefficient: the number of choices of `count` out of `of`, if it is small enough to list.
pub(crate) fn number_of_choices(of: usize, count: usize) -> usize {
    if count > of {
        return 0;
    }
    let fewer = count.min(of - count);
    if of < OF {
        return (NUMBERS[of][fewer] as usize).min(MANY);
    }
    let mut choices = 1;
    for taken in 0..fewer {
        choices = choices * (of - taken) / (taken + 1);
        if choices >= MANY {
            return MANY;
        }
    }
    choices
}

/// Passes every combination of `count` of these cards to `take`, together with those already chosen; low cards first.
pub(crate) fn each_choice(from: Hand, count: usize, chosen: Hand, take: &mut impl FnMut(Hand) -> Flow) -> Flow {
    if count == 0 {
        return take(chosen);
    }
    let mut left = from;
    while left.len() >= count {
        let Some(card) = left.first() else { break };
        left.remove(card);
        each_choice(left, count - 1, chosen | Hand::of(card), take)?;
    }
    Continue(())
}

/// The combination at this index in the order of [`each_choice`].
pub(crate) fn nth_choice(cards: Hand, count: usize, mut place: usize) -> Hand {
    let (mut left, mut more, mut chosen) = (cards.len(), count, Hand::EMPTY);
    for card in cards {
        if more == 0 {
            break;
        }
        left -= 1;
        let with_it = number_of_choices(left, more - 1);
        if place < with_it {
            chosen.insert(card);
            more -= 1;
        } else {
            place -= with_it;
        }
    }
    chosen
}

/// Passes each subset of `count` bits, the highest at `from` or above, to `take`, together with those already chosen;
/// high bits first.
pub(crate) fn each_subset(set: u32, count: u32, from: u32, chosen: u32, take: &mut impl FnMut(u32) -> Flow) -> Flow {
    if count == 0 {
        return take(chosen);
    }
    let mut left = set >> from << from;
    while left != 0 {
        let highest = 1 << left.ilog2();
        left ^= highest;
        each_subset(set & (highest - 1), count - 1, 0, chosen | highest, take)?;
    }
    Continue(())
}

/// Number of subsets of 1 … 5 bits, the highest at `from` or above, of a set of at most 22 bits.
pub(crate) const fn number_of_subsets(set: u32, count: u32, from: u32) -> usize {
    let below = set & ((1 << from) - 1);
    if count == 1 {
        return (set ^ below).count_ones() as usize;
    }
    let without = if below == 0 { 0 } else { number(below.count_ones(), count) };
    (number(set.count_ones(), count) - without) as usize
}

const fn number(of: u32, count: u32) -> u32 {
    NUMBERS[of as usize][count as usize]
}

/// The subset at this index in the order of [`each_subset`].
pub(crate) const fn nth_subset(set: u32, count: u32, place: usize) -> u32 {
    // Counted from the end, the index of a subset is the sum of a number for each of its bits.
    let mut of = set.count_ones();
    let mut after = number(of, count) - 1 - place as u32;
    let (mut left, mut more, mut chosen) = (set, count, 0);
    while more > 0 {
        let highest = 1 << left.ilog2();
        left ^= highest;
        of -= 1;
        let without = number(of, more);
        if after >= without {
            after -= without;
            chosen |= highest;
            more -= 1;
        }
    }
    chosen
}

/// The index of a subset in the order of [`each_subset`].
pub(crate) const fn place_of_subset(set: u32, subset: u32) -> usize {
    let (mut after, mut left, mut count) = (0, subset, 0);
    while left != 0 {
        let lowest = left & left.wrapping_neg();
        count += 1;
        after += number((set & (lowest - 1)).count_ones(), count);
        left ^= lowest;
    }
    (number(set.count_ones(), count) - 1 - after) as usize
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::Card;

    /// `count` cards that are not adjacent in the pack.
    fn some(count: usize) -> Hand {
        (0..count).filter_map(|place| Card::new(5 * place as u8 + 3)).collect()
    }

    #[test]
    fn a_combination_is_found_by_its_index() {
        for (cards, count) in [(0, 0), (3, 0), (1, 1), (4, 2), (7, 4), (9, 5), (2, 3)] {
            let (cards, mut choices) = (some(cards), Vec::new());
            let flow = each_choice(cards, count, Hand::EMPTY, &mut |choice| {
                choices.push(choice);
                Continue(())
            });
            assert!(flow.is_continue());
            assert_eq!(choices.len(), number_of_choices(cards.len(), count), "{count} of {cards:?}");
            for (place, choice) in choices.iter().enumerate() {
                assert_eq!(nth_choice(cards, count, place), *choice);
            }
        }
    }

    #[test]
    fn large_numbers_of_combinations_are_capped() {
        assert_eq!(number_of_choices(78, 39), MANY);
        assert_eq!(nth_choice(Hand::PACK, 39, 0), Hand::PACK.iter().take(39).collect());
        assert_eq!(nth_choice(Hand::PACK, 39, 1), Hand::PACK.iter().take(38).chain(Card::new(39)).collect());
    }

    #[test]
    fn subsets_and_indexes_convert_both_ways() {
        for set in [0, 0b1, 0b1011_0110, 0x3fff, 0x3f_fffe, 0x15_5555] {
            for (count, from) in [(1, 0), (1, 7), (2, 4), (3, 9), (5, 0), (5, 6)] {
                let mut subsets = Vec::new();
                let flow = each_subset(set, count, from, 0, &mut |subset| {
                    subsets.push(subset);
                    Continue(())
                });
                assert!(flow.is_continue());
                assert_eq!(number_of_subsets(set, count, from), subsets.len(), "{count} of {set:b} from {from}");
                for (place, subset) in subsets.iter().enumerate() {
                    assert_eq!(nth_subset(set, count, place), *subset, "{place} of {count} of {set:b}");
                    assert_eq!(place_of_subset(set, *subset), place);
                }
            }
        }
    }
}
