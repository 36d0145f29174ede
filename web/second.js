// The second module of the editor: the functions that the start does not need (`web/split/second.txt`). They are loaded when the editor has
// started; a call before that waits until they are there. When a service worker has the files, the page loads them before the start.

/** What the first module is called in the imports of the second one. */
const FIRST = "first";
const IS_LOADED = "second_module_is_loaded";
/** Time until the next attempt after a failure, in milliseconds: the first one and the longest. */
const RETRY = { first: 1000, most: 30_000 };
const QUESTION = "A part of the editor has not been loaded yet, and the network does not deliver it. Try again? Otherwise the editor ends, with the level as a download.";

let first;
let address;
let module;
/** Number of the function that was called before the module was there; -1 if none was. `web/build` lists the numbers. */
let earlyCall = -1;
/** True if the user has given up. */
let isRefused = false;

/** Takes the exports of the first module, which the second one imports. The generated script calls this. */
export function connect(exports) {
  first = exports;
}

/** Names the file of the module, or the compiled module; nothing in a site of one module. */
export function provide(source) {
  if (source instanceof WebAssembly.Module) module = source;
  else address = source;
}

/** `{ isLoaded, earlyCall }`. */
export const state = () => ({ isLoaded: !(module ?? address) || first?.[IS_LOADED].value === 1, earlyCall });

/** Puts the functions into the table of the first module. */
function link() {
  if (first[IS_LOADED].value) return;
  new WebAssembly.Instance(module, { [FIRST]: first });
  first[IS_LOADED].value = 1;
}

/** The contents of the file; the page waits for them. A request of a page that waits has no other type than text. */
function read() {
  const request = new XMLHttpRequest();
  request.open("GET", address, false);
  request.overrideMimeType("text/plain; charset=x-user-defined");
  request.send();
  if (request.status !== 200) throw new Error(`${address}: ${request.status} ${request.statusText}`);
  return Uint8Array.from(request.responseText, (letter) => letter.charCodeAt(0));
}

/** Loads the module at once. The first module calls this with the number of the function that it needs. */
export function load(number) {
  if (earlyCall < 0) earlyCall = number;
  while (!module) {
    try {
      module = new WebAssembly.Module(read());
    } catch (error) {
      if (!isRefused && window.confirm(QUESTION)) continue;
      isRefused = true;
      throw new Error(`The second part of the editor cannot be loaded, which function ${number} needs. ${error.message}`, { cause: error });
    }
  }
  link();
}

/** Compiles the module while it is downloaded. */
export async function download() {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address}: ${response.status} ${response.statusText}`);
  const headers = { "Content-Type": "application/wasm" };
  const compiled = await WebAssembly.compileStreaming(new Response(response.body, { headers }));
  module ??= compiled;
}

const pause = (milliseconds) => new Promise((done) => {
  setTimeout(done, milliseconds);
  window.addEventListener("online", done, { once: true });
});

/** Loads the module in the background, and tries again until it is there; resolves to it, or to nothing in a site of one module. */
export async function loadSoon() {
  if (!(module ?? address)) return undefined;
  for (let wait = RETRY.first; !module; wait = Math.min(2 * wait, RETRY.most)) {
    try {
      await download();
    } catch (error) {
      console.warn(`The second part of the editor is loaded later: ${error.message}`);
      await pause(wait);
    }
  }
  link();
  return module;
}
