//! A level of the gallery in a window: drag blobs with the mouse, press space to drop another one, D for the debug lines, P for a pause.
//! An edit of the level's file is taken over while it runs.
//!
//! ```sh
//! cargo run -p bevy_blobsmith_examples --bin bevy_drop -- [LEVEL [--picture OUT.png --frames N]]
//! ```
//!
//! LEVEL is relative to the folder `levels`. With `--picture` it drops blobs by itself, saves the frame N and ends.

use bevy::asset::RenderAssetUsages;
use bevy::mesh::{Indices, PrimitiveTopology};
use bevy::prelude::*;
use bevy::render::view::screenshot::{Screenshot, ScreenshotCaptured, save_to_disk};
use bevy::time::TimeUpdateStrategy;
use bevy::window::{PrimaryWindow, WindowResolution};
use bevy_blobsmith::blobsmith_engine::play::{DrawList, HandId};
use bevy_blobsmith::prelude::*;
use std::time::Duration;

const SIZE: [u32; 2] = [960, 600];
const COLOURS: [&str; 6] = ["#4c9be8", "#e8774c", "#5cb87a", "#b074d6", "#d6b23c", "#4cc4c4"];

/// The arguments of the command line.
#[derive(Resource, Clone)]
struct Arguments {
    level: String,
    picture: Option<String>,
    frames: u64,
}

/// The part that space drops.
#[derive(Resource)]
struct Dropped(Prefab);

/// The mesh of all bodies.
#[derive(Component)]
struct Skin;

/// The hand that drags a part.
#[derive(Resource, Default)]
struct Drag(Option<HandId>);

fn main() {
    let arguments = arguments();
    let window = Window {
        title: "Blobsmith in Bevy".into(),
        resolution: WindowResolution::new(SIZE[0], SIZE[1]).with_scale_factor_override(1.0),
        ..default()
    };
    let mut app = App::new();
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../levels");
    app.add_plugins(
        DefaultPlugins
            .set(WindowPlugin { primary_window: Some(window), ..default() })
            .set(AssetPlugin { file_path: root.into(), ..default() }),
    )
    .add_plugins((BlobsmithPlugin, BlobGizmosPlugin))
    .insert_resource(Time::<Fixed>::from_hz(60.0))
    .insert_resource(ClearColor(Color::srgb_u8(0xf6, 0xf8, 0xfa)))
    .insert_resource(jelly())
    .init_resource::<Drag>()
    .add_systems(Startup, start)
    .add_systems(Update, (fit, drag, keys, paint));
    if arguments.picture.is_some() {
        app.insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_secs_f64(1.0 / 60.0)))
            .add_systems(FixedUpdate, rain.before(BlobSystems::Step))
            .add_systems(Update, save);
    }
    app.insert_resource(arguments).run();
}

fn arguments() -> Arguments {
    let mut arguments = Arguments { level: "16-pile-of-100.ron".into(), picture: None, frames: 170 };
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        match word.as_str() {
            "--picture" => arguments.picture = words.next(),
            "--frames" => arguments.frames = words.next().and_then(|word| word.parse().ok()).unwrap_or(170),
            _ => arguments.level = word,
        }
    }
    arguments
}

/// A square of 16 masses.
fn jelly() -> Dropped {
    let text = include_str!("../../conformance/prefabs/jelly.json");
    Dropped(Prefab::from_text(text).expect("a level of this repository"))
}

fn start(
    mut commands: Commands,
    assets: Res<AssetServer>,
    arguments: Res<Arguments>,
    mut meshes: ResMut<Assets<Mesh>>,
    mut materials: ResMut<Assets<ColorMaterial>>,
    mut gizmos: ResMut<GizmoConfigStore>,
) {
    commands.spawn(BlobLevel(assets.load(arguments.level.clone())));
    commands.spawn(Camera2d);
    let mesh = Mesh::new(PrimitiveTopology::TriangleList, RenderAssetUsages::default());
    commands.spawn((Skin, Mesh2d(meshes.add(mesh)), MeshMaterial2d(materials.add(Color::WHITE))));
    let lines = gizmos.config_mut::<BlobGizmos>().1;
    lines.hulls = Some(Color::srgb(0.25, 0.3, 0.4));
    lines.springs = None;
}

/// Fits the camera to a world that has just started: no scale of the world is needed.
fn fit(
    worlds: Query<&BlobWorld, Added<BlobWorld>>,
    mut cameras: Query<(&mut Transform, &mut Projection), With<Camera2d>>,
) {
    for world in &worlds {
        let (mut low, mut high) = (Vec2::INFINITY, Vec2::NEG_INFINITY);
        for &[x, y] in world.all_points() {
            (low, high) = (low.min(Vec2::new(x as f32, y as f32)), high.max(Vec2::new(x as f32, y as f32)));
        }
        for (mut transform, mut projection) in &mut cameras {
            let size = high - low + 2.0;
            transform.translation = ((low + high) / 2.0).extend(transform.translation.z);
            if let Projection::Orthographic(projection) = &mut *projection {
                projection.scale = (size.x / SIZE[0] as f32).max(size.y / SIZE[1] as f32);
            }
        }
    }
}

