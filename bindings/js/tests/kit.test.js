// The conformance kit in Node: one test per case.
import { readFileSync } from "node:fs";
import { test } from "node:test";
import assert from "node:assert/strict";
import * as blobsmith from "../../../target/js/blobsmith/node.js";
import { runCase } from "./kit.js";

await blobsmith.init();
const read = (path) => readFileSync(new URL(`../../../${path}`, import.meta.url), "utf8");
const { cases } = JSON.parse(read("bindings/conformance/cases.json"));

for (const one of cases) test(`conformance ${one.name}`, () => runCase(blobsmith, one, read));

test("runner notices a different hash", async () => {
  const [first] = cases;
  const wrong = (path) => (path.endsWith(first.hashes) ? read(path).replace(/^(.*\n.*\n)./, "$1x") : read(path));
  await assert.rejects(() => runCase(blobsmith, first, wrong), /after 2 steps/);
});
