//! Applies a remedy of the running level to the document. Numbers of the parts of instances become overrides; an instance whose
//! parts it changes otherwise is made local.

use super::twin_of;
use crate::debugger::diagnosis::{Edit as RemedyEdit, Remedy};
use crate::editor::document::{Document, Edit};
use crate::level::edit::{Made, instances};
use crate::level::gallery::{file_or_none, load_source};
use crate::level::{Level, Place, PropertyValue, Twin};
use std::path::Path;
use std::sync::Arc;

/// A value of a part of an instance.
struct PartOverride {
    instance: usize,
    /// Path in the source.
    path: String,
    value: PropertyValue,
    source: Arc<Level>,
}

/// An edit of a part of an instance.
struct InstanceEdit {
    instance: usize,
    /// The part in the level that runs.
    part: Place,
    /// Index of the part among those of its kind in the instance.
    inner: usize,
    edit: RemedyEdit,
}

/// The edit of the document, one step of its history, with a message of what was applied. Parts of the selection that
/// remain stay selected.
pub fn edit(document: &Document, remedy: &Remedy, selection: &[Place]) -> Edit {
    let (placed, own) = split(document, remedy);
    let locals = local_instances(document, &placed);
    let (of_locals, others): (Vec<_>, Vec<_>) = placed.into_iter().partition(|of| locals.contains(&of.instance));
    let overrides: Vec<PartOverride> = others.iter().filter_map(|of| part_override(document, of)).collect();
    let (own, file) = (Remedy { edits: own, ..remedy.clone() }, file_or_none(document.path.as_deref()));
    let beside = twin_of(remedy);
    let change = move |level: &mut Level| -> Result<Made, String> {
        let mut changed = own.apply(level)?;
        // A twin that shows this remedy would have nothing to compare any more.
        if let (Some(extra), Some(beside)) = (&mut changed.editor, &beside) {
            extra.twin.take_if(|twin| *twin == Twin { placement: twin.placement, ..beside.clone() });
        }
        for PartOverride { instance, path, value, source } in &overrides {
            instances::override_value(&mut changed, *instance, path, Some(value.clone()), source)?;
        }
        let made = make_local(&mut changed, &locals, &of_locals, &own, &file)?;
        *level = changed;
        Ok(made)
    };
    let (selection, said) = (selection.to_vec(), format!("Applied: {}. Undo reverts it", remedy.label));
    match makes_local(document, remedy)[..] {
        [] => Edit::making(remedy.label.clone(), move |level| {
            change(level)?;
            let places = selection.into_iter().filter(|&place| level.has(place)).collect();
            Ok(Made { said, ..Made::at(places) })
        }),
        _ => Edit::making(format!("Make local and apply: {}", remedy.label), move |level| {
            Ok(Made { said, ..change(level)? })
        }),
    }
}

/// Instances that the edit makes local, in ascending order.
pub fn makes_local(document: &Document, remedy: &Remedy) -> Vec<usize> {
    local_instances(document, &split(document, remedy).0)
}

/// The edits of parts of instances, and the others.
fn split(document: &Document, remedy: &Remedy) -> (Vec<InstanceEdit>, Vec<RemedyEdit>) {
    let (mut placed, mut own) = (Vec::new(), Vec::new());
    for edit in remedy.edits.iter().cloned() {
        match edit.part().and_then(|part| Some((part, document.placed().origin(part)?))) {
            Some((part, (instance, inner))) => placed.push(InstanceEdit { instance, part, inner, edit }),
            None => own.push(edit),
        }
    }
    (placed, own)
}

fn local_instances(document: &Document, edits: &[InstanceEdit]) -> Vec<usize> {
    let refused = edits.iter().filter(|of| part_override(document, of).is_none());
    let mut instances: Vec<usize> = refused.map(|of| of.instance).collect();
    instances.sort_unstable();
    instances.dedup();
    instances
}

/// None if the edit is no override: it changes more than a value, a vector, which the instance may rotate, or a part of a nested
/// instance.
fn part_override(document: &Document, of: &InstanceEdit) -> Option<PartOverride> {
    let source = document.source(document.level().instances.get(of.instance)?)?;
    let count = match of.part {
        Place::Body(_) => source.bodies.len(),
        Place::Disc(_) => source.discs.len(),
        Place::Obstacle(_) => source.obstacles.len(),
        _ => source.links.len(),
    };
    let RemedyEdit::Set(path, value) = of.edit.of_part(of.inner) else { return None };
    let is_override = of.inner < count && !value.is_array();
    is_override.then(|| PartOverride { instance: of.instance, path, value: value.into(), source })
}

