//! `rules`: compares all edge-choice rules on the contacts of a run, and maps a hull under each of them.

use super::Command;
use super::change::ChangeArgs;
use super::explain::names::Names;
use super::outcome::{Answer, Failure, Outcome, arguments, eprint_line, print};
use super::output::refuse_clashes;
use super::progress::Progress;
use super::render::{Background, parse_size};
use super::tables::Table;
use crate::debugger::comparison::{Comparison, ContactRow, Keeps, RULES};
use crate::debugger::moment;
use crate::engine::contact::Setting;
use crate::engine::{Trace, World};
use crate::level::{ContactMethod, Level, format};
use crate::picture::edge_map::{self, EdgeMap, Shares, Side, side_title};
use crate::picture::{Layers, Palette, Picture, Scene, Viewport, draw_level, sheet};
use clap::Args;
use glam::DVec2;
use serde::Serialize;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// The command.
pub(super) const COMMAND: Command = Command {
    name: "rules",
    about: "Compare the edge-choice rules on every contact of a run, and map a hull under each rule",
    details: "\
Simulates the level under its own rule. For each node inside another hull, it evaluates every rule, without and with (+ G) \
the barycentre rule, and compares the chosen hull edges. It does not show how the run would continue under another rule: \
for that, run the level with --set world.contact.edge_choice=….

With --hull or --out it maps the inside of one hull after the last frame, for nodes that approach from one side: for each \
rule, the fraction that pushes a node out at the far side, and the fraction without an eligible edge. --out draws the maps.

Examples:
  blobsmith rules level.ron --frames 120
  blobsmith rules level.ron --frames 41 --list 20
  blobsmith rules level.ron --frames 41 --hull waiting --from pushed --out maps.png
  blobsmith rules level.ron --frames 0 --hull 0 --from 180 --out maps.svg --theme light",
    arguments: RulesArgs::augment_args,
    run: |matches| rules(&arguments::<RulesArgs>(matches)?),
};

#[derive(Args)]
struct RulesArgs {
    /// Level file (.ron or .json)
    level: PathBuf,
    /// Frames to simulate
    #[arg(long, value_name = "N")]
    frames: u64,
    /// List the last K contacts on which the rules disagree
    #[arg(long, value_name = "K", default_value_t = 0)]
    list: usize,
    /// Body whose hull is mapped, by index or name [default: hull of the last contact, else the first with a hull]
    #[arg(long, value_name = "BODY")]
    hull: Option<String>,
    /// Side from which nodes approach: a body by index or name, or degrees counter-clockwise from the right, such as
    /// 180deg [default: the other body of the last contact, else the nearest one]
    #[arg(long, value_name = "BODY|ANGLE", allow_hyphen_values = true)]
    from: Option<String>,
    /// Picture of the maps to write (.png or .svg); replaces an existing file
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Width and height of the picture in pixels
    #[arg(long, value_name = "WxH", default_value = "1280x720", value_parser = parse_size)]
    size: DVec2,
    /// Background of the picture
    #[arg(long, value_enum, default_value_t = Background::Dark)]
    theme: Background,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    change: ChangeArgs,
}

fn rules(args: &RulesArgs) -> Outcome {
    if let Some(path) = &args.out {
        refuse_clashes(&[&args.level], &[("--out", path)])?;
    }
    let is_png = args.out.as_deref().map(ending).transpose()?;
    let level = args.change.load(&args.level)?;
    let hull = args.hull.as_deref().map(|text| body_of(&level, "--hull", text)).transpose()?;
    let side = args.from.as_deref().map(|text| side_of(&level, text)).transpose()?;
    let mut world = World::new(&level)?;
    let (mut comparison, mut trace, mut last) =
        (Comparison::new(Keeps::Disputed), Trace::comparing(), Trace::default());
    let mut progress = Progress::new(args.frames, false);
    for _ in 0..args.frames {
        for _ in 0..level.world.substeps {
            world.step_substep_traced(&mut trace);
            comparison.add(&trace);
            if !trace.contacts.is_empty() {
                last.contacts.clone_from(&trace.contacts);
            }
        }
        progress.step();
    }
    drop(progress);
    if level.world.contact.method == ContactMethod::Diagonals {
        eprint_line("note: the level's contact method is Diagonals, which chooses no edge");
    }
    let maps = match (args.hull.is_some() || args.from.is_some() || args.out.is_some()).then_some(()) {
        Some(()) => Some(Maps::new(&level, &world, &last, hull, side)?),
        None => None,
    };
    if let (Some(path), Some(maps), Some(is_png)) = (&args.out, &maps, is_png) {
        draw(args, path, is_png, &level, &world, maps)?;
    }
    print(|out| {
        if args.json {
            serde_json::to_writer(&mut *out, &RulesJson::new(args, &level, &comparison, maps.as_ref()))?;
            return writeln!(out);
        }
        write_text(args, &level, &comparison, out)?;
        maps.iter().try_for_each(|maps| maps.write_text(&level, out))
    })?;
    Ok(Answer::Yes)
}

