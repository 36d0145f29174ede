// The page of the editor: loads the module with progress, and makes `window.blobsmith`, by which page and program call each other.

import { mirror } from "./mirror.js";
import { follow } from "./update.js";

const element = (id) => document.getElementById(id);

/** Shows a page in place of the editor. `actions` are elements, such as a link to download the last level. */
function show_failure(title, text, actions = [], details = "") {
  element("failure-title").textContent = title;
  element("failure-text").textContent = text;
  element("failure-actions").replaceChildren(...actions);
  element("failure-message").textContent = details;
  element("failure-details").hidden = !details;
  element("failure").hidden = false;
  element("loading").hidden = true;
}

function reload_button(text) {
  const button = document.createElement("button");
  button.textContent = text;
  button.addEventListener("click", () => location.reload());
  return button;
}

function download_link(name, text) {
  const link = document.createElement("a");
  link.className = "button";
  link.href = URL.createObjectURL(new Blob([text]));
  link.download = name;
  link.textContent = `Download ${name}`;
  return link;
}

const between = new MessageChannel();
let isWaiting = false;
between.port1.onmessage = () => {
  isWaiting = false;
  if (page.work()) page.workSoon();
};

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
    document.body.classList.add("runs");
    element("blobsmith").focus({ preventScroll: true });
    window.dispatchEvent(new CustomEvent("blobsmith-started"));
  },
  cannotStart(error) {
    show_failure("The editor cannot start", `${error}`, [reload_button("Try again")]);
  },
  failed(message, name, text) {
    page.hasFailed = true;
    const actions = text === null ? [] : [download_link(name, text), " "];
    show_failure(
      "The editor has stopped because of an error",
      "This is a fault of the program. Download the level as it was, then reload: unsaved work of the last seconds is offered again.",
      [...actions, reload_button("Reload")],
      message,
    );
  },
  /** Keeps the browser from acting on the shortcuts of the editor, such as Ctrl+D. */
  takeKeys(chords) {
    const own = new Set(chords);
    window.addEventListener("keydown", (event) => {
      const key = event.code.replace(/^(Key|Digit)/, "");
      const chord = `${event.ctrlKey || event.metaKey ? "C " : ""}${event.shiftKey ? "S " : ""}${event.altKey ? "A " : ""}${key}`;
      // Typing is left to the text field; reload, full screen and the developer tools to the browser.
      const is_of_browser = /^F(5|11|12)$/.test(key);
      if (own.has(chord) && !is_of_browser && (event.ctrlKey || event.metaKey || event.altKey || /^F\d+$/.test(key))) event.preventDefault();
    }, { capture: true });
  },
  /** Computes between two pictures, in short slices, as long as there is work. */
  workSoon() {
    if (isWaiting) return;
    isWaiting = true;
    between.port2.postMessage(null);
  },
  mirror: (tree, focus) => mirror(element("mirror"), tree, focus),
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

function has_webgl2() {
  return Boolean(document.createElement("canvas").getContext("webgl2"));
}

/** The greatest level that `?url=` may name, in bytes. */
const MOST = 64 << 20;

async function load_level() {
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
  if (!has_webgl2()) {
    show_failure(
      "This browser shows no WebGL 2",
      "The editor draws with WebGL 2, which every browser since 2022 has. It may be off in the settings, or the graphics driver may be blocked.",
    );
    return;
  }
  // The program gets this context when it requests one. It smooths edges itself, so that multisampling only costs time.
  element("blobsmith").getContext("webgl2", { antialias: false, depth: false, stencil: false });
  const about = await (await fetch("files.json")).json();
  const progress = (fraction) => {
    element("progress").value = fraction;
    element("state").textContent = `Loading the editor… ${Math.round(fraction * 100)} %`;
  };
  const [{ default: init }, module] = await Promise.all([
    import(`./${about.script}`),
    download(about.module, about.moduleBytes, progress).then((response) => WebAssembly.compileStreaming(response)),
    load_level(),
  ]);
  // Workers instantiate the same module.
  Object.assign(page, { module, script: new URL(about.script, location.href).href });
  element("state").textContent = "Starting…";
  await init({ module_or_path: module });
}

window.addEventListener("hashchange", () => {
  if (location.hash.length > 1) page.follow?.(location.hash);
});
follow(element("update"), element("update-now"), element("update-later"));
start().catch((error) => {
  if (!page.hasFailed) page.cannotStart(error.message ?? error);
});
