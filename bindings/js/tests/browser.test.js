// The conformance kit in Chromium: in a page, in a worker, and with the module inside.
import { after, before, test } from "node:test";
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { browser, open, serve } from "./browser.js";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const { cases } = JSON.parse(readFileSync(`${root}/bindings/conformance/cases.json`, "utf8"));
let server, chromium;

before(async () => {
  [server, chromium] = await Promise.all([serve(root), browser()]);
});

after(async () => {
  await chromium?.close();
  server?.close();
});

async function kit(query, expected = cases.length) {
  const { page, errors } = await open(chromium, `${server.address}/bindings/js/tests/page.html?${query}`);
  await page.waitForFunction(() => window.outcome, { timeout: 600_000, polling: 200 });
  assert.deepEqual([await page.evaluate(() => window.outcome), errors], [{ cases: expected }, []]);
}

test("Chromium", { concurrency: true }, async (suite) => {
  await Promise.all([
    suite.test("conformance kit in a page", () => kit("entry=index.js")),
    suite.test("conformance kit in a worker", () => kit("entry=index.js&worker=1")),
    suite.test("first cases with the module inside", () => kit("entry=compat.js&most=5", 5)),
  ]);
});