/// Makes the instances local and applies the edits of their parts.
fn make_local(
    level: &mut Level,
    locals: &[usize],
    edits: &[InstanceEdit],
    remedy: &Remedy,
    file: &Path,
) -> Result<Made, String> {
    let (mut made, mut of_parts) = (Made::default(), Vec::new());
    // The last first, so that the indices of the others stay.
    for &instance in locals.iter().rev() {
        let [bodies, discs] = [level.bodies.len(), level.discs.len()];
        let [obstacles, links] = [level.obstacles.len(), level.links.len()];
        made.places.extend(instances::make_local(level, instance, file, &mut load_source)?.places);
        of_parts.extend(edits.iter().filter(|of| of.instance == instance).map(|of| {
            let first = match of.part {
                Place::Body(_) => bodies,
                Place::Disc(_) => discs,
                Place::Obstacle(_) => obstacles,
                _ => links,
            };
            of.edit.of_part(first + of.inner)
        }));
    }
    *level = Remedy { edits: of_parts, ..remedy.clone() }.apply(level)?;
    Ok(made)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::{Body, Disc, Instance, Node, format};
    use serde_json::json;

    fn remedy(edits: Vec<RemedyEdit>) -> Remedy {
        Remedy { id: "test", label: "Change".to_owned(), why: String::new(), cost: String::new(), edits }
    }

    /// A document with a body, and two instances of a level with a body and a disc; the second one is turned.
    fn document(folder: &Path) -> Document {
        let nodes = [[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]].map(Node::at).to_vec();
        let body = Body { nodes, hull: vec![[0, 1], [1, 2], [2, 0]], ..Body::default() };
        let part = Level { bodies: vec![body], discs: vec![Disc::default()], ..Level::default() };
        format::save(&part, &folder.join("part.ron")).unwrap();
        let turned = Instance { angle_deg: 90.0, ..Instance::at("part.ron", [20.0, 0.0]) };
        let instances = vec![Instance::at("part.ron", [10.0, 0.0]), turned];
        Document::new(Level { bodies: part.bodies, instances, ..Level::default() }, Some(folder.join("level.ron")))
    }

    /// Applied to the document, then run, a remedy gives what it gives applied to the level that runs.
    #[track_caller]
    fn is_same_as_in_the_run(edits: Vec<RemedyEdit>, locals: &[usize]) {
        let folder = tempfile::tempdir().unwrap();
        let mut document = document(folder.path());
        let (remedy, before) = (remedy(edits), document.level().clone());
        let expected = remedy.apply(&document.placed().level).unwrap();
        assert_eq!(makes_local(&document, &remedy), locals);
        document.apply(edit(&document, &remedy, &[])).unwrap();
        let found = &document.placed().level;
        assert_eq!(document.level().instances.len(), 2 - locals.len());
        let parts = |level: &Level| {
            let mut bodies: Vec<Body> = level.bodies.clone();
            bodies.iter_mut().for_each(|body| body.id.clear());
            // Local parts come before those of the remaining instances.
            bodies.sort_by(|a, b| a.nodes[0].position[0].total_cmp(&b.nodes[0].position[0]));
            let mut discs: Vec<Disc> = level.discs.clone();
            discs.iter_mut().for_each(|disc| disc.id.clear());
            discs.sort_by(|a, b| a.position[0].total_cmp(&b.position[0]));
            (bodies, discs)
        };
        assert_eq!(parts(found), parts(&expected));
        assert!(document.undo().is_some());
        assert_eq!(*document.level(), before);
    }

    #[test]
    fn remedy_sets_numbers_of_instances_by_overrides() {
        is_same_as_in_the_run(
            vec![
                RemedyEdit::set("bodies[0].gas", 5.0),
                RemedyEdit::set("bodies[2].gas", 3.0),
                RemedyEdit::set("discs[0].friction", 0.25),
                RemedyEdit::set("world.substeps", 7),
            ],
            &[],
        );
    }

    #[test]
    fn remedy_makes_instances_local_whose_parts_it_changes() {
        is_same_as_in_the_run(vec![RemedyEdit::SplitHull(1)], &[0]);
        is_same_as_in_the_run(
            vec![RemedyEdit::set("bodies[1].gas", 3.0), RemedyEdit::SplitHull(2), RemedyEdit::Swap(2, [0, 3])],
            &[1],
        );
        is_same_as_in_the_run(
            vec![RemedyEdit::SplitHull(2), RemedyEdit::SplitHull(1), RemedyEdit::SplitHull(0)],
            &[0, 1],
        );
    }

    /// A velocity along x of the level that runs is one along -y of the source.
    #[test]
    fn remedy_makes_an_instance_local_for_a_vector() {
        is_same_as_in_the_run(vec![RemedyEdit::set("bodies[2].nodes[1].velocity", json!([1.0, 0.0]))], &[1]);
        is_same_as_in_the_run(vec![RemedyEdit::set("discs[1].velocity", json!([1.0, 0.0]))], &[1]);
    }
}
