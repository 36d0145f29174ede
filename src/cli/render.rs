//! `render`: draws a level at one frame as SVG or PNG, with the painter of the editor's canvas.

use super::change::ChangeArgs;
use super::outcome::{Answer, Failure, Outcome, arguments, eprint_line};
use super::output::refuse_clashes;
use super::past::PastArgs;
use super::progress::Progress;
use super::tables::number;
use super::{Command, at};
use crate::debugger::twin::{Apart, farthest};
use crate::debugger::{Moment, NearbyFrames as Frames};
use crate::engine::{Trace, World};
use crate::level::Level;
use crate::level::Placement;
use crate::level::format::{self, FormatError};
use crate::level::twin::titles;
use crate::picture::history::History;
use crate::picture::overlays::arrows::{ArrowScale, Arrows};
use crate::picture::overlays::{self, OverlayOptions};
use crate::picture::{
    Align, Item, Palette, Picture, PictureError, Scene, Theme, Viewport, checked_size, draw_level, pair, png, scene,
    skins, svg,
};
use clap::builder::{PossibleValue, PossibleValuesParser};
use clap::{Args, ValueEnum};
use glam::DVec2;
use std::path::{Path, PathBuf};

/// The command.
pub(super) const COMMAND: Command = Command {
    name: "render",
    about: "Draw a level at one frame, as .png or .svg, without a display",
    details: "\
The extension of FILE selects the format. The picture shows the whole level, or with --view a part of the plane. \
Overlays of contacts and forces show the substep before the moment (at frame 0: the first one), so \
--at 41.8 shows the substep that `explain --at 41.8` explains.

Examples:
  blobsmith render level.ron --frame 0 --out level.svg
  blobsmith render level.ron --frame 120 --out f120.png --overlay velocities,contacts --size 1920x1080 --theme light
  blobsmith render level.ron --at 41.8 --view 0,1.5,2 --overlay verdict --out corner.png
  blobsmith render level.ron --frame 120 --out f120.png --overlay force-total --arrows log --arrow-clamp 80",
    arguments: RenderArgs::augment_args,
    run: |matches| render(&arguments::<RenderArgs>(matches)?),
};

