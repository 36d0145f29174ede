// Debug overlays in Node, with numbers by hand, and against the module without them.
import { readFileSync } from "node:fs";
import { test } from "node:test";
import assert from "node:assert/strict";
import * as plain from "../../../target/js/blobsmith/node.js";
import { OverlayList, World, init, overlayNames } from "../../../target/js/blobsmith/debug/node.js";

await Promise.all([init(), plain.init()]);

const STRETCHED = JSON.stringify({
  format: 2, world: { gravity: [0, 0] },
  bodies: [{ id: "b", nodes: [{ position: [0, 0] }, { position: [2, 0] }], springs: [{ a: 0, b: 1, rest_length: 1 }] }],
});
const offered = () => overlayNames().filter((one) => one.isOffered).map((one) => one.name);
const gallery = (name) => readFileSync(new URL(`../../../levels/${name}.ron`, import.meta.url), "utf8");

test("overlayNames lists those of the editor", () => {
  const missing = overlayNames().filter((one) => !one.isOffered).map((one) => one.name);
  assert.deepEqual(missing.sort(), ["contact-heat", "ghosts", "trails"]);
  assert.ok(["boxes", "force-total", "contacts", "verdict"].every((name) => offered().includes(name)));
  assert.ok(overlayNames().every((one) => one.title && one.help));
});

test("strain is one coloured line per spring, and the id is a label", () => {
  const world = World.fromText(STRETCHED);
  const list = new OverlayList();
  world.drawOverlays(["strain", "ids"], list, { size: [400, 400], center: [0, 0], pixelsPerUnit: 10 });
  assert.deepEqual([...list.linePoints], [0, 0, 2, 0]);
  // Stretched by its rest length: the end of the range.
  const [row] = list.legend;
  assert.equal(row.text, "spring stretched by 100 % or more");
  assert.deepEqual([...list.lineColors], row.color);
  assert.deepEqual(list.batches, [{ overlay: "strain", isLines: true, range: [0, 1] }]);
  assert.equal(list.lineWidths.length, 1);
  const [label] = list.labels;
  assert.deepEqual([label.overlay, label.text, label.at, label.anchor], ["ids", "b", [1, 0], 0.5]);
});

test("overlays and tracing leave the frames as they are", () => {
  for (const name of ["43-balls-on-blobs", "15-stack"]) {
    const [world, other] = [World.fromText(gallery(name)), plain.World.fromText(gallery(name))];
    const list = new OverlayList();
    world.setTracing(true);
    for (let frame = 0; frame < 20; frame++) {
      world.step(1);
      other.step(1);
      world.drawOverlays(offered(), list);
      assert.equal(world.hash, other.hash, `${name}: ${frame}`);
    }
    const lengths = [false, true].map((isLines) =>
      list.batches.filter((one) => one.isLines === isLines).reduce((sum, { range: [from, to] }) => sum + to - from, 0));
    assert.deepEqual(lengths, [list.triangles.length, list.lineWidths.length]);
    const corners = list.points.length / 2;
    assert.ok(list.lineWidths.length > 0 && list.triangles.length > 0 && list.triangles.every((corner) => corner < corners));
    assert.deepEqual([list.colors.length, list.lineColors.length], [2 * list.points.length, 4 * list.lineWidths.length]);
  }
});

test("bad names and views are errors", () => {
  const world = World.fromText(STRETCHED);
  const list = new OverlayList();
  for (const name of ["forces", "trails"]) {
    assert.throws(() => world.drawOverlays(["boxes", name], list), new RegExp(`\`${name}\` is no overlay.*velocities`));
  }
  assert.throws(() => world.drawOverlays(["boxes"], list, { pixelsPerUnit: -1 }), /`pixels_per_unit` must be/);
  assert.throws(() => world.drawOverlays(["boxes"], list, { scale: 2 }), TypeError);
  assert.equal(plain.World.prototype.drawOverlays, undefined);
});
