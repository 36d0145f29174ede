// For everything that cannot load the module's file: the module is in `base64.js`.
import start from "./blobsmith.js";
import text from "./base64.js";

export { DrawList, Flight, Prefab, Snapshot, World, partKind } from "./blobsmith.js";

export async function init(source) {
  await start({ module_or_path: source ?? Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0)) });
}
