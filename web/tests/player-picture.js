// Picture of a page of the built site, with its player at a frame: `node web/tests/player-picture.js PAGE FRAME PICTURE`.
import { fileURLToPath } from "node:url";
import { launch, open, serve } from "./browser.js";

const [path, frame, picture] = process.argv.slice(2);
const server = await serve(fileURLToPath(new URL("../dist", import.meta.url)));
const browser = await launch("chrome");
try {
  const { page } = await open(browser, `${server.address}${path}`, { width: 900, height: 900 });
  await page.waitForFunction(() => document.querySelector("blobsmith-player").world);
  await page.evaluate(async (frame) => {
    const player = document.querySelector("blobsmith-player");
    player.pause();
    await player.seek(frame);
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  }, Number(frame));
  await page.screenshot({ path: picture });
} finally {
  await browser.close();
  server.close();
}
