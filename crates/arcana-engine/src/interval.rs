//! Wilson score intervals of shares, at 95 %.

/// The 97.5 % quantile of the standard normal distribution.
pub const Z: f64 = 1.959_963_984_540_054;

/// A 95 % confidence interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// Lower bound.
    pub low: f64,
    /// Upper bound.
    pub high: f64,
}

/// The Wilson score interval of a share; `None` without trials.
///
/// With the share p of n trials and z = 1.96: (p + z²/2n ± z √(p(1−p)/n + z²/4n²)) / (1 + z²/n).
pub fn wilson(successes: u64, trials: u64) -> Option<Interval> {
    (trials > 0).then(|| wilson_of(successes as f64 / trials as f64, trials as f64))
}

/// The same for an effective number of trials, which need not be whole.
pub fn wilson_of(share: f64, trials: f64) -> Interval {
    let z_squared = Z * Z;
    let scale = 1.0 + z_squared / trials;
    let middle = (share + z_squared / (2.0 * trials)) / scale;
    let spread = share * (1.0 - share) / trials + z_squared / (4.0 * trials * trials);
    let half = Z * spread.sqrt() / scale;
    // Shares of 0 and 1 are their own bounds, free of rounding errors.
    let low = if share <= 0.0 { 0.0 } else { (middle - half).max(0.0) };
    let high = if share >= 1.0 { 1.0 } else { (middle + half).min(1.0) };
    Interval { low, high }
}