fn ending(path: &Path) -> Result<bool, Failure> {
    match path.extension().unwrap_or_default().to_ascii_lowercase() {
        ending if ending == "png" => Ok(true),
        ending if ending == "svg" => Ok(false),
        _ => Err(Failure::Refused(format!("{}: the file name must end in .png or .svg", path.display()))),
    }
}

/// The body with this index or name.
fn body_of(level: &Level, option: &str, text: &str) -> Result<usize, Failure> {
    let refuse = |reason: String| Err(Failure::Refused(format!("{option} {text}: {reason}")));
    let named: Vec<usize> = (0..level.bodies.len()).filter(|&body| level.bodies[body].name == text).collect();
    match (named[..].first(), text.parse::<usize>()) {
        (Some(&body), _) if named.len() == 1 => Ok(body),
        (Some(_), Err(_)) => refuse(format!("{} bodies have this name; use the index", named.len())),
        (_, Ok(body)) if body < level.bodies.len() => Ok(body),
        (_, Ok(_)) => refuse(format!("the level has {} bodies, counted from 0", level.bodies.len())),
        (None, Err(_)) => refuse("no body has this name".to_owned()),
    }
}

fn side_of(level: &Level, text: &str) -> Result<Side, Failure> {
    let degrees = text.strip_suffix("deg").or(text.strip_suffix('°')).map(|digits| digits.trim().parse::<f64>());
    match degrees {
        Some(Ok(degrees)) if degrees.is_finite() => Ok(Side::Angle(degrees.to_radians())),
        _ => body_of(level, "--from", text).map(Side::Body),
    }
}

/// Maps of one hull under every rule.
struct Maps {
    hull: usize,
    side: Side,
    maps: Vec<EdgeMap>,
}

impl Maps {
    fn new(
        level: &Level,
        world: &World,
        last: &Trace,
        hull: Option<usize>,
        side: Option<Side>,
    ) -> Result<Self, Failure> {
        let palette = Palette::of(Background::Dark.theme());
        let viewport = Viewport { size_px: DVec2::ONE, center: DVec2::ZERO, scale: 1.0 };
        let scene = Scene { trace: Some(last), ..Scene::new(level, world, &palette, viewport) };
        let usual = edge_map::usual(&scene, None);
        let Some(hull) = hull.or(usual.map(|(hull, _)| hull)) else {
            return Err(Failure::Refused("nothing to map: no body of the level has a hull".to_owned()));
        };
        let side = side.or(usual.filter(|usual| usual.0 == hull).map(|usual| usual.1));
        let side = side.unwrap_or_else(|| edge_map::nearest_side(world, hull));
        if side == Side::Body(hull) {
            return Err(Failure::Refused(format!("--from {hull}: the mapped body itself; choose another one")));
        }
        let approach = edge_map::approach(world, hull, side);
        let map = |&setting: &Setting| EdgeMap::new(world, hull, setting, approach, edge_map::CELLS);
        Ok(Self { hull, side, maps: Setting::ALL.iter().map(map).collect() })
    }

    fn write_text(&self, level: &Level, out: &mut impl Write) -> io::Result<()> {
        let side = side_title(level, self.side);
        writeln!(out, "\nmap of the hull of {}, for nodes that approach {side}", Names(level).body(self.hull))?;
        let mut table = Table::new(["rule", "pushed out at the far side", "stuck"]);
        for map in &self.maps {
            let Shares { stuck, far_side } = map.shares();
            let percent = |part: f64| format!("{:.1} %", 100.0 * part);
            table.row(vec![map.setting.title().to_owned(), percent(far_side), percent(stuck)]);
        }
        table.write(out, "  ")
    }
}

fn write_text(args: &RulesArgs, level: &Level, comparison: &Comparison, out: &mut impl Write) -> io::Result<()> {
    let own = Setting::of(&level.world.contact);
    writeln!(out, "{} frames, {} contacts, decided by {}", args.frames, comparison.contacts, own.title())?;
    let mut table = Table::new(["rule", "another edge", "of contacts", "no edge", "first in"]);
    for (setting, tally) in Setting::ALL.iter().zip(&comparison.tallies) {
        let share = 100.0 * tally.differs as f64 / comparison.contacts.max(1) as f64;
        let first =
            tally.first.map_or(String::new(), |first| moment::write(moment::after(first, level.world.substeps)));
        let (differs, stuck) = (tally.differs.to_string(), tally.without_edge.to_string());
        table.row(vec![setting.title().to_owned(), differs, format!("{share:.1} %"), stuck, first]);
    }
    table.write(out, "  ")?;
    let disputed = comparison.rows.len() as u64 + comparison.dropped;
    let shown = args.list.min(comparison.rows.len());
    if shown == 0 {
        return writeln!(
            out,
            "on {disputed} contacts the rules disagree{}",
            if disputed > 0 { " (--list K shows the last K)" } else { "" }
        );
    }
    writeln!(
        out,
        "\nthe last {shown} of {disputed} contacts on which the rules disagree; hull edge by rule, - for none"
    )?;
    let mut table = Table::new(["frame", "substep", "M", "hull"].into_iter().chain(Setting::ALL.map(Setting::title)));
    for row in &comparison.rows[comparison.rows.len() - shown..] {
        table.row(cells(row));
    }
    table.write(out, "  ")
}

