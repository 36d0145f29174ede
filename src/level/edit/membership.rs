//! Which material, folder and curve a part has: editor data by id that follows copies and forgets deleted parts.

use crate::level::{BodyMaterial, Curve, EditorExtra, Folder, Level, Place, ids};
use std::collections::{BTreeMap, BTreeSet};

fn has_members(level: &Level) -> bool {
    let holds = |extra: &EditorExtra| {
        extra.materials.iter().any(|material| !material.bodies.is_empty())
            || extra.folders.iter().any(|folder| !folder.members.is_empty())
            || !extra.curves.is_empty()
    };
    level.editor.as_ref().is_some_and(holds)
}

/// Runs `assign`, which gives every part an id of its own. A part with the id of an earlier one is a copy of it: it gets the
/// material, folder and curve of the original. Members that no longer exist are removed.
pub(super) fn settle(level: &mut Level, assign: impl FnOnce(&mut Level)) {
    if !has_members(level) {
        return assign(level);
    }
    let before: Vec<String> = ids::all(level).map(str::to_owned).collect();
    assign(level);
    let copies: Vec<(String, String)> = ids::all(level)
        .zip(before)
        .filter(|(now, before)| !before.is_empty() && now != before)
        .map(|(now, before)| (before, now.to_owned()))
        .collect();
    let there: BTreeSet<String> = ids::all(level).map(str::to_owned).collect();
    let Some(extra) = &mut level.editor else { return };
    for (original, copy) in copies {
        join(extra, &original, &copy);
    }
    extra.materials.iter_mut().for_each(|material| material.bodies.retain(|id| there.contains(id)));
    extra.folders.iter_mut().for_each(|folder| folder.members.retain(|id| there.contains(id)));
    extra.curves.retain(|curve| there.contains(&curve.of));
}

/// Gives a new part without an id the material, folder and curve of its original.
pub(super) fn inherit(level: &mut Level, original: &str, place: Place) {
    let is_member = |extra: &EditorExtra| {
        extra.materials.iter().any(|material| material.bodies.contains(original))
            || extra.folders.iter().any(|folder| folder.members.contains(original))
            || extra.curves.iter().any(|curve| curve.of == original)
    };
    if !level.editor.as_ref().is_some_and(is_member) {
        return;
    }
    ids::assign(level);
    let copy = level.id_of(place).map(str::to_owned);
    if let (Some(copy), Some(extra)) = (copy, &mut level.editor) {
        join(extra, original, &copy);
    }
}

/// During an edit, gives copies without an id one with the automatic colour of their original, whose id comes with them.
pub(super) fn keep_colours<'a>(level: &mut Level, copies: impl Iterator<Item = (&'a str, Place)>) {
    if let Some(mut marks) = level.id_marks.take() {
        marks.assign_copies(level, copies);
        level.id_marks = Some(marks);
    }
}

/// Gives a part the material, folder and curve of another.
fn join(extra: &mut EditorExtra, original: &str, copy: &str) {
    for material in extra.materials.iter_mut().filter(|material| material.bodies.contains(original)) {
        material.bodies.insert(copy.to_owned());
    }
    for folder in extra.folders.iter_mut().filter(|folder| folder.members.contains(original)) {
        folder.members.insert(copy.to_owned());
    }
    if let Some(curve) = extra.curves.iter().find(|curve| curve.of == original) {
        let curve = Curve { of: copy.to_owned(), ..curve.clone() };
        extra.curves.push(curve);
    }
}

/// The materials, folders and curves of these ids, without other members: what a copied text contains.
pub(super) fn of_parts(level: &Level, ids: &BTreeSet<String>, extra: &mut EditorExtra) {
    let Some(own) = &level.editor else { return };
    let common = |members: &BTreeSet<String>| members.intersection(ids).cloned().collect::<BTreeSet<String>>();
    let materials = own.materials.iter().map(|own| BodyMaterial { bodies: common(&own.bodies), ..own.clone() });
    extra.materials = materials.filter(|material| !material.bodies.is_empty()).collect();
    let folders = own.folders.iter().map(|own| Folder { members: common(&own.members), ..own.clone() });
    extra.folders = folders.filter(|folder| !folder.members.is_empty()).collect();
    extra.curves = own.curves.iter().filter(|curve| ids.contains(&curve.of)).cloned().collect();
}

