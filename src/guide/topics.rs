//! The list of topics, ordered for a learner. A new topic is one file in `docs/guide/` and one row here.

use super::Topic;
use super::front_matter::parse;
use std::sync::LazyLock;

/// Titles of the chapters, in reading order.
pub const CHAPTERS: &[&str] = &[
    "Blobs and their parts",
    "Motion",
    "Contacts",
    "Discs",
    "Looking into a run",
    "What goes wrong, and how to fix it",
];

/// Id and file of every topic, chapter by chapter.
const FILES: &[(&str, &str)] = &[
    ("what-is-a-blob", include_str!("../../docs/guide/what-is-a-blob.md")),
    ("springs", include_str!("../../docs/guide/springs.md")),
    ("gas", include_str!("../../docs/guide/gas.md")),
    ("hull-and-orientation", include_str!("../../docs/guide/hull-and-orientation.md")),
    ("sticks", include_str!("../../docs/guide/sticks.md")),
    ("chains", include_str!("../../docs/guide/chains.md")),
    ("links", include_str!("../../docs/guide/links.md")),
    ("hidden-supports", include_str!("../../docs/guide/hidden-supports.md")),
    ("particles", include_str!("../../docs/guide/particles.md")),
    ("fixed-and-driven-discs", include_str!("../../docs/guide/fixed-and-driven-discs.md")),
    ("lines-and-segments", include_str!("../../docs/guide/lines-and-segments.md")),
    ("bounds", include_str!("../../docs/guide/bounds.md")),
    ("moving-obstacles", include_str!("../../docs/guide/moving-obstacles.md")),
    ("mirrored-orientation", include_str!("../../docs/guide/mirrored-orientation.md")),
    ("drawings", include_str!("../../docs/guide/drawings.md")),
    ("skins", include_str!("../../docs/guide/skins.md")),
    ("materials", include_str!("../../docs/guide/materials.md")),
    ("user-data", include_str!("../../docs/guide/user-data.md")),
    ("instances", include_str!("../../docs/guide/instances.md")),
    ("arrays-and-combinations", include_str!("../../docs/guide/arrays-and-combinations.md")),
    ("units-and-guides", include_str!("../../docs/guide/units-and-guides.md")),
    ("net-force", include_str!("../../docs/guide/net-force.md")),
    ("substeps", include_str!("../../docs/guide/substeps.md")),
    ("euler-and-verlet", include_str!("../../docs/guide/euler-and-verlet.md")),
    ("friction-factor", include_str!("../../docs/guide/friction-factor.md")),
    ("iterations", include_str!("../../docs/guide/iterations.md")),
    ("point-in-polygon", include_str!("../../docs/guide/point-in-polygon.md")),
    ("edge-choice", include_str!("../../docs/guide/edge-choice.md")),
    ("contact-response", include_str!("../../docs/guide/contact-response.md")),
    ("leaving-nodes", include_str!("../../docs/guide/leaving-nodes.md")),
    ("self-contact", include_str!("../../docs/guide/self-contact.md")),
    ("decor-reaction", include_str!("../../docs/guide/decor-reaction.md")),
    ("diagonals", include_str!("../../docs/guide/diagonals.md")),
    ("restitution", include_str!("../../docs/guide/restitution.md")),
    ("static-resolution", include_str!("../../docs/guide/static-resolution.md")),
    ("several-collisions", include_str!("../../docs/guide/several-collisions.md")),
    ("collision-categories", include_str!("../../docs/guide/collision-categories.md")),
    ("sensors", include_str!("../../docs/guide/sensors.md")),
    ("box-test", include_str!("../../docs/guide/box-test.md")),
    ("time-of-impact", include_str!("../../docs/guide/time-of-impact.md")),
    ("exchange", include_str!("../../docs/guide/exchange.md")),
    ("bumpers", include_str!("../../docs/guide/bumpers.md")),
    ("order-of-time", include_str!("../../docs/guide/order-of-time.md")),
    ("discs-and-hulls", include_str!("../../docs/guide/discs-and-hulls.md")),
    ("picking-and-dragging", include_str!("../../docs/guide/picking-and-dragging.md")),
    ("time-travel", include_str!("../../docs/guide/time-travel.md")),
    ("investigate", include_str!("../../docs/guide/investigate.md")),
    ("verdict-trace", include_str!("../../docs/guide/verdict-trace.md")),
    ("watch-expressions", include_str!("../../docs/guide/watch-expressions.md")),
    ("breakpoints", include_str!("../../docs/guide/breakpoints.md")),
    ("energy-plot", include_str!("../../docs/guide/energy-plot.md")),
    ("energy-ledger", include_str!("../../docs/guide/energy-ledger.md")),
    ("journal", include_str!("../../docs/guide/journal.md")),
    ("branches", include_str!("../../docs/guide/branches.md")),
    ("recordings", include_str!("../../docs/guide/recordings.md")),
    ("find-the-cause", include_str!("../../docs/guide/find-the-cause.md")),
    ("acute-angles", include_str!("../../docs/guide/acute-angles.md")),
    ("barycentre-rule", include_str!("../../docs/guide/barycentre-rule.md")),
    ("balloon-problem", include_str!("../../docs/guide/balloon-problem.md")),
    ("sweeps", include_str!("../../docs/guide/sweeps.md")),
    ("expectations", include_str!("../../docs/guide/expectations.md")),
    ("shrinking", include_str!("../../docs/guide/shrinking.md")),
];

/// Every topic, in reading order. Parsed at first use.
pub static ALL: LazyLock<Vec<Topic>> = LazyLock::new(|| FILES.iter().map(|(id, file)| parse(id, file)).collect());

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn topics_follow_the_order_of_chapters() {
        let chapter_of = |topic: &Topic| CHAPTERS.iter().position(|chapter| *chapter == topic.chapter);
        let chapters: Vec<_> = ALL.iter().map(|topic| chapter_of(topic).expect(topic.id)).collect();
        assert!(chapters.is_sorted(), "{chapters:?}");
    }

    #[test]
    fn topics_list_every_file_of_the_folder() {
        let folder = std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/guide")).expect("docs/guide exists");
        let mut files: Vec<_> = folder.map(|entry| entry.expect("an entry").file_name()).collect();
        files.retain(|name| name != "README.md");
        files.sort();
        let mut listed: Vec<_> = FILES.iter().map(|(id, _)| std::ffi::OsString::from(format!("{id}.md"))).collect();
        listed.sort();
        assert_eq!(files, listed);
    }
}
