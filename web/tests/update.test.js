// A new version is offered once it is installed, and never on the first visit.
import { test } from "node:test";
import assert from "node:assert/strict";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { browserNames, launch, serve } from "./browser.js";
import { Editor } from "./editor.js";
import { follow } from "../update.js";

const dist = process.env.SITE ?? fileURLToPath(new URL("../dist", import.meta.url));

/** Runs `follow` with the events of a worker that is installed while the page has a controller; returns whether the bar is hidden. */
async function afterInstallation({ controlledAtStart }) {
  const container = Object.assign(new EventTarget(), { controller: controlledAtStart ? {} : null });
  const worker = Object.assign(new EventTarget(), { state: "installing" });
  const registration = Object.assign(new EventTarget(), { installing: worker, waiting: null });
  container.register = async () => registration;
  const globals = { navigator: { serviceWorker: container }, window: { isSecureContext: true }, location: { reload() {} } };
  const before = Object.keys(globals).map((name) => [name, Object.getOwnPropertyDescriptor(globalThis, name)]);
  for (const [name, value] of Object.entries(globals)) Object.defineProperty(globalThis, name, { value, configurable: true });
  try {
    const bar = { hidden: true };
    follow(bar, {}, {});
    await Promise.resolve();
    registration.dispatchEvent(new Event("updatefound"));
    container.controller = {};
    container.dispatchEvent(new Event("controllerchange"));
    worker.state = "installed";
    worker.dispatchEvent(new Event("statechange"));
    return bar.hidden;
  } finally {
    for (const [name, value] of before) value ? Object.defineProperty(globalThis, name, value) : delete globalThis[name];
  }
}

test("the worker of a first visit is no new version, although it controls the page when it is installed", async () => {
  assert.equal(await afterInstallation({ controlledAtStart: false }), true);
  assert.equal(await afterInstallation({ controlledAtStart: true }), false);
});

for (const name of browserNames()) {
  test(`update in ${name}`, { timeout: 300_000 }, async () => {
    const site = mkdtempSync(join(tmpdir(), "blobsmith-site-"));
    cpSync(dist, site, { recursive: true });
    const server = await serve(site);
    const browser = await launch(name);
    try {
      const bar = (editor) => editor.page.evaluate(() => !document.getElementById("update").hidden);
      const first = await Editor.open(browser, server);
      await first.waitFor("the first level", ({ level }) => level === "First blob");
      await first.page.waitForFunction(() => navigator.serviceWorker.controller?.state === "activated");
      assert.equal(await bar(first), false, "there is no older version");
      await first.page.close();

      const script = join(site, "service-worker.js");
      const text = readFileSync(script, "utf8");
      const changed = text.replace(/^const VERSION = .*$/m, 'const VERSION = "changed";');
      assert.notEqual(changed, text);
      writeFileSync(script, changed);
      const second = await Editor.open(browser, server);
      await second.page.waitForSelector("#update:not([hidden])");
      await second.page.evaluate(() => { window.isBefore = true; });
      await second.page.click("#update-now");
      await second.page.waitForFunction(() => !window.isBefore && document.readyState === "complete");
      await second.waitFor("the page of the new version", ({ level }) => level === "First blob");
      const names = await second.page.evaluate(() => caches.keys());
      assert.deepEqual(names.filter((key) => key !== "blobsmith-visited"), ["blobsmith-changed"]);
      assert.equal(await bar(second), false);
    } finally {
      await browser.close();
      server.close();
      rmSync(site, { recursive: true, force: true, maxRetries: 5 });
    }
  });
}