/// The cells of one contact; edges that differ from the level's choice are marked.
fn cells(row: &ContactRow) -> Vec<String> {
    let ContactRow { frame, substep, body, node, other, .. } = *row;
    let edge = |rule: usize| {
        let edge = row.rules[rule].map_or("-".to_owned(), |edge| edge.to_string());
        if row.differs(rule) { format!("{edge} *") } else { edge }
    };
    let head = [frame.to_string(), substep.to_string(), format!("{body}:{node}"), other.to_string()];
    head.into_iter().chain((0..RULES).map(edge)).collect()
}

fn draw(args: &RulesArgs, path: &Path, is_png: bool, level: &Level, world: &World, maps: &Maps) -> Result<(), Failure> {
    let palette = Palette::of(args.theme.theme());
    let around = world.hull_box(maps.hull);
    // Wide hulls have more room in two columns.
    let is_wide = around.size().x > 1.5 * around.size().y;
    let (columns, rows) = if is_wide { (2, RULES / 2) } else { (RULES / 2, 2) };
    let size_px = sheet::tile_size(args.size, columns, rows);
    let around = around.expanded(around.size().max_element() * 0.12);
    // Below the titles.
    let mut viewport = Viewport::fit(size_px - DVec2::new(0.0, sheet::TITLE_PX), around, 6.0);
    viewport.center.y += 0.5 * sheet::TITLE_PX / viewport.scale;
    viewport.size_px = size_px;
    let layers = Layers::default().with("scale-bar", false).with("coordinates", false);
    let scene = Scene { layers, ..Scene::new(level, world, &palette, viewport) };
    let tile = |map: &EdgeMap| {
        let mut picture = Picture::default();
        draw_level(&scene, &mut picture);
        picture.legend.clear();
        map.draw(&scene, &mut picture);
        map.draw_way(&scene, &mut picture);
        let Shares { stuck, far_side } = map.shares();
        let words = format!("far side {:.0} %, stuck {:.0} %", 100.0 * far_side, 100.0 * stuck);
        sheet::Tile { picture, titles: [map.setting.title().to_owned(), words] }
    };
    // Each rule without and with the barycentre rule: side by side, or one above the other.
    let upright = (0..2).flat_map(|with| maps.maps.iter().skip(with).step_by(2));
    let tiles: Vec<sheet::Tile> =
        if is_wide { maps.maps.iter().map(tile).collect() } else { upright.map(tile).collect() };
    let contents = match is_png {
        true => sheet::png(&tiles, columns, &viewport, &palette),
        false => Ok(sheet::svg(&tiles, columns, &viewport, &palette).into_bytes()),
    };
    let contents = contents.map_err(|error| Failure::Refused(error.to_string()))?;
    let cannot = |reason: String| Failure::Refused(format!("{}: cannot be written: {reason}", path.display()));
    format::replace(path, &contents).map_err(cannot)
}

/// The JSON report.
#[derive(Serialize)]
struct RulesJson<'a> {
    frames: u64,
    /// The level's own rule.
    rule: &'static str,
    /// In the order of all lists by rule.
    rules: [&'static str; RULES],
    #[serde(flatten)]
    comparison: &'a Comparison,
    #[serde(skip_serializing_if = "Option::is_none")]
    map: Option<MapDocument>,
}

#[derive(Serialize)]
struct MapDocument {
    hull: usize,
    /// Fractions of the inside by rule.
    far_side: Vec<f64>,
    stuck: Vec<f64>,
}

impl<'a> RulesJson<'a> {
    fn new(args: &RulesArgs, level: &Level, comparison: &'a Comparison, maps: Option<&Maps>) -> Self {
        let map = maps.map(|maps| MapDocument {
            hull: maps.hull,
            far_side: maps.maps.iter().map(|map| map.shares().far_side).collect(),
            stuck: maps.maps.iter().map(|map| map.shares().stuck).collect(),
        });
        let rule = Setting::of(&level.world.contact).title();
        Self { frames: args.frames, rule, rules: Setting::ALL.map(Setting::title), comparison, map }
    }
}
