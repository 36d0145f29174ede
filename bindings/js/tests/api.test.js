// The API in Node, with numbers by hand.
import { readFileSync } from "node:fs";
import { test } from "node:test";
import assert from "node:assert/strict";
import { DrawList, Prefab, World, init, partKind } from "../../../target/js/blobsmith/node.js";

await init();

const level = (fields) => JSON.stringify({ format: 2, world: { gravity: [0, 0] }, ...fields });
const disc = (fields) => ({ id: "ball", position: [0, 0], radius: 1, ...fields });
const triangle = {
  id: "tri", nodes: [[0, 0], [2, 0], [0, 2]].map((position) => ({ position })),
  hull: [[0, 1], [1, 2], [2, 0]], triangles: [[0, 1, 2]],
};
const ballWorld = (fields) => World.fromText(level({ discs: [disc(fields)] }));
const triangleWorld = (fields) => World.fromText(level({ bodies: [{ ...triangle, ...fields }] }));

test("fromText reads RON and JSON alike", () => {
  const ron = World.fromText("(format: 2, discs: [(position: (0.0, 1.0), radius: 0.5)])");
  const json = World.fromText('{"format": 2, "discs": [{"position": [0, 1], "radius": 0.5}]}');
  assert.match(ron.hash, /^[0-9a-f]{16}$/);
  assert.equal(ron.hash, json.hash);
});

test("fromLevel takes an object", () => {
  const text = level({ discs: [disc()] });
  assert.equal(World.fromLevel(JSON.parse(text)).hash, World.fromText(text).hash);
  assert.throws(() => World.fromLevel(undefined), TypeError);
});

test("errors of levels have place, line and column", () => {
  const text = "(format: 2, discs: [(position: (0.0, 1.0), radius: -1.0)])";
  assert.throws(() => World.fromText(text), (error) => {
    assert.ok(error instanceof Error);
    assert.deepEqual([error.place, error.line, error.column], ["discs[0].radius", 1, 52]);
    assert.ok(error.message.startsWith("1:52: discs[0].radius: "), error.message);
    return true;
  });
  assert.throws(() => World.fromText(""), /the text is empty/);
  assert.throws(() => World.fromText('{"format": 2, "instances": [{"source": "x.ron"}]}'), /x\.ron/);
});

test("errors of the parser have the place at which it stopped", () => {
  const wrong = [
    ['{"format": 2, "discs": [{"position": [0, 0], "radius": "x"}]}', "discs[0].radius", /expected a number/],
    ['{"format": 2, "discs": [{"position": [0, 0], "radios": 1}]}', "discs[0].radios", /did you mean `radius`/],
    ['{"format": 2, "bodies": [{}, {"nodes": [{"position": [0]}]}]}', "bodies[1].nodes[0].position", /1 element/],
    ["(format: 2, discs: [(position: (0.0, 1.0), radios: 1.0)])", "discs[0].radios", /did you mean `radius`/],
    ["(format: 2, discs: [(position: (0.0, 1.0), radius: true)])", "discs[0].radius", /expected a number/],
    ["(format: 2, discs: [", undefined, /ends too early/],
  ];
  for (const [text, place, reason] of wrong) {
    assert.throws(() => World.fromText(text), (error) => {
      assert.match(error.message, reason);
      if (place !== undefined) assert.equal(error.place, place);
      assert.equal(error.line, 1);
      return true;
    });
  }
  assert.throws(() => World.fromText('{"format": 2,\n"discs": [\n{"radius": []}]}'), { place: "discs[0].radius", line: 3 });
});

test("what is below `editor` is not read", () => {
  const [bare, edited] = [{}, { editor: { watches: 3 } }].map((fields) => World.fromText(level({ discs: [disc()], ...fields })));
  assert.equal(bare.hash, edited.hash);
});

test("step moves a disc by its velocity", () => {
  const world = ballWorld({ velocity: [0.5, 0] });
  world.step();
  world.step(3);
  assert.deepEqual([world.frame, world.time, world.discPosition(world.disc("ball"))], [4, 4, [2, 0]]);
});

test("step refuses what is no whole number", () => {
  const world = ballWorld();
  for (const frames of [-1, 0.5, NaN, Infinity, 2 ** 32]) assert.throws(() => world.step(frames), /`frames` must be/);
  assert.equal(world.frame, 0);
});