#[derive(Args)]
struct RenderArgs {
    /// Level file (.ron or .json)
    level: PathBuf,
    /// Completed frames
    #[arg(long, value_name = "F", required_unless_present = "at")]
    frame: Option<u64>,
    /// Completed substeps of the next frame
    #[arg(long, value_name = "S", default_value_t = 0)]
    substep: u32,
    /// The moment, instead of --frame and --substep
    #[arg(long, value_name = "FRAME.SUBSTEP", value_parser = at::parse, conflicts_with_all = ["frame", "substep"])]
    at: Option<Moment>,
    /// Visible part of the plane: centre and height [default: everything]
    #[arg(long, value_name = "X,Y,HEIGHT", allow_hyphen_values = true, value_parser = parse_view)]
    view: Option<[f64; 3]>,
    /// Picture to write (.png or .svg); replaces an existing file
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Overlays to draw, separated by commas
    #[arg(long, value_name = "A,B,C", value_delimiter = ',', value_parser = overlay_ids())]
    overlay: Vec<String>,
    /// Width and height in pixels
    #[arg(long, value_name = "WxH", default_value = "1280x720", value_parser = parse_size)]
    size: DVec2,
    /// Also draw the level's twin (editor.twin): side by side or as a ghost, as the level specifies
    #[arg(long)]
    twin: bool,
    /// Scale of arrow lengths
    #[arg(long, value_enum, value_name = "SCALE", default_value_t = Scale::Linear)]
    arrows: Scale,
    /// Maximum length of arrows in pixels
    #[arg(long, value_name = "PX", value_parser = parse_clamp)]
    arrow_clamp: Option<f64>,
    #[command(flatten)]
    past: PastArgs,
    /// Background
    #[arg(long, value_enum, default_value_t = Background::Dark)]
    theme: Background,
    #[command(flatten)]
    change: ChangeArgs,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Background {
    /// Light on dark
    Dark,
    /// Dark on light, for paper
    Light,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Scale {
    /// Length proportional to magnitude
    Linear,
    /// 16 pixels per factor of ten, so that small and large magnitudes are visible together
    Log,
}

fn parse_clamp(text: &str) -> Result<f64, String> {
    let px = text.trim().parse::<f64>().ok().filter(|px| (1.0..=10_000.0).contains(px));
    px.ok_or_else(|| "expected a number of pixels from 1 to 10000".to_owned())
}

fn parse_view(text: &str) -> Result<[f64; 3], String> {
    let numbers: Option<Vec<f64>> = text.split(',').map(|part| part.trim().parse::<f64>().ok()).collect();
    let view = numbers.and_then(|numbers| <[f64; 3]>::try_from(numbers).ok());
    let is_sound = |view: &[f64; 3]| view.iter().all(|n| n.abs() <= 1e9) && view[2] >= 1e-9;
    view.filter(is_sound).ok_or_else(|| "expected X,Y,HEIGHT: three numbers, the height above 0".to_owned())
}

impl Background {
    /// The theme of the picture.
    pub fn theme(self) -> Theme {
        match self {
            Self::Dark => Theme::Dark,
            Self::Light => Theme::Light,
        }
    }
}

fn overlay_ids() -> PossibleValuesParser {
    PossibleValuesParser::new(
        overlays::ALL.iter().map(|overlay| PossibleValue::new(overlay.id).help(overlay.explanation)),
    )
}

pub(super) fn parse_size(text: &str) -> Result<DVec2, String> {
    let (width, height) = text.split_once(['x', 'X', '×']).ok_or("expected WIDTHxHEIGHT, for example 1280x720")?;
    let side = |side: &str| {
        side.trim().parse::<u32>().map(f64::from).map_err(|_| "expected WIDTHxHEIGHT, for example 1280x720".to_owned())
    };
    let size = DVec2::new(side(width)?, side(height)?);
    // Checks the painters' limits before the simulation starts.
    let viewport = Viewport { size_px: size, center: DVec2::ZERO, scale: 1.0 };
    checked_size(&viewport).map_err(|error| error.to_string())?;
    Ok(size)
}

impl RenderArgs {
    fn moment(&self) -> Moment {
        self.at.unwrap_or((self.frame.unwrap_or_default(), self.substep))
    }
}

fn render(args: &RenderArgs) -> Outcome {
    let ending = args.out.extension().unwrap_or_default().to_ascii_lowercase();
    if ending != "png" && ending != "svg" {
        return Err(Failure::Refused(format!("{}: the file name must end in .png or .svg", args.out.display())));
    }
    refuse_clashes(&[&args.level], &[("--out", &args.out)])?;
    let level = args.change.load(&args.level)?;
    let twin = if args.twin { Some(twin_of(&level, &args.level)?) } else { None };
    let moment = args.moment();
    let (world, trace) = simulate(&level, moment)?;
    let palette = Palette::of(args.theme.theme());
    let is_png = ending == "png";
    let is_beside = twin.as_ref().is_some_and(|(_, placement)| *placement == Placement::Beside);
    let size = if is_beside { pair::half(args.size) } else { args.size };
    // Leaves room for a title.
    let margin = if is_beside { (size.min_element() * 0.06).max(36.0) } else { size.min_element() * 0.06 };
    let viewport = match args.view {
        Some([x, y, height]) => Viewport { size_px: size, center: DVec2::new(x, y), scale: size.y / height },
        None => Viewport::fit(size, scene::bounds(&level, &world), margin),
    };
    let skins = skins::beside(&level, &args.level);
    let scene = |world, trace| Scene {
        trace: Some(trace),
        skins: Some(&skins),
        ..Scene::new(&level, world, &palette, viewport)
    };
    let past = args.past.frames(&level, moment.0, &args.overlay)?;
    let mut picture = draw(args, scene(&world, &trace), past.as_ref());
    let mut second = Picture::default();
    if let Some((other, _)) = &twin {
        let (other_world, other_trace) = simulate(other, moment)?;
        print_divergence(&level, other, moment.0)?;
        let past = args.past.frames(other, moment.0, &args.overlay)?;
        second = draw(args, scene(&other_world, &other_trace), past.as_ref());
        if is_beside {
            let [a, b] = titles(&level, other);
            title(&mut picture, &viewport, &palette, format!("A  {a}"));
            title(&mut second, &viewport, &palette, format!("B  {b}"));
        }
    }
    let contents = match (is_beside, is_png) {
        (true, true) => pair::png([&picture, &second], args.size, &viewport, &palette),
        (true, false) => Ok(pair::svg([&picture, &second], args.size, &viewport, &palette).into_bytes()),
        _ => paint(is_png, &pair::over(picture, second), &viewport, &palette),
    };
    let contents = contents.map_err(|error| Failure::Refused(error.to_string()))?;
    let cannot = |reason: String| Failure::Refused(format!("{}: cannot be written: {reason}", args.out.display()));
    format::replace(&args.out, &contents).map_err(cannot)?;
    Ok(Answer::Yes)
}

fn paint(is_png: bool, picture: &Picture, viewport: &Viewport, palette: &Palette) -> Result<Vec<u8>, PictureError> {
    if is_png {
        png::paint(picture, viewport, palette)
    } else {
        Ok(svg::paint(picture, viewport, palette).into_bytes())
    }
}

/// The twin's level and the placement of both.
fn twin_of(level: &Level, path: &Path) -> Result<(Level, Placement), Failure> {
    let Some(twin) = level.editor.as_ref().and_then(|extra| extra.twin.as_ref()) else {
        return Err(Failure::Refused(format!("{}: the level has no twin (its key is editor.twin)", path.display())));
    };
    let other = twin.checked(level).map_err(|error| FormatError { file: Some(path.display().to_string()), ..error })?;
    Ok((other, twin.placement))
}

/// Prints the first frame at which the two differ, and the part that differs most.
fn print_divergence(level: &Level, other: &Level, last: u64) -> Result<(), Failure> {
    let (mut first, mut second) = (World::new(level)?, World::new(other)?);
    for frame in 0..=last {
        if frame > 0 {
            first.step_frame();
            second.step_frame();
        }
        if first.state().pose_hash() == second.state().pose_hash() {
            continue;
        }
        let apart = farthest(&first, &second).map(|Apart { place, distance }| {
            let owner = place.body().map(|body| format!(" ({})", level.body_title(body))).unwrap_or_default();
            format!("; largest distance there: {place}{owner}, {}", number(distance))
        });
        eprint_line(&format!("note: the twin differs from frame {frame} on{}", apart.unwrap_or_default()));
        return Ok(());
    }
    eprint_line(&format!("note: the twin's positions are bit-identical up to frame {last}"));
    Ok(())
}

/// Adds a title at the top centre.
fn title(picture: &mut Picture, viewport: &Viewport, palette: &Palette, text: String) {
    let at = viewport.world_from_screen(DVec2::new(viewport.size_px.x / 2.0, 0.0));
    let (align, offset_px, size_px) = (Align::Center, [0.0, 20.0], 15.0);
    picture.items.push(Item::Text { at, offset_px, align, text, size_px, color: palette.text });
}

/// The world after these frames and substeps, and the trace of its last substep (at frame 0: of the first).
fn simulate(level: &Level, (frame, substep): Moment) -> Result<(World, Trace), Failure> {
    let substeps = level.world.substeps;
    at::check(&format!("--substep {substep}"), substep, substeps)?;
    let mut world = World::new(level)?;
    let mut trace = Trace::default();
    if (frame, substep) == (0, 0) {
        world.clone().step_substep_traced(&mut trace);
        return Ok((world, trace));
    }
    let (whole, part) = if substep == 0 { (frame - 1, substeps) } else { (frame, substep) };
    let mut progress = Progress::new(frame, false);
    for _ in 0..whole {
        world.step_frame();
        progress.step();
    }
    for _ in 1..part {
        world.step_substep();
    }
    world.step_substep_traced(&mut trace);
    Ok((world, trace))
}

fn draw(args: &RenderArgs, scene: Scene, past: Option<&Frames>) -> Picture {
    let history = past.map(|past| History {
        now: args.moment().0,
        frames: past.frames().collect(),
        selected: Vec::new(),
        options: args.past.options(),
    });
    let scene = Scene { history: history.as_ref(), ..scene };
    let mut picture = Picture::default();
    draw_level(&scene, &mut picture);
    let scale = match args.arrows {
        Scale::Linear => ArrowScale::Linear,
        Scale::Log => ArrowScale::Logarithmic,
    };
    let arrows = Arrows { scale, longest_px: args.arrow_clamp };
    let options = OverlayOptions { arrows, ..OverlayOptions::suggest(&scene) };
    for overlay in overlays::ALL.iter().filter(|overlay| args.overlay.iter().any(|id| id == overlay.id)) {
        overlay.draw(&scene, &options, &mut picture);
    }
    picture
}
