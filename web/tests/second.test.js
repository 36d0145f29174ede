// The second module of the editor's page: the editor starts and is used without it, waits for it when it needs it, and works without a
// network with both modules.
import { test } from "node:test";
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { browserNames, launch, serve } from "./browser.js";
import { Editor } from "./editor.js";

const SITE = process.env.SITE ?? join(import.meta.dirname, "..", "dist");
const isSecond = (path) => /second-[0-9a-f]{16}\.wasm$/.test(path);
const sleep = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));
const state = (editor) => editor.page.evaluate(() => window.blobsmith.secondModule());

/** The moved functions with the numbers by which the page reports them, as `web/build` leaves them. */
const LIST = join(process.env.CARGO_TARGET_DIR ?? join(import.meta.dirname, "..", "..", "target"), "second-module-functions.txt");
const listed = existsSync(LIST) ? readFileSync(LIST, "utf8").split("\n") : [];

/** Fails with the function that called for the second module. */
async function untouched(editor) {
  const { isLoaded, earlyCall } = await state(editor);
  const name = listed.find((line) => line.startsWith(`${earlyCall} `)) ?? `function ${earlyCall}`;
  assert.ok(!isLoaded && earlyCall === -1, `the second module is called by ${name}`);
}

/** Leaves pages, and does not wait for a module that the server refuses: the page then reports the function that needs it. */
const decline = (dialog) => (dialog.type() === "beforeunload" ? dialog.accept() : dialog.dismiss());

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

/** Opens the editor behind the gate; `use(editor, server)` tests it. `gate.answer` answers its questions. */
async function withEditor(name, gate, use) {
  const server = await serveBehind(gate);
  const browser = await launch(name);
  try {
    await use(await Editor.open(browser, server, "", { answer: gate.answer ?? decline }), server);
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
        for (const name of ["World", "Layout"]) await editor.rest(await editor.centre(name));
        await editor.drawTwoSquares();
        await editor.rest(await editor.screen(-1.6, 0.5));
        await play(editor);
        await editor.key("Control+KeyZ", "Control+Shift+KeyZ");
        await untouched(editor);
        // The settings and the journal are written after a while.
        await sleep(3000);
        await editor.page.reload({ waitUntil: "load" });
        await editor.waitFor("the page has started again", ({ canvas, controls }) => canvas[2] > 0 && Object.keys(controls).length > 5);
        await untouched(editor);
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
        await untouched(editor);
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
      let questions = 0;
      const gate = { isShut: true, answer: (dialog) => {
        questions += 1;
        return questions < 3 ? dialog.accept() : dialog.dismiss();
      } };
      await withEditor(name, gate, async (editor) => {
        await editor.key("Escape", "Control+KeyA", "Alt+ArrowRight");
        await untouched(editor);
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