test("advance runs due frames and loses the rest beyond maxFrames", () => {
  const world = ballWorld({ velocity: [1, 0] });
  world.secondsPerFrame = 0.25;
  world.setInterpolation(true);
  assert.deepEqual(world.advance(0.625), { frames: 2, lostSeconds: 0, alpha: 0.5 });
  assert.deepEqual(world.interpolatedDisc(world.disc("ball"), 0.5), [1.5, 0]);
  world.maxFrames = 1;
  assert.deepEqual(world.advance(0.75), { frames: 1, lostSeconds: 0.5, alpha: 0.5 });
  assert.throws(() => world.advance(-1), /`seconds` must be a finite number, 0 or more/);
  assert.throws(() => { world.maxFrames = 0; }, /1 or more/);
});

test("parts are found by id, name, tag and label", () => {
  const nodes = [{ position: [0, 0], label: "hand", properties: { grip: 2 } }];
  const world = World.fromText(level({
    bodies: [{ id: "a", tags: ["enemy"], nodes }, { id: "b", name: "Bob", tags: ["enemy"] }],
    discs: [disc()],
    obstacles: [{ id: "ground", shape: { Line: [[0, -2], [1, 0]] } }],
  }));
  const [a, b] = world.bodiesWithTag("enemy");
  assert.deepEqual([world.body("a"), world.bodyNamed("Bob"), world.body("none")], [a, b, undefined]);
  assert.deepEqual(world.bodies(), [a, b]);
  assert.equal(world.nodeWithLabel(a, "hand"), 0);
  assert.equal(world.nodeWithLabel(a, "foot"), undefined);
  assert.deepEqual(world.info(a).nodes, [{ node: 0, label: "hand", tags: [], properties: { grip: 2 } }]);
  const kinds = [a, world.disc("ball"), world.obstacle("ground")].map(partKind);
  assert.deepEqual(kinds, ["body", "disc", "obstacle"]);
  const { bodies, nodes: nodeCount, discs, obstacles } = world.partCounts();
  assert.deepEqual([bodies, nodeCount, discs, obstacles], [2, 1, 1, 1]);
});

test("properties and markers are plain values", () => {
  const properties = { hp: 3, speed: 1.5, name: "Ann", flags: [true, { deep: "yes" }] };
  const markers = [{ id: "start", name: "Start", shape: { Point: [3, 4] } }];
  const world = World.fromText(level({ discs: [disc({ tags: ["gold"], properties })], markers, name: "Test" }));
  const ball = world.disc("ball");
  assert.deepEqual(world.properties(ball), properties);
  assert.deepEqual(world.tags(ball), ["gold"]);
  assert.equal(world.id(ball), "ball");
  assert.deepEqual(world.marker("start"), markers[0]);
  assert.deepEqual(world.markers(), markers);
  assert.equal(world.marker("none"), undefined);
  assert.equal(world.levelInfo().name, "Test");
});

test("positions are new arrays, positionsInto fills one", () => {
  const world = triangleWorld();
  const body = world.body("tri");
  const positions = world.positions(body);
  assert.ok(positions instanceof Float64Array);
  assert.deepEqual([...positions], [0, 0, 2, 0, 0, 2]);
  positions[0] = 7;
  const out = new Float64Array(6);
  world.positionsInto(body, out);
  assert.deepEqual([...out], [0, 0, 2, 0, 0, 2]);
  assert.throws(() => world.positionsInto(body, new Float64Array(5)), /5 entries instead of 6/);
  assert.deepEqual([...world.allPositions()], [...out]);
  assert.deepEqual(world.nodeRange(body), [0, 3]);
});

test("positions stay valid when the memory of the module grows", () => {
  const world = triangleWorld();
  const positions = world.positions(world.body("tri"));
  const worlds = Array.from({ length: 40 }, () => World.fromText(readFileSync(new URL("../../../levels/16-pile-of-100.ron", import.meta.url), "utf8")));
  assert.deepEqual([...positions], [0, 0, 2, 0, 0, 2]);
  worlds.forEach((one) => one.free());
});

test("sizes, masses and energies of a body", () => {
  const world = triangleWorld();
  const body = world.body("tri");
  // Three nodes of mass 1 in a right triangle with legs of 2.
  assert.deepEqual([world.mass(body), world.area(body), world.nodeCount(body)], [3, 2, 3]);
  assert.deepEqual(world.aabb(body), [[0, 0], [2, 2]]);
  world.setVelocity(body, [2, 0]);
  assert.equal(world.energy(body).kinetic, 6);
  assert.equal(world.totalEnergy().kinetic, 6);
});

