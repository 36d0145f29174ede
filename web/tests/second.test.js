// The second module of the editor's page: the editor starts and is used without it, waits for it when it needs it, and works without a
// network with both modules.
import { test } from "node:test";
import assert from "node:assert/strict";
import { join } from "node:path";
import { browserNames, launch, serve } from "./browser.js";
import { Editor } from "./editor.js";

const SITE = process.env.SITE ?? join(import.meta.dirname, "..", "dist");
const isSecond = (path) => /second-[0-9a-f]{16}\.wasm$/.test(path);
const sleep = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));
const state = (editor) => editor.page.evaluate(() => window.blobsmith.secondModule());

async function play(editor) {
  await editor.key("Space");
  await editor.waitFor("it runs", ({ frame, playing }) => playing && frame > 20);
  await editor.key("Space");
}

/** A server whose second module is refused while `gate.isShut`, and otherwise waits for the promise `gate.opens`. */
async function serveBehind(gate) {
  return serve(SITE, { before: async (path) => {
    if (!isSecond(path)) return 200;
    await gate.opens;
    return gate.isShut ? 503 : 200;
  } });
}

/** Opens the editor behind the gate; `use(editor, server)` tests it. */
async function withEditor(name, gate, use) {
  const server = await serveBehind(gate);
  const browser = await launch(name);
  try {
    await use(await Editor.open(browser, server), server);
  } finally {
    await browser.close();
    server.close();
  }
}

/** The browser reports refused downloads itself. */
const ownErrors = ({ errors }) => errors.filter((error) => !error.includes("503"));

for (const name of browserNames()) {
  test(`second module in ${name}`, { timeout: 900_000 }, async (suite) => {
    await suite.test("the editor starts, plays, draws, edits and starts again without it, and loads it when it can", async () => {
      const gate = { isShut: true };
      await withEditor(name, gate, async (editor) => {
        await editor.key("Escape");
        if ((await editor.status()).controls["Not now"]) await editor.click("Not now");
        await play(editor);
        await editor.click("File");
        await editor.click("New empty level");
        await editor.waitFor("an empty level", ({ level, undo }) => level === "untitled" && undo === null);
        await editor.drawTwoSquares();
        await play(editor);
        await editor.key("Control+KeyZ", "Control+Shift+KeyZ");
        assert.deepEqual(await state(editor), { isLoaded: false, earlyCall: -1 }, "no function of the second module is called");
        // The settings and the journal are written after a while.
        await sleep(3000);
        editor.page.on("dialog", (dialog) => dialog.accept());
        await editor.page.reload({ waitUntil: "load" });
        await editor.waitFor("the page has started again", ({ canvas, controls }) => canvas[2] > 0 && Object.keys(controls).length > 5);
        assert.deepEqual(await state(editor), { isLoaded: false, earlyCall: -1 }, "no function of the second module is called");
        gate.isShut = false;
        await editor.page.evaluate(() => window.dispatchEvent(new Event("online")));
        await editor.page.waitForFunction(() => window.blobsmith.secondModule().isLoaded, { timeout: 60_000 });
        assert.deepEqual(ownErrors(editor), []);
      });
    });

    await suite.test("a call that arrives before it waits for it, while it is under way", async () => {
      let open;
      const gate = { isShut: false, opens: new Promise((done) => (open = done)) };
      await withEditor(name, gate, async (editor) => {
        assert.deepEqual(await state(editor), { isLoaded: false, earlyCall: -1 });
        await editor.key("Escape");
        const called = editor.key("Control+KeyK");
        await sleep(2000);
        open();
        await called;
        await editor.waitFor("the command palette is open", ({ controls }) => controls["Command palette"]);
        const { isLoaded, earlyCall } = await state(editor);
        assert.ok(isLoaded && earlyCall >= 0, `${isLoaded} ${earlyCall}`);
        assert.deepEqual(editor.errors, []);
      });
    });

    await suite.test("if it cannot be loaded, the page offers another attempt, and at last the level", async () => {
      const gate = { isShut: true };
      await withEditor(name, gate, async (editor) => {
        let questions = 0;
        editor.page.on("dialog", async (dialog) => {
          questions += 1;
          await (questions < 3 ? dialog.accept() : dialog.dismiss());
        });
        await editor.key("Escape", "Control+KeyA", "Alt+ArrowRight");
        assert.deepEqual(await state(editor), { isLoaded: false, earlyCall: -1 });
        await editor.key("Control+KeyK").catch(() => {});
        await editor.page.waitForSelector("#failure:not([hidden])", { timeout: 30_000 });
        assert.equal(questions, 3);
        const [text, download] = await editor.page.evaluate(() => [document.getElementById("failure").textContent, document.querySelector("#failure-actions a")?.download]);
        assert.match(text, /cannot be loaded/);
        assert.match(`${download}`, /\.ron$/, text);
      });
    });

    await suite.test("a reload without a network has both modules from the beginning", async () => {
      await withEditor(name, {}, async (editor, server) => {
        await editor.page.evaluate(async () => (await navigator.serviceWorker.ready).active.state);
        // Without a network before that, the page asks whether to try again.
        await editor.page.waitForFunction(() => window.blobsmith.secondModule().isLoaded, { timeout: 60_000 });
        server.close();
        await editor.page.reload({ waitUntil: "load" });
        await editor.page.waitForFunction(() => window.blobsmith?.secondModule?.().isLoaded && window.blobsmith.status?.(), { timeout: 60_000 });
        assert.deepEqual(await state(editor), { isLoaded: true, earlyCall: -1 });
        await editor.key("Escape", "Control+KeyK");
        await editor.waitFor("the command palette is open", ({ controls }) => controls["Command palette"]);
        assert.deepEqual(editor.errors, []);
      });
    });
  });
}
