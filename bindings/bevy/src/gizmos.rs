//! Lines for debugging: hulls, springs, links, obstacles, velocities, contacts, and the overlays of the editor.

use crate::BlobWorld;
use bevy_app::{App, Plugin, PostUpdate};
use bevy_color::Color;
use bevy_ecs::schedule::IntoScheduleConfigs;
use bevy_ecs::system::Query;
use bevy_gizmos::AppGizmoBuilder;
use bevy_gizmos::config::GizmoConfigGroup;
use bevy_gizmos::gizmos::{GizmoBuffer, Gizmos};
use bevy_math::{Vec2, Vec3};
use bevy_reflect::Reflect;
use bevy_reflect::std_traits::ReflectDefault;
use bevy_transform::TransformSystems;
use bevy_transform::components::GlobalTransform;
use blobsmith_engine::level::ObstacleShape;
use blobsmith_engine::play::{DrawDisc, DrawList, OverlayList, PlayError, PlayWorld};

/// Draws all worlds with Bevy's gizmos; needs Bevy's `GizmoPlugin`, which `DefaultPlugins` contains with the feature
/// `bevy_gizmos`. Configure it in `GizmoConfigStore`, group [`BlobGizmos`].
pub struct BlobGizmosPlugin;

impl Plugin for BlobGizmosPlugin {
    fn build(&self, app: &mut App) {
        app.init_gizmo_group::<BlobGizmos>().add_systems(PostUpdate, draw_worlds.after(TransformSystems::Propagate));
    }
}

/// What is drawn in which colour; nothing for None. Lengths are in level units.
#[derive(Reflect, GizmoConfigGroup, Clone, Debug)]
#[reflect(Default)]
pub struct BlobGizmos {
    /// Outlines of hulls.
    pub hulls: Option<Color>,
    /// Springs and sticks of bodies.
    pub springs: Option<Color>,
    /// Discs; particles as a cross.
    pub discs: Option<Color>,
    /// Obstacles, and the bounds of the world.
    pub obstacles: Option<Color>,
    /// Links between parts.
    pub links: Option<Color>,
    /// Velocities of nodes and discs; by default not drawn.
    pub velocities: Option<Color>,
    /// Level time in which a part would move along its drawn velocity; by default 5.
    pub velocity_time: f32,
    /// Contacts of the last frame: a line along the normal from the second to the first part. Needs
    /// [`BlobSettings::contacts`](crate::BlobSettings).
    pub contacts: Option<Color>,
    /// Length of the line of a contact; by default 0.5.
    pub contact_length: f32,
    /// Names of debug overlays of the editor, such as `force-total` or `strain`; see
    /// [`overlay_names`](blobsmith_engine::play::overlay_names). Areas are drawn as the edges of their triangles, labels are left out.
    pub overlays: Vec<String>,
    /// Size in pixels of a view that shows the whole level, for overlays with sizes in pixels; by default 1280 times 720.
    pub overlay_view: Vec2,
    /// Half of the length as which an infinite line is drawn; by default 1,000.
    pub line_length: f32,
}

impl Default for BlobGizmos {
    fn default() -> Self {
        Self {
            hulls: Some(Color::srgb(0.95, 0.95, 0.95)),
            springs: Some(Color::srgb(0.35, 0.55, 0.75)),
            discs: Some(Color::srgb(0.95, 0.75, 0.35)),
            obstacles: Some(Color::srgb(0.6, 0.6, 0.6)),
            links: Some(Color::srgb(0.55, 0.8, 0.45)),
            velocities: None,
            velocity_time: 5.0,
            contacts: Some(Color::srgb(0.95, 0.35, 0.3)),
            contact_length: 0.5,
            overlays: Vec::new(),
            overlay_view: Vec2::new(1280.0, 720.0),
            line_length: 1000.0,
        }
    }
}

type Buffer = GizmoBuffer<BlobGizmos, ()>;

