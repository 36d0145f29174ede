// For browsers and bundlers: the module is a file beside this one.
import start from "./blobsmith.js";

export { DrawList, Flight, Prefab, Snapshot, World, partKind } from "./blobsmith.js";

export async function init(source = new URL("./blobsmith_bg.wasm", import.meta.url)) {
  await start({ module_or_path: source });
}