/// Fills the mesh with the triangles of all bodies.
fn paint(
    worlds: Query<&BlobWorld>,
    skin: Single<&Mesh2d, With<Skin>>,
    mut meshes: ResMut<Assets<Mesh>>,
    mut list: Local<DrawList>,
) {
    let Ok(world) = worlds.single() else { return };
    if world.draw_between(world.alpha(), &mut list).is_err() {
        world.draw(&mut list);
    }
    let points: Vec<[f32; 3]> = list.points.iter().map(|&[x, y]| [x as f32, y as f32, 0.0]).collect();
    let mut colours = vec![[1.0; 4]; points.len()];
    for (index, body) in list.bodies.iter().enumerate() {
        let colour = Srgba::hex(COLOURS[index % COLOURS.len()]).unwrap_or_default().mix(&Srgba::WHITE, 0.4);
        colours[body.points.clone()].fill(LinearRgba::from(colour).to_f32_array());
    }
    let mesh = Mesh::new(PrimitiveTopology::TriangleList, RenderAssetUsages::default())
        .with_inserted_attribute(Mesh::ATTRIBUTE_POSITION, points)
        .with_inserted_attribute(Mesh::ATTRIBUTE_COLOR, colours)
        .with_inserted_indices(Indices::U32(list.triangles.clone()));
    // Fails only if the mesh was removed.
    let _ = meshes.insert(&skin.0, mesh);
}

/// Drags the node nearest to the pointer.
fn drag(
    mut worlds: Query<&mut BlobWorld>,
    mut held: ResMut<Drag>,
    buttons: Res<ButtonInput<MouseButton>>,
    window: Single<&Window, With<PrimaryWindow>>,
    camera: Single<(&Camera, &GlobalTransform)>,
) -> Result {
    let (Ok(mut world), Some(pointer)) = (worlds.single_mut(), window.cursor_position()) else { return Ok(()) };
    let Ok(at) = camera.0.viewport_to_world_2d(camera.1, pointer) else { return Ok(()) };
    let at = [f64::from(at.x), f64::from(at.y)];
    if buttons.just_pressed(MouseButton::Left) {
        let found = world.nearest_node(at, 1.0, &QueryFilter::default())?;
        // Pinned nodes and fixed bodies cannot be dragged.
        held.0 = found.and_then(|node| world.grab(node, at).ok());
    }
    let Some(hand) = held.0 else { return Ok(()) };
    if buttons.pressed(MouseButton::Left) {
        world.move_hand(hand, at)?;
    } else {
        held.0 = None;
        world.release(hand)?;
    }
    Ok(())
}

fn keys(
    keys: Res<ButtonInput<KeyCode>>,
    prefab: Res<Dropped>,
    mut worlds: Query<(&mut BlobWorld, &mut BlobSettings)>,
    camera: Single<&Transform, With<Camera2d>>,
    mut gizmos: ResMut<GizmoConfigStore>,
) -> Result {
    for (mut world, mut settings) in &mut worlds {
        if keys.just_pressed(KeyCode::Space) {
            let at = camera.translation.truncate();
            world.spawn(&prefab.0, &Placement::at([f64::from(at.x), f64::from(at.y) + 3.0]))?;
        }
        settings.paused ^= keys.just_pressed(KeyCode::KeyP);
    }
    let (config, _) = gizmos.config_mut::<BlobGizmos>();
    config.enabled ^= keys.just_pressed(KeyCode::KeyD);
    Ok(())
}

/// Drops a blob every 30 frames, for the picture.
fn rain(mut worlds: Query<&mut BlobWorld>, prefab: Res<Dropped>) -> Result {
    for mut world in &mut worlds {
        let frame = world.frame();
        if frame % 30 == 29 {
            let x = (frame / 30 * 7 % 11) as f64 * 0.9 - 5.0;
            world.spawn(&prefab.0, &Placement { angle_deg: frame as f64, ..Placement::at([x, 8.0]) })?;
        }
    }
    Ok(())
}

/// Saves the picture and ends.
fn save(
    mut commands: Commands,
    arguments: Res<Arguments>,
    mut worlds: Query<(&BlobWorld, &mut BlobSettings)>,
    mut is_saving: Local<bool>,
) {
    for (world, mut settings) in &mut worlds {
        if world.frame() >= arguments.frames && !*is_saving {
            *is_saving = true;
            settings.paused = true;
            let picture = arguments.picture.clone().unwrap_or_default();
            commands.spawn(Screenshot::primary_window()).observe(save_to_disk(picture)).observe(
                |_: On<ScreenshotCaptured>, mut exit: MessageWriter<AppExit>| {
                    exit.write(AppExit::Success);
                },
            );
        }
    }
}
