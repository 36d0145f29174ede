//! Texture coordinates per node while nodes are added, removed and renumbered.

use crate::level::{Body, Level, Node, Point, Skin, UvMap};
use glam::{DMat3, DVec2, DVec3};

/// Textures before an edit, by tracking number of the nodes.
pub(super) struct OldTextures(Vec<OldTexture>);

/// Texture of one body before an edit.
struct OldTexture {
    /// Tracking numbers of its nodes.
    first: u32,
    count: u32,
    image: String,
    /// One pair per node; empty without a skin.
    pairs: Vec<Point>,
}

impl OldTextures {
    /// Textures of a level whose nodes are numbered from 1.
    pub fn of(level: &Level) -> Self {
        let mut first = 1;
        let of_body = |body: &Body| {
            let count = body.nodes.len() as u32;
            let image = body.skin.as_ref().map(|skin| skin.image.clone()).unwrap_or_default();
            let pairs = body.texture_coordinates().unwrap_or_default();
            first += count;
            OldTexture { first: first - count, count, image, pairs }
        };
        Self(level.bodies.iter().map(of_body).collect())
    }

    fn pair(&self, tracking: u32, image: &str) -> Option<Point> {
        let index = self.0.partition_point(|body| body.first <= tracking).checked_sub(1)?;
        let body = self.0.get(index).filter(|body| body.image == image)?;
        body.pairs.get((tracking - body.first) as usize).copied()
    }

    /// True if these are all nodes of an old body in their old order.
    fn is_whole(&self, body: &Body) -> bool {
        let Some(first) = body.nodes.first().map(|node| node.tracking) else { return true };
        let count = body.nodes.len() as u32;
        self.0.iter().any(|old| (old.first, old.count) == (first, count))
            && (first..).zip(&body.nodes).all(|(number, node)| node.tracking == number)
    }

    /// Updates the pairs of a body after an edit. Nodes of a body with the same image keep their pairs; new nodes get those
    /// of the affine map that fits the others best. Pairs are left alone where the edit has set them.
    pub fn restore(&self, body: &mut Body) {
        let Some(Skin { uv: UvMap::PerNode(pairs), image, .. }) = &body.skin else { return };
        let is_new = body.nodes.iter().all(|node| node.tracking == 0);
        if pairs.len() == body.nodes.len() && (is_new || self.is_whole(body)) {
            return;
        }
        // New nodes keep the pairs that the edit has given them; the pairs of an old body are not meant for them.
        let is_given = pairs.len() == body.nodes.len() && self.0.iter().all(|old| old.pairs != *pairs);
        let given = |index: usize| pairs.get(index).copied().filter(|_| is_given);
        let pair = |(index, node): (usize, &Node)| match node.tracking {
            0 => given(index),
            tracking => self.pair(tracking, image),
        };
        let known = body.nodes.iter().enumerate().map(pair).collect();
        let uv = completed(body, known);
        if let Some(skin) = &mut body.skin {
            skin.uv = uv;
        }
    }
}

/// The map with these pairs; missing ones follow from the affine map that fits the others best. Planar if they lie on a line.
pub(super) fn completed(body: &Body, known: Vec<Option<Point>>) -> UvMap {
    let pairs = body.nodes.iter().zip(&known).filter_map(|(node, uv)| Some((DVec2::from(node.position), (*uv)?)));
    let fit = if known.contains(&None) { affine_fit(pairs) } else { None };
    let at = |position: Point| {
        let pair = fit?.map(|row| row.dot(DVec2::from(position).extend(1.0)));
        pair.iter().all(|number| number.is_finite()).then_some(pair)
    };
    let all: Option<Vec<Point>> =
        body.nodes.iter().zip(known).map(|(node, uv)| uv.or_else(|| at(node.position))).collect();
    all.map_or(UvMap::Planar, UvMap::PerNode)
}

/// Restricts the pairs of a skin to these nodes, in this order.
pub(super) fn select(skin: &mut Option<Skin>, nodes: impl Iterator<Item = usize>) {
    if let Some(Skin { uv: UvMap::PerNode(pairs), .. }) = skin {
        *pairs = nodes.filter_map(|node| pairs.get(node).copied()).collect();
    }
}

/// The pairs of a body with a map per node.
pub(super) fn pairs_mut(body: &mut Body) -> Option<&mut Vec<Point>> {
    match &mut body.skin.as_mut()?.uv {
        UvMap::PerNode(pairs) => Some(pairs),
        UvMap::Planar => None,
    }
}

/// Rows of the affine map from positions to pairs with the least squared error. None if the positions lie on a line.
fn affine_fit(pairs: impl Iterator<Item = (DVec2, Point)>) -> Option<[DVec3; 2]> {
    let (mut normal, mut right) = (DMat3::ZERO, [DVec3::ZERO; 2]);
    for (position, uv) in pairs {
        let row = position.extend(1.0);
        normal += DMat3::from_cols(row * row.x, row * row.y, row * row.z);
        for (sum, value) in right.iter_mut().zip(uv) {
            *sum += row * value;
        }
    }
    let size = normal.col(0).x.max(normal.col(1).y).max(normal.col(2).z);
    let is_sound = normal.determinant().abs() > 1e-12 * size * size * size;
    is_sound.then(|| right.map(|sum| normal.inverse() * sum))
}
