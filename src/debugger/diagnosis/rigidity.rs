//! Rank of a rigidity matrix: the number of infinitesimal mechanisms of a set of points and links.
//!
//! Each link gives one row, with the unit vector from its first end to its second in the columns of both ends (with
//! opposite signs). Gaussian elimination with full pivoting gives the rank. In the plane n free points that hold their
//! shape have rank 2n - 3 (Maxwell 1864; Asimow and Roth 1978).

use crate::geometry::DVec2;

/// Most points that are analysed: elimination costs O(n³).
const MOST: usize = 100;

/// Pivots below this count as zero; rows are unit vectors, so it is dimensionless.
const ZERO: f64 = 1e-9;

/// Number of independent motions that keep all lengths to first order, without the rigid motions. None for fewer than 2
/// or more than [`MOST`] points. Links of length 0 do not count.
pub(super) fn mechanisms(points: &[DVec2], links: &[[usize; 2]]) -> Option<usize> {
    if points.len() < 2 || points.len() > MOST {
        return None;
    }
    let columns = 2 * points.len();
    let full = columns - 3;
    let row = |&[a, b]: &[usize; 2]| {
        let n = (points[b] - points[a]).try_normalize()?;
        let mut row = vec![0.0; columns];
        (row[2 * a], row[2 * a + 1]) = (-n.x, -n.y);
        (row[2 * b], row[2 * b + 1]) = (n.x, n.y);
        Some(row)
    };
    let rank = rank(links.iter().filter(|[a, b]| a != b).filter_map(row).collect());
    Some(full.saturating_sub(rank))
}

/// The rank of a matrix, by Gaussian elimination with full pivoting.
fn rank(mut rows: Vec<Vec<f64>>) -> usize {
    let mut rank = 0;
    while rank < rows.len() {
        let largest = |row: &Vec<f64>| row.iter().enumerate().map(|(at, x)| (x.abs(), at)).fold((0.0, 0), larger);
        let candidates = rows[rank..].iter().map(largest).enumerate();
        let (size, row, column) = candidates
            .map(|(row, (size, column))| (size, rank + row, column))
            .fold((0.0, rank, 0), |best, next| if next.0 > best.0 { next } else { best });
        if size <= ZERO {
            break;
        }
        rows.swap(rank, row);
        let (done, rest) = rows.split_at_mut(rank + 1);
        let pivot = &done[rank];
        for row in rest.iter_mut().filter(|row| row[column] != 0.0) {
            let factor = row[column] / pivot[column];
            row.iter_mut().zip(pivot).for_each(|(x, p)| *x -= factor * p);
            row[column] = 0.0;
        }
        rank += 1;
    }
    rank
}

fn larger(best: (f64, usize), next: (f64, usize)) -> (f64, usize) {
    if next.0 > best.0 { next } else { best }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SQUARE: [DVec2; 4] = [DVec2::new(0.0, 0.0), DVec2::new(2.0, 0.0), DVec2::new(2.0, 2.0), DVec2::new(0.0, 2.0)];
    const SIDES: [[usize; 2]; 4] = [[0, 1], [1, 2], [2, 3], [3, 0]];

    #[test]
    fn mechanisms_of_small_frames_by_maxwell() {
        assert_eq!(mechanisms(&SQUARE[..3], &[[0, 1], [1, 2], [2, 0]]), Some(0), "a triangle is rigid");
        assert_eq!(mechanisms(&SQUARE, &SIDES), Some(1), "a square of four bars shears");
        let braced: Vec<_> = SIDES.into_iter().chain([[0, 2]]).collect();
        assert_eq!(mechanisms(&SQUARE, &braced), Some(0));
        // Two triangles that share one corner rotate about it: 2·5 - 3 = 7, and six bars.
        let points: Vec<DVec2> = SQUARE.into_iter().chain([DVec2::new(1.0, 1.0)]).collect();
        assert_eq!(mechanisms(&points, &[[0, 1], [1, 4], [4, 0], [2, 3], [3, 4], [4, 2]]), Some(1));
    }

    #[test]
    fn mechanisms_ignore_redundant_links() {
        // Both diagonals of one square, and a tail of one bar. One of the bars is redundant, and the tail still swings.
        let points: Vec<DVec2> = SQUARE.into_iter().chain([DVec2::new(5.0, 1.0)]).collect();
        let links: Vec<_> = SIDES.into_iter().chain([[0, 2], [1, 3], [1, 4]]).collect();
        assert_eq!(links.len(), 2 * points.len() - 3);
        assert_eq!(mechanisms(&points, &links), Some(1));
        // A regular hexagon with bars on its outline only: 2·6 - 3 - 6 = 3.
        let ring: Vec<DVec2> = (0..6).map(|i| DVec2::from_angle(std::f64::consts::PI / 3.0 * f64::from(i))).collect();
        let sides: Vec<_> = (0..6).map(|i| [i, (i + 1) % 6]).collect();
        assert_eq!(mechanisms(&ring, &sides), Some(3));
        assert_eq!(mechanisms(&[DVec2::ZERO; 200], &[]), None);
        assert_eq!(mechanisms(&[DVec2::ZERO; 3], &[[0, 1], [1, 2], [0, 2]]), Some(3), "links of length 0 do not count");
    }
}
