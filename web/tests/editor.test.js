// The editor's page, used by mouse and keys from an empty level to a shared link, in every installed browser.
import { after, before, test } from "node:test";
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { browserNames, launch, serve } from "./browser.js";
import { Editor } from "./editor.js";

const dist = process.env.SITE ?? fileURLToPath(new URL("../dist", import.meta.url));
const pictures = process.env.PICTURES;
const WRONG_EDGE = "Problem: Wrong edge";
const wrong = ({ controls }) => Object.keys(controls).find((name) => name.startsWith(WRONG_EDGE));

async function picture(editor, name) {
  if (pictures) await editor.page.screenshot({ path: join(pictures, `${name}.png`) });
}

for (const name of browserNames()) {
  test(`editor in ${name}`, { timeout: 900_000 }, async (suite) => {
    const server = await serve(dist);
    const profile = mkdtempSync(join(tmpdir(), "blobsmith-profile-"));
    let browser = await launch(name, { userDataDir: profile });
    suite.after(async () => {
      await browser?.close();
      server.close();
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
    });
    let editor, link, hash;

    await suite.test("starts with the first level, and says what it loads", async () => {
      editor = await Editor.open(browser, server);
      const status = await editor.waitFor("the first level", ({ level }) => level === "First blob");
      assert.equal(status.unsaved, false);
      assert.match(status.hash, /^[0-9a-f]{16}$/);
      const context = await editor.page.evaluate(() => document.getElementById("blobsmith").getContext("webgl2").getContextAttributes());
      assert.equal(context.antialias, false, "multisampling halves the pictures per second of software graphics");
      await picture(editor, "web-start");
    });

    await suite.test("two squares are drawn on an empty level", async () => {
      await editor.key("Escape");
      const { controls } = await editor.status();
      if (controls["Not now"]) await editor.click("Not now");
      await editor.click("File");
      await editor.click("New empty level");
      await editor.waitFor("an empty level", ({ level, undo }) => level === "untitled" && undo === null);
      await editor.drawTwoSquares();
      const status = await editor.status();
      assert.equal(status.unsaved, true);
      assert.equal(status.errors, 0);
    });

    await suite.test("plays, and the diagnosis finds the wrong edge", async () => {
      await editor.key("Space");
      await editor.waitFor("it runs", ({ frame, playing }) => playing && frame > 20);
      await editor.key("Space");
      await editor.key("KeyB");
      await editor.click("Problems");
      await editor.waitFor("the diagnosis names the wrong edge", wrong, 180);
      await picture(editor, "web-diagnosis");
      await editor.click(wrong(await editor.status()));
      await editor.click("Apply: Edge choice: Entry edge");
      await editor.waitFor("a remedy is one step", ({ undo }) => undo === "Edge choice: Entry edge");
      await editor.waitFor("and the problem is gone", (status) => !wrong(status), 180);
      await editor.key("Control+KeyZ");
      await editor.waitFor("undo brings it back", wrong, 180);
      hash = (await editor.status()).hash;
    });

    await suite.test("a link opens the same level and moment in a fresh profile", async () => {
      link = await editor.page.evaluate(() => window.blobsmith.link());
      assert.match(link, /#z=.*&t=\d+(\.\d+){0,2}/);
      const { frame } = await editor.status();
      const other = await launch(name);
      try {
        const fresh = await Editor.open(other, server, link.slice(link.indexOf("#")));
        const status = await fresh.waitFor("the level at its moment", (status) => status.level === "untitled" && status.frame === frame);
        assert.equal(status.hash, hash);
        assert.deepEqual(fresh.errors, []);
      } finally {
        await other.close();
      }
    });

    await suite.test("a damaged link is named, and the first level opens", async () => {
      const page = await Editor.open(browser, server, "?damaged#z=AAAA");
      await page.waitFor("the first level", ({ level }) => level === "First blob");
      await page.page.close();
    });

    await suite.test("a kill of the browser loses nothing", async () => {
      await new Promise((done) => setTimeout(done, 3000));
      browser.process().kill("SIGKILL");
      await new Promise((done) => setTimeout(done, 1000));
      browser = await launch(name, { userDataDir: profile });
      editor = await Editor.open(browser, server);
      await editor.waitFor("recovered work is offered", ({ controls }) => controls["Restore: untitled"]);
      await picture(editor, "web-recovery");
      await editor.click("Restore: untitled");
      const status = await editor.waitFor("the squares are back", ({ level, unsaved }) => level === "untitled" && unsaved);
      assert.equal(status.errors, 0);
      const body = await editor.page.evaluate(() => window.blobsmith.link());
      assert.ok(body.length > link.length / 2, "the link contains the level");
    });

    await suite.test("works without a network, with the pages of the gallery that were visited", async () => {
      await editor.page.evaluate(async () => (await navigator.serviceWorker.ready).active.state);
      const gallery = await browser.newPage();
      const plays = () => gallery.waitForFunction(() => document.querySelector("blobsmith-player").frame > 0);
      await gallery.goto(`${server.address}gallery/01-first-blob.html`);
      await plays();
      server.close();
      await gallery.reload();
      await plays();
      await gallery.close();
      // The question about unsaved changes.
      editor.page.on("dialog", (dialog) => dialog.accept());
      await editor.page.reload({ waitUntil: "load" });
      await editor.waitFor("the page without its server", ({ canvas }) => canvas[2] > 0);
      await picture(editor, "web-offline");
    });
  });
}
