export * from "./blobsmith.js";
import type { InitInput } from "./blobsmith.js";

/**
 * Loads the WebAssembly module; call it once, before anything else. Later calls do nothing.
 *
 * @param source The module, its bytes, its URL, or a response; by default the file of this package.
 */
export function init(source?: InitInput | Promise<InitInput>): Promise<void>;
