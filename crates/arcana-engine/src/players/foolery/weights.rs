//! The adept's weights, tuned by letting slightly different adepts play each other and random players.

/// Weights: costs are about a hundred for a play that must be led, dangers are in 256ths.
#[derive(Clone, Copy, Debug)]
pub struct Weights {
    /// The cost of one to four cards of a rank.
    pub group: [i32; 4],
    /// Reduction of that cost per rank.
    pub group_rise: [i32; 4],
    /// The cost of a straight.
    pub straight: i32,
    /// The cost of a flush.
    pub flush: i32,
    /// Reduction of both costs per rank.
    pub five_rise: i32,
    /// Saving of a triple and a pair as a full house.
    pub full_house: i32,
    /// The cost of a trump.
    pub trump: i32,
    /// Reduction of that cost per number.
    pub trump_rise: i32,
    /// The cost of the Fool.
    pub fool: i32,
    /// Worth of the lead.
    pub lead: i32,
    /// Increase, in 256ths, when another player has one, two or three cards left.
    pub urgency: [i32; 3],
    /// The harm of a play that somebody may go out on.
    pub lets_out: i32,
    /// Worth of going out with the next lead.
    pub out_next: i32,
    /// The harm of being stuck with the Fool.
    pub stuck: i32,
    /// Worth of passing.
    pub pass: i32,
    /// The danger that the Fool is to a play.
    pub by_fool: i32,
    /// The danger that each trump is to a play that one, two or three follow.
    pub by_trumps: [i32; 3],
    /// The danger that each higher trump is to trumps that one, two or three follow.
    pub by_higher_trumps: [i32; 3],
    /// The danger of each card (pair, triple, four) that is no lower.
    pub by_rank: [i32; 4],
    /// The danger that each player with five cards is to a straight, a flush, a full house.
    pub by_five: [i32; 3],
}

impl Weights {
    /// Version 1.
    pub const ADEPT: Weights = Weights {
        group: [94, 123, 147, 141],
        group_rise: [4, 4, 8, 0],
        straight: 170,
        flush: 171,
        five_rise: 2,
        full_house: 60,
        trump: 51,
        trump_rise: 7,
        fool: 34,
        lead: 77,
        urgency: [586, 107, 104],
        lets_out: 27,
        out_next: 62,
        stuck: 495,
        pass: -13,
        by_fool: 24,
        by_trumps: [18, 13, 5],
        by_higher_trumps: [18, 59, 33],
        by_rank: [0, 5, 2, 30],
        by_five: [23, 20, 7],
    };
}
