// The page after a failure of the program: a panic, a trap, an exception of the browser inside the program, lost graphics.
import assert from "node:assert/strict";
import { test } from "node:test";
import { join } from "node:path";
import { browserNames, launch, serve } from "./browser.js";
import { Editor } from "./editor.js";

const SITE = process.env.SITE ?? join(import.meta.dirname, "..", "dist");
const pictures = process.env.PICTURES;

/** The window uses the mirror while it sends it, so a request from inside cannot have it: the program panics. */
function panic() {
  window.blobsmith.mirror = () => window.blobsmith.act({ id: "1", action: "focus" });
}

function foreignException() {
  for (const name of ["drawElements", "clear"]) {
    WebGL2RenderingContext.prototype[name] = () => {
      throw new Error("the driver is gone");
    };
  }
}

function loseGraphics() {
  document.getElementById("blobsmith").getContext("webgl2").getExtension("WEBGL_lose_context").loseContext();
}

const FAILURES = [
  ["a panic", panic, /panicked|lock|Parking/i],
  ["an exception inside the program", foreignException, /the driver is gone/],
  ["lost graphics", loseGraphics, /WebGL context lost/],
];

/** Texts of the page after the failure, and the contents of its download. */
function failurePage(page) {
  return page.evaluate(async () => {
    const text = (id) => document.getElementById(id).textContent;
    const link = document.querySelector("#failure-actions a");
    return {
      title: text("failure-title"), text: text("failure-text"), message: text("failure-message"),
      buttons: [...document.getElementById("failure-actions").children].map((action) => action.textContent),
      focused: document.activeElement?.textContent,
      name: link?.download, level: link && (await (await fetch(link.href)).text()),
    };
  });
}

for (const name of browserNames()) {
  test(`failures in ${name}`, { timeout: 600_000 }, async (suite) => {
    const server = await serve(SITE);
    suite.after(() => server.close());
    for (const [what, fail, message] of FAILURES) {
      await suite.test(`${what} shows what happened, offers the level, and the work is offered after a reload`, async () => {
        const browser = await launch(name);
        try {
          const editor = await Editor.open(browser, server);
          const { page } = editor;
          page.on("dialog", (dialog) => dialog.accept());
          await editor.key("Escape", "Control+KeyA", "Alt+ArrowRight");
          const { hash } = await editor.waitFor("the level has changed", ({ dirty }) => dirty);
          // The journal is written a quarter of a second after the change.
          await new Promise((done) => setTimeout(done, 1500));
          // As a script of the page: the browser hides the messages of others.
          await page.addScriptTag({ content: `(${fail})()` });
          await page.mouse.move(600, 300);
          await page.waitForSelector("#failure:not([hidden])", { timeout: 30_000 });
          const shown = await failurePage(page);
          if (pictures) await page.screenshot({ path: join(pictures, `web-failure-${name}.png`) });
          assert.match(shown.title, /has stopped/);
          assert.match(shown.message, message);
          assert.equal(shown.buttons.length, 2);
          assert.equal(shown.focused, shown.buttons[0], "the keyboard is at the download");
          assert.match(shown.name, /\.ron$/);
          const reloaded = page.waitForNavigation({ waitUntil: "load" });
          await page.evaluate(() => document.querySelector("#failure-actions button").click());
          await reloaded;
          await editor.waitFor("the page has started again", ({ canvas }) => canvas[2] > 0);
          const { controls } = await editor.waitFor("the work is offered", ({ controls }) => Object.keys(controls).some((control) => control.startsWith("Restore: ")));
          await editor.key("Escape");
          await editor.click(Object.keys(controls).find((control) => control.startsWith("Restore: ")));
          assert.equal((await editor.waitFor("it is restored", ({ dirty }) => dirty)).hash, hash);
          await page.evaluate((text) => window.blobsmith.open({ name: "download.ron", text }), shown.level);
          assert.equal((await editor.waitFor("the download is open", ({ dirty }) => !dirty)).hash, hash, "the download has the last state");
        } finally {
          await browser.close();
        }
      });
    }
  });
}
