// The page of the editor: loads the module with progress, and makes `window.blobsmith`, by which page and program call each other.

import { mirror } from "./mirror.js";
import * as second from "./second.js";
import { follow } from "./update.js";

const element = (id) => document.getElementById(id);

/** Shows a page in place of the editor. `actions` are elements, such as a link to download the last level. */
function showFailure(title, text, actions = [], details = "") {
  keepFiles();
  element("failure-title").textContent = title;
  element("failure-text").textContent = text;
  element("failure-actions").replaceChildren(...actions);
  element("failure-message").textContent = details;
  element("failure-details").hidden = !details;
  element("failure").hidden = false;
  element("loading").hidden = true;
  element("failure-actions").firstElementChild?.focus();
}

function reloadButton(text) {
  const button = document.createElement("button");
  button.textContent = text;
  button.addEventListener("click", () => location.reload());
  return button;
}

function downloadLink(name, text) {
  const link = document.createElement("a");
  link.className = "button";
  link.href = URL.createObjectURL(new Blob([text]));
  link.download = name;
  link.textContent = `Download ${name}`;
  return link;
}

let keepsFiles = false;
/** Registers the service worker when the start is over, so that its downloads do not delay the start. */
function keepFiles() {
  if (keepsFiles) return;
  keepsFiles = true;
  follow(element("update"), element("update-now"), element("update-later"));
}

/** `begin()` loads the second module, which `module` resolves to. */
const later = {};
later.module = new Promise((resolve) => (later.begin = resolve)).then(second.loadSoon);

const between = new MessageChannel();
let isWaiting = false;
between.port1.onmessage = () => {
  isWaiting = false;
  if (page.work()) page.workSoon();
};

/** Keys of the editor, such as `C S E`. */
let own;

