// Compiles only if the types of the package fit; never runs.
import { DrawList, Prefab, World, init, type Body, type PlayEvent, type Point } from "../../../target/js/blobsmith/index.js";
import type { Level } from "../../../target/js/blobsmith/level.js";

await init(new URL("https://example.org/blobsmith_bg.wasm"));
const level: Level = { format: 2, discs: [{ position: [0, 1], radius: 0.5 }] };
const world = World.fromLevel(level);
const body: Body | undefined = world.body("hero");
if (body !== undefined) {
  const positions: Float64Array = world.positions(body);
  const [x, y]: Point = world.barycentre(body);
  world.applyImpulse([body, 0], [x, y + positions.length]);
  // @ts-expect-error: the radius of a body does not exist
  world.radius(body);
}
const describe = (event: PlayEvent): number => (event.kind === "contact" ? event.impulse : event.frame);
const numbers: number[] = world.takeEvents().map(describe);
world.draw(new DrawList());
world.spawn(Prefab.fromLevel(level), { position: [numbers.length, 0], angleDeg: 90 });
// @ts-expect-error: the field is `angleDeg`
world.spawn(Prefab.fromLevel(level), { angle: 90 });
// @ts-expect-error: an unknown integrator
const wrong: Level = { format: 2, world: { integrator: "Newton" } };
