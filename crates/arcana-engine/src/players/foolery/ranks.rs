//! Sets of ranks as bits, counted and added up by tables.

/// Some of the fourteen ranks, bit 0 for the ace.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ranks(pub u16);

/// Number of ranks in half of a set.
const HALF: u32 = 7;

/// By the bits of half a set: the number of set bits, and the sum of their positions from 1.
const SUMS: [(u8, u8); 1 << HALF] = {
    let mut sums = [(0, 0); 1 << HALF];
    let mut set = 1;
    while set < sums.len() {
        let (count, sum) = sums[set & (set - 1)];
        sums[set] = (count + 1, sum + (set.trailing_zeros() + 1) as u8);
        set += 1;
    }
    sums
};

impl Ranks {
    /// The sums of both halves.
    const fn sums(self) -> [(u8, u8); 2] {
        let half = (1 << HALF) - 1;
        [SUMS[(self.0 & half) as usize], SUMS[(self.0 >> HALF & half) as usize]]
    }

    /// Number of ranks.
    pub fn len(self) -> i32 {
        let [(low, _), (high, _)] = self.sums();
        i32::from(low + high)
    }

    /// Sum of their values, 1 for the ace.
    pub fn values(self) -> i32 {
        let [(_, low), (count, high)] = self.sums();
        i32::from(low + high) + HALF as i32 * i32::from(count)
    }

    /// The lowest `count` of them; all if there are not more.
    pub const fn lowest(self, count: i32) -> Ranks {
        let (mut higher, mut left) = (self.0, count);
        while left > 0 && higher != 0 {
            higher &= higher - 1;
            left -= 1;
        }
        Ranks(self.0 & !higher)
    }

    /// Their positions from 0, ascending.
    pub fn iter(self) -> impl Iterator<Item = u32> {
        let mut left = self.0;
        std::iter::from_fn(move || {
            let lowest = (left != 0).then(|| left.trailing_zeros())?;
            left &= left - 1;
            Some(lowest)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_equal_iteration() {
        for set in (0..1 << 14).map(Ranks) {
            assert_eq!(set.len(), set.iter().count() as i32);
            assert_eq!(set.values(), set.iter().map(|place| place as i32 + 1).sum::<i32>());
            for count in 0..6 {
                let walked = set.iter().take(count).fold(0, |low, place| low | 1 << place);
                assert_eq!(set.lowest(count as i32), Ranks(walked));
            }
        }
    }
}
