// The player in Chromium and Firefox, with real input, on the built site (web/build). `web/ci` runs it.
import { after, before, test } from "node:test";
import assert from "node:assert/strict";
import { cpSync, readFileSync } from "node:fs";
import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { browserNames, launch, open, serve } from "./browser.js";

const root = fileURLToPath(new URL("../..", import.meta.url));
const site = `${root}/web/dist`;
const FRAMES = 300;
const levels = JSON.parse(readFileSync(`${site}/gallery/levels.json`, "utf8"));
const names = browserNames();
let server;

before(async () => {
  cpSync(new URL("player.html", import.meta.url), `${site}/player-test.html`);
  server = await serve(site);
});
after(() => server?.close());

test("browsers", () => assert.deepEqual(names, ["chrome", "firefox"]));

/** Runs a test in every browser, on a page with one player. `fields` are its attributes. */
function inBrowsers(title, run, fields = {}) {
  for (const name of names) {
    test(`${name}: ${title}`, async (suite) => {
      const browser = await launch(name);
      suite.after(() => browser.close());
      const { page, errors } = await open(browser, `${server.address}player-test.html`);
      await page.evaluate(`customElements.whenDefined("blobsmith-player")`);
      await run({ page, errors, browser, name, ready: (more) => ready(page, { ...fields, ...more }) });
      assert.deepEqual(errors, []);
    });
  }
}

/** Adds a player and waits until its level is there, or an error is shown. */
async function ready(page, fields) {
  await page.evaluate((fields) => new Promise((done) => {
    document.querySelector("blobsmith-player")?.remove();
    const { level, inline, ...attributes } = fields;
    const player = document.createElement("blobsmith-player");
    for (const [name, value] of Object.entries(attributes)) player.setAttribute(name, value);
    if (level !== undefined) player.level = level;
    if (inline !== undefined) player.innerHTML = `<script type="application/json">${inline}</` + "script>";
    for (const type of ["load", "error"]) player.addEventListener(type, () => done(), { once: true });
    window.player = player;
    document.body.append(player);
  }), fields);
}

const status = (page) => page.evaluate(() => window.player.status());
const level = (id) => `gallery/${levels.find((level) => level.id.startsWith(id)).file}`;
const box = (part) => `window.player.shadowRoot.querySelector('[part="${part}"]').getBoundingClientRect().toJSON()`;

/** A free disc beside a wall: one unit per frame, no gravity. */
const FLYING = JSON.stringify({ format: 2, name: "Flying", world: { gravity: [0, 0] }, discs: [{ id: "ball", position: [0, 0], radius: 1, velocity: [0.5, 0] }],
  obstacles: [{ id: "wall", shape: { Segment: [[6, -5], [6, 5]] } }], editor: { view: { center: [0, 0], height: 12 } } });

inBrowsers(`hashes of the gallery after ${FRAMES} frames are the native ones`, async ({ page }) => {
  const files = levels.map(({ file }) => `${root}/web/dist/gallery/${file}`);
  const native = execFileSync(process.env.HASHES ?? `${root}/target/release/examples/hashes`, [FRAMES, ...files], { encoding: "utf8", maxBuffer: 1 << 24 });
  const expected = Object.fromEntries(native.trim().split("\n").map((line) => line.split(" ")));
  assert.equal(Object.keys(expected).length, levels.length);
  for (const { id, file } of levels) {
    await ready(page, { src: `gallery/${file}` });
    const seen = await page.evaluate(async (frames) => {
      const reached = await window.player.seek(frames);
      return { reached, frame: window.player.frame, hash: window.player.hash };
    }, FRAMES);
    assert.deepEqual(seen, { reached: true, frame: FRAMES, hash: expected[id] }, id);
  }
});

