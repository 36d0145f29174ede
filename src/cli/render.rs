//! `render`: a picture of a level at one frame, SVG or PNG, painted as the editor's canvas is.
//!
//! Must never know: how anything is drawn.

use super::Command;
use super::outcome::{Answer, Failure, Outcome, arguments, load};
use super::progress::Progress;
use crate::engine::{Trace, World};
use crate::level::Level;
use crate::level::format;
use crate::picture::overlays::{self, OverlayOptions};
use crate::picture::{Palette, Picture, Scene, Theme, Viewport, checked_size, draw_level, png, scene, svg};
use clap::builder::{PossibleValue, PossibleValuesParser};
use clap::{Args, ValueEnum};
use glam::DVec2;
use std::path::PathBuf;

/// See the module.
pub(super) const COMMAND: Command = Command {
    name: "render",
    about: "Draw a level at one frame, as .png or .svg, without a display",
    details: "\
The ending of FILE tells the form. The picture shows everything in the level. Overlays that explain contacts and \
forces show the substep that led to the frame (at frame 0: the first one).

Examples:
  blobsmith render level.ron --frame 0 --out level.svg
  blobsmith render level.ron --frame 120 --out f120.png --overlay velocities,contacts --size 1920x1080 --theme light",
    arguments: RenderArgs::augment_args,
    run: |matches| render(&arguments::<RenderArgs>(matches)?),
};

#[derive(Args)]
struct RenderArgs {
    /// Level file (.ron or .json)
    level: PathBuf,
    /// Frames done
    #[arg(long, value_name = "F")]
    frame: u64,
    /// Picture to write (.png or .svg); an old one is replaced
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// What to lay over the level, separated by commas
    #[arg(long, value_name = "A,B,C", value_delimiter = ',', value_parser = overlay_ids())]
    overlay: Vec<String>,
    /// Width and height in pixels
    #[arg(long, value_name = "WxH", default_value = "1280x720", value_parser = parse_size)]
    size: DVec2,
    /// Background
    #[arg(long, value_enum, default_value_t = Background::Dark)]
    theme: Background,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Background {
    /// Light on dark
    Dark,
    /// Dark on light, for paper
    Light,
}

fn overlay_ids() -> PossibleValuesParser {
    PossibleValuesParser::new(
        overlays::ALL.iter().map(|overlay| PossibleValue::new(overlay.id).help(overlay.explanation)),
    )
}

fn parse_size(text: &str) -> Result<DVec2, String> {
    let (width, height) = text.split_once(['x', 'X', '×']).ok_or("write it as 1280x720")?;
    let side = |side: &str| side.trim().parse::<u32>().map(f64::from).map_err(|_| "write it as 1280x720".to_owned());
    let size = DVec2::new(side(width)?, side(height)?);
    // The painters' own limits, told before anything is simulated.
    let viewport = Viewport { size_px: size, center: DVec2::ZERO, scale: 1.0 };
    checked_size(&viewport).map_err(|error| error.to_string())?;
    Ok(size)
}

fn render(args: &RenderArgs) -> Outcome {
    let ending = args.out.extension().unwrap_or_default().to_ascii_lowercase();
    if ending != "png" && ending != "svg" {
        return Err(Failure::Refused(format!("{}: the ending must tell the form: .png or .svg", args.out.display())));
    }
    let level = load(&args.level)?;
    let (world, trace) = simulate(&level, args.frame)?;
    let palette = Palette::of(match args.theme {
        Background::Dark => Theme::Dark,
        Background::Light => Theme::Light,
    });
    let margin = args.size.min_element() * 0.06;
    let viewport = Viewport::fit(args.size, scene::bounds(&level, &world), margin);
    let picture = draw(&args.overlay, Scene { trace: Some(&trace), ..Scene::new(&level, &world, &palette, viewport) });
    let contents = if ending == "png" {
        png::paint(&picture, &viewport, &palette).map_err(|error| Failure::Refused(error.to_string()))?
    } else {
        svg::paint(&picture, &viewport, &palette).into_bytes()
    };
    let cannot = |reason: String| Failure::Refused(format!("{}: cannot be written: {reason}", args.out.display()));
    format::replace(&args.out, &contents).map_err(cannot)?;
    Ok(Answer::Yes)
}

/// The level after so many frames, and why its last substep (at frame 0: its first) did what it did.
fn simulate(level: &Level, frame: u64) -> Result<(World, Trace), Failure> {
    let mut world = World::new(level)?;
    let mut trace = Trace::default();
    if frame == 0 {
        world.clone().step_substep_traced(&mut trace);
        return Ok((world, trace));
    }
    let mut progress = Progress::new(frame, false);
    for _ in 1..frame {
        world.step_frame();
        progress.step();
    }
    for _ in 1..level.world.substeps {
        world.step_substep();
    }
    world.step_substep_traced(&mut trace);
    Ok((world, trace))
}

fn draw(wanted: &[String], scene: Scene) -> Picture {
    let mut picture = Picture::default();
    draw_level(&scene, &mut picture);
    let options = OverlayOptions::suggest(&scene);
    for overlay in overlays::ALL.iter().filter(|overlay| wanted.iter().any(|id| id == overlay.id)) {
        (overlay.draw)(&scene, &options, &mut picture);
    }
    picture
}
