// Background work of the editor's page in Web Workers, in every installed browser: checks, diagnosis, sweeps, previews. `BLOBSMITH`
// names the native program, whose results are the measure.
import { test } from "node:test";
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { browserNames, launch, serve } from "./browser.js";
import { Editor } from "./editor.js";

const dist = process.env.SITE ?? fileURLToPath(new URL("../dist", import.meta.url));
const native = process.env.BLOBSMITH;
const SQUARES = fileURLToPath(new URL("../../levels/04-squares-distance.ron", import.meta.url));
/** Frames that the diagnosis judges. */
const FRAMES = 600;

/** Opens a level of the gallery by its name. */
async function openLevel(editor, name) {
  const { controls } = await editor.status();
  if (!controls["Search levels"]) {
    await editor.click("File");
    await editor.click("New from the gallery…");
  }
  await editor.click("Search levels");
  await editor.key("Control+KeyA");
  await editor.typed(name);
  await editor.click(name);
  await editor.waitFor(`the level ${name}`, ({ level }) => level === name);
}

/** Makes every Web Worker of a page fail in the given way, before its scripts run. */
function breakWorkers(page, way) {
  return page.evaluateOnNewDocument((way) => {
    window.Worker = class extends EventTarget {
      constructor() {
        super();
        if (way === "throws") throw new Error("workers are not allowed here");
        setTimeout(() => this.onerror?.(new ErrorEvent("error", { message: "no such script" })), 200);
      }
      postMessage() {}
      terminate() {}
    };
  }, way);
}

async function pageWithout(browser, server, way) {
  const page = await browser.newPage();
  await page.setViewport({ width: 1280, height: 800 });
  await breakWorkers(page, way);
  await page.goto(server.address, { waitUntil: "load" });
  const editor = new Editor(page);
  await editor.waitFor("the window is drawn", (status) => status.canvas[2] > 0 && Object.keys(status.controls).length > 5);
  return editor;
}

for (const name of browserNames()) {
  test(`background work in ${name}`, { timeout: 900_000 }, async (suite) => {
    const server = await serve(dist);
    const browser = await launch(name);
    suite.after(async () => {
      await browser.close();
      server.close();
    });
    const editor = await Editor.open(browser, server);
    await editor.layout("Debug");
    let problems;

    await suite.test("pictures of the gallery are painted in a worker", async () => {
      await editor.waitFor("a worker has painted them", ({ workers }) => workers[0] >= 1 && workers[1] === 0);
      assert.ok(server.requests.some((path) => path.endsWith("/worker.js")));
    });

    await suite.test("the diagnosis finds the wrong edge of level 04", async () => {
      await openLevel(editor, "Two squares: Distance");
      await editor.click("Problems");
      const status = await editor.waitFor("the diagnosis", ({ diagnosing, problems }) => diagnosing === null && problems["wrong-edge"], 180);
      problems = status.problems;
      assert.ok(Object.keys(status.controls).some((control) => control.startsWith("Problem: Wrong edge")));
    });

    await suite.test("its findings are those of the native program", { skip: !native }, () => {
      let text;
      try {
        text = execFileSync(native, ["diagnose", SQUARES, "--frames", `${FRAMES}`, "--json"], { encoding: "utf8" });
      } catch (error) {
        // Exit code 1: something was found.
        text = error.stdout;
      }
      const found = JSON.parse(text).problems.map(({ id, count }) => [id, count]);
      assert.deepEqual(problems, Object.fromEntries(found));
    });

    await suite.test("a sweep runs to its end", async () => {
      await editor.click("Sweep");
      await editor.click("Run the sweep");
      const { sweep } = await editor.waitFor("all cells", ({ sweep, sweeping }) => sweep.length > 1 && !sweeping && sweep.every((cell) => cell !== null), 300);
      assert.ok(new Set(sweep).size > 1, `${sweep}`);
    });

    await suite.test("checks of a large level appear after an edit, and go after undo", async () => {
      await openLevel(editor, "Pile of 100");
      await editor.waitFor("no findings", ({ findings }) => findings === 0);
      await editor.click("World");
      await editor.setField("Substeps", 1);
      await editor.waitFor("findings of 100 bodies", ({ findings }) => findings === 100);
      await editor.key("Control+KeyZ");
      await editor.waitFor("no findings after undo", ({ findings }) => findings === 0);
    });

    await suite.test("a long sweep is cancelled and leaves the workers idle", async () => {
      await editor.click("Sweep");
      await editor.click("Run the sweep");
      await editor.waitFor("it runs", ({ sweeping, workers }) => sweeping && workers[1] > 0);
      await editor.click("Cancel");
      // The diagnosis of the large level goes on behind the tab.
      const status = await editor.waitFor("it has ended", ({ sweeping, workers }) => !sweeping && workers[1] === 0, 300);
      assert.ok(status.sweep.some((cell) => cell === null), "the rest of the cells is not run");
      assert.deepEqual(editor.errors, []);
    });

    for (const way of ["throws", "fails later"]) {
      await suite.test(`without workers (${way}) the same work runs in slices, with a note`, async () => {
        const other = await pageWithout(browser, server, way);
        await other.page.bringToFront();
        await openLevel(other, "Two squares: Distance");
        await other.layout("Debug");
        await other.click("Problems");
        const status = await other.waitFor("the diagnosis", ({ diagnosing, problems }) => diagnosing === null && problems["wrong-edge"], 300);
        assert.deepEqual(status.problems, problems);
        assert.equal(status.workers[0], 0);
        assert.ok(status.notices.some((notice) => notice.includes("no Web Worker could start")), `${status.notices}`);
        await other.page.close();
      });
    }
  });
}
