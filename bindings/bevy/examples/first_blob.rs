use bevy::prelude::*;
use bevy_blobsmith::prelude::*;

fn main() {
    App::new().add_plugins((DefaultPlugins, BlobsmithPlugin, BlobGizmosPlugin)).add_systems(Startup, start).run();
}

fn start(mut commands: Commands, assets: Res<AssetServer>) {
    commands.spawn((BlobLevel(assets.load("first.blob.json")), Transform::from_scale(Vec3::splat(60.0))));
    commands.spawn(Camera2d);
}
