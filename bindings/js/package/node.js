// For Node, which cannot fetch files.
import { readFile } from "node:fs/promises";
import start from "./blobsmith.js";

export { DrawList, Flight, Prefab, Snapshot, World, partKind } from "./blobsmith.js";

export async function init(source = new URL("./blobsmith_bg.wasm", import.meta.url)) {
  const isFile = source instanceof URL && source.protocol === "file:";
  await start({ module_or_path: isFile ? readFile(source) : source });
}
