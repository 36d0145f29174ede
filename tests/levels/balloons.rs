//! A balloon's triangles without and with barycentre (000 §E.1).
//!
//! Must never know: other levels.

use super::support::{FRAMES, Run, area, level};
use blobsmith::level::{checks, gallery};

#[test]
fn a_dent_flips_triangles_without_barycentre() {
    let mut run = Run::new("10-balloon-bare");
    let body = run.body("balloon");
    let mut flipped = Vec::new();
    run.frames(FRAMES, |run| {
        flipped.push(run.flipped(body));
        // Flipped or not, the sum of the triangles is the area of the outline (000 §E.1).
        let by_outline = area(&run.outline(body));
        assert!((0.5 * run.world.doubled_area(body) - by_outline).abs() < 1e-9 * by_outline);
    });
    // By its own breathing at frame 9, before the stone has come; by the stone at frames 14 and 17 to 36.
    let when: Vec<usize> = (1..=FRAMES as usize).filter(|frame| flipped[frame - 1] > 0).collect();
    assert_eq!(when, [9, 14].into_iter().chain(17..=36).collect::<Vec<_>>());
}

#[test]
fn none_with_barycentre_and_the_same_motion() {
    let (mut bare, mut fanned) = (Run::new("10-balloon-bare"), Run::new("11-balloon-barycentre"));
    let body = fanned.body("balloon");
    for frame in 1..=FRAMES {
        bare.frames(1, |_| ());
        fanned.frames(1, |_| ());
        assert_eq!(fanned.flipped(body), 0, "frame {frame}");
        // The area comes from the hull, so the fan changes no bit of it.
        let bits =
            |run: &Run| run.outline(body).iter().flat_map(|at| [at.x.to_bits(), at.y.to_bits()]).collect::<Vec<_>>();
        assert_eq!(bits(&bare), bits(&fanned), "frame {frame}");
    }
}

#[test]
fn the_checks_offer_the_barycentre() {
    let mut level = level("10-balloon-bare");
    let finding = checks::check(&level).remove(0);
    let fix = checks::rule(finding.rule).and_then(|rule| rule.fix).expect("the balloon has a fix");
    fix(&mut level, &finding).expect("it applies");
    assert_eq!(checks::check(&level), []);
    assert_eq!(level.bodies[1].nodes.len(), 25);
}

#[test]
fn the_area_of_the_hull_is_that_of_the_triangles() {
    let mut tiled = 0;
    for found in gallery::ALL {
        let mut run = Run::new(found.id);
        let sum = |run: &Run, body: usize| -> f64 {
            let at = |node: usize| run.node(body, node);
            let doubled = |&[a, b, c]: &[usize; 3]| (at(b) - at(a)).perp_dot(at(c) - at(a));
            run.level.bodies[body].triangles.iter().map(doubled).sum()
        };
        run.frames(20, |run| {
            for body in (0..run.level.bodies.len()).filter(|&body| run.world.layout().bodies[body].tiles_hull) {
                let (hull, triangles) = (run.world.doubled_area(body), sum(run, body));
                tiled += 1;
                assert!((hull - triangles).abs() <= 1e-9 * triangles.abs(), "{}: {hull} {triangles}", found.id);
            }
        });
    }
    assert!(tiled > 2000, "{tiled}");
}