fn draw_worlds(worlds: Query<(&BlobWorld, &GlobalTransform)>, mut gizmos: Gizmos<BlobGizmos>) {
    let config = gizmos.config_ext.clone();
    for (world, transform) in &worlds {
        draw(world, transform, &config, &mut gizmos);
        if let Err(error) = draw_overlays(world, transform, &config, &mut gizmos) {
            bevy_log::warn_once!("{error}");
        }
    }
}

/// Draws the overlays of [`BlobGizmos::overlays`] for the present frame into a gizmo buffer. Costs a copy of the level per call.
///
/// # Errors
/// [`PlayError::Overlay`] with the names that are offered; [`PlayError::Number`] if the view is not sound.
pub fn draw_overlays(
    world: &BlobWorld,
    transform: &GlobalTransform,
    config: &BlobGizmos,
    buffer: &mut Buffer,
) -> Result<(), PlayError> {
    if config.overlays.is_empty() {
        return Ok(());
    }
    let names: Vec<&str> = config.overlays.iter().map(String::as_str).collect();
    let mut list = OverlayList::default();
    let size = config.overlay_view.to_array().map(f64::from);
    world.draw_overlays(&names, &world.overlay_view(size), &mut list)?;
    let mut pen = Pen { transform, buffer };
    let color = |[red, green, blue, alpha]: [u8; 4]| Color::srgba_u8(red, green, blue, alpha);
    for batch in &list.batches {
        if batch.is_lines {
            for line in batch.range.clone() {
                pen.line(list.line_points[2 * line], list.line_points[2 * line + 1], color(list.line_colors[line]));
            }
            continue;
        }
        for corners in list.triangles[batch.range.clone()].chunks(3) {
            for (index, &corner) in corners.iter().enumerate() {
                let [a, b] = [corner, corners[(index + 1) % corners.len()]].map(|corner| corner as usize);
                pen.line(list.points[a], list.points[b], color(list.colors[a]));
            }
        }
    }
    Ok(())
}

/// Draws a world into a gizmo buffer.
pub fn draw(world: &BlobWorld, transform: &GlobalTransform, config: &BlobGizmos, buffer: &mut Buffer) {
    let mut list = DrawList::default();
    // Without interpolation, the present frame.
    if world.draw_between(world.alpha(), &mut list).is_err() {
        world.draw(&mut list);
    }
    let mut pen = Pen { transform, buffer };
    pen.obstacles(world, config);
    pen.springs(world, &list, config.springs);
    pen.hulls(&list, config.hulls);
    pen.discs(&list.discs, config.discs);
    pen.links(world, config.links);
    pen.velocities(world, &list, config);
    pen.contacts(world, config);
}

/// Draws in level units.
struct Pen<'a> {
    transform: &'a GlobalTransform,
    buffer: &'a mut Buffer,
}

