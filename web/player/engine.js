// The engine: its module is the file beside this one.
import start from "./blobsmith.js";

export { DrawList, PaintList, World, overlayNames } from "./blobsmith.js";

/** Loads the module. */
export function init(source = new URL("player.wasm", import.meta.url)) {
  return start({ module_or_path: source });
}
