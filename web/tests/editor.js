// Drives the editor's page by its mouse and keys. Controls are found by their accessible names.
import { inflateRawSync } from "node:zlib";
import { open } from "./browser.js";

const sleep = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

/** For `evaluateOnNewDocument`: the page has no access to files, and downloads are kept in `window.downloads` instead of stored. */
export function catchDownloads() {
  for (const name of ["showSaveFilePicker", "showOpenFilePicker", "showDirectoryPicker"]) delete window[name];
  window.downloads = [];
  const make = URL.createObjectURL;
  URL.createObjectURL = (blob) => {
    const url = make.call(URL, blob);
    window.downloads.push({ url, text: blob.text() });
    return url;
  };
  const click = HTMLAnchorElement.prototype.click;
  HTMLAnchorElement.prototype.click = function () {
    const found = window.downloads.find(({ url }) => url === this.href);
    if (!found) return click.call(this);
    found.name = this.download;
  };
}

/** The downloads that the page has kept, as name and text. */
export const downloads = (editor) =>
  editor.page.evaluate(() => Promise.all(window.downloads.map(async ({ name, text }) => ({ name, text: await text }))));

export class Editor {
  /** Opens the page and waits until the window has been drawn. `query` is appended to the address; `options` are those of a page. */
  static async open(browser, server, query = "", options = {}) {
    const { page, errors } = await open(browser, `${server.address}${query}`, { width: 1280, height: 800, ...options });
    const editor = new Editor(page, errors);
    await editor.waitFor("the window is drawn", (status) => status.canvas[2] > 0 && Object.keys(status.controls).length > 5);
    return editor;
  }

  constructor(page, errors = []) {
    this.page = page;
    this.errors = errors;
    this.press = page.keyboard;
  }

  /** Chooses an arrangement of the panels; a first visit begins with *Design*, without the debugger. */
  async layout(name) {
    await this.click("Layout");
    await this.click(name);
  }

  status() {
    return this.page.evaluate(() => window.blobsmith?.status?.() ?? null);
  }

