// The conformance kit in Node: one test per case.
import { readFileSync } from "node:fs";
import { test } from "node:test";
import assert from "node:assert/strict";
import start from "../../../target/js/blobsmith/blobsmith.js";
import * as blobsmith from "../../../target/js/blobsmith/node.js";
import { runCase } from "./kit.js";

await blobsmith.init();
// The module is loaded already; this gives its exports.
const { memory } = await start();
const read = (path) => readFileSync(new URL(`../../../${path}`, import.meta.url), "utf8");
const { cases } = JSON.parse(read("bindings/conformance/cases.json"));

for (const one of cases) test(`conformance ${one.name}`, () => runCase(blobsmith, one, read));

test("10,000 parts that come and go: the hash of the kit, and no growing memory", () => {
  const { World, Prefab } = blobsmith;
  const { level, prefab, frames, alive, hash } = JSON.parse(read("bindings/conformance/endurance.json"));
  const part = Prefab.fromText(read(`bindings/conformance/${prefab}`));
  const world = World.fromText(read(level));
  let before = 0;
  for (let frame = 0; frame < frames; frame++) {
    world.spawn(part, { position: [((frame * 37) % 24) - 12, 8] }, `part-${frame}`);
    if (frame >= alive) world.remove(world.instance(`part-${frame - alive}`));
    world.step(1);
    world.takeEvents();
    if (frame === 1000) before = memory.buffer.byteLength;
  }
  assert.equal(world.hash, hash);
  // A leak of one part per frame would be over 30 MB.
  assert.ok(memory.buffer.byteLength - before < 4 << 20);
});

test("runner notices a different hash", async () => {
  const [first] = cases;
  const wrong = (path) => (path.endsWith(first.hashes) ? read(path).replace(/^(.*\n.*\n)./, "$1x") : read(path));
  await assert.rejects(() => runCase(blobsmith, first, wrong), /after 2 steps/);
});
