//! Which edge choice does what: every rule on every scene of the sweep, as tables (docs/edge-choice.md).
//!
//! Must never know: how a rule decides.

mod measure;
mod scenes;

use blobsmith::level::{EdgeChoice, Level};
use measure::Outcome;
use std::time::Instant;

const COLUMNS: [(&str, EdgeChoice, bool); 8] = [
    ("Projection", EdgeChoice::Projection, false),
    ("Wedge45", EdgeChoice::Wedge45, false),
    ("Distance", EdgeChoice::Distance, false),
    ("EntryEdge", EdgeChoice::EntryEdge, false),
    ("Projection + G", EdgeChoice::Projection, true),
    ("Wedge45 + G", EdgeChoice::Wedge45, true),
    ("Distance + G", EdgeChoice::Distance, true),
    ("EntryEdge + G", EdgeChoice::EntryEdge, true),
];

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let columns: Vec<usize> = std::env::var("COLS")
        .map(|text| text.split(',').map(|n| n.parse().unwrap()).collect())
        .unwrap_or((0..8).collect());
    let detail = std::env::var("DETAIL").is_ok();
    for family in scenes::ALL.iter().filter(|f| args.is_empty() || args.iter().any(|a| a == f.id)) {
        let scenes = (family.scenes)();
        println!("{} ({} scenes)", family.title, scenes.len());
        for &column in &columns {
            let (name, choice, rule) = COLUMNS[column];
            let start = Instant::now();
            let mut all = Vec::new();
            for (index, scene) in scenes.iter().enumerate().filter(|(i, _)| std::env::var("SCENE").map_or(true, |s| s.split(',').any(|n| n.parse() == Ok(*i)))) {
                let mut level: Level = scene.clone();
                level.world.contact.edge_choice = choice;
                level.world.contact.barycentre_rule = rule;
                if let Ok(path) = std::env::var("SAVE") { blobsmith::level::format::save(&level, std::path::Path::new(&path)).unwrap(); }
                let outcome = measure::run(&level, family.frames);
                if detail {
                    println!(
                        "    {index:3} n{:2} ovl {:.4} last {:.4} contacts {} wrong {} made {:.4} rise {:.4} scale {:.4} {}",
                        level.world.substeps,
                        outcome.worst_overlap,
                        outcome.last_overlap,
                        outcome.contacts,
                        outcome.wrong,
                        outcome.made,
                        outcome.rise,
                        outcome.scale,
                        if outcome.exploded { "EXPLODED" } else { "" }
                    );
                }
                all.push(outcome);
            }
            let n = all.len() as f64;
            let mean = |f: fn(&Outcome) -> f64| all.iter().map(f).sum::<f64>() / n;
            let most = |f: fn(&Outcome) -> f64| all.iter().map(f).fold(0.0, f64::max);
            println!(
                "  {name:16} worst ovl mean {:7.4} max {:7.4}  last mean {:7.4} max {:7.4}  stuck {:3}  contacts {:8.1} wrong {:8.2} made/scale {:9.4} rise/scale {:9.4} exploded {:3}  {:.1}s",
                mean(|o| o.worst_overlap),
                most(|o| o.worst_overlap),
                mean(|o| o.last_overlap),
                most(|o| o.last_overlap),
                all.iter().filter(|o| o.last_overlap > 0.05).count(),
                mean(|o| o.contacts as f64),
                mean(|o| o.wrong as f64),
                mean(|o| o.made / o.scale.max(1e-12)),
                mean(|o| o.rise / o.scale.max(1e-12)),
                all.iter().filter(|o| o.exploded).count(),
                start.elapsed().as_secs_f64()
            );
        }
    }
}
