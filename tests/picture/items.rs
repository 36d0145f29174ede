//! Every kind of item: positions and areas in pixels by hand calculation.

use super::support::{GROUND, RED, Raster, viewport};
use blobsmith::picture::{Align, Item, MarkShape, Picture, Primitive, Rgba, Stroke, flatten};
use glam::DVec2;
use std::f64::consts::PI;

const PURE: [u8; 3] = [255, 0, 0];

fn p(x: f64, y: f64) -> DVec2 {
    DVec2::new(x, y)
}

/// Fails unless the red area is the expected one within this part of it. Painters sample rims, so it is not exact.
#[track_caller]
fn assert_area(raster: &Raster, expected: f64, part: f64) {
    let area = raster.red_area();
    assert!((area - expected).abs() <= part * expected, "{area} square pixels instead of {expected}");
}

#[test]
fn triangle_fills_its_inside_only() {
    // Corners at pixels (60,140), (140,140), (60,60): the right angle is lower left, y goes up.
    let raster = Raster::of_items(vec![Item::Triangles {
        corners: vec![[p(-4.0, -4.0), p(4.0, -4.0), p(-4.0, 4.0)]],
        fill: RED,
    }]);
    assert_eq!(raster.at(70, 130), PURE);
    assert_eq!(raster.at(95, 100), PURE);
    assert_eq!(raster.at(130, 70), GROUND, "above the long side");
    assert_eq!(raster.at(50, 100), GROUND);
    assert_eq!(raster.at(100, 150), GROUND);
    // Half of 80 x 80 pixels.
    assert_area(&raster, 3200.0, 0.005);
}

#[test]
fn translucent_fill_mixes_with_the_ground() {
    let half = Rgba(255, 0, 0, 128);
    let corners = vec![[p(-9.0, -9.0), p(9.0, -9.0), p(0.0, 9.0)]];
    let raster = Raster::of_items(vec![Item::Triangles { corners, fill: half }]);
    // 10 + (255 - 10)*128/255 = 133, 20*127/255 = 10, 30*127/255 = 15.
    let [r, g, b] = raster.at(100, 120);
    assert!(r.abs_diff(133) <= 1 && g.abs_diff(10) <= 1 && b.abs_diff(15) <= 1, "{r} {g} {b}");
    assert_eq!(raster.at(20, 20), GROUND);
    // Half of 180 x 180 pixels, at 128/255 each.
    assert_area(&raster, 16_200.0 * 128.0 / 255.0, 0.01);
}

#[test]
fn triangles_of_opposite_orientation_do_not_cancel() {
    let there = [p(-4.0, -4.0), p(4.0, -4.0), p(0.0, 4.0)];
    let back = [there[0], there[2], there[1]];
    let raster = Raster::of_items(vec![Item::Triangles { corners: vec![there, back], fill: RED }]);
    assert_eq!(raster.at(100, 110), PURE);
    assert_eq!(raster.at(40, 70), GROUND);
    assert_area(&raster, 3200.0, 0.005);
}

#[test]
fn polygon_keeps_its_hole() {
    let ring = |half: f64| vec![p(-half, -half), p(half, -half), p(half, half), p(-half, half)];
    let raster = Raster::of_items(vec![Item::Polygon { rings: vec![ring(8.0), ring(4.0)], fill: RED }]);
    assert_eq!(raster.at(100, 100), GROUND);
    assert_eq!(raster.at(30, 100), PURE);
    assert_eq!(raster.at(100, 170), PURE);
    assert_eq!(raster.painted().len(), 160 * 160 - 80 * 80);
}

#[test]
fn line_has_its_width_and_round_ends() {
    let line = Item::Lines { segments: vec![[p(-5.0, 0.0), p(5.0, 0.0)]], stroke: Stroke::new(RED, 4.0) };
    let raster = Raster::of_items(vec![line]);
    // From y = 98 to 102, and half a width of round end beyond x = 50 and x = 150.
    let rows = (0..200).filter(|&y| raster.at(100, y) == PURE).collect::<Vec<_>>();
    assert_eq!(rows, [98, 99, 100, 101]);
    assert_eq!(raster.at(45, 100), GROUND);
    assert_eq!(raster.at(154, 100), GROUND);
    // 100 x 4, and two half circles of radius 2.
    assert_area(&raster, 400.0 + 4.0 * PI, 0.01);
}

#[test]
fn dashes_have_the_period_of_the_pattern() {
    let line = Item::Lines { segments: vec![[p(-9.0, 0.05), p(9.0, 0.05)]], stroke: Stroke::dashed(RED, 1.0) };
    let raster = Raster::of_items(vec![line]);
    // Row 99 from x = 10: 20 dashes of 5 with gaps of 4. Round ends reach half a pixel into each gap.
    for start in (10..190).step_by(9) {
        assert!((start + 1..start + 4).all(|x| raster.at(x, 99) == PURE), "dash at {start}");
        assert!((start + 6..start + 8).all(|x| raster.at(x, 99) == GROUND), "gap at {start}");
    }
    assert!(raster.painted().iter().all(|&(x, y)| (9..190).contains(&x) && (98..=100).contains(&y)));
}

#[test]
fn circle_has_its_world_radius_and_dots_their_pixels() {
    let circles = Item::Circles { circles: vec![(p(0.0, 0.0), 3.0)], fill: Some(RED), outline: None };
    assert_area(&Raster::of_items(vec![circles]), 900.0 * PI, 0.01);
    let dot = Item::Dots { centers: vec![p(5.0, 5.0)], radius_px: 6.0, fill: RED, outline: None };
    let raster = Raster::of_items(vec![dot]);
    assert_eq!(raster.at(150, 50), PURE);
    assert_eq!(raster.at(154, 50), PURE);
    assert_eq!(raster.at(157, 50), GROUND);
    assert_area(&raster, 36.0 * PI, 0.03);
}

