//! Closed contours of a picture at a threshold: marching squares, the planar case of marching cubes (Lorensen and Cline,
//! SIGGRAPH 1987), with linear interpolation between the centres of pixels.
//!
//! Outside the picture nothing is opaque, so that all contours are closed. In the two ambiguous cases of a cell the mean of
//! its corners decides whether they are connected (Nielson and Hamann, 1991, use the saddle value instead).
//! Cost: one pass over the pixels, and a sorted map of the points of the contours.

use crate::geometry::DVec2;
use crate::level::Texture;
use std::collections::BTreeMap;

/// Maximum number of points of all contours.
const MOST_POINTS: usize = 1_000_000;
/// A rim is stepped if this part of its points lies halfway between two pixels.
const STEPPED_PART: f64 = 0.9;

/// The values that are compared with the threshold.
pub(super) struct PixelGrid {
    width: i64,
    height: i64,
    values: Vec<f32>,
    /// Mean colour of what is opaque, `#rrggbb`.
    pub color: String,
    /// What was assumed.
    pub remarks: Vec<String>,
}

impl PixelGrid {
    /// The opacity of the pixels, 0..=1. For a picture without transparency the darkness, or the brightness if its border is
    /// dark.
    pub fn of(texture: &Texture) -> Self {
        let [width, height] = texture.size().map(i64::from);
        let pixels = || texture.pixels().chunks_exact(4);
        let is_opaque = pixels().all(|pixel| pixel[3] == 255);
        let mut remarks = Vec::new();
        let values: Vec<f32> = if is_opaque {
            let luma =
                |p: &[u8]| (0.2126 * f32::from(p[0]) + 0.7152 * f32::from(p[1]) + 0.0722 * f32::from(p[2])) / 255.0;
            let all: Vec<f32> = pixels().map(luma).collect();
            let at = |x: i64, y: i64| f64::from(all[(y * width + x) as usize]);
            let rows = (0..width).flat_map(|x| [at(x, 0), at(x, height - 1)]);
            let border = rows.chain((0..height).flat_map(|y| [at(0, y), at(width - 1, y)]));
            let (sum, count) = border.fold((0.0, 0.0), |(sum, count), value| (sum + value, count + 1.0));
            let is_light = sum > 0.5 * count;
            let kind = if is_light { "dark" } else { "light" };
            remarks.push(format!("the picture has no transparency: its {kind} parts became bodies"));
            all.into_iter().map(|luma| if is_light { 1.0 - luma } else { luma }).collect()
        } else {
            pixels().map(|pixel| f32::from(pixel[3]) / 255.0).collect()
        };
        let color = mean(texture, &values);
        Self { width, height, values, color, remarks }
    }

    /// The value of a pixel; 0 outside.
    fn at(&self, x: i64, y: i64) -> f32 {
        let is_inside = (0..self.width).contains(&x) && (0..self.height).contains(&y);
        if is_inside { self.values[(y * self.width + x) as usize] } else { 0.0 }
    }
}

/// Mean colour, weighted by the values.
fn mean(texture: &Texture, values: &[f32]) -> String {
    let (mut sum, mut total) = ([0.0; 3], 0.0);
    for (pixel, &value) in texture.pixels().chunks_exact(4).zip(values) {
        let weight = f64::from(value);
        total += weight;
        for (sum, &channel) in sum.iter_mut().zip(pixel) {
            *sum += weight * f64::from(channel);
        }
    }
    if total <= 0.0 {
        return String::new();
    }
    let [r, g, b] = sum.map(|sum| (sum / total).round().clamp(0.0, 255.0) as u8);
    format!("#{r:02x}{g:02x}{b:02x}")
}

/// Closed contours.
pub(super) struct Contours {
    /// Points in pixels from the upper left corner of the picture, x to the right and y down.
    pub loops: Vec<Vec<DVec2>>,
    /// True if the rims follow the sides of pixels.
    pub is_stepped: bool,
}

/// A side of a cell, between two neighbouring pixels: column and row of the first, and whether the second is below it.
type Side = (i64, i64, bool);

/// All contours; the opaque side is on the same hand along each.
///
/// # Errors
/// If there are too many points.
pub(super) fn contours(grid: &PixelGrid, threshold: f32) -> Result<Contours, &'static str> {
    let mut next: BTreeMap<Side, Side> = BTreeMap::new();
    for y in -1..grid.height {
        for x in -1..grid.width {
            for (from, to) in segments(grid, threshold, x, y).into_iter().flatten() {
                next.insert(from, to);
            }
        }
        if next.len() > MOST_POINTS {
            return Err("the picture has too many details to be traced: blur or reduce it first");
        }
    }
    let (mut loops, mut halves, mut count) = (Vec::new(), 0, 0);
    while let Some((&start, _)) = next.first_key_value() {
        let mut points = Vec::new();
        let mut side = start;
        while let Some(to) = next.remove(&side) {
            let (point, part) = crossing(grid, threshold, side);
            halves += usize::from((part - 0.5).abs() < 0.02);
            count += 1;
            points.push(point);
            side = to;
        }
        if points.len() >= 3 {
            loops.push(points);
        }
    }
    Ok(Contours { loops, is_stepped: halves as f64 >= STEPPED_PART * f64::from(count) })
}

