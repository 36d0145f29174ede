//! The shape at rest: what springs and sticks take for their length.
//!
//! Must never know: the engine, the screen, history.

use super::fill::points;
use crate::geometry::DVec2;
use crate::level::Body;
use crate::level::checks::support::tell;

/// Makes springs and sticks as long as they are drawn. Says what was done.
///
/// # Errors
/// When all are that long already, or a stick would have no length.
pub fn as_drawn(body: &mut Body) -> Result<String, String> {
    let at = points(body)?;
    if body.springs.is_empty() && body.sticks.is_empty() {
        return Err("it has neither springs nor sticks".to_owned());
    }
    if let Some(stick) = body.sticks.iter().find(|stick| at[stick.a] == at[stick.b]) {
        return Err(format!("a stick cannot have the length 0: nodes {} and {} are in one place", stick.a, stick.b));
    }
    let (mut springs, mut sticks) = (0, 0);
    for spring in &mut body.springs {
        let length = at[spring.a].distance(at[spring.b]);
        springs += usize::from(spring.rest_length != length);
        spring.rest_length = length;
    }
    for stick in &mut body.sticks {
        let length = at[stick.a].distance(at[stick.b]);
        sticks += usize::from(stick.length != length);
        stick.length = length;
    }
    let told = [(springs, "spring"), (sticks, "stick")].into_iter().filter(|(count, _)| *count > 0);
    let told: Vec<String> = told.map(|(count, noun)| tell::count(count, noun)).collect();
    if told.is_empty() {
        return Err("all its springs and sticks are as long as drawn already".to_owned());
    }
    Ok(format!("{} as long as drawn", told.join(" and ")))
}

/// Makes a pose the shape at rest: nodes go to `positions`, springs and sticks become as long as they are there.
/// Velocities stay as they are in the level.
///
/// # Errors
/// When the pose has another number of nodes or is not finite, or a stick would have no length.
pub fn pose(body: &mut Body, positions: &[DVec2]) -> Result<String, String> {
    if positions.len() != body.nodes.len() {
        return Err("the run has other nodes than the level".to_owned());
    }
    if positions.iter().any(|position| !position.is_finite()) {
        return Err("in the run, a node is not at a finite position".to_owned());
    }
    let mut posed = body.clone();
    let mut moved = 0;
    for (node, position) in posed.nodes.iter_mut().zip(positions) {
        moved += usize::from(node.position != position.to_array());
        node.position = position.to_array();
    }
    let links = match as_drawn(&mut posed) {
        Ok(said) => said,
        Err(reason) if reason.starts_with("a stick") => return Err(reason),
        Err(_) if moved > 0 => "no spring changed".to_owned(),
        Err(_) => return Err("it is in its rest shape already".to_owned()),
    };
    *body = posed;
    Ok(format!("{} placed, {links}", tell::count(moved, "node")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::{Node, Spring, Stick};

    fn body() -> Body {
        let nodes = [[0.0, 0.0], [3.0, 0.0], [3.0, 4.0]].map(Node::at).to_vec();
        let spring = |a, b, rest_length| Spring { a, b, rest_length, stiffness: 1.0, damping: 0.0 };
        Body {
            nodes,
            springs: vec![spring(0, 1, 3.0), spring(0, 2, 9.0)],
            sticks: vec![Stick { a: 1, b: 2, length: 1.0, hidden: false }],
            ..Body::default()
        }
    }

    #[test]
    fn lengths_become_what_is_drawn() {
        let mut drawn = body();
        assert_eq!(as_drawn(&mut drawn), Ok("1 spring and 1 stick as long as drawn".to_owned()));
        assert_eq!(drawn.springs.iter().map(|s| s.rest_length).collect::<Vec<_>>(), [3.0, 5.0]);
        assert_eq!(drawn.sticks[0].length, 4.0);
        assert!(as_drawn(&mut drawn).is_err());
    }

    #[test]
    fn a_pose_moves_nodes_and_sets_lengths() {
        let mut posed = body();
        let at = [DVec2::ZERO, DVec2::new(6.0, 0.0), DVec2::new(6.0, 8.0)];
        assert_eq!(pose(&mut posed, &at), Ok("2 nodes placed, 2 springs and 1 stick as long as drawn".to_owned()));
        assert_eq!(posed.springs.iter().map(|s| s.rest_length).collect::<Vec<_>>(), [6.0, 10.0]);
        assert_eq!((posed.nodes[2].position, posed.sticks[0].length), ([6.0, 8.0], 8.0));
        assert_eq!(pose(&mut posed, &at), Err("it is in its rest shape already".to_owned()));
        let before = posed.clone();
        assert!(pose(&mut posed, &at[..2]).is_err());
        assert!(pose(&mut posed, &[DVec2::NAN; 3]).is_err());
        assert!(pose(&mut posed, &[DVec2::ZERO; 3]).is_err_and(|reason| reason.contains("length 0")));
        assert_eq!(posed, before);
    }
}
