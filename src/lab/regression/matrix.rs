//! Symmetric positive definite matrices: Cholesky decomposition and linear equations.

/// A symmetric matrix; only the lower triangle is used.
#[derive(Clone, Debug)]
pub struct SymmetricMatrix {
    size: usize,
    cells: Vec<f64>,
}

/// The Cholesky factor of a matrix: a lower triangular matrix whose product with its transpose it is.
#[derive(Debug)]
pub struct CholeskyFactor(SymmetricMatrix);

impl SymmetricMatrix {
    /// The zero matrix.
    pub fn new(size: usize) -> SymmetricMatrix {
        SymmetricMatrix { size, cells: vec![0.0; size * size] }
    }

    /// The cells of a row, up to the diagonal.
    pub fn row(&mut self, row: usize) -> &mut [f64] {
        let start = row * self.size;
        &mut self.cells[start..=start + row]
    }

    /// Multiplies the matrix by `factor`, and adds `more` to the diagonal.
    pub fn scale(&mut self, factor: f64, more: f64) {
        for row in 0..self.size {
            let cells = self.row(row);
            cells.iter_mut().for_each(|cell| *cell *= factor);
            cells[row] += more;
        }
    }

    /// Adds a matrix of the same size.
    pub fn add(&mut self, other: &SymmetricMatrix) {
        self.cells.iter_mut().zip(&other.cells).for_each(|(cell, more)| *cell += more);
    }

    /// The Cholesky decomposition. Pivots that are not positive because of rounding are replaced by a small one.
    pub fn factor(mut self) -> CholeskyFactor {
        for row in 0..self.size {
            let (above, below) = self.cells.split_at_mut(row * self.size);
            for column in 0..row {
                let other = &above[column * self.size..=column * self.size + column];
                let rest = below[column] - dot(&below[..column], &other[..column]);
                below[column] = rest / other[column];
            }
            let rest = below[row] - dot(&below[..row], &below[..row]);
            below[row] = rest.max(f64::EPSILON).sqrt();
        }
        CholeskyFactor(self)
    }
}

impl CholeskyFactor {
    /// The solution of the linear equations with this right side.
    pub fn solve(&self, right: &[f64]) -> Vec<f64> {
        let SymmetricMatrix { size, cells } = &self.0;
        let mut found = right.to_vec();
        self.forward(&mut found, 0);
        for row in (0..*size).rev() {
            found[row] /= cells[row * size + row];
            let (before, value) = found.split_at_mut(row);
            let factors = &cells[row * size..row * size + row];
            for (cell, factor) in before.iter_mut().zip(factors) {
                *cell -= factor * value[0];
            }
        }
        found
    }

    /// The diagonal of the inverse.
    pub fn inverse_diagonal(&self) -> Vec<f64> {
        let of = |index: usize| {
            let mut column = vec![0.0; self.0.size];
            column[index] = 1.0;
            self.forward(&mut column, index);
            dot(&column[index..], &column[index..])
        };
        (0..self.0.size).map(of).collect()
    }

    /// Forward substitution; `right` is 0 before the row `first`.
    fn forward(&self, right: &mut [f64], first: usize) {
        let SymmetricMatrix { size, cells } = &self.0;
        for row in first..*size {
            let factors = &cells[row * size..=row * size + row];
            let known = dot(&factors[first..row], &right[first..row]);
            right[row] = (right[row] - known) / factors[row];
        }
    }
}

fn dot(one: &[f64], other: &[f64]) -> f64 {
    one.iter().zip(other).map(|(one, other)| one * other).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equations_are_solved() {
        let rows: [&[f64]; 3] = [&[4.0], &[2.0, 5.0], &[-1.0, 0.5, 3.0]];
        let mut matrix = SymmetricMatrix::new(3);
        for (number, cells) in rows.into_iter().enumerate() {
            matrix.row(number).copy_from_slice(cells);
        }
        let factor = matrix.factor();
        // The rows of the whole matrix times 1, -2, 3.
        let found = factor.solve(&[-3.0, -6.5, 7.0]);
        for (found, expected) in found.into_iter().zip([1.0, -2.0, 3.0]) {
            assert!((found - expected).abs() < 1e-12, "{found}");
        }
        let diagonal = factor.inverse_diagonal();
        for index in 0..3 {
            let mut unit = [0.0; 3];
            unit[index] = 1.0;
            let expected = factor.solve(&unit)[index];
            assert!((diagonal[index] - expected).abs() < 1e-12);
        }
    }

    #[test]
    fn sums_and_multiples() {
        let mut one = SymmetricMatrix::new(2);
        one.row(1).copy_from_slice(&[1.0, 2.0]);
        one.add(&one.clone());
        one.scale(10.0, 1.0);
        assert_eq!((one.row(0).to_vec(), one.row(1).to_vec()), (vec![1.0], vec![20.0, 41.0]));
    }
}