const page = {
  /** Address of this page without query and fragment. */
  address: location.href.split(/[?#]/)[0],
  /** Query and fragment, which may name a level, a moment and a selection. */
  target: location.search + location.hash,
  /** A level that `?url=` named: its name, its text, or why it could not be loaded. */
  levelName: "",
  levelText: "",
  levelError: "",
  started() {
    page.hasStarted = true;
    document.body.classList.add("runs");
    element("blobsmith").focus({ preventScroll: true });
    // The GUI library reads text by an element of its own.
    document.querySelector("body > input").ariaLabel = "Text";
    window.dispatchEvent(new CustomEvent("blobsmith-started"));
    later.begin();
    keepFiles();
  },
  cannotStart(error) {
    showFailure("The editor cannot start", `${error}`, [reloadButton("Try again")]);
  },
  /** Shows the page after a failure, once; the program is called for the last level only. */
  failed(message, reason = "This is a fault of the program.") {
    if (page.hasFailed) return;
    page.hasFailed = true;
    let level = null;
    try {
      level = page.lastLevel?.();
    } catch (error) {
      message += `\n\nThe level cannot be read: ${error}`;
    }
    const advice = level ? "Download the level as it was, then reload" : "Reload the page";
    const actions = [...(level ? [downloadLink(level.name, level.text), " "] : []), reloadButton("Reload")];
    showFailure("The editor has stopped because of an error", `${reason} ${advice}: unsaved work of the last seconds is offered again.`, actions, message);
  },
  /** Keeps the browser from acting on the shortcuts of the editor, such as Ctrl+D, and the editor from acting on those of the browser. Called again when the keys change. */
  takeKeys(chords) {
    const isFirst = own === undefined;
    own = new Set(chords);
    if (!isFirst) return;
    window.addEventListener("keydown", (event) => {
      const isHeld = event.ctrlKey || event.metaKey;
      // Reload, full screen, developer tools; the size of the page.
      if (/^F(5|11|12)$/.test(event.key) || (isHeld && /^[-_+=0]$/.test(event.key))) return event.stopImmediatePropagation();
      // As the editor reads keys: by the letter, in alphabets that are not Latin by the place.
      const key = /^[a-z]$/i.test(event.key) ? event.key.toUpperCase() : event.code.replace(/^(Key|Digit)/, "");
      const chord = `${isHeld ? "C " : ""}${event.shiftKey ? "S " : ""}${event.altKey ? "A " : ""}${key}`;
      // Typing is left to the text field.
      if (own.has(chord) && (isHeld || event.altKey || /^F\d+$/.test(key))) event.preventDefault();
    }, { capture: true });
  },
  /** Computes between two pictures, in short slices, as long as there is work. */
  workSoon() {
    if (isWaiting) return;
    isWaiting = true;
    between.port2.postMessage(null);
  },
  mirror: (tree, focus) => mirror(element("mirror"), tree, focus),
  /** Gives a Web Worker the script and the modules: the second one when it is there. */
  startWorker(worker) {
    const { port1, port2 } = new MessageChannel();
    worker.postMessage([page.script, page.module], [port2]);
    later.module.then((module) => port1.postMessage(module));
  },
  /** State of the second module: `isLoaded`, and the number of the function that was called before, or -1. */
  secondModule: () => second.state(),
};
window.blobsmith = page;

/** Downloads a file and reports the fraction that has arrived. `size` is that of the file without compression. */
async function download(address, size, progress) {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address}: ${response.status} ${response.statusText}`);
  let read = 0;
  const counted = new TransformStream({
    transform(chunk, controller) {
      read += chunk.byteLength;
      progress(Math.min(read / size, 1));
      controller.enqueue(chunk);
    },
  });
  return new Response(response.body.pipeThrough(counted), { headers: { "Content-Type": "application/wasm" } });
}

function hasWebgl2() {
  return Boolean(document.createElement("canvas").getContext("webgl2"));
}

/** The greatest level that `?url=` may name, in bytes. */
const MOST = 64 << 20;

async function loadLevel() {
  const address = new URLSearchParams(location.search).get("url");
  if (!address) return;
  try {
    const response = await fetch(new URL(address, location.href), { credentials: "omit" });
    if (!response.ok) throw new Error(`${response.status} ${response.statusText}`.trim());
    if (Number(response.headers.get("Content-Length")) > MOST) throw new Error("it has more than 64 MiB");
    const text = await response.text();
    if (text.length > MOST) throw new Error("it has more than 64 MiB");
    page.levelText = text;
    page.levelName = new URL(address, location.href).pathname.split("/").pop();
  } catch (error) {
    page.levelError = `${address}: ${error.message}. Another host must allow this page to read it (CORS)`;
  }
}

async function start() {
  if (!hasWebgl2()) {
    showFailure(
      "This browser shows no WebGL 2",
      "The editor draws with WebGL 2, which every browser since 2022 has. It may be off in the settings, or the graphics driver may be blocked.",
    );
    return;
  }
  // The program gets this context when it requests one. It smooths edges itself, so that multisampling only costs time.
  element("blobsmith").getContext("webgl2", { antialias: false, depth: false, stencil: false });
  const about = await (await fetch("files.json")).json();
  // A site of `web/build --dev` has one module.
  if (about.second) second.provide(new URL(about.second, location.href).href);
  // The service worker has all files, and a call that waits does not reach it.
  const hasFiles = about.second && navigator.serviceWorker?.controller;
  const progress = (fraction) => {
    element("progress").value = fraction;
    element("state").textContent = `Loading the editor… ${Math.round(fraction * 100)} %`;
  };
  const [{ default: init }, module] = await Promise.all([
    import(`./${about.script}`),
    download(about.module, about.moduleBytes, progress).then((response) => WebAssembly.compileStreaming(response)),
    loadLevel(),
    hasFiles && second.download().catch((error) => console.warn(error.message)),
  ]);
  // Workers instantiate the same module.
  Object.assign(page, { module, script: new URL(about.script, location.href).href });
  element("state").textContent = "Starting…";
  await init({ module_or_path: module });
}

/** Shows the page after a failure that no panic has reported: a trap, or an exception that has passed through the program. */
function watch(event) {
  const error = event.error ?? event.reason;
  const show = () => page.failed(`${error ?? event.message}\n${error?.stack ?? ""}`);
  if (error instanceof WebAssembly.RuntimeError) return show();
  // Such an exception leaves the window locked, so there is no state any more; one of the browser alone does no harm.
  setTimeout(() => page.hasStarted && page.status() === null && show());
}

window.addEventListener("error", watch);
window.addEventListener("unhandledrejection", watch);
element("blobsmith").addEventListener("webglcontextlost", () => {
  page.failed("WebGL context lost", "The browser has taken the graphics from the page.");
});
window.addEventListener("hashchange", () => {
  if (location.hash.length > 1) page.follow?.(location.hash);
});
start().catch((error) => {
  if (!page.hasFailed) page.cannotStart(error.message ?? error);
});
