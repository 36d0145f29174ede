// Chromium, Firefox and a server of files below a sub-path, for tests and pictures of the pages.
import { createServer } from "node:http";
import { readFile } from "node:fs/promises";
import { existsSync } from "node:fs";
import { extname, join, normalize } from "node:path";
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

/**
 * Serves a folder below a sub-path, so that links to the root of the host fail. `address` ends with a slash; `requests` has the paths that
 * were asked for; `close()` ends the server.
 */
export async function serve(folder, subPath = "/some/folder/") {
  const requests = [];
  const server = createServer(async (request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url, "http://localhost").pathname));
    requests.push(path);
    try {
      if (!path.startsWith(subPath)) throw new Error("outside of the sub-path");
      const file = join(folder, path.slice(subPath.length - 1));
      const bytes = await readFile(file.endsWith("/") ? `${file}index.html` : file);
      response.writeHead(200, { "content-type": TYPES[extname(file)] ?? "text/html", "cache-control": "no-cache" }).end(bytes);
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
export function launch(name, { args = [], ...options } = {}) {
  const executablePath = PROGRAMS[name].find((path) => path && existsSync(path));
  if (!executablePath) throw new Error(`${name} is not installed`);
  const common = { executablePath, protocolTimeout: 600_000, ...options };
  if (name === "firefox") {
    const extraPrefsFirefox = { ...FIREFOX_SETTINGS, ...options.extraPrefsFirefox };
    return puppeteer.launch({ ...common, browser: "firefox", headless: !process.env.DISPLAY, args, extraPrefsFirefox });
  }
  return puppeteer.launch({ ...common, headless: true, args: [...FLAGS, ...args] });
}

/** Opens a page; `errors` collects exceptions and messages of the kind "error". */
export async function open(browser, address, { width = 1000, height = 750 } = {}) {
  const page = await browser.newPage();
  await page.setViewport({ width, height });
  const errors = [];
  page.on("pageerror", (error) => errors.push(String(error)));
  page.on("console", (message) => { if (message.type() === "error") errors.push(message.text()); });
  await page.goto(address, { waitUntil: "load" });
  return { page, errors };
}