/// Where the contour crosses a side, and at which part of it.
fn crossing(grid: &PixelGrid, threshold: f32, (x, y, is_down): Side) -> (DVec2, f64) {
    let (a, b) = (grid.at(x, y), if is_down { grid.at(x, y + 1) } else { grid.at(x + 1, y) });
    let part = f64::from((threshold - a) / (b - a)).clamp(0.0, 1.0);
    let along = if is_down { DVec2::Y } else { DVec2::X };
    (DVec2::new(x as f64 + 0.5, y as f64 + 0.5) + along * part, part)
}

/// The segments within the cell whose upper left corner is the centre of this pixel, the opaque corners on their right as
/// seen with y down.
fn segments(grid: &PixelGrid, threshold: f32, x: i64, y: i64) -> [Option<(Side, Side)>; 2] {
    let corners = [grid.at(x, y), grid.at(x + 1, y), grid.at(x + 1, y + 1), grid.at(x, y + 1)];
    let [top, right, bottom, left] = [(x, y, false), (x + 1, y, true), (x, y + 1, false), (x, y, true)];
    let case = corners.iter().enumerate().fold(0, |case, (i, value)| case | usize::from(*value >= threshold) << i);
    let one = |from, to| [Some((from, to)), None];
    let is_joined = || corners.iter().sum::<f32>() >= 4.0 * threshold;
    match case {
        // Bits: upper left, upper right, lower right, lower left.
        0b0001 => one(top, left),
        0b0010 => one(right, top),
        0b0100 => one(bottom, right),
        0b1000 => one(left, bottom),
        0b0011 => one(right, left),
        0b0110 => one(bottom, top),
        0b1100 => one(left, right),
        0b1001 => one(top, bottom),
        0b1110 => one(left, top),
        0b1101 => one(top, right),
        0b1011 => one(right, bottom),
        0b0111 => one(bottom, left),
        0b0101 if is_joined() => [Some((top, right)), Some((bottom, left))],
        0b0101 => [Some((top, left)), Some((bottom, right))],
        0b1010 if is_joined() => [Some((left, top)), Some((right, bottom))],
        0b1010 => [Some((right, top)), Some((left, bottom))],
        _ => [None, None],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::polygon;

    /// A grid from rows of digits 0 to 9, in ninths.
    fn grid(rows: &[&str]) -> PixelGrid {
        let values = rows.iter().flat_map(|row| row.bytes().map(|digit| f32::from(digit - b'0') / 9.0)).collect();
        let (width, height) = (rows[0].len() as i64, rows.len() as i64);
        PixelGrid { width, height, values, color: String::new(), remarks: Vec::new() }
    }

    fn areas(rows: &[&str]) -> Vec<f64> {
        let loops = contours(&grid(rows), 0.5).unwrap().loops;
        let mut areas: Vec<f64> = loops.iter().map(|points| 0.5 * polygon::doubled_area(points)).collect();
        areas.sort_by(f64::total_cmp);
        areas
    }

    #[test]
    fn contour_of_a_block_lies_on_the_sides_of_its_pixels() {
        // Three by three pixels; each corner is cut by an eighth of a pixel.
        assert_eq!(areas(&["00000", "09990", "09990", "09990", "00000"]), [8.5]);
        // At the border of the picture as well.
        assert_eq!(areas(&["999", "999", "999"]), [8.5]);
    }

    #[test]
    fn contour_of_a_hole_runs_the_other_way() {
        // The hole of one pixel is a diamond with an area of a half.
        assert_eq!(areas(&["99999", "99999", "99099", "99999", "99999"]), [-0.5, 24.5]);
    }

    #[test]
    fn contour_of_pixels_that_touch_at_a_corner_follows_the_mean() {
        // The mean of the four is exactly the threshold: joined.
        assert_eq!(areas(&["90", "09"]).len(), 1);
        assert_eq!(areas(&["80", "08"]).len(), 2);
    }

    #[test]
    fn contour_interpolates_between_pixels() {
        let found = contours(&grid(&["000", "093", "000"]), 0.5).unwrap();
        // Between 1 and 1/3 the value 1/2 lies at three quarters.
        assert!(found.loops[0].iter().any(|point| point.abs_diff_eq(DVec2::new(2.25, 1.5), 1e-6)), "{:?}", found.loops);
        assert!(!found.is_stepped);
        assert!(contours(&grid(&["09", "99"]), 0.5).unwrap().is_stepped);
    }
}
