//! The confidence interval of a probability, from the number of hits among the boards drawn.

/// How often an [`Interval`] holds the true value, at least.
pub const CONFIDENCE: f64 = 0.95;

/// From and to, both inclusive.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Interval {
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

impl Interval {
    /// The interval of Clopper and Pearson for `hits` of `trials` at [`CONFIDENCE`]: the values under which neither so
    /// many hits nor so few would be rarer than half of what is left.
    pub fn clopper_pearson(hits: u64, trials: u64) -> Self {
        let tail = (1.0 - CONFIDENCE) / 2.0;
        let (k, n) = (hits as f64, trials as f64);
        let low = if hits == 0 { 0.0 } else { beta_quantile(tail, k, n - k + 1.0) };
        let high = if hits >= trials { 1.0 } else { beta_quantile(1.0 - tail, k + 1.0, n - k) };
        Self { low, high }
    }

    /// Whether a value lies in it.
    pub fn contains(self, value: f64) -> bool {
        (self.low..=self.high).contains(&value)
    }

    /// Half the distance between the ends.
    pub fn half_width(self) -> f64 {
        (self.high - self.low) / 2.0
    }
}

/// The value below which a beta distribution has the given mass, by bisection.
fn beta_quantile(mass: f64, a: f64, b: f64) -> f64 {
    let scale = log_gamma(a + b) - log_gamma(a) - log_gamma(b);
    let (mut low, mut high) = (0.0f64, 1.0f64);
    for _ in 0..100 {
        let middle = f64::midpoint(low, high);
        if middle <= low || middle >= high {
            break;
        }
        if beta_mass(middle, a, b, scale) < mass {
            low = middle;
        } else {
            high = middle;
        }
    }
    f64::midpoint(low, high)
}

/// The regularised incomplete beta function.
fn beta_mass(x: f64, a: f64, b: f64, scale: f64) -> f64 {
    if x <= 0.0 {
        return 0.0;
    }
    if x >= 1.0 {
        return 1.0;
    }
    let front = (scale + a * x.ln() + b * (-x).ln_1p()).exp();
    // The fraction converges quickly on its own side of the mean.
    if x < (a + 1.0) / (a + b + 2.0) {
        front * fraction(x, a, b) / a
    } else {
        1.0 - front * fraction(1.0 - x, b, a) / b
    }
}

/// The continued fraction of the incomplete beta function by Lentz's method.
fn fraction(x: f64, a: f64, b: f64) -> f64 {
    const TINY: f64 = 1e-300;
    let away = |value: f64| if value.abs() < TINY { TINY } else { value };
    let mut c = 1.0;
    let mut d = 1.0 / away(1.0 - (a + b) * x / (a + 1.0));
    let mut result = d;
    for m in 1..20_000 {
        let m = f64::from(m);
        let even = m * (b - m) * x / ((a + 2.0 * m - 1.0) * (a + 2.0 * m));
        d = 1.0 / away(1.0 + even * d);
        c = away(1.0 + even / c);
        result *= d * c;
        let odd = -(a + m) * (a + b + m) * x / ((a + 2.0 * m) * (a + 2.0 * m + 1.0));
        d = 1.0 / away(1.0 + odd * d);
        c = away(1.0 + odd / c);
        let factor = d * c;
        result *= factor;
        if (factor - 1.0).abs() < 1e-14 {
            break;
        }
    }
    result
}

/// The logarithm of the gamma function for positive arguments, by Stirling's series after shifting the argument up.
fn log_gamma(x: f64) -> f64 {
    let (mut x, mut shift) = (x, 0.0);
    while x < 10.0 {
        shift -= x.ln();
        x += 1.0;
    }
    let inverse = 1.0 / (x * x);
    let series = (1.0 / 12.0
        - inverse * (1.0 / 360.0 - inverse * (1.0 / 1260.0 - inverse * (1.0 / 1680.0 - inverse / 1188.0))))
        / x;
    shift + (x - 0.5) * x.ln() - x + 0.5 * std::f64::consts::TAU.ln() + series
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Values from tables of the Clopper–Pearson interval.
    #[test]
    fn known_intervals() {
        for (hits, trials, low, high) in [
            (0, 10, 0.0, 0.308_497_1),
            (10, 10, 0.691_502_9, 1.0),
            (5, 10, 0.187_086_0, 0.812_914_0),
            (1, 100, 0.000_253_2, 0.054_459_4),
            (50, 100, 0.398_321_1, 0.601_678_9),
        ] {
            let interval = Interval::clopper_pearson(hits, trials);
            assert!((interval.low - low).abs() < 2e-6, "{hits}/{trials}: {interval:?}");
            assert!((interval.high - high).abs() < 2e-6, "{hits}/{trials}: {interval:?}");
        }
    }

    /// The ends satisfy their definition: the binomial tails beyond the hits are 2.5 % each.
    #[test]
    fn the_tails_are_equal() {
        let tail_from = |hits: u64, trials: u64, p: f64| -> f64 {
            (hits..=trials)
                .map(|k| {
                    let (k, n) = (k as f64, trials as f64);
                    (log_gamma(n + 1.0) - log_gamma(k + 1.0) - log_gamma(n - k + 1.0)
                        + k * p.ln()
                        + (n - k) * (-p).ln_1p())
                    .exp()
                })
                .sum()
        };
        for (hits, trials) in [(1, 5), (3, 17), (100, 1000), (999, 1000), (40, 2000)] {
            let interval = Interval::clopper_pearson(hits, trials);
            assert!((tail_from(hits, trials, interval.low) - 0.025).abs() < 1e-9);
            assert!((1.0 - tail_from(hits + 1, trials, interval.high) - 0.025).abs() < 1e-9);
        }
    }

    #[test]
    fn a_million_boards_are_good_to_a_tenth_of_a_percent() {
        assert!(Interval::clopper_pearson(1 << 19, 1 << 20).half_width() < 0.001);
    }
}