#[test]
fn arrow_points_to_its_tip() {
    // From pixel (100,100) to (100,40): upwards.
    let arrow = Item::Arrows { arrows: vec![[p(0.0, 0.0), p(0.0, 6.0)]], stroke: Stroke::new(RED, 2.0) };
    let raster = Raster::of_items(vec![arrow]);
    assert_eq!(raster.at(100, 80), PURE, "shaft");
    let width = |y: usize| (0..200).filter(|&x| raster.at(x, y) != GROUND).count();
    // The head is 4 + 2.5*2 = 9 pixels long: wide near its base, narrow near its tip, and the tip is the end.
    assert!(width(47) >= 6, "base {}", width(47));
    assert!((1..=4).contains(&width(42)), "tip {}", width(42));
    assert_eq!(width(38), 0, "beyond the tip");
    assert!(width(80) <= 3, "shaft {}", width(80));
    assert_eq!(width(103), 0, "behind the tail");
    // A head of 9 x 0.84·9, a shaft of 2 x 51 below it, and the round end of the tail.
    assert_area(&raster, 0.5 * 9.0 * 7.56 + 102.0 + 0.5 * PI, 0.02);
}

#[test]
fn arrow_of_no_length_is_not_drawn() {
    let draw = |arrows| Raster::of_items(vec![Item::Arrows { arrows, stroke: Stroke::new(RED, 2.0) }]);
    let (point, arrow) = ([p(1.0, 1.0), p(1.0, 1.0)], [p(0.0, 0.0), p(0.0, 6.0)]);
    assert!(draw(vec![point]).painted().is_empty());
    // An arrow beside it is drawn all the same.
    let alone = draw(vec![arrow]);
    assert!(!alone.painted().is_empty() && draw(vec![point, arrow]).pixels == alone.pixels);
}

#[test]
fn ticks_leave_their_foot_in_their_direction() {
    // Up in the world is up on the screen; the length of the direction has no effect.
    let ticks = vec![(p(0.0, 0.0), p(0.0, 700.0)), (p(5.0, -5.0), p(0.01, 0.0))];
    let raster = Raster::of_items(vec![Item::Ticks { ticks, length_px: 10.0, stroke: Stroke::new(RED, 2.0) }]);
    assert_eq!(raster.at(100, 95), PURE);
    assert_eq!(raster.at(100, 86), GROUND);
    assert_eq!(raster.at(100, 104), GROUND);
    // From pixel (150, 150) to the right.
    assert_eq!(raster.at(155, 150), PURE);
    assert_eq!(raster.at(145, 150), GROUND);
    assert_eq!(raster.at(164, 150), GROUND);
    // Two of 10 x 2 with round ends of radius 1.
    assert_area(&raster, 2.0 * (20.0 + PI), 0.02);
}

#[test]
fn square_mark_covers_its_square() {
    let shape = MarkShape::Square;
    let mark = Item::Marks { centers: vec![p(0.0, 0.0)], shape, radius_px: 5.0, fill: RED, outline: None };
    let painted = Raster::of_items(vec![mark]).painted();
    assert_eq!(painted.len(), 100);
    assert!(painted.iter().all(|&(x, y)| (95..105).contains(&x) && (95..105).contains(&y)));
}

#[test]
fn text_is_placed_by_its_alignment() {
    let text = |align| Item::Text {
        at: p(0.0, 0.0),
        offset_px: [0.0, 0.0],
        align,
        text: "HHHH".to_owned(),
        size_px: 20.0,
        color: RED,
    };
    let span = |align| {
        let painted = Raster::of_items(vec![text(align)]).painted();
        let xs = painted.iter().map(|&(x, _)| x);
        let ys = painted.iter().map(|&(_, y)| y);
        (xs.clone().min().unwrap(), xs.max().unwrap(), ys.clone().min().unwrap(), ys.max().unwrap())
    };
    let (left, center, right) = (span(Align::Left), span(Align::Center), span(Align::Right));
    assert!(left.0 >= 95 && left.1 > 140, "{left:?}");
    assert!((center.0 + center.1).abs_diff(200) < 6, "{center:?}");
    assert!(right.1 <= 105 && right.0 < 60, "{right:?}");
    // Capital letters have the middle of their height there; the halo is part of the span on both sides.
    assert!((left.2 + left.3).abs_diff(200) < 5, "{left:?}");
}

#[test]
fn flatten_keeps_the_order_and_drops_items_outside() {
    let dot = |x: f64| Item::Dots { centers: vec![p(x, 0.0)], radius_px: 2.0, fill: RED, outline: None };
    let line = Item::Lines { segments: vec![[p(-1e6, 0.0), p(1e6, 0.0)]], stroke: Stroke::new(RED, 1.0) };
    let picture = Picture { items: vec![dot(0.0), dot(500.0), line, dot(1.0)], legend: Vec::new() };
    let list = flatten(&picture, &viewport(), &super::support::palette());
    assert_eq!(list.len(), 3);
    for (index, at) in [(0, [100.0, 100.0]), (2, [110.0, 100.0])] {
        let Primitive::Circles { circles, .. } = &list[index] else { panic!("{:?}", list[index]) };
        assert_eq!(circles[..], [(at, 2.0)]);
    }
    let Primitive::Lines { segments, .. } = &list[1] else { panic!("{:?}", list[1]) };
    assert!(segments[0].iter().flatten().all(|c| c.abs() < 400.0), "cut to the picture: {segments:?}");
    assert_eq!(segments[0][0][1], 100.0);
}
