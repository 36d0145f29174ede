// Screens with 1.5 and 2 pixels per point of the page: the canvas has every pixel, and clicks act where they land.
import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { browserNames, launch, serve } from "./browser.js";
import { Editor } from "./editor.js";

const SITE = process.env.SITE ?? join(import.meta.dirname, "..", "dist");
const pictures = process.env.PICTURES;

for (const name of browserNames()) {
  for (const ratio of [1.5, 2]) {
    test(`${ratio} pixels per point in ${name}`, { timeout: 300_000 }, async (context) => {
      const server = await serve(SITE);
      // The ratio of the screen: an emulated one does not reach the size of the canvas in Chromium.
      const browser = await launch(name, {
        args: name === "chrome" ? [`--force-device-scale-factor=${ratio}`, "--window-size=1000,800"] : ["--width=1000", "--height=800"],
        defaultViewport: null,
        extraPrefsFirefox: { "layout.css.devPixelsPerPx": `${ratio}` },
      });
      context.after(async () => {
        await browser.close();
        server.close();
      });
      const page = await browser.newPage();
      await page.goto(server.address, { waitUntil: "load" });
      const editor = new Editor(page);
      await editor.waitFor("the window is drawn", ({ canvas, controls }) => canvas[2] > 0 && Object.keys(controls).length > 5);
      const [known, inner, size] = await page.evaluate(() => {
        const canvas = document.getElementById("blobsmith");
        return [devicePixelRatio, [innerWidth, innerHeight], [canvas.width, canvas.height]];
      });
      assert.equal(known, ratio);
      size.forEach((side, index) => assert.ok(Math.abs(side - inner[index] * ratio) <= 1, `${size} pixels for ${inner}`));
      await editor.key("Escape", "Control+KeyK");
      await editor.typed("New empty level");
      await editor.key("Enter");
      await editor.waitFor("an empty level", ({ level, dialog }) => level === "untitled" && dialog === "");
      await editor.click("Node");
      await editor.waitFor("the node tool", ({ tool }) => tool === "node");
      await editor.clickAt(2, 2);
      await editor.waitFor("a node", ({ undo }) => undo === "Node of a new body");
      assert.deepEqual((await editor.level()).bodies[0].nodes[0].position, [2, 2]);
      if (pictures) await page.screenshot({ path: join(pictures, `web-pixels-${ratio}-${name}.png`) });
    });
  }
}
