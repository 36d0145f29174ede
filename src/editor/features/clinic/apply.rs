//! Applies a remedy of the running level to the document: values of the bodies of instances become overrides.

use crate::debugger::diagnosis::{Edit as RemedyEdit, Remedy};
use crate::editor::document::{Document, Edit};
use crate::level::edit::instances;
use crate::level::{Level, PropertyValue};
use std::sync::Arc;

/// A value of a body of an instance.
struct BodyOverride {
    instance: usize,
    /// Path in the source.
    path: String,
    value: PropertyValue,
    source: Arc<Level>,
}

/// The edit of the document. It fails if the remedy changes more than values of an instance's body.
pub fn edit(document: &Document, remedy: &Remedy) -> Edit {
    let (of_instances, own): (Vec<_>, Vec<_>) =
        remedy.edits.iter().cloned().partition(|edit| edit.body().is_some_and(|body| is_placed(document, body)));
    let overrides: Result<Vec<BodyOverride>, String> =
        of_instances.iter().map(|edit| body_override(document, edit)).collect();
    let own = Remedy { edits: own, ..remedy.clone() };
    Edit::new(remedy.label.clone(), move |level| {
        let mut changed = own.apply(level)?;
        for BodyOverride { instance, path, value, source } in overrides.as_ref().map_err(Clone::clone)? {
            instances::override_value(&mut changed, *instance, path, Some(value.clone()), source)?;
        }
        *level = changed;
        Ok(())
    })
}

fn is_placed(document: &Document, body: usize) -> bool {
    document.placed().owner_of_body(body).is_some()
}

/// # Errors
/// If the body is that of a nested instance, or the edit changes its parts.
fn body_override(document: &Document, edit: &RemedyEdit) -> Result<BodyOverride, String> {
    let body = edit.body().ok_or("it changes no body")?;
    let instance = document.placed().owner_of_body(body).ok_or_else(|| format!("there is no body {body}"))?;
    let source = document.level().instances.get(instance).and_then(|instance| document.source(instance));
    let source = source.ok_or_else(|| format!("the source of instance {instance} is missing"))?;
    let inner = document.placed().bodies(instance).take_while(|&other| other != body).count();
    let whole = format!("bodies[{body}]");
    match edit {
        RemedyEdit::Set(path, value) if inner < source.bodies.len() => Ok(BodyOverride {
            instance,
            path: format!("bodies[{inner}]{}", path.strip_prefix(&whole).unwrap_or_default()),
            value: value.clone().into(),
            source,
        }),
        _ => Err(format!("body {body} is part of instance {instance}: change its source (Edit source)")),
    }
}
