// Picture of a page that is served from a folder: `node picture.js FOLDER QUERY PICTURE`. Fails if the page logs an error, or if its
// canvas does not have at least four colours or shades.
import { setTimeout as wait } from "node:timers/promises";
import { browser, open, serve } from "./browser.js";

const [folder, query, picture] = process.argv.slice(2);
const [server, chromium] = [await serve(folder), await browser()];
try {
  const { page, errors } = await open(chromium, `${server.address}/${query}`);
  await page.waitForSelector("canvas");
  await wait(3000);
  const canvas = await page.$("canvas");
  await canvas.screenshot({ path: picture });
  const shades = await canvas.evaluate((element) => {
    const copy = Object.assign(document.createElement("canvas"), { width: element.width, height: element.height });
    const pen = copy.getContext("2d");
    pen.drawImage(element, 0, 0);
    return new Set(new Uint32Array(pen.getImageData(0, 0, copy.width, copy.height).data.buffer)).size;
  });
  console.log(`${picture}: ${shades} colours`);
  if (errors.length > 0) throw new Error(errors.join("\n"));
  if (shades < 4) throw new Error("the picture is empty");
} finally {
  await chromium.close();
  server.close();
}