  /** The level, as the link to it contains it. */
  async level() {
    const link = await this.page.evaluate(() => window.blobsmith.link());
    return JSON.parse(inflateRawSync(Buffer.from(link.match(/#z=([^&]*)/)[1], "base64url")));
  }

  /** Polls the state until `holds(status)`; fails after `seconds` with what was waited for. */
  async waitFor(what, holds, seconds = 90) {
    const end = Date.now() + seconds * 1000;
    let last = null;
    while (Date.now() < end) {
      last = await this.status();
      if (last && holds(last)) return last;
      await sleep(100);
    }
    const failure = await this.page.evaluate(() => document.getElementById("failure")?.textContent.trim());
    const { controls, regions, ...rest } = last ?? {};
    throw new Error(`not true within ${seconds} s: ${what}\n${JSON.stringify(rest)}\n${Object.keys(controls ?? {})}\n${failure}\n${this.errors.join("\n")}`);
  }

  /** Waits for two pictures. */
  async drawn() {
    await this.page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  }

  /** Waits a moment longer, so that input has been taken. */
  async settle() {
    await this.drawn();
    await sleep(120);
  }

  async ratio() {
    return this.page.evaluate(() => window.devicePixelRatio);
  }

  /** Centre of a control in points of the page. */
  async centre(name) {
    const { controls } = await this.waitFor(`a control “${name}”`, ({ controls }) => controls[name]);
    const ratio = await this.ratio();
    const [x, y, width, height] = controls[name];
    return [(x + width / 2) / ratio, (y + height / 2) / ratio];
  }

  async click(name, options) {
    const [x, y] = await this.centre(name);
    await this.page.mouse.move(x, y);
    await sleep(60);
    await this.page.mouse.click(x, y, options);
    await this.settle();
  }

  /** Point of the page of a point of the level. */
  async screen(x, y) {
    const { canvas, center, scale } = await this.status();
    const ratio = await this.ratio();
    return [(canvas[0] + canvas[2] / 2 + (x - center[0]) * scale) / ratio, (canvas[1] + canvas[3] / 2 - (y - center[1]) * scale) / ratio];
  }

  async clickAt(x, y) {
    const at = await this.screen(x, y);
    await this.page.mouse.move(...at);
    await sleep(120);
    await this.page.mouse.click(...at);
    await this.settle();
  }

  /** Leaves the mouse on a point of the page until its tooltip is shown. */
  async rest([x, y]) {
    await this.page.mouse.move(x - 2, y);
    await this.page.mouse.move(x, y);
    await sleep(1500);
  }

  async dragAt(from, to) {
    const [start, end] = [await this.screen(...from), await this.screen(...to)];
    await this.page.mouse.move(...start);
    await sleep(60);
    await this.page.mouse.down();
    for (let part = 1; part <= 5; part++) {
      await this.page.mouse.move(start[0] + ((end[0] - start[0]) * part) / 5, start[1] + ((end[1] - start[1]) * part) / 5);
      await sleep(40);
    }
    await this.page.mouse.up();
    await this.settle();
  }

  /** Presses keys such as `Control+Shift+KeyZ` one after another. */
  async key(...chords) {
    for (const chord of chords) {
      const keys = chord.split("+");
      for (const key of keys.slice(0, -1)) await this.press.down(key);
      await this.press.press(keys.at(-1) === "Space" ? " " : keys.at(-1));
      for (const key of keys.slice(0, -1).reverse()) await this.press.up(key);
      await this.settle();
    }
  }

  async typed(text) {
    await this.press.type(text, { delay: 15 });
    await this.settle();
  }

  async setField(name, value) {
    await this.click(name);
    await this.key("Control+KeyA");
    await this.typed(`${value}`);
    await this.key("Enter");
  }

  /** Draws the two squares of level 04 on an empty level, by typed coordinates, clicks and fields. */
  async drawTwoSquares() {
    await this.key("KeyA");
    const [x, y] = await this.screen(0, 0);
    await this.page.mouse.move(x, y);
    await this.key("Enter");
    for (const corner of ["-2.6,-0.995", "-0.6,-0.995", "-0.6,1.005", "-2.6,1.005"]) {
      await this.typed(corner);
      await this.key("Enter");
    }
    await this.key("Escape");
    await this.waitFor("four nodes are one body", ({ selection }) => selection.join() === "bodies[0].nodes[3]");
    await this.key("KeyF", "KeyS");
    for (const at of [[-2.6, -0.995], [-0.6, -0.995], [-0.6, 1.005], [-2.6, 1.005], [-2.6, -0.995], [-0.6, 1.005]]) await this.clickAt(...at);
    await this.key("Escape");
    await this.clickAt(-0.6, -0.995);
    await this.clickAt(-2.6, 1.005);
    await this.key("Escape");
    await this.waitFor("springs are drawn from node to node", ({ undo }) => undo === "Spring from node 1 to node 3");
    await this.key("KeyE");
    for (const at of [[-2.6, -0.995], [-2.6, 1.005], [-0.6, 1.005], [-0.6, -0.995], [-2.6, -0.995]]) await this.clickAt(...at);
    await this.waitFor("a hull is closed", ({ undo }) => undo === "Hull of 4 edges");
    await this.key("KeyV");
    await this.clickAt(-1.6, 0.5);
    await this.waitFor("a click selects the body", ({ selection }) => selection.join() === "bodies[0]");
    await this.click("Mesh");
    await this.click("Triangles from the barycentre");
    await this.waitFor("it is filled", ({ undo }) => undo === "Triangles from the barycentre");
    const fields = { Name: "pushed", Restitution: 0.9, Friction: 0, Gas: 0.5, Stiffness: 10, Damping: 0.5, "Velocity x": "0.4/2" };
    for (const [name, value] of Object.entries(fields)) await this.setField(name, value);
    await this.waitFor("fields take formulas", ({ undo }) => undo === "Velocity x of 4 nodes");
    await this.key("Control+KeyD");
    await this.waitFor("a copy", ({ selection }) => selection.join() === "bodies[1]");
    for (const [name, value] of Object.entries({ Name: "waiting", "Barycentre x": 0.704, "Barycentre y": 0, "Velocity x": 0 })) await this.setField(name, value);
    await this.click("World");
    await this.setField("Gravity y", 0);
    await this.setField("Retention", 0.995);
    await this.key("Escape");
  }
}