test("impulses, forces and teleports act as in the engine", () => {
  const world = triangleWorld();
  const body = world.body("tri");
  world.applyImpulse(body, [3, 0]);
  assert.deepEqual(world.velocity(body), [1, 0]);
  world.applyImpulse([body, 1], [0, 2]);
  assert.deepEqual(world.nodeVelocity(body, 1), [1, 2]);
  assert.deepEqual([...world.velocities(body)], [1, 0, 1, 2, 1, 0]);
  world.teleport(body, [10, 0]);
  assert.deepEqual(world.nodePosition(body, 0), [10, 0]);
  world.pin(body, 0);
  assert.equal(world.isPinned(body, 0), true);
  world.unpin(body, 0);
  assert.equal(world.isPinned(body, 0), false);
  const ball = ballWorld();
  ball.applyForce(ball.disc("ball"), [1, 0]);
  ball.step();
  const speed = ball.discVelocity(ball.disc("ball"))[0];
  assert.ok(Math.abs(speed * ball.discMass(ball.disc("ball")) - 1) < 1e-12, `force 1 for time 1: ${speed}`);
});

test("hands pull until they are released", () => {
  const world = ballWorld();
  const ball = world.disc("ball");
  const hand = world.grab(ball, [5, 0]);
  assert.deepEqual(world.hands(), [hand]);
  world.step(10);
  assert.ok(world.discVelocity(ball)[0] > 0);
  world.moveHand(hand, [-5, 0]);
  world.release(hand);
  assert.throws(() => world.release(hand), /stale handle: the hand/);
});

test("events are plain objects: contacts of two equal elastic discs", () => {
  const world = World.fromText(level({
    discs: [disc({ id: "left", position: [-3, 0], velocity: [1, 0] }), disc({ id: "right" })],
  }));
  world.setContactEvents(true);
  world.step(3);
  const [begin, end, ...more] = world.takeEvents();
  assert.deepEqual(more, []);
  const [left, right] = [world.disc("left"), world.disc("right")];
  assert.deepEqual([begin.kind, begin.phase, begin.first, begin.second, begin.impulse], ["contact", "begin", left, right, 1]);
  assert.deepEqual([begin.normal, end.phase, end.impulse], [[-1, 0], "end", 0]);
  assert.deepEqual(world.takeEvents(), []);
});

test("sensors report what enters", () => {
  const goal = disc({ id: "goal", motion: "Fixed", collision: { sensor: true } });
  const world = World.fromText(level({ discs: [disc({ position: [-4, 0], velocity: [1, 0], radius: 0.5 }), goal] }));
  world.step(5);
  const events = world.takeEvents().filter(({ kind }) => kind === "sensorEntered");
  assert.deepEqual(events.map(({ sensor, other }) => [sensor, other]), [[world.disc("goal"), world.disc("ball")]]);
});

test("queries find parts, with a filter", () => {
  const world = World.fromText(level({
    discs: [disc({ position: [5, 0], tags: ["gold"] })],
    obstacles: [{ id: "ground", shape: { Line: [[0, -2], [1, 0]] } }],
  }));
  const [ball, ground] = [world.disc("ball"), world.obstacle("ground")];
  assert.deepEqual(world.raycast([0, 0], [1, 0], 8), { part: ball, point: [4, 0], normal: [-1, 0], fraction: 0.5 });
  assert.equal(world.raycast([0, 0], [-1, 0], 8), undefined);
  assert.equal(world.raycast([0, 0], [1, 0], 8, { tag: "silver" }), undefined);
  assert.equal(world.raycastAll([0, 0], [1, 0], 8).length, 1);
  assert.deepEqual(world.overlapCircle([5, 0], 2), [ball, ground]);
  assert.deepEqual(world.overlapCircle([5, 0], 2, { tag: "gold" }), [ball]);
  assert.deepEqual(world.overlapBox([4, -1], [6, 1]), [ball]);
  assert.deepEqual(world.discsAt([5, 0.5]), [ball]);
  assert.equal(world.sweepCircle([0, 0], 1, [8, 0]).fraction, 3 / 8);
  assert.throws(() => world.raycast([0, 0], [1, 0], 8, { tags: "gold" }), /`filter`: unknown field `tags`/);
  const bodies = triangleWorld();
  assert.deepEqual(bodies.bodiesAt([0.5, 0.5]), [bodies.body("tri")]);
  assert.deepEqual(bodies.nearestNode([2.1, 0], 1), [bodies.body("tri"), 1]);
});

test("spawn and remove; handles of removed parts are stale", () => {
  const world = World.fromText(level({}));
  const prefab = Prefab.fromText(level({ discs: [disc()] }));
  const thrown = world.spawn(prefab, { position: [0, 5], velocity: [0.5, 0] });
  const ball = world.disc("spawn-1/ball");
  assert.deepEqual([partKind(thrown), world.partsOfInstance(thrown)], ["instance", [ball]]);
  world.step(2);
  assert.deepEqual(world.discPosition(ball), [1, 5]);
  const named = world.spawn(prefab, undefined, "hero");
  assert.equal(world.instance("hero"), named);
  assert.throws(() => world.spawn(prefab, {}, "hero"), /not the id of another instance/);
  assert.throws(() => world.spawn(prefab, { angle: 3 }), /`placement`: unknown field `angle`/);
  world.remove(thrown);
  assert.throws(() => world.discPosition(ball), /stale handle: the disc was removed or never existed/);
  assert.throws(() => world.remove(thrown), /stale handle/);
});

