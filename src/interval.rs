//! Wilson's interval of a share, at 95 %: how far it may be from what endless games would tell.

/// The quantile of the normal distribution between whose two sides 95 % lie.
pub const Z: f64 = 1.959_963_984_540_054;

/// An interval that holds the true value in 95 of 100 such experiments.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// Lower bound.
    pub low: f64,
    /// Upper bound.
    pub high: f64,
}

/// The Wilson score interval of a share; `None` of nothing.
///
/// With the share p of n trials and z = 1.96: (p + z²/2n ± z √(p(1−p)/n + z²/4n²)) / (1 + z²/n).
pub fn wilson(successes: u64, trials: u64) -> Option<Interval> {
    (trials > 0).then(|| wilson_of(successes as f64 / trials as f64, trials as f64))
}

/// The same of a share that says as much as that of so many trials would: not always a whole number.
pub fn wilson_of(share: f64, trials: f64) -> Interval {
    let z_squared = Z * Z;
    let scale = 1.0 + z_squared / trials;
    let middle = (share + z_squared / (2.0 * trials)) / scale;
    let spread = share * (1.0 - share) / trials + z_squared / (4.0 * trials * trials);
    let half = Z * spread.sqrt() / scale;
    // None and all are their own bounds, whatever rounding makes of them.
    let low = if share <= 0.0 { 0.0 } else { (middle - half).max(0.0) };
    let high = if share >= 1.0 { 1.0 } else { (middle + half).min(1.0) };
    Interval { low, high }
}
