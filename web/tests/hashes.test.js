// Every level of the gallery has in the page, after 300 frames, the hash of the native program. In Firefox every eighth level, or all with
// ALL=1, because both browsers draw slowly without a graphics card; the player has all hashes in both (player.test.js).
import { test } from "node:test";
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync, readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { browserNames, launch, serve } from "./browser.js";
import { Editor } from "./editor.js";

const root = fileURLToPath(new URL("../..", import.meta.url));
const dist = process.env.SITE ?? `${root}web/dist`;
const FRAMES = 300;
const levels = readdirSync(`${root}/levels`).filter((name) => /^\d\d-.*\.ron$/.test(name)).sort();

function native() {
  const program = process.env.HASHES ?? `${root}target/release/examples/hashes`;
  const lines = execFileSync(program, [FRAMES, ...levels.map((level) => `${root}/levels/${level}`)], { encoding: "utf8" });
  return Object.fromEntries(lines.trim().split("\n").map((line) => line.split(" ")));
}

for (const name of browserNames()) {
  test(`hashes of the gallery after ${FRAMES} frames in ${name}`, { timeout: 1_800_000 }, async () => {
    const server = await serve(dist);
    const browser = await launch(name);
    try {
      assert.ok(levels.length > 60, `${levels.length} levels`);
      const expected = native();
      // A small window is drawn in less time.
      const editor = await Editor.open(browser, server, "", { width: 480, height: 320 });
      const chosen = levels.filter((_, index) => name === "chrome" || process.env.ALL || index % 8 === 0);
      for (const file of chosen) {
        const text = readFileSync(`${root}/levels/${file}`, "utf8");
        const name = /name: "([^"]*)"/.exec(text)[1];
        await editor.page.evaluate((level) => window.blobsmith.open(level), { name: file, text });
        await editor.waitFor(`${file} is open`, ({ level, frame }) => level === name && frame === 0);
        await editor.page.evaluate((link) => window.blobsmith.follow(link), `#t=${FRAMES}.0.0`);
        const status = await editor.waitFor(`${file} at frame ${FRAMES}`, ({ frame, substep }) => frame === FRAMES && substep === 0, 300);
        assert.equal(status.hash, expected[file.replace(".ron", "")], file);
      }
      assert.deepEqual(editor.errors, []);
    } finally {
      await browser.close();
      server.close();
    }
  });
}
