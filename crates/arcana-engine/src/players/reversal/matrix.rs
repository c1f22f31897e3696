//! Games of two players who choose at the same time: how often to make each choice so that no reply pays.

/// Values by own choice and the other's, for the player who chooses a row; all are probabilities.
pub(super) type Matrix = Vec<Vec<f64>>;

/// Below it, a number of the tableau is a rounding error.
const ZERO: f64 = 1e-11;

/// How often to choose each row so that the least value is as high as can be.
#[derive(Debug)]
pub(super) struct Solution {
    pub mix: Vec<f64>,
    pub value: f64,
}

impl Solution {
    pub fn of(matrix: &Matrix) -> Solution {
        pure(matrix).unwrap_or_else(|| mixed(matrix))
    }
}

/// The row that is best against the column that is worst for it, if neither is better answered otherwise.
fn pure(matrix: &Matrix) -> Option<Solution> {
    let least = |row: &Vec<f64>| row.iter().copied().fold(f64::INFINITY, f64::min);
    let (place, value) = matrix.iter().map(least).enumerate().max_by(|one, other| one.1.total_cmp(&other.1))?;
    let column = matrix[place].iter().position(|entry| *entry == value)?;
    let is_best = matrix.iter().all(|row| row[column] <= value);
    is_best.then(|| Solution { mix: (0..matrix.len()).map(|row| f64::from(u8::from(row == place))).collect(), value })
}

/// A linear program, solved by the simplex method with Bland's rule.
fn mixed(matrix: &Matrix) -> Solution {
    let (rows, columns) = (matrix.len(), matrix.first().map_or(0, Vec::len));
    let mut tableau = Tableau::new(matrix, rows, columns);
    while let Some(column) = tableau.entering() {
        tableau.pivot(tableau.leaving(column), column);
    }
    let weights = &tableau.0[rows][columns..columns + rows];
    let whole: f64 = weights.iter().sum();
    Solution { mix: weights.iter().map(|weight| (weight / whole).max(0.)).collect(), value: 1. / whole - 1. }
}

/// A row for each own choice, and the objective. Columns: the other's choices, slacks, and the right side.
struct Tableau(Vec<Vec<f64>>);

impl Tableau {
    fn new(matrix: &Matrix, rows: usize, columns: usize) -> Tableau {
        let row = |(place, values): (usize, &Vec<f64>)| {
            let slacks = (0..rows).map(move |slack| f64::from(u8::from(slack == place)));
            // The method needs values above zero.
            values.iter().map(|value| value + 1.).chain(slacks).chain([1.]).collect()
        };
        let mut all: Vec<Vec<f64>> = matrix.iter().enumerate().map(row).collect();
        all.push((0..=columns + rows).map(|column| if column < columns { -1. } else { 0. }).collect());
        Tableau(all)
    }

    /// The first column that improves the objective.
    fn entering(&self) -> Option<usize> {
        self.0.last()?.iter().position(|value| *value < -ZERO)
    }

    /// The row that limits a column most.
    fn leaving(&self, column: usize) -> usize {
        let limit = |row: &[f64]| row.last().expect("a right side") / row[column];
        let rows = self.0[..self.0.len() - 1].iter().enumerate();
        let limits = rows.filter(|(_, row)| row[column] > ZERO).map(|(place, row)| (limit(row), place));
        limits.min_by(|one, other| one.0.total_cmp(&other.0)).expect("values above zero limit it").1
    }

    fn pivot(&mut self, at: usize, column: usize) {
        let by = self.0[at][column];
        self.0[at].iter_mut().for_each(|value| *value /= by);
        let pivot = self.0[at].clone();
        for (place, row) in self.0.iter_mut().enumerate() {
            let by = row[column];
            if place != at && by != 0. {
                row.iter_mut().zip(&pivot).for_each(|(value, pivot)| *value -= by * pivot);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn assert_mix(matrix: &[&[f64]], expected: &[f64]) {
        let Solution { mix, .. } = Solution::of(&matrix.iter().map(|row| row.to_vec()).collect());
        assert!(mix.iter().zip(expected).all(|(is, expected)| (is - expected).abs() < 1e-9), "{mix:?}");
    }

    #[test]
    fn a_choice_that_is_always_better_is_always_made() {
        assert_mix(&[&[0.2, 0.4], &[0.3, 0.5]], &[0., 1.]);
    }

    #[test]
    fn choices_that_beat_each_other_in_a_circle_are_mixed() {
        let third = 1. / 3.;
        assert_mix(&[&[0.5, 0., 1.], &[1., 0.5, 0.], &[0., 1., 0.5]], &[third; 3]);
    }

    #[test]
    fn a_choice_that_wins_more_is_made_less_often() {
        assert_mix(&[&[1., 0.25], &[0., 0.5]], &[0.4, 0.6]);
    }
}
