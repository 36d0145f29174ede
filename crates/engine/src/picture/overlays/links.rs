//! Overlay: links between bodies, discs and fixed points, coloured by strain.

use super::strain::{self, Link};
use super::{Draw, Overlay, OverlayOptions, explain, stick_error};
use crate::level::LinkKind;
use crate::picture::joints::zigzag;
use crate::picture::layers::links::PIN_PX;
use crate::picture::{Item, Picture, Scene, Stroke};

pub(super) const OVERLAY: Overlay = Overlay {
    id: "links",
    title: "Link strain",
    explanation: "Spring links and sticks from blue (too short) over grey to orange (too long); pin joints that are apart in orange.",
    needs_trace: false,
    draw: Draw::Own(draw),
};

fn draw(scene: &Scene, _options: &OverlayOptions, picture: &mut Picture) {
    let (mut springs, mut sticks, mut pins) = (Vec::new(), Vec::new(), Vec::new());
    for (index, link) in scene.level.links.iter().enumerate() {
        let Some(ends) = scene.link_ends(index) else { continue };
        let length = ends[0].distance(ends[1]);
        match link.kind {
            LinkKind::Spring { rest_length, .. } => {
                let part = (length - rest_length) / rest_length;
                springs.push((Link { ends, part }, rest_length));
            }
            LinkKind::Stick { length: kept } => sticks.push(Link { ends, part: (length - kept) / kept }),
            LinkKind::Pin => pins.push((ends, length)),
        }
    }
    let counts = [springs.len(), sticks.len(), pins.len()];
    let range = strain::range(springs.iter().map(|(link, _)| link), &strain::RANGES);
    let mut segments = Vec::new();
    for (link, rest_length) in &springs {
        let color = strain::color(scene.palette, strain::sound(link) / range);
        segments.extend(zigzag(scene, link.ends, *rest_length).into_iter().map(|segment| (segment, color)));
    }
    if !segments.is_empty() {
        picture.items.push(Item::ColouredLines { segments, width_px: 2.4 });
    }
    let of_sticks = strain::draw_links(scene, sticks, &stick_error::RANGES, 3.2, picture);
    for (ends, length) in pins {
        let is_apart = scene.px_from_world(length) > 1.0;
        let color = strain::color(scene.palette, if is_apart { 1.0 } else { 0.0 });
        if is_apart {
            picture.items.push(Item::Lines { segments: vec![ends], stroke: Stroke::dashed(color, 1.6) });
        }
        let (centers, fill) = (vec![(ends[0] + ends[1]) * 0.5], color.alpha(0));
        picture.items.push(Item::Dots { centers, radius_px: PIN_PX, fill, outline: Some(Stroke::new(color, 2.4)) });
    }
    if counts == [0; 3] {
        return explain(picture, scene.palette.text, "links: none");
    }
    let (palette, percent) = (scene.palette, strain::percent);
    if counts[0] > 0 {
        explain(picture, strain::color(palette, 1.0), format!("spring link stretched by {} % or more", percent(range)));
        explain(picture, strain::color(palette, -1.0), format!("compressed by {} % or more", percent(range)));
    }
    if counts[1] > 0 {
        explain(
            picture,
            strain::color(palette, 1.0),
            format!("stick link too long by {} % or more", percent(of_sticks)),
        );
    }
    if counts[2] > 0 {
        explain(picture, strain::color(palette, 1.0), "pin joint: ends apart");
    }
    explain(picture, strain::color(palette, 0.0), "at rest");
}
