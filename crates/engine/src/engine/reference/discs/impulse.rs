//! Response to an impact: velocities after it (002 §1.iii–iv, §2; 003 for obstacles). Positions do not change here.

use super::time_of_impact::ROUNDING;
use glam::DVec2;

/// One of two colliding discs.
#[derive(Clone, Copy, Debug)]
pub(super) struct ImpactBody {
    pub velocity: DVec2,
    pub mass: f64,
    /// True if its velocity can change; fixed and driven discs act as infinite mass.
    pub gives_way: bool,
}

/// Returns the velocities of two discs after an impact; none if they do not approach. `normal` is the unit vector from the first
/// to the second.
///
/// 002 §1.iii gives `w1 - v1 = 2 m2 (v2 - v1) / (m1 + m2)` along the normal; scaled by (1 + restitution) / 2.
pub(super) fn discs(first: ImpactBody, second: ImpactBody, normal: DVec2, restitution: f64) -> Option<[DVec2; 2]> {
    let closing = (first.velocity - second.velocity).dot(normal);
    if closing.is_nan() || closing <= 0.0 {
        return None;
    }
    let shares = match (first.gives_way, second.gives_way) {
        (true, true) => {
            let total = first.mass + second.mass;
            [second.mass / total, first.mass / total]
        }
        (true, false) => [1.0, 0.0],
        (false, true) => [0.0, 1.0],
        (false, false) => return None,
    };
    let change = (1.0 + restitution) * closing;
    Some([first.velocity - normal * (change * shares[0]), second.velocity + normal * (change * shares[1])])
}

/// Chord angle α of a disc that slides inside a circle, in radians. Sliding along the arc would need infinitely many impacts. The
/// chords deviate from the circle by less than 1 - cos α = α²/2, half a millionth of its radius.
const CHORD: f64 = 1.0 / 1024.0;

/// Returns the sine of the angle to the inside of a circle below which a disc slides. Elastic discs, and discs with few impacts,
/// bounce down to much flatter angles (α²).
pub(super) fn slide_below(restitution: f64, may_bounce_freely: bool) -> f64 {
    if restitution < 1.0 && !may_bounce_freely { CHORD } else { CHORD * CHORD }
}

/// Returns the velocity after a bounce off an immovable surface; none if the disc does not approach. Only the normal component
/// changes. `normal` is the unit normal towards the disc. `slide_below` is some inside circles only.
pub(super) fn bounce(velocity: DVec2, normal: DVec2, restitution: f64, slide_below: Option<f64>) -> Option<DVec2> {
    let closing = -velocity.dot(normal);
    if let Some(along) = slide_below.and_then(|sine| slide(velocity, normal, restitution, sine)) {
        return Some(along);
    }
    if closing.is_nan() || closing <= 0.0 {
        return None;
    }
    let mut after = velocity + normal * ((1.0 + restitution) * closing);
    // At restitution 0, rounding may leave a small approaching velocity. The disc would then sink in, or collide with the same
    // face until the impact limit.
    if after.dot(normal) < 0.0 {
        after += normal * (velocity.length() * ROUNDING);
    }
    Some(after)
}