impl Pen<'_> {
    fn at(&self, [x, y]: [f64; 2]) -> Vec3 {
        self.transform.transform_point(Vec3::new(x as f32, y as f32, 0.0))
    }

    fn line(&mut self, a: [f64; 2], b: [f64; 2], color: Color) {
        let (a, b) = (self.at(a), self.at(b));
        if a.is_finite() && b.is_finite() {
            self.buffer.line(a, b, color);
        }
    }

    fn circle(&mut self, [x, y]: [f64; 2], radius: f64, color: Color) {
        const CORNERS: u32 = 32;
        let on = |index: u32| {
            let (sine, cosine) = (f64::from(index) * std::f64::consts::TAU / f64::from(CORNERS)).sin_cos();
            [x + radius * cosine, y + radius * sine]
        };
        (0..CORNERS).for_each(|index| self.line(on(index), on(index + 1), color));
    }

    fn hulls(&mut self, list: &DrawList, color: Option<Color>) {
        let Some(color) = color else { return };
        for outline in &list.loops {
            let nodes = &list.outlines[outline.points.clone()];
            let pairs = nodes.windows(2).map(|pair| [pair[0], pair[1]]);
            let last = nodes.first().zip(nodes.last()).filter(|_| outline.is_closed);
            for [a, b] in pairs.chain(last.map(|(&first, &last)| [last, first])) {
                self.line(list.points[a as usize], list.points[b as usize], color);
            }
        }
    }

    fn springs(&mut self, world: &PlayWorld, list: &DrawList, color: Option<Color>) {
        let Some(color) = color else { return };
        let layout = world.engine().layout();
        for drawn in list.bodies.iter().filter(|drawn| !drawn.points.is_empty()) {
            let body = &layout.bodies[layout.body_of(drawn.points.start).0];
            let springs = layout.springs.a[body.springs.clone()].iter().zip(&layout.springs.b[body.springs.clone()]);
            let sticks = layout.sticks.a[body.sticks.clone()].iter().zip(&layout.sticks.b[body.sticks.clone()]);
            for (&a, &b) in springs.chain(sticks) {
                self.line(list.points[a as usize], list.points[b as usize], color);
            }
        }
    }

    fn discs(&mut self, discs: &[DrawDisc], color: Option<Color>) {
        let Some(color) = color else { return };
        for &DrawDisc { center, radius, .. } in discs {
            if radius > 0.0 {
                self.circle(center, radius, color);
            } else {
                const ARM: f64 = 0.05;
                let [x, y] = center;
                self.line([x - ARM, y], [x + ARM, y], color);
                self.line([x, y - ARM], [x, y + ARM], color);
            }
        }
    }

    fn obstacles(&mut self, world: &PlayWorld, config: &BlobGizmos) {
        let Some(color) = config.obstacles else { return };
        let layout = world.engine().layout();
        for obstacle in &layout.obstacles {
            match obstacle.shape {
                ObstacleShape::Segment(a, b) => self.line(a, b, color),
                ObstacleShape::Line([x, y], [along_x, along_y]) => {
                    let scale = f64::from(config.line_length) / along_x.hypot(along_y);
                    let [dx, dy] = [along_x * scale, along_y * scale];
                    self.line([x - dx, y - dy], [x + dx, y + dy], color);
                }
                ObstacleShape::Circle { center, radius } => self.circle(center, radius, color),
            }
        }
        if let Some(bounds) = &layout.settings.bounds {
            let ([left, bottom], [right, top]) = (bounds.min, bounds.max);
            let corners = [[left, bottom], [right, bottom], [right, top], [left, top]];
            (0..4).for_each(|index| self.line(corners[index], corners[(index + 1) % 4], color));
        }
    }

    fn links(&mut self, world: &PlayWorld, color: Option<Color>) {
        let Some(color) = color else { return };
        for link in world.links().filter(|link| world.is_link_on(*link) == Ok(true)) {
            if let Ok([a, b]) = world.link_points(link) {
                self.line(a.to_array(), b.to_array(), color);
            }
        }
    }

    fn velocities(&mut self, world: &PlayWorld, list: &DrawList, config: &BlobGizmos) {
        let Some(color) = config.velocities else { return };
        let time = f64::from(config.velocity_time);
        let mut arrow = |[x, y]: [f64; 2], [dx, dy]: [f64; 2]| {
            self.line([x, y], [x + dx * time, y + dy * time], color);
        };
        for drawn in &list.bodies {
            let velocities = world.velocities(drawn.body).unwrap_or_default();
            for (point, velocity) in list.points[drawn.points.clone()].iter().zip(velocities) {
                arrow(*point, velocity.to_array());
            }
        }
        for drawn in &list.discs {
            arrow(drawn.center, world.disc_velocity(drawn.disc).unwrap_or_default().to_array());
        }
    }

    fn contacts(&mut self, world: &BlobWorld, config: &BlobGizmos) {
        let Some(color) = config.contacts else { return };
        for contact in world.contacts() {
            let (point, normal) = (contact.point.to_array(), contact.normal.to_array());
            let length = f64::from(config.contact_length);
            self.line(point, [point[0] + normal[0] * length, point[1] + normal[1] * length], color);
        }
    }
}