inBrowsers("play, pause, step, scrub: the same frame has the same hash", async ({ page, ready }) => {
  await ready();
  const hashes = await page.evaluate(async () => {
    const { player } = window;
    const seen = new Map();
    player.addEventListener("frame", () => seen.set(player.frame, player.hash));
    player.play();
    await new Promise((done) => player.addEventListener("frame", () => player.frame >= 40 && done()));
    player.pause();
    const wrong = [];
    for (const frame of [7, 35, 0, 12, 40]) {
      await player.seek(frame);
      if (player.frame !== frame || (frame > 0 && player.hash !== seen.get(frame))) wrong.push(frame);
    }
    const before = player.frame;
    player.step(3);
    return { wrong, stepped: player.frame - before, isPlaying: player.isPlaying };
  });
  assert.deepEqual(hashes, { wrong: [], stepped: 3, isPlaying: false });
}, { src: level("01") });

inBrowsers("a drag with the mouse moves a body, replays with the same hashes, and starts a new future", async ({ page, ready }) => {
  await ready({ level: FLYING });
  const { x, y, width, height } = await page.evaluate(box("canvas"));
  const [middle, unit] = [[x + width / 2, y + height / 2], height / 12];
  await page.mouse.move(...middle);
  await page.mouse.down();
  await page.mouse.move(middle[0], middle[1] - 3 * unit, { steps: 5 });
  await page.waitForFunction(() => window.player.frame >= 30);
  await page.mouse.up();
  const first = await page.evaluate(async () => {
    const { player } = window;
    player.pause();
    player.step(10);
    const [frame, hash, [, height]] = [player.frame, player.hash, player.world.discPosition(player.world.disc("ball"))];
    const isUp = height > 0.2;
    await player.seek(5);
    await player.seek(frame);
    return { isUp, isSame: player.hash === hash, last: player.lastFrame, frame };
  });
  assert.equal(first.isUp, true, "the hand has pulled the disc up");
  assert.equal(first.isSame, true, "the hand is replayed");
  // Back, and another drag.
  const at = await page.evaluate(async () => {
    await window.player.seek(2);
    return window.player.world.discPosition(window.player.world.disc("ball"));
  });
  await page.mouse.move(middle[0] + at[0] * unit, middle[1] - at[1] * unit);
  await page.mouse.down();
  const last = await page.evaluate(() => window.player.lastFrame);
  assert.ok(last < first.last, `${last}: what came after frame 2 is forgotten`);
  await page.mouse.up();
});

inBrowsers("events: load, frame, contact, sensor, error", async ({ page, ready }) => {
  await ready({ level: FLYING });
  const seen = await page.evaluate(async () => {
    const { player } = window;
    const contacts = [];
    player.addEventListener("contact", ({ detail }) => contacts.push([detail.phase, detail.frame]));
    player.step(20);
    return contacts[0];
  });
  // From x = 0 with 0.5 a frame, radius 1, wall at 6: the impact is in the step that begins at frame 9 or 10.
  assert.equal(seen[0], "begin");
  assert.ok([9, 10].includes(seen[1]), `frame ${seen[1]}`);
  await ready({ src: level("65") });
  const sensors = await page.evaluate(() => {
    const kinds = new Set();
    window.player.addEventListener("sensor", ({ detail }) => kinds.add(detail.kind));
    window.player.step(300);
    return [...kinds];
  });
  assert.ok(sensors.includes("sensorEntered"), String(sensors));
});

inBrowsers("overlays by attribute and by the menu; a wrong name is an error in words", async ({ page, ready }) => {
  await ready();
  const pixels = () => page.evaluate(() => {
    const { canvas } = window.player;
    return canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data.reduce((sum, value) => (sum * 31 + value) % 1_000_003, 0);
  });
  const drawn = () => page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done()))));
  await drawn();
  const plain = await pixels();
  await page.evaluate(() => window.player.setAttribute("overlays", "velocities boxes"));
  await drawn();
  assert.notEqual(await pixels(), plain);
  const { rows, checked } = await page.evaluate(() => {
    const { shadowRoot } = window.player;
    return { rows: shadowRoot.querySelectorAll(".legend li").length, checked: [...shadowRoot.querySelectorAll(".menu input:checked")].map((box) => box.name) };
  });
  assert.ok(rows > 0);
  assert.deepEqual(checked.sort(), ["boxes", "velocities"]);
  await page.evaluate(() => {
    const { shadowRoot } = window.player;
    shadowRoot.querySelector("details").open = true;
    shadowRoot.querySelector('.menu input[name="boxes"]').click();
  });
  assert.equal(await page.evaluate(() => window.player.getAttribute("overlays")), "velocities");
  await page.evaluate(() => window.player.setAttribute("overlays", "nonsense"));
  await page.waitForFunction(() => window.player.error);
  assert.match((await status(page)).error, /`nonsense` is no overlay/);
}, { src: level("01"), controls: "" });