/// Adds pasted parts to materials, folders and curves: those with the ids `old` in the fragment are at `places` in the level.
/// A material that the level has with the same name and numbers is used; another one is added. Folders are used if the
/// level has the name.
pub(super) fn adopt(level: &mut Level, fragment: &Level, old: &[String], places: &[Place]) {
    let Some(own) = fragment.editor.as_ref().filter(|_| has_members(fragment)) else { return };
    ids::assign(level);
    let pairs = old.iter().zip(places).filter(|(old, _)| !old.is_empty());
    let new: BTreeMap<String, String> =
        pairs.filter_map(|(old, &place)| Some((old.clone(), level.id_of(place)?.to_owned()))).collect();
    let extra = level.editor.get_or_insert_default();
    let renamed =
        |members: &BTreeSet<String>| members.iter().filter_map(|id| new.get(id).cloned()).collect::<BTreeSet<String>>();
    for material in &own.materials {
        let plain = |material: &BodyMaterial| BodyMaterial { bodies: BTreeSet::new(), ..material.clone() };
        let bodies = renamed(&material.bodies);
        match extra.materials.iter_mut().find(|known| plain(known) == plain(material)) {
            Some(known) => known.bodies.extend(bodies),
            None => {
                let name = super::materials::free_name(&extra.materials, &material.name);
                extra.materials.push(BodyMaterial { name, bodies, ..material.clone() });
            }
        }
    }
    for folder in &own.folders {
        if let Some(known) = extra.folders.iter_mut().find(|known| known.name == folder.name) {
            known.members.extend(renamed(&folder.members));
        }
    }
    for curve in &own.curves {
        extra.curves.extend(new.get(&curve.of).map(|of| Curve { of: of.clone(), ..curve.clone() }));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::edit::{clipboard, duplicate, remove, separate, tracked, tracked_with};
    use crate::level::{Body, Disc};

    fn set(ids: &[&str]) -> BTreeSet<String> {
        ids.iter().map(|&id| id.to_owned()).collect()
    }

    /// Two bodies and a disc; body `a` and the disc are in a folder, body `a` has a material.
    fn level() -> Level {
        let body =
            |id: &str| Body { id: id.to_owned(), nodes: vec![crate::level::Node::at([0.0, 0.0])], ..Body::default() };
        let extra = EditorExtra {
            materials: vec![BodyMaterial { name: "Clay".to_owned(), bodies: set(&["a"]), ..BodyMaterial::default() }],
            folders: vec![Folder { name: "Toys".to_owned(), members: set(&["a", "d"]), ..Folder::default() }],
            curves: vec![Curve { of: "d".to_owned(), steps: 1, ..Curve::default() }],
            ..EditorExtra::default()
        };
        Level {
            bodies: vec![body("a"), body("b")],
            discs: vec![Disc { id: "d".to_owned(), ..Disc::default() }],
            editor: Some(extra),
            ..Level::default()
        }
    }

    fn members(level: &Level) -> (BTreeSet<String>, BTreeSet<String>, Vec<String>) {
        let extra = level.editor.as_ref().unwrap();
        let curves = extra.curves.iter().map(|curve| curve.of.clone()).collect();
        (extra.materials[0].bodies.clone(), extra.folders[0].members.clone(), curves)
    }

    #[test]
    fn membership_ends_with_the_part() {
        let mut level = level();
        tracked(&mut level, |level| remove(level, &[Place::Body(0), Place::Disc(0)])).unwrap();
        assert_eq!(members(&level), (set(&[]), set(&[]), vec![]));
    }

    #[test]
    fn copies_join_the_groups_of_their_original() {
        let mut level = level();
        tracked(&mut level, |level| duplicate(level, &[Place::Body(0), Place::Body(1), Place::Disc(0)], [1.0, 0.0]))
            .unwrap();
        let ids: Vec<_> = level.bodies.iter().map(|body| body.id.as_str()).collect();
        // The numbers are those of the colours of `a`, `b` and `d`.
        assert_eq!(ids, ["a", "b", "body-5", "body-6"]);
        let expected = (set(&["a", "body-5"]), set(&["a", "body-5", "d", "disc-4"]), vec!["d".into(), "disc-4".into()]);
        assert_eq!(members(&level), expected);
        assert_eq!(level.editor.unwrap().materials.len(), 1);
    }

    #[test]
    fn copies_and_images_keep_the_automatic_colour() {
        let mut level = level();
        let axis = crate::level::edit::symmetry::MirrorAxis::of(&level, 5.0);
        let made =
            tracked(&mut level, |level| duplicate(level, &[Place::Body(0), Place::Disc(0)], [1.0, 0.0])).unwrap();
        let new = [Place::Body(0), Place::Disc(0)];
        tracked(&mut level, |level| crate::level::edit::symmetry::complete(level, &new, axis)).unwrap();
        let colour = |place| ids::colour(level.id_of(place).unwrap()).map(|number| number % ids::COLOURS);
        assert_eq!(made.places, [Place::Body(2), Place::Disc(1)]);
        assert_eq!([colour(Place::Body(2)), colour(Place::Body(3))], [colour(Place::Body(0)); 2]);
        assert_eq!([colour(Place::Disc(1)), colour(Place::Disc(2))], [colour(Place::Disc(0)); 2]);
        assert_eq!(level.bodies.len(), 4);
    }

    #[test]
    fn pieces_of_a_body_stay_in_its_groups() {
        let mut level = level();
        level.bodies[0].nodes.push(crate::level::Node::at([1.0, 0.0]));
        // An id that was used before is not given to the piece.
        let mut marks = ids::IdMarks::default();
        marks.see(&Level { bodies: vec![Body { id: "body-7".to_owned(), ..Body::default() }], ..Level::default() });
        tracked_with(&mut level, &mut marks, |level| separate(level, 0)).unwrap();
        let ids: Vec<_> = level.bodies.iter().map(|body| body.id.as_str()).collect();
        assert_eq!(ids, ["a", "b", "body-8"]);
        assert_eq!(members(&level), (set(&["a", "body-8"]), set(&["a", "body-8", "d"]), vec!["d".into()]));
    }

    #[test]
    fn parts_pasted_into_another_level_bring_their_material_and_join_no_unrelated_folder() {
        let text = clipboard::copy(&level(), &[Place::Body(0)]).unwrap();
        let fragment = clipboard::parse(&text).unwrap();
        // In the other level, the id `a` belongs to an unrelated body in a folder of another name.
        let mut other = level();
        let extra = other.editor.as_mut().unwrap();
        extra.materials[0].friction = Some(0.5);
        extra.folders[0].name = "Scenery".to_owned();
        tracked(&mut other, |level| clipboard::paste(level, &fragment, [0.0, 0.0])).unwrap();
        let extra = other.editor.as_ref().unwrap();
        assert_eq!(extra.folders[0].members, set(&["a", "d"]));
        let names: Vec<_> = extra.materials.iter().map(|material| material.name.as_str()).collect();
        assert_eq!(names, ["Clay", "Clay 2"]);
        assert_eq!(extra.materials[1].bodies, set(&["body-5"]));
        assert_eq!(extra.materials[0].bodies, set(&["a"]));
    }
}