/// Returns the velocity along the shallowest chord, for a disc that would leave the inside of a circle at a sine below `least`.
/// The speed is unchanged; after a steep impact it is the tangential speed.
fn slide(velocity: DVec2, normal: DVec2, restitution: f64, least: f64) -> Option<DVec2> {
    let (speed, closing) = (velocity.length(), -velocity.dot(normal));
    if restitution * closing >= speed * least || closing <= -speed * least {
        return None;
    }
    let along = velocity + normal * closing;
    let kept = if closing < speed * (2.0 * CHORD) { speed } else { along.length() };
    let chord = along + normal * (along.length() * CHORD);
    let length = chord.length();
    (length > 0.0).then(|| chord * (kept / length))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn free(velocity: [f64; 2], mass: f64) -> ImpactBody {
        ImpactBody { velocity: velocity.into(), mass, gives_way: true }
    }

    #[test]
    fn impulse_of_two_masses_matches_hand_calculation() {
        // 002 §1.iii with m1 = 1, m2 = 3, v1 = 2, v2 = -1: w1 = 2·(-2/4) - 1·6/4 = -2.5, w2 = -1·(2/4) + 2·2/4 = 0.5.
        let after = discs(free([2.0, 0.0], 1.0), free([-1.0, 0.0], 3.0), DVec2::X, 1.0).unwrap();
        assert_eq!(after, [DVec2::new(-2.5, 0.0), DVec2::new(0.5, 0.0)]);
        // At restitution 0 half the change: both continue at (2 - 3)/4.
        let after = discs(free([2.0, 0.0], 1.0), free([-1.0, 0.0], 3.0), DVec2::X, 0.0).unwrap();
        assert_eq!(after, [DVec2::new(-0.25, 0.0); 2]);
        // 002 §2: the second is immovable; a bumper of restitution 2 returns twice the speed.
        let wall = ImpactBody { gives_way: false, ..free([0.0, 0.0], 1.0) };
        let [ball, _] = discs(free([2.0, 5.0], 1.0), wall, DVec2::X, 2.0).unwrap();
        assert_eq!(ball, DVec2::new(-4.0, 5.0));
        // Separating, and both immovable.
        assert!(discs(free([-1.0, 0.0], 1.0), free([1.0, 0.0], 1.0), DVec2::X, 1.0).is_none());
        assert!(discs(wall, wall, DVec2::X, 1.0).is_none());
    }

    #[test]
    fn impulse_in_a_slanted_direction_matches_hand_calculation() {
        // 002 §1.iv with n = (3, 4)/5, equal masses, v1 = (5, 0), v2 = 0: u1 = 3, so w1 = (5, 0) - 3n = (3.2, -2.4) and
        // w2 = 3n = (1.8, 2.4).
        let [first, second] = discs(free([5.0, 0.0], 2.0), free([0.0; 2], 2.0), DVec2::new(0.6, 0.8), 1.0).unwrap();
        assert!((first - DVec2::new(3.2, -2.4)).length() < 1e-15 && (second - DVec2::new(1.8, 2.4)).length() < 1e-15);
    }

    #[test]
    fn bounce_changes_the_normal_component_only() {
        let after = bounce(DVec2::new(3.0, -4.0), DVec2::Y, 0.5, None).unwrap();
        assert_eq!(after, DVec2::new(3.0, 2.0));
        assert!(bounce(DVec2::new(3.0, 4.0), DVec2::Y, 0.5, None).is_none());
        let slanted = DVec2::new(0.6, 0.8);
        assert!(bounce(slanted * -7.0, slanted, 0.0, None).unwrap().dot(slanted) >= 0.0);
    }

    #[test]
    fn bounce_below_the_slide_speed_keeps_the_speed_and_leaves_the_surface() {
        let slid = |velocity, restitution, may_bounce_freely| {
            bounce(velocity, DVec2::Y, restitution, Some(slide_below(restitution, may_bounce_freely))).unwrap()
        };
        for velocity in [DVec2::new(2.0, 0.0), DVec2::new(2.0, -0.001)] {
            let after = slid(velocity, 0.0, true);
            assert!((after.length() - velocity.length()).abs() < 1e-15);
            assert!(after.y > 0.0019 && after.y < 0.002);
        }
        let after = slid(DVec2::new(1.0, -1.0), 0.0, true);
        assert!((after - DVec2::new(1.0, 1.0 / 1024.0)).length() < 1e-6);
        // Elastic discs keep their angle, however flat.
        assert_eq!(slid(DVec2::new(1.0, -0.0001), 1.0, false), DVec2::new(1.0, 0.0001));
        // Other discs too while they have bounced only a few times: e = ½.
        assert_eq!(slid(DVec2::new(1.0, -1.0 / 8192.0), 0.5, true), DVec2::new(1.0, 1.0 / 16384.0));
        assert!(slid(DVec2::new(1.0, -1.0 / 8192.0), 0.5, false).y > 0.0009);
    }
}