inBrowsers("levels as RON, JSON, object, property and child; formats 1 and 2", async ({ page }) => {
  const texts = ["(format: 2, discs: [(position: (0.0, 1.0), radius: 0.5)])", '{"format": 2, "discs": [{"position": [0, 1], "radius": 0.5}]}',
    { format: 1, discs: [{ position: [0, 1], radius: 0.5 }] }];
  const hashes = [];
  for (const level of texts) {
    await ready(page, { level });
    hashes.push((await status(page)).hash);
  }
  await ready(page, { inline: texts[1] });
  hashes.push((await status(page)).hash);
  assert.equal(new Set(hashes).size, 1, hashes.join(" "));
  assert.match(hashes[0], /^[0-9a-f]{16}$/);
});

inBrowsers("a bad level is an error with its place inside the element, never a blank box", async ({ page, errors }) => {
  const wrong = [
    [{ level: '{"format": 2, "discs": [{"position": [0, 0], "radius": "x"}]}' }, /1:\d+: discs\[0\]\.radius: expected a number/],
    [{ level: "(format: 2, discs: [(position: (0.0, 1.0), radius: -1.0)])" }, /1:52: discs\[0\]\.radius/],
    [{ level: "(format: 2, discs: [" }, /ends too early/],
    [{ level: '{"format": 2, "instances": [{"id": "a", "source": "nowhere.ron"}]}' }, /nowhere\.ron cannot be loaded: 404/],
    [{ src: "missing.json" }, /missing\.json cannot be loaded: 404/],
    [{}, /There is no level/],
  ];
  for (const [fields, expected] of wrong) {
    await ready(page, fields);
    const { text, role, box } = await page.evaluate(() => {
      const message = window.player.shadowRoot.querySelector('[part="message"]');
      const { width, height } = message.getBoundingClientRect();
      return { text: message.innerText, role: message.getAttribute("role"), box: [width, height] };
    });
    assert.match(text, expected);
    assert.equal(role, "alert");
    assert.ok(box[0] > 300 && box[1] > 200);
  }
  // Browsers report missing files themselves.
  errors.splice(0, errors.length, ...errors.filter((error) => !error.includes("404")));
});

inBrowsers("instances are found relative to the address of the level", async ({ page }) => {
  await ready(page, { src: "gallery/levels/parts/ramps.ron" });
  const counts = await page.evaluate(() => window.player.world.partCounts());
  assert.equal(counts.instances, 2);
});

inBrowsers("keyboard: space, arrows, Home; focus is visible; the page's own keys are left alone", async ({ page, ready }) => {
  await ready();
  await page.keyboard.press("Tab");
  const focus = await page.evaluate(() => {
    const { activeElement } = window.player.shadowRoot;
    return { tag: activeElement?.tagName, outline: activeElement && getComputedStyle(activeElement).outlineStyle };
  });
  assert.deepEqual(focus, { tag: "CANVAS", outline: "solid" });
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  assert.equal((await status(page)).frame, 2);
  await page.keyboard.press("ArrowLeft");
  await page.waitForFunction(() => window.player.frame === 1);
  await page.keyboard.press(" ");
  assert.equal((await status(page)).isPlaying, true);
  await page.waitForFunction(() => window.player.frame > 5);
  await page.keyboard.press(" ");
  assert.equal((await status(page)).isPlaying, false);
  await page.keyboard.press("Home");
  await page.waitForFunction(() => window.player.frame === 0);
  // On to the buttons.
  await page.keyboard.press("Tab");
  assert.equal(await page.evaluate(() => window.player.shadowRoot.activeElement.getAttribute("aria-label")), "Play");
  await page.keyboard.press("Enter");
  assert.equal((await status(page)).isPlaying, true);
}, { src: level("01"), controls: "" });