test("links are connected, switched and removed", () => {
  const world = World.fromText(level({ discs: [disc(), disc({ id: "other", position: [5, 0] })] }));
  const [ball, other] = [world.disc("ball"), world.disc("other")];
  const link = world.connect(ball, other, { Stick: { length: 5 } });
  assert.deepEqual(world.linkPoints(link), [[0, 0], [5, 0]]);
  assert.deepEqual([world.id(link), world.isLinkOn(link)], ["link-1", true]);
  world.switchLink(link, false);
  assert.equal(world.isLinkOn(link), false);
  world.remove(link);
  assert.throws(() => world.isLinkOn(link), /stale handle: the link/);
  assert.deepEqual(world.linkPoints(world.connect(ball, [3, 4], "Pin")), [[0, 0], [3, 4]]);
  assert.throws(() => world.connect(ball, 3, "Pin"), TypeError);
  assert.throws(() => world.connect(ball, other, { Rope: {} }), /`kind`: unknown variant `Rope`/);
});

test("restore goes back to the same bits", () => {
  const world = ballWorld({ velocity: [0.25, 0] });
  const snapshot = world.snapshot();
  assert.deepEqual([snapshot.frame, snapshot.hash], [0, world.hash]);
  world.step(10);
  const { hash } = world;
  world.restore(snapshot);
  assert.equal(world.frame, 0);
  const copy = world.clone();
  world.step(10);
  assert.deepEqual([world.hash, copy.frame], [hash, 0]);
});

test("draw list has points, texture coordinates, triangles and outlines", () => {
  const world = World.fromText(level({
    bodies: [{ ...triangle, skin: { image: "blob.png", tint: "#ff8000" } }], discs: [disc({ position: [9, 9] })],
  }));
  const list = new DrawList();
  world.draw(list);
  assert.deepEqual([...list.points], [0, 0, 2, 0, 0, 2]);
  assert.deepEqual([...list.uv], [0, 1, 1, 1, 0, 0]);
  assert.deepEqual([...list.triangles], [0, 1, 2]);
  const [body] = list.bodies;
  assert.deepEqual([body.body, body.points, body.triangles, body.tint], [world.body("tri"), [0, 3], [0, 3], [255, 128, 0, 255]]);
  assert.deepEqual(list.loops, [{ points: [0, 3], isClosed: true }]);
  assert.deepEqual(list.discs, [{ disc: world.disc("ball"), center: [9, 9], radius: 1 }]);
  assert.throws(() => world.drawBetween(0.5, list), /set_interpolation/);
});

test("wrong arguments are errors, and the world still runs", () => {
  const world = triangleWorld();
  const body = world.body("tri");
  const wrong = [
    () => world.positions(undefined), () => world.positions(3), () => world.positions(0n), () => world.positions(-1n),
    () => world.radius(body), () => world.setVelocity(body, [1]), () => world.setVelocity(body, [NaN, 0]),
    () => world.setVelocity(undefined, [0, 0]), () => world.setVelocity([body, 9], [0, 0]), () => world.setVelocity([body], [0, 0]),
    () => world.pin(body, -1), () => world.pin(body, 1.5), () => world.grab("tri", [0, 0]), () => world.body(undefined),
    () => world.overlapCircle([0, 0], -1), () => world.raycast([0, 0], [0, 0], 1), () => world.restore(undefined),
    () => partKind(0xe0000000n), () => world.applyForce(body, [Infinity, 0]), () => world.remove(2n ** 64n - 1n),
    () => world.spawn(undefined), () => World.fromText(undefined), () => Prefab.fromText("("), () => new World().step(1),
  ];
  wrong.forEach((call, index) => assert.throws(call, Error, `call ${index}: ${call}`));
  const { hash } = triangleWorld();
  assert.equal(world.hash, hash);
  world.step(1);
  assert.equal(world.frame, 1);
});

test("handles of different kinds are different keys", () => {
  const world = World.fromText(level({ bodies: [triangle], discs: [disc({ position: [9, 9] })] }));
  const names = new Map([[world.body("tri"), "tri"], [world.disc("ball"), "ball"]]);
  assert.equal(names.get(world.overlapCircle([9, 9], 1)[0]), "ball");
  assert.throws(() => world.positions(world.disc("ball")), /expected the handle of a part of kind body, not disc/);
});
