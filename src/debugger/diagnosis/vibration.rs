//! Lowest natural frequency of masses and springs: the compliance of a body as a whole.
//!
//! With K the stiffness matrix of the drawn shape and M the masses, ω² is the least eigenvalue of M^-½·K·M^-½ apart
//! from the three zeros of rigid motion. Deflation (Hotelling 1933) shifts those up. Inverse iteration with a Cholesky
//! factor then converges to the least one (Golub and Van Loan, *Matrix Computations*, §8.2).

use crate::geometry::DVec2;

/// Most masses that are analysed: the factorisation costs O(n³).
const MOST: usize = 300;
/// Steps of inverse iteration.
const STEPS: usize = 40;

/// A spring between two masses: their indices, and its stiffness.
pub(super) type Link = ([usize; 2], f64);

/// ω² of the softest elastic mode, in 1 / time²; near 0 for a mechanism. None for fewer than two masses or more than 300.
pub(super) fn softest_mode(masses: &[f64], points: &[DVec2], links: &[Link]) -> Option<f64> {
    let count = masses.len();
    if !(2..=MOST).contains(&count) || masses.iter().any(|mass| !(*mass > 0.0 && mass.is_finite())) {
        return None;
    }
    let size = 2 * count;
    let mut matrix = stiffness(masses, points, links);
    let largest = (0..size).map(|i| matrix[i * size + i]).fold(0.0, f64::max);
    // The trace is the sum of all eigenvalues, so a rigid mode shifted by it is never the least.
    let trace: f64 = (0..size).map(|i| matrix[i * size + i]).sum();
    if !(trace > 0.0 && trace.is_finite()) {
        return None;
    }
    for mode in rigid_modes(masses, points) {
        for row in 0..size {
            (0..size).for_each(|column| matrix[row * size + column] += trace * mode[row] * mode[column]);
        }
    }
    // A mechanism would make the matrix singular.
    (0..size).for_each(|i| matrix[i * size + i] += 1e-9 * largest);
    factorise(&mut matrix, size)?;
    // An asymmetric start vector.
    let mut vector: Vec<f64> = (0..size).map(|i| 1.0 + ((i * 7919) % 101) as f64 / 101.0).collect();
    let mut inverse = 0.0;
    for _ in 0..STEPS {
        let length = vector.iter().map(|x| x * x).sum::<f64>().sqrt();
        vector.iter_mut().for_each(|x| *x /= length);
        let before = vector.clone();
        solve(&matrix, size, &mut vector);
        inverse = before.iter().zip(&vector).map(|(a, b)| a * b).sum();
    }
    Some((1.0 / inverse - 1e-9 * largest).max(0.0)).filter(|value| value.is_finite())
}

/// M^-½·K·M^-½, by rows.
fn stiffness(masses: &[f64], points: &[DVec2], links: &[Link]) -> Vec<f64> {
    let size = 2 * masses.len();
    let mut matrix = vec![0.0; size * size];
    for &([a, b], k) in links {
        let Some(n) = (points[b] - points[a]).try_normalize() else { continue };
        let blocks = [(a, a, 1.0), (b, b, 1.0), (a, b, -1.0), (b, a, -1.0)];
        for (row, column, sign) in blocks {
            let factor = sign * k / (masses[row] * masses[column]).sqrt();
            for (i, x) in n.to_array().into_iter().enumerate() {
                for (j, y) in n.to_array().into_iter().enumerate() {
                    matrix[(2 * row + i) * size + 2 * column + j] += factor * x * y;
                }
            }
        }
    }
    matrix
}

/// Two translations and the turn about the centre of mass, as unit vectors of M^½·displacement.
fn rigid_modes(masses: &[f64], points: &[DVec2]) -> [Vec<f64>; 3] {
    let total: f64 = masses.iter().sum();
    let center = masses.iter().zip(points).map(|(&mass, &point)| mass * point).sum::<DVec2>() / total;
    let mode = |motion: &dyn Fn(DVec2) -> DVec2| {
        let each = masses.iter().zip(points).flat_map(|(&mass, &point)| (mass.sqrt() * motion(point)).to_array());
        let mode: Vec<f64> = each.collect();
        let length = mode.iter().map(|x| x * x).sum::<f64>().sqrt();
        mode.into_iter().map(|x| if length > 0.0 { x / length } else { 0.0 }).collect()
    };
    [mode(&|_| DVec2::X), mode(&|_| DVec2::Y), mode(&|point| (point - center).perp())]
}

/// Cholesky factorisation: the lower triangle becomes L with L·Lᵀ the matrix. None if it is not positive definite.
fn factorise(matrix: &mut [f64], size: usize) -> Option<()> {
    for row in 0..size {
        for column in 0..=row {
            let (upper, lower) = (column * size, row * size);
            let sum: f64 = (0..column).map(|i| matrix[lower + i] * matrix[upper + i]).sum();
            let rest = matrix[lower + column] - sum;
            if row == column {
                if !(rest > 0.0 && rest.is_finite()) {
                    return None;
                }
                matrix[lower + column] = rest.sqrt();
            } else {
                matrix[lower + column] = rest / matrix[upper + column];
            }
        }
    }
    Some(())
}

/// Solves L·Lᵀ·x = vector in place.
fn solve(factor: &[f64], size: usize, vector: &mut [f64]) {
    for row in 0..size {
        let sum: f64 = (0..row).map(|i| factor[row * size + i] * vector[i]).sum();
        vector[row] = (vector[row] - sum) / factor[row * size + row];
    }
    for row in (0..size).rev() {
        let sum: f64 = (row + 1..size).map(|i| factor[i * size + row] * vector[i]).sum();
        vector[row] = (vector[row] - sum) / factor[row * size + row];
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(found: Option<f64>, expected: f64) {
        let found = found.expect("a frequency");
        assert!((found - expected).abs() <= 1e-6 * expected, "{found} is not {expected}");
    }

    #[test]
    fn softest_mode_of_two_masses_uses_the_reduced_mass() {
        // 1/2 + 1/3 = 5/6, times k = 6.
        let points = [DVec2::ZERO, DVec2::new(3.0, 4.0)];
        near(softest_mode(&[2.0, 3.0], &points, &[([0, 1], 6.0)]), 5.0);
    }

    #[test]
    fn softest_mode_of_a_triangle_matches_goldstein() {
        // Equilateral, m = 1: 3/2·k twice and 3·k (Goldstein, Classical Mechanics, problem 6.12).
        let points = [DVec2::ZERO, DVec2::X, DVec2::new(0.5, 0.75f64.sqrt())];
        near(softest_mode(&[1.0; 3], &points, &[([0, 1], 2.0), ([1, 2], 2.0), ([2, 0], 2.0)]), 3.0);
    }

    #[test]
    fn softest_mode_of_a_mechanism_is_near_zero() {
        let points = [DVec2::ZERO, DVec2::X, DVec2::ONE, DVec2::Y];
        let sides = [([0, 1], 1.0), ([1, 2], 1.0), ([2, 3], 1.0), ([3, 0], 1.0)];
        assert!(softest_mode(&[1.0; 4], &points, &sides).unwrap() < 1e-6);
        assert_eq!(softest_mode(&[1.0], &points[..1], &[]), None);
        assert_eq!(softest_mode(&[0.0, 1.0], &points[..2], &sides[..1]), None);
    }
}