for (const name of names) {
  test(`${name}: accessibility: roles, names, state`, async (suite) => {
    const browser = await launch(name);
    suite.after(() => browser.close());
    const { page } = await open(browser, `${server.address}player-test.html`);
    await page.evaluate(`customElements.whenDefined("blobsmith-player")`);
    await ready(page, { src: level("01"), controls: "" });
    if (name === "chrome") {
      const { nodes } = await (await page.createCDPSession()).send("Accessibility.getFullAXTree");
      const names = nodes.filter((node) => !node.ignored).map((node) => `${node.role.value}: ${node.name?.value ?? ""}`);
      for (const expected of ["button: Play", "button: One frame on", "slider: Frame", "combobox: Speed", "group: Playback", "image: First blob: moving picture"]) {
        assert.ok(names.includes(expected), `${expected} in\n${names.join("\n")}`);
      }
    }
    await page.evaluate(() => window.player.step());
    const live = await page.evaluate(() => {
      const region = window.player.shadowRoot.querySelector('[aria-live="polite"]');
      return [region.getAttribute("role"), region.textContent];
    });
    assert.deepEqual(live, ["status", "Frame 1"]);
  });

  test(`${name}: no autoplay where motion is to be reduced; both colour schemes; device pixels`, async (suite) => {
    const browser = await launch(name, name === "firefox" ? { extraPrefsFirefox: { "ui.prefersReducedMotion": 1, "ui.systemUsesDarkTheme": 1 } } : {});
    suite.after(() => browser.close());
    const { page } = await open(browser, `${server.address}player-test.html`);
    if (name === "chrome") {
      await page.emulateMediaFeatures([{ name: "prefers-reduced-motion", value: "reduce" }, { name: "prefers-color-scheme", value: "dark" }]);
      await page.setViewport({ width: 800, height: 700, deviceScaleFactor: 2 });
    }
    await page.evaluate(`customElements.whenDefined("blobsmith-player")`);
    await ready(page, { src: level("01"), autoplay: "" });
    assert.equal((await status(page)).isPlaying, false);
    const paper = () => page.evaluate(() => getComputedStyle(window.player).backgroundColor);
    assert.equal(await paper(), "rgb(20, 23, 28)");
    await page.evaluate(() => window.player.setAttribute("theme", "light"));
    assert.equal(await paper(), "rgb(251, 252, 253)");
    const { ratio, width, pixels } = await page.evaluate(() => ({ ratio: devicePixelRatio, width: window.player.stage.clientWidth, pixels: window.player.canvas.width }));
    assert.equal(pixels, Math.round(width * ratio));
  });
}

inBrowsers("pages work below a sub-path and share one module", async ({ browser }) => {
  server.requests.length = 0;
  const { page, errors } = await open(browser, `${server.address}gallery/67-sprites.html`);
  await page.waitForFunction(() => document.querySelector("blobsmith-player").world);
  const other = await open(browser, `${server.address}gallery/topic-links.html`);
  await other.page.waitForFunction(() => [...document.querySelectorAll("blobsmith-player")].every((player) => player.world));
  assert.deepEqual([...errors, ...other.errors], []);
  const modules = new Set(server.requests.filter((path) => /\.(wasm|js)$/.test(path)));
  assert.deepEqual([...modules].sort(), ["/some/folder/player.js", "/some/folder/player.wasm"]);
  const index = await open(browser, `${server.address}gallery/`);
  assert.equal(await index.page.evaluate(() => document.querySelectorAll(".cards li").length), levels.length);
});

inBrowsers("pile of 100: pictures per second (reported only)", async ({ page, ready, name }) => {
  await ready();
  const rate = await page.evaluate(() => new Promise((done) => {
    const times = [];
    requestAnimationFrame(function next(now) {
      times.push(now);
      if (times.length < 240) requestAnimationFrame(next);
      else done(239 / ((times.at(-1) - times[0]) / 1000));
    });
  }));
  console.log(`${name}: ${rate.toFixed(1)} pictures per second`);
  assert.ok((await status(page)).frame > 0);
}, { src: level("16"), autoplay: "", controls: "" });
