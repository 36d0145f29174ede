// Chromium, Firefox and a server of files below a sub-path, for tests and pictures of the pages.
import { createHash } from "node:crypto";
import { createServer } from "node:http";
import { readFile } from "node:fs/promises";
import { existsSync } from "node:fs";
import { extname, join, normalize } from "node:path";
import { gzipSync } from "node:zlib";
import puppeteer from "puppeteer-core";

const TYPES = {
  ".css": "text/css", ".html": "text/html", ".js": "text/javascript", ".json": "application/json", ".png": "image/png",
  ".ron": "text/plain", ".svg": "image/svg+xml", ".wasm": "application/wasm", ".webmanifest": "application/manifest+json",
};
const PROGRAMS = {
  chrome: [process.env.CHROMIUM, "/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"],
  firefox: [process.env.FIREFOX, "/usr/bin/firefox-esr", "/usr/bin/firefox"],
};
const FLAGS = ["--no-sandbox", "--no-first-run", "--disable-background-networking", "--enable-unsafe-swiftshader"];
/** WebGL by software, in a machine without a sandbox. */
const FIREFOX_SETTINGS = { "webgl.force-enabled": true, "security.sandbox.content.level": 0, "browser.shell.checkDefaultBrowser": false };

const sleep = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

/** Waits for a promise, but not longer than a number of seconds. True if the promise was kept in that time. */
export async function atMost(seconds, promise) {
  let timer;
  const late = new Promise((done) => { timer = setTimeout(() => done(false), seconds * 1000); });
  return Promise.race([promise.then(() => true), late]).finally(() => clearTimeout(timer));
}

const packed = new Map();
/** The contents of a file after gzip, and a tag for them. */
function compressed(file, bytes) {
  if (!packed.has(file)) {
    const contents = gzipSync(bytes, { level: 9 });
    packed.set(file, { contents, tag: `"${createHash("sha256").update(contents).digest("hex")}"` });
  }
  return packed.get(file);
}

/** Sends bytes as a network of `mbit` Mbit/s does, which all answers share. */
function slowNetwork({ mbit, latency }) {
  let free = 0;
  return async (response, bytes) => {
    await sleep(latency);
    for (let at = 0; at < bytes.length; at += 16384) {
      const part = bytes.subarray(at, at + 16384);
      free = Math.max(free, performance.now()) + (part.length * 8) / (mbit * 1000);
      await sleep(free - performance.now());
      response.write(part);
    }
    response.end();
  };
}

/**
 * Serves a folder below a sub-path, so that links to the root of the host fail. `address` ends with a slash; `requests` has the paths that
 * were asked for; `close()` ends the server.
 *
 * `before(path)` may delay an answer by a promise, or refuse it by a status above 399. `network` is `{ mbit, latency }` in Mbit/s and
 * milliseconds; the files are then compressed by gzip and have tags, as most hosts send them.
 */
export async function serve(folder, { subPath = "/some/folder/", before = () => 200, network } = {}) {
  const requests = [];
  const send = network && slowNetwork(network);
  const server = createServer(async (request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url, "http://localhost").pathname));
    requests.push(path);
    try {
      const status = await before(path);
      if (status > 399) return response.writeHead(status).end();
      if (!path.startsWith(subPath)) throw new Error("outside of the sub-path");
      const file = join(folder, path.slice(subPath.length - 1));
      const bytes = await readFile(file.endsWith("/") ? `${file}index.html` : file);
      const headers = { "content-type": TYPES[extname(file)] ?? "text/html", "cache-control": network ? "max-age=600" : "no-cache" };
      if (!network) return response.writeHead(200, headers).end(bytes);
      const { contents, tag } = compressed(file, bytes);
      if (request.headers["if-none-match"] === tag) return response.writeHead(304).end();
      response.writeHead(200, { ...headers, "content-encoding": "gzip", etag: tag });
      send(response, contents);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { address: `http://127.0.0.1:${server.address().port}${subPath}`, requests, close };
}

/** Names of the browsers that are installed: `chrome` (Chromium), `firefox`. `BROWSERS` chooses among them. */
export function browserNames() {
  const chosen = process.env.BROWSERS?.split(",") ?? Object.keys(PROGRAMS);
  return chosen.filter((name) => PROGRAMS[name].some((path) => path && existsSync(path)));
}

/** Starts a browser with an empty profile. Firefox needs a display (`DISPLAY`, for example of Xvfb), because WebGL fails without one. */
export async function launch(name, { args = [], ...options } = {}) {
  const executablePath = PROGRAMS[name].find((path) => path && existsSync(path));
  if (!executablePath) throw new Error(`${name} is not installed`);
  const common = { executablePath, protocolTimeout: 180_000, ...options };
  const extraPrefsFirefox = { ...FIREFOX_SETTINGS, ...options.extraPrefsFirefox };
  const own = name === "firefox"
    ? { browser: "firefox", headless: !process.env.DISPLAY, args, extraPrefsFirefox }
    : { headless: true, args: [...FLAGS, ...args] };
  const browser = await puppeteer.launch({ ...common, ...own });
  const close = browser.close.bind(browser);
  // A browser that does not end by itself would hold up the tests for ever.
  browser.close = async () => {
    if (!await atMost(30, close().catch(() => {}))) browser.process()?.kill("SIGKILL");
  };
  return browser;
}

/** Opens a page; `errors` collects exceptions and messages of the kind "error". `answer(dialog)` answers questions of the page. */
export async function open(browser, address, { width = 1000, height = 750, answer } = {}) {
  const page = await browser.newPage();
  await page.setViewport({ width, height });
  if (answer) page.on("dialog", answer);
  const errors = [];
  page.on("pageerror", (error) => errors.push(String(error)));
  page.on("console", (message) => { if (message.type() === "error") errors.push(message.text()); });
  await page.goto(address, { waitUntil: "load" });
  return { page, errors };
}
